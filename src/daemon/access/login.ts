// Login of the page: a one-time code becomes a cookie plus a header token, and only both together count.
//
// A cookie alone would be sent along by requests that other pages provoke, and browsers show it to every port of this
// machine; a header token alone could be read by a script. The code has 256 bits like a token, so a right one need
// never be limited.

import type { Clock, Random } from "../../base/index.ts";
import { drawSecret, isSameSecret } from "./secrets.ts";

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
  /** null: no such code, used up, or older than ten minutes. */
  redeem(code: string): Login | null;
  isLoggedIn(given: Login): boolean;
}

export function createLogins({ clock, random }: { readonly clock: Clock; readonly random: Random }): Logins {
  let codes: { readonly code: string; readonly until: number }[] = [];
  let logins: (Login & { readonly until: number })[] = [];
  const now = () => clock.now().getTime();
  return {
    newCode() {
      const code = drawSecret(random);
      codes = [...codes, { code, until: now() + CODE_LIFE }].slice(-CODES);
      return code;
    },
    redeem(given) {
      codes = codes.filter(({ until }) => now() < until);
      const left = codes.filter(({ code }) => !isSameSecret(given, code));
      if (left.length === codes.length) return null;
      codes = left;
      const login = { cookie: drawSecret(random), header: drawSecret(random) };
      logins = [...logins, { ...login, until: now() + LOGIN_LIFE }].slice(-LOGINS);
      return login;
    },
    isLoggedIn({ cookie, header }) {
      logins = logins.filter(({ until }) => now() < until);
      // Every comparison is made, so that time says nothing about which half was right.
      return logins.map((login) => [isSameSecret(cookie, login.cookie), isSameSecret(header, login.header)]).some(([first, second]) => first && second);
    },
  };
}
