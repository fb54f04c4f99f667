// What install did, kept in the state so that uninstall can undo it exactly: each file as it was before, and the hash
// of what was written.

import { type Host, sha256 } from "../../base/index.ts";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface InstalledFile {
  readonly path: string;
  /** Base64; null: there was none. */
  readonly before: string | null;
  /** SHA-256 of what install wrote. */
  readonly after: string;
  /** Folders that had to be made for it, outermost first. */
  readonly folders: readonly string[];
}

export interface Installed {
  readonly v: 1;
  readonly host: Host;
  readonly project: string | null;
  readonly at: string;
  readonly trust: boolean;
  /** Its sessions are shared. */
  readonly shared?: true;
  readonly files: readonly InstalledFile[];
}

const FOLDER = "installed";

function fileFor(state: string, host: Host, project: string | null): string {
  return join(state, FOLDER, `${host}${project === null ? "" : `-${sha256(project).slice(0, 12)}`}.json`);
}

export function readRecord(state: string, host: Host, project: string | null): Installed | null {
  const file = fileFor(state, host, project);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Installed) : null;
}

export function readRecords(state: string): Installed[] {
  const folder = join(state, FOLDER);
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".json"))
        .sort()
        .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Installed)
    : [];
}

export function writeRecord(state: string, record: Installed): void {
  mkdirSync(join(state, FOLDER), { recursive: true, mode: 0o700 });
  writeFileSync(fileFor(state, record.host, record.project), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
}

export function removeRecord(state: string, host: Host, project: string | null): void {
  rmSync(fileFor(state, host, project), { force: true });
}

/** install wrote a plugin for this person, and it is still there. An unreadable one is none: two gates refuse no more than one. */
export function hasPluginOnDisk(state: string, host: "opencode" | "pi"): boolean {
  try {
    return (readRecord(state, host, null)?.files ?? []).some(({ path }) => path.endsWith("/codicil.js") && existsSync(path));
  } catch {
    return false;
  }
}
