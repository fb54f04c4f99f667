// Whether the database holds a mind that this program understands, and making it so.

import { AppError } from "../../base/index.ts";
import type { Address } from "./address.ts";
import { schemaMissing } from "./faults.ts";
import type { Line } from "./lines.ts";
import { MIGRATIONS, NEWEST } from "./schema.ts";

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
    for (const [index, migration] of MIGRATIONS.entries()) {
      if (index < version) continue;
      if (typeof migration === "function") {
        await migration(line, address);
        await line.ask(`insert into ${schema}.migrations (version) values (${index + 1})`);
        continue;
      }
      const begin =
        index === 0
          ? `create schema ${schema}; create table ${schema}.migrations (version int primary key, at timestamptz not null default now());`
          : "";
      await line.script(
        `begin; ${begin} ${migration.replaceAll("{s}", schema)} insert into ${schema}.migrations (version) values (${index + 1}); commit`,
      );
    }
  } finally {
    await line.ask("rollback").catch(() => undefined); // a failed script leaves its transaction open
    await line.ask("select pg_advisory_unlock(hashtextextended($1, 0))", [`codicil migrate ${schema}`]);
  }
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
