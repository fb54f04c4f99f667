// What a key's name promises about its value: `DB_PASSWORD` a password, `accessToken` a token, `cache_key` nothing.

import { wordSet } from "../../base/index.ts";
import { ALNUM, isIn, LOWER, runEnd, runStart, UPPER, URL_SAFE, WORD } from "./chars.ts";
import { providerOf } from "./providers.ts";
import type { Sight } from "./sight.ts";

/** `password` may be chosen by a person; `token` was drawn by a machine; `key` may be anything at all. */
export type Promised = "password" | "secret" | "token" | "key";

export interface Name {
  readonly start: number;
  readonly end: number;
  readonly promise: Promised;
  /** The provider that the name speaks of, or what kind of secret it is. */
  readonly type: string;
  /** `DB_PASSWORD`: the way environment variables are written. */
  readonly shouted: boolean;
  /** "pass" alone, which in a sentence is what one does with arguments. */
  readonly verb: boolean;
}

const PASSWORDS = wordSet(
  "password passwd passwrd passwort kennwort pwd pass passphrase passcode pw psw pswd pword passw contraseña contrasena",
  "senha passe masterauth",
);
const SECRETS = wordSet("secret secrets credential credentials cred creds apisecret clientsecret appsecret");
const TOKENS = wordSet(
  "token tok jwt bearer pat apikey apikeys accesskey secretkey privatekey authkey authtoken accesstoken refreshtoken",
  "sessiontoken usertoken bottoken webhooktoken idtoken appkey licensekey encryptionkey signingkey masterkey accountkey",
  "sharedaccesskey xapikey apitoken",
);

const KEY_OWNERS = wordSet(
  "api access secret private auth account app application admin master signing sign encryption encrypt crypto cipher",
  "deploy deployment service subscription license licence storage shared client consumer server write ingest ingestion",
  "rest sdk webhook hmac aes rsa ssh root stream role anon project product partner merchant live prod production test",
  "sandbox bot user personal integration vault tls ssl wif wallet priv management mgmt gateway security openssl host",
  "search",
);
const KEY_OTHERS = wordSet(
  "public pub socket primary foreign cache sort partition hash map object row index i18n translation idempotency react",
  "group unique composite dict lookup shortcut hot arrow column session event message routing dedupe dedup query header",
  "json yaml registry enter escape tab shift ctrl control alt meta backspace delete return function any each every same",
  "this that which no a another one answer ssh-ed25519 ssh-rsa gpg pgp data param property prop field attribute config",
  "configuration setting settings env variable option state store item list array",
);

const NOT_TOKENS = wordSet(
  "max min num number total next prev previous page continuation cursor pagination cancellation cancel sync used prompt",
  "completion input output cached reasoning stop eos bos pad unk mask special start end first last current nft erc20 lp",
  "governance syntax lexer parser operator keyword css design color per audio image text non unexpected csrf xsrf",
);
const AFTER_VALUES = wordSet(
  "1 2 3 4 5 prod production dev development staging stage test testing live local main old new current default base",
  "value val str text plain raw b64 base64 encoded env secondary backup override confirm confirmation again repeat admin",
  "root user app api db database enc",
);
// What a name that has a value is followed by; most names in code are followed by something else.
const FOLLOWS: ReadonlySet<number> = new Set([..." \t\r\n:=?!\"'`’”])*<>-→⇒：＝|(（\\是为,&", "　"].map((char) => char.charCodeAt(0)));

function isSentenceEnd(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return (unit === 0x2e || unit === 0x3b) && !(text.charCodeAt(at + 1) > 32);
}

/** A name reaches no further than half of this from its stem. */
const LONGEST_NAME = 96;

function nameEnd({ text, end: limit }: Sight, at: number): number {
  const most = Math.min(limit, at + LONGEST_NAME / 2);
  let end = runEnd(text, at, { set: WORD, end: most });
  while (text.charCodeAt(end) === 0x2d && isIn(text.charCodeAt(end + 1), LOWER | UPPER) && end - at < LONGEST_NAME / 2) {
    end = runEnd(text, end + 1, { set: WORD, end: most });
  }
  return end;
}

/** Whether the stem at `at` is of such a name; undefined while its end, and what a dash there leads to, is not in sight. */
export function isNamed(sight: Sight, at: number): boolean | undefined {
  return nameEnd(sight, at) + 2 > sight.end ? undefined : nameAt(sight, at) !== undefined;
}

/** The name around the stem at `at`, if it promises a secret. */
export function nameAt(sight: Sight, at: number): Name | undefined {
  const { text } = sight;
  const end = nameEnd(sight, at);
  if (end < sight.end && !FOLLOWS.has(text.charCodeAt(end)) && !isSentenceEnd(text, end)) return undefined;
  const start = nameStart(sight, at);
  const written = text.slice(start, end);
  if (/(?:pw|psw|pat|tok)$/i.test(written) && !SHORT.test(written + text.slice(Math.max(sight.floor, start - 1), start))) return undefined;
  const kind = kindOf(written);
  const promise = kind.asks ? promiseOf(kind.words, () => wordsBefore(sight, start)) : kind.promise;
  if (promise === undefined) return undefined;
  return { start, end, promise, type: kind.provider ?? promise, shouted: kind.shouted, verb: kind.verb };
}

function nameStart({ text, floor }: Sight, at: number): number {
  let start = runStart(text, at, { set: URL_SAFE, floor: Math.max(floor, at - LONGEST_NAME / 2) });
  // `\npassword`: the n belongs to the escape.
  if (start > floor && text[start - 1] === "\\" && /[ntr]/.test(text[start] as string)) start++;
  while (start < at && text.charCodeAt(start) === 0x2d) start++;
  // `-DapiKey=…`: a definition for a virtual machine.
  if (start < at && text[start - 1] === "-" && /^D[a-z]/.test(text.slice(start, start + 2))) start++;
  return start;
}

/** What a name says by itself. Names repeat, so it is kept. */
interface Kind {
  readonly words: readonly string[];
  readonly promise: Promised | undefined;
  /** The words before the name decide. */
  readonly asks: boolean;
  readonly provider: string | undefined;
  readonly shouted: boolean;
  readonly verb: boolean;
}

const kinds = new Map<string, Kind>();
const MOST_KINDS = 2000;
/** A longer name may be a slice that holds on to the whole text it was cut from. */
const LONGEST_KEPT = 12;

function kindOf(written: string): Kind {
  let kind = kinds.get(written);
  if (kind === undefined) {
    if (kinds.size >= MOST_KINDS) kinds.clear();
    const words = splitName(written);
    let asks = false;
    const promise = promiseOf(words, () => {
      asks = true;
      return [];
    });
    kind = {
      words,
      promise,
      asks,
      provider: providerOf(words),
      shouted: /^[A-Z][A-Z0-9_]*$/.test(written),
      verb: written.toLowerCase() === "pass",
    };
    if (written.length <= LONGEST_KEPT) kinds.set(written, kind);
  }
  return kind;
}

// A short word must be the name, or its last part, and stand free. The character before it comes last here.
const SHORT = /^(?:[A-Za-z][\w-]*[_-])?(?:pw|psw|pat|tok)[[\s"'`({,;&?/|>-]?$/i;

/** `dbPassword2` → db, password, 2; `API-Key` → api, key. */
export function splitName(name: string): readonly string[] {
  const words: string[] = [];
  for (const part of name.split(/[-_.$]+/)) {
    for (const word of part.match(/[A-Z]+(?![a-z])|[A-Z]?[a-zñ]+|\d+/g) ?? []) words.push(word.toLowerCase());
  }
  return words;
}

/** Up to two words before, with a space or dash after each. */
function wordsBefore(sight: Sight, start: number): readonly string[] {
  const words: string[] = [];
  for (let end = start; words.length < 2;) {
    const joint = end > sight.floor ? sight.text.charCodeAt(end - 1) : 0;
    if (joint !== 0x20 && joint !== 0x2d) break;
    const from = runStart(sight.text, end - 1, { set: ALNUM, floor: Math.max(sight.floor, start - 40) });
    if (from === end - 1) break;
    words.unshift(sight.text.slice(from, end - 1).toLowerCase());
    end = from;
  }
  return words;
}

const ENDS_IN_PASS = /^(?!by|com|tres|sur|over|under|encom|im)[a-z]{2,12}pass$/;

export function promiseOf(words: readonly string[], before: () => readonly string[] = () => []): Promised | undefined {
  for (let i = words.length - 1; i >= 0; i--) {
    const word = words[i] as string;
    const promise = wordPromise(word);
    if (promise === "token") return NOT_TOKENS.has(words[i - 1] ?? before().at(-1) ?? "") ? undefined : "token";
    if (promise !== undefined) return promise;
    if (word === "auth" && i === words.length - 1) return words.length <= 2 ? "token" : undefined;
    if (word === "key") return keyPromise(words.slice(0, i), before);
    if (!AFTER_VALUES.has(word) && providerOf([word]) === undefined) return undefined;
  }
  return undefined;
}

/** What one word promises, whatever is around it. */
function wordPromise(word: string): Promised | undefined {
  if (PASSWORDS.has(word) || /(?:password|passwd|passphrase)$/.test(word) || ENDS_IN_PASS.test(word)) return "password";
  if (SECRETS.has(word) || /.secret$/.test(word)) return "secret";
  return TOKENS.has(word) || /(?:token|apikey|secretkey|accesskey)$/.test(word) ? "token" : undefined;
}

function keyPromise(owners: readonly string[], before: () => readonly string[]): Promised | undefined {
  const named = owners.length > 0 ? owners : before();
  const owner = named.at(-1);
  if (owner === undefined) return "key";
  if (KEY_OWNERS.has(owner) || providerOf(named) !== undefined) return "token";
  return KEY_OTHERS.has(owner) ? undefined : "key";
}
