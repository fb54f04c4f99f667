// HOOK.md (agenthooks): front matter that says when a hook runs. What it runs lies beside it, in scripts/.

import * as v from "valibot";
import { AppError, type LinearPattern, linearPattern } from "../../base/index.ts";
import { checkShape } from "../text/checkShape.ts";

/** agenthooks' events, and last-word's own end of a session, which it does not have (X22). */
export const HOOK_EVENTS = [
  "pre-session",
  "pre-agent-turn",
  "pre-tool-call",
  "post-tool-call",
  "post-tool-call-failure",
  "pre-subagent",
  "post-subagent",
  "pre-context-compact",
  "post-context-compact",
  "pre-agent-turn-stop",
  "post-agent-turn-stop",
  "post-agent-turn",
  "pre-session-stop",
  "post-session",
] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** Names that agenthooks had before, and still reads. */
const OLD_NAMES: Readonly<Record<string, HookEvent>> = {
  "session-start": "pre-session",
  "session-end": "post-session",
  "before-agent": "pre-agent-turn",
  "after-agent": "post-agent-turn",
  "before-stop": "pre-agent-turn-stop",
  "before-tool": "pre-tool-call",
  "after-tool": "post-tool-call",
  "after-tool-failure": "post-tool-call-failure",
  "subagent-start": "pre-subagent",
  "subagent-stop": "post-subagent",
  "pre-compact": "pre-context-compact",
};

export interface HookFile {
  readonly name: string;
  readonly description: string;
  readonly trigger: HookEvent;
  readonly matcher: { readonly tool?: LinearPattern | undefined; readonly pattern?: LinearPattern | undefined };
  /** Milliseconds. */
  readonly timeout: number;
  readonly async: boolean;
  /** Higher runs first. */
  readonly priority: number;
  readonly metadata: Readonly<Record<string, unknown>>;
}

const HookSchema = v.looseObject({
  name: v.pipe(v.string(), v.regex(/^[\w.-]{1,64}$/, "must be 1 to 64 letters, digits, or _ . -")),
  description: v.optional(v.pipe(v.string(), v.maxLength(1024)), ""),
  trigger: v.pipe(
    v.string(),
    v.check((name) => hookEventNamed(name) !== null, `is none of ${HOOK_EVENTS.join(", ")}`),
  ),
  matcher: v.optional(v.nullable(v.strictObject({ tool: v.optional(v.string()), pattern: v.optional(v.string()) }))),
  timeout: v.optional(v.pipe(v.number(), v.minValue(100), v.maxValue(600_000)), 30_000),
  async: v.optional(v.boolean(), false),
  priority: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1000)), 100),
  metadata: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
});

/** In any spelling: `pre_session_stop`, `PreSessionStop`, `before_tool`. */
export function hookEventNamed(name: string): HookEvent | null {
  const spaced = name.trim().replace(/([a-z])(?=[A-Z])/g, "$1-");
  const plain = spaced.replaceAll("_", "-").toLowerCase();
  return HOOK_EVENTS.find((event) => event === plain) ?? (Object.hasOwn(OLD_NAMES, plain) ? (OLD_NAMES[plain] as HookEvent) : null);
}

export async function readHookFile(text: string, file: string): Promise<HookFile> {
  const front = /^\uFEFF?---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text);
  const hint = "docs/formats.md shows a HOOK.md; the hook does not run until it is right.";
  if (front === null) throw new AppError("BAD_HOOK", "there is no front matter between two lines of ---", { file, line: 1, hint });
  const { parseYaml } = await import("../text/yaml.ts");
  // One line more in front keeps the line numbers.
  const { value, lines } = parseYaml(`\n${front[1] ?? ""}`, file);
  const shape = checkShape(HookSchema, value, { file, lines, code: "BAD_HOOK", hint });
  const expression = (source: string | undefined, field: string): LinearPattern | undefined => {
    if (source === undefined || source === "") return undefined;
    const made = linearPattern(source);
    if (made.kind === "pattern") return made.pattern;
    const at = { file, line: lines.lineOf(["matcher", field]), hint };
    throw new AppError("BAD_HOOK", `matcher.${field} cannot be used as a regular expression: ${made.why}`, at);
  };
  const { name, description, timeout, async, priority } = shape;
  const matcher = { tool: expression(shape.matcher?.tool, "tool"), pattern: expression(shape.matcher?.pattern, "pattern") };
  const trigger = hookEventNamed(shape.trigger) as HookEvent;
  return { name, description, trigger, matcher, timeout, async, priority, metadata: shape.metadata ?? {} };
}
