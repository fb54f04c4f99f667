// ruleFiles: the instruction files that apply here as text, each line with what it became and how many calls it stopped lately.

import { keptIn } from "../base/index.ts";
import { INSTRUCTIONS_LIMIT, readSmallText } from "../store/index.ts";
import { policySource } from "../mind/session/decide.ts";
import { visibleDocuments } from "../mind/documents/load.ts";
import type { Mind } from "../mind/open.ts";
import { policyReport, type Report, type ReportedClause, type ReportedFile } from "./policyReport.ts";
import { readOn, type ReadSoFar } from "../calls/readOn.ts";
import { newestVerdicts } from "../calls/verdictLog.ts";

export interface Stopped {
  readonly deny: number;
  readonly ask: number;
  readonly rewrite: number;
  /** When the last of them was. */
  readonly last: string | null;
  /** In how many sessions. */
  readonly sessions: number;
}

export interface RulesClause extends ReportedClause {
  readonly stopped: Stopped;
}

export interface RulesFile extends Omit<ReportedFile, "clauses"> {
  /** null: it cannot be read; its problems say why. */
  readonly text: string | null;
  /** The document's key, where the file is a document of this mind. */
  readonly document: string | null;
  readonly clauses: readonly RulesClause[];
}

export interface Rules {
  readonly files: readonly RulesFile[];
  readonly totals: Report["totals"];
  /** Rules without a line here that stopped a call: built in, or of other projects. */
  readonly others: readonly (Stopped & { readonly rule: string; readonly file: string; readonly line: number })[];
  readonly days: number;
}

export async function ruleFiles(mind: Mind, days: number): Promise<Rules> {
  const { files, totals } = policyReport(mind, []);
  const byRule = await stopsByRule(mind, new Date(mind.deps.clock.now().getTime() - days * 86_400_000).toISOString());
  const compiled = new Map(
    policySource(mind)
      .capture()
      .files.map(({ path, clauses }) => [path, new Map(clauses.map(({ line, rules: ids }) => [line, ids]))]),
  );
  const documents = new Map(visibleDocuments(mind).map((document) => [pathOf(mind, document), document.key]));
  const here = new Set([...compiled.values()].flatMap((lines) => [...lines.values()].flat()));
  return {
    files: files.map((file) => ({
      ...file,
      text: readSmallText(file.path, INSTRUCTIONS_LIMIT),
      document: documents.get(file.path) ?? null,
      clauses: file.clauses.map((clause) => ({
        ...clause,
        stopped: joined((compiled.get(file.path)?.get(clause.line) ?? []).flatMap((id) => byRule.get(id) ?? [])),
      })),
    })),
    totals,
    others: [...byRule]
      .filter(([id]) => !here.has(id))
      .map(([rule, tally]) => ({ rule, file: tally.file, line: tally.line, ...joined([tally]) }))
      .sort((a, b) => total(b) - total(a)),
    days,
  };
}

function pathOf(
  { where }: Mind,
  { root, path, project }: { readonly root: string; readonly path: string; readonly project: string | null },
): string {
  return `${root === "home" ? where.home : (project ?? where.cwd)}/${path}`;
}

interface Tally {
  readonly file: string;
  readonly line: number;
  readonly counts: { deny: number; ask: number; rewrite: number };
  readonly sessions: Set<string>;
  last: string;
}

/** What a tally needs of a call that was stopped. */
interface Stop {
  readonly id: string;
  readonly at: string;
  readonly verdict: "deny" | "ask" | "rewrite";
  readonly session: string;
  readonly rules: readonly { readonly id: string; readonly file: string; readonly line: number }[];
}

const read = new WeakMap<Mind, ReadSoFar<Stop>>();

/** Allowed calls, which are nearly all, are not even parsed. */
async function* newestStops(mind: Mind): AsyncGenerator<Stop> {
  for await (const { id, verdict, at, rules: named, session } of newestVerdicts(mind, (line) => !line.includes('"verdict":"allow"'))) {
    if (verdict === "allow") continue;
    const rules = new Map(named.map((rule) => [rule.id, { id: rule.id, file: rule.file, line: rule.line }]));
    yield { id, at, verdict, session, rules: [...rules.values()] };
  }
}

async function stopsByRule(mind: Mind, since: string): Promise<ReadonlyMap<string, Tally>> {
  const stops = await readOn(newestStops(mind), since, read.get(mind));
  read.set(mind, stops);
  const tallies = new Map<string, Tally>();
  for (const { verdict, at, rules, session } of stops.all)
    for (const { id, file, line } of rules) {
      const tally = keptIn(tallies, id, () => ({
        file,
        line,
        counts: { deny: 0, ask: 0, rewrite: 0 },
        sessions: new Set<string>(),
        last: at,
      }));
      tally.counts[verdict]++;
      tally.sessions.add(session);
    }
  return tallies;
}

function joined(tallies: readonly Tally[]): Stopped {
  const sum = (kind: "deny" | "ask" | "rewrite") => tallies.reduce((all, { counts }) => all + counts[kind], 0);
  const last =
    tallies
      .map((tally) => tally.last)
      .sort()
      .at(-1) ?? null;
  return {
    deny: sum("deny"),
    ask: sum("ask"),
    rewrite: sum("rewrite"),
    last,
    sessions: new Set(tallies.flatMap(({ sessions }) => [...sessions])).size,
  };
}

function total({ deny, ask, rewrite }: Stopped): number {
  return deny + ask + rewrite;
}
