// The done-gate: "Run `npm test` before you say you are done." At the end of a turn in which a session changed files, the named
// commands must have run since the last change. Lines are read by a closed table: every word of the line is in it, or the line is
// advice as before. What counts as having run is what counts for "before you commit": the policy's own matching decides.

import { deadlineIn, diskWorld, instructionFilesAt, LIMIT_MS, readCallNotes, within } from "../gate/index.ts";
import { analyse, type Call, combine, compileFile, judge, type World } from "../policy/index.ts";
import { INSTRUCTIONS_LIMIT, readSmallText } from "../store/index.ts";
import type { Mind } from "../mind/open.ts";

export interface DoneRule {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly commands: readonly string[];
}

const COMMANDS = "(`[^`]+`(?:(?:,| and|, and) `[^`]+`)*)";
const RUN = "(?:always |please |make sure to |be sure to |you must )?run";
const TASK = "(?: (?:a|the|your|any|each|every) (?:task|work|turn|job|change|session))?";
const DONE = [
  "you (?:say|claim|report|declare|state|tell me) (?:that )?(?:you are|you're|it is|it's|the task is|a task is|the work " +
    "is|work is) (?:done|finished|complete|completed)",
  "(?:saying|claiming|reporting|declaring) (?:that )?(?:you are|you're|it is|the task is|a task is|the work is|work is) " +
    "(?:done|finished|complete|completed)",
  `you (?:finish|stop|are done)${TASK}`,
  `(?:finishing|completing|stopping|ending)${TASK}`,
  "considering (?:a|the|your|any|each|every) task (?:done|finished|complete|completed)",
].join("|");
/** Every form of such a line, from its first word to its last. */
const FORMS: readonly RegExp[] = [
  new RegExp(`^${RUN} ${COMMANDS} before (?:${DONE})[.!]?$`, "i"),
  new RegExp(`^before (?:${DONE}),? ${RUN} ${COMMANDS}[.!]?$`, "i"),
  new RegExp(
    "^(?:never|do not|don't) (?:say|claim|report|declare) (?:that )?(?:you are|you're|it is|the task is|a task is|work is) " +
      `(?:done|finished|complete|completed) (?:without running|before running|until you (?:ran|have run)) ${COMMANDS}[.!]?$`,
    "i",
  ),
];
/** Nobody says it in more. */
const LONGEST_LINE = 300;

export function readDoneRule(text: string): readonly string[] | null {
  const line = text.replace(/\s+/g, " ").replace(/\*\*/g, "").trim();
  if (line.length > LONGEST_LINE) return null;
  const named = FORMS.map((form) => form.exec(line)?.[1]).find((found) => found !== undefined);
  return named === undefined ? null : [...named.matchAll(/`([^`]+)`/g)].map(([, command = ""]) => command.trim());
}

/** Nothing is compiled for files that cannot hold such a line. */
const DONE_WORD = /\b(?:done|finish|complet|stop|end)/i;

function doneRules({ where, environment, config }: Mind): DoneRule[] {
  return instructionFilesAt(where, environment.layout, environment.disk, {
    override: config.agents.override,
    detect: config.project_knowledge.auto_detect,
  }).flatMap(({ path }) => {
    const text = readSmallText(path, INSTRUCTIONS_LIMIT) ?? "";
    if (!text.includes("`") || !DONE_WORD.test(text)) return [];
    return compileFile(path, text, undefined, { prove: false }).clauses.flatMap(({ line, text: clause, state }): DoneRule[] => {
      const commands = state === "advice" ? readDoneRule(clause) : null;
      return commands === null ? [] : [{ file: path, line, text: clause, commands }];
    });
  });
}

/** What is still missing before the session may say that it is done, as told to its model; null: nothing. */
export function missingAtEnd(mind: Mind, session: string): string | null {
  const rules = doneRules(mind);
  if (rules.length === 0) return null;
  const world = diskWorld(mind);
  const since = within(deadlineIn(LIMIT_MS), () => sinceLastChange(mind, session, world));
  // What cannot be looked at in time holds nobody up: the turn is over, and no call runs because of it.
  if (since.kind !== "done" || since.value === null) return null;
  const history = since.value;
  const missing = rules.flatMap((rule) =>
    rule.commands.filter((command) => !hasRun(command, history, world)).map((command) => ({ rule, command })),
  );
  if (missing.length === 0) return null;
  const [first] = missing;
  return (
    "Not done yet: files were changed and " +
    `${missing.map(({ command }) => `\`${command}\``).join(", ")} did not run since. ` +
    `${first?.rule.file}:${first?.rule.line} says: ${first?.rule.text} Run it, fix what it ` +
    "finds, then say that you are done."
  );
}

const CHANGES: ReadonlySet<string> = new Set(["write", "append", "create", "delete", "move"]);

/** Calls after the last one that changed a file of the project; null: none did. */
function sinceLastChange({ where }: Mind, session: string, world: World): readonly Call[] | null {
  const calls = readCallNotes(where.state, session).flatMap((note) => (note.kind === "did" ? [note.call] : []));
  const top = `${where.project ?? where.cwd}/`;
  const last = calls.findLastIndex((call) =>
    analyse(call, world).paths.some(({ access, path }) => CHANGES.has(access) && path.startsWith(top)),
  );
  // The call itself may have run the command behind its change: `sed -i … && npm test`.
  return last === -1 ? null : calls.slice(last);
}

/** As for "before you commit", whatever the spelling of the call. */
function hasRun(command: string, history: readonly Call[], world: World): boolean {
  const policy = combine([compileFile("done", `- Run \`${command}\` before you commit.\n`)], { proposed: "hold" });
  // A command that the reader of rules does not know as one can be waited for by nobody.
  if (policy.rules.length === 0) return true;
  return (
    judge({ call: { tool: "shell", command: "git commit -m done" }, policy, history, session: "main", world, mode: "off", builtins: false })
      .verdict !== "deny"
  );
}
