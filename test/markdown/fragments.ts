// Documents and contents made of the pieces that structure is made of. Random letters would never make a fence.

import * as fc from "fast-check";
import type { Editor, Level, SectionKey } from "../../src/markdown/index.ts";

const HEADINGS = [
  "# ",
  "## ",
  "### ",
  "###### ",
  "#",
  "## A\n",
  "# A #\n",
  "\n\n## B\n\n",
  "  ## C\n",
  "   # D\n",
  "T\n===\n",
  "U\n---\n",
  '"q\n===\n',
  "[l\n--\n",
];
const FENCES = ["```", "```sh\n", "~~~", "````", "\n```\n", "  ```\n", "- ```\n"];
const HTML = [
  "<!--",
  "-->",
  "<!-- x -->\n",
  "<div>",
  "</div>\n",
  "<script>",
  "</script>",
  "<pre",
  "<?",
  "?>",
  "<!X",
  ">",
  "<![CDATA[",
  "]]>",
  "<b>\n",
];
const MARKERS = [
  "<!-- MACHINE_BLOCK_START -->\n",
  "<!-- MACHINE_BLOCK_END -->\n",
  "\n<!-- USER_BLOCK_START mine -->\n",
  "<!-- USER_BLOCK_END -->\n",
];
const CONTAINERS = ["- ", "* ", "1. ", "2) ", "> ", "- a\n", "> a\n", "-\n\n", "- - ", ">> ", "- - -\n", "* * *\n", "+ c\n"];
const LINES = [
  "===",
  "---",
  "--",
  "-",
  "=",
  "...",
  "***",
  "| a |",
  "--|--",
  "a | b\n--|--\n",
  "[a]: ",
  "[a]: b\n",
  "[a",
  "]: b",
  '"',
  '"q\n',
  'q"\n',
  "(",
];
const SPACE = ["\n", "\n", "\n\n", "\r\n", "\r", " ", "  ", "    ", "\t", "\u2028", "\u00a0", "\f"];
const WORDS = ["a", "b c", "总览", "😀", "\\", "\\\\", "*", "`", "&amp;", "\0", "\uFEFF"];

export const fragment = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HEADINGS) },
  { weight: 2, arbitrary: fc.constantFrom(...FENCES) },
  { weight: 2, arbitrary: fc.constantFrom(...HTML) },
  { weight: 1, arbitrary: fc.constantFrom(...MARKERS) },
  { weight: 2, arbitrary: fc.constantFrom(...CONTAINERS) },
  { weight: 2, arbitrary: fc.constantFrom(...LINES) },
  { weight: 5, arbitrary: fc.constantFrom(...SPACE) },
  { weight: 3, arbitrary: fc.constantFrom(...WORDS) },
);

export const text = fc.array(fragment, { maxLength: 30 }).map((parts) => parts.join(""));

/** Text that is likely to hold sections with names a key can have. */
export const document = fc
  .tuple(
    fc.constantFrom("", "", "", "\uFEFF", "---\nx: 1\n---\n", "---\n"),
    fc.array(
      fc.oneof(
        { weight: 3, arbitrary: fragment },
        { weight: 1, arbitrary: fc.constantFrom("\n\n# A\n\n", "\n\n## B\nb\n\n", "\r\n### C\r\n", "\n## A\n") },
      ),
      { maxLength: 40 },
    ),
  )
  .map(([front, parts]) => front + parts.join(""));

export type Step =
  | { readonly operation: "update" | "append"; readonly content: string; readonly scope: "section" | "body" }
  | { readonly operation: "clear" | "remove" }
  | { readonly operation: "replace"; readonly pick: number; readonly size: number; readonly content: string };

export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      operation: fc.constantFrom("update" as const, "append" as const),
      content: text,
      scope: fc.constantFrom("section" as const, "body" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ operation: fc.constantFrom("clear" as const, "remove" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      operation: fc.constant("replace" as const),
      pick: fc.nat(200),
      size: fc.integer({ min: 1, max: 12 }),
      content: text,
    }),
  },
);

export const newKey: fc.Arbitrary<SectionKey> = fc.record({
  heading: fc.constantFrom("New", "a*b*", "C #", "#", "<x>", "[x](y)", "&amp;", "A", "B", "`", "\\", "---"),
  level: fc.constantFrom<(Level | null)[]>(null, 1, 2, 3, 6),
});

export function perform(editor: Editor, key: SectionKey, change: Step) {
  switch (change.operation) {
    case "update":
      return editor.update(key, change.content, { scope: change.scope });
    case "append":
      return editor.append(key, change.content);
    case "clear":
      return editor.clear(key);
    case "remove":
      return editor.remove(key);
    case "replace": {
      const section = editor.section(key);
      const body = section.kind === "found" ? section.text : "";
      const at = body.length === 0 ? 0 : change.pick % body.length;
      return editor.replace(key, body.slice(at, at + change.size), change.content);
    }
  }
}
