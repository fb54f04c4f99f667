// What must not be changed, by the name of a part of the project; what must not be made at its root; what comments are written
// in. Only likely, so proposed.

import { byName, wordSet } from "../../base/index.ts";
import { samplePath } from "../explain/sampling.ts";
import { PATH_ACTS } from "../acts/meaning.ts";
import { filesOf, speaksOfRoot } from "../kinds/newFiles.ts";
import { CODE_FILES, LANGUAGE_FILES } from "../kinds/codePlaces.ts";
import { anyRan } from "../match/patterns.ts";
import type { Matcher } from "../match/rule.ts";
import { isJoin } from "../tokens/token.ts";
import { projectPartOf } from "../kinds/topics.ts";
import type { Act, Target } from "../grammar/slots.ts";
import { type Draft, isAny, type Sight, spansOf } from "./around.ts";

const quotedList = (words: readonly string[]): string => words.map((each) => `\`${each}\``).join(" or ");

const CHANGES = wordSet("change delete write rewrite");
const NOTHING_MORE = wordSet("changes project");

/** "Never touch the authentication module", "ask before changing the eslint config". */
export function topics(sight: Sight): Draft[] {
  const { slots } = sight;
  const { main, before, place } = slots.parts;
  const asks = slots.force === "ask" || slots.consent !== null;
  const acts = [...main.acts, ...before.acts];
  const [{ verb } = CHANGED] = acts;
  const targets = [...main.targets, ...before.targets, ...place.targets];
  const changes = acts.length > 0 ? acts.every((each) => CHANGES.has(each.verb)) : asks && targets.some(isChange);
  const limited = slots.condition.some(({ kind }) => kind !== "tail");
  if (isAny(slots.force !== "never" && !asks, sight.aside, slots.weak, slots.auto, limited, !changes, acts.length > 2)) return [];
  const words = thingsOf(targets, slots.left);
  const topic = words === null ? null : projectPartOf(words);
  if (topic === null) return [];
  return [
    {
      effect: asks ? "ask" : "deny",
      matcher: { kind: "path", access: PATH_ACTS[verb] ?? [], globs: topic.globs },
      ...(topic.words.length > 0
        ? { reading: `${asks ? "asks before" : "denies"} changes to files whose path has ${quotedList(topic.words)}` }
        : {}),
      doubts: [`which files ${topic.named.join(", ")} means is a guess`],
    },
  ];
}

const CHANGED: Act = { verb: "change", form: "base" };

const isChange = (target: Target): boolean => target.kind === "noun" && target.noun === "changes";

/** The words of what is changed; null where something else is named. `eslint config` is no command there. */
function thingsOf(targets: readonly Target[], left: readonly string[]): readonly string[] | null {
  const words: string[] = [];
  for (const each of targets) {
    if (each.kind === "span" && each.span.type === "command" && !each.span.code) words.push(...each.span.text.split(" "));
    else if (each.kind === "noun" && each.noun === "database") words.push(each.text);
    else if (each.kind !== "noun" || !NOTHING_MORE.has(each.noun)) return null;
  }
  return [...words, ...left];
}

const PUTS = wordSet("create add write");
const SAVES = /\b(?:sav(?:e|ing)|stor(?:e|ing)|plac(?:e|ing)|put(?:ting)?|leave)\b|[放存]/i;
/** What people leave there: a name with an ending at the top, and no folder. */
const LEFT_THERE = "*.md *.txt *.py *.js *.ts *.sh *.json *.sql *.csv *.log *.html *.png".split(" ");

/** "Never save working files to the root folder", 禁止在根目录创建文件. */
export function atRoot(sight: Sight): Draft[] {
  const { slots, tokens } = sight;
  const { main } = slots.parts;
  const puts = main.acts.length > 0 ? main.acts.every(({ verb }) => PUTS.has(verb)) : SAVES.test(sight.text);
  if (isAny(!puts, !speaksOfRoot(sight.text), sight.aside, slots.consent !== null)) return [];
  if (
    isAny(
      spansOf(main.targets).some(({ type }) => type !== "path"),
      slots.condition.length > 0,
      slots.weak,
    )
  )
    return [];
  const kinds = tokens.flatMap(({ text, span }) => (span?.type === "path" ? [span.text] : (filesOf(text) ?? [])));
  const names = [...new Set(kinds.filter((each) => /^\*[\w.*]*\.\w+$/.test(each)))];
  const globs = (names.length > 0 ? names : LEFT_THERE).map((each) => `/${each}`);
  return [
    {
      effect: "deny",
      matcher: { kind: "path", access: ["create"], globs, standing: "new" },
      reading: `denies new files at the root of the project${names.length > 0 ? ` that are ${names.map((each) => `\`${each}\``).join(" or ")}` : ""}`,
      doubts: ["which files may be there is a guess"],
      stopped: { call: { tool: "write", path: samplePath(names[0] ?? "*.md").replace(/^.*\//, ""), content: "x" } },
    },
  ];
}

const MOVES = /^(?:renam(?:e|ing)|mov(?:e|ing)|重命名|改名|移动)$/i;
const MOVED: Matcher = anyRan("git mv", "mv", "rename");

/** "Don't rename or move files": whichever. */
export function moved(sight: Sight): Draft[] {
  const { slots, tokens } = sight;
  const { main, place } = slots.parts;
  const acts = tokens.filter(({ sense }) => sense?.cls === "act");
  const asks = slots.force === "ask" || slots.consent !== null;
  const named = [...main.targets, ...place.targets].length > 0 || slots.condition.some(({ kind }) => kind !== "tail");
  const ofFiles = slots.left.length < 2 && tokens.some(({ text }) => /^(?:files?|folders?|directories|anything|文件|目录)$/i.test(text));
  if (isAny(slots.force !== "never" && !asks, !ofFiles, acts.length === 0, !acts.every(({ text }) => MOVES.test(text)), named, sight.aside))
    return [];
  return [{ effect: asks ? "ask" : "deny", matcher: MOVED, doubts: ["which files are meant is a guess"] }];
}

/** "No new Java files". */
export function newOfKind(sight: Sight): Draft[] {
  const { slots, tokens } = sight;
  const { acts, targets } = slots.parts.main;
  const said = /\bnew\b[^.]{0,60}\bfiles?\b|新建?[^。]{0,30}文件/i.test(sight.text);
  const globs = tokens.flatMap(({ kind, text }) => (kind === "unknown" ? (LANGUAGE_FILES[text.toLowerCase()] ?? []) : []));
  const limited = slots.consent !== null || slots.condition.length > 0 || targets.length > 0 || slots.left.length > 1;
  if (isAny(slots.force !== "never", !said, globs.length === 0, limited, !acts.every(({ verb }) => PUTS.has(verb)))) return [];
  return [
    {
      effect: "deny",
      matcher: { kind: "path", access: ["create"], globs, standing: "new" },
      doubts: ["which new files are meant is a guess"],
    },
  ];
}

/** What follows a path that is somebody's. */
const KIND = "^(?:(?:file|folder|directory) )?";
const STATE = "(?:is|are) (?:final|closed|owned by|maintained by|handled by|signed off|bought)\\b";
const OWNED = new RegExp(`${KIND}(?:${STATE}|belongs? to\\b|归|属于)`, "i");
const PRIVATE = new RegExp(`${KIND}(?:is|are) (?:all )?(?:private|confidential|personal)\\b`, "i");

/** "`content/` belongs to the copywriter", "`keys.yml` is private". */
export function owned({ slots, tokens, aside }: Sight): Draft[] {
  const from = tokens.findIndex(({ sense, text }) => sense?.cls !== "filler" || /^(?:is|are)$/i.test(text));
  const end = tokens.findIndex((each, at) => at >= from && !(each.span?.type === "path" || isJoin(each)));
  const globs = tokens.slice(from, end).flatMap(({ span }) => (span === null ? [] : [span.text]));
  if (isAny(aside, slots.weak, slots.force !== null, globs.length === 0, end === -1)) return [];
  const rest = tokens
    .slice(end)
    .map(({ text }) => text)
    .join(" ");
  const hidden = PRIVATE.test(rest);
  if (!hidden && !OWNED.test(rest)) return [];
  const access = hidden ? (["read", "change", "create", "delete"] as const) : (["change", "create", "delete"] as const);
  return [{ effect: "deny", matcher: { kind: "path", access, globs }, doubts: ["what must not be done to it is a guess"] }];
}

const COMMENT = "(?:\\/\\/|#|\\/\\*|<!--|(?:^|\\n)[ \\t]*\\*)";
const OTHER_SCRIPTS = "[\\p{Script=Han}\\p{Script=Hangul}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Cyrillic}]";
/** A line that is all words of Latin letters. */
const LATIN_LINE = "(?:\\/\\/|#|\\/\\*\\*?|\\*)[ \\t]+[A-Za-z]+(?:[ \\t,]+[A-Za-z]+){2,}[ \\t.!]*(?:\\*\\/)?(?:\\n|$)";

interface WrittenIn {
  readonly name: string;
  readonly pattern: string;
  readonly bad: string;
}

const WRITTEN_IN: Readonly<Record<string, WrittenIn>> = byName({
  english: { name: "English", pattern: `${COMMENT}[^\\n]*${OTHER_SCRIPTS}`, bad: "// 修" },
  chinese: { name: "Chinese", pattern: `(?:^|\\n)[ \\t]*${LATIN_LINE}`, bad: "// adds one to it" },
  japanese: { name: "Japanese", pattern: `(?:^|\\n)[ \\t]*${LATIN_LINE}`, bad: "// adds one to it" },
  korean: { name: "Korean", pattern: `(?:^|\\n)[ \\t]*${LATIN_LINE}`, bad: "// adds one to it" },
});

/** "Code comments in English only", 注释使用中文. */
export function commentLanguage({ slots, aside }: Sight): Draft[] {
  const told = slots.force !== null || slots.imperative || slots.parts.main.acts.length > 0 || slots.left.length === 0;
  const nouns = slots.parts.main.targets.flatMap((each) => (each.kind === "noun" ? [each.noun] : []));
  const languages = nouns.flatMap((each) => WRITTEN_IN[each] ?? []);
  const [language] = languages;
  const limited = slots.condition.some(({ kind }) => kind !== "tail") || slots.consent !== null || slots.left.length > 4;
  if (
    isAny(
      language === undefined,
      languages.length > 1,
      !nouns.includes("remarks"),
      !told,
      aside,
      slots.weak,
      limited,
      slots.force === "never",
    )
  )
    return [];
  const { name, pattern, bad } = language as WrittenIn;
  return [
    {
      effect: "deny",
      matcher: { kind: "content", pattern, when: "holds", globs: CODE_FILES },
      reading: `wants comments of new code in ${name}`,
      stopped: { call: { tool: "write", path: "src/example.ts", content: bad } },
      doubts: ["what a comment looks like is a guess"],
    },
  ];
}
