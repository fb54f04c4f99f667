// The key of another server, as config.yaml says where it comes from: an environment variable, or a file of the state that
// only its owner may read and no agent's call may touch. The home's config.yaml is the only one that is asked; nothing that a
// repository brings can name a host or a key.

import { AppError, objectIn, unlessRefused } from "../base/index.ts";
import type { Remote } from "../schema/index.ts";
import { readPrivateText, readNote, writeNote } from "../store/onDisk.ts";
import type { Whereabouts } from "./whereabouts.ts";
import type { Deps } from "../deltas/index.ts";
import type { Store } from "../store/index.ts";

export interface KeyGround {
  readonly state: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly remotes: readonly Remote[];
}

/** null: the host has none. Throws where one is named and cannot be used: without it nothing is asked there. */
export function remoteKey(ground: KeyGround, remote: Remote | null): string | null {
  return remote === null ? null : keyOf(ground, remote);
}

/** Every key that can be had now, for knowing them again in a text. */
function remoteKeys(ground: KeyGround): string[] {
  // Whoever needs a key that cannot be used is told why.
  return ground.remotes.flatMap((remote) => unlessRefused(() => keyOf(ground, remote)) ?? []);
}

function keyOf({ state, env }: KeyGround, remote: Remote): string | null {
  const { host, key_from: name, key_file: file } = remote;
  if (name !== undefined && file !== undefined) throw unusable(host, "config.yaml names both key_from and key_file", "Keep one of them.");
  if (name !== undefined) return checked(host, env[name] ?? "", name, `Set ${name} where codicil runs.`);
  if (file === undefined) return null;
  const path = `${state}/${file}`;
  const hint = `Put it into ${path} (mode 600).`;
  const found = readPrivateText(path);
  if (found.kind === "open")
    throw unusable(host, `${path} is not private: ${found.why}`, `Make a new key, and keep it in a file of mode 600.`);
  return checked(host, found.kind === "absent" ? "" : found.text, file, hint);
}

function checked(host: string, text: string, source: string, hint: string): string {
  const key = text.trim();
  if (key === "") throw unusable(host, `${source} is not set`, hint);
  if (!/^[\x21-\x7e]{8,4096}$/.test(key)) throw unusable(host, `${source} holds no key: one word of at least 8 plain characters`, hint);
  return key;
}

/** Later it may be there: the entry waits. */
function unusable(host: string, why: string, hint: string): AppError {
  return new AppError("REMOTE", `the key for ${host} cannot be used: ${why}`, { data: { retry: true }, hint });
}

// The database's password, out of config.yaml: in a file of the state that only its owner may read and no agent's call may
// touch. It belongs to one address, so that a changed config never sends it to another server.
const NAME = "store.secret";

export function keepStoreSecret(where: Whereabouts, address: string, password: string): void {
  writeNote(where.state, NAME, `${JSON.stringify({ address, password })}\n`);
}

/** undefined where the note is damaged, too: the database says that a password is missing, and move writes it again. */
export function storeSecret(where: Whereabouts, address: string): string | undefined {
  const kept = objectIn(readNote(where.state, NAME));
  return kept?.["address"] === address && typeof kept["password"] === "string" ? kept["password"] : undefined;
}

// The secrets that this machine knows by their values: of the environment, of the project's .env and of config.yaml's remotes.
// They are marked wherever they would be kept or shown.
/** Read once, on first use: most commands write nothing. */
export function knownSecretsOf(store: Store, where: Whereabouts, keys: KeyGround): Deps["known"] {
  let known: ReturnType<Deps["known"]> | undefined;
  return () => (known ??= readKnownSecrets(store, where, keys));
}

async function readKnownSecrets(store: Store, where: Whereabouts, keys: KeyGround): ReturnType<Deps["known"]> {
  const { knownSecrets } = await import("../content/redact.ts");
  const texts: string[] = [];
  for (const name of where.project === null ? [] : [".env", ".env.local"]) {
    try {
      const stored = await store.read({ root: "project", path: name });
      if (stored) texts.push(new TextDecoder().decode(stored.bytes));
    } catch (error) {
      // A .env that is no plain file (a FIFO of a secret manager) has nothing to say here.
      if (!(error instanceof AppError)) throw error;
    }
  }
  const { values } = knownSecrets(keys.env, texts);
  return { values: [...values, ...remoteKeys(keys)] };
}
