// Conflicts as cards: an entry met a section that you had edited.

import type { Mind } from "../../mind/open.ts";
import type { Person } from "../../mind/person.ts";
import { type Conflict, resolve, type Take } from "../../mind/documents/review.ts";
import { receiptLine } from "../terminal/answer.ts";
import type { Call } from "../terminal/command.ts";
import type { Card, Choice } from "./walk.ts";

const TAKES: readonly { readonly key: string; readonly take: Take; readonly label: string; readonly said: string }[] = [
  { key: "1", take: "document", label: "keep the document's text", said: "the document's text" },
  { key: "2", take: "entry", label: "take the entry's", said: "the entry's text" },
  { key: "3", take: "both", label: "both", said: "both texts" },
];

export function conflictCards(call: Call, mind: Mind, conflicts: readonly Conflict[], person: Person): Card[] {
  const { safe, colour, words } = call.terminal;
  const indented = (text: string | null) =>
    (text ?? words`(none)`)
      .trimEnd()
      .split("\n")
      .map((line) => `    ${safe(line)}`);
  return conflicts.map((conflict) => ({
    head: safe(words`Conflict: ${conflict.document} ${JSON.stringify(conflict.heading)}`),
    lines: [
      `  ${safe(`${conflict.code} ${words.error(conflict).message}`)}`,
      `  ${colour.dim(words`in the document now`)}`,
      ...indented(conflict.present),
      `  ${colour.dim(words`the entry (${words.of(conflict.operation)})`)}`,
      ...indented(conflict.content),
    ],
    choices: TAKES.map(({ key, take, label, said }): Choice => ({
      key,
      label,
      said,
      act: async () =>
        (await resolve(mind, conflict.file, { take, entry: conflict.id, person })).map((receipt) => receiptLine(call, receipt)),
    })),
  }));
}
