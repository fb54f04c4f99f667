// What the words of a line speak of: acts and things, in any order, each as sure as its word is.

import { HOSTS, mayMean, nearest, wordSet } from "../../base/index.ts";
import { COMMANDS } from "../table/commandTable.ts";
import { ACTS, type Act, PROGRAMS, SHAPES, SHELL, SMALL, THINGS, type Thing } from "./vocabulary.ts";

export interface Heard {
  /** In small letters and apart, without options and without the program that people type before them. */
  readonly typed: readonly string[];
  /** Those of them that say something. */
  readonly said: readonly string[];
  readonly acts: ReadonlyMap<Act, number>;
  readonly things: ReadonlyMap<Thing, number>;
}

const wordsOf = <Name extends string>(table: Readonly<Record<Name, string>>): ReadonlyMap<string, readonly Name[]> => {
  const found = new Map<string, Name[]>();
  for (const name of Object.keys(table) as Name[])
    for (const word of table[name].split(" ").map((each) => each.replaceAll("_", " ")))
      if (word !== "") found.set(word, [...(found.get(word) ?? []), name]);
  return found;
};
const ACT_OF = wordsOf(ACTS);
const THING_OF = wordsOf(THINGS);
const VOCABULARY = [...new Set([...ACT_OF.keys(), ...THING_OF.keys()])];
const HAN = /\p{Script=Han}/u;
/** The longest first: 聊天记录 is one thing and not a talk. */
const CHINESE = VOCABULARY.filter((word) => HAN.test(word)).sort((a, b) => b.length - a.length);
const QUIET = wordSet(SMALL);
const HABITS = wordSet(PROGRAMS);
const CALLS = wordSet(SHELL);
const HOST_NAMES: ReadonlySet<string> = new Set(HOSTS);

/** A slip tells less than a word. */
const OF_A_SLIP = 0.7;
/** And so does what comes behind the first words. */
const LATER = 0.8;

export const isProgram = (word: string): boolean => HABITS.has(word.toLowerCase());
export const beginsCall = (word: string): boolean => isProgram(word) || CALLS.has(word);
export const isAct = (word: string, act: Act): boolean => ACT_OF.get(word.toLowerCase())?.includes(act) === true;
/** Said for some act and for no thing: nobody names a new file so. */
export const isVerb = (word: string): boolean => ACT_OF.has(word) && !THING_OF.has(word);
export const isSmall = (word: string): boolean => QUIET.has(word);
export const knows = (word: string): boolean => ACT_OF.has(word) || THING_OF.has(word) || THING_OF.has(singular(word));
/** A slip of our own name. */
export const isOurs = (word: string): boolean => !knows(word) && mayMean(word, "codicil");

export function hear(words: readonly string[]): Heard {
  const typed = plain(words);
  // The `i` of npm comes first.
  const isSaid = (word: string, at: number) => (word === "i" && at === 0) || (word === "on" && at === typed.length - 1);
  const telling = typed.filter((word, at) => !QUIET.has(word) || (typed.length < 4 && isSaid(word, at)));
  const said = telling.length === 0 ? typed : telling;
  const [first] = said.slice(0, 1).map((word) => readingOf(word, true));
  // What is to be remembered says nothing of what is meant.
  if (first?.acts.includes("remember") === true) return { typed, said, acts: new Map([["remember", first.sure]]), things: new Map() };
  const read = withPairs(said)
    .flatMap(inChinese)
    .map((word, at) => {
      const reading = readingOf(word, at < 3);
      return { ...reading, sure: reading.sure * (at > 1 ? LATER : 1) };
    });
  // What is to be found is a text, and what it is searched in a thing.
  if (first?.acts.includes("search") === true)
    return { typed, said, acts: new Map([["search", first.sure]]), things: surest(read.flatMap(ofThings)) };
  // `note list`: beside another act it is a thing.
  const isThing = (each: Reading) => each.things.length > 0 && read.some((other) => other !== each && other.acts.length > 0);
  const acts = read.filter((each) => !isThing(each)).flatMap(({ acts: all, sure }) => all.map((act) => [act, sure] as const));
  const things = read.flatMap(ofThings);
  return { typed, said, ...asAsked(typed[0] ?? "", surest(acts), surest(things)) };
}

const A_TIME = /^(\d+) (s|m|h)(?:econds?|ecs?|in(?:ute)?s?|ours?|rs?)?$/;

/** Two words that say something together say nothing alone: "roll back", "not load". */
function withPairs(said: readonly string[]): readonly string[] {
  const all: string[] = [];
  for (let at = 0; at < said.length; at++) {
    const [word = "", next] = said.slice(at);
    const time = next === undefined ? undefined : A_TIME.exec(`${word} ${next}`);
    const isPair = next !== undefined && (ACT_OF.has(`${word} ${next}`) || THING_OF.has(`${word} ${next}`));
    all.push(isPair ? `${word} ${next}` : (time?.slice(1).join("") ?? word));
    if (isPair || time) at++;
  }
  return all;
}

const WHAT = wordSet("what which where who");
const WHETHER = wordSet("is are was were does did has have");
const ALL: readonly Act[] = ["check", "show"];

/** Who asks changes nothing: "what does it remember" is of the memory, "is claude connected" of how it is. */
function asAsked(first: string, acts: Map<Act, number>, things: Map<Thing, number>): Pick<Heard, "acts" | "things"> {
  if (WHETHER.has(first) && acts.size > 0) return { acts: new Map(ALL.map((act) => [act, 1])), things };
  if (!WHAT.has(first) || !acts.has("remember")) return { acts, things };
  return {
    acts: new Map([...acts, ["show", 1] as const].filter(([act]) => act !== "remember")),
    things: new Map([...things, ["memory", 1]]),
  };
}

const ofThings = ({ things, sure }: Reading) => things.map((thing) => [thing, sure] as const);

function surest<Name>(found: readonly (readonly [Name, number])[]): Map<Name, number> {
  return new Map(found.toSorted(([, a], [, b]) => a - b));
}

interface Reading {
  readonly acts: readonly Act[];
  readonly things: readonly Thing[];
  readonly sure: number;
}

function readingOf(word: string, maySlip: boolean): Reading {
  const shape = SHAPES.find(([form]) => form.test(word))?.slice(1) as readonly Thing[] | undefined;
  if (HOST_NAMES.has(word)) return { acts: [], things: ["host"], sure: 1 };
  if (shape !== undefined) return { acts: [], things: shape, sure: 1 };
  const form = [word, singular(word), stem(word)].find((each) => ACT_OF.has(each) || THING_OF.has(each));
  if (form !== undefined) return entry(form, word === singular(word) || !THING_OF.has(singular(word)), 1);
  const slip = maySlip ? slipOf(word) : undefined;
  return slip === undefined ? { acts: [], things: [], sure: 0 } : entry(slip, true, OF_A_SLIP);
}

/** "notes" are things, whatever "note" is. */
const entry = (word: string, isOne: boolean, sure: number): Reading => ({
  acts: isOne ? (ACT_OF.get(word) ?? []) : [],
  things: THING_OF.get(word) ?? [],
  sure,
});

function slipOf(word: string): string | undefined {
  if (word.length < 5 || HAN.test(word)) return undefined;
  const near = nearest(word, VOCABULARY, word.length > 7 ? 2 : 1);
  // Of a long word two letters may be missing: `rember`.
  const long = near.length > 0 || word.length < 6 ? [] : VOCABULARY.filter((each) => each.length > 7 && each[0] === word[0]);
  return [...slipsOf(word, VOCABULARY, word.length > 7 ? 2 : 1), ...nearest(word, long, 2)][0];
}

/** The nearest names, and before them one that begins as the word does: `unstall` is more like "uninstall" than like "install". */
export function slipsOf(word: string, names: readonly string[], most: number): string[] {
  const alike = (letters: number) => names.filter((name) => name.slice(0, letters) === word.slice(0, letters));
  const near = [...nearest(word, names, Math.min(most, 1)), ...nearest(word, alike(1), most)];
  return [...new Set([...(near.length === 0 ? [] : nearest(word, alike(2), most + 1)), ...near])];
}

const NEWEST = /^--(?:last|latest|newest)$/;

/** Out of habit, before what is meant: `git status`. */
function plain(words: readonly string[]): readonly string[] {
  const typed = words
    .map((word) => (NEWEST.test(word) ? "last" : word))
    // A text, and the value of an option, are arguments.
    .filter((word, at) => !word.startsWith("-") && (at === 0 || (!/\s/.test(word) && (knows(word) || !words[at - 1]?.startsWith("-")))))
    .map((word) => word.replace(/(?<=[a-z])(?=[A-Z][a-z]+(?:[A-Z]|$))/g, "-").toLowerCase())
    .flatMap(parts)
    .filter((word) => word !== "");
  const [first = ""] = typed;
  const own = typed.length > 1 && (HABITS.has(first) || isOurs(first)) ? typed.slice(1) : typed;
  // From a program on it is a call: `test git push`.
  const call = own.findIndex((word, at) => at > 0 && at < own.length - 1 && HABITS.has(word));
  return own.slice(0, call === -1 ? own.length : call).map((word, at) => (at === 0 ? wholeFamily(word) : word));
}

/** `sess`, `pol`: the beginning of a family. */
function wholeFamily(word: string): string {
  if (word.length < 3 || knows(word) || NAMES.has(word)) return word;
  const families = new Set([...NAMES].filter((name) => name.includes(" ") && name.startsWith(word)).map((name) => name.split(" ", 1)[0]));
  return families.size === 1 ? ([...families][0] ?? word) : word;
}

const NAMES: ReadonlySet<string> = new Set(COMMANDS.map(({ name }) => name));

/** `undismiss` is not what "dismiss" is; `untrash` is of the trash. */
function undone(word: string): readonly string[] {
  const opposite = OPPOSITES.flatMap(([one, other]) => (isAct(word, one) ? [other] : isAct(word, other) ? [one] : []));
  return [...(THING_OF.has(word) ? [word] : opposite.slice(0, 1)), "undo"];
}

const OPPOSITES: readonly (readonly [Act, Act])[] = [
  ["accept", "reject"],
  ["connect", "disconnect"],
  ["permit", "refuse"],
  ["suspend", "lock"],
];

/** `list-sessions`, `addMemory`, `memory:add`, `/undo`, `untrash`; names of files and hosts, and ids, stay whole. */
function parts(word: string): readonly string[] {
  if (word.startsWith("un") && !knows(word) && knows(word.slice(2))) return undone(word.slice(2));
  if (knows(word) || NAMES.has(word) || SHAPES.some(([form]) => form.test(word))) return [word];
  const all = word.split(/[-_:./?!,;=\s“”"']+/).filter((part) => part !== "");
  const hosts = all.filter((part) => HOST_NAMES.has(part));
  // `gemini-cli` is a host, and `no-force-push` a name of theirs.
  return hosts.length > 0 ? hosts : /\w-\w/.test(word) && !all.every((part) => knows(part) || QUIET.has(part)) ? [word] : all;
}

/** Chinese writes its words together: 查看规则. */
export function inChinese(word: string): readonly string[] {
  if (!HAN.test(word) || SHAPES.some(([form]) => form.test(word))) return [word];
  let rest = word;
  const held: (readonly [number, string])[] = [];
  for (const each of CHINESE) {
    const at = rest.indexOf(each);
    if (at === -1) continue;
    held.push([at, each]);
    rest = rest.replace(each, " ".repeat(each.length));
  }
  return held.sort(([a], [b]) => a - b).map(([, each]) => each);
}

export const singular = (word: string): string => word.replace(/ies$/, "y").replace(/([^s])s$/, "$1");
/** "searching", "removed". */
const stem = (word: string): string => word.replace(/(?:ing|ed)$/, "");
