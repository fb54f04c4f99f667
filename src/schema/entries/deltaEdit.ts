// Editing a delta that a person wrote: entries go, entries come, and every comment and every other entry stays.

import type { Delta } from "./delta.ts";
import { readOwnDelta, writeDelta } from "./deltaText.ts";
import type { Entry } from "./entry.ts";

export interface DeltaEdit {
  readonly version: Delta["version"];
  /** Indexes of entries that leave. */
  readonly remove: ReadonlySet<number>;
  /** For entries that have no id: they must keep theirs, and the time at which they were written, although the file is written anew. */
  readonly known: ReadonlyMap<number, { readonly id: string; readonly time?: string | undefined }>;
  readonly add: readonly Entry[];
}

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
