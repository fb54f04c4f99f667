// A concept of the Open Knowledge Format, 0.2 or 0.1, as a note. What the format lets a producer leave out, or add, refuses nothing
// (§11); what a person should know before they say yes is told below the text.

import { readFrontMatter } from "../../schema/index.ts";
import type { Note } from "../importing/foreignNotes.ts";
import { TYPES } from "./concepts.ts";

interface Frontmatter {
  readonly [name: string]: unknown;
}

export type ReadConcept = { readonly kind: "note"; readonly note: Note } | { readonly kind: "left"; readonly why: string };

/** `now`: for `stale_after`. */
export async function readConcept({ path, text }: { readonly path: string; readonly text: string }, now: Date): Promise<ReadConcept> {
  const front = await readFrontMatter(text, path);
  const type = textIn(front?.fields["type"]);
  if (front === null || type === "") return { kind: "left", why: "it has no front matter with a type, so it is not a concept of OKF" };
  const { fields } = front;
  if (fields["status"] === "deprecated") return { kind: "left", why: "its status is deprecated" };
  const body = front.body.replace(/^#{1,6} (.+)$/gm, "**$1**").trim();
  const content = [body || textIn(fields["description"]), ...tellings(fields, now)].filter((each) => each !== "").join("\n\n");
  if (content === "") return { kind: "left", why: "nothing in it is a memory" };
  return { kind: "note", note: { document: documentFor(type), heading: titleIn(fields, path), content, file: path } };
}

/** Our own types go back where they came from; all others, whatever they are called, are memory. */
function documentFor(type: string): Note["document"] {
  if (type === TYPES.soul) return "SOUL.md";
  if (type === TYPES.user) return "USER.md";
  return type === TYPES.agents ? "AGENTS.md" : "MEMORY.md";
}

function titleIn(fields: Frontmatter, path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/i, "");
  return (textIn(fields["title"]) || name)
    .replace(/\p{C}+/gu, " ")
    .replace(/^#+ */, "")
    .slice(0, 200);
}

function tellings(fields: Frontmatter, now: Date): string[] {
  const stale = textIn(fields["stale_after"]);
  const isStale = stale !== "" && now.getTime() >= Date.parse(stale);
  const sources = list(fields["sources"]).flatMap((each) => {
    const [resource, title] = [textIn(each["resource"]), textIn(each["title"])];
    return resource === "" ? [] : [title === "" ? resource : `${title} (${resource})`];
  });
  return [
    ...(sources.length === 0 ? [] : [`Sources: ${sources.join("; ")}`]),
    ...(isStale ? [`Stale since ${stale}.`] : []),
    ...(fields["status"] === "draft" ? ["A draft."] : []),
    ...trustIn(fields["verified"]),
  ];
}

/** §5.2, §5.3: one mapping counts as a list of one; only `human:` is a person. */
function trustIn(verified: unknown): string[] {
  const events = Array.isArray(verified) ? list(verified) : list([verified]);
  const by = events.map((each) => textIn(each["by"])).filter((each) => each !== "");
  if (by.length === 0) return [];
  return [`${by.some((each) => each.startsWith("human:")) ? "Human-reviewed" : "Machine-confirmed"}: ${by.join(", ")}.`];
}

const textIn = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
const list = (value: unknown): Frontmatter[] =>
  Array.isArray(value) ? value.filter((each): each is Frontmatter => typeof each === "object" && each !== null) : [];
