// What new files must not be called, what they must not end with and must hold, and where files of a kind belong. Only likely,
// so proposed.

import { wordSet } from "../../base/index.ts";
import { CASES, caseOf, filesOf, isPlacing, speaksOfCase } from "../kinds/newFiles.ts";
import type { Matcher } from "../match/rule.ts";
import { samplePath } from "../explain/sampling.ts";
import type { Token } from "../tokens/sentenceTokens.ts";
import { type Draft, isAny, onlyActs, pathsOf, type Sight, spansOf } from "./around.ts";

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

/** "Scripts use `.ahk` (never `.ahv`)": none is made that ends so. */
export function endings(sight: Sight): Draft[] {
  const { slots } = sight;
  const globs = pathsOf(slots.parts.rejected.targets);
  const wanted = pathsOf([...slots.parts.main.targets, ...slots.parts.means.targets]);
  const all = globs.length > 0 && wanted.length > 0 && [...globs, ...wanted].every(isEnding);
  if (isAny(!all, slots.soft, saysMore(sight), /import/i.test(sight.text))) return [];
  return [{ effect: "deny", matcher: creating(globs), doubts: ["which new files are meant is not said"] }];
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
  if (style === undefined || isAny(another !== undefined, !ofFiles, slots.weak)) return [];
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
