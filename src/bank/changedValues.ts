// Where memory and files disagree (MB-12): a line of the bank states a value and points to a file that has another one, or
// to a line that the file no longer reaches. Pure: what the files say comes in.
//
// Precision first, as everywhere in the doctor: a value is compared only where the same line of memory names the file, or
// where package.json is the one place that it can be in. What is computed there (`60 * 1000`) is not compared.

import { either } from "../base/index.ts";
import type { PackConflict } from "../schema/index.ts";
import { LONGEST_LINE } from "../doctor/reading.ts";
import type { BankPage, Page } from "./pages.ts";

export type Disagreement = Pick<PackConflict, "kind" | "path" | "line" | "found"> & { readonly said: string };

interface Statement {
  readonly name: string;
  readonly value: string;
  /** "port" is a word, MAX_RETRIES a name. */
  readonly isWord: boolean;
}

const NAME = "[A-Za-z_][\\w]*(?:[.-]\\w+)*";
const VALUE = "(?:\"[^\"\\n]{1,60}\"|'[^'\\n]{1,60}'|`[^`\\n]{1,60}`|v?\\d[\\d_]*(?:\\.\\d+)*(?:ms|s|m|h|d|kb|mb|gb|px|%)?|true|false)";
const STATES = [
  new RegExp(`\`(${NAME})\\s*(?:=|:|:=)\\s*([^\`\\n]{1,60})\``, "gu"),
  new RegExp(
    `\`(${NAME})\`\\s*(?:\\s(?:is|are|equals|defaults to|is set to|was set to)\\s|=|:|：|(?:默认)?(?:设?为|是|等于|默认值?为?))\\s*(${VALUE})(?![\\w.])`,
    "giu",
  ),
  new RegExp(
    `(?<![\\w.\`-])([A-Z][A-Z0-9]*_[A-Z0-9_]+)\\s*(?:\\s(?:is|equals|defaults to|is set to)\\s|=|:|：|(?:默认)?(?:设?为|是|等于))\\s*(${VALUE})(?![\\w.])`,
    "gu",
  ),
];
const PORT = /(?:\bports?\b(?:\s+(?:is|number))?|端口号?)(?:\s*(?:为|是|=|:|：))?\s*`?(\d{2,5})`?(?![\w.])/giu;

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

/** Paths of files in a line, with the line they point to. */
export function filesNamedIn(text: string): { path: string; at: number | null }[] {
  if (text.length > LONGEST_LINE) return [];
  const found = [
    ...text.matchAll(
      /(?<![\w/@~:.-])(?:\.\/)?((?:[\w@.-]+\/)*[\w@-][\w@.-]*\.[A-Za-z][A-Za-z0-9]{0,9})(?::(\d{1,6})|#L(\d{1,6}))?(?![\w/])/gu,
    ),
  ];
  return found.map((match) => ({ path: (match[1] ?? "").replace(/\.$/, ""), at: Number(match[2] ?? match[3] ?? 0) || null }));
}

export function findDisagreements(page: BankPage, files: ReadonlyMap<string, Page>): Disagreement[] {
  // `server.port: 3000` states a port in two ways, and is one statement.
  return [...new Map(disagreementsIn(page, files).map((each) => [`${each.line} ${each.found}`, each])).values()];
}

function disagreementsIn(page: BankPage, files: ReadonlyMap<string, Page>): Disagreement[] {
  const inCode = new Set(page.reading.code.map(({ line }) => line));
  return page.lines.flatMap((text, index) => {
    const line = index + 1;
    if (inCode.has(line) || text.length > LONGEST_LINE || /^\s*<!--/.test(text)) return [];
    const about = filesNamedIn(text).flatMap(({ path, at }) => (files.has(path) ? [{ file: files.get(path) as Page, at }] : []));
    return [
      ...about.flatMap(({ file, at }) =>
        at !== null && !file.cut && at > countLines(file)
          ? [
              {
                kind: "dead-line" as const,
                path: page.path,
                line,
                said: `${file.path}:${at}`,
                found: `${file.path} ends at line ${countLines(file)}`,
              },
            ]
          : [],
      ),
      ...(HISTORY.test(text) ? [] : statementsIn(text)).flatMap((statement) =>
        about.flatMap(({ file }) =>
          compare(statement, file).map((found) => ({
            kind: "changed-value" as const,
            path: page.path,
            line,
            said: `${statement.name} ${statement.value}`,
            found,
          })),
        ),
      ),
      ...comparePackages(text, files.get("package.json")).map(({ said, found }) => ({
        kind: "changed-value" as const,
        path: page.path,
        line,
        said,
        found,
      })),
    ];
  });
}

function countLines(file: Page): number {
  return file.lines.at(-1) === "" ? file.lines.length - 1 : file.lines.length;
}

function statementsIn(text: string): Statement[] {
  const named = STATES.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({ name: match[1] ?? "", value: plain(match[2] ?? ""), isWord: false })),
  );
  const ports = [...text.matchAll(PORT)].map((match) => ({ name: "port", value: match[1] ?? "", isWord: true }));
  return [...new Map([...named, ...ports].map((each) => [`${each.name} ${each.value}`, each])).values()].filter(
    ({ value }) => value !== "",
  );
}

/** What the file says instead: one answer where it assigns the name and never the stated value, none otherwise. */
function compare({ name, value, isWord }: Statement, file: Page): string[] {
  const last = name.slice(name.lastIndexOf(".") + 1);
  const escaped = last.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const before = isWord ? `(?<![a-z])\\w*${escaped}` : `(?<![\\w$])${escaped}`;
  const assigned = new RegExp(
    `${before}["']?\\s*(?::\\s*[A-Za-z][\\w<>[\\]| ]*?=|\\?\\?=|:=|=>|[:=])\\s*(${VALUE})(?!\\s*[*/+%<>-]|[\\w.])|${before}["'\\])]*\\s*(?:\\|\\||\\?\\?)\\s*(${VALUE})(?![\\w.])`,
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
  const bare = value
    .trim()
    .replace(/^["'`](.*)["'`]$/, "$1")
    .trim();
  return /^[\d_]+$/.test(bare) ? bare.replaceAll("_", "") : bare;
}

/** "React 18", "`vitest@3.1`", "Node 20": against package.json, as far as the line is exact. */
function comparePackages(text: string, manifest: Page | undefined): { said: string; found: string }[] {
  if (manifest === undefined || !/\d/.test(text) || HISTORY.test(text) || SINCE.test(text)) return [];
  return versionsIn(manifest).flatMap(({ name, range, line }) => {
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const spelled = name === "node" ? "node(?:\\.?js)?" : escaped;
    const said = new RegExp(
      `(?<![\\w@/.-])${spelled}\`?(?:@|\\s+v?|\\s*[:：]\\s*v?)[~^]?(\\d+(?:\\.\\d+){0,2})(?![\\w.]*\\+|\\d|\\.\\d|[- ]?(?:st|nd|rd|th|times|files|lines|%))`,
      "iu",
    ).exec(text)?.[1];
    if (said === undefined || fits(said, range)) return [];
    return [{ said: `${name} ${said}`, found: `package.json:${line} has ${name} ${range}` }];
  });
}

function versionsIn(manifest: Page): { name: string; range: string; line: number }[] {
  let fields: Record<string, Record<string, string> | undefined>;
  try {
    fields = JSON.parse(manifest.lines.join("\n")) as typeof fields;
  } catch {
    // A manifest that cannot be read, or of which only the beginning was, contradicts nothing.
    return [];
  }
  const lineOf = (name: string) => manifest.lines.findIndex((line) => line.includes(`"${name}"`)) + 1;
  return ["engines", "dependencies", "devDependencies", "peerDependencies"].flatMap((field) =>
    Object.entries(fields[field] ?? {}).flatMap(([name, range]) =>
      typeof range === "string" ? [{ name, range, line: Math.max(1, lineOf(name)) }] : [],
    ),
  );
}

/** Whether a stated version may be what the range means; whatever is no simple range fits. */
function fits(said: string, range: string): boolean {
  const simple = /^(\^|~|>=|=)?v?(\d+(?:\.\d+){0,2})$/.exec(range.trim());
  if (simple === null) return true;
  const [stated, wanted] = [said, simple[2] ?? ""].map((each) => each.split(".").map(Number)) as [number[], number[]];
  const depth = Math.min(stated.length, wanted.length);
  const order =
    stated
      .slice(0, depth)
      .map((part, index) => part - (wanted[index] ?? 0))
      .find((difference) => difference !== 0) ?? 0;
  return simple[1] === ">=" ? order >= 0 : order === 0;
}
