// Tools that delete, make, cut or change the mode of files.

import { byName, sameRow } from "../../base/index.ts";
import { absolute, isBelow, isDevice, realOf } from "../run/disk.ts";
import { has, readOptions, table, valueOf } from "../run/options.ts";
import { addHazard, addOpaque, type Command, shown, touch, type Tool } from "../run/record.ts";
import { type Field, field, isDynamic, NOTHING, said, SILENT, textAt } from "../run/values.ts";

function forget(command: Command, path: string | null): void {
  if (path !== null) command.run.disk.made.set(path, { kind: null, content: null, by: "remove" });
}

const RM = `
  f,force i I interactive:? r,R,recursive d,dir v,verbose one-file-system no-preserve-root preserve-root:? help version x P W`;

const rm: Tool = (command) => {
  const parsed = readOptions(command.args, table(RM));
  if (has(parsed, "help", "version")) return SILENT;
  const recursive = has(parsed, "recursive");
  if (has(parsed, "no-preserve-root")) addHazard(command.run, "destructive", "it asks rm to delete the root folder too", command.index);
  // With a slash at its end, the folder behind a link is emptied.
  for (const word of parsed.operands) forget(command, touch(command, "delete", word, { recursive, follow: word.text.endsWith("/") }));
  return SILENT;
};

const rmdir: Tool = (command) => {
  const parsed = readOptions(command.args, table("ignore-fail-on-non-empty p,parents v,verbose help version"));
  if (has(parsed, "help", "version")) return SILENT;
  for (const word of parsed.operands) forget(command, touch(command, "delete", word));
  return SILENT;
};

const unlink: Tool = (command) => {
  for (const word of command.args) if (!word.text.startsWith("--")) forget(command, touch(command, "delete", word));
  return SILENT;
};

const shred: Tool = (command) => {
  const parsed = readOptions(
    command.args,
    table("f,force n,iterations: random-source: s,size: u remove:? v,verbose x,exact z,zero help version"),
  );
  if (has(parsed, "help", "version")) return SILENT;
  for (const word of parsed.operands) {
    touch(command, "delete", word, { follow: true });
    addHazard(command.run, "destructive", `it makes ${shown(word)} unreadable for good`, command.index);
  }
  return SILENT;
};

const mkdir: Tool = (command) => {
  const parsed = readOptions(command.args, table("m,mode: p,parents v,verbose Z context:? help version"));
  for (const word of parsed.operands) {
    // A new folder harms nobody, wherever it is; only what is written into it can.
    if (absolute(command.run.disk, command.shell.cwd, word.text)?.exact !== true) continue;
    const path = touch(command, "create", word, { empty: true });
    if (path !== null && command.run.world.kind(path) === null) command.run.disk.made.set(path, { kind: "dir", content: null, by: "make" });
  }
  return SILENT;
};

const touchTool: Tool = (command) => {
  const parsed = readOptions(command.args, table("a c,no-create d,date: f h,no-dereference m r,reference: t: time: help version"));
  for (const word of parsed.operands) {
    // An empty file or a new time harms nobody, wherever it is.
    if (absolute(command.run.disk, command.shell.cwd, word.text)?.exact !== true) continue;
    const path = touch(command, "append", word, { attributes: true });
    if (path !== null && command.run.world.kind(path) === null && !command.run.disk.made.has(path))
      command.run.disk.made.set(path, { kind: "file", content: "", by: "make" });
  }
  return SILENT;
};

const truncate: Tool = (command) => {
  const parsed = readOptions(
    command.args,
    table("c,no-create o,io-blocks r,reference: s,size: l,length: p,punch-hole n,keep-size z,zero-range d,dig-holes help version"),
  );
  const size = (valueOf(parsed, "size") ?? valueOf(parsed, "length"))?.text ?? "";
  if (/^\+?(?:\d{2,}G|\d+[TPE])(?:i?B)?$/i.test(size)) addHazard(command.run, "destructive", "it may fill the disk", command.index);
  const grows = size.startsWith("+");
  for (const word of parsed.operands) touch(command, grows ? "append" : "write", word);
  return SILENT;
};

/** tee passes on what it gets, and keeps a copy in files. */
const tee: Tool = (command) => {
  const { how, run } = command;
  const parsed = readOptions(command.args, table("a,append i,ignore-interrupts p output-error:? help version"));
  const input = how.stdin ?? SILENT;
  const known = isDynamic(input.text) ? undefined : input.text;
  for (const word of parsed.operands) {
    const append = has(parsed, "append");
    const path = touch(command, append ? "append" : "write", word, { content: known });
    if (path !== null && !isDevice(path))
      run.disk.made.set(path, {
        kind: "file",
        content: append ? null : (known ?? null),
        by: input.from.some((each) => each.startsWith("net:")) ? "download" : "write",
      });
  }
  return input;
};

const dd: Tool = (command) => {
  const settings = new Map(
    command.args.map((each): [string, Field] => {
      const equals = each.text.indexOf("=");
      return [each.text.slice(0, equals), { ...each, text: each.text.slice(equals + 1) }];
    }),
  );
  const input = settings.get("if");
  if (input !== undefined) touch(command, "read", input);
  const output = settings.get("of");
  if (output === undefined) return input === undefined ? (command.how.stdin ?? SILENT) : { text: "\uE000", from: [`file:${input.text}`] };
  if (/^\/dev\/(?:zero|u?random)$/.test(input?.text ?? "") && !settings.has("count"))
    addHazard(command.run, "destructive", "it writes until the disk is full", command.index);
  const append = /append/.test(settings.get("oflag")?.text ?? "");
  touch(command, append ? "append" : "write", output, { makes: true });
  return SILENT;
};

const CHANGES = `
  c,changes f,silent,quiet v,verbose no-preserve-root preserve-root reference: R,recursive h,no-dereference dereference H L P from: help
  version`;

/** Modes that only open something for its owner or make it runnable. */
const OPENS_FIRST = /^(?:[ugoa]*\+[rxX]+|u\+[rwxX]+|ug?=?\+?[rwX]+)$/;
const OPENS_MORE = /^(?:[ugoa]*\+[rxX]+|u\+[rwxX]+)$/;

/** A mode that only lets more people read or run, or the owner write. */
function onlyOpens(mode: string): boolean {
  return mode.split(",").every((part, index) => (index === 0 ? OPENS_FIRST : OPENS_MORE).test(part));
}

/** The owner keeps every right and nobody else may write: `755`, `u=rwX,go=rX`. */
const KEEPS_OWNER = /^0?7[0-57][0145]$|^u=rwx?X?,go=rx?X?$/;

/** Nobody but the owner may read or write any more. */
const CLOSES = /^0?[67]00$|^(?:(?:go?|og?)-[rwxX]+,?)+$|^u=rwx?,go=$/;
/** For a key its owner needs no more than reading. */
const CLOSES_KEY = /^0?400$/;
const IS_KEY = /\.(?:pem|key)$|\/\.ssh\/[^/]+$/;

function inProject(command: Command, word: Field): boolean {
  const found = absolute(command.run.disk, command.shell.cwd, word.text);
  return found !== null && found.exact && isBelow(realOf(command.run.disk, found.path, true), command.run.world.project);
}

/** The program runs with its owner's rights, whoever starts it: `u+s`, `4755`. */
function lendsRights(mode: string): boolean {
  if (/^0?[0-7]{3}$/.test(mode)) return false;
  return /^[0-7]?[4-7][0-7]{3}$|\+[rwx]*s/.test(mode) || (mode.includes("=") && mode.includes("s", mode.indexOf("=")));
}

const chmod: Tool = (command) => {
  const { run, index } = command;
  // A mode such as -w looks like an option.
  const isMode = (text: string) => /^-[rwxXst]+$/.test(text);
  const parsed = readOptions(
    command.args.filter((each) => !isMode(each.text)),
    table(CHANGES),
  );
  const own = command.args.find((each) => isMode(each.text));
  const operands = own === undefined ? parsed.operands : [own, ...parsed.operands];
  const mode = has(parsed, "reference") ? "" : textAt(operands, 0);
  const targets = has(parsed, "reference") ? operands : operands.slice(1);
  const recursive = has(parsed, "recursive");
  if (lendsRights(mode)) addHazard(run, "escalation", "it makes a program run with another user's rights", index);
  const tame = targets.every((each) => (KEEPS_OWNER.test(mode) && inProject(command, each)) || isMadeHere(command, each));
  if (recursive && !onlyOpens(mode) && !tame) addHazard(run, "destructive", "it changes the rights of everything below a folder", index);
  else if (/^0?[0-3][0-7]{2}$|(?:^|,)[ugoa]*(?<![go])-[wxX]*r|(?:^|,)[ua]+=(?!\w{0,40}r)/.test(mode))
    addHazard(run, "destructive", "it takes the owner's right to read away", index);
  const runnable = !recursive && /^(?:[ugoa]*\+[rxX]+|0?755)$/.test(mode);
  const closed = (word: Field) => !recursive && (CLOSES.test(mode) || (CLOSES_KEY.test(mode) && IS_KEY.test(word.text)));
  for (const word of targets.filter((each) => !closed(each)))
    if (!runnable || absolute(run.disk, command.shell.cwd, word.text)?.exact === true)
      touch(command, "write", word, { recursive, attributes: true, tidy: runnable });
  return SILENT;
};

/** An earlier part of the same call made it. */
function isMadeHere({ run, shell }: Command, word: Field): boolean {
  const found = absolute(run.disk, shell.cwd, word.text);
  return found !== null && found.exact && run.world.kind(found.path) === null && run.disk.made.get(found.path)?.kind === "dir";
}

/** `chown -R me node_modules`: what Git ignores is made again. */
function isJunk({ run, shell }: Command, word: Field): boolean {
  const found = absolute(run.disk, shell.cwd, word.text);
  return found !== null && found.exact && isBelow(found.path, run.world.project) && run.world.isJunk(found.path);
}

const chown: Tool = (command) => {
  const { run, index, name } = command;
  const parsed = readOptions(
    command.args,
    table(`${CHANGES} m,modify: x,remove: b,remove-all k,remove-default s,set: M,modify-file: X,remove-file: d,default n,mask restore:`),
  );
  const recursive = has(parsed, "recursive");
  if (name === "chown" && /^(?:root|0)?(?::(?:root|0|wheel|sudo|docker))?$/.test(textAt(parsed.operands, 0)) && parsed.operands.length > 1)
    addHazard(run, "escalation", "it gives a file to root", index);
  const targets = has(parsed, "reference") || name === "setfacl" || name === "chattr" ? parsed.operands : parsed.operands.slice(1);
  if (has(parsed, "restore") || (recursive && !targets.every((each) => isMadeHere(command, each) || isJunk(command, each))))
    addHazard(run, "destructive", "it changes the owner or rights of everything below a folder", index);
  for (const word of targets) touch(command, "write", word, { recursive, attributes: true });
  return SILENT;
};

const chattr: Tool = (command) => {
  addHazard(command.run, "tampering", "it changes how the file system treats files", command.index);
  for (const word of command.args) if (!/^[-+=]/.test(word.text)) touch(command, "write", word, { attributes: true });
  return SILENT;
};

/** `split` writes pieces beside the file; `--filter` runs a command for each. */
const split: Tool = (command) => {
  const parsed = readOptions(
    command.args,
    table(
      `
  a,suffix-length: additional-suffix: b,bytes: C,line-bytes: d numeric-suffixes:? x hex-suffixes:? e,elide-empty-files filter: l,lines:
  n,number: t,separator: u,unbuffered verbose help version`,
    ),
  );
  for (const word of parsed.operands.slice(0, 1)) touch(command, "read", word);
  const filter = valueOf(parsed, "filter");
  if (filter !== undefined) {
    if (isDynamic(filter.text)) addOpaque(command.run, "it runs a text that is only known when it runs", command.index);
    else
      command.run.runText(command.run, command.shell, filter.text, {
        via: ["split --filter"],
        env: {},
        span: null,
        stdin: { text: "\uE000", from: NOTHING },
      });
  } else
    for (const word of parsed.operands.length > 1 ? parsed.operands.slice(1) : [field("x")])
      touch(command, "create", { ...word, text: `${word.text}aa` });
  return said("");
};

const csplit: Tool = (command) => {
  const parsed = readOptions(
    command.args,
    table("b,suffix-format: f,prefix: k,keep-files n,digits: s,quiet,silent z,elide-empty-files suppress-matched"),
  );
  touch(command, "create", field(`${valueOf(parsed, "prefix")?.text ?? "xx"}00`));
  return said("");
};

/** Renames by a pattern: the new names are unknown, and with -f they replace what is there. */
const rename: Tool = (command) => {
  const { args, run, index } = command;
  if (args.some((each) => /^(?:-n|--no-act|--dry-run|-N)$/.test(each.text))) return SILENT;
  if (args.some((each) => /^(?:-\w*f|--force|-o)$/.test(each.text)))
    addHazard(run, "destructive", "it may overwrite files by renaming others", index);
  const files = args.filter((word) => !word.text.startsWith("-") && !/^(?:s|y|tr)[^\w.~ ]/.test(word.text));
  // `s/.*/z/` gives every file one name.
  if (files.length > 1 && args.some(({ text }) => /^s\W\.[*+]\W/.test(text)))
    addHazard(run, "destructive", "it gives several files one name", index);
  for (const word of files) touch(command, "move", word);
  return SILENT;
};

/** Other people's trash programs: what they throw away is out of Codicil's sight. */
const trash: Tool = (command) => {
  const words = command.args.filter((each) => !each.text.startsWith("-"));
  for (const word of words) forget(command, touch(command, "delete", word, { recursive: true }));
  return SILENT;
};

const trashEmpty: Tool = ({ run, index }) => {
  addHazard(run, "destructive", "it empties the trash", index);
  return SILENT;
};

export const FILES: Readonly<Record<string, Tool>> = byName({
  fallocate: truncate,
  ...sameRow("rm srm del erase rd ri remove-item", rm),
  rmdir,
  unlink,
  shred,
  wipe: shred,
  mkdir,
  touch: touchTool,
  truncate,
  tee,
  dd,
  dcfldd: dd,
  chmod,
  chown,
  chgrp: chown,
  setfacl: chown,
  chattr,
  split,
  csplit,
  ...sameRow("trash trash-put gtrash gio-trash rip", trash),
  "trash-empty": trashEmpty,
  "trash-rm": trashEmpty,
  rename,
  prename: rename,
  mmv: rename,
  rimraf: (command) => rm({ ...command, args: [{ text: "-rf", quoted: false, from: NOTHING, start: -1, end: -1 }, ...command.args] }),
});
