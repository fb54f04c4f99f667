// Decisions and evidence, parsed: what a policy is made with. Loaded only where a policy is compiled.

import { objectIn, sha256 } from "../../base/index.ts";
import type { Whereabouts } from "../../knowledge/index.ts";
import type { ClauseDecision, Decisions, Evidence, ModelItems, Settling } from "../../policy/index.ts";
import { readKeptReadings, readPolicyLock, readReadingDecision } from "../../schema/index.ts";
import { readNote } from "../../store/onDisk.ts";
import { evidenceName, LOCK_FILE, MODEL_READINGS, rootOf, type SettlingTexts, settlingTexts } from "./settlingTexts.ts";

export interface Settlement extends Settling {
  readonly decisions: Decisions;
  /** Why the lock file is not used. */
  readonly problem?: string;
}

export function settlementAt(where: Whereabouts, texts: SettlingTexts = settlingTexts(where)): Settlement {
  const root = rootOf(where);
  const { locked, problem } = texts.lock === null ? NO_LOCK : lockOf(texts.lock, `${root}/${LOCK_FILE}`);
  const decisions = { person: foldDecisions(texts.log, texts.own), lock: locked };
  return {
    evidence: readEvidenceNote(where)?.evidence,
    decisions,
    root,
    models: texts.models === "" ? undefined : modelItemsAt(where),
    ...(problem === undefined ? {} : { problem }),
  };
}

export function modelItemsAt({ state }: Whereabouts): ModelItems {
  return new Map(
    [...readKeptReadings(readNote(state, `${MODEL_READINGS}.json`))].map(([of, { blocks }]) => [
      of,
      blocks.map((block) => ({ of, block })),
    ]),
  );
}

/** The last decision on each clause. */
export function foldDecisions(log: string, own: string): ReadonlyMap<string, ClauseDecision> {
  const ours = new Set(own.split("\n"));
  const byId = new Map<string, { readonly clause: string; readonly decision: ClauseDecision }>();
  for (const text of log.split("\n")) {
    const line = readReadingDecision(text);
    if (line === null) continue;
    const isOwn = ours.has(sha256(text));
    if (line.kind === "decided")
      byId.set(line.id, {
        clause: line.clause,
        decision: { as: line.as, readings: line.readings, own: isOwn, ...(line.item === undefined ? {} : { item: line.item }) },
      });
    // To undo a confirmation is to loosen; to undo a dismissal is not.
    else if (isOwn || byId.get(line.of)?.decision.as === "advice") byId.delete(line.of);
  }
  const decisions = new Map<string, ClauseDecision>();
  for (const { clause, decision } of byId.values()) {
    // A dismissal that came from elsewhere must not hide a confirmation that is older.
    if (decision.own || decision.as !== "advice" || !decisions.has(clause)) decisions.set(clause, decision);
  }
  return decisions;
}

interface Locked {
  readonly locked: ReadonlyMap<string, ClauseDecision>;
  readonly problem?: string;
}

const NO_LOCK: Locked = { locked: new Map() };

function lockOf(text: string, file: string): Locked {
  try {
    return {
      locked: new Map(
        readPolicyLock(text, file).map(({ clause, as, readings, item }) => [
          clause,
          { as, readings, own: false, ...(item === undefined ? {} : { item }) },
        ]),
      ),
    };
  } catch (error) {
    // It can only tighten: without it the readings stay proposed, and the report says why.
    return { locked: new Map(), problem: error instanceof Error ? error.message : String(error) };
  }
}

interface EvidenceNote {
  readonly v: 1;
  readonly stamp: string;
  readonly evidence: Evidence;
}

/** null where it is damaged, too: it is gathered again. */
export function readEvidenceNote(where: Whereabouts): EvidenceNote | null {
  const note = objectIn<EvidenceNote>(readNote(where.state, `${evidenceName(where)}.json`));
  return note?.v === 1 ? (note as EvidenceNote) : null;
}
