// Work of the daemon's own thread that takes long: told over the events as it goes on, and ended where a person says so.

import type { Going } from "../requests/hostsDoor.ts";
import type { Hub } from "./hub.ts";

/** Something that takes long, as everybody is told about it. */
export interface Work {
  readonly id: string;
  /** The name of the thread, or what the daemon's own thread does. */
  readonly what: string;
  readonly done: number;
  readonly of: number;
}

export interface Works {
  /** `id` names the work; a second of the same name waits for nobody and is its own. */
  run<T>(what: string, work: (going: Going) => Promise<T>): Promise<T>;
  list(): readonly Work[];
  cancel(id: string): boolean;
}

export function createWorks(hub: Hub): Works {
  const running = new Map<string, { readonly end: AbortController; work: Work }>();
  let number = 0;
  return {
    async run(what, work) {
      const id = `${what}-own${++number}`;
      const end = new AbortController();
      const one = { end, work: { id, what, done: 0, of: 0 } };
      running.set(id, one);
      const tell = (done: number, of: number) => {
        one.work = { id, what, done, of };
        hub.publish({ type: "work", data: one.work });
      };
      try {
        return await work({ tell, signal: end.signal });
      } finally {
        running.delete(id);
        hub.publish({ type: "work", data: { ...one.work, ended: end.signal.aborted ? "cancelled" : "done" } });
      }
    },
    list: () => [...running.values()].map(({ work }) => work),
    cancel: (id) => {
      const one = running.get(id);
      one?.end.abort();
      return one !== undefined;
    },
  };
}
