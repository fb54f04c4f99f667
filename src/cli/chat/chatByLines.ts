// A chat without a terminal: one message a line in, one answer each out, the session's receipts at the end. With --json
// each answer is one JSON value on a line.

import { AppError } from "../../base/index.ts";
import {
  absentPerson,
  type Approver,
  beatIfOn,
  converse,
  type EndReason,
  onlyInThePage,
  recoverChats,
  runTurn,
  type TurnEvent,
} from "../../runtime/index.ts";
import type { Mind } from "../../mind/open.ts";
import type { ChatRequest } from "./interactive.ts";
import { createScreen } from "./screen.ts";
import { endLines } from "./shortly.ts";
import { spentLines } from "./spent.ts";
import { watchSignals } from "./signals.ts";
import { runSlash } from "./slash.ts";
import type { Next } from "./slashContext.ts";

const COLUMNS = 100;

export async function chatByLines({ call, mind, model, modelWhy, ...first }: ChatRequest): Promise<number> {
  const { terminal, json } = call;
  const events: TurnEvent[] = [];
  const screen = createScreen({
    terminal: json ? { ...terminal, print: () => undefined } : terminal,
    columns: () => COLUMNS,
    live: false,
    styled: false,
  });
  const signals = watchSignals({ interrupt: true });
  const input = call.terminal.inputLines()[Symbol.asyncIterator]();
  const print = (value: unknown) => terminal.print(`${JSON.stringify(value)}\n`);
  for (const each of await recoverChats(mind, { except: first.sessionId })) {
    if (json) terminal.say(`session ${each.sessionId} was interrupted; it has been ended now`);
    else endLines(each.sessionId, each, terminal).forEach((text) => terminal.say(`cut off: ${text}`));
  }
  terminal.say(`codicil: ${model.id}${model.isLanguageModel ? "" : `, ${modelWhy}`}`);
  // A script sees from the exit code that a message has no answer.
  let failed = 0;
  let going: Next = { kind: "another", sessionId: first.sessionId };
  try {
    while (going.kind === "another") {
      const { sessionId } = going;
      let id = "";
      const approver = await approverOf(mind);
      const listener = (event: TurnEvent) => {
        events.push(event);
        screen.listener(event);
      };
      const ended = await converse(
        mind,
        { model, approver, listener, sessionId, sessionType: sessionId === undefined ? first.sessionType : undefined },
        async ({ chat }) => {
          id = chat.sessionId;
          const answered = async (work: () => Promise<unknown>) => {
            events.length = 0;
            screen.beginTurn();
            const stop = signals.onArrival(() => chat.cancel());
            try {
              return await work();
            } catch (error) {
              // The next line is another message; this one is in the log.
              if (!(error instanceof AppError)) throw error;
              listener({ type: "error", error });
              return undefined;
            } finally {
              stop();
              screen.endTurn();
              failed ||= events.find((event) => event.type === "error")?.error.exit ?? 0;
            }
          };
          for (const { id: waiting } of await chat.waiting()) await answered(() => runTurn(chat, { id: waiting }));
          for (;;) {
            const next = await Promise.race([input.next(), signals.arrived()]);
            if ("kind" in next) return leave(next.reason);
            if (next.done === true) return leave("end of input");
            if (next.value.trim() === "") continue;
            const lines: string[] = [];
            const line = json ? (text: string) => lines.push(text) : screen.line;
            const done = (await answered(() =>
              runSlash({ chat, terminal, columns: COLUMNS, modelWhy, line, signal: new AbortController().signal }, next.value),
            )) as Next | null | undefined;
            if (done === null) await answered(() => runTurn(chat, next.value));
            if (json) print({ session: chat.sessionId, ...answerOf(events), ...(lines.length === 0 ? {} : { lines }) });
            if (signals.reason() !== null) return leave(signals.reason() ?? "terminated");
            if (done !== null && done !== undefined && done.kind !== "stay") {
              going = done;
              return "quit";
            }
          }
        },
      );
      if (json) print({ session: id, ended });
      else [...endLines(id, ended, terminal), ...(await spentLines(mind, id))].forEach((text) => terminal.print(`${text}\n`));
    }
    const beaten = signals.reason() === null ? await beatIfOn(mind, model) : null;
    if (beaten?.distilled !== null && beaten?.distilled !== undefined)
      terminal.say(`heartbeat: ${beaten.distilled.proposed.length} proposed from the last seven days`);
    return signals.reason() === null ? failed : signals.exitCode();
  } finally {
    signals.close();
    // A line that is still waited for would keep the program alive.
    process.stdin.destroy();
  }

  function leave(reason: EndReason): EndReason {
    going = { kind: "quit" };
    return reason;
  }
}

function answerOf(events: readonly TurnEvent[]): Readonly<Record<string, unknown>> {
  const texts = (type: "notice" | "proposal" | "receipt") => [
    ...new Set(events.flatMap((event) => (event.type === type && "text" in event ? [event.text] : []))),
  ];
  const errors = events.flatMap((event) => (event.type === "error" ? [event.error.toJSON().error] : []));
  return {
    answer: events.flatMap((event) => (event.type === "text" ? [event.text] : [])).join(""),
    receipts: events.flatMap((event) => (event.type === "receipt" ? [event.receipt] : [])),
    proposals: events.flatMap((event) => (event.type === "proposal" ? [{ ...event.receipt, text: event.text }] : [])),
    notices: texts("notice"),
    ...(errors.length === 0 ? {} : { errors }),
  };
}

/** How long a question waits for the page before it is a no. */
const PAGE_PATIENCE_MS = 120_000;

/** Nobody types here. Where a daemon serves this mind, somebody may be at its page. */
async function approverOf(mind: Mind): Promise<Approver> {
  const { isServed } = await import("../../daemon/index.ts");
  return mind.config.unattended !== "allow" && isServed(mind) ? onlyInThePage(mind, PAGE_PATIENCE_MS) : absentPerson(mind);
}
