// What was probably meant by more words than a command takes.

import { HOSTS, nameWithin } from "../../base/index.ts";
import type { Command } from "../table/row.ts";
import { isAct, isProgram, isVerb } from "./heard.ts";
import { asCommand, didYouMean, exampleOf, type Hint, listedBy } from "./hints.ts";
import { ranked } from "./ranked.ts";
import { isHarmless, quoted, translated } from "./wholeLine.ts";
import { asOption, asText, behind, taken } from "./written.ts";

interface Extra {
  readonly positionals: readonly string[];
  readonly command: Command;
  /** All that was typed behind the command. */
  readonly rest: readonly string[];
}

/** The first of them that has an answer. */
const WAYS: readonly ((extra: Extra) => Hint | undefined)[] = [aCall, aLine, inItsOwnWords, stops, newName, oneEach, otherCommand];

export function extraHint(extra: Extra): Hint {
  for (const way of WAYS) {
    const found = way(extra);
    if (found !== undefined) return found;
  }
  const { command } = extra;
  return { hint: exampleOf(command) || listedBy(command) || `Did you mean codicil ${command.name}?` };
}

/** `policy test "git push"`: what is to be judged is a call. */
function aCall({ positionals, command }: Extra): Hint | undefined {
  const words = positionals.flatMap((each) => each.split(" "));
  return command.name.startsWith("policy ") && isProgram(words[0] ?? "")
    ? didYouMean([asCommand("policy check", ["check", "--", ...words])])
    : undefined;
}

/** `blame MEMORY.md 3`. */
function aLine({ positionals, command: { arguments: wanted = "" } }: Extra): Hint | undefined {
  const line = /^\[?DOC(?:\]|$)/.test(wanted) ? taken("DOC:LINE", positionals, "") : undefined;
  return line === undefined ? undefined : didYouMean([asCommand("explain", [line])]);
}

function inItsOwnWords({ rest, command }: Extra): Hint | undefined {
  const line = ownLine(rest, command);
  return line === undefined ? undefined : { hint: `Did you mean codicil ${line}?` };
}

/**
 * The command with all that was typed, each word where the command takes it: `serve 8080`, `policy confirm AGENTS.md 3 as ask`,
 * `memory add we use pnpm`, `unlock 10 minutes`, `chat last`. undefined: it has no place for some word.
 */
export function ownLine(rest: readonly string[], command: Command): string | undefined {
  const { name, arguments: wanted = "" } = command;
  const { written, positionals } = translated(rest, command);
  if (/^\[?(?:TEXT|QUESTION)/.test(wanted))
    return asText(behind([name, ...positionals], name), (text) => [name, quoted(text), ...written.map(quoted)].join(" "));
  const argument = taken(wanted, positionals, "");
  // `install claude code` is one host; of two nobody knows which.
  const isOne = wanted !== "HOST" || positionals.slice(1).every((word) => !(HOSTS as readonly string[]).includes(word));
  if (!isOne || (wanted === "HOST" && argument === undefined)) return undefined;
  const parts = positionals.filter((word) => wanted !== "HOST" && !isPartOf(word, argument));
  const options: string[] = [];
  for (let at = 0; at < parts.length; at++) {
    const [word = "", next] = parts.slice(at);
    const found = asOption(word, next, command);
    if (found === undefined) return undefined;
    options.push(...found.written);
    at += found.used - 1;
  }
  const line = [name, ...(argument === undefined ? [] : [argument]), ...options, ...written.map(quoted)].join(" ");
  return isHarmless(line) ? line : undefined;
}

const isPartOf = (word: string, argument = ""): boolean =>
  argument === word ||
  argument.split(":").includes(word) ||
  (/^\d+$/.test(word) && argument.slice(0, -1) === word) ||
  /^(?:minute|hour|second|min)s?$/.test(word);

/** They run until somebody stops them. */
const RUNS: ReadonlySet<string> = new Set(["chat", "demo", "mcp", "serve"]);

function stops({ positionals, command: { name } }: Extra): Hint | undefined {
  return RUNS.has(name) && positionals.every((word) => isAct(word, "stop")) ? { hint: "Ctrl+C in its terminal stops it." } : undefined;
}

/** `backup list`, `demo start`. */
function newName({ positionals: [first = "", more], command: { name, makes, arguments: wanted = "", ...rest } }: Extra): Hint | undefined {
  if (makes !== true || more !== undefined || !isVerb(first)) return undefined;
  const written = wanted.startsWith("[") ? name : (rest.example ?? name);
  return { hint: `Did you mean codicil ${written}? codicil ${name} ./${first} makes a file or folder of that name.` };
}

/** `install claude codex`, `accept 1 2`. */
function oneEach({ positionals, command }: Extra): Hint | undefined {
  const wanted = command.arguments ?? "";
  // `install claude code`
  const isHost = (word: string) => (HOSTS as readonly string[]).includes(word);
  const host = wanted !== "HOST" || positionals.slice(1).some(isHost) ? undefined : nameWithin(positionals.join("-"), HOSTS);
  if (host !== undefined) return { hint: `Did you mean codicil ${command.name} ${host}?` };
  const isOne = (word: string) => (wanted === "HOST" ? isHost(word) : /^(?:\d+|[a-z]_\w+)$/.test(word));
  return /^\[?(?:HOST|ID)/.test(wanted) && positionals.every(isOne)
    ? { hint: `One at a time: ${positionals.map((each) => `codicil ${command.name} ${each}`).join(", then ")}.` }
    : undefined;
}

function otherCommand({ positionals, command }: Extra): Hint | undefined {
  const { name } = command;
  const said = [...name.split(" "), ...positionals];
  const others = ranked(said, name).filter(({ line, score }) => score > LIKELY && line !== said.join(" "));
  // Who would let a kind of call pass for good has no call for it: the line that stops it can be dismissed.
  if (command.name === "allow")
    return didYouMean(
      [...others.filter(({ text }) => text !== name).slice(0, 2), asCommand("policy dismiss")],
      "codicil allow lists the newest refused calls.",
    );
  return others.length === 0 ? undefined : didYouMean(others);
}

/** More than a thing that is only named tells. */
const LIKELY = 3;
