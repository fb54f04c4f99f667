// PowerShell: what a text would do. Cmdlets become the programs of the other shells that do the same, native programs are
// judged as they are, and what is only known when it runs is opaque.

import { byName, wordSet } from "../../base/index.ts";
import { windowsPath } from "../run/disk.ts";
import { addHazard, addOpaque, type Command } from "../run/record.ts";
import { readScript } from "../scripts/readScript.ts";
import type { Shell } from "../run/state.ts";
import { type Field, field, HOLE, isDynamic, type Output, pathsBelow, unknownOutput, textAt } from "../run/values.ts";
import { ALIASES, CMDLETS, type Cmdlet, LOUD_METHODS, QUIET, QUIET_VERBS, type Stake, STAKES } from "./cmdlets.ts";
import { noteMethods } from "./methods.ts";
import { windowsVariable } from "./windowsPaths.ts";
import { delegate, type PowerRun } from "./powerRun.ts";
import { type PowerCommand, type PowerPipeline, type PowerWord, readPower } from "./powerTokens.ts";

const DEEPEST = 8;

export function runPower(command: Command, text: string, shell: Shell = command.shell): Output {
  walk({ command, shell, vars: new Map(), functions: new Set(), depth: 0 }, text);
  return unknownOutput("cmd:pwsh");
}

function opaque({ command }: PowerRun, why: string): void {
  addOpaque(command.run, why, command.index);
}

export function walk(power: PowerRun, text: string): void {
  if (isDynamic(text) || power.depth > DEEPEST) return opaque(power, "it runs a text that is only known when it runs");
  const pipelines = readPower(text, (name) => power.vars.get(name) ?? windowsVariable(name, power.command.run, power.shell));
  if (pipelines === null) return opaque(power, "its PowerShell cannot be parsed");
  const inner = { ...power, depth: power.depth + 1 };
  for (const pipeline of pipelines) {
    noteMethods(inner, text.slice(pipeline[0]?.start ?? 0, pipeline.at(-1)?.end ?? 0));
    pipeline.forEach((each, at) => walkCommand(inner, each, pipeline.slice(0, at)));
  }
}

const KEYWORD = wordSet(
  "if elseif else foreach for while do until switch try catch finally begin process end return throw break continue exit",
  "in trap using class enum function filter",
);

function walkCommand(power: PowerRun, each: PowerCommand, before: PowerPipeline): void {
  walkBeside(power, each);
  const [first, ...rest] = each.words;
  if (first === undefined) return;
  const sign = each.words.findIndex((word) => word.target === true && /=$/.test(word.text) && !word.quoted);
  if (sign > 0 && first.target === true) return assign(power, each.words.slice(0, sign + 1), onlyWords(each, sign + 1));
  const name = first.text.toLowerCase();
  if (name === "function" || name === "filter") power.functions.add(textAt(rest, 0).toLowerCase());
  if (name === "param") return;
  // `foreach ($x in $list)`: what is before `in` is only a name.
  for (const word of each.words) if (word.inside !== undefined) walk(power, word.inside.replace(/^\s*\$\w+\s+in\s/i, ""));
  if (KEYWORD.has(name)) return walkReturned(power, name, each);
  if (name === "&" || name === ".") return callWord(power, rest, before);
  if (!isOnlyValue(first)) callNamed(power, name, first, rest, before);
}

/** Expressions inside its words, and the files that its output goes to. */
function walkBeside(power: PowerRun, { inner, redirects }: PowerCommand): void {
  for (const text of inner) walk(power, text);
  for (const { append, to } of redirects) if (to.variable !== "null") delegate(power, append ? "tee -a" : "tee", [pathField(power, to)]);
}

/** The command from one of its words on, with nothing that was looked at already. */
function onlyWords(command: PowerCommand, from: number): PowerCommand {
  return { ...command, words: command.words.slice(from), inner: [], redirects: [] };
}

/** `return Remove-Item x`. */
function walkReturned(power: PowerRun, name: string, each: PowerCommand): void {
  if (!/^(?:return|throw|exit)$/.test(name)) return;
  const at = each.words.findIndex((word, place) => place > 0 && word.inside === undefined);
  if (at > 0) walkCommand(power, onlyWords(each, at), []);
}

/** A value that is only printed, compared or piped on. */
function isOnlyValue({ text, quoted, inside, variable }: PowerWord): boolean {
  return quoted || inside !== undefined || variable !== undefined || /^[-\d[@!$\uE000]/.test(text);
}

/** Only `$x = "…"` leaves a value that is known. */
function assign(power: PowerRun, targets: readonly PowerWord[], value: PowerCommand): void {
  const [first] = value.words;
  const known =
    targets.length === 2 &&
    textAt(targets, 1) === "=" &&
    value.words.length === 1 &&
    first !== undefined &&
    first.inside === undefined &&
    !isDynamic(first.text) &&
    (first.quoted || /^[\d.]+$/.test(first.text));
  if (!known) walkCommand(power, value, []);
  for (const { variable } of targets) {
    if (variable === undefined) continue;
    if (known) power.vars.set(variable, first.text);
    else power.vars.delete(variable);
    if (variable.startsWith("env:")) delegate(power, "export", [field(`${variable.slice(4).toUpperCase()}=${known ? first.text : HOLE}`)]);
  }
}

function callWord(power: PowerRun, words: readonly PowerWord[], before: PowerPipeline): void {
  const [first, ...rest] = words;
  if (first === undefined || first.block === true) return;
  callNamed(power, first.text.toLowerCase(), first, rest, before);
}

function callNamed(power: PowerRun, called: string, first: PowerWord, rest: readonly PowerWord[], before: PowerPipeline): void {
  if (isDynamic(called)) return opaque(power, "the program it runs is only known when it runs");
  if (/\.(?:ps1|psm1)$/.test(called)) return runScript(power, first);
  const name = nameMeant(called);
  if (power.functions.has(name) || rest.some((word) => /^-(?:whatif|wi)$/i.test(word.text))) return;
  const stake = STAKES.get(name);
  if (stake !== undefined) return noteStake(power, stake, rest);
  const special = SPECIAL[name];
  if (special !== undefined) return special(power, rest, before);
  const cmdlet = CMDLETS[name];
  if (cmdlet !== undefined && (name === called || fits(cmdlet, rest))) return callCmdlet(power, cmdlet, rest, before);
  if (isQuiet(called, name, first.text)) return;
  if (isCmdlet(name) && LOUD_VERBS.has(name.slice(0, name.indexOf("-"))))
    return opaque(power, `it is unknown what the cmdlet \`${first.text}\` does`);
  const program = windowsPath(first.text, power.command.run).replaceAll(" ", "_");
  delegate(
    power,
    program,
    rest.map((word) => argument(power, word)),
  );
}

/** Without its module, and what an alias stands for. */
function nameMeant(called: string): string {
  return /^[\w.]+\\([a-z]+-\w+)$/.exec(called)?.[1] ?? ALIASES.get(called) ?? called;
}

/** `Set-Item env:X` is a variable of this process; `Stop-Process -Id 3544 -Force` is `kill 3544`. */
function noteStake({ command }: PowerRun, { kind, why }: Stake, words: readonly PowerWord[]): void {
  const isNumber = ({ text }: PowerWord) => /^\d+$/.test(text);
  if (words.some(isNumber) && words.every((word) => isNumber(word) || /^-(?:id|f(?:orce)?)$/i.test(word.text))) return;
  if (!words.some((word) => /^(?:env|variable|function|alias):/i.test(word.text))) addHazard(command.run, kind, why, command.index);
}

/** It only looks, by its name or by the verb of a cmdlet's name. */
function isQuiet(called: string, name: string, spelled: string): boolean {
  if (QUIET.has(name)) return true;
  if (!QUIET_VERBS.test(name)) return false;
  return ALIASES.has(called) || (isCmdlet(name) && /^[A-Z]|^[a-z]+-[a-z]+$/.test(spelled));
}

const isCmdlet = (name: string) => /^[a-z]+-[a-z0-9]+$/.test(name);
const LOUD_VERBS = wordSet(
  "remove clear set stop uninstall disable restart reset format invoke start enable install register unregister new add send publish push",
  "grant revoke block unblock update move rename copy backup restore save open close connect disconnect mount dismount initialize repair",
  "suspend resume switch undo redo optimize deploy submit approve deny request protect unprotect expand compress merge sync checkpoint",
  "complete build",
);

/** Words that the cmdlet would understand; otherwise the program of that name is meant: `rm -rf x`. */
function fits(cmdlet: Cmdlet, words: readonly PowerWord[]): boolean {
  return words.every((word) => word.quoted || !/^-[a-z]/i.test(word.text) || parameterOf(cmdlet, word.text) !== null);
}

const COMMON_SWITCHES = ["verbose", "debug", "confirm", "passthru", "whatif"];
const COMMON_VALUES = ["erroraction", "ea", "warningaction", "errorvariable", "outvariable", "informationaction"];

interface Parameter {
  readonly name: string;
  readonly takes: "path" | "value" | "nothing";
  readonly attached: string | null;
}

function parameterOf(cmdlet: Cmdlet, text: string): Parameter | null {
  const [, given = "", attached] = /^-([a-z]+)(?::(.*))?$/is.exec(text) ?? [];
  const name = given.toLowerCase();
  if (name === "") return null;
  const find = (names: readonly string[]) => names.find((each) => each === name) ?? names.find((each) => each.startsWith(name));
  const path = find(cmdlet.paths);
  const flag = find([...Object.keys(cmdlet.switches ?? {}), ...COMMON_SWITCHES]);
  const value = find([...(cmdlet.values ?? []), ...COMMON_VALUES]);
  // The beginning that two share is the switch's: `-r` is -Recurse.
  if (flag !== undefined && (path === undefined || flag === name)) return { name: flag, takes: "nothing", attached: attached ?? null };
  if (path !== undefined) return { name: path, takes: "path", attached: attached ?? null };
  return value === undefined ? null : { name: value, takes: "value", attached: attached ?? null };
}

/** What the words say to a cmdlet. */
interface Given {
  readonly named: Field[];
  readonly paths: Field[];
  readonly options: string[];
}

function callCmdlet(power: PowerRun, cmdlet: Cmdlet, words: readonly PowerWord[], before: PowerPipeline): void {
  const { named, paths, options } = givenTo(power, cmdlet, words);
  const most = cmdlet.most === undefined || cmdlet.most === 0 ? Infinity : Math.max(cmdlet.most, named.length);
  const targets = [...named, ...paths].slice(0, most);
  if (targets.length === 0 && before.length > 0 && cmdlet.as.startsWith("rm")) targets.push(...piped(power, before));
  if (targets.length === 0 && cmdlet.as === "rm") opaque(power, "what it deletes is only known when it runs");
  if (targets.length > 0 || cmdlet.paths.length === 0) delegate(power, cmdlet.as, [...options.map((each) => field(each)), ...targets]);
}

function givenTo(power: PowerRun, cmdlet: Cmdlet, words: readonly PowerWord[]): Given {
  const found: Given = { named: [], paths: [], options: [] };
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as PowerWord;
    const isOption = !word.quoted && /^-[a-z]/i.test(word.text);
    const parameter = isOption ? parameterOf(cmdlet, word.text) : null;
    if (parameter !== null) at += takeParameter(power, cmdlet, parameter, words[at + 1], found);
    else if (isOption) opaque(power, `the parameter \`${word.text}\` is not known`);
    else if (!word.text.startsWith("-") && found.paths.length < (cmdlet.most ?? Infinity)) found.paths.push(pathField(power, word));
  }
  return found;
}

/** Gives the number of words behind the parameter that belong to it. */
function takeParameter(power: PowerRun, cmdlet: Cmdlet, parameter: Parameter, next: PowerWord | undefined, found: Given): 0 | 1 {
  const { name, takes, attached } = parameter;
  if (takes === "nothing") {
    const option = cmdlet.switches?.[name] ?? "";
    if (option !== "" && attached?.toLowerCase() !== "$false") found.options.push(option);
    return 0;
  }
  const value = attached === null ? next : { text: attached, quoted: false };
  if (takes === "path" && value !== undefined) found.named.push(pathField(power, value));
  return attached === null ? 1 : 0;
}

/** What `Get-ChildItem src -Filter *.tmp | Remove-Item` deletes. */
function piped(power: PowerRun, before: PowerPipeline): Field[] {
  const [source] = before;
  const words = source?.words ?? [];
  if ((ALIASES.get(words[0]?.text.toLowerCase() ?? "") ?? words[0]?.text.toLowerCase()) !== "get-childitem") return [field(HOLE)];
  const plain = words
    .slice(1)
    .filter((word, at, all) => !word.text.startsWith("-") && !/^-(?:filter|include|exclude|depth)$/i.test(textAt(all, at - 1)));
  const filter = words.findIndex((word) => /^-(?:filter|include)$/i.test(word.text));
  const folder = plain[0] === undefined ? "." : pathField(power, plain[0]).text;
  if (isDynamic(folder) || /[*?]/.test(folder)) return [field(isDynamic(folder) ? HOLE : folder)];
  return [pathsBelow(folder, filter < 0 ? "*" : (words[filter + 1]?.text ?? "*"))];
}

function pathField(power: PowerRun, word: PowerWord): Field {
  const path = word.inside !== undefined ? HOLE : windowsPath(word.text, power.command.run);
  return /[*?]/.test(path) && !isDynamic(path) ? { ...field(path), pattern: true } : { ...field(path), quoted: word.quoted };
}

function argument(power: PowerRun, word: PowerWord): Field {
  return word.inside !== undefined
    ? field(HOLE)
    : { ...field(/^[\w.:~\\/-]+$/.test(word.text) ? windowsPath(word.text, power.command.run) : word.text), quoted: word.quoted };
}

function runScript(power: PowerRun, file: PowerWord): void {
  const script = readScript({ ...power.command, shell: power.shell }, pathField(power, file));
  if (script.kind === "opaque") opaque(power, script.why);
  if (script.kind === "text") walk({ ...power, depth: power.depth + 1 }, script.text);
}

type Special = (power: PowerRun, words: readonly PowerWord[], before: PowerPipeline) => void;

const runs: Special = (power, words) => {
  const literal = words.filter((word) => !/^-(?:command|scriptblock|c)$/i.test(word.text));
  if (literal.length === 0) return opaque(power, "it runs a text that a pipe gives it");
  for (const word of literal) if (word.inside === undefined) walk({ ...power, depth: power.depth + 1 }, word.text);
  if (literal.some((word) => word.inside !== undefined && word.block !== true))
    opaque(power, "it runs a text that is only known when it runs");
};

const requests: Special = ({ command, shell }, words) => {
  const { run, index } = command;
  const url = words.find((word) => /^https?:/i.test(word.text))?.text ?? null;
  const method = textAt(words, words.findIndex((word) => /^-me/i.test(word.text)) + 1);
  const sends =
    words.some((word) => /^-(?:body|infile|form)$/i.test(word.text)) ||
    (words.some((word) => /^-me/i.test(word.text)) && !/^(?:get|head|options)$/i.test(method));
  run.network.push({
    host: url === null ? null : (/^https?:\/\/(?:[^@/]*@)?([^:/]+)/i.exec(url)?.[1] ?? null),
    url,
    sends,
    program: index,
  });
  if (sends && !/^https?:\/\/(?:localhost|127\.0\.0\.1)(?:[:/]|$)/i.test(url ?? ""))
    addHazard(run, "exfiltration", "it sends data to another machine", index);
  const out = words.findIndex((word) => /^-(?:outf\w*|o|dest\w*)$/i.test(word.text));
  const file = words[out + 1];
  if (out >= 0 && file !== undefined)
    run.runWords(run, shell, [field("curl"), field("-o"), field(windowsPath(file.text, run)), field(url ?? HOLE)], {
      via: ["powershell"],
      env: {},
      span: null,
      stdin: null,
    });
};

const starts: Special = (power, words) => {
  if (words.some((word) => /^runas$/i.test(word.text)))
    addHazard(power.command.run, "escalation", "it runs with another user's rights", power.command.index);
  const plain = words.filter(
    (word, at) =>
      (word.quoted || !/^-/.test(word.text)) &&
      !/^-(?:verb|windowstyle|workingdirectory|redirectstandard\w+|credential)$/i.test(textAt(words, at - 1)),
  );
  const [program, ...rest] = plain;
  if (program === undefined || isDynamic(program.text)) return opaque(power, "the program it runs is only known when it runs");
  const args = rest.flatMap((word) => word.text.split(/\s+/)).map((text) => field(text));
  if (/^https?:/i.test(program.text)) return;
  delegate(power, windowsPath(program.text, power.command.run).replaceAll(" ", "_"), args);
};

const remote: Special = (power, words) => {
  if (words.some((word) => /^-(?:computername|cn|session|hostname|vmname|containerid)$/i.test(word.text)))
    addHazard(power.command.run, "remote", "it runs something on another machine", power.command.index);
};

const asksPassword: Special = ({ command }) => addHazard(command.run, "exfiltration", "it asks the person for a password", command.index);

const shellOf =
  (name: string): Special =>
  (power, words) =>
    delegate(
      power,
      name,
      words.map((word) => ({ ...field(word.inside !== undefined ? HOLE : word.text), quoted: word.quoted })),
    );

const SPECIAL: Readonly<Record<string, Special>> = byName({
  "invoke-expression": runs,
  "invoke-webrequest": requests,
  "invoke-restmethod": requests,
  "start-bitstransfer": requests,
  "start-process": starts,
  // `ForEach-Object Delete`: a method of each.
  "foreach-object": (power, words) => {
    const method = words.find((word) => word.inside === undefined && LOUD_METHODS.test(word.text.toLowerCase()));
    if (method !== undefined) opaque(power, `it calls the method \`${method.text}\` of something that is only known when it runs`);
  },
  "get-credential": asksPassword,
  "invoke-command": remote,
  "start-job": remote,
  "invoke-item": (power, words) => opaque(power, `it opens \`${textAt(words, 0)}\` with the program that belongs to it`),
  "import-module": (power, words) => {
    const file = words.find((word) => /[\\/]/.test(word.text));
    if (file !== undefined && !isDynamic(file.text)) runScript(power, file);
  },
  pwsh: shellOf("pwsh"),
  powershell: shellOf("powershell"),
});
