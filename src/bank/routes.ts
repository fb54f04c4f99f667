// Where a question leads in the bank: the index's own routes first (by what somebody wants to do, MB-60), then patterns.md
// where the intent wants it (MB-03). Pure.

import { BANK, BANK_PATTERNS, type Intent, intentOf } from "../knowledge/index.ts";
import { readQueryWords, readWords } from "../recall/index.ts";
import type { BankPage } from "./pages.ts";

export interface Route {
  /** The line of the index. */
  readonly line: number;
  readonly says: string;
  /** Relative to the project. */
  readonly path: string;
}

const ROUTING = /\brout(?:ing|es?)\b|路由|导航|索引|what (?:do )?you want|想做什么/iu;

export function routesIn(index: BankPage): Route[] {
  return index.reading.units.flatMap((unit) => {
    if (!unit.headings.some((heading) => ROUTING.test(heading))) return [];
    const text = index.lines[unit.line - 1] ?? "";
    // What a link is called says something only where nothing else does.
    const says = plainWords(text.replace(/\[[^[\]]*\]\([^()]*\)/g, " ")) || plainWords(text.replace(/\]\([^()]*\)/g, " "));
    return [...new Set(pointersIn(text))].map((path) => ({ line: unit.line, says, path }));
  });
}

function plainWords(text: string): string {
  return text
    .replace(/`[^`]*`|[[\]|*>→]|^\s*[-+]\s|:\s*$/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Documents of the bank that a line points to: by link, by code span, or plainly. */
function pointersIn(text: string): string[] {
  const found = text.matchAll(/\]\(\s*<?([^)\s>#]+)|`([^`\s]+)`|(?<![\w/.-])((?:memory-bank|details)\/[\w./-]+)/gu);
  return Array.from(found, ([, link, code, plain]) => link ?? code ?? plain ?? "")
    .filter((path) => /\.md$/i.test(path) && !/^[a-z]+:|^\/|\.\./i.test(path))
    .map((path) => (path.startsWith(`${BANK}/`) ? path : `${BANK}/${path.replace(/^\.\//, "")}`));
}

/** The documents to read, most wanted first: routes for this intent, routes that share words with the question, patterns.md. */
export function routed(question: string, intent: Intent, routes: readonly Route[]): string[] {
  const words = new Set(readQueryWords(question));
  const sharesWith = (text: string) => new Set(readWords(text).terms.filter((term) => words.has(term))).size;
  const byIntent = routes.filter(({ says }) => intentOf(says).id === intent.id && intent.id !== "unsure" && intent.id !== "find");
  const byWords = routes.map((route) => ({ route, shared: sharesWith(route.says) })).filter(({ shared }) => shared > 0);
  byWords.sort((a, b) => b.shared - a.shared || a.route.line - b.route.line);
  const wanted = [...byIntent, ...byWords.map(({ route }) => route)].map(({ path }) => path);
  return [...new Set([...wanted, ...(intent.patterns ? [BANK_PATTERNS] : [])])];
}
