// Codex's word that a hook may run: the SHA-256 of the hook as it reads it, under the hook's place in its file. Computed as
// Codex 0.166 does it; a version that computes otherwise skips our hooks, which the canary of doctor sees.

import { sha256 } from "../../base/index.ts";
import { readAt } from "./jsonText.ts";

interface Hook {
  readonly type: string;
  readonly command: string;
  readonly timeout?: number;
  readonly async?: boolean;
  readonly statusMessage?: string;
  readonly additionalContextLimit?: number;
}

/** Matchers of these events are not part of what Codex reads. */
const WITHOUT_MATCHER = new Set(["UserPromptSubmit", "Stop"]);
const LONGEST_END = 3;
const DEFAULT_LIMIT = 2500;

export interface Trusted {
  readonly key: string;
  readonly hash: string;
}

export function trustedHooks(file: string, text: string, isOurs: (value: unknown) => boolean): Trusted[] {
  const hooks = (readAt(text, ["hooks"], file) ?? {}) as Readonly<
    Record<string, readonly { readonly matcher?: string; readonly hooks: readonly Hook[] }[]>
  >;
  return Object.entries(hooks).flatMap(([event, groups]) =>
    groups.flatMap((group, at) =>
      group.hooks.flatMap((hook, index): Trusted[] =>
        isOurs(hook) ? [{ key: `${file}:${snake(event)}:${at}:${index}`, hash: hashOf(event, group.matcher, hook) }] : [],
      ),
    ),
  );
}

function hashOf(event: string, matcher: string | undefined, hook: Hook): string {
  const timeout = event === "SessionEnd" ? Math.min(LONGEST_END, Math.max(1, hook.timeout ?? 1)) : Math.max(1, hook.timeout ?? 600);
  const normal = {
    ...(hook.additionalContextLimit === undefined || hook.additionalContextLimit === DEFAULT_LIMIT
      ? {}
      : { additionalContextLimit: hook.additionalContextLimit }),
    async: hook.async === true,
    command: hook.command,
    ...(hook.statusMessage === undefined ? {} : { statusMessage: hook.statusMessage }),
    timeout,
    type: hook.type,
  };
  // Keys in the order of the alphabet: the hash is of the canonical text.
  const matched = matcher === undefined || WITHOUT_MATCHER.has(event) ? {} : { matcher };
  return `sha256:${sha256(JSON.stringify({ event_name: snake(event), hooks: [normal], ...matched }))}`;
}

function snake(event: string): string {
  return event.replace(/[A-Z]/g, (letter, at: number) => `${at === 0 ? "" : "_"}${letter.toLowerCase()}`);
}
