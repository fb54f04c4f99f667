// What the project offers to those who name it: its files, the scripts of its packages, the targets of its Makefile.

import { objectIn, orNull } from "../../base/index.ts";
import type { Mind } from "../../mind/open.ts";
import type { Ground } from "./references.ts";

const PACKAGES = ["packages", "apps", "libs", "services"];
const MOST_PACKAGES = 200;

export async function readGround(mind: Mind): Promise<Ground> {
  const { disk } = mind.environment;
  const { project, userHome, home } = mind.where;
  return {
    exists: (path) => disk.lstat(path) !== null,
    list: (folder) => disk.list(folder),
    userHome,
    mindHome: home,
    scripts: project === null ? null : await readScripts(mind, project),
    targets: project === null ? null : await readTargets(mind),
    ignored: new Set(project === null ? [] : await readIgnored(mind)),
  };
}

async function readScripts(mind: Mind, project: string): Promise<ReadonlySet<string> | null> {
  const { disk } = mind.environment;
  const isOwn = (name: string) => !name.startsWith(".") && name !== "node_modules" && disk.lstat(`${project}/${name}`) === "dir";
  const folders = ["", ...disk.list(project).filter(isOwn)];
  for (const group of PACKAGES) for (const name of disk.list(`${project}/${group}`)) folders.push(`${group}/${name}`);
  const names = new Set<string>();
  let found = false;
  for (const folder of folders.slice(0, MOST_PACKAGES)) {
    const text = await readText(mind, folder === "" ? "package.json" : `${folder}/package.json`);
    if (text === null) continue;
    const fields = objectIn(text.replace(/^\ufeff/, ""));
    // One that cannot be read may have any script: then nothing is said about scripts.
    if (fields === null) return null;
    found ||= folder === "";
    for (const field of ["scripts", "dependencies", "devDependencies"])
      for (const name of Object.keys((fields[field] ?? {}) as object)) names.add(name);
  }
  return found ? names : null;
}

/** An include, a pattern rule, or an eval. */
function makesTargets(line: string): boolean {
  return /^[ \t]*-?include\b/.test(line) || /^[^#%:\t]*%[^:]*:/.test(line) || line.includes("$(eval");
}

/** null where an include or a pattern makes targets that reading does not show. */
async function readTargets(mind: Mind): Promise<ReadonlySet<string> | null> {
  const text = (await readText(mind, "Makefile")) ?? (await readText(mind, "makefile"));
  if (text === null || text.split(/[\r\n]/).some(makesTargets)) return null;
  const targets = new Set<string>();
  for (const rule of text.matchAll(/^([^\s#:=][^:=\n\r\u2028\u2029]*):(?!=)/gm))
    for (const name of (rule[1] ?? "").trim().split(/\s+/)) targets.add(name);
  for (const phony of text.matchAll(/^\.PHONY\s*:(.*)$/gm)) for (const name of (phony[1] ?? "").trim().split(/\s+/)) targets.add(name);
  return [...targets].some((name) => name.includes("$")) ? null : targets;
}

async function readIgnored(mind: Mind): Promise<string[]> {
  const text = (await readText(mind, ".gitignore")) ?? "";
  return text
    .split("\n")
    .map((line) => line.trim().replace(/^\/|\/$/g, ""))
    .filter((line) => line !== "" && !/[#*!?[\]/]/.test(line));
}

async function readText(mind: Mind, path: string): Promise<string | null> {
  // What cannot be read, or is no plain file, names no script.
  const stored = await orNull(mind.deps.storeFor(mind.where.project).read({ root: "project", path }));
  return stored === null ? null : new TextDecoder().decode(stored.bytes);
}
