// What the forms have in common: the sentences around one, and short questions about its things.

import type { Span } from "../grammar/spans.ts";
import type { Target } from "../grammar/slots.ts";

export interface Around {
  /** Spans named by the sentences before: what "it" may mean. */
  readonly named: readonly Span[];
  /** The command that the next sentence says to use. */
  readonly better: Span | null;
  /** All commands of the clause: `uv run python` is the way to go where `python` alone is not. */
  readonly commands: readonly Span[];
}

export const spansOf = (targets: readonly Target[]): Span[] => targets.flatMap((each) => (each.kind === "span" ? [each.span] : []));

/** Acts that change a file. */
export const WRITING = /^(?:change|create|write|delete|add)$/;

/** Programs with so many uses that their bare name says nothing. */
export const MANY_USES: ReadonlySet<string> = new Set(
  "npm pnpm yarn bun pip uv cargo go git gh docker kubectl terraform make python node gradle mvn aws gcloud".split(" "),
);

/** What is written is looked at after the call; to stop it needs a person's approval. */
export const WRITTEN = "it is a rule about what is written";
export const WRITTEN_WHERE = "where it must not be written is a guess";
export const PLACE_UNKNOWN = "where it applies cannot be checked";
export const SOFT = "it is worded as advice";
