// Names of tools that show keys: `get_secret_value`, `read_credentials`, `export_private_key`, `keyvault_secret_get`.

import { KEY_KINDS, KEY_PAIRS, KEY_TAILS, KEY_WORDS } from "./things.ts";
import { ACT_OF, SHOWS_KEYS } from "./verbs.ts";

/** What is told about a key and not the key. */
export function isAboutKeys(words: readonly string[]): boolean {
  return /^(?:metadata|status|count|names|schema|usage|policy)$/.test(words.at(-1) ?? "");
}

/** Not `list_secrets`, which shows names. */
export function readsKeys(words: readonly string[]): boolean {
  if (isAboutKeys(words)) return false;
  if (SHOWS_KEYS.has(words[0] ?? "") && /^env(?:ironment)?(?: var(?:iable)?s)?$/.test(words.slice(1).join(" "))) return true;
  const plain = words.map((word) => word.replace(/s$/, ""));
  const at = plain.findLastIndex((_, index) => isKey(plain, index));
  if (at < 0) return false;
  // `pg_credentials`: no verb at all.
  if (at === words.length - 1 && words.length > 1 && !words.some(isVerb)) return true;
  const behind = plain.slice(at + 1).filter((word, index) => !(index === 0 && KEY_PAIRS.some(([, second]) => second === word)));
  if (words.slice(0, at).some((word) => SHOWS_KEYS.has(word))) return behind.every((word) => KEY_TAILS.has(word));
  return behind.length === 1 && SHOWS_KEYS.has(behind[0] ?? "");
}

/** `get_env {name: "AWS_SECRET_ACCESS_KEY"}`. */
export function showsVariable(words: readonly string[], values: readonly unknown[]): boolean {
  return (
    words.some((word) => /^(?:env|getenv|environ|printenv|variables?)$/.test(word)) &&
    words.some((word) => word === "getenv" || ACT_OF.get(word) === "reads") &&
    values.some((value) => typeof value === "string" && /^[A-Z0-9_]{1,80}$/.test(value) && OF_A_KEY.test(value))
  );
}
const OF_A_KEY = /SECRET|TOKEN|PASSWORD|PASSWD|_KEY$|^KEY$|API_?KEY|PRIVATE_KEY|CREDENTIAL/;

/** A name with one of these says for itself what is done. */
function isVerb(word: string): boolean {
  return ACT_OF.has(word) || SHOWS_KEYS.has(word);
}

function isKey(plain: readonly string[], at: number): boolean {
  const word = plain[at] ?? "";
  if (KEY_WORDS.has(word) || (word === "key" && KEY_KINDS.has(plain[at - 1] ?? ""))) return true;
  return KEY_PAIRS.some(([first, second]) => first === word && second === plain[at + 1]);
}
