// The ways a sentence can put one thing before another: which part of it names the moment, and which what must come first.

import { BANNED, NEVER } from "../../lexicon/english.ts";
import { ORDER_RELATIONS } from "../../lexicon/relations.ts";
import { matchesOf, prepared } from "../text/scan.ts";
import type { Sentence } from "../text/sentence.ts";

export type Range = readonly [from: number, to: number];

export interface Shape {
  readonly trigger: Range;
  readonly need: Range;
  /** "Y requires X": said of many things, so only of moments that are none of a path. */
  readonly loose?: true;
}

/** The ways a sentence can put one thing before another, most telling first. */
export function shapesOf(sentence: Sentence): Shape[] {
  const { norm } = sentence;
  const shapes: Shape[] = [];
  const end = norm.length;
  const add = (trigger: Range, ...needs: Range[]) => {
    for (const need of needs) if (need[1] > need[0]) shapes.push({ trigger, need });
  };
  const without = /^(.*?)\b(?:without|unless|until|before|if (?:you|we|it|they) (?:haven't|have not|didn't|did not|hasn't|has not))\b (?:first |having |you have |you've |it has |a |an |the |both |successfully |running |run |ran |executing |passing |reading |read |seeing |green |clean |successful )*/.exec(norm);
  const banned = /\b(?:never|do not|don't|must not|no|not|nobody|cannot|can't|may not|nothing (?:gets|is|may|must|can|should))\b/.exec(norm);
  if (without !== null && banned !== null && banned.index < (without[1] as string).length) add([banned.index + banned[0].length, (without[1] as string).length], [(without[1] as string).length, end]);
  const undone = /^(.*?)\bwithout (?:(?:first|having|ever|previously) )*(?:run|running|ran|executed|executing|read|reading|passed|passing)\b(.*?)\b(?:is|are) (?:not|never|forbidden|prohibited|banned|unacceptable|off[- ]limits)\b/.exec(norm);
  if (undone !== null) add([0, (undone[1] as string).length], [(undone[1] as string).length, undone[0].length]);
  const bad = !/\b(?:without|before)\b/.test(norm) ? -1 : norm.search(BANNED);
  const lacking = bad === -1 ? null : /^(.*?)\b(?:without|before)\b/.exec(norm.slice(0, bad));
  if (lacking !== null) add([0, (lacking[1] as string).length], [lacking[0].length, bad]);
  const refused = !norm.includes("without") ? null : /^(.*?)\bwithout\b(.*?)\b(?:will be|is|are|gets?|get) (?:closed|rejected|refused|reverted|sent back|turned down|not accepted|bounced|thrown out|not merged|declined)\b/.exec(norm);
  if (refused !== null) add([0, (refused[1] as string).length], [(refused[1] as string).length, refused[0].length]);
  for (const match of matchesOf(/\b(?:before|prior to|ahead of)\b/g, norm)) {
    if (norm.slice(0, match.index).search(NEVER) !== -1) continue;
    const from = match.index + match[0].length;
    const stop = triggerEnd(norm, from);
    if (match.index < 12 && /^(?:always |and |please |so |also |right |immediately |but |then )*$/.test(norm.slice(0, match.index))) add([from, stop], [stop, end]);
    else if (prepared(OBLIGES).test(norm.slice(0, match.index)) || prepared(OBLIGES).test(norm.slice(stop))) add([from, stop], [0, match.index], [stop, end]);
  }
  const after = /\bonly\b(.*?)\b(?:after|once|when|if|as soon as)\b|^(.*?)\bonly (?:after|once|when|if)\b|^((?:(?:every|each|any|a|an|the|all|no) )*(?:git )?(?:commits?|push(?:es)?|pull requests?|prs?|merge requests?|mrs?|merge|merges|merging|pushing|committing|publishing|releasing|deploying|releases?|deployments?|deploys?)\b[^.]{0,25}?)\b(?:requires?|needs?|is gated by|is gated on|depends on|is blocked (?:until|by))\b(?! to\b)|^(.{0,90})\b(?:that|this|which|it) (?:requires?|needs?)\b(?! to\b)/.exec(norm);
  if (after !== null) {
    const from = after[1] !== undefined ? norm.indexOf("only") + 4 : 0;
    shapes.push({ trigger: [from, after.index + after[0].length], need: [after.index + after[0].length, end], ...(after[3] === undefined && after[4] === undefined ? {} : { loose: true }) });
  }
  const once = /^(.*?)\bonly (?:be |get )?(?:[a-z]+ )?(?:after|once|when|if)\b/.exec(norm);
  if (once !== null) add([0, once[0].length], [once[0].length, end]);
  const wanting = /^(?:to|in order to) (.{4,60}?)(?:,? (?:you|we|one|it) (?:need|needs|take|takes|require|requires|must have)\b(?! to\b)|,(?=[^.]*\b(?:must|has to|have to|needs? to|should|is (?:needed|required)|are (?:needed|required))\b))/.exec(norm);
  if (wanting !== null) add([0, wanting[0].length], [wanting[0].length, end]);
  const later = !norm.includes("after") ? null : /^(.*?)\bafter\b(.*?)(?:,| and| but)? (?:not|never) (?:before|earlier|sooner)\b/.exec(norm);
  if (later !== null) add([0, (later[1] as string).length], [(later[1] as string).length, later[0].length]);
  // "Until you have gone through `x`, stay out of `y`."
  const until = /^(?:until|unless|before|as long as|if)\b(?=[^,]*\b(?:read|gone|studied|seen|been|looked|run|ran|passed|passes|green|know)\b)[^,]*,(?= (?:please )?(?:stay|keep|hands|leave|do not|don't|never|no|nobody|you (?:may|must) not))/.exec(norm);
  if (until !== null) add([until[0].length, end], [0, until[0].length]);
  const reading = /\b(?:required|mandatory|compulsory|obligatory|must) reading\b/.exec(norm);
  if (reading !== null) add([reading.index + reading[0].length, end], [0, reading.index + reading[0].length]);
  const granted = !/^(?:once|after|as soon as|when)\b/.test(norm) ? null : /^(?:once|after|as soon as|when)\b(.*?)\b(?:you|we|agents?) (?:may|can|are (?:allowed|free) to)\b(?=.{0,30}(?:\bcommit|\bpush|\bmerge|\bpull request|\bpr\b|[\ue000-\ue0ff];? ?(?:not|no) (?:earlier|before|sooner)))/.exec(norm);
  const pushes = granted === null ? /^(?:once|after|as soon as)\b(.*?)\b(?:you|we|agents?) (?:may|can) (?=[\ue000-\ue0ff])/.exec(norm) : granted;
  if (pushes !== null && (granted !== null || closes(sentence, pushes[0].length))) add([pushes[0].length, end], [0, pushes[0].length]);
  const then = /\b(?:and )?(?:only |and )?then\b|\bafterwards\b|\bnext\b/.exec(norm);
  if (then !== null && /\bfirst\b[^.]*\bthen\b|\bonly then\b/.test(norm)) add([then.index + then[0].length, end], [0, then.index]);
  const second = /^(?:(.+?)\bfirst\b[,;]?|first,? (.+?)[,;]) (?:and |then )*(.*?)\b(?:second|afterwards|next|after that|later|last)\b/.exec(norm);
  if (second !== null) add([second[0].lastIndexOf(second[3] as string), second[0].length], [0, second[0].lastIndexOf(second[3] as string)]);
  // "When you are about to commit, run `x` first."
  const about = /^(?:when(?:ever)?|if|each time|every time|once|as soon as|ready to|about to) [^,?]{0,40}?\b(?:commit|push|open|merg|deploy|releas|publish|hand)[^,?]{0,24}[,?](?=.*(?:\b(?:first|beforehand|before that|already|have (?:run|passed|been)|has (?:run|passed|been))\b))/.exec(norm);
  if (about !== null) add([0, about[0].length], [about[0].length, end]);
  // "Once `x` is green, commit."
  const done = /^(?:once|as soon as|after|when) ([^,]*\b(?:pass(?:es|ed)?|green|succeed(?:s|ed)?|clean|through|done|finished|successful)\b[^,]*), (?=(?:you (?:may|can) )?(?:commit|push|merge|open|publish|deploy|release)\b[^,]{0,40}$)/.exec(norm);
  if (done !== null) add([done[0].length, end], [0, done[0].length]);
  const belongs = /^(.*?)\b(?:is|are) (?:a |an )?(?:fixed |integral |firm )?part of (?:every|each|any|all|the|a) ([^:;,.]*)/.exec(norm);
  if (belongs !== null && /\b(?:first|before|beforehand|must|always)\b/.test(norm)) add([(belongs[1] as string).length, belongs[0].length], [0, (belongs[1] as string).length]);
  const needed = /^(.*?)\b(?:is|are) (?:needed|required|necessary|mandatory|obligatory|a must)(?: in order)? (?:to|for|if you (?:want|wish|are going) to)\b/.exec(norm);
  if (needed !== null) shapes.push({ trigger: [needed[0].length, end], need: [0, (needed[1] as string).length], loose: true });
  // "We commit formatted code only: `x` comes first."
  const ahead = sentence.chinese ? undefined : sentence.mentions.find((each) => each.entity.type === "command");
  if (ahead !== undefined && /^[^.;,]{0,30}\b(?:first|beforehand|before that|comes before (?:that|it))\b/.test(norm.slice(ahead.at + 1)) && /[:;,\u2014\u2013]/.test(norm.slice(0, ahead.at))) add([0, ahead.at], [ahead.at, end]);
  shapes.push(...related(norm), ...sequences(sentence));
  if (sentence.chinese) shapes.push(...chineseShapes(norm));
  return shapes;
}

/** Most sentences have no word of relation. */
const RELATION_ROOTS = /preced|\bafter\b|\bonce\b|(?:as|so) long as|provid|condition|prerequisite|requirement (?:for|of|to|before)|must (?:for|of|to|before)|gate (?:for|of|to|before)|as soon as|assum|presuppos|hinge|depend|wait|\b(?:if|when)\b/;
/** What a machine does, in its own order. */
const BY_ITSELF = /\b(?:in|by) (?:the )?(?:ci|pipeline|workflow|build server|bot|nightly job)\b/;

/** "A precedes B", "B is allowed once A has passed". */
function related(norm: string): Shape[] {
  if (!RELATION_ROOTS.test(norm) || BY_ITSELF.test(norm)) return [];
  const shapes: Shape[] = [];
  for (const { words, first } of ORDER_RELATIONS) {
    const match = words.exec(norm);
    if (match === null) continue;
    const left: Range = [0, match.index];
    const right: Range = [match.index + match[0].length, norm.length];
    // Of a path it may be said what happens to it by itself.
    shapes.push(first === "left" ? { trigger: right, need: left, loose: true } : { trigger: [0, right[0]], need: right, loose: true });
  }
  return shapes;
}

const STEP_BY_STEP = /\b(?:order|sequence)\b[^.;:]{0,30}:|\bin (?:this|that|exactly this|the following) order\b|按(?:照)?(?:以下|下列|这个)?顺序|顺序(?:是|为|：)/;
/** A step that closes a piece of work; a list of commands that ends otherwise is a manual. */
const CLOSING = /^[^.;]{0,24}\b(?:commit|push|open (?:a |the |your )?(?:pr|pull request|merge request)|merge|deploy|release|publish)\b[^.;]{0,16}[.!]?$/;
const BIDDEN = /^(?:please |always |first,? )?(?:the (?:order|sequence|routine|drill|steps?) (?:is|are)|run|have|let|get|make|read|study|consult|execute|do|check|open|review|look|go|wait|call|finish|complete|[\ue000-\ue0ff])/;

/** The command named here ends a piece of work. */
function closes({ mentions }: Sentence, at: number): boolean {
  return mentions.some((each) => each.at === at && /^(?:git (?:commit|push|merge)|gh pr|glab mr|npm publish)\b/.test(each.entity.text));
}

/** "the order is: `a`, `b`, `git commit`"; "read `x`, then change `y`". */
function sequences({ norm, mentions }: Sentence): Shape[] {
  const last = mentions.at(-1);
  if (last !== undefined && mentions.length > 1 && last.entity.type === "command" && STEP_BY_STEP.test(norm)) return [{ trigger: [last.at, norm.length], need: [0, last.at] }];
  const then = /,? (?:and )?(?:only )?then\b/.exec(norm);
  if (then === null || !BIDDEN.test(norm)) return [];
  const after = norm.slice(then.index + then[0].length);
  const closes = CLOSING.test(after) || /^(?: you (?:may|can))? (?:change|edit|modify|touch|update|write)\b/.test(after);
  return closes ? [{ trigger: [then.index + then[0].length, norm.length], need: [0, then.index] }] : [];
}

/** The words of somebody who wants something run or read; a description says what runs by itself. */
const OBLIGES = /^[\ue000-\ue0ff] $|(?:^|[,:;—–(] ?|\b(?:and|then|please|always|also|you|must|to|either) )(?:re-?run|run|execute|make sure|ensure|verify|check|confirm|call|invoke|strip|format|lint|build|test|read|open|consult|study|review|look|go through|use|do|skim|see|familiari[sz]e|inspect|view|refresh|regenerate|sync|perform|validate|fix|apply|generate|update|back up|save|dump|export|fetch|typecheck|type-check|finish|complete|clean|make|take|create|write|get|have|let|pull|start|launch|wait|prepare|produce|record|compile|render|install|restore|bump|print|remember|have)\b|\b(?:must|has to|have to|should|needs? to|required?|mandatory|always|expected|supposed|obliged|calls? for|demands?|entails?|needs?|pass(?:es|ed|ing)?|green|clean|succeeds?|obligatory|due|please|in order|a must|no exceptions|first|comes?|goes|belongs?|precedes?|expect|(?:last|final|first) (?:step|thing|check|action|act|word))\b|\b(?:have|take) a look\b|\b(?:whoever|anyone who|anybody who|means running|means (?:a|an))\b/;

function triggerEnd(norm: string, start: number): number {
  const from = start + (/^ ?(?:(?:you|we|anyone|the|a|an|any|ever|actually|next|your|each|every|somebody|someone) )*(?:run|running|execute|executing|check|checking|read|reading|have|having)?/.exec(norm.slice(start))?.[0].length ?? 0) - 1;
  const match = /,(?! ?(?:(?:or|and) )?(?:anything in |the |any )?[\ue100-\ue1ff\ue700-\ue7ff](?! (?:must|has to|have to|should|needs? to|is to)\b))|[:;，：；]|\b(?:run|make sure|ensure|read|always|please|you must|must|have|execute|check|go through|look at|consult|whenever|when|if|once)\b(?! (?:a |the )?(?:pr|pull))|\b(?:comes?|goes|is|are|stands|there (?:is|are))(?= (?:always |a |an |the |one )*(?:(?:clean |green |full )?(?:run|round|call|pass) of )?[\ue000-\ue8ff])|(?: -|—|–) /.exec(norm.slice(from + 1));
  return match === null ? norm.length : from + 1 + match.index;
}

function chineseShapes(norm: string): Shape[] {
  const end = norm.length;
  const shapes: Shape[] = [];
  const add = (trigger: Range, ...needs: Range[]) => {
    for (const need of needs) if (need[1] > need[0]) shapes.push({ trigger, need });
  };
  for (const match of matchesOf(/(?:之前|以前|前(?![端后置台面缀者]))/g, norm)) {
    // `a` 要在提交之前执行。
    const at = norm.lastIndexOf("在", match.index);
    if (at > 0 && !/[，。；：]/.test(norm.slice(at, match.index))) add([at + 1, match.index], [0, at]);
    const from = Math.max(norm.lastIndexOf("，", match.index), norm.lastIndexOf("：", match.index), norm.lastIndexOf("。", match.index)) + 1;
    add([from, match.index], [match.index + match[0].length, end], [0, from]);
  }
  // 先 `a`，再 `b`，最后 `git commit`。
  const last = norm.indexOf("最后");
  if (last !== -1 && norm.includes("先")) add([last + 2, end], [0, last]);
  const behindThis = /[，,]\s?后(?=\s?(?:提交|推送|合并|发布|部署|上线|提\s?(?:pr|mr)))/.exec(norm);
  if (behindThis !== null && norm.includes("先")) add([behindThis.index, end], [0, behindThis.index]);
  const notYet = /(?:通过|跑完|跑通|成功|执行完?|完成|变绿|全绿|读完|看完)(?:之前|以前|前)[，,]?\s?(?:都|一律)?(?:不要|不得|别|禁止|不能|不许|不准|请勿|勿)/.exec(norm);
  if (notYet !== null) add([notYet.index + notYet[0].length, end], [0, notYet.index]);
  const isFor = /(?:就)?是([^，。]*?)(?:的(?:前提|前置条件|前提条件|先决条件|必要条件|门槛)|(?:之)?前的?(?:必经|必要|必须|必做|固定|最后)?(?:的)?(?:步骤|环节|一步|动作|流程|一关))/.exec(norm);
  if (isFor !== null) add([isFor.index, isFor.index + isFor[0].length], [0, isFor.index]);
  const basedOn = /^(.*?)(?:要|必须|须|应|得)?以(.*?)为(?:前提|条件)/.exec(norm);
  if (basedOn !== null) add([0, (basedOn[1] as string).length], [(basedOn[1] as string).length, basedOn[0].length]);
  const goesThrough = /^[^，：]{0,8}?(?:提交|推送|合并|发布|部署|上线|(?:开|提|建|发)\s?(?:pr|mr))(?:代码)?\s?(?:时|都|均|一律|的时候)*(?:要保证|要确保|需要?|须|必须|要|得|务必)(?:先)?(?:经过|通过|过|跑过?|走|执行|保证|确保)?(?=\s?[\ue000-\ue0ff])/.exec(norm);
  if (goesThrough !== null) add([0, goesThrough[0].length], [goesThrough[0].length, end]);
  const skipped = /(?:不|没|未)(?:先)?(?:跑|运行|执行|过|通过)(.*?)就(.*?)(?:是不允许|是不被允许|不行|是禁止|不被允许|是违规|不可以|不允许|是不行)/.exec(norm);
  if (skipped !== null) add([skipped.index + skipped[0].lastIndexOf("就"), skipped.index + skipped[0].length], [skipped.index, skipped.index + skipped[0].lastIndexOf("就")]);
  const condition = /的(?:前置条件|前提条件|先决条件|前提|必要条件)(?:是|为|：|:)?/.exec(norm);
  if (condition !== null) add([0, condition.index], [condition.index + condition[0].length, end]);
  const failing = /除非(.*?)[，,]\s?(?:否则|不然)?(?:都|一律)?(?:不得|不要|不能|不许|不准|禁止|别)/.exec(norm);
  if (failing !== null) add([failing.index + failing[0].length, end], [failing.index, failing.index + failing[0].length]);
  const earlier = /(?:必须|应该?|要|需要?|得)?先于/.exec(norm);
  if (earlier !== null) add([earlier.index + earlier[0].length, end], [0, earlier.index]);
  const behind = /^([^，]*?)(?:必须|只能|应该?|要|需要?|得)?(?:放|排|安排)?在([^，]*?)(?:之后|以后|后面?|后头)/.exec(norm);
  if (behind !== null) add([0, (behind[1] as string).length], [(behind[1] as string).length, behind[0].length]);
  // 先读 `x`，在此之前不要改任何文件。
  const until = /[，；,]\s?(?:在此之前|此前|在那之前)(?:都|一律)?(?:不要|不得|别|不能|禁止|不许|请勿)/.exec(norm);
  if (until !== null && norm.includes("先")) add([until.index + until[0].length, end], [0, until.index]);
  const each = /^(?:每次|每一次|任何|所有|凡)?[^，：]{0,4}(?:提交|推送|合并|发布|部署|(?:开|提|建|发)\s?(?:pr|mr))(?:代码)?\s?(?:都|均|一律)?(?:要|得|必须|须|需要?|务必)先/.exec(norm);
  if (each !== null) add([0, each[0].length], [each[0].length, end]);
  const then = /(?:之后|以后|后|过了?|通过|成功)?[，,]?\s?(?:才(?:能|可以?|允许|准|许)?|方(?:可|能)|再(?!次|跑|用|看)|然后)/g;
  if (/先|通过|必须|跑|只有|执行|运行|全?绿|成功|方可|方能|才能|才可以?|才准|才许/.test(norm)) for (const match of matchesOf(then, norm)) add([match.index + match[0].length, end], [0, match.index]);
  const unless = /(?:没有?|未|不)(?:跑[过完通]?|运行过?|执行过?|通过|过(?![程去于度])|变?绿|成功|先|读过?|看过?)(.*?)(?:之前|前|就|的话)?[，,]?\s?(?:不得|不要|不准|不能|不许|禁止|别|严禁|不可以?)/.exec(norm);
  if (unless !== null) add([unless.index + unless[0].length, end], [unless.index, unless.index + unless[0].length], [0, unless.index + unless[0].length]);
  // 要推送，先过 `x` 这一关。
  const wanted = /^(?:要|想要?|若要|如需|如要|准备|打算)([^，]{1,16})，\s?(?:必须|得|请|需|务必|要)?先/.exec(norm);
  if (wanted !== null) add([0, norm.indexOf("，")], [norm.indexOf("，"), end]);
  return shapes;
}
