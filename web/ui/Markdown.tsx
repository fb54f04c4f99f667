// Markdown as elements, never as markup: tokens of the parser become nodes. Raw HTML stays text, images are never loaded,
// links that are no web or mail address stay text.

import MarkdownIt, { type Token } from "markdown-it";
import { type ComponentChildren, h } from "preact";
import { useMemo } from "preact/hooks";
import { visible } from "./visible.ts";

const reader = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable("image");

/** Longer texts are shown as they are: nobody reads them here, and parsing would hold up the page. */
const LONGEST = 200_000;

export function Markdown({ text }: { readonly text: string }) {
  const nodes = useMemo(() => (text.length > LONGEST ? <pre>{visible(text)}</pre> : nodesOf(reader.parse(text, {}))), [text]);
  return <div class="markdown">{nodes}</div>;
}

/** Of one line: code, emphasis and links, no blocks. */
export function MarkdownLine({ text }: { readonly text: string }) {
  const nodes = useMemo(() => (text.length > LONGEST ? visible(text) : nodesOf(reader.parseInline(text, {}))), [text]);
  return <>{nodes}</>;
}

interface Open {
  readonly token: Token | null;
  readonly children: ComponentChildren[];
}

function nodesOf(tokens: readonly Token[]): ComponentChildren[] {
  const stack: Open[] = [{ token: null, children: [] }];
  for (const token of tokens) {
    const top = stack.at(-1) as Open;
    if (token.nesting === 1) stack.push({ token, children: [] });
    else if (token.nesting === -1 && stack.length > 1) {
      const { token: opened, children } = stack.pop() as Open;
      (stack.at(-1) as Open).children.push(element(opened as Token, children, (stack.at(-1) as Open).children.length));
    } else top.children.push(leaf(token, top.children.length));
  }
  return (stack[0] as Open).children;
}

const LEAVES: Readonly<Record<string, (token: Token, key: number) => ComponentChildren>> = {
  inline: ({ children }) => nodesOf(children ?? []),
  text: ({ content }) => visible(content),
  softbreak: () => " ",
  hardbreak: (_, key) => <br key={key} />,
  code_inline: ({ content }, key) => <code key={key}>{visible(content)}</code>,
  code_block: ({ content }, key) => <CodeBlock key={key} text={content} />,
  fence: ({ content }, key) => <CodeBlock key={key} text={content} />,
  hr: (_, key) => <hr key={key} />,
};

function leaf(token: Token, key: number): ComponentChildren {
  return LEAVES[token.type]?.(token, key) ?? visible(token.content);
}

function CodeBlock({ text }: { readonly text: string }) {
  return (
    <pre tabIndex={0}>
      <code>{visible(text.replace(/\n$/, ""))}</code>
    </pre>
  );
}

const TAGS = new Set(["p", "ul", "ol", "li", "blockquote", "strong", "em", "s", "table", "thead", "tbody", "tr", "th", "td"]);
const OUTSIDE = /^(?:https?:\/\/|mailto:)/i;

function element(token: Token, children: ComponentChildren[], key: number): ComponentChildren {
  const { type, tag, hidden } = token;
  if (hidden) return children;
  // The page has an outline of its own, which a document's headings are no part of.
  if (type === "heading_open")
    return (
      <p key={key} class={`markdown-heading level-${tag.slice(1)}`}>
        {children}
      </p>
    );
  if (type === "link_open") return link(String(token.attrGet("href") ?? ""), children, key);
  if (!TAGS.has(tag)) return children;
  if (tag === "table")
    return (
      <div key={key} class="markdown-table" tabIndex={0}>
        <table>{children}</table>
      </div>
    );
  const start = tag === "ol" ? token.attrGet("start") : null;
  // A corner of a table without text is no heading.
  const isBare = tag === "th" && children.flat().length === 0;
  return h(isBare ? "td" : tag, { key, ...(start === null ? {} : { start: Number(start) }) }, children);
}

function link(href: string, children: ComponentChildren[], key: number): ComponentChildren {
  if (!OUTSIDE.test(href)) return <span key={key}>{children}</span>;
  return (
    <a key={key} href={href} target="_blank" rel="noopener noreferrer nofollow" title={visible(href)}>
      {children}
    </a>
  );
}
