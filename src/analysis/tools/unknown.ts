// Programs that no table knows. They may run (unknown is not forbidden), but what is among their words is looked at:
// options that are named like outputs, paths that they may write to, and another command that they seem to carry.

import { either, wordSet } from "../../base/index.ts";
import { looksLikePath } from "../run/namedFiles.ts";
import { addHazard, touch, type Command, type Run } from "../run/record.ts";
import { deletesInCode } from "../run/commandTexts.ts";
import { fork } from "../run/state.ts";
import { noteFed, noteHiddenTexts, noteSentKeys, PROSE } from "./hiddenTexts.ts";
import { noteStatements } from "../outside/statements.ts";
import { noteToldTo } from "../carriers/toldTo.ts";
import { type Field, isDynamic, type Output, unknownOutput, textAt } from "../run/values.ts";

const OUTPUTS = wordSet(
  "output out outfile out-file output-file output-document outdir out-dir output-dir dest destination log-file logfile",
  "report report-file save save-to write export",
);
const ATTACHED = /^(?:--([\w-]+)|of|out)=(.+)$/s;

function outputOf(text: string): string | undefined {
  const [, name, value] = ATTACHED.exec(text) ?? [];
  return name === undefined || OUTPUTS.has(name) ? value : undefined;
}

export function unknownProgram(command: Command): Output {
  const { args } = command;
  for (const [at, word] of args.entries()) {
    const attached = outputOf(word.text);
    if (attached !== undefined) touch(command, "write", { ...word, text: attached }, { inPlace: true });
    else if (/^-[oO]$/.test(word.text) || (word.text.startsWith("--") && OUTPUTS.has(word.text.slice(2))))
      noteFollowing(command, args[at + 1]);
    else {
      // `--junitxml=report.xml`: nobody knows what becomes of it.
      const text = word.text.startsWith("-") ? /^--?\w[\w-]*=(.+)$/s.exec(word.text)?.[1] : word.text;
      const named = text === undefined ? null : { ...word, text };
      if (named !== null && looksLikePath(command, named)) touch(command, "read", named, { suspect: true });
    }
  }
  lookForCommand(command);
  if (!TALKS.has(command.name)) noteUnknown(command);
  return unknownOutput(`cmd:${command.name}`);
}

const GIVES_CODE = /^-(?:e|c|-eval|-execute)$/;

function noteUnknown(command: Command): void {
  const { run, args, how, index } = command;
  const before = run.hazards.length;
  const codes = args.filter((_, at) => GIVES_CODE.test(textAt(args, at - 1)));
  if ([how.stdin, ...codes].some((each) => each !== null && deletesInCode(each.text)))
    addHazard(run, "destructive", "the code it is given deletes files", index);
  noteStatements(command);
  noteHiddenTexts(command, true);
  noteSentKeys(command);
  noteFed(command);
  if (run.hazards.length === before) noteToldTo(command);
}

/** `-o json` names a form. */
const FORMS = new Set("json jsonl yaml yml table wide text csv tsv plain html xml markdown name short long tree sarif junit".split(" "));

function noteFollowing(command: Command, word: Field | undefined): void {
  if (word !== undefined && !word.text.startsWith("-") && !FORMS.has(word.text)) touch(command, "write", word, { inPlace: true });
}

const DELETERS = /^(?:\/\S*\/)?(?:rm|rmdir|unlink|shred)$/;
const SHELLS = /^(?:\/\S*\/)?(?:ba|da|z|k|a)?sh$/;
const CARRYING = either`exec, command, cmd, eval, run, hook, script, shell, pre, post, filter, pager, editor, program, rsh, wrapper,
  on-\w+`;
const CARRYING_OPTION = new RegExp(`^(?:-[cex]|--(?:${CARRYING}))(?:=([\\s\\S]+))?$`);
const DANGEROUS = either`rm, rmdir, shred, unlink, dd, mkfs[^\s/]*, sh, bash, sudo, git\s+(?:reset|clean|push|checkout), find, xargs,
  truncate, mv, eval, curl, wget, nc, codicil`;
export const DANGEROUS_TEXT = new RegExp(`^\\s*(?:\\S*\\/)?(?:${DANGEROUS})\\s`);

/** Programs whose names are also ordinary words, or which only say something: `foo build`, `foo install x`, `foo echo rm`. */
const ORDINARY = wordSet(
  "build test install start run open time watch format service init at batch clean serve task script split join sort find cut head",
  "tail link sync kill more less file which who env set expand list make echo printf true false date history log print cat ls cd",
  "pwd tee wc stat import export convert compare identify display code cursor agent agents q pi amp forge goose mods cline roo kilo",
  "repo render cap knife salt vault flux op at host ip route mail w last yes nice sl gt ts up just dotnet go deno bun node python",
  "ruby php perl lua java r pip gem cargo composer bundle brew port snap choco reset migrate spark ace console platform begin kn tea",
  "age pass security shutdown halt reg start base64 column fold look mount patch strip touch write wall",
);
/** They talk about programs. */
const TALKS = new Set("tldr cheat navi howdoi eg kb man info apropos whatis type alias complete compgen hash help".split(" "));
const MOST_WORDS = 16;
/** `docker compose rm -f web`: what it runs inside a container is read by its own table. */
const HAS_RM = new Set(["docker", "docker-compose"]);

/** A wrapper that nobody here knows still has the command among its words: `wrap rm -rf x`, `wrap -c 'rm -rf x'`. */
export function lookForCommand(command: Command): void {
  const { args } = command;
  if (isInstaller(command)) return;
  // What it is told to say is not run.
  if (/^(?:echo|printf)$/.test(textAt(args, 0))) return;
  for (const at of args.keys()) if (runsFrom(command, at)) return;
}

/** `clean-install bash curl git`: the words are packages. */
function isInstaller({ name, args }: Command): boolean {
  return /(?:^|[-_])install(?:[-_]|$)/.test(name) && args.every(({ text }) => /^\w[\w.:+-]+$/.test(text) && !DELETERS.test(text));
}

/** Is it a command from here on, or a text that is one? Then it was looked at. */
function runsFrom(command: Command, at: number): boolean {
  const { run, shell, args, how, name } = command;
  const word = args[at] as Field;
  const next = args[at + 1];
  const nested = () => ({ ...how, via: [...how.via, name], span: null });
  const runRest = () => run.runWords(run, fork(shell), args.slice(at), { ...nested(), external: true });
  if (startsCommand(command, word, next)) {
    runRest();
    return true;
  }
  if (at < MOST_WORDS && next !== undefined && namesProgram(command, word, args[at - 1])) {
    // Behind an option it may be the option's value: then only what is certain counts.
    tryCommand(run, runRest, /^--?\w/.test(textAt(args, at - 1)));
    return true;
  }
  const carried = CARRYING_OPTION.exec(word.text);
  const text = carried === null ? undefined : (carried[1] ?? next?.text);
  if (text === undefined || isDynamic(text) || !DANGEROUS_TEXT.test(text)) return false;
  run.runText(run, fork(shell), text, nested());
  return true;
}

/** `rm -r x`, `sh -c x`, `sudo x`. */
function startsCommand(command: Command, { text }: Field, next: Field | undefined): boolean {
  if (next === undefined) return false;
  if (DELETERS.test(text)) return /^-\w/.test(next.text) || looksLikePath(command, next);
  return text === "sudo" || (SHELLS.test(text) && /^-\w*c$/.test(next.text));
}

/** `task execute rm -r data`: behind words of its own; as the first word, `rm` is a subcommand. */
export function lookForDeleter({ run, shell, args, how, name }: Command): void {
  const at = args.findIndex(({ text, quoted }, index) => index > 0 && !quoted && DELETERS.test(text));
  if (at < 0 || !/^-[a-zA-Z]{1,8}$/.test(textAt(args, at + 1)) || PROSE.has(name) || HAS_RM.has(name)) return;
  tryCommand(
    run,
    () => run.runWords(run, fork(shell), args.slice(at), { ...how, via: [...how.via, name], span: null, external: true }),
    true,
  );
}

/** A word that is a program's name and nothing else; after `--` any program's name will do. */
function namesProgram({ name, run }: Command, { text, quoted }: Field, before: Field | undefined): boolean {
  if (quoted || TALKS.has(name) || !/^[\w./+-]+$/.test(text) || text.startsWith("-")) return false;
  const base = text.slice(text.lastIndexOf("/") + 1);
  if (base === name || (before?.text !== "--" && ORDINARY.has(base))) return false;
  return run.isKnown(base);
}

/** What a word would do if it were a program: kept where that is harm, and forgotten otherwise, because it may be only a word. */
function tryCommand(run: Run, act: () => void, isValue: boolean): void {
  const lists = [run.programs, run.paths, run.git, run.packages, run.network, run.opaque, run.hazards, run.links, run.moves] as const;
  const lengths = lists.map(({ length }) => length);
  const made = new Map(run.disk.made);
  act();
  const [, paths = 0, , , , opaque = 0, hazards = 0] = lengths;
  const changes = run.paths.slice(paths).some(({ access }) => access === "delete" || access === "move" || access === "write");
  if (changes || (run.opaque.length > opaque && !isValue) || run.hazards.length > hazards) return;
  for (const [at, list] of lists.entries()) list.length = lengths[at] ?? 0;
  run.disk.made.clear();
  for (const [path, each] of made) run.disk.made.set(path, each);
}
