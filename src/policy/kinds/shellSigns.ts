// Constructs of the shell, by the signs and the words that name them.

import { byName, sameRow } from "../../base/index.ts";
import type { Construct } from "../match/blockMatchers.ts";

const SIGNS: Readonly<Record<string, Construct>> = byName({
  ...sameRow("&& ; ||", "chain" as const),
  ...sameRow("> >>", "redirect" as const),
  "|": "pipe",
  "&": "background",
});

/** `$(date)`, `<<EOF`, `$VAR` */
const SHAPES: readonly (readonly [RegExp, Construct])[] = [
  [/^\$\(.*\)$/, "substitution"],
  [/^<<-?\s?['"]?\w*['"]?$/, "heredoc"],
  [/^\$[A-Z_]+$/, "variable"],
];

const WORDS: Readonly<Record<string, Construct>> = byName({
  ...sameRow("pipe pipes piping piped pipelines 管道 管道符 tubería tuberías パイプ 파이프", "pipe" as const),
  ...sameRow(
    "redirect redirection redirections redirects 重定向 redirección redireccionamiento redirecionamento umleitung",
    "redirect" as const,
  ),
  ...sameRow("リダイレクト 리다이렉션 redirecionamentos umleitungen", "redirect" as const),
  ...sameRow("chaining chained compound 链式 串联 encadear encadenar verketten", "chain" as const),
  ...sameRow("heredoc heredocs here-doc here-docs", "heredoc" as const),
  ...sameRow("substitution substitutions 命令替换 substituição sustitución", "substitution" as const),
});

export const signOf = (text: string): Construct | null => SIGNS[text] ?? SHAPES.find(([shape]) => shape.test(text))?.[1] ?? null;

export const constructWord = (word: string): Construct | null => WORDS[word.toLowerCase()] ?? null;
