// A process of its own: watches `new RegExp` while every module of src/ is loaded, and prints what was built and where.

import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";

/** They act when they are loaded. */
const PROGRAMS = /(?:^|\/)(?:entry|worker|main)\.ts$/;

// What install writes into a plugin before a host loads it.
Object.assign(globalThis, { CODICIL_INSTALLATION: {} });
const Native = RegExp;
const built: { file: string; line: number; source: string; flags: string }[] = [];
const note = (made: RegExp): RegExp => {
  const place = Native(String.raw`${process.cwd()}/(src/[^:)]+):(\d+)`).exec((new Error().stack ?? "").split("\n").slice(3).join("\n"));
  if (place !== null) built.push({ file: place[1] ?? "", line: Number(place[2]), source: made.source, flags: made.flags });
  return made;
};
globalThis.RegExp = new Proxy(Native, {
  construct: (target, given) => note(new target(...(given as [string, string]))),
  apply: (target, self, given) => note(Reflect.apply(target, self, given) as RegExp),
});

for (const entry of readdirSync("src", { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile() && path.endsWith(".ts") && !PROGRAMS.test(path)) await import(resolve(path));
}
process.stdout.write(`\n${JSON.stringify(built)}`, () => process.exit(0));
