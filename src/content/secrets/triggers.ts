// Which three characters make the scanner look closer. One table, read once per character, holds the folded
// triples of all literals; only a hit compares the literal, and only a match of that runs its detector.

import { addressAt, mayBeAddress } from "../secretFinders/addresses.ts";
import { BLOCK_REACH, isSeedWord, privateKeyAt, puttyAt, seedPhraseAt } from "../secretFinders/blocks.ts";
import { codeAt, isCodeWord } from "../secretFinders/codes.ts";
import {
  chpasswdAt,
  COMMANDS,
  htpasswdAt,
  identifiedAt,
  netUserAt,
  noteCommand,
  optionAt,
  pgpassAt,
  userOptionAt,
} from "../secretFinders/commands.ts";
import { keyedAt, logInAt, mayBePair, pairAt } from "../secretFinders/contexts.ts";
import { GAP } from "../secretShapes/gaps.ts";
import { authorizationAt, bearerAt, cookieAt, mayBeAuthorization, mayBeBasic, mayBeCookie } from "../secretFinders/headers.ts";
import { type Known, literalAt, spellings } from "../secretFinders/known.ts";
import { isNamed } from "../secretShapes/keyNames.ts";
import { formats } from "../secretShapes/providers.ts";
import type { Detector, Sight } from "../secretShapes/sight.ts";
import { calledAt, signatureAt, SPOKEN, spokenAt } from "../secretFinders/spoken.ts";
import { airtableAt, FRAMED, framedAt, jwtAt, mayBeAirtable, mayBeToken, tokenAt, withAwsPair } from "../secretFinders/markedTokens.ts";

export interface Trigger {
  readonly literal: string;
  /** Compare without regard to case. */
  readonly folded: boolean;
  /** How far from the literal's start the detector looks. */
  readonly reach: number;
  readonly look: Detector;
  /**
   * Asked first: false when `look` can never find anything here, whatever follows and whatever becomes a marker later;
   * undefined when a few more characters will tell.
   */
  readonly fits?: (sight: Sight, at: number) => boolean | undefined;
  /** Asked before a stream is held back for `reach`, with what has come so far: false when `look` cannot find anything. */
  readonly may?: (sight: Sight, at: number) => boolean;
}

/** A bucket of triggers per folded triple; `table` holds its number, 0 for none. */
export interface Triggers {
  readonly table: Uint16Array;
  readonly buckets: readonly (readonly Trigger[])[];
}

/** Triggers that only note something look no further than this. */
export const NOTE_REACH = 16;
const TOKEN_REACH = 3200;
const KEYED_REACH = 1800;
const SHORT_REACH = 400;

/** Five bits a character: letters fold their case, the rest falls where it may. */
export function fold(first: number, second: number, third: number): number {
  return ((first & 31) << 10) | ((second & 31) << 5) | (third & 31);
}

const MARK = /\[redacted:[a-z0-9-]{1,24}\]/y;

function* builtIn(): Generator<Trigger> {
  // A marker from an earlier pass is passed over as the secret was that it stands for.
  yield {
    literal: "[redacted:",
    folded: false,
    reach: 40,
    look: (sight, at) => {
      MARK.lastIndex = at;
      return MARK.test(sight.text) ? { type: "", start: at, end: MARK.lastIndex } : undefined;
    },
  };
  for (const format of formats()) {
    const aws = format.type === "aws" && format.exact > 0;
    yield {
      literal: format.prefix,
      folded: false,
      reach: TOKEN_REACH,
      look: (sight, at) => {
        const found = tokenAt(sight, at, format);
        return found !== undefined && aws ? withAwsPair(sight, found) : found;
      },
      may: (sight, at) => mayBeToken(sight, at, format),
    };
  }
  yield { literal: "eyJ", folded: false, reach: TOKEN_REACH, look: jwtAt };
  for (const frame of FRAMED)
    yield { literal: frame.literal, folded: false, reach: SHORT_REACH, look: (sight, at) => framedAt(sight, at, frame) };
  yield { literal: "pat", folded: false, reach: SHORT_REACH, look: airtableAt, fits: mayBeAirtable };
  for (const mark of ["://", ":\\/\\/"]) yield { literal: mark, folded: false, reach: 800, look: addressAt, may: mayBeAddress };
  yield { literal: "BEGIN ", folded: false, reach: BLOCK_REACH, look: privateKeyAt };
  yield { literal: "Private-Lines: ", folded: false, reach: BLOCK_REACH, look: puttyAt };
  for (const word of ["phrase", "mnemonic", "助记词"])
    yield { literal: word, folded: true, reach: SHORT_REACH, look: seedPhraseAt, fits: isSeedWord };
  for (const stem of STEMS) yield { literal: stem, folded: true, reach: KEYED_REACH, look: keyedAt, fits: isNamed };
  for (const [word, promise] of SPOKEN)
    yield {
      literal: word,
      folded: true,
      reach: KEYED_REACH,
      look: (sight, at) => calledAt(sight, at, promise) ?? spokenAt(sight, at, { word, promise }),
    };
  for (const name of ["sig=", "signature="])
    yield { literal: name, folded: true, reach: KEYED_REACH, look: (sight, at) => signatureAt(sight, at, at + name.length) };
  yield { literal: "authorization", folded: true, reach: KEYED_REACH, look: authorizationAt, fits: mayBeAuthorization };
  yield { literal: "bearer ", folded: true, reach: KEYED_REACH, look: bearerAt };
  yield { literal: "basic ", folded: true, reach: 600, look: bearerAt, may: mayBeBasic };
  yield { literal: "cookie", folded: true, reach: 4000, look: cookieAt, fits: mayBeCookie };
  for (const word of ["code", "otp", "pin", "验证码", "校验码", "动态码"])
    yield {
      literal: word,
      folded: true,
      reach: SHORT_REACH,
      look: (sight, at) => codeAt(sight, at, word),
      fits: (sight, at) => isCodeWord(sight, at, word),
    };
  for (const [word, bits] of COMMANDS) {
    yield {
      literal: word,
      folded: false,
      reach: NOTE_REACH,
      look: (sight, at) => {
        noteCommand(sight, at, bits);
        return undefined;
      },
    };
  }
  for (const letter of "pPawuU") yield { literal: ` -${letter}`, folded: false, reach: 1200, look: optionAt };
  yield { literal: "htpasswd -", folded: false, reach: 800, look: htpasswdAt };
  yield { literal: "chpasswd", folded: false, reach: SHORT_REACH, look: chpasswdAt };
  yield { literal: "identified by ", folded: true, reach: 800, look: identifiedAt };
  for (const name of ["auth", "basicauth", "login", "credentials", "signin"])
    yield { literal: name, folded: true, reach: 800, look: pairAt, fits: mayBePair };
  yield { literal: "in with ", folded: false, reach: 800, look: logInAt };
  yield { literal: "net user ", folded: true, reach: 800, look: netUserAt };
  yield { literal: "--user", folded: false, reach: 1200, look: userOptionAt };
  for (const port of [":5432:", ":5433:", ":6432:", ":6543:", ":3306:", ":*:"])
    yield { literal: port, folded: false, reach: SHORT_REACH, look: (sight, at) => pgpassAt(sight, at, port) };
}

/** The stems of names that promise a secret; `names.ts` judges the whole name. */
const STEMS = ["pass", "pwd", "pw", "psw", "secret", "token", "key", "cred", "auth", "jwt", "pat", "contrase", "senha", "kennwort"];

let shared: Triggers | undefined;
const personal = new WeakMap<Known, Triggers>();

/** The triggers for the built-in formats and, where given, for known values. */
export function triggersFor(known: Known | undefined): Triggers {
  shared ??= index(builtIn());
  if (known === undefined || known.values.length === 0) return shared;
  let found = personal.get(known);
  if (found === undefined) {
    found = index(knownTriggers(known), shared);
    personal.set(known, found);
  }
  return found;
}

function* knownTriggers(known: Known): Generator<Trigger> {
  for (const literal of spellings(known)) {
    // Only the beginning is compared up front: the rest may be behind a line break.
    yield {
      literal: literal.text.slice(0, 3),
      folded: false,
      reach: literal.text.length * 2 + GAP * 2,
      look: (sight, at) => literalAt(sight, at, literal),
    };
  }
}

function index(triggers: Iterable<Trigger>, base?: Triggers): Triggers {
  const table = base === undefined ? new Uint16Array(32768) : base.table.slice();
  const buckets: (readonly Trigger[])[] = base === undefined ? [[]] : [...base.buckets];
  const made = new Map<number, Trigger[]>();
  for (const trigger of triggers) {
    for (const code of codesOf(trigger.literal)) {
      let bucket = made.get(code);
      if (bucket === undefined) {
        // Known values go first: what the person calls a secret is never judged by its looks.
        bucket = [];
        made.set(code, bucket);
      }
      bucket.push(trigger);
    }
  }
  for (const [code, bucket] of made) {
    const old = buckets[table[code] as number] as readonly Trigger[];
    table[code] = buckets.length;
    buckets.push(old.length === 0 ? bucket : [...bucket, ...old]);
  }
  return { table, buckets };
}

/** The first three characters, folded; two-character literals take every third. */
function codesOf(literal: string): readonly number[] {
  const first = literal.charCodeAt(0);
  const second = literal.charCodeAt(1);
  if (literal.length >= 3) return [fold(first, second, literal.charCodeAt(2))];
  return Array.from({ length: 32 }, (_, third) => fold(first, second, third));
}
