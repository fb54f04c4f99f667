// Does a program of a call do what a command pattern means? Options may be anywhere, subcommands have aliases, and
// `pnpm run dev` is `pnpm dev`.

import { byName, rowOf, whole, wordSet } from "../../base/index.ts";
import { SAME_PROGRAM } from "./programs.ts";
import { type Effects, type Program, toldAs } from "../../analysis/index.ts";
import { type Glob, isBelow, resolvePath, wordGlob } from "./globs.ts";
import type { CommandPattern } from "./rule.ts";

export interface View {
  readonly name: string;
  readonly args: readonly string[];
}

const SCRIPT_RUNNERS = new Set(["npm", "pnpm", "yarn", "bun"]);
const BUILT_IN = wordSet("install add remove publish update exec dlx init link pack version audit login config ci");
/** They run a program of the project by its bare name. */
const RUNS_BY_NAME: ReadonlySet<string> = new Set(["pnpm", "yarn", "bun"]);
/** What they do themselves, or a script that most projects have: no program of that name. */
const OWN_WORDS = wordSet(
  "install i add remove rm un uninstall up update upgrade exec dlx x create init link unlink pack publish version audit login logout config",
  "ci why list ls info outdated dedupe patch import rebuild store env cache set get node pm test t start stop build",
);
/** Options of theirs whose value is the next word. */
const OF_ANOTHER = /^(?:-F|-C|--filter|--dir|--cwd|--prefix)$/;
const ALIASES: Readonly<Record<string, Readonly<Record<string, string>>>> = byName({
  npm: {
    i: "install",
    in: "install",
    ins: "install",
    add: "install",
    t: "test",
    tst: "test",
    un: "uninstall",
    rm: "uninstall",
    remove: "uninstall",
    r: "uninstall",
    up: "update",
    upgrade: "update",
  },
  pnpm: { i: "install", rm: "remove", uninstall: "remove", un: "remove", up: "update", t: "test" },
  cargo: { b: "build", t: "test", r: "run", c: "check" },
  bundle: {},
  pip: {},
});
/** Options that take no value although a word follows them. */
const NO_VALUE = whole`-[vqyf],
  --(?:verbose|quiet|yes|force|all|dry-run|silent|json|debug|no-[\w-]+|recursive|global|help|version|locked|frozen|offline|release|watch|fix|check|strict|workspace|workspaces|interactive|rm|detach|privileged)`;

/** The ways to read one program: as itself, as the module or script that it runs. */
function viewsOf(program: Program): readonly View[] {
  const args = program.args.map((each) => each.text);
  const views: View[] = [{ name: program.name, args }];
  const { name } = program;
  if (/^python[\d.]*$/.test(name)) {
    const module = args.indexOf("-m");
    if (module !== -1 && module + 1 < args.length && args.slice(0, module).every((arg) => arg.startsWith("-")))
      views.push({ name: args[module + 1] as string, args: args.slice(module + 2) });
  }
  if (/^(?:python[\d.]*|ba?sh|zsh|dash|sh|node|ruby|perl|php|deno|bun|tsx|ts-node)$/.test(name)) {
    const script = args.findIndex((arg) => !arg.startsWith("-") && arg !== "run");
    const file = args[script];
    if (file !== undefined && /\.\w+$|\//.test(file) && !args.slice(0, script).some((arg) => arg === "-c" || arg === "-m" || arg === "-e"))
      views.push({ name: file.slice(file.lastIndexOf("/") + 1), args: args.slice(script + 1) });
  }
  if (name === "docker-compose") views.push({ name: "docker", args: ["compose", ...args] });
  const bare = RUNS_BY_NAME.has(name) ? bareName(args) : -1;
  if (bare !== -1) views.push({ name: args[bare] as string, args: args.slice(bare + 1) });
  return views;
}

/** Where `pnpm prisma db push` names the program that it runs; -1 where it does what is its own. */
function bareName(args: readonly string[]): number {
  let at = 0;
  for (let arg = args[at]; arg !== undefined; arg = args[at]) {
    if (arg === "workspace" || OF_ANOTHER.test(arg)) at += 2;
    else if (arg.startsWith("-") || arg === "run" || arg === "run-script") at++;
    else return OWN_WORDS.has(arg) ? -1 : at;
  }
  return -1;
}

function canonical(view: View): View {
  const aliases = ALIASES[view.name];
  if (aliases === undefined && !SCRIPT_RUNNERS.has(view.name)) return view;
  const at = view.args.findIndex((arg) => !arg.startsWith("-"));
  if (at === -1) return view;
  const first = view.args[at] as string;
  const next = view.args[at + 1];
  if (SCRIPT_RUNNERS.has(view.name) && (first === "run" || first === "run-script") && next !== undefined && !BUILT_IN.has(next))
    return { name: view.name, args: [...view.args.slice(0, at), ...view.args.slice(at + 1)] };
  const full = aliases === undefined ? undefined : rowOf(aliases, first);
  return full === undefined ? view : { name: view.name, args: [...view.args.slice(0, at), full, ...view.args.slice(at + 1)] };
}

export interface Compiled {
  readonly pattern: CommandPattern;
  readonly names: ReadonlySet<string>;
  readonly words: readonly ((word: string) => boolean)[];
  readonly args: readonly ((word: string) => boolean)[];
  /** `npm run` itself is meant: it is not read as the script behind it. */
  readonly asWritten: boolean;
  readonly open: boolean;
  readonly inside: readonly Glob[];
  /** Where it may run: the top exactly, or a folder and what lies below. */
  readonly elsewhere: readonly { readonly folder: string; readonly exact: boolean }[] | null;
}

export function compilePattern(pattern: CommandPattern, glob: (text: string) => Glob, base: string): Compiled {
  const [, ...rest] = [pattern.program, ...pattern.words];
  const { args } = canonical({ name: pattern.program, args: rest });
  const asWritten = SCRIPT_RUNNERS.has(pattern.program) && rest.join(" ") === "run";
  return {
    pattern,
    names: new Set([pattern.program, toldAs(pattern.program), ...(pattern.exact === true ? [] : (SAME_PROGRAM[pattern.program] ?? []))]),
    words: (asWritten ? rest : args).map(wordTest),
    asWritten,
    args: pattern.args.filter((each) => each !== "*").map(wordGlob),
    open: pattern.args.includes("*"),
    inside: pattern.inside.map(glob),
    elsewhere: pattern.elsewhere?.map((each) => ({ folder: resolvePath(base, each), exact: each === "" })) ?? null,
  };
}

function wordTest(word: string): (arg: string) => boolean {
  const plain = wordGlob(word);
  return (arg) => plain(arg) || (arg.startsWith("./") && plain(arg.slice(2)));
}

/** Places of the arguments that the words are at; null where they do not lead. */
function leadingWords(compiled: Compiled, args: readonly string[], from = 0, at = 0): readonly number[] | null {
  const { words, pattern } = compiled;
  if (from === words.length) return [];
  for (let index = at; index < args.length; index++) {
    const arg = args[index] as string;
    if ((words[from] as (word: string) => boolean)(arg)) {
      const rest = leadingWords(compiled, args, from + 1, index + 1);
      if (rest !== null) return [index, ...rest];
    }
    if (!/^[-+]|^[A-Za-z_]\w*=/.test(arg) || arg === "--") return null;
    const next = args[index + 1];
    if (mayTakeValue(pattern.program, arg) && next !== undefined && !next.startsWith("-")) {
      const skipped = leadingWords(compiled, args, from, index + 2);
      if (skipped !== null) return skipped;
    }
  }
  return null;
}

/** `docker compose -f FILE up`: theirs names a file. */
const FILE_BY_F = wordSet("docker docker-compose podman kubectl helm make gmake");

function mayTakeValue(program: string, option: string): boolean {
  if (!option.startsWith("-") || option.includes("=")) return false;
  return !NO_VALUE.test(option) || (option === "-f" && FILE_BY_F.has(program));
}

/** Where a flag is in the arguments, in any of its spellings; -1 where it does not. */
export function flagPlace(spellings: readonly string[], args: readonly string[], program: string): number {
  const oneDash = /^(?:find|java|terraform|tofu|go|ffmpeg|openssl|xcodebuild|gradle|mvn)$/.test(program);
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] as string;
    if (arg === "--") return spellings.includes("--") ? index : -1;
    if (!arg.startsWith("-")) continue;
    for (const flag of spellings) {
      if (arg === flag || (flag.startsWith("--") && arg.startsWith(`${flag}=`))) return index;
      if (flag.length === 2 && !oneDash && /^-[A-Za-z]{2,6}$/.test(arg) && arg.includes(flag.charAt(1))) return index;
      if (flag.length > 3 && arg.replace(/^-+/, "").split("=")[0] === flag.replace(/^-+/, "")) return index;
    }
  }
  return -1;
}

export interface CommandHit {
  readonly view: View;
  /** Places in the view's arguments that belong to the pattern: words and flags. */
  readonly taken: readonly number[];
}

/** Programs that run others in an environment of their own. */
const ENVIRONMENTS: ReadonlySet<string> = new Set(
  "uv run,poetry run,pipenv run,pdm run,hatch run,rye run,conda run,bundle exec,docker exec,docker run,podman exec,podman run".split(","),
);

function viewsFor({ direct }: CommandPattern, program: Program): readonly View[] {
  return direct === true && program.via.some((each) => ENVIRONMENTS.has(each)) ? [] : viewsOf(program);
}

export function matchCommand(compiled: Compiled, program: Program, index: number, effects: Effects): CommandHit | null {
  for (const raw of viewsFor(compiled.pattern, program)) {
    if (compiled.pattern.program !== "*" && !compiled.names.has(raw.name)) continue;
    const view = compiled.asWritten ? raw : canonical(raw);
    const words = wordsAt(compiled, view);
    if (words === null) continue;
    if (onlyLooks(compiled.pattern, view) || (compiled.pattern.program === "env" && program.carrier === true)) continue;
    const flags = compiled.pattern.flags.map((spellings) => flagPlace(spellings, view.args, view.name));
    if (flags.includes(-1)) continue;
    if (!argumentsFit(compiled, view, words)) continue;
    if (compiled.inside.length > 0 && !liesInside(compiled, view, program, index, effects)) continue;
    if (compiled.elsewhere !== null && !runsElsewhere(compiled.elsewhere, view, program)) continue;
    return { view, taken: [...words, ...flags] };
  }
  return null;
}

/** What a program tells of itself; of package managers and languages it is known that they do no more then. */
const TELLS_ITSELF = whole`-v, -V, --version, -h, --help`;
const KNOWN_TO_TELL = wordSet("npm npx pnpm yarn bun node deno poetry pipenv pdm uv cargo go java mvn gradle dotnet");

/** `git tag -l` makes no tag: a ban of the subcommand does not mean its listing; `npm --version` uses nothing of npm. */
function onlyLooks({ program, words, flags, args: named }: CommandPattern, { name, args }: View): boolean {
  if (words.length + flags.length + named.length === 0 && args.length === 1)
    return TELLS_ITSELF.test(args[0] as string) && KNOWN_TO_TELL.has(name);
  if (program !== "git" || words.length !== 1 || flags.length > 0) return false;
  const rest = args.slice(args.indexOf(words[0] as string) + 1);
  if (words[0] === "tag")
    return (
      rest.length === 0 ||
      rest.some((arg) =>
        whole`-l, --list, -n\d*, -v, --verify, --contains, --merged, --no-merged, --points-at, --sort.*, --format.*`.test(arg),
      )
    );
  if (words[0] === "branch")
    return (
      rest.length === 0 ||
      rest.some((arg) =>
        whole`-l, --list, -v, -vv, -a, -r, --show-current, --contains, --merged, --no-merged, --points-at, --sort.*, --format.*`.test(arg),
      )
    );
  if (words[0] === "stash") return rest[0] === "list" || rest[0] === "show";
  return words[0] === "config" && rest.some((arg) => /^(?:--get(?:-all)?|-l|--list|get|list)$/.test(arg));
}

/** Programs that take several targets in any order: `mvn clean deploy`. */
const MANY_TARGETS = /^(?:make|gmake|mvn|mvnw|gradle|gradlew|rake|just|task|ant|sbt|nmake|ninja)$/;

function wordsAt(compiled: Compiled, view: View): readonly number[] | null {
  if (compiled.words.length === 1 && MANY_TARGETS.test(view.name)) {
    const at = view.args.findIndex((arg) => (compiled.words[0] as (word: string) => boolean)(arg));
    return at === -1 ? null : [at];
  }
  if (compiled.pattern.program !== "*" || compiled.words.length === 0) return leadingWords(compiled, view.args);
  const [word] = compiled.words as [(word: string) => boolean];
  // A script by its name alone: the first words of any task runner.
  const at = view.args.findIndex((arg) => !arg.startsWith("-") && arg !== "run" && arg !== "run-script");
  return at !== -1 && word(view.args[at] as string) ? [at] : null;
}

function argumentsFit(compiled: Compiled, view: View, words: readonly number[]): boolean {
  const last = words.at(-1) ?? -1;
  if (compiled.open && !view.args.some((arg, at) => at > last && !arg.startsWith("-"))) return false;
  if (compiled.args.length === 0) return true;
  return view.args.some((arg, at) => !words.includes(at) && compiled.args.some((test) => test(arg) || partsOf(arg).some(test)));
}

/** `--context=prod`, `deploy@prod-1`, `prod-1:/srv`: what can be meant inside one word. */
function partsOf(arg: string): string[] {
  const value = arg.startsWith("-") && arg.includes("=") ? arg.slice(arg.indexOf("=") + 1) : arg;
  const host = value.includes("@") ? value.slice(value.lastIndexOf("@") + 1) : value;
  const parts = [value, host];
  const address = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?([^:/?]+)/i.exec(value)?.[1];
  if (address !== undefined) parts.push(address);
  if (host.includes(":")) parts.push(host.slice(0, host.indexOf(":")), host.slice(host.indexOf(":") + 1));
  if (value.startsWith("origin/")) parts.push(value.slice(7));
  return parts;
}

function folderOf(view: View, program: Program): string | null {
  if (program.cwd === null) return null;
  for (let index = 0; index < view.args.length - 1; index++) {
    const arg = view.args[index] as string;
    if (whole`-C, --prefix, --cwd, --dir, --directory, --project-directory, --working-directory`.test(arg))
      return resolvePath(program.cwd, view.args[index + 1] as string);
  }
  const joined = view.args.find((arg) => /^(?:-chdir|--prefix|--cwd|--dir|--directory|-C)=/.test(arg));
  return joined === undefined ? program.cwd : resolvePath(program.cwd, joined.slice(joined.indexOf("=") + 1));
}

function liesInside(compiled: Compiled, view: View, program: Program, index: number, effects: Effects): boolean {
  const folder = folderOf(view, program);
  const within = (path: string) => compiled.inside.some((glob) => glob.test(path));
  if (folder !== null && within(folder)) return true;
  if (effects.paths.some((each) => each.program === index && within(each.path))) return true;
  return folder !== null && view.args.some((arg) => !arg.startsWith("-") && within(resolvePath(folder, arg)));
}

function runsElsewhere(places: NonNullable<Compiled["elsewhere"]>, view: View, program: Program): boolean {
  const folder = folderOf(view, program);
  return folder !== null && !places.some((each) => folder === each.folder || (!each.exact && isBelow(folder, each.folder)));
}
