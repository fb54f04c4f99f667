// Two lines of one document that cannot both be true. Pure, and precision first: only lines of one scope are held against
// each other, they must be equal but for the one thing in which they differ, and what tells of a change over time
// ("used to", "switched to") or of a condition is left alone.

import { either } from "../../base/index.ts";
import type { Diagnosis } from "../finding.ts";
import type { SheetReading, Unit } from "../sheet.ts";
import { stem } from "./words.ts";

/** Headings that name no subject of their own: what stands below them is about the document's subject. */
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
/** "tabs over spaces", "pnpm, not npm": behind these words stands the value that is not chosen. */
const NOT_CHOSEN = EXCLUSIVE.map(
  ({ values }) =>
    new RegExp(
      `(?:\\b(?:over|instead of|rather than|not|than|vs\\.?|to)\\s+|而不是|而非|不用|不是)(?:\\w+\\s+){0,2}?(?:${values.map(({ source }) => source).join("|")})`,
      "giu",
    ),
);

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
const STOP = new Set(
  (
    "a an the this that is are am be been to of for in on at by with and as it its i my me user users person owner do does did has have had will would should " +
    "shall must can could may might please always use uses using used prefer prefers preferred want wants run runs running listen listens serve serves serving set default write writes " +
    "keep keeps like likes give gives go all every any everything everywhere"
  ).split(" "),
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
  const report = (earlier: Claim, later: Claim, what: string): void => {
    if (earlier.unit.line === later.unit.line) return;
    const key = `${earlier.unit.line} ${later.unit.line}`;
    if (found.has(key)) return;
    found.set(key, {
      code: "contradiction",
      severity: "warn",
      file: reading.sheet.file,
      line: later.unit.line,
      message: `${what}, but line ${earlier.unit.line} says otherwise`,
      quote: later.sentence,
      key: `${earlier.sentence}\n${later.sentence}`,
    });
  };
  const polar = new Map<string, Claim>();
  const valued = new Map<string, { claim: Claim; value: string }>();
  const singles = new Map<string, { claim: Claim; value: string }[]>();
  for (const claim of claimsOf(reading)) {
    const scope = subjectOf(claim.unit);
    for (const { key, value, what } of valuesOf(claim.sentence)) {
      const before = valued.get(`${scope}\n${key}`);
      if (before === undefined) valued.set(`${scope}\n${key}`, { claim, value });
      else if (before.value !== value) report(before.claim, claim, what);
    }
    const denial = denialOf(claim.sentence);
    if (denial !== null) {
      const key = `${scope}\n${denial.frame}`;
      const before = polar.get(`${key}\n${denial.denies ? "yes" : "no"}`);
      if (before !== undefined) report(before, claim, denial.denies ? "denies" : "affirms");
      const own = `${key}\n${denial.denies ? "no" : "yes"}`;
      if (!polar.has(own)) polar.set(own, claim);
    }
    const single = singleOf(claim.sentence);
    if (single !== null) {
      const key = `${scope}\n${single.key}`;
      singles.set(key, [...(singles.get(key) ?? []), { claim, value: single.value }]);
    }
  }
  for (const { earlier, later } of twoValued(singles)) report(earlier, later, "gives another value");
  return [...found.values()];
}

function* claimsOf(reading: SheetReading): Iterable<Claim> {
  for (const unit of reading.units) {
    if (unit.isFragment || unit.text.length > LONGEST * 2) continue;
    for (const sentence of unit.text.split(/(?<=[.!。！；;])\s+|(?<=[。！；])/u)) {
      const plain = sentence
        .normalize("NFKC")
        .replace(/[*_`"“”]/g, "")
        .trim();
      if (plain.length > 0 && plain.length <= LONGEST && !QUALIFIED.test(plain)) yield { unit, sentence: plain };
    }
  }
}

/** What the lines around it say that it is about. */
function subjectOf(unit: Unit): string {
  return [...unit.headings.filter((heading) => !GENERIC.test(heading.trim())), "", ...unit.parents].join("\n");
}

/** What is left of a sentence when its verbs and small words are gone; in order, because order can be the meaning. */
function frameOf(sentence: string, without: ReadonlySet<string> = new Set()): string {
  const words = sentence
    .toLowerCase()
    .replace(/['’](?:s|t)\b/g, "")
    .replace(STOP_CHARS, "")
    .match(/\p{Script=Han}+|[\p{L}\p{N}][\p{L}\p{N}\p{M}_./-]*/gu);
  return (words ?? [])
    .filter((word) => !STOP.has(word))
    .map((word) => stem(word.replace(/(?<![./-])[./-]+$/, "")))
    .filter((word) => !without.has(word) && word !== "")
    .join(" ");
}

interface Value {
  readonly key: string;
  readonly value: string;
  readonly what: string;
}

function valuesOf(sentence: string): Value[] {
  return [...choicesIn(sentence), ...numberIn(sentence)];
}

function choicesIn(sentence: string): Value[] {
  return EXCLUSIVE.flatMap(({ values: spellings, implied }, number) => {
    const chosen = sentence.replace(NOT_CHOSEN[number] as RegExp, " ");
    if (DENIES.test(chosen)) return [];
    const hits = spellings.flatMap((spelling, index) => (spelling.test(chosen) ? [index] : []));
    const [hit] = hits;
    if (hits.length !== 1 || hit === undefined || !(ASSERTS.test(chosen) || /[:：=]/.test(chosen))) return [];
    const frame = frameOf(chosen.replace(spellings[hit] as RegExp, " "), new Set(implied.split(" ").map(stem)));
    return [{ key: `choice ${number} ${frame}`, value: String(hit), what: "chooses another one" }];
  });
}

/** The one number of a sentence that counts something. */
function numberIn(sentence: string): Value[] {
  const [only, ...more] = DENIES.test(sentence) ? [] : [...sentence.matchAll(NUMBER)];
  const value = only?.[1];
  if (value === undefined || more.length > 0 || !COUNTED.test(sentence)) return [];
  if (!ASSERTS.test(sentence) && !/[:：=]|\bon\b|为/.test(sentence) && !isBareNumber(sentence)) return [];
  const frame = frameOf(sentence.replace(NUMBER, " "));
  return frame === "" || frame.split(" ").length > 6 ? [] : [{ key: `number ${frame}`, value, what: "gives another number" }];
}

/** "port 3000": a thing that has one number, and the number. */
function isBareNumber(sentence: string): boolean {
  return /^(?:the\s+)?(?:port|端口)\s*\d+(?:\s*[.。])?$/iu.test(sentence.trim());
}

function denialOf(sentence: string): { frame: string; denies: boolean } | null {
  const denials = sentence.match(EVERY_DENIAL)?.length ?? 0;
  if (denials > 1 || (denials === 0 && !ASSERTS.test(sentence))) return null;
  const frame = frameOf(sentence.replace(EVERY_DENIAL, " "));
  if (frame.length < 2) return null;
  return { frame: /\p{Script=Han}/u.test(frame) ? frame.replaceAll(" ", "") : frame, denies: denials === 1 };
}

function singleOf(sentence: string): { key: string; value: string } | null {
  const found = /^([^:：=]{2,24})\s*[:：=]\s*(\S.{0,60})$/u.exec(sentence);
  const [key, value] = [
    found?.[1]?.trim() ?? "",
    found?.[2]
      ?.trim()
      .replace(/[.。]$/, "")
      .toLowerCase() ?? "",
  ];
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
