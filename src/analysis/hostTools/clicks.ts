// Clicks in a page that buy, pay or delete for good, told by what the button says. Whoever tries out a page of this machine may
// click on anything there.

import { earlierCalls } from "../call/call.ts";
import { hostOfUrl, isLoopback } from "../run/addresses.ts";
import type { Run } from "../run/record.ts";
import { PAID, ENDED, type ToolDeed } from "./told.ts";
import { readToolName, wordsOf } from "./toolNames.ts";

const SAYS_KEY = /^(?:element|text|label|selector|name|description|button|target)$/i;
const LONGEST = 200;
const BUYS = [
  /^pay(?: |$)|\b(?:buy now|pay now|place order|send money)\b/,
  /\b(?:confirm|complete|submit) (?:purchase|payment|order|transfer)\b/,
];
const DELETES = /\bdelete (?:account|repository|project|organization|workspace)\b/;
const SMALL = /\b(?:the|my|your|this|it)\b ?/g;

/** What a click does; null: nothing that anybody minds, or no click. */
export function deedOfClick(run: Run, tool: string, input: Readonly<Record<string, unknown>>): ToolDeed | null {
  if (!readToolName(tool).words.some((word) => word === "click" || word === "tap")) return null;
  const texts = Object.entries(input).filter(([key, value]) => SAYS_KEY.test(key) && typeof value === "string" && value.length <= LONGEST);
  const said = texts.map(([, value]) => wordsOf(String(value)).join(" ").replace(SMALL, ""));
  const deed = said.some((words) => BUYS.some((each) => each.test(words)))
    ? PAID
    : said.some((words) => DELETES.test(words))
      ? ENDED
      : null;
  return deed === null || isOnThisMachine(run) ? null : deed;
}

const WENT = /"tool":"[^"]{0,80}(?:navigate|goto|open|visit)/i;

/** The page that was opened last. */
function isOnThisMachine(run: Run): boolean {
  const last = earlierCalls(run.world, "://").findLast((call) => WENT.test(call)) ?? "";
  const url = /"(https?:\/\/[^"\s]{1,300})/.exec(last)?.[1];
  return url !== undefined && isLoopback(hostOfUrl(url));
}
