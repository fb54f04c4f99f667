// Passwords on command lines, and the small files that clients read them from (.netrc, .pgpass).

import { DOTTED, PASSWORD, runEnd, runStart } from "../secretShapes/chars.ts";
import { NETRC } from "./contexts.ts";
import { isPlaceholder, isWeak } from "../secretShapes/placeholders.ts";
import { readValue, valueMatch } from "./valueReader.ts";
import type { Match, Sight } from "../secretShapes/sight.ts";
import { isSecret } from "../secretShapes/values.ts";

const GLUED = 1;
const SPACED = 2;
const USER = 4;
const REDIS = 8;
const LDAP = 16;
const CAPITAL = 32;
const SAMBA = 128;

/** What a command does with its one-letter options. */
export const COMMANDS: readonly (readonly [word: string, bits: number])[] = [
  ["mysql", GLUED],
  ["mariadb", GLUED],
  ["mysqldump", GLUED],
  ["mysqladmin", GLUED],
  ["7z ", GLUED],
  ["7za ", GLUED],
  ["sshpass", SPACED | GLUED],
  ["mongo", SPACED],
  ["useradd", SPACED],
  ["influx", SPACED],
  ["cqlsh", SPACED],
  ["login", SPACED],
  ["sqlplus", SPACED],
  ["ipmitool", CAPITAL],
  ["sqlcmd", CAPITAL],
  ["zip ", CAPITAL],
  ["bcp ", CAPITAL],
  ["curl", USER],
  ["wget", USER],
  ["http ", USER],
  ["https ", USER],
  ["xh ", USER],
  ["restic", USER],
  ["rclone", USER],
  ["redis-cli", REDIS],
  ["ldap", LDAP],
  ["smbclient", SAMBA],
  ["rpcclient", SAMBA],
  ["machine ", NETRC],
  ["nxc ", SPACED],
  ["xfreerdp", SPACED],
];

/** Notes the command for the rest of its line. */
export function noteCommand(sight: Sight, at: number, bits: number): void {
  const before = at > sight.floor ? sight.text.charCodeAt(at - 1) : 0x20;
  if (!((before | 32) >= 0x61 && (before | 32) <= 0x7a)) sight.line |= bits;
}

const VALUE = { promise: "password", type: "password", shouted: true } as const;

/** Commands that take a password after this letter: glued to it, or after a blank or equals sign. */
const PASSWORD_OPTIONS: Readonly<Record<string, { readonly glued: number; readonly spaced: number }>> = {
  p: { glued: GLUED, spaced: SPACED },
  P: { glued: CAPITAL, spaced: CAPITAL },
  a: { glued: REDIS, spaced: REDIS },
  w: { glued: LDAP, spaced: LDAP },
};

/** The option whose blank, dash and letter are at `at`. */
export function optionAt(sight: Sight, at: number): Match | undefined {
  const { text, line } = sight;
  if (line === 0) return undefined;
  const letter = text[at + 2] ?? "";
  const isUser = letter === "u" || letter === "U";
  const commands = PASSWORD_OPTIONS[letter];
  if (!isUser && commands === undefined) return undefined;
  const joint = text[at + 3];
  const spaced = joint === " " || joint === "=";
  const from = spaced ? runEnd(text, at + 3, { set: 8192, end: Math.min(sight.end, at + 6) }) + (joint === "=" ? 1 : 0) : at + 3;
  if (commands !== undefined) return (line & (spaced ? commands.spaced : commands.glued)) === 0 ? undefined : passwordAt(sight, from);
  return (line & (USER | SAMBA)) === 0 ? undefined : pairAt(sight, from, (line & SAMBA) === 0 ? ":" : "%");
}

function passwordAt(sight: Sight, from: number): Match | undefined {
  if (/^["']?(?:\d+(?::\d+)?|[\d.:-]+\/(?:tcp|udp)|\/\S*)["']?(?:\s|$)/.test(sight.text.slice(from, from + 60))) return undefined;
  return valueMatch(sight, from, VALUE, "assigned");
}

/** `user:password` after `-u` or `--user`; only the password goes. */
export function pairAt(sight: Sight, from: number, divider: string): Match | undefined {
  const value = readValue(sight, from);
  if (value === undefined) return undefined;
  const written = sight.text.slice(value.start, value.end);
  const divide = written.indexOf(divider);
  if (divide < 0 || written.includes("://") || /^\d+:\d+$/.test(written)) return undefined;
  const password = written.slice(divide + 1);
  const user = written.slice(0, divide);
  const secret = password === "" ? user : password;
  if (secret.length < 4 || password === user || isPlaceholder(secret) || isWeak(secret)) return undefined;
  if (/^[a-z]{1,11}$/.test(secret) || (password === "" && !isSecret(user, "token", "assigned"))) return undefined;
  return password === ""
    ? { type: "token", start: value.start, end: value.start + divide }
    : { type: "password", start: value.start + divide + 1, end: value.end };
}

const USER_OPTION = /[ =]{1,2}/y;

/** `--user name:password` of curl and its like; `at` is where `--user` starts. */
export function userOptionAt(sight: Sight, at: number): Match | undefined {
  USER_OPTION.lastIndex = at + "--user".length;
  return (sight.line & USER) !== 0 && USER_OPTION.test(sight.text) ? pairAt(sight, USER_OPTION.lastIndex, ":") : undefined;
}

const NET_USER = /[\w.\\-]{1,40} {1,3}(?!\/)/y;

/** `net user bob secret`; `at` is where `net user ` starts. */
export function netUserAt(sight: Sight, at: number): Match | undefined {
  NET_USER.lastIndex = at + "net user ".length;
  return NET_USER.test(sight.text) ? valueMatch(sight, NET_USER.lastIndex, VALUE, "bare") : undefined;
}

const HTPASSWD = /[a-zA-Z]{0,6}b[a-zA-Z]{0,6} (?:[\w./-]{1,80} )?[\w.@-]{1,64} (?=\S)/y;

/** `htpasswd -b file bob secret`; `at` is where `htpasswd -` starts. */
export function htpasswdAt(sight: Sight, at: number): Match | undefined {
  HTPASSWD.lastIndex = at + "htpasswd -".length;
  return HTPASSWD.test(sight.text) ? valueMatch(sight, HTPASSWD.lastIndex, VALUE, "bare") : undefined;
}

/** `echo 'bob:secret' | chpasswd`; `at` is where `chpasswd` starts. */
export function chpasswdAt(sight: Sight, at: number): Match | undefined {
  const from = Math.max(sight.floor, at - 80);
  const piped = /[\w.-]{1,32}:([^\s"':，。；！？、]{4,40})["']? ?\| ?(?:sudo )?$/.exec(sight.text.slice(from, at));
  const password = piped?.[1];
  if (piped === null || password === undefined || !isSecret(password, "password", "bare")) return undefined;
  const start = from + piped.index + piped[0].indexOf(`:${password}`) + 1;
  return { type: "password", start, end: start + password.length };
}

/** `IDENTIFIED BY 'secret'`; `at` is where it starts. */
export function identifiedAt(sight: Sight, at: number): Match | undefined {
  return valueMatch(sight, at + "identified by ".length, VALUE, "quoted");
}

const PGPASS = /([\w*.-]{1,63}):([\w*.-]{1,63}):/y;

/** `host:port:database:user:password`; `at` is where the colon before the port is. */
export function pgpassAt(sight: Sight, at: number, port: string): Match | undefined {
  const { text } = sight;
  const host = runStart(text, at, { set: DOTTED | 4096, floor: Math.max(sight.floor, at - 64) });
  if (host === at || text.slice(host, at).includes(":")) return undefined;
  PGPASS.lastIndex = at + port.length;
  if (!PGPASS.test(text)) return undefined;
  const start = PGPASS.lastIndex;
  const end = runEnd(text, start, { set: PASSWORD, end: Math.min(sight.end, start + 128) });
  return isSecret(text.slice(start, end), "password", "quoted") ? { type: "password", start, end } : undefined;
}
