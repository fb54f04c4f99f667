// The route of costs: what sessions used, and what that costs at list prices.

import { AppError } from "../../base/index.ts";
import { costs } from "../../runtime/index.ts";
import { jsonReply, type Reply } from "../requests/answers.ts";
import { countIn } from "../requests/fields.ts";
import type { Call } from "../access/route.ts";

/** `?days=30` (or `all=1`), `?day=` for one day, `?folder=` for one project. */
export async function showCosts({ mind, query }: Call): Promise<Reply> {
  const day = query.get("day") ?? undefined;
  if (day !== undefined && !/^\d{4}-\d\d-\d\d$/.test(day)) throw new AppError("BAD_INPUT", "day must be a day like 2026-11-15");
  const days = query.get("all") === "1" ? null : (countIn(query, "days", { least: 1, most: 3660 }) ?? 30);
  return jsonReply(await costs(mind, { days, day, folder: query.get("folder") ?? undefined }));
}
