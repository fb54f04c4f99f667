// lastWord: the document's own call, `lastWord.plan({path, heading, content, operation})`, on the mind of this
// environment. Every process is one session of its own unless it names one.

import type { Receipt } from "../../schema/index.ts";
import type { Mind, OpenOptions } from "../open.ts";
import type { Person } from "../person.ts";
import type { ApplyReport, PlanRequest } from "../documents/remember.ts";
import type { Status } from "./status.ts";

/** Plan changes, flush them when the session ends, apply them. */
export interface LastWord {
  plan(request: Omit<PlanRequest, "session"> & { readonly session?: string; readonly person?: Person | undefined }): Promise<Receipt>;
  /** The session stops (pre_session_stop). */
  flush(): Promise<Receipt[]>;
  apply(): Promise<ApplyReport>;
  status(): Promise<Status>;
}

/** The same on a mind of your choice. */
export function createLastWord(options: OpenOptions = {}): LastWord {
  let opened: Promise<Mind> | undefined;
  // All loaded late: there is one of these in every program that imports the library.
  const mind = () => (opened ??= import("../open.ts").then(({ openMind }) => openMind(options)));
  const verbs = () => import("../documents/remember.ts");
  return {
    plan: async (request) => (await verbs()).plan(await mind(), request),
    flush: async () => (await verbs()).flush(await mind(), (await mind()).session),
    apply: async () => (await verbs()).apply(await mind()),
    status: async () => (await import("./status.ts")).status(await mind()),
  };
}

/** On the mind of this environment; opened with the first call. */
export const lastWord: LastWord = createLastWord();
