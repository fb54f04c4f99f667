// Decisions on proposals: lines that are only ever added, so both sides' are all there is to say. Theirs first, in their order.

import { AppError } from "../../base/index.ts";
import { readDecision } from "../../schema/index.ts";
import { blobId, joinLines, logLines } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import { decodeText, type Deps, home, unlessBusy } from "../records/deps.ts";
import { DECISIONS } from "../records/decisions.ts";
import type { Exchange } from "./exchange.ts";
import { DECISIONS_PATH } from "./tree.ts";

/** Answers which entries a person refused. */
export async function carryDecisions(deps: Deps, exchange: Exchange): Promise<ReadonlySet<string>> {
  const store = home(deps);
  try {
    const theirs = await readTheirs(exchange);
    const bringTogether = async () => {
      const { lines: mine } = await store.readLog(DECISIONS);
      const known = new Set(theirs);
      const both = [...theirs, ...mine.filter((line) => !known.has(line))];
      if (mine.every((line, index) => both[index] === line)) {
        if (both.length > mine.length) await writerOf(store).append(DECISIONS, both.slice(mine.length));
      } else await writerOf(store).rewriteLog(DECISIONS, both);
      return both;
    };
    const locked = await store.lock("decisions", bringTogether, deps.lock);
    const lines = unlessBusy(locked, "another process holds the decisions", "Sync again; nothing was changed.");
    const bytes = joinLines(lines);
    if (lines.length > 0 && blobId(bytes) !== exchange.theirs?.decisions) exchange.put(DECISIONS_PATH, bytes);
    const decisions = lines.map((line, index) => readDecision(line, DECISIONS_PATH, index + 1));
    return new Set(decisions.flatMap(({ kind, entry }) => (kind.startsWith("rejected") ? [entry] : [])));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    exchange.problem(DECISIONS_PATH, error);
    return new Set();
  }
}

async function readTheirs(exchange: Exchange): Promise<string[]> {
  const oid = exchange.theirs?.decisions ?? null;
  if (oid === null) return [];
  const lines = logLines(decodeText(await exchange.bytesOf(oid), DECISIONS_PATH)).filter((line) => line !== "");
  for (const [index, line] of lines.entries()) readDecision(line, DECISIONS_PATH, index + 1);
  return lines;
}
