// What the timeline is made of, one event at a time, before runs of allowed calls are folded.

import type { Change, VerdictLine } from "../schema/index.ts";

export const ACTIVITY_KINDS = ["deny", "ask", "rewrite", "allow", "write", "session"] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

export interface Told {
  readonly at: string;
  readonly kind: ActivityKind;
  readonly session: string;
  /** The program, by its session: codicil for our own. */
  readonly host: string;
  /** The project's folder, or where the call would have run; "" where nobody noted it. */
  readonly folder: string;
}

export interface VerdictTold extends Told {
  readonly type: "verdict";
  readonly verdict: VerdictLine;
}

export interface WriteTold extends Told {
  readonly type: "write";
  readonly document: string;
  readonly change: Pick<Change, "id" | "kind" | "by" | "entry" | "event" | "reason" | "heading" | "operation" | "undoes">;
  /** The beginnings of what went and of what came. */
  readonly removed: string;
  readonly inserted: string;
}

export interface SessionTold extends Told {
  readonly type: "session";
  readonly what: "started" | "ended";
  /** Why it ended. */
  readonly reason?: string;
}

export type ToldEvent = VerdictTold | WriteTold | SessionTold;

/** Several streams, each newest first, as one. */
export async function* mergeNewest(streams: readonly AsyncIterator<ToldEvent>[]): AsyncGenerator<ToldEvent> {
  const heads = await Promise.all(streams.map(async (stream) => ({ stream, head: await stream.next() })));
  try {
    for (;;) {
      const open = heads.filter(({ head }) => head.done !== true);
      const [first] = open;
      if (first === undefined) return;
      const newest = open.reduce(
        (best, each) => ((each.head.value as ToldEvent).at > (best.head.value as ToldEvent).at ? each : best),
        first,
      );
      yield newest.head.value as ToldEvent;
      newest.head = await newest.stream.next();
    }
  } finally {
    for (const { stream } of heads) await stream.return?.();
  }
}
