// Routes of the inbox: what needs the person's approval, and the answer.

import { AppError } from "../../base/index.ts";
import { proposalEffects } from "../../rules/index.ts";
import { accept, conflicts, reject, resolve, review, type Take } from "../../mind/documents/review.ts";
import { needText, takeFields } from "../requests/fields.ts";
import { personOf, type Call, get, post, type Route } from "../access/route.ts";

export const PROPOSAL_ROUTES: readonly Route[] = [
  get("/api/proposals", ({ mind }) => review(mind)),
  // What a change of an instruction file does to the rules; null: it is no such file.
  get("/api/proposals/ID/effects", ({ mind, id }) => proposalEffects(mind, id)),
  post("/api/proposals/ID/accept", acceptProposal),
  post("/api/proposals/ID/reject", rejectProposal),
  get("/api/conflicts", ({ mind }) => conflicts(mind)),
  post("/api/conflicts/ID", settleConflict),
];

/** The hash says what the person saw; without it they would confirm something unseen. */
async function acceptProposal(call: Call) {
  const { mind, id, fields } = call;
  const { hash, content } = takeFields(fields, { hash: "text", content: "text" });
  return accept(mind, id, { person: personOf(call), hash: needText(hash, "hash"), ...(content === undefined ? {} : { content }) });
}

async function rejectProposal(call: Call) {
  const { mind, id, fields } = call;
  const { forEver } = takeFields(fields, { forEver: "boolean" });
  return { ...(await reject(mind, id, { person: personOf(call), forEver: forEver === true })), undo: id };
}

const TAKES: readonly string[] = ["entry", "document", "both"] satisfies Take[];

/** ID is the staged entry's; `seen` is what was under the heading when the person decided. */
async function settleConflict(call: Call) {
  const { mind, id, fields } = call;
  const { take, seen } = takeFields(fields, { take: "text", seen: "text or null" });
  const choice = needText(take, "take");
  if (!TAKES.includes(choice)) throw new AppError("BAD_INPUT", `take must be one of ${TAKES.join(", ")}`);
  const conflict = (await conflicts(mind)).find((each) => each.id === id);
  if (conflict === undefined)
    throw new AppError("NOT_FOUND", `there is no conflict ${id}`, { hint: "It may have been settled meanwhile." });
  if (seen !== undefined && seen !== conflict.present)
    throw new AppError("STALE", "the section changed since you looked at it", { hint: "Look again, then decide." });
  return resolve(mind, conflict.document, { take: choice as Take, entry: id, person: personOf(call) });
}
