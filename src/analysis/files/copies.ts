// Tools that copy, move, link or synchronise.

import { byName } from "../../base/index.ts";
import { absolute, isBelow, isDevice, type Made, nameOf, pathBefore, realOf } from "../run/disk.ts";
import { has, type Parsed, readOptions, table, valueOf } from "../run/options.ts";
import { addHazard, addOpaque, below, isFolder, isKept, type Command, type Run, touch, type Tool } from "../run/record.ts";
import { type Field, isDynamic, SILENT } from "../run/values.ts";
import { runCarried } from "../carriers/wrappers.ts";

const COPY = `
  a,archive attributes-only backup:? b copy-contents d f,force i,interactive H l,link L,dereference n,no-clobber P,no-dereference p
  preserve:? no-preserve: parents R,r,recursive reflink:? remove-destination sparse: strip-trailing-slashes s,symbolic-link S,suffix:
  t,target-directory: T,no-target-directory u update:? v,verbose x,one-file-system Z context:? help version c debug`;

interface Pairs {
  readonly sources: readonly Field[];
  /** One target for each source, or the folder itself when a source's name is unknown. */
  readonly targets: readonly { readonly word: Field; readonly from: Field; readonly whole: boolean }[];
}

/** `cp a b`, `cp a b folder`, `cp -t folder a b`. */
function pair(command: Command, parsed: Parsed): Pairs {
  const folder = valueOf(parsed, "target-directory");
  const sources = folder === undefined ? parsed.operands.slice(0, -1) : parsed.operands;
  const last = folder ?? parsed.operands.at(-1);
  if (last === undefined || sources.length === 0) return { sources: [], targets: [] };
  const into =
    folder !== undefined ||
    sources.length > 1 ||
    (!has(parsed, "no-target-directory") &&
      (isFolder(command, last) || last.text.endsWith("/") || last.text === "." || last.text === ".."));
  const targets = sources.map((from) => {
    if (!into) return { word: last, from, whole: false };
    const name = nameOf(from.text.replace(/(?<!\/)\/+$/, ""));
    // The names that will appear are unknown: the folder as a whole is written to.
    if (from.pattern === true || isDynamic(from.text) || name === "." || name === ".." || name === "")
      return { word: from.pattern === true ? { ...below(last, name), pattern: true } : last, from, whole: true };
    return { word: below(last, name), from, whole: false };
  });
  return { sources, targets };
}

function remember(command: Command, from: Field, path: string | null, by: "copy" | "link"): void {
  if (path === null) return;
  const { disk } = command.run;
  const source = absolute(disk, command.shell.cwd, from.text);
  if (source === null || !source.exact) {
    disk.made.set(path, { kind: "file", content: null, by: "copy" });
    return;
  }
  if (by === "link") {
    const target = disk.made.get(source.path)?.target ?? source.path;
    disk.made.set(path, { kind: "link", content: null, target, by });
    return;
  }
  disk.made.set(path, copyOf(command.run, realOf(disk, source.path, true)));
}

function copyOf({ disk, world }: Run, source: string): Made {
  const made = disk.made.get(source);
  return {
    kind: (made?.kind ?? world.kind(source)) === "dir" ? "dir" : "file",
    content: made?.content ?? world.readText(source),
    target: made?.target ?? source,
    by: made?.by === "download" ? "download" : "copy",
  };
}

const cp: Tool = (command) => {
  const parsed = readOptions(command.args, table(COPY));
  if (has(parsed, "help", "version")) return SILENT;
  const recursive = has(parsed, "recursive", "archive") || command.name === "ditto";
  const { sources, targets } = pair(command, parsed);
  for (const source of sources) touch(command, "read", source, { recursive });
  const keeps = has(parsed, "no-clobber") || valueOf(parsed, "update")?.text === "none";
  for (const { word, from, whole } of targets) {
    const links = has(parsed, "symbolic-link", "link");
    const path = touch(command, keeps ? "create" : "write", word, {
      recursive: recursive || (whole && from.pattern !== true),
      ...(has(parsed, "remove-destination") ? { follow: false } : {}),
    });
    if (!whole) remember(command, from, path, links ? "link" : "copy");
    if (links) noteLinked(command, from);
  }
  return SILENT;
};

const mv: Tool = (command) => {
  const parsed = readOptions(command.args, table(COPY));
  if (has(parsed, "help", "version")) return SILENT;
  const { sources, targets } = pair(command, parsed);
  const moved = sources.map((source) => touch(command, "move", source, { recursive: true }));
  const keeps = has(parsed, "no-clobber");
  for (const [at, { word, from, whole }] of targets.entries()) {
    const path = touch(command, keeps ? "create" : "write", word, { recursive: true, follow: false });
    const source = moved[at];
    if (path !== null) noteMoved(command, source ?? null, path);
    if (!whole) remember(command, from, path, "copy");
    if (source != null) command.run.disk.made.set(source, { kind: null, content: null, by: "remove" });
  }
  return SILENT;
};

/** Out of the project is as good as deleted from it. What was there before the call is followed to where it goes. */
export function noteMoved(command: Command, source: string | null, target: string): void {
  const { run, index } = command;
  if (source === null || run.elsewhere) return;
  const before = pathBefore(run.disk, source);
  const isTemporary = before !== null && run.world.temporary.some((each) => isBelow(before, each));
  if (before !== null && target !== "" && !isTemporary && !run.world.isJunk(before)) {
    run.disk.moved.set(target, before);
    run.moves.push({ from: before, to: target, program: index, kept: isKept(run, before) });
  }
  const inside = (path: string) => path === run.world.project || path.startsWith(`${run.world.project}/`);
  if (inside(source) && !inside(target) && !run.world.isJunk(source))
    addHazard(run, "destructive", "it moves files out of the project", index);
  if (isDevice(target)) addHazard(run, "destructive", "it moves files into a device", index);
}

/** A second name for a file is a second way to write to it. */
function noteLinked(command: Command, from: Field): void {
  touch(command, "read", from);
  const { run, shell } = command;
  const found = absolute(run.disk, shell.cwd, from.text);
  if (found === null || !found.exact) return;
  run.links.push({ target: realOf(run.disk, found.path, true), program: command.index });
}

const ln: Tool = (command) => {
  const parsed = readOptions(
    command.args,
    table(
      `backup:? b d,F,directory f,force i,interactive L,logical n,no-dereference P,physical r,relative s,symbolic S,suffix:
        t,target-directory: T,no-target-directory v,verbose help version`,
    ),
  );
  if (has(parsed, "help", "version")) return SILENT;
  const words =
    parsed.operands.length === 1 && !has(parsed, "target-directory")
      ? [...parsed.operands, { ...(parsed.operands[0] as Field), text: "." }]
      : parsed.operands;
  const { targets } = pair(command, { ...parsed, operands: words });
  for (const { word, from, whole } of targets) {
    const path = touch(command, has(parsed, "force") ? "write" : "create", word, { follow: false });
    // A symbolic link is read from the folder in which it is.
    const target =
      has(parsed, "symbolic") && !has(parsed, "relative") && !from.text.startsWith("/") && path !== null
        ? { ...from, text: `${path.slice(0, path.lastIndexOf("/"))}/${from.text}` }
        : from;
    if (!whole) remember(command, target, path, "link");
    noteLinked(command, target);
  }
  return SILENT;
};

const install: Tool = (command) => {
  const parsed = readOptions(
    command.args,
    table(
      `backup:? b c C,compare d,directory D g,group: m,mode: o,owner: p,preserve-timestamps s,strip strip-program: S,suffix:
        t,target-directory: T,no-target-directory v,verbose help version`,
    ),
  );
  if (has(parsed, "help", "version")) return SILENT;
  if (/[4-7][0-7]{3}|s/.test(valueOf(parsed, "mode")?.text ?? ""))
    addHazard(command.run, "escalation", "it makes a program run with another user's rights", command.index);
  if (has(parsed, "directory")) {
    for (const word of parsed.operands) touch(command, "create", word, { empty: true });
    return SILENT;
  }
  const { sources, targets } = pair(command, parsed);
  for (const source of sources) touch(command, "read", source);
  for (const { word, from, whole } of targets) remember(command, from, touch(command, "write", word, { recursive: whole }), "copy");
  return SILENT;
};

const RSYNC = `
  v,verbose q,quiet c,checksum a,archive r,recursive R,relative b,backup backup-dir: suffix: u,update inplace append append-verify
  d,dirs l,links L,copy-links k,copy-dirlinks K,keep-dirlinks H,hard-links p,perms E,executability chmod: A,acls X,xattrs o,owner
  g,group devices specials D t,times O,omit-dir-times S,sparse n,dry-run W,whole-file x,one-file-system B,block-size: e,rsh: rsync-path:
  existing ignore-existing remove-source-files del delete delete-before delete-during delete-delay delete-after delete-excluded
  ignore-errors force max-delete: max-size: min-size: partial partial-dir: delay-updates m,prune-empty-dirs timeout: I,ignore-times
  size-only T,temp-dir: compare-dest: copy-dest: link-dest: z,compress C,cvs-exclude f,filter: F exclude: exclude-from: include:
  include-from: files-from: from0 s,protect-args address: port: stats h,human-readable progress P i,itemize-changes log-file:
  password-file: list-only bwlimit: 4 6 info:`;

const REMOTE = /^[^/:]+:(?!\/\/)|^rsync:\/\//;

const rsync: Tool = (command) => {
  const { run, index } = command;
  const parsed = readOptions(command.args, table(RSYNC));
  noteConnection(command, parsed);
  if (has(parsed, "dry-run", "list-only")) return undefined;
  const sources = parsed.operands.slice(0, -1);
  const target = parsed.operands.at(-1);
  if (target === undefined || sources.length === 0) return undefined;
  const log = valueOf(parsed, "log-file");
  if (log !== undefined) touch(command, "append", log);
  if (REMOTE.test(target.text)) {
    run.network.push({ host: hostOf(target.text), url: null, sends: true, program: index });
    addHazard(run, "exfiltration", "it copies files to another machine", index);
    for (const source of sources) touch(command, "read", source, { recursive: true });
  } else fillFolder(command, parsed, sources, target);
  return undefined;
};

const CHOSEN_COMMAND = "it runs a command of the caller's choice for the connection";

function noteConnection(command: Command, parsed: Parsed): void {
  const { run, index } = command;
  const there = valueOf(parsed, "rsync-path");
  if (there !== undefined && !/^(?:sudo )?(?:\/\S*\/)?rsync$/.test(there.text)) {
    addHazard(run, "tampering", CHOSEN_COMMAND, index);
    runCarried(command, there.text, "rsync --rsync-path");
  }
  const shell = valueOf(parsed, "rsh");
  if (shell === undefined) return;
  if (!/^ssh(?:\s|$)/.test(shell.text)) addHazard(run, "tampering", CHOSEN_COMMAND, index);
  runCarried(command, shell.text, "rsync -e");
}

function fillFolder(command: Command, parsed: Parsed, sources: readonly Field[], target: Field): void {
  const { run, index } = command;
  for (const source of sources) {
    if (REMOTE.test(source.text)) run.network.push({ host: hostOf(source.text), url: null, sends: false, program: index });
    else touch(command, has(parsed, "remove-source-files") ? "delete" : "read", source, { recursive: true });
  }
  const deletes = [...parsed.options.keys()].some((name) => name.startsWith("del"));
  if (deletes) touch(command, "delete", target, { recursive: true, follow: true });
  if (isDynamic(target.text)) return addOpaque(run, "it copies to a path that is only known when it runs", index);
  const path = touch(command, has(parsed, "ignore-existing") ? "create" : "write", target, { recursive: true });
  const [only] = sources;
  if (only === undefined || sources.length !== 1 || path === null) return;
  if (!REMOTE.test(only.text)) remember(command, only, path, "copy");
  else if (!isFolder(command, target)) run.disk.made.set(path, { kind: "file", content: null, by: "download" });
}

function hostOf(spelled: string): string {
  return spelled
    .replace(/^rsync:\/\//, "")
    .replace(/^[^@/]*@/, "")
    .replace(/[:/].*$/s, "");
}

export const COPIES: Readonly<Record<string, Tool>> = byName({ cp, mv, ln, link: ln, install, rsync, ditto: cp });
