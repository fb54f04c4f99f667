// Provenance: the step that decides, before any pattern is asked.

export type Trust = "person" | "agent" | "untrusted";

/** An origin that nobody knows is as good as a web page. */
export function trustOf(origin: string): Trust {
  return origin === "user" ? "person" : origin === "agent" ? "agent" : "untrusted";
}

const WAITS: Readonly<Record<string, string>> = {
  tool: "comes from a tool and needs review",
  file: "comes from an imported file and needs review",
};

export function whyPending(origin: string): string {
  return WAITS[origin] ?? "comes from the web or an unknown origin and needs review";
}

/** Documents that instruct: what is in them is no data, so nobody but the person writes them without a person's approval. */
const INSTRUCTS = /(?:^|[/\\])(?:agents|soul|spirit|claude|gemini)(?:\.(?:local\.)?md)?$/i;

export function isInstructing(target: string): boolean {
  return INSTRUCTS.test(target);
}
