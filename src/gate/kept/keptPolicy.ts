// The compiled policy, kept between calls of a program that starts anew for each. A cache is believed only where every
// text it was made from is, byte for byte, what stands on disk now, where this very build made it, and where its rules
// are what was written: anything else is compiled again. It cannot loosen the built-in red lines, which are code; and
// whoever could write it could as well write the keys beside it, which is why the gate lets no call into the state.

import { layoutOf, type Whereabouts } from "../../knowledge/index.ts";
import type { ContextProfile, GuardMode, Policy } from "../../policy/judging.ts";
import type { Profile, ProposedMode, Remote } from "../../schema/index.ts";
import { diskFacts, INSTRUCTIONS_LIMIT, readNote, readSmallText, writeNote } from "../../store/index.ts";
import type { Deadline } from "../deadline.ts";
import { type Finding, instructionFilesAt } from "./instructionFiles.ts";
import { isSame, type SettlingTexts, settlingTexts } from "./settlingTexts.ts";

/** Set by the build: caches of another build are not read, and the source keeps none. */
const BUILD = (globalThis as { CODICIL_BUILD?: string }).CODICIL_BUILD ?? null;

interface CachedPolicy {
  readonly build: string;
  readonly where: Whereabouts;
  readonly config: string | null;
  readonly profile: Profile;
  readonly finding: Finding;
  readonly mode: GuardMode;
  readonly context: ContextProfile;
  readonly proposed: ProposedMode;
  readonly remotes: readonly Remote[];
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
  /** config.yaml's guard_mode. */
  readonly mode: GuardMode;
  /** config.yaml's gate.profile and risk.profile. */
  readonly profile: ContextProfile;
  /** config.yaml's. Where it is `hold`, the policy holds what is proposed already. */
  readonly proposed: ProposedMode;
  /** config.yaml's, where the keys of other servers come from: they are known as secrets. */
  readonly remotes: readonly Remote[];
}

/** A cache that was made from exactly what stands on disk now. Its rules are read when somebody wants them. */
export interface KeptPolicy {
  /** Changes with the build, the rules, the mode and the place. */
  readonly identity: string;
  /** null: the rules are damaged. */
  load(): PolicyNow | null;
}

/** The policy that applies now: the kept one, or where that is stale one that is compiled now. */
export async function policyAt(where: Whereabouts, deadline: Deadline, kept: KeptPolicy | null = keptPolicy(where)): Promise<PolicyNow> {
  return kept?.load() ?? compileAndKeep(where, deadline);
}

/** For programs that stay: what was read from the cache last, by directory. */
const inMemory = new Map<string, { readonly cached: CachedPolicy; readonly kept: KeptPolicy }>();

/** null: there is no cache that holds now. */
export function keptPolicy(where: Whereabouts): KeptPolicy | null {
  const known = inMemory.get(where.cwd);
  if (known !== undefined && isCurrent(known.cached, where)) return known.kept;
  inMemory.delete(where.cwd);
  const text = BUILD === null ? null : readNote(where.state, nameFor(where));
  if (text === null) return null;
  try {
    const cached = JSON.parse(text) as CachedPolicy;
    if (!isCurrent(cached, where)) return null;
    const kept = keptFrom(cached);
    inMemory.set(where.cwd, { cached, kept });
    return kept;
  } catch {
    // Damaged: it is compiled again, and the next writer replaces it.
    return null;
  }
}

function keptFrom(cached: CachedPolicy): KeptPolicy {
  const { build, where, sum, mode, context, proposed, remotes } = cached;
  let now: PolicyNow | null | undefined;
  const load = (): PolicyNow | null => {
    if (sum !== sumOf(cached.policy)) return null;
    try {
      return { policy: JSON.parse(cached.policy) as Policy, mode, profile: context, proposed, remotes };
    } catch {
      // Damaged where the sum does not see it: compiled again.
      return null;
    }
  };
  return {
    identity: `${build} ${sum} ${mode} ${JSON.stringify([context, where])}`,
    load: () => (now === undefined ? (now = load()) : now),
  };
}

/** Whether this build made it from exactly the texts that stand on disk now. */
function isCurrent(cached: CachedPolicy, where: Whereabouts): boolean {
  if (cached.build !== BUILD || JSON.stringify(cached.where) !== JSON.stringify(where) || cached.config !== configText(where)) return false;
  if (!isSame(cached.settling, settlingTexts(where))) return false;
  const files = instructionFilesAt(where, layoutFor(where, cached.profile), diskFacts, cached.finding);
  return (
    files.length === cached.files.length &&
    files.every(
      ({ path }, index) => path === cached.files[index]?.path && readSmallText(path, INSTRUCTIONS_LIMIT) === cached.files[index].text,
    )
  );
}

async function compileAndKeep(where: Whereabouts, deadline: Deadline): Promise<PolicyNow> {
  const { compileAt } = await import("../compiling.ts");
  const config = configText(where);
  const settling = settlingTexts(where);
  const { policy, profile, finding, mode, context, proposed, remotes, files } = await compileAt(where, { config, settling }, deadline);
  // What could not be read in time is tried again: the machine may have been busy.
  if (BUILD !== null && policy.unread === undefined) {
    // The gate wants the rules; what the report says about each clause stays out.
    const slim: Policy = { ...policy, files: [] };
    const text = JSON.stringify(slim);
    const cached: CachedPolicy = {
      build: BUILD,
      where,
      config,
      profile,
      finding,
      mode,
      context,
      proposed,
      remotes,
      files,
      settling,
      policy: text,
      sum: sumOf(text),
    };
    try {
      writeNote(where.state, nameFor(where), JSON.stringify(cached));
    } catch {
      // No room or no right to write: the next call compiles again, which is slower and no less right.
    }
  }
  return { policy, mode, profile: context, proposed, remotes };
}

export function configText(where: Whereabouts): string | null {
  return readSmallText(`${where.home}/last-word/config.yaml`);
}

export function layoutFor(where: Whereabouts, profile: Profile) {
  return layoutOf(profile, (path) => diskFacts.lstat(`${where.home}/${path}`) !== null);
}

function nameFor({ cwd }: Whereabouts): string {
  return `cache/policy-${sumOf(cwd)}.json`;
}

/** 53 bits that tell damage. SHA-256 would cost a fifth of an empty start, and would hold no more against a forger. */
function sumOf(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}
