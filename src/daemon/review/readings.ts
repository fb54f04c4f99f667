// Routes of lines that are only proposed (the person's decision on each, "not what the line means" at a refused call, undo) and of
// the person's keys: a call that waits, and a time without the gate.

import { AppError } from "../../base/index.ts";
import { decideShown, dismissRefusal, listReadings, readingBlock, writeOwnBlock, alwaysAllow, planAlwaysAllow } from "../../rules/index.ts";
import { undoReading } from "../../calls/readings.ts";
import { undo, undoRejection } from "../../mind/documents/undo.ts";
import { READING_DECISIONS, type ReadingDecided } from "../../schema/index.ts";
import { needText, takeFields } from "../requests/fields.ts";
import { personOf, type Call, get, post, type Route } from "../access/route.ts";
import { answerApproval, listApprovals } from "../../calls/approvals.ts";
import { unlock } from "../../calls/approvalKeys.ts";

export const READING_ROUTES: readonly Route[] = [
  get("/api/readings", ({ mind }) => listReadings(mind)),
  get("/api/readings/ID/block", ({ mind, id }) => readingBlock(mind, id)),
  post("/api/readings/ID/block", writeBlock),
  post("/api/readings/ID", settleReading),
  get("/api/approvals", ({ mind }) => listApprovals(mind)),
  post("/api/approvals/ID", answerQuestion),
  post("/api/approvals/ID/dismiss", (call) => dismissRefusal(call.mind, call.id, { person: personOf(call) })),
  get("/api/approvals/ID/always", showAlways),
  post("/api/approvals/ID/always", writeAlways),
  post("/api/unlock", unlockFor),
  post("/api/undo/ID", undoOne),
];

/** The author's own words for the line, below it in its file; the line is advice from then on. */
async function writeBlock(call: Call) {
  const { block } = takeFields(call.fields, { block: "text" });
  return writeOwnBlock(call.mind, call.id, { block: needText(block, "block"), person: personOf(call) });
}

/** `readings` says what the person saw; without it they would confirm something unseen. */
async function settleReading(call: Call) {
  const { mind, id, fields } = call;
  const { readings, ...rest } = fields;
  const as = decidedAs(needText(takeFields(rest, { as: "text" }).as, "as"));
  if (!Array.isArray(readings) || !readings.every((each) => typeof each === "string"))
    throw new AppError("BAD_INPUT", "readings must be the readings that were shown");
  return decideShown(mind, id, { as, readings, person: personOf(call) });
}

/** A change of a document, a decision on a line, or a rejection of the last minutes. */
async function undoOne(call: Call) {
  const by = { person: personOf(call) };
  if (call.id.startsWith("d_")) return undoReading(call.mind, call.id, by);
  return (await undoRejection(call.mind, call.id, by)) ?? (await undo(call.mind, call.id, by));
}

function decidedAs(given: string): ReadingDecided {
  const as = READING_DECISIONS.find((each) => each === given);
  if (as === undefined) throw new AppError("BAD_INPUT", `as must be one of ${READING_DECISIONS.join(", ")}`);
  return as;
}

/** The hash says which call the person saw; it must be the one that is pending. */
async function answerQuestion(call: Call) {
  const { mind, id, fields } = call;
  const given = takeFields(fields, { decision: "text", hash: "text", as: "text" });
  const decision = needText(given.decision, "decision");
  if (decision !== "allow" && decision !== "deny") throw new AppError("BAD_INPUT", "decision must be allow or deny");
  const as = given.as === undefined ? undefined : decidedAs(given.as);
  const approval = await answerApproval(mind, id, { decision, as, hash: needText(given.hash, "hash"), by: "page", person: personOf(call) });
  return { id: approval.id, kind: approval.kind, decision, ...(as === undefined ? {} : { as }) };
}

/** The exception by which this question is not asked again; null: there is none. */
async function showAlways(call: Call) {
  personOf(call);
  return planAlwaysAllow(call.mind, call.id);
}

/** `after` and `version` say which change the person saw. */
async function writeAlways(call: Call) {
  const { after, version } = takeFields(call.fields, { after: "text", version: "text" });
  const shown = { after: needText(after, "after"), version: needText(version, "version") };
  return alwaysAllow(call.mind, call.id, { ...shown, person: personOf(call) });
}

async function unlockFor(call: Call) {
  const { duration } = takeFields(call.fields, { duration: "text" });
  return unlock(call.mind, needText(duration, "duration"), { person: personOf(call) });
}
