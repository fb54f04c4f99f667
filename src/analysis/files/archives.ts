// Archives: what they delete, overwrite or run. What an archive holds is unknown, so unpacking into a folder that holds
// something may overwrite it.

import { byName, sameRow } from "../../base/index.ts";
import { absolute, namesIn, realOf } from "../run/disk.ts";
import { has, type Parsed, readOptions, table, valueOf, valuesOf } from "../run/options.ts";
import { addHazard, type Command, touch, type Tool } from "../run/record.ts";
import { type Field, field, SILENT, unknownOutput, textAt } from "../run/values.ts";
import { runCarried } from "../carriers/wrappers.ts";

/** Unpacks something unknown into a folder. A new or empty folder is harmless. */
function unpack(command: Command, folder: Field, keeps: boolean): void {
  const { run, shell } = command;
  const found = absolute(run.disk, shell.cwd, folder.text);
  const path = found === null || !found.exact ? null : realOf(run.disk, found.path, true);
  const names = path === null ? null : namesIn(run.disk, path);
  const fresh = path !== null && (run.world.kind(path) === null || (names !== null && names.length === 0));
  touch(command, fresh || keeps ? "create" : "write", folder, { recursive: !keeps, unpacked: true });
  if (path !== null) run.disk.made.set(path, { kind: "dir", content: null, by: "extract" });
}

const TAR = `
    A,catenate,concatenate c,create d,diff,compare delete r,append t,list u,update x,extract,get f,file: C,directory:
    z,gzip,gunzip,ungzip j,bzip2 J,xz Z,compress a,auto-compress lzip lzma lzop zstd I,use-compress-program: v,verbose k,keep-old-files
    skip-old-files keep-newer-files overwrite overwrite-dir unlink-first U recursive-unlink remove-files
    p,preserve-permissions,same-permissions s,preserve-order O,to-stdout to-command: P,absolute-names strip-components: transform,xform:
    exclude: X,exclude-from: T,files-from: checkpoint:? checkpoint-action: F,info-script,new-volume-script: rsh-command: rmt-command:
    owner: group: mode: mtime: newer: g,listed-incremental: L,tape-length: M,multi-volume w,interactive,confirmation W,verify
    h,dereference H,format: i,ignore-zeros B,read-full-records b,blocking-factor: S,sparse l,check-links m,touch n,seek N,after-date:
    o,old-archive,no-same-owner R,block-number V,label: index-file: warning: totals:? wildcards no-recursion numeric-owner sort: null
    one-file-system one-top-level:? anchored exclude-vcs help version usage`;

/** `-f host:/archive`. */
const REMOTE_ARCHIVE = /^[\w.@-]{2,}:/;

const PACKERS = /^(?:gzip|pigz|bzip2|pbzip2|xz|pixz|zstd|lz4|lzip|zstdmt|lzop)(?:\s+-\S+)*$/;

const tar: Tool = (command) => {
  const { args } = command;
  // The old form: `tar xf file`, letters without a dash, values in their order.
  const first = textAt(args, 0);
  const words = /^[A-Za-z]+$/.test(first) && /[cxtruAd]/.test(first) ? bundled(args) : args;
  const parsed = readOptions(words, table(TAR));
  if (has(parsed, "help", "version", "usage")) return SILENT;
  runGivenPrograms(command, parsed);
  const archive = valueOf(parsed, "file");
  if (has(parsed, "create")) packInto(command, parsed, archive);
  else if (has(parsed, "append", "update", "concatenate", "delete") && archive !== undefined) changeArchive(command, parsed, archive);
  else if (has(parsed, "get")) {
    if (archive !== undefined && archive.text !== "-") touch(command, "read", archive);
    if (has(parsed, "to-stdout", "to-command")) return unknownOutput(archive === undefined ? "stdin" : `file:${archive.text}`);
    unpackNamed(command, parsed);
  }
  const files = archive === undefined || archive.text === "-" ? parsed.operands : [...parsed.operands, archive];
  return unknownOutput(...files.map((each) => `file:${each.text}`));
};

/** Options of tar whose value is a program. */
function runGivenPrograms(command: Command, parsed: Parsed): void {
  for (const value of valuesOf(parsed, "checkpoint-action")) {
    const text = /^exec=([\s\S]*)$/.exec(value.text)?.[1];
    if (text !== undefined) runAlien(command, text, "tar --checkpoint-action");
  }
  for (const name of ["to-command", "new-volume-script", "rsh-command", "rmt-command"])
    for (const value of valuesOf(parsed, name)) runAlien(command, value.text, `tar --${name}`);
  const packer = valueOf(parsed, "use-compress-program");
  if (packer !== undefined && !PACKERS.test(packer.text)) runAlien(command, packer.text, "tar -I");
}

function packInto(command: Command, parsed: Parsed, archive: Field | undefined): void {
  const folder = valueOf(parsed, "directory");
  const access = has(parsed, "remove-files") ? "delete" : "read";
  for (const word of parsed.operands)
    touch(command, access, folder === undefined ? word : { ...word, text: `${folder.text}/${word.text}` }, { recursive: true });
  if (archive !== undefined && REMOTE_ARCHIVE.test(archive.text) && !has(parsed, "force-local"))
    addHazard(command.run, "exfiltration", "it copies files to another machine", command.index);
  else if (archive !== undefined && archive.text !== "-") touch(command, "write", archive);
}

function changeArchive(command: Command, parsed: Parsed, archive: Field): void {
  touch(command, "write", archive, { inPlace: true });
  if (!has(parsed, "delete")) for (const word of parsed.operands) touch(command, "read", word, { recursive: true });
  if (has(parsed, "remove-files")) for (const word of parsed.operands) touch(command, "delete", word, { recursive: true });
}

function unpackNamed(command: Command, parsed: Parsed): void {
  if (has(parsed, "absolute-names")) addHazard(command.run, "destructive", "it unpacks to any place the archive names", command.index);
  const folder = valueOf(parsed, "directory") ?? field(".");
  const keeps = has(parsed, "keep-old-files", "skip-old-files");
  if (parsed.operands.length > 0 && !has(parsed, "strip-components", "xform", "wildcards")) {
    for (const word of parsed.operands)
      touch(command, keeps ? "create" : "write", { ...word, text: `${folder.text}/${word.text}` }, { recursive: true });
    return;
  }
  const top = valueOf(parsed, "one-top-level")?.text ?? "";
  unpack(command, top === "" ? folder : field(top.startsWith("/") ? top : `${folder.text}/${top}`), keeps);
}

/** A program that an archive tool is told to run. */
function runAlien(command: Command, text: string, label: string): void {
  addHazard(command.run, "tampering", "it runs a command of the caller's choice", command.index);
  runCarried(command, text, label);
}

function bundled(args: readonly Field[]): readonly Field[] {
  const [letters, ...rest] = args;
  const out: Field[] = [];
  let at = 0;
  for (const letter of letters?.text ?? "") {
    out.push({ ...(letters as Field), text: `-${letter}` });
    if ("fCITXbFgHLNV".includes(letter)) out.push(rest[at++] ?? field(""));
  }
  return [...out, ...rest.slice(at)];
}

const zip: Tool = (command) => {
  const parsed = readOptions(
    command.args,
    table(
      `m,move r,recurse-paths q,quiet T,test TT,unzip-command: d,delete u,update f,freshen j,junk-paths x,exclude: i,include:
        b,temp-path: P,password: e,encrypt o O,output-file: 0 1 2 3 4 5 6 7 8 9 y,symlinks D,no-dir-entries l ll X,no-extra
        @,names-stdin v,verbose F FF A,adjust-sfx n: t: tt: s: z s,split-size: Z:`,
    ),
    { oneDash: false },
  );
  // -TT takes the command that tests the archive.
  const at = command.args.findIndex((each) => /^(?:-TT|--unzip-command)/.test(each.text));
  if (at >= 0) runAlien(command, /^--unzip-command=(.*)$/s.exec(textAt(command.args, at))?.[1] ?? textAt(command.args, at + 1), "zip -TT");
  const [archive, ...files] = parsed.operands;
  if (archive !== undefined && archive.text !== "-") touch(command, "write", archive, { inPlace: true });
  for (const word of files) touch(command, has(parsed, "move") ? "delete" : "read", word, { recursive: true });
  return unknownOutput(...files.map((each) => `file:${each.text}`), "file:archive");
};

const unzip: Tool = (command) => {
  const parsed = readOptions(command.args, table("d: x: P: l t v Z p c f u z a b j n o q C L M V W X K s ^"));
  const [archive, ...members] = parsed.operands;
  if (archive !== undefined) touch(command, "read", archive);
  if (has(parsed, "l", "t", "v", "Z", "p", "c", "z")) return unknownOutput("file:archive");
  const folder = valueOf(parsed, "d") ?? field(".");
  if (members.length > 0)
    for (const word of members) touch(command, has(parsed, "n") ? "create" : "write", { ...word, text: `${folder.text}/${word.text}` });
  else unpack(command, folder, has(parsed, "n"));
  return SILENT;
};

const sevenZip: Tool = (command) => {
  const { args } = command;
  const verb = args.find((each) => !each.text.startsWith("-"))?.text ?? "";
  const words = args.filter((each) => !each.text.startsWith("-") && each.text !== verb);
  const [archive, ...files] = words;
  const deletes = args.some((each) => /^-(?:sdel|df|dr|m)$/i.test(each.text));
  if (/^[aud]$|^(?:mf|m|u|rn)$/.test(verb)) {
    if (archive !== undefined) touch(command, "write", archive, { inPlace: true });
    const access = deletes || /^mf?$/.test(verb) ? "delete" : "read";
    for (const word of verb === "d" ? [] : files) touch(command, access, word, { recursive: true });
  } else if (verb === "x" || verb === "e") unpackSeven(command);
  return SILENT;
};

/** `-oFOLDER`; `-aos` leaves what is there. */
function unpackSeven(command: Command): void {
  const output = command.args.find((each) => /^-o./.test(each.text))?.text.slice(2);
  const keeps = command.args.some((each) => each.text === "-aos");
  unpack(command, field(output ?? "."), keeps);
}

function keepsPacked({ name }: Command, parsed: Parsed): boolean {
  return has(parsed, "keep") || (/^(?:zstd|unzstd|lz4|brotli)$/.test(name) && !has(parsed, "rm"));
}

/** gzip and its like put `file.gz` in the place of `file`. */
const packer: Tool = (command) => {
  const parsed = readOptions(
    command.args,
    table(
      `c,stdout,to-stdout d,decompress,uncompress f,force k,keep l,list n,no-name N,name q,quiet r,recursive S,suffix: t,test
        v,verbose 1,fast 2 3 4 5 6 7 8 9,best o,output: rm z T,threads: D: h H V L`,
    ),
  );
  if (has(parsed, "to-stdout", "test", "list")) {
    for (const word of parsed.operands) touch(command, "read", word);
    return unknownOutput(...parsed.operands.map((each) => `file:${each.text}`), ...(command.how.stdin?.from ?? []));
  }
  const output = valueOf(parsed, "output");
  if (output !== undefined) touch(command, "write", output);
  const access = keepsPacked(command, parsed) ? "read" : "move";
  for (const word of parsed.operands) {
    touch(command, access, word);
    if (output === undefined && has(parsed, "force") && /\.(?:gz|bz2|xz|zst|lz4)$/.test(word.text))
      touch(command, "write", { ...word, text: word.text.replace(/\.\w+$/, "") });
  }
  return parsed.operands.length === 0 ? unknownOutput(...(command.how.stdin?.from ?? [])) : SILENT;
};

const cpio: Tool = (command) => {
  const parsed = readOptions(
    command.args,
    table(
      `i,extract o,create p,pass-through d,make-directories u,unconditional F,file: I: O: D,directory: v,verbose
        m,preserve-modification-time H,format: t,list to-stdout rsh-command: E: no-absolute-filenames`,
    ),
  );
  for (const value of valuesOf(parsed, "rsh-command")) runAlien(command, value.text, "cpio --rsh-command");
  if (has(parsed, "extract") && !has(parsed, "list", "to-stdout"))
    unpack(command, valueOf(parsed, "directory") ?? field("."), !has(parsed, "unconditional"));
  if (has(parsed, "pass-through")) for (const word of parsed.operands) touch(command, "write", word, { recursive: true });
  // The names of what goes in come on standard input.
  if (has(parsed, "create", "pass-through"))
    for (const word of command.how.stdin?.files ?? []) touch(command, "read", word, { recursive: true });
  const output = valueOf(parsed, "O") ?? (has(parsed, "create") ? valueOf(parsed, "file") : undefined);
  if (output !== undefined) touch(command, "write", output);
  return unknownOutput();
};

/** ar, jar: `ar rcs lib.a x.o`, `jar xf app.jar`. */
const ar: Tool = (command) => {
  const [letters, archive] = command.args;
  if (/[rqdm]|c/.test(letters?.text ?? "") && archive !== undefined && !/x|t/.test(letters?.text ?? ""))
    touch(command, "write", archive, { inPlace: true });
  if (/x/.test(letters?.text ?? "")) unpack(command, field("."), false);
  return undefined;
};

export const ARCHIVES: Readonly<Record<string, Tool>> = byName({
  tar,
  bsdtar: tar,
  zip,
  unzip,
  ...sameRow("7z 7za 7zz rar unrar", sevenZip),
  ...sameRow("gzip gunzip pigz bzip2 bunzip2 xz unxz lzma zstd unzstd lz4 compress uncompress brotli", packer),
  cpio,
  pax: cpio,
  ar,
  jar: ar,
});
