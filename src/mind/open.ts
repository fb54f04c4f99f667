// openMind: the door of the library. Opening reads config.yaml and looks at the disk; it writes nothing, except that the
// working copies of a mind that several machines have in common are brought up to date.

import { AppError, type Clock, type Language, languageOf, newSessionId, type Random, keptIn } from "../base/index.ts";
import type { Deps, Synced, Validator } from "../deltas/index.ts";
import { layoutOf, recogniseProfile, remoteOf, type Environment } from "../knowledge/index.ts";
import { type Config, DEFAULT_CONFIG, GUARD_MODES, type Profile, readConfig } from "../schema/index.ts";
import {
  Contact,
  diskFacts,
  keepPrivate,
  type LockOptions,
  openCommon,
  openFiles,
  openShared,
  readAddress,
  type SharedStore,
  type Store,
} from "../store/index.ts";
import { checkArguments } from "./checkArguments.ts";
import { type Fresh, freshen } from "./freshen.ts";
import { hostName, systemClock, systemRandom } from "./machine.ts";
import { knownSecretsOf, type KeyGround, remoteKey, storeSecret } from "./remoteKeys.ts";
import { findWhereabouts, type Whereabouts, type WhereaboutsRequest } from "./whereabouts.ts";

/** Where the mind is; each has the environment's value as its default. */
export interface OpenOptions extends WhereaboutsRequest {
  /** Overrides config.yaml's. */
  readonly profile?: Profile | undefined;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly lock?: LockOptions;
  readonly validators?: readonly Validator[];
  /** False: the mind as this machine's disk has it, whatever config.yaml says of a database (`move` needs that). */
  readonly common?: boolean;
  /** True: a database that is known to be away is asked all the same (`sync`). */
  readonly asksDatabase?: boolean;
  /** `any`: also folders that others may change, and none is closed. Only a check-up wants that. */
  readonly permissions?: "any";
}

/** An open mind. Verbs take it as their first argument; `close` gives its files back. */
export interface Mind {
  readonly where: Whereabouts;
  readonly config: Config;
  readonly environment: Environment;
  readonly deps: Deps;
  /** What MEMORY_BANK_GUARD_MODE says; undefined: config.yaml decides. */
  readonly guardMode: Config["guard_mode"] | undefined;
  /** Of the person's locale; null: it names none. */
  readonly language: Language | null;
  /** This process' own session id, for callers that name none. */
  readonly session: string;
  /** The part that several machines have in common; null: everything is in files. */
  readonly common: SharedStore | null;
  /** How this process stands with it. */
  readonly contact: Contact;
  /** What opening brought together between the working copies and the database; null: nothing was asked. */
  readonly opened: Synced | null;
  /** Things a person must know now: the database does not answer, a conflict waits. */
  readonly alerts: readonly string[];
  /** Things a person should know: two files for one role, an unusable line. */
  readonly warnings: readonly string[];
  close(): Promise<void>;
}

/** Opens a mind: the documents, history and policy of a home, and of the project in `cwd`. Close it when done. */
export async function openMind(options: OpenOptions = {}): Promise<Mind> {
  checkOptions(options);
  const where = findWhereabouts(options);
  if (options.permissions !== "any") keepPrivate(where);
  const { clock: machineClock = systemClock, random = systemRandom, env = process.env } = options;
  const isInHome = (path: string) => diskFacts.lstat(`${where.home}/${path}`) !== null;
  const recognised = recogniseProfile(isInHome);
  const files = openFiles({ home: where.home, state: where.state, project: where.project, random });
  const config = await loadConfig(files, recognised?.profile);
  const stores = await openStores(where, { address: options.common === false ? undefined : config.store, env, random });
  const { storeFor, common, contact } = stores;
  const lock = options.lock ?? lockFromEnvironment(env);
  const profile = options.profile ?? config.profile;
  const depsWith = (clock: Clock): Deps => {
    const layout = layoutOf(profile, isInHome);
    const environment: Environment = { ...where, config, layout, disk: diskFacts };
    const keys: KeyGround = { state: where.state, env, remotes: config.remotes };
    return {
      environment,
      clock,
      random,
      storeFor,
      lock,
      validators: options.validators ?? [],
      known: knownSecretsOf(storeFor(where.project), where, keys),
      keyFor: (url) => remoteKey(keys, remoteOf(url, keys.remotes)),
      readsOf: readsFor(where, clock),
    };
  };
  const side = { contact, address: config.store ?? "", where, wait: waitFromEnvironment(env), isAsked: options.asksDatabase === true };
  const fresh: Fresh =
    common === null ? { clock: machineClock, synced: null, alerts: [] } : await freshen({ ...side, common }, depsWith(machineClock));
  const deps = depsWith(fresh.clock);
  const { environment, clock } = deps;
  let session: string | undefined;
  return {
    where,
    config,
    environment,
    deps,
    guardMode: GUARD_MODES.find((mode) => mode === env["MEMORY_BANK_GUARD_MODE"]),
    language: languageOf(env),
    get session() {
      return (session ??= newSessionId(clock.now(), random));
    },
    common,
    contact,
    opened: fresh.synced,
    alerts: fresh.alerts,
    warnings: warningsAbout(environment, recognised, profile),
    close: stores.close,
  };
}

interface Stores {
  /** The home's store, with the project's files where there is one; each is opened once. */
  readonly storeFor: (project: string | null) => Store;
  readonly common: SharedStore | null;
  readonly contact: Contact;
  readonly close: () => Promise<void>;
}

interface StoresRequest {
  /** Of the database that several machines have in common. */
  readonly address: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly random: Random;
}

async function openStores(where: Whereabouts, { address, env, random }: StoresRequest): Promise<Stores> {
  const contact = new Contact(address === undefined ? null : whoAt(address, env));
  const common =
    address === undefined
      ? null
      : await openShared({ address, password: storeSecret(where, address), random, machine: hostName(), contact });
  const opened = new Map<string | null, Store>();
  const open = (project: string | null): Store => {
    const files = openFiles({ home: where.home, state: where.state, project, random });
    return common === null ? files : openCommon({ files, shared: common, contact });
  };
  return {
    storeFor: (project) => {
      return keptIn(opened, project, () => open(project));
    },
    common,
    contact,
    close: async () => {
      for (const store of opened.values()) await store.close();
      await common?.close();
    },
  };
}

function warningsAbout({ layout, config }: Environment, recognised: ReturnType<typeof recogniseProfile>, profile: Profile): string[] {
  return [
    ...layout.shadowed.map(({ used, ignored }) => `${used} and ${ignored} both exist; ${used} is used and ${ignored} is not read`),
    ...(recognised === null || recognised.profile === profile
      ? []
      : [
          `this home has the layout of ${recognised.profile} (${recognised.by}), and the profile is ${profile}: files that ` +
            `are only there are not read. Set profile: ${recognised.profile} in last-word/config.yaml to read it`,
        ]),
    ...config.unknownKeys.map(
      ({ key, line }) =>
        `last-word/config.yaml${line === undefined ? "" : `:${line}`}: the key ` +
        `${key} is not known and has no effect (docs/formats.md lists the keys)`,
    ),
  ];
}

/** Loaded where something is written: most commands write nothing. */
function readsFor({ state }: Whereabouts, clock: Clock): Deps["readsOf"] {
  return async (sessions) => {
    const { readsOf } = await import("./taintReads.ts");
    const isKnown = (session: string) => diskFacts.lstat(`${state}/sessions/${session}.jsonl`) === "file";
    return readsOf({ state, clock, sessions, isKnown });
  };
}

async function loadConfig(store: Store, profile: Profile = DEFAULT_CONFIG.profile): Promise<Config> {
  const place = { root: "home", path: "last-word/config.yaml" } as const;
  const stored = await store.read(place);
  if (stored === null) return { ...DEFAULT_CONFIG, profile };
  return readConfig(new TextDecoder().decode(stored.bytes), store.describe(place), profile);
}

/** As other machines see this one in a document's history: always a name that they can read (schema/entries/entry.ts). */
function whoAt(address: string, env: Readonly<Record<string, string | undefined>>): string {
  const who = `${readAddress(address).user ?? env["PGUSER"] ?? env["USER"] ?? "unknown"}@${hostName()}`;
  return who.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "?").slice(0, 320);
}

/** How long a database may take for its first word: `CODICIL_STORE_WAIT`, in ms. */
function waitFromEnvironment(env: Readonly<Record<string, string | undefined>>): number {
  const given = Number(env["CODICIL_STORE_WAIT"] ?? "");
  return Number.isFinite(given) && given > 0 ? given : 300;
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

function checkOptions(options: OpenOptions): void {
  checkArguments("openMind", { options: [options, "object"] });
  for (const name of ["home", "state", "cwd"] as const)
    if (options[name] !== undefined)
      checkArguments("openMind", { options: [options, "object"], [`options.${name}`]: [options[name], "text"] });
}
