// The content filters as verbs: what would memory do with a text, and a text without its secrets.

import { AppError } from "../../base/index.ts";
import { resolveDocument } from "../../knowledge/index.ts";
import { type Judgement, judgeContent, redact as redactText, type Redaction, createRedactor, type Redactor } from "../../content/index.ts";
import { checkArguments } from "../checkArguments.ts";
import type { Mind } from "../open.ts";

export type { Judgement, Redaction, Redactor };

/** The verdict on a text from an origin for a target, with the text as it would be stored. A target that can be no document is refused. */
export async function scan(
  mind: Mind,
  input: { readonly content: string; readonly origin: string; readonly target: string },
): Promise<Judgement> {
  const judged = judgeContent({ ...input, known: await mind.deps.known() });
  const why = judged.verdict === "reject" ? null : whyNoDocument(mind, input.target);
  return why === null ? judged : { verdict: "reject", why, findings: [{ kind: "target", line: 1, why }] };
}

/** A bare word is a role, or a name that says nothing; only what is spelled like a file can be wrong. */
function whyNoDocument(mind: Mind, target: string): string | null {
  if (!/[/\\]|\.\w+$/.test(target)) return null;
  try {
    resolveDocument(mind.environment, target);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.message;
  }
}

/** The text with its secrets marked. */
export async function redact(mind: Mind, text: string): Promise<Redaction> {
  checkArguments("redact", { mind: [mind, "mind"], text: [text, "text"] });
  return redactText(text, await mind.deps.known());
}

/** For streams: push pieces as they come, flush at the end. */
export async function redactor(mind: Mind): Promise<Redactor> {
  return createRedactor(await mind.deps.known());
}
