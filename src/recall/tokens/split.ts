// How a model's tokenizer cuts a text into words, before the words are cut into pieces.

import { compile } from "./normalise.ts";

export interface SplitterPart {
  readonly type: string;
  readonly pretokenizers?: readonly SplitterPart[];
  readonly replacement?: string;
  readonly add_prefix_space?: boolean;
  readonly prepend_scheme?: string;
  readonly split?: boolean;
  readonly individual_digits?: boolean;
  readonly pattern?: { readonly String?: string; readonly Regex?: string };
  readonly behavior?: string;
  readonly invert?: boolean;
}

export type Splitter = (text: string) => string[];

const SIGN = String.raw`[\p{P}$+<=>^\x60|~]`;

export function splitterOf(part: SplitterPart | null, unknownPart: (what: string) => Error): Splitter {
  if (part === null) return (text) => (text === "" ? [] : [text]);
  switch (part.type) {
    case "Sequence": {
      const steps = (part.pretokenizers ?? []).map((each) => splitterOf(each, unknownPart));
      return (text) => steps.reduce<string[]>((words, step) => words.flatMap(step), [text]);
    }
    case "BertPreTokenizer":
      return (text) => matches(text, new RegExp(`${SIGN}|(?:(?!${SIGN})\\S)+`, "gu"));
    case "Whitespace":
      return (text) => matches(text, /[\p{L}\p{N}\p{M}_]+|[^\p{L}\p{N}\p{M}_\s]+/gu);
    case "WhitespaceSplit":
      return (text) => matches(text, /\S+/gu);
    case "Punctuation":
      return (text) => matches(text, new RegExp(`${SIGN}|(?:(?!${SIGN})[^])+`, "gu"));
    case "Digits":
      return (text) => matches(text, part.individual_digits === true ? /\p{N}|\P{N}+/gu : /\p{N}+|\P{N}+/gu);
    case "Metaspace":
      return metaspace(part);
    case "Split":
      return splitAt(part, unknownPart);
    default:
      throw unknownPart(`the splitter ${part.type}`);
  }
}

function splitAt({ pattern = {}, invert, behavior = "none" }: SplitterPart, unknownPart: (what: string) => Error): Splitter {
  const border = pattern.Regex ?? pattern.String?.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  if (border === undefined || invert === true || !["Isolated", "Removed"].includes(behavior))
    throw unknownPart(`a split with the behaviour ${behavior}`);
  const compiled = compile(border, unknownPart);
  return (text) => cutAt(text, compiled, behavior === "Isolated");
}

function matches(text: string, pattern: RegExp): string[] {
  return text.match(pattern) ?? [];
}

/** Blanks become a visible sign, which is at the beginning of each word. */
function metaspace({ replacement = "▁", add_prefix_space, prepend_scheme, split = true }: SplitterPart): Splitter {
  const prefixed = prepend_scheme === undefined ? add_prefix_space !== false : prepend_scheme !== "never";
  return (text) => {
    const marked = text.replaceAll(" ", replacement);
    const whole = prefixed && marked !== "" && !marked.startsWith(replacement) ? replacement + marked : marked;
    if (!split) return whole === "" ? [] : [whole];
    return whole.split(new RegExp(`(?=${replacement})`, "u")).filter((word) => word !== "");
  };
}

function cutAt(text: string, border: RegExp, keep: boolean): string[] {
  const words: string[] = [];
  let at = 0;
  for (const match of text.matchAll(border)) {
    if (match[0] === "") continue;
    words.push(text.slice(at, match.index));
    if (keep) words.push(match[0]);
    at = match.index + match[0].length;
  }
  return [...words, text.slice(at)].filter((word) => word !== "");
}
