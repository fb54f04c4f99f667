// Terminals inside terminals: they run the words they are given, or type them into a shell that is open already.

import { byName, wordSet } from "../../base/index.ts";
import { addHazard, type Tool, runOther } from "../run/record.ts";
import { type Field, SILENT, textAt } from "../run/values.ts";
import { runCarried } from "./wrappers.ts";

/** Verbs of tmux with a command behind them. */
const STARTS = wordSet(
  "new new-session neww new-window splitw split-window respawn-pane respawnp respawn-window run run-shell popup display-popup if if-shell",
  "pipe-pane",
);

const screen: Tool = (command) => {
  const { run, args } = command;
  let at = 0;
  for (; at < args.length; at++) {
    const text = textAt(args, at);
    if (!text.startsWith("-")) break;
    if (text === "-X") {
      const rest = args.slice(at + 1);
      if (/^(?:stuff|exec|eval)$/.test(textAt(rest, 0)))
        runCarried(
          command,
          rest
            .slice(1)
            .map((each) => each.text.replace(/\\n$|\^M$|\n$/, ""))
            .join(" "),
          "screen -X",
        );
      // Both end every program of the session.
      if (/^(?:quit|kill)$/.test(textAt(rest, 0))) addHazard(run, "destructive", "it ends every program of a session", command.index);
      return SILENT;
    }
    if (/^-\w*[SscetThp]$/.test(text)) at++;
  }
  const rest = args.slice(at);
  return rest.length === 0 ? SILENT : runOther(command, rest, "screen");
};

/** tmux hands the end of its line to a shell; send-keys types it into one. */
const tmux: Tool = (command) => {
  const { args, run, index } = command;
  const at = args.findIndex((each, place) => !each.text.startsWith("-") && !/^-[LSfcT]$/.test(textAt(args, place - 1)));
  const verb = textAt(args, at);
  const rest = args.slice(at + 1);
  const named = rest.some((each) => /^-\w*t/.test(each.text)) && !rest.some((each) => /^-\w*a/.test(each.text));
  if (verb === "kill-server" || (verb === "kill-session" && !named))
    addHazard(run, "destructive", "it ends every program of a session", index);
  if (STARTS.has(verb)) {
    const words = positional(rest, /^-[censtxyFlpbTwhS]$/);
    if (words.length > 0) return runCarried(command, words.map((each) => each.text).join(" "), `tmux ${verb}`);
  }
  if (/^(?:send|send-keys)$/.test(verb)) {
    const words = positional(rest, /^-[tN]$/).filter((each) => !/^(?:Enter|C-m|C-j|Space|Escape|C-[a-z]|Tab|BSpace)$/.test(each.text));
    if (words.length > 0) return runCarried(command, words.map((each) => each.text).join(" "), "tmux send-keys");
  }
  return undefined;
};

function positional(args: readonly Field[], takes: RegExp): readonly Field[] {
  const out: Field[] = [];
  for (let at = 0; at < args.length; at++) {
    const text = textAt(args, at);
    if (takes.test(text)) at++;
    else if (!/^-\w+$/.test(text) || out.length > 0) out.push(args[at] as Field);
  }
  return out;
}

export const TERMINALS: Readonly<Record<string, Tool>> = byName({ screen, tmux });
