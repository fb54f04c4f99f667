// What a code span names: a command, a path, a flag, a statement for a database, a script, an address, or just code.
// The name of a branch or a tool is a `name` until the words around it say so.

import type { FileKind } from "../../lexicon/fileKinds.ts";
import { AMBIGUOUS, KNOWN_PROGRAMS, MANAGERS } from "../../lexicon/programs.ts";
import { matchesOf, prepared } from "./scan.ts";

export type EntityType = "command" | "path" | "flag" | "name" | "quote" | "statement" | "address" | "kind" | "script";

export interface Entity {
  readonly type: EntityType;
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
  readonly kind: FileKind | null;
}

const EXTENSION =
  /\.(?:md|mdx|rst|txt|adoc|ts|tsx|mts|cts|js|jsx|mjs|cjs|json|jsonc|json5|yaml|yml|toml|ini|cfg|conf|lock|sum|mod|py|pyi|ipynb|rb|go|rs|java|kt|kts|gradle|swift|c|cc|cpp|h|hpp|cs|fs|vue|svelte|html|css|scss|less|sql|db|sqlite|proto|graphql|gql|sh|bash|zsh|fish|ps1|bat|tf|tfvars|tfstate|hcl|env|csv|tsv|parquet|pkl|xml|svg|png|jpg|jpeg|gif|webp|pdf|apk|ipa|exe|dll|so|jar|war|zip|gz|tgz|tar|pem|crt|p12|pfx|keystore|jks|log|snap|po|pot|mo|properties|plist|xcodeproj|pbxproj|sln|csproj|ex|exs|erl|elm|hs|ml|scala|clj|lua|r|jl|dart|php|sol|zig|nix|bzl|bazel|cmake|patch|diff|bak|onnx|pt|h5|safetensors|prisma|feature|tmpl|tpl|hbs|ejs|pug|erb|haml|liquid|njk|astro|mdc|gd|tscn|glsl|wgsl|shader|cu|f90|asm|sv|vhdl|rmd|qmd|tex|bib|sty|abi|wasm|wat|service|socket|timer|desktop|ico|eot|otf|psd|xlsx|docx|pptx|odt|avro|avsc|avdl|fbs|capnp|pbtxt|textproto|prototxt|thrift|cypher|cql|hql|inc|mk|gemspec|podspec|nuspec|vcxproj|jinja2?|j2|mustache|twig|cshtml|razor|a?xaml|fxml|qml|qrc|cue|dhall|rego|star|orig|swp|pid|sock|pcap|dump|dmp|rtf|epub|mobi|eps|sketch|blend|fbx|stl|gltf|glb|usdz|prefab|uasset|umap|tres|cnf|dtsi|lds|hex|elf|orc|feather|npy|npz|rds|geojson|kml|srt|vtt|ics|asc|gpg|sig|tab|rules|resx|storyboard|xib|entitlements|aab|dmg|msi|deb|rpm|iso|img|gguf|ckpt|weights|jsonl|ndjson|arrow|edn|cljs|fsx|vb|pas|sas|dts|ino|kicad_pcb|sch|mp4|mp3|wav|ttf|woff2?)$/i;
const NAMED_FILES = /^(?:id_rsa|id_ed25519|id_ecdsa|node_modules|__pycache__|third_party|\.DS_Store|Thumbs\.db|Makefile|GNUmakefile|Dockerfile|Justfile|justfile|Taskfile|LICENSE|LICENCE|COPYING|CODEOWNERS|Gemfile|Procfile|Rakefile|Podfile|Fastfile|Vagrantfile|Jenkinsfile|Brewfile|Pipfile|NOTICE|AUTHORS|VERSION|CHANGELOG|README)$/;
const NOT_A_PATH =
  /^(?:console|process|window|document|react|math|json|object|array|string|number|promise|import\.meta|os|sys|self|this|module|exports|app|res|req|ctx|logger|log|fmt|std|torch|np|pd|tf|path|fs|axios)\.[\w.*]+$|^(?:node|next|vue|nuxt|express|three|d3|ember|backbone|chart|alpine|discord|solid|react|moment|day|p5|socket|asp|electron|ext|knockout|paper|pixi|phaser|redux|require|video|handlebars|mustache|underscore|vite|nest|koa)\.js$|^asp\.net$|^(?:and|or|yes|no|true|false|on|off|client|server|read|write|input|output|he|she|his|her|ci|i|a|b|x|y|n|w|pass|start|stop|in|out|up|down|left|right|application|text|image|audio|video|multipart)\/[\w+.-]+$/i;
const STATEMENT = /^(?:(?:UPDATE|DELETE|INSERT|ALTER)$|drop|truncate|delete\s+from|alter\s+table|insert\s+into|update\s+\S+\s+set|grant|revoke|create\s+(?:table|index|database))\b[\w\s*.,"'();=]*$/i;
const PLACEHOLDER = /^(?:<.*>|\[.*\]|\{.*\}|\.\.\.|…|\$\w+|\$\{.*\}|[A-Z][A-Z0-9_]{2,}|xxx+|foo|\*)$/;

/** Commands of stores are written in capitals: they are no placeholders. */
const SHOUTED = /^(?:FLUSHALL|FLUSHDB|SHUTDOWN|CONFIG|KEYS|DEL|MONITOR|SAVE|BGSAVE|DEBUG|DROP|TRUNCATE|DELETE|ALTER|SELECT|INSERT|UPDATE|VACUUM)$/;

export function looksLikePath(text: string, { code }: { readonly code: boolean }): boolean {
  if (/[\s()<>{}|;&$"'`=,!?]/.test(text.replace(/\{[\w.,*-]+\}/g, "")) || text.length > 200) return false;
  if (/^@[\w-]+\/[\w.-]+$/.test(text) || text.includes("::") || text.includes("://") || prepared(NOT_A_PATH).test(text)) return false;
  // `/writing-copy` is a command of a chat.
  if (/^\/[a-z]+(?:-[a-z]+)+$/.test(text)) return false;
  if (/^(?:~|\.{1,2})?\/[\w@.*-]/.test(text) && (code || prepared(EXTENSION).test(text) || /^(?:~|\.{1,2})\//.test(text) || text.endsWith("/"))) return true;
  if (/^\.[a-z][\w.*-]*(?:\/|$)/i.test(text) && (code || /^\.(?:env|git|github|npmrc|claude|agents|cursor|vscode|husky|docker)/.test(text))) return !/^\.(?:\d|net$|js$|ts$|py$)/i.test(text);
  if (text.includes("*")) return (text.includes("/") && /\w/.test(text)) || /^\*+\.[\w.*]+$|^\.env[\w.]*\*$|^\.?[\w-]+\.\*$|^[\w.*-]*\*[\w.*-]*\.[a-z]\w{0,7}$/.test(text);
  if (text.endsWith("/")) return /^[\p{L}\w@.-]+(?:\/[\p{L}\w@.{},-]+)*\/$/u.test(text);
  if (prepared(NAMED_FILES).test(text)) return true;
  if (prepared(EXTENSION).test(text) && /^[\p{L}\w@./~*{},+-]+$/u.test(text)) return code ? !/^[A-Z]\w*\.(?:c|r|h|m|go|db|env|log|mod|po|so|key)$/.test(text) : /[\w-]{2,}\.\w{2,}$/.test(text) || /\//.test(text);
  if (text.includes("/")) return code ? /^[\p{L}\w@.-]+(?:\/[\p{L}\w@.{},[\]-]+)+$/u.test(text) && !/^\d+\/\d+$/.test(text) : /^(?:src|lib|docs?|tests?|app|apps|packages|scripts|config|api|web|infra|deploy|db|data|internal|cmd|pkg|tools|\.github)\/[\w./-]+$/.test(text);
  return false;
}

/** Words of a command line; quotes go, `&&` and its like end it. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const match of matchesOf(/"([^"]*)"|'([^']*)'|([^\s"']+)/g, text)) {
    const word = match[1] ?? match[2] ?? match[3] ?? "";
    if (match[3] !== undefined && /^(?:&&|\|\|?|;|>{1,2}|<|#.*)$/.test(word)) break;
    words.push(word);
    if (words.length >= 12) break;
  }
  while (words.length > 1 && /^[A-Z_][A-Z0-9_]*=/.test(words[0] as string)) words.shift();
  return words;
}

export function classify(text: string, { code }: { readonly code: boolean }): Entity {
  const trimmed = text.trim().replace(/^\$ /, "");
  const made = (type: EntityType, rest: Partial<Entity> = {}): Entity => ({ type, text: trimmed, words: [], open: false, sure: false, code, kind: null, ...rest });
  if (/^--?[a-z][\w-]*(?:[= ][\w<>.-]+)?$/i.test(trimmed)) return made("flag");
  if (/^https?:\/\//.test(trimmed)) return made("address");
  if (STATEMENT.test(trimmed) && (/\s/.test(trimmed) || trimmed === trimmed.toUpperCase())) return made("statement");
  if (/\s/.test(trimmed) || /^(?:\.{0,2}\/)?[\w./-]+\.(?:sh|bash|zsh|ps1)$/.test(trimmed)) return commandOrName(trimmed, made);
  if (code && /^(?:\.\/|(?:\.\/)?bin\/|\.?venv\/bin\/|node_modules\/\.bin\/|vendor\/bin\/)[\w-]+$/.test(trimmed)) return made("command", { words: [trimmed], sure: true });
  if (looksLikePath(trimmed, { code })) return made("path");
  const base = trimmed.toLowerCase();
  if (KNOWN_PROGRAMS.has(trimmed) || (!code && KNOWN_PROGRAMS.has(base) && base in MANAGERS)) return made("command", { words: [base], sure: !AMBIGUOUS.has(base) });
  if (/^(?!node:|std:|http:|https:|file:|data:|bun:|npm:|jsr:|urn:)[a-z][\w-]*(?::[\w-]+)+$/.test(trimmed)) return made("script");
  return made("name");
}

function commandOrName(text: string, made: (type: EntityType, rest?: Partial<Entity>) => Entity): Entity {
  // A pipe is more than one command; `/trunk merge` is said to a bot.
  if (/\s\|\s/.test(text) || /^\/[a-z][\w-]* /.test(text)) return made("name");
  const all = wordsOf(text);
  const first = all[0] ?? "";
  const program = first.replace(/^.*\//, "");
  const flagged = /^[a-z][\w.-]*$/.test(first) && /^--?[a-z][\w-]*$/i.test(all[1] ?? "");
  const known = KNOWN_PROGRAMS.has(program) || flagged || /^\.{1,2}\/|^(?:bin|scripts?|tools|vendor|node_modules\/\.bin)\//.test(first) || /\.(?:sh|bash|zsh|ps1|py|js|ts|rb)$/.test(first);
  const plausible = /^[a-z][\w.-]*$/.test(first) && all.length <= 8 && all.slice(1).every((word) => /^[\w@./:=*+~%^,<>[\]{}$-]+$/.test(word));
  if (!known && !plausible) return made("name");
  const cut = all.findIndex((word, at) => at > 0 && PLACEHOLDER.test(word) && !SHOUTED.test(word));
  // `<pkg>@latest`: whatever stands there.
  const words = (cut === -1 ? all : all.slice(0, cut)).map((word, at) => (at > 0 ? word.replace(/<[^<>]*>/g, "*") : word));
  if (!known && !all.slice(1).some((word) => /^-|[:./]/.test(word)) && all.length > 3) return made("name");
  return made("command", { words, open: cut !== -1 && !/^\[|^\.\.\.$|^…$/.test(all[cut] as string), sure: known || isCommandLike(all) });
}

/** `modal deploy`, `fooctl sync --all`: a program that nobody knows, with what looks like its subcommand or its flag. */
function isCommandLike([first = "", second = "", ...rest]: readonly string[]): boolean {
  return /^[a-z][a-z0-9]*(?:[-_.][a-z0-9]+)*$/.test(first) && !CODE_WORDS.has(first) && first.length > 1 && /^[a-z][a-z0-9]*(?:[:.-][a-z0-9_]+)*$|^--?[a-z][\w-]*$/.test(second) && !CODE_WORDS.has(second) && rest.length <= 4;
}

const CODE_WORDS: ReadonlySet<string> = new Set(
  `container flex grid block hidden inline items justify bg a abstract all an and any array as assert async auto await bool boolean break by byte case catch char class const constexpr continue def default defer del delete do double elif else end enum error except exists explicit extends extern false final finally fixed float fn for foreach from func function global goto group handle having if impl implements import in inline insert instanceof int interface into is join lambda left let library limit list local long loop map match mod module move mut mutable namespace new nil no none not null object of on operator or order out override package pass primary private prop protected pub public raise range readonly record ref register require return returns right select self set short signed sizeof some static string struct super switch table template text the then this throw throws to todo trait true try tuple type typedef typeof union unique unsafe unsigned update use using val value values var virtual void volatile when where while with yield area scope subject message title summary description feat fix chore docs refactor style perf test`
    .trim()
    .split(/\s+/),
);

export function kindEntity(kind: FileKind, text: string): Entity {
  return { type: "kind", text, words: [], open: false, sure: true, code: false, kind };
}

export function quoteEntity(text: string): Entity {
  return { type: "quote", text, words: [], open: false, sure: false, code: false, kind: null };
}
