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
import { type Call, get, post, type Route } from "../access/route.ts";

export const SESSION_ROUTES: readonly Route[] = [
  get("/api/prompt", showPrompt, { thread: "documents" }),
  { method: "GET", path: "/api/sessions", thread: "lists", run: listAll },
  get("/api/sessions/ID", showOne),
  get("/api/sessions/ID/context", async ({ mind, id, query }) =>
    buildContext(await openSession(mind, id), { at: query.get("at") ?? undefined }),
  ),
  get("/api/sessions/ID/receipt", showReceipt),
  get("/api/sessions/ID/export", async ({ mind, id, query }) => ({
    id,
    markdown: toMarkdown(await openSession(mind, id), { at: query.get("at") ?? undefined }),
  })),
  // `?with=` another session, or `now`.
  get("/api/sessions/ID/diff", ({ mind, id, query }) => diffPrompts(mind, id, needText(query.get("with") ?? undefined, "with"))),
  get("/api/sessions/ID/handoff", showHandoff),
  post("/api/sessions/ID/title", renameOne),
  post("/api/sessions/ID/branch", ({ mind, id, fields }) => branch(mind, id, needText(takeFields(fields, { at: "text" }).at, "at"))),
  { method: "POST", path: "/api/sessions/ID/clone", run: cloneAt },
];

const LIST = 200;
const EVENTS = 500;

/**
 * `?from=&limit=` takes a part of the list, newest first; the headers say how many there are and how many could not be read.
 * `?costs=1` adds to each its last event, its calls, its tokens and what they cost, as far as its log was read.
 */
async function listAll({ mind, query }: Call): Promise<Reply> {
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
async function showHandoff({ mind, id, query }: Call) {
  const to = HOSTS.find((host) => host === query.get("to"));
  if (to === undefined) throw new AppError("BAD_INPUT", `to must be one of ${HOSTS.join(", ")}`);
  return handoff(mind, id, { to });
}

async function renameOne({ mind, id, fields }: Call) {
  await renameSession(mind, id, needText(takeFields(fields, { title: "text" }).title, "title"));
  return summaryOfSession(mind, id);
}

/** The branch that is active (or ends `?at=`), as people see it; a long one in parts, its end first. */
async function showOne({ mind, id, query }: Call) {
  const session = await openSession(mind, id);
  const at = query.get("at") ?? undefined;
  const events = show(session, { at, diagnostics: query.get("diagnostics") === "1" });
  const limit = countIn(query, "limit", { least: 1, most: 5000 }) ?? EVENTS;
  const from = countIn(query, "from", { least: 0, most: 1e9 }) ?? Math.max(0, events.length - limit);
  return {
    id,
    header: session.header,
    leaf: at ?? session.leafId,
    total: events.length,
    from,
    events: events.slice(from, from + limit),
    tree: treeOf(session),
    problems: session.problems,
  };
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

async function showReceipt({ mind, id }: Call) {
  const receipt = await receiptOfSession(mind, id);
  if (receipt === null) throw new AppError("NOT_FOUND", "this session has no prompt yet", { hint: "It gets one before its first turn." });
  return receipt;
}

/** What a session of each kind would begin with now. */
async function showPrompt({ mind, query }: Call) {
  const sessionType = query.get("type") ?? "main";
  if (sessionType !== "main" && sessionType !== "shared") throw new AppError("BAD_INPUT", "type must be main or shared");
  const { snapshot } = await freeze(mind, { sessionType });
  return { type: sessionType, text: renderSystemPrompt(snapshot), receipt: receiptOf(snapshot) };
}

async function cloneAt({ mind, id, fields }: Call): Promise<Reply> {
  const session = await clone(mind, id, takeFields(fields, { at: "text" }));
  return jsonReply({ id: session.header.sessionId }, { status: 201 });
}
