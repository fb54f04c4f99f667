// Routes of the person's keys: a call that waits, and a time without the gate.

import { AppError } from "../../base/index.ts";
import { answerApproval, listApprovals } from "../../calls/approvals.ts";
import { unlock } from "../../calls/approvalKeys.ts";
import { alwaysAllow, planAlwaysAllow } from "../../rules/index.ts";
import { jsonReply, type Reply } from "../requests/answers.ts";
import { needText, takeFields } from "../requests/fields.ts";
import { personOf } from "../access/person.ts";
import { decidedAs } from "./readings.ts";
import type { Call } from "../access/route.ts";

export async function showApprovals({ mind }: Call): Promise<Reply> {
  return jsonReply(await listApprovals(mind));
}

/** The hash says which call the person saw; it must be the one that is pending. */
export async function answerQuestion(call: Call): Promise<Reply> {
  const { mind, id, fields } = call;
  const given = takeFields(fields, { decision: "text", hash: "text", as: "text" });
  const decision = needText(given.decision, "decision");
  if (decision !== "allow" && decision !== "deny") throw new AppError("BAD_INPUT", "decision must be allow or deny");
  const as = given.as === undefined ? undefined : decidedAs(given.as);
  const approval = await answerApproval(mind, id, { decision, as, hash: needText(given.hash, "hash"), by: "page", person: personOf(call) });
  return jsonReply({ id: approval.id, kind: approval.kind, decision, ...(as === undefined ? {} : { as }) });
}

/** The exception by which this question is not asked again; null: there is none. */
export async function showAlways(call: Call): Promise<Reply> {
  personOf(call);
  return jsonReply(await planAlwaysAllow(call.mind, call.id));
}

/** `after` and `version` say which change the person saw. */
export async function writeAlways(call: Call): Promise<Reply> {
  const { after, version } = takeFields(call.fields, { after: "text", version: "text" });
  const shown = { after: needText(after, "after"), version: needText(version, "version") };
  return jsonReply(await alwaysAllow(call.mind, call.id, { ...shown, person: personOf(call) }));
}

export async function unlockFor(call: Call): Promise<Reply> {
  const { duration } = takeFields(call.fields, { duration: "text" });
  return jsonReply(await unlock(call.mind, needText(duration, "duration"), { person: personOf(call) }));
}
