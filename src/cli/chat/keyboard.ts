// The person's keyboard: one message at a time, with history, several lines and pasting; and what they type while an
// answer is under way.

import type { EventEmitter } from "node:events";
import { createInterface, emitKeypressEvents } from "node:readline";
import { Writable } from "node:stream";
import type { Completed } from "./complete.ts";
import { widthOf } from "../terminal/width.ts";

export type Typed = { readonly kind: "message"; readonly text: string } | { readonly kind: "end" } | { readonly kind: "interrupt" };

export interface Keyboard {
  read(): Promise<Typed>;
  /** A question in the middle of something; the empty text where nobody answers. */
  ask(question: string, signal?: AbortSignal): Promise<string>;
  /** While an answer is under way: what is typed so far (to be drawn by whoever draws the answer), messages, and Ctrl+C. */
  whileBusy(handlers: { typing(line: string, cursor: number): void; line(text: string): void; interrupt(): void } | null): void;
  /** Something was printed while the person was to type: the prompt again, with what they typed. */
  redraw(): void;
  /** Puts a text where the person types, to be changed. */
  put(text: string): void;
  close(): void;
}

type Done = (error: null, found: Completed) => void;

const PROMPT = "› ";
const MORE = "… ";
const PASTE_ON = "\u001b[?2004h";
const PASTE_OFF = "\u001b[?2004l";

export function openKeyboard(history: readonly string[], complete: (line: string) => Promise<Completed>): Keyboard {
  const { stdin, stdout } = process;
  let isAsking = false;
  const isSilent = () => busy !== null && !isAsking;
  const output = echoOf(stdout, isSilent);
  const reader = createInterface({
    input: stdin,
    output,
    terminal: true,
    history: history.map((text) => text.replaceAll("\n", " ")),
    historySize: 500,
    removeHistoryDuplicates: true,
    completer: (line: string, done: Done) => void tab(line, done),
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
    // A tab that is pasted is text.
    Object.assign(reader, { isCompletionEnabled: !pasting });
    if (isSilent()) showTyped();
  });
  async function tab(line: string, done: Done): Promise<void> {
    let found: Completed = [[], line];
    try {
      if (!isAsking) found = await complete(line);
    } catch {
      // A list that cannot be read has no names: what reads it next says why.
    }
    done(null, found);
    if (isSilent()) showTyped();
  }
  /** Below the answer. */
  function showTyped(): void {
    const begins = lines.length === 0 ? PROMPT : MORE;
    if (reader.line === "" && lines.length === 0) busy?.typing("", 0);
    else busy?.typing(begins + reader.line, widthOf(begins + reader.line.slice(0, reader.cursor)));
  }
  reader.on("line", (line) => {
    if (take === null && busy === null) return;
    lines.push(line);
    if (pasting || goesOn(lines)) {
      reader.setPrompt(MORE);
      if (!pasting && busy === null) reader.prompt();
      return;
    }
    const text = lines.map((each) => each.replace(/\\$/, "")).join("\n");
    if (busy === null) return finish({ kind: "message", text });
    lines = [];
    busy.typing("", 0);
    busy.line(text);
  });
  reader.on("SIGINT", () => {
    if (take === null || busy !== null) {
      busy?.interrupt();
      return;
    }
    if (reader.line === "" && lines.length === 0) return finish({ kind: "interrupt" });
    // As in a shell: what was begun is dropped.
    lines = [];
    stdout.write("^C\n");
    clear();
    reader.setPrompt(PROMPT);
    reader.prompt();
  });
  function clear(): void {
    reader.write(null, { ctrl: true, name: "e" });
    reader.write(null, { ctrl: true, name: "u" });
  }
  const end = () => {
    closed = true;
    finish({ kind: "end" });
  };
  reader.on("close", end);
  // A terminal that is closed fails on every side; the session must still end properly.
  (reader as EventEmitter).on("error", end);
  stdin.on("error", end);
  stdout.on("error", end);

  /** The prompt with what was typed already, pasted lines above it. */
  function showPrompt(): void {
    lines.forEach((line, at) => stdout.write(`${at === 0 ? PROMPT : MORE}${line}\n`));
    reader.setPrompt(lines.length === 0 ? PROMPT : MORE);
    reader.prompt(true);
  }

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
        showPrompt();
      }),
    ask: (question, signal) =>
      new Promise<string>((resolve) => {
        if (closed) return resolve("");
        // A message that is half typed is no answer: it comes back behind the question.
        const { line } = reader;
        clear();
        isAsking = true;
        // Withdrawn: the question is unanswered on the screen and what is typed is a message again.
        signal?.addEventListener(
          "abort",
          () => {
            stdout.write("\n");
            answered("");
          },
          { once: true },
        );
        reader.question(question, signal === undefined ? {} : { signal }, answered);
        reader.once("close", () => resolve(""));

        function answered(text: string): void {
          isAsking = false;
          resolve(text);
          if (line !== "") reader.write(line);
          showTyped();
        }
      }),
    whileBusy: (handlers) => {
      busy = handlers;
      if (busy !== null) showTyped();
      else if (take !== null) showPrompt();
    },
    redraw: () => {
      if (take !== null) reader.prompt(true);
    },
    put: (text) => {
      reader.write(text.replace(/\s+/g, " "));
      showTyped();
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

/** What the line editor draws on: the screen, unless somebody else draws what is typed. Then no line of it is ever full. */
function echoOf(stdout: NodeJS.WriteStream, isSilent: () => boolean): Writable {
  const echo = new Writable({
    write(chunk: Buffer, _, done) {
      if (!isSilent()) stdout.write(chunk);
      done();
    },
  });
  Object.defineProperty(echo, "columns", { get: () => (isSilent() ? Number.POSITIVE_INFINITY : stdout.columns) });
  stdout.on("resize", () => echo.emit("resize"));
  return echo;
}
