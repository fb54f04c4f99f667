// In the release tables are made when they are first asked for, and a program's name is looked up in an index that the build wrote.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { indexOfPrograms } from "../../src/analysis/index.ts";
import { withLateTables } from "../../scripts/build/lateTables.ts";
import { inHalves } from "../../scripts/build/halves.ts";
import { type GateRequest, judge } from "../../src/policy/index.ts";
import { worldOf } from "../analysis/analysisWorld.ts";
import { makeWorld, ROOT } from "../kit.ts";

interface Judging {
  judgeInTime(request: GateRequest, deadline: { left(): number }): unknown;
}

const FROM_SOURCE = process.env["CODICIL_FROM_SOURCE"] === "1";
const names = [...indexOfPrograms().matchAll(/;([^;]+?)(?: [\d+]+)+(?=;)/g)].map(([, name = ""]) => name);
const commands = [...names, "no-such-program", "constructor"].map((name) => `${name} delete all; ${name} -rf data/x --force`);

const LONG = '["one","two","three","four"]';
const LATE = `function T(){return T$??=new Set(${LONG})}`;
const written = (text: string) => withLateTables(text).replaceAll("\n", "");

describe("tables made late (issue 20)", () => {
  it.each([
    ["a name that is used", "f(()=>T.has(1));", "f(()=>T().has(1));"],
    ["a short property", "g=()=>({T});", "g=()=>({T:T()});"],
    ["another of the same name inside a function", "g=T=>T;h=()=>{let T=1;return T};", "g=T=>T;h=()=>{let T=1;return T};"],
    ["a name of the outer one below a block", "h=()=>{{let T=1;k(T)}k(T)};", "h=()=>{{let T=1;k(T)}k(T())};"],
    ["a property, a key and a label", "h=x=>{T:for(;;)break T;return{T:x.T}};", "h=x=>{T:for(;;)break T;return{T:x.T}};"],
    ["a default of a pattern", "h=({a=T})=>a;", "h=({a=T()})=>a;"],
    ["a part that is set in a function", "h=()=>{T.x=1};", "h=()=>{T().x=1};"],
  ])("%s", (_, use, late) => {
    expect(written(`var T=new Set(${LONG});${use}`)).toBe(`${late}var T$;${LATE}`);
  });

  it.each([
    ["gets another value", `var T=new Set(${LONG});h=()=>{T=null};`],
    ["gets another value by a pattern", `var T=new Set(${LONG});h=()=>{[T]=[1]};`],
    ["is exported", `var T=new Set(${LONG});export{T};`],
    ["is filled when the file is loaded", `var T=new Set(${LONG});for(let a of[1,2])T.add(a);`],
    ["says what the process is", "var T=Object.keys(process.env).concat(1,2,3);h=()=>T;"],
    ["is short", "var T=[1,2];h=()=>T;"],
  ])("one that %s stays as it is", (_, text) => {
    expect(withLateTables(text)).toBe(text);
  });

  it("a table is made once, at its first use, from tables that are made then", () => {
    const text = `var made=[],A=make("A","${"x".repeat(30)}"),B=make("B",()=>A,"${"x".repeat(30)}");function make(name,of){made.push(name);return{name,of}}function use(){return [B===B,typeof B.of(),[...made]]}`;
    const run = (source: string) => new Function(`${source}; const before=[...made]; return [before, use()]`)() as unknown;
    expect(run(text)).toEqual([
      ["A", "B"],
      [true, "object", ["A", "B"]],
    ]);
    expect(run(withLateTables(text))).toEqual([[], [true, "object", ["B", "A"]]]);
  });

  it.skipIf(FROM_SOURCE)(
    "the release judges every program that the source knows as the source does",
    async () => {
      const world = makeWorld();
      const input = commands.map((command, id) => JSON.stringify({ id, call: { tool: "shell", command } })).join("\n");
      const source = spawn(
        process.execPath,
        ["--disable-warning=ExperimentalWarning", `${ROOT}src/cli/entry.ts`, "policy", "check", "--jsonl"],
        { env: world.env, cwd: world.project, stdio: ["pipe", "pipe", "ignore"] },
      );
      source.stdin.end(input);
      const [{ out }, fromSource] = await Promise.all([world.runAsync(["policy", "check", "--jsonl"], { input }), text(source.stdout)]);
      expect(out.split("\n").length).toBeGreaterThan(commands.length);
      expect(out).toBe(fromSource);
    },
    60_000,
  );
});

describe("a file in two halves (issue 20)", () => {
  const TEXT =
    '"use strict";var count=0,f=a=>g(a)+1;function g(a){return a<1?0:g(a-1)+h()}function h(){return 2}' +
    "function i(){return++count}function j(){return k===f}var k=f;module.exports={f:(a=>f(a)),i:(()=>i()),j:(()=>j())};";
  const halves = (usual: readonly string[]) => inHalves(TEXT, new Set(usual), "rest.cjs");
  const run = ({ first, rest }: { readonly first: string; readonly rest: string }, asked: string[] = [], cut = 0) => {
    const [module, second] = [{ exports: {} }, { exports: null }];
    new Function("module", rest)(second);
    const load = Object.assign((name: string) => (asked.push(name), cut-- > 0 ? {} : second.exports), { resolve: String, cache: {} });
    new Function("module", "require", first)(module, load);
    return module.exports as { f: (a: number) => number; i: () => number; j: () => boolean };
  };

  it("what usual calls do not run is in the second, which is loaded once, when it is needed", () => {
    const { first, rest } = halves(["f", "g"]);
    expect(first).toContain("function g(a){return a<1?0:g(a-1)+h()}");
    expect([first.includes("return 2"), rest.includes("return 2")]).toEqual([false, true]);
    const asked: string[] = [];
    const { f } = run({ first, rest }, asked);
    expect([f(0), asked]).toEqual([1, []]);
    expect([f(3), f(3), asked]).toEqual([7, 7, ["./rest.cjs"]]);
  });

  it("a function is the same one wherever it is named, and what changes has one place", () => {
    for (const usual of [[], ["f", "g", "h", "i", "j"], ["j"], ["i", "h"]]) {
      const { f, i, j } = run(halves(usual));
      expect([f(3), i(), i(), j()]).toEqual([7, 1, 2, true]);
    }
  });

  it.each(["id", "key", "key$", "load", "made", "path$"])("a function may be called %s", (name) => {
    expect(run(inHalves(TEXT.replaceAll("h()", `${name}()`), new Set(["g"]), "rest.cjs")).f(3)).toBe(7);
  });

  it("the second half of another program is refused", () => {
    const other = inHalves(TEXT.replace("return 2", "return 3"), new Set(["f"]), "rest.cjs");
    expect(() => run({ first: halves(["f"]).first, rest: other.rest }).f(1)).toThrow("start it again");
  });

  it("a second half whose loading was cut short is loaded again", () => {
    const asked: string[] = [];
    expect([run(halves([]), asked, 1).f(1), asked]).toEqual([3, ["./rest.cjs", "./rest.cjs"]]);
  });

  it("one that is needed while the first is loaded is an error, and not a wrong answer", () => {
    expect(() => run(inHalves("var t=f();function f(){return 1}module.exports={t};", new Set(), "rest.cjs"))).toThrow("too early");
  });

  it.skipIf(FROM_SOURCE)(
    "the hook judges every program as the source does",
    () => {
      const { judgeInTime } = createRequire(import.meta.url)(`${process.env["CODICIL_TEST_DIST"]}/hookJudge.cjs`) as Judging;
      const world = worldOf();
      const rows = readFileSync(new URL("../corpora/gate.jsonl", import.meta.url), "utf8")
        .trim()
        .split("\n");
      for (const command of [...commands, ...rows.map((row) => (JSON.parse(row) as { cmd: string }).cmd)]) {
        const request = { call: { tool: "shell", command }, policy: null, world, history: [], session: "main", mode: "block" } as const;
        expect(judgeInTime(request, { left: () => 60_000 }), command).toEqual({ kind: "done", value: judge(request) });
      }
    },
    60_000,
  );
});
