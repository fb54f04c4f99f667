// The run of one analysis: the place where effects are written down, and the two ways back into the shell (text, words)
// that tools need and that would otherwise be circles of imports.

import { either, wordSet } from "../../base/index.ts";
import type { Call, World } from "../call/call.ts";
import type {
  GitEffect,
  Hazard,
  MoveEffect,
  NetworkEffect,
  Opaque,
  PackageEffect,
  PathAccess,
  PathEffect,
  Program,
  ScriptEffect,
  Word,
} from "../call/effects.ts";
import { absolute, type Disk, holdsMoved, isBelow, kindOf, type Made, nameOf, parentOf, realOf } from "./disk.ts";
import type { Shell } from "./state.ts";
import { type Field, field, HOLE, isDynamic, type Output, PLAIN, TEMP, withoutHoles } from "./values.ts";

/** How a command comes to run. */
export interface Invocation {
  readonly via: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly span: { readonly start: number; readonly end: number } | null;
  readonly stdin: Output | null;
  /** A program outside the shell starts it: functions and aliases do not count. */
  readonly external?: boolean;
}

export interface Run {
  readonly world: World;
  readonly disk: Disk;
  readonly programs: Program[];
  readonly paths: PathEffect[];
  readonly git: GitEffect[];
  readonly packages: PackageEffect[];
  readonly network: NetworkEffect[];
  readonly opaque: Opaque[];
  readonly hazards: Hazard[];
  /** Real paths that get a second name. */
  readonly links: { readonly target: string; readonly program: number }[];
  /** What goes to another path, by the path that it had before the call. */
  readonly moves: MoveEffect[];
  /** Files of which Codicil keeps a copy, and the program that does it. */
  readonly kept: Map<string, number>;
  /** Programs of the same `&&` chain that have succeeded before. */
  after: readonly number[];
  /** Commands that may still be looked at before the call is too large. */
  budget: number;
  depth: number;
  /** What carries the text that is walked now: `sh -c`, `eval`, `ssh`. */
  carried: readonly string[];
  /** Paths belong to another machine or a container: they are no effects on this disk. */
  elsewhere: boolean;
  /** Scripts that run, committed ones too. */
  readonly scripts: ScriptEffect[];
  /** Inside a script of the project itself: what is only known when it runs is ordinary there. */
  inOwnScript: boolean;
  /** Inside a recipe that Git had before the session: only what its programs load is looked at. */
  onlyLoads: boolean;
  /** Scripts that are walked now, so that one which runs itself ends. */
  readonly walking: Set<string>;
  /** Files of code that were read because a program loads them. */
  readonly modules: Set<string>;
  /** What an earlier call left on the disk. */
  readonly madeBy: (call: Call, world: World) => ReadonlyMap<string, Made>;
  /** Texts of traps, run when the call ends, with what the shell knows then. */
  readonly deferred: { readonly shell: Shell; readonly text: string }[];
  readonly runText: (run: Run, shell: Shell, text: string, how: Invocation) => Output;
  /** Python environments that the call made below a folder whose name is not known. */
  readonly environments: Set<string>;
  /** Does a table know a program of that name? */
  readonly isKnown: (name: string) => boolean;
  readonly runWords: (run: Run, shell: Shell, words: readonly Field[], how: Invocation) => Output;
}

/** One command as a tool's table sees it. */
export interface Command {
  readonly run: Run;
  readonly shell: Shell;
  readonly name: string;
  readonly args: readonly Field[];
  readonly how: Invocation;
  /** Index of its program. */
  readonly index: number;
}

export type Tool = (command: Command) => Output | undefined;

/** Words that a command hands on to another program: no function or alias of the shell is meant. */
export function runOther({ run, shell, how }: Pick<Command, "run" | "shell" | "how">, words: readonly Field[], via: string): Output {
  return run.runWords(run, shell, words, { ...how, via: [...how.via, via], external: true });
}

/** While it is being put together: many conditional spreads for each path and program cost more than the rest of the step. */
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** In a script of the project itself it is no reason to ask: programs read arguments, settings and files all the time. */
export function addOpaque(run: Run, why: string, program: number | null = null): void {
  if (!run.inOwnScript) run.opaque.push({ why, program });
}

/** A stranger's code, an act whose aim is unknown, or more than is looked at: asked about wherever it is. */
export function addHidden(run: Run, why: string, program: number | null = null): void {
  run.opaque.push({ why, program });
}

export function addHazard(run: Run, kind: Hazard["kind"], why: string, program: number | null = null): void {
  run.hazards.push({ kind, why, program });
}

export function addProgram(run: Run, shell: Shell, words: readonly Field[], how: Invocation, name: string): number {
  const args: Word[] = [];
  for (let at = 1; at < words.length; at++) {
    const { text, quoted } = words[at] as Field;
    const dynamic = isDynamic(text);
    args.push({ text: dynamic ? withoutHoles(text) : text, dynamic, quoted });
  }
  const input = how.stdin === null || isDynamic(how.stdin.text) ? null : how.stdin.text;
  const first = words[0];
  const program: Mutable<Program> = {
    name,
    args,
    cwd: shell.cwd,
    env: how.env,
    via: run.carried.length === 0 ? how.via : [...run.carried, ...how.via],
    span: how.span,
    nameSpan: how.span === null || first === undefined || first.start < 0 ? null : { start: first.start, end: first.end },
    after: run.after,
    input,
  };
  if (run.elsewhere) program.elsewhere = true;
  return run.programs.push(program) - 1;
}

export interface PathOptions {
  readonly recursive?: boolean;
  /** The last name is followed when it is a link: reading and writing do, deleting and moving do not. */
  readonly follow?: boolean;
  readonly content?: string | undefined;
  readonly inPlace?: boolean;
  /** A program that nobody here knows is given the path: it may write to it too. */
  readonly suspect?: boolean;
  readonly attributes?: boolean;
  readonly trashed?: boolean;
  readonly empty?: boolean;
  readonly unpacked?: boolean;
  /** What is there afterwards is this call's own work, with content that nobody has seen. */
  readonly makes?: boolean;
  readonly tidy?: boolean;
  /** Hidden files and folders below are left out. */
  readonly visible?: boolean;
  /** Base names that are meant, as a glob, when the path is a folder. */
  readonly matching?: string;
}

const DEVICE_NAMES = either`null, zero, full, random, urandom, tty, stdin, stdout, stderr, fd\/\d+(?:-\d+)?, pts\/.*, ptmx, tty\d+,
  ttyS\d+`;
const DEVICES = new RegExp(`^\\/dev\\/(?:${DEVICE_NAMES})$`);
const TERMINAL = /^\/dev\/(?:pts\/\d|tty\w)/;

/** Writes down that a path is touched; gives the real path, or null when it is unknown. */
export function touch(command: Command, access: PathAccess, word: Field, options: PathOptions = {}): string | null {
  return touchPath(command.run, command.shell, access, word, command.index, options);
}

/** What a command does to a path, as it is said. */
interface Touched {
  readonly access: PathAccess;
  readonly word: Field;
  readonly program: number | null;
  readonly options: PathOptions;
}

export function touchPath(
  run: Run,
  shell: Shell,
  access: PathAccess,
  word: Field,
  program: number | null,
  options: PathOptions = {},
): string | null {
  if (isBetween(shell, access, word))
    return shell.between.map((cwd) => touchPath(run, { ...shell, cwd }, access, word, program, options))[0] as string | null;
  const touched: Touched = { access, word, program, options };
  const found = placeOf(run, shell, access, word.text);
  if (run.elsewhere) {
    if (isChange(access)) run.paths.push(pathElsewhere(touched));
    return null;
  }
  if (found === null || !found.exact) return touchUnknown(run, shell, touched, found?.path);
  if (found.path.startsWith("/dev/") && DEVICES.test(found.path)) {
    if (isChange(access) && TERMINAL.test(found.path))
      addHazard(run, "tampering", `it writes to the terminal \`${found.path}\`, at which a person may sit`, program);
    return found.path;
  }
  const effect = effectOn(run, touched, found.path);
  if (!run.inOwnScript || access !== "delete" || !isNothing(effect)) run.paths.push(effect);
  return effect.path;
}

/** `rm -rf "$1"`: an empty name is no folder, and what it is when it runs is not seen here. */
function placeOf({ disk }: Run, { cwd }: Shell, access: PathAccess, name: string): ReturnType<typeof absolute> {
  return name === "" && isChange(access) ? null : absolute(disk, cwd, name);
}

/** The shell is in one of several folders, and the path depends on which. */
function isBetween(shell: Shell, access: PathAccess, word: Field): boolean {
  return shell.cwd === null && shell.between.length > 0 && isWriting(access) && !/^[~/]/.test(word.text);
}

/** `path` is the known beginning of a path that is only known when it runs. */
function touchUnknown(run: Run, shell: Shell, touched: Touched, path: string | undefined): string | null {
  const { access, word, program, options } = touched;
  const fitting = isWriting(access) ? nameWithUnknownPart(run, shell, word) : null;
  if (fitting !== null) return touchPath(run, shell, "create", fitting, program, options);
  if (isChange(access)) noteUnknown(run, touched, path);
  if (path !== undefined)
    run.paths.push({ access, path, spelled: withoutHoles(word.text), exists: null, recursive: true, program, unknown: true });
  return null;
}

function isChange(access: PathAccess): boolean {
  return access !== "read" && access !== "list" && access !== "execute";
}

function isWriting(access: PathAccess): boolean {
  return access === "write" || access === "append" || access === "create";
}

/** A script often removes what is not there yet, or what it makes itself. */
function isNothing({ exists, matching, moved }: PathEffect): boolean {
  return exists === false && matching === undefined && moved !== true;
}

/** In a script of the project itself: below a folder of junk or a temporary one. */
function isHarmless({ inOwnScript, world }: Run, path: string | undefined): boolean {
  if (!inOwnScript || path === undefined) return false;
  return world.isJunk(path) || world.temporary.some((folder) => path.startsWith(`${folder}/`));
}

function noteUnknown(run: Run, { access, word, program }: Touched, path: string | undefined): void {
  if (isHarmless(run, path)) return;
  const why = `it ${verbFor(access)} a path that is only known when it runs: ${shown(word)}`;
  (access === "delete" ? addHidden : addOpaque)(run, why, program);
}

/** Options that the effect says of itself, as they are. */
const SAID = ["inPlace", "attributes", "suspect", "trashed", "tidy"] as const;

function effectOn(run: Run, touched: Touched, spot: string): Mutable<PathEffect> {
  const { access, word, program, options } = touched;
  const { path, matching, recursive, exists } = placeMeant(run, touched, spot);
  const made = run.disk.made.get(path);
  if (options.makes === true && matching === undefined) run.disk.made.set(path, { kind: "file", content: null, by: "write" });
  const isNew = isWriting(access) && exists === false && made?.kind !== "file";
  const spelled = withoutHoles(word.text);
  const effect: Mutable<PathEffect> = { access: isNew ? "create" : access, path, spelled, exists, recursive, program };
  if (word.pattern !== true && spot !== path) effect.named = spot;
  if (options.content !== undefined) effect.content = options.content;
  for (const name of SAID) if (options[name] === true) effect[name] = true;
  noteReach(effect, word.pattern === true ? word.holding : undefined, options);
  if (matching !== undefined) effect.matching = matching;
  noteBefore(run, effect, made);
  return effect;
}

/** What earlier parts of the call did there. */
function noteBefore(run: Run, effect: Mutable<PathEffect>, made: Made | undefined): void {
  const { path } = effect;
  if (run.kept.size > 0 && isKept(run, path)) effect.kept = true;
  if (effect.exists !== true && isMade(run, path, made)) effect.made = true;
  if (effect.access === "delete" && run.disk.moved.size > 0 && holdsMoved(run.disk, path)) effect.moved = true;
}

/** A pattern means names in the folder above its first sign. */
function placeMeant(run: Run, { access, word, options }: Touched, spot: string) {
  const path = realOf(run.disk, spot, options.follow ?? (access !== "delete" && access !== "move"));
  const recursive = options.recursive ?? false;
  if (word.pattern === true) {
    const folder = firstPlainFolder(path);
    const isDeep = recursive || word.deep === true || parentOf(spot) !== folder;
    return { path: folder, matching: nameOf(path), recursive: isDeep, exists: null };
  }
  const exists = path.includes("*") && isDynamic(word.text) ? null : run.world.kind(path) !== null;
  return { path, matching: options.matching, recursive, exists };
}

/** How much of the path is meant: visible files, those that hold some words, an empty folder, what was unpacked. */
function noteReach(effect: Mutable<PathEffect>, holding: Field["holding"], options: PathOptions): void {
  if (options.visible === true || holding?.visible === true) effect.visible = true;
  if (holding !== undefined) effect.holding = holding.text;
  if (options.empty === true && effect.exists === false) effect.empty = true;
  if (options.unpacked === true) effect.unpacked = true;
}

function isMade(run: Run, path: string, made: Made | undefined): boolean {
  return run.disk.made.size > 0 && run.world.kind(path) === null && (made !== undefined || isInNewFolder(run, path));
}

/** Files that instruct nobody, start nothing and hold no settings: packages, checksums, logs, pictures, tables. */
const INERT = wordSet(
  "txt log csv tsv out tar tgz gz xz bz2 zst zip 7z rpm deb apk dmg msi exe whl jar sha256 sha512 sum sig asc png",
  "jpg svg pdf html tmp patch diff mp4 webp gif ico wasm junit lcov json xml",
);
const WITH_HOLE = /^[\w.-]*[\uE000-\uE002][\w.\uE000-\uE002-]*\.(\w+)$/;

/** `dist/app-$VERSION.tar.gz`: a known folder, a known beginning and an inert ending, and nothing there that it could mean. */
function nameWithUnknownPart(run: Run, shell: Shell, word: Field): Field | null {
  const slash = word.text.lastIndexOf("/");
  const name = word.text.slice(slash + 1);
  const folder = word.text.slice(0, slash + 1);
  if (!INERT.has(WITH_HOLE.exec(name)?.[1] ?? "") || isDynamic(folder) || /(?:^|\/)\.\w/.test(folder)) return null;
  const found = absolute(run.disk, shell.cwd, folder === "" ? "." : folder);
  const roots = [run.world.project, ...run.world.temporary];
  if (found === null || !found.exact || !roots.some((root) => isBelow(found.path, root))) return null;
  const parts = name.split(/[\uE000-\uE002]+/);
  const [first, last] = [parts[0] as string, parts.at(-1) as string];
  // Without a known beginning the value may lead elsewhere, unless the call has just made the folder for it.
  if (first === "" && (run.disk.made.get(found.path)?.by !== "make" || run.world.kind(found.path) !== null)) return null;
  if (run.world.list(found.path).some((each) => each.startsWith(first) && each.endsWith(last))) return null;
  return { ...word, text: `${folder}${name.replace(/[\uE000-\uE002]+/g, "_")}` };
}

/** An earlier part of the call made a folder above it, where nothing was before. */
function isInNewFolder({ disk, world }: Run, path: string): boolean {
  for (let folder = parentOf(path); folder !== "/" && folder !== world.project; folder = parentOf(folder)) {
    const made = disk.made.get(folder);
    if (made !== undefined) return made.by === "make" && world.kind(folder) === null;
  }
  return false;
}

/** A copy was kept before, and this only runs when that succeeded. */
export function isKept(run: Run, path: string): boolean {
  const keeper = run.kept.get(path);
  return keeper !== undefined && run.after.includes(keeper);
}

function pathElsewhere({ access, word, program, options }: Touched): PathEffect {
  return {
    access,
    path: withoutHoles(word.text),
    spelled: withoutHoles(word.text),
    exists: null,
    recursive: options.recursive ?? false,
    program,
    elsewhere: true,
    ...(options.tidy === true ? { tidy: true } : {}),
  };
}

function firstPlainFolder(path: string): string {
  const star = path.search(/[*?[]/);
  return star < 0 ? parentOf(path) : path.slice(0, Math.max(1, path.lastIndexOf("/", star)));
}

function verbFor(access: PathAccess): string {
  return access === "delete" ? "deletes" : access === "move" ? "moves" : "writes to";
}

/** A text whose unknown parts are only numbers, plain names or fresh temporary paths: it can be read all the same. */
export function settled(run: Run, text: string): string | null {
  if (!isDynamic(text)) return text;
  if (text.includes(HOLE)) return null;
  return text.replaceAll(PLAIN, "4242").replaceAll(TEMP, `${run.world.temporary[0] ?? "/tmp"}/tmp.4242`);
}

export function shown(word: Field): string {
  return withoutHoles(word.text) === "" ? "a variable or the output of a command" : `\`${word.text.replace(/[\uE000-\uE002]/g, "…")}\``;
}

/** Is it a folder while the call runs? A trailing slash says so too. */
export function isFolder(command: Command, word: Field): boolean {
  const found = absolute(command.run.disk, command.shell.cwd, word.text);
  if (found === null || !found.exact || word.pattern === true) return false;
  const real = realOf(command.run.disk, found.path, true);
  return kindOf(command.run.disk, real) === "dir";
}

/** The same word with a name below it: the target of `cp a/b.txt folder`. */
export function below(folder: Field, name: string): Field {
  const text = folder.text.endsWith("/") ? folder.text + name : `${folder.text}/${name}`;
  return { ...field(text, folder.from) };
}
