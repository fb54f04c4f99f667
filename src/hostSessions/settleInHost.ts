// A call in a host is not simply allowed: its verdict is settled without opening the mind. Keys and log are files of the state
// whatever the mind is kept in, and nothing has to be compiled or synced for them. Loaded late.

import { join } from "node:path";
import { languageOf } from "../base/index.ts";
import type { Judged } from "../gate/index.ts";
import { asksAboutDanger, DANGER, type Decision, type GateDeps, isCanary, settleVerdict } from "../gate/settling.ts";
import type { Whereabouts } from "../knowledge/index.ts";
import type { Call } from "../policy/judging.ts";
import { diskFacts, openFiles } from "../store/onDisk.ts";
import { knownSecretsOf } from "../mind/remoteKeys.ts";
import { systemClock, systemRandom } from "../mind/machine.ts";

/** A host waits for the answer, and goes on without it when it comes too late: no long waiting for locks here. */
const HURRY = { base: 50, cap: 400, retries: 4 };
/** Nobody else can answer: what cannot be logged is refused, and a busy machine holds the log for a second. The hook has more. */
const PATIENT = { base: 50, cap: 800, retries: 6 };

/** A call of a host that the gate has judged. */
export interface JudgedCall {
  readonly where: Whereabouts;
  readonly call: Call;
  readonly session: string;
  readonly judged: Judged;
}

export interface HostVerdict extends JudgedCall {
  /** The host asks its person with these words. */
  readonly asks: boolean;
  /** A hook of its own can settle it as well, and others wait meanwhile. */
  readonly shared: boolean;
  /** Has the log synced. */
  readonly later?: GateDeps["later"];
}

export function hostDeps(where: Whereabouts, remotes: Judged["remotes"], lock: GateDeps["lock"] = HURRY): GateDeps {
  const store = openFiles({ home: where.home, state: where.state, project: where.project, random: systemRandom });
  const known = knownSecretsOf(store, where, { state: where.state, env: process.env, remotes });
  return { store, clock: systemClock, random: systemRandom, lock, known };
}

export async function settleInHost({ where, call, session, judged, asks, shared, later }: HostVerdict): Promise<Decision> {
  const { verdict, cwd, remotes } = judged;
  const deps = { ...hostDeps(where, remotes, shared ? HURRY : PATIENT), later };
  const settled = await settleVerdict(deps, { verdict, call, cwd, session, canary: isCanary(where.state, session) });
  const decision =
    settled.verdict === "allow" ? settled : { ...settled, reason: withCommandHere(settled.reason, where, process.env["PATH"]) };
  // In the language of the person's locale: a hook does not know how they speak to the host.
  const question = asks && asksAboutDanger(decision) ? DANGER[languageOf(process.env) ?? "en"] : "";
  return question === "" ? decision : { ...decision, reason: `${question} ${decision.reason}` };
}

// How a person or an agent calls Codicil here. Whoever installed a host with npx has no `codicil` in a shell; the launcher that
// install wrote is always there.

/** Of npx: gone from the path when npx ends. */
const PASSING = /[/\\]_npx[/\\]/;
/** In a reason: a command in it, and not our name at the end of a sentence. */
const CALLED = /(?<![\w/-])codicil(?= (?:allow|plan|policy|recall|review) ?)/g;

/** The text, with the command that works in a shell of this environment. */
export function withCommandHere(text: string, { state, userHome }: Whereabouts, path: string | undefined): string {
  const isFound = (path ?? "")
    .split(":")
    .some((folder) => folder !== "" && !PASSING.test(`${folder}/`) && diskFacts.lstat(join(folder, "codicil")) !== null);
  const launcher = join(state, "bin", "codicil");
  if (isFound || diskFacts.lstat(launcher) === null) return text;
  const called = launcher.startsWith(`${userHome}/`) ? `~${launcher.slice(userHome.length)}` : launcher;
  return text.replace(CALLED, /\s/.test(called) ? `'${launcher}'` : called);
}
