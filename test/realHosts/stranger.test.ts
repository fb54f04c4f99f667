// The first minutes of somebody who has never heard of it, in a terminal: `npx` on the packed tarball, one key to connect Claude
// Code, and the first call that a line of AGENTS.md refuses. Nothing is prepared but the project and Claude Code itself.

import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { draw } from "../../scripts/terminalPicture.ts";
import { packInto } from "../../scripts/packTarball.ts";
import { claude, type Ground, isThere } from "./programs.ts";
import { hasTmux, openScreen, type Screen } from "./screen.ts";
import { FINAL, type ScriptedModel, startScriptedModel } from "./scriptedModel.ts";

const MINUTES = 60_000;
const dist = process.env["CODICIL_TEST_DIST"];
/** What npm needs to reach a registry, beside the empty environment. */
const NETWORK = /^(?:https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR)$/i;

/** The picture of the README: what was on the screen, without Claude Code's greeting and without empty lines in a row. */
function record(root: string, screens: readonly string[]): void {
  const label = "A first run: npx, one key to connect Claude Code, and a push to main that is refused";
  const [first = "", connected = "", last = ""] = screens.map((screen) => screen.trimEnd());
  const text = [first, connected.slice(first.length), last.slice(last.indexOf("❯"))]
    .join("\n")
    .replaceAll(join(root, "person"), "~")
    .replaceAll(root, "~")
    .replaceAll(/\n{3,}/g, "\n\n");
  const columns = Math.max(...text.split("\n").map((line) => line.length));
  writeFileSync(new URL("../../docs/pictures/firstRefusal.svg", import.meta.url), draw(text, { columns, label }));
}

describe.skipIf(!hasTmux || !isThere(claude) || dist === undefined)("claude for a stranger", () => {
  let model: ScriptedModel;
  let ground: Ground;
  let tarball: string;
  let screen: Screen | undefined;

  beforeAll(async () => {
    const root = mkdtempSync(join(tmpdir(), "codicil-stranger-"));
    model = await startScriptedModel();
    ground = { root, project: join(root, "shop"), port: model.port };
    mkdirSync(join(root, "packed"));
    mkdirSync(join(root, "bin"));
    mkdirSync(ground.project);
    tarball = packInto(join(root, "packed"), dist);
    symlinkSync(claude.program[0] ?? "", join(root, "bin/claude"));
    spawnSync("git", ["init", "-q", "-b", "main", "."], { cwd: ground.project });
    writeFileSync(join(ground.project, "AGENTS.md"), "# Shop\n\n- Never push to main.\n- Use pnpm, not npm.\n");
    claude.prepare(ground);
  }, 3 * MINUTES);

  afterAll(async () => {
    screen?.close();
    await model?.close();
    // Without its terminal Claude Code goes on writing its logs there for a while.
    rmSync(ground.root, { recursive: true, force: true, maxRetries: 30, retryDelay: 200 });
  });

  it(
    "from npx to a refused call in under three minutes",
    async () => {
      const started = performance.now();
      const given = claude.env(ground);
      const network = Object.entries(process.env).filter(([name]) => NETWORK.test(name)) as [string, string][];
      const env = {
        ...Object.fromEntries(network),
        ...given,
        PATH: `${join(ground.root, "bin")}:${given["PATH"]}`,
        npm_config_cache: process.env["npm_config_cache"] ?? join(process.env["HOME"] ?? "", ".npm"),
        npm_config_update_notifier: "false",
        PS1: "$ ",
      };
      const terminal = (screen = openScreen(["sh"], { cwd: ground.project, env }));
      await terminal.until(/\$/);
      terminal.type(`npx --yes --package ${tarball} codicil`);
      terminal.press("Enter");
      const first = await terminal.until(/any other key to leave/);
      expect(first).toMatch(/hosts +claude \(not connected\)/);
      expect(first).toMatch(/rules +2 lines that a connected host enforces/);
      terminal.press(/^ +(\d) +npx codicil install claude/m.exec(first)?.[1] ?? "");
      await terminal.until(/write these \d+ files\?/);
      terminal.press("Enter");
      const connected = await terminal.until(/works[\s\S]*\n\$\s*$/);
      expect(connected).not.toMatch(/fails|error:/);
      // What can be typed here begins with npx; the server's own name does not.
      expect(connected).toMatch(/^\$ npx codicil install claude$/m);
      expect(connected).toContain("mcp get codicil)");

      model.script([{ shell: "git push origin main; touch pushed.txt" }]);
      terminal.type("clear; claude");
      terminal.press("Enter");
      await terminal.until(/auto mode on|shift\+tab|for shortcuts/);
      terminal.type("push it");
      await new Promise((resolve) => setTimeout(resolve, 500));
      terminal.press("Enter");
      const last = await terminal.until(new RegExp(FINAL));
      expect(performance.now() - started).toBeLessThan(3 * MINUTES);
      expect(last).toMatch(/codicil \d+ pending/);
      expect(model.requests.at(-1)?.lastResult).toContain("Never push to main");
      expect(existsSync(join(ground.project, "pushed.txt"))).toBe(false);
      if (process.env["CODICIL_RECORD"] === "1") record(ground.root, [first, connected, last]);
    },
    5 * MINUTES,
  );
});
