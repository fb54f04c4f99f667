// A world that need not exist on this disk: the folder in which the commands of the gate's corpus were run.

import type { Call, World } from "../../src/analysis/index.ts";
import { judge, type Verdict } from "../../src/policy/index.ts";

export const PROJECT = "/home/u/proj";

export const FILES = [
  "notes.txt",
  "other.txt",
  "x",
  "data/1.csv",
  "data/2.csv",
  "src/a.ts",
  "src/run.sh",
  "src/run.js",
  "script.py",
  "scripts/test.sh",
  "pkg.json",
  "app.db",
  ".env",
  "AGENTS.md",
  "MEMORY.md",
  "USER.md",
  "memory-bank/facts.md",
  ".agents/compiled.json",
  "empty/",
  "build/empty/",
];

/** What Git ignores there. */
const IGNORED =
  /(?:^|\/)(?:node_modules|dist|build|target|coverage|\.cache|__pycache__|\.next|\.turbo|out|tmp|\.pytest_cache|\.mypy_cache|\.ruff_cache)(?:\/|$)|\.(?:pyc|log|tmp|orig)$|\.DS_Store$/;

export interface Scene {
  readonly files?: readonly string[];
  readonly cwd?: string;
  readonly branch?: string | null;
  readonly texts?: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
}

export function worldOf({ files = FILES, cwd = PROJECT, branch = "main", texts = {}, links = {} }: Scene = {}): World {
  const kinds = new Map<string, "file" | "dir" | "link">([
    [PROJECT, "dir"],
    ["/home/u", "dir"],
    ["/tmp", "dir"],
    ["/", "dir"],
    ["/home", "dir"],
  ]);
  for (const file of files) {
    const path = `${PROJECT}/${file}`.replace(/\/$/, "");
    kinds.set(path, file.endsWith("/") ? "dir" : "file");
    for (
      let parent = path.slice(0, path.lastIndexOf("/"));
      parent.length > PROJECT.length;
      parent = parent.slice(0, parent.lastIndexOf("/"))
    )
      kinds.set(parent, "dir");
  }
  for (const path of Object.keys(links)) kinds.set(path, "link");
  const realpath = (path: string): string => {
    for (const [link, target] of Object.entries(links))
      if (path === link || path.startsWith(`${link}/`)) return realpath(target + path.slice(link.length));
    return path;
  };
  return {
    project: PROJECT,
    cwd,
    userHome: "/home/u",
    temporary: ["/tmp", "/var/tmp"],
    minds: ["/home/u/.config/agents", "/home/u/.local/state/codicil"],
    branch,
    kind: (path) => kinds.get(path) ?? (links[path] === undefined ? (kinds.get(realpath(path)) ?? null) : "link"),
    realpath,
    list: (folder) =>
      folder === PROJECT || folder.startsWith(`${PROJECT}/`)
        ? [...kinds.keys()]
            .filter((path) => path.startsWith(`${folder}/`) && !path.slice(folder.length + 1).includes("/"))
            .map((path) => path.slice(folder.length + 1))
        : [],
    isJunk: (path) => path.startsWith(`${PROJECT}/`) && IGNORED.test(path.slice(PROJECT.length)),
    readText: (path) => texts[path] ?? null,
  };
}

/** What the gate says where there are no instruction files: the red lines alone. */
export function judgeAlone(call: Call, world: World): Verdict {
  return judge({ call, policy: null, history: [], session: "main", world, mode: "warn" });
}
