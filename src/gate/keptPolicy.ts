// The compiled policy, kept between calls of a program that starts anew for each. A cache is believed only where every
// text it was made from is, byte for byte, what is on disk now, where this very build made it, and where its rules
// are what was written: anything else is compiled again. It cannot loosen the built-in red lines, which are code; and
// whoever could write it could as well write the keys beside it, which is why the gate lets no call into the state.

import type { CompiledAt } from "./compileAt.ts";
import { objectIn } from "../base/index.ts";
import type { InstructionFile } from "../knowledge/discovery.ts";
import { layoutOf } from "../knowledge/layouts.ts";
import type { Whereabouts } from "../knowledge/index.ts";
import type { ContextProfile, GuardMode, Policy } from "../policy/judging.ts";
import type { Profile, ProposedMode, Remote } from "../schema/index.ts";
import { type DiskFacts, diskFacts, INSTRUCTIONS_LIMIT, readSmallText } from "../store/onDisk.ts";
import type { Deadline } from "./kept/deadline.ts";
import { type Finding, instructionFilesAt, searchAgain } from "./kept/instructionFiles.ts";
import { folderName, keep, type NameOfPolicy, policyName, policyOfFolder, readKept, settingsName, sumOf } from "./kept/keptNotes.ts";
import { isMovable, isNear, moved, pathBelow } from "./kept/moving.ts";
import { isSame, rootOf, type SettlingTexts, settlingTexts } from "./kept/settlingTexts.ts";

/** Set by the build: caches of another build are not read, and the source keeps none. */
export const BUILD = (globalThis as { CODICIL_BUILD?: string }).CODICIL_BUILD ?? null;

/** What config.yaml says about where instructions are; kept apart, so that a new folder can look for its files. */
interface Settings {
  readonly build: string;
  readonly config: string | null;
  readonly profile: Profile;
  readonly finding: Finding;
}

interface CachedPolicy extends Settings, Pick<CompiledAt, "mode" | "context" | "proposed" | "remotes"> {
  /** The project it was compiled in. */
  readonly root: string;
  /** Says the same in any folder near that one. */
  readonly movable: boolean;
  /** null: it could not be read as text, and still cannot. */
  readonly files: readonly { readonly path: string; readonly text: string | null }[];
  /** Decisions and evidence that its readings were settled by. */
  readonly settling: SettlingTexts;
  /** The policy as JSON, and its sum. */
  readonly policy: string;
  readonly sum: string;
}

export interface PolicyNow {
  readonly policy: Policy;
  /** Of its rules, wherever they hold. */
  readonly sum: string;
  /** config.yaml's guard_mode. */
  readonly mode: GuardMode;
  /** config.yaml's gate.profile and risk.profile. */
  readonly profile: ContextProfile;
  /** config.yaml's. Where it is `hold`, the policy holds what is proposed already. */
  readonly proposed: ProposedMode;
  /** config.yaml's, where the keys of other servers come from: they are known as secrets. */
  readonly remotes: readonly Remote[];
}

/** A cache that was made from exactly what is on disk now. Its rules are read when somebody wants them. */
export interface KeptPolicy {
  /** Changes with the build, the rules, the mode and the place. */
  readonly identity: string;
  readonly sum: string;
  /** null: the rules are damaged. */
  load(): PolicyNow | null;
}

/** The policy that applies now: the kept one, or where that is stale one that is compiled now. */
export async function policyAt(where: Whereabouts, deadline: Deadline, kept: KeptPolicy | null = keptPolicy(where)): Promise<PolicyNow> {
  return kept?.load() ?? compileAndKeep(where, deadline);
}

/** For programs that stay: what was read from the cache last, by mind and directory, which its identity names; the oldest go. */
const MOST_IN_MEMORY = 16;
const inMemory = new Map<string, { readonly cached: CachedPolicy; readonly kept: KeptPolicy; readonly files: () => InstructionFile[] }>();

/** null: there is no cache that holds now. */
export function keptPolicy(where: Whereabouts): KeptPolicy | null {
  const here = JSON.stringify(where);
  const known = inMemory.get(here);
  if (known !== undefined && isCurrent(known.cached, where, known.files)) return known.kept;
  inMemory.delete(here);
  if (BUILD === null) return null;
  const named = policyOfFolder(where);
  const cached = (named === null ? null : currentOf(named, where)) ?? byContent(where);
  if (cached === null) return null;
  const kept = keptFrom(cached, where);
  const [oldest] = inMemory.size >= MOST_IN_MEMORY ? inMemory.keys() : [];
  if (oldest !== undefined) inMemory.delete(oldest);
  inMemory.set(here, { cached, kept, files: searchAgain((facts) => filesOf(cached, where, facts), diskFacts) });
  return kept;
}

/** The policy of that name, where it was made from what is on disk now. */
function currentOf(name: string, where: Whereabouts): CachedPolicy | null {
  const cached = objectIn(readKept(where.state, name)) as CachedPolicy | null;
  try {
    return cached !== null && isCurrent(cached, where) ? cached : null;
  } catch {
    // Damaged: it is compiled again, and the next writer replaces it.
    return null;
  }
}

/** The policy that another folder with the same texts made; from now on this folder's note names it. */
function byContent(where: Whereabouts): CachedPolicy | null {
  const config = configText(where);
  const settings = objectIn(readKept(where.state, settingsName(config))) as Settings | null;
  if (settings === null || settings.build !== BUILD || settings.config !== config) return null;
  const files = filesOf(settings, where, diskFacts).map(({ path }) => ({ path, text: readSmallText(path, INSTRUCTIONS_LIMIT) }));
  for (const name of namesOf(where, { config, settling: settlingTexts(where), files })) {
    const cached = currentOf(name, where);
    if (cached === null) continue;
    keep(where.state, [[folderName(where), name]]);
    return cached;
  }
  return null;
}

/** By what it is made from; the second one for a policy that holds for this project's folder only. */
function namesOf(where: Whereabouts, { config, settling, files }: Pick<CachedPolicy, "config" | "settling" | "files">): NameOfPolicy[] {
  const root = rootOf(where);
  const content = JSON.stringify([BUILD, config, settling, files.map(({ path, text }) => [pathBelow(root, path), text])]);
  return [policyName(content), policyName(`${content}\n${root}`)];
}

function keptFrom(cached: CachedPolicy, where: Whereabouts): KeptPolicy {
  const { build, root, sum, mode, context, proposed, remotes } = cached;
  let now: PolicyNow | null | undefined;
  const load = (): PolicyNow | null => {
    const policy = sum === sumOf(cached.policy) ? (objectIn(cached.policy) as Policy | null) : null;
    const here = policy === null ? null : moved(policy, root, rootOf(where));
    return here === null ? null : { policy: here, sum, mode, profile: context, proposed, remotes };
  };
  return {
    sum,
    identity: `${build} ${sum} ${mode} ${JSON.stringify([context, where])}`,
    load: () => (now === undefined ? (now = load()) : now),
  };
}

/** Whether this build made it from exactly the texts that are on disk now, for this project or one that it can be moved to. */
function isCurrent(cached: CachedPolicy, where: Whereabouts, filesNow = () => filesOf(cached, where, diskFacts)): boolean {
  const root = rootOf(where);
  if (cached.build !== BUILD || cached.config !== configText(where)) return false;
  if (cached.root !== root && !(cached.movable && isNear(cached.root, root))) return false;
  if (!isSame(cached.settling, settlingTexts(where))) return false;
  const files = filesNow();
  return (
    files.length === cached.files.length &&
    files.every(({ path }, index) => {
      const then = cached.files[index] as CachedPolicy["files"][number];
      return pathBelow(root, path) === pathBelow(cached.root, then.path) && readSmallText(path, INSTRUCTIONS_LIMIT) === then.text;
    })
  );
}

function filesOf({ profile, finding }: Pick<Settings, "profile" | "finding">, where: Whereabouts, facts: DiskFacts): InstructionFile[] {
  return instructionFilesAt(where, layoutFor(where, profile, facts), facts, finding);
}

async function compileAndKeep(where: Whereabouts, deadline: Deadline): Promise<PolicyNow> {
  const { compileAt, notesOfFiles } = await import("./compiling.ts");
  const config = configText(where);
  const settling = settlingTexts(where);
  const made = await compileAt(where, { config, settling }, deadline);
  const { profile, finding, mode, context, proposed, remotes, files } = made;
  // The gate wants the rules; what the report says about each clause, and the hash, stay out.
  const policy: Policy = { ...made.policy, files: [], hash: "" };
  const text = JSON.stringify(policy);
  const sum = sumOf(text);
  // What could not be read in time is tried again: the machine may have been busy.
  if (BUILD !== null && policy.unread === undefined) {
    const root = rootOf(where);
    const texts = [...files.map(({ text: of }) => of ?? ""), settling.lock ?? "", settling.log, made.evidence];
    const movable = isMovable(root, texts);
    const shared = { build: BUILD, config, profile, finding };
    const cached: CachedPolicy = { ...shared, root, movable, mode, context, proposed, remotes, files, settling, policy: text, sum };
    const [anywhere, here] = namesOf(where, cached) as [NameOfPolicy, NameOfPolicy];
    const name = movable ? anywhere : here;
    keep(where.state, [
      [settingsName(config), shared satisfies Settings],
      [name, cached],
      [folderName(where), name],
      ...notesOfFiles(BUILD, files, made.compiled),
    ]);
  }
  return { policy, sum, mode, profile: context, proposed, remotes };
}

export function configText(where: Pick<Whereabouts, "home">): string | null {
  return readSmallText(`${where.home}/last-word/config.yaml`);
}

export function layoutFor(where: Whereabouts, profile: Profile, facts = diskFacts) {
  return layoutOf(profile, (path) => facts.lstat(`${where.home}/${path}`) !== null);
}
