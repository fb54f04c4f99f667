// What a word names on the disk: the text of that file, and whether it looks like a path at all.

import { absolute, realOf, textOf } from "./disk.ts";
import type { Command, Run } from "./record.ts";
import type { Shell } from "./state.ts";
import { type Field, HOLE, type Output, said } from "./values.ts";

/** The text of a file, for `$(<file)` and tools that print files. */
export function contentOf(run: Run, shell: Shell, word: Field): Output {
  const found = absolute(run.disk, shell.cwd, word.text);
  if (found === null || !found.exact) return { text: HOLE, from: [...word.from, "file:?"] };
  const path = realOf(run.disk, found.path, true);
  const text = word.pattern === true ? null : textOf(run.disk, path);
  return text === null ? { text: HOLE, from: [`file:${path}`] } : said(text, [`file:${path}`]);
}

export function looksLikePath({ run, shell }: Command, word: Field): boolean {
  if (shell.cwd !== null && /^[\w-]+$/.test(word.text)) return run.world.kind(`${shell.cwd}/${word.text}`) !== null;
  // `//src/...` is a target of Bazel's and its kin.
  return (
    /^[\w.~/@%+,-]+$/.test(word.text) &&
    !/^\/\/[\w/]*\.\.\.$/.test(word.text) &&
    /[./]/.test(word.text) &&
    !/^\d+(?:\.\d+)*$/.test(word.text)
  );
}
