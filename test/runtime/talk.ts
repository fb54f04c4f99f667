// A conversation in a test: a real mind and a real session, and a model that says what the test wants, or asks for tools.

import {
  type Chat,
  hooksAround,
  makePostProcessor,
  memoryDecisions,
  type Model,
  openChat,
  openHooks,
  runTurn,
  type Tool,
  type TurnEvent,
  type TurnReport,
} from "../../src/runtime/index.ts";
import type { Mind } from "codicil";

export type Says = string | { readonly tool: string; readonly args: Record<string, unknown> };

/** Each message of the person's gets the next list: tools first, words last. */
export function scripted(script: readonly (readonly Says[])[]): Model {
  let turn = -1;
  let at = 0;
  return {
    id: "scripted/1",
    isLanguageModel: true,
    cost: () => 0,
    async *stream(request) {
      if (request.turn?.round === 1) {
        turn++;
        at = 0;
      }
      const says = script[turn]?.[at++] ?? "Fine.";
      if (typeof says === "string") {
        for (const piece of says.match(/[^]{1,7}/gu) ?? []) yield { type: "text", text: piece };
        yield { type: "finish", reason: "stop" };
      } else {
        yield { type: "tool_call", call: { id: `t${turn}.${at}`, name: says.tool, input: JSON.stringify(says.args) } };
        yield { type: "finish", reason: "tool_calls" };
      }
    },
  };
}

export interface Talk {
  readonly chat: Chat;
  readonly events: TurnEvent[];
  /** The person's message; answers what the turn told them, in order. */
  say(text: string): Promise<{ readonly report: TurnReport; readonly events: readonly TurnEvent[]; readonly told: string }>;
}

export async function talk(
  mind: Mind,
  script: readonly (readonly Says[])[],
  options: {
    readonly tools?: readonly Tool[];
    readonly shared?: boolean;
    readonly sessionId?: string;
    readonly env?: NodeJS.ProcessEnv;
  } = {},
): Promise<Talk> {
  const events: TurnEvent[] = [];
  const chat = await openChat(mind, {
    model: scripted(script),
    tools: options.tools ?? [],
    sessionId: options.sessionId,
    ...(options.shared === true ? { sessionType: "shared" } : {}),
    listener: (event) => events.push(event),
    steps: {
      postProcess: await makePostProcessor(mind),
      memory: memoryDecisions,
      hooks: hooksAround(openHooks(mind, { session: "s", env: options.env ?? { PATH: process.env["PATH"] } })),
    },
  });
  return {
    chat,
    events,
    say: async (text) => {
      const from = events.length;
      const report = await runTurn(chat, text);
      const fresh = events.slice(from);
      const told = fresh
        .flatMap((event) =>
          event.type === "notice" || event.type === "proposal" || event.type === "receipt"
            ? [event.text]
            : event.type === "text"
              ? [event.text]
              : [],
        )
        .join("\n");
      return { report, events: fresh, told };
    },
  };
}
