// What a turn tells, on the screen: the answer as it streams, one line for each call, verdicts with their rule; behind
// the answer what was written and what is pending. Anything that takes longer than a second says that it goes on.

import type { TurnEvent, TurnListener } from "../../runtime/index.ts";
import type { Terminal } from "../terminal/command.ts";
import { createPainter } from "./painter.ts";
import { callWords, toolLine, verdictLines } from "./shortly.ts";
import { fitTo, widthOf, wrapLines } from "../terminal/width.ts";

export interface Screen {
  readonly listener: TurnListener;
  beginTurn(): void;
  endTurn(): void;
  /** On a line of its own, behind what the answer says so far. */
  line(text: string): void;
  /** On a line of its own, in the middle of an answer that goes on. */
  aside(text: string): void;
  /** While the person is asked something, nothing is drawn over the question. */
  asking<T>(question: () => Promise<T>): Promise<T>;
  /** What the person types while an answer is under way: it is kept below the answer, with the cursor in this column. */
  typing(line: string, cursor: number): void;
}

export interface ScreenOptions {
  readonly terminal: Terminal;
  columns(): number;
  /** A person looks: styles, progress. Otherwise plain text in whole lines. */
  readonly live: boolean;
  readonly styled: boolean;
}

const PROGRESS_AFTER_MS = 1000;

export function createScreen({ terminal, columns, live, styled }: ScreenOptions): Screen {
  const { colour, safe } = terminal;
  const painter = createPainter({ colour, columns: live ? columns : () => Number.POSITIVE_INFINITY, styled });
  const running = new Map<string, Readonly<Record<string, unknown>>>();
  let behind: string[] = [];
  let answer = "";
  let doing = "";
  let since = 0;
  let shown = false;
  let timer: NodeJS.Timeout | undefined;

  const clearProgress = () => {
    if (shown) terminal.rewind();
    shown = false;
    since = performance.now();
  };
  /** Draws what `paint` says, above the line that the person types. */
  const draw = (paint: () => string) => {
    const before = painter.column;
    const text = paint();
    if (text === "") return;
    clearProgress();
    if (typed !== "") leaveTyped(before);
    terminal.print(text);
    if (typed !== "") showTyped();
  };
  const leaveTyped = (column: number) => terminal.rewind(column > 0 ? 1 : 0, column);
  const showTyped = () => {
    const shownPart = endThatFits(typed, columns() - 1);
    terminal.print(`${painter.column > 0 ? "\n" : ""}${safe(shownPart)}`);
    if (shownPart === typed) terminal.toColumn(cursorAt);
  };
  const ownLine = (text: string) => `${live ? wrapLines(text, columns()) : text}\n`;
  const line = (text: string) => draw(() => painter.end() + ownLine(text));
  const aside = (text: string) => draw(() => painter.pause() + ownLine(text));
  const typing = (text: string, cursor: number) => {
    clearProgress();
    if (typed !== "") leaveTyped(painter.column);
    [typed, cursorAt] = [text, cursor];
    if (typed !== "") showTyped();
  };
  const progress = () => {
    if (isAsking || typed !== "" || performance.now() - since < PROGRESS_AFTER_MS || !painter.atStart) return;
    const seconds = Math.round((performance.now() - started) / 1000);
    terminal.rewind();
    terminal.print(colour.dim(fitTo(`… ${doing} ${seconds} s (Ctrl+C stops it)`, columns() - 1)));
    shown = true;
  };
  let started = 0;
  let isAsking = false;
  let typed = "";
  let cursorAt = 0;
  let isFresh = true;

  function finishedLine(event: Extract<TurnEvent, { type: "tool_finished" }>): string {
    const outcome = { ...event.outcome, text: safe(event.outcome.text) };
    return toolLine({ ...event, outcome }, running.get(event.id) ?? {}, { columns: columns(), colour });
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
        return draw(() => painter.push(safe(text)));
      }
      case "reasoning":
        doing = "thinking";
        return;
      case "tool_started":
        draw(() => painter.end());
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
    aside,
    typing,
    asking: async (question) => {
      typing("", 0);
      isAsking = true;
      try {
        return await question();
      } finally {
        isAsking = false;
      }
    },
    beginTurn: () => {
      behind = [];
      answer = "";
      isFresh = true;
      doing = "thinking";
      started = since = performance.now();
      if (live) timer = setInterval(progress, 250);
    },
    endTurn: () => {
      clearInterval(timer);
      typing("", 0);
      draw(() => painter.end());
      // What the answer said already need not be said twice.
      for (const text of new Set(behind)) if (!answer.includes(text)) line(styled ? colour.yellow(text) : text);
      behind = [];
    },
  };
}

/** The end of what is typed, with a mark where its beginning is left out. */
function endThatFits(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  const chars = [...text];
  while (widthOf(chars.join("")) > columns - 1) chars.shift();
  return `…${chars.join("")}`;
}
