// The program that hosts call, copied into the state: a package that npx cleans up, or that somebody removes or replaces, takes no
// gate away. One folder for each build, with everything it needs; it counts from the moment its mark is written. Only a release is
// copied; a checkout runs where it is.

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { sha256 } from "../../base/index.ts";
import type { Programs } from "./launcher.ts";

const FOLDER = "programs";
/** Written last. */
const MARK = "whole";
/** Not part of any bundle: it has native parts. */
const NATIVE = "fs-native-extensions";
/** Older copies that stay, for a way back. */
const KEPT = 2;

export interface Release {
  /** Where the files of the program lie. */
  readonly folder: string;
  /** Of the package around it. */
  readonly root: string;
  readonly version: string;
}

/** The release that runs now; null: this is a checkout. */
export function releaseNow(): Release | null {
  const folder = dirname(realpathSync(process.argv[1] ?? ""));
  if (!existsSync(join(folder, "hook.cjs"))) return null;
  for (let root = dirname(folder); root !== dirname(root); root = dirname(root)) {
    const found = packageIn(root);
    if (found?.name === "codicil") return { folder, root, version: found.version };
  }
  return null;
}

/** The folder of this release's copy, whether it is there or not. */
export function copyOf(state: string, release: Release): string {
  return join(state, FOLDER, `${release.version}-${buildOf(release)}`);
}

export function isWhole(copy: string): boolean {
  return existsSync(join(copy, MARK));
}

/** Every whole copy, newest version first. */
export function copiesIn(state: string): string[] {
  const folder = join(state, FOLDER);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .map((name) => join(folder, name))
    .filter(isWhole)
    .sort((a, b) => compareVersions(versionOf(b), versionOf(a)) || statSync(join(b, MARK)).mtimeMs - statSync(join(a, MARK)).mtimeMs);
}

/** Somebody has a newer one: what runs now was started beside it. */
export function isOlderThanCopies(state: string, release: Release): boolean {
  const [newest] = copiesIn(state);
  return newest !== undefined && compareVersions(versionOf(newest), release.version) > 0;
}

export function programsIn(copy: string, node: string): Programs {
  return { node, hook: [join(copy, "dist/hook.cjs")], cli: [join(copy, "dist/codicil.cjs")] };
}

/** Makes the copy where there is none, and removes what is neither this one nor among the newest others. */
export function copyProgram(state: string, release: Release): string {
  const copy = copyOf(state, release);
  if (!isWhole(copy) && !release.folder.startsWith(`${copy}/`)) {
    const draft = `${copy}.${process.pid}.tmp`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(join(draft, "node_modules"), { recursive: true, mode: 0o700 });
    cpSync(release.folder, join(draft, "dist"), { recursive: true, filter: (path) => !/\.map$|\/types$/.test(path) });
    if (existsSync(join(release.root, "skills"))) cpSync(join(release.root, "skills"), join(draft, "skills"), { recursive: true });
    cpSync(join(release.root, "package.json"), join(draft, "package.json"));
    writeFileSync(join(draft, "codicil"), '#!/bin/sh\nexec node "${0%/*}/dist/codicil.cjs" "$@"\n', { mode: 0o755 });
    copyPackage(NATIVE, release.root, draft);
    writeFileSync(join(draft, MARK), "");
    rmSync(copy, { recursive: true, force: true });
    renameSync(draft, copy);
  }
  const others = copiesIn(state).filter((each) => each !== copy);
  // A newer version that is not this one: whoever installs an older one means it.
  const stay = others.filter((each) => compareVersions(versionOf(each), release.version) <= 0).slice(0, KEPT);
  for (const name of readdirSync(join(state, FOLDER))) {
    const each = join(state, FOLDER, name);
    if (each !== copy && !stay.includes(each)) rmSync(each, { recursive: true, force: true });
  }
  return copy;
}

export function removeCopies(state: string): void {
  rmSync(join(state, FOLDER), { recursive: true, force: true });
}

/** Of a package with builds for many systems only this one's are taken. */
function copyPackage(name: string, from: string, draft: string): void {
  const at = folderOfPackage(name, from);
  const target = join(draft, "node_modules", name);
  // Without it the program still reads; the lock says what is missing.
  if (at === null || existsSync(target)) return;
  const own = `${process.platform}-${process.arch}`;
  cpSync(at, target, {
    recursive: true,
    dereference: true,
    filter: (path) => basename(dirname(path)) !== "prebuilds" || basename(path) === own,
  });
  const { dependencies = {} } = JSON.parse(readFileSync(join(at, "package.json"), "utf8")) as {
    dependencies?: Readonly<Record<string, string>>;
  };
  for (const each of Object.keys(dependencies)) copyPackage(each, at, draft);
}

function folderOfPackage(name: string, from: string): string | null {
  const found = createRequire(join(realpathSync(from), "package.json"))
    .resolve.paths(name)
    ?.map((folder) => join(folder, name))
    .find((path) => existsSync(join(path, "package.json")));
  return found === undefined ? null : realpathSync(found);
}

function packageIn(folder: string): { name?: string; version: string } | null {
  const file = join(folder, "package.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as { name?: string; version: string }) : null;
}

/** The same version may be built twice: names and sizes of its files, and the bytes of the small ones, tell builds apart. */
function buildOf({ folder }: Release): string {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const facts = names.map((name) => {
    const file = join(folder, name);
    const { size } = statSync(file);
    return `${name}:${size}:${size < SMALL && statSync(file).isFile() ? sha256(readFileSync(file, "utf8")) : ""}`;
  });
  return sha256(facts.join("\n")).slice(0, 12);
}

const SMALL = 256 * 1024;

export function versionOf(copy: string): string {
  return basename(copy).replace(/-[0-9a-f]{12}$/, "");
}

function compareVersions(a: string, b: string): number {
  const [one, other] = [a, b].map((each) => each.split(/[.-]/).map(Number));
  for (let at = 0; at < 3; at++) {
    const difference = (one?.[at] || 0) - (other?.[at] || 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
