// Text as units: words of Latin letters, single characters of other scripts, spans and marks.

import { KNOWN_PROGRAMS } from "../match/programs.ts";
import { isBarePath } from "./folders.ts";
import { SPANS } from "./masked.ts";
import { looksLikePath, type Span, spanOf } from "./spans.ts";

export interface Unit {
  readonly text: string;
  readonly word: string | null;
  readonly span: Span | null;
  readonly wide: boolean;
}

const LATIN = /[\p{Script=Latin}\d_@.~/*$#%+&'’\-{}]+/uy;
const PLAIN = /[\w@.~/*$#%+&'\-{}]+/y;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/uy;
/** Hangul's first letter. */
const FIRST_WIDE = 0x1100;
const FLAG = /^--?[a-z][\w-]*$/i;

/** The word there: by the plain letters alone, which are found sooner, unless another letter follows them. */
function latinAt(text: string, at: number): string | null {
  PLAIN.lastIndex = at;
  const plain = PLAIN.exec(text)?.[0] ?? "";
  const next = text.charCodeAt(at + plain.length);
  if (plain !== "" && !(next >= 0x80 && next < 0x2e80)) return plain;
  LATIN.lastIndex = at;
  return LATIN.exec(text)?.[0] ?? null;
}

export function unitsIn(text: string, spans: readonly Span[], fold: (char: string) => string): Unit[] {
  const units: Unit[] = [];
  const mark = (char: string) => units.push({ text: char, word: null, span: null, wide: false });
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code >= SPANS && code < SPANS + spans.length) {
      units.push({ text: "", word: null, span: spans[code - SPANS] as Span, wide: false });
      at++;
      continue;
    }
    WIDE.lastIndex = at;
    const wide = code < FIRST_WIDE ? null : WIDE.exec(text);
    if (wide !== null) {
      units.push({ text: wide[0], word: fold(wide[0]), span: null, wide: true });
      at += wide[0].length;
      continue;
    }
    const latin = latinAt(text, at);
    if (latin === null) {
      const char = text.charAt(at);
      if (!/\s/.test(char)) mark(char);
      else if (/^-{1,3}\s/.test(text.slice(at + 1, at + 5))) mark("—");
      at++;
      continue;
    }
    const script = scriptAt(text, at, latin, units);
    if (script !== null) {
      units.push({ text: script, word: script, span: null, wide: false });
      at += script.length;
      continue;
    }
    // "No print() calls": code that needs no backticks.
    if (text.startsWith("()", at + latin.length) && /^[A-Za-z_][\w.]+$/.test(latin)) {
      units.push({ text: "", word: null, span: spanOf(`${latin}()`, { code: true }), wide: false });
      at += latin.length + 2;
      continue;
    }
    // "`Z`-suffixed": no flag, but a part of the word before.
    const joined = latin.startsWith("-") && text.charCodeAt(at - 1) >= SPANS;
    at += latin.length;
    word(joined ? latin.slice(1) : latin, units, mark);
  }
  return units;
}

export const SCRIPT = /^[a-z][\w-]*(?::[a-z][\w-]*)+$/;

function scriptAt(text: string, at: number, latin: string, units: readonly Unit[]): string | null {
  if (text.charAt(at + latin.length) !== ":") return null;
  const [script] = /^[a-z][\w-]*(?::[a-z][\w-]*)+/.exec(text.slice(at, at + 80)) ?? [];
  return script !== undefined && (script.split(":").length > 2 || namesScript(units)) ? script : null;
}

/** "rails db:drop, db:reset": a program is before it, or another one. */
function namesScript(units: readonly Unit[]): boolean {
  const last = units.findLast(({ word: each, text }) => text !== "," && text !== "、" && each !== "or" && each !== "and");
  return last?.word != null && (KNOWN_PROGRAMS.has(last.word) || SCRIPT.test(last.word) || last.word === "run");
}

/** Of a command; alone it ends a sentence. */
export const HERE = ".";

/** All packages of Go; its points end no sentence. */
const GO_TREE = "./...";

/** "git add .": the folder that it is in; a space is before it, and words of a command. */
function isHere(raw: string, units: readonly Unit[]): boolean {
  if (raw !== ".") return false;
  const program = units.findLastIndex(({ word: each }) => each !== null && KNOWN_PROGRAMS.has(each));
  return (
    program !== -1 &&
    units.slice(program).every(({ word: each, span }) => each !== null || span?.type === "flag") &&
    units.length - program < 4
  );
}

function word(raw: string, units: Unit[], mark: (char: string) => void): void {
  if (isHere(raw, units))
    return void units.push({ text: HERE, word: null, span: { ...spanOf(HERE, { code: false }), type: "path" }, wide: false });
  if (raw.startsWith(GO_TREE)) return void units.push({ text: GO_TREE, word: null, span: spanOf(GO_TREE, { code: false }), wide: false });
  let end = raw.length;
  while (end > 0 && ".'’&".includes(raw.charAt(end - 1))) end--;
  const body = raw.slice(0, end).replace(/^['’&+]+/, "");
  if (body !== "" && !/^[-–]+$/.test(body)) {
    if (isBarePath(body, units.at(-1)?.word ?? null))
      units.push({ text: body, word: null, span: { ...spanOf(body, { code: false }), type: "path" }, wide: false });
    else if (FLAG.test(body) || looksLikePath(body, { code: false }))
      units.push({ text: body, word: null, span: spanOf(body, { code: false }), wide: false });
    else {
      body.split("/").forEach((part, at) => {
        if (at > 0) mark("/");
        if (part !== "") units.push({ text: part, word: part.replaceAll("’", "'").toLowerCase(), span: null, wide: false });
      });
    }
  } else if (/^[-–]+$/.test(body)) mark("—");
  else if (raw === "+") mark(raw);
  if (/\.$/.test(raw)) mark(".");
}
