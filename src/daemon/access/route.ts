// A route, and what it is called with.

import type { Mind } from "../../mind/open.ts";
import { needPerson, type Person } from "../../mind/person.ts";
import type { Caller } from "./daemonTokens.ts";
import { jsonReply, type Reply } from "../requests/answers.ts";
import type { Fields } from "../requests/body.ts";

export interface Call {
  readonly mind: Mind;
  readonly caller: Caller;
  /** Where the caller is the person: by the user token, or by the login of the page. */
  readonly person: Person | null;
  /** What stands for ID (or for REST) in the path, decoded; "" where the route has none. */
  readonly id: string;
  /** The body as JSON; without fields where the route takes text. */
  readonly fields: Fields;
  readonly body: Uint8Array;
  readonly query: URLSearchParams;
  header(name: string): string | undefined;
  /** Of a question that takes long: how much of it is done. */
  readonly tell?: (done: number, of: number) => void;
}

/** Threads of the daemon. Lists and documents of a small mind are read at once, without one. */
export type ThreadName = "lists" | "documents" | "recall" | "backtest";

export interface Route {
  readonly method: "GET" | "POST" | "PUT";
  /** `ID` stands for one segment, `REST` at the end for one or more. */
  readonly path: string;
  readonly takes?: "text";
  /** Of a GET that may take long: the thread that answers it. */
  readonly thread?: ThreadName;
  readonly run: (call: Call) => Promise<Reply>;
}

const rowOf =
  (method: Route["method"]): ((path: string, answer: (call: Call) => unknown, more?: Pick<Route, "thread">) => Route) =>
  (path, answer, more = {}) => ({ method, path, ...more, run: async (call) => jsonReply(await answer(call)) });

/** Routes whose reply is the JSON of what the verb answers. */
export const [get, post, put] = [rowOf("GET"), rowOf("POST"), rowOf("PUT")];

/** The guard lets no agent's token through to a person's act; a defect there ends here. */
export function personOf({ person }: Pick<Call, "person">): Person {
  return needPerson(person, "this");
}
