import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type Entry, readDelta, readStaged, versionFor, writeDelta, writeStaged } from "../../src/schema/index.ts";

const fragments = [
  "\n",
  "\n\n",
  "  ",
  "- ",
  "# ",
  '"',
  "'",
  ": ",
  "|",
  ">",
  "\t",
  "\\",
  "---",
  "\r",
  "\u2028",
  "\u0085",
  "\ufeff",
  "记忆",
  "😀",
  "null",
  "~",
  "{",
  "}",
  "[",
  "]",
  "&a",
  "*a",
  "!!x",
  "  - key:\n",
  "a",
  " ",
  "\u0007",
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ maxLength: 6 })), { maxLength: 14 })
  .map((parts) => parts.join(""))
  .filter((value) => value.isWellFormed());
const line = text.map((value) => value.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, "").trim()).filter((value) => value !== "");

const entry: fc.Arbitrary<Entry> = fc
  .record({
    heading: line,
    level: fc.constantFrom(null, 1, 2, 6),
    content: text,
    kind: fc.constantFrom("update", "append", "delete", "no-op", "replace", "clear"),
    old: text,
    reason: text,
    body: fc.boolean(),
  })
  .map(({ heading, level, content, kind, old, reason, body }) => {
    const words = content.trim() === "" ? "x" : content;
    const base = { key: { path: "USER.md", heading, level: level as never }, meta: { id: "e_1", reason, deep: { a: [1, null, reason] } } };
    if (kind === "update") return { ...base, operation: "update", content: words, ...(body ? { scope: "body" as const } : {}) };
    if (kind === "append") return { ...base, operation: "append", content: words };
    if (kind === "replace") return { ...base, operation: "replace", content, old: old === "" ? "o" : old };
    if (kind === "clear") return { ...base, operation: "clear", content: "" };
    return { ...base, operation: kind as "delete", content: null };
  });

describe("how a delta is written", () => {
  it("a YAML parser reads exactly what was written, whatever the text", () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 4 }), text, (entries, source) => {
        const written = writeDelta({ version: versionFor(entries), source, entries });
        const parsed = parse(written) as { source: string; entries: { content: string | null; key: { heading: string }; meta: unknown }[] };
        expect(parsed.source).toBe(source);
        expect(parsed.entries.map((each) => [each.key.heading, each.content, each.meta])).toEqual(
          entries.map((each) => [each.key.heading, each.content, each.meta]),
        );
      }),
      { numRuns: 400 },
    );
  });

  it("our own reader gives the same delta as the YAML parser, with the same lines", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 4 }), async (entries) => {
        const written = writeDelta({ version: versionFor(entries), source: "s", entries });
        const own = await readDelta(written, "f");
        // A comment makes it a file that a person touched: the general parser reads it.
        const general = await readDelta(`${written}# touched\n`, "f");
        expect(own.entries).toEqual(entries);
        expect(general.entries).toEqual(own.entries);
        expect(general.spans.map((span) => [span.line, span.start])).toEqual(own.spans.map((span) => [span.line, span.start]));
      }),
      { numRuns: 300 },
    );
  });

  it("a staging file comes back with its error and its entries", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 3 }), text, async (entries, message) => {
        const staged = await readStaged(
          writeStaged({ source: "s", error: { code: "CONFLICT", message }, target_file: "USER.md", entries }),
          "f",
        );
        expect(staged).toMatchObject({ error: { code: "CONFLICT", message }, target_file: "USER.md" });
        expect(staged.entries).toEqual(entries);
      }),
      { numRuns: 100 },
    );
  });

  it("negative control: a reader that trusted any text would differ on a touched file", async () => {
    const touched =
      'version: "1.0.0"\nsource: "s"\nentries:\n  - key:\n      path: "USER.md"\n      heading: "A"\n    operation: "update"\n    content: |\n      text # not a comment here\n    meta: {} # but here\n';
    expect((await readDelta(touched, "f")).entries[0]?.content).toBe("text # not a comment here\n");
  });
});
