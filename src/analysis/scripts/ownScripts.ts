// Scripts, recipes and package scripts of the project. One that Git had as it is before the session is ordinary work. One that is new, was
// changed or was written in this session is looked at like a command, with one difference: what is only known when it runs
// is no reason to ask, because programs read arguments, settings and files all the time.

import { wasCommitted } from "../call/call.ts";
import type { Made } from "../run/disk.ts";
import { addHidden, type Run } from "../run/record.ts";
import { madeBefore } from "./earlier.ts";

export type OwnScript =
  /** Git had it like this, or nothing is known against it. */
  | { readonly kind: "ordinary" }
  | { readonly kind: "changed"; readonly text: string }
  /** It is new or changed, and no text. */
  | { readonly kind: "unseen"; readonly made: Made | null };

/** What a package manager put there. */
const INSTALLED = /\/(?:node_modules|\.?venv|site-packages|vendor\/bundle|\.yarn)\//;

/** More than this many scripts inside each other are not followed. Modules are counted by who reads them. */
const DEEPEST = 8;

/** What is known of a file of the project that would run. `path` is real. */
export function ownScript(run: Run, path: string): OwnScript {
  const earlier = madeBefore(run, path);
  if (earlier === null && (INSTALLED.test(path) || wasCommitted(run.world, path))) return { kind: "ordinary" };
  const text = run.world.readText(path) ?? earlier?.content ?? null;
  if (text !== null) return { kind: "changed", text };
  if (earlier?.by === "edit" || earlier?.by === "build" || (earlier === null && run.world.isJunk(path))) return { kind: "ordinary" };
  return { kind: "unseen", made: earlier };
}

/** Line ends and comments of a script carry nothing that runs, and often characters that a command may not hold. */
export function asShellText(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(/^[\t ]*#.*$/gm, "");
}

/** Walks a script of the project; one that is walked already is not walked again. */
export function insideOwn<T>(run: Run, key: string, walk: () => T): T | null {
  if (run.walking.has(key)) return null;
  if (!run.modules.has(key) && [...run.walking].filter((each) => !run.modules.has(each)).length >= DEEPEST) {
    addHidden(run, "its scripts run each other too deeply to be looked at");
    return null;
  }
  const before = run.inOwnScript;
  run.walking.add(key);
  run.inOwnScript = true;
  try {
    return walk();
  } finally {
    run.inOwnScript = before;
    run.walking.delete(key);
  }
}
