// The route of recall.

import { AppError } from "../../base/index.ts";
import { recall, type RecallScope, SCOPES } from "../../finding/recall.ts";
import { jsonReply, type Reply } from "../requests/answers.ts";
import { countIn, needText } from "../requests/fields.ts";
import type { Call } from "../access/route.ts";

export async function findHits({ mind, query, tell }: Call): Promise<Reply> {
  const scope = query.get("scope") ?? "main";
  if (!(SCOPES as readonly string[]).includes(scope)) throw new AppError("BAD_INPUT", `scope must be one of ${SCOPES.join(", ")}`);
  const limit = countIn(query, "k", { least: 1, most: 100 }) ?? 10;
  const { hits, notices } = await recall(mind, needText(query.get("q") ?? undefined, "q"), {
    scope: scope as RecallScope,
    limit,
    indexing: tell,
  });
  return jsonReply(hits, notices.length === 0 ? {} : { headers: { "X-Notices": encodeURIComponent(notices.join("\n")) } });
}
