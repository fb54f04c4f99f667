// Statements for a database in code: `db.query("drop table users")`, `cur.execute(q)`, sql`…`. Which library it is does not
// matter: a method that takes statements, and a text that is one.

import { either, whole, wordSet } from "../../base/index.ts";
import { deedOfName } from "../hostTools/deeds.ts";
import { names } from "../hostTools/phrases.ts";
import { wordsOf } from "../hostTools/toolNames.ts";
import { MONEY, THINGS } from "../hostTools/things.ts";
import { addHazard } from "../run/record.ts";
import { readSql } from "../outside/statements.ts";
import { withoutHoles, textAt } from "../run/values.ts";
import type { Constants } from "./paths.ts";
import { closingOf, type Token } from "./codeTokens.ts";
import type { Reading } from "./codeReading.ts";

const TAKES_STATEMENTS = whole`query, execute, executemany, executescript, execute_batch, exec, exec_query, exec_driver_sql, run, prepare,
  raw, unsafe, do, sql, text, multi_query, simpleQuery, \$(?:execute|query)Raw(?:Unsafe)?`;
const VERBS = either`--, drop, truncate, delete\s+from, alter, update, grant, revoke, replace\s+into, begin, with, create\s+or\s+replace,
  reassign, vacuum, attach, copy, set\s+password`;
const STATEMENT = new RegExp(`^\\s*(?:${VERBS})(?!\\w)`, "i");
/** Of a client object: all of a database, whatever the arguments. */
const EMPTIES = wordSet("dropDatabase drop_database dropCollection drop_collection drop_all flushall flushdb flushAll flushDb");
/** Only some rows go: what programs do all day. */
const SOME_ROWS = /^\s*(?:delete\s+from|update)\b[^;]*\bwhere\b/i;

/** Libraries that reach a service: what their methods do is told by their names, as it is of a server's tools. */
const CLIENTS = wordSet(
  "boto3 botocore pymongo motor elasticsearch opensearchpy kubernetes docker stripe github gitlab mongodb mongoose dockerode",
  "@elastic/elasticsearch @opensearch-project/opensearch @kubernetes/client-node @octokit/rest @octokit/core firebase_admin firebase-admin",
  "pinecone qdrant_client weaviate twilio sendgrid slack_sdk digitalocean hcloud cloudflare heroku3 jenkins consul kafka confluent_kafka",
);

/** Only what is written into the call itself: programs of the project do such things all day. */
function noteClient({ tokens, command }: Reading, at: number): void {
  if (command.run.inOwnScript || textAt(tokens, at - 1) !== "." || textAt(tokens, at + 1) !== "(") return;
  const method = wordsOf(textAt(tokens, at));
  const thing = textAt(tokens, at - 2);
  const things = /^\w+$/.test(thing) ? wordsOf(thing) : [];
  // `list.remove(x)` is one of the language's own.
  if (method.length < 2 && thing !== ")" && ![THINGS, MONEY].some((table) => names(things, table))) return;
  const deed = deedOfName({ server: [], words: [...things, ...method] });
  if (deed !== null && tokens.some(({ text }) => CLIENTS.has(text)))
    addHazard(command.run, deed.kind, `its code calls \`${textAt(tokens, at)}\` of a service, which ${deed.what}`, command.index);
}

export function readStatements(reading: Reading, at: number): void {
  const { tokens, command, constants } = reading;
  noteClient(reading, at);
  const name = textAt(tokens, at);
  const next = tokens[at + 1];
  if (EMPTIES.has(name) && next?.text === "(") return addHazard(command.run, "destructive", "its code empties a database", command.index);
  if (!TAKES_STATEMENTS.test(name) || next === undefined) return;
  const args = next.kind === "string" ? [next] : next.text === "(" ? tokens.slice(at + 2, closingOf(tokens, at + 1)) : [];
  // A database in memory is gone with the program.
  if (args.length === 0 || tokens.some(({ kind, text }) => kind === "string" && text.includes(":memory:"))) return;
  for (const text of args.flatMap((token) => textsOf(token, constants)))
    if (STATEMENT.test(text) && !(command.run.inOwnScript && SOME_ROWS.test(text) && !text.includes(";")))
      readSql(command, withoutHoles(text));
}

function textsOf({ kind, text }: Token, constants: Constants): readonly string[] {
  if (kind === "string") return [text];
  return kind === "name" ? (constants.get(text) ?? []).map((each) => each.text) : [];
}
