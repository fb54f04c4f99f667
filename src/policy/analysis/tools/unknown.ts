// Programs that no table knows. They may run (unknown is not forbidden), but what stands among their words is looked at:
// options that are named like outputs, paths that they may write to, and another command that they seem to carry.

import { touch, type Command } from "../record.ts";
import { fork } from "../shell/state.ts";
import { type Field, isDynamic, type Output, unknownOutput } from "../shell/values.ts";

const OUTPUT_OPTION = /^(?:-o|-O|--(?:output|out|outfile|out-file|output-file|output-document|outdir|out-dir|output-dir|dest|destination|log-file|logfile|report|report-file|save|save-to|write|export))$/;
const OUTPUT_ATTACHED = /^(?:--(?:output|out|outfile|out-file|output-file|output-document|outdir|out-dir|output-dir|dest|destination|log-file|logfile|report|report-file|save|save-to|write|export)=|of=|out=)(.+)$/s;

export function unknownProgram(command: Command): Output {
  const { args } = command;
  for (const [at, word] of args.entries()) {
    const attached = OUTPUT_ATTACHED.exec(word.text)?.[1];
    if (attached !== undefined) touch(command, "write", { ...word, text: attached }, { inPlace: true });
    else if (OUTPUT_OPTION.test(word.text)) noteFollowing(command, args[at + 1]);
    else if (!word.text.startsWith("-") && looksLikePath(command, word)) touch(command, "read", word, { suspect: true });
  }
  lookForCommand(command);
  return unknownOutput(`cmd:${command.name}`);
}

function noteFollowing(command: Command, word: Field | undefined): void {
  if (word !== undefined && !word.text.startsWith("-")) touch(command, "write", word, { inPlace: true });
}

export function looksLikePath({ run, shell }: Command, word: Field): boolean {
  if (shell.cwd !== null && /^[\w-]+$/.test(word.text)) return run.world.kind(`${shell.cwd}/${word.text}`) !== null;
  return /^[\w.~/@%+,-]+$/.test(word.text) && /[./]/.test(word.text) && !/^\d+(?:\.\d+)*$/.test(word.text);
}

const DELETERS = /^(?:\/\S*\/)?(?:rm|rmdir|unlink|shred)$/;
const SHELLS = /^(?:\/\S*\/)?(?:ba|da|z|k|a)?sh$/;
const CARRYING_OPTION = /^(?:-[cex]|--(?:exec|command|cmd|eval|run|hook|script|shell|pre|post|filter|pager|editor|program|rsh|wrapper|on-\w+))(?:=([\s\S]+))?$/;
const DANGEROUS_TEXT = /^\s*(?:\S*\/)?(?:rm|rmdir|shred|unlink|dd|mkfs[^\s/]*|sh|bash|sudo|git\s+(?:reset|clean|push|checkout)|find|xargs|truncate|mv|eval|curl|wget|nc)\s/;

/** A wrapper that nobody here knows still has the command among its words: `wrap rm -rf x`, `wrap -c 'rm -rf x'`. */
function lookForCommand(command: Command): void {
  const { run, shell, args, how, name } = command;
  const via = [...how.via, name];
  for (const [at, word] of args.entries()) {
    const next = args[at + 1];
    const deletes = DELETERS.test(word.text) && next !== undefined && (/^-\w/.test(next.text) || looksLikePath(command, next));
    if (deletes || (SHELLS.test(word.text) && /^-\w*c$/.test(next?.text ?? "")) || (word.text === "sudo" && next !== undefined)) {
      run.runWords(run, fork(shell), args.slice(at), { ...how, via, span: null, external: true });
      return;
    }
    const carried = CARRYING_OPTION.exec(word.text);
    const text = carried === null ? undefined : (carried[1] ?? next?.text);
    if (text !== undefined && !isDynamic(text) && DANGEROUS_TEXT.test(text)) {
      run.runText(run, fork(shell), text, { ...how, via, span: null });
      return;
    }
  }
}
