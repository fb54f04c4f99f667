// An act: what it is done to follows, unless it names a thing, says what something is used for, or begins another sentence.

import type { Sense } from "../lexicon/language.ts";
import { commands, isComma, isObject, lastWord } from "./ahead.ts";
import type { Reading, SlotsRead } from "./sentenceReader.ts";
import type { Token } from "../tokens/sentenceTokens.ts";

export function readAct(reading: Reading, token: Token, sense: Sense): SlotsRead | undefined {
  if (isMadeThing(reading, token, sense)) return undefined;
  if (endsWord(reading, token)) return void reading.unknown(token);
  if (reading.role === "place" || reading.role === "means" || isWhatToRun(reading, sense)) reading.role = "main";
  if (isNamed(reading, sense) || isOld(reading, sense) || isPurpose(reading, sense)) return undefined;
  if (isWhich(reading, sense)) return void reading.unknown(token);
  if (beginsAnother(reading, token, sense)) return reading.split(reading.at);
  if (CONTAINS.test(token.text) && (reading.slots.force === null || reading.main.acts.length > reading.since.acts)) return undefined;
  note(reading, token, sense);
  reading.act({ verb: sense.val, form: sense.form, ...(WIDE.test(token.text) ? { wide: true } : {}) });
  reading.afterBrief();
  return undefined;
}

/** 不提交密钥、模型输出、…: the end of a word, in a list of things. */
function endsWord({ role, slots, sinceForce, previous, next, main, forced }: Reading, { text }: Token): boolean {
  if (role !== "main" || slots.force !== "never" || sinceForce < 2 || main.acts.length <= forced.acts) return false;
  const behind = previous?.kind === "unknown" || previous?.sense?.val === "tool";
  return behind && /\p{Script=Han}/u.test(text) && (next === undefined || next.text === "、" || next.sense?.cls === "or");
}

const WIDE = /^(?:touch\w*|碰|触碰|动)$/i;

/** 提交包含以下内容的文件: files that contain something. */
const CONTAINS = /^(?:包含|含有|带有)$/;
const ABOUT_COMMITS = /^(?:amend|revert|rebase|cherrypick|reset|rewrite|forcepush)$/;
/** What a program is there for: saying so limits nothing. */
const OWN_USES = /^(?:run|install|add|test|build|lint|format|typecheck|start)$/;

/** "`gen/` outputs", "a `load()` call": a thing, named by what makes it. */
function isMadeThing({ role, slots, previous }: Reading, { text }: Token, { form }: Sense): boolean {
  const names = form === "s" || /^call$/i.test(text);
  return names && role === "main" && slots.force === "never" && previous?.kind === "span";
}

/** "Before committing run `x`": what must be run, not what comes after. */
function isWhatToRun({ role, slots, filled, previous, verbLast }: Reading, sense: Sense): boolean {
  if (verbLast || role !== "before" || filled || slots.force !== null || slots.parts.before.acts.length === 0) return false;
  if (!/^(?:run|use|read)$/.test(sense.val) || !commands(sense)) return false;
  return previous?.kind !== "mark" && !/^(?:and|or|to)$/.test(previous?.sense?.cls ?? "");
}

/** "Amend an existing commit": what it is done to. */
function isNamed({ main, tokens, at }: Reading, { val }: Sense): boolean {
  return val === "commit" && ABOUT_COMMITS.test(main.acts.at(-1)?.verb ?? "") && isObject(tokens, at);
}

/** "Never rewrite committed migrations": which of them. */
function isOld({ main, slots, next, previous }: Reading, { val, form }: Sense): boolean {
  const says = form === "ed" && /^(?:commit|merge|push|release|publish)$/.test(val) && main.acts.length > 0;
  if (!says || next?.sense?.cls !== "noun" || previous?.sense?.cls === "or" || previous?.kind === "mark") return false;
  slots.old = "done";
  return true;
}

/** "Never amend pushed commits": an act that was done says which of them. */
function isWhich({ previous, slots, verbLast }: Reading, { form }: Sense): boolean {
  return !verbLast && form === "ed" && slots.force === "never" && previous?.sense?.cls === "act" && previous.sense.form === "base";
}

/** "Do not use `x` to install packages": what it would be used for. */
function isPurpose(reading: Reading, sense: Sense): boolean {
  const { slots, tokens, at } = reading;
  const used = isUsedFor(reading, sense);
  if (!used && !isDoneFor(reading, sense)) return false;
  const banned = slots.force === "never";
  // "Run `x` to update the README before committing": what it does.
  if (!banned && sense.val !== "change" && reading.previous?.kind !== "span") return false;
  reading.swallow("tail");
  const known = used && OWN_USES.test(sense.val) && tokens.slice(at, reading.at + 1).every((each) => each.kind !== "unknown");
  if (!banned || known) slots.condition.pop();
  return true;
}

const USES = /^(?:use|run)$/;

/** "… `x` to install", 用 `x` 切换环境 */
function isUsedFor({ main, verbLast, previous, tokens, at }: Reading, { val }: Sense): boolean {
  const uses = USES.test(main.acts.at(-1)?.verb ?? "") && main.targets.at(-1)?.kind === "span";
  if (verbLast || !uses) return false;
  const behind = previous?.kind === "span" && /\p{Script=Han}/u.test(tokens[at]?.text ?? "");
  return previous?.sense?.cls === "to" || (behind && !USES.test(val));
}

/** "Never edit `package.json` to add a dependency" */
function isDoneFor({ main, role, slots, verbLast, previous }: Reading, { form }: Sense): boolean {
  if (verbLast || role !== "main" || slots.force !== "never" || form !== "base") return false;
  return main.acts.length > 0 && main.targets.at(-1)?.kind === "span" && previous?.sense?.cls === "to";
}

/** "Never edit `a` use `b`": nothing joins it to what came before; 以下文件：`.env`、包含密码的配置: the next thing of a list. */
function beginsAnother({ main, role, slots, previous, verbLast }: Reading, { text }: Token, { val, form }: Sense): boolean {
  if (CONTAINS.test(text)) return slots.force === null && main.targets.length > 0 && isComma(previous);
  if (verbLast || role !== "main" || form !== "base" || !USES.test(val)) return false;
  return previous?.kind === "span" && main.acts.length > 0;
}

/** What the act says about the whole sentence. */
function note(reading: Reading, token: Token, sense: Sense): void {
  const { slots } = reading;
  if (/^auto/i.test(token.text)) slots.auto = true;
  if (reading.role === "main") noteInMain(reading, sense);
  if (slots.force !== "never" || slots.post) return;
  if (reading.sinceForce === 0 && negates(reading, sense)) Object.assign(slots, { force: null, weak: true });
}

function noteInMain(reading: Reading, sense: Sense): void {
  const { slots, main, since, forced, at } = reading;
  if (slots.force === null && !reading.filled && slots.left.length === 0 && commands(sense)) slots.imperative = true;
  if (main.acts.length === since.acts)
    reading.told = main.targets.length > since.targets || slots.left.length > since.left || (sense.form === "told" && at - since.at > 2);
  if (slots.force === "never" && !slots.post && main.acts.length === forced.acts && sense.form === "ed")
    slots.turned = main.targets.length > forced.targets;
}

/** "No ejecuta", "never touches": a negation before a form that tells is no force. */
function negates({ tokens, at }: Reading, { form }: Sense): boolean {
  return form === "told" || (form === "s" && /^never$/i.test(lastWord(tokens, at)?.text ?? ""));
}
