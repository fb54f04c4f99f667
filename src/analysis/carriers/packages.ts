// Package managers: what they would add, install, run or publish. Installing what a manifest or a known registry says is
// ordinary; from an address, another registry or a stranger's package run on the spot is not.

import { byName } from "../../base/index.ts";
import { packageName } from "../call/packageName.ts";
import { readOptions, table } from "../run/options.ts";
import { addHazard, addHidden, addOpaque, type Command, runOther, type Tool, touch } from "../run/record.ts";
import { type Field, field, isDynamic, pathsBelow, said, unknownOutput, withoutHoles } from "../run/values.ts";
import { isKnownGoTool, isKnownPackage } from "./knownPackages.ts";
import { readScript } from "../scripts/readScript.ts";
import { noteForeignFolder } from "./builds.ts";
import { runCarried } from "./wrappers.ts";
import { absolute, isBelow } from "../run/disk.ts";
import { aroundScript, runPackageScripts, scriptsWith } from "../scripts/runRecipes.ts";
import { quotedWord } from "../run/quotedWord.ts";
import { type Action, MANAGERS, SYSTEM_MANAGERS, verbsOf } from "./packageManagers.ts";
import { ADDRESS, noteSources } from "./packageSources.ts";

export const packages: Tool = (command) => {
  const manager = MANAGERS[command.name] ?? SYSTEM_MANAGERS[command.name];
  if (manager === undefined) return undefined;
  const { args, run, index, name } = command;
  const parsed = readOptions(args, table(manager.options), { stopAtOperand: false });
  const flags = new Set(args.map((each) => each.text));
  if (name === "bun") {
    const code = parsed.options.get("eval")?.at(-1) ?? parsed.options.get("print")?.at(-1);
    if (code !== undefined)
      return run.runWords(run, command.shell, [{ ...code, text: "node" }, { ...code, text: "-e" }, code], {
        ...command.how,
        via: [...command.how.via, "bun"],
        external: true,
      });
  }
  noteForeignFolder(command, command.shell.cwd);
  let words = parsed.operands;
  const verb = words[0]?.text ?? "";
  if (name === "uv" && verb === "pip")
    return packages({ ...command, name: "pip", args: args.slice(args.findIndex((each) => each.text === "pip") + 1) });
  // `cargo +nightly publish`: the toolchain is in front.
  if (name === "cargo" && verb.startsWith("+")) words = words.slice(1);
  if (name === "yarn" && verb === "global") words = words.slice(1);
  if (name === "yarn" && verb === "workspace" && words.length > 2) words = words.slice(2);
  const sub = words[0]?.text ?? "";
  if (words[0] !== undefined && isDynamic(sub)) addOpaque(run, "the package manager's command is only known when it runs", index);
  let action: Action = sub === "" ? (manager.bare ?? "other") : (verbsOf(manager).get(sub) ?? (manager.scripts === true ? "run" : "other"));
  const operands = words.slice(1);
  if (action === "install" && /^(?:npm|pnpm|bun)$/.test(name) && operands.length > 0) action = "add";
  if (action === "add" && operands.length === 0 && (name === "pip" || name === "pipenv" || name === "go")) action = "install";
  const script =
    action === "run"
      ? /^(?:run|run-script|rum|urn|task)$/.test(sub)
        ? (operands[0]?.text ?? null)
        : /^(?:t|tst)$/.test(sub)
          ? "test"
          : sub
      : null;
  run.packages.push({
    manager: name,
    action,
    packages:
      action === "add" || action === "remove" || action === "update" || action === "exec"
        ? operands.map((each) => withoutHoles(each.text))
        : [],
    script: script === null ? null : withoutHoles(script),
    dev:
      flags.has("-D") ||
      flags.has("--dev") ||
      flags.has("--save-dev") ||
      flags.has("-d") ||
      /^(?:dev|test)$/.test(parsed.options.get("group")?.at(-1)?.text ?? ""),
    global:
      flags.has("-g") ||
      flags.has("--global") ||
      (name === "yarn" && verb === "global") ||
      /^(?:brew|pipx|apt|apt-get|dnf|yum|snap|apk|pacman|gem)$/.test(name),
    program: index,
  });
  noteSources(command, action, operands);
  const prefix = (parsed.options.get("prefix") ?? parsed.options.get("cwd"))?.at(-1)?.text;
  const folder = prefix === undefined ? command.shell.cwd : (absolute(run.disk, command.shell.cwd, prefix)?.path ?? null);
  if (RUNS_SCRIPTS.test(name)) {
    // A script with the name of a command counts too: which of the two runs differs from manager to manager.
    runPackageScripts(command, aroundScript(script ?? sub), { folder, args: argsOfScript(args, operands) });
    if (!flags.has("--ignore-scripts")) for (const names of scriptsWith(action, sub)) runPackageScripts(command, names, { folder });
  }
  if (name === "go" && args.length === 2 && /^GO(?:PATH|BIN)$/.test(args[1]?.text ?? ""))
    return said(`${run.world.userHome}/go${args[1]?.text === "GOBIN" ? "/bin" : ""}\n`);
  return inner(command, action, sub, operands) ?? unknownOutput(`cmd:${name}`);
};

const RUNS_SCRIPTS = /^(?:npm|pnpm|yarn|bun|deno|composer)$/;

/** What is behind `--`, or behind the script's name, is added to it. */
function argsOfScript(args: readonly Field[], operands: readonly Field[]): string {
  const marker = args.findIndex(({ text }) => text === "--");
  const words = marker >= 0 ? args.slice(marker + 1) : operands.slice(1);
  return words.some(({ text }) => isDynamic(text)) ? "" : words.map(({ text }) => quotedWord(text)).join(" ");
}

const JS_FILE = /^(?!\w+:)\S+\.[cm]?[jt]sx?$/;

/** Commands inside: `npm exec -c '…'`, `pnpm exec rm`, `uv run pytest`. */
function inner(command: Command, action: Action, sub: string, operands: readonly Field[]): ReturnType<Tool> {
  const { args, run, shell, how, name } = command;
  const rest = afterWord(args, sub);
  if (action === "exec" && /^(?:npm|pnpm|yarn|bun)$/.test(name) && /^(?:exec|x|dlx)$/.test(sub))
    return runPackage({ ...command, args: rest }, sub === "dlx" || name === "npm" || name === "bun" ? "npx" : "exec");
  if (
    /^(?:npm|pnpm|yarn|bun)$/.test(name) &&
    /^(?:init|create|innit|c)$/.test(sub) &&
    operands[0] !== undefined &&
    !operands[0].text.startsWith(".")
  ) {
    const asked = packageName(operands[0].text);
    const made = asked.startsWith("@") ? (asked.includes("/") ? asked.replace("/", "/create-") : `${asked}/create`) : `create-${asked}`;
    if (
      !isKnownPackage(made) &&
      !/^(?:react-app|next-app|vite|svelte|vue|astro|expo-app|remix|nuxt-app|@vitejs|@angular|@sveltejs)/.test(asked)
    )
      addHidden(run, `it fetches and runs \`${made}\`, which the project does not have`, command.index);
  }
  const manifest = manifestOf(name, sub, operands);
  if (manifest !== null) touch(command, "write", field(manifest), { inPlace: true });
  if (name === "uv" && sub === "tool" && operands[0]?.text === "run")
    return runPackage({ ...command, args: afterWord(args, "run") }, "uvx");
  if (name === "pipx" && sub === "run") return runPackage({ ...command, args: rest }, "uvx");
  if (/^(?:uv|poetry|pdm|pipenv|conda|bundle|composer|hatch)$/.test(name) && (sub === "run" || sub === "exec")) {
    const words = readOptions(
      rest,
      table("p,python: with: with-editable: with-requirements: group: extra: env-file: package: n,name: directory: project: m,module"),
      { stopAtOperand: true },
    ).operands;
    if (words.length > 0 && !/\.py$/.test(words[0]?.text ?? ""))
      return run.runWords(run, shell, words, { ...how, via: [...how.via, `${name} ${sub}`], external: true });
    if (words[0] !== undefined && /\.py$/.test(words[0].text))
      return run.runWords(run, shell, [{ ...words[0], text: "python", start: -1, end: -1 }, ...words], {
        ...how,
        via: [...how.via, `${name} run`],
        external: true,
      });
    return undefined;
  }
  // Files of the package come first; what follows is the program's own.
  const files = name === "go" && sub === "run" ? operands.findIndex(({ text }) => !text.endsWith(".go")) : 0;
  for (const word of files < 0 ? operands : operands.slice(0, files)) {
    const script = readScript(command, word);
    if (script.kind !== "ordinary") addOpaque(run, "it runs code that cannot be seen", command.index);
  }
  if (name === "go" && sub === "run" && /^[\w.-]+\.[a-z]{2,}\/.*@/.test(operands[0]?.text ?? "") && !isKnownGoTool(operands[0]?.text ?? ""))
    addHidden(run, "it runs a program from the network", command.index);
  if (
    (name === "deno" || name === "bun") &&
    (sub === "run" || sub === "serve") &&
    operands.some((each) => /^https?:|^npm:|^jsr:/.test(each.text))
  )
    addHidden(run, "it runs a program from the network", command.index);
  if (name === "deno" || name === "bun") {
    const file =
      sub === "run" || sub === "serve" || JS_FILE.test(sub) ? args.findIndex(({ text }) => JS_FILE.test(text) || text === "-") : -1;
    if (file >= 0)
      return run.runWords(run, shell, [field("node"), ...args.slice(file)], { ...how, via: [...how.via, name], external: true });
  }
  if (name === "deno" && sub === "fmt" && !args.some((each) => each.text === "--check"))
    for (const word of operands.length === 0 ? [pathsBelow(".", "*.ts,*.js,*.json,*.md,*.tsx,*.jsx")] : operands)
      touch(command, "write", word, { inPlace: true, tidy: true });
  if (name === "deno" && sub === "eval")
    return run.runWords(
      run,
      shell,
      [
        { text: "node", quoted: false, from: [], start: -1, end: -1 },
        { text: "-e", quoted: false, from: [], start: -1, end: -1 },
        ...operands,
      ],
      { ...how, via: [...how.via, "deno eval"], external: true },
    );
  if (name === "cargo" && /^(?:watch)$/.test(sub))
    for (const [at, each] of rest.entries())
      if (/^-[sx]$/.test(each.text)) runCarried(command, `${each.text === "-x" ? "cargo " : ""}${rest[at + 1]?.text ?? ""}`, "cargo watch");
  // `yarn codicil accept`: a program of the project's own by its bare name.
  if (/^(?:yarn|pnpm|bun)$/.test(name) && /^codicil(?:-hook)?$/.test(sub))
    return run.runWords(run, shell, [field(sub), ...rest], { ...how, via: [...how.via, name], external: true });
  if (name === "yarn" && sub === "node")
    return run.runWords(run, shell, [{ text: "node", quoted: false, from: [], start: -1, end: -1 }, ...rest], {
      ...how,
      via: [...how.via, "yarn node"],
      external: true,
    });
  if (name === "pip" && sub === "install")
    for (const [at, each] of args.entries()) if (/^(?:-t|--target)$/.test(each.text)) touch(command, "create", args[at + 1] as Field);
  return undefined;
}

/** The manifest that a manager edits in place: `npm pkg set`, `npm version minor`, `poetry version 2.0`. */
function manifestOf(name: string, sub: string, operands: readonly Field[]): string | null {
  const [first] = operands;
  if (/^(?:npm|pnpm|bun)$/.test(name) && sub === "pkg") return /^(?:set|delete|fix)$/.test(first?.text ?? "") ? "package.json" : null;
  if (first === undefined || sub !== "version") return null;
  return /^(?:npm|pnpm|yarn)$/.test(name) ? "package.json" : /^(?:poetry|uv|hatch)$/.test(name) ? "pyproject.toml" : null;
}

function afterWord(args: readonly Field[], word: string): readonly Field[] {
  return args.slice(args.findIndex((each) => each.text === word) + 1);
}

const NPX =
  "p,package: c,call: y,yes no no-install q,quiet workspace: w: ignore-existing shell-auto-fallback:? node-arg: prefer-offline offline from: python: with: refresh isolated spec: bun index-url: silent s";

/** npx, bunx, uvx: a program that may come from the network. Known ones, and ones that the project has, are ordinary. */
function runPackage(command: Command, kind: "npx" | "uvx" | "exec"): ReturnType<Tool> {
  const { run, shell, args, how, index, name } = command;
  const parsed = readOptions(args, table(NPX), { stopAtOperand: true });
  for (const text of parsed.options.get("call") ?? []) runCarried(command, text.text, `${name} -c`);
  const words = parsed.operands[0]?.text === "--" ? parsed.operands.slice(1) : parsed.operands;
  const first = words[0];
  const asked = [...(parsed.options.get("package") ?? []), ...(parsed.options.get("from") ?? []), ...(parsed.options.get("spec") ?? [])];
  if (first === undefined) return undefined;
  const via = [...how.via, kind === "exec" ? `${name} exec` : name];
  const bare = packageName(first.text);
  const program = bare.slice(bare.lastIndexOf("/") + 1);
  run.packages.push({
    manager: name,
    action: "exec",
    packages: [withoutHoles(first.text)],
    script: null,
    dev: false,
    global: false,
    program: index,
  });
  const local =
    run.world.kind(`${run.world.project}/node_modules/.bin/${program}`) !== null ||
    run.world.kind(`${run.world.project}/.venv/bin/${program}`) !== null;
  if (kind !== "exec" && !local && !isDynamic(first.text)) {
    for (const word of asked.length > 0 ? asked : [first]) {
      if (ADDRESS.test(word.text)) addHazard(run, "escalation", "it runs a program from an address", index);
      else if (isOwnFolder(command, word)) continue;
      else if (!isKnownPackage(packageName(word.text).replace(/(?<=\w)[=<>~[].*$/s, "")) && !isDeclared(command, bare))
        addHidden(run, `it fetches and runs \`${word.text}\`, which the project does not have`, index);
    }
  }
  return run.runWords(
    run,
    shell,
    [{ ...first, text: isDynamic(first.text) ? first.text : program, start: -1, end: -1 }, ...words.slice(1)],
    { ...how, via, external: true },
  );
}

/** `uvx --from ./tools/check`: a package of the project's own, which no part of this call has fetched. */
function isOwnFolder({ run, shell }: Command, { text }: Field): boolean {
  if (!/^\.{0,2}\/|^\.$/.test(text)) return false;
  const found = absolute(run.disk, shell.cwd, text);
  return found !== null && found.exact && isBelow(found.path, run.world.project) && !run.disk.made.has(found.path);
}

/** Does the manifest name it? */
function isDeclared(command: Command, name: string): boolean {
  const { world } = command.run;
  const manifests = new Set([world.project, command.shell.cwd ?? world.project]);
  return [...manifests].some((folder) => {
    const text = world.readText(`${folder}/package.json`);
    // `@dotenvx/dotenvx` brings `dotenvx`.
    return text !== null && (text.includes(`"${name}":`) || text.includes(`/${name}":`));
  });
}

export const PACKAGES: Readonly<Record<string, Tool>> = byName({
  ...Object.fromEntries([...Object.keys(MANAGERS), ...Object.keys(SYSTEM_MANAGERS)].map((name): [string, Tool] => [name, packages])),
  // `corepack pnpm@9 test`
  corepack: (command) => {
    const [manager, ...rest] = command.args;
    const name = /^(?:npm|npx|pnpm|pnpx|yarn)(?=@|$)/.exec(manager?.text ?? "")?.[0];
    return name === undefined ? undefined : runOther(command, [field(name), ...rest], "corepack");
  },
  npx: (command) => runPackage(command, "npx"),
  bunx: (command) => runPackage(command, "npx"),
  pnpx: (command) => runPackage(command, "npx"),
  uvx: (command) => runPackage(command, "uvx"),
});
