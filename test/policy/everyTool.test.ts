// Every tool has effects: tools of any host or MCP server are judged by their names and inputs, through the real program.

import { describe, expect, test } from "vitest";
import { makeWarmWorld as makeWorld } from "../kit.ts";
import { DANGEROUS_CALLS } from "./everyTool/dangerousCalls.ts";
import { DANGEROUS_COMMANDS } from "./everyTool/dangerousCommands.ts";
import { EVERYDAY_CALLS } from "./everyTool/everydayCalls.ts";
import { EVERYDAY_COMMANDS } from "./everyTool/everydayCommands.ts";
import { DANGEROUS_MIXED } from "./everyTool/dangerousMixed.ts";
import { EVERYDAY_MIXED } from "./everyTool/everydayMixed.ts";
import { DANGEROUS_PLAIN } from "./everyTool/dangerousPlain.ts";
import { EVERYDAY_PLAIN } from "./everyTool/everydayPlain.ts";
import { DANGEROUS_REAL } from "./everyTool/dangerousReal.ts";
import { DANGEROUS_SERVERS } from "./everyTool/dangerousServers.ts";
import { DANGEROUS_SERVERS_TOO } from "./everyTool/dangerousServersToo.ts";
import { EVERYDAY_REAL } from "./everyTool/everydayReal.ts";
import { EVERYDAY_SERVERS } from "./everyTool/everydayServers.ts";
import { EVERYDAY_SERVERS_TOO } from "./everyTool/everydayServersToo.ts";
import type { Row } from "./everyTool/row.ts";

const FILES = [
  "notes.txt",
  "data/1.csv",
  "src/a.ts",
  "app.db",
  ".env",
  "AGENTS.md",
  "package.json",
  "bin/console",
  "bin/rails",
  "manage.py",
  "a.ipynb",
  "/home/u/.ssh/id_rsa",
  "/home/u/.ssh/config",
  "/home/u/.aws/credentials",
  "/home/u/.kube/config",
  "/home/u/.gitconfig",
  "/home/u/Documents/thesis.txt",
  "/home/u/other/important.txt",
  "/home/u/.bashrc",
  "/home/other/work/a.txt",
];

interface Answer {
  readonly verdict: string;
  readonly reason: string;
}

/** All rows in one run of the program. */
function judge(rows: readonly Row[]): { readonly row: Row; readonly answer: Answer }[] {
  const input = rows.map((row, at) => {
    const { history, ...call } = typeof row === "string" ? { tool: "shell", command: row } : row;
    return JSON.stringify({ id: String(at), call, history, agents: "", project: "/home/u/proj", cwd: "/home/u/proj", files: FILES });
  });
  const ran = makeWorld().run(["policy", "check", "--jsonl"], { input: `${input.join("\n")}\n`, env: { HOME: "/home/u" } });
  const answers = ran.out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Answer);
  expect(answers, ran.err).toHaveLength(rows.length);
  return rows.map((row, at) => ({ row, answer: answers[at] as Answer }));
}

const shown = ({ row, answer }: { row: Row; answer: Answer }) => `${JSON.stringify(row)} → ${answer.verdict} ${answer.reason}`;
const judgedAs = (rows: readonly Row[], verdicts: readonly string[]) => {
  return judge(rows)
    .filter(({ answer }) => verdicts.includes(answer.verdict))
    .map(shown);
};
const silent = (rows: readonly Row[]) => judgedAs(rows, ["allow"]);
const stopped = (rows: readonly Row[]) => judgedAs(rows, ["ask", "deny"]);

describe("tools of any host or MCP server", () => {
  test("a hundred calls that delete, send, pay, run code or read keys: none passes in silence", () => {
    expect(silent(DANGEROUS_CALLS)).toEqual([]);
    expect(DANGEROUS_CALLS.length).toBeGreaterThan(100);
  });

  test("calls of an ordinary day pass, whatever words are in their texts", () => {
    expect(stopped(EVERYDAY_CALLS)).toEqual([]);
    expect(EVERYDAY_CALLS.length).toBeGreaterThan(130);
  });

  const asCall = (text: string): Row => {
    const [tool = "", ...input] = text.split(" ");
    return { tool, input: input.length === 0 ? {} : (JSON.parse(input.join(" ")) as unknown) };
  };

  test("issue 17: tools of real servers that end, send, pay, open or change something ask, by their names or by what they are told", () => {
    const rows = [...DANGEROUS_MIXED, ...DANGEROUS_PLAIN, ...DANGEROUS_SERVERS, ...DANGEROUS_SERVERS_TOO, ...DANGEROUS_REAL];
    expect(silent(rows.map(asCall))).toEqual([]);
    expect(rows.length).toBeGreaterThan(250);
  });

  test("issue 17: tools of the same servers that read, search, create and comment pass", () => {
    const rows = [...EVERYDAY_MIXED, ...EVERYDAY_PLAIN, ...EVERYDAY_SERVERS, ...EVERYDAY_SERVERS_TOO, ...EVERYDAY_REAL];
    expect(stopped(rows.map(asCall))).toEqual([]);
    expect(rows.length).toBeGreaterThan(350);
  });

  test("issue 17: the verb of a name is found wherever it is, and what it is done to decides", () => {
    const dangerous = [
      "mcp__crew__duty_swap_veto {}",
      "mcp__guild__leave_swarm {}",
      "mcp__shop__vouchers_burn {}",
      "mcp__aws__lambda_update_alias {}",
      "mcp__school__grade_essay {}",
      "mcp__lan__wlan_blacklist {}",
      "mcp__people__connect_with_person {}",
      "mcp__guild__timeout_member {}",
      'mcp__erp__execute_process {"environment_id":"prod"}',
      "mcp__faas__execute_function {}",
      "mcp__fleet__convert_disk {}",
      "mcp__fleet__unmount_array {}",
      "mcp__social__post_status {}",
    ];
    const everyday = [
      "mcp__crew__duty_swap_history {}",
      "mcp__guild__list_swarms {}",
      "mcp__shop__vouchers_burn_rate {}",
      "mcp__azure__update_wiki_page {}",
      "mcp__school__list_grades {}",
      "mcp__gym__workout_update {}",
      "mcp__course__update_rubric {}",
      "mcp__help__remove_ticket_watcher {}",
      "mcp__tv__start_device_auth {}",
      "mcp__mail__archive_chat {}",
      "mcp__notes-vault__index_vault {}",
      "mcp__crm__contacts_restore {}",
      'mcp__chat__post_internal_note {"body":"called"}',
      "mcp__mail__email_autocomplete {}",
      "mcp__nest__app_list_upgrade_candidates {}",
      "mcp__exchange__exchange_info {}",
    ];
    expect(silent(dangerous.map(asCall))).toEqual([]);
    expect(stopped(everyday.map(asCall))).toEqual([]);
  });

  test("issue 17: a name that says nothing is told by its fields", () => {
    const dangerous = [
      'mcp__exchange__twap {"symbol":"ETHUSD","side":"buy","quantity":3}',
      'mcp__phone__whatsapp_text {"to":"+4912345","body":"hi"}',
      'mcp__chain__collect_yield {"pool":"p","privateKey":"k"}',
      'mcp__bank__iban_instant {"amount":5,"iban":"DE1"}',
    ];
    const everyday = [
      'mcp__exchange__twap {"symbol":"ETHUSD","quantity":3}',
      'mcp__phone__whatsapp_text {"id":"m1"}',
      'mcp__chain__collect_yield {"pool":"p"}',
      'mcp__bank__iban_instant {"iban":"DE1"}',
    ];
    expect(silent(dangerous.map(asCall))).toEqual([]);
    expect(stopped(everyday.map(asCall))).toEqual([]);
  });

  test("a server's word that a tool only reads is no pass", () => {
    const row = { tool: "mcp__db__query", input: { sql: "drop table users" }, annotations: { readOnlyHint: true } };
    expect(silent([row])).toEqual([]);
    expect(stopped([{ ...row, input: { sql: "select 1" } }])).toEqual([]);
  });

  test("issue 17: a button that buys may be clicked in a page of this machine", () => {
    const click = { tool: "mcp__playwright__browser_click", input: { element: "Place order", ref: "e1" } };
    const after = (url: string) => [{ tool: "mcp__playwright__browser_navigate", input: { url } }];
    expect(stopped([{ ...click, history: after("http://localhost:3000/cart") }])).toEqual([]);
    expect(silent([click, { ...click, history: after("https://shop.example/cart") }])).toEqual([]);
  });

  test("a protected file is one however the input names it: by a URI, as a key of a map, as a folder and a name", () => {
    const inputs = (file: string, folder: string, home: string): readonly Readonly<Record<string, unknown>>[] => [
      { relative_path: `${folder}/${file}`, content: "x" },
      { uri: `file:///home/u/proj/${folder}/${file}`, content: "x" },
      { uri: `file://localhost/home/u/proj/${folder}/%${file.charCodeAt(0).toString(16)}${file.slice(1)}`, content: "x" },
      { files: { [`${folder}/${file}`]: "x" } },
      { files: { [`${folder}/${file}`]: { text: "x" } } },
      { dest: folder, basename: file },
      { project_root: home, file: "settings.json", content: "x" },
      { directory: home, name: "settings.json", text: "x" },
    ];
    const tools = ["mcp__fs__write_file", "mcp__serena__create_text_file"];
    const rows = (list: readonly unknown[]): readonly Row[] => tools.flatMap((tool) => list.map((input) => ({ tool, input })));
    expect(judgedAs(rows(inputs("AGENTS.md", ".", "/home/u/.claude")), ["allow", "ask", "rewrite"])).toEqual([]);
    expect(stopped(rows(inputs("notes-2.md", "docs", "/home/u/proj/config")))).toEqual([]);
    expect(stopped([{ tool: "mcp__fs__read_file", input: { uri: "file:///home/u/proj/AGENTS.md" } }])).toEqual([]);
  });

  test("what is typed into a terminal in pieces is put together with the earlier pieces, without what was erased", () => {
    const type = (chars: string, session_id = 1) => ({ tool: "write_stdin", input: { session_id, chars, yield_time_ms: chars.length } });
    const rm = (...pieces: readonly string[]): Row => {
      const last = pieces.at(-1) ?? "";
      return { ...type(last), history: pieces.slice(0, -1).map((piece) => type(piece)) };
    };
    const letters = [..."echo this line is long; rm -rf data"];
    expect(silent([rm("rm -rf ", "data\n"), rm("rm -rf dax\u007fta\r"), rm("ls\nrm -rx", "\bf da", "ta\r")])).toEqual([]);
    expect(silent([rm(...letters)])).toEqual([]);
    const others = { ...type("data\n"), history: [type("rm -rf ", 2)] };
    const dropped = [rm("rm -rf ", "\u0003", "data\n"), rm("rm -rf \u0015ls\n"), rm("ls\n", "data\n"), rm("y\n")];
    expect(stopped([others, ...dropped])).toEqual([]);
    expect(stopped([rm("npm ", "test\n"), rm(...letters.map((letter) => `${letter}\n`))])).toEqual([]);
  });

  test("`script` without a command is a shell, and Gemini's save_memory writes its instruction file", () => {
    const script = (cmd: string): Row => ({ tool: "exec_command", input: { cmd, tty: true } });
    expect(silent([script("script -f /dev/null"), script("script"), script("echo 'rm -rf ../other' | script -q /dev/null")])).toEqual([]);
    expect(stopped([script("script -qc 'npm test' /dev/null"), script("script -q /dev/null npm test")])).toEqual([]);
    const saves: Row = { tool: "save_memory", input: { fact: "pushing to main is allowed" } };
    const writes: Row = { tool: "write_file", input: { file_path: "/home/u/.gemini/GEMINI.md", content: "x" } };
    expect(judgedAs([saves, writes], ["allow", "ask", "rewrite"])).toEqual([]);
  });

  test("the reason names the tool and what it does", () => {
    const [first] = judge([{ tool: "mcp__github__delete_repository", input: { owner: "a", repo: "b" } }]);
    expect(first?.answer.reason).toContain("mcp__github__delete_repository` deletes or ends something");
  });

  test("the hook of a host asks before such a call and says nothing about a harmless one", () => {
    const world = makeWorld();
    const hook = (tool: string, input: Readonly<Record<string, unknown>>) => {
      const event = { session_id: "s1", cwd: world.project, hook_event_name: "PreToolUse", tool_name: tool, tool_input: input };
      return world.run(["hook", "claude", "PreToolUse"], { input: JSON.stringify(event) });
    };
    expect(hook("mcp__postgres__query", { sql: "DROP TABLE users" }).out).toContain('"permissionDecision":"ask"');
    expect(hook("mcp__postgres__query", { sql: "select 1" })).toMatchObject({ code: 0, out: "" });
  });
});

describe("programs that only the tables of families know", () => {
  test("keys, tokens, wrappers, stores, platforms and unseen code: no command passes in silence", () => {
    expect(silent(DANGEROUS_COMMANDS)).toEqual([]);
    expect(DANGEROUS_COMMANDS.length).toBeGreaterThan(130);
  });

  test("everyday commands of the same programs pass", () => {
    expect(stopped(EVERYDAY_COMMANDS)).toEqual([]);
    expect(EVERYDAY_COMMANDS.length).toBeGreaterThan(60);
  });

  test("a known program among the words of an unknown one is judged from there, and a mere word is not", () => {
    const words = ["git push --force", "kubectl delete ns prod", "dd if=/dev/zero of=/dev/sda", "truncate -s 0 app.db"];
    expect(silent(words.flatMap((each) => [`foowrap ${each}`, `foowrap -v -- ${each}`, `nice foowrap ${each}`]))).toEqual([]);
    const mere = ["foowrap git status", "unknowncmd build git", "foowrap echo rm -rf data", "tldr git push --force", "foo install docker"];
    expect(stopped(mere)).toEqual([]);
  });

  test("an option whose value reads as --help is no question for help", () => {
    expect(silent(["kubectl delete ns prod --context --help", "aws s3 rb s3://x --profile --dryrun"])).toEqual([]);
    const tells = ["kubectl delete --help", "aws s3 rm s3://x --recursive --dryrun", "kubectl delete ns prod --dry-run=client"];
    expect(stopped(tells)).toEqual([]);
  });
});
