// An event happens: every hook that wants it runs, the strongest priority first; the first that blocks ends the row.
// Hooks can only tighten. Nothing that a hook says reaches the model but as a harness item, and no hook loosens a verdict.

import { either } from "../../base/index.ts";
import type { Mind } from "../../mind/open.ts";
import type { HookEvent } from "../../schema/index.ts";
import { findHooks, type Hook } from "./find.ts";
import { runHook } from "./run.ts";

export interface Fired {
  readonly verdict: "go" | "ask" | "block";
  /** The reason of the hook that blocked or asked, and its name. */
  readonly reason?: string | undefined;
  readonly hook?: string | undefined;
  /** The tool's input as a hook changed it; it goes through the gate like the first. */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
  /** For the model. */
  readonly context: readonly string[];
  /** For the person. */
  readonly warnings: readonly string[];
}

export interface Hooks {
  /** `data` are the event's own fields; session and folder are filled in. */
  fire(event: HookEvent, data?: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<Fired>;
  /** Waits for the hooks that run beside, at most this long. */
  settle(milliseconds: number): Promise<void>;
}

const NOTHING: Fired = { verdict: "go", context: [], warnings: [] };

export function openHooks(
  mind: Mind,
  options: {
    /** May change while a chat goes on. */ readonly session: string | (() => string);
    readonly env?: Readonly<Record<string, string | undefined>>;
  },
): Hooks {
  const beside = new Set<Promise<unknown>>();
  const told = new Set<string>();
  const env = options.env ?? process.env;

  async function fire(event: HookEvent, data: Readonly<Record<string, unknown>> = {}, signal?: AbortSignal): Promise<Fired> {
    const { hooks, problems } = await findHooks(mind);
    // Trust first: an untrusted hook's pattern is not even tried.
    const wanted = hooks.filter((hook) => hook.trusted && hook.trigger === event && matches(hook, data));
    const warnings = once(told, [
      ...problems.map(({ error }) => `${error.file ?? ""}: ${error.message}`),
      ...hooks.filter(({ trusted }) => !trusted).map(untrustedNotice),
    ]);
    if (wanted.length === 0) return warnings.length === 0 ? NOTHING : { ...NOTHING, warnings };
    const context: string[] = [];
    let input: Fired["input"];
    for (const hook of wanted) {
      const seen = input === undefined ? data : { ...data, tool_input: input };
      const run = runHook(hook, { event: eventOf(event, seen), cwd: mind.where.cwd, env: environmentFor(hook, env), signal });
      if (hook.async) {
        const ended = run.finally(() => beside.delete(ended));
        beside.add(ended);
        continue;
      }
      const answer = await run;
      if (answer.warning !== undefined) warnings.push(answer.warning);
      if (answer.context !== undefined) context.push(answer.context);
      if (answer.decision !== "allow")
        return {
          verdict: answer.decision === "deny" ? "block" : "ask",
          reason: answer.reason ?? `hook ${hook.name} needs your approval`,
          hook: hook.name,
          input,
          context,
          warnings,
        };
      if (answer.input !== undefined && event === "pre-tool-call") input = answer.input;
    }
    return { verdict: "go", input, context, warnings };
  }

  function eventOf(event: HookEvent, data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    return {
      event_type: event,
      timestamp: mind.deps.clock.now().toISOString(),
      session_id: typeof options.session === "string" ? options.session : options.session(),
      work_dir: mind.where.cwd,
      context: {},
      ...data,
    };
  }

  return {
    fire,
    settle: async (milliseconds) => {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)));
      await Promise.race([Promise.all(beside), late]);
      clearTimeout(timer);
    },
  };
}

/** Only events of tools have something to match. */
function matches({ matcher }: Hook, data: Readonly<Record<string, unknown>>): boolean {
  if (!("tool_name" in data)) return true;
  const names = toolNames(String(data["tool_name"]));
  return (
    (matcher.tool === undefined || names.some((name) => matcher.tool?.test(name))) &&
    (matcher.pattern === undefined || matcher.pattern.test(inputText(data["tool_input"])))
  );
}

/** Hooks are written for other programs' names too. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  shell: ["Shell", "Bash"],
  write: ["WriteFile", "Write"],
  edit: ["EditFile", "StrReplaceFile", "Edit"],
  read: ["ReadFile", "Read"],
  fetch: ["FetchURL", "WebFetch"],
};

function toolNames(name: string): readonly string[] {
  return [name, ...(OTHER_NAMES[name] ?? [])];
}

/** The values as they are, so that a pattern need not know JSON. */
function inputText(input: unknown): string {
  if (typeof input === "string") return input;
  if (input === null || typeof input !== "object") return String(input ?? "");
  return Object.values(input).map(inputText).join("\n");
}

function untrustedNotice(hook: Hook): string {
  return (
    `${hook.scope === "person" ? "the restored hook" : "the project's hook"} ${hook.name} (${hook.trigger}) ` +
    `does not run until you trust it: codicil hooks trust ${hook.name} --hash ${hook.hash.slice(0, 12)}`
  );
}

function once(told: Set<string>, lines: readonly string[]): string[] {
  const fresh = lines.filter((line) => !told.has(line));
  for (const line of fresh) told.add(line);
  return fresh;
}

/** What a project's hook has no need of: keys and tokens of the person stay out of it. */
const PLAIN = new RegExp(
  String.raw`^(?:${either`
  PATH, HOME, USER, LOGNAME, SHELL, LANG, LC_\w+, TZ, TERM, TMPDIR, XDG_\w+, CODICIL_(?:HOME|STATE)
`})$`,
);

function environmentFor(hook: Hook, env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string | undefined>> {
  const base = hook.scope === "person" ? env : Object.fromEntries(Object.entries(env).filter(([name]) => PLAIN.test(name)));
  return { ...base, CODICIL_HOOK: hook.name };
}
