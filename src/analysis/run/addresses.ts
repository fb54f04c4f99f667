// Addresses in a command: whose machine they name, and whether what is sent there tells something.

import { either, whole, wholeAnyCase } from "../../base/index.ts";
import { isDynamic } from "./values.ts";

export function hostOfUrl(url: string): string | null {
  const match = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^@/?#]*@)?(\[[^\]]+\]|[^:/?#\s]+)/i.exec(url);
  const host = match?.[1] ?? null;
  return host === null || isDynamic(host) ? null : host.toLowerCase();
}

const LOOPBACK = wholeAnyCase`localhost, 127(?:\.\d+){0,3}, \[::1\], 0\.0\.0\.0, \[::\], host\.docker\.internal, .*\.localhost`;

export function isLoopback(host: string | null): boolean {
  return host !== null && LOOPBACK.test(host);
}

/** The daemon listens on loopback from its default port on. */
export function isOwnDaemon(url: string): boolean {
  return isLoopback(hostOfUrl(url)) && /:47[78]\d(?:\/|$|\?)/.test(url);
}

/** Text that says who or where somebody is, or holds what only they should know. */
const TELLING = /^(?:cmd:|file:|stdin)/;
/** What kind of machine it is, and which versions a project wants, is no secret. */
const OPEN = whole`cmd:(?:git-list|dpkg|arch|lsb_release|sw_vers|rustc), file:(?:go\.mod|VERSION|\.nvmrc|\.[a-z]{1,20}-versions?)`;
const SECRET_WORDS = either`KEY, TOKEN, SECRET, PASS, PWD, CREDENTIAL, AUTH, COOKIE, SESSION, PRIVATE, DATABASE_URL, DSN`;
const SECRET_NAME = new RegExp(`(?:${SECRET_WORDS})`, "i");

export function isTelling(from: readonly string[]): boolean {
  return from.some(
    (each) =>
      (TELLING.test(each) &&
        !OPEN.test(each.startsWith("file:") ? `file:${each.slice(each.lastIndexOf("/") + 1).replace(/^file:/, "")}` : each)) ||
      (each.startsWith("var:") && SECRET_NAME.test(each)) ||
      /^var:(?:USER|LOGNAME|HOSTNAME)$/.test(each),
  );
}
