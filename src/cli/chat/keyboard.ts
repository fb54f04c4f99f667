// The person's keyboard: one message at a time, with history, several lines and pasting; and what they type while an
// answer is under way.

import type { EventEmitter } from "node:events";
import { createInterface, emitKeypressEvents } from "node:readline";

export type Typed = { readonly kind: "message"; readonly text: string } | { readonly kind: "end" } | { readonly kind: "interrupt" };

export interface Keyboard {
  read(): Promise<Typed>;
  /** A question in the middle of something; the empty text where nobody answers. */
  ask(question: string, signal?: AbortSignal): Promise<string>;
  /** While an answer is under way: what is typed so far, whole lines, and Ctrl+C. */
  whileBusy(handlers: { typing(line: string): void; line(text: string): void; interrupt(): void } | null): void;
  /** Something was printed while the person was to type: the prompt again, with what they typed. */
  redraw(): void;
  /** Puts a text where the person types, to be changed. */
  put(text: string): void;
  close(): void;
}

const PROMPT = "› ";
const MORE = "… ";
const PASTE_ON = "\u001b[?2004h";
const PASTE_OFF = "\u001b[?2004l";

export function openKeyboard(history: readonly string[], prompt = PROMPT): Keyboard {
  const { stdin, stdout } = process;
  const reader = createInterface({
    input: stdin,
    output: stdout,
    terminal: true,
    history: history.map((text) => text.replaceAll("\n", " ")),
    historySize: 500,
    removeHistoryDuplicates: true,
  });
  emitKeypressEvents(stdin, reader);
  stdout.write(PASTE_ON);
  let lines: string[] = [];
  let pasting = false;
  let closed = false;
  let take: ((typed: Typed) => void) | null = null;
  let busy: Parameters<Keyboard["whileBusy"]>[0] = null;

  stdin.on("keypress", (_, key: { name?: string } | undefined) => {
    if (key?.name === "paste-start") pasting = true;
    if (key?.name === "paste-end") pasting = false;
    if (take === null) busy?.typing(reader.line);
  });
  reader.on("line", (line) => {
    if (take === null) {
      busy?.line(line);
      return;
    }
    lines.push(line);
    if (pasting || goesOn(lines)) {
      reader.setPrompt(MORE);
      if (!pasting) reader.prompt();
      return;
    }
    finish({ kind: "message", text: lines.map((each) => each.replace(/\\$/, "")).join("\n") });
  });
  reader.on("SIGINT", () => {
    if (take === null) {
      busy?.interrupt();
      return;
    }
    if (reader.line === "" && lines.length === 0) return finish({ kind: "interrupt" });
    // As in a shell: what was begun is dropped.
    lines = [];
    stdout.write("^C\n");
    reader.write(null, { ctrl: true, name: "e" });
    reader.write(null, { ctrl: true, name: "u" });
    reader.setPrompt(prompt);
    reader.prompt();
  });
  const end = () => {
    closed = true;
    finish({ kind: "end" });
  };
  reader.on("close", end);
  // A terminal that is closed fails on every side; the session must still end properly.
  (reader as EventEmitter).on("error", end);
  stdin.on("error", end);
  stdout.on("error", end);

  function finish(typed: Typed): void {
    const answer = take;
    take = null;
    lines = [];
    answer?.(typed);
  }

  return {
    read: () =>
      new Promise((resolve) => {
        if (closed) return resolve({ kind: "end" });
        take = resolve;
        reader.setPrompt(prompt);
        reader.prompt();
      }),
    ask: (question, signal) =>
      new Promise((resolve) => {
        if (closed) return resolve("");
        // Withdrawn: the question is unanswered on the screen and what is typed is a message again.
        signal?.addEventListener(
          "abort",
          () => {
            stdout.write("\n");
            resolve("");
          },
          { once: true },
        );
        reader.question(question, signal === undefined ? {} : { signal }, resolve);
        reader.once("close", () => resolve(""));
      }),
    whileBusy: (handlers) => {
      busy = handlers;
    },
    redraw: () => {
      if (take !== null) reader.prompt(true);
    },
    put: (text) => {
      reader.write(text.replace(/\s+/g, " "));
      busy?.typing(reader.line);
    },
    close: () => {
      stdout.write(PASTE_OFF);
      reader.close();
    },
  };
}

/** A backslash at the end, or a block of code that is still open. */
function goesOn(lines: readonly string[]): boolean {
  if (lines.at(-1)?.endsWith("\\") === true) return true;
  return lines.filter((line) => line.trimStart().startsWith("```")).length % 2 === 1;
}
