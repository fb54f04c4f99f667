// Conflicts between memory and files (MB-12), each with the correction to propose: what the checks of the doctor find in the
// pages that were read, and lines that state a value and point to a file that has another one, or to a line that it no longer
// reaches.
//
// Precision first, as everywhere in the doctor: a value is compared only where the same line of memory names the file, or where
// package.json is the one place that it can be in. What is computed there (`60 * 1000`) is not compared.

import { readQueryWords } from "../recall/index.ts";
import { PACK_LIMITS, type PackConflict, type PackEvidence } from "../schema/index.ts";
import { findDeadReferences, LONGEST_LINE, readGround } from "../doctor/documentReader.ts";
import type { Mind } from "../mind/open.ts";
import { filesNamedIn, quoteOf } from "./evidence.ts";
import type { BankPage, Page } from "./pages.ts";
import { either, escapePattern, objectIn } from "../base/index.ts";

interface Opened {
  readonly pages: readonly BankPage[];
  readonly files: readonly Page[];
  readonly evidence: readonly PackEvidence[];
}

/** Those that touch what was quoted first: they could make the answer wrong. */
export async function findConflicts(mind: Mind, { pages, files, evidence }: Opened): Promise<PackConflict[]> {
  const ground = await readGround(mind);
  const byPath = new Map(files.map((file) => [file.path, file]));
  const found = pages.flatMap((page) => [
    ...findDisagreements(page, byPath).map(({ said, ...rest }) => conflictAt(page, { ...rest, said })),
    ...findDeadReferences(page.reading, ground).map(({ code, line = 1, quote = "", message }) =>
      conflictAt(page, { kind: code as "dead-path" | "dead-command", path: page.path, line, found: message, said: quote }),
    ),
  ]);
  const isQuoted = ({ path, line }: PackConflict) => evidence.some((each) => each.path === path && each.line === line);
  return [...found.filter(isQuoted), ...found.filter((each) => !isQuoted(each))].slice(0, PACK_LIMITS.conflicts);
}

function conflictAt(page: BankPage, { said, ...rest }: Omit<PackConflict, "quote" | "update"> & { said: string }): PackConflict {
  const heading = page.reading.units.find(({ line, last }) => line <= rest.line && rest.line <= last)?.headings.at(-1);
  const quote = quoteOf(page.lines[rest.line - 1] ?? "", new Set(readQueryWords(said))) || said;
  const key = `--path ./${page.path}${heading === undefined ? "" : ` --heading ${JSON.stringify(heading)}`}`;
  return { ...rest, quote, update: `Memory says ${JSON.stringify(said)}. Propose a correction: codicil plan ${key} --op replace` };
}

type Disagreement = Pick<PackConflict, "kind" | "path" | "line" | "found"> & { readonly said: string };

interface Statement {
  readonly name: string;
  readonly value: string;
  /** "port" is a word, MAX_RETRIES a name. */
  readonly isWord: boolean;
}

const NAME = "[A-Za-z_][\\w]*(?:[.-]\\w+)*";
const VALUE = "(?:\"[^\"\\n]{1,60}\"|'[^'\\n]{1,60}'|`[^`\\n]{1,60}`|v?\\d[\\d_]*(?:\\.\\d+)*(?:ms|s|m|h|d|kb|mb|gb|px|%)?|true|false)";
const [IS, IS_ZH] = ["is|equals|defaults to|is set to", "设?为|是|等于"];
const STATES = [
  new RegExp(`\`(${NAME})\\s*(?:=|:|:=)\\s*([^\`\\n]{1,60})\``, "gu"),
  stating(`\`(${NAME})\``, `${IS}|are|was set to`, `${IS_ZH}|默认值?为?`, "giu"),
  stating("(?<![\\w.`-])([A-Z][A-Z0-9]*_[A-Z0-9_]+)", IS, IS_ZH, "gu"),
];

function stating(name: string, is: string, isChinese: string, flags: string): RegExp {
  return new RegExp(`${name}\\s*(?:\\s(?:${is})\\s|=|:|：|(?:默认)?(?:${isChinese}))\\s*(${VALUE})(?![\\w.])`, flags);
}

const PORT_WORD = String.raw`(?:\bports?\b(?:\s+(?:is|number))?|端口号?)(?:\s*(?:${either`为, 是, =, :, ：`}))?`;
const PORT = new RegExp(`${PORT_WORD}\\s*\`?(\\d{2,5})\`?(?![\\w.])`, "giu");

/** The line tells how it was, or from when on something holds: it states no present value. */
const HISTORY = new RegExp(
  String.raw`\b(?:${either`
  was, were, used to, formerly, previously, originally, before, until, no longer, removed, dropped, deprecated,
  instead of, rather than, migrat\w*, upgrad\w*, changed from
`})\b|曾|原来|原本|以前|之前|不再|改为|升级|迁移`,
  "iu",
);
const SINCE = new RegExp(
  String.raw`\b(?:${either`
  since, starting, as of, from, older, newer, earlier, later, at least, or (?:above|higher|later|newer),
  supports?, works? (?:with|on), compatible, problems?, bugs?, issues?, fails?, breaks?
`})\b|自|起|以上|以下|支持|兼容|问题`,
  "iu",
);

function findDisagreements(page: BankPage, files: ReadonlyMap<string, Page>): Disagreement[] {
  // `server.port: 3000` states a port in two ways, and is one statement.
  return [...new Map(disagreementsIn(page, files).map((each) => [`${each.line} ${each.found}`, each])).values()];
}

function disagreementsIn(page: BankPage, files: ReadonlyMap<string, Page>): Disagreement[] {
  const inCode = new Set(page.reading.code.map(({ line }) => line));
  return page.lines.flatMap((text, index) => {
    const line = index + 1;
    if (inCode.has(line) || text.length > LONGEST_LINE || /^\s*<!--/.test(text)) return [];
    const about = filesNamedIn(text).flatMap(({ path, at }) => (files.has(path) ? [{ file: files.get(path) as Page, at }] : []));
    const dead = about.flatMap(({ file, at }) => {
      const last = file.lines.at(-1) === "" ? file.lines.length - 1 : file.lines.length;
      return at === null || file.cut || at <= last ? [] : [{ said: `${file.path}:${at}`, found: `${file.path} ends at line ${last}` }];
    });
    const changed = (HISTORY.test(text) ? [] : statementsIn(text)).flatMap((statement) =>
      about.flatMap(({ file }) => compare(statement, file).map((found) => ({ said: `${statement.name} ${statement.value}`, found }))),
    );
    const { path } = page;
    return [
      ...dead.map((each) => ({ kind: "dead-line" as const, path, line, ...each })),
      ...[...changed, ...comparePackages(text, files.get("package.json"))].map((each) => ({
        kind: "changed-value" as const,
        path,
        line,
        ...each,
      })),
    ];
  });
}

function statementsIn(text: string): Statement[] {
  const matches = STATES.flatMap((pattern) => [...text.matchAll(pattern)]);
  const named = matches.map(([, name = "", value = ""]) => ({ name, value: plain(value), isWord: false }));
  const ports = Array.from(text.matchAll(PORT), ([, value = ""]) => ({ name: "port", value, isWord: true }));
  const all = new Map([...named, ...ports].map((each) => [`${each.name} ${each.value}`, each]));
  return [...all.values()].filter(({ value }) => value !== "");
}

/** What the file says instead: one answer where it assigns the name and never the stated value, none otherwise. */
function compare({ name, value, isWord }: Statement, file: Page): string[] {
  const last = name.slice(name.lastIndexOf(".") + 1);
  const escaped = escapePattern(last);
  const before = isWord ? `(?<![a-z])\\w*${escaped}` : `(?<![\\w$])${escaped}`;
  const assigned = new RegExp(
    `${before}["']?\\s*(?::\\s*[A-Za-z][\\w<>[\\]| ]*?=|\\?\\?=|:=|=>|[:=])\\s*(${VALUE})(?!\\s*[*/+%<>-]|[\\w.])` +
      `|${before}["'\\])]*\\s*(?:\\|\\||\\?\\?)\\s*(${VALUE})(?![\\w.])`, // a default
    isWord ? "giu" : "gu",
  );
  // Configuration has words without quotes, one to a line; in code a bare word is a name for something else.
  const bare = new RegExp(`^\\s*(?:-\\s+)?${escaped}\\s*[:=]\\s*([A-Za-z][\\w./-]*)\\s*(?:#.*)?$`, "gu");
  const patterns = !isWord && /\.(?:ya?ml|toml|ini|cfg|conf|properties)$/i.test(file.path) ? [assigned, bare] : [assigned];
  let different: { line: number; value: string } | null = null;
  for (const [index, text] of file.lines.entries()) {
    if (text.length > LONGEST_LINE) continue;
    for (const match of patterns.flatMap((pattern) => [...text.matchAll(pattern)])) {
      const found = plain(match[1] ?? match[2] ?? "");
      if (isWord && !/^\d+$/.test(found)) continue;
      if (found === value) return [];
      different ??= { line: index + 1, value: found };
    }
  }
  return different === null ? [] : [`${file.path}:${different.line} has ${last} ${different.value}`];
}

function plain(value: string): string {
  const said = value.trim();
  const bare = said.replace(/^["'`](.*)["'`]$/, "$1").trim();
  return /^[\d_]+$/.test(bare) ? bare.replaceAll("_", "") : bare;
}

/** And no "18+", "2nd" or "3 files". */
const VERSION = "(\\d+(?:\\.\\d+){0,2})(?![\\w.]*\\+|\\d|\\.\\d|[- ]?(?:st|nd|rd|th|times|files|lines|%))";

/** "React 18", "`vitest@3.1`", "Node 20": against package.json, as far as the line is exact. */
function comparePackages(text: string, manifest: Page | undefined): { said: string; found: string }[] {
  if (manifest === undefined || !/\d/.test(text) || HISTORY.test(text) || SINCE.test(text)) return [];
  return versionsIn(manifest).flatMap(({ name, range, line }) => {
    const spelled = name === "node" ? "node(?:\\.?js)?" : escapePattern(name);
    const said = new RegExp(`(?<![\\w@/.-])${spelled}\`?(?:@|\\s+v?|\\s*[:：]\\s*v?)[~^]?${VERSION}`, "iu").exec(text)?.[1];
    if (said === undefined || fits(said, range)) return [];
    return [{ said: `${name} ${said}`, found: `package.json:${line} has ${name} ${range}` }];
  });
}

function versionsIn(manifest: Page): { name: string; range: string; line: number }[] {
  // A manifest that cannot be read, or of which only the beginning was, contradicts nothing.
  const fields = objectIn<Record<string, Record<string, string>>>(manifest.lines.join("\n")) ?? {};
  const lineOf = (name: string) => manifest.lines.findIndex((line) => line.includes(`"${name}"`)) + 1;
  const ranges = ["engines", "dependencies", "devDependencies", "peerDependencies"].flatMap((field) => Object.entries(fields[field] ?? {}));
  return ranges.flatMap(([name, range]) => (typeof range === "string" ? [{ name, range, line: Math.max(1, lineOf(name)) }] : []));
}

/** Whether a stated version may be what the range means; whatever is no simple range fits. */
function fits(said: string, range: string): boolean {
  const simple = /^(\^|~|>=|=)?v?(\d+(?:\.\d+){0,2})$/.exec(range.trim());
  if (simple === null) return true;
  const [stated, wanted] = [said, simple[2] ?? ""].map((each) => each.split(".").map(Number)) as [number[], number[]];
  const depth = Math.min(stated.length, wanted.length);
  const differences = stated.slice(0, depth).map((part, index) => part - (wanted[index] ?? 0));
  const order = differences.find((difference) => difference !== 0) ?? 0;
  return simple[1] === ">=" ? order >= 0 : order === 0;
}
