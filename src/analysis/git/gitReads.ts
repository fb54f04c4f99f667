// What git shows of a file, as it is or as a commit has it, is read: `git show HEAD:secrets/key` prints what `cat` would.

import { either, wordSet } from "../../base/index.ts";
import { touch } from "../run/record.ts";
import type { Field } from "../run/values.ts";
import { exists } from "./gitShared.ts";
import type { GitCommand } from "./git.ts";

const SHOW: ReadonlySet<string> = wordSet(
  "show cat-file blame annotate diff diff-tree diff-index diff-files difftool grep archive format-patch fast-export checkout-index",
);
const LOGS: ReadonlySet<string> = wordSet("log whatchanged reflog stash");
/** A log shows texts where it is told to. */
const WITH_TEXTS = /^(?:-p|-u|--patch|-U\d*|--unified\b|-L|--cc$|--patch-with-)/;
const NAMING_OPTIONS = either`--stat, --name-only, --name-status, --shortstat, --numstat, --summary, --quiet, --files-with, -l$`;
const ONLY_NAMES = new RegExp(`^(?:${NAMING_OPTIONS})`);
/** `HEAD~1:src/a.ts`, `:0:src/a.ts`. */
const IN_COMMIT = /^[^:/]*:(?:[0-3]:)?([^:!(/][^:]*)$/;

export function noteShown(at: GitCommand): void {
  const { sub, rest } = at;
  const texts = rest.map(({ text }) => text);
  if (texts.some((text) => ONLY_NAMES.test(text))) return;
  if (!SHOW.has(sub) && !(LOGS.has(sub) && texts.some((text) => WITH_TEXTS.test(text)))) return;
  const marker = texts.indexOf("--");
  // The first word of a search is what it looks for.
  const pattern = sub === "grep" ? texts.findIndex((text) => !text.startsWith("-")) : -1;
  for (const [place, word] of rest.entries()) {
    if (place === pattern || place === marker) continue;
    if (marker >= 0 && place > marker) touchShown(at, word);
    else if (!word.text.startsWith("-")) noteWord(at, word);
  }
}

/** Behind `--` is a path; one that begins with a colon is a pattern of git's own. */
function touchShown(at: GitCommand, word: Field): void {
  if (!word.text.startsWith(":")) touch(at, "read", word, { recursive: true });
}

function noteWord(at: GitCommand, word: Field): void {
  const inCommit = IN_COMMIT.exec(word.text)?.[1];
  if (inCommit !== undefined) {
    const path = /^\.{1,2}\//.test(inCommit) ? inCommit : `${at.run.world.project}/${inCommit}`;
    touch(at, "read", { ...word, text: path }, { recursive: true });
  } else if (exists(at, word)) touch(at, "read", word, { recursive: true });
}
