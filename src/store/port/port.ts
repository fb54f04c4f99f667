// The port that every driver of a mind's storage implements (files, memory, Postgres, HTTP).
// One conformance suite (test/store/conformance.ts) runs over all of them.
//
// Promises (design.md, "The write path"):
//   P1 a reader sees the old or the new file, never a mix
//   P2 an acknowledged write or log line survives power loss
//   P4 a failed write leaves the target byte-identical and no visible temp file
//   P5 a log line is whole or absent
//   P6 no write outside the roots, through a link that leaves them, or to anything but a regular file
//
// Reading is open to every room. Writing is not on this interface: `writerOf(store)` in write.ts gives it,
// and an architecture test says who may import that file.

import type { PackedIndex } from "./packed.ts";
import type { SentLogs, SentPen } from "./sentLogs.ts";

/** Where a file of the mind is: below its home, below the project, or in the machine's own state. */
export type Root = "home" | "project" | "state";

export interface Place {
  readonly root: Root;
  /** Relative to the root, `/` between parts, no `.` or `..`, no leading or trailing slash. */
  readonly path: string;
  /** Of a log that belongs to a document: the root of that document. Where the one is in common, so is the other. */
  readonly beside?: Root;
}

export interface StoredFile {
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes: what compare-and-set compares. */
  readonly version: string;
  readonly modified: Date;
}

export interface LogRead {
  /** Whole lines without their newline, in order. */
  readonly lines: readonly string[];
  /** What is behind the last finished write: a line or batch that was never completed. Never part of `lines`. */
  readonly torn: string | null;
}

/** The last lines of a log. */
export interface LogEnd {
  readonly lines: readonly string[];
  /** These are all lines that it has. */
  readonly isWhole: boolean;
}

/** A log or a side file as bytes, for readers that cannot hold all of it. Its end is the one it had when it was opened. */
export interface OpenBytes {
  readonly size: number;
  /** Which file this is: another one after it was replaced, and another hour after it was written to. */
  readonly identity: string;
  readonly modified: number;
  /** Fills `target` from `position` on; answers how many bytes there were. */
  read(target: Uint8Array, position: number): number;
  close(): void;
}

export interface LockOptions {
  /** Tries after the first one. Default 3 (LW-71). */
  readonly retries?: number;
  /** First pause in ms; doubles each time up to `cap`, times a jitter of 0.5-1.5. Defaults 1000 and 10000. */
  readonly base?: number;
  readonly cap?: number;
}

/** What a lock attempt came to: the value of `run`, or the news that somebody else kept the lock. */
export type Locked<T> = { readonly kind: "done"; readonly value: T } | { readonly kind: "busy" };

/** On this machine alone; in common; or in common and last touched by somebody who may propose but not accept. */
export type Standing = "own" | "common" | "proposed";

/** Who last wrote a place, as the store that machines have in common says it. */
export interface Signature {
  /** Somebody who may propose but not accept. */
  readonly isProposed: boolean;
  /** The login, and the program that it used: `carl (psql)`. null: nobody is known. */
  readonly by: string | null;
}

/** What is wrong with a store that machines have in common, as far as this login sees it. */
/** Where a log in the database ended when this machine last checked it. */
export interface Head {
  /** As the database names it. */
  readonly root: string;
  readonly path: string;
  readonly line: number;
  /** Over that line and all before it. */
  readonly link: string;
  /** The newest mark there was. */
  readonly mark: number;
}

export interface Inspection {
  /** Lines of logs that are not what was entered. `what`: the line was changed, lines before it are gone, the log ends early. */
  readonly broken: readonly {
    readonly log: Place;
    readonly line: number;
    readonly what: "changed" | "gone" | "ends early";
    readonly login: string | null;
  }[];
  /** Logs that were rewritten or removed by the way that is meant for it, as `forget` does. */
  readonly marks: readonly { readonly log: Place; readonly what: "rewritten" | "removed"; readonly by: string; readonly at: Date }[];
  /** Heads that were given and are not there any more, though no mark says why. */
  readonly replaced: readonly { readonly log: Place; readonly head: Head }[];
  readonly heads: readonly Head[];
  /** What is missing of roles, grants and row security; null: nothing. */
  readonly missing: string | null;
}

export interface Store {
  /** For messages: the path a person would type, or a URL. */
  describe(place: Place): string;
  /** The real place behind links: two spellings of one file give one answer. It need not exist. Throws BAD_PATH. */
  canonical(place: Place): Promise<Place>;
  /** The name of the lock that stands for a file: the same from whichever root, link or project it is reached. */
  lockName(place: Place): Promise<string>;
  /** null when nothing is there. Throws NOT_A_FILE, TOO_LARGE, BAD_PATH, IO. */
  read(place: Place): Promise<StoredFile | null>;
  /** Files (never folders) directly below a folder, names sorted; [] when the folder is absent. */
  list(root: Root, folder: string): Promise<readonly string[]>;
  /** Every file below a root, as paths; unsorted. Only of drivers that can be moved to or from. */
  paths?(root: Root): Promise<readonly string[]>;
  readLog(place: Place): Promise<LogRead>;
  /** The last `count` lines (all of a shorter log), as far as the driver can without reading what is before them. */
  readLogEnd(place: Place, count: number): Promise<LogEnd>;
  /** Which of these entries some line of a ledger tells of (entryLines.ts). In a database this costs the same whatever the history. */
  entriesIn(place: Place, entries: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Only of drivers whose logs are files: a log of any size, to be read in parts. null when nothing is there. `alone`: of one that has
   * several files only the one of this name.
   */
  openLog?(place: Place, alone?: boolean): OpenBytes | null;
  /** Identity, size and time of a plain file, as `openLog` would say them, with one look and without opening it. null: it takes opening. */
  stampOf?(place: Place): string | null;
  /** Whether a place is in common, or came from other machines. Absent: on this machine alone. */
  standing?(place: Place): Promise<Standing>;
  /** Who last wrote a place that is in common; null: it is not, or nobody is known. */
  signer?(place: Place): Promise<string | null>;
  /** Who entered each change of a ledger, by the change's id, as the database says it. Only of changes that do not say so themselves. */
  signers?(log: Place): Promise<ReadonlyMap<string, string>>;
  /** Only of drivers with a disk: a side index that was kept with `writeIndex`. null when there is none that can be read. */
  openIndex?(name: string): OpenBytes | null;
  /**
   * Runs `run` while nobody else, in this or any process, holds `name`. The kernel (or the database) releases
   * the lock when the holder dies. It is never stolen from a holder that is only slow.
   */
  lock<T>(name: string, run: () => Promise<T>, options?: LockOptions): Promise<Locked<T>>;
  close(): Promise<void>;
}

/** Somebody, here or elsewhere, changed a document. `place` null: it is not known which. */
export interface ChangeNotice {
  readonly place: Place | null;
  readonly version: string | null;
  /** Name of the connection that did it. */
  readonly by: string | null;
}

export interface Listening {
  close(): Promise<void>;
}

/**
 * The jobs of a mind that several machines have in common. They are added and worked under one lock; so a job that
 * somebody else had begun was left by a machine that died, and is taken over.
 */
export interface Jobs {
  /** Throws STORE_DENIED where this login may not work them. */
  check(): Promise<void>;
  /** Queues jobs by their keys, each to be tried so often. One that is queued already or was given up stays as it is. */
  add(keys: readonly string[], tries: number): Promise<void>;
  /** Tries what is queued, each once; a job whose `run` throws waits for the next call. Answers the keys that were given up. */
  work(run: (key: string) => Promise<void>): Promise<readonly string[]>;
}

/** A store that several machines have in common. */
export interface SharedStore extends Store {
  /** The index of what is in common. */
  readonly packed: PackedIndex;
  /** Whether the caller runs under a lock of this store: then nothing else may stand in for it. */
  holds(): boolean;
  /** Whether anybody answers there, within so many ms. Throws STORE_DOWN. */
  reach(ms: number): Promise<void>;
  /** What the clock of the shared store says: machines may disagree, and entries are ordered by one clock. */
  now(): Promise<Date>;
  /** Who wrote there last. */
  signature(place: Place): Promise<Signature>;
  /** Asked of every line: for a check-up. */
  inspect(seen?: readonly Head[]): Promise<Inspection>;
  /** Every document below a root with its version. */
  versions(root: Root): Promise<ReadonlyMap<string, string>>;
  readonly jobs: Jobs;
  /** Tells of changes until it is closed; a notice is a reason to look, never the news itself. */
  listen(heard: (notice: ChangeNotice) => void): Promise<Listening>;
  /** Logs that each machine writes by itself and sends: sessions, verdicts. */
  readonly sent: SentLogs;
}

/** What is to become a file, and need not fit into memory. */
export interface Source {
  readonly size: number;
  readonly sha256: string;
  /** From the first byte on. Each part is good until the next one is asked for. Throws at the end where it is not what `sha256` says. */
  parts(): Iterable<Uint8Array>;
}

export type WriteOutcome =
  | { readonly kind: "written"; readonly version: string }
  /** The file was not what the caller had read; nothing was changed. */
  | { readonly kind: "stale"; readonly actual: string | null };

export interface CommitOutcome {
  readonly kind: "committed" | "stale";
  readonly version: string | null;
}

export interface AppendOptions {
  readonly wholeTo?: number;
  readonly plain?: true;
  readonly later?: ((file: number) => void) | undefined;
}

/**
 * The writing half. Callers hold the lock of what they write; a log shared by several documents needs a lock of its
 * own around append, commit and recover, because a torn tail is cut off and must not be somebody's write in progress.
 */
export interface Writer {
  /** Compare-and-set: `expect` is the version read before, null for "must be absent". */
  write(place: Place, bytes: Uint8Array, expect: string | null): Promise<WriteOutcome>;
  /**
   * The same from a source, where files are. `isSwept`: the caller has written into this folder just before, so that nothing that a
   * crash left is looked for again.
   */
  bring?(place: Place, source: Source, expect: string | null, isSwept: boolean): Promise<WriteOutcome>;
  /** Removes a file if it still has that version. An absent file counts as removed. */
  remove(place: Place, expect: string): Promise<WriteOutcome | { readonly kind: "removed" }>;
  /**
   * Appends whole lines, durably, in one write. A torn tail left by a crash is cut off first and kept aside. Lines
   * that hold a line break, or begin like the store's own (`{"codicil":"`), are refused with BAD_INPUT.
   * `wholeTo`: the caller reads this log in parts, holds its lock, and has found whole lines up to this byte; then only
   * what is behind it is looked at, and the log may grow beyond what `readLog` takes.
   * `plain`: it has no lines of the store's own, so that what is before the last line break is whole.
   * `later`: is given the written file instead of a sync here, and has it synced and closed; a store without files syncs itself.
   */
  append(place: Place, lines: readonly string[], options?: AppendOptions): Promise<void>;
  /** Keeps a side index: whole or not at all, but not synced, because it is never the truth. False where it cannot be kept. */
  writeIndex?(name: string, parts: readonly Uint8Array[]): boolean;
  /**
   * Both or neither: the document becomes `bytes` (null: is removed) and `lines` are at the end of `log`.
   * After a crash at any point the next `recover(log)` decides which of the two happened: a batch of
   * lines whose document never changed is voided and readLog no longer shows it.
   */
  commit(change: {
    readonly place: Place;
    readonly expect: string | null;
    readonly bytes: Uint8Array | null;
    readonly log: Place;
    readonly lines: readonly string[];
  }): Promise<CommitOutcome>;
  /**
   * Settles what a crash left between document and log, and removes temp files of the documents that the log names
   * and of `document` (whose first commit may have died before the log had its name). Callers hold the document's
   * lock and call this before they read what they mean to commit.
   */
  recover(log: Place, document?: Place): Promise<void>;
  /** Rewrites a log (`forget`, and a sync that puts the lines of several machines into one order: history is otherwise append-only). */
  rewriteLog(place: Place, lines: Iterable<string>): Promise<void>;
  /** Only of a store that machines have in common. */
  readonly sent?: SentPen;
}
