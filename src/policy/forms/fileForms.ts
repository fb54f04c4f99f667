// What new files must not be called, what they must not end with and must hold, and where files of a kind belong. Only likely,
// so proposed.

import { wordSet } from "../../base/index.ts";
import { placeOfWords } from "../kinds/places.ts";
import { CASES, caseOf, filesOf, isPlacing, isRootWord, speaksOfCase } from "../kinds/newFiles.ts";
import { any } from "../match/patterns.ts";
import type { Matcher } from "../match/rule.ts";
import { samplePath } from "../explain/sampling.ts";
import type { Span } from "../grammar/spans.ts";
import type { Token } from "../grammar/tokens.ts";
import { type Draft, isAny, notRead, onlyActs, pathsOf, type Sight, spansOf } from "./around.ts";

const creating = (globs: readonly string[]): Matcher => ({ kind: "path", access: ["create"], globs });

const made = (path: string, content = "x"): NonNullable<Draft["stopped"]> => ({ call: { tool: "write", path, content } });

const saysMore = ({ slots, aside }: Sight): boolean =>
  isAny(
    aside,
    slots.consent !== null,
    slots.condition.some(({ kind }) => kind !== "tail"),
    slots.parts.before.acts.length > 0,
  );

const asks = ({ slots }: Sight): boolean => slots.force === "ask";

/** `*.jsx`, `*.spec.ts`: what names end with. */
const isEnding = (glob: string): boolean => /^\*+\.[\w.]+$/.test(glob);

const endOf = (path: string): string => /\.\w+$/.exec(path)?.[0] ?? "";

const MAKES = wordSet("use create write add prefix");

/** "Use `.tsx`, never `.jsx`", "no `.js` files", "no JavaScript files". */
export function endings(sight: Sight): Draft[] {
  const { slots } = sight;
  const { main, rejected } = slots.parts;
  if (isAny(saysMore(sight), slots.weak, asks(sight), slots.left.length > 3, !onlyActs(slots, MAKES))) return [];
  const worse = slots.force === "never" ? main.targets : rejected.targets;
  // "`.sql` files should not be reviewed"
  if (worse.length > 0 && main.acts.length === 0 && slots.gap > 0) return [];
  const wanted = pathsOf(main.targets);
  const named = pathsOf(worse).filter((each) => isEnding(each) || isSibling(each, wanted));
  // "The `.agent.md` ending (not `.md`)"
  const within = named.some((each) => wanted.some((one) => one.endsWith(each.replace(/^\*/, ""))));
  const whole = named.length === worse.length && !within ? named.map((each) => inPlaceOf(each, wanted)) : [];
  const globs = whole.length > 0 ? whole : languageOf(sight);
  if (globs.length === 0) return [];
  return [{ effect: "deny", matcher: creating(globs), doubts: ["that no new file may be one is a guess"] }];
}

/** `wrangler.toml` where `wrangler.jsonc` is wanted. */
function isSibling(path: string, wanted: readonly string[]): boolean {
  const stem = (each: string): string => each.replace(/\.\w+$/, "");
  return wanted.some((each) => each !== path && stem(each) === stem(path));
}

/** "`wrangler.jsonc`, not `.toml`" */
function inPlaceOf(ending: string, [wanted = "*"]: readonly string[]): string {
  return !ending.startsWith("*.") || isEnding(wanted) ? ending : `${wanted.replace(/\.\w+$/, "")}${ending.slice(1)}`;
}

/** "No JavaScript files": nothing else is said. */
function languageOf({ slots: { force, left, parts }, tokens }: Sight): readonly string[] {
  const [word = "", ...more] = left;
  const files = tokens.some(({ text }) => /^(?:files?|文件)$/i.test(text));
  return isAny(force !== "never", !files, more.length > 0, parts.main.targets.length > 0) ? [] : (filesOf(word) ?? []);
}

const CODE_WORDS = wordSet("code file files source sources 源码 ファイル コード 파일 코드 archivos código dateien fichiers");
const isOfCode = (text: string): boolean => CODE_WORDS.has(text.toLowerCase()) || /(?:代码|文件)$/.test(text);

/** "All new code must be TypeScript", 所有文件必须使用 TypeScript: none is written in the language that it replaces. */
export function languages(sight: Sight): Draft[] {
  const { slots, tokens } = sight;
  const said = tokens.flatMap(({ kind, text }) => (kind === "unknown" && /^typescript$/i.test(text) ? [text] : []));
  const about = tokens.some(({ text }) => isOfCode(text));
  const orders = slots.force === "must" || slots.force === "only" || slots.imperative || (sight.verbLast && slots.force === null);
  const others = slots.left.filter((each) => !/^(?:typescript|code|source|new|新|.?tsx?|.?vue)$/i.test(each.replace(/^\./, "")));
  if (isAny(said.length !== 1, !about, !orders, slots.soft, slots.weak, saysMore(sight), others.length > 1, !onlyActs(slots, MAKES)))
    return [];
  if (pathsOf([...slots.parts.main.targets, ...slots.parts.place.targets]).length > 0) return [];
  return [{ effect: "deny", matcher: creating(["*.js", "*.jsx"]), doubts: ["which new files may be JavaScript is not said"] }];
}

const ADDS = wordSet("create write add");

/** "Do not create files in the repository root". */
export function atTheTop(sight: Sight): Draft[] {
  const { slots, tokens } = sight;
  const { main, place } = slots.parts;
  const unread = slots.left.filter((each) => !isRootWord(each)).length;
  const named = pathsOf([...main.targets, ...place.targets]).length;
  if (isAny(slots.force !== "never", saysMore(sight), main.acts.length === 0, !onlyActs(slots, ADDS), unread > 3, named > 0)) return [];
  if (!tokens.some(({ text }) => isRootWord(text))) return [];
  return [
    {
      effect: "deny",
      matcher: { kind: "path", access: ["create"], globs: ["/?*.*"], standing: "new" },
      reading: "denies new files at the top of the repository",
      stopped: made("notes.txt"),
      passes: made("src/notes.txt"),
      doubts: ["which files is not said"],
    },
  ];
}

/** "Tests go in `tests/`", "add images to `assets/` only", "never put tests in `src/`". */
export function belongings(sight: Sight): Draft[] {
  const { slots } = sight;
  if (!sight.tokens.some(({ span }) => span?.type === "path")) return [];
  // "…, not next to the source"
  const stop = sight.tokens.findIndex(({ sense }) => sense?.cls === "not");
  const tokens = stop === -1 ? sight.tokens : sight.tokens.slice(0, stop);
  const at = tokens.findIndex(({ text, span }) => span?.code !== true && isPlacing(text));
  if (isAny(at === -1, saysMore(sight), slots.weak && stop === -1, asks(sight), slots.condition.length > 0, hasUnread(tokens))) return [];
  const [where = "", ...more] = tokens.flatMap(({ span }) =>
    span?.type === "path" && !isEnding(span.text) ? [span.text.replace(/<[\w-]+>/g, "*")] : [],
  );
  const ordered = isAny(slots.force !== null, slots.imperative, at === 0, isPlacing(tokens[at]?.text ?? "", true));
  const others = spansOf(slots.parts.main.targets).filter(({ text }) => text !== where && !isEnding(text) && !isPlacing(text));
  // "Component styles": styles.
  const globs = kindsIn(tokens).at(-1) ?? [];
  if (isAny(!ordered, globs.length === 0, others.length > 0, where === "", more.length > 0, endOf(where) !== "")) return [];
  const name = samplePath(globs.find((each) => !each.endsWith("/")) ?? "example").replace(/^.*\//, "");
  const doubts = ["which files are meant is a guess"];
  if (slots.force !== "never")
    return [{ effect: "deny", matcher: creating(globs), exception: creating([where]), doubts, stopped: made(`elsewhere/${name}`) }];
  const both: Matcher = { kind: "all", of: [creating(globs), creating([where])] };
  return [{ effect: "deny", matcher: both, doubts, stopped: made(`${where.replace(/\/$/, "")}/${name}`) }];
}

const hasUnread = (tokens: readonly Token[]): boolean =>
  tokens.some(({ kind, text }) => kind === "unknown" && !isPlacing(text) && filesOf(text) === null);

/** The kinds of files that tokens name, each by its globs. */
function kindsIn(tokens: readonly Token[]): (readonly string[])[] {
  return tokens.flatMap(({ text, span }) => {
    const globs = span === null ? filesOf(text) : isEnding(span.text) ? [span.text] : null;
    return globs === null ? [] : [globs];
  });
}

/** "File names are kebab-case", "all files in `.claude/` use `kebab-case`", "Python files use snake_case". */
export function spellings(sight: Sight): Draft[] {
  const { slots, tokens } = sight;
  if (!speaksOfCase(sight.text)) return [];
  const named = tokens.flatMap(({ text }) => caseOf(text) ?? []);
  const [style, another] = new Set(named);
  const ofFiles = /\bfile-?(?:names?|s)?\b|文件/i.test(sight.text);
  if (style === undefined || isAny(another !== undefined, !ofFiles, slots.weak, asks(sight), slots.force === "never")) return [];
  if (isAny(saysMore(sight), slots.left.length > 5)) return [];
  const globs = spelledFiles(sight);
  const { pattern, bad, alone } = CASES[style];
  if (globs.length === 0 && !(alone && ofAllFiles(sight.text))) return [];
  const path = samplePath(globs[0] ?? "*.ts");
  const sample = `${path.slice(0, path.lastIndexOf("/") + 1)}${bad}${endOf(path) || ".ts"}`;
  const where = globs.length === 0 ? "" : ` in ${globs.map((each) => `\`${each}\``).join(", ")}`;
  return [
    {
      effect: "deny",
      matcher: { kind: "fileName", pattern, when: "holds", globs: globs.length > 0 ? globs : CODE },
      reading: `wants names of new files${where} in ${style}`,
      stopped: made(sample),
      doubts: ["which files are meant is a guess"],
    },
  ];
}

/** The folders, endings or kinds that a spelling is said of; none: all files. */
function spelledFiles({ slots: { parts }, tokens }: Sight): readonly string[] {
  const paths = pathsOf([...parts.main.targets, ...parts.place.targets]);
  const folders = paths.filter((each) => caseOf(each) === null && !/^[^/*]+\.\w+$/.test(each));
  const endings = paths.flatMap((each) => (caseOf(each) !== null && endOf(each) !== "" ? [`*${endOf(each)}`] : []));
  return folders.length > 0 ? folders : endings.length > 0 ? endings : kindsIn(tokens).flat();
}

/** "Config files: `kebab-case`" is said of some. */
function ofAllFiles(text: string): boolean {
  const [, which = "all"] = /(?<![\w-])([\w-]+)[ /]files?\b/i.exec(text) ?? [];
  return /^(?:all|new|source|code|every|your|the|name|use|for)$/i.test(which);
}

const CODE = "*.ts *.tsx *.js *.jsx *.vue *.svelte *.py *.go *.rb *.rs *.css *.scss".split(" ");

const HOLDS = wordSet("add prefix import create use");
/** "Must declare `x`": verbs that say what a file has and nothing else, so that no table has them. */
const HAVE = wordSet("have has declare declares define defines export exports extend extends implement implements contain end specify set");
/** Parts of a program that files are named after. */
const PARTS = wordSet(
  "component components model models service services route routes page pages controller controllers handler handlers schema schemas",
  "hook hooks command commands view views endpoint endpoints plugin plugins job jobs tenant-data api",
);
const BESIDE = wordSet(
  "field fields property properties section key attribute block line statement statements header its own with and step",
);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** Of `<script setup lang="ts">` all; of `team_id: …` and `name(<x>)` what is before the place to fill. */
function fixedPart({ text }: Span): string {
  return (text.split(/\.\.\.|…|<[a-z_ -]+>(?=.)|\{[a-z_ -]+\}/)[0] ?? "").trim();
}

const isCode = ({ code, type, sure, text }: Span): boolean =>
  code && !isAny(type === "command" && sure, /^(?:path|flag|address|pipe)$/.test(type), text.length < 4, caseOf(text) !== null);

interface Wanted {
  readonly held: readonly Span[];
  readonly globs: readonly string[];
  readonly files: readonly string[];
  readonly unread: readonly string[];
}

/** "Every migration must include `GRANT`", "`SKILL.md` must have a `description`". */
export function required(sight: Sight): Draft[] {
  const wanted = isWanted(sight) ? wantedIn(sight) : null;
  if (wanted === null) return [];
  const { held, globs, files, unread } = wanted;
  const inNew: Matcher = { kind: "path", access: ["create"], globs };
  const fit = held.map((span) => escaped(fixedPart(span)).replace(/\s+/g, "\\s+"));
  const lacks = fit.map((pattern): Matcher => ({ kind: "all", of: [inNew, { kind: "content", pattern, when: "lacks", globs }] }));
  return [
    {
      effect: "deny",
      matcher: any(lacks),
      reading: `wants ${held.map(({ text }) => `\`${text}\``).join(" and ")} in new files of ${files.join(", ")}`,
      stopped: made(samplePath(globs[0] ?? ""), ""),
      doubts: ["which files are meant is a guess", ...notRead(unread)],
    },
  ];
}

/** It orders by its own words, and nothing limits it. */
function isWanted({ slots, aside }: Sight): boolean {
  const { before, rejected } = slots.parts;
  const limited = slots.condition.some(({ kind }) => kind === "when") || slots.consent !== null;
  const other = before.acts.length + rejected.targets.length > 0;
  return !isAny(slots.force !== "must", slots.soft, slots.weak, aside, limited, other, slots.either, !onlyActs(slots, HOLDS));
}

function wantedIn({ slots, tokens }: Sight): Wanted | null {
  const force = tokens.findIndex(({ sense }) => sense?.cls === "must");
  const [ahead, behind] = [tokens.slice(0, force), tokens.slice(force + 1)];
  const verb = behind.find(({ sense }) => sense?.cls !== "filler")?.text.toLowerCase() ?? "";
  const spans = behind.flatMap(({ span }) => (span === null || span.type === "path" ? [] : [span]));
  const held = spans.filter((span) => isCode(span) && fixedPart(span).length > 2);
  // "`x` goes through `y()` in `z.ts`": that is where `y` is.
  const paths = ahead.flatMap(({ span }) => (span?.type === "path" ? [span.text] : []));
  if (paths.length === 0 && behind.some(({ span }) => span?.type === "path")) return null;
  const words = ahead.flatMap(({ kind, text, sense }) => (kind === "unknown" || sense?.cls === "noun" ? [text] : []));
  const { globs: named, guessed } = placeOfWords(words.filter((each) => !/^[A-Z]{2,}$/.test(each)));
  const globs = paths.length > 0 ? paths : named;
  const unread = slots.left.filter((each) => !HAVE.has(each) && !BESIDE.has(each) && !words.includes(each));
  const says = slots.parts.main.acts.length > 0 || HAVE.has(verb);
  if (isAny(!says, held.length === 0, held.length < spans.length, globs.length === 0)) return null;
  if (isAny(!guessed.every((each) => PARTS.has(each.toLowerCase())), unread.length > 3, words.length > 4)) return null;
  return { held, globs, files: paths.length > 0 ? paths.map((each) => `\`${each}\``) : words, unread };
}
