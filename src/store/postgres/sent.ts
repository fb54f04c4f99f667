// Logs that machines send, in PostgreSQL (migrations/sent.sql has the tables and who may see what).

import type { Mark, SentKind, SentLog, SentLogs, SentOutcome, SentPen } from "../port/sentLogs.ts";
import type { Ask } from "../connection/asking.ts";
import type { Row } from "../connection/connections.ts";

const COLUMNS = "id, kind, name, login, device, machine, count, encode(chain, 'hex') as chain, origin, bytes, about, is_amended";
/** Row security shows others' verdicts to maintainers, and everything to a superuser: what is meant is asked for. */
const OWN = "login = session_user and kind = $1 and count > 0";
const MOST_LINES = 2000;

export function postgresSent(ask: Ask): SentLogs {
  return {
    async marks(kind, device) {
      const rows = await ask(`select name, count, origin, bytes, is_amended from sent where ${OWN} and device = $2`, [kind, device]);
      return new Map(
        rows.map((row) => [
          row["name"] as string,
          {
            count: Number(row["count"]),
            origin: row["origin"] as string,
            bytes: Number(row["bytes"]),
            isAmended: row["is_amended"] === true,
          },
        ]),
      );
    },
    async list(kind, { notOf, limit } = {}) {
      const newest = "(about ->> 'createdAt')::numeric desc nulls last, name desc";
      const rows = await ask(
        `select ${COLUMNS} from sent where ${OWN} and ($2::text is null or device <> $2) order by ${newest} limit $3::int`,
        [kind, notOf ?? null, limit ?? null],
      );
      return rows.map(readLog);
    },
    async count(kind, { notOf }) {
      const [row] = await ask(`select count(*) as count from sent where ${OWN} and device <> $2`, [kind, notOf]);
      return Number(row?.["count"]);
    },
    async named(kind, name) {
      return (await ask(`select ${COLUMNS} from sent where ${OWN} and name = $2 order by count desc, device`, [kind, name])).map(readLog);
    },
    async read(log, { after, through, bytes }) {
      const rows = await ask(
        `select line from (
           select n, line, sum(octet_length(line)) over (order by n) - octet_length(line) as before from (
             select n, line from events where log = $1::bigint and n > $2::bigint and n <= $3::bigint order by n limit ${MOST_LINES}
           ) as next
         ) as counted where before < $4::bigint order by n`,
        [log.id, after, through, bytes],
      );
      return rows.map((row) => row["line"] as string);
    },
    async holding(log, texts, { after, limit }) {
      const rows = await ask(
        `select n, line from events where log = $1::bigint and n > $2::bigint
           and exists (
             select from json_array_elements_text($3::text::json) as each (text) where position(lower(each.text) in lower(line)) > 0
           )
         order by n limit $4::int`,
        [log.id, after, JSON.stringify(texts), limit],
      );
      return rows.map((row) => ({ n: Number(row["n"]), line: row["line"] as string }));
    },
    async lastVerdicts(each) {
      const rows = await ask(
        `select s.login, s.machine, s.device, e.line from sent s
           join events e on e.log = s.id and e.n > s.count - $1::bigint where s.kind = 'verdicts'`,
        [each],
      );
      return rows.map((row) => ({
        login: row["login"] as string,
        machine: row["machine"] as string,
        device: row["device"] as string,
        line: row["line"] as string,
      }));
    },
  };
}

export function postgresSentPen(ask: Ask): SentPen {
  return {
    async send({ kind, name, device, machine }, { seen, lines, now, about }) {
      const [row] = await ask("select send($1, $2, $3, $4, $5::text::jsonb, $6::text::json, $7::text::jsonb, $8::text::jsonb) as done", [
        device,
        machine,
        kind,
        name,
        JSON.stringify(seen),
        JSON.stringify(lines),
        JSON.stringify(now),
        about === null ? null : JSON.stringify(about),
      ]);
      return readOutcome(row);
    },
    async amend(log, lines, about) {
      await ask("select amend($1::bigint, $2::text::json, $3::text::jsonb)", [
        log.id,
        JSON.stringify(lines.map(({ n, line }) => [n, line])),
        about === null ? null : JSON.stringify(about),
      ]);
    },
    async remark(log, now) {
      await ask("select remark($1::bigint, $2::text::jsonb, $3::text::jsonb)", [
        log.id,
        JSON.stringify({ count: log.count, origin: log.origin }),
        JSON.stringify(now),
      ]);
    },
  };
}

function readOutcome(row: Row | undefined): SentOutcome {
  const done = row?.["done"] as { kind: "sent" | "stale"; count: number; origin: string; bytes: number; chain: string };
  if (done.kind === "sent") return { kind: "sent", count: done.count, chain: done.chain };
  return { kind: "stale", mark: { count: done.count, origin: done.origin, bytes: done.bytes } satisfies Mark };
}

function readLog(row: Row): SentLog {
  const text = (name: string) => row[name] as string;
  return {
    id: String(row["id"]),
    kind: text("kind") as SentKind,
    name: text("name"),
    login: text("login"),
    device: text("device"),
    machine: text("machine"),
    count: Number(row["count"]),
    origin: text("origin"),
    bytes: Number(row["bytes"]),
    chain: text("chain"),
    about: row["about"],
    isAmended: row["is_amended"] === true,
  };
}
