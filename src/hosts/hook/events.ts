// Every event but the one before a call: they may take their time, and nothing they do can let a call through. Loaded
// late, because the hook runs before every call and these need the whole hall.

import { type Host, SESSION_ID } from "../../base/index.ts";
import { beginHostSession, hasOpenEntries, hostCallDone, hostCompacted, hostPrompt } from "../../hostSessions/hostSession.ts";
import { type Mind, openMind } from "../../mind/open.ts";
import { noteOwner, settleCrashed } from "../../hostSessions/crashed.ts";
import { missingAtEnd } from "../../hostSessions/doneGate.ts";
import { inheritFromHost } from "../../activity/taintWatch.ts";
import { hostFlag, setHostFlag } from "../../hostSessions/hostFlags.ts";
import { capped } from "./capped.ts";
import { readTranscript } from "../person/transcript.ts";
import type { Dialect, HookInput } from "../dialects/dialect.ts";
import { hearNo, hearYes } from "../person/firstUse.ts";
import { hearPrompt, type PromptTalk, showAtTurnEnd, type Spoken } from "../person/proposals.ts";
import { mcpSessionOf, sessionIdFor, sessionKind } from "../dialects/session.ts";
import { settleLater } from "./settle.ts";
import { hostAbove, isAlive } from "../person/owner.ts";
import { logHook } from "../../hostSessions/hookLog.ts";
import { hostCall } from "./hostCall.ts";
import { DIALECTS } from "../dialects/dialects.ts";
import type { PlainEvent } from "./inTime.ts";

export interface EventRequest {
  readonly host: Host;
  readonly dialect: Dialect;
  readonly input: HookInput;
  readonly session: string;
}

/** No long waiting for locks while a host waits for us. */
const HURRY = { base: 50, cap: 400, retries: 4 };

/** What the host shall put before its model, and before the person. */
export async function handleEvent(request: EventRequest): Promise<Spoken> {
  const mind = await openMind({ cwd: request.input.cwd ?? process.cwd(), lock: HURRY });
  try {
    return await answerFor(mind, request);
  } finally {
    await mind.close();
  }
}

/** The same for an event as it comes into a thread of its own (inTime.ts). */
export async function answerPlainEvent({ host, input, session, cwd }: PlainEvent): Promise<Spoken> {
  return handleEvent({ host, dialect: DIALECTS[host], input: cwd === undefined ? input : { ...input, cwd }, session });
}

async function answerFor(mind: Mind, request: EventRequest): Promise<Spoken> {
  const { input, session } = request;
  switch (input.kind) {
    case "start":
      return toModel(await start(mind, request));
    case "prompt":
      return prompt(mind, request);
    case "after-call":
    case "call-failed": {
      const read = await hostCall(request.host, input);
      if (read !== null) await hearYes(mind.where, request, read);
      if (read === null) return toModel(null);
      const { call, cwd, own } = read;
      return toModel(
        await hostCallDone(mind, session, { call, output: input.output, ok: input.kind === "after-call", cwd, own: own === true }),
      );
    }
    case "compaction":
      if (request.dialect.compactionIsGuess !== true) hostCompacted(mind, session);
      setHostFlag(mind, session, "compacted", true);
      return toModel(null);
    case "turn-end":
      return turnEnd(mind, request);
    case "end":
      await hearNo(mind.where, request);
      await settle(mind, request, { ended: true });
      return toModel(null);
    default:
      return toModel(null);
  }
}

async function turnEnd(mind: Mind, request: EventRequest): Promise<Spoken> {
  const { dialect, input, session } = request;
  const missing = dialect.answerBack === undefined ? null : missingAtEnd(mind, session);
  // Once: an agent that cannot do it is not held forever, and the person is told.
  if (missing !== null && !input.again) return { context: null, person: null, back: missing };
  const shown = dialect.answerPerson === undefined || input.unseen ? null : await showAtTurnEnd(talkOf(mind, request));
  const person = missing === null ? shown : [missing, shown].filter((each) => each !== null).join("\n\n");
  await settle(mind, request, { ended: dialect.turnEndIsEnd === true });
  return { context: null, person };
}

function toModel(context: string | null): Spoken {
  return { context, person: null };
}

function talkOf(mind: Mind, request: EventRequest): PromptTalk {
  return {
    mind,
    session: request.session,
    plansAs: [request.input.session, mcpSessionOf(request.host)].filter((id) => SESSION_ID.test(id)),
    begin: () => block(mind, request),
  };
}

async function start(mind: Mind, request: EventRequest): Promise<string | null> {
  const { dialect, input } = request;
  if (input.source === "compact") hostCompacted(mind, request.session);
  // No host says which session it was forked from.
  if (input.source === "fork") inheritFromHost(mind, request.session, sessionIdFor(request.host, ""));
  // What an earlier session left behind belongs into this one's memory, also where it crashed.
  if (input.source !== "compact") {
    const problems = await settleCrashed(mind, { isAlive, applies: input.source === "startup" || input.source === "new" });
    for (const problem of problems) logHook(`${request.host}: what a crashed session planned could not be flushed: ${problem}`);
  }
  keepOwner(mind, request);
  const { text, fresh } = await block(mind, request);
  // A conversation that was cleared has to be told again.
  if (input.source === "clear") setHostFlag(mind, request.session, "told", false);
  if (dialect.blockAt === "never") return null;
  const isWanted = fresh || dialect.blockAt === "always" || input.source === "clear" || input.source === "compact";
  if (!isWanted) return null;
  const news = fresh || !isDeaf(dialect) ? null : await hostPrompt(mind, request.session, "", sessionKind(process.env));
  return news === null ? text : `${text}\n\n${news}`;
}

/** It carries nothing with a message, so a session that is resumed hears at its start what changed since. */
function isDeaf({ answerContext, answerPerson, events }: Dialect): boolean {
  const prompt = Object.keys(events).find((event) => events[event] === "prompt") ?? "";
  return answerPerson === undefined && answerContext("", prompt) === null;
}

function keepOwner(mind: Mind, { session, input }: EventRequest): void {
  const owner = hostAbove();
  if (owner !== null) noteOwner(mind, [session, input.session], owner);
}

/** The block's first sentence, in letters that no host writes otherwise. */
const TELLING = "beside the program that runs you";

/** A transcript is only added to: what the conversation was replaced by is behind what it was. */
const REPLACED = '{"$set":{"messages"';

function isInTranscript(path: string | null): boolean {
  const text = path === null ? "" : (readTranscript(path) ?? "");
  return text.slice(Math.max(text.lastIndexOf(REPLACED), 0)).includes(TELLING);
}

async function prompt(mind: Mind, request: EventRequest): Promise<Spoken> {
  const { dialect, input, session } = request;
  await hearNo(mind.where, request);
  keepOwner(mind, request);
  const parts = await blockWithPrompt(mind, request);
  if (input.prompt === null) return toModel(parts.length === 0 ? null : parts.join("\n\n"));
  // A host that carries nothing with a message, to the person or to its model, cannot have shown anything: no word counts there.
  const isDumb = isDeaf(dialect);
  const { context, person, heard } =
    input.byAgent || isDumb ? { ...toModel(null), heard: false } : await hearPrompt(talkOf(mind, request), ownWords(input.prompt));
  const news = await hostPrompt(mind, session, heard ? "" : input.prompt, sessionKind(process.env));
  parts.push(...[context, news].filter((each) => each !== null));
  return { context: parts.length === 0 ? null : parts.join("\n\n"), person };
}

/** The block, where the host takes it with a message and the model does not have it. */
async function blockWithPrompt(mind: Mind, request: EventRequest): Promise<string[]> {
  const { dialect, input, session } = request;
  const isGuess = dialect.compactionIsGuess === true;
  const wasCompacted = hostFlag(mind, session, "compacted") && !(isGuess && isInTranscript(input.transcript));
  if (wasCompacted && isGuess) hostCompacted(mind, session);
  const isUntold = dialect.blockWithPrompt === true && !hostFlag(mind, session, "told");
  const isLost = dialect.blockAfterCompaction === true && wasCompacted;
  const parts = isUntold || isLost ? [(await block(mind, request)).text] : [];
  if (parts.length > 0) setHostFlag(mind, session, "told", true);
  setHostFlag(mind, session, "compacted", false);
  return parts;
}

/** Gemini CLI puts what hooks said before the person's first words. */
function ownWords(prompt: string): string {
  return prompt.replace(/^<hook_context>[^]*?<\/hook_context>\s*/, "");
}

async function block(mind: Mind, { host, dialect, session }: EventRequest): Promise<{ text: string; fresh: boolean }> {
  const begun = await beginHostSession(mind, { id: session, host, sessionType: sessionKind(process.env) });
  return { text: capped(begun.text, dialect.cap, session), fresh: begun.fresh };
}

/** The host's patience at the end is a second or two: a process of our own does the work, when there is any. */
async function settle(mind: Mind, { host, session, input }: EventRequest, options: { readonly ended: boolean }): Promise<void> {
  const ids = [session, input.session, ...(options.ended ? [mcpSessionOf(host)] : [])];
  if (options.ended || (await hasOpenEntries(mind, ids))) settleLater(ids, { ...options, cwd: mind.where.cwd });
}
