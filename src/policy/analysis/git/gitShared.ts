// What the readings of git's subcommands share.

import { absolute, kindOf } from "../disk.ts";
import { addHazard } from "../record.ts";
import type { Field, Output } from "../shell/values.ts";
import type { GitCommand } from "./git.ts";

export type Action = (at: GitCommand) => Output | undefined;

export function destroys(at: GitCommand, why: string): void {
  addHazard(at.run, "destructive", why, at.index);
}

/** Other commits may hold other versions of protected documents. */
export function mayRewrite(at: GitCommand): void {
  addHazard(at.run, "tampering", "it may rewrite protected documents with versions from elsewhere", at.index);
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
