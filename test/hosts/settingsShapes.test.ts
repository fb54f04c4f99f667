// Settings in every shape that people write: after install they still load and hold what they held, and after uninstall every
// byte is back. The shapes are made by putting pieces together; JSON is read again by another parser than the program's own.

import type { Host } from "../../src/base/index.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ParseError, parse as parseJsonc } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { describe, expect, it } from "vitest";
import { planInstall, planUninstall } from "../../src/hosts/index.ts";
import { makeWorld } from "../kit.ts";
import { CODEX_SHAPES, JSON_SHAPES, KIMI_SHAPES, requestFor } from "./settingsShapes.ts";

type Values = Readonly<Record<string, unknown>>;

/** Everything that was there is there, whatever else is. */
function holds(now: unknown, before: unknown): boolean {
  if (Array.isArray(before)) return Array.isArray(now) && before.every((each) => now.some((other) => holds(other, each)));
  if (typeof before === "object" && before !== null)
    return typeof now === "object" && now !== null && Object.entries(before).every(([key, value]) => holds((now as Values)[key], value));
  return Object.is(now, before) || String(now) === String(before);
}

function readJson(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parseJsonc(text.replace(/^\ufeff/, ""), errors, { allowTrailingComma: true, allowEmptyContent: true });
  return errors.length === 0 ? (value ?? {}) : { errors };
}

const readToml = (text: string): unknown => parseToml(text, { integersAsBigInt: "asNeeded" });

const FORMATS: readonly {
  host: Host;
  file: string;
  shapes: readonly string[];
  read: (text: string) => unknown;
  ours: (value: Values) => unknown;
}[] = [
  {
    host: "gemini",
    file: ".gemini/settings.json",
    shapes: JSON_SHAPES,
    read: readJson,
    ours: ({ hooks }) => JSON.stringify((hooks as Values)["BeforeTool"]).includes("codicil-hook"),
  },
  {
    host: "codex",
    file: ".codex/config.toml",
    shapes: CODEX_SHAPES,
    read: readToml,
    ours: ({ mcp_servers: servers }) =>
      ["my-own", expect.stringContaining("bin/codicil")].some((each) =>
        typeof each === "string"
          ? each === ((servers as Values)["codicil"] as Values)["command"]
          : each.asymmetricMatch(((servers as Values)["codicil"] as Values)["command"]),
      ),
  },
  {
    host: "kimi",
    file: ".kimi-code/config.toml",
    shapes: KIMI_SHAPES,
    read: readToml,
    ours: ({ hooks }) => JSON.stringify(hooks).includes("codicil-hook"),
  },
];

describe.each(FORMATS)("$host", ({ host, file, shapes, read, ours }) => {
  it("there are at least 60 shapes, each of which loads", () => {
    expect(new Set(shapes).size).toBeGreaterThanOrEqual(60);
    for (const shape of shapes)
      expect([shape, JSON.stringify(read(shape), (_, value: unknown) => (typeof value === "bigint" ? String(value) : value))]).toEqual([
        shape,
        expect.not.stringContaining('"errors"'),
      ]);
  });

  it("each still loads after install, holds what it held and ours, and comes back byte for byte", () => {
    for (const shape of new Set(shapes)) {
      const world = makeWorld();
      const path = join(world.root, "person", file);
      world.write(`person/${file}`, shape);
      planInstall(requestFor(world, host)).carryOut();
      const text = readFileSync(path, "utf8");
      const value = read(text) as Values;
      expect([shape, text, holds(value, read(shape)), ours(value)]).toEqual([shape, text, true, true]);
      expect([shape, planInstall(requestFor(world, host)).changes.map((change) => change.path)]).toEqual([shape, []]);
      planUninstall(requestFor(world, host)).carryOut();
      expect(readFileSync(path, "utf8")).toBe(shape);
    }
  });

  it("each that somebody edited since keeps the edit and loses only ours", () => {
    for (const shape of new Set(shapes)) {
      const world = makeWorld();
      world.write(`person/${file}`, shape);
      planInstall(requestFor(world, host)).carryOut();
      const path = join(world.root, "person", file);
      const note = file.endsWith(".toml") ? "# edited since\n" : "// edited since\n";
      const installed = readFileSync(path, "utf8");
      world.write(`person/${file}`, installed.startsWith("\ufeff") ? `\ufeff${note}${installed.slice(1)}` : note + installed);
      planUninstall(requestFor(world, host)).carryOut();
      const left = readFileSync(path, "utf8");
      expect([
        shape,
        left,
        left.includes("edited since"),
        left.includes("codicil-hook"),
        holds(read(left), withoutEmpty(read(shape))),
      ]).toEqual([shape, left, true, false, true]);
    }
  });
});

/** Objects and lists in which there was nothing may go with ours. */
function withoutEmpty(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value)
    .map(([key, each]) => [key, withoutEmpty(each)] as const)
    .filter(([, each]) => typeof each !== "object" || each === null || Object.keys(each).length > 0);
  return Object.fromEntries(kept);
}

describe("what cannot be edited", () => {
  it.each<[Host, string, string]>([
    ["claude", ".claude/settings.json", '{ "hooks": 7 }'],
    ["claude", ".claude/settings.json", '{ "hooks": { "PreToolUse": {} } }'],
    ["claude", ".claude/settings.json", '{ "a": "tab\there" }'],
    ["codex", ".codex/config.toml", "mcp_servers = 7\n"],
    ["codex", ".codex/config.toml", 'a = "x\n'],
    ["codex", ".codex/config.toml", "[[mcp_servers]]\na = 1\n"],
    ["kimi", ".kimi-code/config.toml", "hooks = 7\n"],
  ])("%s, %s: %s is refused, and nothing is changed", (host, file, text) => {
    const world = makeWorld();
    world.write(`person/${file}`, text);
    expect(() => planInstall(requestFor(world, host))).toThrow(
      expect.objectContaining({ code: file.endsWith(".toml") ? "BAD_TOML" : "BAD_JSON", file: join(world.root, "person", file) }),
    );
    expect(world.read(`person/${file}`)).toBe(text);
  });
});

it("through the command line: an inline table, and a comment beside an empty list", () => {
  const world = makeWorld();
  const shapes = {
    ".codex/config.toml": 'mcp_servers = { other = { command = "x" } }\n',
    ".gemini/settings.json": '{ "hooks": { "BeforeTool": [ // none\n ] } }',
  };
  for (const [file, text] of Object.entries(shapes)) world.write(`person/${file}`, text);
  for (const host of ["codex", "gemini"])
    expect(
      world
        .run(["install", host, "--yes", "--json"])
        .json<{ canaries: { alive: boolean }[] }>()
        .canaries.every(({ alive }) => alive),
    ).toBe(true);
  expect(parseToml(world.read("person/.codex/config.toml"))).toMatchObject({
    mcp_servers: { other: { command: "x" }, codicil: { args: expect.arrayContaining(["mcp"]) } },
  });
  for (const host of ["codex", "gemini"]) expect(world.run(["uninstall", host, "--yes"]).code).toBe(0);
  for (const [file, text] of Object.entries(shapes)) expect(world.read(`person/${file}`)).toBe(text);
});
