// Staging: what needs a person. Nothing that reaches it is lost, and it names the error that brought it there (LW-08, LW-56).

import { AppError, type ErrorCode, stamp } from "../../base/index.ts";
import { isOwnKey } from "../../knowledge/index.ts";
import { type Receipt, readStaged, type Staged, writeStaged } from "../../schema/index.ts";
import { OWN_PREFIX, type Place } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import { decodeText, type Deps, encodeText, home } from "../records/deps.ts";
import type { Item } from "./edit.ts";

const FOLDER = "last-word/staging";

export interface StagedFile {
  readonly name: string;
  readonly place: Place;
  /** Of the bytes that it was read from. */
  readonly version: string;
  readonly staged: Staged;
}

export interface Failure {
  readonly document: { readonly key: string };
  readonly items: readonly Item[];
  readonly code: ErrorCode;
  readonly why: string;
  /** For nobody else's eyes, whatever its key says. */
  readonly own?: boolean;
}

export async function stage(deps: Deps, failure: Failure): Promise<Receipt[]> {
  const store = home(deps);
  const { document, items, code, why } = failure;
  const source = items[0]?.entry.meta.session ?? "person";
  const entries = items.map(({ id, entry }) => ({ ...entry, meta: { ...entry.meta, id } }));
  const text = writeStaged({ source, error: { code, message: why }, target_file: document.key, entries });
  const name = await writeUnderFreeName(deps, text, failure.own === true || isOwnKey(document.key) ? OWN_PREFIX : "");
  const staged = store.describe({ root: "home", path: `${FOLDER}/${name}` });
  return items.map((item) => ({ ...asPlanned(item, document.key, "staged"), why: `${code}: ${why}`, staged }));
}

/** The receipt of an entry that changed nothing, by what the section was when it was planned. */
export function asPlanned({ id, entry }: Item, document: string, status: Receipt["status"]): Receipt {
  return { entry: id, status, document, heading: entry.key.heading, before: entry.meta.base ?? null, after: null };
}

/** The same where nobody looked at the section. */
export function unseen(item: Item, document: string, status: Receipt["status"], why: string): Receipt {
  return { ...asPlanned(item, document, status), before: null, why };
}

async function writeUnderFreeName(deps: Deps, text: string, prefix: string): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const name = `${prefix}${stamp(deps.clock.now())}-${deps.random.hex(2)}.yaml`;
    const outcome = await writerOf(home(deps)).write({ root: "home", path: `${FOLDER}/${name}` }, encodeText(text), null);
    if (outcome.kind === "written") return name;
  }
  throw new AppError("INTERNAL", "no free name in staging after 50 tries");
}

export async function listStaged(deps: Deps): Promise<{ files: StagedFile[]; damaged: { file: string; error: AppError }[] }> {
  const store = home(deps);
  const files: StagedFile[] = [];
  const damaged: { file: string; error: AppError }[] = [];
  for (const name of await store.list("home", FOLDER)) {
    if (!name.endsWith(".yaml") || name.startsWith(".")) continue;
    const place: Place = { root: "home", path: `${FOLDER}/${name}` };
    const file = store.describe(place);
    try {
      const stored = await store.read(place);
      if (stored) files.push({ name, place, version: stored.version, staged: await readStaged(decodeText(stored.bytes, file), file) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      damaged.push({ file, error });
    }
  }
  return { files, damaged };
}

/** Replaces a staging file's entries by those that are left; removes it when none are. */
export async function shrinkStaged(deps: Deps, file: StagedFile, settled: ReadonlySet<string>): Promise<void> {
  const store = home(deps);
  const left = file.staged.entries.filter((entry) => !settled.has(entry.meta.id ?? ""));
  const writer = writerOf(store);
  const rest = () => encodeText(writeStaged({ ...file.staged, entries: left }));
  const outcome = await (left.length === 0 ? writer.remove(file.place, file.version) : writer.write(file.place, rest(), file.version));
  if (outcome.kind === "stale")
    throw new AppError("STALE", "the staging file changed meanwhile", { file: store.describe(file.place), hint: "Run resolve again." });
}
