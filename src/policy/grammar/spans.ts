// What a code span names: a command, a path, a flag, a statement for a database, a script, an address, or just code.
// The name of a branch or a tool is a `name` until the words around it say so.

import { isLibrary } from "../kinds/libraries.ts";
import { AMBIGUOUS, KNOWN_PROGRAMS, MANAGERS } from "../match/programs.ts";

export type SpanType = "command" | "path" | "flag" | "name" | "quote" | "statement" | "address" | "script" | "pipe";

export interface Span {
  readonly type: SpanType;
  /** As it was written. */
  readonly text: string;
  /** Of a command: its words, placeholders taken off. */
  readonly words: readonly string[];
  /** Of a command: placeholders stood behind its words, so it needs a further argument. */
  readonly open: boolean;
  /** The program is a known one and no word of code: it is a command whatever the verb. */
  readonly sure: boolean;
  /** Stood in backticks. */
  readonly code: boolean;
}

/** Branches by name; any other name is a branch only where the sentence says so. */
export const BRANCH_NAME =
  /^(?:main|master|develop|dev|trunk|staging|production|prod|next|stable|gh-pages|release|(?:release|hotfix|origin)\/[\w.*-]+|v?\d+\.x)$/;

const EXTENSIONS: ReadonlySet<string> = new Set(
  `md mdx mdc rst txt adoc ts tsx mts cts js jsx mjs cjs json jsonc json5 yaml yml toml ini cfg conf lock lockb sum mod py pyi ipynb rb go
  rs java kt kts
  gradle swift c cc cpp h hpp cs fs vue svelte html css scss less sql db sqlite proto graphql gql sh bash zsh fish ps1 bat tf tfvars
  tfstate hcl env csv tsv
  parquet pkl xml svg png jpg jpeg gif webp pdf apk ipa exe dll so jar war zip gz tgz tar pem crt key p12 pfx keystore jks log snap po pot
  mo properties
  plist xcodeproj pbxproj sln csproj ex exs erl elm hs ml scala clj lua r jl dart php sol zig nix bzl bazel cmake patch diff bak onnx pt h5
  safetensors
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
/** "Node.js", "Next.js": products, not files. */
const PRODUCTS =
  /^pro[c]ess\.\w+$|^(?:node|next|vue|nuxt|express|three|d3|ember|chart|alpine|discord|solid|react|moment|day|p5|socket|nest|koa|asp|mermaid)\.(?:js|net)$/i;
const PAIRS =
  /^(?:and|or|yes|no|true|false|on|off|client|server|read|write|input|output|he|she|ci|i|a|b|x|y|n|w|pass|start|stop|in|out|up|down|application|text|image)\/[\w+.-]+$/i;
const KNOWN_FOLDERS =
  /^(?:src|lib|docs?|tests?|app|apps|packages|scripts|config|api|web|infra|deploy|db|data|internal|cmd|pkg|tools|\.github)\/[\w./-]+$/;
const STATEMENT =
  /^(?:drop|truncate|delete(?:\s+from)?|alter\s+table|insert\s+into|update\s+\S+\s+set|grant|revoke|create\s+(?:table|index|database))\b[\w\s*.,"'();=]*$/i;
const PLACEHOLDER = /^(?:<.*>|\[.*\]|\{.*\}|\.\.\.|…|\$\w+|\$\{.*\}|[A-Z][A-Z0-9_]{2,}|xxx+|foo|\*)$/;
const SHOUTED = /^(?:HEAD|ORIG_HEAD|FLUSHALL|FLUSHDB|SHUTDOWN|CONFIG|KEYS|DEL|DROP|TRUNCATE|DELETE|ALTER|SELECT|INSERT|UPDATE|VACUUM)$/;
const SCRIPT = /^(?!node:|std:|http:|https:|file:|data:|bun:|npm:|jsr:|urn:)[a-z][\w-]*(?::[\w-]+)+$/;
const OWN_TOOL = /^(?:\.\/|(?:\.\/)?bin\/|\.?venv\/bin\/|node_modules\/\.bin\/|vendor\/bin\/)[\w-]+$/;

function hasExtension(text: string): boolean {
  const dot = text.lastIndexOf(".");
  return dot > 0 && EXTENSIONS.has(text.slice(dot + 1).toLowerCase());
}

/** `*.gen.ts`, `.env*`, `config.*`: a star in a file's name. */
function isNameGlob(text: string): boolean {
  return (
    /^[\w.*-]+$/.test(text) &&
    (text.endsWith(".*") ||
      /^\*+\./.test(text) ||
      (text.startsWith(".") && text.endsWith("*")) ||
      /^[a-z]\w{0,7}$/.test(text.slice(text.lastIndexOf(".") + 1)))
  );
}

export function looksLikePath(text: string, { code }: { readonly code: boolean }): boolean {
  // Nearly every word of a file is asked about.
  if (!/[./*]/.test(text)) return NAMED_FILES.has(text);
  if (
    text.length > 200 ||
    /[\s()<>{}|;&$"'`=,!?\\]/.test(text.replace(/\{[\w.,*-]+\}|<[\w-]+>/g, "")) ||
    text.includes("::") ||
    text.includes("://")
  )
    return false;
  // "package.json/pyproject.toml": the one or the other
  if (/^[\w.-]+\.(?:json|toml|ya?ml|md|txt|lock)\/[\w.-]+\.\w+$/.test(text)) return false;
  if (/^@[\w-]+\/[\w.*-]+$/.test(text) || PRODUCTS.test(text) || PAIRS.test(text)) return false;
  if (!text.includes("/") && CODE_OBJECTS.has(text.split(".")[0]?.toLowerCase() ?? "") && text.includes(".")) return false;
  // `/writing-copy` and `/docs:write` are commands of a chat.
  if (/^\/[a-z]+(?:[-:][a-z]+)+$/.test(text)) return false;
  if (/^(?:~|\.{1,2})?\/[\w@.*-]/.test(text) && (code || hasExtension(text) || /^(?:~|\.{1,2})\//.test(text) || text.endsWith("/")))
    return true;
  // `.Result` is a property; files that begin so are named above or written small.
  if (/^\.[A-Z]\w*$/.test(text)) return NAMED_FILES.has(text);
  if (/^\.[a-z][\w.*-]*(?:\/|$)/i.test(text))
    return (
      !/^\.(?:net|js|ts|py|md)$/i.test(text) && (code || /^\.(?:env|git|github|npmrc|claude|agents|cursor|vscode|husky|docker)/.test(text))
    );
  if (text.includes("*")) return (text.includes("/") && /\w/.test(text)) || isNameGlob(text);
  if (text.endsWith("/")) return /^[\p{L}\w@.<>-]+(?:\/[\p{L}\w@.{},<>-]+)*\/$/u.test(text);
  if (NAMED_FILES.has(text)) return true;
  if (hasExtension(text) && /^[\p{L}\w@./~*{},+-]+$/u.test(text))
    return code ? !/^[A-Z]\w*\.(?:c|r|h|m|go|db|env|log|mod|po|so|key)$/.test(text) : text.lastIndexOf(".") >= 2 || text.includes("/");
  if (!text.includes("/")) return false;
  // "tools/AI" without backticks is as often two words as a path.
  return code
    ? /^[\p{L}\w@.-]+(?:\/[\p{L}\w@.{},[\]<>-]+)+$/u.test(text) && !/^\d+\/\d+$/.test(text)
    : KNOWN_FOLDERS.test(text) && text.split("/").length > 2;
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
  if (/^-{1,2}[a-z][\w-]*(?:[= ][\w<>.-]+)?$/i.test(trimmed)) return made("flag");
  if (/^https?:\/\//.test(trimmed)) return made("address");
  if (STATEMENT.test(trimmed) && (/\s/.test(trimmed) || trimmed === trimmed.toUpperCase())) return made("statement");
  if (/\s\|\s*(?:ba|z)?sh\b/.test(trimmed)) return made("pipe");
  if (/\s/.test(trimmed) || /^(?:\.{0,2}\/)?[\w./-]+\.(?:sh|bash|zsh|ps1)$/.test(trimmed)) return commandOrName(trimmed, made);
  if (code && OWN_TOOL.test(trimmed)) return made("command", { words: [trimmed], sure: true });
  // `.proto` files
  const extension = code && /^\.[a-z]\w{1,6}$/.test(trimmed) && trimmed !== ".env" && EXTENSIONS.has(trimmed.slice(1));
  if (extension) return made("path", { text: `*${trimmed}` });
  if (!isLibrary(trimmed, code) && looksLikePath(trimmed, { code })) return made("path");
  const base = trimmed.toLowerCase();
  if (KNOWN_PROGRAMS.has(trimmed) || (!code && KNOWN_PROGRAMS.has(base) && base in MANAGERS))
    return made("command", { words: [base], sure: !AMBIGUOUS.has(base) });
  return made(SCRIPT.test(trimmed) ? "script" : "name");
}

/** `as any`, `from x import y`: code, whatever follows. */
const KEYWORD =
  /^(?:as|import|from|const|let|var|new|return|await|async|function|class|throw|raise|except|def|export|unsafe|fn|pub|enum|interface)$/;

function commandOrName(text: string, made: (type: SpanType, rest?: Partial<Span>) => Span): Span {
  // A pipe is more than one command; `/trunk merge` is said to a bot.
  if (/\s\|\s/.test(text) || /^\/[a-z][\w-]* /.test(text)) return made("name");
  // `cd web && npm test`: what is run there.
  const all = wordsOf(text.replace(/^cd [\w./-]+ && /, ""));
  const first = all[0] ?? "";
  const program = first.replace(/^.*\//, "");
  if (KEYWORD.test(first)) return made("name");
  const flagged = /^[a-z][\w.-]*$/.test(first) && /^--?[a-z][\w-]*$/i.test(all[1] ?? "");
  const known =
    KNOWN_PROGRAMS.has(program) ||
    flagged ||
    /^\.{1,2}\/|^(?:bin|scripts?|tools|vendor|node_modules\/\.bin)\//.test(first) ||
    /\.(?:sh|bash|zsh|ps1|py|js|ts|rb)$/.test(first);
  const plausible =
    /^[a-z][\w.-]*$/.test(first) && all.length <= 8 && all.slice(1).every((word) => /^[\w@./:=*+~%^,<>[\]{}$-]+$/.test(word));
  if (!known && !plausible) return made("name");
  const cut = all.findIndex((word, at) => at > 0 && PLACEHOLDER.test(word) && !SHOUTED.test(word));
  // `<pkg>@latest`: whatever stands there.
  const words = (cut === -1 ? all : all.slice(0, cut)).map((word, at) => (at > 0 ? word.replace(/<[^<>]*>/g, "*") : word));
  if (!known && !all.slice(1).some((word) => /^-|[:./]/.test(word)) && all.length > 3) return made("name");
  return made("command", { words, open: cut !== -1 && !/^\[|^\.\.\.$|^…$/.test(all[cut] as string), sure: known });
}
