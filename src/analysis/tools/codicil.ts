// Codicil called by an agent: it may read, plan, recall and use the trash; it may never approve, unlock or speak as the
// person.

import { byName, sameRow } from "../../base/index.ts";
import { realOf, absolute } from "../run/disk.ts";
import { readOptions, table } from "../run/options.ts";
import { addHazard, type Command, touch, type Tool } from "../run/record.ts";
import { isDynamic, unknownOutput, textAt } from "../run/values.ts";
import { AGENTS } from "./agents.ts";

/** What an agent may ask of Codicil; everything else is a person's. */
const OWN: Readonly<Record<string, RegExp | null>> = byName({
  ...sameRow(
    "plan flush status apply validate review log blame show recall prompt doctor redact mcp help version explain docs overview completion",
    null,
  ),
  "last-word": /^(?:status|apply|validate|plan|flush)$/,
  memory: /^(?:add|replace|remove|read|scan)$/,
  bank: /^(?:read|check|protocol)$/,
  path: /^check$/,
  policy: /^(?:report|check|test|backtest|explain|read)$/,
  session: /^(?:start|list|show|context|verify|export|clone|branch)$/,
  trash: /^(?:put|keep|list|restore)$/,
});

/** What Codicil is told: `codicil VERB REST`. */
interface Told {
  readonly verb: string;
  readonly rest: Command["args"];
  /** The rest without options. */
  readonly words: Command["args"];
}

const codicil: Tool = (command) => {
  const { args } = command;
  const parsed = readOptions(args, table("home: cwd: session: json yes y no-color"), { stopAtOperand: true });
  const [verb, ...rest] = parsed.operands;
  if (args.some((each) => /^--(?:help|version)$/.test(each.text)) && args.length <= 2) return unknownOutput();
  if (verb === undefined) return unknownOutput();
  if (isDynamic(verb.text)) {
    grave(command, "the command for Codicil is only known when it runs");
    return unknownOutput();
  }
  const told = { verb: verb.text, rest, words: rest.filter((each) => !each.text.startsWith("-")) };
  noteVerb(command, told);
  notePerson(command, told);
  // It prints what is in the files that it is given.
  if (told.verb === "policy") for (const each of filesOf(rest)) touch(command, "read", each);
  if (told.verb === "trash") useTrash(command, told);
  return unknownOutput("cmd:codicil");
};

function grave({ run, index }: Command, why: string): void {
  run.hazards.push({ kind: "tampering", why, program: index, grave: true });
}

const SPEAKS_AS_HOST = "the events of a host come from the host; a call that sends one speaks in the person's place";

function noteVerb(command: Command, { verb, words }: Told): void {
  const allowed = OWN[verb];
  const first = textAt(words, 0);
  if (verb === "hook") grave(command, SPEAKS_AS_HOST);
  else if (allowed === undefined) grave(command, `\`codicil ${verb}\` is for a person to run`);
  else if (allowed !== null && !allowed.test(first)) grave(command, `\`codicil ${verb} ${first}\` is for a person to run`);
}

/** Options with which a person speaks, or that lead elsewhere. */
function notePerson(command: Command, { verb, rest, words }: Told): void {
  const reads = verb === "policy" && words[0]?.text === "read";
  if (reads && !rest.some((each) => /^--(?:prompt|answers)(?:=|$)/.test(each.text)))
    grave(command, "`codicil policy read` without --prompt or --answers asks the person's language model, and is for a person to run");
  if (verb === "doctor" && rest.some((each) => /^--fix(?:=|$)/.test(each.text)))
    grave(command, "`codicil doctor --fix` changes documents and is for a person to run");
  if (claimsToBePerson(rest)) grave(command, "only a person may use the origin `user`");
  const leadsAway = /--(?:home|state)(?:\s|=|$)/.test(command.args.map((each) => each.text).join(" "));
  if (leadsAway && (verb !== "policy" || reads)) addHazard(command.run, "tampering", "it leads Codicil to another home", command.index);
}

function claimsToBePerson(rest: Command["args"]): boolean {
  const text = rest.map((each) => each.text).join(" ");
  if (/--origin(?:[= ]+(?!agent|tool|web|file)|=?$)/.test(text)) return true;
  return rest.some((each, at) => each.text === "--origin" && !/^(?:agent|tool|web|file)$/.test(textAt(rest, at + 1)));
}

function useTrash(command: Command, { rest, words }: Told): void {
  const what = textAt(words, 0);
  const after = rest.slice(rest.findIndex((each) => each.text === what) + 1);
  if (what === "put") trashPut(command, after);
  if (what === "keep") keep(command, after);
}

/** Files that `policy report` and `policy read` are given: words behind the verb, and the value of --answers. */
function filesOf(rest: Command["args"]): Command["args"] {
  const [what] = rest.filter((each) => !each.text.startsWith("-"));
  if (what === undefined || !/^(?:report|read)$/.test(what.text)) return [];
  return rest.filter((each, at) => each !== what && !each.text.startsWith("-") && rest[at - 1]?.text !== "--model");
}

function trashPut(command: Command, args: Command["args"]): void {
  const parsed = readOptions(args, table("f,force i I interactive:? r,R,recursive d,dir v,verbose one-file-system preserve-root:?"));
  for (const word of parsed.operands) {
    const path = touch(command, "delete", word, { recursive: parsed.options.has("recursive"), trashed: true });
    if (path !== null) command.run.disk.made.set(path, { kind: null, content: null, by: "remove" });
  }
}

function keep(command: Command, args: Command["args"]): void {
  const { run, shell, index } = command;
  for (const word of args) {
    if (word.text.startsWith("-")) continue;
    touch(command, "read", word);
    const found = absolute(run.disk, shell.cwd, word.text);
    if (found !== null && found.exact)
      run.kept.set(realOf(run.disk, found.path, true), index).set(realOf(run.disk, found.path, false), index);
  }
}

/** The launcher that hosts call, and the file behind it. */
const hook: Tool = (command) => {
  grave(command, SPEAKS_AS_HOST);
  return unknownOutput("cmd:codicil");
};

export const OURSELVES: Readonly<Record<string, Tool>> = byName({
  ...sameRow("codicil codicil.cjs codicil-cli.cjs agents", codicil),
  "codicil-hook": hook,
  "codicil-gate": hook,
  "hook.cjs": hook,
  ...AGENTS,
});
