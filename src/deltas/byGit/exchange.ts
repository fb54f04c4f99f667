// What one sync has in hand: the two commits it compares with, the bytes it asked for, and what goes into the next commit.

import { AppError } from "../../base/index.ts";
import { blobId, type Carrier } from "../../store/index.ts";
import { type Deps, home } from "../records/deps.ts";
import { mindHere, newMindId } from "../workingCopy/identity.ts";
import { type Arrived, FORMAT_PATH, formatOf, readTree } from "./tree.ts";

export interface Exchange {
  /** null: the remote has nothing yet. */
  readonly theirs: Arrived | null;
  /** Which mind both are. */
  readonly mind: string;
  /** What becomes of each small file of a kind, on whichever side it is; one that cannot be carried does not stop the others. */
  carryEach<T extends { readonly bytes: Uint8Array }>(
    kind: "waiting" | "staging",
    mine: ReadonlyMap<string, T>,
    { pathOf, carry }: { pathOf: (name: string) => string; carry: (name: string, fate: Fate, here: T | null) => Promise<void> },
  ): Promise<void>;
  theirBytes(kind: "waiting" | "staging", name: string): Promise<Uint8Array>;
  bytesOf(oid: string): Promise<Uint8Array>;
  put(path: string, bytes: Uint8Array): void;
  drop(path: string): void;
  problem(document: string, error: AppError): void;
  readonly changes: { readonly put: ReadonlyMap<string, Uint8Array>; readonly drop: readonly string[] };
  readonly problems: readonly { readonly document: string; readonly error: AppError }[];
}

interface Commits {
  readonly theirs: string | null;
  readonly seen: string | null;
  readonly mayJoin: boolean;
}

export async function pack(deps: Deps, carrier: Carrier, commits: Commits): Promise<Exchange> {
  const read = async (commit: string | null) =>
    commit === null ? null : readTree(deps.environment, await carrier.entries(commit), carrier.shown);
  const theirs = await read(commits.theirs);
  const base = commits.seen === commits.theirs ? theirs : await read(commits.seen);
  const known = new Map<string, Uint8Array>();
  const bytesOf = async (oid: string): Promise<Uint8Array> => {
    const bytes = known.get(oid) ?? (await carrier.blobs([oid])).get(oid);
    if (bytes === undefined)
      throw new AppError("CARRIER", `${carrier.shown} does not give what it names`, { hint: "Nothing of it was taken; sync again." });
    known.set(oid, bytes);
    return bytes;
  };
  const put = new Map<string, Uint8Array>();
  const drop = new Set<string>();
  const problems = [...(theirs?.problems ?? [])];
  const none: ReadonlyMap<string, string> = new Map();
  const named = theirs?.format == null ? null : await mindThere(carrier, await bytesOf(theirs.format));
  const own = await mindHere(home(deps));
  if (own !== null && named !== null && named !== own && !commits.mayJoin) throw otherMind(carrier, { own, named });
  const mind = named ?? own ?? newMindId(deps);
  const exchange: Exchange = {
    theirs,
    mind,
    bytesOf,
    async carryEach(kind, mine, { pathOf, carry }) {
      const [before, there] = [base?.[kind] ?? none, theirs?.[kind] ?? none];
      for (const name of new Set([...mine.keys(), ...there.keys(), ...before.keys()])) {
        const here = mine.get(name) ?? null;
        const three = { base: before.get(name) ?? null, theirs: there.get(name) ?? null, mine: here === null ? null : blobId(here.bytes) };
        try {
          await carry(name, fateOf(three), here);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          exchange.problem(pathOf(name), error);
        }
      }
    },
    theirBytes: (kind, name) => bytesOf(theirs?.[kind].get(name) ?? ""),
    put: (path, bytes) => {
      const hint = "Remove it from the remote; nothing was sent in its place.";
      if (isTaken(theirs, path)) throw new AppError("BAD_PATH", "the remote has something else there", { file: path, hint });
      put.set(path, bytes);
    },
    drop: (path) => {
      if (theirs !== null) drop.add(path);
    },
    problem: (document, error) => problems.push({ document, error }),
    get changes() {
      return { put, drop: [...drop] };
    },
    problems,
  };
  if (named === null) exchange.put(FORMAT_PATH, new TextEncoder().encode(formatOf(mind)));
  return exchange;
}

/** A link, a submodule or a file where a folder must be, at the path or above or below it. */
function isTaken(theirs: Arrived | null, path: string): boolean {
  return [...(theirs?.taken ?? [])].some((taken) => taken === path || taken.startsWith(`${path}/`) || path.startsWith(`${taken}/`));
}

/** null: an earlier program wrote it, and gave it no id. */
async function mindThere(carrier: Carrier, bytes: Uint8Array): Promise<string | null> {
  const text = new TextDecoder().decode(bytes.subarray(0, 400));
  if (!/^\{"codicil":"mind","v":1[,}]/.test(text))
    throw new AppError("UNKNOWN_VERSION", `${carrier.shown} contains a mind of a newer Codicil, or none`, {
      file: FORMAT_PATH,
      hint: "Update Codicil on this machine; nothing was taken or sent.",
    });
  return /"mind":"(mind_[0-9a-f]{6,40})"/.exec(text)?.[1] ?? null;
}

function otherMind(carrier: Carrier, { own, named }: { readonly own: string; readonly named: string }): AppError {
  const why = `${carrier.shown} contains another mind (${named}) than this machine (${own}); nothing was sent or received`;
  const hint =
    "Was the remote replaced, or is it somebody else's? " +
    `To join both, run: codicil sync --with ${carrier.shown}. To stop using it: codicil sync --with off.`;
  return new AppError("OTHER_MIND", why, { file: FORMAT_PATH, hint });
}

/** What became of a small file, made, changed and removed as a whole, since both sides were the same. */
export type Fate = "same" | "bring" | "take out" | "send" | "drop" | "both";

/** Git's ids of the bytes; null: not there. */
interface Three {
  readonly base: string | null;
  readonly mine: string | null;
  readonly theirs: string | null;
}

/**
 * bring: theirs comes here · take out: they removed it, and it is untouched here · send: mine goes there · drop: removed here,
 * and untouched there · both: changed on both sides. A removal loses to a change.
 */
function fateOf({ base, mine, theirs }: Three): Fate {
  if (mine === theirs) return "same";
  if (mine === base) return theirs === null ? "take out" : "bring";
  if (theirs === base) return mine === null ? "drop" : "send";
  if (theirs === null) return "send";
  return mine === null ? "bring" : "both";
}
