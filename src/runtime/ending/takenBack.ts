// What was forgotten in a session is not written by its digest: a message that says it, and the one that took it out, are
// left away. The ledger knows what went, whoever took it out and in whatever words it had been asked for.

import { log, type LoggedChange } from "../../mind/documents/explain.ts";
import type { Mind } from "../../mind/open.ts";
import { factOf } from "../memory/keep.ts";
import type { Happened } from "./transcript.ts";

/** A line that made room in a full document is in the archive. */
const MADE_ROOM = /\.room\d+$/;

export async function withoutTakenBack(mind: Mind, session: string, happened: Happened): Promise<Happened> {
  const [first] = happened.exchanges;
  if (first === undefined) return happened;
  const all = await log(mind, undefined, { since: new Date(first.at).toISOString(), texts: true });
  const undone = new Set(all.map(({ undoes }) => undoes));
  const changes = all.filter((each) => each.session === session);
  const gone = changes.filter((each) => isTakenOut(each) && !undone.has(each.id));
  if (gone.length === 0) return happened;
  const texts = gone.flatMap(({ removed = "" }) => removed.split("\n")).flatMap((line) => plain(factOf(line)) || []);
  const wrote = changes.filter(({ inserted = "" }) => inserted !== "" && texts.some((text) => plain(inserted).includes(text)));
  const times = [...gone, ...wrote].map(({ at }) => new Date(at).getTime());
  const says = (text: string) => texts.some((each) => plain(text).includes(each));
  const { exchanges, unanswered } = happened;
  const isMeant = (index: number) => {
    const [from, until] = [exchanges[index]?.at ?? 0, exchanges[index + 1]?.at ?? Number.POSITIVE_INFINITY];
    return times.some((time) => from <= time && time < until);
  };
  return {
    ...happened,
    exchanges: exchanges.filter(({ asked, answered }, index) => !says(asked) && !says(answered) && !isMeant(index)),
    unanswered: unanswered.filter((each) => !says(each)),
  };
}

function isTakenOut({ removed = "", inserted = "", entry = "" }: LoggedChange): boolean {
  return removed !== "" && inserted === "" && !MADE_ROOM.test(entry);
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
