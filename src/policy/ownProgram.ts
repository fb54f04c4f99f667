// Our own program in a shared session's shell. It speaks for the mind, so most of what it says is the person's own; here
// stands what tells nothing of it.

import { wordSet } from "../base/index.ts";
import type { Program } from "./effects.ts";

const TELLS_NOTHING = wordSet("plan flush apply validate trash policy path redact bank hook where help version");
const TAKES_VALUE = /^(?:--(?:home|cwd|session|session-type|scope|limit|at|format|file|section)|-k)$/;
/** Documents that a shared session has itself: the project's, and those of the mind that are not private. */
const PUBLIC = /^(?:\.\/|(?:SOUL|SPIRIT|AGENTS)\.md(?::\d+)?$|soul$)/;

/** What it asks for that is private; null: nothing. */
export function asksForPrivate({ name, args }: Program): string | null {
  if (name !== "codicil" && name !== "agents") return null;
  const words = args.map(({ text }) => text);
  if (words.includes("--help")) return null;
  const said = words.filter((word, at) => !word.startsWith("-") && !TAKES_VALUE.test(words[at - 1] ?? ""));
  const [verb = "help", what = ""] = said[0] === "last-word" ? said.slice(1) : said;
  const isSharedBy = (option: string, values: RegExp) =>
    words.some((word, at) =>
      values.test(word.startsWith(`${option}=`) ? word.slice(option.length + 1) : words[at - 1] === option ? word : ""),
    );
  if (TELLS_NOTHING.has(verb)) return null;
  if (verb === "recall" && isSharedBy("--scope", /^(?:shared|project)$/)) return null;
  if (
    (verb === "prompt" || verb === "mcp" || (verb === "session" && what === "start")) &&
    what !== "diff" &&
    isSharedBy("--session-type", /^shared$/)
  )
    return null;
  if (verb === "memory" && what === "scan") return null;
  if (/^(?:show|log|blame|explain)$/.test(verb) && PUBLIC.test(what)) return null;
  return `codicil ${verb}`;
}
