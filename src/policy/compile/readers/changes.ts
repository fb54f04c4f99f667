// The change that an order rule follows: "after changing `p`", "every change to `*.sql`", 改了 `p` 之后.

import type { Matcher } from "../../match/rule.ts";
import { globsOf } from "../phrases/targets.ts";
import { COMMAND, PATH, type Sentence } from "../text/sentence.ts";
import type { Unit } from "../text/unit.ts";
import type { Range } from "./orderShapes.ts";
import { prepared } from "../text/scan.ts";

export interface Changed {
  readonly matcher: Matcher;
  readonly range: Range;
  readonly rest: Range;
}

const CHANGED = /^(?=[\ue100-\ue1ff] ?(?:如?有|发生|一旦有?)?(?:改动|变动|变化|变更|更新|修改)了?(?:时|后|的话|，))|(?:^|[,;:(] ?|\b(?:and|so|also|then|always) )(?:after|once|for|on)\b|\b(?:when(?:ever)?|if|each time|every time|any time|as soon as)\b|^should (?:you|anyone|somebody|someone)\b|^(?:whoever|anyone who|anybody who|those who|who) |^(?:touching|changing|editing|modifying|any|every|each|all|a|an)\b|\b(?:changes?|edits?|modifications?|updates?) (?:to|in|of|under|below)\b|\bafter (?:changing|editing|touching|modifying|updating)\b|\b(?:commits?|prs?|pull requests?) (?:that|which|with) (?:touch|chang|modif|edit)|(?:只要|如果|若|一旦|凡是?|当|每当) ?(?=[\ue100-\ue1ff])|(?:改动?|修改|更新|变更|动|调整|编辑|新增|改完|改过|碰)(?:了|过|完)?/;

/** "after changing `p`", "every change to `*.sql`", 改了 `p` 之后. */
export function changedIn(sentence: Sentence): Changed | null {
  const { norm } = sentence;
  const cue = prepared(CHANGED).exec(norm);
  if (cue === null) return null;
  const [first] = sentence.mentions.filter((each) => each.at >= cue.index && (each.entity.type === "path" || each.entity.type === "kind"));
  if (first === undefined || sentence.mentions.some((each) => each.at > cue.index && each.at < first.at && each.entity.type === "command")) return null;
  const stop = changeEnd(norm, first.at + 1);
  const text = norm.slice(cue.index, stop);
  const changes = /\bwork(?:s|ing)? (?:on|in|with)\b|\b(?:chang|edit|modif|touch|updat|alter|add|writ|creat|remov|delet|renam|mov|bump)\w*\b|\bchanges?\b|改|修改|更新|变更|动|调整|编辑|新增|碰/.test(text);
  if (!changes || !(sentence.chinese ? /后|时|若|如果|只要|凡|一旦|完|了|的话|则|每次|，|就|过/.test(norm.slice(cue.index, stop + 4)) : true)) return null;
  const globs = sentence.mentions.filter((each) => each.at >= first.at && each.at < stop).flatMap((each) => globsOf(each.entity));
  if (globs.length === 0) return null;
  const after = stop < norm.length && sentence.mentions.some((each) => each.at >= stop);
  return { matcher: { kind: "path", access: ["change", "create", "delete"], globs }, range: [cue.index, stop], rest: after ? [stop, norm.length] : [0, cue.index] };
}

const CHANGE_END = new RegExp(`,(?! ?(?:(?:or|and) )?(?:anything in |the |any )?[${PATH}])|[;:，；：?？—–]|\\b(?:needs?|requires?|must|run|re-?run|execute|means|is followed|has to|have to|also|then)\\b|[${COMMAND}]|后|时|就|必须|需|务必|要`);

function changeEnd(norm: string, from: number): number {
  const match = CHANGE_END.exec(norm.slice(from));
  return match === null ? norm.length : from + match.index;
}

/** "Touching `contracts/`?" as a sentence of its own, right before. */
export function questionBefore(unit: Unit, index: number): Changed | null {
  const before = unit.sentences[index - 1];
  if (before === undefined || !/[?？]$/.test(before.norm)) return null;
  const found = changedIn(before) ?? changedLoosely(before);
  return found === null ? null : { ...found, range: [-2, -1], rest: [0, (unit.sentences[index] as Sentence).norm.length] };
}

function changedLoosely(sentence: Sentence): Changed | null {
  const globs = sentence.mentions.flatMap((each) => (each.entity.type === "path" ? globsOf(each.entity) : []));
  const changes = sentence.verbs.some((verb) => verb.class === "edit" || verb.class === "create");
  return globs.length > 0 && changes ? { matcher: { kind: "path", access: ["change", "create", "delete"], globs }, range: [0, 0], rest: [0, 0] } : null;
}
