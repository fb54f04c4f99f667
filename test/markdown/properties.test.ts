import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  applySplice,
  createEditor,
  escapeContent,
  findSection,
  type Outline,
  readOutline,
  type Section,
  type SectionKey,
  sectionContent,
  unescapeContent,
} from "../../src/markdown/index.ts";
import { AppError } from "../../src/base/index.ts";
import { document, newKey, perform, type Step, step, text } from "./fragments.ts";

const RUNS = Number(process.env["MARKDOWN_RUNS"] ?? 1500);

/** What everything else is told by: a section's heading, level, protection and own text. */
function shape(outline: Outline, section: Section): string {
  return JSON.stringify([section.heading, section.level, section.protected, outline.text.slice(section.start, section.ownEnd)]);
}

function shapes(outline: Outline, from = 0, to = outline.sections.length): string[] {
  return outline.sections.slice(from, to).map((section) => shape(outline, section));
}

function userBlocks(outline: Outline): string[] {
  return outline.blocks.filter((block) => block.kind === "user").map((block) => outline.text.slice(block.start, block.end).trimEnd());
}

/** The text before the first section or marker, without the blank lines at its end. */
function opening(outline: Outline): string {
  const first = Math.min(outline.text.length, ...outline.sections.map((s) => s.start), ...outline.blocks.map((b) => b.start));
  return outline.text.slice(0, first).replace(/[ \t\r\n]+$/, "");
}

/** Says what an edit of `key` changed that it had no business with; null where nothing. This is P8. */
function trespass(before: string, after: string, key: SectionKey): string | null {
  const old = readOutline(before);
  const now = readOutline(after);
  if (userBlocks(old).join("|") !== userBlocks(now).join("|")) return "a user block changed";
  const found = findSection(old, key.heading, key.level);
  if (found.kind === "ambiguous") return "an ambiguous key was edited";
  if (opening(old) !== opening(now)) return "the text before the first section changed";
  if (found.kind === "missing") {
    const added = now.sections.findIndex((section, index) => shapes(old)[index] !== shape(now, section));
    if (added === -1) return "no section was created";
    const { heading, level } = now.sections[added] as Section;
    if (heading !== key.heading || level !== (key.level ?? 2)) return "another section than the one asked for came up";
    const rest = old.sections.length - added;
    if (shapes(now, now.sections.length - rest).join() !== shapes(old, added).join()) return "sections behind the new one changed";
    return now.sections.slice(added + 1, now.sections.length - rest).every((section) => section.level > level)
      ? null
      : "the content broke out of its section";
  }
  const { section } = found;
  const at = old.sections.indexOf(section);
  const behind = old.sections.findIndex((other, index) => index > at && other.start >= section.end);
  const rest = behind === -1 ? 0 : old.sections.length - behind;
  if (shapes(now, 0, at).join() !== shapes(old, 0, at).join()) return "sections above changed";
  if (shapes(now, now.sections.length - rest).join() !== shapes(old, old.sections.length - rest).join()) return "sections below changed";
  const inside = now.sections.slice(at, now.sections.length - rest);
  const [own, ...subs] = inside;
  if (own === undefined) return null;
  if (own.heading !== section.heading || own.level !== section.level) return "the section's own heading changed";
  return subs.every((sub) => sub.level > section.level) ? null : "the content broke out of its section";
}

/** A key that a document can be asked for: one of its own headings, or another. */
function keyFor(source: string, pick: number, other: SectionKey): SectionKey {
  const names = readOutline(source).sections.filter(({ heading }) => heading !== "" && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(heading));
  const section = names[pick % (names.length + 1)];
  return section === undefined ? other : { heading: section.heading, level: pick % 2 === 0 ? section.level : null };
}

const edit = fc.record({ source: document, pick: fc.nat(20), other: newKey, change: step });

describe("properties of every document, content and edit", () => {
  it("invariant 3: what is escaped for any level comes back when it is unescaped", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 6 }), (content, level) => {
        const escaped = escapeContent(content, level);
        expect(escaped).not.toBeNull();
        expect(unescapeContent(escaped as string)).toBe(plain(content));
      }),
      { numRuns: RUNS * 2 },
    );
  });

  it("invariants 1, 4, 5 (P8): an edit changes its own section and nothing around it", () => {
    fc.assert(
      fc.property(edit, ({ source, pick, other, change }) => {
        const key = keyFor(source, pick, other);
        const editor = createEditor(source);
        const result = perform(editor, key, change);
        const after = editor.text();
        if (result.kind !== "edited") {
          expect(after).toBe(source);
          return;
        }
        expect(applySplice(source, result.splice)).toBe(after);
        expect(trespass(source, after, key)).toBeNull();
        const bom = source.startsWith("\uFEFF");
        expect(after.startsWith("\uFEFF")).toBe(bom);
        if (source.length > (bom ? 1 : 0) && after.length > (bom ? 1 : 0)) expect(/[\r\n]$/.test(after)).toBe(/[\r\n]$/.test(source));
      }),
      { numRuns: RUNS * 2 },
    );
  });

  it("invariant 3: after an update the section's content is what was written", () => {
    fc.assert(
      fc.property(document, fc.nat(20), newKey, text, (source, pick, other, content) => {
        const key = keyFor(source, pick, other);
        const editor = createEditor(source);
        const result = editor.update(key, content);
        if (result.kind !== "edited" && result.kind !== "unchanged") return;
        const outline = readOutline(editor.text());
        const found = findSection(outline, key.heading, key.level);
        // A sub-heading in the content may have the same name, and then a key without a level has two meanings.
        if (found.kind === "ambiguous") return;
        expect(found.kind).toBe("found");
        if (found.kind === "found") expect(sectionContent(outline, found.section)).toBe(plain(content));
        expect(createEditor(editor.text()).update(key, content).kind).toBe("unchanged");
      }),
      { numRuns: RUNS },
    );
  });

  it("with scope body the own text is what was written, and writing it again changes nothing", () => {
    fc.assert(
      fc.property(document, fc.nat(20), newKey, text, (source, pick, other, content) => {
        const key = keyFor(source, pick, other);
        const editor = createEditor(source);
        const result = editor.update(key, content, { scope: "body" });
        if (result.kind !== "edited") return;
        const outline = readOutline(editor.text());
        const found = findSection(outline, key.heading, key.level);
        if (found.kind === "found") expect(sectionContent(outline, found.section, { scope: "body" })).toBe(plain(content));
        expect(createEditor(editor.text()).update(key, content, { scope: "body" }).kind).toBe("unchanged");
      }),
      { numRuns: RUNS },
    );
  });

  it("the texts before and after an edit are those that the outline shows", () => {
    fc.assert(
      fc.property(edit, ({ source, pick, other, change }) => {
        const key = keyFor(source, pick, other);
        const editor = createEditor(source);
        const shown = (from: string) => {
          const outline = readOutline(from);
          const found = findSection(outline, key.heading, key.level);
          return found.kind === "found" ? from.slice(found.section.start, found.section.end) : found.kind === "missing" ? null : undefined;
        };
        const section = editor.section(key);
        expect(section.kind === "found" ? section.text : section.kind === "missing" ? null : undefined).toBe(shown(source));
        const result = perform(editor, key, change);
        if (result.kind !== "edited") return;
        expect(result.before).toBe(shown(source));
        const after = shown(editor.text());
        if (after !== undefined) expect(result.after).toBe(after);
      }),
      { numRuns: RUNS },
    );
  });

  it("invariant 7: many edits in one editor come to the same as one at a time", () => {
    fc.assert(
      fc.property(
        document,
        fc.array(fc.record({ pick: fc.nat(20), other: newKey, change: step }), { minLength: 2, maxLength: 8 }),
        (source, edits) => {
          const editor = createEditor(source);
          let one = source;
          for (const { pick, other, change } of edits) {
            const key = keyFor(one, pick, other);
            const alone = createEditor(one);
            const result = perform(alone, key, change);
            expect(perform(editor, key, change)).toEqual(result);
            one = alone.text();
          }
          expect(editor.text()).toBe(one);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it("negative control: an editor that does not escape is caught", () => {
    const careless = (source: string, key: SectionKey, change: Step): string => {
      const outline = readOutline(source);
      const found = findSection(outline, key.heading, key.level);
      if (found.kind !== "found" || change.operation !== "update") return source;
      const { bodyStart, end } = found.section;
      return `${source.slice(0, bodyStart)}\n\n${change.content}\n\n${source.slice(end)}`;
    };
    const outcome = fc.check(
      fc.property(edit, ({ source, pick, other, change }) => {
        const key = keyFor(source, pick, other);
        const after = careless(source, key, change);
        return after === source || trespass(source, after, key) === null;
      }),
      { numRuns: 1000 },
    );
    expect(outcome.failed).toBe(true);
  });

  it("keys that cannot name a section are refused with BAD_HEADING before anything is read", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("", " a", "a ", "a\nb", "a\rb", "a\tb", "\u0000", "a\u2028b", "\u3000a", "a\ud800"),
        step,
        (heading, change) => {
          expect(() => perform(createEditor("# a\n"), { heading, level: null }, change)).toThrow(AppError);
        },
      ),
      { numRuns: 50 },
    );
  });
});

function plain(content: string): string {
  const lines = content.replace(/\r\n?/g, "\n").split("\n");
  const full = (line: string) => /[^ \t]/.test(line);
  const first = lines.findIndex(full);
  return first === -1 ? "" : lines.slice(first, lines.findLastIndex(full) + 1).join("\n");
}
