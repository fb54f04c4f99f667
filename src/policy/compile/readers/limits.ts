// Limits: how many emoji, how many runs, which folders only, from which folder.

import { globsOf } from "../phrases/targets.ts";
import { ONLY_ZH } from "../../lexicon/chinese.ts";
import { any, commandPattern } from "../../match/patterns.ts";
import type { Matcher } from "../../match/rule.ts";
import type { Draft } from "../draft.ts";
import { asks } from "../phrases/force.ts";
import { ANY, COMMAND, PATH, type Sentence } from "../text/sentence.ts";
import { antecedents, type Unit } from "../text/unit.ts";
import { outside } from "./complement.ts";

const FROM_FOLDER_ZH = new RegExp(`(?:在|于|从|到)\\s?(?:仓库|项目|工程|代码库)?的?(?:根目录|根路径|顶层目录|([${PATH}])\\s?(?:目录)?)\\s?(?:下|里|中|内)?`);
const A_PATH = new RegExp(`[${PATH}]`);

const NUMBERS: Readonly<Record<string, number>> = { no: 0, zero: 0, one: 1, a: 1, an: 1, single: 1, once: 1, two: 2, twice: 2, couple: 2, three: 3, thrice: 3, four: 4, five: 5, six: 6, ten: 10, 零: 0, 一: 1, 两: 2, 二: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9, 十: 10 };
const NUMBER = "(\\d{1,3}|no|zero|one|a|an|single|once|two|twice|three|thrice|four|five|six|ten|[零一两二三四五六七八九十])";
const EMOJI_EACH = new RegExp(`(?:^|[^\\w])${NUMBER} (?:light |single |small )?emojis? (?:at (?:the |the very )?most\\b|(?:per|in (?:a|each|every|any|one)) (?:reply|message|answer|response|turn)|(?:is|are) (?:the )?(?:maximum|max|limit|most|upper limit|enough|plenty|all))|\\bemojis?\\b[^.;]{0,12}?\\b${NUMBER} (?:per|in (?:a|each|every|any|one)|for each|a) (?:reply|message|answer|response|turn)|${NUMBER}\\s?个(?:表情|emoji)?(?:符号)?(?:以内|封顶|为限|就够)`);
const AT_MOST = `(?:at most|no more than|not more than|never more than|more than|a maximum of|maximum|max\\.?|capped at|cap of|down to|up to|limit(?:ed)? (?:of|to)|only|at the most|most|exceed|最多(?:只能|允许|可以?)?(?:有|用|放|带|跑|执行|运行|重试|尝试|再?试|再跑|再来|再执行|调用|发)?|(?:不(?:得|能|要|可|许)?|别|勿)?超过|至多|上限(?:是|为)?|不多于|限(?:制在|用)?|只(?:能|许|准)?(?:有|用|放|带|跑|执行|运行))\\s?`;
const RUNS_AT_MOST = new RegExp(`${AT_MOST}${NUMBER}(?=\\s?(?:times?|runs?|more|per|a session|in (?:a|one)|attempts?|retries|tries|calls?|invocations?|次|遍|回|[${COMMAND}.,;]|$))`);
const TRIES = new RegExp(`(?:^|[^\\w])${NUMBER} (?:tries|attempts?|runs|goes|shots?|calls?|times|invocations?|requests?)\\b[^.]{0,30}\\bper session`);
const CALLS_A_SESSION = new RegExp(`(?:^|[^\\w])${NUMBER} [${COMMAND}](?: (?:calls?|runs?|attempts?|invocations?|tries))?(?=[^\\w])(?=[^.]{0,40}\\b(?:per|a|each) session)(?=[^.]{0,60}\\b(?:limit|maximum|max|most|enough|cap)\\b)`);
const EMOJI_AT_MOST = new RegExp(`${AT_MOST}${NUMBER}`);

export function numberOf(word: string): number {
  return NUMBERS[word] ?? Number(word);
}

export function readLimits(unit: Unit, index: number): Draft[] {
  const sentence = unit.sentences[index] as Sentence;
  return emojiLimit(sentence) ?? countLimit(sentence) ?? onlyPaths(sentence) ?? outsideOfIt(unit, index) ?? fromFolder(sentence) ?? [];
}

const REPLY = /\b(?:repl(?:y|ies)|messages?|answers?|responses?|chat|speak|talk(?:ing)? to|comments? to|output to|turn)\b|消息|回复|回答|答复|聊天|对话|每条|每次|一条/;

function emojiLimit(sentence: Sentence): Draft[] | null {
  const { norm } = sentence;
  if (!/\bemojis?\b|表情|emoji|smiley|颜文字/.test(norm) || !REPLY.test(norm) || /\bcommit|提交|page|页面|readme|docs?\b/.test(norm)) return null;
  const match = EMOJI_AT_MOST.exec(norm);
  const each = EMOJI_EACH.exec(norm);
  const none = /\b(?:no|never|without|avoid|do not|don't|skip|zero|free of|leave out)\b[^.]{0,30}\bemojis?\b|\bemojis?\b[^.]{0,30}\b(?:forbidden|banned|not allowed|off limits|have no place|are out)\b|(?:不要|不得|禁止|别|勿|不用|不带|不使用|不放|不发)[^，。]{0,8}(?:表情|emoji)/.test(norm);
  const more = /\b(?:more than|exceed)|超过/.test(norm);
  const count = match === null && each !== null ? numberOf((each[1] ?? each[2] ?? each[3]) as string) : match !== null ? numberOf(match[1] as string) : none && !more ? 0 : null;
  if (count === null || Number.isNaN(count)) return null;
  return [
    {
      effect: "limit",
      matcher: { kind: "reply", emojiOver: count },
      shown: `more than ${count} emoji in a reply`,
      row: sentence.row,
      stopped: { call: { tool: "reply", content: `ok ${"👍".repeat(count + 1)}` } },
      passes: { call: { tool: "reply", content: `ok ${"👍".repeat(count)}` } },
    },
  ];
}

/** "no more than one `make sweep` per session", "retry `x` at most twice". */
function countLimit(sentence: Sentence): Draft[] | null {
  const { norm } = sentence;
  const commands = sentence.mentions.filter((each) => each.entity.type === "command" || each.entity.type === "script");
  if (commands.length === 0) return null;
  const match = RUNS_AT_MOST.exec(norm) ?? TRIES.exec(norm) ?? CALLS_A_SESSION.exec(norm) ?? /\b(once|twice|thrice)\b (?:per|a|in (?:a|one)|each) (?:session|run|task|day)|\bper session\b[^.]{0,40}\b(once|twice|thrice)\b|\b(once)\b[^.]{0,16}\b(?:only|at most|and no more)|每(?:个|次)?(?:会话|任务)[^，。]{0,8}?([一两二三四五\d])\s?[次回遍趟]/.exec(norm);
  if (match === null) return null;
  const word = match.slice(1).find((each) => each !== undefined) ?? "";
  const count = numberOf(word);
  const scoped = /\b(?:session|times?|runs?|once|twice|retry|retries|attempts?|thrice|in a row|per task|conversation)\b|次|会话|遍|回|趟/.test(norm);
  const negated = /more than|exceed|超过/.test(match[0]);
  if (Number.isNaN(count) || !scoped || (negated && !/\b(?:no|not|never|don't|do not|at most|must not)\b|不/.test(norm))) return null;
  const retry = /\bretr(?:y|ies|ied|ying)\b|重试|再(?:试|跑|来|执行)/.test(norm) ? 1 : 0;
  const matcher: Matcher = any(commands.map((each) => ({ kind: "command", pattern: commandPattern(each.entity.type === "script" ? ["*", each.entity.text] : each.entity.words) })));
  return [{ effect: "limit", matcher, atMost: count + retry, shown: `${commands.map((each) => `\`${each.entity.text}\``).join(", ")} more than ${count + retry} times in a session`, row: sentence.row }];
}

const EDITS = "(?:edit|touch|change|modify|write|work|add|create|alter|update)";
const ONLY_PATHS = [
  new RegExp(`\\b(?:you|agents?) (?:are|is) (?:strictly )?(?:confined|limited|restricted) to (?:the )?[${PATH}]`),
  new RegExp(`\\b${EDITS} only (?:what(?:ever)?|that which|things that|files that) (?:lies|is|lives|sits|belongs)(?: in| inside| below| under| within| to)* ?[${PATH}]`),
  new RegExp(`\\bonly (?:ever )?${EDITS}(?:ing|s)?\\b(?!,)[^.,;:(]{0,40}?(?:[${PATH}])`),
  new RegExp(`\\b${EDITS}(?:ing|s)?\\b(?: (?:files?|code|changes|anything|things|stuff|in|is|are|happens?|done))* only\\b(?: (?:files?|in|inside|below|under|within|to|the|code|things|something))* ?[${PATH}]`),
  new RegExp(`\\b(?:confine|limit|restrict|keep|contain)(?:s|ed)?\\b[^.;${ANY}]{0,30}\\b(?:changes|edits|work|yourself|modifications|writes)\\b[^.;${ANY}]{0,20}\\b(?:to|inside|within|in|below|under)\\b[^.;${ANY}]{0,20}[${PATH}]`),
  new RegExp(`\\b(?:changes|edits|writes|modifications|work)\\b[^.;${ANY}]{0,24}\\b(?:confined|limited|restricted|allowed only|only allowed|stay|stays|belong only|permitted only|only permitted)\\b[^.;${ANY}]{0,20}[${PATH}]`),
  new RegExp(`\\b(?:edit|touch|change|modify|write|work|alter|changes?|edits?|nothing|anything)(?:s|ing)?\\b(?: (?:anything|files?|code|something|things|any|the|a|in|on|to|is|may|must|gets?|be|changed|edited|touched))* (?:outside(?: of)?|except(?: in)?|other than(?: in)?|beyond|elsewhere than)\\b (?:the |files in )?[${PATH}]`),
  new RegExp(`\\b[${PATH}] (?:is|are) the only (?:place|folder|director(?:y|ies)|files?|paths?)\\b[^.;]{0,30}\\b(?:edit|touch|change|modify|write|work)`),
  new RegExp(`^(?:please |you )?(?:work|edit|change|modify|touch|write)(?: (?:files?|in|inside|below|under|within|code|things))* [${PATH}](?:[ ,]*(?:and|or)? ?[${PATH}])* only(?=[.,;!]|$)`),
  new RegExp(`^(?:please |you must |always )*(?:stay|remain|keep)(?: strictly)? (?:inside|within|in|below|under)(?: of)?(?: the)? [${PATH}](?=[.,:;!]|$| and| for| during| while)`),
  new RegExp(`\\bonly (?:the )?(?:files?|code|things|paths?|sources?)? ?(?:in|inside|below|under|within)?(?: the)? ?[${PATH}](?:[ ,]*(?:and|or)? ?[${PATH}])* (?:may|can|should|is to|are to|must) be (?:edited|changed|modified|touched|written)`),
  new RegExp(`\\byou (?:may|can|are (?:only )?(?:allowed|permitted) to)(?: only)? ${EDITS}\\b[^.;${ANY}]{0,40}[${PATH}](?:(?<=\\bonly\\b.*)| only\\b)`),
  new RegExp(`\\b(?:work|edit|write|change|operate)s?(?: (?:only|exclusively|solely|strictly))(?: on)? (?:in|inside|within|below|under|on)(?: the)? [${PATH}]`),
  new RegExp(`\\bonly (?:files? |code |what is |things )?(?:in |below |under |inside )?[${PATH}] (?:is|are) yours\\b`),
];
const ONLY_PATHS_ZH = [
  new RegExp(`(?:修改|改动|工作|变更)?范围 ?[:：是为]? ?(?:仅|只有?|限) ?[${PATH}]`),
  new RegExp(`(?:工作|改动|修改|开发)(?:都)?(?:只|仅)(?:能|许|准|限)?在 ?[${PATH}]`),
  new RegExp(`(?:修改|改动|变更|编辑|工作|操作|活动|范围)[^，。；${ANY}]{0,8}(?:限定|限制|局限|限|仅限|控制|保持)(?:在|于|为)?\\s?[${PATH}]`),
  new RegExp(`[${PATH}][^，。；${ANY}]{0,8}，\\s?(?:其他|其它|别的|别处|其余|剩下|范围之?外|之外|以外)(?!人|同学|成员|同事|团队|助手)[^，。；${ANY}]{0,8}(?:不|勿|别动|别碰|别改|禁)`),
  new RegExp(`(?:${ONLY_ZH.source})(?![^，。；]{0,8}(?:不|勿|别|禁))[^，。；]{0,10}?(?:修改|改动|改|编辑|动|写|变更|碰|新建|操作)[^，。；]{0,10}?[${PATH}]`),
  new RegExp(`(?:${ONLY_ZH.source})[^，。；]{0,6}?(?:在)?\\s?[${PATH}][^，。；${ANY}]{0,8}(?:下|里|内|中|目录|之内)[^，。；]{0,8}(?:修改|改动|改|编辑|动|写|变更|工作|操作|新建)`),
  new RegExp(`(?:修改|改动|改|编辑|变更)[^，。；]{0,8}(?:${ONLY_ZH.source})[^，。；]{0,6}[${PATH}]`),
  new RegExp(`除(?:了)?\\s?[${PATH}][^，。；]{0,8}(?:之?外|以外)[^。；${ANY}]{0,12}(?:不得|不要|禁止|不能|不许|别|勿|不可)[^，。；]{0,6}(?:修改|改动|改|编辑|动|写|碰)(?![^，。；]{0,4}[${PATH}])`),
  new RegExp(`(?:不得|不要|禁止|不能|不许|别|勿|不可)[^，。；]{0,6}(?:修改|改动|改|编辑|动|写|碰)[^，。；]{0,4}[${PATH}][^，。；]{0,4}(?:之外|以外)`),
];

function onlyPaths(sentence: Sentence): Draft[] | null {
  const { norm } = sentence;
  // "Only edit `x` when asked" says when, not where.
  if (norm.length > 220 || (/\b(?:when|if|after|once|unless|without|with|on)\b/.test(norm) && asks(sentence)) || !A_PATH.test(norm)) return null;
  const match = firstOf(sentence.chinese ? ONLY_PATHS_ZH : ONLY_PATHS, norm);
  if (match === null) return null;
  if (/outside|beyond|except|other than|elsewhere/.test(match[0]) || match[0].includes("beyond") || /^(?:except|other)/.test(match[0])) {
    const banned = /\b(?:never|do not|don't|must not|no|nothing|not|avoid)\b/.test(norm) && sentence.verbs.some((verb) => verb.class === "edit" || verb.class === "create");
    if (!banned) return null;
  }
  const first = match.index + match[0].search(A_PATH);
  const globs: string[] = [];
  let end = first;
  for (const mention of sentence.mentions) {
    if (mention.at < first) continue;
    if (mention.at > first && !/^[\s,/、&()]*(?:(?:and|or|the|in|和|与|或|以及) ?)*$/.test(norm.slice(end, mention.at))) break;
    globs.push(...globsOf(mention.entity));
    end = mention.at + 1;
  }
  if (globs.length === 0) return null;
  return [outside(globs, sentence)];
}

function firstOf(patterns: readonly RegExp[], text: string): RegExpExecArray | null {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match !== null) return match;
  }
  return null;
}

const OUTSIDE_IT = /\b(?:outside(?: of)?|beyond|other than|except(?: in| inside)?|elsewhere than)(?: in)? (?:it|them|there|that|this|these|those)(?: (?:folders?|director(?:y|ies)|packages?|area|paths?|place|tree))?[.,;!]*$|(?:其它|其他|别的|此外的?|之外的?|以外的?)(?:目录|文件|地方|内容|代码|部分)/;

/** "Your area is `apps/web/`. Change nothing outside of it." */
function outsideOfIt(unit: Unit, index: number): Draft[] | null {
  const sentence = unit.sentences[index] as Sentence;
  const { norm } = sentence;
  if (norm.length > 120 || sentence.mentions.length > 0 || !OUTSIDE_IT.test(norm)) return null;
  if (!/\b(?:never|do not|don't|must not|no|nothing|not|avoid|off[- ]limits|read[- ]only|out of bounds)\b|不|勿|别动|禁止|只读/.test(norm) || !(sentence.verbs.some((verb) => verb.class === "edit" || verb.class === "create") || /only|off|bounds|只读/.test(norm))) return null;
  const globs = antecedents(unit, index)[0]?.mentions.filter((each) => each.entity.type === "path").flatMap((each) => globsOf(each.entity)) ?? [];
  return globs.length === 0 ? null : [outside(globs, sentence)];
}

/** The folder is where the command runs only when it stands right beside it: "`x` from `a/`", "in `a/`, run `x`". */
function standsBy(norm: string, command: number, from: number, to: number): boolean {
  const between = command < from ? norm.slice(command + 1, from) : norm.slice(to, command);
  return /^[\s,:，：]*(?:(?:commands?|scripts?|tasks?|targets?|calls?|only|always|must|be|is|are|has|have|to|ever|run|runs|called|executed|invoked|started|and|or|please|it|then|work|works|命令|只能|必须|一律|要|都|请|运行|执行|跑|再|先|[\ue000-\ue0ff]) ?[\s,]*)*$/.test(between);
}

const ROOT = "(?:(?:the )?(?:very )?(?:top|root)(?:[- ]level)?(?: folder| directory)?(?: of (?:the |this )?(?:repo(?:sitory)?|project|workspace|monorepo|checkout|tree))?|(?:the |this )?(?:repo(?:sitory)?|project|workspace|monorepo)(?:'s)? (?:root|top)(?: folder| directory| level)?)";
const FROM_FOLDER = new RegExp(`\\b(?:from|in|inside|at|within)\\b (?:the |your |its )?(?:${ROOT}|([${PATH}]))(?: (?:folder|directory|only|subfolder|subdirectory|package))*`);

/** "Run `make` from the repository root", `pytest` 只能在 `api/` 下运行. */
function fromFolder(sentence: Sentence): Draft[] | null {
  const { norm } = sentence;
  const commands = sentence.mentions.filter((each) => each.entity.type === "command" && each.entity.sure);
  if (commands.length === 0) return null;
  const english = FROM_FOLDER.exec(norm);
  const chinese = FROM_FOLDER_ZH.exec(norm);
  const match = english ?? (sentence.chinese ? chinese : null);
  if (match === null) return null;
  const folder = match[1] === undefined ? null : (sentence.mentions.find((each) => each.at === match.index + match[0].indexOf(match[1] as string)) ?? null);
  if (folder !== null && (folder.entity.type !== "path" || !/\/$|^[\w./-]+$/.test(folder.entity.text) || /\.\w{1,5}$/.test(folder.entity.text))) return null;
  const directive = /^(?:always |please |only |you must )?(?:run|execute|invoke|call|start|use|launch)\b|\b(?:only|always|must|has to|have to|never)\b[^.]{0,50}\b(?:from|in|inside|at|within)\b|\b(?:run|executed|invoked|called|started|work|works)\b (?:only |always )?(?:from|in|inside|at)\b|\b(?:from|in|inside|at|within)\b[^.;]{0,16}\bonly(?=[.,;!]|$)|只能|必须|一律|务必|统一|都要|请/.test(norm);
  if (folder !== null && !commands.some((each) => standsBy(norm, each.at, match.index, match.index + match[0].length))) return null;
  const prohibited = /\b(?:never|do not|don't|must not|no)\b|不得|不要|禁止|别/.test(norm.slice(0, match.index)) && !/\b(?:outside|elsewhere|other than)\b/.test(norm);
  if (!directive || prohibited) return null;
  const elsewhere = [folder === null ? "" : folder.entity.text.replace(/^\.\//, "").replace(/\/+$/, "")];
  const matcher: Matcher = any(commands.map((each) => ({ kind: "command", pattern: { ...commandPattern(each.entity.words), elsewhere } })));
  return [{ effect: "limit", matcher, shown: `${commands.map((each) => `\`${each.entity.text}\``).join(", ")} outside of ${folder === null ? "the project's root" : `\`${folder.entity.text}\``}`, row: sentence.row }];
}
