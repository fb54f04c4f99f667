// Which files the policy is made of. Apart from the mind, so that the hook can ask without opening one.

import { discoverHostInstructions, discoverInstructions, type InstructionFile } from "../../knowledge/discovery.ts";
import type { Layout } from "../../knowledge/layouts.ts";
import type { Whereabouts } from "../../knowledge/index.ts";
import type { DiskFacts } from "../../store/onDisk.ts";

/** What config.yaml says about finding them. */
export interface Finding {
  /** agents.override: such a file may add rules to those of AGENTS.md, and takes none away. */
  readonly override: boolean;
  /** project_knowledge.auto_detect. Whether the project's knowledge is switched on makes no difference to its rules. */
  readonly detect: readonly string[];
}

export function instructionFilesAt(where: Whereabouts, layout: Layout, facts: DiskFacts, { override, detect }: Finding): InstructionFile[] {
  const disk = askedOnce(facts);
  // The current folder has its real name too, and no search goes above the person's own folder.
  const userHome = disk.realpath(where.userHome) ?? where.userHome;
  const own = discoverInstructions({
    cwd: where.cwd,
    userHome,
    globals: [`${where.home}/${layout.path("agents")}`, `${where.userHome}/.scorel/AGENTS.md`],
    disk,
    override: override ? "also" : undefined,
    detect,
  });
  return [...own, ...discoverHostInstructions({ cwd: where.cwd, userHome, disk, known: own })];
}

interface Look {
  readonly ask: (path: string) => unknown;
  readonly path: string;
  readonly answer: unknown;
}

/** A search that is made again only where the disk answers one of its questions otherwise than the last time: each is asked again. */
export function searchAgain<T>(search: (facts: DiskFacts) => T, { lstat, realpath, list }: DiskFacts): () => T {
  const namesIn = (folder: string) => JSON.stringify(list(folder));
  let last: { readonly looks: readonly Look[]; readonly found: T } | undefined;
  return () => {
    if (last?.looks.every(({ ask, path, answer }) => ask(path) === answer) === true) return last.found;
    const looks: Look[] = [];
    const noted = <A>(ask: (path: string) => A) => {
      return (path: string): A => {
        const answer = ask(path);
        looks.push({ ask, path, answer });
        return answer;
      };
    };
    const names = noted(namesIn);
    const found = search({ lstat: noted(lstat), realpath: noted(realpath), list: (folder) => JSON.parse(names(folder)) as string[] });
    last = { looks, found };
    return found;
  };
}

/** For one search: several of its steps ask for the same files. */
function askedOnce({ lstat, realpath, list }: DiskFacts): DiskFacts {
  return { lstat: once(lstat), realpath: once(realpath), list };
}

function once<T>(ask: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>();
  return (path) => {
    if (!known.has(path)) known.set(path, ask(path));
    return known.get(path) as T;
  };
}
