// A clause's text as sentences that patterns can read: lower case, emphasis taken off, and every thing that is named
// (code spans, quotes, bare paths and programs, kinds of files) replaced by one character that tells its type.

import { ALL_CUES, CUE, CUES } from "../../lexicon/cues.ts";
import { inPlainWords } from "../../lexicon/idioms.ts";
import { FILE_KINDS } from "../../lexicon/fileKinds.ts";
import { BARE_PROGRAMS, KNOWN_PROGRAMS, SUBCOMMANDS } from "../../lexicon/programs.ts";
import { CHINESE_VERBS, ENGLISH_VERBS, type Verb, type VerbClass } from "../../lexicon/verbs.ts";
import { classify, type Entity, type EntityType, kindEntity, looksLikePath, quoteEntity } from "./classify.ts";
import { matchesOf, prepared } from "./scan.ts";

const BASE: Readonly<Record<EntityType, number>> = { command: 0xe000, path: 0xe100, flag: 0xe200, name: 0xe300, quote: 0xe400, statement: 0xe500, address: 0xe600, kind: 0xe700, script: 0xe800 };
const MOST = 256;

/** Character classes for patterns, without brackets. */
export const COMMAND = "\ue000-\ue0ff";
export const PATH = "\ue100-\ue1ff\ue700-\ue7ff";
export const NAME = "\ue300-\ue3ff";
export const QUOTE = "\ue400-\ue4ff";
export const ANY = "\ue000-\ue8ff";

export interface VerbHit extends Verb {
  readonly start: number;
  readonly end: number;
}

export interface Mention {
  readonly at: number;
  readonly entity: Entity;
}

export interface Sentence {
  readonly norm: string;
  readonly raw: string;
  /** Lines below the clause's first. */
  readonly row: number;
  readonly chinese: boolean;
  readonly mentions: readonly Mention[];
  readonly verbs: readonly VerbHit[];
  /** Which families of patterns can match at all. */
  readonly cues: number;
}

const KINDS = new RegExp(FILE_KINDS.map((kind) => `(?<![\\w/.-])(${kind.words})(?![\\w/-]|\\.\\w)`).join("|"), "g");
/** A name at the start of a sentence has a capital; "GH" and "SSH" are no programs. */
const eitherCase = (name: string) => `[${name.charAt(0)}${name.charAt(0).toUpperCase()}]${name.slice(1)}`;
const BARE = new RegExp(
  `(?<![\\w/.@:-])(?:(${["git", "docker"].map(eitherCase).join("|")}) (?:${[...SUBCOMMANDS].join("|")})(?![\\w-])(?: --?[\\w-]+)*|(${[...BARE_PROGRAMS].filter((name) => name !== "git" && name !== "docker").map(eitherCase).join("|")}|NPM|PNPM|NPX)(?![\\w.@:-](?!\\s|$)|/(?!(?:npm|yarn|pnpm|bun|pip|poetry|conda|npx)\\b))(?: (?:${[...SUBCOMMANDS].join("|")})(?![\\w-]))*(?: --?[\\w-]+)*)(?![\\w-])`,
  "g",
);
const PIECE = /(`+)(.+?)\1(?!`)|“([^”]{1,80})”|"([^"]{1,80})"|「([^」]{1,80})」|『([^』]{1,80})』|<?(https?:\/\/[^\s)>，。]+)>?|(?<![\w/.@*])(?=[\w@*~-]{0,60}(?:[/.][\w*~.]|\/))((?:~|\.{1,2})?\/?[\w.@*-]*[\w*](?:[/.][\w.@*-]+)*\/?)|(?<![\w/.@*-])(Dockerfile|Makefile|Jenkinsfile|Justfile|Gemfile|Procfile|Rakefile|Podfile|Vagrantfile|CODEOWNERS)(?![\w/.-])/gs;
/** Roots of the words that kinds of files are named by: most sentences have none. */
const KIND_ROOTS = /lock|secret|credential|key|token|password|env|generated|migration|change ?log|licen|snapshot|\bci|workflow|pipeline|actions|node_modules|manifest|build|compiled|binar|log files|submodule|[\u4e00-\u9fff]/;
const CHINESE_VERB = new RegExp(CHINESE_VERBS.map(([source]) => `(${source})`).join("|"), "g");

export function readSentences(text: string): Sentence[] {
  const entities: Entity[] = [];
  let row = 0;
  const sentences: Sentence[] = [];
  for (const raw of splitSentences(withoutMarks(text))) {
    const leading = /^\s*/.exec(raw)?.[0] ?? "";
    row += countLines(leading);
    const body = raw.slice(leading.length);
    if (body.trim() !== "") sentences.push(readSentence(body, row, entities));
    row += countLines(body);
  }
  return sentences;
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** "Task runner: **just** (not make)": words of English elsewhere, programs here. */
const NAMED_TOOL = /^(\s*[A-Za-z ]{3,24}: *(?:\*\*)?)([A-Za-z][\w-]*)((?:\*\*)?,? *\(? ?(?:not|never|instead of|rather than) (?:\*\*)?)([A-Za-z][\w-]*)(?=[*).,;]|$)/;

/** Links become their text, emphasis goes; crosses and forbidden signs at the front become the word they stand for. */
function withoutMarks(source: string): string {
  const text = source.replace(NAMED_TOOL, (whole, label: string, better: string, between: string, worse: string) => (KNOWN_PROGRAMS.has(better.toLowerCase()) && KNOWN_PROGRAMS.has(worse.toLowerCase()) ? `${label}\`${better.toLowerCase()}\`${between}\`${worse.toLowerCase()}\`` : whole));
  let plain = /[\ue000-\uf8ff]/.test(text) ? text.replace(/[\ue000-\uf8ff]/g, "") : text;
  if (plain.includes("](")) plain = plain.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1");
  if (plain.includes("*") || plain.includes("_") || plain.includes("~")) plain = plain.replace(/(`[^`]*`)|\*\*|__|~~|(?<![\w*/.`])\*(?=[^\s*./])|(?<=[^\s*/])\*(?![\w*/.`])/g, (_, code: string | undefined) => code ?? "");
  return plain.replace(/^\s*(?:❌|🚫|⛔|✖|❎|🛑|✗)\ufe0f?\s*(?=\S)/u, "never: ").replace(/^\s*(?:✅|✔|☑|👍|⚠|ℹ|💡|🔴|🟢|🟡|📌|❗|‼)\ufe0f?\s*/u, "");
}

const BORDER = /[`()（）。！？；;.!?]/g;

function splitSentences(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let code = false;
  let depth = 0;
  BORDER.lastIndex = 0;
  for (let match = BORDER.exec(text); match !== null; match = BORDER.exec(text)) {
    const at = match.index;
    const char = match[0];
    if (char === "`") code = !code;
    if (code || char === "`") continue;
    if (char === "(" || char === "（") {
      depth++;
      continue;
    }
    if (char === ")" || char === "）") {
      if (depth > 0) depth--;
      continue;
    }
    const next = text.charAt(at + 1);
    const ends = "。！？；".includes(char) || (char === ";" && (next === " " || next === "")) || (".!?".includes(char) && (next === "" || /\s/.test(next)) && !abbreviated(text, at));
    if (!ends || (depth > 0 && char !== "。")) continue;
    parts.push(text.slice(start, at + 1));
    start = at + 1;
    depth = 0;
  }
  if (start < text.length) parts.push(text.slice(start));
  return parts;
}

function abbreviated(text: string, at: number): boolean {
  return text.charAt(at) === "." && /(?:\b(?:e\.g|i\.e|etc|vs|cf|incl|approx|resp)|\.\.)$/i.test(text.slice(Math.max(0, at - 7), at)) && text.slice(at + 1).trim() !== "";
}

function readSentence(raw: string, row: number, entities: Entity[]): Sentence {
  const put = (entity: Entity): string => {
    if (entities.length >= MOST) return entity.text.toLowerCase();
    entities.push(entity);
    return String.fromCharCode(BASE[entity.type] + entities.length - 1);
  };
  let norm = raw.replace(PIECE, (whole: string, ticks: string | undefined, code: string | undefined, a: string | undefined, b: string | undefined, c: string | undefined, d: string | undefined, url: string | undefined, word: string | undefined, file: string | undefined, at: number) => {
    if (file !== undefined) return put(classify(file, { code: false }));
    if (ticks !== undefined && isNamedFile(code as string, raw.slice(Math.max(0, at - 24), at), raw.slice(at + whole.length, at + whole.length + 12))) return put(asFile(code as string, raw.slice(at + whole.length, at + whole.length + 12)));
    if (ticks !== undefined) return put(classify(isEnding(code as string, raw.slice(Math.max(0, at - 24), at), raw.slice(at + whole.length, at + whole.length + 7)) ? `*${code}` : (code as string), { code: true }));
    const quoted = a ?? b ?? c ?? d;
    if (quoted !== undefined) return put(looksLikePath(quoted, { code: true }) ? classify(quoted, { code: true }) : quoteEntity(quoted));
    if (url !== undefined) return put(classify(url, { code: false }));
    const bare = (word as string).replace(/[.,]+$/, "");
    if (bare.length > 2 && looksLikePath(bare, { code: false })) return put(classify(bare.replace(/^@/, ""), { code: false })) + (word as string).slice(bare.length);
    return whole;
  });
  norm = norm.replace(prepared(BARE), (whole: string, _git: unknown, _name: unknown, at: number, text: string) => (isProgram(whole, text.slice(at + whole.length)) ? put({ ...classify(whole.toLowerCase(), { code: false }), type: "command", words: whole.toLowerCase().split(" "), sure: true }) : whole));
  norm = norm.toLowerCase().replace(/\s+/g, " ").replace(/[’‘]/g, "'").trim();
  if (KIND_ROOTS.test(norm)) norm = norm.replace(prepared(KINDS), (whole: string, ...groups: unknown[]) => {
    const kind = FILE_KINDS[groups.findIndex((group) => group !== undefined)];
    return kind === undefined ? whole : put(kindEntity(kind, whole.trim()));
  });
  norm = knownNouns(inPlainWords(norm), entities);
  const chinese = /[\u4e00-\u9fff]/.test(norm);
  const { verbs, cues } = wordsIn(norm, chinese);
  return { norm, raw: raw.trim(), row, chinese, mentions: mentionsOf(norm, entities), verbs, cues };
}

const DEFINITE = /\b(?:the|these|those|that|any of the) ([a-z][a-z_-]{3,}) (?:files?|folder|directory|tree|data)\b(?! (?:format|structure|name|type|server|store|model))/g;

/** "the golden files" after `spec/golden/` was named are that folder. */
function knownNouns(norm: string, entities: readonly Entity[]): string {
  if (entities.length === 0 || !/ (?:files?|folder|directory|tree|data)\b/.test(norm)) return norm;
  return norm.replace(DEFINITE, (whole: string, noun: string) => {
    const at = entities.findLastIndex((each) => each.type === "path" && each.code && each.text.toLowerCase().split(/[/.]/).includes(noun));
    return at === -1 || norm.includes(String.fromCharCode(BASE.path + at)) ? whole : String.fromCharCode(BASE.path + at);
  });
}

/** "files ending in `_pb2.py`" */
function isEnding(code: string, before: string, after: string): boolean {
  // "a `.avsc` file"; but "the `.env` file".
  if (/^\.[a-z0-9]{2,8}$/.test(code) && !/^\.(?:env|git|[a-z]+rc|[a-z]+ignore|profile|vscode|idea|github|husky|cargo|aws|ssh|kube|docker|npm|cache|config|local)$/.test(code) && /^ files?\b/.test(after) && /\b(?:an?|any|every|each|all|no|of|new|or|and|some)\s*$/i.test(before)) return true;
  return /^[._-][\w.-]+$/.test(code) && /(?:\bend(?:s|ing)? (?:in|with)|\bsuffix(?:ed)?(?: with| of)?|\bextensions?|后缀(?:为|是|名)?|以)\s*$/i.test(before);
}

/** "the file `LICENSE_HEADER`", "the `assets` folder": the words beside a name say that it is a path. */
function isNamedFile(code: string, before: string, after: string): boolean {
  return /^[\w][\w.-]{2,40}$/.test(code) && (/\b(?:the|a|this|that|our|your|[a-z]+) (?:file|folder|directory)(?: named| called)? $/i.test(before) || /^ (?:folder|directory)\b/.test(after)) && classify(code, { code: true }).type === "name";
}

function asFile(code: string, after: string): Entity {
  return { ...classify(code, { code: true }), type: "path", text: /^ (?:folder|directory)\b/.test(after) ? `${code}/` : code };
}

/** "rm it" is a verb. */
function isProgram(whole: string, after: string): boolean {
  return !(/^(?:rm|mv|grep|sed|chmod|chown|ssh)$/.test(whole) && /^ (?:it|them|this|that|these|those|the|any|files?|anything|everything)\b/.test(after));
}

function mentionsOf(norm: string, entities: readonly Entity[]): Mention[] {
  const mentions: Mention[] = [];
  for (const { index: at } of matchesOf(NAMED, norm)) {
    const entity = entities[norm.charCodeAt(at) & 0xff];
    if (entity !== undefined) mentions.push({ at, entity });
  }
  return mentions.length < 2 ? mentions : mentions.map((mention, index) => (isDoubtful(mention) && [mentions[index - 1], mentions[index + 1]].some((other) => other !== undefined && listedWith(norm, mention, other)) ? { ...mention, entity: asCommand(mention.entity) } : mention));
}

/** `mail` alone may be a word of code; beside `msmtp` it is a program, as `pct destroy` is beside `terragrunt apply`. */
function isDoubtful({ entity }: Mention): boolean {
  return entity.type === "command" && !entity.sure && (entity.words.length > 1 || KNOWN_PROGRAMS.has(entity.words[0] ?? "")) || isHyphened(entity);
}

/** `npm-check-updates` looks like a program's name, and beside `npx ncu` it is one. */
function isHyphened({ type, code, text }: Entity): boolean {
  return type === "name" && code && /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/.test(text);
}

function asCommand(entity: Entity): Entity {
  return { ...entity, type: "command", words: entity.words.length > 0 ? entity.words : [entity.text], sure: true };
}

function listedWith(norm: string, mention: Mention, other: Mention): boolean {
  if (other.entity.type !== "command" || !other.entity.sure) return false;
  return /^[\s,/、&]*(?:and|or|nor|和|与|或|及)?[\s,/、&]*$/.test(norm.slice(Math.min(mention.at, other.at) + 1, Math.max(mention.at, other.at)));
}

const NAMED = /[\ue000-\ue8ff]/g;
const WORD = /[a-z]+(?:-[a-z]+)*/g;

function wordsIn(norm: string, chinese: boolean): { readonly verbs: readonly VerbHit[]; readonly cues: number } {
  const hits: VerbHit[] = [];
  // Chinese has no words to look up; its patterns start with characters that are quick to miss.
  let cues: number = chinese ? ALL_CUES : /->|→|=>|⇒/.test(norm) ? CUE.swap : 0;
  WORD.lastIndex = 0;
  for (let match = WORD.exec(norm); match !== null; match = WORD.exec(norm)) {
    const verb = ENGLISH_VERBS.get(match[0]);
    // "the version" is a thing; only "versioned" is done to a file.
    if (verb !== undefined && (verb.word !== "version" || verb.form === "past")) hits.push({ ...verb, start: match.index, end: match.index + match[0].length });
    cues |= CUES.get(match[0]) ?? 0;
  }
  if (chinese) {
    for (const match of matchesOf(CHINESE_VERB, norm)) {
      const at = match.findIndex((group, index) => index > 0 && group !== undefined);
      const class_ = (CHINESE_VERBS[at - 1] as readonly [string, VerbClass])[1];
      hits.push({ class: class_, form: "base", word: match[0], start: match.index, end: match.index + match[0].length });
    }
    hits.sort((a, b) => a.start - b.start);
  }
  return { verbs: hits, cues };
}
