// The line that was probably meant where options of other programs were typed: with the options that Codicil has for them, and
// without those that it has none for. `log --oneline -5` is `log -n 5`, `install -g codex` is `install codex`.

import { HOSTS } from "../../base/index.ts";
import type { Command, Option } from "../table/row.ts";
import { GLOBAL_OPTIONS } from "../table/commandTable.ts";
import { asArgument, choiceIn, inQuery, suggestOption, withUnit } from "./options.ts";

type Options = Readonly<Record<string, Option>>;

interface Taken {
  readonly written: readonly string[];
  readonly positionals: readonly string[];
  /** How many words this was. */
  readonly used: number;
}

interface Place extends Command {
  /** What may be one is another word. */
  readonly hasArgument: boolean;
}

interface Foreign {
  readonly given: string;
  readonly value: string | undefined;
  readonly withValue: number;
}

/** What was typed behind a command, or in place of one, in its own words. */
export function translated(words: readonly string[], command: Command): Pick<Taken, "written" | "positionals"> {
  const options: Options = { ...GLOBAL_OPTIONS, ...command.options };
  const all: Taken[] = [];
  for (let at = 0; at < words.length; at += all.at(-1)?.used ?? 1) {
    const isText = /^\[?(?:TEXT|QUE)/.test(command.arguments ?? "");
    const others = all.some(({ positionals }) => positionals.length > 0) || words.slice(at + 2).some((word) => !word.startsWith("-"));
    all.push(take(words.slice(at), { ...command, hasArgument: others && (isText || command.many !== true) }, options));
  }
  return { written: all.flatMap(({ written }) => written), positionals: all.flatMap(({ positionals }) => positionals) };
}

/** undefined: what is left says nothing, or cannot be run. */
export function wholeLine(words: readonly string[], command: Command): string | undefined {
  const { written, positionals } = translated(words, command);
  const wanted = command.arguments ?? "";
  const most = command.many === true ? Infinity : wanted === "" ? 0 : 1;
  const isMissing = wanted !== "" && !wanted.startsWith("[") && positionals.length === 0;
  const saysNothing = written.length + positionals.length === 0;
  if (saysNothing || isMissing || positionals.length > most) return undefined;
  const line = [command.name, ...positionals.map(quoted), ...written.map(quoted)].join(" ");
  return isHarmless(line) ? line : undefined;
}

function take([word = "", next]: readonly string[], command: Place, options: Options): Taken {
  if (!/^-./.test(word)) return { written: [], positionals: [word], used: 1 };
  const [given = "", inside] = word.split(/=(.*)/s, 2);
  const behind = inside !== undefined || next?.startsWith("-") === true ? undefined : next;
  const [value, withValue] = [inside ?? behind, behind === undefined ? 1 : 2];
  if (!Object.hasOwn(options, ownName(given, options))) return takeForeign({ given, value, withValue }, command, options);
  return { positionals: [], ...written(given, value, { options, withValue }) };
}

/** An option that the command does not have. */
function takeForeign({ given, value, withValue }: Foreign, command: Place, options: Options): Taken {
  // `-o json` is an option of its own here.
  if (options[value ?? ""]?.type === "boolean") return { written: [`--${value}`], positionals: [], used: withValue };
  const part = inQuery(given, value, command);
  if (part !== undefined) return { written: [], positionals: [part], used: withValue };
  if (!command.hasArgument && asArgument(given, command) !== undefined)
    return { written: [], positionals: lastOf(value, command), used: withValue };
  const since = withUnit(given, value, options);
  if (since !== undefined) return { written: since, positionals: [], used: withValue };
  const host = command.arguments === "HOST" ? HOSTS.find((name) => given === `--${name}`) : undefined;
  if (host !== undefined) return { written: [], positionals: [host], used: 1 };
  const meant = suggestOption(given, options);
  // What cannot be the argument was the value of what Codicil does not have: `log --author ada`.
  if (meant === undefined)
    return { written: [], positionals: [], used: !command.hasArgument && canBe(command, value ?? "") ? 1 : withValue };
  return { positionals: [], ...written(meant, value, { options, withValue }) };
}

/** Nobody names a document, a host or a text by a number alone. */
function canBe({ arguments: wanted = "" }: Command, value: string): boolean {
  if (/^\[?DOC/.test(wanted)) return /\.md\b/.test(value);
  const choices = /^\[?([a-z]+(?:\|[a-z]+)+)/.exec(wanted)?.[1];
  if (choices !== undefined) return choices.split("|").includes(value);
  if (wanted.startsWith("HOST")) return HOSTS.some((host) => value.startsWith(host));
  return !/^\d+$/.test(value);
}

/** The newest has a name; a text or a host has none. */
const lastOf = (value: string | undefined, { arguments: wanted = "" }: Command) =>
  value !== undefined ? [value] : /^\[?ID/.test(wanted) ? ["last"] : [];

/** `--session last` has its value already. */
function written(
  meant: string,
  value: string | undefined,
  { options, withValue }: { readonly options: Options; readonly withValue: number },
): Pick<Taken, "written" | "used"> {
  const option = options[ownName(meant, options)];
  if (option?.type !== "string" || meant.includes(" ")) return { written: meant.split(" "), used: 1 };
  return value === undefined ? { written: [], used: 1 } : { written: [meant, choiceIn(value, option) ?? value], used: withValue };
}

function ownName(given: string, options: Options): string {
  const bare = given.replace(/^-{1,2}/, "").split(" ", 1)[0] ?? "";
  return given.startsWith("--") ? bare : (Object.keys(options).find((name) => options[name]?.short === bare) ?? bare);
}

/** In no line to copy is there what a shell would read as something else. */
export const isHarmless = (line: string): boolean => !/[`$;&|<>\\\n]/.test(line);

export const quoted = (word: string): string => (/\s/.test(word) ? JSON.stringify(word) : word);
