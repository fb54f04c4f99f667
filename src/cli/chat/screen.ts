// What a turn tells, on the screen: the answer as it streams, one line for each call, verdicts with their rule; behind
// the answer what was written and what is pending. Anything that takes longer than a second says that it goes on.

import type { TurnEvent, TurnListener } from "../../runtime/index.ts";
import type { Terminal } from "../terminal/command.ts";
import { createPainter } from "./painter.ts";
import { callWords, toolLine, verdictLines } from "./shortly.ts";
import { fitTo, wrapLines } from "../terminal/width.ts";

export interface Screen {
  readonly listener: TurnListener;
  beginTurn(): void;
  endTurn(): void;
  line(text: string): void;
  /** While the person is asked something, nothing is drawn over the question. */
  asking<T>(question: () => Promise<T>): Promise<T>;
  /** The person types while an answer is under way: what is drawn makes room for it. */
  typing(line: string): void;
}

export interface ScreenOptions {
  readonly terminal: Terminal;
  readonly columns: number;
  /** A person looks: styles, progress. Otherwise plain text in whole lines. */
  readonly live: boolean;
  readonly styled: boolean;
}

const PROGRESS_AFTER_MS = 1000;

export function createScreen({ terminal, columns, live, styled }: ScreenOptions): Screen {
  const { colour, safe } = terminal;
  const painter = createPainter({ colour, columns: live ? columns : Number.POSITIVE_INFINITY, styled });
  const running = new Map<string, Readonly<Record<string, unknown>>>();
  let behind: string[] = [];
  let answer = "";
  let doing = "";
  let since = 0;
  let shown = false;
  let timer: NodeJS.Timeout | undefined;

  const clearProgress = () => {
    if (shown) terminal.print("\r\u001b[2K");
    shown = false;
    since = performance.now();
  };
  const print = (text: string) => {
    if (text === "") return;
    clearProgress();
    terminal.print(text);
  };
  /** On a line of its own, whatever the answer is in the middle of. */
  const line = (text: string) => {
    print(painter.end());
    print(`${live ? wrapLines(text, columns) : text}\n`);
  };
  const progress = () => {
    if (isAsking || typed !== "" || performance.now() - since < PROGRESS_AFTER_MS || !painter.atStart) return;
    terminal.print(
      `\r\u001b[2K${colour.dim(fitTo(`… ${doing} ${Math.round((performance.now() - started) / 1000)} s (Ctrl+C stops it)`, columns - 1))}`,
    );
    shown = true;
  };
  let started = 0;
  let isAsking = false;
  let typed = "";
  let isFresh = true;

  function finishedLine(event: Extract<TurnEvent, { type: "tool_finished" }>): string {
    const outcome = { ...event.outcome, text: safe(event.outcome.text) };
    return toolLine({ ...event, outcome }, running.get(event.id) ?? {}, { columns, colour });
  }

  function errorLines({ code, message, hint }: Extract<TurnEvent, { type: "error" }>["error"]): string {
    return `${colour.red(code)} ${safe(message)}${hint === undefined ? "" : `\n  ${safe(hint)}`}`;
  }

  function listener(event: TurnEvent): void {
    switch (event.type) {
      case "text": {
        answer += event.text;
        // The first words behind a prompt or a call's line need no white space before them.
        const text = isFresh ? event.text.replace(/^\s+/, "") : event.text;
        if (text !== "") isFresh = false;
        return print(painter.push(safe(text)));
      }
      case "reasoning":
        doing = "thinking";
        return;
      case "tool_started":
        print(painter.end());
        isFresh = true;
        running.set(event.id, event.args);
        doing = `${event.name} ${callWords(event.args)}`.trim();
        return;
      case "tool_finished":
        // What the person ran themselves shows its own output.
        if (!event.id.startsWith("person_")) line(finishedLine(event));
        running.delete(event.id);
        doing = "thinking";
        return;
      case "verdict":
        // At a terminal the question itself says all of it.
        if (live && event.decision.verdict === "ask") return;
        return verdictLines(event, { safe, colour }).forEach(line);
      case "notice":
      case "proposal":
      case "receipt":
        behind.push(safe(event.text));
        return;
      case "error":
        return line(errorLines(event.error));
      default:
        return;
    }
  }

  return {
    listener,
    line,
    asking: async (question) => {
      clearProgress();
      isAsking = true;
      try {
        return await question();
      } finally {
        isAsking = false;
      }
    },
    typing: (line) => {
      if (shown) terminal.print(`\r\u001b[2K${line}`);
      shown = false;
      typed = line;
    },
    beginTurn: () => {
      typed = "";
      behind = [];
      answer = "";
      isFresh = true;
      doing = "thinking";
      started = since = performance.now();
      if (live) timer = setInterval(progress, 250);
    },
    endTurn: () => {
      clearInterval(timer);
      print(painter.end());
      // What the answer said already need not be said twice.
      for (const text of new Set(behind)) if (!answer.includes(text)) line(styled ? colour.yellow(text) : text);
      behind = [];
    },
  };
}
