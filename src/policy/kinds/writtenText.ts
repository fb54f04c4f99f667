// What new text looks like that rules are about: values of secrets, comments that silence a checker, imports of a library.

import { byName, whole, wordSet } from "../../base/index.ts";

const anyCase = (words: string): string => words.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
/** A value that looks like a key where a key is named, well-known keys, and a password in an address. A placeholder has no digit. */
export const WRITTEN_SECRET = [
  `(?:${anyCase("api[_-]?key|secret|token|passwd|password|private[_-]?key|access[_-]?key|encryption[_-]?key")})[A-Za-z0-9_-]*["']?[ \\t]*[:=][ \\t]*["'][A-Za-z_/+=-]*[0-9][A-Za-z0-9_/+=.-]{6,}`,
  "sk[-_][A-Za-z0-9_-]{12,}[0-9][A-Za-z0-9_-]{3,}",
  "AKIA[0-9A-Z]{16}",
  "gh[pousr]_[A-Za-z0-9]{20,}",
  "-----BEGIN [A-Z ]*PRIVATE KEY",
  "://[A-Za-z0-9_.-]+:[^\\s:/@]*[0-9][^\\s:/@]*@",
].join("|");

/** Comments that silence a checker. */
export const SUPPRESSION = "eslint-disable|biome-ignore|oxlint-disable|@ts-(?:ignore|nocheck)|# ?noqa|# ?type: ?ignore|//nolint";

/** Comments that leave something for later. */
export const LEFT_OPEN = "\\bTODO\\b";

/** Pictures among the letters. */
export const PICTURE = "[\\u{1f300}-\\u{1faff}\\u2705\\u274c\\u2728\\u26a1]";

/** Long dashes. */
export const DASH = "[\\u2013\\u2014]";

/** Words of code that are words of a language too: how they are in code. */
export const CODE_WORDS: Readonly<Record<string, { readonly pattern: string; readonly globs: readonly string[]; readonly shown: string }>> =
  byName({
    any: {
      pattern: "(?::|\\bas|[<|])[ \\t]*any[ \\t]*(?:[;,)=|&>\\[\\]{}]|$)",
      globs: ["*.ts", "*.tsx", "*.mts", "*.vue", "*.svelte"],
      shown: "let x: any;",
    },
    "==": {
      pattern: "[^=!<>]==(?:[^=]|$)",
      globs: ["*.js", "*.jsx", "*.mjs", "*.ts", "*.tsx", "*.vue", "*.svelte"],
      shown: "if (a == b) {}",
    },
    require: { pattern: "\\brequire\\([\"'`]", globs: [], shown: 'const x = require("x");' },
    var: { pattern: "(?:^|[\\n;{(])[ \\t]*var[ \\t]", globs: ["*.js", "*.jsx", "*.mjs", "*.ts", "*.tsx", "*.vue"], shown: "var x = 1;" },
    except: { pattern: "(?:^|\\n)[ \\t]*except[ \\t]*:", globs: ["*.py"], shown: "except:" },
    "except:": { pattern: "(?:^|\\n)[ \\t]*except[ \\t]*:", globs: ["*.py"], shown: "except:" },
    delete: { pattern: "(?:^|[\\s;({])delete[ \\t]+[\\w.\\[]", globs: ["*.js", "*.jsx", "*.ts", "*.tsx", "*.vue"], shown: "delete x.y;" },
    print: { pattern: "\\bprint(?:ln)?!?[ \\t]*\\(", globs: ["*.py", "*.swift", "*.rs", "*.kt", "*.dart", "*.lua"], shown: "print(x)" },
    latest: { pattern: ":latest\\b|@latest\\b", globs: [], shown: "image: x:latest" },
    unsafe: { pattern: "\\bunsafe[ \\t]*(?:[{]|fn|impl)", globs: ["*.rs"], shown: "unsafe { f() }" },
    unwrap: { pattern: "\\.unwrap\\(\\)", globs: ["*.rs"], shown: "x.unwrap()" },
  });

/** An import of a library, in the languages that name one by a word or a quoted path. */
export const importOf = (name: string): string => {
  const plain = name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  // In Go the address is alone on its line.
  return name.includes("/") ? `["'](?:[\\w.-]+\\/)?${plain}["'/]` : `\\b(?:from|import|require)\\b[ \\t(]*["']?${plain}(?:[^\\w-]|$)`;
};

/** Comments and casts that silence a checker: they have no other use in new text. */
const SILENCES = [
  /^(?:\/\/ ?)?@ts-(?:ignore|nocheck|expect-error)$|^as any$/,
  whole`# ?(?:noqa|type: ?ignore|pragma: no cover|(?:ruff|flake8|pylint|mypy): ?[\w-]+)`,
  /^(?:\/\/ ?)?(?:eslint-disable|biome-ignore|oxlint-disable|nolint)[\w-]*$/,
];
export const isSuppression = (text: string): boolean => SILENCES.some((each) => each.test(text));

/** `class Foo[T]`, `Optional[X]`, `xxx`: names that stand for any other; `f(x)` and `f(...)` are calls. */
const HAS_PLACES = /xxx|\.\.\.(?!\)$)|\b(?:foo|bar|[a-z])\b(?![-.]| ?[(=])/i;

/** Code that is not a common word: `@ts-ignore`, `console.log`, `UsePathBase()`. */
export function isToken(text: string): boolean {
  return (
    (text.length >= 5 || text === "TODO") &&
    text.length <= 60 &&
    !/\s{2}|[<>…]/.test(text) &&
    (/^[@#]|[.:()[\]_-]|^(?:as|async|new) [\w{]|^\/\/ \w|^[A-Z_]{4,}$/.test(text) || /[a-z][A-Z]|[A-Z]{2}[a-z]{3}/.test(text)) &&
    !/^[\d.\s]+$|^\w+:$|^-|: ?(?:true|false)$/.test(text) &&
    !HAS_PLACES.test(text)
  );
}

/** Words for code in general, behind the word of code that is meant. */
const CODE_IN_GENERAL = wordSet(
  "comment comments statement statements call calls stub stubs cast casts casting type types usage code + 生产 语句 类型",
);
export const isCodeInGeneral = (word: string): boolean => CODE_IN_GENERAL.has(word.toLowerCase());
