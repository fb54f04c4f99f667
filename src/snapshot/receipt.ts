// The receipt: what a prompt is made of, source by source, from the snapshot alone.

import { estimateTokens, sha256 } from "../base/index.ts";
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
    // A section without sources is its own: the machine's facts.
    if (sources.length === 0 && section.kind !== "agents" && section.kind !== "memory")
      return [
        {
          kind: section.kind,
          source: `(${section.kind})`,
          content: section.renderedBlock,
          hash: null,
          why: "facts of this machine",
          scope: undefined,
          cut: undefined,
        },
      ];
    return sources.map((source) => ({
      kind: section.kind,
      source: source.path ?? `(${source.sourceType})`,
      content: source.content ?? "",
      hash: source.hash ?? null,
      why: source.why ?? "",
      scope: source.scope,
      cut: source.cut,
    }));
  });
  return {
    sessionType: String(snapshot.sections[0]?.data?.["sessionType"] ?? "main"),
    prompt: { ...measure(prompt), sha256: sha256(prompt) },
    sections: snapshot.sections.map(({ kind, renderedBlock }) => ({
      kind,
      bytes: bytesOf(renderedBlock),
      tokens: estimateTokens(renderedBlock),
      sha256: sha256(renderedBlock),
    })),
    sources: all.map(({ kind, source, content, hash, why, scope, cut }) => ({
      section: kind,
      source,
      ...(scope === undefined ? {} : { scope }),
      ...measure(content),
      hash,
      why,
      ...(cut === undefined ? {} : { cut }),
    })),
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
