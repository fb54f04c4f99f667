// A rewritten command calls `codicil trash put …`: this very program, whether or not one of that name is on the path.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A line of shell that defines `codicil`. */
export function codicilFunction(): string {
  const words = [process.execPath, ...programWords()].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  return `codicil() { ${words.join(" ")} "$@"; }; export -f codicil`;
}

function programWords(): string[] {
  const here = dirname(fileURLToPath(import.meta.url));
  // In the release every file lies beside codicil.cjs; in a checkout the source runs by itself.
  const built = join(here, "codicil.cjs");
  return existsSync(built) ? [built] : ["--disable-warning=ExperimentalWarning", join(here, "../../cli/entry.ts")];
}
