// lastWord: the document's own call, `lastWord.plan({path, heading, content, operation})`, on the mind of this
// environment. Every process is one session of its own unless it names one.

import type { Receipt } from "../schema/index.ts";
import { type Mind, openMind, type OpenOptions } from "./open.ts";
import type { Person } from "./person.ts";
import { apply, type ApplyReport, flush, plan, type PlanRequest } from "./remember.ts";
import { status, type Status } from "./status.ts";

export interface LastWord {
  plan(request: Omit<PlanRequest, "session"> & { readonly session?: string; readonly person?: Person | undefined }): Promise<Receipt>;
  /** The session stops (pre_session_stop). */
  flush(): Promise<Receipt[]>;
  apply(): Promise<ApplyReport>;
  status(): Promise<Status>;
}

export function createLastWord(options: OpenOptions = {}): LastWord {
  let opened: Promise<Mind> | undefined;
  const mind = () => (opened ??= openMind(options));
  return {
    plan: async (request) => plan(await mind(), request),
    flush: async () => flush(await mind(), (await mind()).session),
    apply: async () => apply(await mind()),
    status: async () => status(await mind()),
  };
}

export const lastWord: LastWord = createLastWord();
