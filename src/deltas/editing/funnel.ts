// The funnel: every entry's text passes it before anything is written, the journal included.
//
// Step 1: secrets are replaced by visible marks; where others would read the document, the entry is refused instead.
// Step 2: the text is judged by who wrote it and where it goes. What must not be stored is refused; what could leave its
//         place is escaped without loss; lines that address the agent are parted from the rest and need your approval.

import { type ErrorCode, given } from "../../base/index.ts";
import { escapeJudged, judgeContent, type Known, redact, type SessionReads } from "../../content/index.ts";
import { type DocumentRef, isOwnDocument, isPrivate } from "../../knowledge/index.ts";
import type { CommitPolicy, Entry, Origin } from "../../schema/index.ts";

export interface HeldLine {
  readonly line: number;
  readonly why: string;
}

export type Passage =
  | {
      readonly kind: "passed";
      /** What goes on; null where every line is held. */
      readonly entry: Entry | null;
      /** What needs your approval, as an entry of its own; null where nothing does. */
      readonly held: Entry | null;
      readonly why: string | null;
    }
  | { readonly kind: "refused"; readonly code: ErrorCode; readonly why: string };

export interface FunnelContext {
  readonly known: Known;
  readonly policy: CommitPolicy;
  readonly isCommon: boolean;
  /** What the writer's session read. */
  readonly reads: SessionReads;
  /** The line that a replacement makes. */
  readonly replaced: string | null;
}

export function passFunnel(entry: Entry, document: DocumentRef | null, context: FunnelContext): Passage {
  // An address ends up in logs, of ours and of others.
  if (entry.key.url !== undefined && redact(entry.key.url, context.known).found.length > 0)
    return secret("the URL contains a secret; config.yaml says under remotes: where a host's key comes from");
  const { entry: cleaned, found } = redactEntry(entry, context.known);
  const types = found.join(", ");
  if (found.length > 0 && (context.isCommon || !isKeptPrivate(document)))
    return secret(`the text contains a secret (${types}) and the document is shared`);
  const note = found.length === 0 ? null : `${found.length} secret${found.length === 1 ? "" : "s"} replaced (${types})`;
  // Where the person let agents write a document without their word, its text is judged like memory's.
  const target = context.policy === "proposal" ? (document?.path ?? "") : "memory";
  return judge(cleaned, { note, target, ...context });
}

function secret(why: string): Passage {
  return { kind: "refused", code: "SECRET", why };
}

function judge(
  entry: Entry,
  { note, target, reads, replaced }: Pick<FunnelContext, "reads" | "replaced"> & { readonly note: string | null; readonly target: string },
): Passage {
  const { content } = entry;
  if (content === null || content === "") return { kind: "passed", entry, held: null, why: note };
  const origin = entry.meta.origin ?? "agent";
  const rules = { origin, ...given({ level: entry.key.level ?? undefined }), sections: "leave" as const };
  const verdict = judgeContent({ content, target, redacted: true, reads, ...rules });
  const said = (words: string) => (note === null ? words : `${note}; ${words}`);
  const why = said(verdict.why);
  const escape = (text: string) => escapeJudged(text, rules);
  const isKept = verdict.verdict === "accept" || verdict.verdict === "escape";
  const environment = isKept ? problemAround(entry, { origin, reads, replaced }) : null;
  if (environment !== null) return part(entry, content, { rest: "", lines: [{ line: 1, why: environment }], why: environment, escape });
  switch (verdict.verdict) {
    case "reject":
      return { kind: "refused", code: "CONTENT", why: verdict.why };
    case "accept":
      return { kind: "passed", entry, held: null, why: note };
    case "escape":
      return {
        kind: "passed",
        entry: { ...entry, content: verdict.text ?? content },
        held: null,
        why: said(`written as plain text, because it ${verdict.why}`),
      };
    case "quarantine":
      return part(entry, content, { rest: verdict.text ?? "", lines: verdict.lines ?? [], why, escape });
  }
}

/**
 * What an entry says beside its text. A new heading says as much as a line does (one that is there already was let
 * through with its section), and a replacement says what the line says that it makes.
 */
function problemAround(
  { key, meta }: Entry,
  { origin, reads, replaced }: Pick<FunnelContext, "reads" | "replaced"> & { readonly origin: Origin },
): string | null {
  if (origin === "user") return null;
  const problemOf = (content: string): string | null => {
    const { verdict, why } = judgeContent({ content, target: "memory", redacted: true, origin, reads, sections: "leave" });
    return verdict === "quarantine" || verdict === "reject" ? why : null;
  };
  const heading = meta.base === null ? problemOf(key.heading) : null;
  if (heading !== null) return `the heading: ${heading}`;
  const line = replaced === null ? null : problemOf(replaced);
  return line === null ? null : `the line that results: ${line}`;
}

/** The held lines become an entry of their own behind the rest; a text that cannot be parted is held as a whole. */
function part(
  entry: Entry,
  content: string,
  verdict: { rest: string; lines: readonly HeldLine[]; why: string; escape: (text: string) => string },
): Passage {
  const { rest, lines, why } = verdict;
  if (rest.trim() === "" || entry.operation === "replace") {
    const whole: Entry = { ...entry, content: verdict.escape(content), meta: { ...entry.meta, quarantined: lines } };
    return { kind: "passed", entry: null, held: whole, why };
  }
  const texts = content.split(/\r\n|\n|\r/);
  const heldText = lines.map(({ line }) => texts[line - 1] ?? "").join("\n");
  const { base: _, ...meta } = entry.meta;
  const held: Entry = {
    key: entry.key,
    operation: "append",
    content: verdict.escape(heldText),
    meta: { ...meta, quarantined: lines.map(({ why: each }, index) => ({ line: index + 1, why: each })) },
  };
  const count = `${lines.length} line${lines.length === 1 ? "" : "s"}`;
  return { kind: "passed", entry: { ...entry, content: rest }, held, why: `${count} quarantined: ${why}` };
}

function redactEntry(entry: Entry, known: Known): { entry: Entry; found: string[] } {
  const found: string[] = [];
  const clean = (text: string): string => {
    const done = redact(text, known);
    found.push(...done.found.map(({ type }) => type));
    return done.text;
  };
  const { content, old } = entry;
  const reason = entry.meta.reason === undefined ? {} : { reason: clean(entry.meta.reason) };
  return {
    entry: {
      ...entry,
      // A heading that the document has already is how the section is found.
      key: entry.meta.base === null ? { ...entry.key, heading: clean(entry.key.heading) } : entry.key,
      content: content === null ? null : clean(content),
      ...(old === undefined ? {} : { old }),
      meta: { ...entry.meta, ...reason },
    },
    found,
  };
}

/** The mind's private documents are the person's alone; everything else is read by others sooner or later. */
function isKeptPrivate(document: DocumentRef | null): boolean {
  if (document === null || document.root !== "home") return false;
  return isOwnDocument(document) || isPrivate(document.role, document.root) || document.role === "soul";
}
