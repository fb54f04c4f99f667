// Where code is, as people name it: a language or a kind of file, in English and Chinese.

import { byName, sameRow, wordSet } from "../../base/index.ts";
import { FILE_KINDS } from "./fileKinds.ts";

const SCRIPT = ["*.js", "*.jsx", "*.mjs", "*.cjs"];
const TYPED = ["*.ts", "*.tsx", "*.mts", "*.cts"];
const STYLES = ["*.css", "*.scss", "*.less", "*.sass"];
const SHELL = ["*.sh", "*.bash", "*.zsh"];

const TOP = new Set(FILE_KINDS["testfiles"]?.globs ?? []);

/** `services/` may be that of any part: people leave out what is above. */
export const anywhere = (glob: string): string[] => (/^[\w-]+\/?$/.test(glob) && !TOP.has(glob) ? [glob, `**/${glob}`] : [glob]);

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
  "code codebase production prod source sources application app apps project projects repo repository files file committed runtime",
  "library libraries new business logic any all the our this that module modules package packages folder folders directory directories",
  "here anywhere everywhere non own side mode context contexts general main body bodies feature features area areas layer layers",
  "relevant local behavior behaviour existing generating working making changes change task tasks work function functions method methods",
  "time times point value values text texts user user-facing class classes block blocks statement statements call calls comment comments",
);

/** "Production code", 在业务代码中: what follows what is named. */
const SUFFIX = /(?: code|代码|文件|目录|模块|层|部分)?[中里内]?$/;

/** "In migrations", 在测试中: the files that a word of a place stands for; none: anywhere. null: nobody knows. */
export function globsOfWord(raw: string): readonly string[] | null {
  const word = raw.toLowerCase().replace(SUFFIX, "");
  return LANGUAGE_FILES[raw.toLowerCase()] ?? LANGUAGE_FILES[word] ?? (word === "" || ANYWHERE.has(word) ? [] : null);
}
