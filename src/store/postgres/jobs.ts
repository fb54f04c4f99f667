// The jobs of a mind in a database: a queue of graphile-worker's, in a schema of its own beside the mind's. It speaks over
// the line that holds the caller's lock and over no other; so a job is taken and ended by the holder alone, and one that
// somebody else had taken was left by a machine that died.

import { registerHooks } from "node:module";
import type { makeWorkerUtils, WorkerUtils } from "graphile-worker";
import { AppError } from "../../base/index.ts";
import type { Jobs } from "../port/port.ts";
import type { Address } from "../connection/address.ts";
import { lockLost } from "../connection/faults.ts";
import type { Line, Parameter, Row } from "../connection/connections.ts";

type Options = Parameters<typeof makeWorkerUtils>[0];
type Pool = NonNullable<Options["pgPool"]>;
type Asked = string | { readonly text: string; readonly values?: readonly unknown[] };

const TASK = "job";

/** A mind's schema begins with `codicil`; so none has this name. */
function jobsSchema(address: Address): string {
  return `jobs_of_${address.schema}`;
}

/**
 * A migration: the library makes its schema, and maintainers are let in. Whoever only reads or proposes finds it closed.
 * A newer release of the library with migrations of its own needs this step once more, at the end of the list.
 */
export async function makeJobs(line: Line, address: Address): Promise<void> {
  await withQueue(line, address, async () => undefined);
  await letMaintainersWork(line, address);
}

export async function letMaintainersWork(line: Line, address: Address): Promise<void> {
  const [queue, role] = [jobsSchema(address), `${address.schema}_maintainer`];
  await line.plainly(`
begin;
grant usage on schema ${queue} to ${role};
grant select, insert, update, delete on all tables in schema ${queue} to ${role};
grant usage, select on all sequences in schema ${queue} to ${role};
revoke insert, update, delete on ${queue}.migrations from ${role};
do $$ declare each text; begin
  -- The library closes its tables to everybody but their owner.
  for each in select relname from pg_class where relnamespace = '${queue}'::regnamespace and relrowsecurity loop
    execute format('drop policy if exists work on ${queue}.%I', each);
    execute format('create policy work on ${queue}.%I for all to ${role} using (true) with check (true)', each);
  end loop;
end $$;
commit`);
}

/** The ways to the database that a queue needs: the line of the lock under which the caller is, or any. */
export interface Ways {
  onLockLine<T>(work: (line: Line) => Promise<T>): Promise<T>;
  ask(text: string): Promise<readonly Row[]>;
}

export function jobsOf(address: Address, ways: Ways): Jobs {
  const schema = jobsSchema(address);
  return {
    async check() {
      const [row] = await ways.ask("select is_maintainer() as may");
      if (row?.["may"] === true) return;
      throw new AppError("STORE_DENIED", "this login may not work the jobs of this mind", {
        file: address.shown,
        hint: "A maintainer's machine does it. Nothing was changed; docs/many-machines.md says what each role may do.",
      });
    },
    add: (keys, tries) =>
      ways.onLockLine((line) =>
        withQueue(line, address, async (utils) => {
          for (const key of keys) await utils.addJob(TASK, { key }, { jobKey: key, jobKeyMode: "unsafe_dedupe", maxAttempts: tries });
        }),
      ),
    work: (run) =>
      ways.onLockLine((line) =>
        withQueue(line, address, async (utils, options) => {
          const taken = await line.ask(`select distinct locked_by from ${schema}.jobs where locked_by is not null`);
          if (taken.length > 0) await utils.forceUnlockWorkers(taken.map((row) => row["locked_by"] as string));
          // Whoever asks now does not wait for the pause after a failure.
          const paused = await line.ask(`select id from ${schema}.jobs where run_at > now() and attempts < max_attempts`);
          const pausedIds = paused.map((row) => String(row["id"]));
          if (pausedIds.length > 0) await utils.rescheduleJobs(pausedIds, { runAt: new Date(0) });
          const { runOnce } = await loadQueue();
          const task = async (payload: unknown) => run((payload as { key: string }).key);
          await runOnce({ ...options, taskList: { [TASK]: task }, concurrency: 1, noHandleSignals: true });
          const givenUp = await line.ask(`select key from ${schema}.jobs where attempts >= max_attempts`);
          return givenUp.map((row) => row["key"] as string);
        }),
      ),
  };
}

async function withQueue<T>(line: Line, address: Address, work: (utils: WorkerUtils, options: Options) => Promise<T>): Promise<T> {
  const { Logger, makeWorkerUtils } = await loadQueue();
  const lost = Promise.withResolvers<never>();
  const pgPool = poolOver(line, (error) => lost.reject(lockLost(address, error)));
  // What became of a job is told by whoever asked for it, not by the library.
  const options: Options = { pgPool, schema: jobsSchema(address), logger: new Logger(() => () => undefined) };
  const working = makeWorkerUtils(options).then((utils) => work(utils, options).finally(() => utils.release()));
  return Promise.race([working, lost.promise]);
}

/** As much of pg's pool as the library uses. `lost` hears when the line is gone; the library itself gets no answer any more. */
function poolOver(line: Line, lost: (error: unknown) => void): Pool {
  const query = async (asked: Asked, given?: readonly unknown[]) => {
    const { text, values = given } = typeof asked === "string" ? { text: asked } : asked;
    try {
      // A broken line would dial again by itself, and the lock would be another's.
      if (line.isBroken) throw new Error("the line was lost before");
      const asks = text.replace(JSON_PARAMETER, "$1::text::$2");
      const rows = await (values === undefined ? line.plainly(text) : line.ask(asks, values.map(asParameter)));
      return { rows, rowCount: rows.length };
    } catch (error) {
      if (!line.isBroken) throw error;
      lost(error);
      // Told of it, it would leave a rejection that nobody handles, and that ends the process.
      return new Promise<never>(() => undefined);
    }
  };
  const client = { query, release: () => undefined };
  // It wants to see that somebody listens to errors: here each question throws its own.
  return { connect: async () => client, query, listeners: () => [query], options: { max: 1 } } as unknown as Pool;
}

/** Comes as text already, and would be made JSON a second time. */
const JSON_PARAMETER = /(\$\d+)::(jsonb?)\b/g;

/** Lists as the database reads them. */
function asParameter(value: unknown): Parameter {
  if (Array.isArray(value)) return `{${value.map((each) => JSON.stringify(String(each))).join(",")}}`;
  if (value instanceof Date) return value.toISOString();
  return value === undefined ? null : typeof value === "boolean" ? String(value) : (value as Parameter);
}

let library: Promise<typeof import("./queueLibrary.ts")> | undefined;

/**
 * When it is loaded, the library looks for a file of settings from the working directory upwards and runs what it finds;
 * that directory may be a stranger's repository. So it finds no searcher here. The bundle has none (scripts/build.ts).
 */
function loadQueue(): Promise<typeof import("./queueLibrary.ts")> {
  return (library ??= (async () => {
    const hooks = registerHooks({
      resolve: (name, context, next) =>
        name === "cosmiconfig" ? { url: FINDS_NOTHING, format: "module", shortCircuit: true } : next(name, context),
    });
    try {
      return await import("./queueLibrary.ts");
    } finally {
      hooks.deregister();
    }
  })());
}

const FINDS_NOTHING = "data:text/javascript,export const cosmiconfigSync=()=>({search:()=>null})";
