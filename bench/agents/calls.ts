// What the agents ask, and one call of the installed launcher.

import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const KNOWN = "ls -la src";
export const FORCED = "git push --force origin b";
/** Each of them is denied again and again; Node is asked about each once. */
const BRANCHES = 50;

export interface Asked {
  readonly command: string;
  readonly answer: string;
}

export interface AsksAt {
  readonly launcher: string;
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

interface Files {
  readonly asked: string;
  readonly said: string;
}

/** Not in use now. */
const idle: Files[] = [];
let made = 0;

/** A third passed before, a third are new, a third are denied. */
export function commandAt(number: number): string {
  const [at, kind] = [Math.floor(number / 3), number % 3];
  return kind === 0 ? KNOWN : kind === 1 ? (commands[at % commands.length] as string) : `${FORCED}${at % BRANCHES}`;
}

/** Exit code and both outputs. Through files: pipes of Node cost as much as the call. */
export async function answerOf(
  { launcher, root, env, cwd }: AsksAt,
  { command, session, resident }: { readonly command: string; readonly session: string; readonly resident: "" | "off" },
): Promise<string> {
  const input = { session_id: session, cwd, hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command } };
  const name = `${process.pid}-${++made}`;
  const files = idle.pop() ?? { asked: join(root, `asked-${name}`), said: join(root, `said-${name}`) };
  writeFileSync(files.asked, JSON.stringify(input));
  const [asks, says] = [openSync(files.asked, "r"), openSync(files.said, "w")];
  const options = { env: { ...env, CODICIL_RESIDENT: resident }, cwd };
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      const child = spawn(launcher, ["claude", "PreToolUse"], { ...options, stdio: [asks, says, says] });
      child.on("error", reject).on("exit", resolve);
    });
    return `${code} ${readFileSync(files.said, "utf8")}`;
  } finally {
    for (const file of [asks, says]) closeSync(file);
    idle.push(files);
  }
}

/** The commands of the tests' corpora, in an order that mixes them. */
function corpora(): string[] {
  const rows = ["gate.jsonl", "gate-own.jsonl"].flatMap((name) =>
    readFileSync(new URL(`../../test/corpora/${name}`, import.meta.url), "utf8")
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { cmd: string }).cmd),
  );
  const step = 1009;
  return rows.map((_, at) => rows[(at * step) % rows.length] as string);
}

const commands = corpora();
