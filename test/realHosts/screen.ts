// A terminal with a real program in it, and somebody who reads the screen and types: tmux.

import { spawnSync } from "node:child_process";

export const hasTmux = spawnSync("tmux", ["-V"]).status === 0;

export interface Screen {
  text(): string;
  /** The screen, once it shows that. Throws with the screen where it does not. */
  until(shows: RegExp): Promise<string>;
  type(text: string): void;
  press(...keys: readonly string[]): void;
  close(): void;
}

/** Longer than anything takes on a machine that does ten other things: who is too slow is for the test to say. */
const PATIENCE_MS = 170_000;

let serial = 0;

export function openScreen(
  words: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Screen {
  const socket = `codicil-test-${process.pid}-${++serial}`;
  const tmux = (...args: readonly string[]) =>
    spawnSync("tmux", ["-L", socket, ...args], { encoding: "utf8", env: { PATH: process.env["PATH"], HOME: env["HOME"] } });
  const quote = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
  const line = ["env", "-i", ...Object.entries(env).map(([name, value]) => `${name}=${value}`), ...words].map(quote).join(" ");
  tmux("-f", "/dev/null", "new-session", "-d", "-s", "s", "-x", "120", "-y", "50", "-c", cwd, `exec ${line}`);
  const text = () => tmux("capture-pane", "-p", "-t", "s").stdout;
  return {
    text,
    until: async (shows) => {
      for (const started = performance.now(); performance.now() - started < PATIENCE_MS;) {
        const now = text();
        if (shows.test(now)) return now;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      throw new Error(`the screen never showed ${String(shows)}:\n${text()}`);
    },
    type: (words) => void tmux("send-keys", "-t", "s", "-l", words),
    press: (...keys) => void tmux("send-keys", "-t", "s", ...keys),
    close: () => void tmux("kill-server"),
  };
}
