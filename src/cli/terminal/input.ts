// stdin as text: whole, line by line, or as it comes. What is not UTF-8 becomes U+FFFD, and whoever reads is told.

import { isUtf8 } from "node:buffer";
import type { Terminal } from "./command.ts";

export function openInput(tellBroken: () => void): Pick<Terminal, "readInput" | "inputLines" | "inputChunks"> {
  async function readInput(): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
    const whole = Buffer.concat(chunks);
    if (!isUtf8(whole)) tellBroken();
    return whole.toString("utf8");
  }

  async function* inputLines(): AsyncIterable<string> {
    // The pieces of an unfinished line are joined once, when it ends: a line may be as large as the input.
    const pieces: string[] = [];
    const finish = (last: string): string => [...pieces.splice(0), last].join("");
    for await (const text of inputChunks()) {
      const [first = "", ...others] = text.split("\n");
      const open = others.pop();
      if (open === undefined) pieces.push(first);
      else {
        yield finish(first);
        yield* others;
        pieces.push(open);
      }
    }
    const rest = finish("");
    if (rest !== "") yield rest;
  }

  async function* inputChunks(): AsyncIterable<string> {
    const decoder = new TextDecoder();
    const strict = new TextDecoder("utf-8", { fatal: true });
    let isBroken = false;
    const look = (chunk?: Buffer) => {
      if (isBroken) return;
      try {
        strict.decode(chunk, { stream: chunk !== undefined });
      } catch {
        isBroken = true;
      }
    };
    for await (const chunk of process.stdin) {
      look(chunk as Buffer);
      yield decoder.decode(chunk as Buffer, { stream: true });
    }
    look();
    yield decoder.decode();
    if (isBroken) tellBroken();
  }

  return { readInput, inputLines, inputChunks };
}
