// The ways to be told to go: SIGTERM, and SIGHUP when the terminal is closed. A session ends properly by either.

import type { EndReason } from "../../runtime/index.ts";

export interface Signals {
  reason(): EndReason | null;
  arrived(): Promise<{ readonly kind: "signal"; readonly reason: EndReason }>;
  /** Calls `then` when one arrives; answers how to stop listening. */
  onArrival(then: () => void): () => void;
  exitCode(): number;
  close(): void;
}

const NAMED: readonly { readonly name: NodeJS.Signals; readonly reason: EndReason; readonly number: number }[] = [
  { name: "SIGTERM", reason: "terminated", number: 15 },
  { name: "SIGHUP", reason: "hangup", number: 1 },
];

export function watchSignals(options: { readonly interrupt?: boolean } = {}): Signals {
  const named = options.interrupt === true ? [...NAMED, { name: "SIGINT" as const, reason: "interrupt" as const, number: 2 }] : NAMED;
  let got: (typeof NAMED)[number] | null = null;
  const waiting = new Set<() => void>();
  const handlers = named.map((signal) => {
    const handler = () => {
      got ??= signal;
      for (const tell of waiting) tell();
    };
    process.on(signal.name, handler);
    return { name: signal.name, handler };
  });
  return {
    reason: () => got?.reason ?? null,
    arrived: () =>
      new Promise((resolve) => {
        const tell = () => {
          waiting.delete(tell);
          if (got !== null) resolve({ kind: "signal", reason: got.reason });
        };
        if (got === null) waiting.add(tell);
        else tell();
      }),
    onArrival: (then) => {
      waiting.add(then);
      if (got !== null) then();
      return () => waiting.delete(then);
    },
    exitCode: () => (got === null || got.name === "SIGINT" ? 0 : 128 + got.number),
    close: () => {
      for (const { name, handler } of handlers) process.off(name, handler);
    },
  };
}
