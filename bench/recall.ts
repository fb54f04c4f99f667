// npm run bench -- recall --data FILE [--format locomo] [--steps]: how much of the evidence recall finds in LoCoMo's file.
// npm run bench -- recall --all --data DIR [--steps] [--only NAME]: a table over every set in a folder, beside SQLite's FTS5.
// --vectors KIND:DIR (model2vec, onnx): a row with that model's vectors beside the words.
// --slips N: beside each set the same with a slip in every question, N times drawn anew.
// The data is yours to bring (docs/first-sight.md says which, and under which licences). --steps: what each step adds.

import { homedir } from "node:os";
import { parseArgs } from "node:util";
import { type Embedder, openEmbedder, type Weights, WEIGHTS } from "../src/recall/index.ts";
import { fts5 } from "./recalling/baselines.ts";
import { type Figures, line, measure, ours, oursWith, questionsIn } from "./recalling/measure.ts";
import { type QuestionSet, readLocomo, readSets } from "./recalling/sets.ts";
import { withSlips } from "./recalling/slips.ts";

export default async function recall(options: readonly string[]): Promise<Record<string, number>> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      data: { type: "string" },
      format: { type: "string" },
      all: { type: "boolean" },
      only: { type: "string" },
      steps: { type: "boolean" },
      vectors: { type: "string" },
      slips: { type: "string" },
    },
  });
  if (values.data === undefined) throw new Error("npm run bench -- recall --data FILE [--format locomo], or --all --data DIR");
  if ((values.format ?? "locomo") !== "locomo") throw new Error(`the format ${values.format} is not known; locomo is`);
  const embedder = values.vectors === undefined ? null : await embedderOf(values.vectors);
  const rows = [
    ...(values.steps ? STEPS.map(([name, weights]) => [name, ours(weights)] as const) : []),
    ...(embedder === null ? [] : VECTOR_WEIGHTS.map((weight) => [`with vectors, weight ${weight}`, oursWith(embedder, weight)] as const)),
  ];
  if (values.all) {
    const sets = readSets(values.data).filter(({ name }) => values.only === undefined || name.includes(values.only));
    return values.slips === undefined ? compare(sets, rows) : compareSlips(sets, Number(values.slips));
  }
  const set = { name: "locomo", collections: readLocomo(values.data) };
  for (const [name, finder] of rows) console.log(`${name.padEnd(34)} ${line(await measure(set, finder))}`);
  return { ...(await measure(set, ours(WEIGHTS))), questions: questionsIn(set) };
}

/** The default, and those around it. */
const VECTOR_WEIGHTS = [0.1, 0.2, 0.3];

function embedderOf(named: string): Promise<Embedder> {
  const [kind, directory = ""] = named.split(/:(.*)/s);
  if (kind !== "model2vec" && kind !== "onnx") throw new Error(`--vectors model2vec:DIR or onnx:DIR, not ${named}`);
  return openEmbedder({ kind, directory }, { env: process.env, userHome: homedir() });
}

type Row = readonly [name: string, finder: Parameters<typeof measure>[1]];

/** Every set by every method, and in how many of them ours is nowhere below the better of the others. */
async function compare(sets: readonly QuestionSet[], rows: readonly Row[]): Promise<Record<string, number>> {
  let won = 0;
  for (const set of sets) {
    console.log(`\n${set.name}, ${questionsIn(set)} questions${" ".repeat(Math.max(1, 20 - set.name.length))}  r@5   r@10   r@50    mrr`);
    const show = (name: string, figures: Figures) => (console.log(`  ${name.padEnd(36)} ${line(figures)}`), figures);
    const others: Figures[] = [];
    for (const tokenizer of ["porter unicode61", "trigram"] as const)
      others.push(show(`FTS5 ${tokenizer}`, await measure(set, fts5(tokenizer))));
    for (const [name, finder] of rows) show(name, await measure(set, finder));
    const mine = show("recall", await measure(set, ours(WEIGHTS)));
    if ((["r5", "r10", "r50"] as const).every((at) => others.every((other) => mine[at] >= other[at]))) won++;
  }
  return { sets: sets.length, nowhere_below: won };
}

/** What a slip in every question costs: each draw, and how many sets lose no more than half a point on the average of them. */
async function compareSlips(sets: readonly QuestionSet[], draws: number): Promise<Record<string, number>> {
  let kept = 0;
  for (const set of sets) {
    const clean = await measure(set, ours(WEIGHTS));
    console.log(`\n${set.name.padEnd(38)} ${line(clean)}`);
    const lost = { r5: 0, r10: 0, r50: 0 };
    for (let draw = 1; draw <= draws; draw++) {
      const slipped = await measure(withSlips(set, draw), ours(WEIGHTS));
      console.log(`  ${`slips ${draw}`.padEnd(36)} ${line(slipped)}`);
      for (const at of ["r5", "r10", "r50"] as const) lost[at] += (clean[at] - slipped[at]) / draws;
    }
    console.log(
      `  lost on average                       ${[lost.r5, lost.r10, lost.r50].map((each) => each.toFixed(2).padStart(5)).join("  ")}`,
    );
    if (Object.values(lost).every((each) => each <= 0.5)) kept++;
  }
  return { sets: sets.length, at_most_half_a_point: kept };
}

const BARE: Weights = {
  ...WEIGHTS,
  near: 0,
  document: 0,
  speaker: 1,
  otherVoice: 1,
  time: 1,
  day: 0,
  phrase: 1,
  feedback: { ...WEIGHTS.feedback, most: 0 },
};
const AROUND: Weights = { ...BARE, near: WEIGHTS.near, document: WEIGHTS.document };

/** Each row adds to the one above. */
const STEPS: readonly (readonly [string, Weights])[] = [
  ["BM25 over stems, day and speaker", BARE],
  ["+ neighbours", { ...BARE, near: WEIGHTS.near }],
  ["+ document", AROUND],
  ["+ when", { ...AROUND, time: WEIGHTS.time }],
  ["+ the one of two who is asked about", { ...AROUND, time: WEIGHTS.time, speaker: WEIGHTS.speaker }],
  ["+ days and phrases", { ...WEIGHTS, otherVoice: 1, feedback: BARE.feedback }],
  ["+ the person before the assistant", { ...WEIGHTS, feedback: BARE.feedback }],
];
