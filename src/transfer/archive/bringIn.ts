// A mind from elsewhere comes in: data, never power. Everything was checked before; here it is sorted, what is here is put
// away, and then it is written. The receipt says what came, what did not and why, and what would run once it is trusted.

import { AppError, stamp, orNull } from "../../base/index.ts";
import {
  type Arriving,
  planRestore,
  type Restored,
  restoreFiles,
  disarmJournal,
  disarmPending,
  disarmStaged,
  disarmVerdicts,
  type Disarmed,
  mergeAnswers,
} from "../../deltas/index.ts";
import { bytesOf, type Source, sourceOf, type Spool } from "../../store/index.ts";
import type { Mind } from "../../mind/open.ts";
import type { Arrived } from "./archive.ts";
import type { LeftOut } from "./archivedFiles.ts";
import { canExecute, isInstruction, judgeFile, type Kind, RESTORED_MARK } from "../../sharing/power.ts";
import { type Config, DEFAULT_CONFIG, dropTopLevelKey, readConfig, writeDefaultConfig } from "../../schema/index.ts";

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

interface BringOptions {
  /** For what is not written as it came. */
  readonly spool: Spool;
  readonly over: boolean;
  putAway(file: string): Promise<unknown>;
}

/** Nothing is overwritten unless `over`, and then what is there is put away first. */
export async function bringIn(mind: Mind, arrived: readonly Arrived[], { spool, over, putAway }: BringOptions): Promise<Brought> {
  if (mind.common !== null)
    throw new AppError("BAD_CONFIG", "this mind is in a database, where other machines use it", {
      hint: "Nothing was written. codicil move --to files, bring it in, and move it again.",
    });
  const { files, left, waiting } = await sortOut(mind, arrived, spool);
  const planned = await planRestore(mind.deps, files);
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
  await restoreFiles(mind.deps, await planRestore(mind.deps, [...hooks, ...skills].map(markFor)));
  const isAsPlanned = saved === undefined && hooks.length + skills.length === 0;
  const done = isAsPlanned ? planned : await planRestore(mind.deps, files);
  await restoreFiles(mind.deps, done);
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

async function sortOut(mind: Mind, arrived: readonly Arrived[], spool: Spool): Promise<Sorted> {
  const files: Arriving[] = [];
  const left: LeftOut[] = [];
  const waiting = new Map<string, number>();
  for (const each of arrived) {
    const { root, path } = each;
    const judged = judgeFile(root, path);
    if (judged.kind === "power") left.push({ file: `${root}/${path}`, why: judged.why });
    else if (judged.kind === "config") files.push(...(await settings(mind, each, left)));
    else if (judged.kind === "data" || judged.kind === "hook" || judged.kind === "skill") files.push(asItCame(each));
    else {
      const disarmed = await disarm(mind, each, judged.kind, spool);
      if (disarmed === null) left.push({ file: `${root}/${path}`, why: "it cannot be read, so what it would change is unknown" });
      else {
        waiting.set(`${root}/${path}`, disarmed.waiting);
        files.push({ root, path, came: each.sha256, source: disarmed.source });
      }
    }
  }
  return { files, left, waiting };
}

function asItCame({ root, path, ...source }: Pick<Arrived, "root" | "path"> & Source): Arriving {
  return { root, path, came: source.sha256, source };
}

/** null: it cannot be read. */
async function disarm(
  mind: Mind,
  file: Arrived,
  kind: Kind,
  spool: Spool,
): Promise<{ readonly source: Source; readonly waiting: number } | null> {
  if (kind === "verdicts") {
    const source = await orNull(spool.put(disarmVerdicts(file.parts(), file.path)));
    return source === null ? null : { source, waiting: 0 };
  }
  const disarmed = await disarmText(mind, file, kind, new TextDecoder().decode(bytesOf(file)));
  return disarmed === null ? null : { source: await spool.put([disarmed.bytes]), waiting: disarmed.waiting };
}

async function disarmText(mind: Mind, { root, path }: Arrived, kind: Kind, text: string): Promise<Disarmed | null> {
  if (kind === "pending") return disarmPending(text, path);
  if (kind === "staging") return disarmStaged(text, path);
  return kind === "journal" ? disarmJournal(text) : mergeAnswers((await textAt(mind, root, path)) ?? "", text);
}

/** config.yaml with what it may bring; as it came it lies beside, for the person to compare. */
async function settings(mind: Mind, file: Arrived, left: LeftOut[]): Promise<Arriving[]> {
  const { root, path } = file;
  const sorted = await sortSettings(new TextDecoder().decode(bytesOf(file)), await textAt(mind, root, path));
  if (sorted.left.length === 0) return [asItCame(file)];
  left.push({ file: `${root}/${path}`, why: `not taken: ${sorted.left.join(", ")}; the whole file is in ${path}.restored` });
  const beside = asItCame({ ...file, path: `${path}.restored` });
  return sorted.text === null ? [beside] : [beside, asItCame({ root, path, ...sourceOf(new TextEncoder().encode(sorted.text)) })];
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
  return asItCame({ root: "home", path: `${folder}/${RESTORED_MARK}`, ...sourceOf(new TextEncoder().encode(text)) });
}

// config.yaml from elsewhere. Some keys give power: they name servers that get the person's keys and words, loosen the
// gate, or let agents write without asking. For these, what this machine has stays.
const SERVERS = ["remotes", "store", "send", "carrier", "recall", "model", "models"] as const;
const LOOSENING = ["guard_mode", "gate", "risk", "proposed", "unattended", "commit", "confirm", "agents", "heartbeat"] as const;
const POWERFUL = [...SERVERS, ...LOOSENING];

interface SortedSettings {
  /** Keys that differ from what this machine has, and are not taken. */
  readonly left: readonly string[];
  /** What may be written as config.yaml; null: what is here stays. */
  readonly text: string | null;
}

/** `present` is null where this machine has no config.yaml yet. */
async function sortSettings(text: string, present: string | null): Promise<SortedSettings> {
  const theirs = await readOrNull(text);
  if (theirs === null) return { left: ["everything, because it cannot be read"], text: null };
  const ours = await readOrNull(present ?? "");
  const left = POWERFUL.filter((key) => JSON.stringify(theirs[key]) !== JSON.stringify(ours?.[key]));
  if (left.length === 0) return { left, text };
  // Where this machine has settled something of its own, its file stays as a whole: two files are not mixed.
  const isOwn = ours === null || POWERFUL.some((key) => JSON.stringify(ours[key]) !== JSON.stringify(DEFAULT_CONFIG[key]));
  return { left, text: isOwn ? null : await withoutPowers(text, theirs) };
}

async function withoutPowers(text: string, config: Config): Promise<string> {
  try {
    let rest = text;
    for (const key of POWERFUL) rest = await dropTopLevelKey(rest, key);
    return rest;
  } catch (error) {
    // A key of several lines cannot be cut out of a person's text; which file plays which role must not get lost.
    if (!(error instanceof AppError)) throw error;
    return writeDefaultConfig(config.profile);
  }
}

async function readOrNull(text: string): Promise<Config | null> {
  try {
    return await readConfig(text, "config.yaml");
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Not readable: nothing of it can be judged, so nothing of it is taken.
    return null;
  }
}
