// search: a text or a pattern in the files below a folder. A pattern that would run forever is stopped; files that hold
// keys, and folders that hold other people's code, are passed over unless they are named.

import { createContext, Script } from "node:vm";
import { AppError, either, wordSet, seenFrom } from "../../base/index.ts";
import { diskFacts } from "../../store/index.ts";
import type { Tool } from "../ports/tool.ts";
import { listFolder, pathIn, readText } from "./projectFiles.ts";

const MOST_HITS = 200;
const MOST_FILES = 20_000;
const LARGEST = 1024 * 1024;
const SHOWN = 300;
const PATTERN_MS = 2000;
const PASSED_FOLDERS = wordSet(".git .hg .svn node_modules dist build target .venv venv __pycache__ .next coverage");
const PASSED_FILES = new RegExp(either`
  ^\.env(?:\..*)?$, \.(?:pem|key|p12|pfx|jks|keystore)$, ^id_(?:rsa|dsa|ecdsa|ed25519)$, ^\.netrc$, ^\.npmrc$,
  ^\.pypirc$
`);

export const search: Tool = {
  name: "search",
  description: "Finds lines that hold a text (or match a pattern, with regex: true) in the files below a folder.",
  parameters: {
    type: "object",
    properties: {
      query: { type: "string", description: "the text to find; upper and lower case count only where it has upper case" },
      path: { type: "string", description: "a folder or one file; the working folder by default" },
      regex: { type: "boolean", description: "query is a JavaScript regular expression" },
      name: { type: "string", description: "only files whose name ends like this, for example .ts" },
    },
    required: ["query"],
  },
  toCall: (args) => ({ tool: "search", input: { path: String(args["path"] ?? ".") } }),
  run: async (args, { cwd, mind, signal, sessionType }) => {
    const spelled = pathIn(cwd, String(args["path"] ?? "."), mind.where.userHome);
    const start = diskFacts.realpath(spelled) ?? spelled;
    // The gate saw where the search begins. What is private to the person may lie anywhere below (X14).
    const closed = sessionType === "shared" ? [mind.where.home, mind.where.state].map((each) => diskFacts.realpath(each) ?? each) : [];
    const find = finder(String(args["query"]), args["regex"] === true);
    const ending = String(args["name"] ?? "").replace(/^\*/, "");
    const found: Found = { hits: [], files: 0, passed: 0 };
    for (const file of filesBelow(start, closed)) {
      if (signal.aborted || found.hits.length >= MOST_HITS || ++found.files > MOST_FILES) break;
      // A person may want to cancel meanwhile.
      if (found.files % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
      if (ending === "" || file.endsWith(ending)) searchFile(file, { find, cwd, found });
    }
    return { text: shownAs(found) };
  },
};

interface Found {
  readonly hits: string[];
  files: number;
  /** Binary or large files. */
  passed: number;
}

function searchFile(file: string, { find, cwd, found }: { readonly find: Find; readonly cwd: string; readonly found: Found }): void {
  const text = textOrNull(file);
  if (text === null) {
    found.passed++;
    return;
  }
  const shown = seenFrom(cwd, file);
  for (const { line, text: hit } of find(text, MOST_HITS - found.hits.length))
    found.hits.push(`${shown}:${line}: ${hit.length > SHOWN ? `${hit.slice(0, SHOWN)}…` : hit}`);
}

function shownAs({ hits, files, passed }: Found): string {
  const more = [
    ...(hits.length >= MOST_HITS ? [`the first ${MOST_HITS} hits`] : []),
    ...(files > MOST_FILES ? [`the first ${MOST_FILES} files`] : []),
    ...(passed > 0 ? [`${passed} binary or large files were skipped`] : []),
  ];
  return `${hits.length === 0 ? "Nothing found." : hits.join("\n")}${more.length === 0 ? "" : `\n[${more.join("; ")}]`}`;
}

function* filesBelow(path: string, closed: readonly string[]): Generator<string> {
  if (closed.includes(path)) return;
  let entries;
  try {
    entries = listFolder(path);
  } catch (error) {
    // A file was named itself; anything else is the caller's to know.
    if (!(error instanceof AppError) || error.code !== "NOT_FOUND") throw error;
    yield path;
    return;
  }
  for (const { name, kind } of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (kind === "folder" && !PASSED_FOLDERS.has(name)) yield* filesBelow(path === "/" ? `/${name}` : `${path}/${name}`, closed);
    else if (kind === "file" && !PASSED_FILES.test(name)) yield `${path}/${name}`;
  }
}

function textOrNull(path: string): string | null {
  try {
    const text = readText(path);
    return text.length > LARGEST ? null : text;
  } catch (error) {
    // Binary, too large or gone since it was listed: counted, and said at the end.
    if (error instanceof AppError && error.code !== "NOT_FOUND") return null;
    throw error;
  }
}

type Find = (text: string, most: number) => { readonly line: number; readonly text: string }[];

function finder(query: string, isPattern: boolean): Find {
  if (query === "") throw new AppError("BAD_INPUT", "there is nothing to search for");
  if (isPattern) return patternFinder(query);
  const exact = query !== query.toLowerCase();
  const wanted = exact ? query : query.toLowerCase();
  return (text, most) => linesWhere(text, most, (line) => (exact ? line : line.toLowerCase()).includes(wanted));
}

/** Given `source`, `text` and `most`: the numbers of the lines, from 0, as JSON. */
const LINES_THAT_FIT = String.raw`{
  const pattern = new RegExp(source, "u");
  const found = [];
  const lines = text.split(/\r\n|\n|\r/);
  for (let at = 0; at < lines.length && found.length < most; at++) if (pattern.test(lines[at])) found.push(at);
  JSON.stringify(found);
}`;

/** Runs apart, because only there can a pattern be stopped. */
function patternFinder(source: string): Find {
  try {
    void new RegExp(source, "u");
  } catch (cause) {
    throw new AppError("BAD_INPUT", `the pattern is wrong: ${(cause as Error).message}`, { cause });
  }
  const script = new Script(LINES_THAT_FIT);
  return (text, most) => {
    try {
      const found = new Set(
        JSON.parse(String(script.runInContext(createContext({ source, text, most }), { timeout: PATTERN_MS }))) as number[],
      );
      return text.split(/\r\n|\n|\r/).flatMap((line, index) => (found.has(index) ? [{ line: index + 1, text: line }] : []));
    } catch (cause) {
      throw new AppError("BAD_INPUT", "the pattern takes too long", { cause, hint: "Use a simpler one, or a plain text." });
    }
  };
}

function linesWhere(text: string, most: number, test: (line: string) => boolean): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = [];
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (found.length >= most) break;
    if (test(line)) found.push({ line: index + 1, text: line });
  }
  return found;
}
