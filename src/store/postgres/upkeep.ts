// Whether the database holds a mind that this program understands, and making it so.

import { AppError } from "../../base/index.ts";
import type { Address } from "../connection/address.ts";
import { schemaMissing } from "../connection/faults.ts";
import type { Line } from "../connection/connections.ts";
import { sqlOf } from "../migrations/texts.ts";
import { letMaintainersWork, makeJobs } from "./jobs.ts";

// The steps by which a database comes to hold a mind of this version. A released step is never changed; a later one is added.
// 0.1.0 is schema 8. A number below 7 was never released.
interface Migration {
  /** The schema that it leads to. */
  readonly version: number;
  /** A text is done as a whole or not at all; a function must bear being done twice. {s} stands for the schema's name. */
  readonly does: string | ((line: Line, address: Address) => Promise<void>);
}

const CREATE = "create schema {s}; create table {s}.migrations (version int primary key, at timestamptz not null default now());\n";

export const MIGRATIONS: readonly Migration[] = [
  { version: 7, does: `${CREATE}${sqlOf("roles", "tables", "functions", "sent", "recall")}` },
  { version: 8, does: makeJobs },
  { version: 9, does: sqlOf("guarded", "rights") },
];

const NEWEST = 9;

export async function checkSchema(line: Line, address: Address): Promise<void> {
  const version = await schemaVersion(line, address);
  if (version === null) throw schemaMissing(address);
  if (version > NEWEST) throw tooNew(address, version);
  if (version < NEWEST) {
    throw new AppError("STORE_SCHEMA", `the mind in ${address.shown} has schema ${version}; this program needs ${NEWEST}`, {
      file: address.shown,
      hint: `When every machine has this version of Codicil, bring it up to date: codicil move --to ${address.shown}`,
    });
  }
}

/** Under a lock of its own: of two that migrate at once, the second finds nothing to do. */
export async function migrate(line: Line, address: Address): Promise<void> {
  const { schema } = address;
  await line.ask("select pg_advisory_lock(hashtextextended($1, 0))", [`codicil migrate ${schema}`]);
  try {
    const version = (await schemaVersion(line, address)) ?? 0;
    if (version > NEWEST) throw tooNew(address, version);
    for (const { version: next, does } of MIGRATIONS) {
      if (next <= version) continue;
      const noted = `insert into ${schema}.migrations (version) values (${next})`;
      if (typeof does === "string") await line.plainly(`begin; ${does.replaceAll("{s}", schema)} ${noted}; commit`);
      else {
        await does(line, address);
        await line.ask(noted);
      }
    }
    await assertRights(line, address);
  } finally {
    await line.ask("rollback").catch(() => undefined); // a failed script leaves its transaction open
    await line.ask("select pg_advisory_unlock(hashtextextended($1, 0))", [`codicil migrate ${schema}`]);
  }
}

/** Roles, grants and row security as this program means them: a dump that was restored where the roles were missing has few. */
async function assertRights(line: Line, address: Address): Promise<void> {
  const { schema } = address;
  if ((await missingRights(line, address)) === null) return;
  const [owns] = await line.ask("select pg_has_role(nspowner, 'usage') as owns from pg_namespace where nspname = $1", [schema]);
  if (owns?.["owns"] !== true) return; // a maintainer or reader joins; the owner's next move does it
  await line.plainly(`begin; ${RIGHTS.replaceAll("{s}", schema)} commit`);
  await letMaintainersWork(line, address);
}

const RIGHTS = sqlOf("rights");
const POLICIES = RIGHTS.split("create policy ").length - 1;
const RECALL_POLICIES = 3;

/** What is missing of them, in a few words; null: nothing. Asked of any login. */
export async function missingRights(line: Pick<Line, "ask">, { schema }: Pick<Address, "schema">): Promise<string | null> {
  const [row] = await line.ask(
    `select (select count(*) from pg_roles where rolname in ($1 || '_reader', $1 || '_contributor', $1 || '_maintainer')) as roles,
      (select count(*) from pg_policies where schemaname = $1) as policies,
      (select count(*) from pg_class where relnamespace = $1::regnamespace and relkind = 'r'
        and relname like 'recall\\_%' and relname <> 'recall_state') as recall`,
    [schema],
  );
  const [roles, policies, recall] = [Number(row?.["roles"]), Number(row?.["policies"]), Number(row?.["recall"])];
  const expected = POLICIES + RECALL_POLICIES * recall;
  if (roles < 3) return `${3 - roles} of 3 roles`;
  if (policies !== expected) return `${expected - policies} of ${expected} policies`;
  const [granted] = await line.ask(
    `select has_schema_privilege($1 || '_reader', $1, 'usage')
      and has_table_privilege($1 || '_reader', $1 || '.places', 'select,insert')
      and has_table_privilege($1 || '_reader', $1 || '.lines', 'select') as granted`,
    [schema],
  );
  return granted?.["granted"] === true ? null : "grants to the roles";
}

/** null: there is no mind of that name. */
async function schemaVersion(line: Line, address: Address): Promise<number | null> {
  const [there] = await line.ask("select to_regclass($1) is not null as there", [`${address.schema}.migrations`]);
  if (there?.["there"] !== true) return null;
  const [row] = await line.ask(`select max(version) as version from ${address.schema}.migrations`);
  return Number(row?.["version"]);
}

function tooNew(address: Address, version: number): AppError {
  return new AppError("STORE_SCHEMA", `the mind in ${address.shown} has schema ${version}; this program knows ${NEWEST}`, {
    file: address.shown,
    hint: "Another machine has a newer Codicil: update this one. Nothing was changed.",
  });
}
