// install and uninstall: first a plan that shows every file as it is and as it would be, then, by a person's approval, the
// plan and nothing else. Installing twice changes nothing; uninstalling gives every byte back.

import { AppError, type Host, hostFacts, HOSTS, nameWithin, sha256 } from "../../base/index.ts";
import type { Skill } from "../../hostSessions/skills.ts";
import type { Whereabouts } from "../../mind/whereabouts.ts";
import type { Installation } from "./pluginText.ts";
import { endGate } from "../client/shell.ts";
import { type Launcher, launcherFor, type Programs, removeLauncher, writeLauncher } from "./launcher.ts";
import { copiesIn, copyOf, copyProgram, isOlderThanCopies, isWhole, programsIn, type Release, removeCopies } from "./programCopy.ts";
import { type Installed, type InstalledFile, readRecord, readRecords, removeRecord, writeRecord } from "./record.ts";
import { readSettings, realPath, removeFolders, removeSettings, textOf, writeSettings } from "./settingsFiles.ts";
import { lineNotRead } from "./switchedOff.ts";
import { type Wiring, wiringFor } from "./wiring.ts";

export interface InstallRequest {
  readonly host: Host;
  readonly where: Whereabouts;
  /** The project's settings instead of the person's. */
  readonly project: boolean;
  /** Sessions of this installation are shared: nothing private is loaded, recalled or written (X14). */
  readonly shared?: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly programs: Programs;
  /** What is copied into the state; null: a checkout, which runs where it is. */
  readonly release: Release | null;
  readonly plugin: (host: "opencode" | "pi", installation: Installation) => string;
  readonly skills: readonly Skill[];
  readonly trust: boolean;
  readonly now: Date;
}

export interface FileChange {
  readonly path: string;
  /** null: there is no file. */
  readonly before: string | null;
  readonly after: string | null;
}

export interface InstallPlan {
  readonly host: Host;
  readonly changes: readonly FileChange[];
  readonly notes: readonly string[];
  carryOut(): void;
  /** Only the files that are Codicil's alone (plugins, skills) and that nobody edited since; the paths that changed. */
  refresh(): string[];
}

/** Codicil's lines would be kept and never read. */
function refuseComments(host: Host, file: string, text: string): void {
  const line = lineNotRead(host, file, text);
  if (line === null) return;
  const { name } = hostFacts(host);
  throw new AppError("BAD_JSON", `${name} reads nothing of a settings file that has a comment, so no hook would run`, {
    file,
    line,
    hint: `Remove the comment, then run codicil install ${host} again. Nothing was changed.`,
  });
}

export function hostNamed(name: string): Host {
  const host = HOSTS.find((each) => each === name);
  if (host === undefined) {
    const meant = nameWithin(name, HOSTS);
    throw new AppError("BAD_USAGE", `${JSON.stringify(name)} is not a host that Codicil knows`, {
      hint:
        `${meant === undefined ? "" : `Did you mean ${meant}? `}One of ` +
        `${HOSTS.join(", ")}. Any other program that speaks MCP can run: codicil mcp`,
    });
  }
  return host;
}

/** What the host's settings shall be, and what an earlier install did there. */
function ground(request: InstallRequest) {
  const { host, where } = request;
  const project = projectOf(request);
  const launcher = launcherFor(where, request.programs, request);
  const record = readRecord(where.state, host, project);
  /** A file as it is now, and as install left it; `untouched` where both are the same. */
  const look = (path: string) => {
    const bytes = readSettings(path);
    const now = bytes === null ? null : textOf(bytes, path);
    const known = record?.files.find((each) => each.path === path);
    return { now, known, untouched: known !== undefined && now !== null && sha256(now) === known.after ? known : null };
  };
  return { project, launcher, record, wiring: wired(request, launcher), look };
}

/** The bytes that install found; null: there was no file. */
function bytesFound({ before }: InstalledFile): Buffer | null {
  return before === null ? null : Buffer.from(before, "base64");
}

export function planInstall(request: InstallRequest): InstallPlan {
  const { host, where } = request;
  const { project, launcher, record, wiring, look } = ground(request);
  const after = new Map<string, string>();
  const skills = new Set(request.skills.flatMap((skill) => skill.files.map(({ text }) => text)));
  /** Nothing of ours is in it: an empty file is the person's too. */
  const isForeign = (text: string) => !text.includes(launcher.program) && !skills.has(text);
  const files = wiring.files.map((file) => {
    const { now, known, untouched } = look(file.path);
    refuseComments(host, file.path, now ?? "");
    const withoutUs = (text: string) => file.take(text) ?? (isForeign(text) && known === undefined ? text : null);
    // What was there before we first came; where somebody edited the file since, what it would be without us.
    const edited = now === null ? null : withoutUs(now);
    const base = untouched === null ? edited : (bytesFound(untouched)?.toString("utf8") ?? null);
    const text = file.put(base, after);
    after.set(file.path, text);
    const stays = file.own !== true || untouched === null;
    return { path: file.path, now, base, text, folders: untouched?.folders ?? [], stays, known };
  });
  const changes = files
    .filter(({ now, text }) => now !== text)
    .map(({ path, now, text }): FileChange => ({ path, before: now, after: text }));
  return {
    host,
    changes,
    notes: wiring.notes,
    carryOut: () => {
      writeLauncher(launcherFor(where, placedPrograms(request)));
      const written = files.map(({ path, now, base, text, folders }): InstalledFile => {
        const made = now === text ? [] : writeSettings(path, text);
        return {
          path,
          before: base === null ? null : Buffer.from(base).toString("base64"),
          after: sha256(text),
          folders: [...folders, ...made],
        };
      });
      const done: Installed = {
        v: 1,
        host,
        project,
        at: request.now.toISOString(),
        trust: request.trust,
        ...(request.shared === true ? { shared: true as const } : {}),
        files: written,
      };
      writeRecord(where.state, done);
    },
    refresh: () => {
      writeLauncher(launcherFor(where, placedPrograms(request)));
      const news = files.filter(({ stays, now, text }) => !stays && now !== text);
      for (const { path, text } of news) writeSettings(path, text);
      const known = files.flatMap((file): InstalledFile[] =>
        file.known === undefined ? [] : [news.includes(file) ? { ...file.known, after: sha256(file.text) } : file.known],
      );
      if (record !== null) writeRecord(where.state, { ...record, files: known });
      return news.map(({ path }) => path);
    },
  };
}

export function planUninstall(request: InstallRequest): InstallPlan {
  const { host, where } = request;
  const { project, launcher, record, wiring, look } = ground(request);
  const files = wiring.files.flatMap(
    ({ path, take }): { path: string; now: string; left: string | Buffer | null; folders: readonly string[] }[] => {
      const { now, known, untouched } = look(path);
      if (now === null) return [];
      if (untouched !== null) return [{ path, now, left: bytesFound(untouched), folders: untouched.folders }];
      const taken = take(now);
      if (record === null && taken === now) return [];
      // A file that was there stays, even when only ours is in it now.
      const left = taken ?? (known?.before === null || known === undefined ? null : "");
      return [{ path, now, left, folders: known?.folders ?? [] }];
    },
  );
  return {
    host,
    changes: files.map(({ path, now, left }) => ({ path, before: now, after: left === null ? null : String(left) })),
    notes: [],
    refresh: () => [],
    carryOut: () => {
      for (const { path, left } of files) {
        if (left === null) removeSettings(path);
        else writeSettings(path, left);
      }
      removeFolders(files.flatMap(({ folders }) => folders));
      removeRecord(where.state, host, project);
      if (readRecords(where.state).length > 0) return;
      removeLauncher(launcher);
      endGate(where.state);
      removeCopies(where.state);
    },
  };
}

/** The release's copy in the state first, then older ones, then where it was started from. */
function placedPrograms({ where, programs, release }: InstallRequest): Programs {
  if (release === null) return programs;
  const copy = copyProgram(where.state, release);
  const others = copiesIn(where.state).filter((each) => each !== copy);
  return { ...programsIn(copy, programs.node), others: [...others.map((each) => programsIn(each, programs.node)), programs] };
}

/** After an upgrade: the copy of the program, plugins and skills become those of this release. Answers what changed. */
export function refreshInstalled(request: Omit<InstallRequest, "host" | "project" | "shared" | "trust">): string[] {
  const { where, release } = request;
  if (release === null || isWhole(copyOf(where.state, release)) || isOlderThanCopies(where.state, release)) return [];
  const records = readRecords(where.state).filter(({ project }) => project === null || project === where.project);
  return records.flatMap(({ host, project, trust, shared = false }) =>
    planInstall({ ...request, host, project: project !== null, shared, trust }).refresh(),
  );
}

function projectOf({ project, where }: InstallRequest): string | null {
  if (!project) return null;
  if (where.project === null)
    throw new AppError("BAD_INPUT", "this folder is not a project", { hint: "Run it inside of one, or without --project." });
  return where.project;
}

/** Settings behind a link are edited where they lie. */
function wired(request: InstallRequest, launcher: Launcher): Wiring {
  const { host, where, env, plugin, trust, shared = false } = request;
  const skills = request.skills.flatMap(({ name, files }) => files.map(({ path, text }) => ({ path: `${name}/${path}`, text })));
  const wiring = wiringFor({
    host,
    scope: { userHome: where.userHome, project: projectOf(request), env },
    launcher,
    plugin: (each) => plugin(each, { hook: launcher.hookProgram, home: where.home, state: where.state, ...(shared ? { shared } : {}) }),
    skills,
    shared,
    trust,
    real: realPath,
  });
  return { ...wiring, files: wiring.files.map((file) => ({ ...file, path: realPath(file.path) })) };
}
