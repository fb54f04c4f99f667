// Where the mind lives: who else may read or change it, whether it can be written to, how much room is left, and which
// file is read where two claim one role.

import type { Mind } from "../../mind/open.ts";
import { RESTORED_MARK } from "../../sharing/power.ts";
import { diskFacts, mayAccess, type SpaceFacts, spaceFacts, upkeepFacts } from "../../store/index.ts";
import { closing, type Diagnosis } from "../texts/finding.ts";

export function checkPlaces(mind: Mind): Diagnosis[] {
  const { home, state } = mind.where;
  const message = "there is no mind here yet; codicil init begins one";
  const absent: Diagnosis[] = upkeepFacts(real(home)) === null ? [{ code: "no-mind", severity: "info", file: home, message }] : [];
  const taken = STATE_FOLDERS.map((name) => `${state}/${name}`).filter((folder) => upkeepFacts(real(folder))?.kind === "file");
  const writable = [home, state, ...taken].flatMap(checkWritable);
  const places = [...absent, ...writable, ...checkPrivacy(mind), ...checkSpace(state)];
  return [...places, ...checkRoles(mind), ...checkRestored(mind)];
}

/** Where one of them is a file, what belongs into it can neither be read nor kept. */
const STATE_FOLDERS = ["ledger", "journal", "decisions", "sessions", "taint", "vault", "locks", "damaged", "daemon", "index"];

function real(path: string): string {
  return diskFacts.realpath(path) ?? path;
}

function checkWritable(folder: string): Diagnosis[] {
  const at = nearestThere(folder);
  const isFolder = upkeepFacts(at)?.kind === "folder";
  if (isFolder && mayAccess(at, "write")) return [];
  const message = isFolder ? `${at} cannot be written to: nothing can be remembered` : `${at} is not a folder`;
  return [{ code: "not-writable", severity: "error", file: folder, message }];
}

/** What is there itself, or the nearest above it that is. */
function nearestThere(path: string): string {
  let at = real(path);
  while (upkeepFacts(at) === null && at !== "/" && at.includes("/")) at = at.slice(0, at.lastIndexOf("/")) || "/";
  return at;
}

/** Folders of the mind, the daemon's tokens, and documents that anybody may write. */
function checkPrivacy(mind: Mind): Diagnosis[] {
  const { home, state } = mind.where;
  const tokens = diskFacts.list(`${state}/daemon`).filter((name) => name.endsWith(".token"));
  const secret = [`${state}/bin`, `${state}/daemon`, ...tokens.map((name) => `${state}/daemon/${name}`)];
  const documents = diskFacts.list(home).filter((name) => /\.md$/i.test(name));
  const writable = documents.flatMap((name) => {
    const facts = upkeepFacts(`${home}/${name}`);
    return facts?.kind === "file" && (facts.mode & 0o022) !== 0 ? [`${home}/${name}`] : [];
  });
  const folders = [home, state].flatMap((path) => judgePrivacy(path, false));
  return [...folders, ...secret.flatMap((path) => judgePrivacy(path, true)), ...writable.flatMap((path) => judgePrivacy(path, false))];
}

function judgePrivacy(path: string, isSecret: boolean): Diagnosis[] {
  const at = real(path);
  const facts = upkeepFacts(at);
  if (facts === null || (facts.mode & 0o077) === 0) return [];
  const writable = (facts.mode & 0o022) !== 0;
  const others = facts.mode & 0o007 ? "everybody on this machine" : "its group";
  const reachable = isReachable(at);
  const mode = facts.mode.toString(8).padStart(3, "0");
  const message = `${others} may ${writable ? "change" : "read"} it (mode ${mode})${reachable ? "" : ", if the folders above were opened"}`;
  // A group is often the person's own; everybody never is.
  const severity = isSecret || facts.mode & 0o002 ? "error" : writable || (reachable && facts.mode & 0o007) ? "warn" : "info";
  return [{ code: "permissions", severity, file: path, message, key: "permissions", repair: closing(at) }];
}

/** Whether strangers can come as far as the folder at all: every folder above lets everybody through. */
function isReachable(path: string): boolean {
  for (let at = path.slice(0, path.lastIndexOf("/")); at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    if (((upkeepFacts(at)?.mode ?? 0) & 0o001) === 0) return false;
  }
  return true;
}

const MEBIBYTE = 1024 * 1024;

function checkSpace(state: string): Diagnosis[] {
  const space = spaceFacts(nearestThere(state));
  return space === null ? [] : judgeSpace(state, space);
}

/** Pure. */
export function judgeSpace(state: string, { free, kind }: SpaceFacts): Diagnosis[] {
  const found: Diagnosis[] = [];
  const severity = free < 4 * MEBIBYTE ? "error" : "warn";
  const left = `only ${Math.floor(free / MEBIBYTE)} MiB are free on this disk`;
  if (free < 64 * MEBIBYTE) found.push({ code: "low-space", severity, file: state, message: left, key: "space" });
  const odd = ODD_DISKS[kind];
  if (odd !== undefined) found.push({ code: "odd-disk", file: state, ...odd });
  return found;
}

const ODD_DISKS: Partial<Record<SpaceFacts["kind"], Pick<Diagnosis, "severity" | "message">>> = {
  network: { severity: "warn", message: "the state is on a network disk, where locks between machines cannot be relied on" },
  memory: { severity: "info", message: "the state is in memory and is lost at a restart" },
};

function checkRoles(mind: Mind): Diagnosis[] {
  const { home, project } = mind.where;
  const found: Diagnosis[] = [];
  const twice = (file: string, message: string) => found.push({ code: "two-for-one-role", severity: "warn", file, message });
  for (const { used, ignored } of mind.environment.layout.shadowed)
    twice(`${home}/${ignored}`, `is not read, because ${used} has the same role; bring what it says into ${used}`);
  for (const { key, line } of mind.config.unknownKeys) {
    const at = { file: `${home}/last-word/config.yaml`, ...(line === undefined ? {} : { line }) };
    found.push({ code: "unknown-key", severity: "warn", ...at, message: `the key ${key} is not known and has no effect` });
  }
  const byFold = new Map<string, string>();
  for (const name of diskFacts.list(home)) {
    if (!/\.md$/i.test(name)) continue;
    const before = byFold.get(name.toLowerCase());
    if (before !== undefined)
      twice(`${home}/${name}`, `differs from ${before} only in its case; neither can be written to while both exist`);
    byFold.set(name.toLowerCase(), name);
    const isLink = diskFacts.lstat(`${home}/${name}`) === "link";
    if (isLink && !(diskFacts.realpath(`${home}/${name}`) ?? "").startsWith(`${real(home)}/`))
      found.push({
        code: "unreadable",
        severity: "error",
        file: `${home}/${name}`,
        message: "is a link that leaves the home: it is not read",
      });
  }
  if (project === null) return found;
  const paths = mind.config.project_knowledge.auto_detect.map((path) => path.replace(/^\.\//, ""));
  const [used, ...ignored] = paths.filter((path) => diskFacts.lstat(`${project}/${path}`) === "file");
  for (const path of ignored) twice(`${project}/${path}`, `is not read, because ${used ?? ""} is there too`);
  return found;
}

// What came with a backup or a bundle and needs the person's approval: hooks that they have not looked at, settings not taken.
function checkRestored(mind: Mind): Diagnosis[] {
  const { home } = mind.where;
  const hooks = diskFacts.list(`${home}/hooks`).filter((name) => diskFacts.lstat(`${home}/hooks/${name}/${RESTORED_MARK}`) !== null);
  const settings = `${home}/last-word/config.yaml.restored`;
  const found = hooks.map((name): Diagnosis => ({
    code: "restored-hook",
    severity: "info",
    file: `${home}/hooks/${name}/HOOK.md`,
    message: "came with a backup; it runs only if you trusted it as it is now (codicil hooks)",
  }));
  if (diskFacts.lstat(settings) === null) return found;
  const message = "contains settings of a backup that were not restored; copy what you want to config.yaml and remove this file";
  return [...found, { code: "restored-settings", severity: "info", file: settings, message }];
}
