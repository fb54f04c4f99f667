// How a row of the table of commands is written.

import { describe, expect, it } from "vitest";
import { rowsIn } from "../../src/cli/index.ts";

const ROW = `
# Memory

memory add [TEXT] = memory.add, many
  adds a line
  $ memory add "tea"
  -n --limit N  how many
    at most
  --yes  do not ask
  note: it is
    written at once

show = show.run
  shows it
`;

describe("rows of the table of commands", () => {
  it("have a name with arguments, what runs them, a summary, an example, options and a note", () => {
    expect(rowsIn(ROW)).toEqual([
      {
        name: "memory add",
        arguments: "[TEXT]",
        many: true,
        group: "Memory",
        run: ["memory", "add"],
        summary: "adds a line",
        example: 'memory add "tea"',
        options: {
          limit: { type: "string", short: "n", value: "N", help: "how many at most" },
          yes: { type: "boolean", help: "do not ask" },
        },
        notes: "it is written at once",
      },
      { name: "show", group: "Memory", run: ["show", "run"], summary: "shows it" },
    ]);
  });

  it.each([
    ["no function", "show = show\n  shows it"],
    ["a flag that is none", "show = show.run, often\n  shows it"],
    ["no summary", "show = show.run"],
    ["two summaries", "show = show.run\n  shows it\n  and that"],
    ["a line that is not indented", "show = show.run\n  shows it\nmore"],
  ])("with %s stop the program", (_, text) => {
    expect(() => rowsIn(text)).toThrow("this line cannot be read");
  });
});
