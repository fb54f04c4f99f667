// npm run bench -- rules --data DIR [--half even|odd] [--list | --misses | --wrong] [--only NNN,…]: how rules are read.
// DIR holds labelled instruction files (`files.jsonl`, `labels.jsonl`, `files/NNN.md`) or the rule corpora (`rules.jsonl`,
// `agents-files/`); without it the corpora of the tests are used. Certain readings are measured alone and together with
// the proposed ones. `--answers DIR` adds a model's readings (`DIR/NNN.json`, as for `policy read --answers`): tier `model` is
// what is certain and what the model read. `--requests DIR` writes what a model would be asked. `--list` prints every reading, to be judged by a reader.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  analyse,
  asIfConfirmed,
  type Call,
  combine,
  type CompiledFile,
  compileFile,
  givenWorld,
  lineToRead,
  type ModelItem,
  type ModelItems,
  type Policy,
  readingRequest,
  type Rule,
  tryReading,
  type World,
} from "../src/policy/index.ts";
import { type AnsweredReading, readAnswers, readingFault } from "../src/schema/index.ts";
import { judge } from "../src/policy/match/judge.ts";

interface RowCall {
  readonly tool: string;
  readonly history?: readonly RowCall[];
  readonly session?: "main" | "shared";
  readonly becomes?: string;
  readonly cwd?: string;
}

/** Calls of one line of one document. */
interface Row {
  readonly document: string;
  readonly lang: string;
  readonly line: number;
  readonly text: string;
  readonly kind: string;
  readonly stop: readonly RowCall[];
  readonly pass: readonly RowCall[];
}

interface Document {
  readonly name: string;
  readonly lang: string;
  readonly text: string;
}

interface Set {
  readonly documents: readonly Document[];
  readonly rows: readonly Row[];
}

const PROJECT = "/home/u/proj";
const CORPORA = fileURLToPath(new URL("../test/corpora", import.meta.url));
const TIERS = ["certain", "all", "model"] as const;

function jsonLines<T>(path: string): T[] {
  return readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}

interface Label {
  readonly n: string;
  readonly line: number;
  readonly text: string;
  readonly gold: "hold" | "advice" | "documented";
  readonly must_stop?: readonly RowCall[];
  readonly must_pass?: readonly RowCall[];
}

function labelled(folder: string, half: string | undefined): Set {
  const files = jsonLines<{ n: string; lang: string }>(join(folder, "files.jsonl")).filter(
    (_, at) => half === undefined || (at % 2 === 0) === (half === "even"),
  );
  const lang = new Map(files.map((file) => [file.n, file.lang]));
  return {
    documents: files.map((file) => ({ name: file.n, lang: file.lang, text: readFileSync(join(folder, "files", `${file.n}.md`), "utf8") })),
    rows: jsonLines<Label>(join(folder, "labels.jsonl"))
      .filter(({ n }) => lang.has(n))
      .map(({ n, line, text, gold, must_stop = [], must_pass = [] }) => ({
        document: n,
        lang: lang.get(n) as string,
        line,
        text,
        kind: gold,
        stop: must_stop,
        pass: must_pass,
      })),
  };
}

interface CorpusRow {
  readonly id: string;
  readonly lang: string;
  readonly line: string;
  readonly context?: string;
  readonly effect: string;
  readonly must_stop: readonly RowCall[];
  readonly must_pass: readonly RowCall[];
}

function corpora(folder: string): Set {
  const rows = jsonLines<CorpusRow>(join(folder, "rules.jsonl"));
  const folderOfFiles = join(folder, "agents-files");
  const files = existsSync(folderOfFiles) ? readdirSync(folderOfFiles).filter((name) => name.endsWith(".json")) : [];
  const whole = files.map((name) => {
    const { calls } = JSON.parse(readFileSync(join(folderOfFiles, name), "utf8")) as {
      calls: readonly { verdict: "stop" | "pass"; line?: number; call?: RowCall }[];
    };
    const document = `file ${name.replace(".json", "")}`;
    const callOf = (each: (typeof calls)[number]): RowCall => each.call ?? (each as unknown as RowCall);
    return {
      document: {
        name: document,
        lang: name.startsWith("zh") ? "zh" : "en",
        text: readFileSync(join(folderOfFiles, name.replace(".json", ".md")), "utf8"),
      },
      rows: calls.map((each): Row => ({
        document,
        lang: name.startsWith("zh") ? "zh" : "en",
        line: each.line ?? 0,
        text: "",
        kind: "file",
        stop: each.verdict === "stop" ? [callOf(each)] : [],
        pass: each.verdict === "pass" ? [callOf(each)] : [],
      })),
    };
  });
  return {
    documents: [
      ...rows.map((row) => ({ name: row.id, lang: row.lang, text: row.context?.replace("{{LINE}}", () => row.line) ?? row.line })),
      ...whole.map((each) => each.document),
    ],
    rows: [
      ...rows.map((row): Row => ({
        document: row.id,
        lang: row.lang,
        line: 0,
        text: row.line,
        kind: row.effect,
        stop: row.must_stop,
        pass: row.must_pass,
      })),
      ...whole.flatMap((each) => each.rows),
    ],
  };
}

function callOf({ history: _, session: __, becomes: ___, cwd: ____, ...call }: RowCall & Record<string, unknown>): Call {
  return call as unknown as Call;
}

function stoppedBy(policy: Policy, row: RowCall): readonly Rule[] {
  const world: World = givenWorld({ project: PROJECT, files: [], cwd: row.cwd ?? "" });
  const history = (row.history ?? []).map((past) => ({ call: callOf({ ...past }), effects: analyse(callOf({ ...past }), world) }));
  const call = callOf({ ...row });
  return judge(policy.rules, call, analyse(call, world), { history, session: row.session ?? "main", world }).map((each) => each.rule);
}

/** A model's answers for one document, tried as `policy read --answers` tries them. */
function modelItems(file: CompiledFile, document: Document, path: string): ModelItems {
  const items = new Map<string, ModelItem[]>();
  const { readings, leftOut } = readAnswers(readFileSync(path, "utf8"));
  readings.forEach((given, at) => {
    const fault = readingFault(given);
    const reading = given as AnsweredReading;
    const line = fault === null ? lineToRead(file, document.text, reading.line) : { why: fault };
    const tried = "why" in line ? ({ kind: "refused", why: line.why } as const) : tryReading(reading, line);
    if (tried.kind === "proposed") items.set(tried.item.of, [...(items.get(tried.item.of) ?? []), tried.item]);
    else console.log(`REFUSED ${document.name}:${reading.line} readings[${at}] ${tried.why}`);
  });
  for (const { line } of leftOut) {
    const found = lineToRead(file, document.text, line);
    if (!("why" in found) && !items.has(found.clause)) items.set(found.clause, []);
  }
  return items;
}

/** Certain readings and those that a model gave too, whatever the grammar guesses beside. */
function withModelOnly(policy: Policy, items: ModelItems): Policy {
  const ofModel = policy.proposed.filter((rule) => rule.source === "model" || (rule.readOtherwise !== true && items.has(rule.clause)));
  return asIfConfirmed({ ...policy, proposed: ofModel });
}

function readingsOf(policy: Policy): readonly Rule[] {
  return [...policy.rules, ...policy.proposed].sort((a, b) => a.line - b.line);
}

interface Count {
  stop: number;
  stopped: number;
  pass: number;
  passed: number;
  documented: number;
  lines: number;
  held: number;
}

const percent = (part: number, whole: number): string => (whole === 0 ? "  –  " : `${((100 * part) / whole).toFixed(1).padStart(5)}%`);

function shownCall({ history, ...call }: RowCall): string {
  const { tool, command, path, ...rest } = call as Record<string, unknown>;
  const past = history === undefined || history.length === 0 ? "" : ` after ${history.map(shownCall).join("; ")}`;
  return `${String(command ?? `${String(tool)} ${String(path ?? JSON.stringify(rest))}`)}${typeof rest["content"] === "string" ? ` «${rest["content"].slice(0, 60)}»` : ""}${past}`.replaceAll(
    "\n",
    "⏎",
  );
}

export default async function bench(options: readonly string[]): Promise<Record<string, number>> {
  const option = (name: string): string | undefined => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);
  const folder = option("--data") ?? CORPORA;
  const only = option("--only")?.split(",");
  const set = existsSync(join(folder, "labels.jsonl")) ? labelled(folder, option("--half")) : corpora(folder);
  const documents = set.documents.filter(({ name }) => only === undefined || only.includes(name));
  const metrics: Record<string, number> = {};
  const compiled = new Map(documents.map((each) => [each.name, compileFile(`${PROJECT}/AGENTS.md`, each.text)]));
  const answers = option("--answers");
  const items = new Map(
    documents.map((each): [string, ModelItems] => {
      const path = `${answers ?? ""}/${each.name}.json`;
      return [
        each.name,
        answers === undefined || !existsSync(path) ? new Map() : modelItems(compiled.get(each.name) as CompiledFile, each, path),
      ];
    }),
  );
  const requests = option("--requests");
  if (requests !== undefined) {
    mkdirSync(requests, { recursive: true });
    for (const { name, text } of documents) {
      // As the program asks: what the file itself contradicts is not certain.
      const [file = compiled.get(name) as CompiledFile] = combine([compiled.get(name) as CompiledFile], { root: PROJECT }).files;
      writeFileSync(
        `${requests}/${name}.json`,
        JSON.stringify(
          readingRequest(
            [{ name: "AGENTS.md", text, compiled: file }],
            file.shows.map(({ command }) => command),
          ),
        ),
      );
    }
  }
  if (options.includes("--list"))
    for (const { name } of documents)
      for (const rule of readingsOf(combine([compiled.get(name) as CompiledFile])))
        console.log(
          `${name}:${rule.line} ${rule.tier} ${rule.reading}${rule.doubts.length > 0 ? ` [${rule.doubts.join("; ")}]` : ""}\n      ${rule.text.replaceAll("\n", " / ").slice(0, 200)}`,
        );
  for (const tier of TIERS) {
    const counts = new Map<string, Count>();
    if (tier === "model" && answers === undefined) continue;
    const policies = new Map(
      [...compiled].map(([name, file]) => {
        const models = items.get(name) as ModelItems;
        const policy = combine([file], { models });
        return [name, tier === "all" ? asIfConfirmed(policy) : tier === "model" ? withModelOnly(policy, models) : policy];
      }),
    );
    for (const row of set.rows) {
      const policy = policies.get(row.document);
      if (policy === undefined) continue;
      for (const lang of [row.lang, "total"])
        if (!counts.has(lang)) counts.set(lang, { stop: 0, stopped: 0, pass: 0, passed: 0, documented: 0, lines: 0, held: 0 });
      const both = [counts.get(row.lang) as Count, counts.get("total") as Count];
      const missed: string[] = [];
      for (const call of row.stop) {
        const rules = stoppedBy(policy, call);
        for (const count of both) {
          count.stop++;
          if (rules.length > 0) count.stopped++;
        }
        if (rules.length === 0) missed.push(shownCall(call));
      }
      for (const count of row.stop.length > 0 ? both : []) {
        count.lines++;
        if (missed.length === 0) count.held++;
      }
      if (missed.length > 0 && options.includes("--misses") && tier === (answers === undefined ? "all" : "model"))
        console.log(
          `MISS ${row.document}:${row.line} ${row.lang} ${row.text.replaceAll("\n", " / ").slice(0, 260)}\n      ${missed.join(" | ")}`,
        );
      for (const call of row.pass) {
        const [rule] = stoppedBy(policy, call);
        for (const count of both) {
          count.pass++;
          if (rule === undefined) count.passed++;
          else if (row.kind === "documented") count.documented++;
        }
        if (rule !== undefined && options.includes("--wrong"))
          console.log(
            `WRONG ${tier} ${row.document}:${row.line} ${row.kind}: ${shownCall(call)}\n      :${rule.line} ${rule.tier} ${rule.reading} «${rule.text.replaceAll("\n", " / ").slice(0, 160)}»`,
          );
      }
    }
    for (const [lang, count] of [...counts].sort()) {
      const rules = documents
        .filter((each) => lang === "total" || each.lang === lang)
        .flatMap(({ name }) => policies.get(name)?.rules ?? []);
      const perFile = rules.length / Math.max(1, documents.filter((each) => lang === "total" || each.lang === lang).length);
      console.log(
        `${tier.padEnd(8)}${lang.padEnd(6)} must-stop held ${percent(count.stopped, count.stop)} of ${String(count.stop).padStart(4)}, lines ${percent(count.held, count.lines)} of ${String(count.lines).padStart(4)}; must-pass ${percent(count.passed, count.pass)} of ${String(count.pass).padStart(5)}; documented stopped ${count.documented}; rules per file ${perFile.toFixed(1)}`,
      );
      metrics[`${tier}_${lang}_held`] = count.stopped / Math.max(1, count.stop);
      metrics[`${tier}_${lang}_pass`] = count.passed / Math.max(1, count.pass);
    }
  }
  return metrics;
}
