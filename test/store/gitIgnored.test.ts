// What counts as ignored and untracked, beside Git itself.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { isIgnoredAndUntracked, isTrackedByGit } from "../../src/store/index.ts";

const made: string[] = [];
afterAll(() => {
  for (const each of made) rmSync(each, { recursive: true, force: true });
});

function git(root: string, ...args: string[]): void {
  execFileSync(
    "git",
    ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "init.defaultBranch=main", "-c", "core.excludesFile=/dev/null", ...args],
    { cwd: root, stdio: "pipe" },
  );
}

function repository(files: Readonly<Record<string, string>>, tracked: readonly string[], ...init: string[]): string {
  const root = mkdtempSync(join(tmpdir(), "codicil-ignored-"));
  made.push(root);
  git(root, "init", "-q", ...init);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    if (name.endsWith("/")) mkdirSync(join(root, name), { recursive: true });
    else writeFileSync(join(root, name), text);
  }
  if (tracked.length > 0) git(root, "add", "-f", ...tracked);
  return root;
}

function ignoredByGit(root: string, paths: readonly string[]): ReadonlySet<string> {
  const asked = spawnSync("git", ["-c", "core.excludesFile=/dev/null", "check-ignore", "--no-index", "--stdin", "-z"], {
    cwd: root,
    input: `${paths.join("\0")}\0`,
    encoding: "utf8",
  });
  return new Set(asked.stdout.split("\0").filter((each) => each !== ""));
}

const NAMES = ["a", "b", "ab", "a.log", "b.log", "dist", "foo"];
const pathText = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
const lineText = fc
  .tuple(
    fc.constantFrom("", "", "!"),
    fc.constantFrom("", "", "/", "**/"),
    fc.constantFrom("a", "b", "*", "a*", "*.log", "[ab]", "[!a].log", "?", "dist", "foo/a", "foo/**", "a/**/b", "**/dist", "\\a", "*b*"),
    fc.constantFrom("", "", "/"),
  )
  .map((parts) => parts.join(""));

describe("X32 ignored and untracked, as Git says", () => {
  test("the same answer as git check-ignore for any .gitignore", () => {
    const seen = new Set<boolean>();
    fc.assert(
      fc.property(
        fc.array(lineText, { minLength: 1, maxLength: 6 }),
        fc.array(lineText, { maxLength: 3 }),
        fc.uniqueArray(pathText, { minLength: 12, maxLength: 30 }),
        (lines, inner, paths) => {
          // Where one path is a folder of another, only the longer one is made.
          const leaves = paths
            .filter((path) => !paths.some((other) => other.startsWith(`${path}/`)))
            .flatMap((path) => [path, `nested/${path}`]);
          const root = repository(
            {
              ...Object.fromEntries(leaves.map((path) => [path, "x"])),
              ".gitignore": `${lines.join("\n")}\n`,
              "nested/.gitignore": `${inner.join("\n")}\n`,
            },
            [".gitignore", "nested/.gitignore"],
          );
          // A folder with a tracked file is ours not to delete even where Git ignores it: that is the next test.
          const asked = ignoredByGit(root, ["nested"]).size > 0 ? leaves.filter((path) => !path.startsWith("nested/")) : leaves;
          const expected = ignoredByGit(root, asked);
          for (const path of asked) {
            seen.add(expected.has(path));
            expect([path, isIgnoredAndUntracked(root, join(root, path))], lines.join(" | ")).toEqual([path, expected.has(path)]);
          }
        },
      ),
      { numRuns: 40 },
    );
    expect([...seen].sort()).toEqual([false, true]);
  });

  test("a folder with tracked files is not ignored, whatever a .gitignore says; its ignored files are", () => {
    const root = repository(
      {
        ".gitignore": "build/\n*.log\n",
        "build/tool.ts": "x",
        "build/untracked.txt": "x",
        "src/a.log": "x",
        "src/a.ts": "x",
        "dist.log": "x",
      },
      [".gitignore", "build/tool.ts", "src/a.ts"],
    );
    const ignored = (path: string) => isIgnoredAndUntracked(root, join(root, path));
    expect(["build", "build/untracked.txt", "build/tool.ts", "src", "src/a.ts"].filter(ignored)).toEqual([]);
    expect(["src/a.log", "dist.log", "new.log"].filter(ignored)).toHaveLength(3);
    expect([isTrackedByGit(root, join(root, "build")), isTrackedByGit(root, join(root, "build/untracked.txt"))]).toEqual([true, false]);
  });

  test("a name that a search looks for is tracked where any folder of that name is", () => {
    const root = repository({ ".gitignore": "out\nlogs\n", "out/a.js": "x", "src/out/a.ts": "x", "logs/a": "x" }, [
      ".gitignore",
      "src/out/a.ts",
    ]);
    const ignored = (path: string) => isIgnoredAndUntracked(root, join(root, path));
    expect([ignored("**/logs"), ignored("**/out"), ignored("src/**/out"), ignored("*/o?t")]).toEqual([true, false, false, false]);
    expect([isTrackedByGit(root, join(root, "**/a.ts")), isTrackedByGit(root, join(root, "**/b.ts"))]).toEqual([true, false]);
  });

  test("a .gitignore counts only with the content that the index has, so that a line added today opens nothing", () => {
    const root = repository({ ".gitignore": "dist/\n", "dist/a": "x", "data/a": "x" }, [".gitignore"]);
    const ignored = (path: string) => isIgnoredAndUntracked(root, join(root, path));
    expect([ignored("dist"), ignored("data")]).toEqual([true, false]);
    writeFileSync(join(root, ".gitignore"), "dist/\ndata/\n");
    expect([ignored("dist"), ignored("data")]).toEqual([false, false]);
    git(root, "add", ".gitignore");
    expect([ignored("dist"), ignored("data")]).toEqual([true, true]);
  });

  test("every format of the index: version 4 and a worktree are read; SHA-256, a split or a damaged index is unknown", () => {
    const files = { ".gitignore": "dist/\n", "dist/a": "x", "src/one.ts": "x", "src/one/two.ts": "y" };
    const tracked = [".gitignore", "src"];
    const root = repository(files, tracked);
    const ignored = () => isIgnoredAndUntracked(root, join(root, "dist"));
    git(root, "update-index", "--index-version", "4");
    expect([ignored(), isTrackedByGit(root, join(root, "src/one/two.ts")), isTrackedByGit(root, join(root, "src/new.ts"))]).toEqual([
      true,
      true,
      false,
    ]);
    git(root, "commit", "-qm", "x");
    const other = mkdtempSync(join(tmpdir(), "codicil-ignored-"));
    made.push(other);
    git(root, "worktree", "add", "-q", join(other, "w"), "-b", "w");
    expect(isIgnoredAndUntracked(join(other, "w"), join(other, "w/dist"))).toBe(true);
    const sha256 = repository(files, tracked, "--object-format=sha256");
    expect(isIgnoredAndUntracked(sha256, join(sha256, "dist"))).toBe(false);
    git(root, "update-index", "--split-index");
    expect(ignored()).toBe(false);
    const damaged = repository(files, tracked);
    writeFileSync(join(damaged, ".git/index"), "DIRC");
    expect(isIgnoredAndUntracked(damaged, join(damaged, "dist"))).toBe(false);
  });

  test("a link is not the folder that a line with a slash means", () => {
    const root = repository({ ".gitignore": "node_modules/\n", "data/a": "x" }, [".gitignore"]);
    symlinkSync("data", join(root, "node_modules"));
    expect(isIgnoredAndUntracked(root, join(root, "node_modules"))).toBe(false);
  });
});
