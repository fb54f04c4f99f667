// Two lines of one document that cannot both be true. Pure, and precision first: only lines of one scope are held against
// each other, they must be equal but for the one thing in which they differ, and what tells of a change over time
// ("used to", "switched to") or of a condition is left alone.

import { either, remembered, wordSet, keptIn } from "../../base/index.ts";
import type { Diagnosis } from "./finding.ts";
import type { SheetReading, Unit } from "./sheet.ts";
import { MOST_REMEMBERED, stem } from "./comparedWords.ts";

/** Headings that name no subject of their own: what is below them is about the document's subject. */
const GENERIC = new RegExp(
  String.raw`^(?:${either`
  about(?: me)?, background, basics, coding(?: style)?, conventions?, facts?, general, identity,
  misc(?:ellaneous)?, memory, notes?, other, preferences?, profile, rules?, style, user, 偏好, 笔记, 备注, 身份, 背景, 约定,
  习惯, 其他, 规则, 记忆, 用户, 关于我
`})$`,
  "iu",
);

/** Change over time, doubt, questions, examples: two such lines may both be true. Conditions stay: they are compared too. */
const QUALIFIED = new RegExp(
  String.raw`\b(?:${either`
  was, were, used to, formerly, previously, originally, now, since, until, till, migrat\w*, switch\w*, chang\w*,
  moved?, sometimes, usually, mostly, often, e\.g, for example, such as, todo, maybe, old, legacy, deprecated,
  new, former
`})\b|[?？]|~~|以前|曾经|现在|后来|改为|改成|换成|有时|通常|例如|比如|旧|新`,
  "iu",
);

/** Values of which one thing has one, each with its spellings and the words that go without saying beside it. */
const EXCLUSIVE: readonly { readonly values: readonly RegExp[]; readonly implied: string }[] = [
  { values: [/\btabs?\b|制表符/iu, /\bspaces?\b|空格/iu], implied: "indent indentation code width style 缩进" },
  { values: [/\bsingle[- ]quotes?\b|单引号/iu, /\bdouble[- ]quotes?\b|双引号/iu], implied: "string quote style 字符串" },
  {
    values: [/\bdark(?=[- ](?:mode|theme))|深色|暗色/iu, /\blight(?=[- ](?:mode|theme))|浅色|亮色/iu],
    implied: "mode theme editor ui 主题 模式",
  },
  {
    values: [/\bpnpm\b/iu, /(?<!p)\bnpm\b/iu, /\byarn\b/iu, /\bbun\b/iu],
    implied: "package manager install dependency package-manager 包管理器 安装 依赖",
  },
  { values: [/\bBritish\b|英式/u, /\bAmerican\b|美式/u], implied: "english spelling 英语 拼写" },
  { values: [/\bmetric\b|公制/iu, /\bimperial\b|英制/iu], implied: "unit system 单位" },
  { values: [/\b12[- ]hour\b|12 ?小时制/iu, /\b24[- ]hour\b|24 ?小时制/iu], implied: "clock time format 时间" },
  {
    values: [/\b(?:short|concise|brief|terse)\b|简短|简洁/iu, /\b(?:long|detailed|verbose|lengthy)\b|详细|冗长/iu],
    implied: "answer reply response explanation message 回答 回复",
  },
  { values: [/\binformal\b|\bcasual\b|非正式/iu, /\bformal\b|(?<!非)正式/iu], implied: "tone language style 语气" },
];
const EVERY_CHOICE = EXCLUSIVE.flatMap(({ values }, number) => values.map(({ source }, side) => ({ number, side, source })));
/** Nearly all lines have none: one look tells. */
const ANY_CHOICE = new RegExp(EVERY_CHOICE.map(({ source }) => `(${source})`).join("|"), "giu");
/** "tabs over spaces", "pnpm, not npm": behind these words is the value that is not chosen. */
const BEFORE_IT = either`\b(?:over|instead of|rather than|not|than|vs\.?|to)\s+, 而不是, 而非, 不用, 不是`;
const NOT_CHOSEN = EXCLUSIVE.map(({ values }) => {
  const value = values.map(({ source }) => source).join("|");
  return new RegExp(`(?:${BEFORE_IT})(?:\\w+\\s+){0,2}?(?:${value})`, "giu");
});

const NONE: ReadonlySet<string> = new Set();
const IMPLIED = EXCLUSIVE.map(({ implied }) => new Set(implied.split(" ").map(stem)));

/** Things that have one number. */
const COUNTED = new RegExp(
  String.raw`\b(?:${either`
  ports?, version, timeout, limit, budget, length, width, indent(?:ation)?, size, threshold, retries,
  max(?:imum)?, min(?:imum)?, node(?:\.?js)?, python, java, ruby, php, age, born, deadline, ttl, columns?,
  characters?, spaces
`})\b|端口|版本|超时|上限|下限|长度|宽度|缩进|大小|年龄|预算|字符`,
  "iu",
);
const NUMBER = /(?<![\w#/.:-])v?(\d+(?:\.\d+)*)(?![\w/:-]|\.\d)/gu;

/** Keys of which a person or a project has one. */
const SINGLE_KEY = new RegExp(
  String.raw`^(?:${either`
  time ?zone, editor, shell, os, operating system, port, default branch, main branch, theme, indent(?:ation)?,
  quotes?, package manager, test (?:runner|command), license, birthday, date of birth, pronouns, database,
  formatter, base url, 时区, 编辑器, 端口, 默认分支, 主题, 缩进, 引号, 包管理器, 许可证, 生日, 数据库
`})$`,
  "iu",
);

/** Verbs and small words. The person is the silent subject; whoever else is meant stays in the frame. */
const STOP = wordSet(
  "a an the this that is are am be been to of for in on at by with and as it its i my me user users person owner do does did has have",
  "had will would should shall must can could may might please always use uses using used prefer prefers preferred want wants run runs",
  "running listen listens serve serves serving set default write writes keep keeps like likes give gives go all every any everything",
  "everywhere",
);
const STOP_CHARS = /[的了着地得之在和与及把被给对也都很就请会要应该必须总是始终我这那个使用喜欢偏好采用一律从永户]/gu;
const DENIES = new RegExp(
  String.raw`\b(?:${either`
  never, not, no, don['’]?t, doesn['’]?t, isn['’]?t, aren['’]?t, won['’]?t, cannot, can['’]?t, shouldn['’]?t,
  avoid, dislikes?, hates?
`})\b|不(?!同|过|仅|错|断|少|足|但|管|论|久|止)|(?<!特|分|个|区|类|级|识)别(?!的|人|处|名)|勿|没有|禁止|讨厌`,
  "iu",
);
const EVERY_DENIAL = new RegExp(DENIES, "giu");
const ASSERTS = new RegExp(
  String.raw`\b(?:${either`
  always, is, are, am, use, uses, prefer, prefers, must, should, do, likes?, wants?, has, have, run, write, keep,
  call, commit, push, add, put, eat, eats, drink, drinks, indent
`})\b|[是要须用爱有]|总是|始终|喜欢|使用|必须`,
  "iu",
);

const LONGEST = 160;

interface Claim {
  readonly unit: Unit;
  readonly sentence: string;
}

export function findContradictions(reading: SheetReading): Diagnosis[] {
  if (reading.sheet.kind === "diary") return [];
  const found = new Map<string, Diagnosis>();
  const { file } = reading.sheet;
  const report = (earlier: Claim, later: Claim, what: string): void => {
    const [before, line] = [earlier.unit.line, later.unit.line];
    const at = `${before} ${line}`;
    if (before === line || found.has(at)) return;
    const message = `${what}, but line ${before} says otherwise`;
    const key = `${earlier.sentence}\n${later.sentence}`;
    const beside = { file, line: before };
    found.set(at, { code: "contradiction", severity: "warn", file, line, message, quote: later.sentence, key, beside });
  };
  const singles = new Map<string, { claim: Claim; value: string }[]>();
  const subjects = new Map<string, number>();
  const told: Told[] = [];
  const factsOf = factReader(reading);
  for (const claim of claimsOf(reading, factsOf === null)) {
    const facts = factsOf?.(claim.sentence) ?? [];
    const single = singleOf(claim.sentence);
    if (facts.length === 0 && single === null) continue;
    const scope = numberOf(subjects, subjectOf(claim.unit));
    for (const fact of facts) told.push({ ...fact, claim, about: `${scope} ${fact.about}` });
    if (single !== null) keptIn(singles, `${scope}\n${single.key}`, () => []).push({ claim, value: single.value });
  }
  for (const { earlier, later, what } of twoSided(told)) report(earlier, later, what);
  for (const { earlier, later } of twoValued(singles)) report(earlier, later, "gives another value");
  return [...found.values()];
}

/** `keysOnly`: nothing else is at stake. */
function* claimsOf(reading: SheetReading, keysOnly: boolean): Iterable<Claim> {
  for (const unit of reading.units) {
    if (unit.isFragment || unit.text.length > LONGEST * 2 || (keysOnly && !/[:=]|[^ -~]/.test(unit.text))) continue;
    for (const sentence of unit.text.split(/(?<=[.!。！；;])\s+|(?<=[。！；])/u)) {
      const plain = plainly(sentence).trim();
      if (plain.length > 0 && plain.length <= LONGEST && !QUALIFIED.test(plain)) yield { unit, sentence: plain };
    }
  }
}

function plainly(text: string): string {
  return text.normalize("NFKC").replace(/[*_`"“”]/g, "");
}

/**
 * What sentences of the document say about things of which it takes two sides anywhere; of all else no two can contradict each other.
 * A long document takes few, so that one look at all of it spares several at each line. null: of nothing.
 */
function factReader({ units }: SheetReading): ((sentence: string) => Fact[]) | null {
  const all = plainly(units.map(({ text }) => text).join("\n"));
  const choices = twoSidedChoices(all);
  const readers = [
    ...(choices.size > 0 ? [(sentence: string) => choicesIn(sentence, choices)] : []),
    ...(COUNTED.test(all) ? [numberIn] : []),
    ...(DENIES.test(all) ? [denialIn] : []),
  ];
  return readers.length === 0 ? null : (sentence) => readers.flatMap((read) => read(sentence));
}

function twoSidedChoices(text: string): ReadonlySet<number> {
  const sides = new Map<number, Set<number>>();
  for (const match of text.matchAll(ANY_CHOICE)) {
    const { number, side } = EVERY_CHOICE[match.findIndex((part, at) => at > 0 && part !== undefined) - 1] ?? { number: -1, side: -1 };
    sides.set(number, (sides.get(number) ?? new Set()).add(side));
  }
  return new Set([...sides].flatMap(([number, taken]) => (taken.size > 1 ? [number] : [])));
}

/** What the lines around it say that it is about. */
function subjectOf(unit: Unit): string {
  return [...unit.headings.filter((heading) => !GENERIC.test(heading.trim())), "", ...unit.parents].join("\n");
}

/** Short, because it is part of many keys. */
function numberOf(numbers: Map<string, number>, name: string): number {
  return keptIn(numbers, name, () => numbers.size);
}

/** What is left of a sentence when its verbs and small words are gone; in order, because order can be the meaning. */
function frameOf(sentence: string, without: ReadonlySet<string> = NONE): string {
  const words = sentence
    .toLowerCase()
    .replace(/['’](?:s|t)\b/g, "")
    .replace(STOP_CHARS, "")
    .match(/\p{Script=Han}+|[\p{L}\p{N}][\p{L}\p{N}\p{M}_./-]*/gu);
  return (words ?? [])
    .map(rootOf)
    .filter((word) => word !== "" && !without.has(word))
    .join(" ");
}

/** "": it says nothing. The words of a long document come back again and again. */
const rootOf = remembered(MOST_REMEMBERED, (word) => (STOP.has(word) ? "" : stem(word.replace(/(?<![./-])[./-]+$/, ""))));

/** What a sentence says about something that has two sides or more. */
interface Fact {
  readonly about: string;
  readonly side: string;
  readonly what: string;
  /** What it is said of; null: of nothing that can be told. Costs most of the time, and is asked only where both sides are taken. */
  readonly frame: () => string | null;
}

interface Told extends Fact {
  readonly claim: Claim;
}

/** Facts with the same frame and another side. */
function* twoSided(told: readonly Told[]): Iterable<{ earlier: Claim; later: Claim; what: string }> {
  const sides = new Map<string, Set<string>>();
  for (const { about, side } of told) sides.set(about, (sides.get(about) ?? new Set()).add(side));
  const firsts = new Map<string, Told[]>();
  for (const fact of told) {
    const frame = (sides.get(fact.about)?.size ?? 0) > 1 ? fact.frame() : null;
    if (frame === null) continue;
    const key = `${fact.about}\n${frame}`;
    const before = firsts.get(key) ?? [];
    // A value is held against the first one, a denial against any.
    const other = fact.about.endsWith(DENIAL) ? before.find(({ side }) => side !== fact.side) : before[0];
    if (other !== undefined && other.side !== fact.side) yield { earlier: other.claim, later: fact.claim, what: fact.what };
    if (!before.some(({ side }) => side === fact.side)) firsts.set(key, [...before, fact]);
  }
}

function choicesIn(sentence: string, among: ReadonlySet<number>): Fact[] {
  return EXCLUSIVE.flatMap(({ values: spellings }, number) => {
    if (!among.has(number) || !spellings.some((spelling) => spelling.test(sentence))) return [];
    const chosen = sentence.replace(NOT_CHOSEN[number] as RegExp, " ");
    if (DENIES.test(chosen)) return [];
    const hits = spellings.flatMap((spelling, index) => (spelling.test(chosen) ? [index] : []));
    const [hit] = hits;
    if (hits.length !== 1 || hit === undefined || !(ASSERTS.test(chosen) || /[:：=]/.test(chosen))) return [];
    const frame = () => frameOf(chosen.replace(spellings[hit] as RegExp, " "), IMPLIED[number]);
    return [{ about: `choice ${number}`, side: String(hit), what: "chooses another one", frame }];
  });
}

/** The one number of a sentence that counts something. */
function numberIn(sentence: string): Fact[] {
  if (!COUNTED.test(sentence) || DENIES.test(sentence)) return [];
  const [only, ...more] = sentence.matchAll(NUMBER);
  const value = only?.[1];
  if (value === undefined || more.length > 0) return [];
  if (!ASSERTS.test(sentence) && !/[:：=]|\bon\b|为/.test(sentence) && !isBareNumber(sentence)) return [];
  const frame = () => {
    const words = frameOf(sentence.replace(NUMBER, " "));
    return words === "" || words.split(" ").length > 6 ? null : words;
  };
  return [{ about: "number", side: value, what: "gives another number", frame }];
}

/** "port 3000": a thing that has one number, and the number. */
function isBareNumber(sentence: string): boolean {
  return /^(?:the\s+)?(?:port|端口)\s*\d+(?:\s*[.。])?$/iu.test(sentence.trim());
}

const DENIAL = "denial";

function denialIn(sentence: string): Fact[] {
  const denials = sentence.match(EVERY_DENIAL)?.length ?? 0;
  if (denials > 1 || (denials === 0 && !ASSERTS.test(sentence))) return [];
  const frame = () => {
    const words = frameOf(sentence.replace(EVERY_DENIAL, " "));
    if (words.length < 2) return null;
    return /\p{Script=Han}/u.test(words) ? words.replaceAll(" ", "") : words;
  };
  const [side, what] = denials === 1 ? ["no", "denies"] : ["yes", "affirms"];
  return [{ about: DENIAL, side, what, frame }];
}

function singleOf(sentence: string): { key: string; value: string } | null {
  const found = /^([^:：=]{2,24})\s*[:：=]\s*(\S.{0,60})$/u.exec(sentence);
  const [, key = "", said = ""] = found?.map((part) => part.trim()) ?? [];
  const value = said.replace(/[.。]$/, "").toLowerCase();
  return SINGLE_KEY.test(key) && value !== "" ? { key: key.toLowerCase(), value } : null;
}

/** A key that comes back with another value; not where several keys come back, which makes them records of a list. */
function* twoValued(singles: ReadonlyMap<string, readonly { claim: Claim; value: string }[]>): Iterable<{ earlier: Claim; later: Claim }> {
  const repeated = [...singles].filter(([, all]) => all.length > 1);
  const scopeOf = (key: string) => key.slice(0, key.lastIndexOf("\n"));
  const inScope = new Map<string, number>();
  for (const [key] of repeated) inScope.set(scopeOf(key), (inScope.get(scopeOf(key)) ?? 0) + 1);
  for (const [key, all] of repeated) {
    const [first, second] = all;
    if (all.length !== 2 || inScope.get(scopeOf(key)) !== 1 || first === undefined || second === undefined) continue;
    if (!first.value.includes(second.value) && !second.value.includes(first.value)) yield { earlier: first.claim, later: second.claim };
  }
}
