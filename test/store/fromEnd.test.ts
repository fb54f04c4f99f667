import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { systemRandom } from "../../src/mind/machine.ts";
import { decoded, linesFromEnd, linesSince, openFiles, stateLogPlace } from "../../src/store/index.ts";
import { makeWorld } from "../kit.ts";

const PLACE = stateLogPlace("verdicts");

async function readBack(text: string, holding?: string | readonly string[]): Promise<string[]> {
  const { home, state, project } = makeWorld();
  const file = join(state, PLACE.path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  const found: string[] = [];
  for await (const part of linesFromEnd(openFiles({ home, state, project, random: systemRandom }), PLACE, holding)) found.push(...part);
  return found;
}

async function readSince(text: string, isFresh: (line: string) => boolean): Promise<string[]> {
  const { home, state, project } = makeWorld();
  const file = join(state, PLACE.path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  const found: string[] = [];
  for await (const part of linesSince(openFiles({ home, state, project, random: systemRandom }), PLACE, isFresh))
    found.push(...part.map(decoded));
  return found.filter(isFresh);
}

describe("a log is read from where it is fresh", () => {
  const lengths = [100, 2000, 3, 700_000, 262_144, 900, 40, 600_000, 1];
  const lines = Array.from(
    { length: 900 },
    (_, at) => `${String(at).padStart(4, "0")}${"界".repeat((lengths[at % 9] ?? 0) >> (at % 90 < 9 ? 0 : 8))}`,
  );

  it.each([0, 1, 7, 300, 450, 890, 899, 900])("#20 every line from number %i on, in order, whatever its length", async (from) => {
    const begin = String(from).padStart(4, "0");
    expect(await readSince(`${lines.join("\n")}\n{"torn`, (line) => line.slice(0, 4) >= begin && /^\d/.test(line))).toEqual(
      lines.slice(from),
    );
  });

  it("#20 of a long log whose end is asked for the beginning is not read", async () => {
    const told: string[] = [];
    const text = `${Array.from({ length: 40_000 }, (_, at) => `${at + 100_000} ${"x".repeat(100)}`).join("\n")}\n`;
    await readSince(text, (line) => told.push(line) > 0 && line >= "139900");
    expect(told.some((line) => line < "130000")).toBe(false);
  });
});

describe("a log is read from its end", () => {
  // Parts are of 256 KiB: lines shorter, as long, a little longer and much longer than a part, and characters of several bytes.
  const lengths = [1, 100, 262_142, 262_143, 262_144, 262_145, 700_000, 3, 524_287, 0, 5];
  const lines = lengths.map((length, at) => `${at}${"界".repeat(Math.floor(length / 3))}${"x".repeat(length % 3)}`);

  it.each([
    ["every line once, newest first", `${lines.join("\n")}\n`, lines.toReversed()],
    ["a line that was never finished does not count", `${lines.join("\n")}\n{"torn`, lines.toReversed()],
    ["a long one neither", `${lines.join("\n")}\n${"x".repeat(600_000)}`, lines.toReversed()],
    ["an empty log", "", []],
    ["only a line that was never finished", "x".repeat(300_000), []],
    ["one line", "one\n", ["one"]],
    ["an empty line first", "\none\n", ["one", ""]],
  ])("%s", async (_, text, wanted) => {
    expect(await readBack(text)).toEqual(wanted);
  });

  it.each(lines.filter((line) => line.length > 1).map((line) => [line.slice(-40)]))(
    "a line with a text in it is found in any part: …%s",
    async (text) => {
      const found = await readBack(`${lines.join("\n")}\n`, text);
      expect(found).toEqual(lines.toReversed().filter((line) => line.includes(text)));
      // Negative control: what nobody looks for is not given.
      expect(await readBack(`${"x".repeat(99)}\n`.repeat(9000), "y")).toEqual([]);
    },
  );

  it("a line that holds the text twice is given once, the first line of a log too", async () => {
    expect(await readBack("ab ab\n\nb\nab\nxabab\n", "ab")).toEqual(["xabab", "ab", "ab ab"]);
  });

  it("#20 lines with one of several texts, each once and in order, and the newest of each part", async () => {
    const many = Array.from(
      { length: 9000 },
      (_, at) => `${at} ${"x".repeat(90)}${at % 1000 === 0 ? " a b a" : at % 700 === 0 ? " b" : ""}`,
    );
    const found = await readBack(`${many.join("\n")}\n`, ["a", "b"]);
    const wanted = many.toReversed().filter((line) => /[ab]/.test(line));
    expect(found.filter((line) => /[ab]/.test(line))).toEqual(wanted);
    // Of 900 kB there are four parts, and three lines that lie in two of them.
    expect(found.length - wanted.length).toBe(7);
    expect(found[0]).toBe(many.at(-1));
    expect(found.map((line) => Number(line.split(" ")[0]))).toEqual(found.map((line) => Number(line.split(" ")[0])).sort((a, b) => b - a));
  });

  it("only as far as somebody goes on asking", async () => {
    const { home, state, project } = makeWorld();
    const file = join(state, PLACE.path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${"x".repeat(1000)}\n`.repeat(5000));
    const files = openFiles({ home, state, project, random: systemRandom });
    let read = 0;
    const counting = { ...files, openLog: (place: typeof PLACE) => counted(files.openLog?.(place) ?? null, (count) => (read += count)) };
    for await (const part of linesFromEnd(counting, PLACE)) if (part.length > 0) break;
    expect(read).toBeLessThan(300_000);
    read = 0;
    for await (const _ of linesFromEnd(counting, PLACE)) void _;
    expect(read).toBeGreaterThan(5_000_000);
  });
});

function counted<T extends { read(target: Uint8Array, position: number): number } | null>(log: T, tell: (count: number) => void): T {
  if (log === null) return log;
  return {
    ...log,
    read: (target: Uint8Array, position: number) => {
      const count = log.read(target, position);
      tell(count);
      return count;
    },
  };
}
