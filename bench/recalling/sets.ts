// Sets of questions whose answers are known, in the shapes in which their makers publish them. Each is fetched by whoever
// measures, under its own licence (docs/first-sight.md names them); none is part of this repository.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CorpusUnit } from "../../src/recall/index.ts";

/** What is searched together, and the questions about it. */
export interface Collection {
  readonly units: readonly CorpusUnit[];
  readonly questions: readonly Question[];
}

export interface Question {
  readonly query: string;
  readonly gold: readonly string[];
  readonly day?: string;
  /** The session in which it was asked: it holds the question itself. */
  readonly asked?: string;
}

export interface QuestionSet {
  readonly name: string;
  readonly collections: readonly Collection[];
}

/** Every set that a folder holds, by the name of its file or folder. */
export function readSets(folder: string): QuestionSet[] {
  return READERS.flatMap(({ at, read }) => (existsSync(join(folder, at)) ? read(join(folder, at)) : []));
}

const READERS: readonly { readonly at: string; read(path: string): QuestionSet[] }[] = [
  { at: "locomo10.json", read: (path) => [{ name: "locomo", collections: readLocomo(path) }] },
  { at: "realtalk", read: (path) => [{ name: "realtalk", collections: filesOf(path).map((file) => readTalk(realtalk(readJson(file)))) }] },
  {
    at: "beam",
    read: (path) =>
      readdirSync(path)
        .sort()
        .map((size) => ({
          name: `beam ${size}`,
          collections: readdirSync(join(path, size)).map((chat) => readBeam(join(path, size, chat))),
        })),
  },
  { at: "realmem", read: (path) => [{ name: "realmem", collections: filesOf(path).map((file) => readRealMem(readJson(file))) }] },
  { at: "qmsum", read: (path) => filesOf(path).map((file) => ({ name: `qmsum ${nameOf(file)}`, collections: readMeetings(file) })) },
  { at: "own", read: (path) => filesOf(path).map((file) => ({ name: nameOf(file), collections: readOwn(file) })) },
  { at: "squad", read: (path) => filesOf(path).map((file) => ({ name: nameOf(file), collections: [readSquad(readJson(file))] })) },
];

function filesOf(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /\.jsonl?$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

function nameOf(file: string): string {
  return (/[^/\\]+$/.exec(file)?.[0] ?? file).replace(/\.jsonl?$/, "");
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, "utf8")) as T;
}

interface Talk {
  readonly conversation: Readonly<Record<string, unknown>>;
  readonly qa: readonly { readonly question: string; readonly category?: number; readonly evidence: readonly string[] }[];
}

const ADVERSARIAL = 5;
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/** LoCoMo's file: conversations of two people over months. Gold are the turns that a question's evidence names. */
export function readLocomo(path: string): Collection[] {
  return readJson<Talk[]>(path).map(readTalk);
}

/** REALTALK has LoCoMo's shape, one conversation a file, with other names. */
function realtalk(talk: Talk["conversation"] & Pick<Talk, "qa">): Talk {
  return { conversation: talk, qa: talk.qa };
}

interface Turn {
  readonly dia_id: string;
  readonly speaker: string;
  readonly text?: string;
  readonly clean_text?: string;
  readonly blip_caption?: string;
}

function readTalk({ conversation, qa }: Talk): Collection {
  const units: CorpusUnit[] = [];
  let today = "";
  for (let number = 1; `session_${number}_date_time` in conversation; number++) {
    const day = isoDay(String(conversation[`session_${number}_date_time`]));
    today = day;
    for (const turn of (conversation[`session_${number}`] ?? []) as Turn[]) {
      const said = turn.text ?? turn.clean_text ?? "";
      units.push({
        id: turn.dia_id,
        doc: `session ${number}`,
        speaker: turn.speaker,
        day,
        text: turn.blip_caption === undefined ? said : `${said} [shares ${turn.blip_caption}]`,
      });
    }
  }
  const questions = qa
    .filter(({ category }) => category !== ADVERSARIAL)
    .map(({ question, evidence }) => ({
      query: question,
      day: today,
      gold: evidence.flatMap((each) => [...each.matchAll(/D:?(\d+):0*(\d+)/g)].map(([, session, turn]) => `D${session}:${turn}`)),
    }));
  return collection(units, questions);
}

/** "1:56 pm on 8 May, 2023" or "29.12.2023, 00:51:12" */
function isoDay(text: string): string {
  const dotted = /(\d{2})\.(\d{2})\.(\d{4})/.exec(text);
  if (dotted !== null) return `${dotted[3]}-${dotted[2]}-${dotted[1]}`;
  const [, day = "1", month = "", year = ""] = /(\d+) (\w+), (\d{4})/.exec(text) ?? [];
  return `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, "0")}-${day.padStart(2, "0")}`;
}

interface BeamTurn {
  readonly id: number;
  readonly role: string;
  readonly content: string;
}

/** BEAM: a person and an assistant, long answers. Gold are the turns that a question's source names. */
function readBeam(folder: string): Collection {
  const batches = readJson<{ readonly time_anchor?: string; readonly turns: readonly (readonly BeamTurn[])[] }[]>(
    join(folder, "chat.json"),
  );
  const units = batches.flatMap(({ turns }, batch) =>
    turns.flat().map(({ id, role, content }) => ({ id: String(id), doc: `batch ${batch + 1}`, speaker: role, text: content })),
  );
  const asked = readJson<Record<string, readonly { readonly question: string; readonly source_chat_ids?: unknown }[]>>(
    join(folder, "probing_questions", "probing_questions.json"),
  );
  return collection(
    units,
    Object.values(asked)
      .flat()
      .map(({ question, source_chat_ids: sources }) => ({ query: question, gold: numbersIn(sources).map(String) })),
  );
}

function numbersIn(value: unknown): number[] {
  if (typeof value === "number") return [value];
  if (typeof value === "string") return [...value.matchAll(/\d+/g)].map(([digits]) => Number(digits));
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(numbersIn) : [];
}

interface RealMemTurn {
  readonly speaker: string;
  readonly content: string;
  readonly is_query: boolean;
  readonly memory_used?: readonly { readonly session_uuid: string }[];
}

/** RealMem: whole sessions with an assistant. Gold are the sessions whose memory the answer used. */
function readRealMem({
  dialogues,
}: {
  readonly dialogues: readonly {
    readonly session_uuid: string;
    readonly current_time: string;
    readonly dialogue_turns: readonly RealMemTurn[];
  }[];
}): Collection {
  const units = dialogues.map(({ session_uuid: id, current_time: time, dialogue_turns: turns }) => ({
    id,
    day: time.slice(0, 10),
    text: turns.map(({ speaker, content }) => `${speaker}: ${content}`).join("\n"),
  }));
  const questions = dialogues.flatMap(({ session_uuid: asked, current_time: time, dialogue_turns: turns }) =>
    turns.flatMap(({ is_query: isQuery, content }, at) =>
      isQuery
        ? [
            {
              query: content,
              day: time.slice(0, 10),
              asked,
              gold: (turns[at + 1]?.memory_used ?? []).map(({ session_uuid: uuid }) => uuid).filter((uuid) => uuid !== asked),
            },
          ]
        : [],
    ),
  );
  return collection(units, questions);
}

interface Meeting {
  readonly meeting_transcripts: readonly { readonly speaker: string; readonly content: string }[];
  readonly specific_query_list: readonly { readonly query: string; readonly relevant_text_span: readonly (readonly [string, string])[] }[];
}

/** Longer spans are half a meeting: no ten turns can be most of one. */
const LONGEST_SPAN = 20;

/** QMSum: meetings by turn. Gold are the turns of a question's spans. */
function readMeetings(file: string): Collection[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const { meeting_transcripts: turns, specific_query_list: asked } = JSON.parse(line) as Meeting;
      const units = turns.map(({ speaker, content }, at) => ({ id: String(at), doc: "meeting", speaker, text: content }));
      const spans = asked.map(({ query, relevant_text_span: all }) => ({
        query,
        gold: all.flatMap(([from, to]) => Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => String(Number(from) + at))),
      }));
      return collection(
        units,
        spans.filter(({ gold }) => gold.length <= LONGEST_SPAN),
      );
    });
}

interface Squad {
  readonly data: readonly {
    readonly paragraphs: readonly { readonly context: string; readonly qas: readonly { readonly question: string }[] }[];
  }[];
}

/** Any set of SQuAD's shape (CMRC 2018, DRCD, JSQuAD, XQuAD): paragraphs of articles, in any language. */
function readSquad({ data }: Squad): Collection {
  const paragraphs = data.flatMap(({ paragraphs: all }) => all);
  return collection(
    paragraphs.map(({ context }, at) => ({ id: String(at), text: context })),
    paragraphs.flatMap(({ qas }, at) => qas.map(({ question }) => ({ query: question, gold: [String(at)] }))),
  );
}

/** Any other set, brought into our own shape: collections of units and questions. */
function readOwn(file: string): Collection[] {
  return readJson<Collection[]>(file).map(({ units, questions }) => collection(units, questions));
}

function collection(units: readonly CorpusUnit[], questions: readonly Question[]): Collection {
  const known = new Set(units.map(({ id }) => id));
  const sound = questions.map((each) => ({ ...each, gold: [...new Set(each.gold)].filter((id) => known.has(id)) }));
  return { units, questions: sound.filter(({ gold }) => gold.length > 0) };
}
