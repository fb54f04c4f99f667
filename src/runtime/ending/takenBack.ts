// What was forgotten or undone in a session is not written by its digest: a message that says it, and the one that took it
// out, are left away. The ledger knows what went, whoever took it out and in whatever words it had been asked for.

import { log, type LoggedChange } from "../../mind/documents/explain.ts";
import type { Mind } from "../../mind/open.ts";
import { factOf } from "../memory/keep.ts";
import type { Happened } from "./transcript.ts";

/** A line that made room in a full document is in the archive. */
const MADE_ROOM = /\.room\d+$/;

/** What a message asks to remember is written before the message itself is logged. */
const HEARD_BEFORE_MS = 60_000;

export async function withoutTakenBack(mind: Mind, session: string, happened: Happened): Promise<Happened> {
  const [first] = happened.exchanges;
  if (first === undefined) return happened;
  const all = await log(mind, undefined, { since: new Date(first.at - HEARD_BEFORE_MS).toISOString(), texts: true });
  const stands = standingIn(all);
  const changes = all.filter((each) => each.session === session);
  const gone = changes.filter((each) => isTakenOut(each) && stands(each));
  const undone = changes.filter((each) => each.inserted !== undefined && !stands(each));
  if (gone.length + undone.length === 0) return happened;
  // What was said again after it had been undone is there.
  const kept = changes.filter((each) => undone.length > 0 && stands(each)).flatMap(({ inserted = "" }) => factsIn(inserted));
  const texts = [
    ...gone.flatMap(({ removed = "" }) => factsIn(removed)),
    ...undone.flatMap(({ inserted = "" }) => factsIn(inserted)).filter((text) => !kept.includes(text)),
  ];
  const { exchanges, unanswered } = happened;
  const says = (text: string) => saysAnyOf(text, texts);
  // A model writes in its own words, behind the message that it wrote them for.
  const wrote = changes.filter(
    ({ inserted = "" }) => says(inserted) && !exchanges.some(({ asked }) => saysAnyOf(asked, factsIn(inserted))),
  );
  const times = [...gone, ...wrote].map(({ at }) => new Date(at).getTime());
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

/** Whether a change still holds: what undoes it may have been undone itself. */
function standingIn(all: readonly LoggedChange[]): (change: LoggedChange) => boolean {
  const undoneBy = Map.groupBy(all, ({ undoes }) => undoes);
  const stands = ({ id }: LoggedChange): boolean => !(undoneBy.get(id) ?? []).some(stands);
  return stands;
}

/** A heading is where a fact is, not what it says. */
function factsIn(text: string): string[] {
  return text.split("\n").flatMap((line) => (line.startsWith("#") ? [] : plain(factOf(line)) || []));
}

function saysAnyOf(said: string, facts: readonly string[]): boolean {
  return facts.some((fact) => plain(said).includes(fact));
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
