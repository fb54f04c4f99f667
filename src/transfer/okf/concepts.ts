// A mind's documents as concepts of the Open Knowledge Format 0.2: one file for each section, in a folder for each document. Pure.
// The paragraph signs below are those of its specification.

import { readOutline } from "../../markdown/index.ts";
import type { Role } from "../../schema/index.ts";
import { partsOf } from "../importing/foreignNotes.ts";

export interface OkfDocument {
  /** Relative to its root, without `.md`. */
  readonly name: string;
  readonly role: Role | null;
  readonly text: string;
  /** By line, from 1: who wrote its newest character, and when. */
  readonly written: readonly Written[];
}

export interface Written {
  readonly by: string;
  readonly at: string;
}

export interface Concept {
  readonly path: string;
  readonly folder: string;
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly body: string;
  /** null: nothing is known about it. */
  readonly generated: Written | null;
}

/** §4.1: types are descriptive and registered nowhere. */
export const TYPES = {
  soul: "Agent Identity",
  user: "User Profile",
  memory: "Memory",
  daily: "Daily Note",
  agents: "Agent Instructions",
  "project-memory": "Project Memory",
  other: "Note",
} as const satisfies Readonly<Partial<Record<Role | "other", string>>>;

/** §3.1: names that no concept may have. */
const RESERVED = new Set(["index", "log"]);
const LONGEST_NAME = 80;
const LONGEST_DESCRIPTION = 160;

export function conceptsOf(documents: readonly OkfDocument[]): Concept[] {
  const taken = new Set<string>();
  return documents.flatMap(({ name, role, text, written }) => {
    const folder = name.split("/").map(slugOf).join("/");
    return partsOf(readOutline(text), name.slice(name.lastIndexOf("/") + 1))
      .map((part) => ({ ...part, body: part.text.trim() }))
      .filter(({ body }) => body !== "")
      .map(({ heading, body, start, text: whole }): Concept => {
        const first = text.slice(0, start).split("\n").length;
        return {
          folder,
          path: freePath(folder, slugOf(heading), taken),
          type: role !== null && role in TYPES ? TYPES[role as keyof typeof TYPES] : TYPES.other,
          title: heading,
          description: describe(body),
          body,
          generated: newest(written.slice(first - 1, first - 1 + whole.split("\n").length)),
        };
      });
  });
}

function newest(lines: readonly Written[]): Written | null {
  return lines.reduce<Written | null>((last, each) => (last === null || each.at > last.at ? each : last), null);
}

/** Letters and digits of any script; a name that the format reserves gets an ending. */
function slugOf(text: string): string {
  const slug = text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, LONGEST_NAME)
    .replace(/^-|-$/g, "");
  if (slug === "") return "section";
  return RESERVED.has(slug) ? `${slug}-section` : slug;
}

function freePath(folder: string, slug: string, taken: Set<string>): string {
  let path = `${folder}/${slug}.md`;
  for (let number = 2; taken.has(path); number++) path = `${folder}/${slug}-${number}.md`;
  taken.add(path);
  return path;
}

/** Its first line in plain words. */
function describe(body: string): string {
  const line = body.split("\n").find((each) => /\p{L}/u.test(each) && !each.startsWith("<!--")) ?? "";
  const plain = line
    .replace(/^[\s#>*+-]+/, "")
    .replace(/[*_`[\]]/g, "")
    .trim();
  return plain.length > LONGEST_DESCRIPTION ? `${plain.slice(0, LONGEST_DESCRIPTION - 1)}…` : plain;
}
