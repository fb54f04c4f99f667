// Two snapshots side by side, a snapshot against the files as they are now, and two texts in a few lines for a notice. Pure.

import type { InstructionSnapshot, InstructionSource, SectionKind } from "../schema/index.ts";
import { diffLines } from "diff";

/** What happened to a file. */
export type SourceChange = "added" | "removed" | "changed";

/** A file of a prompt that is no longer as it was. */
export interface SourceEdit {
  readonly path: string;
  readonly change: SourceChange;
}

/** What differs between two prompts. */
export interface SnapshotDiff {
  readonly same: boolean;
  readonly sections: readonly { readonly kind: SectionKind; readonly same: boolean; readonly before: string; readonly after: string }[];
  readonly sources: readonly { readonly section: SectionKind; readonly path: string; readonly change: SourceChange }[];
}

/** Which sections and files of two prompts differ. */
export function diffSnapshots(before: InstructionSnapshot, after: InstructionSnapshot): SnapshotDiff {
  const sections = before.sections.map((section) => {
    const other = after.sections.find(({ kind }) => kind === section.kind)?.renderedBlock ?? "";
    return { kind: section.kind, same: section.renderedBlock === other, before: section.renderedBlock, after: other };
  });
  const sources = before.sections.flatMap(({ kind, sources: own = [] }) => {
    const others = after.sections.find((section) => section.kind === kind)?.sources ?? [];
    return changesBetween(filesOf(own), filesOf(others)).map((change) => ({ section: kind, ...change }));
  });
  return { same: sections.every(({ same }) => same), sections, sources };
}

/** A file by its hash now. */
export interface FileNow {
  readonly path: string;
  readonly hash: string;
}

/** Which files of the prompt are no longer as they were frozen; `ignore` names those that do not count. */
export function changedSince(
  snapshot: InstructionSnapshot,
  now: readonly FileNow[],
  ignore: (path: string) => boolean = () => false,
): SourceEdit[] {
  const frozen = snapshot.sections.flatMap(({ kind, sources = [] }) => (kind === "agents" || kind === "memory" ? filesOf(sources) : []));
  const counts = ({ path }: FileNow) => !ignore(path);
  return changesBetween(frozen.filter(counts), now.filter(counts));
}

function filesOf(sources: readonly InstructionSource[]): FileNow[] {
  return sources.flatMap(({ path, hash = "" }) => (path === undefined ? [] : [{ path, hash }]));
}

function changesBetween(before: readonly FileNow[], after: readonly FileNow[]): SourceEdit[] {
  const [old, fresh] = [new Map(before.map(({ path, hash }) => [path, hash])), new Map(after.map(({ path, hash }) => [path, hash]))];
  const gone = [...old].flatMap(([path, hash]): SourceEdit[] => {
    if (!fresh.has(path)) return [{ path, change: "removed" }];
    return fresh.get(path) === hash ? [] : [{ path, change: "changed" }];
  });
  return [...gone, ...[...fresh.keys()].filter((path) => !old.has(path)).map((path) => ({ path, change: "added" as const }))];
}

const MOST_LINES = 8;
const LONGEST_LINE = 160;

/** Removed lines begin with "- ", added ones with "+ "; blank lines do not count. */
export function shortDiff(before: string, after: string): string[] {
  const lines = diffLines(before, after).flatMap(({ added = false, removed = false, value }) => {
    if (!added && !removed) return [];
    return value
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => `${added ? "+" : "-"} ${clipped(line.trim())}`);
  });
  return lines.length <= MOST_LINES ? lines : [...lines.slice(0, MOST_LINES), `(${lines.length - MOST_LINES} more lines)`];
}

function clipped(line: string): string {
  const chars = [...line];
  return chars.length <= LONGEST_LINE ? line : `${chars.slice(0, LONGEST_LINE - 1).join("")}…`;
}
