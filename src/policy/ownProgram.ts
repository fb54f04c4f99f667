// Our own program in a shared session's shell. It speaks for the mind, so most of what it says is the person's own; here
// is what tells nothing of it.

import { byName, sameRow, wordSet } from "../base/index.ts";
import type { Program } from "../analysis/index.ts";

const TELLS_NOTHING = wordSet("plan flush apply validate trash policy path redact bank hook where help version");
const TAKES_VALUE = /^(?:--(?:home|cwd|session|session-type|scope|limit|at|format|file|section)|-k)$/;
/** Documents that a shared session has itself: the project's, and those of the mind that are not private. */
const PUBLIC = /^(?:\.\/|(?:SOUL|SPIRIT|AGENTS)\.md(?::\d+)?$|soul$)/;

/** How the words of a command say it. */
type Said = (what: string, words: readonly string[]) => boolean;

const isForShared: Said = (what, words) => what !== "diff" && gives(words, "--session-type", /^shared$/);

/** Verbs that tell nothing private where they are said so. */
const SAID_SO: Readonly<Record<string, Said>> = byName({
  recall: (_, words) => gives(words, "--scope", /^(?:shared|project)$/),
  ...sameRow("prompt mcp", isForShared),
  session: (what, words) => what === "start" && isForShared(what, words),
  memory: (what) => what === "scan",
  ...sameRow("show log blame explain", (what: string) => PUBLIC.test(what)),
});

function gives(words: readonly string[], option: string, values: RegExp): boolean {
  return words.some((word, at) =>
    values.test(word.startsWith(`${option}=`) ? word.slice(option.length + 1) : words[at - 1] === option ? word : ""),
  );
}

/** What it asks for that is private; null: nothing. */
export function asksForPrivate({ name, args }: Program): string | null {
  if (name !== "codicil" && name !== "agents") return null;
  const words = args.map(({ text }) => text);
  const said = words.filter((word, at) => !word.startsWith("-") && !TAKES_VALUE.test(words[at - 1] ?? ""));
  const [verb = "help", what = ""] = said[0] === "last-word" ? said.slice(1) : said;
  const isPublic = words.includes("--help") || TELLS_NOTHING.has(verb) || SAID_SO[verb]?.(what, words) === true;
  return isPublic ? null : `codicil ${verb}`;
}
