// The table of routes. Each calls one verb of the hall; who may call what is the guard's business.

import { AppError, SESSION_ID } from "../base/index.ts";
import type { Mind } from "../mind/open.ts";
import { plan, type PlanRequest } from "../mind/remember.ts";
import { status } from "../mind/status.ts";
import { accept, conflicts, reject, review } from "../mind/review.ts";
import { undo } from "../mind/undo.ts";
import { ORIGINS, type Origin } from "../schema/index.ts";
import { jsonReply, type Reply } from "./answers.ts";
import type { Fields } from "./body.ts";
import { listDocuments, putDocument, showDocument, showHistory } from "./documents.ts";
import { needText, takeFields } from "./fields.ts";
import type { Holder } from "./access/tokens.ts";

export interface Call {
  readonly mind: Mind;
  readonly caller: Holder;
  /** What stands for ID in the path, decoded; "" where the route has none. */
  readonly id: string;
  readonly fields: Fields;
  header(name: string): string | undefined;
}

export interface Route {
  readonly method: "GET" | "POST" | "PUT";
  /** `ID` stands for one segment. */
  readonly path: string;
  readonly run: (call: Call) => Promise<Reply>;
}

export const ROUTES: readonly Route[] = [
  { method: "GET", path: "/api/documents", run: listDocuments },
  { method: "GET", path: "/api/documents/ID", run: showDocument },
  { method: "PUT", path: "/api/documents/ID", run: putDocument },
  { method: "GET", path: "/api/documents/ID/history", run: showHistory },
  { method: "GET", path: "/api/status", run: async ({ mind }) => jsonReply(await status(mind)) },
  { method: "GET", path: "/api/proposals", run: async ({ mind }) => jsonReply(await review(mind)) },
  { method: "POST", path: "/api/proposals/ID/accept", run: acceptProposal },
  { method: "POST", path: "/api/proposals/ID/reject", run: rejectProposal },
  { method: "GET", path: "/api/conflicts", run: async ({ mind }) => jsonReply(await conflicts(mind)) },
  { method: "POST", path: "/api/plan", run: planEntry },
  { method: "POST", path: "/api/undo/ID", run: async ({ mind, id }) => jsonReply(await undo(mind, id)) },
];

export type Routed = { readonly kind: "found"; readonly route: Route; readonly id: string } | { readonly kind: "unknown" } | { readonly kind: "wrong-method"; readonly allow: string };

export function findRoute(routes: readonly Route[], method: string, path: string): Routed {
  const fitting = routes.flatMap((route) => {
    const id = idIn(route.path, path);
    return id === null ? [] : [{ kind: "found" as const, route, id }];
  });
  if (fitting.length === 0) return { kind: "unknown" };
  return fitting.find(({ route }) => route.method === method) ?? { kind: "wrong-method", allow: fitting.map(({ route }) => route.method).join(", ") };
}

/** Segments are told apart before they are decoded, so an encoded slash is part of an id and never a way up. */
function idIn(pattern: string, path: string): string | null {
  const expected = pattern.split("/");
  const given = path.split("/");
  if (expected.length !== given.length || !expected.every((part, at) => (part === "ID" ? given[at] !== "" : part === given[at]))) return null;
  try {
    return decodeURIComponent(given[expected.indexOf("ID")] ?? "");
  } catch {
    // Not percent-encoding: no id that we ever gave out.
    return null;
  }
}

/** The hash says what the person saw; without it they would confirm something unseen. */
async function acceptProposal({ mind, id, fields }: Call): Promise<Reply> {
  const { hash, content } = takeFields(fields, { hash: "text", content: "text" });
  return jsonReply(await accept(mind, id, { hash: needText(hash, "hash"), ...(content === undefined ? {} : { content }) }));
}

async function rejectProposal({ mind, id, fields }: Call): Promise<Reply> {
  const { forEver } = takeFields(fields, { forEver: "boolean" });
  return jsonReply(await reject(mind, id, { forEver: forEver === true }));
}

const PLAN_FIELDS = { path: "text", url: "text", heading: "text", level: "number or null", operation: "text", op: "text", content: "text or null", old: "text", scope: "text", session: "text", origin: "text", confidence: "number", reason: "text", event: "text" } as const;

/** Values are checked by the verb; here only what it takes on trust from a typed caller. `op` is the command line's spelling. */
async function planEntry({ mind, caller, fields }: Call): Promise<Reply> {
  const { op, ...given } = takeFields(fields, PLAN_FIELDS);
  const { session, origin = "agent" } = given;
  if (!(ORIGINS as readonly string[]).includes(origin)) throw new AppError("BAD_INPUT", `origin must be one of ${ORIGINS.join(", ")}`);
  if (caller === "agent" && origin === "user") throw new AppError("NEEDS_PERSON", "an agent cannot speak as the person", { hint: "Leave out the origin." });
  if (session !== undefined && !SESSION_ID.test(session)) throw new AppError("BAD_INPUT", "a session id has 1-64 letters, digits, _ or -");
  const request = { ...given, heading: needText(given.heading, "heading"), origin: origin as Origin, ...(op === undefined ? {} : { operation: given.operation ?? op }) };
  // level, operation and scope are narrowed by the verb's own schema, which answers BAD_ENTRY.
  return jsonReply(await plan(mind, request as Omit<PlanRequest, "session">));
}
