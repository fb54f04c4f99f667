// Words and endings by which a file's name says that it holds keys, among settings and in a project alike.

import { wordSet } from "../../base/index.ts";

const KEY_WORDS = wordSet("password passwords passphrase credential credentials creds secret secrets apikey apikeys");
/** In front of `key`: `private_key`, `.age-encryption.key`. */
const KINDS_OF_KEYS = wordSet("api access account auth private secret service signing encryption deploy refresh bot");
/** Endings of data; a program's source and a page about tokens are none. */
export const DATA = wordSet("json yaml yml toml ini conf cfg txt xml enc bak");
/** Stores of keys by their form. */
export const STORES = wordSet("kdb kdbx keytab keystore jks p12 pfx ppk");
export const STORE_NAMES = wordSet("logins.json key4.db wallet.dat");
/** A certificate is for everybody. */
export const FOR_EVERYBODY = /cert|crt|chain|bundle|csr|dhparam/;

/** `database_password.txt`, `api-key.prod.yml`. A lone `key` or `token` is as often a list of colours: `isKind` says what may be in front. */
export function saysKey(words: readonly string[], isKind: (word: string) => boolean = () => false): boolean {
  const ofKind = (at: number) => KINDS_OF_KEYS.has(words[at - 1] ?? "") || isKind(words[at - 1] ?? "");
  return words.some((word, at) => KEY_WORDS.has(word) || (/^(?:keys?|token)$/.test(word) && ofKind(at)));
}
