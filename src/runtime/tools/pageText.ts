// A page of HTML as text: enough to read it, no more. What a browser would hide from a reader is left out too.

import { either } from "../../base/index.ts";

const BLOCKS = new RegExp(
  String.raw`<\/?(?:${either`
  p, div, section, article, header, footer, main, nav, aside, ul, ol, li, table, tr, h[1-6], br, hr, pre,
  blockquote, dl, dt, dd, figure, form
`})\b[^<>]*>`,
  "gi",
);
/** From its opening tag to its closing one, or to the end of the page. */
const HIDDEN = new RegExp(
  ["script", "style", "noscript", "template", "svg", "head"].map((tag) => `<${tag}\\b[^]*?(?:</${tag}\\s{0,20}>|$)`).join("|"),
  "gi",
);
const NAMES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  mdash: "—",
  ndash: "–",
  hellip: "…",
  copy: "©",
};

export function pageText(html: string): string {
  return html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, "")
    .replace(HIDDEN, (match) => (/^<head/i.test(match) ? `${/<title[^<>]*>([^<]*)/i.exec(match)?.[1] ?? ""}\n` : ""))
    .replace(BLOCKS, "\n")
    .replace(/<[^<>]*>/g, "")
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,8}));/gi, (whole, decimal?: string, hex?: string, name?: string) =>
      decode(whole, decimal, hex, name),
    )
    .replace(/[ \t]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function decode(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMES[name.toLowerCase()] ?? whole;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}
