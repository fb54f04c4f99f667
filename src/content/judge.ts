// Judging memory content: what may be stored, what may reach the model. Pure; linear in the text; never throws.
//
// Provenance decides and patterns only assist. In this order:
//   1. who wrote it: what descends from the web, tools or foreign files needs a person's approval, whatever it says;
//   2. limits: what is made to choke a reader is refused;
//   3. characters that nobody sees: refused where they carry something, made visible where they may be honest;
//   4. secrets and front-matter traps: refused;
//   5. wording (never asked of the person's own text): lines that address the agent or grant permission are quarantined, and
//      so are, of an agent's text, lines that direct (directives/) and lines that repeat what the session read (taint/);
//   6. structure: escaped without loss.
// Step 1 decides how steps 2 to 6 are read; the strictest answer wins: reject, quarantine, escape, accept.

import type { Origin } from "../schema/index.ts";
import { findHidden, type HiddenFinding } from "./characters/characters.ts";
import { escapeAt, holdsReference } from "./structure/escape.ts";
import { findFrontMatterTrap } from "./structure/frontMatter.ts";
import { findExcess, OTHER_LIMITS, PERSON_LIMITS } from "./judging/limits.ts";
import { indexLines, type LineIndex } from "./characters/editorLines.ts";
import type { Mark } from "./structure/marks.ts";
import { type Finding, findPoison, joinFindings, withoutLines } from "./judging/poison.ts";
import { findStructure } from "./structure/structure.ts";
import { findDirectives } from "./directives/find.ts";
import { findOverlap, NOTHING_READ, type SessionReads } from "./taint/overlap.ts";
import { isInstructing, type Trust, trustOf, whyPending } from "./judging/trust.ts";
import { type Known, redact } from "./redact.ts";

export { cleanForEcho } from "./characters/characters.ts";
export { judgeLoaded, type LoadedJudgement, type LoadOptions } from "./judging/load.ts";
export type { Finding } from "./judging/poison.ts";

export interface Judgement {
  readonly verdict: "accept" | "escape" | "quarantine" | "reject";
  readonly why: string;
  /** As it would be stored: escaped where it must be, without the quarantined lines. Absent where it is refused. */
  readonly text?: string;
  /** Lines that need your approval, 1-based; never shown to the model. */
  readonly lines?: readonly { readonly line: number; readonly why: string }[];
  readonly findings: readonly Finding[];
}

export interface ContentInput {
  readonly content: string;
  /** An origin that is not known counts as web. */
  readonly origin: Origin | (string & {});
  /** The document or role that the content is for. */
  readonly target: string;
  /** The level of its section, where it is known: deeper headings are then the section's own. */
  readonly level?: number;
  /** `leave`: headings, underlines and fences of the top level stay, because the writer of documents escapes them itself. */
  readonly sections?: "escape" | "leave";
  /** Secrets known by their value, from the environment. */
  readonly known?: Known;
  /** What the writer's session read that the person did not write. */
  readonly reads?: SessionReads;
  /** True where the caller has redacted the content already, so that it need not be looked at for secrets again. */
  readonly redacted?: boolean;
}

export function judgeContent(input: ContentInput): Judgement {
  const trust = trustOf(input.origin);
  const excess = findExcess(input.content, trust === "person" ? PERSON_LIMITS : OTHER_LIMITS);
  if (excess !== null) return refuse("size", 1, excess);
  const read: Read = { input, trust, lines: indexLines(input.content), hidden: findHidden(input.content) };
  const refused = refuseCharacters(read) ?? refuseFrontMatter(read);
  if (refused !== null) return refused;
  const wording = findWording(read);
  return refuseSecret(read, wording) ?? refuseBroken(wording) ?? holdByOrigin(read, wording) ?? keep(read, wording);
}

/** Content with what was found out about it on the way. */
interface Read {
  readonly input: ContentInput;
  readonly trust: Trust;
  readonly lines: LineIndex;
  readonly hidden: readonly HiddenFinding[];
}

interface Wording {
  /** Lines that address the agent. */
  readonly addressing: readonly Finding[];
  /** Every line that is held back, with those. */
  readonly poisoned: readonly Finding[];
  readonly maySecret: boolean;
}

function refuseCharacters({ trust, lines, hidden }: Read): Judgement | null {
  const fatal = hidden.find(({ severity }) => severity === "payload" || (severity === "hidden" && trust !== "person"));
  return fatal === undefined ? null : refuse("hidden", lines.lineAt(fatal.index), fatal.why);
}

function refuseFrontMatter({ input, trust }: Read): Judgement | null {
  const trap = trust === "person" ? null : findFrontMatterTrap(input.content);
  return trap === null ? null : refuse("front-matter", 1, trap);
}

function findWording({ input: { content, reads = NOTHING_READ }, trust, lines, hidden }: Read): Wording {
  // A person's words are not read, so that nothing is known about secrets in them either.
  if (trust === "person") return { addressing: [], poisoned: [], maySecret: true };
  const { lines: addressing, maySecret } = findPoison(content, lines, hidden);
  // A line that addresses the agent needs no second reason.
  const directing =
    trust === "agent" ? findDirectives(content, reads).filter(({ line }) => !addressing.some((each) => each.line === line)) : [];
  return { addressing, poisoned: joinFindings([...findOverlap(content, lines, reads), ...addressing, ...directing]), maySecret };
}

function refuseSecret({ input: { content, known, redacted }, lines }: Read, { maySecret }: Wording): Judgement | null {
  const looks = redacted !== true && (maySecret || known !== undefined);
  const secret = looks ? redact(content, known).found[0] : undefined;
  if (secret === undefined) return null;
  return refuse("secret", lines.lineAt(secret.start), `contains a secret (${secret.type}), which memory must not keep`);
}

function refuseBroken({ addressing }: Wording): Judgement | null {
  const broken = addressing.find(({ why }) => why.startsWith("is broken up"));
  return broken === undefined ? null : refuse("hidden", broken.line, broken.why);
}

function holdByOrigin({ input: { content, origin, target }, trust, lines }: Read, { poisoned }: Wording): Judgement | null {
  if (trust === "untrusted") return holdBack(content, lines, { why: whyPending(origin), poisoned });
  if (trust === "agent" && isInstructing(target))
    return holdBack(content, lines, { why: "changes the agent's instructions; needs your approval", poisoned });
  return null;
}

function keep({ input: { content, level, sections }, trust, lines, hidden }: Read, { poisoned }: Wording): Judgement {
  const kept = poisoned.length === 0 ? content : withoutLines(content, lines, poisoned);
  const { text, marks, shown } = escapeFor(kept, { trust, level, sections, hidden: kept === content ? hidden : findHidden(kept) });
  const findings = [...poisoned, ...describe(marks, shown, indexLines(kept))];
  const first = poisoned[0];
  if (first !== undefined) return { verdict: "quarantine", why: first.why, text, lines: poisoned, findings };
  const structural = marks[0] ?? shown[0];
  if (structural !== undefined) return { verdict: "escape", why: structural.why, text, findings };
  if (text !== kept) return { verdict: "escape", why: "contains what looks like an escape", text, findings };
  return { verdict: "accept", why: trust === "person" ? "the person wrote it" : "is kept as data", text, findings };
}

/**
 * Content as it is stored once a person releases it, whatever was held against its words: structure escaped, hidden
 * characters visible. With each reference read as its character it is the content again.
 */
export function escapeJudged(content: string, { origin, level, sections }: Pick<ContentInput, "origin" | "level" | "sections">): string {
  return escapeFor(content, { trust: trustOf(origin), level, sections, hidden: findHidden(content) }).text;
}

interface EscapeOptions {
  readonly trust: Trust;
  readonly level: number | undefined;
  readonly sections: "escape" | "leave" | undefined;
  readonly hidden: readonly HiddenFinding[];
}

function escapeFor(
  content: string,
  { trust, level, sections, hidden }: EscapeOptions,
): { readonly text: string; readonly marks: readonly Mark[]; readonly shown: readonly HiddenFinding[] } {
  const marks = findStructure(content, { stance: trust === "person" ? "person" : "other", level });
  const shown = hidden.filter(({ severity }) => trust !== "person" || severity !== "odd");
  const offsets = marks.filter(({ section }) => sections !== "leave" || section !== true).map(({ index }) => index);
  for (const { index, length } of shown) for (let at = index; at < index + length; at++) offsets.push(at);
  return { text: offsets.length > 0 || holdsReference(content) ? escapeAt(content, offsets) : content, marks, shown };
}

function refuse(kind: string, line: number, why: string): Judgement {
  return { verdict: "reject", why, findings: [{ kind, line, why }] };
}

/** Everything waits; the lines that would have been quarantined in any case say so. */
function holdBack(content: string, lines: LineIndex, { why, poisoned }: { why: string; poisoned: readonly Finding[] }): Judgement {
  const reasons = new Map(poisoned.map((finding) => [finding.line, finding.why]));
  const held: { line: number; why: string }[] = [];
  for (let line = 1; line <= lines.count; line++) {
    if (content.slice(lines.start(line), lines.end(line)).trim() !== "") held.push({ line, why: reasons.get(line) ?? why });
  }
  const worst = poisoned[0]?.why;
  return {
    verdict: "quarantine",
    why: worst === undefined ? why : `${why}; ${worst}`,
    text: "",
    lines: held,
    findings: [{ kind: "origin", line: 1, why }, ...poisoned],
  };
}

function describe(marks: readonly Mark[], hidden: readonly HiddenFinding[], lines: LineIndex): Finding[] {
  if (marks.length + hidden.length === 0) return [];
  return [
    ...hidden.map(({ severity, why, index }) => ({ kind: severity === "break" ? "line-break" : "hidden", line: lines.lineAt(index), why })),
    ...marks.map(({ kind, why, index }) => ({ kind, line: lines.lineAt(index), why })),
  ].sort((a, b) => a.line - b.line);
}
