// Builtins of the shell that change what it remembers, or run text.

import { byName, wordSet, sameRow } from "../../base/index.ts";
import { absolute, kindOf, normalise, realOf } from "../run/disk.ts";
import { addHazard, addHidden, addOpaque, type Command, settled, touch, type Tool, runOther } from "../run/record.ts";
import { noteAssignment } from "../carriers/environment.ts";
import { sourceFile } from "../carriers/shells.ts";
import { echo, printf } from "../files/streams.ts";
import { checkEvaluated, holdsCommand } from "../expansion/arithmetic.ts";
import { declare, KNOWN_PROGRAMS, read, set, shift, unset } from "./declarations.ts";
import { fork, join, ownVars, setVariable, withEntry } from "../run/state.ts";
import { type Field, field, HOLE, isDynamic, NOTHING, PLAIN, said, SILENT, unknownOutput, withoutHoles, textAt } from "../run/values.ts";

function changeFolder(command: Command, target: Field | undefined): void {
  const { run, shell } = command;
  shell.between = [];
  const word = target ?? field(run.world.userHome);
  if (word.text === "-") {
    shell.cwd = shell.folders.at(-1) ?? null;
    return;
  }
  const found = absolute(run.disk, shell.cwd, word.text);
  shell.folders = [...shell.folders, shell.cwd];
  if (found === null || !found.exact || word.pattern === true) {
    shell.cwd = null;
    return;
  }
  const real = realOf(run.disk, found.path, true);
  // A folder that is not known to be there: `cd x && y` runs y in it or not at all, `cd x; y` may run y where it was.
  const kind = kindOf(run.disk, real);
  shell.doubtful = kind !== "dir" && !shell.stopsOnError;
  shell.cwd = kind === "file" ? shell.cwd : normalise(real);
}

const cd: Tool = (command) => {
  const words = command.args.filter((each) => !/^-[LPe@]+$|^--$/.test(each.text));
  changeFolder(command, words[0]);
  return SILENT;
};

const pushd: Tool = (command) => {
  const word = command.args.find((each) => each.text !== "-n" && each.text !== "--");
  if (word === undefined || /^[+-]\d+$/.test(word.text)) command.shell.cwd = null;
  else changeFolder(command, word);
  return unknownOutput();
};

const popd: Tool = ({ shell }) => {
  shell.cwd = shell.folders.at(-1) ?? null;
  shell.folders = shell.folders.slice(0, -1);
  return unknownOutput();
};

/** Programs that print the settings of a shell, with the words that make them do so: nobody else decides what they print. */
const SET_UP: Readonly<Record<string, RegExp>> = byName({
  "ssh-agent": /^(?:-[sc])?$/,
  fzf: /^--(?:bash|zsh|fish)$/,
  zoxide: /^init \w+$/,
  starship: /^init \w+$/,
  atuin: /^init \w+$/,
  direnv: /^hook \w+$/,
  pyenv: /^(?:virtualenv-)?init\b/,
  ...sameRow("rbenv nodenv goenv jenv", /^init\b/),
  fnm: /^env\b/,
  mise: /^activate\b/,
  brew: /^shellenv\b/,
  opam: /^env\b/,
  dircolors: /^(?:-b)?$/,
  lesspipe: /^$/,
  thefuck: /^--alias\b/,
  luarocks: /^path\b/,
  conda: /^shell\.\w+ hook$/,
  micromamba: /^shell hook\b/,
  minikube: /^(?:-p \w+ )?docker-env\b/,
  gimme: /^[\w.]*$/,
  poetry: /^env activate$/,
  pdm: /^venv activate\b/,
});
/** Programs that print their own completions, each in one of a few spellings. */
const COMPLETE: ReadonlySet<string> = wordSet(
  "kubectl gh helm docker podman just rustup cargo poetry uv uvx deno npm pnpm hugo minikube kind k3d istioctl argocd flux oc",
  "doctl hcloud flyctl",
  "fly stern cosign crane skopeo nerdctl tilt skaffold kustomize eksctl velero starship zoxide atuin mise glab pip pdm hatch",
  "ruff rclone restic",
  "op bw task golangci-lint goreleaser tailscale cilium kubebuilder operator-sdk buf turbo volta fnm bat rg fd delta zellij jj pixi rye",
);
const COMPLETION = /^(?:--|gen-|\S*shell-)?completions?(?:[ =](?:-s )?[a-z]{2,4})?(?: --no-\w+)?$/;

function setsUpShell(command: Command): boolean {
  const [word, ...more] = command.args;
  return word !== undefined && more.length === 0 && withoutHoles(word.text) === "" && printsSettings(command, word.from);
}

/** Nothing that may have changed the text is between the program and what runs it. */
const BETWEEN: ReadonlySet<string> = new Set("eval source . export command cd set shopt test [ true".split(" "));

function printsSettings({ run, index }: Command, from: readonly string[]): boolean {
  const name = /^cmd:(.+)$/s.exec(from[0] ?? "")?.[1] ?? "";
  const expected = SET_UP[name] ?? (COMPLETE.has(name) ? COMPLETION : undefined);
  if (from.length !== 1 || expected === undefined) return false;
  const first = run.programs.findIndex((each) => each.name === name);
  return (
    first >= 0 &&
    run.programs.slice(first, index ?? undefined).every((each) => {
      if (each.name !== name) return BETWEEN.has(each.name ?? "");
      return (each.input === null || each.input === "") && expected.test(each.args.map(({ text }) => text).join(" "));
    })
  );
}

/** Words become a text again and are read once more. */
const evaluate: Tool = (command) => {
  const { run, shell, args, how, index } = command;
  const words = args[0]?.text === "--" ? args.slice(1) : args;
  const text = words.map((each) => each.text).join(" ");
  const known = settled(run, text);
  if (known === null && setsUpShell(command)) return unknownOutput("cmd:eval");
  if (known === null) {
    addOpaque(run, "it evaluates a text that is only known when it runs", index);
    return unknownOutput("cmd:eval");
  }
  // `T=rm eval '$T x'`: the text sees what is in front of it.
  const before = Object.keys(how.env).map((name) => [name, shell.vars.get(name)] as const);
  for (const [name, value] of Object.entries(how.env)) setVariable(shell, name, { text: value, from: NOTHING });
  const output = run.runText(run, shell, known, { ...how, via: [...how.via, "eval"], span: null });
  for (const [name, old] of before) {
    if (old === undefined) ownVars(shell).delete(name);
    else ownVars(shell).set(name, old);
  }
  return output;
};

const source: Tool = (command) => {
  const words = command.args[0]?.text === "--" ? command.args.slice(1) : command.args;
  const file = words[0];
  const printed = command.run.disk.made.get(file?.text ?? "");
  if (printed?.from !== undefined && printed.content === null && printsSettings(command, printed.from)) return SILENT;
  return file === undefined ? SILENT : sourceFile(command, file, words.slice(1));
};

const trap: Tool = ({ run, shell, args, index }) => {
  const words = args[0]?.text === "--" ? args.slice(1) : args;
  const action = words[0];
  if (action === undefined || action.text.startsWith("-") || words.length === 1 || action.text === "") return SILENT;
  const text = settled(run, action.text);
  if (text === null) addOpaque(run, "a trap runs a text that is only known when it runs", index);
  else if (words.some((each) => /^(?:SIG)?(?:DEBUG|RETURN|ERR|CHLD)$/i.test(each.text)))
    run.runText(run, fork(shell), text, { via: ["trap"], env: {}, span: null, stdin: null });
  else if (words.slice(1).every((each) => /^(?:SIG)?(?:EXIT|0|INT|2|TERM|15|QUIT|3|HUP|1)$/i.test(each.text)))
    run.deferred.push({ shell, text });
  else {
    // A signal may come at any time, so from here on its values count too.
    const later = fork(shell);
    run.runText(run, later, text, { via: ["trap"], env: {}, span: null, stdin: null });
    join(shell, [fork(shell), later]);
  }
  return SILENT;
};

const alias: Tool = ({ run, shell, args, index }) => {
  for (const { text } of args) {
    const equals = text.indexOf("=");
    if (equals <= 0) continue;
    const [name, value] = [text.slice(0, equals), text.slice(equals + 1)];
    if (isDynamic(text)) {
      addOpaque(run, "an alias is only known when it runs", index);
      continue;
    }
    shell.aliases = withEntry(shell.aliases, name, value);
    const first = /^\s*(?:\\|command\s+)?([^\s;|&]+)/.exec(value)?.[1] ?? "";
    if (first !== name && KNOWN_PROGRAMS.test(name))
      addHazard(run, "tampering", `an alias puts \`${first}\` in the place of \`${name}\``, index);
  }
  return args.length === 0 ? unknownOutput() : SILENT;
};

const exec: Tool = ({ run, shell, args, how }) => {
  let at = 0;
  for (; at < args.length && /^-[cla]+$/.test(textAt(args, at)); at++) if (args[at]?.text.includes("a") === true) at++;
  if (args[at]?.text === "--") at++;
  const rest = args.slice(at);
  return rest.length === 0 ? SILENT : runOther({ run, shell, how }, rest, "exec");
};

/** Where a program would be found: somewhere in the system's folders. */
function found(word: Field | undefined): string {
  return word === undefined ? HOLE : /^[\w.+-]+$/.test(word.text) ? `/usr/bin/${word.text}` : word.text;
}

const commandBuiltin: Tool = ({ run, shell, args, how, name }) => {
  let at = 0;
  for (; at < args.length && /^-[pvV]+$/.test(textAt(args, at)); at++) {
    if (/[vV]/.test(textAt(args, at))) return said(found(args[at + 1]));
  }
  if (args[at]?.text === "--") at++;
  const rest = args.slice(at);
  return rest.length === 0 ? SILENT : runOther({ run, shell, how }, rest, name);
};

const type: Tool = ({ args }) => {
  const words = args.filter((each) => !each.text.startsWith("-"));
  return args.some((each) => /^-\w*[pP]/.test(each.text)) ? said(found(words[0])) : unknownOutput();
};

const test: Tool = ({ run, shell, args }) => {
  for (const [at, { text }] of args.entries()) {
    if (text === "-v" || text === "-R") checkEvaluated(run, shell, textAt(args, at + 1));
  }
  return SILENT;
};

const letBuiltin: Tool = ({ run, shell, args, index }) => {
  for (const { text } of args) {
    if (isDynamic(text)) addOpaque(run, "it evaluates a text that is only known when it runs", index);
    checkEvaluated(run, shell, text);
    const name = /^([A-Za-z_]\w*)\s*[-+*/%]?=/.exec(text)?.[1];
    if (name !== undefined) setVariable(shell, name, { text: PLAIN, from: NOTHING });
  }
  return SILENT;
};

const printfBuiltin: Tool = (command) => {
  const { run, shell, args, index } = command;
  if (args[0]?.text !== "-v") return printf(command);
  const name = textAt(args, 1);
  if (isDynamic(name) || holdsCommand(name)) addHidden(run, "an array index holds a command", index);
  const output = printf({ ...command, args: args.slice(2) }) ?? SILENT;
  const value = { text: output.text, from: output.from };
  noteAssignment(run, shell, name, value, { exported: false, program: index });
  setVariable(shell, name, value);
  return SILENT;
};

/** Keys and completions that run a command. */
const bind: Tool = ({ run, shell, args, index }) => {
  for (const [at, { text }] of args.entries()) {
    if (!/^-[xC]$/.test(text)) continue;
    addHazard(run, "tampering", "it makes keys or completions run a command", index);
    run.runText(run, fork(shell), textAt(args, at + 1).replace(/^\s*"[^"]*"\s*:\s*/, ""), {
      via: ["bind"],
      env: {},
      span: null,
      stdin: null,
    });
  }
  return SILENT;
};

const enable: Tool = ({ run, args, index }) => {
  if (args.some((each) => /^-\w*f/.test(each.text))) addHazard(run, "tampering", "it loads code into the shell", index);
  return SILENT;
};

const hash: Tool = ({ run, args, index }) => {
  if (args.some((each) => /^-\w*p/.test(each.text))) addHazard(run, "tampering", "it puts another file in the place of a program", index);
  return SILENT;
};

/** Runs earlier commands again, which nobody can see from here. */
const fc: Tool = ({ run, args, index }) => {
  if (!args.some((each) => /^-\w*l/.test(each.text))) addOpaque(run, "it runs earlier commands again", index);
  return unknownOutput("cmd:history");
};

/** What was done is no longer to be seen. */
const history: Tool = (command) => {
  const { run, args, index } = command;
  if (args.some((each) => /^-\w*[cd]/.test(each.text))) addHazard(run, "tampering", "it deletes what the shell remembers", index);
  const written = args.findIndex((each) => /^-\w*[wa]/.test(each.text));
  if (written >= 0 && args[written + 1] !== undefined) touch(command, "write", args[written + 1] as Field);
  return unknownOutput("cmd:history");
};

const silent: Tool = () => SILENT;
const unknown =
  (from: string): Tool =>
  () =>
    unknownOutput(from);

export const BUILTINS: ReadonlyMap<string, Tool> = new Map<string, Tool>(
  Object.entries({
    ...sameRow("cd chdir", cd),
    pushd,
    popd,
    ...sameRow("export declare typeset readonly local", declare),
    set,
    shift,
    ...sameRow("read mapfile readarray", read),
    unset,
    eval: evaluate,
    ...sameRow(". source", source),
    trap,
    alias,
    exec,
    ...sameRow("command builtin", commandBuiltin),
    type,
    ...sameRow("test [", test),
    let: letBuiltin,
    printf: printfBuiltin,
    echo,
    ...sameRow("bind complete compgen", bind),
    enable,
    hash,
    jobs: unknown("cmd:jobs"),
    help: unknown("cmd:help"),
    dirs: unknown("cmd:dirs"),
    history,
    fc,
    pwd: ({ shell }) => (shell.cwd === null ? unknownOutput() : said(`${shell.cwd}\n`)),
    ...sameRow("unalias : true false return exit break continue wait bg fg disown shopt umask ulimit times getopts", silent),
  } satisfies Record<string, Tool>),
);
