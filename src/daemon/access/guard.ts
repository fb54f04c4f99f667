// The guard: the one function that judges every request, upgrades among them, before anything else looks at it.
//
// It is pure but for asking who holds a token and counting wrong ones. What it does not allow does not happen:
// paths below /api need a known caller, and an agent's token passes only through `agentMay`.

import { AppError, isBelow } from "../../base/index.ts";
import { errorReply, type Reply } from "../requests/answers.ts";
import { BODY_LIMIT, tooLarge } from "../requests/body.ts";
import type { Caller } from "./daemonTokens.ts";

export const HEADER_BYTES = 16 * 1024;
const HEADER_COUNT = 64;

/** The page sends the token that login returned in this header, beside the cookie. */
export const LOGIN_HEADER = "x-codicil-token";

export interface Asked {
  readonly method: string;
  /** The request line's target as it came, undecoded. */
  readonly target: string;
  /** Names in lower case, with every value that came under them. */
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>;
  readonly headerCount: number;
}

export type Credentials =
  | { readonly kind: "bearer"; readonly token: string }
  | { readonly kind: "page"; readonly cookies: readonly string[]; readonly header: string };

/** What the guard has to ask others. */
export interface Gatehouse {
  readonly port: number;
  holderOf(credentials: Credentials): Caller | null;
  countWrong(): { readonly kind: "counted" } | { readonly kind: "limited"; readonly retryAfter: number };
}

export interface Passed {
  readonly kind: "pass";
  /** page and login need no token; api has a caller. */
  readonly area: "page" | "login" | "api";
  readonly caller: Caller | null;
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
}

export type Judgement = Passed | { readonly kind: "refuse"; readonly reply: Reply };

const METHODS = ["GET", "HEAD", "POST", "PUT"];
/** Two of one of these would let two readers of a request see two different requests. */
const AT_MOST_ONCE = [
  "host",
  "origin",
  "authorization",
  "cookie",
  "content-type",
  "content-length",
  "content-encoding",
  "transfer-encoding",
  "sec-fetch-site",
  "if-match",
  "if-none-match",
  "codicil-origin",
  LOGIN_HEADER,
];

export function judgeRequest(asked: Asked, gatehouse: Gatehouse): Judgement {
  const refusal = misdirected(asked, gatehouse.port) ?? foreign(asked) ?? wrongMethod(asked) ?? badBody(asked);
  if (refusal) return { kind: "refuse", reply: refusal };
  const path = asked.target.split("?", 1)[0] ?? "/";
  const method = asked.method === "HEAD" ? "GET" : (asked.method as Passed["method"]);
  if (!(path === "/api" || path.startsWith("/api/"))) {
    if (method !== "GET") return refuse(405, new AppError("BAD_INPUT", "the page can only be read"), { Allow: "GET, HEAD" });
    return { kind: "pass", area: "page", caller: null, method, path };
  }
  if (path === "/api/login") {
    if (method !== "POST") return refuse(405, new AppError("BAD_INPUT", "login is a POST"), { Allow: "POST" });
    return { kind: "pass", area: "login", caller: null, method, path };
  }
  return judgeCaller(asked, gatehouse, { method, path });
}

/** Step 1: it is meant for us. A name that a stranger made resolve to this machine is not ours (DNS rebinding). */
function misdirected({ target, headers, headerCount }: Asked, port: number): Reply | null {
  if (headerCount > HEADER_COUNT) return errorReply(new AppError("TOO_LARGE", `more than ${HEADER_COUNT} headers`), { status: 431 });
  const twice = AT_MOST_ONCE.find((name) => (headers[name]?.length ?? 0) > 1);
  if (twice !== undefined) return errorReply(new AppError("BAD_INPUT", `the header ${twice} came twice`), { status: 400 });
  if (!/^\/[\x21-\x7e]*$/.test(target)) return errorReply(new AppError("BAD_INPUT", "the target of a request is a path"), { status: 400 });
  const host = headers["host"]?.[0];
  if (host === `127.0.0.1:${port}` || host === `localhost:${port}`) return null;
  return errorReply(new AppError("FOREIGN_REQUEST", "this host name is not served", { hint: `Use http://127.0.0.1:${port}/.` }));
}

/** Step 2: it comes from our own page, or from no page at all. */
function foreign({ headers }: Asked): Reply | null {
  const origin = headers["origin"]?.[0];
  const site = headers["sec-fetch-site"]?.[0];
  const isOwnOrigin = origin === undefined || origin === `http://${headers["host"]?.[0]}`;
  const isOwnSite = site === undefined || site === "same-origin" || site === "none";
  return isOwnOrigin && isOwnSite ? null : errorReply(new AppError("FOREIGN_REQUEST", "requests from other sites are refused"));
}

/** Step 3: the method is what it says; headers that name another one are not looked at. */
function wrongMethod({ method, headers }: Asked): Reply | null {
  if (!METHODS.includes(method))
    return errorReply(new AppError("BAD_INPUT", `${method} is not served`), { status: 405, headers: { Allow: METHODS.join(", ") } });
  if (headers["upgrade"] !== undefined)
    return errorReply(new AppError("BAD_INPUT", "there is nothing to upgrade to", { hint: "Changes are read with fetch." }), {
      status: 400,
    });
  return null;
}

const IS_JSON = /^application\/json(\s*;\s*charset="?utf-8"?)?\s*$/i;
const IS_MARKDOWN = /^text\/markdown(\s*;\s*charset="?utf-8"?)?\s*$/i;

/** Step 4: a body is JSON (or, for a document's text, Markdown), plain and small. JSON is also what a foreign form cannot send. */
function badBody({ method, target, headers }: Asked): Reply | null {
  const length = headers["content-length"]?.[0] ?? "0";
  const hasBody = length !== "0" || headers["transfer-encoding"] !== undefined;
  if (method === "GET" || method === "HEAD")
    return hasBody ? errorReply(new AppError("BAD_INPUT", `a ${method} has no body`), { status: 400 }) : null;
  if (Number(length) > BODY_LIMIT) return tooLarge();
  if (headers["content-encoding"] !== undefined) return errorReply(new AppError("BAD_INPUT", "bodies are not compressed"), { status: 415 });
  const type = headers["content-type"]?.[0];
  if (type === undefined ? !hasBody : isTaken(type, method, target)) return null;
  return errorReply(new AppError("BAD_INPUT", "a body is application/json in UTF-8", { hint: "Set Content-Type: application/json." }), {
    status: 415,
  });
}

function isTaken(type: string, method: string, target: string): boolean {
  // Markdown is another machine's document, and like JSON it is what no page of another site can send without asking first.
  return IS_JSON.test(type) || (method === "PUT" && isText(target) && IS_MARKDOWN.test(type));
}

/** Step 5: somebody known asks for something that they may have. */
function judgeCaller(asked: Asked, gatehouse: Gatehouse, call: Pick<Passed, "method" | "path">): Judgement {
  const credentials = credentialsOf(asked, gatehouse.port);
  if (credentials === "none")
    return refuse(
      401,
      new AppError("NOT_LOGGED_IN", "a token is needed", {
        hint: "Open the page by its one-time link, or send Authorization: Bearer with `codicil token`.",
      }),
    );
  const caller = credentials === "malformed" ? null : gatehouse.holderOf(credentials);
  if (caller === null) return refuseWrong(gatehouse, "the token is wrong or has expired");
  if (caller === "agent" && !agentMay(call)) return needsPerson("an agent's token may read and plan, nothing else");
  if (typeof caller === "object" && !machineMay(call))
    return needsPerson("another machine's token reads and sends the documents it was given, nothing else");
  return { kind: "pass", area: "api", caller, ...call };
}

function needsPerson(why: string): Judgement {
  return refuse(403, new AppError("NEEDS_PERSON", why, { hint: "A person can do this in the page or at a terminal." }));
}

/** For wrong tokens here and wrong codes at login. */
export function refuseWrong(gatehouse: Pick<Gatehouse, "countWrong">, message: string): Judgement & { kind: "refuse" } {
  const tries = gatehouse.countWrong();
  if (tries.kind === "counted") return refuse(401, new AppError("NOT_LOGGED_IN", message));
  return refuse(429, new AppError("TOO_MANY_TRIES", "too many wrong tokens within a minute", { hint: "A right one is still let in." }), {
    "Retry-After": String(tries.retryAfter),
  });
}

const AGENT_POSTS: ReadonlySet<string> = new Set(["/api/plan", "/api/policy/check", "/api/policy/propose"]);

/** Everything that an agent's token may do. Whatever is added elsewhere stays a person's until it is named here. */
function agentMay({ method, path }: Pick<Passed, "method" | "path">): boolean {
  // How lines were read, and what a person would be asked, is the person's to see.
  return (method === "GET" && !isBelow(path, "/api/readings")) || (method === "POST" && AGENT_POSTS.has(path));
}

/** The same for another machine's token. */
function machineMay({ method, path }: Pick<Passed, "method" | "path">): boolean {
  return (method === "GET" || method === "PUT") && isText(path);
}

function credentialsOf({ headers }: Asked, port: number): Credentials | "none" | "malformed" {
  const authorization = headers["authorization"]?.[0];
  if (authorization !== undefined) {
    const token = /^Bearer ([^\s]{1,256})$/i.exec(authorization)?.[1];
    return token === undefined ? "malformed" : { kind: "bearer", token };
  }
  const header = headers[LOGIN_HEADER]?.[0];
  const cookies = cookiesOf({ headers }, port);
  if (header === undefined || cookies.length === 0) return "none";
  return header.length > 256 ? "malformed" : { kind: "page", cookies, header };
}

/** Browsers share cookies between the ports of a machine; the port in its name keeps two daemons apart. */
export function cookieName(port: number): string {
  return `codicil_${port}`;
}

/** Any program on another port can plant a cookie of our name beside ours; that must not lock the owner out. */
export function cookiesOf({ headers }: Pick<Asked, "headers">, port: number): string[] {
  const name = `${cookieName(port)}=`;
  const pairs = (headers["cookie"]?.[0] ?? "").split(";").map((each) => each.trim());
  return pairs
    .filter((each) => each.startsWith(name))
    .map((each) => each.slice(name.length))
    .slice(0, 8);
}

/** Where a document's plain text is read and sent. */
function isText(path: string): boolean {
  return path.startsWith("/api/text/");
}

function refuse(status: number, error: AppError, headers: Readonly<Record<string, string>> = {}): Judgement & { kind: "refuse" } {
  return {
    kind: "refuse",
    reply: errorReply(error, { status, headers: status === 401 ? { "WWW-Authenticate": "Bearer", ...headers } : headers }),
  };
}
