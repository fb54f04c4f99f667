// A note as far as it can be told from its words what it is about and whether something else can take its place: a state or an
// act, one value or one of many, a change, an end, a denial. In English and Chinese; the tables are data and say all there is.

import { either, simplified } from "../../base/index.ts";
import { IRREGULAR } from "../reading/irregular.ts";
import { HAN_STOP_CHARACTERS } from "../reading/stopWords.ts";
import { termsOfWord } from "../reading/words.ts";

export interface Clause {
  readonly text: string;
  /** What it says in order, without small words and words of change: stems; in Chinese characters, and words in other letters. */
  readonly tokens: readonly string[];
  /** These without numbers, days and times, which are what changes. */
  readonly lasting: readonly string[];
  /** How many of them are before "is": they say what it is about. */
  readonly subject: number;
  /** It tells what happened; a change is what is true since. */
  readonly isEvent: boolean;
  /** It says something more, beside what was said: "also". */
  readonly adds: boolean;
  readonly denies: boolean;
  /** It tells that something ended. */
  readonly ends: boolean;
}

/** A note as far as this is decided by it: as a whole, and by its clauses. */
export interface Note extends Clause {
  readonly clauses: readonly Clause[];
  readonly isHan: boolean;
  /** It tells of a change: "now", "moved", 改为. */
  readonly changes: boolean;
  /** Of what it says, several can be true at once: likes, allergies. */
  readonly isOneOfMany: boolean;
  /** It asks, plans, supposes, tells of one time only, or says that all stays: nothing is otherwise yet. */
  readonly isTentative: boolean;
  readonly asks: boolean;
  /** Names of what it says has ended: "sold the Skoda", "CircleCI is gone". */
  readonly ended: ReadonlySet<string>;
  /** It names who does something that one person does: the name is the value, and is where the subject is. */
  readonly isRole: boolean;
  /** It begins with that name, and ends with what it is that they do: "Chen leads the team". */
  readonly namesDoer: boolean;
  /** Of those who live or work somewhere, or tell that they do so elsewhere: which of these. */
  readonly place: number;
  readonly toPlace: number;
  /** What it says is new: "our new vet". */
  readonly renewed: ReadonlySet<string>;
}

/** A longer text is about more than one thing, and is not even read; Chinese says as much in a third of the characters. */
export const LONGEST_TEXT = 300;
const LONGEST_HAN = 100;

/** Words that tell of a change. */
const CHANGES = either`now, as of, since, instead, these days, used to, formerly, previously, from (?:now|today|this|next) \w+,
  from \w+ on, ^from \w+, starting (?:today|tomorrow|now|next|this|\w+day), slips?, slipped, doubled, halved, tripled, settled in,
  updated?, correction, corrected, oops, after all, reversed, moved?, moving, switched, changed, replaced, replaces, renamed, migrated,
  became, becomes, (?:took|takes|taken|taking) over, turns out, turned out, relocated, upgraded, renewed, rebooked, rescheduled,
  (?:cut|set|put) (?=(?:\w{1,20} ){1,4}to\b), reset, different, handed (?=(?:\w{1,20} ){1,5}to\b),
  (?:grew|grows|shrank|drops|fell|rose|rises|\w{3,}ed) to (?=\d|t[ewh]|f[io]|s[ei]|eight|nine), bumped, raised, lowered,
  put (?:\w+ ){0,3}up, went up, went down, postponed, pushed, delayed, shifted, cut to, cut down, shortened, reduced, increased,
  transferred, brought forward, extended, started at, rather`;
const ENDS = either`
  no longer, any ?more, stopped, quit, resigned, retired, stepped down, left, sold, dropped, cancel\w+, closed, gave up, gave, got rid,
  deprecated, discontinued, thrown out, read-only, archived, gone, ended, expired, returned, died, passed away, moved out, moved away,
  pulled out, broke down, removed, deleted, uninstalled, phased out, decommissioned, shut down, laid off, graduated, terminated, revoked,
  abandoned, scrapped, ditched, went back to, leaving, is done, is over, is finished
`;
const HAN_CHANGES = either`现在, [改换搬转挪迁延提升降涨调推变放扩缩减短][为成到去至], [搬迁]来, 换(?=\p{Script=Han}{1,4}了), 改(?![进造天日期编善正革良版过动])(?=\p{Script=Han}),
  切[到成], 启用, 升级, 推迟, 提前, 延期, 调整, 涨价, 更新, 如今, 接任, 接手, 接替, 已改, 目前, 自从, 以来, 以后, 搬家, 跳槽, 查出, 统一, (?:提高|降低|增加|减少|延长|缩短|放宽)[为成到], 推翻, 更正, 顺延,
  往[前后]推, (?<=[月日号年周天])起, 从.{1,6}(?:开始|起)`;
const HAN_ENDS = `不再|废弃|作废|停掉|卸任|离职|退休|停用|下线|注销|取消|[停卖退关辞戒]了(?![\\d一二两三四五六七八九十百半几])|走了(?=[，。；！]|$)|戒|调走|交[给班]|${either`
  去世, 关门, 倒闭, 停产, 停业, 断货, 停售, 解散, 毕业, [考学读]完, 结束, 解约, 终止, [拆拔扔丢坏满]了, 搬走, [卖退删]掉, 卸载, 放弃, 不[干做学用]了, 回老家, 休.?假
`}`;
const CHANGE = new RegExp(`\\b(?:${CHANGES})\\b`, "giu");
const HAN_CHANGE = new RegExp(HAN_CHANGES, "gu");
const END = new RegExp(`\\b(?:${ENDS})\\b|${HAN_ENDS}`, "iu");
/** The first word of a change, in either language. */
export const CHANGE_OF = new RegExp(`\\b(?:${CHANGES}|${ENDS})\\b|${HAN_CHANGES}|${HAN_ENDS}|换了`, "iu");
/** At the end of a clause it tells of a change, before a thing of an act. */
const HAN_CHANGED = /了(?=[，。！；,.!;\s]|$)|换了/u;
const HAN_ACTS = ["了(?![，。！；,.!;\\s]|$)", "[去见吃看来做玩]过", "完(?![全整美成])", "已", "刚", "和.{1,4}(?:开会|谈|聊|见面|吃.?饭)"];
const HAN_ACT = new RegExp(HAN_ACTS.join("|"), "u");
/** 周末把例会挪到周四: what it is about comes after 把. */
const DONE_TO = /^.*(?<![一二两三几])把(?![握手关])/u;
/** With whom: it was once. */
const MET = new RegExp(
  `^(?:${either`breakfast, lunch, dinner, coffee, drinks?, call, chat, walk, visit, trip, film, movie`})\\b.* with\\b`,
  "iu",
);
const ON_A_DAY = /\b(?:today|yesterday|tonight|this morning|last night)\b|今[天早晚]|昨[天晚]/iu;
const DENIAL = /\b(?:no|not|never|none|without)\b|n['’]t\b|没|不|别|无/iu;
const MANY = new RegExp(
  `\\b(?:${either`
  likes?, loves?, enjoys?, hates?, dislikes?, allergic, knows?, speaks?, plays?, friends?, supports?, includes?, contains?, needs?,
  wants?, owns?, sells?, eats?, drinks?, reads?, reading, watch(?:es|ing), wears?
`})\\b|喜欢|爱|讨厌|过敏|认识|会说|支持|包括|需要|想要|卖|名单|[吃喝](?!药|的)`,
  "iu",
);
const ADDS = /\b(?:also|too|as well|another|besides|joined|joins)\b|也|还有|另外|加入/iu;
const ASKS = /[?？]|吗$|要不要|是否/u;
const TENTATIVE = new RegExp(
  `^if\\b|\\b(?:${either`whether, could, might, would(?! rather), should(?!.{0,60} from now on), maybe, perhaps, idea, propos\w+,
    suggest\w*, consider\w*, thinking (?:of|about), plan(?:s|ning)? to, want(?:s|ed)? to, not decided, undecided, rejected,
    decided against, we kept, unchanged, as before, still, this time, for once, one-off, exception\w*,
    only (?:this|for (?:this|now|today|once)), (?:was|were|is) (?:closed|cancel\w+|down) (?:yesterday|today|tomorrow|last|on),
    (?:today|tomorrow|this \w+) only, temporar\w+`})\\b|${either`
  如果, 要是, 考虑, 打算, 提议, 建议, 可能, 也许, 还没, 未定, 没有?采纳, 否决, 只此, 仅此, 仅限, 这次, 临时(?!工), 破例, 继续, 仍, 照旧, 不变, 照样
`}`,
  "iu",
);
const NAME = "([\\p{L}\\p{N}.-]{2,30})";
const ENDING = either`
  sold, dropped, quit, cancell?ed, replaced, stopped using, gave up(?: on)?, got rid of, threw out, ditched, scrapped, abandoned,
  uninstalled, deleted, removed, finished with, moved away from, phased out
`;
const ENDED = [
  `\\b(?:${ENDING}) (?:(?:the|our|my) )?${NAME}`,
  `\\b${NAME} (?:is|was|are|has been|have been) (?:sold|dropped|cancell?ed|gone|thrown out|deprecated|closed|shut \\w+|read-only|archived|retired|out)`,
  `\\b${NAME} (?:retired|resigned|finished|quit|stepped down|moved on|is away|went on \\w+|no longer)`,
].map((each) => new RegExp(each, "giu"));
const IS = /\b(?:is|are|has|have|costs?)\b|[:：]\s|[是在归由叫]/iu;
const ROLE = new RegExp(
  `\\b(?:(?:is|are) (?:the|our|my|his|her|their)|by|${either`
  leads?, manages?, heads?, runs, reviews?, handles?, maintains?, chairs?, coaches, teaches, feeds?, hosts?, covers?, cleans?, looks after,
  takes care of, picks? up, in charge, responsible, on call, holds?, keeps?
`})\\b|负责|经理|主管|组长|主持|管|带|喂|接送|审核|值班|老师|医生|教练`,
  "iu",
);
const DOES = "leads|manages|heads|reviews|handles|maintains";
const DOER = new RegExp(`^\\p{Lu}[\\p{L}-]+ (?:${DOES})\\b|^\\p{Script=Han}{2,4}(?:负责(?!人)|主管|审核|接送)`, "u");
const PLACES = [
  [/\blives?\b|住/iu, /\b(?:moved|moving|relocated|settled) (?:from|to|in)\b|搬/iu],
  [/\bworks? (?:at|for|in)\b|上班|工作/iu, /\b(?:quit|started (?:at|work)|joined|left)\b|离职|跳槽|入职/iu],
] as const;
const OWN = "(?:^|[:;,.] |['’]s |\\b(?:our|my|his|her|their|the|an?) )";
const NEW = new RegExp(`${OWN}(?:new|different) (\\w+)|(?:新|换(?![成到了为]))(\\p{Script=Han}{2})`, "giu");

const WORD = /\p{Script=Han}|[\p{L}\p{N}](?:[\p{L}\p{N}.:'’/@_-]*[\p{L}\p{N}])?/gu;
const DAYS = "(?:mon|tues|wednes|thurs|fri|satur|sun)days?";
const HAN_TIMES =
  "每?天|每?[周月年][一二三四五六日末]?|[上下中]午|[早晚]上|凌晨|[\\d一二两三四五六七八九十百千半]+(?:[点号月日次天周年个分秒层元块]|小时)?";
const MONTHS = "(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,7}";
const UNITS = "(?:minutes?|hours?|days?|weeks?|months?|years?|%|[kmg]g|[mkc]m|[kmgt]b)(?![a-z])";
const VALUE = new RegExp(
  `\\b(?:${DAYS}|(?:${MONTHS} )?\\d[\\d.,:]*(?:st|nd|rd|th)?(?: of)?(?: (?:${MONTHS}|${UNITS}))?)|${HAN_TIMES}`,
  "giu",
);
const CLAUSE = /[，。；！？、]+|[,;.!?](?:\s+|$)|(?<=\p{Script=Han}\s?)[,;!?]/u;
export const HAN = /^\p{Script=Han}$/u;
/** They tell when and that, not what. */
const ABOUT_CHANGE = new Set("now longer anymor new current today until mr mrs ms dr".split(" "));

const HAN_TIME = /原[本先]|后来|已经|目前|现在/gu;

/** What is no word of a note: headings, the sign of a list item, a box to tick, the day in front of it. */
const MARKS = /^(?:#{1,6} .*$|[ \t]*[-*+] (?:\[.\] )?(?:\d{4}-\d{2}-\d{2}[:,]? )?)/gm;
const FILLERS = /^(?:(?:ok|okay|so|fyi|btw)[:,]? )+/gim;

export function readNote(written: string): Note {
  const text = written.length > LONGEST_TEXT ? "" : simplified(written);
  const characters = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const plain = characters > LONGEST_HAN ? "" : text.replace(MARKS, "").replace(FILLERS, "").trim();
  const isHan = characters > (plain.match(/[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}.:/_-]*/gu)?.length ?? 0);
  const ends = END.test(plain);
  const clauses = plain
    .split(CLAUSE)
    .map((clause) => readClause(isHan ? clause.replace(DONE_TO, "") : clause, isHan))
    .filter(({ tokens }) => tokens.length > 0);
  return {
    text: plain,
    tokens: clauses.flatMap(({ tokens }) => tokens),
    lasting: clauses.flatMap(({ lasting }) => lasting),
    subject: clauses[0]?.subject ?? 0,
    // In Chinese an act says that it is one, and what follows tells more of it: 跑了五公里，用时 29 分钟.
    isEvent: (isHan ? clauses.slice(0, 1) : clauses).every(({ isEvent }) => isEvent),
    clauses,
    isHan,
    changes: ends || plain.match(isHan ? HAN_CHANGE : CHANGE) !== null || (isHan && HAN_CHANGED.test(plain)),
    ends,
    denies: DENIAL.test(plain),
    isOneOfMany: MANY.test(plain),
    adds: ADDS.test(plain),
    isTentative: ASKS.test(plain) || TENTATIVE.test(plain),
    asks: ASKS.test(plain),
    ended: new Set(namesOf(plain).flatMap((name) => tokensOf(name, isHan))),
    isRole: ROLE.test(plain),
    namesDoer: DOER.test(plain),
    place: PLACES.findIndex(([stays]) => stays.test(plain)),
    toPlace: PLACES.findIndex(([, leaves]) => leaves.test(plain)),
    renewed: new Set(
      [...plain.matchAll(NEW)].flatMap(([, word, pair]) => (word === undefined ? [...(pair ?? "")] : tokensOf(word, false))),
    ),
  };
}

/** Written with a capital: what was sold or dropped is named in the note that it makes old. */
function namesOf(plain: string): string[] {
  return ENDED.flatMap((each) => [...plain.matchAll(each)]).flatMap(([said, name = ""]) =>
    /\p{Lu}|^replaced/u.test(said.slice(0, 8) + name) ? [name] : [],
  );
}

function readClause(text: string, isHan: boolean): Clause {
  const bare = text.replace(isHan ? HAN_CHANGE : CHANGE, " ");
  const verbs = [IS, isHan ? HAN_CHANGE : CHANGE].map((verb) => text.search(verb)).filter((at) => at >= 0);
  const verb = verbs.length === 0 ? 0 : Math.min(...verbs);
  return {
    text,
    tokens: tokensOf(bare, isHan),
    lasting: tokensOf(bare.replace(VALUE, " "), isHan),
    subject: tokensOf(text.slice(0, verb), isHan).length,
    adds: ADDS.test(text),
    denies: DENIAL.test(text),
    ends: END.test(text),
    isEvent: bare === text && !END.test(text) && (ON_A_DAY.test(text) || MET.test(text) || (isHan ? HAN_ACT.test(text) : isPast(text))),
  };
}

export function tokensOf(text: string, isHan: boolean): string[] {
  const words =
    text
      .replace(HAN_TIME, " ")
      .replace(/\p{Script=Han}/gu, " $& ")
      .match(WORD) ?? [];
  return words.flatMap((word) => {
    if (HAN.test(word)) return isHan && !HAN_STOP_CHARACTERS.has(word) ? [word] : [];
    const lower = word.toLowerCase().replace(/['’]s$/, "");
    return termsOfWord(lower)
      .filter((term) => !ABOUT_CHANGE.has(term))
      .map((term) => (/^[a-z]+$/.test(term) ? term.slice(0, STEM) : term));
  });
}

/** Allergies and allergic are one thing. */
export const STEM = 6;

/** One of the first words tells of the past, and no "is" before it makes a state of it: "is called". */
function isPast(text: string): boolean {
  if (/\b(?:was|were)\b/i.test(text)) return true;
  if (/\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b/i.test(text)) return false; // "we cut the branch on Fridays"
  if (/^(?:\w+ ){2,5}(?:is|are) /i.test(text)) return false; // "the minimum supported version is 3"
  const words =
    text
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.slice(0, OPENING) ?? [];
  return words.some((word, at) => {
    if (/^(?:had|did|read)$/.test(word)) return word !== "read" || at === 0;
    const isForm =
      (/..ed$/.test(word) && !/(?:eed|red)$/.test(word)) || (IRREGULAR.has(word) && !/s$|en$|people|feet|teeth|mice/.test(word));
    return isForm && !/^(?:is|are|am|be|been|gets?|being|an?|the|my|our|s)$/.test(words[at - 1] ?? "");
  });
}

const OPENING = 4;
