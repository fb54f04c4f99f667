// The packed package in the life of each real program: installed, replaced by a newer one whose predecessor is gone, set back to the
// older one, uninstalled. In each stage one session against a scripted model; at the end the settings are as they were, and the
// program runs without Codicil.

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packInto } from "../../scripts/packTarball.ts";
import { makeWorld, type World } from "../kit.ts";
import { type Ground, isThere, REAL_HOSTS, type RealHost } from "./programs.ts";
import { MINUTES, runHost } from "./running.ts";
import { FINAL, type ScriptedModel, startScriptedModel } from "./scriptedModel.ts";

const dist = process.env["CODICIL_TEST_DIST"] ?? "dist";
const NATIVE = ["fs-native-extensions", "require-addon", "which-runtime"];

describe.skipIf(!REAL_HOSTS.some(isThere) || !existsSync(dist))("the life of an install", () => {
  let tarball = "";
  let packed = "";
  beforeAll(() => {
    packed = mkdtempSync(join(tmpdir(), "codicil-life-"));
    tarball = packInto(packed, dist);
  }, 2 * MINUTES);
  afterAll(() => rmSync(packed, { recursive: true, force: true }));

  /** As npm would have put it there, under a version of its own. */
  function packageAt(world: World, folder: string, version: string): string {
    const modules = join(world.root, folder, "node_modules");
    mkdirSync(modules, { recursive: true });
    spawnSync("tar", ["xzf", tarball, "-C", modules]);
    const root = join(modules, "codicil");
    cpSync(join(modules, "package"), root, { recursive: true });
    const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as object;
    writeFileSync(join(root, "package.json"), JSON.stringify({ ...manifest, version }));
    for (const name of NATIVE)
      if (existsSync(`node_modules/${name}`)) cpSync(`node_modules/${name}`, join(modules, name), { recursive: true });
    return root;
  }

  describe.each(REAL_HOSTS)("$name", (host: RealHost) => {
    describe.skipIf(!isThere(host))("the real program", () => {
      let model: ScriptedModel;
      let world: World;
      let ground: Ground;

      beforeAll(async () => {
        model = await startScriptedModel();
        world = makeWorld({ keep: true });
        ground = { root: world.root, project: world.project, port: model.port };
        spawnSync("git", ["init", "-q", "."], { cwd: world.project });
        world.write("home/MEMORY.md", "# Memory\n\n## Tools\n\nTHE-PERSON-LIKES-PNPM\n");
        world.write("project/AGENTS.md", "- Never run `git push --force`.\n");
        host.prepare(ground);
      });
      afterAll(async () => {
        await model?.close();
        world?.remove();
      });

      const codicil = (root: string, ...words: string[]) => {
        const ran = spawnSync(process.execPath, [join(root, "dist/codicil.cjs"), ...words], {
          cwd: world.project,
          env: { ...host.env(ground), CODICIL_HOME: world.home, CODICIL_STATE: world.state },
          encoding: "utf8",
        });
        expect([words, ran.status, ran.status === 0 ? "" : ran.stdout + ran.stderr]).toEqual([words, 0, ""]);
        return ran.stdout;
      };
      const versions = () => readdirSync(join(world.state, "programs")).map((name) => name.replace(/-[0-9a-f]+$/, ""));

      /** Which of two commands ran, and whether the model had the memory. */
      async function session(stage: string): Promise<{ ran: boolean[]; remembers: boolean }> {
        const files = ["denied", "allowed"].map((name) => `${name}-${stage}.txt`);
        model.script([{ shell: `git push --force; touch ${files[0]}` }, { shell: `touch ${files[1]}` }]);
        const { code, out, err } = await runHost(host, ground, world, null);
        expect([stage, code, out.includes(FINAL) ? "" : (err + out).slice(-2000)]).toEqual([stage, 0, ""]);
        return {
          ran: files.map((name) => existsSync(join(world.project, name))),
          remembers: model.requests.some(({ body }) => body.includes("THE-PERSON-LIKES-PNPM")),
        };
      }

      it(
        "keeps its gate after install, upgrade and downgrade, and is as before after uninstall",
        async () => {
          const gated = { ran: [false, true], remembers: true };
          const before = filesOf(world);
          const old = packageAt(world, "old", "0.2.0");
          codicil(old, "install", host.name, "--yes");
          const installed = filesOf(world);
          expect(await session("installed")).toEqual(gated);

          const fresh = packageAt(world, "new", "0.3.0");
          rmSync(join(world.root, "old"), { recursive: true });
          codicil(fresh, "doctor", "--own", "--json");
          expect(versions()).toContain("0.3.0");
          expect(await session("upgraded")).toEqual(gated);

          const back = packageAt(world, "back", "0.2.0");
          rmSync(join(world.root, "new"), { recursive: true });
          codicil(back, "install", host.name, "--yes");
          expect(versions()).toEqual(["0.2.0"]);
          expect(await session("downgraded")).toEqual(gated);

          const last = filesOf(world);
          codicil(back, "uninstall", host.name, "--yes");
          const after = filesOf(world);
          const changed = [...installed].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
          expect(changed.length).toBeGreaterThan(0);
          for (const path of changed) {
            // What the program itself wrote since stays, without our lines.
            if (installed.get(path) === last.get(path)) expect([path, after.get(path)]).toEqual([path, before.get(path)]);
            else expect([path, after.get(path)]).toEqual([path, expect.not.stringContaining("codicil-hook")]);
          }
          expect(existsSync(join(world.state, "programs"))).toBe(false);
          expect(await session("uninstalled")).toEqual({ ran: [true, true], remembers: false });
        },
        8 * MINUTES,
      );
    });
  });
});

/** Every small file of the person's and the program's folders: not the mind's, the project's or the packages'. */
function filesOf(world: World): Map<string, string> {
  const own = new Set(["home", "state", "project", "old", "new", "back", "cache", "data", "xstate"]);
  const found = new Map<string, string>();
  for (const top of readdirSync(world.root, { withFileTypes: true })) {
    if (!top.isDirectory() || own.has(top.name)) continue;
    for (const entry of readdirSync(join(world.root, top.name), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const isSetting =
        /\.(?:json|jsonc|toml|js|md)$/.test(entry.name) && !/\/(?:node_modules|pkg|sessions|logs|tmp)\//.test(relative(world.root, path));
      if (entry.isFile() && isSetting) found.set(path, readFileSync(path, "utf8"));
    }
  }
  return found;
}
