// Tools that read and print. Most do nothing else; some have an option that writes a file or runs a program, and one
// line of the table says which.

import { byName, rowOf, sameRow, whole } from "../../base/index.ts";
import { absolute, isBelow } from "../run/disk.ts";
import { has, type Parsed, readOptions, table, valueOf, valuesOf } from "../run/options.ts";
import { addHazard, type Command, touch, type Tool } from "../run/record.ts";
import { type Field, field, HOLE, isDynamic, MEANS_ITSELF, type Output, unknownOutput, textAt } from "../run/values.ts";
import { listed } from "./search.ts";
import { runCarried } from "../carriers/wrappers.ts";

interface Reader {
  readonly options: string;
  readonly writes?: readonly string[];
  /** Values that are run as a command text. */
  readonly runs?: readonly string[];
  /** The operand at this place is written, not read; -1: the last. */
  readonly output?: number;
  readonly oneDash?: boolean;
  /** Prints names of files when one of these is given. */
  readonly lists?: readonly string[];
  /** Operands before the files. */
  readonly skip?: number;
  /** Options with a name and a value behind them; true: the value is a file. */
  readonly pairs?: Readonly<Record<string, boolean>>;
}

const GREP = `
    A,after-context: B,before-context: C,context: e,regexp: f,file: m,max-count: d,directories: D,devices: include: exclude:
    exclude-dir: exclude-from: label: color:? colour:? binary-files: E,extended-regexp F,fixed-strings G,basic-regexp P,perl-regexp
    i,ignore-case y v,invert-match w,word-regexp x,line-regexp c,count L,files-without-match l,files-with-matches o,only-matching
    q,quiet,silent s,no-messages b,byte-offset H,with-filename h,no-filename n,line-number T,initial-tab Z,null a,text I r,recursive
    R,dereference-recursive z,null-data U,binary line-buffered V,version help`;
const RG = `
    A,after-context: B,before-context: C,context: e,regexp: f,file: g,glob: iglob: t,type: T,type-not: type-add: type-clear:
    m,max-count: d,max-depth: M,max-columns: j,threads: E,encoding: r,replace: sort: sortr: pre: pre-glob: hostname-bin:
    hyperlink-format: engine: color: colors: context-separator: ignore-file: path-separator: max-filesize: mmap stop-on-nonmatch
    field-context-separator: field-match-separator: dfa-size-limit: regex-size-limit: F,fixed-strings i,ignore-case S,smart-case
    s,case-sensitive v,invert-match w,word-regexp x,line-regexp c,count count-matches l,files-with-matches files-without-match files
    L,follow n,line-number N,no-line-number o,only-matching p,pretty q,quiet u,unrestricted U,multiline P,pcre2 z,search-zip 0,null
    a,text hidden no-ignore json vimgrep heading no-heading H,with-filename I,no-filename stats trim passthru column b,byte-offset debug
    no-messages one-file-system crlf binary`;

const READERS: Readonly<Record<string, Reader>> = byName({
  sort: {
    options: `o,output: compress-program: T,temporary-directory: k,key: t,field-separator: S,buffer-size: files0-from: parallel: batch-size:
        random-source: sort: b,ignore-leading-blanks d,dictionary-order f,ignore-case g,general-numeric-sort i,ignore-nonprinting
        M,month-sort h,human-numeric-sort n,numeric-sort R,random-sort r,reverse V,version-sort c,check C m,merge s,stable u,unique
        z,zero-terminated debug`,
    writes: ["output"],
    runs: ["compress-program"],
  },
  shuf: { options: "o,output: n,head-count: i,input-range: e,echo r,repeat z,zero-terminated random-source:", writes: ["output"] },
  uniq: {
    options:
      "c,count d,repeated D all-repeated:? f,skip-fields: group:? i,ignore-case s,skip-chars: u,unique z,zero-terminated w,check-chars:",
    output: 1,
  },
  tree: { options: "o: L: P: I: H: T: filelimit: timefmt: charset: sort: gitfile: info infofile: a d f i n C p s u g D", writes: ["o"] },
  grep: { options: GREP, lists: ["files-with-matches", "files-without-match"], skip: 1 },
  egrep: { options: GREP, lists: ["files-with-matches"], skip: 1 },
  fgrep: { options: GREP, lists: ["files-with-matches"], skip: 1 },
  zgrep: { options: GREP, skip: 1 },
  rg: { options: RG, runs: ["pre", "hostname-bin"], lists: ["files-with-matches", "files-without-match", "files"], skip: 1 },
  ag: { options: "pager: G: ignore: A: B: C: m: depth: p: l i s S w v Q", runs: ["pager"], lists: ["l"], skip: 1 },
  ack: { options: "pager: A: B: C: m: l i w v Q output: type:", runs: ["pager"], lists: ["l"], skip: 1 },
  man: { options: "P,pager: H,html:? C,config-file: M,manpath: S: s: k f l,local-file: K w E: p:", runs: ["pager", "html"] },
  less: {
    options:
      "o,log-file: O,LOG-FILE: p,pattern: t,tag: k,lesskey-file: j: x: y: z: P: b: D: T: N S R F X i I e E f g G m M n q Q r s u U V w W",
    writes: ["log-file", "LOG-FILE"],
  },
  more: { options: "n: d f l p c s u" },
  ...sameRow("most elfedit nm readelf look", { options: "" }),
  bat: {
    options: `pager: l,language: r,line-range: H,highlight-line: theme: style: paging: color: map-syntax: p,plain A n,number file-name: tabs:
        wrap: terminal-width:`,
    runs: ["pager"],
  },
  delta: { options: "pager: s,side-by-side n,line-numbers", runs: ["pager"] },
  tcpdump: { options: "w: z: G: W: C: i: r: c: s: F: n v e X A l Z:", writes: ["w"], runs: ["z"] },
  tshark: { options: "w: i: r: c: f: Y: T: e: X:", writes: ["w"] },
  gcc: {
    options: "o: wrapper: B: x: I: L: l: D: U: include: MF: MT: MQ: T: u: z: O:? W:? f:? m:? std: isystem: c S E g v M MM MD MMD P pipe",
    writes: ["o", "MF"],
    runs: ["wrapper"],
    oneDash: true,
  },
  ld: { options: "o: T: L: l: r e: m: plugin:", writes: ["o"] },
  as: { options: "o: I:", writes: ["o"] },
  rustc: {
    options: "o: out-dir: C,codegen: L: l: edition: crate-type: crate-name: emit: print: g O cfg: target: test A: W: D: Z:",
    writes: ["o"],
  },
  gpg: {
    options: `o,output: d,decrypt e,encrypt r,recipient: a,armor s,sign b,detach-sign verify import export homedir: passphrase: batch yes
        keyserver: recv-keys: gen-key list-keys k K u,local-user: c,symmetric pinentry-mode: status-fd: delete-keys delete-secret-keys`,
    writes: ["output"],
  },
  age: { options: "o,output: d,decrypt e,encrypt r,recipient: R: i,identity: p,passphrase a,armor", writes: ["output"] },
  pandoc: {
    options: `o,output: f,from: t,to: F,filter: L,lua-filter: template: H: B: A: c: M,metadata: V,variable: s,standalone toc resource-path:
        extract-media: pdf-engine: d,defaults: N`,
    writes: ["output", "extract-media"],
    runs: ["filter", "pdf-engine"],
  },
  iconv: { options: "o,output: f,from-code: t,to-code: c s l", writes: ["output"] },
  xmllint: { options: "o,output: xpath: schema: format noout html", writes: ["output"] },
  xsltproc: { options: "o,output: stringparam:", writes: ["output"] },
  dot: { options: "o: T: K: G: N: E: O", writes: ["o"] },
  protoc: { options: "o,descriptor_set_out: I,proto_path: plugin:", writes: ["descriptor_set_out"], runs: ["plugin"] },
  csvcut: { options: "c: d: n" },
  xsv: { options: "o,output: s,select: d,delimiter:", writes: ["output"] },
  qsv: { options: "o,output: s,select:", writes: ["output"] },
  mlr: { options: "from: I icsv ojson ocsv ijson" },
  diff: {
    options: `output: U,unified: C,context: I: L,label: x,exclude: X: u c y,side-by-side r,recursive q,brief s a,text i b w B E N,new-file W:
        color:? from-file: to-file: no-index`,
    writes: ["output"],
  },
  sdiff: { options: "o,output: w: I: s l i", writes: ["output"] },
  diff3: { options: "m" },
  cmp: { options: "l s i: n: b" },
  comm: { options: "1 2 3 i output-delimiter: total z" },
  objcopy: { options: "O: I: j: R: S g", output: 1 },
  chrpath: { options: "r: c d l k v" },
  install_name_tool: { options: "add_rpath: id: delete_rpath:", oneDash: true },
  patchelf: { options: "set-interpreter: set-rpath: add-rpath: output: set-soname: add-needed: remove-needed:", writes: ["output"] },
  strip: { options: "o: s g d S K: N: R:", writes: ["o"] },
  objdump: { options: "d D S t h x" },
  date: { options: "s,set: d,date: f,file: r,reference: u,utc I:? R,rfc-email" },
  file: { options: "C m: f: b i L s z k" },
  yq: { options: "i,inplace e P o: p: n r j s: I: c S", skip: 1 },
  jq: {
    options: `n,null-input r,raw-output R,raw-input s,slurp c,compact-output C M S,sort-keys e,exit-status a j tab indent: f,from-file: L:
        args jsonargs stream`,
    skip: 1,
    pairs: { "--arg": false, "--argjson": false, "--slurpfile": true, "--rawfile": true },
  },
  journalctl: {
    options: `u,unit: n,lines: f,follow b,boot:? S,since: U,until: p,priority: o,output: g,grep: k r x e vacuum-size: vacuum-time: rotate
        flush user no-pager`,
  },
  dmesg: { options: "C,clear c,read-clear w T H l: f:" },
  hexdump: { options: "C n: s: e: f: v" },
  od: { options: "A: t: N: j: w:? v c x b" },
  nl: { options: "b: s: w: v: n: i:" },
  cut: { options: "d: f: c: b: s complement output-delimiter:" },
  paste: { options: "d: s z" },
  join: { options: "1: 2: t: o: a: e: i v: j:" },
  fold: { options: "w: s b" },
  fmt: { options: "w: p: s u t c g:" },
  column: { options: "t s: c: n N: o: J x" },
  pr: { options: "h: l: w: o: n t d m" },
  expand: { options: "t: i" },
  unexpand: { options: "t: a" },
  strings: { options: "n: t: e: a f" },
  wc: { options: "l w c m L files0-from:" },
  ls: {
    options: `a,all A,almost-all l h,human-readable t r,reverse R,recursive S 1 d,directory F i s n g G o p q Q u U v x X Z c C f k m b B
        I,ignore: w,width: T: color:? sort: time: time-style: format: group-directories-first hide: block-size: indicator-style:
        full-time`,
    lists: [],
  },
});

/** Programs that put their answer in the place of what they read. */
function changesItsFiles(name: string, parsed: Parsed, files: number): boolean {
  if (name === "yq") return has(parsed, "inplace");
  if (name === "strip") return !has(parsed, "o");
  if (name === "chrpath") return !has(parsed, "l");
  if (name === "patchelf") return !parsed.unknown.some(({ text }) => text.startsWith("--print")) && !has(parsed, "output");
  return name === "install_name_tool" || name === "elfedit" || (name === "objcopy" && files === 1);
}

/** Options of readers that destroy something: the option's names, and what it does. */
const DESTROYS: Readonly<Record<string, readonly [options: readonly string[], why: string]>> = byName({
  date: [["set"], "it sets the machine's clock"],
  dmesg: [["clear", "read-clear"], "it clears the system's log"],
  journalctl: [["vacuum-size", "vacuum-time"], "it deletes the system's logs"],
  gpg: [["delete-keys", "delete-secret-keys"], "it deletes keys"],
});

/** What is left of the words, with the files of the pairs read. */
function withoutPairs(command: Command, pairs: Readonly<Record<string, boolean>>): readonly Field[] {
  const left: Field[] = [];
  for (let at = 0; at < command.args.length; at++) {
    const word = command.args[at] as Field;
    const isFile = rowOf(pairs, word.text);
    const value = command.args[at + 2];
    if (isFile === undefined) left.push(word);
    else at += 2;
    if (isFile === true && value !== undefined) touch(command, "read", value);
  }
  return left;
}

function read(command: Command, reader: Reader): Output {
  const { run, index, name } = command;
  const words = reader.pairs === undefined ? command.args : withoutPairs(command, reader.pairs);
  const parsed = readOptions(words, table(reader.options), { oneDash: reader.oneDash === true });
  noteOptions(command, reader, parsed);
  if (reader === READERS["gcc"]) noteBuilt(command, parsed);
  const skip = has(parsed, "regexp", "file", "files", "from-file") ? 0 : (reader.skip ?? 0);
  const files = parsed.operands.slice(skip);
  touchFiles(command, reader, files, changesItsFiles(name, parsed, files.length));
  if (files.length === 0 && searchesHere(command, parsed)) touchFiles(command, reader, [field(".")], false);
  const [options, why] = DESTROYS[name] ?? [[], ""];
  if (has(parsed, ...options)) addHazard(run, "destructive", why, index);
  if (name === "less" || name === "more") noteStartCommands(command);
  return outputOf(command, reader, parsed, files);
}

/** Files that its options write, and programs that they run. */
function noteOptions(command: Command, { writes = [], runs = [] }: Reader, parsed: Parsed): void {
  for (const value of writes.flatMap((option) => valuesOf(parsed, option))) if (value.text !== "-") touch(command, "write", value);
  for (const option of runs) for (const value of valuesOf(parsed, option)) runChosen(command, option, value.text);
}

/** Pagers, and what the project installed: `protoc --plugin=./node_modules/.bin/protoc-gen-ts`. */
const HARMLESS = [
  /^(?:less|more|cat|bat|delta|never|)(?:\s+-\w+)*$/,
  whole`(?:xe|pdf|lua)?latex, tectonic, latexmk, wkhtmltopdf, weasyprint, typst, context, prince`,
  /^(?:[\w-]+=)?(?:\.\/)?node_modules\/\.bin\/[\w.-]+$/,
];

function runChosen(command: Command, option: string, text: string): void {
  if (HARMLESS.some((pattern) => pattern.test(text))) return;
  addHazard(command.run, "tampering", `its option --${option} runs a program of the caller's choice`, command.index);
  if (!isDynamic(text)) runCarried(command, text, `${command.name} --${option}`);
}

function touchFiles(command: Command, reader: Reader, files: readonly Field[], inPlace: boolean): void {
  for (const [at, file] of files.entries()) {
    if (file.text === "-") continue;
    if (at === reader.output) touch(command, "write", file);
    else if (inPlace) touch(command, "write", file, { inPlace });
    else touch(command, "read", file, { recursive: true, visible: leavesHidden(command) });
  }
}

/** `rg x` and `grep -r x` search the folder in which they run; with something on standard input rg searches that. */
function searchesHere({ name, how }: Command, parsed: ReturnType<typeof readOptions>): boolean {
  if (name === "rg" || name === "ag" || name === "ack") return how.stdin === null;
  return (
    /^[efz]?grep$/.test(name) && (has(parsed, "recursive", "dereference-recursive") || valueOf(parsed, "directories")?.text === "recurse")
  );
}

/** ripgrep and ag pass hidden folders by unless they are told otherwise. */
function leavesHidden({ name, args }: Command): boolean {
  if (name !== "rg" && name !== "ag") return false;
  const unrestricted = args.reduce(
    (sum, { text }) => sum + (text === "--unrestricted" ? 1 : /^-[a-zA-Z]+$/.test(text) ? text.split("u").length - 1 : 0),
    0,
  );
  return unrestricted < (name === "ag" ? 1 : 2) && !args.some(({ text }) => /^(?:--hidden|-\.)$/.test(text));
}

/** A program that was compiled from the project's own files is the project's own. */
function noteBuilt(command: Command, parsed: ReturnType<typeof readOptions>): void {
  const { run, shell } = command;
  if (command.args.some(({ text }) => /^-f(?:pass-)?plugin=\//.test(text)))
    addHazard(run, "tampering", "the compiler loads a library", command.index);
  const own = parsed.operands.filter((each) => /\.(?:c|cc|cpp|cxx|m|mm|s|S|o|a)$/.test(each.text));
  const places = own.map((each) => absolute(run.disk, shell.cwd, each.text)?.path ?? "");
  const output = valuesOf(parsed, "o")[0];
  const path = output === undefined ? null : (absolute(run.disk, shell.cwd, output.text)?.path ?? null);
  if (path !== null && places.length > 0 && places.every((each) => isBelow(each, run.world.project)))
    run.disk.made.set(path, { kind: "file", content: null, by: "build" });
}

function outputOf(command: Command, reader: Reader, parsed: ReturnType<typeof readOptions>, files: readonly Field[]): Output {
  if (reader.lists !== undefined && (has(parsed, ...reader.lists) || command.name === "ls"))
    return has(parsed, "l") && command.name === "ls"
      ? unknownOutput("cmd:git-list")
      : holding(command, parsed, listed(command, narrowed(parsed, files)));
  const { stdin } = command.how;
  // Only a number is left of what was counted.
  if (command.name === "date" || (command.name === "wc" && files.length === 0)) return { text: "\uE001\n", from: [] };
  // Filters of a list of files still give files of that list.
  if (files.length === 0 && stdin?.files !== undefined) return stdin;
  if (files.length === 0 && stdin !== null)
    return { text: HOLE, from: [...stdin.from.filter(leftBy(command, parsed)), ...soughtIn(command, parsed)] };
  return { text: HOLE, from: files.length === 0 ? [`cmd:${command.name}`] : files.map((each) => `file:${each.text}`) };
}

/** `env | grep TOKEN`: the variables that are asked for by name. */
function soughtIn({ name, how }: Command, parsed: ReturnType<typeof readOptions>): readonly string[] {
  if (!/^(?:[efu]?grep|rg|ag)$/.test(name) || how.stdin?.from.includes("cmd:env") !== true) return [];
  if (has(parsed, "invert-match", "count", "quiet", "silent")) return [];
  const sought = valueOf(parsed, "regexp")?.text ?? textAt(parsed.operands, 0);
  return sought.split(/\W+/).map((word) => `var:${word.toUpperCase()}`);
}

/** `env | grep TOKEN | cut -d= -f1` leaves the names. */
function leftBy({ name }: Command, parsed: ReturnType<typeof readOptions>): (from: string) => boolean {
  const onlyNames = name === "cut" && valueOf(parsed, "d")?.text === "=" && valueOf(parsed, "f")?.text === "1";
  return (from) => !onlyNames || !from.startsWith("var:");
}

/** `rg -l foo`: every file in the list holds the words that were searched for. Of an expression nobody here knows which files. */
function holding(command: Command, parsed: ReturnType<typeof readOptions>, output: Output): Output {
  if (command.name === "ls" || has(parsed, "files")) return output;
  const given = valueOf(parsed, "regexp")?.text ?? textAt(parsed.operands, 0);
  const isPlain = MEANS_ITSELF.test(given) && !has(parsed, "ignore-case", "smart-case", "files-without-match", "invert-match");
  const only = { text: isPlain ? given : "", visible: leavesHidden(command) };
  return output.files === undefined ? output : { ...output, files: output.files.map((each) => ({ ...each, holding: only })) };
}

/** `grep -rl x --include='*.ts' src`: only such names are listed. */
function narrowed(parsed: ReturnType<typeof readOptions>, files: readonly Field[]): readonly Field[] {
  const include = [...valuesOf(parsed, "include"), ...valuesOf(parsed, "glob")]
    .filter((each) => !each.text.startsWith("!"))
    .map((each) => each.text.replace(/^.*\//, ""));
  const type = valuesOf(parsed, "type").map((each) => `*.${each.text}`);
  const names = [...include, ...type].join(",");
  if (names === "") return files;
  const folders = files.length === 0 ? ["."] : files.map((each) => each.text);
  return folders.map((folder) => ({
    text: `${folder.replace(/(?<!\/)\/+$/, "")}/${names}`,
    quoted: true,
    from: [],
    start: -1,
    end: -1,
    pattern: true,
    deep: true,
  }));
}

/** `less '+!command' file`. */
function noteStartCommands(command: Command): void {
  for (const { text } of command.args) if (/^\+\+?\s*!/.test(text)) runCarried(command, text.replace(/^\+\+?\s*!/, ""), command.name);
}

/** Read their operands and do nothing else. */
const PLAIN = `
    stat du df realpath readlink md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum md5 shasum crc32 zcat bzcat
    xzcat zless zmore lsattr getfacl lsof fuser-read exa eza lsd tokei cloc scc wdiff colordiff difft hd vimcat mdcat glow pygmentize
    highlight source-highlight printenv locale localectl-status ps top htop free uptime vmstat iostat w who last finger groups ldd size
    addr2line pstree pgrep lscpu lsblk lspci lsusb lsmod ip-read ss netstat shellcheck cspell alex write-good mdl lychee
    markdown-link-check yamllint jsonlint hadolint actionlint proselint vale test-read numfmt factor tsort ptx nproc sleep cal ncal yes
    fortune cowsay figlet banner tldr info apropos whatis whereis pwdx tty stty-read mediainfo exiftool-read identify gitleaks
    trufflehog semgrep pdftotext-read checkmake tac-read pathchk expr true false dirs`;

const plain: Tool = (command) => {
  const files: Field[] = [];
  for (const word of command.args) {
    if (word.text.startsWith("-") || word.text === "") continue;
    files.push(word);
    touch(command, "read", word, { recursive: true });
  }
  if (files.length === 0 && command.how.stdin?.files !== undefined) return command.how.stdin;
  if (command.name === "printenv" && files.length > 0) return unknownOutput("cmd:env", ...files.map((each) => `var:${each.text}`));
  return unknownOutput(
    command.name === "printenv" ? "cmd:env" : `cmd:${command.name}`,
    ...(command.how.stdin?.from ?? []),
    ...files.map((each) => `file:${each.text}`),
  );
};

/** Other names of readers. */
const SAME_READER: Readonly<Record<string, string>> = byName({
  gcc: "cc c++ g++ clang clang++ tcc",
  bat: "batcat",
  gpg: "gpg2",
  zgrep: "zegrep",
  ls: "dir vdir",
  ld: "lld gold",
  grep: "ugrep pcregrep",
});

export const READING: Readonly<Record<string, Tool>> = byName({
  ...sameRow(PLAIN, plain),
  ...Object.fromEntries(
    Object.entries(READERS).flatMap(([name, reader]) =>
      Object.entries(sameRow(`${name} ${SAME_READER[name] ?? ""}`.trim(), (command: Command) => read(command, reader))),
    ),
  ),
});
