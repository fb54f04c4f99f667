// A mind from elsewhere comes in: data, never power. Everything was checked before; here it is sorted, what is here is put
// away, and then it is written. The receipt says what came, what did not and why, and what would run once it is trusted.

import { AppError, stamp } from "../../base/index.ts";
import { type Arriving, type Restored, restoreFiles } from "../../deltas/index.ts";
import { disarmJournal, disarmPending, disarmStaged, disarmVerdicts, type Disarmed, mergeAnswers } from "../../deltas/index.ts";
import type { Mind } from "../../mind/open.ts";
import type { Arrived } from "./archive.ts";
import type { LeftOut } from "./files.ts";
import { refused } from "./manifest.ts";
import { canExecute, isInstruction, judgeFile, type Kind, RESTORED_MARK } from "../../sharing/power.ts";
import { sortSettings } from "./settings.ts";

export interface Brought {
  readonly written: number;
  readonly same: number;
  /** The backup of what was replaced. */
  readonly saved?: string;
  /** What was not taken, and why. */
  readonly left: readonly LeftOut[];
  /** Hooks that came, or came changed: they do not run until a person trusts them. */
  readonly untrusted: readonly string[];
  /** Files that came and that somebody could run. */
  readonly executes: readonly string[];
  /** Rules, identity and skills that came, or came changed. */
  readonly instructions: readonly string[];
  /** Entries that were pending there and need your approval here. */
  readonly waiting: number;
}

export interface BringOptions {
  readonly over: boolean;
  putAway(file: string): Promise<unknown>;
}

/** Nothing is overwritten unless `over`, and then what is there is put away first. */
export async function bringIn(mind: Mind, arrived: readonly Arrived[], { over, putAway }: BringOptions): Promise<Brought> {
  if (mind.common !== null)
    throw new AppError("BAD_CONFIG", "this mind is in a database, where other machines use it", {
      hint: "Nothing was written. codicil move --to files, bring it in, and move it again.",
    });
  const { files, left, waiting } = await sortOut(mind, arrived);
  const planned = await restoreFiles(mind.deps, files, { dryRun: true });
  const changing = planned.filter(({ outcome }) => outcome !== "same");
  const replaced = planned.filter(({ outcome }) => outcome === "replaced").length;
  let saved: string | undefined;
  if (replaced > 0) {
    if (!over)
      throw new AppError("ALREADY_EXISTS", `${replaced} files differ from what is there`, {
        file: mind.where.home,
        hint: "Nothing was written. --over backs up what is there and then replaces it.",
      });
    saved = `${mind.where.home}-before-restore-${stamp(mind.deps.clock.now())}.tar.gz`;
    await putAway(saved);
  }
  const [hooks, skills] = [foldersOf("hook", changing), foldersOf("skill", changing)];
  // The marks first: a crash in between leaves no hook that runs.
  await restoreFiles(mind.deps, [...hooks, ...skills].map(markFor), { dryRun: false });
  const done = await restoreFiles(mind.deps, files, { dryRun: false });
  const changed = changing.flatMap(({ root, path }) => (root === "home" ? [path] : []));
  const same = done.filter(({ outcome }) => outcome === "same").length;
  return {
    written: done.length - same,
    same,
    ...(saved === undefined ? {} : { saved }),
    left,
    untrusted: hooks.map((folder) => folder.slice(folder.indexOf("/") + 1)),
    executes: changed.filter(canExecute),
    instructions: changed.filter(isInstruction),
    waiting: changing.reduce((sum, { root, path }) => sum + (waiting.get(`${root}/${path}`) ?? 0), 0),
  };
}

interface Sorted {
  readonly files: readonly Arriving[];
  readonly left: readonly LeftOut[];
  readonly waiting: ReadonlyMap<string, number>;
}

async function sortOut(mind: Mind, arrived: readonly Arrived[]): Promise<Sorted> {
  const files: Arriving[] = [];
  const left: LeftOut[] = [];
  const waiting = new Map<string, number>();
  for (const each of arrived) {
    const { root, path, read } = each;
    const judged = judgeFile(root, path);
    if (judged.kind === "power") left.push({ file: `${root}/${path}`, why: judged.why });
    else if (judged.kind === "config") files.push(...(await settings(mind, each, left)));
    else if (judged.kind === "data" || judged.kind === "hook" || judged.kind === "skill") files.push(asItCame(each));
    else {
      const text = new TextDecoder().decode(read());
      const disarmed = await disarm(mind, { kind: judged.kind, root, path, text });
      if (disarmed === null) left.push({ file: `${root}/${path}`, why: "it cannot be read, so what it would change is unknown" });
      else {
        waiting.set(`${root}/${path}`, disarmed.waiting);
        files.push({ root, path, load: () => disarmedAgain(mind, each, judged.kind) });
      }
    }
  }
  return { files, left, waiting };
}

/** Made again when it is written: what was made for the count is not held for all files at once. */
async function disarmedAgain(mind: Mind, { root, path, read }: Arrived, kind: Kind): Promise<{ came: Uint8Array; bytes: Uint8Array }> {
  const came = read();
  const disarmed = await disarm(mind, { kind, root, path, text: new TextDecoder().decode(came) });
  if (disarmed === null) throw refused(`${root}/${path}`, "it changed while it was being imported");
  return { came, bytes: disarmed.bytes };
}

function asItCame({ root, path, read }: Pick<Arrived, "root" | "path" | "read">): Arriving {
  return {
    root,
    path,
    load: async () => {
      const bytes = read();
      return { came: bytes, bytes };
    },
  };
}

type Judgeable = Pick<Arrived, "root" | "path"> & { readonly kind: Kind; readonly text: string };

async function disarm(mind: Mind, { kind, root, path, text }: Judgeable): Promise<Disarmed | null> {
  if (kind === "pending") return disarmPending(text, path);
  if (kind === "staging") return disarmStaged(text, path);
  if (kind === "journal") return disarmJournal(text);
  return kind === "verdicts" ? disarmVerdicts(text) : mergeAnswers((await textAt(mind, root, path)) ?? "", text);
}

/** config.yaml with what it may bring; as it came it lies beside, for the person to compare. */
async function settings(mind: Mind, { root, path, read }: Arrived, left: LeftOut[]): Promise<Arriving[]> {
  const came = read();
  const sorted = await sortSettings(new TextDecoder().decode(came), await textAt(mind, root, path));
  if (sorted.left.length === 0) return [asItCame({ root, path, read })];
  left.push({ file: `${root}/${path}`, why: `not taken: ${sorted.left.join(", ")}; the whole file is in ${path}.restored` });
  const bytes = sorted.text === null ? null : new TextEncoder().encode(sorted.text);
  const beside = asItCame({ root, path: `${path}.restored`, read });
  return bytes === null ? [beside] : [beside, asItCame({ root, path, read: () => bytes })];
}

async function textAt(mind: Mind, root: "home" | "state", path: string): Promise<string | null> {
  const stored = await mind.deps.storeFor(mind.where.project).read({ root, path });
  return stored === null ? null : new TextDecoder().decode(stored.bytes);
}

function foldersOf(kind: "hook" | "skill", changing: readonly Restored[]): string[] {
  const files = changing.filter(({ root, path }) => root === "home" && judgeFile(root, path).kind === kind);
  return [...new Set(files.map(({ path }) => path.split("/").slice(0, 2).join("/")))];
}

function markFor(folder: string): Arriving {
  const text = "This came with a backup or a bundle. A hook does not run until you trust it: codicil hooks trust NAME.\n";
  return asItCame({ root: "home", path: `${folder}/${RESTORED_MARK}`, read: () => new TextEncoder().encode(text) });
}
