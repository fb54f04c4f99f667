// The app: what becomes of a request that the guard let through. It knows nothing of sockets.

import { AppError } from "../base/index.ts";
import { isLarge } from "../mind/isLarge.ts";
import type { Mind } from "../mind/open.ts";
import { personFrom } from "../mind/person.ts";
import { errorReply, jsonReply, type Reply } from "./requests/answers.ts";
import { parseFields } from "./requests/body.ts";
import { takeFields, needText } from "./requests/fields.ts";
import {
  cookieName,
  cookiesOf,
  judgeRequest,
  refuseWrong,
  type Asked,
  type Gatehouse,
  type Judgement,
  type Passed,
} from "./access/guard.ts";
import { LOGIN_LIFE, type Logins } from "./access/login.ts";
import type { HostsDoor } from "./requests/hostsDoor.ts";
import type { Hub } from "./live/hub.ts";
import { createWorks, type Works } from "./live/works.ts";
import type { PageFile } from "./page/pageFiles.ts";
import type { Chats } from "./chats/chats.ts";
import { PROJECT_HEADER, type Projects } from "./projects.ts";
import { chatRoutes } from "./routes/chats.ts";
import { hostRoutes } from "./routes/hosts.ts";
import { type Call, get, personOf, post, type Route, type ThreadName } from "./access/route.ts";
import { findRoute } from "./routes/routeTable.ts";
import type { Threads } from "./threads/threads.ts";
import { machineOf } from "./access/machines.ts";
import { type Caller, holderOf } from "./access/daemonTokens.ts";
import type { Tries } from "./access/tries.ts";

export interface AppParts {
  readonly mind: Mind;
  readonly routes: readonly Route[];
  /** By their exact path. There is no folder behind them that one could leave. */
  readonly page: ReadonlyMap<string, PageFile>;
  readonly logins: Logins;
  readonly tries: Tries;
  readonly hub: Hub;
  readonly chats: Chats;
  readonly hosts: HostsDoor | null;
  readonly projects: Projects;
  /** null: everything is read in this thread. */
  readonly threads: Threads | null;
  port(): number;
}

export interface App {
  judge(asked: Asked): Judgement;
  run(passed: Passed, asked: Asked, body: Uint8Array): Promise<Reply>;
}

export function createApp(parts: AppParts): App {
  const gatehouse = (): Gatehouse => ({
    port: parts.port(),
    holderOf: (credentials): Caller | null => {
      const { state } = parts.mind.where;
      if (credentials.kind === "bearer") return holderOf(state, credentials.token) ?? machineOf(state, credentials.token);
      const { cookies, header } = credentials;
      return cookies.some((cookie) => parts.logins.isLoggedIn({ cookie, header })) ? "user" : null;
    },
    countWrong: () => parts.tries.countWrong(),
  });
  const works = createWorks(parts.hub);
  const routes = [
    ...parts.routes,
    ...ownRoutes(parts),
    ...workRoutes(parts.threads, works),
    ...chatRoutes(parts.chats),
    ...hostRoutes(parts.hosts, parts.hub, works),
  ];
  return {
    judge: (asked) => judgeRequest(asked, gatehouse()),
    async run(passed, asked, body) {
      if (passed.area === "page") {
        if (passed.path === "/" && isLarge(parts.mind)) parts.threads?.expectPage();
        return servePage(parts.page, passed.path);
      }
      if (passed.area === "login") return login(parts, asked, body);
      return callRoute(routes, { parts, passed, asked, body });
    },
  };
}

/** What concerns the daemon itself and no verb of the hall. */
function ownRoutes({ mind, logins, hub, port, projects }: AppParts): Route[] {
  return [
    get("/api/projects", () => projects.list()),
    get("/api/health", () => ({ status: "ok", pid: process.pid, port: port(), home: mind.where.home })),
    {
      method: "GET",
      path: "/api/events",
      run: async ({ header, query }) => hub.listen(header("last-event-id") ?? query.get("since") ?? undefined),
    },
    post("/api/login-codes", () => ({ url: loginUrl(port(), logins.newCode()) })),
  ];
}

/** Work that takes long: what is being done, and an end to it. */
function workRoutes(threads: Threads | null, works: Works): Route[] {
  return [
    get("/api/work", () => [...(threads?.list() ?? []), ...works.list()]),
    post("/api/work/ID/cancel", async (call) => {
      personOf(call);
      if (!works.cancel(call.id) && (await threads?.cancel(call.id)) !== true)
        throw new AppError("NOT_FOUND", `there is no work ${call.id}, or it is done`);
      return { cancelled: call.id };
    }),
  ];
}

/** The code is behind the #, which a browser keeps to itself: it is never sent, logged or passed on. */
export function loginUrl(port: number, code: string): string {
  return `http://127.0.0.1:${port}/#code=${code}`;
}

/** What a small mind answers at once. */
const ONLY_OF_LARGE: ReadonlySet<ThreadName> = new Set(["lists", "documents"]);

async function callRoute(
  routes: readonly Route[],
  call: { parts: AppParts; passed: Passed; asked: Asked; body: Uint8Array },
): Promise<Reply> {
  const { parts, passed, asked, body } = call;
  const found = findRoute(routes, passed.method, passed.path);
  if (found.kind === "unknown") return notFound();
  if (found.kind === "wrong-method")
    return errorReply(new AppError("BAD_INPUT", `${passed.method} is not served here`), { status: 405, headers: { Allow: found.allow } });
  // The guard lets nobody without a token through to here; this line only says so to the compiler and to a defect.
  if (passed.caller === null) throw new AppError("INTERNAL", "a route was reached without a caller");
  const person = passed.caller === "user" ? personFrom("page") : null;
  const { route } = found;
  const header = (name: string) => asked.headers[name]?.[0];
  const run: Call = {
    mind: await parts.projects.mindOf(person === null ? undefined : folderIn(header(PROJECT_HEADER))),
    caller: passed.caller,
    person,
    id: found.id,
    fields: route.takes === "text" ? {} : parseFields(body),
    body,
    query: queryOf(asked.target),
    header,
  };
  const { thread } = route;
  return parts.threads !== null && thread !== undefined && (!ONLY_OF_LARGE.has(thread) || isLarge(parts.mind))
    ? parts.threads.run({ ...route, thread }, run)
    : route.run(run);
}

/** Percent-encoded: a header takes no other letters. */
function folderIn(given: string | undefined): string | undefined {
  try {
    return given === undefined || given === "" ? undefined : decodeURIComponent(given);
  } catch {
    throw new AppError("BAD_INPUT", `${PROJECT_HEADER} must be percent-encoded`);
  }
}

function queryOf(target: string): URLSearchParams {
  const at = target.indexOf("?");
  return new URLSearchParams(at === -1 ? "" : target.slice(at + 1));
}

function login({ logins, tries, port }: AppParts, asked: Asked, body: Uint8Array): Reply {
  const code = needText(takeFields(parseFields(body), { code: "text" }).code, "code");
  const done = logins.redeem(code, cookiesOf(asked, port()));
  if (done === null) return refuseWrong(tries, "the code is wrong, used or older than ten minutes").reply;
  // No Secure: loopback is not encrypted, and browsers would drop the cookie.
  const cookie = `${cookieName(port())}=${done.cookie}; HttpOnly; SameSite=Strict; Path=/api; Max-Age=${LOGIN_LIFE / 1000}`;
  return jsonReply({ token: done.header }, { headers: { "Set-Cookie": cookie } });
}

function servePage(page: ReadonlyMap<string, PageFile>, path: string): Reply {
  const file = page.get(path);
  return file ? { status: 200, type: file.type, body: file.text } : notFound();
}

function notFound(): Reply {
  return errorReply(new AppError("NOT_FOUND", "there is nothing under this path"));
}
