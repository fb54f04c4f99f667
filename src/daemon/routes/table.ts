// The table of routes. Each calls one verb of the hall (or one of the runtime); who may call what is the guard's business.

import type { Mind } from "../../mind/open.ts";
import { status } from "../../mind/status.ts";
import { undo } from "../../mind/undo.ts";
import { jsonReply, type Reply } from "../answers.ts";
import type { Fields } from "../body.ts";
import type { Holder } from "../access/tokens.ts";
import { answerQuestion, showApprovals, unlockFor } from "./approvals.ts";
import { listDocuments, putDocument, showBlame, showDocument, showHistory, showThen } from "./documents.ts";
import { planEntry } from "./plan.ts";
import { checkCall, explainRule, showBacktest, showReport, showVerdicts } from "./policy.ts";
import { acceptProposal, listConflicts, listProposals, rejectProposal, settleConflict } from "./review.ts";
import { branchAt, cloneAt, diffWith, exportOne, listAll, showContext, showOne, showPrompt, showReceipt } from "./sessions.ts";
import { changeSettings, showSettings } from "./settings.ts";
import { findHits } from "./recall.ts";

export interface Call {
  readonly mind: Mind;
  readonly caller: Holder;
  /** What stands for ID in the path, decoded; "" where the route has none. */
  readonly id: string;
  readonly fields: Fields;
  readonly query: URLSearchParams;
  header(name: string): string | undefined;
}

export interface Route {
  readonly method: "GET" | "POST" | "PUT";
  /** `ID` stands for one segment. */
  readonly path: string;
  readonly run: (call: Call) => Promise<Reply>;
}

export const ROUTES: readonly Route[] = [
  { method: "GET", path: "/api/status", run: async ({ mind }) => jsonReply(await status(mind)) },
  { method: "GET", path: "/api/settings", run: showSettings },
  { method: "PUT", path: "/api/settings", run: changeSettings },
  { method: "GET", path: "/api/documents", run: listDocuments },
  { method: "GET", path: "/api/documents/ID", run: showDocument },
  { method: "PUT", path: "/api/documents/ID", run: putDocument },
  { method: "GET", path: "/api/documents/ID/history", run: showHistory },
  { method: "GET", path: "/api/documents/ID/blame", run: showBlame },
  { method: "GET", path: "/api/documents/ID/then", run: showThen },
  { method: "POST", path: "/api/plan", run: planEntry },
  { method: "POST", path: "/api/undo/ID", run: async ({ mind, id }) => jsonReply(await undo(mind, id)) },
  { method: "GET", path: "/api/proposals", run: listProposals },
  { method: "POST", path: "/api/proposals/ID/accept", run: acceptProposal },
  { method: "POST", path: "/api/proposals/ID/reject", run: rejectProposal },
  { method: "GET", path: "/api/conflicts", run: listConflicts },
  { method: "POST", path: "/api/conflicts/ID", run: settleConflict },
  { method: "GET", path: "/api/policy/report", run: showReport },
  { method: "POST", path: "/api/policy/check", run: checkCall },
  { method: "GET", path: "/api/policy/verdicts", run: showVerdicts },
  { method: "GET", path: "/api/policy/rules/ID", run: explainRule },
  { method: "GET", path: "/api/policy/backtest", run: showBacktest },
  { method: "GET", path: "/api/approvals", run: showApprovals },
  { method: "POST", path: "/api/approvals/ID", run: answerQuestion },
  { method: "POST", path: "/api/unlock", run: unlockFor },
  { method: "GET", path: "/api/prompt", run: showPrompt },
  { method: "GET", path: "/api/sessions", run: listAll },
  { method: "GET", path: "/api/sessions/ID", run: showOne },
  { method: "GET", path: "/api/sessions/ID/context", run: showContext },
  { method: "GET", path: "/api/sessions/ID/receipt", run: showReceipt },
  { method: "GET", path: "/api/sessions/ID/export", run: exportOne },
  { method: "GET", path: "/api/sessions/ID/diff", run: diffWith },
  { method: "POST", path: "/api/sessions/ID/branch", run: branchAt },
  { method: "POST", path: "/api/sessions/ID/clone", run: cloneAt },
  { method: "GET", path: "/api/recall", run: findHits },
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
