// What new text looks like that rules are about: values of secrets, comments that silence a checker, imports of a library.

import { byName } from "../../base/index.ts";

const anyCase = (words: string): string => words.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
/** A value that looks like a key where a key is named, well-known keys, and a password in an address. A placeholder has no digit. */
export const WRITTEN_SECRET = [
  `(?:${anyCase("api[_-]?key|secret|token|passwd|password|private[_-]?key|access[_-]?key|encryption[_-]?key")})[A-Za-z0-9_-]*["']?[ \\t]*[:=][ \\t]*["'][A-Za-z_/+=-]*[0-9][A-Za-z0-9_/+=.-]{6,}`,
  "sk-[A-Za-z0-9_-]{16,}",
  "AKIA[0-9A-Z]{16}",
  "gh[pousr]_[A-Za-z0-9]{20,}",
  "-----BEGIN [A-Z ]*PRIVATE KEY",
  "://[A-Za-z0-9_.-]+:[^\\s:/@]*[0-9][^\\s:/@]*@",
].join("|");

/** Comments that silence a checker. */
export const SUPPRESSION = "eslint-disable|biome-ignore|oxlint-disable|@ts-(?:ignore|nocheck)|# ?noqa|# ?type: ?ignore|//nolint";

/** Comments that leave something for later. */
export const LEFT_OPEN = "\\bTODO\\b";

/** Words of code that are words of a language too: how they stand in code. */
export const CODE_WORDS: Readonly<Record<string, { readonly pattern: string; readonly globs: readonly string[]; readonly shown: string }>> =
  byName({
    any: {
      pattern: "(?::|\\bas|[<|])[ \\t]*any[ \\t]*(?:[;,)=|&>\\[\\]{}]|$)",
      globs: ["*.ts", "*.tsx", "*.mts", "*.vue", "*.svelte"],
      shown: "let x: any;",
    },
    var: {
      pattern: "^[ \\t]*var[ \\t]|[;{(][ \\t]*var[ \\t]",
      globs: ["*.js", "*.jsx", "*.mjs", "*.ts", "*.tsx", "*.vue"],
      shown: "var x = 1;",
    },
    except: { pattern: "^[ \\t]*except[ \\t]*:", globs: ["*.py"], shown: "except:" },
    "except:": { pattern: "^[ \\t]*except[ \\t]*:", globs: ["*.py"], shown: "except:" },
    unwrap: { pattern: "\\.unwrap\\(\\)", globs: ["*.rs"], shown: "x.unwrap()" },
  });

/** An import of a library, in the languages that name one by a word or a quoted path. */
export const importOf = (name: string): string =>
  `\\b(?:from|import|require)\\b[ \\t(]*["']?${name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}(?:[^\\w-]|$)`;
