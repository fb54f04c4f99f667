import { execFileSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { documentAt, type Environment, judgePathKey, layoutOf } from "../../src/knowledge/index.ts";

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly input: unknown;
  readonly expect: string;
  readonly family: string;
}
type KeyWorld = Parameters<typeof judgePathKey>[1];
type KeyVerdict = ReturnType<typeof judgePathKey>;
type Disk = KeyWorld["disk"];
type Judge = (input: unknown, world: KeyWorld) => KeyVerdict;

/** A document's id is its path as locks and ledgers know it. */
const foldCase = (name: string): string => {
  const environment = { layout: layoutOf("agents", () => false), project: null } as unknown as Environment;
  return documentAt(environment, "home", name).id.slice("home:".length);
};

const ROWS = fs
  .readFileSync(new URL("../corpora/paths-and-urls.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Row)
  .filter((row) => row.kind === "delta-key");

const realDisk: Disk = {
  lstat(at) {
    const stat = fs.lstatSync(at, { throwIfNoEntry: false });
    if (stat === undefined) return null;
    if (stat.isSymbolicLink()) return "link";
    if (stat.isDirectory()) return "dir";
    if (!stat.isFile()) return "other";
    return stat.nlink > 1 ? "hardlinked" : "file";
  },
  realpath(at) {
    try {
      return fs.realpathSync.native(at);
    } catch {
      return null; // absent, dangling or looping: that is what null says
    }
  },
  list: (dir) => fs.readdirSync(dir),
};

const CORE = new Map(["SOUL.md", "USER.md", "MEMORY.md", "AGENTS.md"].map((name) => [name, name]));
CORE.set("SPIRIT.md", "SOUL.md");

let top = "";
let world: KeyWorld;
/** The mind's home is its own project: every spelling can then reach every file. */
let single: KeyWorld;
const sockets: net.Server[] = [];

async function furnish(root: string): Promise<void> {
  const at = (name: string) => path.join(root, name);
  fs.mkdirSync(at("knowledge/dir.md"), { recursive: true });
  fs.mkdirSync(at("last-word"));
  fs.mkdirSync(at(".git"));
  fs.writeFileSync(at(".git/notes.md"), "x");
  for (const name of ["MEMORY.md", "USER.md", "knowledge/facts.md", "knowledge/one.md"]) fs.writeFileSync(at(name), "x\n");
  fs.linkSync(at("knowledge/one.md"), at("knowledge/two.md"));
  execFileSync("mkfifo", [at("knowledge/fifo.md")]);
  const server = net.createServer();
  sockets.push(server);
  await new Promise<void>((done) => server.listen(at("knowledge/sock.md"), done));
  const link = (target: string, name: string) => fs.symlinkSync(target, at(name));
  link("/dev/zero", "knowledge/zero.md");
  link(path.join(top, "outside"), "linkdir");
  link(path.join(top, "outside/secret.md"), "knowledge/link-out.md");
  link("link-out.md", "knowledge/link-chain.md");
  link(path.join(top, "outside/not-yet.md"), "knowledge/dangling.md");
  link("loop.md", "knowledge/loop.md");
  link("facts.md", "knowledge/link-in.md");
  link("MEMORY.md", "MEMORY-link.md");
  link("knowledge", "inside");
  link(".git", "gitlink");
  link("last-word", "wordlink");
}

beforeAll(async () => {
  top = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "key-")));
  fs.mkdirSync(path.join(top, "outside"));
  fs.writeFileSync(path.join(top, "outside/secret.md"), "x");
  const folder = (name: string) => {
    fs.mkdirSync(path.join(top, name));
    return path.join(top, name);
  };
  const home = folder("home");
  const project = folder("project");
  const both = folder("both");
  for (const root of [home, project, both]) await furnish(root);
  fs.symlinkSync(project, path.join(top, "alias"));
  const layout = (name: string) => CORE.get(name) ?? null;
  world = { home, project, cwd: project, userHome: top, layout, disk: realDisk };
  single = { ...world, home: both, project: both, cwd: both };
});

afterAll(() => {
  for (const server of sockets) server.close();
  fs.rmSync(top, { recursive: true, force: true });
});

const accept = (root: "home" | "project", at: string) => expect.objectContaining({ kind: "accept", root, path: at });
const lockOf = (input: unknown, where: KeyWorld = world) => {
  const verdict = judgePathKey(input, where);
  return verdict.kind === "accept" ? verdict.lock : null;
};

function measure(judge: Judge, where: KeyWorld, rows: readonly Row[]) {
  const wronglyAccepted: string[] = [];
  const wronglyRefused: string[] = [];
  let good = 0;
  for (const row of rows) {
    const input = typeof row.input === "string" ? row.input.replace(/^\/ABS_ROOT/, where.home) : row.input;
    const { kind } = judge(input, where);
    if (row.expect === "reject" && kind === "accept") wronglyAccepted.push(row.id);
    if (row.expect !== "accept" && row.expect !== "normalize") continue;
    good++;
    if (kind === "reject") wronglyRefused.push(row.id);
  }
  return { wronglyAccepted, wronglyRefused, share: wronglyRefused.length / good };
}

/** Resolve and compare the beginning: what many programs do. */
const naive: Judge = (input, where) => {
  const full = path.resolve(where.cwd ?? "", String(input));
  const root = (["home", "project"] as const).find((tag) => full.startsWith(where[tag] ?? "\0"));
  return root === undefined ? { kind: "reject", why: "outside" } : { kind: "accept", root, path: full, lock: full };
};

describe("the corpus of keys", () => {
  it("LW-13 accepts no bad path and refuses at most one good path in twenty, with home and project apart", () => {
    expect(measure(judgePathKey, world, ROWS)).toMatchObject({ wronglyAccepted: [], wronglyRefused: [] });
  });

  it("LW-13 does so too where the home is its own project", () => {
    expect(measure(judgePathKey, single, ROWS)).toMatchObject({ wronglyAccepted: [], wronglyRefused: [] });
  });

  it("catches a judge that resolves and compares prefixes (negative control)", () => {
    const { wronglyAccepted } = measure(naive, world, ROWS);
    expect(wronglyAccepted).toEqual(expect.arrayContaining(["p038", "p099", "p115", "p116", "p117"]));
    expect(wronglyAccepted.length).toBeGreaterThan(20);
  });

  it("gives no two locks to keys that some disk takes for one file", () => {
    const locks = new Map<string, string>();
    for (const row of ROWS.filter((each) => each.family === "case")) {
      const lock = lockOf(row.input);
      if (lock === null) continue;
      const folded = foldCase(String(row.input));
      expect(locks.get(folded) ?? lock, row.id).toBe(lock);
      locks.set(folded, lock);
    }
    expect(lockOf("knowledge/straße.md")).toBe(lockOf("knowledge/STRASSE.md"));
    expect(lockOf("knowledge/\u212a.md")).toBe(lockOf("knowledge/k.md"));
  });
});

describe("what a key means", () => {
  test.each([
    ["MEMORY.md", "home", "MEMORY.md"],
    ["SPIRIT.md", "home", "SOUL.md"],
    ["MEMORY.md/.", "home", "MEMORY.md"],
    ["./MEMORY.md", "project", "MEMORY.md"],
    ["knowledge/../MEMORY.md", "project", "MEMORY.md"],
    ["knowledge//./facts.md", "project", "knowledge/facts.md"],
    ["knowledge/facts.md/", "project", "knowledge/facts.md"],
    ["knowledge/a/../facts.md", "project", "knowledge/facts.md"],
    ["knowledge/link-in.md", "project", "knowledge/facts.md"],
    ["inside/facts.md", "project", "knowledge/facts.md"],
    ["inside/new.md", "project", "knowledge/new.md"],
    ["MEMORY-link.md", "project", "MEMORY.md"],
    ["cafe\u0301.md", "project", "caf\u00e9.md"],
    ["~/.config/agents/daily/2026-11-15.md", "home", "daily/2026-11-15.md"],
    ["~/project/notes.md", "project", "notes.md"],
  ] as const)("LW-13 %s is the %s's %s", (key, root, at) => {
    expect(judgePathKey(key, world)).toEqual(accept(root, at));
  });

  it("X7 takes absolute paths of both roots, also by another name of the root", () => {
    expect(judgePathKey(`${world.home}/knowledge/facts.md`, world)).toEqual(accept("home", "knowledge/facts.md"));
    expect(judgePathKey(`${top}/alias/x.md`, { ...world, project: `${top}/alias`, cwd: null })).toEqual(accept("project", "x.md"));
    expect(judgePathKey(`${top}/project/x.md`, { ...world, project: `${top}/alias`, cwd: null })).toEqual(accept("project", "x.md"));
    expect(lockOf(`${top}/alias/x.md`, { ...world, project: `${top}/alias` })).toBe(lockOf("x.md"));
  });

  it("resolves relative keys in the working folder and lets none climb out of it", () => {
    const sub = { ...world, cwd: `${world.project}/knowledge` };
    expect(judgePathKey("x.md", sub)).toEqual(accept("project", "knowledge/x.md"));
    expect(judgePathKey("../x.md", sub).kind).toBe("reject");
    expect(judgePathKey("x.md", { ...world, cwd: `${top}/outside` }).kind).toBe("reject");
  });

  it("knows only the home outside of any project, and says so", () => {
    const alone = { ...world, project: null, cwd: null };
    expect(judgePathKey("USER.md", alone)).toEqual(accept("home", "USER.md"));
    expect(judgePathKey("notes.md", alone)).toEqual({ kind: "reject", why: expect.stringContaining("no project") });
  });

  it("leaves a home inside a project the home, with one lock for both spellings", () => {
    const nested = { ...world, project: top, cwd: top };
    expect(judgePathKey("home/USER.md", nested)).toEqual(accept("home", "USER.md"));
    expect(lockOf("home/USER.md", nested)).toBe(lockOf("USER.md", nested));
  });

  it("works before the home exists", () => {
    expect(judgePathKey("USER.md", { ...world, home: `${top}/later/agents` })).toEqual(accept("home", "USER.md"));
  });

  it("refuses Codicil's own folders in any case and behind any link", () => {
    for (const key of ["last-word/x.md", "Last-Word/staging/x.md", "staging/x.md", "wordlink/x.md"]) {
      expect(judgePathKey(`~/.config/agents/${key}`, world).kind, key).toBe("reject");
    }
    expect(judgePathKey("staging/x.md", world).kind).toBe("accept");
    expect(judgePathKey("state/trash/x.md", { ...world, own: [`${world.project}/state`] }).kind).toBe("reject");
  });
});

describe("twins on disk", () => {
  it("names the file that differs only in case", () => {
    expect(judgePathKey("./memory.md", world)).toEqual({ kind: "reject", why: expect.stringContaining('"MEMORY.md"') });
    expect(judgePathKey("Knowledge/new.md", world)).toEqual({ kind: "reject", why: expect.stringContaining('"knowledge"') });
    expect(judgePathKey("memory.md", world)).toEqual({ kind: "reject", why: expect.stringContaining("MEMORY.md") });
  });

  it("uses the spelling that an existing file has", () => {
    fs.writeFileSync(path.join(world.project ?? "", "re\u0301sume\u0301.md"), "x");
    expect(judgePathKey("r\u00e9sum\u00e9.md", world)).toEqual(accept("project", "re\u0301sume\u0301.md"));
    expect(lockOf("r\u00e9sum\u00e9.md")).toBe(lockOf("re\u0301sume\u0301.md"));
  });

  it("refuses both of two files that another disk could not tell apart", () => {
    const dir = path.join(world.project ?? "", "pair");
    fs.mkdirSync(dir);
    for (const name of ["A.md", "a.md", "u\u0308.md", "\u00fc.md"]) fs.writeFileSync(path.join(dir, name), "x");
    for (const name of ["A.md", "a.md", "\u00fc.md"]) expect(judgePathKey(`pair/${name}`, world).kind, name).toBe("reject");
  });

  it("refuses a name under which the disk shows a file that it lists under another", () => {
    const folding: Disk = {
      ...realDisk,
      lstat: (at) => realDisk.lstat(at.endsWith("/alias-of-facts.md") ? at.replace("alias-of-", "") : at),
    };
    expect(judgePathKey("knowledge/alias-of-facts.md", { ...world, disk: folding }).kind).toBe("reject");
  });
});

// Written in the manner of the corpus, for what its gaps may hold.
const long = (bytes: number) => `${"a".repeat(bytes - 3)}.md`;
const REFUSED: readonly unknown[] = [
  // leaving
  "..",
  ".",
  "/",
  "./",
  "../x.md",
  "../../x.md",
  "a/../../x.md",
  "..//x.md",
  "x/../../project/x.md",
  "/ABS_ROOT",
  "/ABS_ROOT/",
  "/ABS_ROOT/../x.md",
  "/ABS_ROOT/../home/MEMORY.md",
  "/ABS_ROOT/knowledge/../../x.md",
  "/tmp/../ABS_ROOT/x.md",
  "/etc/x.md",
  "/x.md",
  "///x.md",
  "//ABS_ROOT/x.md",
  "linkdir/../x.md",
  "MEMORY.md/../x.md",
  "MEMORY.md/..",
  "MEMORY.md/x.md",
  "~/.config/agents/../x.md",
  "~/.config/agents/../../.ssh/x.md",
  "~/../x.md",
  "~/outside/x.md",
  "~/.config/agentsevil/x.md",
  // encoded and imitated separators
  "%2e%2e/x.md",
  "%2e%2e%2fx.md",
  "..%5cx.md",
  "..%252fx.md",
  "%252e%252e/x.md",
  "..%c0%afx.md",
  "%c0%ae%c0%ae/x.md",
  "..%e0%80%afx.md",
  "..%u2215x.md",
  "x%00.md",
  "x%0a.md",
  "..\uff0fx.md",
  "..\uff3cx.md",
  "..\u29f8x.md",
  "..\ufe68x.md",
  "\u2024\u2024/x.md",
  "\u2025/x.md",
  "\u2026/x.md",
  "\uff0e\uff0e/x.md",
  "\u3002\u3002/x.md",
  "..\u00a5x.md",
  "..\\x.md",
  "a\\..\\x.md",
  "file:///etc/x.md",
  "file:x.md",
  // expansion
  "~",
  "~/x.md",
  "~root/x.md",
  "~-/x.md",
  "~1/x.md",
  "${HOME}/x.md",
  "$HOME.md",
  "$x.md",
  "$$.md",
  "`id`.md",
  "%TEMP%/x.md",
  "*.md",
  "**/x.md",
  "a{1..3}.md",
  "x|y.md",
  "<x.md",
  ">x.md",
  // other programs' places
  ".Git/x.md",
  ".git/x.md",
  ".gi\u200ct/x.md",
  ".git\u00a0/x.md",
  ".git::$INDEX_ALLOCATION/x.md",
  "GIT~1/x.md",
  "CLAUDE~1/x.md",
  "MEMORY~1.MD",
  "memory~1.md",
  ".claude/CLAUDE.md",
  ".claude/agents/x.md",
  ".cursor/rules/x.md",
  ".codex/AGENTS.md",
  ".gemini/GEMINI.md",
  ".opencode/agent/x.md",
  ".windsurf/x.md",
  ".vscode/x.md",
  ".github/copilot-instructions.md",
  ".ssh/x.md",
  ".config/x.md",
  ".policy/x.md",
  ".codicil/x.md",
  "knowledge/.hidden/x.md",
  ".../x.md",
  ".AGENTS/x.md",
  ".npmrc",
  ".gitattributes",
  ".gitmodules",
  ".env.local",
  ".env.md",
  ".ENV.md",
  ".\uff45nv.md",
  ".claude.md",
  ".cursorrules.md",
  ".codicil-notes.md",
  ".gitignore.md",
  ".agents.md",
  "._x.md",
  "tsconfig.json",
  "config.yaml",
  "last-word/config.yaml",
  "last-word/x.md",
  ".agents/AGENTS.md.yaml",
  ".agents/compiled.json",
  "gitlink/notes.md",
  ".bashrc",
  "Makefile",
  "index.html",
  // the ending
  "MEMORY",
  "MEMORY.MD",
  "x.Md",
  "x.mdx",
  "x.markdown",
  "x.md.bak",
  "x.md~",
  ".md",
  "knowledge",
  "knowledge/",
  "xmd",
  // Windows
  "CON.md",
  "con",
  "prn.md",
  "AUX.md",
  "aux/x.md",
  "nul.md",
  "NUL .md",
  "nul.tar.md",
  "CLOCK$.md",
  "CONIN$.md",
  "conout$.md",
  "COM0.md",
  "com9.md",
  "LPT1.md",
  "lpt\u00b2.md",
  "COM\u00b3/x.md",
  "\uff23\uff2f\uff2e.md",
  "C:\\x.md",
  "c:/Users/x.md",
  "\\\\?\\C:\\x.md",
  "\\\\server\\share\\x.md",
  "//./pipe/x.md",
  "x.md:stream",
  "x:y.md",
  "MEMORY.md ",
  "MEMORY.md. ",
  "dir./x.md",
  "dir /x.md",
  " x.md",
  "a*b.md",
  // names
  "a\tb.md",
  "a\u0007b.md",
  "a\u001b[31mb.md",
  "a\u007fb.md",
  "a\u0085b.md",
  "a\u2029b.md",
  "a\u202db.md",
  "a\u2066b.md",
  "a\u200db.md",
  "a\u2060b.md",
  "a\ufeffb.md",
  "a\u00adb.md",
  "a\u034fb.md",
  "a\u3164b.md",
  "a\u2800b.md",
  "a\u00a0b.md",
  "a\ufe0fb.md",
  "a\u{e0041}b.md",
  "\ufffd.md",
  "\ud800.md",
  "\ue000.md",
  " ",
  "\n",
  "-x.md",
  "--output=x.md",
  "./-x.md",
  long(256),
  "\u00e9".repeat(127) + ".md",
  `${"a/".repeat(600)}x.md`,
  `${"a/".repeat(32)}x.md`,
  `${"abcdefghi/".repeat(31)}${long(250)}`.repeat(4),
  // types
  null,
  undefined,
  0,
  1,
  true,
  [],
  ["MEMORY.md"],
  {},
  { path: "MEMORY.md" },
  { toString: () => "MEMORY.md" },
  Symbol("MEMORY.md"),
  10n,
  "undefined",
  "true",
  "0",
  "NaN",
  "[object Object]",
  '{"path":"MEMORY.md"}',
  "__proto__",
  "__proto__.md",
  "__proto__/x.md",
  "constructor/x.md",
  "prototype",
  "hasOwnProperty",
  "valueOf/x.md",
  // things on disk
  "knowledge/fifo.md",
  "knowledge/sock.md",
  "knowledge/zero.md",
  "knowledge/dir.md",
  "knowledge/two.md",
  "knowledge/one.md",
  "knowledge/link-out.md",
  "knowledge/link-chain.md",
  "knowledge/dangling.md",
  "knowledge/loop.md",
  "knowledge/loop.md/x.md",
  "linkdir/secret.md",
  "/dev/stdin",
  "/dev/fd/0",
  "/proc/self/environ",
  "/proc/self/cwd/x.md",
  "/sys/x.md",
  "/run/x.md",
];
const TAKEN: readonly string[] = [
  "SOUL.md",
  "USER.md",
  "AGENTS.md",
  "knowledge/facts.md",
  "daily/2026-11-15.md",
  "memory-bank/MEMORY.md",
  "memory-bank/details/api.md",
  ".agents/AGENTS.md",
  "CLAUDE.md",
  "docs/.agents/AGENTS.md",
  "knowledge/a b.md",
  "knowledge/日本語.md",
  "knowledge/会议：总结？.md",
  "knowledge/naïve café.md",
  "knowledge/Привет.md",
  "knowledge/🎉.md",
  "knowledge/❤️.md",
  "knowledge/x & y.md",
  "knowledge/(draft), v2.md",
  "knowledge/#1.md",
  "knowledge/@me.md",
  "knowledge/a+b=c!.md",
  "knowledge/100%.md",
  "knowledge/a%20b.md",
  "knowledge/5$.md",
  "knowledge/{x}.md",
  "knowledge/^x;y.md",
  "knowledge/-x.md",
  "knowledge/.notes.md",
  "..notes.md",
  "...md",
  "~draft.md",
  "draft~.md",
  "knowledge/wait….md",
  "knowledge/½.md",
  "knowledge/ノート.md",
  "null.md",
  "constructor.md",
  "console.md",
  "community.md",
  "auxiliary/x.md",
  "COM10.md",
  "knowledge/.md.md",
  "git/x.md",
  "prototype/x.md",
  long(255),
  `${"a/".repeat(31)}x.md`,
  "/ABS_ROOT/x/../MEMORY.md",
  "/ABS_ROOT//MEMORY.md",
  "~/.config/agents/MEMORY.md",
  "./x.md",
  "././x.md",
  "x.md/./",
  "a/b/../../x.md",
  "new/folder/x.md",
];

describe("keys that the corpus does not have", () => {
  const place = (input: unknown) => (typeof input === "string" ? input.replaceAll("/ABS_ROOT", world.home) : input);

  it(`LW-12 refuses each of ${REFUSED.length} bad paths, with a reason that is safe to print`, () => {
    const accepted = REFUSED.filter((input) => judgePathKey(place(input), world).kind === "accept");
    expect(accepted).toEqual([]);
    for (const input of REFUSED) {
      const verdict = judgePathKey(place(input), world);
      if (verdict.kind === "reject") expect(verdict.why).toMatch(/^[^\p{C}]{8,300}$/u);
    }
  });

  it(`LW-13 accepts each of ${TAKEN.length} good paths`, () => {
    const refused = TAKEN.map((input) => [input, judgePathKey(place(input), world)] as const).filter(
      ([, verdict]) => verdict.kind === "reject",
    );
    expect(refused).toEqual([]);
  });
});

describe("for every input", () => {
  const fragment = fc.constantFrom(
    "..",
    ".",
    "/",
    "//",
    "~",
    "~/",
    "~/.config/agents/",
    "a",
    "x.md",
    "MEMORY.md",
    "memory.md",
    "knowledge",
    "KNOWLEDGE",
    "inside",
    "linkdir",
    "link-in.md",
    "loop.md",
    ".git",
    ".agents",
    "\\",
    "%2f",
    "\u0301",
    "e",
    "ß",
    "SS",
    "İ",
    "ı",
    "Σ",
    "\u0000",
    "\u202e",
    ".md",
    " ",
    "-",
    "…",
    "last-word",
    "con",
  );
  const key = fc.oneof(
    fc.array(fragment, { maxLength: 8 }).map((all) => all.join("")),
    fc.array(fragment, { maxLength: 6 }).map((all) => `${all.join("/")}/x.md`),
    fc.string({ unit: "binary" }),
  );

  it("answers and never throws", () => {
    fc.assert(
      fc.property(fc.oneof(key, fc.anything()), (input) => ["accept", "reject"].includes(judgePathKey(input, world).kind)),
      { numRuns: 1500 },
    );
  });

  it("P6 an accepted path has no .. and is below its root on the disk, and is accepted again with the same lock", () => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.constantFrom(world, single), key, (where, input) => {
        const verdict = judgePathKey(input, where);
        if (verdict.kind === "reject") return;
        accepted++;
        const root = where[verdict.root] ?? "";
        expect(verdict.path.split("/")).not.toContain("..");
        const full = path.join(root, verdict.path);
        const existing = fs.existsSync(full) ? full : path.dirname(full);
        if (fs.existsSync(existing)) expect(`${fs.realpathSync(existing)}/`.startsWith(`${root}/`)).toBe(true);
        expect(judgePathKey(full, where)).toEqual(verdict);
      }),
      { numRuns: 3000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });

  it("folding is stable and blind to case and normal form", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const folded = foldCase(text);
        expect(foldCase(folded)).toBe(folded);
        expect(foldCase(text.normalize("NFD"))).toBe(folded);
        expect(foldCase(text.toUpperCase())).toBe(folded);
        expect(foldCase(text.toLowerCase())).toBe(folded);
      }),
      { numRuns: 3000 },
    );
  });
});
