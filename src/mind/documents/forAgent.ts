// forAgent: documents as an agent's door may show and change them. In a shared session private documents are neither
// listed nor read nor planned for (X14), and held lines and secrets never leave by this way.

import { AppError } from "../../base/index.ts";
import { overlay } from "../../deltas/index.ts";
import { BANK, documentAt, type DocumentRef, isVisible, resolveDocument, type SessionType } from "../../knowledge/index.ts";
import { walkFiles } from "../../store/index.ts";
import { documentNamed } from "./explain.ts";
import { judge, load } from "./load.ts";
import type { Mind } from "../open.ts";
import { review } from "./review.ts";
import { namesIn } from "./rootMemory.ts";

export interface SeenDocument {
  readonly document: string;
  readonly role: string | null;
  /** With its pending entries in place (X5). */
  readonly text: string;
  readonly waiting: number;
  /** How many lines are for the person's eyes only. */
  readonly held: number;
}

/** By key or role; of a folder (`…/`) its MEMORY.md, and what else is in it. Throws PRIVATE, NOT_FOUND, BAD_PATH. */
export async function readForAgent(
  mind: Mind,
  name: string,
  { sessionType, session }: { readonly sessionType: SessionType; readonly session?: string },
): Promise<SeenDocument> {
  if (name.endsWith("/")) return readFolder(mind, name, { sessionType });
  const document = documentNamed(mind, name);
  refusePrivate(document, sessionType);
  const { disk, text, waiting } = await overlay(mind.deps, document, session);
  if (disk === "" && text === "")
    throw new AppError("NOT_FOUND", `there is no document ${document.key} yet`, { hint: "What you plan for it creates it." });
  const { view, held } = await judge(mind, document, text);
  return { document: document.key, role: document.role, text: view, waiting, held: held.length };
}

async function readFolder(mind: Mind, folder: string, session: { readonly sessionType: SessionType }): Promise<SeenDocument> {
  const key = `${folder}MEMORY.md`;
  refusePrivateKey(mind, key, session.sessionType);
  const names = namesIn(mind, folder);
  const list = `In ${folder}: ${names.join(", ")}`;
  if (!names.includes("MEMORY.md")) return { document: folder, role: null, text: list, waiting: 0, held: 0 };
  const seen = await readForAgent(mind, key, session);
  return { ...seen, document: folder, text: `${seen.text.trimEnd()}\n\n${list}` };
}

/** What a session begins with, and every document of the project's memory bank. */
export async function listForAgent(
  mind: Mind,
  sessionType: SessionType,
): Promise<{ readonly document: string; readonly role: string | null; readonly modified: Date }[]> {
  const loaded = (await load(mind, sessionType))
    .filter(({ problem }) => problem === undefined)
    .map(({ document, modified }) => ({ document: document.key, role: document.role as string | null, modified }));
  const { project } = mind.where;
  const bank =
    project === null
      ? []
      : walkFiles(`${project}/${BANK}`)
          .filter((path) => /\.md$/i.test(path))
          .map((path) => documentAt(mind.environment, "project", `${BANK}/${path}`));
  const more = bank
    .filter(({ key }) => !loaded.some(({ document }) => document === key))
    .map(({ key, role }) => ({ document: key, role, modified: new Date(0) }));
  return [...loaded, ...more];
}

/** Whether an entry may be planned for this key in such a session; what the key means is judged by plan itself. */
export function refusePrivateKey(mind: Mind, key: string, sessionType: SessionType): void {
  if (sessionType === "shared") refusePrivate(resolveDocument(mind.environment, key), sessionType);
}

/** For the memory tool, whose documents go by their role. */
export function refusePrivateRole(mind: Mind, role: string, sessionType: SessionType): void {
  if (sessionType === "shared") refusePrivate(documentNamed(mind, role), sessionType);
}

/** Proposals that such a session may know of. */
export async function reviewForAgent(mind: Mind, sessionType: SessionType): Promise<Awaited<ReturnType<typeof review>>> {
  const proposals = await review(mind);
  return proposals.filter(({ document }) => isVisible(resolveDocument(mind.environment, document), sessionType));
}

function refusePrivate(document: DocumentRef, sessionType: SessionType): void {
  if (isVisible(document, sessionType)) return;
  throw new AppError("PRIVATE", `${document.key} is private and this session is shared`, {
    hint: "The person can open it in a session of their own.",
  });
}
