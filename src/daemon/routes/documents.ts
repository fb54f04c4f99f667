// Routes for documents: the list, one with its sections, its history, and the person's own writing.

import { AppError, sha256, keptIn } from "../../base/index.ts";
import { blame, documentNamed, log, show } from "../../mind/documents/explain.ts";
import { type ReadDocument, readOne } from "../../mind/documents/load.ts";
import type { Mind } from "../../mind/open.ts";
import { documentWhere, presentDocuments } from "../../mind/documents/presentDocuments.ts";
import { sectionsOf } from "../../mind/session/sections.ts";
import { supersededLines } from "../../finding/supersededLines.ts";
import { tidy } from "../../finding/tidy.ts";
import { writeDocumentText } from "../../mind/documents/write.ts";
import { errorReply, jsonReply, needsVersion, type Reply } from "../requests/answers.ts";
import { countIn, needText, takeFields } from "../requests/fields.ts";
import { type Call, get, type Route } from "../access/route.ts";

export const DOCUMENT_ROUTES: readonly Route[] = [
  get(
    "/api/documents",
    async ({ mind }) => (await presentDocuments(mind)).map((found) => ({ ...describe(found), sections: sectionsIn(found) })),
    // Home asks it: it does not start a second thread for that.
    { thread: "lists" },
  ),
  { method: "GET", path: "/api/documents/ID", thread: "documents", run: showDocument },
  { method: "PUT", path: "/api/documents/ID", run: putDocument },
  { method: "GET", path: "/api/documents/ID/history", thread: "documents", run: showHistory },
  get("/api/documents/ID/blame", showBlame, { thread: "documents" }),
  // Lines of which a newer line says otherwise.
  get("/api/documents/ID/superseded", async ({ mind, id }) => supersededLines((await find(mind, id)).text), { thread: "documents" }),
  get("/api/documents/ID/then", showThen, { thread: "documents" }),
  // The document without the lines that others repeat or replaced. Nothing is changed.
  get("/api/documents/ID/tidy", async ({ mind, id }) => tidy(await find(mind, id)), { thread: "documents" }),
];

type DocumentRef = ReadDocument["document"];

/** In URLs a document goes by a name without slashes that stays the same for as long as its file does. */
export function shortId(document: DocumentRef): string {
  return `d_${sha256(document.id).slice(0, 16)}`;
}

async function showDocument({ mind, id }: Call): Promise<Reply> {
  const found = await find(mind, id);
  return jsonReply({ ...describe(found), text: found.text, sections: sectionsIn(found) }, { headers: { ETag: `"${found.version}"` } });
}

/** Newest first. `?texts=1` says what went and came; `?limit=` ends the list, whose whole length is in X-Total. */
async function showHistory({ mind, id, query }: Call): Promise<Reply> {
  const limit = countIn(query, "limit", { least: 1, most: 10_000 });
  const changes = await log(mind, (await find(mind, id)).document.key, { texts: query.get("texts") === "1" });
  return jsonReply(changes.slice(0, limit), { headers: { "X-Total": String(changes.length) } });
}

/** Who wrote each line. Of the change only what says who, when and why: its texts would be told once for every line. */
async function showBlame({ mind, id }: Call) {
  const lines = await blame(mind, (await find(mind, id)).document.key);
  return lines.map(({ line, text, change }) => ({
    line,
    text,
    change: {
      id: change.id,
      kind: change.kind,
      at: change.at,
      by: change.by,
      from: change.from,
      entered: change.entered,
      session: change.session,
      event: change.event,
      confidence: change.confidence,
      reason: change.reason,
    },
  }));
}

/** The document as it was at `?time=`, an ISO time or a day. */
async function showThen({ mind, id, query }: Call) {
  const time = needText(query.get("time") ?? undefined, "time");
  return { time, text: await show(mind, (await find(mind, id)).document.key, time) };
}

/** If-Match names the version that the person saw, or If-None-Match: * says that they saw none. Nothing is overwritten blindly. */
async function putDocument({ mind, id, fields, header }: Call): Promise<Reply> {
  const given = takeFields(fields, { text: "text", reason: "text" });
  if (given.text === undefined) throw new AppError("BAD_INPUT", "the field text is missing");
  const expect = seenVersion(header);
  if (expect === undefined) return needsVersion();
  const document = expect === null ? named(mind, id) : (await find(mind, id)).document;
  const reason = needText(given.reason ?? "written in the page", "reason");
  try {
    const { kind, undo } = await writeDocumentText(mind, document, given.text, { expect, reason });
    const version = (await readOne(mind, document))?.version ?? null;
    return jsonReply(
      { kind, id: shortId(document), document: document.key, version, ...(undo === undefined ? {} : { undo }) },
      { status: expect === null ? 201 : 200, ...(version === null ? {} : { headers: { ETag: `"${version}"` } }) },
    );
  } catch (error) {
    if (error instanceof AppError && error.code === "STALE") return errorReply(error, { status: 412 });
    throw error;
  }
}

/** null: they saw that there is none; undefined: they do not say. */
function seenVersion(header: Call["header"]): string | null | undefined {
  const match = header("if-match");
  if (match !== undefined) return /^(?:W\/)?"?([0-9a-f]{64})"?$/.exec(match)?.[1] ?? "";
  return header("if-none-match") === "*" ? null : undefined;
}

/** `id` as the list gives it, or a key such as USER.md. */
async function find(mind: Mind, id: string): Promise<ReadDocument> {
  const found = id.startsWith("d_") ? await findByShortId(mind, id) : await readOne(mind, named(mind, id));
  if (found?.problem) throw found.problem;
  if (found) return found;
  throw new AppError("NOT_FOUND", `there is no document ${id}`, { hint: "GET /api/documents lists them." });
}

async function findByShortId(mind: Mind, id: string): Promise<ReadDocument | null> {
  const document = await documentWhere(mind, (each) => shortId(each) === id);
  return document === undefined ? null : readOne(mind, document);
}

function named(mind: Mind, name: string): DocumentRef {
  if (/\.md$/i.test(name)) return documentNamed(mind, name);
  throw new AppError("NOT_FOUND", `there is no document ${name}`, { hint: "GET /api/documents lists them." });
}

/** Sections of the versions that were shown last: the list is asked for after every change, and most documents are as they were. */
const outlines = new Map<string, ReturnType<typeof sectionsOf>>();
const MOST_OUTLINES = 500;

function sectionsIn({ text, version }: ReadDocument): ReturnType<typeof sectionsOf> {
  const known = keptIn(outlines, version, () => sectionsOf(text));
  if (outlines.size > MOST_OUTLINES) outlines.delete(outlines.keys().next().value as string);
  return known;
}

function describe({ document, chars, budget, modified, version, problem }: ReadDocument) {
  return {
    id: shortId(document),
    key: document.key,
    role: document.role,
    chars,
    budget,
    modified: modified.toISOString(),
    version,
    ...(problem === undefined ? {} : { problem: problem.toJSON().error }),
  };
}
