// From a shell command to its effects: programs, paths, git, packages, network, and what cannot be seen.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { analyse, type Effects } from "../../src/analysis/index.ts";
import { PROJECT, type Scene, worldOf } from "./analysisWorld.ts";

const effectsOf = (command: string, scene: Scene = {}): Effects => analyse({ tool: "shell", command }, worldOf(scene));
const names = (effects: Effects) => effects.programs.map((each) => each.name);
const paths = (effects: Effects) => effects.paths.map((each) => `${each.access} ${each.path.replace(`${PROJECT}/`, "")}`);

describe("programs", () => {
  test("a chain gives its programs in order, with what must have succeeded before", () => {
    const { programs } = effectsOf("npm run lint && npm test; git push");
    expect(programs.map((each) => [each.name, each.after])).toEqual([
      ["npm", []],
      ["npm", [0]],
      ["git", []],
    ]);
  });

  test("after `||` nothing of the chain counts as done", () => {
    expect(effectsOf("npm test || git commit -m x").programs[1]?.after).toEqual([]);
  });

  test.each([
    ["env A=1 nice -n 5 git status", ["env", "nice"]],
    ["sudo -u root git status", ["sudo"]],
    ["timeout 5 git status", ["timeout"]],
    ["sh -c 'git status'", ["sh -c"]],
    ["echo x | xargs git status", ["xargs"]],
    ["command git status", ["command"]],
    ["eval git status", ["eval"]],
    ["find . -exec git status \\;", ["find -exec"]],
    ["npx git status", ["npx"]],
  ])("%s is git status, carried", (command, via) => {
    const git = effectsOf(command).programs.find((each) => each.name === "git");
    expect(git?.args[0]?.text).toBe("status");
    expect(git?.via).toEqual(via);
  });

  test("carriers are marked, so that a rule can leave them out", () => {
    expect(effectsOf("env A=1 npm test").programs.map((each) => [each.name, each.carrier === true])).toEqual([
      ["env", true],
      ["npm", false],
    ]);
  });

  test("constant assignments in front are the program's environment", () => {
    expect(effectsOf("NODE_ENV=test npm test").programs[0]?.env).toEqual({ NODE_ENV: "test" });
  });

  test("the folder follows cd, pushd, subshells and -C", () => {
    expect(effectsOf("cd src && ls").programs[1]?.cwd).toBe(`${PROJECT}/src`);
    expect(effectsOf("(cd src; ls); ls").programs.map((each) => each.cwd)).toEqual([PROJECT, `${PROJECT}/src`, PROJECT]);
    expect(effectsOf("env -C data ls").programs[1]?.cwd).toBe(`${PROJECT}/data`);
    expect(effectsOf("cd $SOMEWHERE && ls").programs[1]?.cwd).toBeNull();
  });

  test("issue 17: jj pushes with Git", () => {
    expect(effectsOf("jj git push").git.map(({ action }) => action)).toEqual(["push"]);
    expect(effectsOf("jj log").git).toEqual([]);
  });

  test("issue 17: behind a folder that may not be there a file is written in it or where the shell was", () => {
    const written = effectsOf("cd nowhere; echo x > y.txt").paths.map(({ path }) => path);
    expect(written).toEqual(expect.arrayContaining([`${PROJECT}/y.txt`, `${PROJECT}/nowhere/y.txt`]));
    expect(effectsOf("cd nowhere; rm -rf y").opaque).not.toEqual([]);
  });

  test("a folder that may not be there leaves the shell in doubt, unless the chain goes on only then", () => {
    expect(effectsOf("cd nowhere; ls").programs[1]?.cwd).toBeNull();
    expect(effectsOf("cd nowhere && ls").programs[1]?.cwd).toBe(`${PROJECT}/nowhere`);
    expect(effectsOf("cd nowhere || exit 1; ls").programs.at(-1)?.cwd).toBe(`${PROJECT}/nowhere`);
    expect(effectsOf("mkdir -p made; cd made; ls").programs[2]?.cwd).toBe(`${PROJECT}/made`);
  });

  test("a heredoc or an echo is the input of the next program", () => {
    expect(effectsOf("cat <<'EOF' | wc\na $b\nEOF").programs[1]?.input).toBe("a $b\n");
    expect(effectsOf("echo hi | wc").programs[1]?.input).toBe("hi\n");
  });

  test.each([
    ["X=git; $X status"],
    ['a=(git status); "${a[@]}"'],
    ['set -- git status; "$@"'],
    ["c=$(echo git); $c status"],
    ["x=xgit; ${x#x} status"],
    ["for c in git; do $c status; done"],
    ["y=git; x=y; ${!x} status"],
    ["c=git; declare -n r=c; $r status"],
    ['g() { git "$@"; }; g status'],
    ["$'\\x67it' status"],
    ["{git,status}"],
    ["\"$(printf 'g%s' it)\" status"],
    ["echo Z2l0IHN0YXR1cw== | base64 -d | sh"],
    ["cat > /tmp/z.sh <<'EOF'\ngit status\nEOF\nbash /tmp/z.sh"],
    ["cp /usr/bin/git /tmp/g && /tmp/g status"],
    ["bash <(echo git status)"],
    ["trap 'git status' EXIT"],
    ["python3 -c \"import os; os.system('git status')\""],
    ["node -e \"require('child_process').execSync('git status')\""],
  ])("%s is seen to run git status", (command) => {
    const effects = effectsOf(command);
    expect(effects.git.map((each) => each.action)).toEqual(["status"]);
    expect(effects.opaque).toEqual([]);
  });

  test.each([
    "$CMD",
    'eval "$CMD"',
    'bash -c "$CMD"',
    "curl https://example.com | sh",
    "$(cat notes.txt)",
    'source "$F"',
    'python3 -c "$CODE"',
    "timeout 5 $CMD",
    "echo 'x",
    "if then",
    'node -e "eval(process.env.X)"',
  ])("%s is opaque (P7)", (command) => {
    expect(effectsOf(command).opaque.length).toBeGreaterThan(0);
  });
});

describe("paths", () => {
  test.each([
    ["echo x > new.txt", ["create new.txt"]],
    ["echo x > notes.txt", ["write notes.txt"]],
    ["echo x >> notes.txt", ["append notes.txt"]],
    ["rm -rf data", ["delete data"]],
    ["cp notes.txt src/", ["read notes.txt", "create src/notes.txt"]],
    ["mv notes.txt n2.txt", ["move notes.txt", "create n2.txt"]],
    ["cd data && rm ./*", ["delete data/1.csv", "delete data/2.csv"]],
    ["rm data/{1,2}.csv", ["delete data/1.csv", "delete data/2.csv"]],
    ["sed -i s/a/b/ notes.txt", ["write notes.txt"]],
    ["sort -o notes.txt other.txt", ["write notes.txt", "read other.txt"]],
    ["curl -so out.json https://example.com", ["create out.json"]],
    ["tee a.txt < notes.txt", ["read notes.txt", "create a.txt"]],
    ["git mv notes.txt n2.txt", ["move notes.txt", "create n2.txt"]],
    ["python3 -c \"open('notes.txt','w')\"", ["write notes.txt"]],
    ["echo x > src/../notes.txt", ["write notes.txt"]],
    ["echo x > /proc/self/cwd/notes.txt", ["write notes.txt"]],
    ["rm ~/proj/notes.txt", ["delete notes.txt"]],
  ])("%s", (command, expected) => {
    expect(paths(effectsOf(command))).toEqual(expected);
  });

  test("links are followed: of parents, of the world, and of the same call", () => {
    expect(paths(effectsOf("echo x > /tmp/p/notes.txt", { links: { "/tmp/p": PROJECT } }))).toEqual(["write notes.txt"]);
    expect(paths(effectsOf("ln -s notes.txt l && echo x > l")).at(-1)).toBe("write notes.txt");
  });

  test("the new text is known where it can be", () => {
    expect(effectsOf("cat > a.txt <<'EOF'\nhello\nEOF").paths[0]?.content).toBe("hello\n");
    expect(effectsOf("date > a.txt").paths[0]?.content).toBeUndefined();
  });

  test("a glob that cannot be matched names its folder and pattern", () => {
    const [effect] = effectsOf("rm -f /tmp/*.log").paths;
    expect([effect?.path, effect?.matching, effect?.exists]).toEqual(["/tmp", "*.log", null]);
  });

  test("what find finds is a pattern below its folder", () => {
    const effect = effectsOf("find src -name '*.ts' -exec sed -i s/a/b/ {} +").paths.find((each) => each.access === "write");
    expect([effect?.path, effect?.matching, effect?.recursive]).toEqual([`${PROJECT}/src`, "*.ts", true]);
  });
});

describe("git", () => {
  const git = (command: string, scene: Scene = {}) => effectsOf(command, scene).git[0];

  test("branches, remote and force, whatever the spelling", () => {
    expect(git("git push origin main")).toMatchObject({ action: "push", remote: "origin", branches: ["main"], force: false });
    expect(git("git push")).toMatchObject({ branches: ["main"], force: false });
    expect(git("git push", { branch: "feature" })).toMatchObject({ branches: ["feature"] });
    expect(git("git push origin +HEAD:release")).toMatchObject({ branches: ["release"], force: true });
    expect(git("git push -u origin HEAD", { branch: "feature" })).toMatchObject({ branches: ["feature"] });
    for (const command of ["git push -f", "git push --force", "git push --force-with-lease", "git push --mirror", "git -C . push -f"])
      expect(git(command)?.force, command).toBe(true);
  });

  test("messages of -m, several -m and -F with a heredoc", () => {
    expect(git("git commit -m 'feat: x' -m body")?.message).toBe("feat: x\n\nbody");
    expect(git("git commit -am 'fix: y'")?.message).toBe("fix: y");
    expect(git("git commit -F - <<'EOF'\nfix: z\nEOF")?.message).toBe("fix: z\n");
    expect(git("git commit -m \"$(cat <<'EOF'\nfeat: a\nEOF\n)\"")?.message).toBe("feat: a");
    expect(git("git commit")?.message).toBeNull();
  });

  test("subcommands of two words, branches that are made", () => {
    expect(git("git stash drop")?.action).toBe("stash drop");
    expect(git("git checkout -b feature")?.branches).toEqual(["feature"]);
    expect(git("git --git-dir=.git --work-tree=. switch main")).toMatchObject({ action: "switch", branches: ["main"] });
  });
});

describe("what git shows of a file is read", () => {
  test.each([
    "git show HEAD:data/1.csv",
    "git show HEAD~2:./data/1.csv",
    "git show :0:data/1.csv",
    "git cat-file -p main:data/1.csv",
    "git show HEAD -- data/1.csv",
    "git diff data/1.csv",
    "git diff HEAD~1 HEAD -- data/1.csv",
    "git log -p -- data/1.csv",
    "git blame data/1.csv",
    "git grep -h x data/1.csv",
    "git archive HEAD data/1.csv",
    "git -c color.ui=never show HEAD:data/1.csv",
  ])("%s", (command) => {
    expect(paths(effectsOf(command))).toEqual(["read data/1.csv"]);
  });

  test.each([
    "git log --oneline -- data/1.csv",
    "git diff --stat data/1.csv",
    "git grep -l x -- data",
    "git grep a:data/1.csv",
    "git show HEAD",
  ])("only names, or no file: %s", (command) => {
    expect(paths(effectsOf(command))).toEqual([]);
  });
});

describe("packages and network", () => {
  const pack = (command: string) => effectsOf(command).packages[0];

  test.each([
    ["npm install lodash", { manager: "npm", action: "add", packages: ["lodash"] }],
    ["npm ci", { action: "install", packages: [] }],
    ["npm test", { action: "run", script: "test" }],
    ["npm run build -- --x", { action: "run", script: "build" }],
    ["pnpm add -D vitest", { manager: "pnpm", action: "add", dev: true }],
    ["yarn", { manager: "yarn", action: "install" }],
    ["yarn build", { action: "run", script: "build" }],
    ["pip install -r requirements.txt", { manager: "pip", action: "install" }],
    ["python3 -m pip install requests", { manager: "pip", action: "add", packages: ["requests"] }],
    ["uv add httpx", { manager: "uv", action: "add", packages: ["httpx"] }],
    ["cargo add serde", { manager: "cargo", action: "add", packages: ["serde"] }],
    ["npm i -g x", { action: "add", global: true }],
    ["npx vitest run", { manager: "npx", action: "exec", packages: ["vitest"] }],
    ["npm publish", { action: "publish" }],
  ])("%s", (command, expected) => {
    expect(pack(command)).toMatchObject(expected);
  });

  test("requests name their host and whether they send", () => {
    expect(effectsOf("curl -s https://api.example.com/x").network).toMatchObject([{ host: "api.example.com", sends: false }]);
    expect(effectsOf("curl -d @notes.txt https://api.example.com/x").network).toMatchObject([{ sends: true }]);
    expect(effectsOf("cat notes.txt > /dev/tcp/example.com/80").network).toMatchObject([{ host: "example.com", sends: true, raw: true }]);
  });
});

describe("limits", () => {
  test.each([
    ["200 nested substitutions", `echo ${"$(echo ".repeat(200)}${")".repeat(200)}`],
    ["5,000 commands", `${"true && ".repeat(5_000)}true`],
    ["a million words by braces", "echo {1..100}{1..100}{1..100}"],
    ["a function that calls itself", "f() { f; f; }; f"],
    ["nested loops", "for i in {1..200}; do for j in {1..200}; do for k in {1..200}; do echo $i$j$k; done; done; done"],
    ["a text of 100 kB", `echo ${"a".repeat(100_000)}`],
  ])("%s end as opaque", (_, command) => {
    expect(effectsOf(command).opaque.length).toBeGreaterThan(0);
  });

  test.each([
    ["NUL", "ls\0"],
    ["escape", "ls \u001b[2K"],
    ["no-break space", "rm\u00a0-rf data"],
    ["zero width", "r\u200bm -rf data"],
    ["right-to-left", "ls \u202e"],
    ["minus sign", "rm \u2212rf data"],
    ["full-width letters", "\uff52\uff4d -rf data"],
  ])("a %s outside quotes is opaque", (_, command) => {
    expect(effectsOf(command).opaque.length).toBeGreaterThan(0);
  });

  test("such characters are fine in quoted text", () => {
    for (const command of ["git commit -m 'naïve – “quotes” 🎉'", "echo 'a\u00a0b'", "cat <<'EOF'\nzero\u200bwidth\nEOF"])
      expect(effectsOf(command).opaque, command).toEqual([]);
  });

  test("whatever is put together from pieces of commands, the walk knows every kind of node it meets", () => {
    const piece = fc.constantFrom(
      "rm -rf data",
      "$(",
      "`",
      "'",
      '"',
      "<<EOF\n",
      "EOF\n",
      "{",
      "}",
      "(",
      ")",
      "|",
      "&&",
      "||",
      ";",
      "&",
      ">",
      "<",
      ">>",
      "[[",
      "]]",
      "$((",
      "))",
      "${x:-",
      "case x in",
      "esac",
      "for i in",
      "do",
      "done",
      "if",
      "then",
      "fi",
      "while",
      "function f",
      "~",
      "*",
      "[a",
      "!",
      "\\",
      "#",
      "$@",
      "${!x}",
      "${a[@]}",
      "{a,b}",
      "sed -i 's/",
      "awk '{",
      'python3 -c "',
      "node -e '",
      "xargs -I{}",
      "find . -exec",
      "git -c",
      "env -S",
      "eval",
      "trap",
      "alias x=",
      "sh -c",
      "curl -d @",
      "tar xf",
      "\n",
      "x=",
      "export ",
      "é",
      "dd of=",
      "ssh host",
      "psql -c '",
      "coproc",
      "select x in",
      "time",
      "until",
      "a[1]=",
      "<(",
      ">(",
      "<<<",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const { opaque } = effectsOf(pieces.join(" "));
        expect(opaque.filter((each) => each.why.includes("looked through"))).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  test("every program of a long ordinary chain is seen", () => {
    expect(names(effectsOf(Array.from({ length: 60 }, () => "true").join(" && ")))).toHaveLength(60);
  });
});

describe("what is kept of a script's text", () => {
  const script = (last: string) => `${"echo step && ls src\n".repeat(40)}${last}\n`;
  const verdict = (command: string, text: string) => {
    const world = { ...worldOf({ texts: { "/home/u/proj/src/run.sh": text } }), isCommitted: () => false };
    return analyse({ tool: "shell", command }, world).paths.some(({ access }) => access === "delete");
  };

  test("is kept by content: another text of the same file is read anew, and arguments do not matter", () => {
    expect(verdict("sh src/run.sh 1", script("true"))).toBe(false);
    expect(verdict("sh src/run.sh 2", script("rm -r data"))).toBe(true);
    expect(verdict("sh src/run.sh 3", script("rm -r data"))).toBe(true);
    expect(verdict("sh src/run.sh 4", script("true"))).toBe(false);
  });
});

test("what is kept of a long code does not depend on what it was given before", () => {
  const lines = Array.from({ length: 40 }, (_, n) => `print("step ${n}")`);
  const code = ["import sys", ...lines, '__import__(sys.argv[1]).remove("data/1.csv")'].join("\n");
  const world = { ...worldOf({ files: ["x.py", "data/1.csv"], texts: { "/home/u/proj/x.py": code } }), isCommitted: () => false };
  const deletes = (module: string) =>
    analyse({ tool: "shell", command: `python3 x.py ${module}` }, world).paths.some(({ access }) => access === "delete");
  expect(["json", "os", "json", "os"].map(deletes)).toEqual([false, true, false, true]);
});
