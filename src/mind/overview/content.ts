// The content filters as verbs: what would memory do with a text, and a text without its secrets.

import { type Judgement, judgeContent, redact as redactText, type Redaction, createRedactor, type Redactor } from "../../content/index.ts";
import type { Mind } from "../open.ts";

export type { Judgement, Redaction, Redactor };

/** The verdict on a text from an origin for a target, with the text as it would be stored. */
export async function scan(
  mind: Mind,
  input: { readonly content: string; readonly origin: string; readonly target: string },
): Promise<Judgement> {
  return judgeContent({ ...input, known: await mind.deps.known() });
}

/** The text with its secrets marked. */
export async function redact(mind: Mind, text: string): Promise<Redaction> {
  return redactText(text, await mind.deps.known());
}

/** For streams: push pieces as they come, flush at the end. */
export async function redactor(mind: Mind): Promise<Redactor> {
  return createRedactor(await mind.deps.known());
}
