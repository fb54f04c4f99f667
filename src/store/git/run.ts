// Git as a child process: in a cleaned environment, without a terminal, with an end. What the person's own Git configuration
// says of keys, proxies and credential helpers counts; no hook, filter or program that a repository names does.

import { spawn } from "node:child_process";
import { AppError, either } from "../../base/index.ts";

export interface GitRun {
  readonly args: readonly string[];
  readonly input?: Uint8Array | undefined;
  readonly timeout: number;
  /** Bytes of answer at most. */
  readonly most?: number;
  /** Looked at while it runs; a text ends it. */
  readonly guard?: () => string | null;
  readonly protocol?: string;
}

export interface GitAnswer {
  readonly code: number;
  readonly out: Buffer;
  /** Last lines of what it said, for people. */
  readonly said: string;
}

/** Of everything that is set, only this reaches Git: how to find the person's keys, helpers and proxies. */
const KEPT = new RegExp(
  String.raw`^(?:${either`
  PATH, HOME, USER, LOGNAME, TMPDIR, SSH_AUTH_SOCK, SSH_AGENT_PID, XDG_CONFIG_HOME, XDG_DATA_HOME,
  XDG_RUNTIME_DIR, DBUS_SESSION_BUS_ADDRESS, GNUPGHOME, KRB5CCNAME, SSL_CERT_FILE, SSL_CERT_DIR,
  (?:https?|all|no)_proxy, (?:HTTPS?|ALL|NO)_PROXY
`})$`,
);

/** What a repository, ours or another's, may not decide. Stronger than any file of configuration. */
export const HARDENED = [
  ["core.hooksPath", "/dev/null"],
  ["core.fsmonitor", "false"],
  ["core.alternateRefsCommand", "true"],
  ["transfer.fsckObjects", "true"],
  ["fetch.recurseSubmodules", "no"],
  ["push.recurseSubmodules", "no"],
  ["submodule.recurse", "false"],
  ["http.followRedirects", "false"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["receive.autogc", "false"],
  ["commit.gpgSign", "false"],
  ["push.gpgSign", "false"],
  ["protocol.version", "2"],
] as const;

const MOST_OUT = 64 * 1024 * 1024;
const LOOK_MS = 200;

export async function runGit(run: GitRun): Promise<GitAnswer> {
  const child = spawn("git", [...HARDENED.flatMap(([key, value]) => ["-c", `${key}=${value}`]), ...run.args], {
    env: environment(run.protocol ?? "file"),
    stdio: ["pipe", "pipe", "pipe"],
    // A session of its own: ssh finds no terminal to ask at, and whatever Git started ends with it.
    detached: true,
  });
  const chunks: Buffer[] = [];
  let [size, said] = [0, ""];
  let stopped: string | null = null;
  const stop = (why: string) => {
    stopped ??= why;
    endGroup(child.pid);
  };
  const timer = setTimeout(() => stop(`took longer than ${Math.round(run.timeout / 1000)} s`), run.timeout);
  const looking =
    run.guard === undefined
      ? undefined
      : setInterval(() => {
          const why = run.guard?.() ?? null;
          if (why !== null) stop(why);
        }, LOOK_MS);
  child.stdout.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > (run.most ?? MOST_OUT)) stop("answered more than can be taken");
    else chunks.push(chunk);
  });
  child.stderr.on("data", (chunk: Buffer) => (said = `${said}${String(chunk)}`.slice(-2000)));
  // Git may end before it has read everything; its exit code says why.
  child.stdin.on("error", () => undefined);
  child.stdin.end(run.input ?? "");
  const code = await new Promise<number>((resolve, reject) => {
    child.on("error", (cause) =>
      reject(new AppError("CARRIER", "git cannot be started", { cause, hint: "Install git; nothing was changed." })),
    );
    child.on("close", (status) => resolve(status ?? -1));
  }).finally(() => {
    clearTimeout(timer);
    clearInterval(looking);
  });
  if (stopped !== null)
    throw new AppError("CARRIER", `git ${run.args.find((word) => /^[a-z]/.test(word)) ?? ""} ${stopped as string}`, {
      hint: "Nothing was lost; sync again.",
    });
  return { code, out: Buffer.concat(chunks), said: lastWords(said) };
}

function environment(protocol: string): NodeJS.ProcessEnv {
  const kept = Object.fromEntries(Object.entries(process.env).filter(([name]) => KEPT.test(name)));
  return {
    ...kept,
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    SSH_ASKPASS_REQUIRE: "never",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_ADVICE: "0",
    // Also for what Git starts itself: a repository cannot lead it to another way of speaking.
    GIT_ALLOW_PROTOCOL: protocol,
  };
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has just ended by itself.
  }
}

/** For a message: no control characters, no more than a few lines. */
function lastWords(said: string): string {
  const lines = said
    .split(/[\r\n]+/)
    .map((line) => line.replace(/\p{C}/gu, "").trim())
    .filter((line) => line !== "" && !/^(?:hint|warning|remote: *$)/.test(line));
  return lines.slice(-3).join("; ").slice(0, 400);
}
