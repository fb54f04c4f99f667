// The hub: what happens is said once and heard by every open page. A page that was away says what it heard last and gets
// the rest; where too much happened since, it is told to look at everything again.

import type { Reply, StreamOut } from "../requests/answers.ts";

/** How many happenings are kept for pages that come back. */
const KEPT = 1000;
/** A listener that does not read is let go beyond this; it comes back and asks for the rest. */
const UNREAD_BYTES = 4 * 1024 * 1024;
/** A comment now and then keeps the connection alive and tells a dead one. */
const BEAT_MS = 15_000;

export interface Happening {
  /** documents, waiting, verdict, approval, sessions, policy, settings, turn, … */
  readonly type: string;
  readonly data: unknown;
}

export interface Hub {
  publish(happening: Happening): void;
  /** `since`: the id of the last happening that this listener heard. */
  listen(since: string | undefined): Reply;
  /** Ends every stream; pages come back when the daemon does. */
  close(): void;
}

/** `run` tells this daemon's happenings from those of one before it. */
export function createHub(run: string): Hub {
  const listeners = new Set<StreamOut>();
  let kept: { readonly number: number; readonly text: string }[] = [];
  let number = 0;
  const beat = setInterval(() => send(": still here\n\n"), BEAT_MS);
  beat.unref();
  const send = (text: string) => {
    for (const out of listeners) {
      if (out.unread() > UNREAD_BYTES) out.end();
      else out.write(text);
    }
  };
  return {
    publish({ type, data }) {
      const text = `id: ${run}-${++number}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
      kept = [...kept, { number, text }].slice(-KEPT);
      send(text);
    },
    listen: (since) => ({
      status: 200,
      type: "text/event-stream; charset=utf-8",
      body: "",
      stream: (out) => {
        const heard = since?.startsWith(`${run}-`) === true ? Number(since.slice(run.length + 1)) : null;
        const isComplete = heard !== null && heard <= number && (kept[0] === undefined || kept[0].number <= heard + 1);
        out.write(
          `retry: 1000\nid: ${run}-${isComplete ? heard : number}\nevent: hello\ndata: ${JSON.stringify({ complete: isComplete })}\n\n`,
        );
        if (isComplete) for (const each of kept) if (each.number > heard) out.write(each.text);
        listeners.add(out);
        out.closed.addEventListener("abort", () => listeners.delete(out));
      },
    }),
    close() {
      clearInterval(beat);
      for (const out of listeners) out.end();
      listeners.clear();
    },
  };
}
