// exportOkf: a mind's knowledge as a bundle of the Open Knowledge Format 0.2, for programs that know nothing of Codicil: concepts
// with front matter (§4), an index for each folder (§8) and a log of changes (§9).

import { type Concept, conceptsOf, type OkfDocument } from "./concepts.ts";
import { log as changesOf, type LoggedChange, whoWrote } from "../../mind/documents/explain.ts";
import type { Mind } from "../../mind/open.ts";
import { readEvery } from "../../sharing/forget.ts";
import type { Change } from "../../schema/index.ts";
import { writeBundleFolder } from "../archive/archivedFiles.ts";

/** One line of the log. */
export interface LogEntry {
  /** ISO time. */
  readonly at: string;
  readonly what: string;
}

const VERSION = "0.2";

export function bundleFiles(concepts: readonly Concept[], log: readonly LogEntry[]): { readonly path: string; readonly text: string }[] {
  const folders = [...Map.groupBy(concepts, ({ folder }) => folder)];
  const root = folders.map(([folder, all]) => `# ${escape(folder)}\n\n${all.map((each) => entry(each, each.path)).join("\n")}\n`);
  return [
    ...concepts.map(({ path, ...concept }) => ({ path, text: conceptText(concept) })),
    ...folders.map(([folder, all]) => ({
      path: `${folder}/index.md`,
      text: `# ${escape(folder)}\n\n${all.map((each) => entry(each, each.path.slice(folder.length + 1))).join("\n")}\n`,
    })),
    { path: "index.md", text: `---\nokf_version: "${VERSION}"\n---\n\n${root.join("\n")}` },
    ...(log.length === 0 ? [] : [{ path: "log.md", text: logText(log) }]),
  ];
}

/** Strings in JSON's spelling are YAML too, whatever is in them. */
function conceptText({ type, title, description, generated, body }: Omit<Concept, "path">): string {
  const fields = { type, title, ...(description === "" ? {} : { description }) };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  if (generated !== null) lines.push(`generated: { by: ${JSON.stringify(generated.by)}, at: ${JSON.stringify(generated.at)} }`);
  return `---\n${lines.join("\n")}\n---\n\n${body}\n`;
}

function entry({ title, description }: Concept, path: string): string {
  const link = path.split("/").map(encodeURIComponent).join("/");
  return `* [${escape(title)}](${link})${description === "" ? "" : ` - ${escape(description)}`}`;
}

/** Newest first, by day. */
function logText(log: readonly LogEntry[]): string {
  const days = [
    ...Map.groupBy(
      [...log].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)),
      ({ at }) => at.slice(0, 10),
    ),
  ];
  const text = days.map(([day, all]) => `## ${day}\n${all.map(({ what }) => `* **Update**: ${escape(what)}`).join("\n")}\n`);
  return `# Update Log\n\n${text.join("\n")}`;
}

/** One line that Markdown reads as text. */
function escape(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\\[\]<>*_`]/g, "\\$&")
    .trim();
}

/** The newest changes that the log names. */
const MOST_LOGGED = 1000;

/** Writes the documents of a mind, one file for each section, into an empty folder. `version`: of the program that writes it. */
export async function exportOkf(
  mind: Mind,
  target: string,
  { version }: { readonly version: string },
): Promise<{ folder: string; concepts: number; files: number }> {
  const present = (await readEvery(mind)).filter(({ text }) => text.trim() !== "");
  const documents: OkfDocument[] = [];
  const logged: LoggedChange[] = [];
  for (const { document, text } of present) {
    const written = (await whoWrote(mind, document.key)).map(({ change }) => ({ by: actorOf(change, version), at: change.at }));
    const name = `${document.root === "project" ? "project/" : ""}${document.path.replace(/\.md$/i, "")}`;
    documents.push({ name, role: document.role, text, written });
    const changes = await changesOf(mind, document.key, { limit: MOST_LOGGED });
    logged.push(...changes.filter(({ kind }) => kind !== "considered"));
  }
  logged.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).splice(MOST_LOGGED);
  const concepts = conceptsOf(documents);
  const files = bundleFiles(
    concepts,
    logged.map(({ at, doc, heading, reason }) => ({
      at,
      what: `${doc}${heading === undefined ? "" : `, ${heading}`}${reason === undefined ? "" : `: ${reason}`}`,
    })),
  );
  return { folder: await writeBundleFolder(target, files), concepts: concepts.length, files: files.length };
}

/** §7: what a person wrote begins with `human:`. */
function actorOf({ kind, by, from }: Pick<Change, "kind" | "by" | "from">, version: string): string {
  return by === "user" || kind === "hand" || kind === "first" ? `human:${from ?? "owner"}` : `codicil/${version}`;
}
