// Where a mind lives on this machine: home, state, project. Empty environment variables count as unset.

import { existsSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { AppError, sha256 } from "../base/index.ts";
import type { Whereabouts } from "../knowledge/index.ts";

export type { Whereabouts };

export interface WhereaboutsRequest {
  readonly home?: string | undefined;
  readonly state?: string | undefined;
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export function findWhereabouts(request: WhereaboutsRequest = {}): Whereabouts {
  const { home, state, userHome } = mindAt(request);
  const cwd = realOf(resolve(request.cwd || currentFolder()));
  if (request.cwd !== undefined && statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new AppError("BAD_INPUT", `there is no directory ${request.cwd}`, { hint: "Give an existing directory to --cwd." });
  return { home, state, userHome, cwd, project: findProject(cwd, [realOf(userHome), realOf(home)]) };
}

/** The same without the place that somebody works at. */
export function mindAt(request: WhereaboutsRequest = {}): Pick<Whereabouts, "home" | "state" | "userHome"> {
  const env = request.env ?? process.env;
  const given = (name: string) => env[name] || undefined;
  const userHome = resolve(given("HOME") ?? homedir());
  // Worked out where they are asked for: a hook is told both, and this is done before every call.
  const standard = () => join(given("XDG_CONFIG_HOME") ?? join(userHome, ".config"), "agents");
  const states = () => join(given("XDG_STATE_HOME") ?? join(userHome, ".local", "state"), "codicil");
  const home = resolve(request.home || given("CODICIL_HOME") || standard());
  const stateOfHome = () => (home === resolve(standard()) ? states() : join(states(), "minds", sha256(realOf(home)).slice(0, 16)));
  const state = request.state || given("CODICIL_STATE") || stateOfHome();
  return { home, state: resolve(state), userHome };
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new AppError("BAD_INPUT", "the current directory has been removed", { cause, hint: "Go to one that exists, or give --cwd." });
  }
}

function findProject(cwd: string, never: readonly [userHome: string, home: string]): string | null {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (never.includes(folder)) break;
    if (existsSync(join(folder, ".git"))) return folder;
    if (dirname(folder) === folder) break;
  }
  return never.includes(cwd) || `${cwd}/`.startsWith(`${never[1]}/`) ? null : cwd;
}

/** The real path of the part that exists; the rest as it is. */
function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // Not there yet: the nearest parent that exists decides.
    const parent = dirname(path);
    return parent === path ? path : join(realOf(parent), path.slice(parent.length));
  }
}
