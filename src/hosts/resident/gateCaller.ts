// Who asks the gate that stays, as the kernel shows it: its environment, its directory, its place among the processes. A hook of
// its own would have inherited them. The call's nonce is in the environment of the client, so the number that it gave can
// mean no other process; and where it sees another disk or other processes than this one, it is not answered here.

import { readFileSync, readlinkSync, statSync } from "node:fs";

export interface Caller {
  readonly pid: number;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

const NONCE = "CODICIL_NONCE";
/** A program in a container or a sandbox may see other files under the same names. */
const NAMESPACES = ["mnt", "pid", "user"];
let own: readonly string[] | undefined;

/** null: it cannot be known for certain. */
export function callerOf(pid: number, nonce: string): Caller | null {
  try {
    if (statSync(`/proc/${pid}`).uid !== process.getuid?.()) return null;
    own ??= placeOf("self");
    if (placeOf(String(pid)).some((each, at) => each !== own?.[at])) return null;
    const env = environmentOf(pid);
    const cwd = readlinkSync(`/proc/${pid}/cwd`);
    // A directory that was removed has a name too.
    const [named, real] = [statSync(cwd), statSync(`/proc/${pid}/cwd`)];
    return env[NONCE] === nonce && named.ino === real.ino && named.dev === real.dev ? { pid, cwd, env } : null;
  } catch {
    // Gone, or hidden from us.
    return null;
  }
}

function placeOf(pid: string): string[] {
  return [readlinkSync(`/proc/${pid}/root`), ...NAMESPACES.map((name) => readlinkSync(`/proc/${pid}/ns/${name}`))];
}

function environmentOf(pid: number): Record<string, string> {
  const pairs = readFileSync(`/proc/${pid}/environ`, "utf8")
    .split("\0")
    .filter((pair) => pair.includes("="));
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));
}

/** What this process's environment is since the last call: nobody else here changes it, and asking the system for each name takes long. */
let worn: Readonly<Record<string, string | undefined>> | undefined;

/** This process, for one call, as if the caller had started it. */
export function standIn({ cwd, env }: Caller): void {
  const before = worn ?? { ...process.env };
  for (const name of Object.keys(before)) if (!Object.hasOwn(env, name)) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (before[name] !== value) process.env[name] = value;
  worn = env;
  process.chdir(cwd);
}
