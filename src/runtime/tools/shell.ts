// shell: one command in the project's folder. It runs as it was analysed: in a cleaned environment, bounded in time and
// output, and nothing of it outlives its answer.

import { AppError } from "../../base/index.ts";
import type { Tool } from "../ports/tool.ts";
import { commandEnvironment } from "./environment.ts";
import { runCommand } from "./processes.ts";
import { codicilFunction } from "./program.ts";

const DEFAULT_SECONDS = 120;
const MOST_SECONDS = 600;
const KEEP = 32 * 1024;
const MOST_BYTES = 16 * 1024 * 1024;

export function makeShell(env: Readonly<Record<string, string | undefined>> = process.env): Tool {
  return {
    name: "shell",
    description:
      "Runs one command with bash in the working folder and gives its output and exit code. No input, no terminal; background processes end with the command.",
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
