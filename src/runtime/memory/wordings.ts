// What a person's message asks of memory, in English and Chinese: a word on a proposal, something to remember, a
// preference, a lesson, a decision. Pure. Precision first: what is only asked about is not asked for.

import { either } from "../../base/index.ts";

export type Word =
  | { readonly kind: "write" | "no"; readonly id: string | null }
  /** Counts only right behind a turn that carried a proposal (X17). */
  | { readonly kind: "natural"; readonly yes: boolean };

export interface Wish {
  readonly kind: "remember" | "preference" | "lesson" | "decision";
  /** null: "remember this", and what "this" is is before. */
  readonly content: string | null;
}

/** Where it belongs in MEMORY.md. */
export const SECTION_OF: Readonly<Record<Wish["kind"], string>> = {
  remember: "Notes",
  preference: "Preferences",
  lesson: "Lessons",
  decision: "Decisions",
};

const ID = String.raw`(?:\s+(e_[A-Za-z0-9_.-]{6,80}))?`;
const COMMAND = new RegExp(String.raw`(?:^|\s)mb[:：](write|no)\b${ID}`, "i");
const YES = new RegExp(
  String.raw`^(?:${either`
  yes, yep, yeah, y, ok, okay, sure, go ahead, do it, do so, write it, save it, please do, yes,? please, 好, 好的,
  好啊, 可以, 可以的, 行, 嗯, 是, 是的, 写吧, 写入, 记吧, 保存, 确认, 同意, 没问题, 好，写吧
`})[\s.!。！~～]*$`,
  "i",
);
const NO = new RegExp(
  String.raw`^(?:${either`
  no, nope, n, no,? thanks?, don't, do not, never mind, 不, 不要, 不用, 不用了, 不必, 算了, 取消, 别, 别写, 不行
`})[\s.!。！~～]*$`,
  "i",
);

/** The person's decision on a proposal. A message that holds a command is about nothing else (the command guard, MB-32). */
export function readWord(message: string): Word | null {
  const command = COMMAND.exec(message);
  if (command !== null) return { kind: command[1]?.toLowerCase() === "write" ? "write" : "no", id: command[2] ?? null };
  const plain = message.trim();
  if (YES.test(plain)) return { kind: "natural", yes: true };
  return NO.test(plain) ? { kind: "natural", yes: false } : null;
}

const POLITE = String.raw`(?:(?:please|pls|hey|ok|okay|and|also|so|then|by the way|could you|can you|would you|will you)[,\s]+)*`;
const REMEMBER = [
  new RegExp(
    String.raw`^${POLITE}(?:${either`
      remember, don't forget, do not forget, keep in mind, bear in mind, make a note, take a note, note down, note`})` +
      String.raw`(?:\s+(?:${either`this, that, it, of this, of that, down, the following, for (?:later|next time|the future)`}))?` +
      String.raw`(?:\s+that)?\b[\s:：,，—]*(.*)$`,
    "is",
  ),
  new RegExp(
    String.raw`^(?:${either`请, 麻烦, 帮我, 你, 好，, 那, 顺便, 另外，?`})*` +
      String.raw`(?:${either`记住, 记下来?, 记一下, 记得, 记录(?:一下|下来)?, 别忘了?, 不要忘了?, 牢记`})` +
      String.raw`(?:${either`这个, 这点, 这一点, 这条, 这件事, 一下, 下来`})?[\s:：，,。！!]*(.*)$`,
    "s",
  ),
];
/** "I moved to Berlin, please remember." */
const AT_THE_END = [
  new RegExp(String.raw`[,;:—-]\s?(?:please |pls )?(?:${either`remember, don't forget, note`})(?: (?:that|this|it))?[.!]{0,3}$`, "i"),
  new RegExp(
    String.raw`[，,；;]\s?(?:请|麻烦)?(?:${either`记住, 记下来?, 记一下, 别忘了?, 牢记`})` +
      String.raw`(?:${either`这个, 这点, 这一点, 这件事, 一下`})?[。！.!]{0,3}$`,
  ),
];
/** `to` and `when` make an errand or a reminiscence of it. */
const NOT_MEANT = /^(?:to\s|when\s|how\s|what\s|where\s|why\s|who\s|if\s)/i;
const ASKED = /[?？]\s*$|(?:吗|呢|没有|么)[。\s]*$/;

const LESSON = [
  /^(?:lessons?(?: learned)?|takeaway|note to self|til)\s*[:：-]\s*(.+)$/is,
  /^(?:教训|经验|经验教训|心得|踩坑)(?:是|记录)?\s*[:：，-]\s*(.+)$/s,
];
const PREFERENCE = [
  new RegExp(
    String.raw`^(?:${either`
  i (?:strongly |really |always |generally |usually |much )?prefer, i(?:'d| would) (?:always |much )?rather,
  i (?:always|never) (?:want|use|write), i (?:don't|do not) (?:like|want) you to, my preference is, call me, my name is,
  my (?:preferred|favou?rite)
`})\b.{2,}$`,
    "is",
  ),
  new RegExp(
    String.raw`^(?:我(?:${either`更, 比较, 一般, 通常, 总是, 一直`})?` +
      String.raw`(?:${either`喜欢, 偏好, 习惯, 倾向于?, 希望你(?:以后|总是|都)`})|我不(?:喜欢|希望你)|我(?:叫|的名字(?:是|叫))|(?:请)?(?:叫|称呼)我).{1,}$`,
    "s",
  ),
];
const DECISION = [
  new RegExp(
    String.raw`^(?:${either`
  we(?:'ve| have)? (?:now )?(?:decided|agreed)(?: (?:to|that|on))?, from now on,?, our convention is,
  the convention is, going forward,?, let's (?:always|never)
`})\s+.{3,}$`,
    "is",
  ),
  new RegExp(
    String.raw`^(?:${either`
  我们(?:已经)?(?:决定|约定|商定|统一), 从现在(?:起|开始), 以后(?:都|一律|统一), 今后(?:都|一律)?, 约定[:：]
`}).{2,}$`,
    "s",
  ),
];

/** Everything that the message asks to be kept. */
export function readWishes(message: string): Wish[] {
  const text = message.trim();
  const whole = REMEMBER.map((pattern) => pattern.exec(text)).find((match) => match !== null);
  // "Remember this:" and a list below it: all of it is meant.
  if (whole !== undefined && /^[^\n]*[:：]\s*\n/.test(text)) return rememberOf(whole[1] ?? "");
  return piecesOf(text).flatMap(({ text: said, isMeant }) => {
    const wishes = wishOf(said);
    return wishes.length === 0 && isMeant ? rememberOf(said) : wishes;
  });
}

/** "My dentist is Dr. Okafor" is one sentence. */
const TITLE = new RegExp(
  String.raw`(?:^|[\s("'])(?:${either`dr, mr, mrs, ms, prof, st, no, nr, jr, sr, vs, approx, inc, ltd, co, corp, [a-z]`})\.$`,
  "i",
);
/** "Remember that the office has moved. The new address is …": what goes on about the same. */
const GOES_ON = [
  new RegExp(String.raw`^(?:${either`it, its, it's, she, she's, her, he, he's, his, they, they're, their`})\b`, "i"),
  /^the\b.*\b(?:is|are|was|were|has|have|will)\b/i,
  /^(?:它|他|她)/,
];
const goesOn = (sentence: string): boolean => !ASKED.test(sentence) && GOES_ON.some((pattern) => pattern.test(sentence));

interface Piece {
  readonly text: string;
  /** "The office moved. Remember this.": what comes next points back at it. */
  readonly isMeant: boolean;
}

/** The sentences of a message, each with those that go on about what it wants remembered. */
export function statementsOf(message: string): string[] {
  return piecesOf(message).map(({ text }) => text);
}

function piecesOf(message: string): Piece[] {
  const whole: Piece[] = [];
  for (const sentence of sentencesOf(message)) {
    const before = whole.at(-1)?.text ?? "";
    const wish = wishOf(before)[0];
    const joined = TITLE.test(before) || (goesOn(sentence) && wish?.kind === "remember");
    if (joined) whole[whole.length - 1] = { text: `${before}${/[。！？；]$/.test(before) ? "" : " "}${sentence}`, isMeant: false };
    else if (wishOf(sentence)[0]?.content === null && (wish !== undefined || says(before)))
      whole[whole.length - 1] = { text: before, isMeant: true };
    else whole.push({ text: sentence, isMeant: false });
  }
  return whole;
}

/** Thanks, and remarks about what was said before, say nothing that could be remembered. */
const REMARK = new RegExp(
  String.raw`[!！]\s*$|^(?:${either`
  that, this, it, these, those, great, good, nice, perfect, exactly, thanks, thank you, ok, okay, yes, no, right, correct
`})\b|^(?:${either`好, 对, 是的, 谢谢, 不错, 没错, 很好, 太好了, 这, 那`})`,
  "i",
);
/** Three words, or four characters of Chinese. */
const SAYS = [/\S\s+\S+\s+\S/, /(?:\p{Script=Han}[^\n]{0,20}){4}/u];
const says = (sentence: string): boolean =>
  !ASKED.test(sentence) && !REMARK.test(sentence) && SAYS.some((pattern) => pattern.test(sentence));

function wishOf(sentence: string): Wish[] {
  if (ASKED.test(sentence)) return [];
  const end = AT_THE_END.map((pattern) => pattern.exec(sentence)).find((match) => match !== null);
  if (end !== undefined && end.index > 2) return rememberOf(sentence.slice(0, end.index));
  for (const pattern of REMEMBER) {
    const match = pattern.exec(sentence);
    if (match !== null) return rememberOf(match[1] ?? "");
  }
  const held = (
    [
      ["lesson", LESSON],
      ["preference", PREFERENCE],
      ["decision", DECISION],
    ] as const
  ).find(([, patterns]) => patterns.some((pattern) => pattern.test(sentence)));
  if (held === undefined) return [];
  const [kind, patterns] = held;
  const content =
    kind === "lesson" ? (patterns.map((pattern) => pattern.exec(sentence)?.[1]).find((each) => each !== undefined) ?? sentence) : sentence;
  return [{ kind, content: tidy(content) }];
}

function rememberOf(rest: string): Wish[] {
  const content = tidy(rest);
  if (NOT_MEANT.test(content)) return [];
  return [{ kind: "remember", content: /[\p{L}\p{N}]/u.test(content) ? content : null }];
}

function tidy(text: string): string {
  return text
    .trim()
    .replace(/(?<![。.])[。.]+$/, "")
    .trim();
}

/** Lines, and sentences within them; a dot inside a number, a name or an address ends none. */
function sentencesOf(text: string): string[] {
  return text
    .split(/\n+|(?<=[!?。！？；])\s*|(?<=[a-z0-9)"'’\]]\.)\s+(?=[A-Z\u4e00-\u9fff])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

const PROMISES = [
  new RegExp(
    String.raw`\bI(?:'ll| will| am going to|'m going to) (?:be sure to |make sure to |definitely |always )?(?:${either`
  remember, keep (?:this|that|it) in mind, note (?:this|that|it) down, make a note
`})\b`,
    "i",
  ),
  new RegExp(
    String.raw`\bI(?:'ve| have)(?: now| just)? (?:${either`
  noted, saved, recorded, stored, remembered, memori[sz]ed, written (?:this|that|it) down, made a note,
  added (?:this|that|it) to (?:my |your )?(?:memory|notes)
`})\b`,
    "i",
  ),
  new RegExp(
    String.raw`\b(?:noted|saved|recorded|stored) (?:this |that |it )?(?:in|to) (?:my |your )?(?:${either`memory, notes, today's log`})\b`,
    "i",
  ),
  /我(?:会|将|一定会|已经?|都)?(?:记住|记下|牢记|记录下来|记录好)|(?:已经?|都)(?:记住|记下|记录|保存)(?:了|到|在|下来)?/,
];

/** The answer says that it keeps something. Quotations and code are not its own words. */
export function promisesToRemember(answer: string): boolean {
  const own = answer.replace(/```[^]*?(?:```|$)|`[^`\n]*`|^>.*$|"[^"\n]*"|“[^“”\n]*”|「[^「」\n]*」/gm, "");
  return PROMISES.some((pattern) => pattern.test(own));
}

/** Which language to answer in. */
export function isChinese(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}
