// Texts that hold a command which deletes, fetches code or hands a shell over, wherever it is in them.

import { either } from "../../base/index.ts";

/** Deleting with an option, or a script fetched and run. */
const DELETES = /(?:^|[\s;&|`({!"'=])(?:rm|rmdir|shred)\s+-{1,2}[a-zA-Z-]{1,40}\s+[^\s"']/;
const HANDS_SHELL = /(?:^|\s)\/bin\/(?:ba|da|z|k)?sh\s+-i\b/;
const FETCHED = /\b(?:curl|wget)\s[^|]{1,300}\|\s{0,9}(?:sudo\s+)?(?:ba|da|z)?sh\b/;

export function holdsCommand(text: string): boolean {
  return text.includes(" ") && (DELETES.test(text) || FETCHED.test(text) || HANDS_SHELL.test(text));
}

const DELETING_CALLS = either`deleteSync, deleteRecursively, rmtree, remove_dir_all, remove_file, RemoveAll, rm_rf, rmSync, unlinkSync,
  (?:os|Files?)\.(?:remove|unlink|delete)`;
const DELETING_CALL = new RegExp(`\\b(?:${DELETING_CALLS})\\s*\\(`);

/** Code of a language that no reader here knows. */
export function deletesInCode(text: string): boolean {
  return DELETING_CALL.test(text);
}

const KEY_FILES: ReadonlySet<string> = new Set(["id_rsa", "id_ed25519", "id_ecdsa", "credentials", "credentials.json", ".netrc", ".env"]);

/** A file that holds keys, by its name: `.env.production`, `deploy.pem`, `@.env`. */
export function namesKeys(word: string): boolean {
  const name = word.slice(Math.max(word.lastIndexOf("/"), word.lastIndexOf("="), word.lastIndexOf("@")) + 1);
  if (/^\.env\.(?:example|sample|template|dist)$/.test(name)) return false;
  return KEY_FILES.has(name) || name.startsWith(".env.") || /.\.(?:pem|p12|pfx|key)$/.test(name);
}
