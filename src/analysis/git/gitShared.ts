// What the readings of git's subcommands share.

import { absolute, kindOf } from "../run/disk.ts";
import { addHazard } from "../run/record.ts";
import type { Field, Output } from "../run/values.ts";
import type { GitCommand } from "./git.ts";

export type Action = (at: GitCommand) => Output | undefined;

export function destroys(at: GitCommand, why: string): void {
  addHazard(at.run, "destructive", why, at.index);
}

/** On another machine nobody looks afterwards. */
export function bringsCommits(at: GitCommand): void {
  if (at.run.elsewhere) addHazard(at.run, "remote", "it changes files on another machine or in a container", at.index);
}

/** Commits that others made may bring other instruction files: that is looked at after the call. A patch is written by anybody. */
export function unseenPatch(at: GitCommand): void {
  addHazard(at.run, "tampering", "it applies a patch that cannot be read, which may change protected documents", at.index);
}

/** What a checkout takes for a path where no `--` says so. */
export function namesFile(at: GitCommand, word: Field): boolean {
  return word.text === "." || word.text.startsWith("./") || word.text.startsWith(":") || exists(at, word);
}

export function exists(at: GitCommand, word: Field): boolean {
  const found = absolute(at.run.disk, at.shell.cwd, word.text);
  return found !== null && found.exact && kindOf(at.run.disk, found.path) !== null;
}

/** Something happens only when the words fit. */
export function when(test: RegExp, act: (at: GitCommand) => void): Action {
  return (at) => {
    if (test.test(at.rest.map((each) => each.text).join(" "))) act(at);
    return undefined;
  };
}

export function always(why: string): Action {
  return (at) => {
    destroys(at, why);
    return undefined;
  };
}
