// Routes of lines that are only proposed: the person's decision on each, "not what the line means" at a refused call, and undo.

import { AppError } from "../../base/index.ts";
import { decideShown, dismissRefusal, listReadings, readingBlock, writeOwnBlock } from "../../rules/index.ts";
import { undoReading } from "../../calls/readings.ts";
import { undo, undoRejection } from "../../mind/documents/undo.ts";
import { READING_DECISIONS, type ReadingDecided } from "../../schema/index.ts";
import { jsonReply, type Reply } from "../requests/answers.ts";
import { needText, takeFields } from "../requests/fields.ts";
import { personOf } from "../access/person.ts";
import type { Call } from "../access/route.ts";

export async function showReadings({ mind }: Call): Promise<Reply> {
  return jsonReply(await listReadings(mind));
}

export async function showBlock({ mind, id }: Call): Promise<Reply> {
  return jsonReply(await readingBlock(mind, id));
}

/** The author's own words for the line, below it in its file; the line is advice from then on. */
export async function writeBlock(call: Call): Promise<Reply> {
  const { block } = takeFields(call.fields, { block: "text" });
  return jsonReply(await writeOwnBlock(call.mind, call.id, { block: needText(block, "block"), person: personOf(call) }));
}

/** `readings` says what the person saw; without it they would confirm something unseen. */
export async function settleReading(call: Call): Promise<Reply> {
  const { mind, id, fields } = call;
  const { readings, ...rest } = fields;
  const as = decidedAs(needText(takeFields(rest, { as: "text" }).as, "as"));
  if (!Array.isArray(readings) || !readings.every((each) => typeof each === "string"))
    throw new AppError("BAD_INPUT", "readings must be the readings that were shown");
  return jsonReply(await decideShown(mind, id, { as, readings, person: personOf(call) }));
}

export async function dismissLine(call: Call): Promise<Reply> {
  return jsonReply(await dismissRefusal(call.mind, call.id, { person: personOf(call) }));
}

/** A change of a document, a decision on a line, or a rejection of the last minutes. */
export async function undoOne(call: Call): Promise<Reply> {
  const by = { person: personOf(call) };
  if (call.id.startsWith("d_")) return jsonReply(await undoReading(call.mind, call.id, by));
  return jsonReply((await undoRejection(call.mind, call.id, by)) ?? (await undo(call.mind, call.id, by)));
}

export function decidedAs(given: string): ReadingDecided {
  const as = READING_DECISIONS.find((each) => each === given);
  if (as === undefined) throw new AppError("BAD_INPUT", `as must be one of ${READING_DECISIONS.join(", ")}`);
  return as;
}
