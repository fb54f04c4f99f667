// Releases: which lines a person let through, and which projects they trust. Append-only, in the machine's own state,
// so that a cloned repository cannot bring its own.

import { sha256 } from "../../base/index.ts";
import type { DocumentRef } from "../../knowledge/index.ts";
import { readRelease, type Release } from "../../schema/index.ts";
import type { Place } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import { type Deps, home, unlessBusy } from "./deps.ts";

const PLACE: Place = { root: "state", path: "decisions/releases.jsonl" };

export interface Releases {
  isReleased(document: DocumentRef, line: string): boolean;
  isTrusted(project: string): boolean;
  /** Whether any line of it was let through on this machine. */
  hasSome(document: DocumentRef): boolean;
}

export async function readReleases(deps: Deps): Promise<Releases> {
  const store = home(deps);
  const { lines } = await store.readLog(PLACE);
  const released = new Set<string>();
  const trusted = new Set<string>();
  const documents = new Set<string>();
  for (const [index, text] of lines.entries()) {
    const release = readRelease(text, store.describe(PLACE), index + 1);
    if (release.kind === "line") {
      released.add(`${release.document} ${release.hash}`);
      documents.add(release.document);
    } else if (release.trusted) trusted.add(release.project);
    else trusted.delete(release.project);
  }
  return {
    isReleased: (document, line) => released.has(`${document.id} ${lineHash(line)}`),
    isTrusted: (project) => trusted.has(project),
    hasSome: (document) => documents.has(document.id),
  };
}

export async function releaseLines(deps: Deps, document: DocumentRef, texts: readonly string[]): Promise<void> {
  const at = deps.clock.now().toISOString();
  const lines = texts
    .filter((text) => text.trim() !== "")
    .map((text): Release => ({ v: 1, kind: "line", document: document.id, hash: lineHash(text), at }));
  await append(deps, lines);
}

export async function trustProject(deps: Deps, project: string, trusted: boolean): Promise<void> {
  await append(deps, [{ v: 1, kind: "project", project, trusted, at: deps.clock.now().toISOString() }]);
}

async function append(deps: Deps, releases: readonly Release[]): Promise<void> {
  if (releases.length === 0) return;
  const store = home(deps);
  const lines = releases.map((each) => JSON.stringify(each));
  const done = await store.lock("releases", () => writerOf(store).append(PLACE, lines), deps.lock);
  unlessBusy(done, "the releases are locked by another process", "Try again; nothing was released.");
}

function lineHash(line: string): string {
  return sha256(line.trim());
}
