// The receipt: what a prompt is made of, source by source, from the snapshot alone.

import { estimateTokens, given, sha256 } from "../base/index.ts";
import type { InstructionSnapshot, SectionKind } from "../schema/index.ts";
import { renderSystemPrompt } from "./build.ts";

/** One source of a prompt, with its size. */
export interface ReceiptRow {
  readonly section: SectionKind;
  readonly source: string;
  readonly scope?: string | undefined;
  readonly lines: number;
  readonly bytes: number;
  readonly tokens: number;
  /** Of the file on disk when the prompt was frozen. */
  readonly hash: string | null;
  readonly why: string;
  readonly cut?: string | undefined;
}

/** What a prompt was made of, part by part. */
export interface PromptReceipt {
  readonly sessionType: string;
  readonly prompt: { readonly lines: number; readonly bytes: number; readonly tokens: number; readonly sha256: string };
  readonly sections: readonly { readonly kind: SectionKind; readonly bytes: number; readonly tokens: number; readonly sha256: string }[];
  readonly sources: readonly ReceiptRow[];
  readonly leftOut: readonly { readonly source: string; readonly why: string }[];
  /** Lines that several sources say in the same words, and files that are equal. */
  readonly duplicates: readonly { readonly text: string; readonly sources: readonly string[] }[];
}

/** The account of a snapshot: what is in it, from where, and how long. */
export function receiptOf(snapshot: InstructionSnapshot): PromptReceipt {
  const prompt = renderSystemPrompt(snapshot);
  const all = snapshot.sections.flatMap((section) => {
    const sources = section.sources ?? [];
    const { kind, renderedBlock } = section;
    // A section without sources is its own: the machine's facts.
    if (sources.length === 0 && kind !== "agents" && kind !== "memory")
      return [{ kind, source: `(${kind})`, content: renderedBlock, hash: null, why: "facts of this machine" }];
    return sources.map(({ path, sourceType, content = "", hash = null, why = "", scope, cut }) => {
      return { kind, source: path ?? `(${sourceType})`, content, hash, why, ...given({ scope, cut }) };
    });
  });
  return {
    sessionType: String(snapshot.sections[0]?.data?.["sessionType"] ?? "main"),
    prompt: { ...measure(prompt), sha256: sha256(prompt) },
    sections: snapshot.sections.map(({ kind, renderedBlock: text }) => {
      return { kind, bytes: bytesOf(text), tokens: estimateTokens(text), sha256: sha256(text) };
    }),
    sources: all.map(({ kind, content, ...source }) => ({ section: kind, ...source, ...measure(content) })),
    leftOut: snapshot.sections.flatMap(({ data }) => {
      const list = data?.["leftOut"];
      return Array.isArray(list) ? (list as { path: string; why: string }[]).map(({ path, why }) => ({ source: path, why })) : [];
    }),
    duplicates: duplicatesIn(all.filter(({ kind }) => kind === "agents" || kind === "memory")),
  };
}

const SHORTEST_DUPLICATE = 20;
const MOST_DUPLICATES = 50;

function duplicatesIn(sources: readonly { readonly source: string; readonly content: string }[]): PromptReceipt["duplicates"] {
  const said = new Map<string, Set<string>>();
  for (const { source, content } of sources) {
    for (const line of content.split("\n")) {
      const words = line.replace(/^\s*(?:[-*+>]|\d{1,9}[.)])\s+/, "").trim();
      if (words.length < SHORTEST_DUPLICATE) continue;
      const where = said.get(words) ?? new Set();
      said.set(words, where.add(source));
    }
  }
  return [...said]
    .filter(([, where]) => where.size > 1)
    .slice(0, MOST_DUPLICATES)
    .map(([text, where]) => ({ text, sources: [...where] }));
}

function measure(text: string): { lines: number; bytes: number; tokens: number } {
  return { lines: text === "" ? 0 : text.replace(/\n$/, "").split("\n").length, bytes: bytesOf(text), tokens: estimateTokens(text) };
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
