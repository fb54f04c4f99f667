// Where the mind lives: who else may read or change it, whether it can be written to, how much room is left, and which
// file is read where two claim one role.

import type { Mind } from "../../mind/open.ts";
import { RESTORED_MARK } from "../../sharing/power.ts";
import { diskFacts, mayAccess, type SpaceFacts, spaceFacts, upkeepFacts } from "../../store/index.ts";
import type { Diagnosis } from "../texts/finding.ts";

export function checkPlaces(mind: Mind): Diagnosis[] {
  const { home, state } = mind.where;
  const absent: Diagnosis[] =
    upkeepFacts(real(home)) === null
      ? [{ code: "no-mind", severity: "info", file: home, message: "there is no mind here yet; codicil init begins one" }]
      : [];
  return [
    ...absent,
    ...checkWritable(home),
    ...checkWritable(state),
    ...checkPrivacy(mind),
    ...checkSpace(state),
    ...checkRoles(mind),
    ...checkRestored(mind),
  ];
}

function real(path: string): string {
  return diskFacts.realpath(path) ?? path;
}

function checkWritable(folder: string): Diagnosis[] {
  let at = real(folder);
  while (upkeepFacts(at) === null && at !== "/" && at.includes("/")) at = at.slice(0, at.lastIndexOf("/")) || "/";
  if (upkeepFacts(at)?.kind !== "folder")
    return [{ code: "not-writable", severity: "error", file: folder, message: `${at} is not a folder` }];
  return mayAccess(at, "write")
    ? []
    : [{ code: "not-writable", severity: "error", file: folder, message: `${at} cannot be written to: nothing can be remembered` }];
}

/** Folders of the mind, the daemon's tokens, and documents that anybody may write. */
function checkPrivacy(mind: Mind): Diagnosis[] {
  const { home, state } = mind.where;
  const found: Diagnosis[] = [];
  for (const [path, isSecret] of [
    [home, false],
    [state, false],
    [`${state}/bin`, true],
    [`${state}/daemon`, true],
  ] as const)
    found.push(...judgePrivacy(path, isSecret));
  for (const name of diskFacts.list(`${state}/daemon`))
    if (name.endsWith(".token")) found.push(...judgePrivacy(`${state}/daemon/${name}`, true));
  for (const name of diskFacts.list(home)) {
    const path = `${home}/${name}`;
    const facts = /\.md$/i.test(name) ? upkeepFacts(path) : null;
    if (facts?.kind === "file" && (facts.mode & 0o022) !== 0) found.push(...judgePrivacy(path, false));
  }
  return found;
}

function judgePrivacy(path: string, isSecret: boolean): Diagnosis[] {
  const at = real(path);
  const facts = upkeepFacts(at);
  if (facts === null || (facts.mode & 0o077) === 0) return [];
  const writable = (facts.mode & 0o022) !== 0;
  const others = facts.mode & 0o007 ? "everybody on this machine" : "its group";
  const reachable = isReachable(at);
  const message = `${others} may ${writable ? "change" : "read"} it (mode ${facts.mode.toString(8).padStart(3, "0")})${reachable ? "" : ", if the folders above were opened"}`;
  // A group is often the person's own; everybody never is.
  const severity = isSecret || facts.mode & 0o002 ? "error" : writable || (reachable && facts.mode & 0o007) ? "warn" : "info";
  return [
    {
      code: "permissions",
      severity,
      file: path,
      message,
      key: "permissions",
      repair: { kind: "close", what: "make it readable and writable by you only", path: at },
    },
  ];
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
  let at = real(state);
  while (upkeepFacts(at) === null && at.includes("/") && at !== "/") at = at.slice(0, at.lastIndexOf("/")) || "/";
  const space = spaceFacts(at);
  return space === null ? [] : judgeSpace(state, space);
}

/** Pure. */
export function judgeSpace(state: string, { free, kind }: SpaceFacts): Diagnosis[] {
  const found: Diagnosis[] = [];
  if (free < 64 * MEBIBYTE)
    found.push({
      code: "low-space",
      severity: free < 4 * MEBIBYTE ? "error" : "warn",
      file: state,
      message: `only ${Math.floor(free / MEBIBYTE)} MiB are free on this disk`,
      key: "space",
    });
  if (kind === "network")
    found.push({
      code: "odd-disk",
      severity: "warn",
      file: state,
      message: "the state is on a network disk, where locks between machines cannot be relied on",
    });
  if (kind === "memory")
    found.push({ code: "odd-disk", severity: "info", file: state, message: "the state is in memory and is lost at a restart" });
  return found;
}

function checkRoles(mind: Mind): Diagnosis[] {
  const { home, project } = mind.where;
  const found: Diagnosis[] = mind.environment.layout.shadowed.map(({ used, ignored }) => ({
    code: "two-for-one-role",
    severity: "warn",
    file: `${home}/${ignored}`,
    message: `is not read, because ${used} has the same role; bring what it says into ${used}`,
  }));
  for (const { key, line } of mind.config.unknownKeys)
    found.push({
      code: "unknown-key",
      severity: "warn",
      file: `${home}/last-word/config.yaml`,
      ...(line === undefined ? {} : { line }),
      message: `the key ${key} is not known and has no effect`,
    });
  const byFold = new Map<string, string>();
  for (const name of diskFacts.list(home)) {
    if (!/\.md$/i.test(name)) continue;
    const before = byFold.get(name.toLowerCase());
    if (before !== undefined)
      found.push({
        code: "two-for-one-role",
        severity: "warn",
        file: `${home}/${name}`,
        message: `differs from ${before} only in its case; neither can be written to while both exist`,
      });
    byFold.set(name.toLowerCase(), name);
  }
  const both =
    project === null
      ? []
      : mind.config.project_knowledge.auto_detect
          .map((path) => path.replace(/^\.\//, ""))
          .filter((path) => diskFacts.lstat(`${project}/${path}`) === "file");
  for (const ignored of both.slice(1))
    found.push({
      code: "two-for-one-role",
      severity: "warn",
      file: `${project ?? ""}/${ignored}`,
      message: `is not read, because ${both[0] ?? ""} is there too`,
    });
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
