// shell: one command in the project's folder. It runs as it was analysed: in a cleaned environment, bounded in time and
// output, and nothing of it outlives its answer.

import { AppError, either } from "../../base/index.ts";
import type { Tool } from "../ports/tool.ts";
import { runCommand } from "./processes.ts";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const DEFAULT_SECONDS = 120;
const MOST_SECONDS = 600;
const KEEP = 32 * 1024;
const MOST_BYTES = 16 * 1024 * 1024;

export function makeShell(env: Readonly<Record<string, string | undefined>> = process.env): Tool {
  return {
    name: "shell",
    description:
      "Runs one command with bash in the working folder and gives its output and exit code. No input, no terminal; background " +
      "processes end with the command.",
    parameters: {
      type: "object",
      properties: {
        command: { type: "string" },
        seconds: { type: "integer", description: `time limit, ${DEFAULT_SECONDS} by default, at most ${MOST_SECONDS}` },
      },
      required: ["command"],
    },
    toCall: (args) => ({ tool: "shell", command: String(args["command"]) }),
    fromCall: (call, args) => ("command" in call ? { ...args, command: call.command } : null),
    run: async (args, { mind, cwd, signal }) => {
      const seconds = Math.min(MOST_SECONDS, Math.max(1, Number(args["seconds"] ?? DEFAULT_SECONDS)));
      const result = await runCommand({
        file: "/bin/bash",
        args: ["--noprofile", "--norc", "-c", `${codicilFunction()}\n${String(args["command"])}`],
        cwd,
        env: commandEnvironment(env, { PWD: cwd, CODICIL_HOME: mind.where.home, CODICIL_STATE: mind.where.state }),
        timeoutMs: seconds * 1000,
        keep: KEEP,
        most: MOST_BYTES,
        signal,
        mark: mind.deps.random.hex(8),
      });
      if (result.ended === "error") throw new AppError("IO", `the command could not be started: ${result.message ?? ""}`);
      const how = {
        exit: `exit code ${result.code ?? "none"}`,
        timeout: `stopped after ${seconds} s`,
        cancelled: "stopped: the person cancelled",
        output: `stopped: more than ${MOST_BYTES} bytes of output`,
        error: "",
      }[result.ended];
      return {
        text: `${result.output}${result.output === "" || result.output.endsWith("\n") ? "" : "\n"}[${how}]`,
        isError: result.ended !== "exit" || result.code !== 0,
        data: { exit: result.code, ended: result.ended, bytes: result.bytes },
      };
    },
  };
}

const DROPPED = new RegExp(
  String.raw`^(?:${either`
  BASH_ENV, ENV, ZDOTDIR, SHELLOPTS, BASHOPTS, PROMPT_COMMAND, PS[0-4], BASH_FUNC_.*, LD_.*, DYLD_.*,
  NODE_OPTIONS, NODE_PATH, NODE_EXTRA_CA_CERTS, NODE_REPL_EXTERNAL_MODULE, NODE_V8_COVERAGE, NODE_CHANNEL_.*,
  NODE_UNIQUE_ID, PERL5.*, PERLLIB, RUBYOPT, RUBYLIB, PYTHONSTARTUP, PYTHONHOME, PYTHONINSPECT, PYTHONBREAKPOINT,
  PYTHONPATH, JAVA_TOOL_OPTIONS, _JAVA_OPTIONS, JDK_JAVA_OPTIONS, GCONV_PATH, GLIBC_TUNABLES, LUA_INIT.*, GIT_.*,
  .*PAGER, PAGER, LESS.*, EDITOR, VISUAL, .*_EDITOR, .*ASKPASS, RIPGREP_CONFIG_PATH, TAR_OPTIONS, MAKEFLAGS,
  MAKEFILES, MFLAGS, IFS, CDPATH, GLOBIGNORE, CODICIL_.*, VITEST.*
`})$`,
);

/** Keys of the models that a chat itself uses, and what is plainly a secret: a command has no business with them. */
const SECRET = new RegExp(
  String.raw`(?:^|_)(?:${either`
  API_?KEY, SECRET, TOKEN, PASSWORD, PASSWD, CREDENTIALS?, PRIVATE_KEY, ACCESS_KEY, SECRET_KEY
`})(?:_|$)`,
  "i",
);

/**
 * What a command needs to work, and nothing that makes other programs load something, that leads Git or a pager elsewhere, or that is a
 * key of ours. What was analysed is what runs.
 */
export function commandEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  ours: Readonly<Record<string, string>>,
): Record<string, string> {
  const kept = Object.entries(env).filter(
    (each): each is [string, string] => each[1] !== undefined && !DROPPED.test(each[0]) && !SECRET.test(each[0]),
  );
  return {
    ...Object.fromEntries(kept),
    PAGER: "cat",
    GIT_PAGER: "cat",
    GIT_TERMINAL_PROMPT: "0",
    EDITOR: "true",
    TERM: "dumb",
    NO_COLOR: "1",
    ...ours,
  };
}

/**
 * A line of shell that defines `codicil`. A rewritten command calls `codicil trash put …`: this very program, whether or not one of that
 * name is on the path.
 */
export function codicilFunction(): string {
  const words = [process.execPath, ...programWords()].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  return `codicil() { ${words.join(" ")} "$@"; }; export -f codicil`;
}

function programWords(): string[] {
  const here = dirname(fileURLToPath(import.meta.url));
  // In the release every file lies beside codicil.cjs; in a checkout the source runs by itself.
  const built = join(here, "codicil.cjs");
  return existsSync(built) ? [built] : ["--disable-warning=ExperimentalWarning", join(here, "../../cli/entry.ts")];
}
