// Whether somebody sits before the host that called this hook, and can answer a question of the host's. A host that was started
// for one answer (`claude -p`) takes every question for a no; so does one whose terminal is a pipe.

import type { Dialect } from "../dialects/dialect.ts";
import { isHostProgram, isRunByAgent, type Process, processOf } from "./runByAgent.ts";

/** Started for one answer. */
const ONE_ANSWER = /^(?:-p|--print|--prompt(?:=.*)?|-p=.*|--headless)$/;
const DEEPEST = 16;

export interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly start?: number;
  look?(pid: number): Process | null;
}

export function isPersonThere({ person }: Pick<Dialect, "person">, { env, start = process.ppid, look = processOf }: Environment): boolean {
  if (person === undefined || isProgrammed(env) || isRunByAgent(start, look)) return false;
  const host = hostAbove(start, look);
  if (host === null) return false;
  return !host.words.some((word) => ONE_ANSWER.test(word)) && (person === "window" || host.terminal === true);
}

/** Claude Code says how it was started: `cli`, or `sdk-cli`, `sdk-ts`, … where a program drives it. */
function isProgrammed(env: Environment["env"]): boolean {
  return (env["CLAUDE_CODE_ENTRYPOINT"] ?? "").startsWith("sdk");
}

function hostAbove(start: number, look: (pid: number) => Process | null): Process | null {
  for (let pid = start, depth = 0; pid > 1 && depth < DEEPEST; depth++) {
    const found = look(pid);
    if (found === null || isHostProgram(found.words)) return found;
    pid = found.parent;
  }
  return null;
}
