// The declarations of the library: what tsc writes, without the declarations that no exported name leads to. Twice: a
// CommonJS project looks for .d.cts.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Declarations, readDeclarations } from "./declarations.ts";
import { LIBRARY } from "./parts.ts";

export function writeTypes(out: string): void {
  const emitted = mkdtempSync(join(tmpdir(), "codicil-types-"));
  const done = spawnSync("node_modules/.bin/tsc", ["-p", "scripts/build/types.json", "--outDir", emitted], { stdio: "inherit" });
  if (done.status !== 0) throw new Error("the declarations could not be written");
  const files = reachableFrom(
    Object.values(LIBRARY).map((file) => file.slice("src/".length)),
    (file) => readFileSync(join(emitted, "src", file.replace(/\.ts$/, ".d.ts")), "utf8"),
  );
  rmSync(emitted, { recursive: true });
  for (const [file, text] of files) {
    const path = `${out}/types/${file}`;
    mkdirSync(dirname(path), { recursive: true });
    for (const kind of ["ts", "cts"]) writeFileSync(path.replace(/\.ts$/, `.d.${kind}`), withEndings(text, kind === "ts" ? "js" : "cjs"));
  }
}

function withEndings(text: string, ending: string): string {
  return text.replace(/((?:from |import\()"\.[^"]*\.)ts"/g, `$1${ending}"`);
}

/** The files by their paths in src/, each with the declarations that are used. */
function reachableFrom(entries: readonly string[], read: (file: string) => string): Map<string, string> {
  const files = new Map<string, Declarations>();
  const fileAt = (file: string) => {
    const known = files.get(file) ?? readDeclarations(read(file));
    files.set(file, known);
    return known;
  };
  const kept = new Map<string, Set<string>>();
  const keep = (file: string, name: string): void => {
    const names = kept.get(file) ?? new Set();
    kept.set(file, names);
    if (names.has(name)) return;
    names.add(name);
    for (const { from, as } of fileAt(file).needsOf(name)) keep(from === null ? file : join(dirname(file), from), as);
  };
  for (const entry of entries) for (const name of fileAt(entry).exported) keep(entry, name);
  return new Map([...kept].map(([file, names]) => [file, fileAt(file).textOf(names)]));
}
