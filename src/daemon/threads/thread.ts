// Inside a thread: the same routes over a mind of the thread's own. It is loaded by threads.ts and by nothing else.

import type { MessagePort } from "node:worker_threads";
import { AppError } from "../../base/index.ts";
import { configText } from "../../gate/index.ts";
import { type Mind, openMind } from "../../mind/open.ts";
import { errorReply, type Reply } from "../requests/answers.ts";
import type { Caller } from "../access/daemonTokens.ts";
import { ROUTES } from "../routes/routeTable.ts";

export interface Question {
  readonly number: number;
  readonly path: string;
  readonly caller: Caller;
  readonly id: string;
  readonly query: string;
  /** The folder of the mind that is asked. */
  readonly cwd: string;
}

export type Answer =
  | { readonly kind: "progress"; readonly number: number; readonly done: number; readonly of: number }
  | { readonly kind: "reply"; readonly number: number; readonly reply: Reply }
  | { readonly kind: "broken"; readonly number: number; readonly stack: string };

export interface ThreadMind {
  readonly home: string;
  readonly state: string;
  readonly cwd: string;
}

/** So often at most it is told how far a question is. */
const TELL_MS = 250;

export function answerQuestions(port: Pick<MessagePort, "on" | "postMessage">, where: ThreadMind): void {
  const minds = mindsOf(where);
  // Whoever asks first is told what is wrong with it.
  minds(where.cwd).catch(() => undefined);
  port.on("message", (question: Question) => {
    void answer(question, minds, (each) => port.postMessage(each)).then((each) => port.postMessage(each));
  });
}

async function answer(question: Question, minds: (cwd: string) => Promise<Mind>, tell: (each: Answer) => void): Promise<Answer> {
  const { number, path, caller, id, query, cwd } = question;
  let told = 0;
  try {
    const route = ROUTES.find((each) => each.method === "GET" && each.path === path);
    if (route === undefined) throw new AppError("INTERNAL", `no route ${path} in a thread`);
    const reply = await route.run({
      mind: await minds(cwd),
      caller,
      // What a thread answers changes nothing: nobody's approval is needed.
      person: null,
      id,
      fields: {},
      body: new Uint8Array(),
      query: new URLSearchParams(query),
      header: () => undefined,
      tell: (done, of) => {
        if (performance.now() - told < TELL_MS) return;
        told = performance.now();
        tell({ kind: "progress", number, done, of });
      },
    });
    return { kind: "reply", number, reply };
  } catch (error) {
    if (error instanceof AppError) return { kind: "reply", number, reply: errorReply(error) };
    return { kind: "broken", number, stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** One mind for each folder, opened again when config.yaml is another one. */
function mindsOf(where: ThreadMind): (cwd: string) => Promise<Mind> {
  const open = new Map<string, { readonly config: string | null; readonly mind: Promise<Mind> }>();
  return (cwd) => {
    const config = configText(where);
    const known = open.get(cwd);
    if (known?.config === config && known !== undefined) return known.mind;
    const mind = openMind({ ...where, cwd });
    open.set(cwd, { config, mind });
    return mind;
  };
}
