// Whether the host that asks was started by another agent's call. Its "person" is then an agent, which may not confirm what
// it proposed itself. Going up from the hook: our host, something else (the shell of a call), and a host again.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

interface Process {
  readonly parent: number;
  readonly words: readonly string[];
}

const NAMES = new Set(["claude", "codex", "copilot", "cursor-agent", "gemini", "kimi", "opencode", "pi", "qwen"]);
const PACKAGES = /\/(?:@anthropic-ai\/claude-code|@openai\/codex[\w-]*|@github\/copilot|@google\/gemini-cli|@moonshot-ai\/kimi-code|opencode-[\w-]+|pi-coding-agent|@qwen-code\/qwen-code)\//;
const INTERPRETER = /^(?:node|nodejs|bun|deno)[\d.]*$/;
/** Nobody nests deeper. */
const DEEPEST = 64;

export function isRunByAgent(start = process.ppid, look: (pid: number) => Process | null = processOf): boolean {
  let [seen, left] = [false, false];
  for (let pid = start, depth = 0; pid > 1 && depth < DEEPEST; depth++) {
    const found = look(pid);
    if (found === null) return false;
    const isHost = isHostProgram(found.words);
    if (isHost && left) return true;
    seen ||= isHost;
    left ||= seen && !isHost;
    pid = found.parent;
  }
  return false;
}

function isHostProgram([program = "", ...rest]: readonly string[]): boolean {
  // A program that renamed itself has all of its words in the first one.
  const [path = "", ...more] = program.split(" ");
  const script = INTERPRETER.test(baseOf(path)) ? [...more, ...rest].find((word) => !word.startsWith("-")) : undefined;
  return [path, ...(script === undefined ? [] : [script])].some((each) => NAMES.has(baseOf(each).replace(/\.(?:m|c)?js$/, "")) || PACKAGES.test(each));
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function processOf(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [, parent = "0"] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { parent: Number(parent), words: readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0") };
  } catch {
    // No /proc on this system, or the process is gone: ps knows, or nobody does.
    return byPs(pid);
  }
}

function byPs(pid: number): Process | null {
  const { stdout, status } = spawnSync("ps", ["-o", "ppid=,command=", "-p", String(pid)], { encoding: "utf8", timeout: 1000 });
  const [, parent, command = ""] = /^\s*(\d+)\s+(.*)$/m.exec(stdout ?? "") ?? [];
  return status === 0 && parent !== undefined ? { parent: Number(parent), words: command.split(" ") } : null;
}
