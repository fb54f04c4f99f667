// Temp directories and plain randomness for the store's tests.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import type { Random } from "../../src/base/index.ts";
import { openFiles, type Place, type Store } from "../../src/store/index.ts";
import { openMemory } from "./memory.ts";

export const random: Random = { hex: (bytes) => randomBytes(bytes).toString("hex"), unit: () => Math.random() };

export interface OpenStore {
  readonly store: Store;
  /** A second one over the same ground, as another process would open it. */
  readonly other?: Store;
  readonly cleanup: () => Promise<void>;
}

export interface Folders {
  readonly root: string;
  readonly home: string;
  readonly project: string;
  readonly state: string;
}

export function makeFolders(): Folders {
  const root = mkdtempSync(join(tmpdir(), "codicil-store-"));
  return { root, home: join(root, "home"), project: join(root, "project"), state: join(root, "state") };
}

export async function openFilesInTemp(): Promise<OpenStore> {
  const folders = makeFolders();
  const store = openFiles({ ...folders, random });
  const other = openFiles({ ...folders, random });
  return {
    store,
    other,
    cleanup: async () => {
      await store.close();
      await other.close();
      rmSync(folders.root, { recursive: true, force: true });
    },
  };
}

export async function openMemoryStore(): Promise<OpenStore> {
  const store = openMemory({ random });
  return { store, cleanup: () => store.close() };
}

export const home = (path: string): Place => ({ root: "home", path });
export const state = (path: string): Place => ({ root: "state", path });
export const inProject = (path: string): Place => ({ root: "project", path });
export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const text = (file: { readonly bytes: Uint8Array } | null): string | null =>
  file && new TextDecoder("utf-8", { ignoreBOM: true }).decode(file.bytes);

/** No waiting at all: one try. */
export const AT_ONCE = { retries: 0 } as const;
