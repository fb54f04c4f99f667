// A check-up of the database: whether its logs are what was entered, what was rewritten on purpose, and whether roles and row
// security are whole.

import type { Inspection, Place } from "../port.ts";
import type { Address } from "./address.ts";
import type { Ask } from "./asking.ts";
import type { Row } from "./lines.ts";
import type { OwnRows } from "./own.ts";
import { missingRights } from "./upkeep.ts";

/** `carl (psql)`: a login, and how its program called itself. Machines call themselves `codicil NAME`. */
export function signed(login: unknown, program: unknown): string {
  return `${String(login)}${typeof program === "string" && program !== "" ? ` (${program})` : ""}`;
}

const MOST = 200;

export async function inspect(address: Address, ask: Ask, own: OwnRows): Promise<Inspection> {
  const placed = async (rows: readonly Row[]): Promise<{ row: Row; log: Place }[]> => {
    const found: { row: Row; log: Place }[] = [];
    for (const row of rows) {
      const root = row["root"] as Place["root"];
      const path = await own.placeOf(root, row["path"] as string);
      if (path !== null) found.push({ row, log: { root, path } });
    }
    return found;
  };
  const broken = await placed(await ask(`select root, path, n, what, login from broken_links() limit ${MOST}`, []));
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
    missing: await missingRights({ ask }, address),
  };
}
