// An optional snippet for orchestrators that decide by a "Phase 0" before they read anything else (MB-49): the bank's
// trigger as a step before theirs. It is only text in a prompt, so it is an addition to the gate and never a substitute.

import { protocolRules } from "./protocol.ts";

const AMENDMENT = "AMENDMENT to Phase 0";
export const ORCHESTRATORS = ["sisyphus", "atlas"] as const;
/** How long a host's configuration is believed to be as it was seen. */
export const DETECTION_TTL = 60_000;

/** The text of a key trigger. */
export function keyTriggerText(): string {
  return `## ${AMENDMENT} (Intent Gate): insert Step 0

Step 0 comes before every other key trigger and before the message is classified.

${protocolRules()}

Opt out: the person says not to use the memory bank, or MEMORY_BANK_DISABLED is set. Otherwise continue with Step 1 once the pack is there.
`;
}

/** What is put into the orchestrator's configuration; the same text for each of them. */
export function keyTriggerConfig(): { readonly agents: Readonly<Record<string, { readonly prompt_append: string }>> } {
  return { agents: Object.fromEntries(ORCHESTRATORS.map((name) => [name, { prompt_append: keyTriggerText() }])) };
}

/** Which orchestrators of a configuration carry the amendment. A configuration that cannot be read carries none. */
export function keyTriggersIn(config: unknown): string[] {
  const agents = (config as { agents?: Record<string, { prompt_append?: unknown } | undefined> } | null)?.agents;
  return ORCHESTRATORS.filter((name) => String(agents?.[name]?.prompt_append ?? "").includes(AMENDMENT));
}

/**
 * The recursion guard: whether a pack for exactly this question is in the conversation. A pack for another question
 * does not count, however alike the two are.
 */
export function hasPackFor(question: string, conversation: readonly string[]): boolean {
  return conversation.some((text) => questionsAnsweredIn(text).includes(question));
}

/** The value of `user_question` in each `memory_reader:` block: the lines that are indented below its own. */
function questionsAnsweredIn(text: string): string[] {
  const found: string[] = [];
  let opened: number | null = null;
  for (const line of text.split(/\r?\n/)) {
    const words = line.trim();
    const indent = line.length - line.trimStart().length;
    if (opened !== null && words !== "" && indent <= opened) opened = null;
    if (words === "memory_reader:") opened = indent;
    else if (opened !== null && words.startsWith(QUESTION)) found.push(plainScalar(words.slice(QUESTION.length).trim()));
  }
  return found;
}

const QUESTION = "user_question:";

function plainScalar(value: string): string {
  if (value.startsWith("'") && value.endsWith("'")) return value.slice(1, -1).replaceAll("''", "'");
  if (!value.startsWith('"')) return value;
  try {
    return JSON.parse(value) as string;
  } catch {
    // Not a string that ends on its line: no pack of ours.
    return value;
  }
}

/** Looks at most once in 60 seconds: often enough to notice an edit, seldom enough to cost nothing. */
export function rememberFor<T>(look: () => T, now: () => number, ttl = DETECTION_TTL): () => T {
  let seen: { readonly value: T; readonly at: number } | null = null;
  return () => {
    const at = now();
    // A clock that was set back must not make a memory last.
    if (seen === null || at - seen.at >= ttl || at < seen.at) seen = { value: look(), at };
    return seen.value;
  };
}
