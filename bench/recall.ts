// npm run bench -- recall --data FILE [--format locomo] [--steps] [--cross]: how much of the evidence recall finds. The
// data is LoCoMo's file (bring your own copy); gold are the turns that a question's evidence names, adversarial
// questions are left out. --steps: what each step adds; --cross: weights chosen on one half, tested on the other.

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { createSearcher, type CorpusUnit, type Searcher, shelfOf, sourcesOf, type Weights, WEIGHTS } from "../src/recall/index.ts";

interface Turn {
  readonly dia_id: string;
  readonly speaker: string;
  readonly text: string;
  readonly blip_caption?: string;
}
interface Conversation {
  readonly conversation: Readonly<Record<string, unknown>>;
  readonly qa: readonly { readonly question: string; readonly category: number; readonly evidence: readonly string[] }[];
}
interface Talk {
  readonly searcher: Searcher;
  readonly today: string;
  readonly questions: readonly { readonly question: string; readonly gold: readonly string[] }[];
}
interface Figures {
  readonly r5: number;
  readonly r10: number;
  readonly r50: number;
  readonly mrr: number;
}

const ADVERSARIAL = 5;
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

export default async function recall(options: readonly string[]): Promise<Record<string, number>> {
  const { values } = parseArgs({ args: [...options], options: { data: { type: "string" }, format: { type: "string" }, steps: { type: "boolean" }, cross: { type: "boolean" } } });
  if (values.data === undefined) throw new Error("npm run bench -- recall --data FILE [--format locomo]");
  if ((values.format ?? "locomo") !== "locomo") throw new Error(`the format ${values.format} is not known; locomo is`);
  const talks = (JSON.parse(readFileSync(values.data, "utf8")) as Conversation[]).map(readTalk);
  if (values.steps) for (const [name, weights] of STEPS) console.log(`${name.padEnd(34)} ${line(measure(talks, weights))}`);
  if (values.cross) crossValidate(talks);
  const figures = measure(talks, WEIGHTS);
  return { ...figures, questions: talks.reduce((sum, { questions }) => sum + questions.length, 0) };
}

function readTalk({ conversation, qa }: Conversation): Talk {
  const units: CorpusUnit[] = [];
  let today = "";
  for (let number = 1; `session_${number}_date_time` in conversation; number++) {
    const day = isoDay(String(conversation[`session_${number}_date_time`]));
    today = day;
    for (const turn of (conversation[`session_${number}`] ?? []) as Turn[]) {
      const text = turn.blip_caption === undefined ? turn.text : `${turn.text} [shares ${turn.blip_caption}]`;
      units.push({ id: turn.dia_id, doc: `session ${number}`, speaker: turn.speaker, day, text });
    }
  }
  const known = new Set(units.map(({ id }) => id));
  const questions = qa
    .filter(({ category }) => category !== ADVERSARIAL)
    .map(({ question, evidence }) => ({ question, gold: [...new Set(evidence.flatMap((each) => [...each.matchAll(/D:?(\d+):0*(\d+)/g)].map(([, session, turn]) => `D${session}:${turn}`)))].filter((id) => known.has(id)) }))
    .filter(({ gold }) => gold.length > 0);
  return { searcher: createSearcher(shelfOf(sourcesOf(units))), today, questions };
}

/** "1:56 pm on 8 May, 2023" */
function isoDay(text: string): string {
  const [, day = "1", month = "", year = ""] = /(\d+) (\w+), (\d{4})/.exec(text) ?? [];
  return `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, "0")}-${day.padStart(2, "0")}`;
}

function measure(talks: readonly Talk[], weights: Weights): Figures {
  const sums = { r5: 0, r10: 0, r50: 0, mrr: 0 };
  let count = 0;
  for (const { searcher, today, questions } of talks) {
    for (const { question, gold } of questions) {
      const hits = searcher.search(question, { limit: 50, today, weights }).map(({ unit }) => unit.id);
      const within = (k: number) => gold.filter((id) => hits.slice(0, k).includes(id)).length / gold.length;
      sums.r5 += within(5);
      sums.r10 += within(10);
      sums.r50 += within(50);
      const first = hits.findIndex((id) => gold.includes(id));
      sums.mrr += first === -1 ? 0 : 1 / (first + 1);
      count++;
    }
  }
  const share = (sum: number) => (100 * sum) / Math.max(1, count);
  return { r5: share(sums.r5), r10: share(sums.r10), r50: share(sums.r50), mrr: share(sums.mrr) };
}

const BARE: Weights = { ...WEIGHTS, near: 0, document: 0, length: 0, speaker: 1, asks: 1, time: 1, number: 1, day: 1, phrase: 1 };

/** Each row adds to the one above. */
const STEPS: readonly (readonly [string, Weights])[] = [
  ["BM25 over stems, day and speaker", BARE],
  ["+ neighbours", { ...BARE, near: WEIGHTS.near }],
  ["+ document", { ...BARE, near: WEIGHTS.near, document: WEIGHTS.document }],
  ["+ the one who is asked about", { ...BARE, near: WEIGHTS.near, document: WEIGHTS.document, speaker: WEIGHTS.speaker }],
  ["+ questions count less", { ...BARE, near: WEIGHTS.near, document: WEIGHTS.document, speaker: WEIGHTS.speaker, asks: WEIGHTS.asks }],
  ["+ when, how many", { ...WEIGHTS, day: 1, phrase: 1, length: 0 }],
  ["+ length", { ...WEIGHTS, day: 1, phrase: 1 }],
  ["+ days and phrases", WEIGHTS],
];

/** One weight after the other on one half of the conversations, tested on the other half; both ways. */
function crossValidate(talks: readonly Talk[]): void {
  const halves = [talks.filter((_, index) => index % 2 === 0), talks.filter((_, index) => index % 2 === 1)] as const;
  for (const [chosenOn, testedOn, name] of [[halves[0], halves[1], "even → odd"], [halves[1], halves[0], "odd → even"]] as const) {
    let best = { weights: WEIGHTS_BEFORE, worth: worthOf(measure(chosenOn, WEIGHTS_BEFORE)) };
    for (const [key, choices] of CHOICES) {
      for (const value of choices) {
        const weights = { ...best.weights, [key]: value };
        const worth = worthOf(measure(chosenOn, weights));
        if (worth > best.worth) best = { weights, worth };
      }
    }
    console.log(`${name}: ${CHOICES.map(([key]) => `${key} ${best.weights[key]}`).join(", ")}`);
    console.log(`${name}, unseen half: ${line(measure(testedOn, best.weights))}; ours there: ${line(measure(testedOn, WEIGHTS))}`);
  }
}

const WEIGHTS_BEFORE: Weights = { ...BARE, near: 0.6, document: 0.3 };
const CHOICES: readonly (readonly [keyof Weights, readonly number[]])[] = [
  ["speaker", [1.1, 1.2, 1.3, 1.4, 1.6, 1.8]],
  ["asks", [0.95, 0.9, 0.85, 0.8]],
  ["near", [0.4, 0.5, 0.7, 0.8]],
  ["document", [0.2, 0.4, 0.5, 0.7]],
  ["time", [1.1, 1.25, 1.4]],
  ["number", [1.1, 1.2, 1.3]],
  ["length", [0.25, 0.5, 1]],
  ["day", [1.1, 1.25, 1.4]],
  ["phrase", [1.25, 1.5]],
];

function worthOf({ r5, r10, r50 }: Figures): number {
  return r5 + r10 + r50;
}

function line({ r5, r10, r50, mrr }: Figures): string {
  return [r5, r10, r50, mrr].map((each) => each.toFixed(1).padStart(5)).join("  ");
}
