// Routes of the inbox: what needs the person's approval, and the answer.

import { AppError } from "../../base/index.ts";
import { proposalEffects } from "../../rules/index.ts";
import { accept, conflicts, reject, resolve, review, type Take } from "../../mind/documents/review.ts";
import { jsonReply, type Reply } from "../requests/answers.ts";
import { needText, takeFields } from "../requests/fields.ts";
import { personOf } from "../access/person.ts";
import type { Call } from "../access/route.ts";

export async function listProposals({ mind }: Call): Promise<Reply> {
  return jsonReply(await review(mind));
}

/** What a change of an instruction file does to the rules; null: it is no such file. */
export async function showEffects({ mind, id }: Call): Promise<Reply> {
  return jsonReply(await proposalEffects(mind, id));
}

/** The hash says what the person saw; without it they would confirm something unseen. */
export async function acceptProposal(call: Call): Promise<Reply> {
  const { mind, id, fields } = call;
  const { hash, content } = takeFields(fields, { hash: "text", content: "text" });
  return jsonReply(
    await accept(mind, id, { person: personOf(call), hash: needText(hash, "hash"), ...(content === undefined ? {} : { content }) }),
  );
}

export async function rejectProposal(call: Call): Promise<Reply> {
  const { mind, id, fields } = call;
  const { forEver } = takeFields(fields, { forEver: "boolean" });
  return jsonReply({ ...(await reject(mind, id, { person: personOf(call), forEver: forEver === true })), undo: id });
}

export async function listConflicts({ mind }: Call): Promise<Reply> {
  return jsonReply(await conflicts(mind));
}

const TAKES: readonly string[] = ["entry", "document", "both"] satisfies Take[];

/** ID is the staged entry's; `seen` is what was under the heading when the person decided. */
export async function settleConflict(call: Call): Promise<Reply> {
  const { mind, id, fields } = call;
  const { take, seen } = takeFields(fields, { take: "text", seen: "text or null" });
  const choice = needText(take, "take");
  if (!TAKES.includes(choice)) throw new AppError("BAD_INPUT", `take must be one of ${TAKES.join(", ")}`);
  const conflict = (await conflicts(mind)).find((each) => each.id === id);
  if (conflict === undefined)
    throw new AppError("NOT_FOUND", `there is no conflict ${id}`, { hint: "It may have been settled meanwhile." });
  if (seen !== undefined && seen !== conflict.present)
    throw new AppError("STALE", "the section changed since you looked at it", { hint: "Look again, then decide." });
  return jsonReply(await resolve(mind, conflict.document, { take: choice as Take, entry: id, person: personOf(call) }));
}
