// What the terminal says, in the person's language. The code has the English; `words/` has the Chinese, by its English.

import { isUtf8, languageOf } from "../../base/index.ts";

/** words`${n} left`: where the values are, the table's English and Chinese have {}. */
export interface Words {
  (parts: TemplateStringsArray, ...values: readonly unknown[]): string;
  /** Of a text that the code has elsewhere, such as in a table. */
  of(text: string): string;
  /** `1 file`, `2 files`. */
  counted(count: number, one: string, many?: string): string;
  /** What rooms below say in English: why a call was stopped, how a line was read, what went wrong. */
  reason(text: string, rules?: readonly { readonly id: string }[]): string;
  reading(text: string): string;
  error(error: { readonly code: string; readonly message: string; readonly hint?: string | undefined }): {
    readonly message: string;
    readonly hint?: string | undefined;
  };
}

type Below = Pick<Words, "reason" | "reading" | "error">;

const SAME: Below = { reason: (text) => text, reading: (text) => text, error: (error) => error };

export async function wordsFor(env: Readonly<Record<string, string | undefined>>): Promise<Words> {
  if (languageOf(env) !== "zh" || !isUtf8(env)) return ENGLISH;
  const { BELOW, SCREENS } = await import("../../../words/terminal.ts");
  return wordsIn(SCREENS, BELOW);
}

function wordsIn(table: Readonly<Record<string, string>>, below: Below): Words {
  const said = (english: string, values: readonly unknown[]) => {
    let next = 0;
    return (table[english] ?? english).replace(/\{(\d?)\}/g, (_, nth) => String(values[nth === "" ? next++ : Number(nth) - 1]));
  };
  const words = (parts: TemplateStringsArray, ...values: readonly unknown[]) => said(parts.join("{}"), values);
  const of = (text: string) => table[text] ?? text;
  return Object.assign(words, {
    of,
    counted: (n: number, one: string, many = `${one}s`) => said(`{} ${n === 1 && !(`{} ${many}` in table) ? one : many}`, [n]),
    ...below,
  });
}

export const ENGLISH = wordsIn({}, SAME);
