// The packages of `npm run packages`, installed into the real programs by the one command that docs/hosts.md names, and nothing else:
// no `codicil install`, no CODICIL_HOME. One session against a scripted model.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../kit.ts";
import { type Ground, isThere, REAL_HOSTS, type RealHost } from "./programs.ts";
import { FINAL, type ScriptedModel, type Seen, startScriptedModel, type Step } from "./scriptedModel.ts";

const MINUTES = 60_000;
const ROOT = join(import.meta.dirname, "../..");
const PLANNED = { path: "USER.md", heading: "Tools", content: "PLANNED-BY-MCP" };

/** The commands that install the package, as words for the host's program; `more`: for its run. */
const INSTALLS: Readonly<
  Record<string, { readonly commands: (folder: string) => readonly (readonly string[])[]; readonly more?: readonly string[] }>
> = {
  claude: { commands: (folder) => [["plugin", "install", "codicil", "--marketplace", folder]] },
  codex: {
    commands: (folder) => [
      ["plugin", "marketplace", "add", folder],
      ["plugin", "add", "codicil@codicil"],
    ],
    // What a person does in Codex with /hooks.
    more: ["--dangerously-bypass-hook-trust"],
  },
  gemini: { commands: (folder) => [["extensions", "install", folder, "--consent"]] },
  opencode: { commands: (folder) => [["plugin", folder, "--global"]] },
  pi: { commands: (folder) => [["install", folder]] },
};

let packages = "";
beforeAll(() => {
  packages = mkdtempSync(join(tmpdir(), "codicil-packages-"));
  const words = [packages, `--dist=${process.env["CODICIL_TEST_DIST"] ?? "dist"}`];
  const made = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", "scripts/packages.ts", ...words], { cwd: ROOT });
  expect([made.status, String(made.stderr)]).toEqual([0, ""]);
});
afterAll(() => rmSync(packages, { recursive: true, force: true }));

describe.each(REAL_HOSTS.filter(({ name }) => name in INSTALLS))("$name", (host: RealHost) => {
  describe.skipIf(!isThere(host))("the package in the real program", () => {
    let model: ScriptedModel;
    let world: World;
    let ground: Ground;
    let env: Record<string, string>;
    let told = "";
    let seen: readonly Seen[];
    const { commands, more = [] } = INSTALLS[host.name] as (typeof INSTALLS)[string];

    function run(words: readonly string[], input: string): Promise<{ code: number | null; out: string }> {
      return new Promise((resolve) => {
        const [program = "", ...before] = host.program;
        const child = spawn(program, [...before, ...words], { cwd: ground.project, env, stdio: ["pipe", "pipe", "pipe"] });
        const timer = setTimeout(() => child.kill("SIGKILL"), 1.5 * MINUTES);
        let out = "";
        for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (out += String(chunk)));
        child.stdin.on("error", () => undefined);
        child.stdin.end(input);
        child.on("close", (code) => (clearTimeout(timer), resolve({ code, out })));
      });
    }

    beforeAll(async () => {
      model = await startScriptedModel();
      world = makeWorld({ keep: true });
      ground = { root: world.root, project: world.project, port: model.port };
      // The Node that the tests run with is the one on the PATH.
      env = { ...host.env(ground), PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}` };
      spawnSync("git", ["init", "-q", "."], { cwd: world.project });
      put(join(mind(), "MEMORY.md"), "# Memory\n\n## Tools\n\nTHE-PERSON-LIKES-PNPM\n");
      world.write("project/AGENTS.md", "- Never run `git push --force`.\n");
      host.prepare(ground);
      for (const words of commands(join(packages, host.name))) {
        // Gemini CLI asks whether the folder is trusted.
        const { code, out } = await run(words, "y\n");
        expect([words, code, out]).toEqual([words, 0, expect.anything()]);
      }
      const plan = host.mcp?.("plan", PLANNED).map(packaged) ?? [{ tool: /codicil.*plan$/, args: PLANNED }];
      model.script([{ shell: "git push --force; touch denied.txt" }, { shell: "touch allowed.txt" }, ...plan]);
      const words = host.args(ground, "run the command", false);
      const first = await run([...words.slice(0, -1), ...more, words.at(-1) ?? ""], "");
      told = first.out.slice(-3000);
      seen = [...model.requests];
    }, 4 * MINUTES);

    afterAll(async () => {
      await model?.close();
      world?.remove();
    });

    const mind = () => join(env["XDG_CONFIG_HOME"] ?? join(env["HOME"] ?? "", ".config"), "agents");
    const request = (results: number) => seen.find((each) => each.results === results)?.body ?? told;

    it("the session runs to its end, with the memory block and the skills", () => {
      expect(told).toContain(FINAL);
      expect(request(0).split("THE-PERSON-LIKES-PNPM").length - 1).toBe(1);
      expect(request(0)).toContain("Read and keep a project");
    });

    it("a forbidden command did not run and its reason is in the next request; another one ran", () => {
      expect(["denied.txt", "allowed.txt"].map((name) => existsSync(join(world.project, name)))).toEqual([false, true]);
      expect(request(1)).toContain("Never run `git push --force`");
    });

    it("an entry that is planned through the package's MCP server is applied after the session", async () => {
      const file = join(mind(), "USER.md");
      const has = () => existsSync(file) && readFileSync(file, "utf8").includes("PLANNED-BY-MCP");
      for (let tries = 0; tries < 100 && !has(); tries++) await new Promise((resolve) => setTimeout(resolve, 100));
      expect(has() ? "" : `${told}\n${seen.at(-1)?.lastResult}`).toBe("");
    });
  });
});

/** Tools of a plugin's server have the plugin's name too, where they are looked up by their whole name. */
function packaged(step: Step): Step {
  if (!("tool" in step)) return step;
  const query = step.args["query"];
  return typeof query === "string"
    ? { ...step, args: { ...step.args, query: query.replace("mcp__codicil__", "mcp__plugin_codicil_codicil__") } }
    : step;
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
