// install and uninstall on settings that are not there, that hold other things, that are broken; and the launcher.

import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { planInstall, planUninstall } from "../../src/hosts/index.ts";
import { shippedSkills } from "../../src/hostSessions/skills.ts";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";
import { HOOKED, WITH_PLUGINS } from "./hookKit.ts";
import { requestFor } from "./settingsShapes.ts";

const FROM_SOURCE = process.env["CODICIL_FROM_SOURCE"] === "1";

/** Every file and folder below, with mode and content: what "byte-identical" means. */
function tree(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (path: string) => {
    const facts = lstatSync(path);
    found[path] = facts.isSymbolicLink()
      ? `-> ${readlinkSync(path)}`
      : facts.isDirectory()
        ? `${facts.mode}`
        : `${facts.mode} ${readFileSync(path, "base64")}`;
    if (facts.isDirectory()) for (const name of readdirSync(path).sort()) walk(join(path, name));
  };
  walk(folder);
  return found;
}

const JSONC = `{
    // my own settings
    "theme": "dark", /* keep */
    "hooks": {
        "PreToolUse": [
            { "matcher": "Bash", "hooks": [ { "type": "command", "command": "mine.sh" } ] },
        ],
        "BeforeTool": [ { "matcher": "x", "hooks": [ { "type": "command", "command": "mine.sh" } ] } ]
    },
    "mcpServers": { "other": { "command": "other" } }
}`;
/** The same without its comments: Claude Code ignores a file that has one. */
const JSON_ONLY = JSONC.replace("    // my own settings\n", "").replace(" /* keep */", "");
const TOML = '# mine\nmodel = "gpt"\n\n[mcp_servers.other]\ncommand = "other"\n';

/** Settings that people really have: comments, trailing commas, other hooks, no newline at the end. */
function withSettings(world: World): void {
  for (const path of [".gemini/settings.json", ".qwen/settings.json"]) world.write(`person/${path}`, JSONC);
  for (const path of [".claude/settings.json", ".claude.json"]) world.write(`person/${path}`, JSON_ONLY);
  world.write(
    "person/.codex/hooks.json",
    '{ "hooks": { "PreToolUse": [ { "hooks": [ { "type": "command", "command": "mine.sh" } ] } ] } }\n',
  );
  world.write("person/.codex/config.toml", TOML);
  world.write("person/.kimi-code/config.toml", TOML.trimEnd());
  world.write("person/.kimi-code/mcp.json", "");
  world.write("person/.cursor/hooks.json", '{"version":1,"hooks":{"stop":[{"command":"mine.sh"}]}}');
  world.write("person/.cursor/mcp.json", '{\n\t"mcpServers": {}\n}\n');
  world.write("person/.config/opencode/opencode.json", '{ "$schema": "https://opencode.ai/config.json" }');
}

const shape = (host: string) => (host === "codex" || host === "kimi" ? TOML : host === "claude" ? JSON_ONLY : JSONC);

describe("settings that the host would not read", () => {
  it("X40 Claude Code ignores a file with a comment: install refuses it by its line, and doctor says that nothing is enforced", () => {
    const world = makeWorld();
    world.write("person/.claude/settings.json", '{\n  "model": "opus" // mine\n}\n');
    const refused = world.run(["install", "claude", "--yes"]);
    expect(refused.code).toBe(3);
    expect(refused.err).toContain("settings.json:2");
    expect(refused.err).toContain("Remove the comment");
    expect(readFileSync(join(world.root, "person/.claude/settings.json"), "utf8")).toBe('{\n  "model": "opus" // mine\n}\n');
    world.write("person/.claude/settings.json", '{\n  "model": "a // b", "url": "http://x/*",\n}\n');
    expect(world.run(["install", "claude", "--yes"]).code).toBe(0);
    const own = () => world.run(["doctor", "--json"]).out;
    expect(own()).not.toContain("has a comment");
    const path = join(world.root, "person/.claude/settings.json");
    writeFileSync(path, `// later\n${readFileSync(path, "utf8")}`);
    expect(own()).toContain("has a comment in line 1");
  });
});

describe("install, then uninstall", () => {
  it.each(WITH_PLUGINS)("%s: nothing was there, and nothing is left", (host) => {
    const world = makeWorld();
    const before = tree(join(world.root, "person"));
    const installed = world
      .run(["install", host, "--yes", "--json"])
      .json<{ changed: string[]; canaries: { alive: boolean; why: string }[] }>();
    expect(installed.changed.length).toBeGreaterThan(0);
    expect(installed.canaries.filter(({ alive }) => !alive)).toEqual([]);
    expect(installed.canaries.length).toBeGreaterThan(0);
    expect(tree(join(world.root, "person"))).not.toEqual(before);
    if (host === "claude") expect(world.run(["install", host, "--yes"]).out).toContain("nothing to change");
    expect(world.run(["uninstall", host]).code).toBe(0);
    expect(tree(join(world.root, "person"))).toEqual(before);
    expect(existsSync(join(world.state, "bin/codicil-hook"))).toBe(false);
    expect(world.run(["uninstall", host, "--yes"]).out).toContain("nothing of Codicil's is there");
  });

  it.each(WITH_PLUGINS)("%s: what was there stays, twice changes nothing, and every byte comes back", (host) => {
    const world = makeWorld();
    withSettings(world);
    const before = tree(join(world.root, "person"));
    const request = requestFor(world, host, { skills: shippedSkills(), plugin: () => "// ours\n" });
    planInstall(request).carryOut();
    const once = tree(join(world.root, "person"));
    for (const [path, content] of Object.entries(before))
      if (once[path] !== content)
        expect([path, Buffer.from(String(once[path]).split(" ")[1] ?? "", "base64").toString()]).toEqual([
          path,
          expect.stringMatching(/mine|other|schema|mcpServers/),
        ]);
    const again = planInstall(request);
    expect(again.changes).toEqual([]);
    again.carryOut();
    expect(tree(join(world.root, "person"))).toEqual(once);
    planUninstall(request).carryOut();
    expect(tree(join(world.root, "person"))).toEqual(before);
    expect(planUninstall(request).changes).toEqual([]);
  });

  it("settings that are a link to a file of another name are written, proved and given back", () => {
    const world = makeWorld();
    const kept = world.write("person/dotfiles/claude.json", '{"mine": 1}');
    mkdirSync(join(world.root, "person/.claude"), { recursive: true });
    const link = join(world.root, "person/.claude/settings.json");
    symlinkSync("../dotfiles/claude.json", link);
    const { canaries } = world.run(["install", "claude", "--yes", "--json"]).json<{ canaries: { path: string; alive: boolean }[] }>();
    expect(canaries.filter(({ alive }) => !alive)).toEqual([]);
    expect(canaries.map(({ path }) => path)).toContain("shell");
    world.run(["uninstall", "claude"]);
    expect([readFileSync(kept, "utf8"), lstatSync(link).isSymbolicLink()]).toEqual(['{"mine": 1}', true]);
  });

  it("MB-01 MB-02 MB-03: the skills lie in the host's own folder; one that somebody edited stays as they made it", () => {
    const world = makeWorld();
    world.run(["install", "claude", "--yes"]);
    const skill = (path: string) => `person/.claude/skills/${path}`;
    for (const path of [
      "codicil/SKILL.md",
      "policy-reading/SKILL.md",
      "memory-bank/SKILL.md",
      "memory-bank/references/reader.md",
      "memory-bank/references/writer.md",
    ])
      expect([path, world.read(skill(path))]).toEqual([path, readFileSync(join("skills", path), "utf8")]);
    world.write(skill("codicil/SKILL.md"), "---\nname: codicil\ndescription: mine\n---\n");
    world.run(["uninstall", "claude", "--yes"]);
    expect([world.read(skill("codicil/SKILL.md")).includes("mine"), world.has(skill("memory-bank"))]).toEqual([true, false]);
  });

  it("the gate's client is compiled by the system's compiler, never by one that a folder of the project puts before it", () => {
    const world = makeWorld();
    for (const name of ["cc", "gcc", "clang"]) {
      const place = world.write(`project/node_modules/.bin/${name}`, `#!/bin/sh\ntouch ${world.root}/ran\nexit 1\n`);
      chmodSync(place, 0o755);
    }
    const env = { PATH: `${join(world.project, "node_modules/.bin")}:${process.env["PATH"]}`, CODICIL_RESIDENT: "" };
    expect(world.run(["install", "claude", "--yes"], { env }).code).toBe(0);
    expect(world.has("ran")).toBe(false);
    const isMade = existsSync(join(world.state, "bin/native/codicil-gate"));
    expect(isMade).toBe(existsSync("/usr/bin/cc") && process.platform === "linux");
  });

  it("Claude Code's status line is Codicil's where there was none, and a person's own stays", () => {
    const world = makeWorld();
    const line = () => (JSON.parse(world.read("person/.claude/settings.json")) as { statusLine?: { command: string } }).statusLine?.command;
    world.run(["install", "claude", "--project", "--yes"]);
    expect(readFileSync(join(world.project, ".claude/settings.json"), "utf8")).not.toContain("statusLine");
    world.run(["install", "claude", "--yes"]);
    const shown = spawnSync("sh", ["-c", line() ?? "false"], { cwd: world.project, input: '{"model":{}}', encoding: "utf8" });
    expect([shown.status, shown.stdout]).toEqual([0, expect.stringMatching(/^codicil 0 pending · \d+ rules?\n$/)]);
    world.run(["uninstall", "claude", "--yes"]);
    world.write("person/.claude/settings.json", '{ "statusLine": { "type": "command", "command": "mine" } }\n');
    world.run(["install", "claude", "--yes"]);
    expect(line()).toBe("mine");
  });

  it("codicil skills lists them, and prints one", () => {
    const world = makeWorld();
    expect(
      world
        .run(["skills", "--json"])
        .json<{ name: string; files: string[] }[]>()
        .map(({ name, files }) => [name, files]),
    ).toEqual([
      ["codicil", ["SKILL.md"]],
      ["memory-bank", ["SKILL.md", "references/memory-reader-prompt.md", "references/reader.md", "references/writer.md"]],
      ["policy-reading", ["SKILL.md"]],
    ]);
    expect(world.run(["skills", "codicil"]).out).toBe(readFileSync("skills/codicil/SKILL.md", "utf8"));
    expect([world.run(["skills", "nothing"]).code, world.run(["skills", "nothing"]).err]).toEqual([
      expect.any(Number),
      expect.stringContaining("memory-bank"),
    ]);
  });

  it.each(HOOKED)("%s --project: in the project's own settings, and out again", (host) => {
    const world = makeWorld();
    const before = [tree(world.project), tree(join(world.root, "person"))];
    const request = requestFor(world, host, { project: true, skills: shippedSkills() });
    planInstall(request).carryOut();
    expect(tree(world.project)).not.toEqual(before[0]);
    planUninstall(request).carryOut();
    expect([tree(world.project), tree(join(world.root, "person"))]).toEqual(before);
  });

  it.each(["claude", "codex", "gemini", "kimi"] as const)(
    "%s: settings that somebody edited since keep that edit and lose only our lines",
    (host) => {
      const world = makeWorld();
      withSettings(world);
      planInstall(requestFor(world, host)).carryOut();
      const file = join(
        world.root,
        "person",
        { claude: ".claude/settings.json", codex: ".codex/config.toml", gemini: ".gemini/settings.json", kimi: ".kimi-code/config.toml" }[
          host
        ] ?? "",
      );
      const edited = readFileSync(file, "utf8").replace(/dark|gpt/, "EDITED");
      writeFileSync(file, edited);
      planUninstall(requestFor(world, host)).carryOut();
      const left = readFileSync(file, "utf8");
      expect(left).toContain("EDITED");
      expect(left).not.toContain("codicil");
      // A comma behind a last item is the one thing that may go with our lines.
      const plain = (text: string) => text.replace(/,(?=\s*[\]}])/g, "").trimEnd();
      expect(plain(left.replace("EDITED", /dark|gpt/.exec(shape(host))?.[0] ?? ""))).toBe(plain(shape(host)));
    },
  );

  it("settings behind a link are edited where they lie, and the link stays", () => {
    const world = makeWorld();
    world.write("dotfiles/gemini.json", JSONC);
    mkdirSync(join(world.root, "person/.gemini"));
    symlinkSync(join(world.root, "dotfiles/gemini.json"), join(world.root, "person/.gemini/settings.json"));
    const before = tree(world.root);
    planInstall(requestFor(world, "gemini")).carryOut();
    expect(world.read("dotfiles/gemini.json")).toContain("codicil-hook");
    planUninstall(requestFor(world, "gemini")).carryOut();
    const after = tree(world.root);
    for (const path of Object.keys(before)) expect([path, after[path]]).toEqual([path, before[path]]);
  });
});

describe("what install does not do", () => {
  it("write without a person's approval", () => {
    const world = makeWorld();
    const before = tree(join(world.root, "person"));
    const ran = world.run(["install", "codex"]);
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining("NEEDS_PERSON")]);
    expect(ran.out).toContain('+  "hooks"');
    expect(tree(join(world.root, "person"))).toEqual(before);
  });

  it("touch settings that it cannot read", () => {
    const world = makeWorld();
    world.write("person/.gemini/settings.json", '{ "hooks": ');
    const before = tree(join(world.root, "person"));
    const ran = world.run(["install", "gemini", "--yes"]);
    expect([ran.code, ran.err]).toEqual([3, expect.stringContaining("settings.json:1")]);
    expect(tree(join(world.root, "person"))).toEqual(before);
  });

  it("leave half of it when a file cannot be written", () => {
    const world = makeWorld();
    world.write("person/.gemini/settings.json", "{}");
    chmodSync(join(world.root, "person/.gemini"), 0o500);
    const ran = world.run(["install", "gemini", "--yes"]);
    chmodSync(join(world.root, "person/.gemini"), 0o755);
    // Whoever runs as root may write anyway; then it must have worked.
    expect([ran.code === 0, world.read("person/.gemini/settings.json") === "{}"]).toEqual(
      process.getuid?.() === 0 ? [true, false] : [false, true],
    );
  });

  it("know a host that is none", () => {
    expect(makeWorld().run(["install", "notepad", "--yes"]).code).toBe(3);
  });
});

describe("the launcher", () => {
  const call = JSON.stringify({ session_id: "s", hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "git status" } });
  function launched(world: World, args: string, env: Record<string, string | undefined> = {}) {
    return spawnSync("/bin/sh", ["-c", `'${join(world.state, "bin/codicil-hook")}' ${args}`], {
      input: call,
      encoding: "utf8",
      cwd: world.project,
      env: { HOME: join(world.root, "person"), PATH: "/usr/bin:/bin", CODICIL_RESIDENT: "off", ...env },
    });
  }

  it("needs neither Node on the PATH nor Codicil's variables", () => {
    const world = makeWorld();
    world.run(["install", "codex", "--yes"]);
    const ran = launched(world, "codex PreToolUse", { PATH: "/nowhere" });
    expect([ran.status, ran.stdout]).toEqual([0, ""]);
    // The source keeps no calls that passed.
    if (!FROM_SOURCE) expect(readdirSync(join(world.state, "cache/passed"))).toHaveLength(1);
  });

  it("damaged in any way, it refuses before a call with a reason, and elsewhere it stops nothing", () => {
    const world = makeWorld();
    world.run(["install", "codex", "--yes"]);
    const file = join(world.state, "bin/codicil-hook");
    const good = readFileSync(file, "utf8");
    const damages: Readonly<Record<string, (text: string) => string>> = {
      "Node is gone": (text) => text.replace(/^node=.*$/m, "node=/nowhere/node").replace("command -v node", "command -v no-such-node"),
      "Codicil is gone": (text) => text.replaceAll(/[^\s']*(?:hook\.cjs|cli\/entry\.ts)/g, "/nowhere/hook.cjs"),
      "the hook is killed": (text) => text.replace(/^ {2}\$limit "\$node" .*$/m, () => "  sh -c 'kill -9 $$'"),
      "the hook crashes": (text) => text.replace(/^ {2}\$limit "\$node" .*$/m, '  "$node" -e "process.exit(7)"'),
    };
    for (const [what, damage] of Object.entries(damages)) {
      expect(damage(good), what).not.toBe(good);
      writeFileSync(file, damage(good));
      for (const event of ["PreToolUse", "BeforeTool", "preToolUse"]) {
        const ran = launched(world, `codex ${event}`);
        expect([what, event, ran.status, ran.stdout, ran.stderr]).toEqual([what, event, 2, "", expect.stringContaining("refused")]);
      }
      expect(launched(world, "codex Stop").status, what).toBe(0);
    }
  });
});

describe("the canary", () => {
  it.each([
    ["names our server", 'echo "[ codicil ]"', true, "name our server"],
    ["cannot read its settings", 'echo "duplicate key" >&2; exit 1', false, "cannot read its settings: duplicate key"],
    ["does not know our server", "echo []", false, "do not name our server"],
  ])("asks the host's own loader: one that %s", (_, answer, alive, why) => {
    const world = makeWorld();
    world.write("bin/codex", `#!/bin/sh\n${answer}\n`);
    chmodSync(join(world.root, "bin/codex"), 0o755);
    const ran = world.run(["install", "codex", "--yes", "--json"], { env: { PATH: `${join(world.root, "bin")}:${process.env["PATH"]}` } });
    expect(
      ran.json<{ canaries: { path: string; alive: boolean; why: string }[] }>().canaries.filter(({ path }) => path === "settings"),
    ).toEqual([expect.objectContaining({ alive, why: expect.stringContaining(why) })]);
  });

  it("sees a launcher that is gone, a line that was taken out, and trust that was lost", () => {
    const world = makeWorld();
    world.run(["install", "codex", "--yes"]);
    const canaries = () => world.run(["install", "codex", "--yes", "--json"]);
    expect(canaries().code).toBe(0);
    rmSync(join(world.state, "bin/codicil-hook"));
    const report = world.run(["doctor", "--own", "--json"]).json<{ findings: { code: string; message: string }[] }>();
    expect(
      report.findings
        .filter(({ code }) => code === "host")
        .map(({ message }) => message)
        .join("\n"),
    ).toMatch(/codex.*shell/);
    // Installing again puts it back.
    expect(canaries().code).toBe(0);
    const config = join(world.root, "person/.codex/config.toml");
    writeFileSync(config, readFileSync(config, "utf8").replace(/trusted_hash = "sha256:./, 'trusted_hash = "sha256:!'));
    expect(world.run(["doctor", "--own", "--json"]).out).toContain("does not trust 1 of 7");
  });
});
