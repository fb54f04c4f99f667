// The block of AGENTS.md (X1, X24). Global files first: text order is priority order. Distilled: guidance in full, and
// each clause that Codicil enforces as one short line. A clause that was not compiled is always rendered.

import { given } from "../base/index.ts";
import { judgeLoaded } from "../content/index.ts";
import type { AgentsRender, InstructionSource } from "../schema/index.ts";
import { wrap } from "./tags.ts";

/** What the compiler made of one clause; every state but `advice` and `proposed` is enforced. */
export interface CompiledClause {
  readonly line: number;
  readonly text: string;
  readonly state: string;
  /** How it was read, in plain words. */
  readonly why?: string;
  /** Of an enforced clause with several sentences: the rule's own, and those that are advice. */
  readonly rule?: string;
  readonly advice?: readonly string[];
}

/** An instruction file with its text and its sentences. */
export interface AgentsFile {
  readonly path: string;
  readonly scope: "global_user" | "project";
  readonly priority: number;
  readonly content: string;
  readonly hash: string;
  /** Absent where nobody compiled the file: its full text is rendered then. */
  readonly clauses?: readonly CompiledClause[] | undefined;
  /** The text with what it imports in its place. It is rendered in full: only what is in the file itself is enforced. */
  readonly expanded?:
    | { readonly text: string; readonly files: readonly { readonly path: string; readonly content: string; readonly hash: string }[] }
    | undefined;
}

const PREFACE = "Instruction files that apply here, the most general first. Where two disagree, follow the later one.";

/** Instruction files as a part of the prompt. */
export function agentsBlock(files: readonly AgentsFile[], render: AgentsRender): string {
  const ordered = inOrder(files).filter(({ content }) => content.trim() !== "");
  if (render === "none" || ordered.length === 0) return "";
  const blocks = ordered.map((file) => wrap("instructions", shown(file, render).text.trim(), { path: file.path, scope: file.scope }));
  return `<project-instructions>\n${PREFACE}\n\n${blocks.join("\n\n")}\n</project-instructions>`;
}

const NOT_RENDERED = "not rendered: agents.render is none";

export function agentsSources(files: readonly AgentsFile[], render: AgentsRender): InstructionSource[] {
  return inOrder(files).flatMap(({ path, scope, priority, content, hash, clauses, expanded }) => {
    const enforced = render === "distilled" && expanded === undefined ? (clauses ?? []).filter(isEnforced).length : 0;
    const hidden = shown({ content, clauses, expanded }, render).hiddenLines;
    const notes = [
      ...(enforced > 0 ? [`${enforced} enforced clauses shortened`] : []),
      ...(hidden > 0 ? [`${hidden} lines with hidden text left out`] : []),
    ];
    const none = render === "none" ? NOT_RENDERED : undefined;
    const why = scope === "global_user" ? "the person's own instructions, everywhere" : "is at or above the session's directory";
    const cut = none ?? (notes.length === 0 ? undefined : notes.join("; "));
    const sourceType = "agents_md" as const;
    const own = { sourceType, path, scope, priority, content, hash, why, ...given({ cut }) };
    const imported = (expanded?.files ?? []).map((file) => {
      return { sourceType, scope, priority, ...file, why: `imported by ${path}`, ...given({ cut: none }) };
    });
    return [own, ...imported];
  });
}

/**
 * What reaches the model of a file. Its words are instructions and are not judged; characters that nobody sees are: a line
 * that hides a message in them is left out, others are made visible. The raw text stays in the source for whoever asks.
 */
function shown(file: Pick<AgentsFile, "content" | "clauses" | "expanded">, render: AgentsRender): { text: string; hiddenLines: number } {
  const text = file.expanded?.text ?? (render === "distilled" ? distil(file) : file.content);
  const judged = judgeLoaded(text, { origin: "user" });
  return { text: judged.text, hiddenLines: judged.lines.length };
}

/** Leaves every line as it is but those of enforced clauses. */
export function distil({ content, clauses = [] }: Pick<AgentsFile, "content" | "clauses">): string {
  const enforced = new Map(clauses.filter(isEnforced).map((clause) => [clause.line, clause]));
  if (enforced.size === 0) return content;
  const starts = new Set(clauses.map(({ line }) => line));
  const lines = content.split(/\r\n|\n|\r/);
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const end = policyBlockAt(lines, at);
    if (end !== null && isAllEnforced(clauses, at + 1, end + 1)) {
      const count = clauses.filter((each) => isWithin(each, at + 1, end + 1)).length;
      kept.push(`- ${count === 1 ? "1 rule" : `${count} rules`} of a policy block (enforced by Codicil)`);
      at = end;
      continue;
    }
    const clause = enforced.get(at + 1);
    // A heading stays and a table keeps its shape; a line that does not hold the clause's own words is somebody else's.
    if (clause === undefined || /^\s*[|#]/.test(line) || !belongs(line, clause)) {
      kept.push(line);
      continue;
    }
    kept.push(inShort(line, clause));
    while (at + 1 < lines.length && !starts.has(at + 2) && belongs(lines[at + 1] ?? "", clause)) at++;
  }
  return kept.join("\n");
}

function inShort(line: string, clause: CompiledClause): string {
  const lead = /^\s*(?:[-*+]\s+|\d{1,9}[.)]\s+)?/.exec(line)?.[0] ?? "";
  const advice = (clause.advice ?? []).map((each) => ` ${each}`).join("");
  return `${lead === "" ? "- " : lead}${shorten(clause)} (enforced by Codicil)${advice}`;
}

/** True where everything that the line says is in the clause. */
function belongs(line: string, clause: CompiledClause): boolean {
  const words = squeeze(line.replace(/^\s*(?:>\s*)*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/, ""));
  return words !== "" && squeeze(clause.text).includes(words);
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

const SHORT = 72;

/** The first sentence where it is short, else how it was read, else the beginning of it. */
function shorten({ text, why = "", rule = text }: CompiledClause): string {
  const plain = squeeze(rule);
  if (plain.length <= SHORT) return plain;
  const sentence = /^.{12,}?(?:[.!?](?=\s)|[。！？])/u.exec(plain)?.[0] ?? plain;
  if (sentence.length <= SHORT) return sentence;
  if (why !== "" && why.length <= SHORT) return why;
  const cut = sentence.slice(0, SHORT);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), SHORT / 2)).trimEnd()}…`;
}

/** The last line of a fenced policy block that begins here; null: none does. */
function policyBlockAt(lines: readonly string[], at: number): number | null {
  const [, indent = "", fence = ""] = /^(\s*)(`{3,}|~{3,})\s*policy\b/.exec(lines[at] ?? "") ?? [];
  if (fence === "") return null;
  const end = lines.findIndex((line, index) => index > at && line.trimEnd() === `${indent}${fence}`);
  return end === -1 ? null : end;
}

function isWithin({ line }: CompiledClause, from: number, to: number): boolean {
  return line >= from && line <= to;
}

/** Every item of it became a rule; what is turned off or only proposed has to be read. */
function isAllEnforced(clauses: readonly CompiledClause[], from: number, to: number): boolean {
  const inside = clauses.filter((each) => isWithin(each, from, to));
  return inside.length > 0 && inside.every(isEnforced);
}

function isEnforced({ state }: CompiledClause): boolean {
  return state !== "advice" && state !== "proposed";
}

function inOrder(files: readonly AgentsFile[]): AgentsFile[] {
  return files.toSorted((a, b) => Number(a.scope === "project") - Number(b.scope === "project") || a.priority - b.priority);
}
