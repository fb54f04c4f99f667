// What was probably meant by more words than a command takes.

import { HOSTS, nameWithin } from "../../base/index.ts";
import type { Command, Option } from "../table/row.ts";
import { COMMANDS, GLOBAL_OPTIONS } from "../table/table.ts";
import { behind, isAct, isProgram, isVerb, knows, lacks, meantCommands } from "./commands.ts";
import { asText, didYouMean, exampleOf, listedBy, NAMES, ownOptions } from "./hints.ts";
import { ENDS } from "./words.ts";

interface Extra {
  readonly positionals: readonly string[];
  readonly command: Command;
}

/** The first of them that has an answer. */
const WAYS: readonly ((extra: Extra) => string | undefined)[] = [
  ofFamily,
  undashed,
  unnamed,
  numbered,
  asOption,
  quoted,
  aCall,
  byItself,
  commandInside,
  stops,
  newName,
  oneEach,
  byHash,
  otherCommand,
  timed,
];

export function extraHint(extra: Extra): string {
  for (const way of WAYS) {
    const found = way(extra);
    if (found !== undefined) return found;
  }
  const { command } = extra;
  return exampleOf(command) || `Did you mean codicil ${command.name}? ${command.options === undefined ? "" : ownOptions(command)}`.trim();
}

function ofFamily({ positionals, command }: Extra): string | undefined {
  const family = NAMES.filter((name) => name.startsWith(`${command.name} `));
  const near =
    family.length === 0 ? [] : meantCommands([command.name, positionals.at(-1) ?? ""], family).filter((name) => family.includes(name));
  return near.length === 0 ? undefined : didYouMean(near);
}

function undashed({ positionals, command }: Extra): string | undefined {
  const found = withoutDashes(positionals, command);
  return found === undefined ? undefined : `Did you mean codicil ${command.name} ${found}?`;
}

/** `policy confirm AGENTS.md:5 ask`: a value that an option may have, without the option. */
function unnamed({ positionals, command: { name, options = {} } }: Extra): string | undefined {
  const [said = ""] = positionals.slice(-1);
  const found = Object.keys(options).find((each) => choicesOf(options[each]).includes(said));
  return found === undefined
    ? undefined
    : asText(positionals.slice(0, -1), (text) => `Did you mean codicil ${name} ${text} --${found} ${said}?`);
}

/** "enforce (default), ask or advice": single words, and nothing else. */
function choicesOf(option: Option | undefined): readonly string[] {
  const parts = option?.type === "string" ? option.help.replace(/ \([^()]{1,60}\)/g, "").split(/, | or /) : [];
  return parts.length > 1 && parts.every((each) => /^[\w-]+$/.test(each)) ? parts : [];
}

/** `report json`, `confirm AGENTS.md:3 as ask`: an option of the command whose dashes are missing, with its value. */
export function withoutDashes(words: readonly string[], { options }: Command): string | undefined {
  const known = { ...GLOBAL_OPTIONS, ...options };
  const at = words.findIndex((word) => Object.hasOwn(known, word));
  const [name = "", value] = words.slice(at);
  return at === -1 ? undefined : `--${name}${known[name]?.type === "string" && value !== undefined ? ` ${value}` : ""}`;
}

/** `serve 8080`, `log 5`, `policy confirm AGENTS.md 3`. */
export function numbered({ positionals, command: { name, arguments: wanted = "", options = {} } }: Extra): string | undefined {
  const number = positionals.at(-1) ?? "";
  if (!/^\d+$/.test(number)) return undefined;
  const [first = ""] = positionals;
  if (/^(?:DOC|FILE)(?::LINE)?$/.test(wanted) && first.endsWith(".md")) {
    return `Did you mean codicil ${wanted.endsWith("LINE") ? name : "explain"} ${first}:${number}?`;
  }
  const option = ["port", "limit"].find((each) => Object.hasOwn(options, each));
  return option === undefined ? undefined : `Did you mean codicil ${name} --${option} ${number}?`;
}

/** `unlock 10 minutes`. */
function timed({ positionals, command }: Extra): string | undefined {
  return command.arguments === "DURATION" ? didYouMean([command.name], positionals) : undefined;
}

/** `chat last`, `docs USER.md`. */
function asOption({ positionals, command: { name, arguments: wanted, options = {} } }: Extra): string | undefined {
  const [one = "", ...more] = positionals;
  if (wanted !== undefined || more.length > 0) return undefined;
  if (isAct(one, "newest") && Object.hasOwn(options, "session")) return `Did you mean codicil ${name} --session last?`;
  return one.endsWith(".md") ? didYouMean(["show"], positionals) : undefined;
}

/** A text of several words without quotes. */
function quoted({ positionals, command }: Extra): string | undefined {
  if (!/^\[?(?:TEXT|QUESTION)/.test(command.arguments ?? "")) return undefined;
  return `Did you mean codicil ${command.name} "${behind([command.name, ...positionals], command.name).join(" ")}"?`;
}

/** `policy test "git push"`: what is to be judged is a call. */
function aCall({ positionals, command }: Extra): string | undefined {
  const words = positionals.flatMap((each) => each.split(" "));
  return command.name.startsWith("policy ") && isProgram(words[0] ?? "")
    ? didYouMean(["policy check"], ["check", "--", ...words])
    : undefined;
}

/** Commands that show something without being told to. */
const LISTS: ReadonlySet<string> = new Set(["docs", "hooks", "overview", "prompt", "quarantine", "status", "token"]);

/** `mcp start`, `docs list`: the command alone does that. */
function byItself({ positionals, command }: Extra): string | undefined {
  const isMeant =
    command.arguments === undefined &&
    positionals.every((word) => isAct(word, "start") || (LISTS.has(command.name) && (isAct(word, "list") || isAct(word, "show"))));
  return isMeant ? `Did you mean codicil ${command.name}?` : undefined;
}

/** `backup restore mind.tar.gz`, `session show list`. */
function commandInside({ positionals, command }: Extra): string | undefined {
  const [family = ""] = command.name.split(" ");
  const names = [positionals.slice(0, 2).join(" "), `${family} ${positionals[0]}`, positionals[0] ?? ""];
  const row = names.map((name) => COMMANDS.find((each) => each.name === name)).find((each) => each !== undefined);
  return row === undefined || row === command ? undefined : didYouMean([row.name], positionals);
}

/** They run until somebody stops them. */
const RUNS: ReadonlySet<string> = new Set(["chat", "demo", "mcp", "serve"]);

function stops({ positionals, command: { name } }: Extra): string | undefined {
  return RUNS.has(name) && positionals.every((word) => isAct(word, "stop")) ? ENDS : undefined;
}

/** `backup list`, `demo start`. */
function newName({ positionals: [first = ""], command: { name, makes, arguments: wanted = "", ...rest } }: Extra): string | undefined {
  if (makes !== true || !isVerb(first)) return undefined;
  const written = wanted.startsWith("[") ? name : (rest.example ?? name);
  return `Did you mean codicil ${written}? codicil ${name} ./${first} makes a file or folder of that name.`;
}

/** `install claude codex`, `accept 1 2`. */
function oneEach({ positionals, command }: Extra): string | undefined {
  const wanted = command.arguments ?? "";
  // `install claude code`
  const isHost = (word: string) => (HOSTS as readonly string[]).includes(word);
  const host = wanted !== "HOST" || positionals.slice(1).some(isHost) ? undefined : nameWithin(positionals.join("-"), HOSTS);
  if (host !== undefined) return `Did you mean codicil ${command.name} ${host}?`;
  const isOne = (word: string) => (wanted === "HOST" ? isHost(word) : /^(?:\d+|[a-z]_\w+)$/.test(word));
  return /^\[?(?:HOST|ID)/.test(wanted) && positionals.every(isOne)
    ? `One at a time: ${positionals.map((each) => `codicil ${command.name} ${each}`).join(", then ")}.`
    : undefined;
}

/** `allow git push`: a call is named by its hash. */
function byHash({ command }: Extra): string | undefined {
  return command.arguments === "HASH" ? listedBy(command) : undefined;
}

function otherCommand({ positionals, command }: Extra): string | undefined {
  // `token reset`: nothing that Codicil does with it.
  if (!positionals.some((word) => knows(word.toLowerCase()) && !lacks(command.name, word))) return undefined;
  const other = meantCommands([...positionals, ...command.name.split(" ")], []).filter((each) => each !== command.name);
  return other.length === 0 ? undefined : didYouMean(other, positionals);
}
