// exportOkf: a mind's knowledge as a bundle of the Open Knowledge Format 0.2, for programs that know nothing of Codicil.

import { log as changesOf, whoWrote } from "../../mind/documents/explain.ts";
import type { Mind } from "../../mind/open.ts";
import { presentDocuments } from "../../mind/documents/presentDocuments.ts";
import type { Change } from "../../schema/index.ts";
import { writeBundleFolder } from "../archive/newFolder.ts";
import { conceptsOf, type OkfDocument } from "./concepts.ts";
import { bundleFiles } from "./files.ts";

/** The newest changes that the log names. */
const MOST_LOGGED = 1000;

/** Writes the documents of a mind, one file for each section, into an empty folder. `version`: of the program that writes it. */
export async function exportOkf(
  mind: Mind,
  target: string,
  { version }: { readonly version: string },
): Promise<{ folder: string; concepts: number; files: number }> {
  const present = (await presentDocuments(mind)).filter(({ text }) => text.trim() !== "");
  const documents: OkfDocument[] = [];
  for (const { document, text } of present) {
    const written = (await whoWrote(mind, document.key)).map(({ change }) => ({ by: actorOf(change, version), at: change.at }));
    const name = `${document.root === "project" ? "project/" : ""}${document.path.replace(/\.md$/i, "")}`;
    documents.push({ name, role: document.role, text, written });
  }
  const keys = new Set(present.map(({ document }) => document.key));
  const logged = (await changesOf(mind)).filter(({ doc, kind }) => keys.has(doc) && kind !== "considered").slice(0, MOST_LOGGED);
  const concepts = conceptsOf(documents);
  const files = bundleFiles(
    concepts,
    logged.map(({ at, doc, heading, reason }) => ({
      at,
      what: `${doc}${heading === undefined ? "" : `, ${heading}`}${reason === undefined ? "" : `: ${reason}`}`,
    })),
  );
  return { folder: writeBundleFolder(target, files), concepts: concepts.length, files: files.length };
}

/** §7: what a person wrote begins with `human:`. */
function actorOf({ kind, by, from }: Pick<Change, "kind" | "by" | "from">, version: string): string {
  return by === "user" || kind === "hand" || kind === "first" ? `human:${from ?? "owner"}` : `codicil/${version}`;
}
