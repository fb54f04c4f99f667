// How fast a document is read and one of its sections replaced, beside markdown-it's own block parse of the same text.
// Run: npm run bench -- markdown

import MarkdownIt from "markdown-it";
import { createEditor, readOutline } from "../src/markdown/index.ts";
import { medianOf } from "./measure.ts";

const TRIES = 9;

/** About a megabyte of what people keep in such documents: prose, lists, code, tables, quotes, Chinese. */
function makeDocument(bytes: number): string {
  const parts: string[] = ["---\ntitle: bench\n---\n\n# Notes\n"];
  let size = 0;
  for (let index = 0; size < bytes; index++) {
    const part = [
      `\n## Topic ${index}\n\nA paragraph about topic ${index} that says **something**, links [somewhere](https://example.com/${index})\nand goes on for a second line.\n`,
      `\n- first point of ${index}\n- second point\n  - with a detail\n  - and another one\n- third point\n`,
      `\n\`\`\`sh\n# not a heading\necho ${index}\n\`\`\`\n`,
      `\n### 细节 ${index}\n\n> 一段引用，第 ${index} 条。\n> # 不是标题\n\n| a | b |\n|---|---|\n| ${index} | x |\n`,
    ].join("");
    parts.push(part);
    size += Buffer.byteLength(part);
  }
  return parts.join("");
}

export default async function main(): Promise<Record<string, number>> {
  const text = makeDocument(1_000_000);
  const megabytes = Buffer.byteLength(text) / 1e6;
  const { sections } = readOutline(text);
  const topics = sections.filter((section) => section.level === 2).length;
  const plain = new MarkdownIt({ html: true });

  const blocks = await medianOf(TRIES, () => plain.block.parse(text, plain, {}, []));
  const outline = await medianOf(TRIES, () => readOutline(text));
  let turn = 0;
  const replace = await medianOf(TRIES, () => {
    const editor = createEditor(text);
    editor.update(
      { heading: `Topic ${(turn++ * 97) % topics}`, level: 2 },
      "Something else.\n\n## a line that must be escaped\n\n- a\n- b",
    );
    editor.text();
  });
  const many = await medianOf(3, () => {
    const editor = createEditor(text);
    for (let edit = 0; edit < 10_000; edit++) editor.append({ heading: `Topic ${(edit * 97) % topics}`, level: 2 }, `- note ${edit}`);
    editor.text();
  });

  console.log(`document: ${megabytes.toFixed(2)} MB, ${sections.length} sections`);
  console.log(`markdown-it block parse: ${blocks.toFixed(1)} ms`);
  console.log(`readOutline: ${outline.toFixed(1)} ms`);
  console.log(`replace one section (parse, edit, check, text): ${replace.toFixed(1)} ms`);
  console.log(`ten thousand edits (parse, edits, check, text): ${many.toFixed(1)} ms`);
  return { mbps: (megabytes / outline) * 1000, replace_ms: replace, ratio: replace / blocks, edits_ms: many };
}
