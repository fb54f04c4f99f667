// Shells of Windows as tools of the analysis: `powershell -Command …`, `pwsh -EncodedCommand …`, `cmd /c …`, and cmdlets
// that are typed into another shell.

import { byName, wholeAnyCase } from "../../base/index.ts";
import { addOpaque, type Command, type Tool } from "../run/record.ts";
import { readScript } from "../scripts/readScript.ts";
import { fork } from "../run/state.ts";
import { field, HOLE, isDynamic, unknownOutput, textAt } from "../run/values.ts";
import { ALIASES, CMDLETS, STAKES } from "./cmdlets.ts";
import { runCmd } from "./cmd.ts";
import { runPower } from "./power.ts";
import { WINDOWS_PROGRAMS } from "./programs.ts";

const VALUED = wholeAnyCase`-(?:ex\w*|ep|w|wi\w*|v|ve\w*|psc\w*|wo\w*|of|output\w*|in\w*|if|config\w*|custom\w*|settings\w*)`;
const ENCODED = /^-(?:e|ec|en\w*)$/i;
const COMMAND = /^-(?:c|co\w*|commandwithargs|cwa)$/i;
const FILE = /^-(?:f|fi\w*)$/i;

const powershell: Tool = (command) => {
  const { run, index, args, how, shell } = command;
  const inner = fork(shell);
  for (let at = 0; at < args.length; at++) {
    const text = textAt(args, at);
    const rest = args.slice(at + 1);
    if (ENCODED.test(text)) return runEncoded(command, textAt(rest, 0));
    if (COMMAND.test(text) && rest.length > 0)
      return rest[0]?.text === "-" ? runInput(command) : runPower(command, rest.map((each) => each.text).join(" "), inner);
    if (FILE.test(text)) return runFile(command, textAt(rest, 0));
    if (VALUED.test(text)) at++;
    else if (!/^[-/]/.test(text))
      return /\.ps1$/i.test(text)
        ? runFile(command, text)
        : runPower(
            command,
            args
              .slice(at)
              .map((each) => each.text)
              .join(" "),
            inner,
          );
  }
  if (how.stdin !== null) return runInput(command);
  if (args.length === 0) addOpaque(run, "a shell is started with nothing to see of what it will run", index);
  return unknownOutput("cmd:pwsh");
};

function runInput(command: Command): ReturnType<Tool> {
  return runPower(command, command.how.stdin?.text ?? HOLE, fork(command.shell));
}

function runFile(command: Command, path: string): ReturnType<Tool> {
  const script = readScript(command, field(path.replaceAll("\\", "/")));
  if (script.kind === "opaque") addOpaque(command.run, script.why, command.index);
  return script.kind === "text" ? runPower(command, script.text, fork(command.shell)) : unknownOutput("cmd:pwsh");
}

/** Base64 of UTF-16, low byte first. */
function runEncoded(command: Command, text: string): ReturnType<Tool> {
  const decoded = isDynamic(text) ? null : decode(text);
  if (decoded === null) {
    addOpaque(command.run, "it runs an encoded command that cannot be read", command.index);
    return unknownOutput("cmd:pwsh");
  }
  return runPower(command, decoded, fork(command.shell));
}

function decode(text: string): string | null {
  if (text === "" || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  const digits = text.split("=")[0] ?? "";
  // One digit over is no byte: no decoder takes it.
  if (digits.length % 4 === 1) return null;
  const bytes = Uint8Array.from(atob(digits), (char) => char.charCodeAt(0));
  return bytes.length % 2 === 1 ? null : new TextDecoder("utf-16le").decode(bytes);
}

const cmd: Tool = (command) => {
  const at = command.args.findIndex((each) => /^\/{1,2}[ckr]$/i.test(each.text));
  if (at >= 0)
    return runCmd(
      command,
      command.args
        .slice(at + 1)
        .map((each) => each.text)
        .join(" "),
    );
  if (command.how.stdin !== null) return runCmd(command, command.how.stdin.text);
  return unknownOutput("cmd:cmd");
};

/** `Remove-Item -Recurse data`, typed where another shell listens. */
const cmdlet: Tool = (command) => {
  const words = command.args.map((each) => (each.quoted ? `'${each.text.replaceAll("'", "''")}'` : each.text));
  return runPower(command, `${command.name} ${words.join(" ")}`);
};

const TYPED = [
  ...Object.keys(CMDLETS),
  ...STAKES.keys(),
  ...ALIASES.values(),
  "invoke-expression",
  "invoke-command",
  "start-process",
  "start-bitstransfer",
].filter((name) => name.includes("-"));

export const WINDOWS: Readonly<Record<string, Tool>> = byName({
  ...WINDOWS_PROGRAMS,
  ...Object.fromEntries([...TYPED, "iex", "iwr", "irm"].map((name) => [name, cmdlet])),
  powershell,
  pwsh: powershell,
  powershell_ise: powershell,
  cmd,
});
