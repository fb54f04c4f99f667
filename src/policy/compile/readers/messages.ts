// Rules about the words of a commit: what a message must not hold, and the form it must have.

import { NEVER_ZH } from "../../lexicon/chinese.ts";
import { BANNED, NEVER } from "../../lexicon/english.ts";
import type { Draft } from "../draft.ts";
import type { Mention, Sentence } from "../text/sentence.ts";
import type { Unit } from "../text/unit.ts";
import { numberOf } from "./limits.ts";

const MESSAGE = /\bcommit(?:s'|s|'s)?(?:[- ](?:messages?|subjects?|titles?|descriptions?|bodies|body|logs?|subject lines?|headlines?|trailers?))\b|\b(?:subject lines?|messages? of (?:a |the |every )?commits?)\b|\bmessages? must\b|提交(?:信息|说明|消息|日志|记录|标题|注释|备注)|commit\s?(?:message|信息|说明|消息)/;
const TRAILER = /^(?:co-authored-by|signed-off-by|generated[- ](?:with|by)|assisted-by|made-with)\b/i;
const FULL_STOP = /\b(?:full stop|period|trailing (?:dot|punctuation)|dot at the end|end(?:s|ing)? (?:in|with) (?:a )?(?:dot|punctuation))\b|句号|句点|标点(?:符号)?结尾/;
const EMOJI = "\\p{Extended_Pictographic}";
const TYPES = "build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test";

export function readMessages(unit: Unit, index: number): Draft[] {
  const sentence = unit.sentences[index] as Sentence;
  // "…; the word "x" must not appear": in the message that the sentence before speaks of.
  const before = unit.sentences[index - 1];
  const goesOn = before !== undefined && /\b(?:appear|occur|show up|be (?:named|mentioned|used|found))\b|出现/.test(sentence.norm) && MESSAGE.test(before.norm);
  const about = goesOn || MESSAGE.test(sentence.norm) || (/\bcommits?\b|提交/.test(sentence.norm) && /\bsubjects?\b|\bmessages?\b|格式|\bformat\b|conventional commits|trailer/i.test(sentence.norm)) || unit.clause.heading.some((each) => MESSAGE.test(each.toLowerCase()) || /^commits?(?: messages?| format)?$/i.test(each));
  const trailers = sentence.mentions.filter((each) => TRAILER.test(each.entity.text) && each.entity.type !== "command");
  if (!about && trailers.length === 0) return [];
  if (/\b(?:pull request|pr|merge request|mr|issue)s?(?:'s)? (?:titles?|descriptions?|bod(?:y|ies))\b/.test(sentence.norm) && !MESSAGE.test(sentence.norm)) return [];
  return forbidden(sentence, trailers, about && (goesOn || MESSAGE.test(sentence.norm) || sentence.norm.search(NEVER) !== -1 || sentence.chinese)) ?? (about ? (form(unit, index, sentence) ?? []) : []);
}

function prohibits(norm: string): boolean {
  // `search`, because `test` would leave its place in a global pattern behind.
  return norm.search(NEVER) !== -1 || norm.search(BANNED) !== -1 || norm.search(NEVER_ZH) !== -1 || /\b(?:no|without|omit|leave out|skip|drop|not)\b|不带|不写|不含|不出现/.test(norm);
}

/** A longer sentence is about messages of another kind. */
const LONGEST = 260;

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Whole words only, in any case; Han characters have no word ends. */
function wordPattern(text: string): string {
  const start = /^\w/.test(text) ? "(?<![\\p{L}\\p{N}_])" : "";
  const end = /\w$/.test(text) ? "(?![\\p{L}\\p{N}_])" : "";
  return `${start}${escaped(text)}${end}`;
}

function forbidden(sentence: Sentence, trailers: readonly Mention[], about: boolean): Draft[] | null {
  const { norm } = sentence;
  if (norm.length > LONGEST || !prohibits(norm) || /\b(?:delet|remov|drop|strip|forget|los|omit)\w*\b|删|丢|漏/.test(norm.replace(/\b(?:omit|drop|leave out)\b(?= (?:the |any )?[\ue000-\ue8ff])/, ""))) return null;
  const part = /\bsubjects?\b|\btitles?\b|标题/.test(norm) ? "subject" : "whole";
  const named = sentence.mentions.filter((each) => each.entity.type === "quote" || each.entity.type === "name" || (each.entity.type === "command" && each.entity.words.length === 1 && about));
  const marker = Math.max(norm.search(NEVER), norm.search(NEVER_ZH), norm.search(/\bno\b/));
  const behind = trailers.filter((each) => each.at > marker);
  if (marker !== -1 && behind.length > 0 && behind.length < trailers.length) return forbidden(sentence, behind, about);
  const words = trailers.length > 0 ? trailers.map((each) => each.entity.text.replace(/:.*$/, "")) : about ? named.map((each) => each.entity.text) : [];
  if (about && words.length === 0 && /\bemojis?\b|表情|emoji/.test(norm)) return [message(sentence, EMOJI, part, ["✨ x", "feat: x"])];
  if (about && words.length === 0 && /\b(?:mention|credit|attribut|reference|name)\w*\b.*\b(?:ai|claude|chatgpt|copilot|the assistant|llm|model)\b/.test(norm)) return [message(sentence, "(?<![\\p{L}\\p{N}_])(?:ai[- ]generated|claude|chatgpt|copilot|gpt-\\d|anthropic|openai|generated (?:with|by))(?![\\p{L}\\p{N}_])", "whole", ["feat: x, by Claude", "feat: x"])];
  if (about && words.length === 0 && FULL_STOP.test(norm)) return [message(sentence, "[.。]\\s*$", "subject", ["fix: x.", "fix: x"])];
  if (words.length === 0 || words.some((each) => each.trim() === "")) return null;
  return [message(sentence, words.map(wordPattern).join("|"), part, [`feat: ${words[0]}`, "feat: first part"])];
}

function message(sentence: Sentence, pattern: string, part: "subject" | "whole", [bad, good]: readonly [string, string]): Draft {
  return {
    effect: "deny",
    matcher: { kind: "message", pattern, part, when: "holds" },
    shown: "words in the commit's message",
    row: sentence.row,
    stopped: { call: { tool: "shell", command: `git commit -m "${bad}"` } },
    passes: { call: { tool: "shell", command: `git commit -m "${good}"` } },
  };
}

const STRONG = /\b(?:must|have to|has to|always|at most|no longer than|no more than|up to|required?|follows?|shall|needs? to|use|uses|start(?:s|ing)?\b[^.]{0,40}? with|begins? with|are (?:written|formatted) as|should (?:follow|start|begin|look)|prefix(?:ed)?|formatted?|keep|keeps|kept|limit(?:ed)?|stays?|fits?|under|below|max(?:imum)?|exceed|needs?|take|look like|read|form|pattern|template|shape)\b|必须|务必|遵循|遵守|格式|统一|一律|以[^，。]{1,12}开头|开头|不(?:得)?超过|限|以内/;

/** `type(scope): text`, Conventional Commits, a ticket in front, a length. */
function form(unit: Unit, index: number, sentence: Sentence): Draft[] | null {
  const { norm } = sentence;
  if (!STRONG.test(norm)) return null;
  const length = /\b(?:at most|under|below|no (?:longer|more) than|max(?:imum)?(?: of)?|up to|within|limit(?:ed)? to|at or (?:below|under)|exceed(?:s|ing)?|more than|longer than|shorter than|less than|fewer than|keep\b[^.]{0,40}\b(?:to|at|in)|fits? (?:in|into|within))\b (\d{2,3})\b|[≤<]=? ?(\d{2,3})|不(?:得|要|能)?超过\s?(\d{2,3})|(\d{2,3})\s?(?:characters|chars|字)(?:以内)?/.exec(norm);
  if (length !== null && /\b(?:characters?|chars?|long|length)\b|字/.test(norm)) {
    const most = numberOf(length.slice(1).find((each) => each !== undefined) ?? "");
    return [formDraft(sentence, { pattern: `^.{${most + 1},}`, part: "subject", when: "holds" }, ["x".repeat(most + 1), "fix: x"])];
  }
  if (/conventional[- ]commits?|约定式提交/.test(norm)) return [formDraft(sentence, { pattern: `^(?:${typesIn(unit, index) ?? TYPES})(?:\\([^)]+\\))?!?: \\S`, part: "subject", when: "lacks" }, ["added some stuff", "fix: x"])];
  if (/(?:必须|一律|统一|都)?(?:用|使用|写)中文/.test(norm)) return [formDraft(sentence, { pattern: "\\p{Script=Han}", part: "subject", when: "lacks" }, ["fix x", "修复 x"])];
  if (/\bin english\b|(?:用|使用|写)英文/.test(norm)) return [formDraft(sentence, { pattern: "\\p{Script=Han}", part: "whole", when: "holds" }, ["修复 x", "fix x"])];
  const starts = /\b(?:start|begin)(?:s|ning|ing)?\b[^.]{0,40}? (?:with|by)|\bprefix(?:ed)?\b|开头|前缀/.test(norm);
  const templates = sentence.mentions.filter((each) => each.entity.type === "name" || each.entity.type === "command" || each.entity.type === "quote" || each.entity.type === "script").map((each) => each.entity.text);
  const patterns = templates.map((text) => templatePattern(text, starts, typesIn(unit, index))).filter((each) => each !== null);
  const [template] = templates;
  if (patterns.length > 0 && template !== undefined) return [formDraft(sentence, { pattern: `^(?:${patterns.map((each) => each.pattern).join("|")})`, part: "subject", when: "lacks" }, ["Added some stuff", (patterns[0] as Template).sample])];
  if (starts && /\b(?:ticket|issue|jira)\b (?:number|id|key)|工单号|任务号|需求号/.test(norm)) return [formDraft(sentence, { pattern: "^(?:\\[?[A-Z][A-Z0-9]+-\\d+\\]?|#\\d+)", part: "subject", when: "lacks" }, ["added stuff", "ABC-1 x"])];
  return null;
}

function formDraft(sentence: Sentence, rule: { readonly pattern: string; readonly part: "subject" | "whole"; readonly when: "holds" | "lacks" }, [bad, good]: readonly [string, string]): Draft {
  return {
    effect: "limit",
    matcher: { kind: "message", ...rule },
    shown: "the form of the commit's message",
    row: sentence.row,
    stopped: { call: { tool: "shell", command: `git commit -m "${bad}"` } },
    passes: { call: { tool: "shell", command: `git commit -m "${good}"` } },
  };
}

/** "type is one of feat, fix, docs or chore" */
function typesIn(unit: Unit, index: number): string | null {
  const text = unit.sentences.slice(index, index + 2).map((each) => each.norm.replace(/[\ue000-\ue8ff]/g, (char) => ` ${each.mentions.find((mention) => each.norm.charAt(mention.at) === char)?.entity.text ?? ""} `)).join(" ");
  const list = /\b(?:one of|types?(?: are| is|:)|allowed types|where type is|prefix(?:es)?(?: are|:)|类型(?:为|有|包括|是|：|:)|其中\s?type\s?(?:为|是))[^a-z]{0,12}((?:[a-z]{2,10}[:\s]*(?:,|、|\/|\||and|or|和|或|\s)+)+[a-z]{2,10})/i.exec(text);
  const words = list?.[1]?.match(/[a-z]{2,10}/gi)?.filter((word) => !/^(?:and|or|one|of)$/.test(word)) ?? [];
  return words.length >= 2 ? words.join("|") : null;
}

interface Template {
  readonly pattern: string;
  readonly sample: string;
}

function templatePattern(text: string, starts: boolean, types: string | null): Template | null {
  const type = types ?? "[a-z][\\w-]*";
  const kind = types?.split("|")[0] ?? "feat";
  if (/^<?type>?\(<?(?:scope|area|module|模块)>?\)!?: ?/i.test(text)) return { pattern: `(?:${type})\\([^)]+\\)!?: \\S`, sample: `${kind}(core): x` };
  if (/^<?type>?(?:\[\(?\w+\)?\]|\(\w+\)\?)?: ?/i.test(text)) return { pattern: `(?:${type})(?:\\([^)]+\\))?!?: \\S`, sample: `${kind}: x` };
  const named = /^<?([a-z]+)>?(\(<?[a-z]+>?\))?: ?<?(?:text|subject|message|summary|description|title|what|short [a-z]+|change|details?)>?$/i.exec(text);
  if (named !== null && types !== null) return { pattern: `(?:${types})${named[2] === undefined ? "" : "\\([^)]+\\)"}!?: \\S`, sample: `${kind}${named[2] === undefined ? "" : "(core)"}: x` };
  if (/^\[[A-Za-z<>_ -]+\] ?\S*/.test(text) && (text.includes("<") || /^\[(?:area|module|scope|type|ticket|component|AREA|模块)\]/i.test(text))) return { pattern: "\\[[^\\]]+\\] ?\\S", sample: "[core] x" };
  if (/^\[?[A-Z]{2,10}-(?:\d+|[xXnN#]+|<\w+>)\]?/.test(text)) {
    const project = /[A-Z]{2,10}/.exec(text)?.[0] ?? "ABC";
    return { pattern: `\\[?${project}-\\d+\\]?`, sample: `${project}-1: x` };
  }
  if (/^#(?:\d+|<\w+>|n+)$/i.test(text)) return { pattern: "#\\d+", sample: "#1 x" };
  if (/^[a-z]{2,10}(?:\([\w*]+\))?:$/.test(text)) return { pattern: `${escaped(text.slice(0, -1).replace(/\(.*\)$/, ""))}(?:\\([^)]+\\))?!?:`, sample: `${text} x` };
  if (/^(?:\[?<[^<>]+>\]?|\[?\{[^{}]+\}\]?)\S? ?\S/.test(text)) return placeholders(text);
  return starts && /^\S{2,20}$/.test(text) ? { pattern: escaped(text), sample: `${text} x` } : null;
}

/** `<area>: <text>`: what stands between the placeholders must be there, the rest may be anything. */
function placeholders(text: string): Template | null {
  const parts = text.split(/<[^<>]+>|\{[^{}]+\}/);
  if (parts.length < 3 || !parts.slice(1, -1).some((part) => /[^\s\w]/.test(part))) return null;
  return { pattern: parts.map(escaped).join("[^\\s:][^:]*?").replace(/\*\?$/, "*"), sample: parts.join("x") };
}
