// Statements for a database in code: `db.query("drop table users")`, `cur.execute(q)`, sql`…`. Which library it is does not
// matter: a method that takes statements, and a text that is one.

import { addHazard } from "../run/record.ts";
import { readSql } from "../outside/databases.ts";
import { withoutHoles, textAt } from "../run/values.ts";
import { closingOf } from "./tokens.ts";
import type { Reading } from "./reading.ts";

const TAKES_STATEMENTS =
  /^(?:query|execute|executemany|executescript|execute_batch|exec|exec_query|exec_driver_sql|run|prepare|raw|unsafe|do|sql|text|multi_query|simpleQuery|\$(?:execute|query)Raw(?:Unsafe)?)$/;
const STATEMENT =
  /^\s*(?:--|drop|truncate|delete\s+from|alter|update|grant|revoke|replace\s+into|begin|with|create\s+or\s+replace|reassign|vacuum|attach|copy|set\s+password)(?!\w)/i;
/** Of a client object: all of a database, whatever the arguments. */
const EMPTIES = /^(?:dropDatabase|drop_database|dropCollection|drop_collection|drop_all|flushall|flushdb|flushAll|flushDb)$/;
/** Only some rows go: what programs do all day. */
const SOME_ROWS = /^\s*(?:delete\s+from|update)\b[^;]*\bwhere\b/i;

export function readStatements(reading: Reading, at: number): void {
  const { tokens, command, constants } = reading;
  const name = textAt(tokens, at);
  const next = tokens[at + 1];
  if (EMPTIES.test(name) && next?.text === "(") return addHazard(command.run, "destructive", "its code empties a database", command.index);
  if (!TAKES_STATEMENTS.test(name) || next === undefined) return;
  const args = next.kind === "string" ? [next] : next.text === "(" ? tokens.slice(at + 2, closingOf(tokens, at + 1)) : [];
  // A database in memory is gone with the program.
  if (args.length === 0 || tokens.some(({ kind, text }) => kind === "string" && text.includes(":memory:"))) return;
  for (const token of args) {
    const texts =
      token.kind === "string" ? [token.text] : token.kind === "name" ? (constants.get(token.text) ?? []).map(({ text }) => text) : [];
    for (const text of texts) {
      if (!STATEMENT.test(text) || (command.run.inOwnScript && SOME_ROWS.test(text) && !text.includes(";"))) continue;
      readSql(command, withoutHoles(text));
    }
  }
}
