// daemon: the hall's verbs as HTTP on loopback, and the page. Load it late: only `serve` and `token` need it.
//
//   N1 it listens on 127.0.0.1 only, one per mind, and its tokens are in files that only their owner can read
//   N2 one function judges every request, including upgrades, before other code sees it (access/guard.ts)
//   N3 every answer, including the refusal of malformed requests, has the same safety headers (answers.ts)
//   N4 only a person's token changes documents or decides; the agent's token reads and plans, and another machine's token
//      reads and sends the documents it was given, as an agent
//   N5 a GET has no effect; a wrong token costs tries, a right one is never limited
//   N6 no token or code is ever part of a URL that is sent, or of a log line
//   N7 it decides nothing by itself: each route calls one verb of the hall
//   N8 the page shows documents as text, never as markup

export { serve, type Serving, type ServeOptions } from "./serve.ts";
export { isServed, readToken } from "./presence.ts";
export { createMachine, listMachines, removeMachine } from "./access/machines.ts";
export type { HostChanges, HostFileChange, HostsDoor } from "./requests/hostsDoor.ts";
