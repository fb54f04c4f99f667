// Routes of sessions: the list, one with its transcript and tree, what its model got, and new ones made from it.

import { AppError, HOSTS } from "../../base/index.ts";
import { freeze, receiptOf, renderSystemPrompt } from "../../mind/session/freeze.ts";
import {
  branch,
  buildContext,
  clone,
  diffPrompts,
  listEverywhere,
  openSession,
  receiptOfSession,
  renameSession,
  type Session,
  type SessionEvent,
  show,
  summaryOfSession,
  toMarkdown,
} from "../../activity/sessions.ts";
import { handoff } from "../../activity/handoff.ts";
import { costsOfSessions } from "../../runtime/index.ts";
import { textIn } from "../../schema/index.ts";
import { jsonReply, type Reply } from "../requests/answers.ts";
import { countIn, needText, takeFields } from "../requests/fields.ts";
import type { Call } from "../access/route.ts";

const LIST = 200;
const EVENTS = 500;

/**
 * `?from=&limit=` takes a part of the list, newest first; the headers say how many there are and how many could not be read.
 * `?costs=1` adds to each its last event, its calls, its tokens and what they cost, as far as its log was read.
 */
export async function listAll({ mind, query }: Call): Promise<Reply> {
  const from = countIn(query, "from", { least: 0, most: 1e9 }) ?? 0;
  const limit = countIn(query, "limit", { least: 1, most: 1000 }) ?? LIST;
  const { sessions, problems, total } = await listEverywhere(mind, { from, limit });
  const listed = sessions.slice(0, limit);
  const costs =
    query.get("costs") === "1"
      ? await costsOfSessions(
          mind,
          listed.map(({ id }) => id),
        )
      : [];
  const known = new Map(
    costs.map(({ id, ended, calls, cost, inputTokens, outputTokens }) => [id, { ended, calls, cost, tokens: inputTokens + outputTokens }]),
  );
  return jsonReply(
    listed.map((each) => ({ ...each, ...known.get(each.id) })),
    { headers: { "X-Total": String(total), "X-Unreadable": String(problems.length) } },
  );
}

/** `?to=` a host: the text that it would get, and how to begin. Nothing is written. */
export async function showHandoff({ mind, id, query }: Call): Promise<Reply> {
  const to = HOSTS.find((host) => host === query.get("to"));
  if (to === undefined) throw new AppError("BAD_INPUT", `to must be one of ${HOSTS.join(", ")}`);
  return jsonReply(await handoff(mind, id, { to }));
}

export async function renameOne({ mind, id, fields }: Call): Promise<Reply> {
  await renameSession(mind, id, needText(takeFields(fields, { title: "text" }).title, "title"));
  return jsonReply(await summaryOfSession(mind, id));
}

/** The branch that is active (or ends `?at=`), as people see it; a long one in parts, its end first. */
export async function showOne({ mind, id, query }: Call): Promise<Reply> {
  const session = await openSession(mind, id);
  const at = query.get("at") ?? undefined;
  const events = show(session, { at, diagnostics: query.get("diagnostics") === "1" });
  const limit = countIn(query, "limit", { least: 1, most: 5000 }) ?? EVENTS;
  const from = countIn(query, "from", { least: 0, most: 1e9 }) ?? Math.max(0, events.length - limit);
  return jsonReply({
    id,
    header: session.header,
    leaf: at ?? session.leafId,
    total: events.length,
    from,
    events: events.slice(from, from + limit),
    tree: treeOf(session),
    problems: session.problems,
  });
}

interface BranchNode {
  readonly id: string;
  readonly parent: string | null;
  readonly leaf: boolean;
  readonly at: number;
  readonly turns: number;
  /** What the person said first behind the fork above. */
  readonly said: string;
}

/** Enough to tell branches apart. */
const SAID_CHARS = 120;

/** Only the forks and the ends: a tree that a person can take in. */
function treeOf(session: Session): BranchNode[] {
  const nodes = session.events.flatMap((event) =>
    "parentId" in event && typeof event.type === "string" && (event.parentId !== null || event.type === "user_message") ? [event] : [],
  );
  const children = new Map<string | null, number>();
  for (const { parentId } of nodes) children.set(parentId, (children.get(parentId) ?? 0) + 1);
  const atTheTop: Segment = { anchor: null, turns: 0, said: "" };
  const shown = new Map<string | null, Segment>();
  const kept: BranchNode[] = [];
  for (const event of nodes) {
    const { id, parentId, ts } = event;
    const { anchor, turns, said } = behind(shown.get(parentId) ?? atTheTop, event);
    const count = children.get(id) ?? 0;
    if (count !== 1) kept.push({ id, parent: anchor, leaf: count === 0, at: ts, turns, said });
    shown.set(id, count > 1 ? { anchor: id, turns: 0, said: "" } : { anchor, turns, said });
  }
  return kept;
}

/** What is between two forks. */
interface Segment extends Pick<BranchNode, "turns" | "said"> {
  readonly anchor: string | null;
}

const behind = ({ anchor, turns, said }: Segment, event: SessionEvent): Segment => ({
  anchor,
  turns: turns + 1,
  said: said === "" && event.type === "user_message" && "message" in event ? textIn(event.message.content).slice(0, SAID_CHARS) : said,
});

export async function showContext({ mind, id, query }: Call): Promise<Reply> {
  return jsonReply(buildContext(await openSession(mind, id), { at: query.get("at") ?? undefined }));
}

export async function showReceipt({ mind, id }: Call): Promise<Reply> {
  const receipt = await receiptOfSession(mind, id);
  if (receipt === null) throw new AppError("NOT_FOUND", "this session has no prompt yet", { hint: "It gets one before its first turn." });
  return jsonReply(receipt);
}

/** What a session of each kind would begin with now. */
export async function showPrompt({ mind, query }: Call): Promise<Reply> {
  const sessionType = query.get("type") ?? "main";
  if (sessionType !== "main" && sessionType !== "shared") throw new AppError("BAD_INPUT", "type must be main or shared");
  const { snapshot } = await freeze(mind, { sessionType });
  return jsonReply({ type: sessionType, text: renderSystemPrompt(snapshot), receipt: receiptOf(snapshot) });
}

export async function exportOne({ mind, id, query }: Call): Promise<Reply> {
  return jsonReply({ id, markdown: toMarkdown(await openSession(mind, id), { at: query.get("at") ?? undefined }) });
}

/** `?with=` another session, or `now`. */
export async function diffWith({ mind, id, query }: Call): Promise<Reply> {
  return jsonReply(await diffPrompts(mind, id, needText(query.get("with") ?? undefined, "with")));
}

export async function branchAt({ mind, id, fields }: Call): Promise<Reply> {
  return jsonReply(await branch(mind, id, needText(takeFields(fields, { at: "text" }).at, "at")));
}

export async function cloneAt({ mind, id, fields }: Call): Promise<Reply> {
  const session = await clone(mind, id, takeFields(fields, { at: "text" }));
  return jsonReply({ id: session.header.sessionId }, { status: 201 });
}
