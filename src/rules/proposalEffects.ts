// proposalEffects: what a proposed change of an instruction file does to the rules: which stop being enforced, which come,
// and the part of it, if there is one, after which every rule is still enforced.

import { diffLines } from "diff";
import { AppError } from "../base/index.ts";
import { combineInTime, compileInTime, gatherEvidence, settlementAt } from "../gate/compiling.ts";
import { rootOf } from "../gate/index.ts";
import { INSTRUCTIONS_LIMIT, readSmallText } from "../store/index.ts";
import type { Mind } from "../mind/open.ts";
import { type Proposal, review } from "../mind/documents/review.ts";
import { reportedFile } from "./reportedClause.ts";
import { ruleFiles, type RulesClause } from "./ruleFiles.ts";

export type LineState = "enforced" | "proposed" | "advice";

export interface ChangedRule {
  /** Of the file as it is, or as it would be. */
  readonly line: number;
  readonly text: string;
  readonly state: LineState;
  /** How it is read, in plain words. */
  readonly reading?: string;
  /** Calls that it stopped in the last 30 days; only of a line that goes. */
  readonly stopped?: number;
}

export interface ProposalEffects {
  readonly path: string;
  /** The line of the file at which the section begins. */
  readonly from: number;
  readonly removed: readonly ChangedRule[];
  readonly added: readonly ChangedRule[];
  /** The content by which everything but the loss of enforced rules happens; null: there is no such part. */
  readonly safe: string | null;
  readonly days: number;
}

const DAYS = 30;

/** null: the document is no instruction file, or the change touches no rule's file here. */
export async function proposalEffects(mind: Mind, id: string): Promise<ProposalEffects | null> {
  const proposal = (await review(mind)).find((each) => each.id === id);
  if (proposal === undefined)
    throw new AppError("NOT_FOUND", `there is no proposal ${id}`, { hint: "It may have been decided meanwhile." });
  const { files, days } = await ruleFiles(mind, DAYS);
  const file = files.find(({ document, text }) => document === proposal.document && text !== null);
  if (file === undefined) return null;
  const text = readSmallText(file.path, INSTRUCTIONS_LIMIT) ?? "";
  const place = placeOf(text, proposal.before);
  const becomes = (section: string) => text.slice(0, place.at) + section + text.slice(place.end);
  const after = clausesOf(mind, file.path, becomes(proposal.after ?? ""));
  const gone = missing(file.clauses, after);
  const come = missing(after, file.clauses);
  const lost = gone.filter(({ state }) => stateOf(state) === "enforced");
  return {
    path: file.path,
    from: text.slice(0, place.at).split("\n").length,
    removed: gone.map((clause) => ({ ...told(clause), stopped: stops((clause as RulesClause).stopped) })),
    added: come.map(told),
    safe: lost.length === 0 ? null : safePart(mind, { proposal, file: file.path, lost, becomes, enforced: file.clauses }),
    days,
  };
}

function placeOf(text: string, before: string | null): { readonly at: number; readonly end: number } {
  const at = before === null ? -1 : text.indexOf(before);
  return at === -1 || before === null ? { at: text.length, end: text.length } : { at, end: at + before.length };
}

type Clause = Pick<RulesClause, "line" | "text" | "state" | "reading" | "directive">;

/** As the file would be read with this text, by the decisions that hold now. */
function clausesOf(mind: Mind, path: string, text: string): readonly Clause[] {
  const evidence = gatherEvidence(mind.where);
  const { decisions, models } = settlementAt(mind.where);
  const root = rootOf(mind.where);
  const { files } = combineInTime([compileInTime(path, text)], { evidence, decisions, models, root });
  return files.flatMap((file) => reportedFile(file, { evidence, root }).clauses);
}

/** Lines that ask for something and that the other text does not have in the same state. */
function missing(from: readonly Clause[], other: readonly Clause[]): Clause[] {
  const there = new Map<string, number>();
  for (const clause of other) there.set(nameOf(clause), (there.get(nameOf(clause)) ?? 0) + 1);
  return from.filter((clause) => {
    if (!clause.directive) return false;
    const count = there.get(nameOf(clause)) ?? 0;
    there.set(nameOf(clause), count - 1);
    return count <= 0;
  });
}

const nameOf = ({ text, state }: Clause): string => `${stateOf(state)} ${text}`;
const stateOf = (state: string): LineState => (state === "proposed" || state === "advice" ? state : "enforced");
const stops = ({ deny, ask, rewrite }: RulesClause["stopped"]): number => deny + ask + rewrite;

function told({ line, text, state, reading }: Clause): ChangedRule {
  return { line, text, state: stateOf(state), ...(reading === undefined ? {} : { reading }) };
}

/** The proposed section with the enforced lines left where they were. It is compiled again: no enforced rule may be missing. */
function safePart(
  mind: Mind,
  given: {
    readonly proposal: Proposal;
    readonly file: string;
    readonly lost: readonly Clause[];
    readonly enforced: readonly Clause[];
    becomes(section: string): string;
  },
): string | null {
  const { before, after, content, operation } = given.proposal;
  if (before === null || after === null || content === null || operation !== "update") return null;
  const isLost = (line: string) => given.lost.some(({ text }) => line.includes(text) || text.includes(line.trim().replace(/^[-*+] /, "")));
  const ended = (text: string) => `${text.trimEnd()}\n`;
  const parts = diffLines(ended(before), ended(after)).flatMap(({ value, removed }) => {
    if (removed !== true) return [value];
    return value.split(/(?<=\n)/).filter((line) => line.trim() !== "" && isLost(line));
  });
  const merged = parts.join("").trimEnd();
  if (merged === before.trimEnd()) return null;
  const section = merged + before.slice(before.trimEnd().length);
  const left = missing(given.enforced, clausesOf(mind, given.file, given.becomes(section)));
  if (left.some(({ state }) => stateOf(state) === "enforced")) return null;
  // What is accepted is the body; the heading is the entry's.
  const heading = /^#{1,6} [^\n]*\n+/.exec(merged)?.[0] ?? "";
  return heading === "" || content.startsWith(heading.trimEnd()) ? merged : merged.slice(heading.length);
}
