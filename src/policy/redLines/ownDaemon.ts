// Codicil's own daemon by its address: the port on which it listens now, the ports on which it listens by default, and paths
// that only it serves. And by its number, as the resident gate.

import { either } from "../../base/index.ts";
import { hostOfUrl, isLoopback, type World } from "../../analysis/index.ts";

/** What a person approves or undoes by HTTP. Other programs have a /api/login and a /api/settings too; none of these. */
const PERSON_PATH = /\/api\/(?:unlock|approvals|proposals|conflicts|undo|login-codes)(?![\w-])/;
const DEFAULT_PORT = /^47[78]\d$/;
const BEFORE_PORT = either`(?:localhost|127\.0\.0\.1|::1\]?)["'\x60]?[:,], \bport["']?\s?[:=]`;
const DEFAULT_PORT_IN_CODE = new RegExp(String.raw`(?:${BEFORE_PORT})\s?47[78]\d(?!\d)`, "i");
/** Names of strangers that resolve to this machine. */
const LEADS_HERE = /^127[-.]|(?:^|\.)(?:nip\.io|sslip\.io|lvh\.me|localtest\.me|vcap\.me)$/;
/** curl's `--resolve name:4777:127.0.0.1`. */
const LED_HERE = /:(\d{2,5}):(?:127\.|localhost|\[::1\]|0\.0\.0\.0)/;
/** The port is only known when it runs. */
const SOME_PORT = /(?:^|[@=,:/])(?:localhost|127(?:\.\d{1,3}){0,3}|\[::1\]):?\//i;
/** `localhost:4777`, `TCP:127.0.0.1:4777`, httpie's `:4777`. */
const HERE = either`localhost, 127(?:\.\d{1,3}){0,3}, \[::1\], 0x7f[\da-f.x]*, 2130706433, 0\.0\.0\.0, 0`;
const HOST_AND_PORT = new RegExp(`(?:^|[@=,:/])(${HERE}|):(\\d{2,5})(?!\\d)`, "gi");

/** One word of a command. */
export function namesOwnDaemon(word: string, world: World): boolean {
  // Every address has a port, a scheme or one of our paths, and few words have any.
  if (!word.includes(":") && !word.includes("/api/")) return false;
  if (/^https?:\/\//i.test(word)) return isOwnUrl(word, world);
  if (isOwnPort(LED_HERE.exec(word)?.[1] ?? "", world)) return true;
  const forPerson = PERSON_PATH.test(word);
  if (forPerson && SOME_PORT.test(word)) return true;
  return [...word.matchAll(HOST_AND_PORT)].some(([, host, port = ""]) => isOwnPort(port, world) || (host !== "" && forPerson));
}

function isOwnUrl(url: string, world: World): boolean {
  const host = normalHost(url);
  if (!isLoopback(host) && !LEADS_HERE.test(host ?? "")) return false;
  return PERSON_PATH.test(url) || isOwnPort(portOf(url), world);
}

/** `nc 127.0.0.1 4777`: host and port as two words. */
export function dialsOwnDaemon(words: readonly string[], world: World): boolean {
  return words.some((word, at) => isOwnPort(words[at + 1] ?? "", world) && isLoopback(normalHost(`http://${word}`)));
}

const SPEAKS_OF_LOOPBACK = /localhost|127\.0\.0\.1|\[?::1\]?|https?[.:("'`]/;

/** Code may put the address together: the host, the port and the path are looked for one by one. */
export function codeNamesOwnDaemon(code: string, world: World): boolean {
  if (!SPEAKS_OF_LOOPBACK.test(code)) return false;
  if (/localhost|127\.0\.0\.1|::1/.test(code) && PERSON_PATH.test(code)) return true;
  // A number by itself may be anything: it counts where a daemon listens there now.
  return DEFAULT_PORT_IN_CODE.test(code) || [...code.matchAll(/(?<![\w.])\d{4,5}(?![\w.])/g)].some(([port]) => isServedAt(port, world));
}

function isOwnPort(port: string, world: World): boolean {
  return DEFAULT_PORT.test(port) || isServedAt(port, world);
}

function isServedAt(port: string, world: World): boolean {
  return /^\d{2,5}$/.test(port) && world.minds.some((mind) => daemonOf(world, mind).port === Number(port));
}

/** Whether a text has the number of a process of ours: `-p4711`, `attach 4711`. */
export function namesOwnProcess(text: string, world: World): boolean {
  const numbers = new Set(text.match(/\d+/g)?.map(Number));
  return (
    numbers.size > 0 && world.minds.some((mind) => numbers.has(Number(daemonOf(world, mind).pid)) || numbers.has(pidOfGate(world, mind)))
  );
}

/** Its file has a line for its format, its port and its number. */
function pidOfGate(world: World, mind: string): number {
  return Number(world.readText(`${mind}/resident/gate`)?.split("\n")[2] ?? Number.NaN);
}

function daemonOf(world: World, mind: string): { readonly port?: unknown; readonly pid?: unknown } {
  try {
    return JSON.parse(world.readText(`${mind}/daemon/daemon.json`) ?? "{}") as { port?: unknown; pid?: unknown };
  } catch {
    // Not written by our daemon: it names nothing.
    return {};
  }
}

/** Numbers are addresses too: 2130706433 and 0x7f.1 are 127.0.0.1. */
function normalHost(url: string): string | null {
  try {
    return new URL(url).hostname;
  } catch {
    // Holes, braces or spaces: as far as it can be read.
    return hostOfUrl(url);
  }
}

function portOf(url: string): string {
  return /^https?:\/\/(?:[^@/?#]*@)?(?:\[[^\]]*\]|[^:/?#]*):(\d{1,5})/i.exec(url)?.[1] ?? "";
}
