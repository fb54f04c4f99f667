// What a repository's own .git folder says about it, read as files: no Git runs, so no hook, filter or setting of the
// repository does either. Everything is bounded, and what cannot be read says nothing.

import { diskFacts, lastLines, readSmallText, withPlainFile } from "../port/facts.ts";
import { commonFolder, gitFolder, readIndex } from "./indexFile.ts";
import { AppError } from "../../base/index.ts";

export interface GitFacts {
  /** Of recent commits on this clone, newest first; merges left out. */
  readonly subjects: readonly string[];
  readonly branches: readonly string[];
  /** Tracked files, relative to the root. */
  readonly files: readonly string[];
  /** Changes when one of them may have changed. */
  readonly stamp: string;
}

const REFLOG_TAIL = 64 * 1024;
const MOST_FILES = 5000;
const MOST_SUBJECTS = 30;
const MOST_BRANCHES = 30;
const NOTHING: GitFacts = { subjects: [], branches: [], files: [], stamp: "" };

export function gitFacts(root: string): GitFacts {
  const folder = gitFolder(root);
  if (folder === null) return NOTHING;
  const common = commonFolder(folder);
  const reflog = lastLines(`${folder}/logs/HEAD`, REFLOG_TAIL);
  const stamp = [`${folder}/index`, `${folder}/logs/HEAD`, `${common}/packed-refs`].map(stampOf).join(" ");
  return {
    subjects: subjectsIn(reflog),
    branches: branchesOf(common, reflog),
    files: (readIndex(folder, MOST_FILES) ?? []).map(({ path }) => path),
    stamp,
  };
}

function stampOf(path: string): string {
  return withPlainFile(path, (_, { size, mtimeMs }) => `${size}:${mtimeMs}`) ?? "-";
}

function subjectsIn(reflog: readonly string[]): string[] {
  const subjects = reflog.flatMap((line) => /\tcommit(?: \((?:amend|initial)\))?: (.{1,200})/.exec(line)?.[1] ?? []);
  return [...new Set(subjects.toReversed())]
    .filter((each) => !/^(?:Merge|Revert|fixup!|squash!|WIP)\b/i.test(each))
    .slice(0, MOST_SUBJECTS);
}

/** Branches that live forever say nothing about how a new one is named. */
const LONG_LIVED = /^(?:main|master|dev|develop|trunk|staging|production|HEAD|gh-pages|release)$/;
const BRANCH = /^[\w./-]{1,100}$/;

function branchesOf(common: string, reflog: readonly string[]): string[] {
  const refs = (readSmallText(`${common}/packed-refs`, 1024 * 1024) ?? "").matchAll(/^[0-9a-f]{40,64} refs\/heads\/(\S+)$/gm);
  const packed = Array.from(refs, (match) => match[1] ?? "");
  const moved = reflog.flatMap((line) => /\tcheckout: moving from \S+ to (\S+)$/.exec(line)?.[1] ?? []);
  const loose = looseRefs(`${common}/refs/heads`, "", 2);
  const named = [...new Set([...loose, ...moved.toReversed(), ...packed])];
  return named.filter((each) => BRANCH.test(each) && !LONG_LIVED.test(each) && !/^[0-9a-f]{7,64}$/.test(each)).slice(0, MOST_BRANCHES);
}

function looseRefs(folder: string, below: string, depth: number): string[] {
  return diskFacts
    .list(below === "" ? folder : `${folder}/${below}`)
    .slice(0, MOST_BRANCHES)
    .flatMap((name) => {
      const path = below === "" ? name : `${below}/${name}`;
      const kind = diskFacts.lstat(`${folder}/${path}`);
      if (kind === "dir") return depth > 0 ? looseRefs(folder, path, depth - 1) : [];
      return kind === "file" ? [path] : [];
    });
}

// One file of a project's repository as it was at another commit, read by a hardened Git.
const REF = /^[\w@][\w./@{}~^-]{0,200}$/;
const LIMIT_MS = 20_000;

/** null: the commit has no such file. Throws where there is no such commit. */
export async function readGitBlob(root: string, ref: string, path: string): Promise<string | null> {
  if (!REF.test(ref))
    throw new AppError("BAD_INPUT", `${JSON.stringify(ref)} is not the name of a commit`, {
      hint: "For example main, origin/main or a hash.",
    });
  // Late: the hook loads this room before every call and starts no Git.
  const { runGit } = await import("./run.ts");
  const known = await runGit({ args: ["-C", root, "rev-parse", "--verify", "--quiet", `${ref}^{commit}`], timeout: LIMIT_MS });
  if (known.code !== 0)
    throw new AppError("NOT_FOUND", `there is no commit ${ref} here`, {
      file: root,
      hint: "Fetch it first; a shallow clone of a CI run may lack it.",
    });
  const blob = await runGit({ args: ["-C", root, "show", "--no-textconv", `${ref}:${path}`], timeout: LIMIT_MS, most: 8 * 1024 * 1024 });
  return blob.code === 0 ? blob.out.toString("utf8") : null;
}
