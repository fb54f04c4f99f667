// In the release tables are made when they are first asked for, and a program's name is looked up in an index that the build wrote.

import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { indexOfPrograms } from "../../src/analysis/index.ts";
import { withLateTables } from "../../scripts/build/lateTables.ts";
import { makeWorld, ROOT } from "../kit.ts";

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

  it.skipIf(process.env["CODICIL_FROM_SOURCE"] === "1")(
    "the release judges every program that the source knows as the source does",
    () => {
      const world = makeWorld();
      const names = [...indexOfPrograms().matchAll(/;([^;]+?)(?: [\d+]+)+(?=;)/g)].map(([, name = ""]) => name);
      expect(names.length).toBeGreaterThan(1_000);
      const commands = [...names, "no-such-program", "constructor"].map((name) => `${name} delete all; ${name} -rf data/x --force`);
      const input = commands.map((command, id) => JSON.stringify({ id, call: { tool: "shell", command } })).join("\n");
      const source = ["--disable-warning=ExperimentalWarning", `${ROOT}src/cli/entry.ts`, "policy", "check", "--jsonl"];
      const fromSource = spawnSync(process.execPath, source, {
        env: world.env,
        cwd: world.project,
        input,
        encoding: "utf8",
        maxBuffer: 1e9,
      });
      const { out } = world.run(["policy", "check", "--jsonl"], { input });
      expect(out.split("\n").length).toBeGreaterThan(commands.length);
      expect(out).toBe(fromSource.stdout);
    },
    60_000,
  );
});
