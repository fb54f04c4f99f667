// The hosts' own loaders, asked about the settings that install wrote in every shape.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { planInstall } from "../../src/hosts/index.ts";
import { CODEX_SHAPES, requestFor } from "../hosts/settingsShapes.ts";
import { makeWorld } from "../kit.ts";
import { isThere, REAL_HOSTS, type RealHost } from "./programs.ts";

const codex = REAL_HOSTS.find(({ name }) => name === "codex") as RealHost;

describe.skipIf(!isThere(codex))("codex", () => {
  it("loads every shape after install, with our server in it", { timeout: 240_000 }, () => {
    let loaded = 0;
    for (const shape of new Set(CODEX_SHAPES)) {
      const world = makeWorld();
      world.write("person/.codex/config.toml", shape);
      const asked = () =>
        spawnSync(codex.program[0] ?? "", ["mcp", "list", "--json"], {
          cwd: world.project,
          env: { HOME: join(world.root, "person"), CODEX_HOME: join(world.root, "person/.codex"), PATH: process.env["PATH"] },
          encoding: "utf8",
        });
      // A shape that Codex itself does not take is nobody's.
      if (asked().status !== 0) continue;
      loaded++;
      planInstall(requestFor(world, "codex")).carryOut();
      const { status, stdout, stderr } = asked();
      expect([shape, world.read("person/.codex/config.toml"), status, stdout + stderr]).toEqual([
        shape,
        expect.anything(),
        0,
        expect.stringMatching(/"name": "codicil"/),
      ]);
    }
    expect(loaded).toBeGreaterThanOrEqual(50);
  });
});
