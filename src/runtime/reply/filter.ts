// Every answer passes here on its way to the person, in this order (OR-40…42): fragments are merged, emoji beyond the first
// are cut, secrets are marked. Redaction comes last, because merging and cutting could put a secret together. The log keeps
// the text as the model gave it; what the person saw stands beside it (X31). Arguments of tools never come this way.

import { createRedactor, type Known } from "../../content/index.ts";
import { createShaper } from "./shape.ts";

export interface ReplyFilter {
  /** The next piece of the answer; answers what can be shown by now. */
  push(chunk: string): string;
  /** The model speaks again in the same answer, behind a tool call. */
  next(): string;
  /** The answer is over: the rest of it. The next push begins another one. */
  end(): string;
}

export function createReplyFilter(known?: Known): ReplyFilter {
  const shaper = createShaper();
  const redactor = createRedactor(known);
  return {
    push: (chunk) => redactor.push(shaper.push(chunk)),
    next: () => redactor.push(shaper.next()) + redactor.flush(),
    end: () => redactor.push(shaper.end()) + redactor.flush(),
  };
}

/** A whole text at once. */
export function processReply(text: string, known?: Known): string {
  const filter = createReplyFilter(known);
  return filter.push(text) + filter.end();
}
