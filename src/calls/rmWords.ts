// The words of an rm command, read as GNU rm reads them.

import type { RemoveOptions } from "../store/index.ts";

export interface RmWords {
  readonly operands: readonly string[];
  readonly options: RemoveOptions;
  readonly unknown: readonly string[];
}

const LONG: Readonly<Record<string, string>> = {
  recursive: "r",
  force: "f",
  dir: "d",
  verbose: "v",
  "one-file-system": "",
  "preserve-root": "",
  "no-preserve-root": "",
  interactive: "i",
  "interactive=never": "n",
  "interactive=no": "n",
  "interactive=none": "n",
  "interactive=once": "I",
  "interactive=always": "i",
  "interactive=yes": "i",
};

export function readRmWords(words: readonly string[]): RmWords {
  const operands: string[] = [];
  const unknown: string[] = [];
  const letters: string[] = [];
  let ended = false;
  for (const word of words) {
    if (ended || word === "-" || !word.startsWith("-")) operands.push(word);
    else if (word === "--") ended = true;
    else if (word.startsWith("--")) {
      const meant = longOption(word.slice(2));
      if (meant === undefined) unknown.push(word);
      else if (meant !== "") letters.push(meant);
    } else {
      for (const letter of word.slice(1)) {
        if (!"rRfdviI".includes(letter)) unknown.push(`-${letter}`);
        else letters.push(letter === "R" ? "r" : letter);
      }
    }
  }
  return { operands, options: optionsOf(letters), unknown };
}

/** GNU's rule: an option may be cut short as long as it is unambiguous. */
function longOption(name: string): string | undefined {
  const matches = Object.keys(LONG).filter((each) => each.startsWith(name));
  return LONG[name] ?? (matches.length === 1 ? LONG[matches[0] ?? ""] : undefined);
}

function optionsOf(letters: readonly string[]): RmWords["options"] {
  // Of -f, -i and -I the last one counts.
  const last = letters.findLast((each) => "fiIn".includes(each));
  return {
    recursive: letters.includes("r"),
    force: last === "f" || (letters.includes("f") && last === "n"),
    folders: letters.includes("d"),
    verbose: letters.includes("v"),
    asks: last === "i" ? "always" : last === "I" ? "once" : "never",
  };
}
