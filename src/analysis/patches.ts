// Patches: which files a diff or an `apply_patch` text touches.

import { absolute, realOf, textOf } from "./run/disk.ts";
import type { Command } from "./run/record.ts";
import { type Field, isDynamic } from "./run/values.ts";

export interface PatchedFile {
  readonly path: string;
  readonly access: "write" | "create" | "delete" | "move";
  readonly content?: string;
}

/** Files of a unified or git diff, with `strip` leading folders taken off; null when it is no diff. */
export function filesOfDiff(text: string, strip: number): readonly PatchedFile[] | null {
  const found: PatchedFile[] = [];
  let from: string | null = null;
  for (const line of text.split("\n")) {
    if (line.startsWith("--- ")) from = nameIn(line.slice(4), strip);
    else if (line.startsWith("+++ ")) {
      const to = nameIn(line.slice(4), strip);
      if (to === null && from !== null) found.push({ path: from, access: "delete" });
      else if (to !== null) found.push({ path: to, access: from === null ? "create" : "write" });
    } else {
      const moved = /^(rename from|rename to|copy to) (.+)$/.exec(line);
      if (moved?.[2] !== undefined) found.push({ path: moved[2], access: moved[1] === "rename from" ? "move" : "create" });
      const whole = targetOfGitLine(line);
      if (whole !== null) found.push({ path: whole, access: "write" });
    }
  }
  return found.length === 0 ? null : found;
}

/** `diff --git a/OLD b/NEW`, quoted or not: NEW. */
function targetOfGitLine(line: string): string | null {
  const head = /^diff --git "?a\//.exec(line);
  if (head === null) return null;
  const rest = line.slice(head[0].length);
  const middle = /"? "?b\//.exec(rest);
  const name = middle === null || middle.index === 0 ? "" : rest.slice(middle.index + middle[0].length).replace(/"$/, "");
  return name === "" ? null : name;
}

function nameIn(rest: string, strip: number): string | null {
  const name = rest.replace(/\t.*$/s, "").replace(/^"|"$/g, "").trim();
  if (name === "/dev/null") return null;
  return name
    .split("/")
    .slice(Math.min(strip, name.split("/").length - 1))
    .join("/");
}

/** Files of the `*** Begin Patch` form that agents' edit tools use; null when it is not that form. */
export function filesOfPatchText(text: string): readonly PatchedFile[] | null {
  if (!/^[ \t]*\*\*\* (?:Begin Patch|(?:Update|Add|Delete) File:)/m.test(text)) return null;
  const found: PatchedFile[] = [];
  let added: string[] | null = null;
  const finish = () => {
    const last = found.at(-1);
    if (added !== null && last !== undefined) found[found.length - 1] = { ...last, content: added.join("\n") };
    added = null;
  };
  let updates = false;
  for (const whole of text.split("\n")) {
    // Codex heeds no space before a header; below an update such a line is one of the file.
    const line = updates ? whole : whole.trimStart();
    const match = /^\*\*\* (Update|Add|Delete|Move)(?: File)?(?: to)?: (?=.{0,4096}\S)/.exec(line);
    if (match === null) {
      if (line.startsWith("+")) added?.push(line.slice(1));
      continue;
    }
    finish();
    const verb = match[1];
    updates = verb === "Update" || verb === "Move";
    const path = line.slice(match[0].length).trimEnd();
    if (verb === "Move") {
      const source = found.at(-1);
      if (source !== undefined) found[found.length - 1] = { ...source, access: "move" };
      found.push({ path, access: "create" });
    } else found.push({ path, access: verb === "Add" ? "create" : verb === "Delete" ? "delete" : "write" });
    added = verb === "Delete" ? null : [];
  }
  finish();
  return found;
}

/** Files that the patches on a command line (or on standard input) touch; null when one cannot be seen. */
export function patchedFiles(command: Command, words: readonly Field[], strip: number): readonly string[] | null {
  const texts: (string | null)[] = [];
  if (words.length === 0 || words.every((each) => each.text === "-"))
    texts.push(command.how.stdin === null || isDynamic(command.how.stdin.text) ? null : command.how.stdin.text);
  for (const word of words) {
    if (word.text === "-") continue;
    const found = absolute(command.run.disk, command.shell.cwd, word.text);
    texts.push(found === null || !found.exact ? null : textOf(command.run.disk, realOf(command.run.disk, found.path, true)));
  }
  const files: string[] = [];
  for (const text of texts) {
    const found = text === null ? null : filesOfDiff(text, strip);
    if (found === null) return null;
    files.push(...found.map((each) => each.path));
  }
  return [...new Set(files)];
}
