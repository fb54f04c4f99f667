// Which commands a line that names none probably means.

import { HOSTS, mayMean, nearest, wordSet } from "../../base/index.ts";
import { A_RULE, type Act, ACTS, ALONE, type Thing, THINGS } from "./words.ts";

const MOST = 3;

interface Said {
  readonly acts: readonly Act[];
  readonly things: readonly Thing[];
}

const split = (words: string): readonly string[] => words.split(" ").map((word) => word.replaceAll("_", " ").toLowerCase());
const ACT_OF: ReadonlyMap<string, Act> = new Map(
  (Object.keys(ACTS) as Act[]).flatMap((act) => split(ACTS[act]).map((word) => [word, act] as const)),
);
const THING_OF: ReadonlyMap<string, Thing> = new Map(THINGS.flatMap((thing) => split(thing.words).map((word) => [word, thing] as const)));
const HAN = /\p{Script=Han}/u;
/** The longest first: 聊天记录 is one thing and not a talk. */
const CHINESE = [...ACT_OF.keys(), ...THING_OF.keys()].filter((word) => HAN.test(word)).sort((a, b) => b.length - a.length);

/** Names and values that say what they are by their shape. */
const SHAPES: ReadonlyArray<readonly [RegExp, ...string[]]> = [
  // What is not done with a file is done with its rules.
  [/^(?:\.\/)?agents\.md(?::\d+)?$/, "#file", "rule"],
  [/^config\.ya?ml$/, "config"],
  [/\.md(?::\d+)?$/, "document"],
  [/^e_\w/, "proposal"],
  [/^(?:c_\w|head\b)/, "head"],
  [/^session_/, "session"],
  [/^\d+$/, "#"],
  [/^\d+ ?(?:s|m|min|h)$/, "#time"],
  [/^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1)\b/, "page"],
  [new RegExp(`^(?:${HOSTS.join("|")})$`), "host"],
];

/** They say nothing about what is meant. */
const SMALL = wordSet("a about an am and can do does for from how in is it me my of please so that the this to u want was with you your");

/** Out of habit, before what is meant: `git status`. */
const PROGRAMS = new Set("apt brew cargo codicil docker git kubectl npm npx pip pnpm sudo yarn".split(" "));

/** A slip of our own name. */
const isOurs = (word: string): boolean => !knows(word) && mayMean(word, "codicil");

/** "stop cursor from deleting files": a rule, and not the end of something. */
function keepsFrom(typed: readonly string[]): boolean {
  const at = typed.indexOf("from");
  return typed[at + 1]?.endsWith("ing") === true && typed.slice(0, Math.max(0, at)).some((word) => KEEPS.has(word));
}

const HELPS: ReadonlySet<string> = new Set(["man", "manual", "usage", "帮助"]);
const KEEPS: ReadonlySet<string> = new Set(["stop", "keep", "prevent", "block"]);

/** "can claude delete files", "can i git push". */
const ASKS_WHETHER = new RegExp(`^(?:can|may|could) (?:(?!you |i |we )\\w|i (?:${[...PROGRAMS].join("|")}) )`);

/** "what do I use", "which port does the server use", 我用什么数据库; what starts with why or how is asked of the program. */
const ASKED_OF_ME = [
  /^(?:what|when|where|which|who) .*\b(?:i|we|my|our)\b/,
  new RegExp(`^(?:what|when|where|which) .*\\b(?:does|did) (?!(?:it|you|codicil|(?:the |my )?agents?|${HOSTS.join("|")})\\b)`),
  /^[^我]*我.*(?:(?<!为)什么|哪|谁|几|多少|吗)/,
];
const asksOfMe = (text: string): boolean => ASKED_OF_ME.some((form) => form.test(text));

/** What a sentence asks for, whatever its words name. */
function bySentence(typed: readonly string[], names: readonly string[]): string[] | undefined {
  const [first = "", ...rest] = typed;
  if (HELPS.has(first) && names.includes(rest.join(" "))) return [`help ${rest.join(" ")}`];
  if (keepsFrom(typed)) return ["policy report", A_RULE];
  if (ASKS_WHETHER.test(typed.join(" "))) return ["policy check", "policy report"];
  const isAsked = (ACT_OF.get(typed[0] ?? "") === "say" && ASKING.has(typed[1] ?? "")) || asksOfMe(typed.join(" "));
  return isAsked ? ["recall", "chat"] : undefined;
}

/** `rm -rf dist`: files, as in a shell. */
function isShellRm([first, second = ""]: readonly string[], flags: readonly string[]): boolean {
  return first === "rm" && (flags.some((flag) => /^-[rfiv]+$/.test(flag)) || (second.includes("/") && !second.endsWith(".md")));
}

/** In small letters, glued ones apart, without options and without the program that people type before them out of habit. */
function plain(words: readonly string[]): readonly string[] {
  const typed = words
    .filter((word) => !word.startsWith("-"))
    .map((word) => word.replace(/(?<=[a-z])(?=[A-Z][a-z]+(?:[A-Z]|$))/g, "-").toLowerCase())
    .flatMap(parts)
    .filter((word) => word !== "");
  const [first = ""] = typed;
  return typed.length > 1 && (PROGRAMS.has(first) || isOurs(first)) ? typed.slice(1) : typed;
}

/** Words of a command line, and the names that there are. At most three, the likeliest first; sentences behind them. */
export function meantCommands(words: readonly string[], names: readonly string[], flags: readonly string[] = []): string[] {
  const typed = plain(words);
  if (typed.length === 1 && isOurs(typed[0] ?? "")) return ["overview"];
  if (isShellRm(words, flags)) return ["trash put", "forget"];
  const sentence = bySentence(typed, names);
  if (sentence !== undefined) return sentence;
  // The `i` of npm comes first.
  const telling = typed.filter((word, at) => !SMALL.has(word) && (word !== "i" || (at === 0 && typed.length < 3)));
  const said = (telling.length === 0 ? typed : telling).map((word, at) => (at === 0 ? wholeFamily(word, names) : word));
  // `trash frobnicate`: whoever names the family sees all of it.
  const ofFamily = names.some((name) => name.startsWith(`${said[0]} `)) && said.length > 1;
  const ways = ofFamily && byWords(said.slice(1)).length === 0 ? [spelled] : [spelled, byWords, resembling];
  const found = ways.map((way) => way(said, names)).find((answer) => answer.length > 0) ?? [];
  const isVague = found.length === 0 || found === ALONE.show;
  return isVague && isSpeech(typed) ? ["recall", "chat"] : [...new Set(found)].slice(0, MOST);
}

/** `sess`, `pol`: the beginning of a family. */
function wholeFamily(word: string, names: readonly string[]): string {
  if (word.length < 3 || knows(word) || names.includes(word)) return word;
  const families = new Set(names.filter((name) => name.includes(" ") && name.startsWith(word)).map((name) => name.split(" ", 1)[0]));
  return families.size === 1 ? ([...families][0] ?? word) : word;
}

/** A question or a message in place of a command: `-p "which port does it use"`. */
const isSpeech = (typed: readonly string[]): boolean => typed.length > 2 && typed.some((word) => SMALL.has(word) || ASKING.has(word));
const ASKING: ReadonlySet<string> = new Set("how what when where which who why".split(" "));

/** `list-sessions`, `addMemory`, `memory:add`, `/undo`; names of files and hosts, and ids, stay whole. */
function parts(word: string): readonly string[] {
  if (word.startsWith("un") && !knows(word) && knows(word.slice(2))) return [word.slice(2), "undo"];
  return THING_OF.has(word) || ACT_OF.has(word) || SHAPES.some(([form]) => form.test(word)) ? [word] : word.split(/[-_:./?!,;=\s]+/);
}

/** What is behind their word is kept as it is: "remember that I like tea". */
const TELLS: ReadonlySet<Act> = new Set(["remember", "forget"]);
const LINKS: ReadonlySet<string> = new Set("about for please that the to".split(" "));

/** What was typed behind the words that say which command it is: `stripe` of `memory search stripe`. */
export function behind(words: readonly string[], name: string): readonly string[] {
  const asked = words[0]?.toLowerCase() ?? "";
  if (ASKING.has(asked.split(" ", 1)[0] ?? "") || asksOfMe(asked)) return words;
  const own = name.split(" ");
  const from = own.length > 1 && words[0]?.toLowerCase() === own[0] ? 2 : 1;
  const isText = TELLS.has(ACT_OF.get(words[0] ?? "") ?? "say");
  const isName = (word: string) =>
    isText
      ? LINKS.has(word)
      : !PROGRAMS.has(word) && (SMALL.has(word) || knows(word) || slipped(word).length > 0 || nearest(word, own, 1).length > 0);
  const at = words.findIndex((word, index) => index >= from && !isName(word.toLowerCase()));
  return words.slice(at === -1 ? behindAct(words) : at);
}

/** 搜索记忆 数据库: act and thing are one word. `search database`: all behind the search is what to find. */
const behindAct = (words: readonly string[]): number =>
  inChinese(words[0] ?? "").length > 1 ? 1 : words.findIndex((word) => isAct(word, "search")) + 1 || words.length;

/** What a word or two of our own become by a slip, in the other order, or in the plural. */
function spelled([one = "", two = ""]: readonly string[], names: readonly string[]): readonly string[] {
  const inFamily = names.filter((name) => name.startsWith(`${one} `));
  if (inFamily.length > 0 && knows(two)) return [];
  if (inFamily.length > 0 && two !== "") return member(one, two, inFamily);
  const written = [`${one} ${two}`.trim(), `${two} ${one}`, `${singular(one)} ${two}`.trim(), `${singular(two)} ${one}`, one];
  const exact = written.find((each) => names.includes(each));
  // `show-config`: what is shown says more than the word for it.
  if (exact !== undefined && !(exact === one && knows(one) && THING_OF.has(two))) return [exact];
  if (knows(one)) return [];
  const second = names.filter((name) => name.endsWith(` ${one}`));
  if (second.length > 0) return second;
  const whole = nearest(
    `${one} ${two}`,
    names.filter((name) => name.includes(" ")),
    2,
  );
  const slip = nearest(
    one,
    names.filter((name) => !name.includes(" ")),
    one.length > 4 ? 2 : one.length > 2 ? 1 : 0,
  );
  return [...whole, ...slip];
}

/** `policy rep`, `policy raport`. */
function member(one: string, two: string, family: readonly string[]): readonly string[] {
  const begun = family.filter((name) => two.length > 1 && name.startsWith(`${one} ${two}`));
  return begun.length > 0 ? begun : nearest(`${one} ${two}`, family, two.length > 3 ? 2 : 1);
}

/** Acts that count before others of the same line ("tell it to forget"), and those that count behind them ("see what to undo"). */
const WEIGHT: Readonly<Partial<Record<Act, number>>> = {
  forget: 1,
  remember: 1,
  undo: 1,
  trace: -1,
  newest: -1,
  show: -2,
  list: -2,
  say: -2,
};

/** By the act and the thing that the words speak of. */
function byWords(said: readonly string[]): readonly string[] {
  const { acts: all, things } = heard(said);
  if (things.length === 0 && all.includes("newest") && all.includes("remove")) return ["undo last", "memory remove"];
  const acts = all.toSorted((a, b) => (WEIGHT[b] ?? 0) - (WEIGHT[a] ?? 0));
  for (const act of acts) {
    const cell = things.map((thing) => thing.acts[act]).find((each) => each !== undefined);
    if (cell !== undefined) return cell;
  }
  const [act, thing] = [acts[0], things[0]];
  // A thing says more than "show" and "list", and less than any other act.
  if (thing !== undefined && thing.alone.length > 0 && (act === undefined || (WEIGHT[act] ?? 0) < 0)) return thing.alone;
  return act === undefined ? [] : ALONE[act];
}

/** Slips are looked for where the act is, and in a line without a word that is known where its thing would are. */
function heard(said: readonly string[]): Said {
  const pairs = said.slice(1).map((word, at) => `${said[at]} ${word}`);
  const words = said.flatMap(inChinese);
  const exact = [...pairs.filter((pair) => THING_OF.has(pair)), ...words.flatMap(knownWord)];
  // Behind a thing its act may be the slip: `memory serach`.
  const [first = "", second = ""] = words;
  const odd = !knows(first) ? first : ACT_OF.has(first) || knows(second) ? "" : second;
  // Without a thing beside it, it may be the thing: `sesion ls`.
  const hasThing = exact.some((word) => THING_OF.has(word));
  const slip = odd.length < 6 ? [] : slipped(odd).filter((word) => ACT_OF.has(word) || !hasThing);
  const known = exact.length > 0 ? [...slip, ...exact] : words.slice(0, 2).flatMap(slipped);
  return { acts: known.flatMap((word) => ACT_OF.get(word) ?? []), things: known.flatMap((word) => THING_OF.get(word) ?? []) };
}

/** Chinese writes its words together: 查看规则. */
function inChinese(word: string): readonly string[] {
  if (!HAN.test(word)) return [word];
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

export const isProgram = (word: string): boolean => PROGRAMS.has(word.toLowerCase());

/** `git push --force`, `rm -rf build`. */
export const isCall = (words: readonly string[]): boolean => isProgram(words[0] ?? "") || isShellRm(words, words);

/** Whether the word is said for this act. */
export const isAct = (word: string, act: Act): boolean => ACT_OF.get(word.toLowerCase()) === act;

/** Whether the word is said for some act and for no thing: nobody names a new file so. */
export const isVerb = (word: string): boolean => ACT_OF.has(word) && !THING_OF.has(word);

/** Whether nothing is done so with this thing. */
export function lacks(name: string, word: string): boolean {
  const [thing, act] = [THING_OF.get(name), ACT_OF.get(word)];
  return thing !== undefined && act !== undefined && thing.acts[act] === undefined;
}

export const knows = (word: string): boolean => ACT_OF.has(word) || THING_OF.has(word) || THING_OF.has(singular(word));

function knownWord(word: string): readonly string[] {
  const [form, ...shape] = SHAPES.find(([each]) => each.test(word)) ?? [];
  if (form !== undefined) return shape;
  // "notes" are things, whatever "note" is.
  const many = word === singular(word) ? undefined : THING_OF.get(singular(word));
  if (many !== undefined && !THING_OF.has(word))
    return split(many.words)
      .filter((each) => !ACT_OF.has(each))
      .slice(0, 1);
  return [word, singular(word), stem(word)].filter((each) => ACT_OF.has(each) || THING_OF.has(each)).slice(0, 1);
}

function slipped(word: string): readonly string[] {
  if (word.length < 5 || HAN.test(word)) return [];
  const all = [...ACT_OF.keys(), ...THING_OF.keys()];
  const near = nearest(word, all, word.length > 7 ? 2 : 1);
  // Of a long word two letters may be missing: `rember`.
  const long = near.length > 0 || word.length < 6 ? [] : all.filter((each) => each.length > 7 && each[0] === word[0]);
  return [...near, ...nearest(word, long, 2)].slice(0, 1);
}

/** The names that look like it at all: a family, the end of a pair, a beginning. */
function resembling([one = ""]: readonly string[], names: readonly string[]): readonly string[] {
  const families = [...new Set(names.filter((name) => name.includes(" ")).map((name) => name.split(" ")[0] ?? ""))];
  const [family] = nearest(one, families);
  return [
    ...nearest(one, names),
    ...(family === undefined ? [] : names.filter((name) => name.startsWith(`${family} `))),
    ...names.filter((name) => one.length > 1 && name.startsWith(one)),
  ];
}

const singular = (word: string): string => word.replace(/ies$/, "y").replace(/([^s])s$/, "$1");
/** "searching", "removed". */
const stem = (word: string): string => word.replace(/(?:ing|ed)$/, "");
