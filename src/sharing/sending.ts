// Sending: what a mind in common does not keep in common, its sessions and the gate's verdicts, is written on this machine
// first, always, and sent to the database when there is one that answers. Only the login that sent a session sees it there;
// verdicts are seen by maintainers too. What could not be sent is sent next time.

import { AppError, either, given, objectIn, keptIn } from "../base/index.ts";
import { type Known, redact } from "../content/index.ts";
import { holdsOwn } from "../deltas/index.ts";
import { redactDeep } from "../gate/settling.ts";
import type { VerdictLine } from "../schema/index.ts";
import {
  glanceAtSession,
  listSessionIds,
  placeOf,
  redactEvent,
  type Sending,
  sendLog,
  type SendOutcome,
  stampOf,
  titleOf,
} from "../session/index.ts";
import { type Mark, stateLogPlace } from "../store/index.ts";
import { keptDevice } from "../mind/device.ts";
import { hostName } from "../mind/machine.ts";
import type { Mind } from "../mind/open.ts";
import { sessionDeps } from "../mind/session/sessionDeps.ts";
import { summaryOfSession } from "../activity/sessions.ts";

/** What was sent. */
export interface Sent {
  /** Of which something was sent now. */
  readonly sessions: readonly string[];
  readonly events: number;
  readonly verdicts: number;
  readonly problems: readonly { readonly name: string; readonly error: AppError }[];
}

/** How much is sent at once. */
export interface SendOptions {
  /** Only this session; no verdicts. */
  readonly session?: string;
  /** True: stop soon; the rest is sent next time. */
  isOver?(): boolean;
}

const NOTHING: Sent = { sessions: [], events: 0, verdicts: 0, problems: [] };
const VERDICTS = "verdicts";

/** What this process has sent as a whole, and what it looked like then: nobody is asked about what has not changed. */
const settled = new WeakMap<Mind, Map<string, string>>();

/** What is the same for all that is sent in one go. */
type CommonPart = Pick<Sending, "store" | "shared" | "device" | "machine" | "lock" | "isOver">;

/** Sends sessions and verdicts to the database of a shared mind. */
export async function sendLogs(mind: Mind, options: SendOptions = {}): Promise<Sent> {
  const { common, config } = mind;
  if (common === null || config.send === "off") return NOTHING;
  const ids = config.send === "verdicts" ? [] : await changedSessions(mind, options);
  const withVerdicts = options.session === undefined;
  if (ids.length === 0 && !withVerdicts) return NOTHING;
  const device = keptDevice(mind.where);
  const { store, lock } = sessionDeps(mind);
  const part: CommonPart = { store, shared: common, device, machine: hostName(), lock, ...given({ isOver: options.isOver }) };
  const problems: { name: string; error: AppError }[] = [];
  const marks = ids.length === 0 ? new Map<string, Mark>() : await common.sent.marks("session", device);
  const sessions: string[] = [];
  let events = 0;
  for (const id of ids) {
    if (options.isOver?.() === true) break;
    const count = await attempt(problems, id, () => sendSession(mind, id, marks.get(id) ?? null, part));
    if (count === 0) continue;
    sessions.push(id);
    events += count;
  }
  if (ids.length > 0) await attempt(problems, "the index of sessions", () => indexNow(mind, sessions, options.session));
  const verdicts = withVerdicts ? await attempt(problems, VERDICTS, () => sendVerdicts(mind, part)) : 0;
  return { sessions, events, verdicts, problems };
}

/** For commands that have done something else before: what was not sent is told, and goes with the next sync. */
export async function sendOrSay(mind: Mind): Promise<Sent> {
  try {
    return await sendLogs(mind);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...NOTHING, problems: [{ name: "sessions", error }] };
  }
}

/** For the end of a session and for long-lived processes: a database that is away is no news to anybody there. */
export async function sendQuietly(
  mind: Mind,
  options: SendOptions & { readonly log?: ((line: string) => void) | undefined } = {},
): Promise<void> {
  try {
    for (const { name, error } of (await sendLogs(mind, options)).problems) options.log?.(`${name} was not sent: ${error.message}`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    options.log?.(`sessions were not sent: ${error.message}`);
  }
}

/** For recall on this login's other machines. */
async function indexNow(mind: Mind, sent: readonly string[], ended: string | undefined): Promise<number> {
  // Loaded late: as a rule nothing was said since the last time.
  const { indexSent } = await import("../finding/sentSessions.ts");
  await indexSent(mind, { sent, ended });
  return sent.length;
}

async function changedSessions(mind: Mind, { session }: SendOptions): Promise<string[]> {
  const { store } = sessionDeps(mind);
  const known = settledOf(mind);
  const ids = session === undefined ? await listSessionIds(store) : [session];
  return ids.filter((id) => known.get(id) !== (stampOf(store, id) ?? ""));
}

async function sendSession(mind: Mind, id: string, mark: Mark | null, common: CommonPart): Promise<number> {
  const { store, known } = sessionDeps(mind);
  const stamp = stampOf(store, id) ?? "";
  const secrets = await known();
  const outcome = await sendLog({
    ...common,
    kind: "session",
    name: id,
    place: placeOf(id),
    writersLock: `session ${id}`,
    mark,
    clean: (line) => cleanEvent(line, secrets),
    about: () => aboutSession(mind, id),
  });
  if (outcome.kind === "sent" && outcome.all) settledOf(mind).set(id, stamp);
  const lines = countOf(outcome, mind, id);
  // The first line is the header.
  return lines > 0 && mark === null ? lines - 1 : lines;
}

async function sendVerdicts(mind: Mind, common: CommonPart): Promise<number> {
  const secrets = await sessionDeps(mind).known();
  const isOwn = holdsOwn(mind.deps);
  const outcome = await sendLog({
    ...common,
    kind: VERDICTS,
    name: VERDICTS,
    place: stateLogPlace(VERDICTS),
    writersLock: `log ${VERDICTS}`,
    mark: (await common.shared.sent.marks(VERDICTS, common.device)).get(VERDICTS) ?? null,
    clean: (line) => cleanVerdict(line, secrets, isOwn),
    about: async () => null,
  });
  return countOf(outcome, mind, VERDICTS);
}

function countOf(outcome: SendOutcome, mind: Mind, name: string): number {
  if (outcome.kind === "sent") return outcome.lines;
  if (outcome.kind === "busy") return 0;
  const file = sessionDeps(mind).store.describe(name === VERDICTS ? stateLogPlace(VERDICTS) : placeOf(name));
  const hint =
    "Nothing was overwritten on either side. Was an older backup restored? codicil session clone continues in a new session. " +
    `Is this disk a copy of another machine's? Remove ${mind.where.state}/machine.json, and this machine gets a name of its own.`;
  throw new AppError("APART", `what was sent of ${name} is not the beginning of what this machine has`, { file, hint });
}

/** What is in a list of another machine. */
async function aboutSession(mind: Mind, id: string): Promise<unknown> {
  const known = await mind.deps.known();
  // A title that is only the first message would be sent again after the message was forgotten there.
  const title = titleOf(await glanceAtSession(sessionDeps(mind).store, id));
  const said = Object.entries({ ...(await summaryOfSession(mind, id)), title });
  return Object.fromEntries(said.map(([name, value]) => [name, typeof value === "string" ? storable(redact(value, known).text) : value]));
}

const LONGEST_SAID = 1000;

/** What a database takes as JSON: no NUL, no half of a character. */
function storable(text: string): string {
  return text.slice(0, LONGEST_SAID).replaceAll("\0", "\uFFFD").toWellFormed();
}

/** Redacted when it was written; again, because a file may have come from elsewhere, and because more secrets are known now. */
function cleanEvent(line: string, known: Known): string {
  // A damaged line does not count, here or there; it is sent so that both have the same lines.
  const value = objectIn(line);
  if (value === null) return redact(line, known).text;
  const clean = JSON.stringify(redactEvent(value, known));
  return clean === JSON.stringify(value) ? line : clean;
}

/** Calls that carry what is remembered, said or looked for: maintainers audit that they were made, not what they hold. */
const OF_MEMORY = /(?:^|[_./])(?:memory_\w{1,40}|plan|recall|reply|load)$/i;
const OWN_VERBS = either`plan, memory, recall, audience, forget`;
const NAMES_OWN = new RegExp(String.raw`agents/me(?:/|\b)|^(?=[^]*\bcodicil\b)[^]*\b(?:${OWN_VERBS})\b`, "i");

/** Maintainers see verdicts: what is this login's own is left out of them. */
function cleanVerdict(line: string, known: Known, isOwn: (text: string) => boolean): string {
  const value = objectIn(line) as VerdictLine | null;
  if (value === null) return isOwn(line) ? "{}" : redact(line, known).text;
  const { tool } = (value.call ?? {}) as { tool?: unknown };
  let isLeftOut = OF_MEMORY.test(String(tool));
  redactDeep([value.call, value.reason], (text) => {
    isLeftOut ||= NAMES_OWN.test(text) || isOwn(text);
    return text;
  });
  const said = redact(value.reason ?? "", known).text;
  if (!isLeftOut) return JSON.stringify({ ...value, call: redactDeep(value.call, (text) => redact(text, known).text), reason: said });
  const call = { tool, left_out: "it may contain what is for its login alone" };
  return JSON.stringify({ ...value, call, reason: isOwn(value.reason ?? "") ? "" : said });
}

/** What no session can be sent through. */
const SHUT: ReadonlySet<AppError["code"]> = new Set(["STORE_DOWN", "STORE_SLOW", "STORE_DENIED", "STORE_SCHEMA", "READ_ONLY", "DISK_FULL"]);

/** One session that cannot be sent keeps no other back; a database that takes nothing does. */
async function attempt(problems: { name: string; error: AppError }[], name: string, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || SHUT.has(error.code)) throw error;
    problems.push({ name, error });
    return 0;
  }
}

function settledOf(mind: Mind): Map<string, string> {
  return keptIn(settled, mind, () => new Map<string, string>());
}
