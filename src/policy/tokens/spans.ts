// What a code span names: a command, a path, a flag, a statement for a database, a script, an address, or just code.
// The name of a branch or a tool is a `name` until the words around it say so.

import { either, whole, wholeAnyCase } from "../../base/index.ts";
import { isLibrary } from "../kinds/libraries.ts";
import { AMBIGUOUS, KNOWN_PROGRAMS } from "../match/programs.ts";

export type SpanType = "command" | "path" | "flag" | "name" | "quote" | "statement" | "address" | "script" | "pipe";

export interface Span {
  readonly type: SpanType;
  /** As it was written. */
  readonly text: string;
  /** Of a command: its words, placeholders taken off. */
  readonly words: readonly string[];
  /** Of a command: placeholders were behind its words, so it needs a further argument. */
  readonly open: boolean;
  /** The program is a known one and no word of code: it is a command whatever the verb. */
  readonly sure: boolean;
  /** Was in backticks. */
  readonly code: boolean;
}

/** Branches by name; any other name is a branch only where the sentence says so. */
export const BRANCH_NAME = whole`main, master, develop, dev, trunk, staging, production, prod, next, stable, gh-pages, release,
    (?:release|hotfix|origin)\/[\w.*-]+, v?\d+\.x`;

export const EXTENSIONS: ReadonlySet<string> = new Set(
  `md mdx mdc rst txt adoc ts tsx mts cts js jsx mjs cjs json jsonc json5 yaml yml toml ini cfg conf lock lockb sum mod py pyi ipynb rb go
  rs java kt kts
  gradle swift c cc cpp h hpp cs fs vue svelte html css scss less sql db sqlite proto graphql gql sh bash zsh fish ps1 bat tf tfvars
  tfstate hcl env csv tsv
  parquet pkl xml svg png jpg jpeg gif webp pdf apk ipa exe dll so jar war zip gz tgz tar pem crt key p12 pfx keystore jks log snap po pot
  mo properties
  plist xcodeproj pbxproj sln csproj ex exs erl elm hs ml scala clj lua r jl dart php sol zig nix bzl bazel cmake patch diff bak onnx pt h5
  safetensors meta unity uasset umap fbx
  prisma feature tmpl tpl hbs ejs pug erb haml liquid njk astro gd tscn glsl wgsl cu asm sv tex bib wasm service timer ico otf psd xlsx
  docx pptx avro
  inc mk gemspec podspec jinja jinja2 j2 mustache twig cshtml razor xaml qml cue rego orig pid dump dmp epub blend stl gltf glb prefab hex
  elf npy npz
  geojson srt vtt asc gpg sig rules resx storyboard xib aab dmg msi deb rpm iso img gguf ckpt jsonl ndjson arrow edn cljs vb ino mp4 mp3
  wav ttf woff woff2`
    .trim()
    .split(/\s+/),
);
const NAMED_FILES: ReadonlySet<string> = new Set(
  `id_rsa id_ed25519 id_ecdsa node_modules __pycache__ third_party .DS_Store Makefile GNUmakefile Dockerfile Justfile justfile Taskfile
  LICENSE LICENCE COPYING
  CODEOWNERS Gemfile Procfile Rakefile Podfile Fastfile Vagrantfile Jenkinsfile Brewfile Pipfile NOTICE AUTHORS VERSION CHANGELOG README`
    .trim()
    .split(/\s+/),
);
/** `console.log`, `Math.max`: a name before a dot that is code, whatever comes after. */
const CODE_OBJECTS: ReadonlySet<string> = new Set(
  `console window document react math json object array string number promise os sys self this module exports app res req ctx logger log
  fmt std
  torch np pd tf path fs axios import vi jest test expect e i`
    .trim()
    .split(/\s+/),
);
const OWN_FILES = /^(?:app|module|test|logger)\.(?:json|ya?ml|toml|py|[jt]sx?|css|html)$/;
/** "Node.js", "Next.js": products, not files. */
const PRODUCT_NAMES = either`node, next, vue, nuxt, express, three, d3, ember, chart, alpine, discord, solid, react, moment, day, p5,
  socket, nest, koa, asp, mermaid`;
const PRODUCTS = wholeAnyCase`pro[c]ess\.\w+, (?:${PRODUCT_NAMES})\.(?:js|net)`;
const PAIRED = either`and, or, yes, no, true, false, on, off, client, server, read, write, input, output, he, she, ci, i, a, b, x, y, n, w,
  pass, start, stop, in, out, up, down, application, text, image`;
const PAIRS = wholeAnyCase`(?:${PAIRED})\/[\w+.-]+`;
const FOLDERS = either`src, lib, docs?, tests?, app, apps, packages, scripts, config, api, web, infra, deploy, db, data, internal, cmd,
  pkg, tools, \.github`;
const KNOWN_FOLDERS = whole`(?:${FOLDERS})\/[\w./-]+`;
const STATEMENTS = either`drop, truncate, delete(?:\s+from)?, alter\s+table, insert\s+into, update\s+\S+\s+set, grant, revoke,
  create\s+(?:table|index|database)`;
const STATEMENT = wholeAnyCase`(?:${STATEMENTS})\b[\w\s*.,"'();=]*`;
const PLACEHOLDER = /^(?:<.*>|\[.*\]|\{.*\}|\.\.\.|…|\$\w+|\$\{.*\}|[A-Z][A-Z0-9_]{2,}|xxx+|foo|\*)$/;
const SHOUTED = whole`HEAD, ORIG_HEAD, FLUSHALL, FLUSHDB, SHUTDOWN, CONFIG, KEYS, DEL, DROP, TRUNCATE, DELETE, ALTER, SELECT, INSERT,
  UPDATE, VACUUM`;
const SCRIPT = whole`(?!(?:node|std|https?|file|data|bun|npm|jsr|urn):)[a-z][\w-]*(?::[\w-]+)+`;
const OWN_TOOL = whole`(?:\.\/|(?:\.\/)?bin\/|\.?venv\/bin\/|node_modules\/\.bin\/|vendor\/bin\/)[\w-]+`;

function hasExtension(text: string): boolean {
  const dot = text.lastIndexOf(".");
  return dot > 0 && EXTENSIONS.has(text.slice(dot + 1).toLowerCase());
}

/** `*.gen.ts`, `.env*`, `config.*`: a star in a file's name. */
function isNameGlob(text: string): boolean {
  return (
    /^[\w.*-]+$/.test(text) && (text.endsWith(".*") || /^\*+\./.test(text) || /^[a-z]\w{0,7}$/.test(text.slice(text.lastIndexOf(".") + 1)))
  );
}

/** What has the characters of a path and is none. */
export function isOtherThanPath(text: string): boolean {
  return (
    text.length > 200 ||
    /[\s()<>{}|;&$"'`=,!?\\]/.test(text.replace(/\{[\w.,*-]+\}|<[\w-]+>/g, "")) ||
    text.includes("::") ||
    text.includes("://") ||
    // `…/issue/123` stands for others.
    text.includes("...") ||
    // "package.json/pyproject.toml": the one or the other
    /^[\w.-]+\.(?:json|toml|ya?ml|md|txt|lock)\/[\w.-]+\.\w+$/.test(text) ||
    /^@[\w-]+\/[\w.*-]+$/.test(text) ||
    PRODUCTS.test(text) ||
    PAIRS.test(text) ||
    (/^[^/.]*\.[^/]*$/.test(text) && CODE_OBJECTS.has(text.slice(0, text.indexOf(".")).toLowerCase()) && !OWN_FILES.test(text)) ||
    // `/writing-copy` and `/docs:write` are commands of a chat.
    /^\/[a-z]+(?:[-:][a-z]+)+$/.test(text)
  );
}

/** `/mnt/backup`, `/data/refs`: folders of a machine, also without backticks. */
const MACHINE_ROOTS = "mnt|data|srv|home|etc|var|opt|usr|tmp|scratch|media|Users|Volumes";
const ON_MACHINE = new RegExp(`^/(?:${MACHINE_ROOTS})(?:/[\\w.@*-]+)*/?$`);

/** In this order; the first that knows answers, and null is no answer. */
const PATH_QUESTIONS: readonly ((text: string, code: boolean) => boolean | null)[] = [
  (text) => (isOtherThanPath(text) ? false : null),
  (text) => (ON_MACHINE.test(text) ? true : null),
  (text, code) =>
    /^(?:~|\.{1,2})?\/[\w@.*-]/.test(text) && (code || hasExtension(text) || /^(?:~|\.{1,2})\//.test(text) || text.endsWith("/"))
      ? true
      : null,
  // `.Result` is a property; files that begin so are named above or written small.
  (text) => (/^\.[A-Z]\w*$/.test(text) ? NAMED_FILES.has(text) : null),
  (text, code) =>
    /^\.[a-z][\w.*-]*(?:\/|$)/i.test(text) ? !/^\.(?:net|js|ts|py|md)$/i.test(text) && (code || DOT_FILES.test(text)) : null,
  (text) => (text.includes("*") ? (text.includes("/") && /\w/.test(text)) || isNameGlob(text) : null),
  (text) => (text.endsWith("/") ? /^[\p{L}\w@.<>-]+(?:\/[\p{L}\w@.{},<>-]+)*\/$/u.test(text) : null),
  (text, code) => (hasExtension(text) && /^[\p{L}\w@./~*{},+-]+$/u.test(text) ? isFileName(text, code) : null),
  // "tools/AI" without backticks is as often two words as a path.
  (text, code) =>
    code
      ? /^[\p{L}\w@.-]+(?:\/[\p{L}\w@.{},[\]<>-]+)+$/u.test(text) && !/^\d+\/\d+$/.test(text)
      : BELOW_SOURCES.test(text) || (KNOWN_FOLDERS.test(text) && text.split("/").length > 2),
];

const BELOW_SOURCES = /^(?:src|packages|internal|cmd|vendor|node_modules)\/[\w-]+$/;

const DOT_NAMES = either`env, git, github, npmrc, claude, agents, cursor, codex, vscode, idea, husky, docker, venv, cache, next, gradle, terraform`;
const DOT_FILES = new RegExp(String.raw`^\.(?:${DOT_NAMES})`);

function isFileName(text: string, code: boolean): boolean {
  return code ? !/^[A-Z]\w*\.(?:c|r|h|m|go|db|env|log|mod|po|so|key)$/.test(text) : text.lastIndexOf(".") >= 2 || text.includes("/");
}

export function looksLikePath(text: string, { code }: { readonly code: boolean }): boolean {
  // Nearly every word of a file is asked about.
  if (!/[./*]/.test(text)) return NAMED_FILES.has(text);
  for (const ask of PATH_QUESTIONS) {
    const answer = ask(text, code);
    if (answer !== null) return answer;
  }
  return false;
}

/** Words of a command line; quotes go, `&&` and its like end it. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const match of text.matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g)) {
    const word = match[1] ?? match[2] ?? match[3] ?? "";
    if (match[3] !== undefined && /^(?:&&|\|\|?|;|>{1,2}|<|#.*)$/.test(word)) break;
    words.push(word);
    if (words.length >= 12) break;
  }
  while (words.length > 1 && /^[A-Z_][A-Z0-9_]*=/.test(words[0] as string)) words.shift();
  return words;
}

/** What the characters alone tell. */
const TYPES: readonly (readonly [SpanType, (text: string) => boolean])[] = [
  ["flag", (text) => /^-{1,2}[a-z][\w-]*(?:[= ][\w<>.:/-]+)?$/i.test(text)],
  ["address", (text) => /^https?:\/\//.test(text)],
  ["statement", (text) => STATEMENT.test(text) && (/\s/.test(text) || text === text.toUpperCase())],
  ["pipe", (text) => /\s\|\s*(?:ba|z)?sh\b/.test(text)],
];

/** `.proto` files. */
export function isExtension(text: string): boolean {
  return /^\.[a-z]\w{1,6}$/.test(text) && text !== ".env" && EXTENSIONS.has(text.slice(1));
}

export function spanOf(text: string, { code, quoted = false }: { readonly code: boolean; readonly quoted?: boolean }): Span {
  const trimmed = text.trim().replace(/^\$ /, "");
  const made = (type: SpanType, rest: Partial<Span> = {}): Span => ({
    type,
    text: trimmed,
    words: [],
    open: false,
    sure: false,
    code,
    ...rest,
  });
  if (quoted) return made("quote");
  const [told] = TYPES.find(([, test]) => test(trimmed)) ?? [];
  if (told !== undefined) return made(told);
  if (/\s|^(?:\.{0,2}\/)?[\w./-]+\.(?:sh|bash|zsh|ps1)$/.test(trimmed)) return commandOrName(trimmed, made);
  if (code && OWN_TOOL.test(trimmed)) return made("command", { words: [trimmed], sure: true });
  if (code && isExtension(trimmed)) return made("path", { text: `*${trimmed}` });
  if (!isLibrary(trimmed, code) && looksLikePath(trimmed, { code })) return made("path");
  const base = trimmed.toLowerCase();
  if (KNOWN_PROGRAMS.has(trimmed)) return made("command", { words: [base], sure: !AMBIGUOUS.has(base) });
  return made(SCRIPT.test(trimmed) ? "script" : "name");
}

/** `as any`, `from x import y`: code, whatever follows. */
const KEYWORD = whole`as, import, from, const, let, var, new, return, await, async, function, class, throw, raise, except, def, export,
  unsafe, fn, pub, enum, interface`;

/** A word with a flag behind it, or a script. */
function isRunnable(first: string, second: string): boolean {
  return (
    (/^[a-z][\w.-]*$/.test(first) && /^--?[a-z][\w-]*$/i.test(second)) ||
    /^\.{1,2}\/|^(?:bin|scripts?|tools|vendor|node_modules\/\.bin)\//.test(first) ||
    /\.(?:sh|bash|zsh|ps1|py|js|ts|rb)$/.test(first)
  );
}

function isPlausible([first = "", ...rest]: readonly string[]): boolean {
  return /^[a-z][\w.-]*$/.test(first) && rest.length < 8 && rest.every((word) => /^[\w@./:=*+~%^,<>[\]{}$-]+$/.test(word));
}

function commandOrName(text: string, made: (type: SpanType, rest?: Partial<Span>) => Span): Span {
  // A pipe is more than one command; `/trunk merge` is said to a bot.
  if (/\s\|\s/.test(text) || /^\/[a-z][\w-]* /.test(text)) return made("name");
  // `cd web && npm test`: what is run there.
  const all = wordsOf(text.replace(/^cd [\w./-]+ && /, ""));
  const [first = ""] = all;
  const program = first.replace(/^.*\//, "");
  if (KEYWORD.test(first)) return made("name");
  const known = KNOWN_PROGRAMS.has(program) || isRunnable(first, all[1] ?? "");
  if (!known && !isPlausible(all)) return made("name");
  const cut = all.findIndex((word, at) => at > 0 && PLACEHOLDER.test(word) && !SHOUTED.test(word));
  // `<pkg>@latest`: whatever is there.
  const words = (cut === -1 ? all : all.slice(0, cut)).map((word, at) => (at > 0 ? word.replace(/<[^<>]*>/g, "*") : word));
  if (!known && !all.slice(1).some((word) => /^-|[:./]/.test(word)) && all.length > 3) return made("name");
  return made("command", { words, open: cut !== -1 && !/^\[|^\.\.\.$|^…$/.test(all[cut] as string), sure: known });
}
