// Programs that a package manager runs: `npm exec -c '…'`, `pnpm exec rm`, `uv run pytest`, `npx`, `go run`.

import { agentOfPackage, byName, either, sameRow } from "../../base/index.ts";
import { wasCommitted } from "../call/call.ts";
import { readFiles } from "../code/loaded.ts";
import { absolute, isBelow, namesIn, parentOf } from "../run/disk.ts";
import { readOptions, table, valuesOf } from "../run/options.ts";
import { addHazard, addHidden, addOpaque, type Command, runOther, type Tool, touch } from "../run/record.ts";
import { type Field, field, isDynamic, pathsBelow, textAt, withoutHoles } from "../run/values.ts";
import { writtenBefore } from "../scripts/earlier.ts";
import { isKnownGoTool, isKnownPackage, packageName } from "./knownPackages.ts";
import type { Action } from "./packageManagers.ts";
import { ADDRESS } from "./packageSources.ts";
import { runCarried } from "./wrappers.ts";

/** What a manager is asked to do. */
export interface Request {
  readonly action: Action;
  /** Its subcommand. */
  readonly sub: string;
  /** The words behind it. */
  readonly operands: readonly Field[];
  /** The script of the project that is named. */
  readonly script: string | null;
}

type Inside = (command: Command, request: Request) => ReturnType<Tool>;

export const runInside: Inside = (command, request) => {
  const manifest = manifestOf(command.name, request);
  if (manifest !== null) touch(command, "write", field(manifest), { inPlace: true });
  return INSIDE[command.name]?.(command, request);
};

/** The manifest that a manager edits in place: `npm pkg set`, `npm version minor`, `poetry version 2.0`. */
function manifestOf(name: string, { sub, operands }: Request): string | null {
  const [first] = operands;
  if (/^(?:npm|pnpm|bun)$/.test(name) && sub === "pkg") return /^(?:set|delete|fix)$/.test(first?.text ?? "") ? "package.json" : null;
  if (first === undefined || sub !== "version") return null;
  return /^(?:npm|pnpm|yarn)$/.test(name) ? "package.json" : /^(?:poetry|uv|hatch)$/.test(name) ? "pyproject.toml" : null;
}

function afterWord(args: readonly Field[], word: string): readonly Field[] {
  return args.slice(args.findIndex((each) => each.text === word) + 1);
}

const insideNode: Inside = (command, { action, sub, operands }) => {
  const { name, args } = command;
  const rest = afterWord(args, sub);
  if (action === "exec" && /^(?:exec|x|dlx)$/.test(sub))
    return runPackage({ ...command, args: rest }, sub === "dlx" || name === "npm" || name === "bun" ? "npx" : "exec");
  if (/^(?:init|create|innit|c)$/.test(sub) && operands[0] !== undefined) noteCreator(command, operands[0].text);
  const ran = name === "bun" ? runJsFile(command, sub, operands) : undefined;
  if (ran !== undefined) return ran;
  // `yarn codicil accept`: a program of the project's own by its bare name.
  if (name !== "npm" && /^codicil(?:-hook)?$/.test(sub)) return runOther(command, [field(sub), ...rest], name);
  return name === "yarn" && sub === "node" ? runOther(command, [field("node"), ...rest], "yarn node") : undefined;
};

const KNOWN_CREATORS = new RegExp(
  `^(?:${either`react-app, next-app, vite, svelte, vue, astro, expo-app, remix, nuxt-app, @vitejs, @angular, @sveltejs`})`,
);

/** `npm create vite` runs `create-vite`, `npm init @a/b` runs `@a/create-b`. */
function noteCreator({ run, index }: Command, text: string): void {
  if (text.startsWith(".")) return;
  const asked = packageName(text);
  const made = asked.startsWith("@") ? (asked.includes("/") ? asked.replace("/", "/create-") : `${asked}/create`) : `create-${asked}`;
  if (!isKnownPackage(made) && !KNOWN_CREATORS.test(asked))
    addHidden(run, `it fetches and runs \`${made}\`, which the project does not have`, index);
}

const JS_FILE = /^(?!\w+:)\S+\.[cm]?[jt]sx?$/;

/** `deno run x.ts`, `bun x.ts`: as Node would. */
function runJsFile(command: Command, sub: string, operands: readonly Field[]): ReturnType<Tool> {
  const { args, run, index, name } = command;
  const runs = sub === "run" || sub === "serve";
  if (runs && operands.some((each) => /^https?:|^npm:|^jsr:/.test(each.text))) addHidden(run, "it runs a program from the network", index);
  const file = runs || JS_FILE.test(sub) ? args.findIndex(({ text }) => JS_FILE.test(text) || text === "-") : -1;
  return file < 0 ? undefined : runOther(command, [field("node"), ...args.slice(file)], name);
}

const insideDeno: Inside = (command, { sub, operands }) => {
  const ran = runJsFile(command, sub, operands);
  if (ran !== undefined) return ran;
  if (sub === "fmt" && !command.args.some((each) => each.text === "--check"))
    for (const word of operands.length === 0 ? [pathsBelow(".", "*.ts,*.js,*.json,*.md,*.tsx,*.jsx")] : operands)
      touch(command, "write", word, { inPlace: true, tidy: true });
  return sub === "eval" ? runOther(command, [field("node"), field("-e"), ...operands], "deno eval") : undefined;
};

const RUN_OPTIONS =
  "p,python: with: with-editable: with-requirements: group: extra: env-file: package: n,name: directory: project: m,module";

/** `poetry run pytest`, `bundle exec rake`: a program in the project's environment; a file of Python by itself. */
const runInEnvironment: Inside = (command, { sub }) => {
  const { args, name } = command;
  if (sub !== "run" && sub !== "exec") return undefined;
  const [first, ...rest] = readOptions(afterWord(args, sub), table(RUN_OPTIONS), { stopAtOperand: true }).operands;
  if (first === undefined) return undefined;
  if (!/\.py$/.test(first.text)) return runOther(command, [first, ...rest], `${name} ${sub}`);
  return runOther(command, [{ ...first, text: "python", start: -1, end: -1 }, first, ...rest], `${name} run`);
};

const insideUv: Inside = (command, request) =>
  request.sub === "tool" && textAt(request.operands, 0) === "run"
    ? runPackage({ ...command, args: afterWord(command.args, "run") }, "uvx")
    : runInEnvironment(command, request);

const insideGo: Inside = (command, { sub, operands }) => {
  const { run, index, shell, args } = command;
  for (const [at, { text }] of args.entries()) {
    const carried = /^--?exec(?:=([^]*))?$/.exec(text);
    if (carried !== null) runCarried(command, carried[1] ?? textAt(args, at + 1), "go -exec");
  }
  if (sub === "build") noteGoBuild(command, operands);
  if (sub !== "run") return undefined;
  // Files of the package come first; what follows is the program's own. A folder stands for the files in it.
  const end = operands.findIndex(({ text }) => !text.endsWith(".go"));
  const files = (end < 0 ? operands : operands.slice(0, end)).map(({ text }) => text);
  const first = textAt(operands, 0);
  const folder = files.length === 0 && /^\.{0,2}(?:\/|$)/.test(first) ? first : null;
  const names = folder === null ? files : sourcesIn(command, folder);
  const paths = names.flatMap((name) => absolute(run.disk, shell.cwd, name)?.path ?? []);
  readFiles(command, paths);
  if (paths.some((path) => !isBelow(path, run.world.project))) addOpaque(run, "it runs code from outside the project", index);
  if (/^[\w.-]+\.[a-z]{2,}\/.*@/.test(first) && !isKnownGoTool(first)) addHidden(run, "it runs a program from the network", index);
  return undefined;
};

/** `go build -o /tmp/app ./cmd`: compiled from the project, it is the project's own. */
function noteGoBuild(command: Command, operands: readonly Field[]): void {
  const { run, shell, args } = command;
  const at = args.findIndex(({ text }) => text === "-o");
  const output = at < 0 ? undefined : args[at + 1];
  if (output === undefined || isDynamic(output.text)) return;
  const path = touch(command, "write", output);
  const sources = [field("."), ...operands].map(({ text }) => absolute(run.disk, shell.cwd, text)?.path ?? "");
  // What was written in this session is nobody's own work yet, and a build does not read it.
  const isWritten = [...writtenBefore(run, [".go"]), ...run.disk.made.keys()].some((each) => each.endsWith(".go"));
  if (path !== null && !isWritten && sources.every((each) => isBelow(each, run.world.project)))
    run.disk.made.set(path, { kind: "file", content: null, by: "build" });
}

function sourcesIn({ run, shell }: Command, folder: string): readonly string[] {
  const path = absolute(run.disk, shell.cwd, folder)?.path;
  const names = path === undefined ? null : namesIn(run.disk, path);
  const written = writtenBefore(run, [".go"]).filter((each) => parentOf(each) === path);
  return [...(names ?? []).filter((name) => name.endsWith(".go")).map((name) => `${folder}/${name}`), ...written];
}

const insideCargo: Inside = (command, { sub }) => {
  const rest = sub === "watch" ? afterWord(command.args, sub) : [];
  for (const [at, { text }] of rest.entries())
    if (/^-[sx]$/.test(text)) runCarried(command, `${text === "-x" ? "cargo " : ""}${textAt(rest, at + 1)}`, "cargo watch");
  return undefined;
};

const insidePip: Inside = (command, { sub }) => {
  const args = sub === "install" ? command.args : [];
  for (const [at, { text }] of args.entries()) if (/^(?:-t|--target)$/.test(text)) touch(command, "create", args[at + 1] as Field);
  return undefined;
};

/** `pipx run tools/check.py` runs that file. */
const insidePipx: Inside = (command, { sub }) => {
  const args = sub === "run" ? afterWord(command.args, sub) : [];
  if (/^[^:]+\.py$/.test(textAt(args, 0))) return runOther(command, [field("python"), ...args], "pipx run");
  return sub === "run" ? runPackage({ ...command, args }, "uvx") : undefined;
};

const INSIDE: Readonly<Record<string, Inside>> = byName({
  ...sameRow("npm pnpm yarn bun", insideNode),
  deno: insideDeno,
  uv: insideUv,
  ...sameRow("poetry pdm pipenv conda bundle composer hatch", runInEnvironment),
  pipx: insidePipx,
  go: insideGo,
  cargo: insideCargo,
  pip: insidePip,
});

const NPX =
  "p,package: c,call: y,yes no no-install q,quiet workspace: w: ignore-existing shell-auto-fallback:? node-arg: " +
  "prefer-offline offline prefix: from: python: with: refresh isolated spec: bun index-url: silent s";

/** npx, bunx, uvx: a program that may come from the network. Known ones, and ones that the project has, are ordinary. */
export function runPackage(command: Command, kind: "npx" | "uvx" | "exec"): ReturnType<Tool> {
  const { run, args, index, name } = command;
  const parsed = readOptions(args, table(NPX), { stopAtOperand: true });
  for (const { text } of valuesOf(parsed, "call")) runCarried(command, text, `${name} -c`);
  const [first, ...rest] = textAt(parsed.operands, 0) === "--" ? parsed.operands.slice(1) : parsed.operands;
  if (first === undefined) return undefined;
  const bare = packageName(first.text);
  const program = agentOfPackage(bare) ?? bare.slice(bare.lastIndexOf("/") + 1);
  run.packages.push({
    manager: name,
    action: "exec",
    packages: [withoutHoles(first.text)],
    script: null,
    dev: false,
    global: false,
    program: index,
  });
  if (kind !== "exec" && !isInstalled(command, program) && !isDynamic(first.text)) {
    const asked = ["package", "from", "spec"].flatMap((option) => valuesOf(parsed, option));
    for (const word of asked.length > 0 ? asked : [first]) noteFetched(command, word, bare);
  }
  const started = { ...first, text: isDynamic(first.text) ? first.text : program, start: -1, end: -1 };
  return runOther(command, [started, ...rest], kind === "exec" ? `${name} exec` : name);
}

function isInstalled({ run: { world } }: Command, program: string): boolean {
  return ["node_modules/.bin", ".venv/bin"].some((folder) => world.kind(`${world.project}/${folder}/${program}`) !== null);
}

/** A package that is fetched to run the program `bare`. */
function noteFetched(command: Command, word: Field, bare: string): void {
  const { run, index } = command;
  if (ADDRESS.test(word.text)) addHazard(run, "escalation", "it runs a program from an address", index);
  else if (!isOwnFolder(command, word) && !isKnownPackage(withoutVersion(word.text)) && !isDeclared(command, bare))
    addHidden(run, `it fetches and runs \`${word.text}\`, which the project does not have`, index);
}

function withoutVersion(text: string): string {
  return packageName(text).replace(/(?<=\w)[=<>~[].*$/s, "");
}

/** `uvx --from ./tools/check`: a package of the project's own, which no part of this call has fetched. */
function isOwnFolder({ run, shell }: Command, { text }: Field): boolean {
  if (!/^\.{0,2}\/|^\.$/.test(text)) return false;
  const found = absolute(run.disk, shell.cwd, text);
  return found !== null && found.exact && isBelow(found.path, run.world.project) && !run.disk.made.has(found.path);
}

/** Does the manifest name it, or is it the project's own package? */
function isDeclared(command: Command, name: string): boolean {
  const { world } = command.run;
  const folders = [...new Set([world.project, command.shell.cwd ?? world.project])];
  const bringer = BRINGS[name] ?? name;
  const names = (file: string, ...texts: readonly string[]) => {
    const text = world.readText(file);
    return text !== null && texts.some((each) => text.includes(each));
  };
  return folders.some((folder) => {
    const node = `${folder}/package.json`;
    const python = `${folder}/pyproject.toml`;
    // `@dotenvx/dotenvx` brings `dotenvx`.
    if (names(node, `"${bringer}":`, `/${name}":`)) return true;
    const isOwn = names(node, `"name": "${name}"`, `"name":"${name}"`) ? node : names(python, `name = "${name}"`) ? python : null;
    return isOwn !== null && wasCommitted(world, isOwn);
  });
}

/** Programs with another name than the package that brings them. */
const BRINGS: Readonly<Record<string, string>> = byName({ cap: "@capacitor/cli", eas: "eas-cli", "task-master": "task-master-ai" });
