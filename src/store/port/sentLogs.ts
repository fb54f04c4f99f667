// Logs that machines send to the store they have in common: the events of sessions, and the gate's verdicts. Each has one
// machine that writes it, on its own disk, and belongs to the login that sent it. Here it can only grow; what `forget`
// takes out is the one exception.

export type SentKind = "session" | "verdicts";

/** How far a log was sent, as its machine counts: lines, bytes on its disk, and a hash over those bytes. */
export interface Mark {
  readonly count: number;
  readonly origin: string;
  readonly bytes: number;
}

export const NOTHING_SENT: Mark = { count: 0, origin: "", bytes: 0 };

/** As the store keeps it. */
export interface SentMark extends Mark {
  /** A text was taken out of the lines there that its machine may still have. */
  readonly isAmended: boolean;
}

export interface SentLog extends SentMark {
  readonly id: string;
  readonly kind: SentKind;
  readonly name: string;
  readonly login: string;
  /** The one that writes it: its lasting name, and the one that people know. */
  readonly device: string;
  readonly machine: string;
  /** Over the lines as they are in the store. */
  readonly chain: string;
  /** What a list says of it; null: nothing. */
  readonly about: unknown;
}

export interface SentLine {
  readonly n: number;
  readonly line: string;
}

/** The reading half. A login sees its own; maintainers also others' verdicts. */
export interface SentLogs {
  /** How far this login's logs of one device were sent, by name. */
  marks(kind: SentKind, device: string): Promise<ReadonlyMap<string, SentMark>>;
  /** This login's, newest first; of all devices, or of all but one. */
  list(kind: SentKind, options?: { readonly notOf?: string; readonly limit?: number }): Promise<readonly SentLog[]>;
  count(kind: SentKind, options: { readonly notOf: string }): Promise<number>;
  /** This login's of that name, the longest first: two machines may have one after a restored backup. */
  named(kind: SentKind, name: string): Promise<readonly SentLog[]>;
  /** The lines behind line `after`, in order, so many bytes of them and a little more; never behind `through`. */
  read(log: SentLog, part: { readonly after: number; readonly through: number; readonly bytes: number }): Promise<readonly string[]>;
  /** Lines behind line `after` that hold one of the texts, at most `limit`. */
  holding(log: SentLog, texts: readonly string[], part: { readonly after: number; readonly limit: number }): Promise<readonly SentLine[]>;
  /** The last lines of every verdict log that this login may see. */
  lastVerdicts(
    each: number,
  ): Promise<readonly { readonly login: string; readonly machine: string; readonly device: string; readonly line: string }[]>;
}

export type SentOutcome =
  | { readonly kind: "sent"; readonly count: number; readonly chain: string }
  /** The log was not where the caller thought; nothing was changed. */
  | { readonly kind: "stale"; readonly mark: Mark };

/** The writing half; with the pen (`Writer`). */
export interface SentPen {
  /** Appends behind `seen`: all lines or none. `now` is the mark afterwards. */
  send(
    key: { readonly kind: SentKind; readonly name: string; readonly device: string; readonly machine: string },
    part: { readonly seen: Mark; readonly lines: readonly string[]; readonly now: Mark; readonly about: unknown },
  ): Promise<SentOutcome>;
  /** For forget: these lines say something else from now on. */
  amend(log: SentLog, lines: readonly SentLine[], about: unknown): Promise<void>;
  /** For forget: the machine's own bytes are others now; what was sent stays their beginning. */
  remark(log: SentLog, now: Mark): Promise<void>;
}
