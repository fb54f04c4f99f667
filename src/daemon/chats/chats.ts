// Chats of the page: the same turn as in the terminal, told to every open page as it happens. What asks waits for the
// page's answer, like a question of a chat at a terminal does. A chat ends when the person says so, when nobody spoke for
// half an hour, and with the daemon; a word said to it later opens it again.

import { AppError } from "../../base/index.ts";
import { refuseElsewhere } from "../../activity/otherMachines.ts";
import type { Mind } from "../../mind/open.ts";
import { startSession } from "../../activity/sessions.ts";
import {
  type Chat,
  type EndReason,
  type Ended,
  type Model,
  onlyInThePage,
  openModel,
  type Queued,
  runTurn,
  type ConversationOptions,
  converse,
} from "../../runtime/index.ts";
import type { QueueName } from "../../schema/index.ts";
import type { Hub } from "../live/hub.ts";

/** What became of a message: a turn of its own at once, or a place in a queue. */
type Taken = { readonly as: "turn" } | { readonly as: QueueName; readonly id: string };

export interface Chats {
  /** The model's name; null: none is configured. */
  model(): Promise<string | null>;
  /** For background work; null where there is only the offline responder. */
  languageModel(): Promise<Model | null>;
  running(): readonly string[];
  /** Begun here and not ended. */
  open(): readonly string[];
  start(options: { readonly shared: boolean }): Promise<string>;
  /** Takes the message; the turn goes on by itself and is told over the hub. While one runs, it is the next. */
  say(session: string, text: string): Promise<Taken>;
  /** Reaches the running turn; where none runs it is an ordinary message. */
  steer(session: string, text: string): Promise<Taken>;
  /** false: no such message is in a queue of this session. */
  withdraw(session: string, id: string): Promise<boolean>;
  cancel(session: string): void;
  /** Ends the conversation: what it declared is saved, the day gets its digest. null: it was not open. */
  end(session: string, reason: EndReason): Promise<Ended | null>;
  /** Ends all of them, so that nothing is written after the daemon stopped. */
  close(): Promise<void>;
}

interface ChatsOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly log: (line: string) => void;
  /** After so long without a word a chat is over. */
  readonly idleMs?: number | undefined;
}

/** How long a question of a turn waits for the page. */
const PATIENCE_MS = 30 * 60_000;
const IDLE_MS = 30 * 60_000;

export function createChats(mind: Mind, hub: Hub, { env = process.env, log, idleMs = IDLE_MS }: ChatsOptions): Chats {
  const open = new Map<string, Held>();
  const ending = new Map<string, Promise<Ended>>();
  const turns = new Map<string, Promise<void>>();
  const idle = new Map<string, NodeJS.Timeout>();
  let opening: ReturnType<typeof openModel> | undefined;
  const model = () => (opening ??= openModel({ config: mind.config, env }));

  const tell = (session: string, event: { readonly type: string; readonly [field: string]: unknown }) =>
    hub.publish({ type: "turn", data: { session, event } });

  const chatOf = async (session: string): Promise<Chat> => {
    // A word said while its end is being written begins it anew, behind that end.
    await ending.get(session)?.catch(() => undefined);
    const { model: chosen } = await model();
    // The page shows one session: a copy under another name has to be asked for there.
    if (!open.has(session)) await refuseElsewhere(mind, session);
    return (open.get(session) ?? hold(session, chosen)).chat;
  };
  const hold = (session: string, chosen: Model): Held => {
    const held = holdConversation(mind, {
      sessionId: session,
      model: chosen,
      approver: onlyInThePage(mind, PATIENCE_MS, { settlesLines: true }),
      listener: (event) => tell(session, event),
      env,
    });
    open.set(session, held);
    // A session that cannot be opened is tried anew with the next message.
    held.chat.catch(() => open.delete(session));
    return held;
  };
  const end = async (session: string, reason: EndReason): Promise<Ended | null> => {
    clearTimeout(idle.get(session));
    idle.delete(session);
    const held = open.get(session);
    if (held === undefined) return null;
    (await held.chat).cancel();
    await turns.get(session);
    open.delete(session);
    const over = held.end(reason);
    ending.set(session, over);
    try {
      const ended = await over;
      tell(session, { type: "left", account: ended.account, digest: ended.digest?.content ?? null, notices: ended.notices });
      return ended;
    } finally {
      ending.delete(session);
      hub.publish({ type: "sessions", data: {} });
    }
  };
  /** Failing to end is no reason for the daemon to fall: the chat stays noted as open and is ended at the next start. */
  const endQuietly = async (session: string, reason: EndReason): Promise<void> => {
    await end(session, reason).catch((error: unknown) => log(`${session} could not be ended: ${(error as Error).message}`));
  };
  const waitForWords = (session: string) => {
    clearTimeout(idle.get(session));
    idle.set(session, setTimeout(() => void endQuietly(session, "idle"), idleMs).unref());
  };

  /** One turn after the other until nothing is queued: follow-ups, and what a crash left. `text`: a message that comes first. */
  const run = async (chat: Chat, session: string, text: string | null): Promise<void> => {
    const turn = (message: string | { readonly id: string }) => {
      tell(session, { type: "started" });
      return runTurn(chat, message);
    };
    try {
      if (text !== null) await turn(text);
      for (let [next] = await chat.waiting(); next !== undefined; [next] = await chat.waiting()) await turn({ id: next.id });
    } catch (error) {
      if (!(error instanceof AppError)) log(`a turn of ${session} failed: ${(error as Error).stack ?? String(error)}`);
      tell(session, {
        type: "error",
        message: error instanceof AppError ? error.message : "the turn ended by a defect; the daemon's log has it",
      });
    } finally {
      turns.delete(session);
      tell(session, { type: "ended" });
      waitForWords(session);
    }
  };

  /** Looks and begins in one step, so that no two turns of a session run. */
  const beginTurn = (chat: Chat, session: string, text: string | null): boolean => {
    if (turns.has(session)) return false;
    turns.set(session, run(chat, session, text));
    return true;
  };
  const queue = async (chat: Chat, session: string, put: () => Promise<Queued>): Promise<Taken> => {
    const { id, queue: as } = await put();
    // The turn may have ended while this was written: then nobody else would take it up.
    beginTurn(chat, session, null);
    return { as, id };
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
    open: () => [...open.keys()],
    start: async ({ shared }) => (await startSession(mind, { sessionType: shared ? "shared" : "main" })).header.sessionId,
    async say(session, text) {
      const chat = await chatOf(session);
      return beginTurn(chat, session, text) ? { as: "turn" } : queue(chat, session, () => chat.followUp(text));
    },
    async steer(session, text) {
      const chat = await chatOf(session);
      return beginTurn(chat, session, text) ? { as: "turn" } : queue(chat, session, () => chat.steer(text));
    },
    withdraw: async (session, id) => (await chatOf(session)).withdraw(id),
    cancel: (session) =>
      void open.get(session)?.chat.then(
        (chat) => chat.cancel(),
        () => undefined,
      ),
    end,
    async close() {
      await Promise.all([...open.keys()].map((session) => endQuietly(session, "terminated")));
    },
  };
}

// A conversation of the page, held from its first word to its end, as a terminal holds one: nobody else has it meanwhile,
// the hooks are told, and its end saves what is pending and writes the day's digest.
interface Held {
  /** Rejects where it cannot be opened: another process has it, a hook keeps it from beginning, there is no such session. */
  readonly chat: Promise<Chat>;
  end(reason: EndReason): Promise<Ended>;
}

function holdConversation(mind: Mind, options: ConversationOptions): Held {
  const opened = Promise.withResolvers<Chat>();
  const leaving = Promise.withResolvers<EndReason>();
  const ended = converse(mind, options, ({ chat }) => {
    opened.resolve(chat);
    return leaving.promise;
  });
  ended.catch(opened.reject);
  return {
    chat: opened.promise,
    end(reason) {
      leaving.resolve(reason);
      return ended;
    },
  };
}
