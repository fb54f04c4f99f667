import { describe, expect, it } from "vitest";
import { createEditor, type Edit, type Editor, type Level, readOutline, type SectionKey } from "../../src/markdown/index.ts";

const MS = "<!-- MACHINE_BLOCK_START -->";
const ME = "<!-- MACHINE_BLOCK_END -->";
const US = "<!-- USER_BLOCK_START -->";
const UE = "<!-- USER_BLOCK_END -->";

const BANK = `# Memory\n\n${MS}\n\n## Facts\n\n- one\n\n## Plans\n\n- two\n\n${ME}\n\n${US}\n\n## Mine\n\nhands off\n\n${UE}\n`;

function key(heading: string, level: Level | null = null): SectionKey {
  return { heading, level };
}

const EDITS: Readonly<Record<string, (editor: Editor, name: SectionKey) => Edit>> = {
  update: (editor, name) => editor.update(name, "x"),
  "update of the body": (editor, name) => editor.update(name, "x", { scope: "body" }),
  append: (editor, name) => editor.append(name, "x"),
  clear: (editor, name) => editor.clear(name),
  remove: (editor, name) => editor.remove(name),
  replace: (editor, name) => editor.replace(name, "hands off", "x"),
};

describe("MB-04, X27: the user's block is never edited (invariant 5)", () => {
  it.each(Object.keys(EDITS))("%s of a heading in it is refused", (name) => {
    const editor = createEditor(BANK);
    expect(EDITS[name]?.(editor, key("Mine")).kind).toBe("protected");
    expect(editor.text()).toBe(BANK);
  });

  it.each(["update", "clear", "remove"])("%s of a section that holds one is refused", (name) => {
    const editor = createEditor(BANK);
    expect(EDITS[name]?.(editor, key("Memory")).kind).toBe("protected");
    expect(editor.text()).toBe(BANK);
  });

  it("text of the section before the block may change, the block stays", () => {
    const editor = createEditor(`## A\n\nown\n\n${US}\nfree text\n${UE}\n\n### Sub\n`);
    expect(editor.append(key("A"), "more").kind).toBe("edited");
    expect(editor.text()).toBe(`## A\n\nown\n\nmore\n\n${US}\nfree text\n${UE}\n\n### Sub\n`);
  });

  it("a block that is never closed protects to the end of the document", () => {
    const text = `## A\n\na\n\n${US}\n\n## B\n\nb\n`;
    const editor = createEditor(text);
    expect(editor.update(key("B"), "x").kind).toBe("protected");
    expect(editor.update(key("New"), "x").kind).toBe("protected");
    expect(editor.update(key("A"), "x").kind).toBe("edited");
    expect(editor.text()).toBe(text.replace("\na\n", "\nx\n"));
    expect(readOutline(text).blocks).toEqual([{ kind: "user", start: 9, end: text.length, line: 5 }]);
  });

  it("markers in code, lists and quotes, and words like them, are text", () => {
    for (const text of [
      `~~~\n${US}\n~~~\n\n## A\n`,
      `- ${US}\n\n## A\n`,
      `> ${US}\n\n## A\n`,
      "<!-- USER_BLOCK_STARTED -->\n\n## A\n",
      `text ${US}\n\n## A\n`,
      `${US} text\n\n## A\n`,
    ]) {
      expect(readOutline(text).sections[0]?.protected).toBe(false);
    }
  });

  it("a marker may carry more words", () => {
    expect(readOutline("<!-- USER_BLOCK_START: yours, free of machines -->\n## A\n").sections[0]?.protected).toBe(true);
    expect(readOutline("  <!--USER_BLOCK_START-->  \n## A\n").sections[0]?.protected).toBe(true);
  });

  it("content cannot bring markers with it", () => {
    const editor = createEditor(BANK);
    editor.update(key("Facts"), `${UE}\n${US}\n${ME}`);
    expect(readOutline(editor.text()).blocks.map((block) => block.kind)).toEqual(["machine", "user"]);
    expect(editor.update(key("Mine"), "x").kind).toBe("protected");
  });

  it("an end without a beginning, and a beginning in an open block, are comments like any", () => {
    expect(
      readOutline(`${UE}\n\n## A\n\n${US}\n\n## B\n\n${US}\n${MS}\n\n## C\n\n${UE}\n\n## D\n`).sections.map((section) => section.protected),
    ).toEqual([false, true, true, false]);
  });

  it("negative control: without its markers the same block could be edited", () => {
    const editor = createEditor(BANK.replace(US, "").replace(UE, ""));
    expect(editor.update(key("Mine"), "x").kind).toBe("edited");
  });
});

describe("X27: the machine's block", () => {
  it("takes new sections at its end", () => {
    const editor = createEditor(BANK);
    editor.update(key("New"), "x");
    editor.append(key("Newer"), "- y");
    expect(editor.text()).toBe(BANK.replace(ME, `## New\n\nx\n\n## Newer\n\n- y\n\n${ME}`));
  });

  it("ends the section that is last in it", () => {
    const editor = createEditor(BANK);
    editor.update(key("Plans"), "new");
    expect(editor.text()).toBe(BANK.replace("- two", "new"));
    editor.remove(key("Plans"));
    editor.clear(key("Facts"));
    expect(editor.text()).toBe(BANK.replace("\n- one\n\n## Plans\n\n- two\n", ""));
  });

  it("takes a section even when it is empty", () => {
    const editor = createEditor(`${MS}\n${ME}\n\ntext\n`);
    editor.update(key("New"), "x");
    expect(editor.text()).toBe(`${MS}\n\n## New\n\nx\n\n${ME}\n\ntext\n`);
  });

  it("may hold a user block, and takes new sections behind it", () => {
    const editor = createEditor(`${MS}\n\n## A\n\n${US}\n\n## Mine\n\n${UE}\n\n${ME}\n`);
    editor.update(key("New"), "x");
    expect(editor.text()).toBe(`${MS}\n\n## A\n\n${US}\n\n## Mine\n\n${UE}\n\n## New\n\nx\n\n${ME}\n`);
  });

  it("stays when a section before it is overwritten", () => {
    const text = `## A\n\na\n\n${MS}\n\n## B\n\nb\n\n${ME}\n`;
    const editor = createEditor(text);
    editor.update(key("A"), "x");
    expect(editor.text()).toBe(text.replace("\na\n", "\nx\n"));
  });
});
