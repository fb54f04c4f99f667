// Programs that no table knows. They may run (unknown is not forbidden), but what stands among their words is looked at:
// options that are named like outputs, and paths that they may write to.

import { touch, type Command } from "../record.ts";
import { type Field, type Output, unknownOutput } from "../shell/values.ts";

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
  return unknownOutput(`cmd:${command.name}`);
}

function noteFollowing(command: Command, word: Field | undefined): void {
  if (word !== undefined && !word.text.startsWith("-")) touch(command, "write", word, { inPlace: true });
}

export function looksLikePath({ run, shell }: Command, word: Field): boolean {
  if (shell.cwd !== null && /^[\w-]+$/.test(word.text)) return run.world.kind(`${shell.cwd}/${word.text}`) !== null;
  return /^[\w.~/@%+,-]+$/.test(word.text) && /[./]/.test(word.text) && !/^\d+(?:\.\d+)*$/.test(word.text);
}
