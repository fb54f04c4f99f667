// How we write a delta ourselves, and the fast way to read exactly that back.
//
// Invariant: the reader accepts a text only if writing what it read gives the same bytes. So it can never disagree
// with the general YAML parser about a file that a person touched: such a file simply takes the general way.

import { given } from "../../base/index.ts";
import type { Delta } from "./delta.ts";
import type { Entry } from "./entry.ts";
import type { YamlLines } from "../text/yaml.ts";

export function writeDelta(delta: Delta): string {
  const head = [`version: ${JSON.stringify(delta.version)}`, `source: ${JSON.stringify(delta.source)}`];
  if (delta.applied !== undefined) head.push(`applied: ${delta.applied}`);
  if (delta.entries.length === 0) return `${head.join("\n")}\nentries: []\n`;
  return `${head.join("\n")}\nentries:\n${delta.entries.map(writeEntry).join("")}`;
}

function writeEntry(entry: Entry): string {
  const { key } = entry;
  let text = `  - key:\n      ${key.url === undefined ? `path: ${JSON.stringify(key.path)}` : `url: ${JSON.stringify(key.url)}`}\n`;
  text += `      heading: ${JSON.stringify(key.heading)}\n`;
  if (key.level !== null && key.level !== undefined) text += `      level: ${key.level}\n`;
  text += `    operation: ${JSON.stringify(entry.operation)}\n`;
  if (entry.old !== undefined) text += `    old: ${JSON.stringify(entry.old)}\n`;
  text += `    content: ${writeContent(entry.content)}\n`;
  if (entry.scope !== undefined) text += `    scope: ${entry.scope}\n`;
  const meta = Object.entries(entry.meta).filter(([, value]) => value !== undefined);
  if (meta.length > 0) {
    text += "    meta:\n";
    for (const [name, value] of meta) text += `      ${JSON.stringify(name)}: ${JSON.stringify(value)}\n`;
  }
  return text;
}

/** Readable block text where that is exact; a quoted string otherwise. */
function writeContent(content: string | null): string {
  if (content === null) return "null";
  const body = content.endsWith("\n") ? content.slice(0, -1) : content;
  if (body === "" || NO_BLOCK.test(body)) return JSON.stringify(content);
  const lines = body.split("\n").map((line) => (line === "" ? "" : `      ${line}`));
  return [content.endsWith("\n") ? "|" : "|-", ...lines].join("\n");
}

/** Blanks that a block would not keep, and what no block may hold. */
const NO_BLOCK = new RegExp(
  String.raw`^\s|\s$|[ \t]\n|\n\n\n|\ufeff|` +
    String.raw`[^\n\u0020-\u007e\u00a1-\u2027\u202a-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{1fffd}]`,
  "u",
);

/** null: not our own writing (or damaged); the general parser decides. */
export function readOwnDelta(text: string): { value: unknown; lines: YamlLines } | null {
  if (!text.startsWith('version: "') || !text.endsWith("\n")) return null;
  const head = /^version: (".*")\nsource: (".*")\n(?:applied: (true|false)\n)?entries:\n/.exec(text);
  if (!head) return null;
  const entries: Record<string, unknown>[] = [];
  const starts: number[] = [];
  let at = head[0].length;
  try {
    while (at < text.length) {
      const next = text.indexOf("\n  - key:\n", at);
      const end = next === -1 ? text.length : next + 1;
      starts.push(at);
      entries.push(readEntry(text.slice(at, end)));
      at = end;
    }
    const value = {
      version: JSON.parse(head[1] ?? "") as string,
      source: JSON.parse(head[2] ?? "") as string,
      ...given({ applied: head[3] === undefined ? undefined : head[3] === "true" }),
      entries,
    };
    if (writeDelta(value as unknown as Delta) !== text) return null;
    return { value, lines: ownLines(text, starts) };
  } catch {
    // Not our own writing after all: the general parser gives the error, with its line.
    return null;
  }
}

/** Lines of one entry, as writeDelta writes them; throws where it would not have. */
function readEntry(text: string): Record<string, unknown> {
  const lines = text.split("\n");
  const key: Record<string, unknown> = {};
  const meta: Record<string, unknown> = {};
  const entry: Record<string, unknown> = { key };
  let section = key;
  for (let i = 1; i < lines.length - 1; i++) {
    const line = lines[i] ?? "";
    if (line === "    meta:") {
      section = meta;
      entry["meta"] = meta;
      continue;
    }
    const inner = line.startsWith("      ");
    const colon = inner && section === meta ? line.indexOf('": ') + 1 : line.indexOf(": ");
    if (colon <= 0) throw new Error("not our own writing");
    const name = line.slice(inner ? 6 : 4, colon);
    const value = line.slice(colon + 2);
    if (inner) section[section === meta ? (JSON.parse(name) as string) : name] = JSON.parse(value) as unknown;
    else if (value === "|" || value === "|-") {
      const block = blockAfter(lines, i);
      i += block.length;
      entry[name] = block.join("\n") + (value === "|" ? "\n" : "");
    } else entry[name] = name === "scope" ? value : (JSON.parse(value) as unknown);
  }
  entry["meta"] ??= {};
  return entry;
}

/** The lines of a block of text, without their indent. */
function blockAfter(lines: readonly string[], at: number): string[] {
  const behind = lines.slice(at + 1, -1);
  const end = behind.findIndex((line) => line !== "" && !line.startsWith("      "));
  return (end === -1 ? behind : behind.slice(0, end)).map((line) => line.slice(6));
}

function ownLines(text: string, starts: readonly number[]): YamlLines {
  const lineAt = (offset: number) => {
    let line = 1;
    for (let i = text.indexOf("\n"); i !== -1 && i < offset; i = text.indexOf("\n", i + 1)) line++;
    return line;
  };
  // Lines are only needed for messages, so they are counted only when somebody asks.
  return {
    lineOf: (path) => {
      const start = path[0] === "entries" && typeof path[1] === "number" ? starts[path[1]] : 0;
      return start === undefined ? undefined : lineAt(start);
    },
    spanOf: (index) => ({
      get line() {
        return lineAt(starts[index] ?? 0);
      },
      start: starts[index] ?? 0,
      end: starts[index + 1] ?? text.length,
    }),
  };
}

export interface DeltaEdit {
  readonly version: Delta["version"];
  /** Indexes of entries that leave. */
  readonly remove: ReadonlySet<number>;
  /** For entries that have no id: they must keep theirs, and the time at which they were written, although the file is written anew. */
  readonly known: ReadonlyMap<number, { readonly id: string; readonly time?: string | undefined }>;
  readonly add: readonly Entry[];
}

/** Entries go, entries come, and every comment and every other entry that a person wrote stays. */
export async function editDelta(text: string, delta: Delta, edit: DeltaEdit): Promise<string> {
  if (readOwnDelta(text) !== null) {
    const kept = delta.entries.flatMap((entry, index) =>
      edit.remove.has(index) ? [] : [{ ...entry, meta: { ...entry.meta, ...edit.known.get(index) } }],
    );
    return writeDelta({ ...delta, version: edit.version, entries: [...kept, ...edit.add] });
  }
  const { isSeq, parseDocument } = await import("yaml");
  const document = parseDocument(text, { schema: "core" });
  document.set("version", edit.version);
  for (const [index, known] of edit.known) {
    if (edit.remove.has(index)) continue;
    for (const [name, value] of Object.entries(known)) document.setIn(["entries", index, "meta", name], value);
  }
  for (const index of [...edit.remove].sort((a, b) => b - a)) document.deleteIn(["entries", index]);
  for (const entry of edit.add) document.addIn(["entries"], document.createNode(entry));
  const entries = document.get("entries");
  if (isSeq(entries) && edit.add.length > 0) entries.flow = false;
  return document.toString({ lineWidth: 0 });
}
