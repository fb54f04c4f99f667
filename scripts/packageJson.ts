// npm pack: the tarball's package.json has nothing that only a checkout needs. `strip` before, `restore` after.

import { readFileSync, renameSync, writeFileSync } from "node:fs";

const KEPT_ASIDE = "node_modules/.package.json.whole";
const ONLY_HERE = ["scripts", "devDependencies", "allowScripts"];

export function stripped(text: string): string {
  const kept = Object.entries(JSON.parse(text) as Record<string, unknown>).filter(([name]) => !ONLY_HERE.includes(name));
  return `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`;
}

if (import.meta.main) {
  if (process.argv[2] === "restore") renameSync(KEPT_ASIDE, "package.json");
  else {
    const text = readFileSync("package.json", "utf8");
    writeFileSync(KEPT_ASIDE, text);
    writeFileSync("package.json", stripped(text));
  }
}
