// A folder of memory has a MEMORY.md (the Open Memory Protocol 0.1). Where Codicil makes a folder, it writes one.

import { type DocumentRef, isOwnDocument } from "../../knowledge/index.ts";
import { commonOf, type Store } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import { type Deps, encodeText, placeOf } from "./deps.ts";

/**
 * After the first document of a folder in the home was written. A folder that was there already, and has none, is its person's: nothing
 * is added to it; but for the days, which are written here alone. Of a mind that several machines have, a folder is no single machine's.
 */
export async function indexFolders(deps: Deps, document: DocumentRef, store: Store): Promise<void> {
  if (document.root !== "home" || !document.path.includes("/") || isOwnDocument(document)) return;
  if (commonOf(store) !== null || deps.environment.config.carrier !== undefined) return;
  // Layouts of other programs stay as those programs know them.
  const { profile, dailyFolder, dailyArchive } = deps.environment.layout;
  if (profile !== "agents" || (await store.read(placeOf(document))) === null) return;
  const parts = document.path.split("/").slice(0, -1);
  for (let depth = parts.length; depth > 0; depth--) {
    const folder = parts.slice(0, depth).join("/");
    const names = await store.list("home", folder);
    const isDaily = folder === dailyFolder || folder === dailyArchive;
    if (names.includes("MEMORY.md") || (!isDaily && names.some((name) => name !== document.path.slice(folder.length + 1)))) return;
    const place = { root: "home" as const, path: `${folder}/MEMORY.md` };
    const text = encodeText(indexText(folder, isDaily));
    await store.lock(await store.lockName(place), () => writerOf(store).write(place, text, null), deps.lock);
  }
}

function indexText(folder: string, isDaily: boolean): string {
  const says = isDaily
    ? "What happened on a day, in a document of that day's name (2026-01-31.md). Sessions begin with the last two days."
    : "Each document here is about what its name says. Sessions begin without them: they are searched and read when they are needed.";
  return `# ${folder}\n\n${says}\n`;
}
