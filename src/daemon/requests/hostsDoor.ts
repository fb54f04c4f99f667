// What the daemon may ask about other agent programs. Their room is not the daemon's to enter: whoever starts it gives this.

/** How far a long work is, and whether somebody ended it. */
export interface Going {
  tell(done: number, of: number): void;
  readonly signal: AbortSignal;
}

export interface HostHere {
  readonly host: string;
  /** Its program is on this machine. */
  readonly found: boolean;
  readonly connected: boolean;
  /** Where it can be told without starting it. */
  readonly version?: string;
}

export interface HostFileChange {
  readonly path: string;
  readonly kind: "create" | "change" | "remove";
  readonly added: number;
  readonly removed: number;
  /** The changed lines alone, as a patch without context; absent where the file is a program of ours. */
  readonly patch?: string;
}

export interface HostChanges {
  readonly host: string;
  readonly changes: readonly HostFileChange[];
  readonly notes: readonly string[];
}

/** Transcripts that a host has and that could be imported. */
export interface HostTranscripts {
  readonly host: string;
  readonly found: number;
  readonly bytes: number;
  readonly since: string;
  /** Their host may delete them within a week. */
  readonly leaving: number;
}

export interface HostsDoor {
  transcripts(): Promise<readonly HostTranscripts[]>;
  /** Copies them into the mind; the host's files are only read. */
  importFrom(host: string, going?: Going): Promise<{ readonly found: number; readonly fresh: number; readonly problems: number }>;
  list(): readonly HostHere[];
  /** What connecting would change. Nothing is changed. */
  plan(host: string): HostChanges;
  connect(host: string): Promise<HostChanges & { readonly alive: boolean }>;
  /** Restores every file. */
  disconnect(host: string): HostChanges;
}
