// openMind: the door of the library. Opening reads config.yaml and looks at the disk; it writes nothing.

import { AppError, type Clock, newSessionId, type Random } from "../base/index.ts";
import type { Desk, Validator } from "../deltas/index.ts";
import { layoutOf, type Surroundings } from "../knowledge/index.ts";
import { type Config, DEFAULT_CONFIG, GUARD_MODES, type Profile, readConfig } from "../schema/index.ts";
import { diskFacts, type LockOptions, openFiles, type Store } from "../store/index.ts";
import { systemClock, systemRandom } from "./machine.ts";
import { findWhereabouts, type Whereabouts, type WhereaboutsRequest } from "./whereabouts.ts";

export interface OpenOptions extends WhereaboutsRequest {
  /** Overrides config.yaml's. */
  readonly profile?: Profile | undefined;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly lock?: LockOptions;
  readonly validators?: readonly Validator[];
}

/** An open mind. Verbs take it as their first argument; `close` gives its files back. */
export interface Mind {
  readonly where: Whereabouts;
  readonly config: Config;
  readonly around: Surroundings;
  readonly desk: Desk;
  /** What MEMORY_BANK_GUARD_MODE says; undefined: config.yaml decides. */
  readonly guardMode: Config["guard_mode"] | undefined;
  /** This process' own session id, for callers that name none. */
  readonly session: string;
  /** Things a person should know: two files for one role, an unusable line. */
  readonly warnings: readonly string[];
  close(): Promise<void>;
}

export async function openMind(options: OpenOptions = {}): Promise<Mind> {
  const where = findWhereabouts(options);
  const clock = options.clock ?? systemClock;
  const random = options.random ?? systemRandom;
  const stores = new Map<string | null, Store>();
  const storeFor = (project: string | null) => {
    const open = stores.get(project) ?? openFiles({ home: where.home, state: where.state, project, random });
    stores.set(project, open);
    return open;
  };
  const config = await loadConfig(storeFor(where.project));
  const profile = options.profile ?? config.profile;
  const layout = layoutOf(profile, (path) => diskFacts.lstat(`${where.home}/${path}`) !== null);
  const around: Surroundings = { ...where, config, layout, disk: diskFacts };
  const lock = options.lock ?? lockFromEnvironment(options.env ?? process.env);
  const desk: Desk = { around, clock, random, storeFor, lock, validators: options.validators ?? [], known: knownSecretsOf(storeFor(where.project), where, options.env ?? process.env) };
  let session: string | undefined;
  return {
    where,
    config,
    around,
    desk,
    guardMode: GUARD_MODES.find((mode) => mode === (options.env ?? process.env)["MEMORY_BANK_GUARD_MODE"]),
    get session() {
      return (session ??= newSessionId(clock.now(), random));
    },
    warnings: layout.shadowed.map(({ used, ignored }) => `${used} and ${ignored} both exist; ${used} is used and ${ignored} is not read`),
    close: async () => {
      for (const store of stores.values()) await store.close();
    },
  };
}

/** Read once, on first use: most commands write nothing. */
function knownSecretsOf(store: Store, where: Whereabouts, env: Readonly<Record<string, string | undefined>>): Desk["known"] {
  let known: ReturnType<Desk["known"]> | undefined;
  return () => (known ??= readKnownSecrets(store, where, env));
}

async function readKnownSecrets(store: Store, where: Whereabouts, env: Readonly<Record<string, string | undefined>>): ReturnType<Desk["known"]> {
  const { knownSecrets } = await import("../content/index.ts");
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
  return knownSecrets(env, texts);
}

async function loadConfig(store: Store): Promise<Config> {
  const place = { root: "home", path: "last-word/config.yaml" } as const;
  const stored = await store.read(place);
  if (stored === null) return DEFAULT_CONFIG;
  return readConfig(new TextDecoder().decode(stored.bytes), store.describe(place));
}

/** LW-71's numbers unless the person sets others: `CODICIL_LOCK=base,cap,retries` in ms, ms and count. */
function lockFromEnvironment(env: Readonly<Record<string, string | undefined>>): LockOptions {
  const given = env["CODICIL_LOCK"];
  if (given === undefined || given === "") return { base: 1000, cap: 10_000, retries: 3 };
  const [base, cap, retries] = given.split(",").map(Number);
  if (![base, cap, retries].every((each) => each !== undefined && Number.isFinite(each) && each >= 0)) {
    throw new AppError("BAD_INPUT", `CODICIL_LOCK=${given} is not base,cap,retries`, { hint: "For example CODICIL_LOCK=1000,10000,3." });
  }
  return { base: base as number, cap: cap as number, retries: retries as number };
}
