// Which hosts are on this machine, and which of them Codicil is connected to. Nothing is started to find out.

import { existsSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Host, hostFacts, HOSTS } from "../../base/index.ts";
import { readRecords } from "./record.ts";

export interface HostHere {
  readonly host: Host;
  readonly connected: boolean;
  readonly version?: string;
}

export function connectedHosts(state: string, path: string | undefined): HostHere[] {
  const installed = new Set(readRecords(state).map(({ host }) => host));
  const folders = (path ?? "").split(":").filter((folder) => folder !== "");
  const programOf = (host: Host) => folders.map((folder) => join(folder, hostFacts(host).program)).find((file) => existsSync(file));
  return HOSTS.flatMap((host): HostHere[] => {
    const program = programOf(host);
    if (program === undefined && !installed.has(host)) return [];
    const version = program === undefined ? null : versionOf(program);
    return [{ host, connected: installed.has(host), ...(version === null ? {} : { version }) }];
  });
}

/** How far above a program its package's manifest may be. */
const LEVELS = 4;

/** By the folder that its installer named after it, or by the manifest of its package. */
function versionOf(program: string): string | null {
  const real = realPath(program);
  const named = /\/(\d{1,4}\.\d{1,4}\.\d{1,6})(?:\/|$)/.exec(real)?.[1];
  if (named !== undefined) return named;
  let folder = dirname(real);
  for (let level = 0; level < LEVELS && folder !== "/"; level++, folder = dirname(folder)) {
    const version = manifestVersion(join(folder, "package.json"), basename(program));
    if (version !== null) return version;
  }
  return null;
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // Removed meanwhile: its name has to do.
    return path;
  }
}

interface Manifest {
  readonly version?: unknown;
  readonly name?: string;
  readonly bin?: string | Readonly<Record<string, string>>;
}

/** Of a package that brings this program; another one's folder is where it happens to be. */
function manifestVersion(path: string, program: string): string | null {
  try {
    const { version, name = "", bin = {} } = JSON.parse(readFileSync(path, "utf8")) as Manifest;
    const programs = typeof bin === "string" ? [basename(name)] : Object.keys(bin);
    return typeof version === "string" && programs.includes(program) ? version : null;
  } catch {
    // Not there, or no manifest: a version that nobody knows is not told.
    return null;
  }
}
