// The extension for pi, for a given installation. pi has no permissions of its own, so this is the gate: it blocks by answer, and
// where a person sits at the terminal a question is asked there. pi stops at the start when an extension does not load.

import type { Installation } from "../install/pluginText.ts";
import { type Engine, type LineMeaning, openEngine, type PluginVerdict } from "./engine.ts";
import { bankSettings, blockFor } from "./memoryBank.ts";

interface Context {
  readonly cwd?: string;
  readonly hasUI?: boolean;
  readonly ui?: {
    confirm(title: string, message: string): Promise<boolean>;
    select?(title: string, choices: readonly string[]): Promise<string | undefined>;
    notify?(message: string, kind: "info"): void;
  };
  readonly sessionManager?: { getSessionId?(): string };
}

interface ToolCall {
  readonly toolName: string;
  readonly input: Record<string, unknown>;
}

export interface Api {
  on(event: string, run: (event: never, context: Context) => unknown): void;
}

/** In the order of the dialog. */
const MEANINGS: readonly (readonly [label: string, as: LineMeaning])[] = [
  ["Enforce it from now on", "hold"],
  ["Allow: that is not what the line means", "advice"],
  ["Ask each time", "ask"],
];

async function aboutLine(
  engine: Engine,
  { ui }: Context,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Exclude<PluginVerdict, { kind: "line" }>> {
  const chosen = await ui?.select?.(
    `Codicil asks once: ${reason}`,
    MEANINGS.map(([label]) => label),
  );
  const [, as] = MEANINGS.find(([label]) => label === chosen) ?? [];
  const verdict = as === undefined ? null : await engine.settle(id, as);
  return verdict === null || verdict.kind === "line"
    ? { kind: "deny", reason: `${reason} The person did not say what the line means, so this call did not run.` }
    : verdict;
}

export function piExtension(pi: Api, installation: Installation): void {
  const settings = bankSettings(process.env);
  const idOf = (context: Context) => context.sessionManager?.getSessionId?.() ?? "unknown";
  const engines = new Map<string, ReturnType<typeof openEngine>>();
  const engineFor = (context: Context) => {
    const cwd = context.cwd ?? process.cwd();
    const known = engines.get(cwd) ?? openEngine("pi", cwd, installation);
    engines.set(cwd, known);
    return known;
  };

  const show = (context: Context, text: string | null) => {
    if (text !== null && context.hasUI === true) context.ui?.notify?.(text, "info");
  };

  // What was typed, before templates of the project are put into it; by session, until its run starts.
  const typed = new Map<string, string>();
  pi.on("input", ({ text = "", source }: { readonly text?: string; readonly source?: string }, context) => {
    if (source === "extension") typed.delete(idOf(context));
    else typed.set(idOf(context), text);
    return undefined;
  });

  pi.on(
    "before_agent_start",
    async (
      event: {
        readonly messageType?: string;
        readonly prompt?: string;
        readonly systemPrompt?: string;
        readonly systemPromptOptions?: { sections?: Record<string, string> };
      },
      context,
    ) => {
      const engine = engineFor(context);
      const words = event.messageType === "custom" ? undefined : typed.get(idOf(context));
      typed.delete(idOf(context));
      const [block, told] = [
        await engine.block(idOf(context)),
        await engine.prompt(idOf(context), words ?? event.prompt ?? "", { byAgent: words === undefined }),
      ];
      show(context, told.person);
      const message = told.context === null ? {} : { message: { customType: "codicil", content: told.context, display: false } };
      if (block === null) return message;
      const text = blockFor(block, event.systemPrompt ?? "", settings);
      const options = event.systemPromptOptions;
      if (options === undefined) return { ...message, systemPrompt: `${event.systemPrompt ?? ""}\n\n${text}` };
      // A section is kept with the session and compared: the same bytes cost the model's cache nothing.
      options.sections = { ...options.sections, codicil: text };
      return message;
    },
  );

  pi.on("tool_call", async ({ toolName, input }: ToolCall, context) => {
    const engine = engineFor(context);
    const first = await engine.before(idOf(context), toolName, input, { seen: context.hasUI === true && context.ui?.select !== undefined });
    const verdict = first.kind === "line" ? await aboutLine(engine, context, first) : first;
    if (verdict.kind === "pass") return undefined;
    if (verdict.kind === "rewrite") {
      Object.assign(input, verdict.input);
      return undefined;
    }
    const isAllowed =
      verdict.kind === "ask" && context.hasUI === true && (await context.ui?.confirm("Codicil asks", verdict.reason)) === true;
    return isAllowed ? undefined : { block: true, reason: verdict.reason };
  });

  pi.on(
    "tool_result",
    ({ toolName, input, isError, content }: ToolCall & { readonly isError?: boolean; readonly content?: unknown }, context) =>
      engineFor(context).after(idOf(context), toolName, input ?? {}, { ok: isError !== true, output: content }),
  );
  pi.on("session_compact", (_: unknown, context) => engineFor(context).compacted(idOf(context)));
  pi.on("agent_settled", async (_: unknown, context) =>
    show(context, (await engineFor(context).turnEnded(idOf(context), { unseen: context.hasUI !== true })).person),
  );
  pi.on("session_shutdown", (_: unknown, context) => engineFor(context).ended(idOf(context)));
}
