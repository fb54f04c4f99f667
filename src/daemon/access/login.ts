// Login of the page: a one-time code becomes a cookie plus a header token, and only both together count.
//
// A cookie alone would be sent along by requests that other pages provoke, and browsers show it to every port of this
// machine; a header token alone could be read by a script. The code has 256 bits like a token, so a right one need
// never be limited.
//
// Logins outlive the daemon (a page that was open when it was restarted comes back by itself); only their marks are
// written down, in a file that nobody else can read, and they run out after twelve hours.

import type { Clock, Random } from "../../base/index.ts";
import { drawSecret, hasMark, isSameSecret, secretMark } from "./secrets.ts";

const CODE_LIFE = 10 * 60_000;
export const LOGIN_LIFE = 12 * 60 * 60_000;
/** Older ones are dropped beyond these numbers. */
const CODES = 8;
const LOGINS = 32;

export interface Login {
  readonly cookie: string;
  readonly header: string;
}

export interface Logins {
  newCode(): string;
  /** null: no such code, used up, or older than ten minutes. A browser that is logged in keeps its cookie, for its other tabs. */
  redeem(code: string, cookies?: readonly string[]): Login | null;
  isLoggedIn(given: Login): boolean;
}

/** Where the marks of logins are kept between two runs of the daemon. */
export interface LoginShelf {
  read(): string | null;
  write(text: string): void;
}

interface Mark {
  readonly cookie: string;
  readonly header: string;
  readonly until: number;
}

export function createLogins({
  clock,
  random,
  shelf,
}: {
  readonly clock: Clock;
  readonly random: Random;
  readonly shelf?: LoginShelf;
}): Logins {
  let codes: { readonly code: string; readonly until: number }[] = [];
  let logins: Mark[] = marksIn(shelf?.read() ?? null);
  const now = () => clock.now().getTime();
  return {
    newCode() {
      const code = drawSecret(random);
      codes = [...codes, { code, until: now() + CODE_LIFE }].slice(-CODES);
      return code;
    },
    redeem(given, cookies = []) {
      codes = codes.filter(({ until }) => now() < until);
      const left = codes.filter(({ code }) => !isSameSecret(given, code));
      if (left.length === codes.length) return null;
      codes = left;
      logins = logins.filter(({ until }) => now() < until);
      const known = cookies.find((cookie) => logins.some((login) => hasMark(cookie, login.cookie)));
      const login = { cookie: known ?? drawSecret(random), header: drawSecret(random) };
      const mark = { cookie: secretMark(login.cookie), header: secretMark(login.header), until: now() + LOGIN_LIFE };
      logins = [...logins, mark].slice(-LOGINS);
      shelf?.write(JSON.stringify(logins));
      return login;
    },
    isLoggedIn({ cookie, header }) {
      logins = logins.filter(({ until }) => now() < until);
      // Every comparison is made, so that time says nothing about which half was right.
      return logins
        .map((login) => [hasMark(cookie, login.cookie), hasMark(header, login.header)])
        .some(([first, second]) => first && second);
    },
  };
}

/** A file that is not ours, or damaged, means that nobody is logged in. */
function marksIn(text: string | null): Mark[] {
  if (text === null) return [];
  try {
    const given = JSON.parse(text) as unknown;
    const isMark = (each: unknown): each is Mark =>
      typeof each === "object" &&
      each !== null &&
      /^[0-9a-f]{64}$/.test(String((each as Mark).cookie)) &&
      /^[0-9a-f]{64}$/.test(String((each as Mark).header)) &&
      Number.isFinite((each as Mark).until);
    return Array.isArray(given) ? given.filter(isMark) : [];
  } catch {
    return [];
  }
}
