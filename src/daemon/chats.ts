// Chats of the page: the same turn as in the terminal, told to every open page as it happens. What asks waits for the
// page's answer, like a question of a chat at a terminal does.

import { AppError } from "../base/index.ts";
import type { Mind } from "../mind/open.ts";
import { startSession } from "../mind/sessions.ts";
import { type Chat, type Model, onlyInThePage, openConversation, openModel, runTurn, type TurnListener } from "../runtime/index.ts";
import type { Hub } from "./live/hub.ts";

export interface Chats {
  /** The model's name; null: none is configured. */
  model(): Promise<string | null>;
  /** For background work; null where there is only the offline responder. */
  languageModel(): Promise<Model | null>;
  running(): readonly string[];
  start(options: { readonly shared: boolean }): Promise<string>;
  /** Takes the message; the turn goes on by itself and is told over the hub. */
  say(session: string, text: string): Promise<void>;
  steer(session: string, text: string): Promise<void>;
  cancel(session: string): void;
  /** Ends what runs, so that nothing is written after the daemon stopped. */
  close(): Promise<void>;
}

export interface ChatsOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly log: (line: string) => void;
}

/** How long a question of a turn waits for the page. */
const PATIENCE_MS = 30 * 60_000;

export function createChats(mind: Mind, hub: Hub, { env = process.env, log }: ChatsOptions): Chats {
  const open = new Map<string, Promise<Chat>>();
  const turns = new Map<string, Promise<void>>();
  let opening: ReturnType<typeof openModel> | undefined;
  const model = () => (opening ??= openModel({ config: mind.config, env }));

  const chatOf = (session: string): Promise<Chat> => {
    const known = open.get(session) ?? furnish(session);
    open.set(session, known);
    // A session that cannot be opened is tried anew with the next message.
    known.catch(() => open.delete(session));
    return known;
  };
  const furnish = async (session: string): Promise<Chat> => {
    const listener: TurnListener = (event) => hub.publish({ type: "turn", data: { session, event } });
    return (await openConversation(mind, { sessionId: session, model: (await model()).model, approver: onlyInThePage(mind, PATIENCE_MS), listener, env })).chat;
  };

  const tell = (session: string, event: { readonly type: string; readonly [field: string]: unknown }) => hub.publish({ type: "turn", data: { session, event } });
  const run = async (chat: Chat, session: string, text: string): Promise<void> => {
    tell(session, { type: "started" });
    try {
      await runTurn(chat, text);
      // What was said to a turn that ended before it listened, and what a crash left waiting.
      for (let [next] = await chat.waiting(); next !== undefined; [next] = await chat.waiting()) await runTurn(chat, { id: next.id });
    } catch (error) {
      if (!(error instanceof AppError)) log(`a turn of ${session} failed: ${(error as Error).stack ?? String(error)}`);
      tell(session, { type: "error", message: error instanceof AppError ? error.message : "the turn ended by a defect; the daemon's log has it" });
    } finally {
      turns.delete(session);
      tell(session, { type: "ended" });
    }
  };

  return {
    model: async () => {
      const { model: chosen } = await model();
      return chosen.isLanguageModel ? chosen.id : null;
    },
    languageModel: async () => {
      const { model: chosen } = await model();
      return chosen.isLanguageModel ? chosen : null;
    },
    running: () => [...turns.keys()],
    start: async ({ shared }) => (await startSession(mind, { sessionType: shared ? "shared" : "main" })).header.sessionId,
    async say(session, text) {
      if (turns.has(session)) throw new AppError("LOCKED", "a turn is running in this chat", { hint: "Steer it, or wait for its end." });
      const chat = await chatOf(session);
      if (turns.has(session)) throw new AppError("LOCKED", "a turn is running in this chat", { hint: "Steer it, or wait for its end." });
      turns.set(session, run(chat, session, text));
    },
    steer: async (session, text) => (await chatOf(session)).steer(text),
    cancel: (session) => void open.get(session)?.then((chat) => chat.cancel(), () => undefined),
    async close() {
      for (const session of turns.keys()) this.cancel(session);
      await Promise.allSettled(turns.values());
    },
  };
}
