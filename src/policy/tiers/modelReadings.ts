// Readings that a model wrote as policy items. They are proposed, like every reading that is not certain, and held only
// where a person or the lock file confirmed that very item.
//
//   M1 an item adds a rule and takes none away: whatever else reads the line stays as it is
//   M2 the rule quotes the line; no word of the model's is shown as the file's or as Codicil's
//   M3 a rewrite goes only to what the line itself names, and never further than a repository's file may
//   M4 a decision is about one item: its hash is part of the name that the decision is kept by

import { sha256 } from "../../base/index.ts";
import { Refused } from "../compile/blockKeys.ts";
import type { ClauseReport, CompiledFile } from "../compile/compileFile.ts";
import { readItem } from "../compile/policyBlock.ts";
import type { ModelItem, Rule } from "../match/rule.ts";
import type { Decisions } from "./decisions.ts";

/** By clause; an empty list: the model took the line for advice. */
export type ModelItems = ReadonlyMap<string, readonly ModelItem[]>;
export const NO_ITEMS: ModelItems = new Map();

/** Why a reading that a model proposed needs a person. */
export const MODEL_DOUBT = "a model read the line this way, and nobody has confirmed it";
const OTHERWISE = "a model reads the line differently";
const AS_ADVICE = "a model takes the line for advice";
/** Nobody confirms more readings of one line than these. */
export const MOST_OF_CLAUSE = 8;

/** What a decision on the item is kept by: another item for the same clause is another question. */
export function itemClause({ of, block }: ModelItem): string {
  const { match: _, not_match: __, ...meant } = block;
  return `c_${sha256(JSON.stringify([of, sorted(meant)])).slice(0, 24)}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, each]) => [key, sorted(each)]);
}

/** What a model proposed and what somebody confirmed earlier. Lines that the person made advice are not asked about again. */
export function itemsOf(models: ModelItems, { person, lock }: Decisions): ModelItems {
  const items = new Map<string, Map<string, ModelItem>>();
  const listOf = (clause: string) => items.get(clause) ?? (items.set(clause, new Map()).get(clause) as Map<string, ModelItem>);
  const add = (item: ModelItem) => listOf(item.of).set(itemClause(item), item);
  for (const [clause, list] of models) {
    if (person.get(clause)?.as === "advice") continue;
    listOf(clause);
    list.slice(0, MOST_OF_CLAUSE).forEach(add);
  }
  for (const { as, item } of [...lock.values(), ...person.values()]) if (item !== undefined && as !== "advice") add(item);
  return new Map([...items].map(([clause, found]) => [clause, [...found.values()]]));
}

/** The file with a further line in its report for each item. An item that does not parse any more is named as a problem. */
export function withModelReadings(file: CompiledFile, items: ModelItems): CompiledFile {
  const problems: CompiledFile["problems"][number][] = [];
  const made: Rule[] = [];
  const doubted = new Map<string, string>();
  const seen = new Set<string>();
  const clauses = file.clauses.flatMap((clause): readonly ClauseReport[] => {
    const hash = clause.clause ?? "";
    const found = seen.has(hash) ? undefined : items.get(hash);
    if (found === undefined) return [clause];
    seen.add(hash);
    const own = file.rules.filter((rule) => rule.clause === hash);
    const read = found.flatMap((item) => ruleOrProblem(item, file.path, clause, problems));
    const fresh = read.filter((rule) => !own.some((other) => meaning(other) === meaning(rule)));
    for (const rule of own)
      if (!read.some((other) => meaning(other) === meaning(rule))) doubted.set(rule.id, read.length === 0 ? AS_ADVICE : OTHERWISE);
    made.push(...fresh);
    const { line, text } = clause;
    const reports = fresh.map((rule): ClauseReport => ({
      line,
      text,
      state: "proposed",
      why: rule.reading,
      rules: [rule.id],
      directive: true,
      clause: hash,
    }));
    // The line is counted once, by what reads it.
    return reports.length > 0 && clause.rules.length === 0 ? reports : [clause, ...reports];
  });
  return {
    ...file,
    clauses,
    rules: [...file.rules.map((rule) => withDoubt(rule, doubted.get(rule.id))), ...made],
    problems: [...file.problems, ...problems],
  };
}

function ruleOrProblem(
  item: ModelItem,
  file: string,
  clause: ClauseReport,
  problems: { line: number; message: string }[],
): readonly Rule[] {
  try {
    return [modelRule(item, { file, clause })];
  } catch (cause) {
    if (!(cause instanceof Refused)) throw cause;
    problems.push({ line: clause.line, message: `A model's reading of this line is left out: ${cause.message}` });
    return [];
  }
}

function meaning({ effect, matcher, exception, order, replacement, atMost, session }: Rule): string {
  return JSON.stringify([effect, matcher, exception, order, replacement, atMost, session]);
}

function withDoubt(rule: Rule, doubt: string | undefined): Rule {
  if (doubt === undefined) return rule;
  return { ...rule, readOtherwise: true, doubts: rule.tier === "proposed" ? [...rule.doubts, doubt] : rule.doubts };
}

/** Throws `Refused`. */
export function modelRule(
  item: ModelItem,
  { file, clause }: { readonly file: string; readonly clause: Pick<ClauseReport, "line" | "text"> },
): Rule {
  const { message: _, off: __, ...block } = item.block;
  const name = itemClause(item);
  // A number that stays, so that two items of one line have two ids.
  const at = Number.parseInt(name.slice(2, 10), 16);
  const { rule } = readItem(block, {
    prove: false,
    originOf: () => ({
      file,
      line: clause.line,
      text: clause.text,
      at,
      clause: name,
      tier: "proposed",
      source: "model",
      doubts: [MODEL_DOUBT],
    }),
  });
  if (rule === null) throw new Refused("The item is turned off.");
  // It would be shown as what the line names.
  if (rule.alternative !== undefined && !clause.text.includes(rule.alternative))
    throw new Refused("The line does not name what `to` says. Use deny.");
  return { ...rule, item };
}
