// What a carrier can do, and the way to one. What runs Git is loaded only where a mind is carried by it.

export interface TreeEntry {
  readonly path: string;
  readonly mode: string;
  readonly oid: string;
  readonly size: number;
}

export interface NewCommit {
  readonly parent: string | null;
  readonly put: ReadonlyMap<string, Uint8Array>;
  readonly drop: readonly string[];
  readonly message: string;
  readonly at: Date;
}

export interface Carrier {
  readonly shown: string;
  /** The newest commit there; null: nothing is there yet. Throws CARRIER. */
  fetch(): Promise<string | null>;
  /** The commit that this machine last had in full, if `theirs` grew out of it; null: none, or history there was rewritten. */
  seen(theirs: string | null): Promise<string | null>;
  noteSeen(commit: string): Promise<void>;
  entries(commit: string): Promise<readonly TreeEntry[]>;
  blobs(oids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  commit(change: NewCommit): Promise<string>;
  /** Only if the branch is still at `expect`. A text: why it was not taken. */
  push(commit: string, expect: string | null): Promise<string | null>;
}

/** Of a repository by its address, so that a changed address never meets what another remote had. Throws BAD_INPUT, CARRIER. */
export async function openCarrier(state: string, address: string): Promise<Carrier> {
  const { openGit } = await import("./carrier.ts");
  return openGit(state, address);
}

/** What this machine has of any remote's past goes: `forget` must not leave it behind. The next sync fetches what is there. */
export async function dropCarriers(state: string): Promise<void> {
  const { removeCarriers } = await import("./carrier.ts");
  removeCarriers(state);
}

/** What Git would call these bytes. */
export function blobId(bytes: Uint8Array): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
