// Calls that passed before. A verdict is a function of the call, the policy, what the session did, and what the gate saw of
// the disk, and of nothing else. So a call that passed with nothing of the session's past asked for passes again where the
// policy is the same and every look at the disk gives the same answer. The looks are made again, each of them; only the
// analysis of the command is saved, which is most of what the hook does. Calls are kept by their SHA-256, not their text.

import type { World } from "../../policy/judging.ts";
import { readNote, writeNote } from "../../store/onDisk.ts";
import { shortSha256 } from "../../base/index.ts";

type Look = readonly [
  how:
    | ("kind" | "realpath" | "list" | "isJunk" | "branch" | "codicil" | "ownFiles" | "noText" | "text")
    | ("isCommitted" | "wasCommitted" | "earlierCalls"),
  path: string,
  answer: string,
];

export interface Passing {
  readonly key: string;
  /** By which policy it passed: another one judges anew. */
  readonly policy: string;
}

interface Passed extends Passing {
  readonly looks: readonly Look[];
}

/** One small note for each call: reading one costs the same however many there are. */
export const PASSED_FOLDER = "cache/passed";
/** Longer calls are judged each time. */
const LONGEST_CALL = 2000;
const MOST_LOOKS = 200;

/** null: too long to be worth it. */
export function keyOfCall(parts: readonly unknown[]): string | null {
  const text = JSON.stringify(parts);
  return text.length > LONGEST_CALL ? null : shortSha256(text);
}

/** For a process that stays; the oldest go. `isNew`: it passed once, and is not on disk. */
const remembered = new Map<string, { readonly passed: Passed; readonly isNew: boolean }>();
const MOST_REMEMBERED = 256;

/** Whether the call passed before by this policy, and the disk looks the same to it now. */
export function passesAgain(state: string, { key, policy }: Passing, world: World): boolean {
  try {
    const known = remembered.get(key);
    const passed = known?.passed ?? (JSON.parse(readNote(state, `${PASSED_FOLDER}/${key}.json`) ?? "null") as Passed | null);
    if (passed === null || passed.key !== key || passed.policy !== policy) return false;
    if (!passed.looks.every(([how, path, answer]) => lookAt(world, how, path) === answer)) return false;
    if (known?.isNew === true) keepPassed(state, passed);
    remember(passed, false);
    return true;
  } catch {
    // Damaged, or there is no room: the call is judged, and its note written anew.
    return false;
  }
}

/** On disk it is worth a file when the call comes a second time. */
export function rememberPassed(passed: Passed): void {
  remember(passed, true);
}

function remember(passed: Passed, isNew: boolean): void {
  remembered.delete(passed.key);
  remembered.set(passed.key, { passed, isNew });
  const [oldest] = remembered.size > MOST_REMEMBERED ? remembered.keys() : [];
  if (oldest !== undefined) remembered.delete(oldest);
}

export function keepPassed(state: string, passed: Passed): void {
  writeNote(state, `${PASSED_FOLDER}/${passed.key}.json`, JSON.stringify(passed));
}

function lookAt(world: World, how: Look[0], path: string): string {
  switch (how) {
    case "list":
      return JSON.stringify(world.list(path));
    case "branch":
      return String(world.branch);
    case "ownFiles":
      return String(world.ownFiles);
    case "codicil":
      return String(world.codicil);
    case "noText":
      return String(world.readText(path) === null);
    case "text":
      return shortSha256(world.readText(path) ?? "");
    case "isCommitted":
    case "wasCommitted":
      return String(world[how]?.(path) ?? true);
    case "earlierCalls":
      return hashOf(world.earlierCalls?.(path) ?? []);
    default:
      return String(world[how](path));
  }
}

function hashOf(calls: readonly string[]): string {
  return calls.length === 0 ? "" : shortSha256(calls.join("\n"));
}

/** The same world, and what was asked of it; null where that is too much to ask again. */
export function watched(world: World): { readonly world: World; looks(): readonly Look[] | null } {
  const looks = new Map<string, Look>();
  const note = <T>(how: Look[0], path: string, answer: T): T => {
    looks.set(`${how} ${path}`, [how, path, how === "list" ? JSON.stringify(answer) : String(answer)]);
    return answer;
  };
  const seen: World = {
    project: world.project,
    cwd: world.cwd,
    userHome: world.userHome,
    temporary: world.temporary,
    minds: world.minds,
    get program() {
      return world.program;
    },
    get ownFiles() {
      return note("ownFiles", "", world.ownFiles ?? []);
    },
    get branch() {
      return note("branch", "", world.branch);
    },
    get codicil() {
      return note("codicil", "", world.codicil ?? "codicil");
    },
    kind: (path) => note("kind", path, world.kind(path)),
    realpath: (path) => note("realpath", path, world.realpath(path)),
    list: (path) => note("list", path, world.list(path)),
    isJunk: (path) => note("isJunk", path, world.isJunk(path)),
    isCommitted: (path) => note("isCommitted", path, world.isCommitted?.(path) ?? true),
    wasCommitted: (path) => note("wasCommitted", path, world.wasCommitted?.(path) ?? true),
    earlierCalls: (name) => {
      const calls = world.earlierCalls?.(name) ?? [];
      note("earlierCalls", name, hashOf(calls));
      return calls;
    },
    readText: (path) => {
      const text = world.readText(path);
      if (text === null) note("noText", path, true);
      // Kept by its hash: the same file gives the same verdict.
      else looks.set(`text ${path}`, ["text", path, shortSha256(text)]);
      return text;
    },
  };
  return { world: seen, looks: () => (looks.size <= MOST_LOOKS ? [...looks.values()] : null) };
}
