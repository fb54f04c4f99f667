// Whether a value that is where a secret was promised is one.

import { either } from "../../base/index.ts";
import { isPlaceholder, isWeak } from "./placeholders.ts";
import type { Promised } from "./keyNames.ts";
import { looksDrawn, type Shape, shapeOf } from "./shape.ts";

/**
 * How the value is there: `assigned` after `=` or `:`, `quoted` so and in quotes, `said` in a sentence,
 * `bare` with nothing but a space or a bracket between name and value.
 */
export type Standing = "assigned" | "quoted" | "said" | "bare";

export function isSecret(value: string, promise: Promised, standing: Standing): boolean {
  if (value.length < 6) return false;
  const shape = shapeOf(value);
  if (isOrdinary(value, shape) || /\s/.test(value) || isPlaceholder(value) || isSomethingElse(value)) return false;
  switch (promise) {
    case "password":
      return isPassword(value, shape, standing);
    case "secret":
      return standing === "bare" ? looksDrawn(value, 12) : isToken(value, shape) || isPassword(value, shape, standing);
    case "token":
      return standing === "bare" ? looksDrawn(value, 20) || UUID.test(value) : isToken(value, shape);
    case "key":
      return isKey(value, shape);
  }
}

/** Most of what is there are words of a language or of a program. */
function isOrdinary(value: string, { digit, upper }: Shape): boolean {
  if (digit === 0 && upper === 0 && value.length < 16 && !STRONG_MARK.test(value)) return true;
  // Nobody types a password of more than forty characters; so a long value was drawn, or it is none.
  return value.length > 40 && !looksDrawn(value);
}

function isKey(value: string, { hex, upper, lower, digit }: Shape): boolean {
  return !hex && upper > 1 && lower > 1 && digit > 0 && looksDrawn(value, 20);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function isToken(value: string, shape: Shape): boolean {
  if (UUID.test(value) || looksDrawn(value)) return true;
  return value.length >= 10 && kinds(shape) >= 3 && (shape.turns >= 0.4 || STRONG_MARK.test(value)) && !isName(value, shape);
}

const OWN_WORDS = /^(?:[A-Z]?[a-z]{2,40}[-_.!#$]?){1,4}\d{1,6}[!?#*$%@]{0,2}$/;
const TECHNICAL = new RegExp(
  String.raw`^(?:${either`
  sha, md, aes, rsa, des, utf, base, oauth, es, ecma, https?, rfc, iso, version, win, windows, node, python, gpt,
  claude, llama, chapter, step, page, line, phase, level, test, user, item, field, param, arg, value, var, tmp,
  foo, bar, key, token, secret, password, passwd, pass, column, row, section, table, figure, uint, int, float,
  bits?, sprint, issue, ticket, case, example, option, group, version, release, blake, ed, curve, secp, hmac, hs,
  rs, ps, argon, bcrypt, scrypt, pbkdf, crc, hex, bin, ascii, latin, cp, ipv, port, model, room, gate, apollo,
  area, covid, web, http, log, mp, h, vp, av, x, q, fy, id
`})$`,
  "i",
);

function isPassword(value: string, shape: Shape, standing: Standing): boolean {
  if (standing === "bare") return isBarePassword(value, shape);
  if (looksDrawn(value, 10)) return true;
  if (isName(value, shape)) return standing !== "assigned" && isOwnWords(value);
  const many = kinds(shape);
  if (many >= 3) return true;
  if (many === 1) return shape.digit === value.length && standing !== "assigned";
  if (shape.symbol === 0) return shape.digit > 0 ? value.length >= 7 : value.length >= 10 && shape.turns >= 0.3;
  return STRONG_MARK.test(value) && value.length >= 8;
}

function isBarePassword(value: string, shape: Shape): boolean {
  if (looksDrawn(value, 12)) return true;
  return value.length >= 8 && kinds(shape) >= 3 && (shape.turns >= 0.3 || STRONG_MARK.test(value)) && !isName(value, shape);
}

/** Words and a number, as people make passwords, and no technical term. */
function isOwnWords(value: string): boolean {
  if (value.length < 8 || !OWN_WORDS.test(value)) return false;
  const words = value.match(/[A-Z]?[a-z]+/g) ?? [];
  return words.some((word) => word.length >= 4) && !words.some((word) => TECHNICAL.test(word) || isWeak(word));
}

const STRONG_MARK = /[A-Za-z0-9][!@#$%^&*]{1,3}[A-Za-z0-9]/;

function kinds(shape: Shape): number {
  return Number(shape.lower > 0) + Number(shape.upper > 0) + Number(shape.digit > 0) + Number(shape.symbol > 0);
}

/** Made of words, numbers and joints, as names of things are: `my-app-v2`, `AES-256-GCM`, `userPassword`. */
function isName(value: string, shape: Shape): boolean {
  if (/[A-Za-z0-9][!@#$%^&*?]|[!@#$%^&*?]\d/.test(value)) return false;
  const parts = value.split(/[-_./:+~=]+/).filter((part) => part !== "");
  if (parts.length > 1 && parts.every((part) => part.length < 7 && /^(?:[A-Z]?[a-z]+|[A-Z]+|\d{1,4})$/.test(part))) return true;
  if (
    parts.every((part) => /^(?:[A-Z]?[a-z]+|[A-Z]+|\d{1,4}|[A-Za-z]{1,12}\d{1,4}|v?\d+)$/.test(part)) &&
    (parts.length > 1 || shape.wordy >= 0.55)
  ) {
    return shape.wordy >= 0.5 || shape.lower + shape.upper < 6;
  }
  const humps = value.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)?.length ?? 1;
  return (
    shape.wordy >= 0.62 &&
    shape.digit <= 4 &&
    !/[A-Za-z]\d+[A-Za-z]/.test(value) &&
    (shape.turns < 0.27 || (shape.lower + shape.upper) / humps >= 3.2)
  );
}

const PATH = /^(?:\.{0,2}|~|[A-Za-z]:|%[A-Z]+%|\$[A-Z]+)[/\\](?:[\w.@ -]+[/\\])*[\w.@-]*$/;
const PROPERTY = /^[!~]{0,2}[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/;
const ELSE = [
  /:\/\//, // an address, judged elsewhere
  /^(?:[\w$]+\??\.)*[\w$]+\(/, // a call
  /^(?:[\w@-]+\/)+[\w-]+\.[a-z]{1,5}$/i, // a path with an extension
  new RegExp(
    String.raw`\.(?:${either`
  ts, tsx, js, jsx, mjs, cjs, json, ya?ml, toml, md, txt, pem, key, crt, cer, env, py, rb, go, rs, java, php, sh,
  html?, css, svg, png, jpe?g, gif, lock, cfg, conf, ini, log, xml, csv, sql, db, zip, gz
`})$`,
    "i",
  ),
  /^v?\d+(?:\.\d+){1,3}(?:[-+][\w.]+)?$/, // a version
  /^[~^<>=]{1,2}\d/, // a range of versions
  /^\d{4}-\d\d-\d\d/, // a date
  /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/, // an e-mail address
  /^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?$/, // an address
  /^(?:#|0x)[0-9a-f]{1,8}$/i, // a colour, a number
  /^(?:sha\d+|md5|h1)[-:]/i, // a digest
  // A quantity.
  new RegExp(String.raw`^[+-]?(?:\d{1,3}(?:[,_]\d{3})+|\d+(?:\.\d+)?)(?:${either`%, ms, s, m, h, d, px, em, rem, kb, mb, gb, k`})?$`, "i"),
  /^[A-Z][a-z]+\d+[A-Z][a-z]+$/, // a type: Uint8Array
  /^(?:ctrl|cmd|alt|shift|meta|super|fn)[+-]/i, // a shortcut
  /^(?:ssh-(?:rsa|ed25519|dss)|ecdsa-|sk-ssh|AAAA[BCE])/, // a public key
];

/** What is plainly another kind of thing than a secret. */
function isSomethingElse(value: string): boolean {
  if (/^\d{6,}$/.test(value)) return false;
  const head = value.slice(0, 200);
  if (PATH.test(head)) return !isDrawnBase64(head);
  if (PROPERTY.test(head)) return !looksDrawn(head, 24);
  return isUnbalanced(head) || ELSE.some((pattern) => pattern.test(head));
}

/** A bracket that opens or closes nothing: the value is a piece of code. */
function isUnbalanced(value: string): boolean {
  let depth = 0;
  for (let i = 0; i < value.length; i++) {
    const char = value[i] as string;
    if ("([{".includes(char)) depth++;
    else if (")]}".includes(char) && --depth < 0) return true;
  }
  return depth !== 0;
}

function isDrawnBase64(value: string): boolean {
  if (!/^[A-Za-z0-9+/]{20,}={0,2}$/.test(value) || !looksDrawn(value, 20)) return false;
  const shape = shapeOf(value);
  return shape.upper > 2 && shape.lower > 2 && shape.digit > 0;
}
