// One key at a time, without Enter; what is typed ahead waits for its question.

import type { Call } from "../terminal/command.ts";

const LEAVE = new Set(["\u0003", "\u0004"]);

export interface Keys {
  /** In small letters, `R` stays `R`; null: the person left. */
  next(): Promise<string | null>;
  close(): void;
}

export function openKeys({ terminal }: Call): Keys {
  process.stdin.setRawMode?.(true);
  const chunks = terminal.inputChunks()[Symbol.asyncIterator]();
  let typed: string[] = [];
  return {
    next: async () => {
      for (;;) {
        const known = typed.shift();
        if (known !== undefined) {
          if (LEAVE.has(known)) return null;
          if (known.trim() !== "") return known;
          continue;
        }
        const { value, done } = await chunks.next();
        if (done === true) return null;
        // An arrow or another key that sends a sequence is no answer.
        typed = value.startsWith("\u001b") ? [] : [...value];
      }
    },
    close: () => {
      process.stdin.setRawMode?.(false);
      process.stdin.pause();
    },
  };
}
