// Where code is, as people name it: a language, a kind of file, or a word that is part of the path. Word tables, no language
// of people but English and Chinese: what else is named is looked for in the path as it is written.

import { byName, sameRow, wordSet } from "../../base/index.ts";
import { FILE_KINDS } from "./fileKinds.ts";

const SCRIPT = ["*.js", "*.jsx", "*.mjs", "*.cjs"];
const TYPED = ["*.ts", "*.tsx", "*.mts", "*.cts"];
const STYLES = ["*.css", "*.scss", "*.less", "*.sass"];
const SHELL = ["*.sh", "*.bash", "*.zsh"];

/** Parts of a program in Chinese, by the words that paths have for them. */
const IN_PATHS: Readonly<Record<string, string>> = byName({
  组件: "component",
  页面: "page",
  服务: "service",
  控制器: "controller",
  路由: "route",
  模型: "model",
  视图: "view",
  工具: "util",
  前端: "front",
  后端: "back",
  领域: "domain",
  接口: "api",
});

/** `services/` may be that of any part: people leave out what is above. */
export const anywhere = (glob: string): string[] => (/^[\w-]+\/?$/.test(glob) ? [glob, `**/${glob}`] : [glob]);

/** `acme.models`, `domain`: a folder of that name, or a file. */
export const moduleGlobs = (name: string): string[] =>
  /^[a-z][\w-]*(?:\.[\w-]+)*$/i.test(name) ? [`**/${name.replaceAll(".", "/")}/`, `**/${name.replaceAll(".", "/")}.*`] : [];

/** Folders of code: nobody reads all of one first. */
export const isCodeFolder = (path: string): boolean => /^(?:src|include|lib|tests?|app|packages)\/$/.test(path);

/** Languages of code, by what their files end with. */
export const LANGUAGE_FILES: Readonly<Record<string, readonly string[]>> = byName({
  ...sameRow("javascript js", SCRIPT),
  ...sameRow("typescript ts", TYPED),
  ...sameRow("jsx tsx react 组件代码", ["*.jsx", "*.tsx"]),
  ...sameRow("python py", ["*.py", "*.pyi"]),
  ...sameRow("rust", ["*.rs"]),
  ...sameRow("golang", ["*.go"]),
  ...sameRow("java", ["*.java"]),
  ...sameRow("kotlin", ["*.kt", "*.kts"]),
  ...sameRow("swift swiftui", ["*.swift"]),
  ...sameRow("php blade", ["*.php"]),
  ...sameRow("ruby", ["*.rb"]),
  ...sameRow("c# .net", ["*.cs"]),
  ...sameRow("vue", ["*.vue"]),
  ...sameRow("svelte", ["*.svelte"]),
  ...sameRow("css scss sass less styles stylesheets 样式", STYLES),
  ...sameRow("html", ["*.html"]),
  ...sameRow("sql", ["*.sql"]),
  ...sameRow("bash shell zsh", SHELL),
  ...sameRow("mdx markdown", ["*.md", "*.mdx"]),
  ...sameRow("yaml yml", ["*.yml", "*.yaml"]),
  ...sameRow("terraform", ["*.tf"]),
  ...sameRow("dockerfile dockerfiles", ["Dockerfile*", "*.dockerfile"]),
  ...sameRow("scripts script 脚本", [...SHELL, "scripts/"]),
  ...sameRow("test tests testing 测试 测试代码 单元测试", FILE_KINDS["testfiles"]?.globs ?? []),
  ...sameRow("migrations migration 迁移", FILE_KINDS["migrations"]?.globs ?? []),
  ...sameRow("workflows ci", FILE_KINDS["ci"]?.globs ?? []),
});

/** Files that hold code and no prose: a common word is looked for in these alone. */
export const CODE_FILES: readonly string[] = [
  ...SCRIPT,
  ...TYPED,
  ...STYLES,
  ..."*.vue *.svelte *.py *.rs *.go *.java *.kt *.swift *.php *.rb *.cs *.c *.cc *.cpp *.h *.hpp *.sql *.scala *.dart *.ex *.exs".split(
    " ",
  ),
  ..."*.lean *.lua *.zig *.hs *.ml *.r *.jl *.tf *.html".split(" "),
];

/** Words that name no place: all code, or nothing in particular. */
const ANYWHERE = wordSet(
  "contributors developers agents code codebase production prod source sources application app apps project projects repo repository files file committed runtime",
  "library libraries new business logic any all the our this that module modules package packages folder folders directory directories",
  "here anywhere everywhere non own side mode context contexts general main body bodies feature features area areas layer layers",
  "relevant local behavior behaviour existing generating working doing making changes change task tasks work function functions method methods",
  "time times point value values text texts user user-facing class classes block blocks statement statements call calls comment comments",
);

/** 在业务代码中: what follows what is named. */
const SUFFIX = /(?:代码|文件|目录|模块|层|部分)?[中里内]?$/;

const isWord = (text: string): boolean => /^[a-z][a-z-]{2,}$/.test(text);

const stemOf = (word: string): string => word.replace(/(?:(?<=ss|sh|ch|x)es|(?<!s)s)$/, "").replace(/ie$/, "y");

/** Files whose path has the word, in small letters or with a capital. */
export function namedAfter(word: string): readonly string[] {
  const stem = stemOf(word);
  return [`**/*${stem}*`, `**/*${stem.charAt(0).toUpperCase()}${stem.slice(1)}*`];
}

export interface PlaceOfWords {
  /** Empty: anywhere. */
  readonly globs: readonly string[];
  /** The words that were looked for in paths, because nothing else is known of them. */
  readonly guessed: readonly string[];
  /** Words that no path has. */
  readonly unknown: readonly string[];
}

/** "In the simulation", "in React components", 在测试中: the files that the words of a place stand for. */
export function placeOfWords(words: readonly string[]): PlaceOfWords {
  const globs: string[] = [];
  const guessed: string[] = [];
  const unknown: string[] = [];
  for (const raw of words) {
    const word = raw.toLowerCase().replace(SUFFIX, "");
    const plain = IN_PATHS[word] ?? word;
    const known = LANGUAGE_FILES[raw.toLowerCase()] ?? LANGUAGE_FILES[word];
    if (known !== undefined) globs.push(...known);
    else if (isWord(plain) && !ANYWHERE.has(plain)) {
      globs.push(...namedAfter(plain));
      guessed.push(raw);
    } else if (/\p{Script=Han}/u.test(plain)) unknown.push(raw);
  }
  return { globs: [...new Set(globs)], guessed, unknown };
}
