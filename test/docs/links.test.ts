// The documents hang together: every link leads somewhere, every note is listed, and what they name exists.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { ROOMS } from "../architecture/graph.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const inFolder = (folder: string) => readdirSync(join(ROOT, folder)).filter((name) => name.endsWith(".md")).map((name) => join(folder, name));
const PAGES = [...inFolder("."), ...inFolder("docs"), ...inFolder("docs/decisions")];

/** Links that lead nowhere: to a file that is not there, or to a heading that it does not have. */
function deadLinks(path: string, markdown: string): string[] {
  const prose = markdown.replace(/^```[^]*?^```$/gm, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = ""]) => {
    if (/^https?:/.test(link)) return [];
    const [file = "", anchor] = link.split("#");
    const target = file === "" ? path : join(dirname(path), file);
    if (!existsSync(join(ROOT, target))) return [`${path}: ${link}`];
    return anchor === undefined || anchors(file === "" ? markdown : read(target)).has(anchor) ? [] : [`${path}: ${link}`];
  });
}

/** As GitHub names headings. */
function anchors(markdown: string): Set<string> {
  const headings = [...markdown.replace(/^```[^]*?^```$/gm, "").matchAll(/^#+ (.*)$/gm)];
  return new Set(headings.map(([, text = ""]) => text.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-")));
}

describe("the documents", () => {
  it.each(PAGES)("%s: every link leads somewhere", (path) => {
    expect(deadLinks(path, read(path))).toEqual([]);
  });

  it("negative control: a dead link and a dead anchor are seen", () => {
    expect(deadLinks("README.md", "[a](docs/no-such.md) [b](README.md#no-such-heading) [c](README.md#licence)")).toHaveLength(2);
  });

  it("docs/README.md lists every document and every decision", () => {
    const index = read("docs/README.md");
    for (const path of [...inFolder("docs"), ...inFolder("docs/decisions")]) if (path !== "docs/README.md") expect(index).toContain(`(${path.slice("docs/".length)})`);
  });

  it("every decision has a number of its own, a date, and says what was decided", () => {
    const notes = inFolder("docs/decisions");
    // Numbers are given out when work begins, so that a gap only means that a note is not written yet.
    expect(new Set(notes.map((path) => /\/(\d{4})-/.exec(path)?.[1])).size).toBe(notes.length);
    for (const path of notes) expect([path, /^# \d{4} .+\n\n\d{4}-\d{2}-\d{2}/.test(read(path)) && /\*\*Consequences\.\*\*/.test(read(path))]).toEqual([path, true]);
  });

  it("ARCHITECTURE.md has the rooms in their order, and names only tests that exist", () => {
    const text = read("ARCHITECTURE.md");
    expect(text).toContain(ROOMS.join(" · "));
    for (const room of ROOMS) expect(text).toMatch(new RegExp(`^\\| [^|]*\`${room}\``, "m"));
    for (const [, path = ""] of text.matchAll(/`(test\/[^`]+)`/g)) expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
  });

  it("AGENTS.md names only files and scripts that exist", () => {
    const text = read("AGENTS.md");
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    for (const [, name = ""] of text.matchAll(/npm (?:run )?(check|test:fault|test|golden|bench|dev|start|build)\b/g)) expect(Object.keys(scripts)).toContain(name);
    for (const [, path = ""] of text.matchAll(/`(src\/[a-z]+\/[\w/.-]+|src\/[\w.-]+\.ts)`/g)) if (!/[A-Z]{4}/.test(path)) expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
    for (const [, paths = ""] of text.matchAll(/vitest run ((?:test\/[\w/]+ ?)+)/g)) {
      for (const path of paths.trim().split(" ")) expect([path, existsSync(join(ROOT, path)) || existsSync(join(ROOT, `${path}.test.ts`))]).toEqual([path, true]);
    }
  });
});
