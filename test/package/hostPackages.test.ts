// The packages that other programs install by a command of their own, made from the release under test. Their manifests are checked
// against what each format's public description asks for; the real programs install them in test/realHosts/packages.test.ts.

import { Ajv2020 } from "ajv/dist/2020.js";
import { spawnSync } from "node:child_process";
import { accessSync, constants, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { crc32, inflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OWN_TOOLS } from "../../src/hosts/hook/ownTools.ts";
import { makeWarmWorld as makeWorld } from "../kit.ts";
import { MANIFESTS } from "./manifests.ts";

const FROM_SOURCE = process.env["CODICIL_FROM_SOURCE"] === "1";
const ROOT = join(import.meta.dirname, "../..");
const PACKAGE = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string; engines: { node: string } };

let out = "";

beforeAll(() => {
  if (FROM_SOURCE) return;
  out = mkdtempSync(join(tmpdir(), "codicil-packages-"));
  const words = [join(out, "all"), `--dist=${process.env["CODICIL_TEST_DIST"]}`, "--mcp-name=io.github.example/codicil"];
  const made = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", "scripts/packages.ts", ...words], {
    cwd: ROOT,
    encoding: "utf8",
  });
  expect([made.status, made.stderr]).toEqual([0, ""]);
  for (const { path, bytes } of unzip(readFileSync(join(out, "all", `codicil-${PACKAGE.version}.mcpb`)))) {
    mkdirSync(dirname(join(out, "all/mcpb", path)), { recursive: true });
    writeFileSync(join(out, "all/mcpb", path), bytes);
  }
});

afterAll(() => rmSync(out === "" ? join(tmpdir(), "codicil-none") : out, { recursive: true, force: true }));

const at = (path: string) => join(out, "all", path);
const jsonAt = (path: string) => JSON.parse(readFileSync(at(path), "utf8")) as Record<string, unknown>;

/** By its central directory, as readers of the format do; a wrong checksum throws. */
function unzip(zip: Buffer): { readonly path: string; readonly bytes: Buffer }[] {
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end)).toBe(0x06054b50);
  const files: { path: string; bytes: Buffer }[] = [];
  let place = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, nameLength, local] = [zip.readUInt32LE(place + 20), zip.readUInt16LE(place + 28), zip.readUInt32LE(place + 42)];
    const path = zip.toString("utf8", place + 46, place + 46 + nameLength);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = inflateRawSync(zip.subarray(begin, begin + packed));
    expect([path, crc32(bytes)]).toEqual([path, zip.readUInt32LE(place + 16)]);
    files.push({ path, bytes });
    place += 46 + nameLength + zip.readUInt16LE(place + 30) + zip.readUInt16LE(place + 32);
  }
  return files;
}

describe.skipIf(FROM_SOURCE)("the packages that hosts install by themselves (built from the release, so not from source)", () => {
  it.each(MANIFESTS.map(({ path }) => path))("%s is what its public format asks for", (path) => {
    const { schema, must } = MANIFESTS.find((each) => each.path === path) as (typeof MANIFESTS)[number];
    const check = new Ajv2020({ allErrors: true }).compile(schema);
    const value = jsonAt(path);
    expect([check(value), check.errors]).toEqual([true, null]);
    // Negative control: without a field that the format wants, it is refused.
    for (const name of must) expect([name, check({ ...value, [name]: undefined })]).toEqual([name, false]);
  });

  it("each names the version of the package", () => {
    const versions = MANIFESTS.map(({ path }) => [path, jsonAt(path)["version"]]).filter(([, version]) => version !== undefined);
    expect(versions.length).toBeGreaterThanOrEqual(6);
    for (const [path, version] of versions) expect([path, version]).toEqual([path, PACKAGE.version]);
  });

  it("the .mcpb names every tool that the server has", () => {
    const tools = jsonAt("mcpb/manifest.json")["tools"] as readonly { readonly name: string }[];
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(OWN_TOOLS));
  });

  it("hooks name programs that are in the package and can be run", () => {
    const roots = { claude: "plugins/codicil", codex: "plugins/codicil", gemini: "." };
    for (const [host, folder] of Object.entries(roots)) {
      const text = readFileSync(at(`${host}/${folder}/hooks/hooks.json`), "utf8");
      const programs = new Set([...text.matchAll(/"\\"\$\{\w+\}\/([^\\"]+)\\"/g)].map(([, program]) => program));
      expect([host, [...programs]]).toEqual([host, ["bin/codicil-hook"]]);
      for (const program of ["codicil-hook", "codicil", "codicil-gate"]) accessSync(at(`${host}/${folder}/bin/${program}`), constants.X_OK);
    }
  });

  describe("its hook", () => {
    const FORBIDDEN = { tool_name: "Bash", tool_input: { command: "echo release-42" } };

    function setUp() {
      const world = makeWorld();
      world.write("person/.config/agents/MEMORY.md", "# Memory\n");
      world.write("project/AGENTS.md", "- Never run `echo release-42`.\n");
      const env = { HOME: join(world.root, "person"), PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, CODICIL_RESIDENT: "off" };
      const hook = (call: object = FORBIDDEN, more: Record<string, string> = {}) => {
        const done = spawnSync(at("claude/plugins/codicil/bin/codicil-hook"), ["claude", "PreToolUse"], {
          cwd: world.project,
          env: { ...env, ...more },
          input: JSON.stringify({ session_id: "s1", hook_event_name: "PreToolUse", ...call }),
          encoding: "utf8",
        });
        return { code: done.status, out: done.stdout, err: done.stderr };
      };
      return { world, hook };
    }

    it("refuses what the rules forbid, without anything that install writes", () => {
      const { world, hook } = setUp();
      expect(hook().out).toContain("Never run `echo release-42`");
      expect(world.has("person/.local/state/codicil/installed")).toBe(false);
      // Negative control: without the rule nothing is said.
      world.write("project/AGENTS.md", "- Be kind.\n");
      expect(hook()).toEqual({ code: 0, out: "", err: "" });
    });

    it("lets no call change the package that it is in, nor the folder of plugins", () => {
      const { world, hook } = setUp();
      for (const path of [
        at("claude/plugins/codicil/bin/codicil-hook"),
        join(world.root, "person/.claude/plugins/known_marketplaces.json"),
      ])
        expect([path, hook({ tool_name: "Write", tool_input: { file_path: path, content: "" } }).out]).toEqual([
          path,
          expect.stringContaining('"deny"'),
        ]);
      // Negative control: a file beside the package.
      expect(hook({ tool_name: "Write", tool_input: { file_path: join(world.project, "a.txt"), content: "" } }).out).toBe("");
    });

    it("rewrites a deletion to the trash of the program in the package", () => {
      const { world, hook } = setUp();
      world.write("project/notes.txt", "precious\n");
      const { updatedInput } = (
        JSON.parse(hook({ tool_name: "Bash", tool_input: { command: "rm notes.txt" } }).out) as {
          hookSpecificOutput: { updatedInput: { command: string } };
        }
      ).hookSpecificOutput;
      expect(updatedInput.command).toContain(at("claude/plugins/codicil/program/codicil"));
      const env = { HOME: join(world.root, "person"), PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
      expect(spawnSync("sh", ["-c", updatedInput.command], { cwd: world.project, env }).status).toBe(0);
      expect(world.has("project/notes.txt")).toBe(false);
    });

    it("refuses every call where there is no Node", () => {
      const { world, hook } = setUp();
      const tools = join(world.root, "tools");
      mkdirSync(tools);
      for (const name of ["sh", "sed", "grep", "tr", "timeout", "bash", "cat"])
        writeFileSync(join(tools, name), `#!/bin/sh\nexec /bin/${name} "$@"\n`, { mode: 0o755 });
      const { code, err } = hook(FORBIDDEN, { PATH: tools });
      expect([code, err]).toEqual([2, expect.stringContaining("there is no node on the PATH")]);
    });

    it("does nothing where install serves the same host, until that host's settings lose its line", () => {
      const { world, hook } = setUp();
      const person = { HOME: join(world.root, "person"), CODICIL_HOME: "", CODICIL_STATE: "" };
      expect(world.run(["install", "claude", "--yes"], { env: person }).code).toBe(0);
      expect(hook()).toEqual({ code: 0, out: "", err: "" });
      world.write("person/.claude/settings.json", "{}\n");
      expect(hook().out).toContain("Never run `echo release-42`");
    });
  });

  it("the server in the .mcpb answers when it is started as the manifest says, from another folder", () => {
    const world = makeWorld();
    const { mcp_config: config } = jsonAt("mcpb/manifest.json")["server"] as { mcp_config: { command: string; args: string[] } };
    const hello = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
    };
    const done = spawnSync(
      process.execPath,
      config.args.map((word) => word.replace("${__dirname}", at("mcpb"))),
      { cwd: world.project, env: world.env, input: `${JSON.stringify(hello)}\n`, encoding: "utf8" },
    );
    expect([config.command, JSON.parse(done.stdout.split("\n")[0] ?? "")]).toEqual([
      "node",
      expect.objectContaining({ id: 1, result: expect.objectContaining({ serverInfo: expect.objectContaining({ name: "codicil" }) }) }),
    ]);
  });

  it("without a name for the MCP registry there is no server.json, and that is said", () => {
    const [folder, dist] = [join(out, "none"), join(out, "dist")];
    mkdirSync(dist);
    cpSync(at("pi/program/dist/hook.cjs"), join(dist, "hook.cjs"));
    const made = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", "scripts/packages.ts", folder, `--dist=${dist}`], {
      cwd: ROOT,
      encoding: "utf8",
    });
    expect([made.status, made.stdout]).toEqual([0, expect.stringContaining("server.json: not written")]);
    expect(existsSync(join(folder, "server.json"))).toBe(false);
  });
});
