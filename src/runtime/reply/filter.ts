// Every answer passes here on its way to the person, in this order (OR-40…42): fragments are merged, emoji beyond the first
// are cut, secrets are marked. Redaction comes last, because merging and cutting could put a secret together. The log keeps
// the text as the model gave it; what the person saw is kept with it (X31). Arguments of tools never come this way.

import { createRedactor, type Known } from "../../content/index.ts";
import { createShaper, type ShapeOptions } from "./shape.ts";

export interface ReplyFilter {
  /** The next piece of the answer; answers what can be shown by now. */
  push(chunk: string): string;
  /** The model speaks again in the same answer, behind a tool call. */
  next(): string;
  /** The answer is over: the rest of it. The next push begins another one. */
  end(): string;
  /** What was changed in the answer so far, in words. */
  changes(): string[];
}

export function createReplyFilter(known?: Known, options: ShapeOptions = {}): ReplyFilter {
  const shaper = createShaper(options);
  const redactor = createRedactor(known);
  return {
    push: (chunk) => redactor.push(shaper.push(chunk)),
    next: () => redactor.push(shaper.next()) + redactor.flush(),
    end: () => redactor.push(shaper.end()) + redactor.flush(),
    changes: () => {
      const { merged, cut } = shaper.counts();
      const secrets = redactor.found().length;
      const of = (count: number, what: string) => (count === 0 ? [] : [`${what}: ${count}`]);
      return [...of(merged, "fragments merged"), ...of(cut, "emoji cut"), ...of(secrets, "secrets marked")];
    },
  };
}
