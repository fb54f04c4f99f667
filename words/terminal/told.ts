// What went wrong and what was found, for the terminal, sentence by sentence.

import { ERROR_SENTENCES, ERRORS_BY_CODE } from "../reasons/errors.ts";
import { allInChinese, first, readingIn, templatesOf } from "../reasons/say.ts";
import { ERRORS } from "./errors.ts";
import { FAILURES } from "./failures.ts";
import { FINDINGS } from "./findings.ts";
import { HELP_OPTIONS } from "./helpOptions.ts";
import { MACHINE_FAILURES } from "./machineFailures.ts";
import { MIND_FAILURES } from "./mindFailures.ts";

interface Failure {
  readonly message: string;
  readonly code: string;
  readonly hint?: string | undefined;
}

/** What an option is for, behind its value: `N: how many at most`. */
const options = Object.entries(HELP_OPTIONS).map(([english, chinese]) => [`{}: ${english}.`, `{}：${chinese}。`] as const);
const rows = [...ERROR_SENTENCES, ...FAILURES, ...ERRORS, ...options, ...MACHINE_FAILURES, ...MIND_FAILURES];
const startsWithValue = ([english]: readonly [string, string]) => /^"?\{/.test(english);
/** A row that begins with a value would also take the sentence before it. */
const sentences = templatesOf([...rows.filter((row) => !startsWithValue(row)), ...rows.filter(startsWithValue)]);
const findings = templatesOf(FINDINGS);

/** A finding, or how a line was read; the line that a finding quotes stays as it is. */
export function readingAtTerminal(text: string): string {
  const quote = /: "(?:[^"\\]|\\.)*"$/.exec(text)?.[0] ?? "";
  const said = text.slice(0, text.length - quote.length);
  return `${allInChinese(findings, said) ?? readingIn("zh", said)}${quote}`;
}

/** What the table does not have is told by its code, and stays behind it: somebody may have to look for it. */
export function errorAtTerminal({ message, code, hint }: Failure): Pick<Failure, "message" | "hint"> {
  const byCode = (ERRORS_BY_CODE[code as "UNKNOWN"] ?? ERRORS_BY_CODE.UNKNOWN).replace(/。$/, "");
  return { message: allInChinese(sentences, message) ?? `${byCode}（${message}）`, hint: hint && eachInChinese(hint) };
}

/** Sentence after sentence; one that is not known stays as it is. */
function eachInChinese(text: string): string {
  let [said, at] = ["", 0];
  while (at < text.length) {
    const found = first(sentences, text, at) ?? asItIs(text, at);
    said += /^$|[。？：]$/.test(said) ? found.said : ` ${found.said}`;
    at = found.end + 1;
  }
  return said;
}

function asItIs(text: string, from: number): { readonly said: string; readonly end: number } {
  const end = /[.?!](?= |$)/.exec(text.slice(from));
  const to = end === null ? text.length : from + end.index + 1;
  return { said: text.slice(from, to), end: to };
}
