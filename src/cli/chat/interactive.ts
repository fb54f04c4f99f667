// A chat at a terminal: read, answer, read again, until the person goes or the terminal does.

import { AppError } from "../../base/index.ts";
import type { Mind } from "../../mind/open.ts";
import {
  alsoInThePage,
  beatIfOn,
  converse,
  type Conversation,
  type EndReason,
  type Model,
  noteInput,
  readInputHistory,
  recoverChats,
  runTurn,
} from "../../runtime/index.ts";
import type { Call } from "../terminal/command.ts";
import { terminalApprover } from "./approve.ts";
import { openKeyboard, type Typed } from "./keyboard.ts";
import { createScreen } from "./screen.ts";
import { endLines } from "./shortly.ts";
import { spentLines } from "./spent.ts";
import { watchSignals } from "./signals.ts";
import { type Next, runSlash } from "./slash.ts";
import { fitTo } from "../terminal/width.ts";

export interface ChatRequest {
  readonly call: Call;
  readonly mind: Mind;
  readonly model: Model;
  readonly modelWhy: string;
  readonly sessionId: string | undefined;
  readonly sessionType: "main" | "shared" | undefined;
}

export async function chatAtTerminal({ call, mind, model, modelWhy, ...first }: ChatRequest): Promise<number> {
  const { terminal } = call;
  const { colour, safe } = terminal;
  const columns = Math.max(40, Math.min(process.stdout.columns ?? 80, 110));
  const styled = colour.bold("x") !== "x";
  const screen = createScreen({ terminal, columns, live: true, styled });
  const banner = (id: string, isShared: boolean) =>
    screen.line(
      colour.dim(fitTo(`codicil · ${id}${id === "offline" ? `: ${modelWhy}` : ""} · ${isShared ? "shared · " : ""}/help`, columns)),
    );
  banner(model.id, first.sessionType === "shared");
  const keyboard = openKeyboard(await readInputHistory(mind));
  const signals = watchSignals();
  // The person may type at once; the session is opened meanwhile.
  let typing: Promise<Typed> | null = keyboard.read();
  await recover();
  let going: Next = { kind: "another", sessionId: first.sessionId };
  let current = model;
  try {
    while (going.kind === "another") {
      const { sessionId } = going;
      let id = "";
      const ended = await converse(
        mind,
        {
          model: current,
          approver: alsoInThePage(mind, terminalApprover(keyboard, screen, terminal)),
          listener: screen.listener,
          sessionId,
          sessionType: sessionId === undefined ? first.sessionType : undefined,
        },
        async (conversation) => {
          id = conversation.chat.sessionId;
          if (typing === null) banner(current.id, conversation.chat.sessionType === "shared");
          const { next, reason } = await talk(conversation);
          going = next;
          current = conversation.chat.model;
          return reason;
        },
      );
      [...endLines(id, ended, terminal), ...(await spentLines(mind, id))].forEach((text) => screen.line(text));
    }
    const beaten = signals.reason() === null ? await beatIfOn(mind, current) : null;
    if (beaten?.distilled !== null && beaten?.distilled !== undefined)
      screen.line(`heartbeat: ${beaten.distilled.proposed.length} proposed from the last seven days`);
    return signals.exitCode();
  } finally {
    keyboard.close();
    signals.close();
  }

  async function recover(): Promise<void> {
    const lines = (await recoverChats(mind, { except: first.sessionId })).flatMap((each) => endLines(each.sessionId, each, terminal));
    if (lines.length === 0) return;
    terminal.print("\r\u001b[2K");
    for (const text of lines) screen.line(`${colour.dim("cut off:")} ${text}`);
    keyboard.redraw();
  }

  async function talk(conversation: Conversation): Promise<{ next: Next; reason: EndReason }> {
    const { chat } = conversation;
    await answerWaiting(conversation);
    for (;;) {
      const typed = await Promise.race([typing ?? keyboard.read(), signals.arrived()]);
      typing = null;
      if (typed.kind === "signal") return { next: { kind: "quit" }, reason: typed.reason };
      if (typed.kind !== "message") {
        terminal.print("\n");
        return { next: { kind: "quit" }, reason: typed.kind === "end" ? "end of input" : "interrupt" };
      }
      const text = typed.text.trim();
      if (text === "") continue;
      await noteInput(mind, typed.text);
      const next = await busy(conversation, (signal) => runSlash({ chat, terminal, columns, modelWhy, line: screen.line, signal }, text));
      if (next === null) {
        await answer(conversation, text);
        await answerWaiting(conversation);
      } else if (next.kind !== "stay") return { next, reason: "quit" };
      if (signals.reason() !== null) return { next: { kind: "quit" }, reason: signals.reason() ?? "terminated" };
    }
  }

  /** Follow-ups, and what a crash cut off. */
  async function answerWaiting(conversation: Conversation): Promise<void> {
    for (
      let waiting = await conversation.chat.waiting();
      waiting[0] !== undefined && signals.reason() === null;
      waiting = await conversation.chat.waiting()
    ) {
      screen.line(colour.dim(`› ${safe(fitTo(waiting[0].text.replace(/\s+/g, " "), columns - 2))}`));
      await answer(conversation, { id: waiting[0].id });
    }
  }

  async function answer(conversation: Conversation, message: string | { readonly id: string }): Promise<void> {
    try {
      const { finish } = await busy(conversation, () => runTurn(conversation.chat, message));
      if (finish === "cancelled") screen.line(colour.dim("  (stopped; partial answer saved)"));
    } catch (error) {
      // One message that could not be answered ends no conversation; it is in the log.
      if (!(error instanceof AppError)) throw error;
      screen.listener({ type: "error", error });
    }
  }

  async function busy<T>({ chat }: Conversation, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const stop = () => {
      controller.abort();
      chat.cancel();
    };
    keyboard.whileBusy({
      interrupt: stop,
      line: (text) => {
        const steer = /^\/steer\s+([^]+)$/.exec(text)?.[1];
        if (steer !== undefined) void chat.steer(steer).then(() => screen.line(colour.dim("  (taken up at the next step)")));
        else if (text.trim() !== "") void chat.followUp(text).then(() => screen.line(colour.dim("  (next)")));
      },
    });
    const stopOnSignal = signals.onArrival(stop);
    screen.beginTurn();
    try {
      return await work(controller.signal);
    } finally {
      screen.endTurn();
      stopOnSignal();
      keyboard.whileBusy(null);
    }
  }
}
