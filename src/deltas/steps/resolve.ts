// resolve: a person settles what staging holds. `entry` puts the entry in whatever is there, `document` drops the
// entry, `both` adds the entry's text behind what is there (LW-82).

import { AppError, unlessRefused } from "../../base/index.ts";
import { fromProjectRoot, resolveTarget, type Target } from "../../knowledge/index.ts";
import { createEditor } from "../../markdown/index.ts";
import type { Entry, Receipt } from "../../schema/index.ts";
import { decide, confirmationHash } from "../records/decisions.ts";
import { type Deps, textOf } from "../records/deps.ts";
import { listStaged, shrinkStaged, type StagedFile, unseen } from "../editing/staging.ts";
import type { Item } from "../editing/edit.ts";
import { writeDocument, type Written } from "../editing/writeDocument.ts";

/** Which side of a conflict is kept. */
export type Take = "entry" | "document" | "both";

/** A change that met an edit of the same section. */
export interface Conflict {
  readonly id: string;
  readonly file: string;
  readonly code: string;
  readonly message: string;
  readonly document: string;
  readonly heading: string;
  readonly operation: string;
  readonly content: string | null;
  /** What is under the heading now. */
  readonly present: string | null;
  /** Who planned it, and when. */
  readonly session?: string | undefined;
  readonly time?: string | undefined;
}

/** `name` is a staging file, or a pending name such as `USER.md.yaml`, or a document's key; undefined: all. */
export async function listConflicts(deps: Deps, name?: string): Promise<Conflict[]> {
  const conflicts: Conflict[] = [];
  for (const file of await meant(deps, name)) {
    for (const entry of file.staged.entries) {
      conflicts.push({
        id: entry.meta.id ?? "",
        file: file.name,
        code: file.staged.error.code,
        message: file.staged.error.message,
        document: file.staged.target_file,
        heading: entry.key.heading,
        operation: entry.operation,
        content: entry.content,
        present: await presentText(deps, entry),
        session: entry.meta.session,
        time: entry.meta.time,
      });
    }
  }
  return conflicts;
}

export async function resolve(
  deps: Deps,
  name: string,
  choice: { readonly take: Take; readonly entry?: string | undefined },
): Promise<Receipt[]> {
  const files = await meant(deps, name);
  if (files.length === 0)
    throw new AppError("NOT_FOUND", `nothing in staging belongs to ${name}`, { hint: "codicil last-word status lists what is staged." });
  const receipts: Receipt[] = [];
  for (const file of files) receipts.push(...(await resolveFile(deps, file, choice)));
  return receipts;
}

async function resolveFile(deps: Deps, file: StagedFile, choice: { take: Take; entry?: string | undefined }): Promise<Receipt[]> {
  const receipts: Receipt[] = [];
  const settled = new Set<string>();
  for (const [entry, take] of choices(file, choice)) {
    const id = entry.meta.id ?? "";
    if (take === "document") {
      const target = named(deps, entry);
      await decide(deps, [{ kind: "rejected", entry: id, hash: confirmationHash(entry, target), target }]);
      receipts.push(unseen({ id, entry }, file.staged.target_file, "refused", "the document's text was kept"));
    } else {
      const target = resolveTarget(fromProjectRoot(deps.environment), entry.key);
      const { base: _, state: __, ...meta } = entry.meta;
      const operation = take === "both" && entry.operation === "update" ? "append" : entry.operation;
      const item = { id, entry: { ...entry, operation, meta } };
      const { code } = file.staged.error;
      const isThere = target.kind === "remote";
      const written = await (isThere ? writeThere(deps, { url: target.url, code }, item) : writeDocument(deps, target.document, [item]));
      receipts.push(...written.receipts);
      if (!written.settled.has(id)) continue;
    }
    settled.add(id);
  }
  await shrinkStaged(deps, file, settled);
  return receipts;
}

/** What an entry names, for dropping it: also a key that may not be used, since that is what many are staged for. */
function named(deps: Deps, entry: Entry): Target {
  const target = unlessRefused(() => resolveTarget(fromProjectRoot(deps.environment), entry.key));
  return target ?? { kind: "remote", url: entry.key.url ?? entry.key.path ?? "" };
}

/** A person's decision: a document that is not there yet is created; one that was replaced is written to if that is what they were told. */
async function writeThere(deps: Deps, { url, code }: { readonly url: string; readonly code: string }, item: Item): Promise<Written> {
  const { writeRemote } = await import("../remote/write.ts");
  return writeRemote(deps, url, [item], { mayCreate: true, mayBeOther: code === "OTHER_MIND" });
}

/** Where two entries claim one section, taking one drops the others; the last one speaks unless the person names one. */
function choices(file: StagedFile, choice: { take: Take; entry?: string | undefined }): [Entry, Take][] {
  const { entries, error } = file.staged;
  if (choice.entry !== undefined && !entries.some((entry) => entry.meta.id === choice.entry)) {
    const hint = `Its entries: ${entries.map((entry) => entry.meta.id).join(", ")}`;
    throw new AppError("NOT_FOUND", `${file.name} has no entry ${choice.entry}`, { hint });
  }
  if (error.code !== "DUPLICATE_HEADING" || choice.take === "both") {
    const chosen = choice.entry === undefined ? entries : entries.filter((entry) => entry.meta.id === choice.entry);
    return chosen.map((entry) => [entry, choice.take]);
  }
  return entries.map((entry, index) => {
    const isTwin = (other: Entry) => other !== entry && other.key.heading === entry.key.heading;
    const isLast = !entries.slice(index + 1).some(isTwin);
    const wins = choice.entry === undefined ? isLast : entry.meta.id === choice.entry || !entries.some(isTwin);
    return [entry, wins ? choice.take : "document"];
  });
}

async function meant(deps: Deps, name?: string): Promise<StagedFile[]> {
  const { files } = await listStaged(deps);
  if (name === undefined) return files;
  const wanted = name.replace(/^.*\//, "");
  const stem = wanted.replace(/\.yaml$/, "");
  const isMeant = (target: string) => target === name || target.replace(/^.*\//, "") === stem;
  return files.filter(({ name: own, staged }) => own === wanted || isMeant(staged.target_file));
}

async function presentText(deps: Deps, entry: Entry): Promise<string | null> {
  // Where the key itself is what is wrong, the conflict's message says so.
  const target = named(deps, entry);
  if (target.kind === "remote") return null;
  const text = await textOf(deps, target.document);
  const { heading, level = null } = entry.key;
  const found = text === null ? null : createEditor(text).section({ heading, level });
  return found?.kind === "found" ? found.text : null;
}
