// Proposed readings of instruction files as cards.

import type { Mind } from "../../mind/open.ts";
import type { Person } from "../../mind/person.ts";
import { decideShown, readingBlock, type ReadingItem } from "../../rules/index.ts";
import type { ReadingDecided } from "../../schema/index.ts";
import type { Call } from "../terminal/command.ts";
import { padTo, widthOf, wrapTo } from "../terminal/width.ts";
import type { Card, Choice } from "./walk.ts";

const DECISIONS: readonly { readonly key: string; readonly label: string; readonly as: ReadingDecided; readonly said: string }[] = [
  { key: "h", label: "enforce", as: "hold", said: "enforced" },
  { key: "a", label: "ask", as: "ask", said: "asked about" },
  { key: "v", label: "advice", as: "advice", said: "advice" },
];

export function lineCards(call: Call, mind: Mind, items: readonly ReadingItem[], person: Person): Card[] {
  return items.map((item) => ({
    head: call.terminal.safe(call.terminal.words`Proposed reading: ${item.file}:${item.line}`),
    lines: linesOf(call, item),
    choices: [...DECISIONS.map((decision) => deciding(mind, item, decision, person)), asBlock(call, mind, item)],
  }));
}

function deciding(mind: Mind, { clause, readings }: ReadingItem, decision: (typeof DECISIONS)[number], person: Person): Choice {
  const { key, label, as, said } = decision;
  return {
    key,
    label,
    said,
    act: async () => {
      await decideShown(mind, clause, { as, readings, person });
      return [];
    },
  };
}

function asBlock({ terminal }: Call, mind: Mind, { file, clause, here }: ReadingItem): Choice {
  return {
    key: "e",
    label: "as a policy block",
    act: async () => {
      if (!here) return [terminal.words`run codicil review in the project whose file it is`];
      const { block } = await readingBlock(mind, clause);
      return [
        terminal.words`Paste this into ${terminal.safe(file)} and change it; then press v to make the line itself advice:`,
        "",
        ...block.split("\n").map(terminal.safe),
      ];
    },
  };
}

function linesOf({ terminal }: Call, { text, readings, stops, passes, doubts, count, example }: ReadingItem): string[] {
  const { colour, safe, columns, words } = terminal;
  const detail = (name: string, said: string): string[] => {
    const word = padTo(words.of(name), 7);
    const indent = widthOf(word) + 3;
    const [first = "", ...rest] = wrapTo(safe(said.replace(/\s+/g, " ")), columns - indent, 3);
    return [`  ${colour.dim(word)} ${first}`, ...rest.map((each) => `${" ".repeat(indent)}${each}`)];
  };
  const met = `${words.counted(count, "call")}${example === undefined ? "" : words`, first ${example}`}`;
  return [
    ...wrapTo(safe(text.replace(/\s+/g, " ")), columns - 2, 3).map((each) => `  ${each}`),
    ...detail("read as", readings.map(words.reading).join(words`; `)),
    ...stops.flatMap((each) => detail("stops", each)),
    ...passes.flatMap((each) => detail("passes", each)),
    ...doubts.flatMap((each) => detail("doubt", words.reading(each))),
    ...(count > 0 ? detail("met", met) : []),
  ];
}
