// The Open Knowledge Format 0.2: what we write is a conformant bundle, rule by rule (the numbers are the paragraphs of its
// specification), and what others write comes in as proposals, whatever the format lets them leave out or add.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { walkFiles } from "../../src/store/index.ts";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";

interface BundleFile {
  readonly path: string;
  readonly text: string;
}

function bundleIn(folder: string): BundleFile[] {
  return walkFiles(folder)
    .sort()
    .map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));
}

const isReserved = (path: string) => /(?:^|\/)(?:index|log)\.md$/.test(path);
const frontMatter = (text: string): unknown => {
  const match = /^---\n([^]*?)\n---\n/.exec(text);
  return match === null ? undefined : parse(match[1] ?? "");
};
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** The rules that a bundle has to keep; each answers the files that break it. */
const RULES: Readonly<Record<string, (files: readonly BundleFile[]) => string[]>> = {
  "OKF §11.1 every file that is not reserved has front matter that can be parsed": (files) =>
    files.filter(({ path, text }) => !isReserved(path) && typeof frontMatter(text) !== "object").map(({ path }) => path),
  "OKF §11.2 every front matter has a type that is not empty": (files) =>
    files
      .filter(({ path }) => !isReserved(path))
      .filter(({ text }) => ((frontMatter(text) as { type?: unknown } | undefined)?.type ?? "") === "")
      .map(({ path }) => path),
  "OKF §8 an index has headings and entries and no front matter, except okf_version at the root": (files) =>
    files
      .filter(({ path }) => /(?:^|\/)index\.md$/.test(path))
      .filter(({ path, text }) => {
        const fields = frontMatter(text) as Record<string, unknown> | undefined;
        const isAllowed = fields === undefined || (path === "index.md" && Object.keys(fields).join() === "okf_version");
        const lines = text.replace(/^---\n[^]*?\n---\n/, "").split("\n");
        return !isAllowed || !lines.every((line) => line === "" || /^# \S/.test(line) || /^\* \[.+\]\(\S+\)(?: - \S.*)?$/.test(line));
      })
      .map(({ path }) => path),
  "OKF §8 an index links only to files that are there": (files) =>
    files
      .filter(({ path }) => /(?:^|\/)index\.md$/.test(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\]\(([^)\s]+)\)/g)]
          .map(([, link]) => join(path, "..", decodeURIComponent(link ?? "")))
          .filter((target) => !files.some((each) => each.path === target)),
      ),
  "OKF §9 a log has days as headings, newest first": (files) =>
    files
      .filter(({ path }) => /(?:^|\/)log\.md$/.test(path))
      .filter(({ text }) => {
        const days = [...text.matchAll(/^## (.+)$/gm)].map(([, day]) => day ?? "");
        return days.length === 0 || days.some((day) => !/^\d{4}-\d\d-\d\d$/.test(day)) || days.join() !== days.toSorted().reverse().join();
      })
      .map(({ path }) => path),
  "OKF §5.2 §7 generated names an actor and a time with its offset": (files) =>
    files
      .filter(({ path }) => !isReserved(path))
      .filter(({ text }) => {
        const { generated } = (frontMatter(text) ?? {}) as { generated?: { by?: string; at?: string } };
        return (
          generated !== undefined && !(/^(?:human:|process:)\S+$|^[^\s/]+\/\S+$/.test(generated.by ?? "") && TIME.test(generated.at ?? ""))
        );
      })
      .map(({ path }) => path),
};

/** A bundle that breaks every rule, each in a file of its own. */
const BROKEN: readonly BundleFile[] = [
  { path: "a.md", text: "no front matter\n" },
  { path: "b.md", text: "---\ntitle: x\n---\n" },
  { path: "index.md", text: "---\ntype: x\n---\n\nprose\n\n* [gone](gone.md)\n" },
  { path: "log.md", text: "## 2026-01-01\n* a\n\n## 2026-01-02\n* b\n" },
  { path: "c.md", text: '---\ntype: x\ngenerated: { by: me, at: "yesterday" }\n---\n' },
];

function mindWithMemory(options: { readonly keep?: true } = {}): World {
  const world = makeWorld(options);
  world.write(
    "home/MEMORY.md",
    "# Memory\n\n## Tools\n\n- pnpm, not npm\n\n### Editors\n\nvim\n\n## Index\n\nA name that is reserved.\n\n## 工具\n\n用 pnpm。\n",
  );
  world.write("home/USER.md", '# User\n\n## [Odd] *name* "quoted": yes\n\nAda: "quotes", colons: and # signs.\n');
  expect(world.run(["memory", "add", "--section", "Planned", "--content", "by the agent"]).code).toBe(0);
  return world;
}

describe("export okf", () => {
  let world: World;
  let files: readonly BundleFile[];
  beforeAll(() => {
    world = mindWithMemory({ keep: true });
    const written = world.run(["export", "okf", join(world.root, "bundle"), "--json"]);
    expect([written.code, written.err]).toEqual([0, ""]);
    files = bundleIn(join(world.root, "bundle"));
  });
  afterAll(() => world.remove());

  it.each(Object.keys(RULES))("%s", (name) => {
    const rule = RULES[name] as (files: readonly BundleFile[]) => string[];
    expect([files.filter(({ path }) => !isReserved(path)).length >= 4, rule(files)]).toEqual([true, []]);
    // Negative control.
    expect(rule(BROKEN).length).toBeGreaterThan(0);
  });

  it("OKF §3.1 a section called Index is a concept of another name", () => {
    expect(world.read("bundle/memory/index-section.md")).toContain("A name that is reserved.");
    expect(world.read("bundle/memory/工具.md")).toContain('title: "工具"');
  });

  it("writes into an empty folder only, and changes no document", () => {
    world.write("taken/mine.txt", "x");
    expect(world.run(["export", "okf", join(world.root, "taken")]).err).toContain("not empty");
    expect([world.read("home/MEMORY.md").startsWith("# Memory\n\n## Tools\n\n- pnpm"), world.names("taken")]).toEqual([true, ["mine.txt"]]);
  });

  it("takes every document, also one that no session begins with and that Codicil never wrote", () => {
    const own = makeWorld();
    const places = ["notes/plans.md", "daily/2026-01-02.md", "archive/MEMORY.md"];
    for (const place of places) own.write(`home/${place}`, `## Head\n\n- of ${place}\n`);
    expect(own.run(["export", "okf", join(own.root, "all")]).code).toBe(0);
    const texts = bundleIn(join(own.root, "all")).map(({ text }) => text);
    for (const place of places) expect(texts.some((text) => text.includes(`of ${place}`))).toBe(true);
  });

  it("what one mind exports another one can import, section by section", () => {
    const other = makeWorld();
    const imported = other.run(["import", "okf", join(world.root, "bundle"), "--json"]);
    const { receipts, left } = imported.json<{ receipts: { document: string; heading: string; status: string }[]; left: unknown[] }>();
    expect([imported.code, left]).toEqual([0, []]);
    expect(receipts.map(({ document, heading, status }) => [document, heading, status]).sort()).toEqual(
      [
        ["MEMORY.md", "Index", "proposed"],
        ["MEMORY.md", "Planned", "proposed"],
        ["MEMORY.md", "Tools", "proposed"],
        ["MEMORY.md", "工具", "proposed"],
        ["USER.md", '[Odd] name "quoted": yes', "proposed"],
      ].sort(),
    );
    expect(other.has("home/USER.md") ? other.read("home/USER.md") : "").not.toContain("Ada");
  });
});

describe("import okf", () => {
  function importing(files: Readonly<Record<string, string>>) {
    const world = makeWorld();
    for (const [path, text] of Object.entries(files)) world.write(`bundle/${path}`, text);
    const done = world.run(["import", "okf", join(world.root, "bundle"), "--json"]);
    const { left } = done.json<{ left: { file: string; why: string }[] }>();
    const waiting = world.run(["review", "--json"]).json<{ items?: unknown }>();
    return { code: done.code, left: left.map(({ why }) => why), waiting: JSON.stringify(waiting) };
  }
  const concept = (fields: string, body = "THE-FACT") => `---\n${fields}\n---\n\n${body}\n`;

  it.each([
    ["a concept with a type and nothing else", concept("type: Metric")],
    ["an unknown type", concept("type: Nobody Knows This")],
    ["unknown fields", concept("type: Metric\nowner: { team: x }\nnumber: 4")],
    ["broken links", concept("type: Metric", "THE-FACT [gone](/gone.md)")],
    ["a bundle of 0.1 with a timestamp", concept("type: Metric\ntimestamp: '2026-05-28T22:53:05+00:00'")],
    ["lines that end as in Windows", concept("type: Metric").replaceAll("\n", "\r\n")],
  ])("OKF §11 takes %s", (_, text) => {
    const { code, left, waiting } = importing({ "a/b.md": text });
    expect([code, left, waiting.includes("THE-FACT")]).toEqual([0, [], true]);
  });

  it("OKF §3.1 indexes and logs are no concepts; a version that nobody knows refuses nothing (§12)", () => {
    const { left, waiting } = importing({
      "index.md": '---\nokf_version: "9.9"\n---\n\n# x\n\n* [a](a.md)\n',
      "log.md": "## 2026-01-01\n* LOGGED\n",
      "a.md": concept("type: Metric"),
    });
    expect([left, waiting.includes("THE-FACT"), waiting.includes("LOGGED")]).toEqual([[], true, false]);
  });

  it.each([
    ["{ by: human:ada, at: 2026-06-25T09:00:00Z }", "Human-reviewed: human:ada."],
    ["[{ by: process:nightly, at: 2026-06-25T09:00:00Z }]", "Machine-confirmed: process:nightly."],
  ])("OKF §5.2 §5.3 says who verified it: %s", (verified, says) => {
    expect(importing({ "a.md": concept(`type: Metric\nverified: ${verified}`) }).waiting).toContain(says);
    expect(importing({ "a.md": concept("type: Metric") }).waiting).not.toContain(says);
  });

  it("OKF §5.1 §5.5 keeps the sources and says what is stale", () => {
    const { waiting } = importing({
      "old.md": concept(
        "type: Metric\ntitle: Old\nstale_after: 2020-01-01T00:00:00Z\nsources:\n  - { resource: 'https://example.com/x', title: Handbook }",
      ),
      "new.md": concept("type: Metric\ntitle: New\nstale_after: 2999-01-01T00:00:00Z"),
    });
    expect(waiting).toContain("Sources: Handbook (https://example.com/x)");
    expect([waiting.includes("Stale since 2020"), waiting.includes("Stale since 2999")]).toEqual([true, false]);
  });

  it("names what it leaves out: no front matter, YAML that cannot be parsed, a deprecated concept", () => {
    const { left, waiting } = importing({
      "1.md": "THE-FACT\n",
      "2.md": concept("type: [unclosed"),
      "3.md": concept("type: Metric\nstatus: deprecated"),
      "4.md": concept("type: Metric\nstatus: draft", "KEPT"),
    });
    expect(left).toEqual([
      expect.stringContaining("no front matter"),
      expect.stringContaining("no front matter"),
      expect.stringContaining("deprecated"),
    ]);
    expect([waiting.includes("THE-FACT"), waiting.includes("KEPT"), waiting.includes("A draft.")]).toEqual([false, true, true]);
  });
});
