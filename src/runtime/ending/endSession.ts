// A session stops, by whatever way: hooks, last-word's flush, the day's digest, the archive, receipts (AK-17, AK-51, LW-53,
// X22); what was said goes to the login's other machines, where there is a database. Each step can be repeated after a
// crash and then does nothing twice; one that fails is told and stops no other.

import { AppError, daysBefore, localDay, timeOfDay } from "../../base/index.ts";
import { writeNow } from "../../deltas/index.ts";
import { documentOfRole } from "../../knowledge/index.ts";
import { archiveOldDailies } from "../../mind/overview/daily.ts";
import { log } from "../../mind/documents/explain.ts";
import type { Mind } from "../../mind/open.ts";
import { applyAtEnd, flush } from "../../mind/documents/remember.ts";
import { sendQuietly } from "../../sharing/sending.ts";
import { openSession } from "../../activity/sessions.ts";
import type { Receipt } from "../../schema/index.ts";
import type { Hooks } from "../hooks/fire.ts";
import type { Model } from "../ports/model.ts";
import { type Account, accountFor } from "./account.ts";
import { type Digest, digestOf } from "./digest.ts";
import { noteEnded, readChatNotes } from "./openChats.ts";
import { withoutTakenBack } from "./takenBack.ts";
import { type Happened, whatHappened } from "./transcript.ts";

export type EndReason = "quit" | "interrupt" | "terminated" | "hangup" | "end of input" | "idle" | "crash";

export interface EndRequest {
  readonly mind: Mind;
  readonly sessionId: string;
  readonly reason: EndReason;
  /** null: the digest is taken from the words. */
  readonly model: Model | null;
  readonly hooks: Hooks;
  readonly signal?: AbortSignal;
}

export interface Ended {
  readonly account: Account;
  readonly digest: (Digest & { readonly receipt: Receipt }) | null;
  readonly archived: readonly string[];
  /** What a person should know: a step that failed, a hook that spoke. */
  readonly notices: readonly string[];
  readonly unanswered: readonly string[];
}

export async function endSession(request: EndRequest): Promise<Ended> {
  const { mind, sessionId, reason, hooks } = request;
  const notices: string[] = [];
  const session = await openSession(mind, sessionId);
  const since = (await readChatNotes(mind)).digestedThrough(sessionId);
  const happened = whatHappened(session, since);
  const attempt = async <T>(what: string, otherwise: T, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      // The others must still happen; what failed is on disk and comes again at the next start.
      if (!(error instanceof AppError)) throw error;
      notices.push(`${what}: ${error.code} ${error.message}`);
      return otherwise;
    }
  };

  const stop = await hooks.fire("pre-session-stop", {
    exit_reason: reason,
    session_type: String(session.header.meta["sessionType"] ?? "main"),
  });
  notices.push(...stop.warnings, ...(stop.verdict === "go" ? [] : [`hook ${stop.hook ?? ""}: ${stop.reason ?? ""}`]));
  await attempt("saving planned changes", [], () => flush(mind, sessionId));
  await attempt("applying", undefined, async () => void (await applyAtEnd(mind)));
  // A shared session leaves nothing in a private document.
  const isShared = session.header.meta["sessionType"] === "shared";
  const digest =
    isShared || mind.config.day_log === "raw" ? null : await attempt("the day's digest", null, () => writeDigest(request, happened));
  // Lines of it that repeat what was read need the person's approval.
  if (digest !== null) await attempt("saving planned changes", [], () => flush(mind, sessionId));
  const archived = await attempt("the archive", [], () => archiveOldDailies(mind));
  const account = await attempt("the account", { saved: 0, waiting: 0, dropped: 0, lost: 0, lostIds: [] }, () =>
    accountFor(mind, sessionId),
  );
  const seconds = Math.max(0, Math.round((mind.deps.clock.now().getTime() - session.header.createdAt) / 1000));
  const after = await hooks.fire("post-session", {
    exit_reason: reason,
    duration_seconds: seconds,
    total_steps: happened.exchanges.length,
  });
  notices.push(...after.warnings);
  await hooks.settle(HOOKS_PATIENCE_MS);
  await noteEnded(mind, sessionId, { reason, through: happened.through });
  await sendQuietly(mind, { session: sessionId });
  return { account, digest, archived, notices, unanswered: happened.unanswered };
}

const HOOKS_PATIENCE_MS = 5000;

/** Known by its reason in the ledger: after a crash between this and the note of the end, it is not written twice. */
async function writeDigest({ mind, sessionId, model, signal }: EndRequest, happened: Happened): Promise<Ended["digest"]> {
  const reason = `digest of ${sessionId} through ${happened.through}`;
  const at = new Date(happened.lastAt);
  const [said, today] = [localDay(mind.deps.clock, at), localDay(mind.deps.clock)];
  // What is found days later goes into today's log and says its day: archived days are closed.
  const isLate = said < daysBefore(today, 1);
  const document = documentOfRole(mind.environment, "daily", isLate ? today : said);
  // In any document: what did not fit into the day is in its archive.
  if ((await log(mind, undefined, { words: reason })).some((change) => change.reason === reason)) return null;
  const digest = await digestOf(await withoutTakenBack(mind, sessionId, happened), {
    model,
    time: `${isLate ? `${said} ` : ""}${timeOfDay(mind.deps.clock, at)}`,
    signal,
  });
  if (digest === null) return null;
  const receipt = await writeNow(mind.deps, {
    path: `~/.config/agents/${document.path}`,
    heading: digest.heading,
    operation: "append",
    content: digest.content,
    session: sessionId,
    origin: "agent",
    reason,
  });
  return { ...digest, receipt };
}
