// Whether an agent speaks where a person should. Going up from the hook, the system shows who started it:
//
//   the hook's own way (its launcher, a shell that runs nothing but the hook), then a host: the host sent the event
//   anything else below the host (the shell of a tool call, a script): a call of the agent's sent it
//   a host that was started by another agent's call: its "person" is an agent, which may not confirm what it proposed
//
// What cannot be seen is taken as the host's: a process can leave its ancestors, so this is not what keeps soul and rules safe.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { either, hostFacts, HOSTS } from "../../base/index.ts";

export interface Process {
  readonly parent: number;
  readonly words: readonly string[];
  /** It has a terminal. */
  readonly terminal?: boolean;
}

const NAMES = new Set(HOSTS.map((host) => hostFacts(host).program));
const PACKAGES = packagesOf(HOSTS.flatMap((host) => hostFacts(host).package ?? []));
const INTERPRETER = /^(?:node|nodejs|bun|deno)[\d.]*$/;
/** Nobody nests deeper. */
const DEEPEST = 64;

/** A path through one of these folders. */
function packagesOf(names: readonly string[]): RegExp {
  return new RegExp(`/(?:${names.map((name) => name.replace("*", "[\\w-]*")).join("|")})/`);
}

export function isRunByAgent(start = process.ppid, look: (pid: number) => Process | null = processOf): boolean {
  let [seen, left, strayed] = [false, false, false];
  for (let pid = start, depth = 0; pid > 1 && depth < DEEPEST; depth++) {
    const found = look(pid);
    if (found === null) return false;
    const isHost = isHostProgram(found.words);
    if (isHost && (left || strayed)) return true;
    seen ||= isHost;
    left ||= seen && !isHost;
    strayed ||= !seen && !isOnHooksWay(found.words);
    pid = found.parent;
  }
  return false;
}

export function isHostProgram([program = "", ...rest]: readonly string[]): boolean {
  // A program that renamed itself has all of its words in the first one.
  const [path = "", ...more] = program.split(" ");
  const script = INTERPRETER.test(baseOf(path)) ? [...more, ...rest].find((word) => !word.startsWith("-")) : undefined;
  return [path, ...(script === undefined ? [] : [script])].some(
    (each) => NAMES.has(baseOf(each).replace(/\.(?:m|c)?js$/, "")) || PACKAGES.test(each),
  );
}

const SHELL = /^-?(?:ba|da|z|k|fi)?sh$/;
const RUNNER = new RegExp(
  String.raw`^(?:${either`
  node, nodejs, bun, deno, python, perl, ruby, php, make, xargs, script, expect, npm, npx, pnpm, yarn, busybox, env, sudo, su, find
`})[\d.]*$`,
);
/** More than one simple command, or input from elsewhere. */
const COMPOUND = /[|;&<>\n`]|\$\(/;
const OWN_FILE = /^(?:codicil(?:-hook|-gate|(?:-cli)?\.cjs)?|hook\.cjs|entry\.ts)$/;

/** Between the hook and its host stand the launcher and a shell for it, and nothing else. */
function isOnHooksWay([program = "", ...rest]: readonly string[]): boolean {
  const name = baseOf(program.split(" ")[0] ?? "");
  const isOurs = rest.some((word) => OWN_FILE.test(baseOf(word)));
  if (!SHELL.test(name)) return !RUNNER.test(name) || isOurs;
  const at = rest.findIndex((word) => /^-[a-z]*c$/.test(word));
  if (at < 0) return isOurs;
  const text = rest.slice(at + 1).find((word) => !word.startsWith("-")) ?? "";
  return /codicil/.test(text) && !COMPOUND.test(text);
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function processOf(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [, parent = "0", , , terminal = "0"] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { parent: Number(parent), terminal: terminal !== "0", words: readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0") };
  } catch {
    // No /proc on this system, or the process is gone: ps knows, or nobody does.
    return byPs(pid);
  }
}

function byPs(pid: number): Process | null {
  const { stdout, status } = spawnSync("ps", ["-o", "ppid=,tty=,command=", "-p", String(pid)], { encoding: "utf8", timeout: 1000 });
  const [parent = "", tty = "", ...words] = ((stdout ?? "").trim().split("\n", 1)[0] ?? "").split(/\s+/);
  // Without a terminal it is written as a question mark or two.
  return status === 0 && /^\d+$/.test(parent) ? { parent: Number(parent), terminal: /\w/.test(tty), words } : null;
}
