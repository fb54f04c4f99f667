// Distillation (OR-51, OR-52): a week of conversations becomes proposals for MEMORY.md, each with the words that bear it
// out. Nothing is written without a person's approval; nothing is proposed twice; at most a quarter of the document is touched.

import { countChars, localDay, daysBefore } from "../../base/index.ts";
import { signedChanges } from "../../deltas/index.ts";
import { documentNamed } from "../../mind/documents/explain.ts";
import { memoryRead } from "../../mind/documents/memory.ts";
import type { Mind } from "../../mind/open.ts";
import { flush, plan } from "../../mind/documents/remember.ts";
import { reject, review } from "../../mind/documents/review.ts";
import type { Model } from "../ports/model.ts";
import { askForCandidates, type Candidate, extracted, type Found, plain, PROMOTE_AT } from "./candidates.ts";
import { readJobs } from "./jobs.ts";
import { listSessions, openSession } from "../../activity/sessions.ts";
import { isUnknown, textIn } from "../../schema/index.ts";

interface DistilOptions {
  readonly model: Model | null;
  readonly signal: AbortSignal;
  /** Shows what would be proposed, and proposes nothing. */
  readonly dryRun?: boolean;
}

export interface Distilled {
  readonly read: number;
  readonly by: "model" | "extract";
  readonly proposed: readonly { readonly section: string; readonly line: string; readonly evidence: string }[];
  /** Was there, waits, or was proposed before. */
  readonly known: number;
  readonly unimportant: number;
  readonly unproven: number;
  /** Beyond a quarter of the document; they come again tomorrow. */
  readonly postponed: number;
  readonly expired: number;
  readonly cost: number;
  readonly notices: readonly string[];
}

const SESSION = "heartbeat";
const EXPIRE_DAYS = 14;
const SHARE = 0.25;

export async function distil(mind: Mind, options: DistilOptions): Promise<Distilled> {
  const expired = options.dryRun === true ? 0 : await expire(mind);
  const said = await gather(mind);
  const memory = (await memoryRead(mind, "memory")).text;
  const found = await candidatesOf(mind, options, { said, memory });
  const worthy = found.candidates.filter(({ importance }) => importance >= PROMOTE_AT);
  const fresh = await unknownOf(mind, memory, worthy);
  const { chosen, postponed } = withinShare(fresh, memory);
  if (options.dryRun !== true) await propose(mind, chosen);
  return {
    read: said.length,
    by: found.by,
    proposed: chosen.map((each) => ({ section: each.section, line: each.line, evidence: evidenceOf(each) })),
    known: worthy.length - fresh.length,
    unimportant: found.candidates.length - worthy.length,
    unproven: found.unproven,
    postponed,
    expired,
    cost: found.cost,
    notices: found.notices,
  };
}

async function candidatesOf(
  mind: Mind,
  { model, signal }: DistilOptions,
  { said, memory }: { said: readonly Said[]; memory: string },
): Promise<Found> {
  const plainly = (notice: string) => extracted(said, [notice]);
  if (model === null || !model.isLanguageModel) return plainly("no language model: only explicit statements are found");
  const { max_cost: maxCost, max_tokens: maxTokens } = mind.config.heartbeat;
  const today = localDay(mind.deps.clock);
  const spent = (await readJobs(mind))
    .filter(({ at }) => localDay(mind.deps.clock, new Date(at)) === today)
    .reduce((sum, { cost }) => sum + cost, 0);
  if (spent >= maxCost) return plainly(`today's cap of $${maxCost} is spent: only explicit statements were found`);
  return askForCandidates(said, { model, memory, maxCost: maxCost - spent, maxTokens, signal });
}

/** Proposals of the heartbeat that nobody answered in two weeks are undone. */
async function expire(mind: Mind): Promise<number> {
  const limit = mind.deps.clock.now().getTime() - EXPIRE_DAYS * 86_400_000;
  const old = (await review(mind)).filter(
    ({ session, time }) => session?.startsWith(SESSION) === true && time !== undefined && new Date(time).getTime() < limit,
  );
  for (const { id } of old) await reject(mind, id);
  return old.length;
}

/** Not in the document, not waiting, not proposed by an earlier beat whatever the person said to it, not taken out of the document since it was said. */
async function unknownOf(mind: Mind, memory: string, candidates: readonly Candidate[]): Promise<Candidate[]> {
  const waiting = (await review(mind)).map(({ content }) => plain(content ?? ""));
  const before = new Set(
    (await readJobs(mind)).flatMap(({ result }) => (result as Partial<Distilled> | null)?.proposed?.map(({ line }) => plain(line)) ?? []),
  );
  const text = plain(memory);
  const taken = await takenOut(mind);
  const seen = new Set<string>();
  return candidates.filter(({ line, evidence }) => {
    const words = plain(line);
    const last =
      evidence
        .map(({ day }) => day)
        .toSorted()
        .at(-1) ?? "";
    if (taken.some((each) => each.day >= last && each.words.includes(words))) return false;
    if (text.includes(words) || before.has(words) || seen.has(words) || waiting.some((each) => each.includes(words))) return false;
    seen.add(words);
    return true;
  });
}

/** What left MEMORY.md in these days: forgotten, undone, edited or archived. */
async function takenOut(mind: Mind): Promise<{ readonly day: string; readonly words: string }[]> {
  const since = new Date(mind.deps.clock.now().getTime() - DAYS * DAY_MS).toISOString();
  const changes = await signedChanges(mind.deps, documentNamed(mind, "memory"), { since });
  return changes.flatMap(({ at, splices }) =>
    splices.map(({ removed }) => ({ day: localDay(mind.deps.clock, new Date(at)), words: plain(removed) })),
  );
}

function withinShare(candidates: readonly Candidate[], memory: string): { chosen: Candidate[]; postponed: number } {
  // A young document has room for a few lines all the same.
  const most = Math.max(400, Math.floor(countChars(memory) * SHARE));
  const chosen: Candidate[] = [];
  let touched = 0;
  for (const each of candidates.toSorted((a, b) => b.importance - a.importance)) {
    const size = countChars(each.line) + countChars(each.old ?? "");
    if (touched + size > most) continue;
    touched += size;
    chosen.push(each);
  }
  return { chosen, postponed: candidates.length - chosen.length };
}

async function propose(mind: Mind, chosen: readonly Candidate[]): Promise<void> {
  if (chosen.length === 0) return;
  const session = `${SESSION}_${localDay(mind.deps.clock).replaceAll("-", "")}`;
  for (const each of chosen) {
    const common = {
      path: "MEMORY.md",
      heading: each.section,
      session,
      origin: "agent" as const,
      ask: true,
      sessions: each.evidence.map(({ session: from }) => from),
      reason: evidenceOf(each),
      event: each.evidence[0]?.event,
      confidence: each.importance / 5,
    };
    const line = `- ${each.line}`;
    if (each.old === undefined) await plan(mind, { ...common, operation: "append", content: line });
    else await plan(mind, { ...common, operation: "replace", old: each.old, content: each.old.startsWith("- ") ? line : each.line });
  }
  await flush(mind, session);
}

function evidenceOf({ evidence }: Candidate): string {
  return evidence
    .slice(0, 3)
    .map(({ day, quote, session }) => `${day}: “${quote.length <= 100 ? quote : `${quote.slice(0, 99)}…`}” (${session})`)
    .join("; ");
}

// What was said in the last seven days (OR-52, X9, X10): the person's and the agent's words in the logs of main sessions.
// Logs are the evidence; a day's digest, here or in the archive, only points at them.
export interface Said {
  readonly session: string;
  readonly event: string;
  readonly day: string;
  readonly by: "person" | "agent";
  readonly text: string;
}

const DAYS = 7;
const DAY_MS = 86_400_000;

async function gather(mind: Mind): Promise<Said[]> {
  const oldest = daysBefore(localDay(mind.deps.clock), DAYS - 1);
  const said: Said[] = [];
  // Of years of sessions only those are looked at that somebody wrote to in these days.
  const since = new Date(`${oldest}T00:00:00`).getTime() - DAY_MS;
  for (const { id, sessionType, createdAt } of (await listSessions(mind, { since })).sessions) {
    // A session cannot hold words from before it began by more than its own length; a year-old one is not opened.
    if (sessionType === "shared" || localDay(mind.deps.clock, new Date(createdAt)) < daysBefore(oldest, 30)) continue;
    const session = await openSession(mind, id);
    // The daemon answers others meanwhile.
    await new Promise((resolve) => setImmediate(resolve));
    for (const event of session.events) {
      if (isUnknown(event) || !("message" in event) || event.type === "tool_result") continue;
      const day = localDay(mind.deps.clock, new Date(event.ts));
      const text = textIn(event.message.content).trim();
      if (day >= oldest && text !== "")
        said.push({ session: id, event: event.id, day, by: event.type === "user_message" ? "person" : "agent", text });
    }
  }
  return said;
}
