// One sentence as slots, in one pass over its tokens: marks, unknown words, spans, forces, and the words of all other classes.

import type { Sense } from "../lexicon/language.ts";
import { dependsOn, describes, followedByTarget, FORCES, isComma, joins, lastWord, looksAt, membersOf, startsAnew } from "./ahead.ts";
import { consentAt, consentBack } from "./consent.ts";
import { Reading, type SlotsRead } from "./sentenceReader.ts";
import type { Force } from "./slots.ts";
import { BRANCH_NAME, type Span } from "../tokens/spans.ts";
import { readAct } from "./readAct.ts";
import { STEPS } from "./steps.ts";
import { isJoin, type Token } from "../tokens/token.ts";

export type { SlotsRead } from "./sentenceReader.ts";

export function readSlots(tokens: readonly Token[], from: number, verbLast: boolean): SlotsRead {
  const reading = new Reading(tokens, from, verbLast);
  const done = ({ slots, next }: SlotsRead): SlotsRead => {
    if (slots.left.length > 0) slots.members = membersOf(tokens.slice(from, next));
    return { slots, next };
  };
  for (; reading.at < tokens.length; reading.at++) {
    const ended = readToken(reading, tokens[reading.at] as Token);
    if (ended !== undefined) return done(ended);
  }
  return done(reading.finish());
}

/** Answers where the sentence ends, if it ends before this token. */
function readToken(reading: Reading, token: Token): SlotsRead | undefined {
  switch (token.kind) {
    case "mark":
      return readMark(reading, token);
    case "span":
      readSpan(reading, token.span as Span);
      return undefined;
    case "word":
      if (isListedBranch(reading, token)) break;
      return readWord(reading, token, token.sense as Sense);
    default:
      // "main/develop": a further branch beside one that was named.
      if (BRANCH_NAME.test(token.text) && (reading.slots.branches.length > 0 || reading.role === "except")) break;
      reading.unknown(token);
      return undefined;
  }
  STEPS.branch?.(reading, token, { cls: "branch", val: token.text, form: "base" });
  return undefined;
}

/** "main or staging", "main and release branches": in a list behind a branch a word that means something else elsewhere is one too. */
function isListedBranch({ slots, previous, next }: Reading, { text }: Token): boolean {
  if (slots.branches.length === 0 || !BRANCH_NAME.test(text) || !isJoin(previous)) return false;
  return next === undefined || next.kind === "mark" || isJoin(next) || /^branch(?:es)?$/.test(next.text);
}

function readMark(reading: Reading, token: Token): SlotsRead | undefined {
  const { slots } = reading;
  if (isComma(token)) return readComma(reading, token.text);
  if (token.text === "❌") {
    if (!reading.filled) Object.assign(slots, { force: "never", marked: true });
  } else if (token.text === ")") {
    reading.aside = false;
    // "`a` (not `b`), `c` (not `d`)"
    if (reading.role === "rejected" && isComma(reading.next)) return reading.split(reading.at + 2);
    if (reading.role === "except" || reading.role === "rejected") reading.role = "main";
  } else if (token.text === "✅") slots.ok = true;
  else if (saysMore(reading, token.text)) slots.left.push(token.text);
  return undefined;
}

/** A sign that stands for a word; "(≤ 72 characters)" is a number, and "never use `a` + `b`" forbids both at once. */
function saysMore({ slots, tokens, at }: Reading, text: string): boolean {
  if (text === "+") return slots.force === "never";
  return /[\p{L}\p{N}=<>≤≥]/u.test(text) && !(text === "≤" && tokens[at + 2]?.sense?.val === "chars");
}

/** "`a` not `b`, `c` not `d`" */
function opensPair({ tokens, at, next }: Reading): boolean {
  return next?.kind === "span" && tokens[at + 2]?.sense?.cls === "not" && tokens[at + 3]?.kind === "span";
}

/** What is forbidden was said, so that what follows a comma may be another sentence. */
function isWhole({ main, slots, sinceForce, forced, next }: Reading): boolean {
  // "`npm` is forbidden, use `bun`"
  if (slots.post) return main.acts.length + main.targets.length > 0;
  if (main.acts.length === 0) return sinceForce > 0;
  // "Never commit to main, make a branch first"
  if (slots.branches.length > 0) return true;
  // "Don't use moment, use dayjs"
  if (next?.sense?.val === "use" && slots.reach > 0) return true;
  // "Don't edit, regenerate with `x`"
  return next?.sense?.val === "regenerate" || sinceForce > 1 || forced.targets > 0;
}

function readComma(reading: Reading, text: string): SlotsRead | undefined {
  const { slots, role, at } = reading;
  if (text === "(") reading.aside = true;
  if (role === "rejected" && opensPair(reading)) return reading.split(at + 1);
  if (closesBan(reading, text)) return reading.split(at + 1);
  const done = slots.force === "never" && isWhole(reading);
  if (done && /^[,，]$/.test(text) && startsAnew(reading.tokens, at + 1)) return reading.split(at + 1);
  if (endsPart(reading, text) && role !== "rejected" && role !== "except") reading.comma();
  return undefined;
}

/** "npm is forbidden, pnpm only": what follows such a word is another matter; "is forbidden from committing, pushing" goes on. */
function closesBan({ slots, filled, verbLast, tokens, at, forcedAt }: Reading, text: string): boolean {
  if (!slots.post || !(filled || (slots.left.length > 0 && !verbLast))) return false;
  const bare = tokens.slice(forcedAt + 1, at).every(({ sense }) => sense?.cls === "filler");
  return verbLast || (slots.force === "never" && /^[,，]$/.test(text) && bare);
}

/** …として扱い、…: a word that is no thing ends a part of the sentence, and its acts with it. */
function endsPart({ verbLast, previous, namesSpan, main }: Reading, text: string): boolean {
  if (text !== "、" || !verbLast || previous?.kind !== "unknown") return !/^[/、(]$/.test(text);
  if (!namesSpan) main.acts.length = 0;
  return true;
}

/** "Tests must pass before pushing (`x`)" explains; "`package.json` `version`" is not all of the file. */
function besideOthers(reading: Reading, span: Span): void {
  if (reading.explains(span)) reading.role = "main";
  if (span.type === "name" && span.code && reading.previous?.span?.type === "path") reading.slots.left.push(span.text);
}

/** "Conda packages", "the `package.json` version": which of them. */
const describesNext = ({ code, type, words }: Span, after: string | undefined): boolean =>
  (!code && words.length === 1 && after === "dependency") || (type === "path" && after === "version");

function readSpan(reading: Reading, span: Span): void {
  const after = reading.next?.sense?.val;
  if (describesNext(span, after)) return;
  // "Never modify the `a/b` branches"
  if (span.type === "path" && after === "newbranch" && !/\.\w+$|\/$/.test(span.text)) {
    reading.slots.branches.push(span.text);
    reading.at++;
    return;
  }
  besideOthers(reading, span);
  reading.target({ kind: "span", span, ...(reading.aside ? { aside: true } : {}) });
  const placed = reading.role === "place" || reading.role === "outside";
  if (placed && !joins(reading.next) && !isComma(reading.next)) reading.role = "main";
}

function readWord(reading: Reading, token: Token, sense: Sense): SlotsRead | undefined {
  const { slots, tokens, at } = reading;
  const backward = sense.cls === "who" || sense.cls === "consent" ? consentBack(tokens, at, reading.verbLast) : null;
  if (backward !== null) {
    if (backward.kind === "ask") slots.force = "ask";
    else if (backward.kind !== "who") slots.consent ??= backward.kind;
    reading.at = backward.end;
    return undefined;
  }
  const force = FORCES[sense.cls];
  // 改动 `x` 需要确认, "must be approved by the user": what must be had is consent.
  const consents = force === "must" && !usesTool(tokens, at + 1) ? consentAt(tokens, at + 1) : 0;
  if (consents > 0) reading.ask(consents);
  else if (force !== undefined) return readForce(reading, token, { force, sense });
  else if (sense.cls === "act") return readAct(reading, token, sense);
  else if (dependsOn(tokens, at)) return readAct(reading, token, IMPORT);
  else return STEPS[sense.cls]?.(reading, token, sense) ?? undefined;
  return undefined;
}

const IMPORT: Sense = { cls: "act", val: "import", form: "base" };

/** "Always verify with `make check`": a command is no person. */
function usesTool(tokens: readonly Token[], at: number): boolean {
  const [asked, whom] = [tokens[at], tokens[at + 1]];
  return asked?.sense?.cls === "ask" && /with$/i.test(asked.text) && whom?.span?.type === "command";
}

interface ForceWord {
  readonly force: Force;
  readonly sense: Sense;
}

function readForce(reading: Reading, token: Token, word: ForceWord): SlotsRead | undefined {
  const { slots } = reading;
  const { force, sense } = word;
  if (isNoForce(reading, token, sense) || (force === "ask" && isLook(reading, token))) return undefined;
  const forbids = sense.cls === "never" && sense.val === "pre";
  if (forbids && rejects(reading)) {
    reading.role = "rejected";
    slots.barred = true;
    return undefined;
  }
  if (beginsAnother(reading, force, forbids)) return reading.split(reading.at);
  if (force === "permit" && slots.force === "never") slots.left.push(token.text);
  else if (onlyTells(reading, token, forbids)) slots.weak = true;
  else take(reading, token, word);
  if (force === "ask") reading.asks = true;
  if (force === "only") grantedBehind(reading);
  return undefined;
}

/** "`x`, never `y`": what follows is rejected, what came before is the way to go. */
function rejects({ slots, namesWay, tokens, at }: Reading): boolean {
  return slots.force !== "never" && namesWay && followedByTarget(tokens, at + 1) && !dependsOn(tokens, at + 1);
}

/** "Nobody pushes to `x`", "nothing goes straight to `x`"; "nobody needs to", "nothing imports `x`" tell. */
function isUndone({ tokens, at, next }: Reading): boolean {
  const { cls, form, val } = next?.sense ?? {};
  const person = !/^nothing/i.test(tokens[at]?.text ?? "");
  return cls === "act" && (form === "ed" ? !person : form === "s" && (val === "go" || (person && !/^(?:read|use|run)$/.test(val ?? ""))));
}

function take(reading: Reading, { text }: Token, { force, sense }: ForceWord): void {
  if (reading.slots.force === null) reading.slots.no = /^no(?:$|body|thing| one)/i.test(text);
  reading.force(force, sense);
}

/** Words that look like a force and are none. */
function isNoForce(reading: Reading, token: Token, sense: Sense): boolean {
  if (isAim(reading, token)) return true;
  if (onlyDenies(reading, token, sense)) {
    reading.slots.weak = true;
    return true;
  }
  // "Imports stay inside `src/`"
  const stays = sense.val === "within" && (reading.filled || reading.slots.left.length > 0);
  if (!stays && !(sense.val === "post" && isWord(reading))) return false;
  reading.unknown(token);
  return true;
}

/** "It needs no changes in `x`"; 실행하지 않습니다 tells what a command does not do, and forbids what is done to other things. */
function onlyDenies({ main, tokens, at }: Reading, { text }: Token, { val }: Sense): boolean {
  if (/^no change/i.test(text)) return lastWord(tokens, at) !== undefined;
  return val === "polite" && main.targets.some((each) => each.kind === "span" && each.span.type === "command");
}

/** 只读操作使用 `x`, 금지 규칙 추가: a word that describes what does something; 包括只读库: one of an example. */
function isWord(reading: Reading): boolean {
  const { previous, filled, verbLast, tokens, at } = reading;
  if (previous?.sense?.cls === "such" || namesActs(reading)) return true;
  return (verbLast || !filled) && describes(tokens, at, verbLast);
}

/** "PHPStan disallowed calls" */
function namesActs({ next, verbLast }: Reading): boolean {
  return !verbLast && next?.sense?.cls === "act" && next.sense.form === "s";
}

/** "Confirm the following": nobody is asked. Otherwise whom it asks, and for what, is read. */
function isLook(reading: Reading, token: Token): boolean {
  const { tokens, at } = reading;
  // "Only the user may run `x`"
  if (/^only /i.test(token.text)) return false;
  const length = consentAt(tokens, at + 1, true);
  // "Verify with the test suite:" names no person.
  const tool = /\bwith$/i.test(token.text) && !tokens.slice(at + 1, at + 1 + length).some((each) => each.sense?.cls === "who");
  // 用 `x` 确认: what it is looked at with.
  const shown = token.text === "确认" && reading.previous?.kind === "span";
  const looks = tool || shown || looksAt(tokens.slice(at + 1, at + 1 + length), tokens[at + 1 + length], reading.main.targets.length > 0);
  if (looks) reading.slots.left.push(token.text);
  else reading.at += length;
  return looks;
}

/** "No stubs, no `TODO`": also after words that were not understood. */
function beginsAnother(reading: Reading, force: Force, forbids: boolean): boolean {
  const { slots } = reading;
  return (reading.filled || (forbids && slots.left.length > 0 && slots.force !== null)) && isSecond(reading, force);
}

/** "Run `x` and do not commit", "work is done on branches and nothing goes to `x`" */
function isJoined({ slots, previous, namesSpan, tokens, at }: Reading): boolean {
  return joins(previous) && ((slots.imperative && namesSpan) || tokens[at]?.sense?.val === "nobody");
}

/** 从 `a` 切出分支，禁止在 `b` 上开发: what was before the comma says something, and what is forbidden is behind the force. */
function saysItself({ slots, tokens, at, previous, since }: Reading): boolean {
  if (!isComma(previous) || since.at !== at - 1 || since.left === 0 || since.targets === 0) return false;
  const behind = tokens.slice(at + 1);
  const stop = behind.findIndex((each) => isComma(each));
  const own = behind.slice(0, stop === -1 ? behind.length : stop);
  const named = own.some(({ kind }, place) => kind === "span" || (kind === "unknown" && own[place - 1]?.sense?.cls === "act"));
  return slots.condition.length === 0 && named;
}

/** 运行 `x` 确保一致: what it is run for. */
function isAim(reading: Reading, { text }: Token): boolean {
  if (text !== "确保" || !reading.namesSpan || reading.next?.kind === "span") return false;
  reading.swallow("tail");
  reading.slots.condition.pop();
  return true;
}

/** "Only `a` may import `b`", "`a` may only be changed after approval": both words are one. */
function isOnePermit({ slots, previous }: Reading, force: Force): boolean {
  return (
    (slots.force === "only" && force === "permit") || (slots.force === "permit" && force === "only" && previous?.sense?.cls === "permit")
  );
}

/** A force after another one begins another sentence. */
function isSecond(reading: Reading, force: Force): boolean {
  const { slots, next, verbLast } = reading;
  if (slots.force === null) return force === "never" && (reading.since.acts > 0 || isJoined(reading) || saysItself(reading));
  if (isOnePermit(reading, force)) return false;
  const restricts = force === "only" && /^(?:when|with|after|on)$/.test(next?.sense?.val ?? "");
  return !restricts && !(verbLast && (force === slots.force || slots.force === "must"));
}

/** "`check` runs no tests"; "CI cannot push": what somebody else is not able to do; 改代码不检查文档: one thing without another. */
function onlyTells(reading: Reading, { text, sense }: Token, forbids: boolean): boolean {
  if (sense?.val === "nobody") return !isUndone(reading);
  const { main, since, tokens, at, told, verbLast, previous } = reading;
  const acted = main.acts.length > since.acts;
  const another = lastWord(tokens, at)?.kind === "unknown" && tokens[at - 2]?.text !== "、";
  const tells = acted ? told : main.targets.length > since.targets && another;
  if (!verbLast && forbids && tells) return true;
  return (/^(?:cannot|can't|can not)$/i.test(text) && previous?.kind === "unknown") || (text === "不" && acted);
}

/** 只有用户要求时: only with consent. */
function grantedBehind(reading: Reading): void {
  const { tokens, at, slots } = reading;
  const length = consentAt(tokens, at + 1);
  if (length === 0 || tokens.slice(at + 1, at + 1 + length).some((each) => each.sense?.cls === "ask")) return;
  slots.consent ??= "granted";
  reading.at += length + (tokens[at + 1 + length]?.sense?.val === "post" ? 1 : 0);
}
