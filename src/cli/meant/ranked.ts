// Every command, and every sentence, by how well it answers a line: by its name, by the acts and things that the line speaks of, by
// whether it takes what was typed.

import { HOSTS, nearest, wordSet } from "../../base/index.ts";
import { COMMANDS } from "../table/commandTable.ts";
import { type Answer, ANSWERS } from "./answers.ts";
import { hear, type Heard, knows, singular, slipsOf } from "./heard.ts";
import { bySentence, isShellRm, isSpeech } from "./sentences.ts";
import type { Act, Thing } from "./vocabulary.ts";
import { callIn, rowOf, written } from "./written.ts";

const MOST = 3;

export interface Meant {
  readonly text: string;
  /** As it can be typed, with what was typed where the command takes it. */
  readonly line: string;
  readonly score: number;
}

export const isSentence = (text: string): boolean => /^(?:[A-Z]|npm |codicil )/.test(text);

/** Acts that count before others of the same line ("tell it to forget"), and those that count behind them ("see what to undo"). */
const WEIGHT: Readonly<Partial<Record<Act, number>>> = {
  forget: 1.3,
  remember: 1.3,
  undo: 1.3,
  explain: 1.1,
  trace: 0.9,
  show: 0.7,
  list: 0.7,
  say: 0.6,
};
const WEAK = 0.7;

/** What an exact name, a slip of one, and a part of one tell. */
const [NAMED, SLIPPED, PART] = [10, 9, 3];
/** What an act or a thing tells; more where it is what they mean first. */
const [SPOKEN, FIRST] = [4, 5];
/** Said of nothing it tells little but what it means first; beside something else, or of something else, less. */
const [ALONE, OF_OTHERS, OF_A_SHAPE] = [0.6, 0.5, 0.6];
/** A second thing that it is about. */
const MORE = 1;
/** A value that the command has no place for, one that it takes, an option that it has, a call for what judges calls. */
const [LOST, TAKEN, ITS_OPTION, A_CALL] = [1.5, 0.8, 0.7, 5];
/** Less is no answer; so much of the best is worth being named beside it. */
const LEAST = 2.2;
const BESIDE = 0.5;

/** Who only types a thing, or a slip, is not told first to delete it or to let it pass. */
const NEEDS_ITS_ACT = wordSet("accept allow forget redact reject release restore undo uninstall").add("trash empty").add("memory remove");

/** At most three, the likeliest first. The name of a command that was tried tells little. */
export function ranked(words: readonly string[], tried = ""): readonly Meant[] {
  const heard = hear(words);
  const asked = bySentence(words, heard);
  const typed = isShellRm(words) ? words.filter((word) => !word.startsWith("-")) : words;
  if (asked !== undefined) return asked.map((text) => ({ text, line: written(text, typed), score: NAMED }));
  const names = new Map(named(heard)).set(tried, knows(tried) ? 0 : PART + 1);
  const all = ANSWERS_AND_REST.map((answer) => scored(answer, words, { heard, names }))
    .filter(({ score }) => score >= LEAST)
    .sort((a, b) => b.score - a.score);
  const best = all[0]?.score ?? 0;
  if (best < SPOKEN && isSpeech(heard.typed)) return ["recall", "chat"].map((text) => ({ text, line: written(text, words), score: LEAST }));
  // Of one command, the likelier form.
  const commands = new Set<string>();
  const isOther = (name: string) => !commands.has(name) && commands.add(name);
  return all.filter(({ text, score }) => score >= best * BESIDE && isOther(rowOf(text)?.name ?? text)).slice(0, MOST);
}

/** Commands that the table of answers says nothing of have their names. */
const ANSWERS_AND_REST: readonly Answer[] = [
  ...ANSWERS,
  ...COMMANDS.filter(({ name }) => !ANSWERS.some(({ text }) => text === name)).map(({ name }) => ({
    text: name,
    acts: new Map(),
    things: new Map(),
  })),
];

interface Evidence {
  readonly heard: Heard;
  readonly names: ReadonlyMap<string, number>;
}

function scored(answer: Answer, words: readonly string[], { heard, names }: Evidence): Meant {
  const { text } = answer;
  const row = rowOf(text);
  const told = spoken(answer, heard) + (text === "policy check" && callIn(words, 1) !== undefined ? A_CALL : 0);
  const called = (names.get(row?.name ?? text) ?? 0) * nameCounts(text, told);
  if (called + told === 0 || isSentence(text)) return { text, line: text, score: told };
  const line = written(text, words);
  const careful = NEEDS_ITS_ACT.has(text) && called < SLIPPED && !isActOf(answer, heard) ? 0.5 : 1;
  return { text, line, score: (called + told + placed(words, line, text)) * careful };
}

/** Of a form of a command, such as `undo last`, less than of the command, and nothing where the words speak of something else. */
function nameCounts(text: string, told: number): number {
  const { name = text, arguments: wanted = "[" } = rowOf(text) ?? {};
  if (name === text) return 1;
  return told === 0 ? 0 : wanted.startsWith("[") ? 0.5 : 1;
}

/** How well the command takes what was typed. */
function placed(words: readonly string[], line: string, text: string): number {
  const row = rowOf(text);
  const lost = words.filter((word, at) => isValue(word) && !words[at - 1]?.startsWith("-") && !line.includes(word));
  const own = words.filter((word) => Object.hasOwn(row?.options ?? {}, word.replace(/^--/, "")));
  const takes =
    !/^\[?(?:TEXT|QU|--)/.test(row?.arguments ?? "") &&
    words.some((word, at) => at > 0 && !word.startsWith("-") && line.endsWith(` ${word}`) && !text.endsWith(word));
  return own.length * ITS_OPTION - lost.length * LOST + (takes ? TAKEN : 0);
}

/** They can be nothing but an argument. */
const isValue = (word: string): boolean =>
  /\.md:\d+$|^\d+ ?(?:m|h|min)$|^[ec]_\w+$|^[a-f]{0,9}\d[\da-f]{3,19}$/.test(word) || HOST_NAMES.has(word);
const HOST_NAMES: ReadonlySet<string> = new Set(HOSTS);

const isActOf = ({ acts }: Answer, heard: Heard): boolean => [...heard.acts.keys()].some((act) => acts.has(act));

/** By the acts and things that the line speaks of. */
function spoken({ acts, things }: Answer, heard: Heard): number {
  const values = (found: readonly (readonly [boolean | undefined, number])[]) =>
    found.flatMap(([first, weight]) => (first === undefined ? [] : [{ first, points: weight * (first ? FIRST : SPOKEN) }]));
  const moreThings = Math.max(0, [...heard.things.keys()].filter((name) => things.has(name)).length - 1);
  const [act] = values([...heard.acts].map(([name, sure]) => [acts.get(name), sure * (WEIGHT[name] ?? 1)])).sort(byPoints);
  const [thing] = values([...heard.things].map(([name, sure]) => [things.get(name), BY_SHAPE.has(name) ? sure * OF_A_SHAPE : sure])).sort(
    byPoints,
  );
  if (act !== undefined && thing !== undefined) return act.points + thing.points + moreThings * MORE;
  const isStrong = [...heard.acts.keys()].some((name) => (WEIGHT[name] ?? 1) > WEAK);
  if (act !== undefined) return alone(act) * ([...heard.things.keys()].some((name) => !BY_SHAPE.has(name)) ? OF_OTHERS : 1);
  return thing === undefined ? 0 : alone(thing) * (isStrong ? OF_OTHERS : 1) + moreThings * MORE;
}

interface Told {
  readonly first: boolean;
  readonly points: number;
}
const byPoints = (a: Told, b: Told): number => b.points - a.points;
const alone = ({ first, points }: Told): number => points * (first ? 1 : ALONE);
const BY_SHAPE: ReadonlySet<Thing> = new Set<Thing>(["a_file", "a_line", "a_time", "an_id", "newest"]);

/** Names that the first words are, in the other order too, or a slip of one. */
function named({ said: [one = "", two = ""], typed }: Heard): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const put = (names: readonly string[], points: number) => {
    for (const name of names) found.set(name, Math.max(points, found.get(name) ?? 0));
  };
  const names = COMMANDS.map(({ name }) => name);
  const [pairs, single] = [names.filter((name) => name.includes(" ")), names.filter((name) => !name.includes(" "))];
  const family = pairs.filter((name) => name.startsWith(`${singular(one)} `) || name.startsWith(`${one} `));
  const orders = [one, singular(one)].flatMap((first) => [`${first} ${two}`, `${two} ${first}`, `${singular(two)} ${first}`]);
  put(
    orders.filter((each) => names.includes(each)),
    NAMED + 2,
  );
  if (names.includes(one)) put([one], knows(one) && typed.length > 1 ? PART + 1 : NAMED);
  if (two !== "" && !knows(two)) put(memberOf(family, two), NAMED);
  const ends = pairs.filter((name) => name.endsWith(` ${one}`));
  put(ends, knows(one) ? PART : 2 * PART);
  if (!knows(one) && !names.includes(one) && ends.length === 0) {
    put(nearest(`${one} ${two}`, pairs, 2), SLIPPED);
    slipsOf(one, single, one.length > 4 ? 2 : one.length > 2 ? 1 : 0).forEach((name, at) => put([name], SLIPPED - at));
    put(
      single.filter((name) => one.length > 1 && name.startsWith(one)),
      PART,
    );
  }
  return found;
}

/** `policy rep`, `policy raport`. */
function memberOf(family: readonly string[], two: string): readonly string[] {
  const begun = family.filter((name) => two.length > 1 && name.includes(` ${two}`));
  return begun.length > 0 ? begun : family.filter((name) => nearest(two, [name.split(" ")[1] ?? ""], two.length > 3 ? 2 : 1).length > 0);
}
