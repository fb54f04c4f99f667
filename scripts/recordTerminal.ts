// A real session in a real terminal (tmux), recorded: the pictures are drawn from it, and the test of a first run looks at it.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

export interface Step {
  /** What is typed; a command may need an id from the screen. */
  readonly types: string | ((screen: string) => string);
  /** false: it is not sent with Enter. */
  readonly enter?: false;
  /** What the screen ends with when it is the next step's turn. */
  readonly until: RegExp;
}

export interface Recording {
  /** For socket and temp folder: two recordings at once do not meet. */
  readonly name: string;
  readonly columns: number;
  readonly rows: number;
  readonly steps: readonly Step[];
  /** Run before anybody looks. */
  readonly prepare?: readonly (readonly string[])[];
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Each step names the end of its screen itself, so that a short look at it is enough. */
  readonly exact?: true;
  /** Called with the screen behind each step, and a reader of files in the temp folder. */
  readonly look?: (step: number, screen: string, folder: string) => void;
}

export const SHELL = /(?:^|\n)\S*\$$/;
export const CHAT = /\n›$/;

export interface Recorded {
  /** With colours, as the terminal had it. */
  readonly coloured: string;
  readonly plain: string;
}

/** Looks at the screen, 50 ms apart, between which nothing moves. */
const STILL = { exact: 2, other: 10 };

export async function recordTerminal(recording: Recording): Promise<Recorded> {
  const { name, columns, rows, steps } = recording;
  const folder = mkdtempSync(join(tmpdir(), "codicil-"));
  const [person, project] = [join(folder, "person"), join(folder, "project")];
  mkdirSync(person);
  mkdirSync(join(project, ".git"), { recursive: true });
  for (const [path, text] of Object.entries(recording.files ?? {})) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const env = {
    PATH: `${ROOT}:${process.env["PATH"] ?? ""}`,
    HOME: person,
    TERM: "tmux-256color",
    LANG: "C.UTF-8",
    TZ: "UTC",
    PS1: "$ ",
    ...recording.env,
  };
  const tmux = (...args: string[]) =>
    execFileSync("tmux", ["-L", `codicil-${name}`, "-f", "/dev/null", ...args], {
      encoding: "utf8",
      cwd: project,
      env: { ...process.env, ...env },
    });
  const screen = () => tmux("capture-pane", "-p", "-t", name).trimEnd();
  const wait = async (what: string, isThere: (screen: string) => boolean) => {
    for (let tries = 0; tries < 1200; tries++) {
      await pause(50);
      if (isThere(screen())) return;
    }
    throw new Error(`${what} never came:\n${screen()}`);
  };
  const times = (text: string, word: string) => text.split(word).length;
  try {
    for (const words of recording.prepare ?? []) execFileSync(join(ROOT, "codicil"), [...words], { cwd: project, env });
    tmux(
      "new-session",
      "-d",
      "-s",
      name,
      "-x",
      String(columns),
      "-y",
      String(rows),
      "env",
      "-i",
      ...Object.entries(env).map(([key, value]) => `${key}=${value}`),
      "sh",
    );
    await wait("a prompt", (now) => SHELL.test(now));
    for (const [index, { types, until, enter }] of steps.entries()) {
      const before = screen();
      const typed = typeof types === "string" ? types : types(before);
      if (typed.length + 2 > columns) throw new Error(`this would be broken over two lines: ${typed}`);
      tmux("send-keys", "-t", name, "-l", typed);
      // A program that is busy echoes late; its old prompt must not be taken for the next one.
      const [echoed = ""] = typed.split(/\p{Cc}/u, 1);
      if (echoed !== "") await wait(echoed, (now) => times(now, echoed) > times(before, echoed));
      if (enter !== false) tmux("send-keys", "-t", name, "Enter");
      // What comes behind a prompt that was drawn early still belongs to the step: the screen must also be still.
      let still = 0;
      let last = "";
      await wait(String(until), (now) => {
        still = until.test(now) && now === last ? still + 1 : 0;
        last = now;
        return still >= (recording.exact === true ? STILL.exact : STILL.other);
      });
      recording.look?.(index, screen(), folder);
    }
    const cut = (text: string) => text.trimEnd().replace(/\n\S*\$$/, "");
    return { coloured: cut(tmux("capture-pane", "-e", "-p", "-t", name)), plain: cut(screen()) };
  } finally {
    tmux("kill-server");
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A first run without any key: a mind, a chat, a memory, a delete that comes back, one that is stopped, a review, the end. */
export const FIRST_RUN: Pick<Recording, "columns" | "rows" | "steps" | "files"> = {
  columns: 80,
  rows: 66,
  files: {
    "project/notes/plan.md": "- ship it\n",
    "project/memory-bank/MEMORY.md": "# Project memory\n\n- make builds it\n",
    "elsewhere/keep.txt": "precious\n",
  },
  steps: [
    { types: "codicil init --yes", until: SHELL },
    { types: "codicil chat", until: CHAT },
    { types: "remember that the staging box is called hazel", until: CHAT },
    { types: "what do you know about the staging box?", until: CHAT },
    { types: "!rm -rf notes", until: CHAT },
    { types: "/undo", until: CHAT },
    { types: "!rm -rf ../elsewhere", until: /\[y\/N\]$/ },
    { types: "n", until: CHAT },
    { types: "We decided to use Postgres.", until: CHAT },
    { types: "/review", until: CHAT },
    { types: "mb:write", until: CHAT },
    { types: "/quit", until: SHELL },
  ],
};
