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

const codicil: Tool = (command) => {
  const { run, index, args } = command;
  const grave = (why: string) => run.hazards.push({ kind: "tampering", why, program: index, grave: true });
  const parsed = readOptions(args, table("home: cwd: session: json yes y no-color"), { stopAtOperand: true });
  const [verb, ...rest] = parsed.operands;
  if (args.some((each) => /^--(?:help|version)$/.test(each.text)) && args.length <= 2) return unknownOutput();
  if (verb === undefined) return unknownOutput();
  if (isDynamic(verb.text)) {
    grave("the command for Codicil is only known when it runs");
    return unknownOutput();
  }
  const text = rest.map((each) => each.text).join(" ");
  const words = rest.filter((each) => !each.text.startsWith("-"));
  const allowed = OWN[verb.text];
  if (verb.text === "hook") grave("the events of a host come from the host; a call that sends one speaks in the person's place");
  else if (allowed === undefined) grave(`\`codicil ${verb.text}\` is for a person to run`);
  else if (allowed !== null && !allowed.test(textAt(words, 0)))
    grave(`\`codicil ${verb.text} ${textAt(words, 0)}\` is for a person to run`);
  const reads = verb.text === "policy" && words[0]?.text === "read";
  if (reads && !rest.some((each) => /^--(?:prompt|answers)(?:=|$)/.test(each.text)))
    grave("`codicil policy read` without --prompt or --answers asks the person's language model, and is for a person to run");
  // It prints what is in the files that it is given.
  if (verb.text === "policy") for (const each of filesOf(rest)) touch(command, "read", each);
  if (verb.text === "doctor" && rest.some((each) => /^--fix(?:=|$)/.test(each.text)))
    grave("`codicil doctor --fix` changes documents and is for a person to run");
  if (
    /--origin(?:[= ]+(?!agent|tool|web|file)|=?$)/.test(text) ||
    rest.some((each, at) => each.text === "--origin" && !/^(?:agent|tool|web|file)$/.test(textAt(rest, at + 1)))
  )
    grave("only a person may use the origin `user`");
  if (/--(?:home|state)(?:\s|=|$)/.test(args.map((each) => each.text).join(" ")) && (verb.text !== "policy" || reads))
    addHazard(run, "tampering", "it leads Codicil to another home", index);
  if (verb.text === "trash" && words[0]?.text === "put") trashPut(command, rest.slice(rest.findIndex((each) => each.text === "put") + 1));
  if (verb.text === "trash" && words[0]?.text === "keep") keep(command, rest.slice(rest.findIndex((each) => each.text === "keep") + 1));
  return unknownOutput("cmd:codicil");
};

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
const hook: Tool = ({ run, index }) => {
  run.hazards.push({
    kind: "tampering",
    why: "the events of a host come from the host; a call that sends one speaks in the person's place",
    program: index,
    grave: true,
  });
  return unknownOutput("cmd:codicil");
};

export const OURSELVES: Readonly<Record<string, Tool>> = byName({
  ...sameRow("codicil codicil.cjs codicil-cli.cjs agents", codicil),
  "codicil-hook": hook,
  "codicil-gate": hook,
  "hook.cjs": hook,
  ...AGENTS,
});
