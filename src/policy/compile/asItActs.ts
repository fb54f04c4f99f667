// An instruction file as its author should see it: what a repository's file may not put in place is denied, and is shown so.

import { asActing, type Owned } from "../match/reach.ts";
import { type CompiledFile, stateOf } from "./compileFile.ts";

/** A file's rules as they act: what may not be put in place of a command is shown as a ban. */
export function asItActs(file: CompiledFile, world: Owned): CompiledFile {
  const rules = file.rules.map((rule) => asActing(rule, world));
  if (rules.every((rule, at) => rule === file.rules[at])) return file;
  const clauses = file.clauses.map((clause) => {
    const own = rules.filter(({ id }) => clause.rules.includes(id));
    return own.length === 0 ? clause : { ...clause, state: stateOf(own) };
  });
  return { ...file, rules, clauses };
}
