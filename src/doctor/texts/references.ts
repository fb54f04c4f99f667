// Paths and commands that documents name, and which of them lead nowhere. Pure: what is on disk comes in as answers.
//
// Precision first. Prose is full of things with a slash in them: branches, packages, media types, globs, placeholders,
// build output, files that are about to be made. Only what begins like a path of this project, or ends like a file, counts.

import { either, wordSet } from "../../base/index.ts";
import type { Diagnosis } from "./finding.ts";
import type { CodeLine, SheetReading, Unit } from "./sheet.ts";

export interface Ground {
  /** Whether something else is at an absolute path. */
  exists(path: string): boolean;
  /** The names in a folder. */
  list(folder: string): readonly string[];
  readonly userHome: string;
  /** `~/.config/agents/` always means the mind's home. */
  readonly mindHome: string;
  /** Scripts of every package.json of the project, and its packages, whose programs run by name; null: no package.json. */
  readonly scripts: ReadonlySet<string> | null;
  /** Targets of the project's Makefile; null where there is none, or where they cannot be told by reading it. */
  readonly targets: ReadonlySet<string> | null;
  /** Names that .gitignore lists: they come and go. */
  readonly ignored: ReadonlySet<string>;
}

interface Named {
  readonly line: number;
  readonly text: string;
  readonly sure: boolean;
}

const FILE_ENDS = new RegExp(
  String.raw`\.(?:${either`
  astro, bash, bat, c, cc, cfg, cjs, clj, conf, cpp, cs, css, csv, cts, cue, dart, ex, exs, fish, go, gradle,
  graphql, h, hbs, hcl, hpp, hs, html, ini, ipynb, java, jl, js, json, json5, jsonc, jsonl, jsx, kt, kts, less,
  lua, md, mdx, mjs, ml, mts, nix, php, pl, prisma, properties, proto, ps1, py, pyi, r, rb, rs, rst, sass, scala,
  scss, sh, sol, sql, svelte, svg, swift, tcl, tf, tfvars, toml, ts, tsv, tsx, txt, vue, xml, yaml, yml, zig,
  zsh
`})$`,
  "i",
);
/** What stands for something else: globs, placeholders, examples. */
const STANDS_FOR = new RegExp(
  String.raw`[*?<>{}$|"'${"`"},;!%^&()[\]\\…]|\.\.\.|path\/to|\/to\/|YYYY|NNN|日期|名称|名字|文件名|` +
    String.raw`(?:^|[/_.-])(?:foo|bar|baz|example|your|my|some|xxx+|yyyy|mm|dd|name|n{3,})(?:[/_.-]|$)`,
  "i",
);
/** `journal/SESSION.jsonl`: capitals stand for a name, except in the files that are called so. */
const CAPITALS = /(?:^|\/)[A-Z][A-Z_-]{1,}(?:\.(?!md$|txt$)[a-z0-9]+)(?:\/|$)/;
/** Output and caches: not there before the first build, not dead because of it. */
const OUTPUT = wordSet(
  "node_modules dist build out target coverage .venv venv env tmp temp .next .nuxt .cache logs log __pycache__ .git .env vendor",
  ".terraform .tox artifacts results",
);
/** The line speaks of what is made, was removed, may be missing, or is only an example. */
const NOT_YET = new RegExp(
  String.raw`\b(?:${either`
  creat\w*, add(?:s|ed|ing)?, generat\w*, written, new, will, would, remov\w*, delet\w*, moved, renam\w*, gone,
  no longer, not exist, missing, e\.?g, for example, such as, for instance, optional\w*, if (?:it|they|present),
  when present, may contain, output, save[sd]?, export\w*, download\w*, clone[sd]?, was, were, formerly, like
`})\b|新建|创建|生成|写入|输出|删除|移除|不存在|例如|比如|如果|可选|将|保存|下载|曾`,
  "iu",
);
const FORBIDS = /\b(?:never|not|no|don['’]?t|avoid|without)\b|不|勿|禁止|别/iu;
/** Programs that read the file they are given. */
const READERS = wordSet("node python python3 sh bash zsh ruby deno tsx ts-node cat less source perl php vitest pytest jest mocha go");

/** Each path asks the disk a few hundred questions at worst. */
const MOST_ASKED = 500;

export function findDeadReferences(reading: SheetReading, ground: Ground): Diagnosis[] {
  const { sheet } = reading;
  const found: Diagnosis[] = [];
  const seen = new Set<string>();
  const asked = new Set<string>();
  const report = (code: "dead-path" | "dead-command", named: Named, message: string): void => {
    const { line, text, sure } = named;
    if (seen.has(`${code} ${text}`)) return;
    seen.add(`${code} ${text}`);
    found.push({ code, severity: sure ? "warn" : "info", file: sheet.file, line, message, quote: text, key: text });
  };
  const context = { ground, report, known: sheet.bases.length > 0 };
  for (const unit of reading.units) {
    for (const { line, text } of namingLines(reading, unit)) {
      for (const span of text.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)) checkCommand({ line, text: span[1] ?? "", sure: true }, context);
      const words = text.replace(/`[^`\n]*`|\S*\/\S*/g, " ");
      // A passage on what is made or was removed names what need not exist.
      if (NOT_YET.test(words)) continue;
      for (const path of pathsIn(text, line)) {
        if (asked.has(path.text) || asked.size >= MOST_ASKED) continue;
        asked.add(path.text);
        // "Never touch ~/.ssh" is a good rule where there is none.
        if (path.text.startsWith("~/") && FORBIDS.test(words)) continue;
        if (isDead(path, sheet.bases, ground)) report("dead-path", path, "there is no such file or folder");
      }
    }
  }
  for (const code of reading.code) if (isShell(code)) checkCommand({ line: code.line, text: code.text, sure: true }, context);
  return found;
}

/** Paths have a slash or an end, commands are code: most lines name neither. */
function namingLines({ lines }: SheetReading, { line, last }: Unit): { line: number; text: string }[] {
  const texts: { line: number; text: string }[] = [];
  for (let at = line; at <= last; at++) {
    const text = lines[at - 1] ?? "";
    if (/[`/.]|\]\(/.test(text)) texts.push({ line: at, text });
  }
  return texts;
}

function isShell({ language, text }: CodeLine): boolean {
  return /^(?:|sh|bash|shell|zsh|console|shell-session|terminal)$/.test(language.split(/\s/)[0] ?? "") && !text.trim().startsWith("#");
}

interface CommandContext {
  readonly ground: Ground;
  readonly report: (code: "dead-command", named: Named, message: string) => void;
  /** False for documents that could speak of any project. */
  readonly known: boolean;
}

const QUIETLY = String.raw`(?:--?(?:s|silent)\s+)?`;
/** `npm run NAME`, also with variables set before it. */
/** The command runs in another folder. */
const ELSEWHERE = new RegExp(
  String.raw`(?:^|\s)(?:${either`cd, -C, -w, --workspace\S*, --filter\S*, --prefix\S*, -F, --cwd\S*`})(?:\s|=|$)`,
);
const SCRIPT = new RegExp(
  String.raw`^\s*(?:[A-Z_][A-Z0-9_]*=\S*\s+)*(?:` +
    String.raw`(?:npm|pnpm|yarn|bun)\s+${QUIETLY}(?:run|run-script)\s+${QUIETLY}([A-Za-z][\w:.-]*)|npm\s+(test)\b)`,
);

function checkCommand(span: Named, { ground, report, known }: CommandContext): void {
  if (!known) return;
  const text = span.text.trim().replace(/^\$\s+/, "");
  // Another folder or another package: its scripts are not this one's.
  if (ELSEWHERE.test(text)) return;
  for (const part of text.split(/&&|\|\||[;|]/)) {
    const script = SCRIPT.exec(part);
    const name = script?.[1] ?? script?.[2];
    if (name !== undefined && ground.scripts !== null && !ground.scripts.has(name) && !FILE_ENDS.test(name))
      report("dead-command", { ...span, text: part.trim() }, `no package.json has a script ${JSON.stringify(name)}`);
    const target = /^\s*make\s+([A-Za-z][\w.-]*)\s*$/.exec(part)?.[1];
    if (target !== undefined && ground.targets !== null && !ground.targets.has(target))
      report("dead-command", { ...span, text: part.trim() }, `the Makefile has no target ${JSON.stringify(target)}`);
  }
}

const PATH = new RegExp(
  String.raw`(?<![\p{L}\p{N}_/@:.~#=\\-])(?:~\/|\.{1,2}\/|\/(?:home|Users)\/|[\p{L}\p{N}_.][\p{L}\p{N}_.-]*\/)` +
    String.raw`[\p{L}\p{N}_./@+-]*`,
  "gu",
);

/** Everything in a line that is spelled like a path. */
function pathsIn(text: string, line: number): Named[] {
  const paths: Named[] = [];
  let prose = "";
  let from = 0;
  for (const span of text.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)) {
    prose += `${text.slice(from, span.index)} `;
    from = span.index + span[0].length;
    paths.push(...pathsInSpan(span[1] ?? "", line));
  }
  prose += text.slice(from);
  for (const link of prose.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)) {
    const target = (link[1] ?? "").replace(/[#?].*$/s, "");
    if (target !== "" && !/^[a-z][a-z0-9+.-]*:|^\/|^@/i.test(target)) paths.push({ line, text: decodeLink(target), sure: true });
  }
  const plain = prose.replace(/\]\([^()]*\)/g, "]").replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, " ");
  for (const found of plain.matchAll(PATH)) {
    const path = trimEnd(found[0]);
    if (/^(?:~\/|\.{1,2}\/|\/)/.test(path) || FILE_ENDS.test(path)) paths.push({ line, text: path, sure: path.startsWith("~/") });
  }
  return paths;
}

function pathsInSpan(span: string, line: number): Named[] {
  const words = span.trim().split(/\s+/);
  const [first = ""] = words;
  if (words.length === 1) return first.includes("/") ? [{ line, text: trimEnd(first), sure: true }] : [];
  if (first.startsWith("./")) return [{ line, text: first, sure: true }];
  const argument = words[1] ?? "";
  return READERS.has(first) && argument.includes("/") && FILE_ENDS.test(argument) ? [{ line, text: argument, sure: true }] : [];
}

/** Sentence marks, `:42` and `#L7` behind a path do not belong to it. */
function trimEnd(path: string): string {
  return path.replace(/(?::\d+(?:[:-]\d+)?|#L?\d+(?:-L?\d+)?)$/, "").replace(/(?<![.:])[.:]+$/, "");
}

function decodeLink(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    // Not percent-encoded after all: it is a name with a percent sign.
    return target;
  }
}

function isDead(named: Named, bases: readonly string[], ground: Ground): boolean {
  const path = named.text;
  if (isNoPath(path)) return false;
  if (path.startsWith("~/")) return isDeadHome(path, ground);
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.some((part) => OUTPUT.has(part) || ground.ignored.has(part) || part.startsWith(":"))) return false;
  if (path.startsWith("/")) return isDeadAbsolute(path, parts, ground);
  return bases.length > 0 && parts.length > 0 && isDeadBelow(path, { parts, bases, ground });
}

function isNoPath(path: string): boolean {
  return path.length > 300 || STANDS_FOR.test(path) || CAPITALS.test(path) || /\/\//.test(path) || path.startsWith("@");
}

function isDeadBelow(
  path: string,
  { parts, bases, ground }: { readonly parts: readonly string[]; readonly bases: readonly string[]; readonly ground: Ground },
): boolean {
  const [top = ""] = parts;
  const isFile = FILE_ENDS.test(path);
  if (bases.some((base) => ground.exists(`${base}/${path}`) || (!isFile && hasLonger(`${base}/${path}`, ground)))) return false;
  // A word with a slash is a path only if it ends like a file, begins with a dot, or begins in a folder that is there.
  const begins =
    path.startsWith("./") || path.startsWith("../") || bases.some((base) => parts.length > 1 && ground.exists(`${base}/${top}`));
  return (isFile || begins) && !existsBelow(path, bases, ground);
}

/** `test/docs/tour` for tour.test.ts, `src/app` for app.ts. */
function hasLonger(path: string, ground: Ground): boolean {
  const at = path.lastIndexOf("/");
  return path.length > at + 1 && ground.list(path.slice(0, at)).some((name) => name.startsWith(`${path.slice(at + 1)}.`));
}

function isDeadHome(path: string, ground: Ground): boolean {
  const mind = "~/.config/agents/";
  const at = path.startsWith(mind) ? `${ground.mindHome}/${path.slice(mind.length)}` : `${ground.userHome}/${path.slice(2)}`;
  return !ground.exists(at.replace(/(?<!\/)\/+$/, ""));
}

/** Another machine's paths are not dead, they are elsewhere: only those in a person's folder that is here count. */
function isDeadAbsolute(path: string, parts: readonly string[], ground: Ground): boolean {
  return parts.length > 2 && ground.exists(`/${parts.slice(0, 2).join("/")}`) && !ground.exists(path.replace(/(?<!\/)\/+$/, ""));
}

/** Packages of a project speak of their own paths: one and two folders further down. */
function existsBelow(path: string, bases: readonly string[], ground: Ground): boolean {
  if (path.startsWith("..")) return false;
  for (const base of bases) {
    for (const folder of ground.list(base).slice(0, 200)) {
      if (folder.startsWith(".") || OUTPUT.has(folder)) continue;
      if (ground.exists(`${base}/${folder}/${path}`)) return true;
      if (!/^(?:packages|apps|libs|services|crates|modules|src|examples|projects|tools)$/.test(folder)) continue;
      for (const inner of ground.list(`${base}/${folder}`).slice(0, 200))
        if (ground.exists(`${base}/${folder}/${inner}/${path}`)) return true;
    }
  }
  return false;
}
