// A world that need not exist: a project, the files that are in it, and nothing else. For `policy check`, the corpora,
// and the examples that rules carry.

import { globTest, type World } from "../analysis/index.ts";
import { isJunkName } from "../analysis/call/junk.ts";

/** A disk as a list of files, for tests of rules. */
export interface GivenWorld {
  /** Absolute. */
  readonly project: string;
  /** Absolute, or relative to the project. */
  readonly cwd?: string | undefined;
  /** Relative to the project (or absolute); a trailing slash marks a folder. */
  readonly files: readonly string[];
  readonly branch?: string | null | undefined;
  readonly codicil?: string | undefined;
}

/** A world made of a list of files. */
export function givenWorld({ project, cwd, files, branch, codicil }: GivenWorld): World {
  const root = clean(project);
  const kinds = new Map<string, "file" | "dir">([[root, "dir"]]);
  const add = (path: string, kind: "file" | "dir") => {
    kinds.set(path, kinds.get(path) ?? kind);
    for (let folder = parent(path); folder !== "/" && !kinds.has(folder); folder = parent(folder)) kinds.set(folder, "dir");
  };
  for (const file of files) add(clean(file.startsWith("/") ? file : `${root}/${file}`), file.endsWith("/") ? "dir" : "file");
  const home = homeOf(root);
  return {
    project: root,
    cwd: cwd === undefined || cwd === "" ? root : clean(cwd.startsWith("/") ? cwd : `${root}/${cwd}`),
    userHome: home,
    temporary: ["/tmp", "/var/tmp", "/private/tmp", "/dev/shm"],
    minds: [`${home}/.config/agents`, `${home}/.local/state/codicil`],
    branch: branch ?? null,
    ...(codicil === undefined ? {} : { codicil }),
    kind: (path) => {
      const plain = clean(path);
      return kinds.get(plain) ?? (plain === "/" || plain === home ? "dir" : null);
    },
    realpath: clean,
    list: (folder) => {
      const plain = clean(folder);
      const below = plain === "/" ? "/" : `${plain}/`;
      const names = new Set<string>();
      for (const path of kinds.keys()) if (path.startsWith(below)) names.add(path.slice(below.length).split("/", 1)[0] ?? "");
      return [...names].sort();
    },
    isJunk: (path) => {
      const plain = clean(path);
      // Nobody says what Git ignores here: by name, and what is given as a file of the project only where the name is certain.
      return isJunkName(
        plain.startsWith(`${root}/`) ? plain.slice(root.length + 1) : "",
        kinds.has(plain) || (/[*?[]/.test(plain) && isMatched(kinds.keys(), plain)),
      );
    },
    readText: () => null,
  };
}

/** The folder above the project, where its path names nobody's; `/` is no home, and nothing below it would be known as one's files. */
function homeOf(root: string): string {
  const named = /^\/(?:home|Users)\/[^/]+|^\/root/.exec(root)?.[0] ?? parent(root);
  return named === "/" ? "/home/person" : named;
}

function parent(path: string): string {
  const cut = path.slice(0, path.lastIndexOf("/"));
  return cut === "" ? "/" : cut;
}

/** Whether a name below the pattern's folder fits the pattern of its last part; `**` is any folder below it. */
function isMatched(paths: Iterable<string>, pattern: string): boolean {
  const below = `${parent(pattern).replace(/\/\*\*$/, "")}/`;
  const test = globTest(pattern.slice(pattern.lastIndexOf("/") + 1));
  for (const path of paths) if (path.startsWith(below) && test(path.slice(path.lastIndexOf("/") + 1))) return true;
  return false;
}

/** Empty parts, dots, or a slash at the end. */
const UNCLEAN = /\/\.{0,2}(?:\/|$)/;

function clean(path: string): string {
  if (path.startsWith("/") && !UNCLEAN.test(path)) return path;
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}
