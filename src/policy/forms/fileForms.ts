// How names of new files are spelled. Only likely, so proposed. Words of all languages are in one table: they are looked up as
// they are, and no sentence is read by them alone.

import { byName, sameRow } from "../../base/index.ts";
import { samplePath } from "../explain/sampling.ts";
import { FILE_KINDS } from "../kinds/fileKinds.ts";
import { LANGUAGE_FILES } from "../kinds/places.ts";
import { type Draft, isAny, pathsOf, type Sight } from "./around.ts";

interface Spelling {
  /** What a name that is spelled otherwise has. */
  readonly pattern: string;
  readonly bad: string;
  /** It is said of all files as often as of some. */
  readonly alone: boolean;
}

const CASES: Readonly<Record<string, Spelling>> = byName({
  "kebab-case": { pattern: "^[a-z][a-z0-9]*(?:-[a-z0-9]+)*[A-Z_]|^[A-Z][a-z]+[A-Z]", bad: "badName", alone: true },
  snake_case: { pattern: "^[a-z][a-z0-9]*(?:_[a-z0-9]+)*[A-Z-]|^[A-Z][a-z]+[A-Z]", bad: "badName", alone: true },
  PascalCase: { pattern: "^[a-z][a-zA-Z0-9]*[-_.]", bad: "bad-name", alone: false },
  camelCase: { pattern: "^[A-Z][a-z]|^[a-z0-9]+[-_]", bad: "bad-name", alone: false },
});

const NAMES: Readonly<Record<string, string>> = byName({
  ...sameRow("kebab-case kebab", "kebab-case"),
  ...sameRow("snake_case snake", "snake_case"),
  ...sameRow("pascalcase pascal", "PascalCase"),
  camelcase: "camelCase",
});

/** `snake_case`, and `snake_case.rs`. */
const caseOf = (text: string): string | null => NAMES[text.toLowerCase().replace(/\.\w+$/, "")] ?? null;

const KINDS: Readonly<Record<string, readonly string[]>> = byName({
  ...sameRow("test tests specs 测试 测试文件 测试用例", FILE_KINDS["testfiles"]?.globs.filter((each) => !each.endsWith("/")) ?? []),
  ...sameRow("component components 组件 业务组件 コンポーネント 컴포넌트 componentes composants", ["*.tsx", "*.jsx", "*.vue", "*.svelte"]),
});

const endOf = (path: string): string => /\.\w+$/.exec(path)?.[0] ?? "";

/** "File names are kebab-case", "all files in `.claude/` use `kebab-case`", "Python files use snake_case". */
export function spellings(sight: Sight): Draft[] {
  const { slots, tokens, text } = sight;
  if (!/kebab|snake|pascal|camel/i.test(text)) return [];
  const [style, another] = new Set(tokens.flatMap((each) => caseOf(each.text) ?? []));
  const ofFiles = /\bfile-?(?:names?|s)?\b|文件/i.test(text);
  const spelling = style === undefined ? undefined : CASES[style];
  const more = isAny(
    sight.aside,
    slots.consent !== null,
    slots.condition.some(({ kind }) => kind !== "tail"),
    slots.parts.before.acts.length > 0,
  );
  if (spelling === undefined || isAny(another !== undefined, !ofFiles, slots.weak, more, slots.left.length > 5)) return [];
  const globs = spelledFiles(sight);
  if (globs.length === 0 && !(spelling.alone && ofAllFiles(text))) return [];
  const path = samplePath(globs[0] ?? "*.ts");
  const where = globs.length === 0 ? "" : ` in ${globs.map((each) => `\`${each}\``).join(", ")}`;
  const name = `${path.slice(0, path.lastIndexOf("/") + 1)}${spelling.bad}${endOf(path) || ".ts"}`;
  return [
    {
      effect: "deny",
      matcher: { kind: "fileName", pattern: spelling.pattern, when: "holds", globs: globs.length > 0 ? globs : CODE },
      reading: `wants names of new files${where} in ${style}`,
      stopped: { call: { tool: "write", path: name, content: "x" } },
      doubts: ["which files are meant is a guess"],
    },
  ];
}

/** The folders, endings or kinds that a spelling is said of; none: all files. */
function spelledFiles({ slots: { parts }, tokens }: Sight): readonly string[] {
  const paths = pathsOf([...parts.main.targets, ...parts.place.targets]);
  const folders = paths.filter((each) => caseOf(each) === null && !/^[^/*]+\.\w+$/.test(each));
  const endings = paths.flatMap((each) => (caseOf(each) !== null && endOf(each) !== "" ? [`*${endOf(each)}`] : []));
  if (folders.length + endings.length > 0) return folders.length > 0 ? folders : endings;
  return tokens.flatMap(({ text, span }) => {
    if (span !== null) return /^\*+\.[\w.]+$/.test(span.text) ? [span.text] : [];
    return KINDS[text.toLowerCase()] ?? LANGUAGE_FILES[text.toLowerCase()] ?? [];
  });
}

/** "Config files: `kebab-case`" is said of some. */
function ofAllFiles(text: string): boolean {
  const [, which = "all"] = /(?<![\w-])([\w-]+)[ /]files?\b/i.exec(text) ?? [];
  return /^(?:all|new|source|code|every|your|the|name|use|for)$/i.test(which);
}

const CODE = "*.ts *.tsx *.js *.jsx *.vue *.svelte *.py *.go *.rb *.rs *.css *.scss".split(" ");
