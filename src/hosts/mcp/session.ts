// One life of the MCP server: the mind it serves, what kind of session it is, and its end, when what was planned is flushed.

import { applyAtEnd, flush } from "../../mind/documents/remember.ts";
import type { Mind } from "../../mind/open.ts";
import type { Receipt } from "../../schema/index.ts";

export interface McpSession {
  readonly mind: Mind;
  readonly id: string;
  readonly sessionType: "main" | "shared";
  /** A hook of ours has told the host's session how memory is used: the server does not say it twice. */
  readonly isHooked: boolean;
  /** For people: stderr. Never stdout, which belongs to the protocol. */
  readonly log: (line: string) => void;
  /** Counts a call as running until it is answered. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Waits for what runs, then saves the entries: flush, and apply what needs nobody's approval. Once. */
  end(): Promise<readonly Receipt[]>;
}

export function openMcpSession(
  mind: Mind,
  options: {
    readonly id?: string | undefined;
    readonly sessionType: "main" | "shared";
    readonly isHooked: boolean;
    readonly log: (line: string) => void;
  },
): McpSession {
  const id = options.id ?? mind.session;
  const running = new Set<Promise<unknown>>();
  let ended: Promise<readonly Receipt[]> | null = null;
  return {
    mind,
    id,
    sessionType: options.sessionType,
    isHooked: options.isHooked,
    log: options.log,
    run: (work) => {
      const promise = work();
      const settled = promise
        .then(
          () => undefined,
          () => undefined,
        )
        .finally(() => running.delete(settled));
      running.add(settled);
      return promise;
    },
    end: () => (ended ??= bringHome(mind, id, running)),
  };
}

async function bringHome(mind: Mind, id: string, running: ReadonlySet<Promise<unknown>>): Promise<readonly Receipt[]> {
  while (running.size > 0) await Promise.all(running);
  const flushed = await flush(mind, id);
  // Nothing was planned: somebody else's pending entries are left to whoever planned them.
  if (flushed.length === 0) return [];
  const { receipts } = await applyAtEnd(mind);
  const mine = new Set(flushed.map(({ entry }) => entry));
  const applied = new Map(receipts.filter(({ entry }) => mine.has(entry)).map((receipt) => [receipt.entry, receipt]));
  return flushed.map((receipt) => applied.get(receipt.entry) ?? receipt);
}
