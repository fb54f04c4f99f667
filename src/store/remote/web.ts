// One document on another server: GET with its ETag, PUT and DELETE over the very version that was read. Every rule about
// URLs holds at the moment of connecting: each address that a name resolves to is judged and the judged one is used, each
// redirect is judged anew (three at most, never from https to http, and never with the key), bytes and time are limited.
// Nothing that identifies anybody is sent, except the key that the person named for this host.

import { lookup as resolveName } from "node:dns";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { AppError } from "../../base/index.ts";
import { tooLarge } from "../port/limits.ts";

export interface UrlJudge {
  /** The URL as it may be used; throws BAD_URL. */
  url(text: string): string;
  /** Why an address that a host's name leads to may not be connected to; null: it may. */
  address(ip: string, host: string): string | null;
}

/** How another server is reached. */
export interface Way {
  readonly judge: UrlJudge;
  /** What the person named for this host in config.yaml; null: nothing is sent that says who asks. */
  readonly key: string | null;
  /** Told to a server that gets the key, beside each write: of whose making the text is at worst. */
  readonly origin?: string | undefined;
  /** For a server that gets the key, when it is read: the hash of what was written there last. It may say whether it knows it. */
  readonly newest?: string | undefined;
  /** Ends every question early. */
  readonly until?: AbortSignal | undefined;
}

/** What a server that is another Codicil says of itself. */
export interface Says {
  readonly mind: string | null;
  /** Whether its history has the version that it was asked for. */
  readonly knows: boolean | null;
}

export interface Fetched extends Says {
  /** Where it was found at last: another address where the first led there. */
  readonly url: string;
  readonly bytes: Uint8Array;
  /** Strong, as sent; null: none that a write could rely on. */
  readonly etag: string | null;
  readonly modified: Date;
}

/** held: the server took the text, and a person there has to say yes first. */
export type Sent = "written" | "changed" | "held";

/** The version that a write goes over; absent: there may be none. */
export type Condition = { readonly etag: string } | "absent";

export const MOST_BYTES = 4 * 1024 * 1024;
const MOST_MS = 8_000;
const MOST_REDIRECTS = 3;

/** null: there is no such document. */
export async function getDocument(url: string, way: Way): Promise<Fetched | null> {
  let at = way.judge.url(url);
  for (let hops = 0; ; hops++) {
    // Whoever was led elsewhere comes without the key: it belongs to the address that the person named.
    const asking = hops === 0 ? way : { ...way, key: null };
    const { status, headers, body } = await ask({ url: at, method: "GET", headers: historyHeader(asking) }, asking);
    if (status === 404 || status === 410) return null;
    if (status === 200)
      return { url: at, bytes: body, etag: strongTag(headers.etag), modified: dateOf(headers["last-modified"]), ...saysIn(headers) };
    if (![301, 302, 303, 307, 308].includes(status)) throw refusedWith(at, { status, body }, "");
    if (hops === MOST_REDIRECTS) throw remoteFault(at, `it leads from one address to the next more than ${MOST_REDIRECTS} times`, false);
    const next = URL.canParse(headers.location ?? "", at) ? new URL(headers.location ?? "", at) : null;
    if (next === null) throw remoteFault(at, "it leads to an address that cannot be read", false);
    if (at.startsWith("https:") && next.protocol !== "https:") throw remoteFault(at, "it leads from https to http", false);
    at = way.judge.url(next.href);
  }
}

/** A server that wants the text elsewhere is not followed. */
export async function putDocument(url: string, way: Way, bytes: Uint8Array, over: Condition): Promise<Sent> {
  const origin = way.key === null || way.origin === undefined ? {} : { "codicil-origin": way.origin };
  const { status, body } = await ask(
    {
      url: way.judge.url(url),
      method: "PUT",
      headers: { ...conditionHeader(over), ...origin, "content-type": "text/markdown; charset=utf-8" },
      body: bytes,
    },
    way,
  );
  if (status === 202) return "held";
  if (status === 200 || status === 201 || status === 204) return "written";
  if (status === 412 || status === 409) return "changed";
  throw refusedWith(url, { status, body }, " to the write");
}

export async function deleteDocument(url: string, way: Way, etag: string): Promise<Sent> {
  const { status, body } = await ask({ url: way.judge.url(url), method: "DELETE", headers: conditionHeader({ etag }) }, way);
  if (status === 202) return "held";
  if ([200, 204, 404, 410].includes(status)) return "written";
  if (status === 412 || status === 409) return "changed";
  throw refusedWith(url, { status, body }, " to the removal");
}

function conditionHeader(over: Condition): Readonly<Record<string, string>> {
  return over === "absent" ? { "if-none-match": "*" } : { "if-match": over.etag };
}

interface Question {
  readonly url: string;
  readonly method: "GET" | "PUT" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Uint8Array;
}

async function ask(question: Question, { judge, key, until }: Way): Promise<Answer> {
  const { url, method, headers, body } = question;
  if (key !== null && url.startsWith("http:") && !/^http:\/\/(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])(?:[:/]|$)/.test(url))
    throw remoteFault(url, "it would get the key unencrypted", false);
  return new Promise((resolve, reject) => {
    let isMet = false;
    const lost = (error: Error) => lostFault(url, error, isMet);
    const request = (url.startsWith("https:") ? httpsRequest : httpRequest)(
      url,
      {
        method,
        headers: {
          ...headers,
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          accept: "text/markdown, text/plain, */*;q=0.1",
          // identity: what is counted is what arrives, and no small answer unfolds into a large one.
          "accept-encoding": "identity",
          ...(body === undefined ? {} : { "content-length": String(body.length) }),
        },
        agent: false,
        lookup: judgedLookup(judge),
        signal: AbortSignal.any([AbortSignal.timeout(MOST_MS), ...(until === undefined ? [] : [until])]),
      },
      (answer) => {
        const fail = (error: AppError) => {
          answer.destroy();
          reject(error);
        };
        const said = Number(answer.headers["content-length"] ?? 0);
        if (said > MOST_BYTES) return fail(tooLarge(url, said, MOST_BYTES));
        if (!["", "identity"].includes(answer.headers["content-encoding"] ?? ""))
          return fail(remoteFault(url, "it is compressed although that was not asked for", false));
        const chunks: Buffer[] = [];
        let size = 0;
        answer.on("data", (chunk: Buffer) => {
          size += chunk.length;
          if (size > MOST_BYTES) fail(tooLarge(url, size, MOST_BYTES));
          else chunks.push(chunk);
        });
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: new Uint8Array(Buffer.concat(chunks)) }),
        );
        answer.on("error", (error) => reject(lost(error)));
        return undefined;
      },
    );
    request.on("error", (error) => reject(error instanceof AppError ? error : lost(error)));
    request.once("socket", (socket) => socket.once("connect", () => (isMet = true)));
    request.end(body);
  });
}

/** Every address of a name is judged; one bad one refuses the name, since another try might get it. */
function judgedLookup(judge: UrlJudge): NonNullable<Parameters<typeof httpRequest>[1]["lookup"]> {
  return (host, options, done) => {
    resolveName(host, { all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) return done(error ?? new Error("no address"), "", 4);
      for (const { address } of addresses) {
        const why = judge.address(address, host);
        if (why !== null) return done(new AppError("BAD_URL", `${host} leads to ${address}: ${why}`, { hint: "Nothing was sent." }), "", 4);
      }
      if (options.all === true) return (done as unknown as (none: null, all: typeof addresses) => void)(null, [first]);
      return done(null, first.address, first.family);
    });
  };
}

function strongTag(tag: string | undefined): string | null {
  return tag !== undefined && /^"[\x21\x23-\x7e\x80-\xff]*"$/.test(tag) ? tag : null;
}

function historyHeader({ key, newest }: Way): Readonly<Record<string, string>> {
  return key === null || newest === undefined ? {} : { "codicil-knows": newest };
}

function saysIn(headers: IncomingMessage["headers"]): Says {
  const { "codicil-mind": mind, "codicil-knows": knows } = headers;
  return {
    mind: typeof mind === "string" && /^mind_[0-9a-f]{6,40}$/.test(mind) ? mind : null,
    knows: knows === "yes" ? true : knows === "no" ? false : null,
  };
}

/** The first of all days where the server does not say. */
function dateOf(header: string | undefined): Date {
  const at = Date.parse(header ?? "");
  return new Date(Number.isNaN(at) ? 0 : at);
}

/** `retry`: later it may work; otherwise a person has to look. `untouched`: whatever was asked, it surely did not happen. */
export function remoteFault(url: string, why: string, retry: boolean, untouched = false): AppError {
  return new AppError("REMOTE", `the remote document cannot be used: ${why}`, {
    file: url,
    data: { retry, untouched },
    hint: retry ? "The entry stays pending; the next apply tries again." : "Look at the server; the entry is in staging.",
  });
}

function refusedWith(url: string, { status, body }: Pick<Answer, "status" | "body">, to: string): AppError {
  if (status === 401 || status === 403) {
    return new AppError("REMOTE", `the remote document cannot be used: it answered ${status}${to}; it needs a key, or another one`, {
      file: url,
      data: { retry: false, untouched: true },
      hint: "Name a key for the host under remotes: in config.yaml (key_from or key_file).",
    });
  }
  return remoteFault(url, `it answered ${status}${codeIn(body)}${to}`, status >= 500 || status === 429, status < 500);
}

/** Another Codicil says why by its code. Nothing else of an answer is repeated: it is a stranger's text. */
function codeIn(body: Uint8Array): string {
  const code = /^\{"error":\{"code":"([A-Z_]{3,40})"/.exec(Buffer.from(body.subarray(0, 100)).toString("latin1"))?.[1];
  return code === undefined ? "" : ` (${code})`;
}

/** There was no connection that anything could have gone over. */
const NEVER_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);

/** `isMet`: the host took the connection; then it is this document that takes long, and not the host that is away. */
function lostFault(url: string, error: Error, isMet: boolean): AppError {
  if (error.cause instanceof AppError) return error.cause;
  const isSlow = error.name === "TimeoutError" || error.name === "AbortError";
  const why = isSlow ? "it took too long" : error.message || "the connection was lost";
  const untouched = NEVER_SENT.has((error as NodeJS.ErrnoException).code ?? "");
  return new AppError("REMOTE", `the remote document cannot be reached: ${why}`, {
    file: url,
    data: { retry: true, untouched, away: !(isSlow && isMet) },
    cause: error,
    hint: "The entry stays pending; the next apply tries again.",
  });
}
