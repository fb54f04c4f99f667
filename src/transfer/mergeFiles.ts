// mergeFiles: Git's merge driver for a mind that is carried by Git instead of a database. Documents merge by lines without
// markers, a version that lost goes to staging; ledgers keep every entry once. Git hands over three files of its own and
// wants the result in the second; that is why this file writes one outside the store.

import { writeFileSync } from "node:fs";
import { AppError } from "../base/index.ts";
import { mergeDocument, mergeLedgers } from "../deltas/index.ts";
import { documentAt } from "../knowledge/index.ts";
import { logLines, readSmallText } from "../store/index.ts";
import type { Mind } from "../mind/open.ts";

export interface GitMerge {
  /** As Git says them: %O %A %B %P. */
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly path: string;
}

export async function mergeFiles(mind: Mind, merge: GitMerge): Promise<{ cards: number }> {
  const read = (file: string) => {
    const text = readSmallText(file, 64 * 1024 * 1024);
    if (text === null)
      throw new AppError("NOT_UTF8", "a side of the merge cannot be read as text", {
        file: merge.path,
        hint: "Git keeps it as a conflict; nothing was changed.",
      });
    return text;
  };
  if (merge.path.endsWith(".jsonl")) {
    writeFileSync(
      merge.ours,
      mergeLedgers(logLines(read(merge.ours)), logLines(read(merge.theirs)), merge.path)
        .map((line) => `${line}\n`)
        .join(""),
    );
    return { cards: 0 };
  }
  if (!/\.md$/i.test(merge.path))
    throw new AppError("BAD_INPUT", `${merge.path} is neither a document nor a ledger`, {
      hint: "Name only *.md and *.jsonl with merge=codicil in .gitattributes.",
    });
  const isHome = mind.environment.disk.realpath(mind.where.home) === mind.where.cwd;
  const document = documentAt(mind.environment, isHome ? "home" : "project", merge.path);
  // An empty base is what Git gives where both sides made the file.
  const base = read(merge.base);
  const { text, cards } = await mergeDocument(mind.deps, document, {
    base: base === "" ? null : base,
    mine: read(merge.ours),
    theirs: read(merge.theirs),
  });
  writeFileSync(merge.ours, text);
  return { cards };
}
