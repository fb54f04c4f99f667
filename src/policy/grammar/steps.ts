// What each class of words does to a sentence that is read; forces and acts have files of their own.

import { byName, whole } from "../../base/index.ts";
import type { Sense, WordClass } from "../lexicon/language.ts";
import { followedByTarget, FORCES, inside, isComma, isKindAlone, isThing, nextIsPath } from "./ahead.ts";
import { consentAt, moveBack } from "./consent.ts";
import type { Reading, SlotsRead } from "./sentenceReader.ts";
import { type Act, type Condition, conditionOf, emptySlots, type Part, type Target } from "./slots.ts";
import { BRANCH_NAME, spanOf } from "../tokens/spans.ts";
import type { Token } from "../tokens/sentenceTokens.ts";

/** Answers where the sentence ends, if it ends here. */
type Step = (reading: Reading, token: Token, sense: Sense) => SlotsRead | void;

const leave: Step = ({ slots }, { text }) => void slots.left.push(text);

const CODE = /\b(?:code|coding|código)$|コード|코드|代码|编码/i;

export const STEPS: Readonly<Partial<Record<WordClass, Step>>> = {
  weak,
  auto: ({ slots }) => void (slots.auto = true),
  // "Everything under `x/`"
  most: ({ slots, tokens, at }, { text }) => void (slots.most ||= !(/^under$/i.test(text) && nextIsPath(tokens, at))),
  old: ({ slots }) => void (slots.old = true),
  first: ({ slots }, { text }) => void Object.assign(slots, { first: true, code: slots.code || CODE.test(text) }),
  session: ({ slots }, _, { val }) => void (slots.session = val as "main" | "shared"),
  branch,
  // "1) Never …" is numbered.
  number: ({ slots, at, from, next }, _, { val }) => void (at > from || next?.kind !== "mark" ? slots.numbers.push(Number(val)) : 0),
  with: means,
  or: ({ slots, role }) => void (role === "main" ? (slots.either = true) : 0),
  it: (reading, { text }) => reading.target({ kind: "it", text }),
  consent: leave,
  // 先向用户确认: whom one asks.
  who: (reading, token, sense) => {
    // "…, so `x` stays as it is", "…, otherwise CI complains": why.
    if (/^(?:so|otherwise)$/i.test(token.text) && reading.filled && !forcedAfter(reading)) {
      reading.swallow("tail");
      reading.slots.condition.pop();
      return undefined;
    }
    const nobody = reading.next?.sense?.cls === "ask";
    return nobody ? undefined : leave(reading, token, sense);
  },
  such: others,
  filler,
  needs,
  without,
  unless: without,
  granted,
  if: condition,
  next,
  before,
  instead,
  not,
  except,
  in: place,
  to,
  noun,
};

/** 使用 `a`，不用 `b`: it rejects. */
function weak(reading: Reading, token: Token, sense: Sense): void {
  if (token.text === "不用" && reading.next?.kind === "span" && reading.namesSpan) instead(reading, token, { ...sense, val: "ban" });
  else reading.slots.weak = true;
}

/** "Except on `main`": where it is fine. */
function branch({ role, slots }: Reading, _: Token, { val }: Sense): void {
  if (role === "except" || role === "outside") slots.parts.except.targets.push(...val.split(" ").map(branchTarget));
  else slots.branches.push(...val.split(" "));
}

const branchTarget = (name: string): Target => ({ kind: "span", span: { ...spanOf(name, { code: false }), type: "name", text: name } });

const forcedAfter = ({ tokens, at }: Reading): boolean =>
  tokens.slice(at).some(({ sense }) => sense !== null && FORCES[sense.cls] !== undefined);

/** What is done to a thing that is named there, before or behind it; "run" where nothing is said. */
function whatIsDone({ main, slots, verbLast }: Reading): { readonly done: string; readonly before: boolean } {
  return { done: main.acts.at(-1)?.verb ?? "run", before: verbLast || (slots.force === "never" && main.acts.length === 0) };
}

function filler(reading: Reading, token: Token, { val }: Sense): void {
  if (val === "limiting") reading.slots.bare = true;
  // "Generated `x/`" is `x/`; without a name the word says which things are meant.
  else if (val === "thing" && isKindAlone(reading.tokens, reading.at, whatIsDone(reading))) reading.unknown(token);
  // "Don't edit both `a` and `b`": one of them is fine.
  else if (/^both$/i.test(token.text) && reading.slots.force === "never") reading.unknown(token);
  else if (val === "described" && (reading.next?.kind !== "span" || /^\*?\.\w+$/.test(reading.next.text))) reading.unknown(token);
}

/** "`a`, `b` or other commands that lose work": beside what is named the rest is no matter. */
function others(reading: Reading, { text }: Token, { val }: Sense): void {
  if (val !== "others") return;
  const { slots, main } = reading;
  if (slots.force === null || reading.sinceForce === 0 || main.targets.length === 0) return void slots.left.push(text);
  reading.swallow("tail");
  slots.condition.pop();
}

function needs(reading: Reading, token: Token, sense: Sense): void {
  const length = consentAt(reading.tokens, reading.at + 1);
  if (length > 0) return reading.ask(length);
  // "Do not require `x` for tests" frees from it.
  if (reading.slots.force === "never" && reading.sinceForce === 0 && /^(?:require|need)$/i.test(token.text)) {
    Object.assign(reading.slots, { force: null, weak: true });
    // "Require a green `x` before …": likely an order, and never a certain one.
  } else if (!reading.filled && reading.slots.force === null && !reading.verbLast)
    Object.assign(reading.slots, { force: "must", soft: true });
  else leave(reading, token, sense);
}

/** 未脱敏的数据, 非公开规划: a part of the word behind it. */
const isPrefix = ({ next: after }: Reading, { text }: Token): boolean => /^(?:未|非)$/.test(text) && after?.kind === "unknown";

function without(reading: Reading, token: Token, { cls, val }: Sense): void {
  const { slots } = reading;
  if (isPrefix(reading, token)) return;
  const length = consentAt(reading.tokens, reading.at + 1);
  if (length > 0) {
    slots.consent = "lacking";
    if (slots.force === null) slots.overall = true;
    const rest = reading.tokens.slice(reading.at + 1 + length);
    // "… unless the user wants the lockfile committed"
    if (!reading.verbLast && slots.force !== null && reading.filled && speaksOn(rest)) return reading.swallow("tail");
    // 非用户要求时
    reading.at += length + (reading.tokens[reading.at + 1 + length]?.sense?.val === "post" ? 1 : 0);
  } else if (reading.verbLast && cls === "without") slots.left.push(token.text);
  else if (cls === "without" || val === "until") reading.role = "without";
  else reading.swallow();
}

/** A thing follows, and nothing parts it from what was said. */
function speaksOn([said]: readonly Token[]): boolean {
  return said?.kind === "unknown" || said?.sense?.cls === "noun";
}

/** "If you want to add a dependency, ask me": what the question is about. */
function opensQuestion({ tokens, at, filled, slots, verbLast }: Reading): boolean {
  if (verbLast || filled || slots.left.length > 0) return false;
  const stop = tokens.findIndex((each, place) => place > at && isComma(each));
  // "If you want to delete a file ask me first."
  const comma = stop === -1 ? tokens.findIndex(({ sense }) => sense?.cls === "ask") - 1 : stop;
  const asks = tokens.slice(comma + 1).find(({ sense }) => sense?.cls !== "filler" && sense?.cls !== "must");
  const told = tokens.slice(at + 1, stop === -1 ? comma + 1 : comma);
  const acts = told.some(({ sense }) => sense?.cls === "act" && (sense.form === "base" || sense.form === "ing"));
  return comma > at && asks?.sense?.cls === "ask" && acts && told.every(({ kind }) => kind !== "unknown");
}

function granted(reading: Reading, _: Token, { val }: Sense): void {
  const { tokens, at, slots } = reading;
  const length = consentAt(tokens, at + 1);
  // "If the requested work is a duplicate" speaks of no consent.
  if (length > 0 && !isThing(tokens[at + 1 + length])) {
    const ends = reading.verbLast && at + 1 + length === tokens.length && reading.main.acts.length > reading.since.acts;
    if (ends) askedAtLast(reading);
    else slots.consent ??= "granted";
    reading.at += length;
  } else if (val === "when") {
    if (opensQuestion(reading)) reading.role = "before";
    else reading.swallow();
  } else if (val === "after") reading.role = "after";
  else if (val === "with") means(reading);
}

/** 파일 삭제 시 사용자 확인: no verb says that somebody is asked. */
function askedAtLast({ slots, since }: Reading): void {
  moveBack(slots, since, "before");
  slots.force ??= "ask";
}

function means(reading: Reading): void {
  const { next: after, role } = reading;
  // "Never add a package by editing `package.json`": the other ways are fine.
  if (after?.sense?.cls === "act" && after.sense.form === "ing") reading.swallow("manner");
  // "Instead of `a` with `b`"
  else if (role === "rejected") reading.swallow("tail");
  else reading.role = "means";
}

/** Classes of words that ask somebody and say nothing else. */
const ASKING = /^(?:ask|consent|who|filler|first|must|needs)$/;

/** 安装依赖时，先征求同意: what is done then is what is asked about. */
function isAskedAbout({ slots, main, since, tokens, at }: Reading): boolean {
  const rest = tokens.slice(at + 1).filter((each) => !isComma(each));
  const asks = rest.some(({ sense }) => sense?.cls === "ask" || sense?.cls === "consent");
  const said = slots.left.length === since.left && main.acts.length > since.acts;
  return said && asks && rest.every(({ sense }) => ASKING.test(sense?.cls ?? ""));
}

/** 不要为了小功能新增依赖: what it is for, up to what must not be done; -1 where nothing follows. */
function endOfPurpose({ slots, main, tokens, at }: Reading): number {
  if (tokens[at]?.text !== "为了" || slots.force !== "never" || main.acts.length > 0) return -1;
  const comma = tokens.findIndex((each, place) => place > at && isComma(each));
  const said = tokens.slice(0, comma === -1 ? tokens.length : comma);
  // 不得为了让它通过而修改生成的文件
  const so = said.findIndex((each, place) => place > at && each.text === "而");
  const isAct = (each: Token, place: number): boolean => place > Math.max(at, so) && each.sense?.cls === "act";
  return so === -1 ? said.findLastIndex(isAct) : said.findIndex(isAct);
}

/** "Style matters less than correctness, but `x` has to be run": what was before says nothing that is done. */
function opensRule({ tokens, at, previous, slots, main }: Reading): boolean {
  const begins = /^but$/i.test(tokens[at]?.text ?? "") && isComma(previous);
  return begins && slots.force === null && main.acts.length + main.targets.length + slots.branches.length === 0;
}

/** "Files that must never be edited", "commands that need approval" */
const saysWhich = ({ filled, slots, next: after }: Reading): boolean =>
  !filled && slots.left.length === 0 && /^(?:never|needs|must)$/.test(after?.sense?.cls ?? "");

function condition(reading: Reading, _: Token, { val }: Sense): SlotsRead | void {
  const { slots, tokens, at } = reading;
  const act = endOfPurpose(reading);
  if (val === "tail" && saysWhich(reading)) return;
  if (opensRule(reading)) return { slots: emptySlots(), next: at + 1 };
  if (act !== -1) {
    slots.condition.push(conditionOf(tokens.slice(at, act), "tail"));
    reading.at = act - 1;
  } else if (val === "post") conditionBefore(reading);
  else if (val === "why") {
    // "Agents share one index, so …": what came before is the reason, like a label.
    return slots.force === null ? { slots: reading.topic(), next: at + 1 } : reading.split(at + 1);
  } else {
    reading.swallow(val === "purpose" || val === "reason" ? "tail" : (val as Condition["kind"]));
    // "… because it is generated", "… to ensure quality": it says why, and limits nothing.
    const limits = slots.force === "never" || slots.force === "ask";
    if (val === "reason" || (val === "purpose" && !limits)) slots.condition.pop();
  }
}

/** 修改代码时: what was since the last comma is the condition. */
function conditionBefore(reading: Reading): void {
  const { slots, main, since, tokens, at } = reading;
  if (isAskedAbout(reading)) return moveBack(slots, since, "before");
  slots.condition.push(conditionOf(tokens.slice(since.at + 1, at + 1), "when"));
  main.acts.length = since.acts;
  main.targets.length = since.targets;
  slots.left.length = since.left;
  if (slots.force === "never" && reading.forcedAt > since.at) slots.force = null;
  // 确认迁移完成后: what is made sure of, and nobody is asked.
  if (slots.force === "ask" && looksFirst(tokens.slice(since.at + 1, at))) slots.force = null;
}

/** Words are between the question and what ends the condition. */
function looksFirst(tokens: readonly Token[]): boolean {
  const asked = tokens.findIndex((each) => each.sense?.cls === "ask");
  return asked !== -1 && tokens.slice(asked + 1).some((each) => each.kind === "unknown" || each.sense?.cls === "noun");
}

/** "Run `x` first, then commit." */
function next(reading: Reading): void {
  const { slots, main } = reading;
  // 只有 `a` 才能 …: who may.
  if (slots.force === "never" || slots.force === "only" || main.acts.some((act) => act.verb === "change")) return;
  const checks = slots.force === "must" && main.targets.length > 0;
  if (checks || reading.namesSpan || slots.parts.means.targets.some((each) => each.kind === "span")) reading.role = "before";
}

/** "Before writing any code", 改代码前 */
function needsCode({ tokens, at, since }: Reading, behind: boolean): boolean {
  const comma = tokens.findIndex((each, place) => place > at && isComma(each));
  const said = behind ? tokens.slice(since.at + 1, at) : tokens.slice(at + 1, comma === -1 ? tokens.length : comma);
  return said.some(({ text, span }) => span === null && CODE.test(text));
}

function before(reading: Reading, _: Token, { val }: Sense): void {
  if (needsCode(reading, val === "post")) reading.slots.code = true;
  if (val === "post") moveBack(reading.slots, reading.since, "before");
  else if (!reading.asks) reading.role = "before";
  reading.brief = val === "brief";
}

function instead(reading: Reading, token: Token, sense: Sense): void {
  // "… instead of `a`, and `b` instead of `c`": `b` is wanted.
  const { main, rejected } = reading.slots.parts;
  const wanted = reading.role === "rejected" && reading.previous?.kind === "span" && rejected.targets.length > 1 && sense.val !== "post";
  if (wanted) main.targets.push(...rejected.targets.splice(-1));
  if (sense.val === "post") moveBack(reading.slots, reading.since, "rejected");
  // "Use `rg` over `grep`"; "over" alone says where or how long.
  else if (sense.val === "over" && !reading.slots.soft && !(reading.previous?.kind === "span" && reading.next?.kind === "span"))
    leave(reading, token, sense);
  else if (sense.val !== "ban" || reading.namesSpan) reading.role = "rejected";
  else {
    // 不要使用 `x` without anything to use in its place is a plain prohibition.
    reading.force("never", { cls: "never", val: "pre", form: "base" });
    reading.act({ verb: "use", form: "base" }, "main");
  }
}

function not(reading: Reading, token: Token): void {
  const { main, tokens, at } = reading;
  if (isPrefix(reading, token)) return;
  if (main.targets.length + main.acts.length > 0 && followedByTarget(tokens, at + 1)) reading.role = "rejected";
  else reading.slots.weak = true;
}

function except(reading: Reading, _: Token, { val }: Sense): void {
  if (val === "post") moveBack(reading.slots, reading.lastTarget, "except");
  else reading.role = "except";
}

/** 在 `x` 上, 在 `x` 中: where, unless it is a branch. */
const isPlaceName = (name: Token | undefined, behind: Token | undefined): boolean =>
  name?.span?.type === "name" && !BRANCH_NAME.test(name.span.text) && /^[上中里内]$/.test(behind?.text ?? "");

const PLACES: Readonly<Record<string, (reading: Reading) => void>> = byName({
  outside: (reading) => void (reading.role = "outside"),
  at: (reading) => {
    const { next: after, tokens, at } = reading;
    if (after?.span?.type === "path" || isPlaceName(after, tokens[at + 2]) || inside(tokens, at)) reading.role = "place";
  },
  out: (reading) => {
    const { slots } = reading;
    if (reading.role === "except") reading.role = "main";
    // main 以外的分支
    else if (slots.branches.length > 0) slots.parts.except.targets.push(...slots.branches.splice(0).map(branchTarget));
    else moveBack(slots, reading.lastTarget, "outside");
  },
  place: ({ slots, lastTarget }) => moveBack(slots, lastTarget, "place"),
  in: (reading) => {
    const opens = reading.slots.force === null && !reading.filled && !reading.verbLast;
    if (reading.role === "main" && (reading.main.targets.length > 0 || opens)) reading.role = "place";
  },
});

function place(reading: Reading, token: Token, { val }: Sense): void {
  // "Never implement from `docs/old/`": where it would come from.
  if (/^from$/i.test(token.text) && reading.main.acts.at(-1)?.verb === "change") return reading.unknown(token);
  (PLACES[val] ?? PLACES["in"])?.(reading);
}

/** "To trigger a release, push …": what it is for. */
function isGoal({ at, from, verbLast, tokens }: Reading): boolean {
  return at === from && !verbLast && tokens.slice(at).some(isComma);
}

/** "Never move files to `archive/`": what is new there. */
function movesThere({ tokens, from, at, main, namesSpan }: Reading): boolean {
  const said = tokens.slice(from, at).findLast((each) => each.sense?.cls === "act")?.text ?? "";
  return main.acts.length > 0 && !namesSpan && /^mov(?:e|ing)\b/i.test(said) && nextIsPath(tokens, at);
}

/** "Add `x` to `package.json`": the file is where it is added. */
function to(reading: Reading): void {
  const { main, role, tokens, at } = reading;
  if (isGoal(reading)) return reading.swallow("tail");
  if (movesThere(reading)) main.acts.push({ ...(main.acts.pop() as Act), verb: "create" });
  const where = tokens.slice(at + 1).find((each) => each.sense?.cls !== "filler");
  if (main.acts.at(-1)?.verb === "push" && main.targets.length === 0 && where?.kind === "unknown") reading.slots.elsewhere = true;
  if (role === "main" && isPut(main) && nextIsPath(tokens, at)) reading.role = "place";
}

function isPut({ acts, targets }: Part): boolean {
  const [act, target] = [acts.at(-1), targets.at(-1)];
  if (act === undefined || target === undefined || target.kind === "it") return false;
  return /^(?:add|commit|write|print)$/.test(act.verb) && target.group === act.group;
}

/** Kinds of files that a name beside them makes narrower. */
const NAMED_KINDS = whole`generated, vendored, buildout, migrations, snapshots, logs, locks, env, ci, changelog, binaries, manifests,
  hooks`;

/** Kinds that name what follows them where they are in the singular. */
const COMPOUND = /(?:secret|key|token|lockfile|issue|dependency|package|server|branch)$/i;

/** It belongs to what is next to it. */
function isPart({ previous, next: after }: Reading, { text }: Token, val: string): boolean {
  // `domain` 依赖 `ui`: what is between two names says how they go together.
  if (previous?.kind === "span" && after?.kind === "span") return true;
  // "secret manager": part of a word that was not understood.
  if (COMPOUND.test(text) && after?.kind === "unknown") return true;
  // "`dbm001` migrations": the name says which.
  return previous?.span?.type === "name" && previous.span.code && NAMED_KINDS.test(val);
}

/** 在单元测试里, and 单元测试里 before what must not be done there. */
function isInPlace(reading: Reading): boolean {
  const { role, slots, filled, tokens, at } = reading;
  if (!inside(tokens, at - 1)) return false;
  if (role === "main" && slots.force === null && !filled) reading.role = "place";
  return reading.role === "place";
}

function noun(reading: Reading, token: Token, sense: Sense): void {
  const { tokens, at } = reading;
  const { val } = sense;
  const inPlace = isInPlace(reading);
  if (!inPlace && isPart(reading, token, val)) return reading.unknown(token);
  // "Build output is `site/`": the name says which.
  const under = /^under$/i.test(reading.next?.text ?? "") && nextIsPath(tokens, at + 1);
  if (!inPlace && NAMED_KINDS.test(val) && (under || nextIsPath(tokens, at))) return;
  reading.target({ kind: "noun", noun: val, text: token.text });
  if (inPlace) reading.role = "main";
  else reading.afterBrief();
}
