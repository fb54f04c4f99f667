// The secrets that this machine knows by their values: of the environment, of the project's .env and of config.yaml's remotes.
// They are marked wherever they would be kept or shown.

import { AppError } from "../base/index.ts";
import type { Deps } from "../deltas/index.ts";
import type { Whereabouts } from "../knowledge/index.ts";
import type { Store } from "../store/index.ts";
import { type KeyGround, remoteKeys } from "./remoteKeys.ts";

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
