// A chat at a terminal: read, answer, read again, until the person goes or the terminal does.

import { AppError } from "../../base/index.ts";
import { show } from "../../activity/sessions.ts";
import type { Mind } from "../../mind/open.ts";
import {
  alsoInThePage,
  beatIfOn,
  converse,
  type Conversation,
  type Ended,
  type EndReason,
  type Model,
  noteInput,
  readInputHistory,
  recoverChats,
  runTurn,
} from "../../runtime/index.ts";
import type { Call } from "../terminal/command.ts";
import { terminalApprover } from "./approve.ts";
import { completed } from "./complete.ts";
import { openKeyboard, type Typed } from "./keyboard.ts";
import { createScreen } from "./screen.ts";
import { endLines } from "./shortly.ts";
import { spentLines } from "./spent.ts";
import { watchSignals } from "./signals.ts";
import { runSlash, whenOf } from "./slash.ts";
import { type Next, STAY } from "./slashContext.ts";
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
  const columns = () => Math.max(40, Math.min(terminal.columns, 110));
  const styled = colour.bold("x") !== "x";
  const screen = createScreen({ terminal, columns, live: true, styled });
  const banner = (id: string, isShared: boolean) =>
    screen.line(
      colour.dim(fitTo(`codicil · ${id}${id === "offline" ? `: ${modelWhy}` : ""} · ${isShared ? "shared · " : ""}/help`, columns())),
    );
  banner(model.id, first.sessionType === "shared");
  const keyboard = openKeyboard(await readInputHistory(mind), (line) => completed(mind, line));
  const signals = watchSignals();
  // The person may type at once; the session is opened meanwhile.
  let typing: Promise<Typed> | null = keyboard.read();
  await recover();
  let going: Next = { kind: "another", sessionId: first.sessionId };
  let current = model;
  /** Commands that were typed while an answer was under way. */
  const later: string[] = [];
  let left: string | undefined;
  try {
    while (going.kind === "another") {
      const { sessionId } = going;
      let id = "";
      const work = converse(
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
          if (sessionId !== undefined) await sayWhere(conversation);
          const { next, reason } = await talk(conversation);
          going = next;
          current = conversation.chat.model;
          return reason;
        },
      );
      const ended = await orStay(work);
      if (ended === null) continue;
      left = id;
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

  /** Where a conversation that goes on was left. */
  async function sayWhere({ chat }: Conversation): Promise<void> {
    const said = show(await chat.log.session()).filter(({ as }) => as === "user" || as === "assistant");
    for (const { as, text } of said.slice(-2))
      screen.line(colour.dim(fitTo(`${as === "user" ? "› " : "  "}${safe(text.replace(/\s+/g, " "))}`, columns())));
  }

  /** Null where the conversation that was to be resumed cannot be opened: the one before goes on. */
  async function orStay(work: Promise<Ended>): Promise<Ended | null> {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof AppError) || left === undefined) throw error;
      screen.listener({ type: "error", error });
      going = { kind: "another", sessionId: left };
      left = undefined;
      return null;
    }
  }

  async function recover(): Promise<void> {
    const lines = (await recoverChats(mind, { except: first.sessionId })).flatMap((each) => endLines(each.sessionId, each, terminal));
    if (lines.length === 0) return;
    terminal.rewind();
    for (const text of lines) screen.line(`${colour.dim("cut off:")} ${text}`);
    keyboard.redraw();
  }

  async function talk(conversation: Conversation): Promise<{ next: Next; reason: EndReason }> {
    let next = await answerWaiting(conversation);
    while (next.kind === "stay" && signals.reason() === null) {
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
      next = await take(conversation, text);
    }
    return signals.reason() === null ? { next, reason: "quit" } : { next: { kind: "quit" }, reason: signals.reason() ?? "terminated" };
  }

  async function take(conversation: Conversation, text: string): Promise<Next> {
    const next = await obey(conversation, text);
    if (next !== null) return next.kind === "stay" ? answerWaiting(conversation) : next;
    await answer(conversation, text);
    return answerWaiting(conversation);
  }

  /** null: the line is a message. */
  async function obey(conversation: Conversation, text: string): Promise<Next | null> {
    return busy(conversation, (signal) => runSlash({ ...context(conversation), line: screen.line, signal }, text));
  }

  function context({ chat }: Conversation): Omit<Parameters<typeof runSlash>[0], "line" | "signal"> {
    return { chat, terminal, columns: columns(), modelWhy, edit: keyboard.put };
  }

  /** Commands that were typed during an answer, then follow-ups, and what a crash cut off. */
  async function answerWaiting(conversation: Conversation): Promise<Next> {
    while (signals.reason() === null) {
      const command = later.shift();
      const [message] = command === undefined ? await conversation.chat.waiting() : [];
      if (command === undefined && message === undefined) break;
      screen.line(colour.dim(`› ${safe(fitTo((command ?? message?.text ?? "").replace(/\s+/g, " "), columns() - 2))}`));
      const next = command === undefined ? null : await obey(conversation, command);
      if (next !== null && next.kind !== "stay") return next;
      if (message !== undefined) await answer(conversation, { id: message.id });
    }
    return STAY;
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

  async function busy<T>(conversation: Conversation, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const stop = () => {
      controller.abort();
      conversation.chat.cancel();
    };
    screen.beginTurn();
    keyboard.whileBusy({
      interrupt: stop,
      typing: screen.typing,
      line: (text) => void hear(conversation, text, { stop, signal: controller.signal }),
    });
    const stopOnSignal = signals.onArrival(stop);
    try {
      return await work(controller.signal);
    } finally {
      screen.endTurn();
      stopOnSignal();
      keyboard.whileBusy(null);
    }
  }

  /** A line that is typed while an answer is under way. */
  async function hear(conversation: Conversation, text: string, { stop, signal }: { stop(): void; signal: AbortSignal }): Promise<void> {
    const { chat } = conversation;
    const { aside } = screen;
    if (text.trim() !== "") aside(`› ${safe(text.trim())}`);
    const steer = /^\/steer\s+([^]+)$/.exec(text)?.[1];
    const when = whenOf(text);
    if (steer !== undefined) {
      await chat.steer(steer);
      aside(colour.dim("  (taken up at the next step)"));
    } else if (when === "now") await runSlash({ ...context(conversation), line: aside, signal }, text);
    else if (when !== null) {
      later.push(text.trim());
      if (when === "leave") stop();
      else aside(colour.dim(`  (${safe(text.trim())}: after this answer)`));
    } else if (text.trim() !== "") {
      await chat.followUp(text);
      const { length } = await chat.waiting();
      aside(colour.dim(length === 1 ? "  (next)" : `  (next, after ${length - 1} other; /next shows them)`));
    }
  }
}
