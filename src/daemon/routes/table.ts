// The table of routes. Each calls one verb of the hall (or one of the runtime); who may call what is the guard's business.

import { status } from "../../mind/overview/status.ts";
import { jsonReply } from "../requests/answers.ts";
import type { Route } from "../access/route.ts";
import { restoreTrash, showActivity, showActivityDays, showTrash } from "./activity.ts";
import { answerQuestion, showAlways, showApprovals, unlockFor, writeAlways } from "../review/approvals.ts";
import { showCosts } from "./costs.ts";
import { listDocuments, putDocument, showBlame, showDocument, showHistory, showSuperseded, showThen, showTidy } from "./documents.ts";
import { forgetText, showCopies } from "../review/forget.ts";
import { planEntry } from "./plan.ts";
import { checkCall, explainRule, propose, showBacktest, showReadingRequest, showReport, showRules, showVerdicts } from "./policy.ts";
import { acceptProposal, listConflicts, listProposals, rejectProposal, settleConflict, showEffects } from "../review/proposals.ts";
import {
  branchAt,
  cloneAt,
  diffWith,
  exportOne,
  listAll,
  renameOne,
  showContext,
  showHandoff,
  showOne,
  showPrompt,
  showReceipt,
} from "./sessions.ts";
import { changeSettings, showSettings } from "../review/settings.ts";
import { dismissLine, settleReading, showBlock, showReadings, undoOne, writeBlock } from "../review/readings.ts";
import { findHits } from "./recall.ts";
import { remember } from "../review/remember.ts";
import { showText, takeText } from "./text.ts";

export const ROUTES: readonly Route[] = [
  { method: "GET", path: "/api/status", run: async ({ mind }) => jsonReply(await status(mind)) },
  { method: "GET", path: "/api/settings", run: showSettings },
  { method: "PUT", path: "/api/settings", run: changeSettings },
  { method: "GET", path: "/api/documents", thread: "documents", run: listDocuments },
  { method: "GET", path: "/api/documents/ID", thread: "documents", run: showDocument },
  { method: "PUT", path: "/api/documents/ID", run: putDocument },
  { method: "GET", path: "/api/documents/ID/history", thread: "documents", run: showHistory },
  { method: "GET", path: "/api/documents/ID/blame", thread: "documents", run: showBlame },
  { method: "GET", path: "/api/documents/ID/superseded", thread: "documents", run: showSuperseded },
  { method: "GET", path: "/api/documents/ID/then", thread: "documents", run: showThen },
  { method: "GET", path: "/api/documents/ID/tidy", thread: "documents", run: showTidy },
  { method: "GET", path: "/api/text/REST", run: showText },
  { method: "PUT", path: "/api/text/REST", takes: "text", run: takeText },
  { method: "POST", path: "/api/plan", run: planEntry },
  { method: "POST", path: "/api/remember", run: remember },
  { method: "GET", path: "/api/forget", run: showCopies },
  { method: "POST", path: "/api/forget", run: forgetText },
  { method: "POST", path: "/api/undo/ID", run: undoOne },
  { method: "GET", path: "/api/proposals", run: listProposals },
  { method: "GET", path: "/api/proposals/ID/effects", run: showEffects },
  { method: "POST", path: "/api/proposals/ID/accept", run: acceptProposal },
  { method: "POST", path: "/api/proposals/ID/reject", run: rejectProposal },
  { method: "GET", path: "/api/conflicts", run: listConflicts },
  { method: "POST", path: "/api/conflicts/ID", run: settleConflict },
  { method: "GET", path: "/api/policy/report", run: showReport },
  { method: "POST", path: "/api/policy/check", run: checkCall },
  { method: "GET", path: "/api/policy/request", run: showReadingRequest },
  { method: "POST", path: "/api/policy/propose", run: propose },
  { method: "GET", path: "/api/policy/verdicts", run: showVerdicts },
  { method: "GET", path: "/api/policy/rules", thread: "lists", run: showRules },
  { method: "GET", path: "/api/policy/rules/ID", run: explainRule },
  { method: "GET", path: "/api/policy/backtest", thread: "backtest", run: showBacktest },
  { method: "GET", path: "/api/readings", run: showReadings },
  { method: "GET", path: "/api/readings/ID/block", run: showBlock },
  { method: "POST", path: "/api/readings/ID/block", run: writeBlock },
  { method: "POST", path: "/api/readings/ID", run: settleReading },
  { method: "GET", path: "/api/approvals", run: showApprovals },
  { method: "POST", path: "/api/approvals/ID", run: answerQuestion },
  { method: "POST", path: "/api/approvals/ID/dismiss", run: dismissLine },
  { method: "GET", path: "/api/approvals/ID/always", run: showAlways },
  { method: "POST", path: "/api/approvals/ID/always", run: writeAlways },
  { method: "POST", path: "/api/unlock", run: unlockFor },
  { method: "GET", path: "/api/prompt", thread: "documents", run: showPrompt },
  { method: "GET", path: "/api/sessions", thread: "lists", run: listAll },
  { method: "GET", path: "/api/sessions/ID", run: showOne },
  { method: "GET", path: "/api/sessions/ID/context", run: showContext },
  { method: "GET", path: "/api/sessions/ID/receipt", run: showReceipt },
  { method: "GET", path: "/api/sessions/ID/export", run: exportOne },
  { method: "GET", path: "/api/sessions/ID/diff", run: diffWith },
  { method: "GET", path: "/api/sessions/ID/handoff", run: showHandoff },
  { method: "POST", path: "/api/sessions/ID/title", run: renameOne },
  { method: "POST", path: "/api/sessions/ID/branch", run: branchAt },
  { method: "POST", path: "/api/sessions/ID/clone", run: cloneAt },
  { method: "GET", path: "/api/recall", thread: "recall", run: findHits },
  { method: "GET", path: "/api/activity", thread: "lists", run: showActivity },
  { method: "GET", path: "/api/activity/days", thread: "lists", run: showActivityDays },
  { method: "GET", path: "/api/costs", thread: "lists", run: showCosts },
  { method: "GET", path: "/api/trash", run: showTrash },
  { method: "POST", path: "/api/trash/ID/restore", run: restoreTrash },
];

export type Routed =
  | { readonly kind: "found"; readonly route: Route; readonly id: string }
  | { readonly kind: "unknown" }
  | { readonly kind: "wrong-method"; readonly allow: string };

export function findRoute(routes: readonly Route[], method: string, path: string): Routed {
  const fitting = routes.flatMap((route) => {
    const id = idIn(route.path, path);
    return id === null ? [] : [{ kind: "found" as const, route, id }];
  });
  if (fitting.length === 0) return { kind: "unknown" };
  return (
    fitting.find(({ route }) => route.method === method) ?? {
      kind: "wrong-method",
      allow: fitting.map(({ route }) => route.method).join(", "),
    }
  );
}

/** Segments are told apart before they are decoded, so an encoded slash is part of an id and never a way up. */
function idIn(pattern: string, path: string): string | null {
  if (pattern.endsWith("/REST")) return restIn(pattern.slice(0, -"REST".length), path);
  const expected = pattern.split("/");
  const given = path.split("/");
  if (expected.length !== given.length || !expected.every((part, at) => (part === "ID" ? given[at] !== "" : part === given[at])))
    return null;
  return decoded(given[expected.indexOf("ID")] ?? "");
}

/** A path of a document: each segment by itself, so that none can bring a slash along. */
function restIn(start: string, path: string): string | null {
  if (!path.startsWith(start)) return null;
  const segments = path.slice(start.length).split("/").map(decoded);
  return segments.every((each) => each !== null && each !== "" && !each.includes("/")) ? segments.join("/") : null;
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Not percent-encoding: no id that we ever gave out.
    return null;
  }
}
