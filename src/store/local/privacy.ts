// The mind's folders belong to one person. Whoever else may write there can change what agents may do (the keys, the
// launcher that hosts start), so such a folder is refused with the command that repairs it. One that others may only read
// was left so by an older version: its owner closes it by opening the mind.

import { chmodSync, lstatSync, type Stats, statSync } from "node:fs";
import { AppError } from "../../base/index.ts";

const WRITABLE = 0o022;
const OPEN = 0o077;

/** Throws OPEN_TO_OTHERS. Costs three questions to the disk. */
export function keepPrivate({ home, state }: { readonly home: string; readonly state: string }): void {
  // Windows has no modes; there the folder of the user's profile has to do.
  if (process.platform === "win32") return;
  for (const folder of [home, state, `${state}/bin`]) {
    const facts = factsOf(folder);
    if (facts === null || (facts.mode & OPEN) === 0) continue;
    if ((facts.mode & WRITABLE) !== 0) throw openToOthers(folder, facts.mode);
    close(folder, facts);
  }
}

function openToOthers(folder: string, mode: number): AppError {
  const repair = `chmod go-w ${/^[\w./:@%+=,-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", "'\\''")}'`}`;
  const bits = (mode & 0o777).toString(8);
  return new AppError("OPEN_TO_OTHERS", `others on this machine may change this folder (mode ${bits}); run ${repair}`, {
    file: folder,
    hint: `First look whether somebody did (codicil doctor). Then: ${repair}`,
  });
}

function close(folder: string, { mode, uid }: Stats): void {
  if (uid !== process.geteuid?.()) return;
  try {
    // Behind a link lies a folder of somebody's own choice, such as a repository of settings: doctor mentions it.
    if (lstatSync(folder).isDirectory()) chmodSync(folder, mode & 0o700);
  } catch {
    // A read-only disk: it stays readable, which doctor says.
  }
}

/** null: it is not there yet, or nobody may look; whoever opens it reports that. */
function factsOf(folder: string): Stats | null {
  try {
    return statSync(folder, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
