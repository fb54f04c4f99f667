// How people speak of new files: kinds, where they belong, how names are spelled. Words of all languages in one table each:
// they are looked up as they are, and no sentence is read by them alone.

import { byName, sameRow, wordSet } from "../../base/index.ts";
import { LANGUAGE_FILES } from "./codePlaces.ts";

const TESTS = ["*.test.*", "*_test.*", "test_*.py", "*.spec.*"];
const PAPERS = ["*.md", "*.mdx", "*.rst"];
const PICTURES = ["*.png", "*.jpg", "*.jpeg", "*.gif", "*.webp", "*.svg"];
const SCRIPTS = ["*.sh", "*.bash", "*.ps1"];
const VIEWS = ["*.tsx", "*.jsx", "*.vue", "*.svelte"];

const KINDS: Readonly<Record<string, readonly string[]>> = byName({
  ...sameRow("test tests specs 测试 测试文件 测试用例 単体テスト テスト 테스트 tests pruebas testes prüfungen", TESTS),
  ...sameRow("documentation docs documents reports notes 文档 报告 ドキュメント 문서 documentación documentação dokumentation", PAPERS),
  ...sameRow("image images pictures screenshots icons logos 图片 图标 截图 画像 이미지 imágenes imagens bilder", PICTURES),
  ...sameRow("script scripts 脚本 スクリプト 스크립트", SCRIPTS),
  ...sameRow("component components 组件 コンポーネント 컴포넌트 componentes composants komponenten", VIEWS),
  ...sameRow("migration migrations 迁移 迁移文件 迁移脚本 マイグレーション 마이그레이션 migraciones", ["*.sql", "*migration*"]),
  ...sameRow("styles stylesheets 样式", LANGUAGE_FILES["css"] ?? []),
});

/** The files that a word names by kind or by language; null where it names none. */
export const filesOf = (word: string): readonly string[] | null => {
  const low = word.toLowerCase();
  return KINDS[low] ?? LANGUAGE_FILES[low] ?? endOf(low);
};

/** 新组件, 业务组件: no space parts them, and what they are is at the end. */
const endOf = (word: string): readonly string[] | null =>
  /\p{Script=Han}/u.test(word) ? (KINDS[word.slice(-4)] ?? KINDS[word.slice(-2)] ?? null) : null;

/** Words that say where something belongs; those that order it even without another word for that. */
const ORDERS = wordSet(
  "go goes belong belongs van gehören gehört vão vont 配置する 配置 放在 放到 放入 放置 置于 存放在 统一放在 必须放在",
);
const PLACES = wordSet(
  "put place placed placing store stored save saved keep kept live lives reside located create created add added write written",
  "作成 置く 작성 생성 coloca guarda crea colocar guardar criar placer ablegen 存放 保存 创建 新建 写入 添加",
);
/** Longer than a word in the tables of the grammar: "should be placed in". */
const LAST = /(?:^|\s)(\S+?)(?:\s(?:in|to|under|into))?$/;

export function isPlacing(text: string, orders = false): boolean {
  const word = LAST.exec(text.toLowerCase())?.[1] ?? "";
  return ORDERS.has(word) || (!orders && PLACES.has(word));
}

export type Case = "kebab-case" | "snake_case" | "PascalCase" | "camelCase";

interface Spelling {
  /** What a name that is spelled otherwise has. */
  readonly pattern: string;
  readonly bad: string;
  /** It is said of all files as often as of some. */
  readonly alone: boolean;
}

export const CASES: Readonly<Record<Case, Spelling>> = {
  "kebab-case": { pattern: "^[a-z][a-z0-9]*(?:-[a-z0-9]+)*[A-Z_]|^[A-Z][a-z]+[A-Z]", bad: "badName", alone: true },
  snake_case: { pattern: "^[a-z][a-z0-9]*(?:_[a-z0-9]+)*[A-Z-]|^[A-Z][a-z]+[A-Z]", bad: "badName", alone: true },
  PascalCase: { pattern: "^[a-z][a-zA-Z0-9]*[-_.]", bad: "bad-name", alone: false },
  camelCase: { pattern: "^[A-Z][a-z]|^[a-z0-9]+[-_]", bad: "bad-name", alone: false },
};

const NAMES: Readonly<Record<string, Case>> = byName({
  ...sameRow("kebab-case kebab", "kebab-case" as const),
  ...sameRow("snake_case snake", "snake_case" as const),
  ...sameRow("pascalcase pascal", "PascalCase" as const),
  ...sameRow("camelcase", "camelCase" as const),
});

/** `snake_case`, and `snake_case.rs`. */
export const caseOf = (text: string): Case | null => NAMES[text.toLowerCase().replace(/\.\w+$/, "")] ?? null;

/** Cheaper than looking at each word. */
export const speaksOfCase = (text: string): boolean => /kebab|snake|pascal|camel/i.test(text);

const ROOT = String.raw`(?:(?:project|repo|repository|workspace|git)(?:'s)? )?root(?: (?:directory|folder|dir|level))?`;
const AT_ROOT = new RegExp(String.raw`\b(?:in|at|to|into|under|on) (?:the )?${ROOT}\b|根目录`, "i");

/** "… in the root folder": what is made at the top, and nothing below it. */
export const speaksOfRoot = (text: string): boolean => AT_ROOT.test(text);
