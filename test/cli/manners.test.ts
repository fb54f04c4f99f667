// The terminal's manners: what was probably meant, help for people first, short ids, a second serve, completion.

import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { leftInEnglish } from "./inChinese.ts";
import { hasTerminal, makeWarmWorld as makeWorld, plan, PROGRAM, type World } from "../kit.ts";
import { ANSWERS, COMMANDS, GLOBAL_OPTIONS } from "../../src/cli/index.ts";

/** A wrong command line and what it is answered with. */
const WRONG: ReadonlyArray<readonly [line: string, ...meant: string[]]> = [
  ["statsu", "codicil status"],
  ["reveiw", "codicil review"],
  ["undoo", "codicil undo"],
  ["instal claude", "codicil install"],
  ["doctr", "codicil doctor"],
  ["memry add", "codicil memory add"],
  ["memory ad", "codicil memory add"],
  ["memory append", "codicil memory "],
  ["sesion list", "codicil session list"],
  ["session lst", "codicil session list"],
  ["policy raport", "codicil policy report"],
  ["policy chek", "codicil policy check"],
  ["search tea", "codicil recall"],
  ["history", "codicil log"],
  ["remember", "codicil memory add"],
  ["approve e_1", "codicil accept"],
  ["ls", "codicil docs"],
  ["trash lsit", "codicil trash list"],
  ["apply --dryrun", "--dry-run"],
  ["serve --prot 4000", "--port"],
  ["session list --jsn", "--json"],
  ["prompt dif", "codicil prompt diff"],
  ["log -n -1", '-n is "-1"'],
  ["--verison", "Did you mean --version?"],
  ["hlep", "codicil help"],
  ["install cluade", "Did you mean claude?"],
  ["serve -p 4000", "Did you mean codicil serve --port 4000?"],
  ["serve --port", "--port needs a value"],
  ["status --json=yes", "--json takes no value"],
  ["undo lsat", "Did you mean codicil undo last?"],
  ["undo previous", "Did you mean codicil undo last?"],
  ["policy explain lats", "Did you mean codicil policy explain last?"],
  ["chat last", "Did you mean codicil chat --session last?"],
  ["docs USER.md", "codicil show USER.md"],
  ["rules explain AGENTS.md:3", "codicil policy explain AGENTS.md:3"],
  ["restore mind.tar.gz --yes", "Did you mean codicil restore mind.tar.gz?"],
  ["list sessions", "codicil session list"],
  ["sessions show last", "codicil session show"],
  ["proposal accept", "codicil accept", "codicil review"],
  ["policies report", "codicil policy report"],
  ["remeber tea", "codicil memory add"],
  ["rollback", "codicil undo"],
  ["安装 claude", "codicil install"],
  ["撤销", "codicil undo"],
  ["install claude-code", "Did you mean claude?"],
  ["log --tail 5", "Did you mean codicil log -n 5?"],
  ["recall tea --max 3", "Did you mean codicil recall tea -k 3?"],
  // Words that every JavaScript object answers to.
  ["constructor", "codicil help --all lists the commands."],
  ["status constructor", "codicil status"],
  ["doctor --fix-all", "Did you mean --fix?"],
  ["demo --weeks 2", "It has --port, --no-page."],
  ["show MEMROY.md", "Did you mean MEMORY.md?"],
  ["log MEMORY", "Did you mean MEMORY.md?"],
  ["review list", "Did you mean codicil review --list?"],
  ["doctor fix", "Did you mean codicil doctor --fix?"],
  ["install claudecode", "Did you mean claude?"],
  ["trash undelete", "codicil trash restore"],
  ["trash frobnicate", "One of trash put, trash keep, trash list, trash restore"],
  ["查看规则", "codicil policy report"],
  // Things in the plural, what is to be kept word for word, files in place of a tool's name.
  ["notes", "codicil memory read"],
  ["sessions --last", "codicil session show last"],
  ["remember that I like tea", 'codicil memory add "I like tea"'],
  ["remember tests run on vitest", 'codicil memory add "tests run on vitest"'],
  ["forget about tea", "Did you mean codicil forget tea?"],
  ["install --all", "One host at a time."],
  // Our own name, names of two words, glued and shortened ones.
  ["codicill", "codicil overview"],
  ["codcil status", "Did you mean codicil status?"],
  ["install gemini cli", "Did you mean codicil install gemini?"],
  ["addMemory tea", "codicil memory add tea"],
  ["pol rep", "Did you mean codicil policy report?"],
  ["sesion ls", "codicil session list"],
  ["show-config", "Settings are in"],
  // What is done with a file, and what with its rules.
  ["cat AGENTS.md", "codicil show AGENTS.md"],
  ["logs AGENTS.md", "codicil log AGENTS.md"],
  ["rules show AGENTS.md", "codicil policy report AGENTS.md"],
  ["enforce AGENTS.md:3", "codicil policy confirm AGENTS.md:3"],
  // Numbers, ends of ids, durations, counts.
  ["log 20", "Did you mean codicil log --limit 20?"],
  ["log --last 5", "Did you mean codicil log -n 5?"],
  ["revert 7c1e", "Did you mean codicil undo 7c1e?"],
  ["continue 7c1e", "codicil chat --session 7c1e"],
  ["unlock 2 hours", "Did you mean codicil unlock 2h?"],
  ["undo -n 3", "One at a time."],
  ["apply -n", "codicil apply --dry-run"],
  // Questions, and what a call has for options.
  ["which queue does the billing job read", 'codicil recall "which queue does the billing job read"'],
  ["check -- docker push --all-tags", "codicil policy check -- docker push --all-tags"],
  ["search database", "codicil recall database"],
  ["man undo", "Did you mean codicil help undo?"],
  ["帮助", "codicil help"],
  ["restore src/app.ts", "codicil trash list"],
  ["restore mind.tar.gz --force", "codicil restore mind.tar.gz --over"],
  ["review --yes", "codicil accept last"],
  ["import t.jsonl", "codicil session import claude t.jsonl"],
  // Verbs of other programs, alone and with a thing.
  ["commit -m tea", "codicil apply"],
  ["pull", "codicil sync"],
  ["rm USER.md", "codicil memory remove", "codicil edit USER.md"],
  ["config set model gpt", "last-word/config.yaml"],
  ["update", "npm install -g codicil"],
  ["policy list", "codicil policy report"],
  ["session rm last", "codicil session hide"],
  ["list-sessions", "codicil session list"],
  ["session last", "codicil session show"],
  ["install", "HOST is claude, codex,"],
  // Dashes that are missing, slips behind a thing or of several letters, rules typed as commands.
  ["policy report json", "codicil policy report --json"],
  ["policy confirm AGENTS.md:3 as ask", "codicil policy confirm AGENTS.md:3 --as ask"],
  ["memory serach tea", "codicil recall"],
  ["rember we use pnpm", "codicil memory add"],
  ["stop claude from pushing to main", "Rules are lines of AGENTS.md", "codicil policy report"],
  ["stop claude", "codicil uninstall"],
  ["can claude delete files", "codicil policy check"],
  ["cd projects", "codicil overview"],
  ["curl localhost:4777", "codicil serve"],
  // Habits of other programs behind a command that needs nothing, units, hosts as options, calls in place of options.
  ["review --all --yes", "Did you mean codicil review?"],
  ["log --all", "Did you mean codicil log --limit 0?"],
  ["policy backtest --days 7", "Did you mean codicil policy backtest --since 7d?"],
  ["install --codex", "Did you mean codicil install codex?"],
  ["install claude --dryrun", "Did you mean codicil install claude --diff?"],
  ["policy test rm -rf build", "Did you mean codicil policy check -- rm -rf build?"],
  ["doctor --repair", "Did you mean --fix?"],
  ["heartbeat --every 1h", "Did you mean codicil heartbeat?"],
  // What cannot be done with a thing, what runs until it is stopped, several where one is taken.
  ["token reset", "codicil token"],
  ["serve stop", "Ctrl+C in its terminal stops it."],
  ["prompt show", "Did you mean codicil prompt?"],
  ["accept 1 2", "codicil accept 1, then codicil accept 2."],
  ["trash rm a.txt", "codicil trash put a.txt"],
  ["delete last", "codicil undo last"],
  ["switch work", "Add --home FOLDER"],
  ["create mind", "codicil init"],
  ["st", "codicil status"],
  ["policy explain 12", "by FILE:LINE"],
  // Questions are about the person, not about the words that they contain.
  ["我用什么数据库？", "codicil recall 我用什么数据库"],
  ["what do I use", 'codicil recall "what do I use"'],
  ["恢复 备份", "codicil restore"],
  ["forget tea", "codicil edit MEMORY.md"],
  ["mcp --port 4000", "codicil mcp --http --port 4000"],
  // Options of other programs: what Codicil has for them, with their values, and without those that it has nothing for.
  ["log --oneline -5", "Did you mean codicil log -n 5?"],
  ["install -g codex", "Did you mean codicil install codex?"],
  ["get rules -o json", "codicil policy report --json"],
  ["review 2 --approve", "Did you mean codicil accept 2?"],
  ["review approve 1", "codicil accept 1"],
  ["rm -rf dist", "codicil trash put dist", "codicil forget dist"],
  ["remote add origin git@example.com:ada/mind.git", "codicil sync --with git@example.com:ada/mind.git"],
  ["inspect 3", "codicil session show 3", "codicil policy explain 3"],
  // An argument that is another command's matter.
  ["show rules", "codicil policy report"],
  ["undo HEAD~1", "codicil undo last"],
  ["restore MEMORY.md", "codicil undo", "codicil trash restore"],
  ["serve stop", "Ctrl+C"],
  // A missing argument: an example, and where the names are.
  ["install", "For example: codicil install claude."],
  ["session show", "codicil session list shows what there is."],
  ["forget my phone number", 'codicil forget "my phone number"'],
  // Options of other programs.
  ["log -5", "Did you mean codicil log -n 5?"],
  ["doctor --output json", "Did you mean codicil doctor --json?"],
  ["status --verbose", "Did you mean codicil status?"],
  // Speech.
  ["how do i undo", "codicil undo"],
  ["remeber that we use pnpm", "codicil memory add"],
  ["why was my command blocked", "codicil policy explain"],
  ["删除 记忆", "codicil memory remove", "codicil forget"],
  ["清空回收站", "codicil trash empty"],
  ["导入 聊天记录", "codicil session import"],
  // Options in place of a command, and lines of a chat.
  ["--resume", "codicil chat --session last"],
  ["-c", "codicil chat --session last"],
  ["--mcp", "codicil mcp"],
  ["--init", "codicil init"],
  ["/compact", "commands of codicil chat"],
  ["-p which colour was the gateway", 'codicil recall "which colour was the gateway"', "codicil chat"],
  // An option for what is an argument, and what other programs call an option.
  ["install --host claude", "Did you mean codicil install claude?"],
  ["recall -q tea", "Did you mean codicil recall tea?"],
  ["undo --last", "codicil undo last"],
  ["chat --continue", "Did you mean codicil chat --session last?"],
  ["memory add -m tea", "Did you mean codicil memory add --content tea?"],
  // More words than the command takes.
  ["serve 8080", "codicil serve --port 8080"],
  ["policy confirm AGENTS.md 3", "codicil policy confirm AGENTS.md:3"],
  ["policy confirm AGENTS.md:3 ask", "codicil policy confirm AGENTS.md:3 --as ask"],
  ["policy confirm AGENTS.md:3 --as block", "--as enforce"],
  ["policy dismiss 4", "codicil policy dismiss AGENTS.md:4"],
  ["blame MEMORY.md 3", "codicil explain MEMORY.md:3"],
  ["memory add we use pnpm", 'codicil memory add "we use pnpm"'],
  ["mcp start", "Did you mean codicil mcp?"],
  ["mcp list", "codicil overview"],
  ["backup restore mind.tar.gz", "codicil restore"],
  ["install claude codex", "codicil install claude, then codicil install codex"],
  ["allow git push", "codicil allow lists the newest refused calls.", "codicil policy dismiss"],
  ["init myplace", "Did you mean codicil init?"],
  ["import claude-code", "codicil import claude"],
  ["inspect last", "codicil session show last"],
  // A verb where the name of a new file would be.
  ["backup list", "codicil backup ./list makes a file or folder of that name."],
  ["demo start", "Did you mean codicil demo?"],
  // With what was typed.
  ["disconnect codex", "codicil uninstall codex?"],
  ["link gemini-cli", "codicil install gemini?"],
  ["memory search stripe", "codicil recall stripe?"],
  ["remember that we use pnpm", 'codicil memory add "we use pnpm"?'],
  ["history MEMORY.md", "codicil log MEMORY.md"],
  ["test git push", "codicil policy check -- git push"],
  ["ignore AGENTS.md:3", "codicil policy dismiss AGENTS.md:3?"],
  ["pause 10m", "codicil unlock 10m"],
  ["completions zsh", "codicil completion zsh?"],
  ["sess show 1", "codicil session show 1"],
  // By class: un-, a number that is denied, asking whether and asking what, a list of what is a list.
  ["untrash foo.txt", "codicil trash restore?"],
  ["deny 2", "codicil reject 2"],
  ["session open 3", "codicil session show 3"],
  ["fork", "codicil session branch"],
  ["can-i git push", "codicil policy check -- git push"],
  ["ask what did we decide", "codicil recall"],
  ["recover notes.md", "codicil trash restore"],
  ["docs list", "Did you mean codicil docs?"],
  ["token show", "Did you mean codicil token?"],
  ["recall --top-k 3", "Did you mean codicil recall -k 3?"],
  ["cron", "codicil heartbeat"],
  ["policy test git push", "codicil policy check -- git push?"],
  ["export bundle create", "codicil export bundle ./mind"],
  // The id that was typed, and the archive.
  ["revert c_45084e", "Did you mean codicil undo c_45084e?"],
  ["备份 mind.tar.gz", "codicil backup mind.tar.gz"],
  // What only shows is not answered with what acts.
  ["install codex --dry-run", "Did you mean codicil install codex --diff?"],
  ["flush --dry-run", "There is no trial run of flush"],
  ["log --oneline", "Did you mean codicil log?"],
  ["policy check git push --force", "Did you mean codicil policy check -- git push --force?"],
  ["whoami", "codicil overview"],
  ["log --author ada", "It has --limit. codicil log --help"],
  ["cat SOUL", "codicil show SOUL.md"],
  ["session --list", "codicil session list"],
  ["daemon stop", "Ctrl+C in its terminal stops it."],
  ["blame MEMORY.md:3", "Did you mean codicil explain MEMORY.md:3?"],
  ["forget --all", "Did you mean codicil forget TEXT|ENTRY?"],
  ["trash empty --yes", "trash empty --help"],
  ["回忆 端口", "codicil recall 端口"],
];

/** What is said of a file is all that is said of it. */
const AS_IT_IS: ReadonlyArray<readonly [string, RegExp]> = [
  ["validate notes.yaml", /codicil status lists them\.\n$/],
  ["where nowhere/notes.py", /Give a path in an existing folder\.\n$/],
  ["config show", /BAD_USAGE there is no command "config show"\n {2}Settings/],
];

function noted(world: World, ...texts: string[]): string[] {
  return texts
    .map((text) =>
      world
        .run(["memory", "add", "--section", "Notes", "--content", `- ${text}`, "--json"])
        .json<{ receipt?: { undo: string }; undo?: string }>(),
    )
    .map((said) => said.undo ?? said.receipt?.undo ?? "");
}

/** What is behind the first line of an error: what was probably meant. */
const hintOf = (err: string) =>
  err
    .split("\n")
    .slice(1)
    .join("\n")
    .replaceAll(/"[^"]*"/g, "·");

describe("a wrong command line", () => {
  it.each(WRONG)("codicil %s: is answered with %s, exit 3", (line, ...meant) => {
    const ran = makeWorld().run(line.split(" "));
    expect([ran.code, ran.out]).toEqual([3, ""]);
    for (const each of meant) expect(ran.err).toContain(each);
  });

  it.each(AS_IT_IS)("codicil %s: no other command is suggested", (line, said) => {
    expect(makeWorld().run(line.split(" ")).err).toMatch(said);
  });

  it("the name of a family alone shows what the family has", () => {
    const world = makeWorld();
    noted(world, "likes tea");
    for (const [family, command] of [
      ["trash", "trash list"],
      ["session", "session list"],
      ["memory", "memory read"],
      ["policy", "policy report"],
    ] as const)
      expect(world.run([family])).toMatchObject({ code: 0, out: world.run(command.split(" ")).out });
    expect(world.run(["export"]).err).toContain("One of export bundle, export okf.");
  });

  it.each(["show", "blame"])("codicil %s MEMROY.md names the document that was probably meant", (command) => {
    const world = makeWorld();
    noted(world, "likes tea");
    expect(world.run([command, "MEMROY.md"]).err).toContain("Did you mean MEMORY.md?");
    world.run(["chat", "--model", "offline"], { input: "remember that tea is at four\n" });
    const [today = ""] = world.names("home/daily").filter((name) => /^\d/.test(name));
    for (const name of [today, `daily/${today}`])
      expect(world.run([command, name]).err).toContain(`Did you mean ~/.config/agents/daily/${today}?`);
    expect(world.run([command, "something-else.md"]).err).not.toContain("Did you mean");
  });

  it("a backup may have a verb's name behind ./, and the name of a thing without; a mind without files has none", () => {
    const world = makeWorld();
    expect(world.run(["backup", "./list"]).err).toContain("nothing to back up");
    noted(world, "likes tea");
    expect(world.run(["backup", "."]).err).toContain("codicil backup mind.tar.gz");
    expect([world.run(["backup", "./list"]).code, world.run(["backup", "notes"]).code]).toEqual([0, 0]);
  });

  it("what a shell reads as something else is not put into a command to copy", () => {
    const typed = (text: string) => makeWorld().run(["search", text]).err;
    for (const text of ["it's", "$(date)", "`date`", 'say "so"', "a\nb", "a; date", "tea > x"])
      expect(typed(text)).toContain("For example: codicil recall");
    expect(typed("green tea")).toContain('codicil recall "green tea"?');
    const behind = (text: string) => makeWorld().run(["policy", "confirm", text, "ask"]).err;
    for (const text of ["$(date)", "a; date"]) expect(behind(text)).not.toContain("--as ask");
  });

  it("a person who reads Chinese is answered in Chinese", () => {
    const world = makeWorld();
    const env = { LANG: "zh_CN.UTF-8" };
    const left = WRONG.filter(([line]) => leftInEnglish(hintOf(world.run(line.split(" "), { env }).err)).length > 0);
    expect(left.map(([line]) => line)).toEqual([]);
    expect(leftInEnglish(hintOf(world.run(["statsu"]).err))).toHaveLength(1);
  });

  it("a word that the help of an option only happens to have is not its value", () => {
    expect(makeWorld().run(["policy", "confirm", "AGENTS.md:3", "default"]).err).not.toContain("--as default");
    expect(makeWorld().run(["policy", "log", "most"]).err).not.toContain("--limit most");
  });

  it("an empty text is not remembered", () => {
    const world = makeWorld();
    const before = world.run(["memory", "read"]).out;
    for (const words of ["", "  "]) expect(world.run(["memory", "add", words])).toMatchObject({ code: 3, out: "" });
    expect(world.run(["memory", "read"]).out).toBe(before);
  });

  it("negative control: what is like nothing is not guessed at", () => {
    expect(makeWorld().run(["frobn"]).err).not.toContain("Did you mean");
    expect(makeWorld().run(["serve", "--xylophone"]).err).not.toContain("Did you mean");
    const ran = makeWorld().run(["xylophone"]);
    expect([ran.code, ran.err]).toEqual([3, expect.not.stringContaining("Did you mean")]);
    expect(ran.err).toContain("help --all");
  });
});

describe("23: the first commands of a new person", () => {
  it("init names the next step on stderr; under --json it says nothing", () => {
    const world = makeWorld();
    const ran = world.run(["init", "--yes"]);
    expect([ran.code, ran.err]).toEqual([0, expect.stringContaining("next: codicil install HOST")]);
    expect(ran.out).not.toContain("next");
    expect(world.run(["init", "--yes", "--json"]).err).toBe("");
  });

  it("a decision without a terminal names a line that is not there; on one that is, it needs a person", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", "- Never push to main.\n");
    for (const act of ["dismiss", "confirm"]) {
      expect(world.run(["policy", act, "AGENTS.md:44"]).err).toContain("there is no instruction at line 44 of AGENTS.md");
      expect(world.run(["policy", act, "AGENTS.md:1"]).err).toContain("NEEDS_PERSON");
    }
    expect(world.run(["log", "--json"]).json()).toEqual([]);
  });

  it("policy report exits 1 where an instruction file cannot be read, and 0 where all can", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", Buffer.from([0xff, 0xfe, 0x00, 0x80]));
    const ran = world.run(["policy", "report"]);
    expect([ran.code, ran.out]).toEqual([1, expect.stringContaining("None of its rules is enforced")]);
    expect(world.run(["policy", "report", "--json"]).code).toBe(1);
    world.write("project/AGENTS.md", "Never run `git push --force`.\n");
    expect(world.run(["policy", "report"]).code).toBe(0);
  });

  it("policy report is whole in a pipe", () => {
    const world = makeWorld();
    const folder = "a-folder-with-a-long-name/and-another-one-below-it/and-a-third-one-below-that";
    world.write("project/AGENTS.md", `- Never edit files in \`${folder}/\`.\n`);
    const { out } = world.run(["policy", "report"]);
    expect(out).toContain(`denies changes to \`${folder}/\``);
    expect(out).not.toContain("…");
  });
});

describe("the words of a wrong command line", () => {
  const names = new Set([...COMMANDS.map(({ name }) => name), "help"]);
  /** Options and arguments behind the name are the answer's own. */
  const isCommand = (answer: string) => /^--version$/.test(answer) || [...names].some((name) => `${answer} `.startsWith(`${name} `));
  const isSentence = (answer: string) => /^(?:[A-Z]|npm |codicil ).*\.$/.test(answer);

  /** False: there is such a command, and it takes no such word. */
  const isPossible = (said: string): boolean => {
    const row = COMMANDS.filter(({ name }) => `${said} `.startsWith(`${name} `)).at(-1);
    const rest = said.slice(row?.name.length).trim().split(" ");
    const known = { ...row?.options, ...GLOBAL_OPTIONS };
    return (
      row === undefined ||
      (!(/^[A-Z]{2}/.test(rest[0] ?? "") && row.arguments === undefined) &&
        rest.every((word) => !/^--\w/.test(word) || Object.hasOwn(known, word.slice(2))))
    );
  };

  it("each answer is a command that there is, or a sentence", () => {
    const answers = ANSWERS.map(({ text }) => text);
    expect(answers.filter((answer) => !isCommand(answer) && !isSentence(answer))).toEqual([]);
    expect(isCommand("session frob") || isSentence("session frob")).toBe(false);
  });

  it("no message names an argument or an option that its command does not have", () => {
    const wrong: string[] = [];
    for (const file of readdirSync("src", { recursive: true, encoding: "utf8" }).filter((each) => each.endsWith(".ts")))
      for (const [, said = ""] of readFileSync(`src/${file}`, "utf8")
        .replace(/^ *\/[/*].*$/gm, "")
        .matchAll(/(?<![./\w-])codicil ([a-z]+(?: [^\s"'`,.;:)]+){0,3})/g))
        if (!isPossible(said)) wrong.push(`${file}: ${said}`);
    expect(wrong).toEqual([]);
    // Negative control.
    expect([isPossible("memory remove TEXT only"), isPossible("undo --now"), isPossible("undo ID")]).toEqual([false, false, true]);
  });

  it("each example is a line of its command, with options that it has", () => {
    const wrong = COMMANDS.filter(
      ({ name, example, options = {} }) =>
        example !== undefined &&
        (!`${example} `.startsWith(`${name} `) ||
          [...(example.split(" -- ")[0] ?? "").matchAll(/ --([\w-]+)/g)].some(([, option]) => !Object.hasOwn(options, option ?? ""))),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});

describe("help", () => {
  it("is short first, and whole with --all", () => {
    const world = makeWorld();
    const brief = world.run(["--help"]).out;
    expect(brief.trim().split("\n").length).toBeLessThan(20);
    expect(world.run(["help"]).out).toBe(brief);
    expect(world.run([]).out).toBe(brief);
    const all = world.run(["help", "--all"]).out;
    for (const { name } of COMMANDS) expect(all).toContain(name);
  });

  it("what is said of a command begins in one column, also behind a name that is longer than it", () => {
    for (const args of [
      ["policy", "--help"],
      ["help", "--all"],
      ["mcp", "--help"],
    ]) {
      const rows = makeWorld()
        .run(args)
        .out.split("\n")
        .filter((line) => /^ {2}(?:-|[a-z])/.test(line) && !line.startsWith("  codicil"));
      expect(rows.length).toBeGreaterThan(4);
      expect(rows.filter((line) => line.length > 60 && !/^.{24} \S/.test(line))).toEqual([]);
    }
  });

  it("of a group lists its commands", () => {
    const world = makeWorld();
    const help = world.run(["memory", "--help"]);
    expect(help.code).toBe(0);
    for (const name of ["memory add", "memory replace", "memory read"]) expect(help.out).toContain(name);
    expect(world.run(["help", "memory"]).out).toBe(help.out);
  });

  it.runIf(hasTerminal)("without any word, at a terminal, is where you stand and the next steps", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", "- Never force-push.\n");
    const ran = world.onTerminal([]);
    expect(ran.code).toBe(0);
    expect(ran.out.trim().split("\n").length).toBeLessThan(25);
    for (const said of [
      "mind",
      "hosts",
      "1 line that a connected host enforces",
      "0 to review",
      "codicil init",
      "codicil install",
      "codicil serve",
    ])
      expect(ran.out).toContain(said);
    world.run(["init", "--yes"]);
    expect(
      world
        .run(["overview", "--json"])
        .json<{ next: { command: string }[] }>()
        .next.map(({ command }) => command),
    ).not.toContain("codicil init");
  });
});

describe("short ids", () => {
  it("undo takes a unique part of an id, and last", () => {
    const world = makeWorld();
    const [one = "", two = ""] = noted(world, "tea", "coffee");
    expect(world.run(["undo", one.slice(-8)]).code).toBe(0);
    expect(world.read("home/MEMORY.md")).not.toContain("tea");
    expect(world.run(["undo", two.slice(0, 3)])).toMatchObject({ code: 3, err: expect.stringContaining("changes match") as string });
    expect(world.run(["undo", "last"]).code).toBe(0);
    expect(world.read("home/MEMORY.md")).toContain("tea");
  });

  it("undo without an id names the last change and changes nothing, where nobody can be asked", () => {
    const world = makeWorld();
    const [id = ""] = noted(world, "tea");
    const ran = world.run(["undo"]);
    expect([ran.code, ran.err]).toEqual([3, expect.stringContaining(id)]);
    expect(world.read("home/MEMORY.md")).toContain("tea");
  });

  it("reject and session show take a part; an ambiguous one is named, an unknown one is not found", () => {
    const world = makeWorld();
    const { entry } = plan(world, { path: "SOUL.md", heading: "Tone", content: "- dry", session: "monday" });
    world.run(["flush", "--session", "monday"]);
    expect(world.run(["reject", entry.slice(-7)]).code).toBe(0);
    const ids = [1, 2].map(() => world.run(["session", "start", "--json"]).json<{ id: string }>().id);
    expect(world.run(["session", "show", "last", "--json"]).json<{ id: string }>().id).toBe(ids[1]);
    expect(world.run(["session", "show", (ids[0] ?? "").slice(-6), "--json"]).json<{ id: string }>().id).toBe(ids[0]);
    expect(world.run(["session", "show", "session_"])).toMatchObject({
      code: 3,
      err: expect.stringContaining("2 sessions match") as string,
    });
    expect(world.run(["session", "show", "nothing-like-it"]).code).toBe(3);
  });
});

describe("lists", () => {
  it.runIf(hasTerminal)("log says what came without the heading above it, and no kind that only we know", () => {
    const world = makeWorld();
    world.run(["init", "--yes"]);
    world.run(["memory", "add", "tea on Tuesdays", "--section", "Tastes"]);
    const out = world.onTerminal(["log"]).out;
    expect(out).toContain('append "Tastes" · agent · tea on Tuesdays');
    expect(out).toContain("whole document · user · init");
  });

  it("log shows 20 changes and says that there are more; -n chooses; --json has all", () => {
    const world = makeWorld();
    for (let i = 0; i < 22; i++) noted(world, `note ${i}`);
    const all = world.run(["log", "--json"]).json<unknown[]>().length;
    const ran = world.run(["log"]);
    expect([ran.out.trim().split("\n").length, ran.err]).toEqual([20, expect.stringContaining("there are older changes")]);
    expect(world.run(["log", "-n", "2"]).out.trim().split("\n")).toHaveLength(2);
    const whole = world.run(["log", "-n", "0"]);
    expect([whole.out.trim().split("\n").length, whole.err]).toEqual([all, ""]);
    expect(world.run(["log", "-n", "two"]).code).toBe(3);
  });

  it("docs has every document with its size and budget", () => {
    const world = makeWorld();
    world.run(["init", "--yes"]);
    const rows = world.run(["docs", "--json"]).json<{ document: string; chars: number; budget: number | null }[]>();
    expect(rows.find(({ document }) => document.endsWith("MEMORY.md"))).toMatchObject({
      chars: expect.any(Number) as number,
      budget: 2200,
    });
    expect(world.run(["docs"]).out).toMatch(/MEMORY\.md +memory +\d+ of 2200 characters/);
  });
});

describe("titles", () => {
  it("a session without a title is named by the person's first message, also after it grew; one without a message by nothing", () => {
    const world = makeWorld();
    const [named, empty] = [1, 2].map(() => world.run(["session", "start", "--json"]).json<{ id: string }>().id);
    const say = (text: string) =>
      world.run(["session", "append", named ?? "", "--jsonl"], {
        input: `${JSON.stringify({ type: "user_message", message: { role: "user", content: [{ type: "text", text }] } })}\n`,
      });
    expect(say("<context>\nplan the  garden party\nfor May").code).toBe(0);
    const titles = () =>
      new Map(
        world
          .run(["session", "list", "--json"])
          .json<{ id: string; title: string | null }[]>()
          .map(({ id, title }) => [id, title]),
      );
    expect([titles().get(named ?? ""), titles().get(empty ?? "")]).toEqual(["plan the garden party", null]);
    say("x".repeat(500));
    expect(titles().get(named ?? "")).toBe("plan the garden party");
  });
});

describe("serve", () => {
  it("a second one prints the page's address with a fresh link and exits 0", async () => {
    const world = makeWorld();
    const first = spawn(process.execPath, [...PROGRAM, "serve", "--port", "0"], {
      cwd: world.project,
      env: world.env,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const exited = new Promise((resolve) => first.once("exit", resolve));
    try {
      const ready = await new Promise<string>((resolve) => first.stdout.once("data", (line) => resolve(String(line))));
      const second = await world.runAsync(["serve"]);
      expect(second.code).toBe(0);
      const [, address = "-"] = /^ready (http:\/\/127\.0\.0\.1:\d+\/)#code=/.exec(second.out) ?? [];
      expect(ready).toContain(address);
      expect((await world.runAsync(["serve", "--json"])).json()).toMatchObject({ url: address, pid: first.pid });
    } finally {
      first.kill("SIGTERM");
      await exited;
    }
  });
});

describe("install", () => {
  it("shows a summary and the next step; --diff shows every line", () => {
    const world = makeWorld();
    const ran = world.run(["install", "gemini", "--yes"]);
    expect(ran.out).toMatch(/create .*settings\.json \(\+\d+ -0 lines\)/);
    expect(ran.out).toContain("next: ");
    expect(ran.out).not.toContain("+++");
    expect(makeWorld().run(["install", "gemini", "--yes", "--diff"]).out).toContain("+++");
  });
});

describe("completion", () => {
  it.each(["bash", "zsh", "fish"])("%s: names every command, from the table", (shell) => {
    const script = makeWorld().run(["completion", shell]).out;
    for (const word of COMMANDS.flatMap(({ name }) => name.split(" "))) expect(script).toContain(word);
  });

  it("bash completes commands, subcommands and options", () => {
    const world = makeWorld();
    const script = world.write("completion.bash", world.run(["completion", "bash"]).out);
    const complete = (...words: string[]) =>
      spawnSync(
        "bash",
        [
          "-c",
          `source ${script}; COMP_WORDS=(codicil ${words.map((word) => `"${word}"`).join(" ")}); COMP_CWORD=${words.length}; _codicil; echo "\${COMPREPLY[@]}"`,
        ],
        { encoding: "utf8" },
      )
        .stdout.trim()
        .split(" ");
    expect(complete("inst")).toEqual(["install"]);
    expect(complete("memory", "re")).toEqual(["replace", "remove", "read"]);
    expect(complete("apply", "--dr")).toEqual(["--dry-run"]);
    expect(complete("policy", "check", "--ag")).toEqual(["--agents"]);
  });

  it("of another shell is refused", () => {
    expect(makeWorld().run(["completion", "tcsh"])).toMatchObject({ code: 3, err: expect.stringContaining("bash, zsh, fish") as string });
  });
});
