// An entry: one declared change to one section (last-word's unit).
//
// LW-12  exactly one of path and url
// LW-15  level is 1-6 or absent; absent and null mean the same
// LW-16  a missing operation follows from the content as in the document's table: text → update, "" → clear,
//        null → no-op. (Its own "allowed" example in 3.3 has text and no operation.) A delete is always explicit.
// LW-25  operation and content go together as in PAIRING
// 1.1.0  adds `append` and `replace {old}`, and `scope: body` on update

import * as v from "valibot";
import { AppError, type ErrorDetails, given } from "../../base/index.ts";
import { type Taint, TaintSchema } from "./taint.ts";

export const OPERATIONS_1_0 = ["no-op", "update", "delete", "clear"] as const;
export const OPERATIONS = [...OPERATIONS_1_0, "append", "replace"] as const;
/** What an entry does to its section. */
export type Operation = (typeof OPERATIONS)[number];

export const ORIGINS = ["user", "agent", "tool", "web", "file"] as const;
/** Where an entry's text comes from. */
export type Origin = (typeof ORIGINS)[number];

/** The level of a heading. */
export type Level = 1 | 2 | 3 | 4 | 5 | 6;

export interface EntryKey {
  readonly path?: string | undefined;
  readonly url?: string | undefined;
  readonly heading: string;
  readonly level?: Level | null | undefined;
}

/** What is known about an entry beside its text. Fields that nobody knows are kept. */
export interface EntryMeta {
  readonly id?: string | undefined;
  readonly origin?: Origin | undefined;
  readonly session?: string | undefined;
  readonly time?: string | undefined;
  /** The session event that the entry quotes. */
  readonly event?: string | undefined;
  readonly confidence?: number | undefined;
  readonly reason?: string | undefined;
  /** Hash of the section when the entry was planned; null: there was no such section. Absent: no claim. */
  readonly base?: string | null | undefined;
  readonly state?: "proposed" | undefined;
  /** In a mind in common: the login and the machine that planned it, as they called themselves: `ada@laptop`. */
  readonly planned_by?: string | undefined;
  /** What the session had read by then that the person did not write. */
  readonly taint?: Taint | undefined;
  readonly [other: string]: unknown;
}

/** One planned change of one section. */
export interface Entry {
  readonly key: EntryKey;
  readonly operation: Operation;
  readonly content: string | null;
  /** `replace` only: the text that `content` takes the place of. */
  readonly old?: string | undefined;
  /** `update` only: "body" keeps the sub-sections. */
  readonly scope?: "section" | "body" | undefined;
  readonly meta: EntryMeta;
}

const LevelSchema = v.picklist([1, 2, 3, 4, 5, 6] as const);

export const EntryKeySchema = v.strictObject({
  path: v.optional(v.pipe(v.string(), v.nonEmpty("is empty"))),
  url: v.optional(v.pipe(v.string(), v.nonEmpty("is empty"))),
  heading: v.pipe(v.string(), v.nonEmpty("is empty")),
  level: v.optional(v.nullable(LevelSchema)),
});

/** Any login at any machine, also `ada@tenant@laptop`, but nothing that a terminal would obey or hide. JSON Schema knows no `\p{C}`. */
const PLANNED_BY = /^[^\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069]{1,320}$/;

export const EntryMetaSchema = v.looseObject({
  id: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.#-]{1,80}$/))),
  origin: v.optional(v.picklist(ORIGINS)),
  session: v.optional(v.string()),
  time: v.optional(v.string()),
  event: v.optional(v.string()),
  confidence: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  reason: v.optional(v.string()),
  base: v.optional(v.nullable(v.string())),
  state: v.optional(v.literal("proposed")),
  planned_by: v.optional(v.pipe(v.string(), v.regex(PLANNED_BY))),
  taint: v.optional(TaintSchema),
});

export const EntrySchema = v.strictObject({
  key: EntryKeySchema,
  operation: v.optional(v.picklist(OPERATIONS)),
  content: v.optional(v.nullable(v.string())),
  old: v.optional(v.string()),
  scope: v.optional(v.picklist(["section", "body"] as const)),
  meta: v.optional(v.nullable(EntryMetaSchema)),
});

export type RawEntry = v.InferOutput<typeof EntrySchema>;

/** What each operation's content must be, in words for the error message. */
const PAIRING: Record<Operation, { readonly fits: (content: string | null) => boolean; readonly needs: string }> = {
  "no-op": { fits: (content) => content === null, needs: "null content" },
  update: { fits: (content) => content !== null && content !== "", needs: "text (clear empties a section, delete removes it)" },
  clear: { fits: (content) => content === "", needs: 'the empty text ""' },
  delete: { fits: (content) => content === null, needs: "null content" },
  append: { fits: (content) => content !== null && content.trim() !== "", needs: "text to append" },
  replace: { fits: (content) => content !== null, needs: 'text (or "") that takes the place of `old`' },
};

/** From the shape to the meaning: defaults filled in, the rules that a shape cannot say checked. */
export function toEntry(raw: RawEntry, where: ErrorDetails = {}): Entry {
  const content = raw.content ?? null;
  const operation = raw.operation ?? operationOf(content);
  const { path, url, heading, level = null } = raw.key;
  checkKey(raw.key, where);
  checkPairing(raw, { operation, content }, where);
  checkHeading(heading, where);
  for (const text of [content, raw.old ?? null]) checkCharacters(text, where);
  return {
    key: { ...(path === undefined ? { url } : { path }), heading, level },
    operation,
    content,
    ...given({ old: raw.old, scope: raw.scope }),
    meta: (raw.meta ?? {}) as EntryMeta,
  };
}

function checkKey({ path, url }: RawEntry["key"], where: ErrorDetails): void {
  if ((path === undefined) !== (url === undefined)) return;
  const message = path === undefined ? "the key names neither path nor url" : "the key names both path and url";
  throw new AppError("BAD_KEY", message, { ...where, hint: "Give exactly one of key.path and key.url." });
}

function checkPairing({ old, scope }: RawEntry, { operation, content }: Pick<Entry, "operation" | "content">, where: ErrorDetails): void {
  const pairing = PAIRING[operation];
  const refuse = (message: string, hint: string) => {
    throw new AppError("BAD_PAIRING", message, { ...where, hint });
  };
  if (!pairing.fits(content))
    refuse(`${operation} needs ${pairing.needs}`, 'See docs/formats.md: update takes text, clear takes "", delete and no-op take null.');
  if ((operation === "replace") !== (old !== undefined && old !== ""))
    refuse("replace needs `old`, and only replace has it", "Put the text that is to be replaced into `old`.");
  if (scope !== undefined && operation !== "update") refuse("only update has a scope", "Remove `scope`.");
}

function checkCharacters(text: string | null, where: ErrorDetails): void {
  if (text === null || text.isWellFormed()) return;
  const why = "the content has half of a surrogate pair and cannot be stored as UTF-8";
  throw new AppError("NOT_UTF8", why, { ...where, hint: "Send whole characters." });
}

function operationOf(content: string | null): Operation {
  if (content === null) return "no-op";
  return content === "" ? "clear" : "update";
}

function checkHeading(heading: string, where: ErrorDetails): void {
  if (heading.trim() !== heading || heading === "" || /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(heading)) {
    const hint = "A heading is one line without outer spaces or control characters.";
    throw new AppError("BAD_HEADING", `${JSON.stringify(heading)} cannot be a heading`, { ...where, hint });
  }
  if (!heading.isWellFormed() || heading.length > 1000)
    throw new AppError("BAD_HEADING", "the heading is too long or is not whole characters", where);
}

/** For whom a section is: one person, everybody of the mind, or the sessions of a project. */
export const AUDIENCES = ["me", "team", "project"] as const;
/** Who may see a section. */
export type Audience = (typeof AUDIENCES)[number];
