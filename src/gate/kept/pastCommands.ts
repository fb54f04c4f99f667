// Commands that the person's own sessions ran in this project and that the gate let pass. A command of at least two sessions
// is usual work: a rule that would stop it was read wrongly, or is worth a question before it holds.

import { objectIn } from "../../base/index.ts";
import type { Whereabouts } from "../../knowledge/index.ts";
import { asCommand, type ShownCommand } from "../../policy/index.ts";
import type { VerdictLine } from "../../schema/index.ts";
import { lastLines, stateLogPlace } from "../../store/index.ts";
import { rootOf } from "./settlingTexts.ts";

/** About two thousand calls. */
const LOOKED_AT = 1024 * 1024;
const MOST_COMMANDS = 60;
const SESSIONS = 2;

export function pastCommands(where: Whereabouts): ShownCommand[] {
  const root = rootOf(where);
  const sessions = new Map<string, Set<string>>();
  const usual: string[] = [];
  for (const line of lastLines(`${where.state}/${stateLogPlace("verdicts").path}`, LOOKED_AT).reverse()) {
    const ran = usual.length < MOST_COMMANDS && line.includes('"verdict":"allow"') ? ranIn(line, root) : null;
    if (ran === null) continue;
    const found = sessions.get(ran.command) ?? new Set();
    sessions.set(ran.command, found);
    if (found.size < SESSIONS && found.add(ran.session).size === SESSIONS) usual.push(ran.command);
  }
  return usual.sort().map((command) => ({ command, where: "the log of your sessions", own: true }));
}

/** While the gate is unlocked everything passes, and what came with a backup ran elsewhere: neither says anything. */
function ranIn(line: string, root: string): { readonly command: string; readonly session: string } | null {
  const read = objectIn(line) as VerdictLine | null;
  if (read === null) return null; // a line that a crash tore says nothing
  const { verdict, by, restored, cwd = "", session } = read;
  if (verdict !== "allow" || by === "unlock" || restored === true || session === "" || (cwd !== root && !cwd.startsWith(`${root}/`)))
    return null;
  const { tool, command } = read.call as { readonly tool?: unknown; readonly command?: unknown };
  const shown = tool === "shell" && typeof command === "string" ? asCommand(command) : null;
  return shown === null ? null : { command: shown, session };
}
