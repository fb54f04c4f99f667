// Files become policies: stable ids, one changed line at a time, several files, bad input.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canFire, combine, type CompiledFile, compileFile } from "../../src/policy/index.ts";
import { PROJECT } from "../analysis/analysisWorld.ts";
import { documentOf, judgeRow, policyFrom, readRows, verdictOn } from "./compileKit.ts";

const LINES = [
  "# Rules",
  "",
  "- Never edit `vendor/`.",
  "- Run `make lint` before committing.",
  "- Prefer small functions.",
  "",
  "## Never",
  "",
  "- Run `make wipe`.",
  "- Push to `main`.",
  "",
];
const compile = (lines: readonly string[], previous?: CompiledFile) => compileFile("AGENTS.md", lines.join("\n"), previous);

describe("OR-14 one changed line compiles one clause", () => {
  it("unchanged clauses and rules are the very same values", () => {
    const before = compile(LINES);
    const after = compile(LINES.with(3, "- Run `make check` before committing."), before);
    expect(after.rules.filter((rule) => before.rules.includes(rule)).map((rule) => rule.line)).toEqual([3, 9, 10]);
    expect(after.clauses.filter((clause) => before.clauses.includes(clause)).map((clause) => clause.line)).toEqual([3, 5, 9, 10]);
  });

  it("a line that moved keeps its rule and gets its new number", () => {
    const before = compile(LINES);
    const after = compile(LINES.toSpliced(2, 0, "- Something new about nothing."), before);
    expect(after.rules.map((rule) => [rule.id, rule.line])).toEqual(before.rules.map((rule) => [rule.id, rule.line + 1]));
    expect(after.rules[0]?.matcher).toBe(before.rules[0]?.matcher);
  });

  it("a changed heading changes what is under it", () => {
    const before = compile(LINES);
    expect(compile(LINES.with(6, "## Usual"), before).rules.map((rule) => rule.line)).toEqual([3, 4]);
  });

  it("the same as compiling afresh", () => {
    const rows = readRows("rules").map((row) => documentOf(row));
    let last: CompiledFile | undefined;
    for (let at = 10; at < 40; at += 5) {
      const text = rows.slice(at - 10, at).join("\n\n");
      last = compileFile("AGENTS.md", text, last);
      expect(last).toEqual(compileFile("AGENTS.md", text));
    }
  });

  it("property: any run of edits gives what compiling afresh gives, lines that are twice and policy blocks too", () => {
    const line = fc.constantFrom(
      "- Never run `make wipe`.",
      "- Never run `make wipe`.",
      "- Ask before running `make release`.",
      "- Prefer small functions.",
      "## Never",
      "## Notes",
      "- Edit `vendor/`.",
      "```policy\n- deny: make burn\n```",
      "",
    );
    const edit = fc.record({ at: fc.nat(12), remove: fc.nat(2), add: fc.array(line, { maxLength: 3 }) });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.array(edit, { minLength: 1, maxLength: 5 }), (first, edits) => {
        const lines = [...first];
        let last = compile(lines);
        for (const { at, remove, add } of edits) {
          lines.splice(Math.min(at, lines.length), remove, ...add);
          last = compile(lines, last);
          expect(last).toEqual(compile(lines));
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe("ids", () => {
  it("stay when other lines change, and differ by file and text", () => {
    const id = (file: string, text: string) => compileFile(file, text).rules[0]?.id;
    expect(id("a/AGENTS.md", "Never edit `vendor/`.")).toBe(id("a/AGENTS.md", "Intro.\n\nNever edit `vendor/`."));
    expect(
      new Set([
        id("a/AGENTS.md", "Never edit `vendor/`."),
        id("b/AGENTS.md", "Never edit `vendor/`."),
        id("a/AGENTS.md", "Never edit `legal/`."),
      ]).size,
    ).toBe(3);
  });

  it("the same line twice is one rule, named on both lines", () => {
    const file = compileFile("AGENTS.md", "- Never run `make wipe`.\n- Never run `make wipe`.\n");
    expect(file.rules).toHaveLength(1);
    expect(file.clauses.map((clause) => clause.rules)).toEqual([[file.rules[0]?.id], [file.rules[0]?.id]]);
  });
});

describe("several files", () => {
  const global = compileFile("/home/u/.config/agents/AGENTS.md", "Never push to `main`.");
  const project = compileFile(`${PROJECT}/AGENTS.md`, "You may push to `main`. Never run `make wipe`.");

  it("X15 a nearer file adds rules and loosens none", () => {
    const policy = combine([global, project]);
    expect(policy.files).toEqual([global, project]);
    for (const command of ["git push origin main", "make wipe"])
      expect(judgeRow(policy, { tool: "shell", command }).map((each) => each.verdict)).toEqual(["deny"]);
  });

  it("OR-11 the hash is of the rules: advice changes nothing, a rule does", () => {
    const hash = (text: string) => combine([compileFile("AGENTS.md", text)]).hash;
    expect(hash("Never push.\n\nBe nice.")).toBe(hash("Never push.\n\nBe kind.\n"));
    expect(hash("Never push.")).not.toBe(hash("Never push to `main`."));
  });

  it("a compiled file is plain data", () => {
    expect(JSON.parse(JSON.stringify(project))).toEqual(project);
  });
});

describe("rules that can never fire", () => {
  it("every rule of the corpora stops the call that was made from it", () => {
    for (const row of readRows("rules"))
      for (const rule of compileFile("AGENTS.md", documentOf(row), undefined, { prove: false }).rules)
        expect([rule.text, canFire(rule)]).toEqual([rule.text, true]);
  });

  it("negative control: a rule that stops nothing is seen", () => {
    const [rule] = compileFile("AGENTS.md", "Never run `make wipe`.").rules;
    expect(rule).toBeDefined();
    if (rule === undefined) return;
    expect(canFire(rule)).toBe(true);
    expect(canFire({ ...rule, examples: { ...rule.examples, stopped: { call: { tool: "shell", command: "ls" } } } })).toBe(false);
  });
});

describe("bad input", () => {
  it("an empty file, a file of blank lines", () => {
    for (const text of ["", "\n\n\n", " \t\r\n"])
      expect(compileFile("AGENTS.md", text)).toEqual({ path: "AGENTS.md", clauses: [], rules: [], problems: [], shows: [] });
  });

  it("a zero byte takes no rule away, and what is no text has none", () => {
    expect(verdictOn("- Ne\0ver run `make wipe`.\n\0\0", "make wipe")).toBe("deny");
    expect([...compileFile("AGENTS.md", "\0\u0001\u0002PK\u0003").rules]).toEqual([]);
  });

  it("control characters hide no rule", () => {
    expect(verdictOn("\ufeff\u001b[31m- Ne\u200bver run `make wipe`.\u0007\u001b[0m", "make wipe")).toBe("deny");
  });

  it("characters of the private use area are text like any other", () => {
    expect(verdictOn("Never run `make wipe` \ue000\ue100\ue8ff.", "make wipe")).toBe("deny");
    expect(verdictOn("Never run \ue000.", "make wipe")).toBe("pass");
  });

  it("100,000 bullets, and 5 MB of prose", () => {
    const many = compileFile("AGENTS.md", Array.from({ length: 100_000 }, (_, at) => `- Item ${at} is described here.`).join("\n"));
    expect([many.rules.length, many.clauses.length]).toEqual([0, 100_000]);
    const same = compileFile("AGENTS.md", "- Never run `make wipe`.\n".repeat(100_000));
    expect([same.rules.length, same.clauses.length]).toEqual([1, 100_000]);
    const long = compileFile(
      "AGENTS.md",
      `${"The quick brown fox never jumps before a commit. ".repeat(100_000)}\n\nNever run \`make wipe\`.\n`,
    );
    expect([long.rules.map((rule) => rule.line), long.problems.map((each) => each.line)]).toEqual([[3], [1]]);
  });

  it("more rules than anybody writes are kept as advice, and said so", () => {
    const file = compileFile("AGENTS.md", Array.from({ length: 6_000 }, (_, at) => `- Never run \`make t${at}\`.`).join("\n"), undefined, {
      prove: false,
    });
    expect([file.rules.length, file.clauses.length, file.problems.length]).toEqual([5_000, 6_000, 1]);
  });

  it("deep lists, open fences and ragged tables are read to the end", () => {
    expect(
      verdictOn(
        `${Array.from({ length: 2_000 }, (_, at) => `${" ".repeat(at % 300)}- x`).join("\n")}\n\n# A\n\nNever run \`make wipe\`.\n`,
        "make wipe",
      ),
    ).toBe("deny");
    expect(compileFile("AGENTS.md", "```\nNever push.\n").rules).toEqual([]);
    expect(compileFile("AGENTS.md", "| a |\n|---|---|---|\n| `x | y |\n||||\n").rules).toEqual([]);
  });

  it("property: whatever the text, it compiles, and every rule names a line of it", () => {
    const word = fc.constantFrom(
      "never",
      "do not",
      "before",
      "ask",
      "`npm`",
      "`a/b.ts`",
      "`--force`",
      "use",
      "instead of",
      "commit",
      "push",
      "run",
      "unless",
      "only",
      "禁止",
      "不要",
      "先",
      "再",
      "前",
      "，",
      "。",
      "；",
      "- ",
      "\n",
      "\n\n",
      "# ",
      "| ",
      "```",
      ":",
      "(",
      ")",
      "“",
      "”",
      "*",
      "_",
      "[",
      "](",
      "\\",
      "\u0007",
      "😀",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary", maxLength: 300 }),
          fc.array(word, { maxLength: 60 }).map((words) => words.join(" ")),
        ),
        (text) => {
          const file = compileFile("AGENTS.md", text);
          const lines = text.split(/\r\n|\n|\r/).length;
          for (const rule of file.rules) expect(rule.line).toBeLessThanOrEqual(lines);
          for (const rule of file.rules) expect(file.clauses.some((clause) => clause.rules.includes(rule.id))).toBe(true);
        },
      ),
      { numRuns: 400 },
    );
  });

  it("property: space, case of emphasis and neighbours change no rule", () => {
    const rows = readRows("rules").filter((row) => row.context === undefined && !row.line.startsWith("|"));
    fc.assert(
      fc.property(
        fc.constantFrom(...rows),
        fc.constantFrom("- ", "* ", "1. ", "> ", ""),
        fc.constantFrom("The build takes three minutes.", "评审一般一天内完成。"),
        (row, mark, neighbour) => {
          const alone = policyFrom(row.line).rules.map((rule) => [rule.effect, rule.matcher, rule.order]);
          const among = policyFrom(`## Notes\n\n${mark}${neighbour}\n\n${mark}${row.line}\n\n${mark}${neighbour}\n`).rules.map((rule) => [
            rule.effect,
            rule.matcher,
            rule.order,
          ]);
          expect(among).toEqual(alone);
        },
      ),
      { numRuns: 300 },
    );
  });
});
