// Paths as people name them in rules: `auth/`, `*.sql`, `.env`, `docs/**`, `~/.ssh/`. A name without a folder is a file
// anywhere or a folder at the top; a path with a folder starts where the rule's file is.

import { byName, either, quickTest, wordSet } from "../../base/index.ts";

export interface Place {
  /** The folder that a rule's relative paths start from. */
  readonly base: string;
  readonly home: string;
}

export interface Glob {
  readonly test: (path: string) => boolean;
  /** The longest folder or file that all matches lie in or are, without pattern characters; "" when there is none. */
  readonly root: string;
}

/** Folders that are known by their name wherever they are. */
const ANYWHERE = wordSet(
  "node_modules dist build target out generated __generated__ __snapshots__ __pycache__ migrations migration .git secrets",
  ".terraform coverage .next .venv",
);
const MACHINE_FOLDERS = either`etc, usr, var, home, opt, bin, sbin, root, proc, sys, dev, boot, mnt, media, srv, tmp, Users, Library,
  private, System, Applications`;
/** `/src` may mean the project's top; `/etc` never does. */
const MACHINE = new RegExp(String.raw`^\/(?:${MACHINE_FOLDERS})(?:\/|$)`);
const EXAMPLES = /\.(?:example|sample|template|dist|tpl|defaults?|schema)$/;

export function compileGlob(glob: string, place: Place): Glob {
  const alternatives = expandBraces(glob);
  if (alternatives.length > 1) {
    const parts = alternatives.map((each) => compileGlob(each, place));
    return { test: (path) => parts.some((each) => each.test(path)), root: "" };
  }
  const text = spelledOut(glob, place.home);
  const folder = text.replace(/\/(?:\*\*?(?:\/\*)?)?$/, "");
  if (text.startsWith("/")) return anchored(folder === "" ? "/" : folder, place, { absolute: true });
  const clean = folder.replace(/^\.\//, "");
  if (["", ".", "**", "*"].includes(clean)) return { test: (path) => isBelow(path, place.base), root: place.base };
  const named = !clean.includes("/");
  const isFolder = text !== folder;
  if (named && isFolder && ANYWHERE.has(clean.toLowerCase()))
    return { test: (path) => path.includes(`/${clean}/`) || path.endsWith(`/${clean}`), root: "" };
  return named && !isFolder ? anyOfName(clean, place) : anchored(clean, place, { absolute: false });
}

/** `~/x` in the home, and `C:\\x` as the analysis writes it. */
function spelledOut(glob: string, home: string): string {
  if (glob === "~") return home;
  if (glob.startsWith("~/")) return `${home}/${glob.slice(2)}`;
  return /^[A-Za-z]:[\\/]/.test(glob) ? `/${glob.replaceAll("\\", "/")}` : glob;
}

/** A file of that name anywhere, or a folder at the top. */
function anyOfName(pattern: string, place: Place): Glob {
  const name = nameTest(pattern);
  const top = /[*?]/.test(pattern) ? null : `${place.base}/${pattern}`;
  return {
    test: (path) => name(path.slice(path.lastIndexOf("/") + 1)) || (top !== null && isBelow(path, top)),
    root: top !== null && !/\./.test(pattern) ? top : "",
  };
}

function anchored(glob: string, place: Place, { absolute }: { readonly absolute: boolean }): Glob {
  const starts = !absolute ? [`${place.base}/${glob}`] : MACHINE.test(glob) ? [glob] : [glob, `${place.base}${glob}`];
  if (!/[*?]/.test(glob)) return { test: (path) => starts.some((start) => isBelow(path, start)), root: starts.at(-1) as string };
  const patterns = starts.map((start) => quickTest(`^${globSource(start)}(?:/.*)?$`, true));
  const full = starts.at(-1) as string;
  const root = full.slice(0, full.search(/[*?]/)).replace(/\/[^/]*$/, "");
  return { test: (path) => patterns.some((test) => test(path)), root: root.length > place.base.length ? root : "" };
}

function nameTest(pattern: string): (name: string) => boolean {
  if (!/[*?]/.test(pattern)) return (name) => name === pattern;
  const test = quickTest(`^${globSource(pattern)}$`, true);
  const environment = pattern.startsWith(".env");
  return (name) => test(name) && !(environment && EXAMPLES.test(name));
}

function globSource(glob: string): string {
  return glob.replace(/\*\*\/|\*\*|\*|\?|[.+^${}()|[\]\\/]/g, (token) =>
    token === "**/" ? "(?:.*/)?" : token === "**" ? ".*" : token === "*" ? "[^/]*" : token === "?" ? "[^/]" : `\\${token}`,
  );
}

const MOST_ALTERNATIVES = 1000;

/** `*.{ts,tsx}` is two globs. What would be more than a thousand is any text there. */
function expandBraces(glob: string): string[] {
  for (let globs = [glob]; ;) {
    const next = globs.flatMap(expandFirst);
    if (next.length > MOST_ALTERNATIVES) return [glob.replace(/\{[^{}]*\}/g, "*")];
    if (next.length === globs.length) return next;
    globs = next;
  }
}

function expandFirst(glob: string): string[] {
  const match = /\{([^{},]*,[^{}]*)\}/.exec(glob);
  if (match === null) return [glob];
  const [before, after] = [glob.slice(0, match.index), glob.slice(match.index + match[0].length)];
  return (match[1] as string).split(",").map((each) => `${before}${each.trim()}${after}`);
}

export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

const WILD: Readonly<Record<string, string>> = byName({ "*": ".*", "?": ".", "[0-9]": "[0-9]" });

/** A glob over a word that is no path: a branch, a host, an argument. */
export function wordGlob(glob: string): (word: string) => boolean {
  if (!/[*?]/.test(glob)) return (word) => word === glob;
  return quickTest(
    `^${glob.replace(/\[0-9\]|\*+|\?|[.+^${}()|[\]\\/]/g, (token) => WILD[token.charAt(0) === "*" ? "*" : token] ?? `\\${token}`)}$`,
    true,
  );
}

/** `a/./b/../c` without dots; absolute in, absolute out. */
export function resolvePath(from: string, path: string): string {
  const full = path.startsWith("/") ? path : `${from}/${path}`;
  const parts: string[] = [];
  for (const part of full.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** `.env,*.pem`: names that a search lets through, and what is left of them without their stars. */
export function namesOf(matching: string): readonly string[] {
  return matching === "" ? [] : matching.split(",").flatMap((each) => (each.includes("*") ? [each, each.replaceAll("*", "")] : [each]));
}
