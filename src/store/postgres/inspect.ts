// A check-up of the database: whether its logs are what was entered, what was rewritten on purpose, and whether roles and row
// security are whole.

import type { Head, Inspection, Place } from "../port/port.ts";
import type { Address } from "../connection/address.ts";
import type { Ask } from "../connection/asking.ts";
import type { Row } from "../connection/connections.ts";
import type { OwnRows } from "./own.ts";
import { missingRights } from "./upkeep.ts";

/** `carl (psql)`: a login, and how its program called itself. Machines call themselves `codicil NAME`. */
export function signed(login: unknown, program: unknown): string {
  return `${String(login)}${typeof program === "string" && program !== "" ? ` (${program})` : ""}`;
}

const MOST = 200;

// Lines that are not what was entered: changed, gone, or gone from the end. Asked in full and not by the schema's function:
// whoever owns the schema can replace that one.
const BROKEN = String.raw`
  select l.root, l.path, l.n, case when l.n <> l.n_before + 1 then 'gone' else 'changed' end as what, l.login from (
    select each.*, lag(each.n, 1, 0::bigint) over ledger as n_before,
      pg_catalog.sha256(coalesce(lag(each.link) over ledger, '') || pg_catalog.convert_to(pg_catalog.concat_ws(
        E'\n', line, coalesce(login, ''), coalesce(program, ''), coalesce(extract(epoch from at)::text, '')), 'UTF8')) as link_due
    from lines each window ledger as (partition by each.root, each.path order by each.n)
  ) l where l.n <> l.n_before + 1 or l.link is distinct from l.link_due
  union all
  select p.root, p.path, p.lines, 'ends early', p.changed_by from places p
    left join lateral (select z.n, z.link from lines z where z.root = p.root and z.path = p.path order by z.n desc limit 1) newest on true
    where p.kind = 'log' and (coalesce(newest.n, 0) <> p.lines or newest.link is distinct from p.link)
  limit ${MOST}`;

const HEADS = `
  select root, path, lines as line, encode(link, 'hex') as link, (select coalesce(max(id), 0) from marks) as mark
  from places where kind = 'log' and lines > 0 and path like 'ledger/%'`;

// A log that was rewritten by its function since has a mark, which doctor tells; one that is not seen may be kept for others.
const REPLACED = `
  select s.* from json_to_recordset($1::text::json) as s (root text, path text, line bigint, link text, mark bigint)
  where exists (select from places p where p.root = s.root and p.path = s.path)
    and not exists (select from lines l where l.root = s.root and l.path = s.path and l.n = s.line and encode(l.link, 'hex') = s.link)
    and not exists (select from marks m where m.root = s.root and m.path = s.path and m.id > s.mark and m.count >= s.line)`;

export async function inspect(
  { address, own, ask }: { readonly address: Address; readonly own: OwnRows; readonly ask: Ask },
  seen: readonly Head[],
): Promise<Inspection> {
  const placed = async (rows: readonly Row[]): Promise<{ row: Row; log: Place }[]> => {
    const found: { row: Row; log: Place }[] = [];
    for (const row of rows) {
      const root = row["root"] as Place["root"];
      const path = await own.placeOf(root, row["path"] as string);
      if (path !== null) found.push({ row, log: { root, path } });
    }
    return found;
  };
  const broken = await placed(await ask(BROKEN, []));
  const marks = await placed(await ask(`select root, path, what, login, program, at from marks order by id desc limit ${MOST}`, []));
  return {
    broken: broken.map(({ row, log }) => ({
      log,
      line: Number(row["n"]),
      what: row["what"] as "changed" | "gone" | "ends early",
      login: (row["login"] as string | null) ?? null,
    })),
    marks: marks.map(({ row, log }) => ({
      log,
      what: row["what"] as "rewritten" | "removed",
      by: signed(row["login"], row["program"]),
      at: row["at"] as Date,
    })),
    replaced: (await placed(await ask(REPLACED, [JSON.stringify(seen)]))).map(({ row, log }) => ({ log, head: headOf(row) })),
    heads: (await ask(HEADS, [])).map(headOf),
    missing: await missingRights({ ask }, address),
  };
}

function headOf(row: Row): Head {
  return {
    root: String(row["root"]),
    path: String(row["path"]),
    line: Number(row["line"]),
    link: String(row["link"]),
    mark: Number(row["mark"]),
  };
}
