// A document on another server, by GET with ETag and PUT with If-Match. Every rule about URLs holds at the moment of
// connecting: each address that a name resolves to is judged and the judged one is used, each redirect is judged anew
// (three at most, never from https to http), bytes and time are limited, and nothing that identifies anybody is sent.

import { lookup as resolveName } from "node:dns";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { AppError } from "../../base/index.ts";

export interface UrlJudge {
  /** The URL as it may be used; throws BAD_URL. */
  url(text: string): string;
  /** Why an address may not be connected to; null: it may. */
  address(ip: string): string | null;
}

export type Fetched =
  | { readonly kind: "found"; readonly text: string; /** Strong, as sent; null: none that a write could rely on. */ readonly etag: string | null }
  | { readonly kind: "absent" };

export type Sent = { readonly kind: "written" } | { readonly kind: "changed" };

const MOST_BYTES = 4 * 1024 * 1024;
const MOST_MS = 8_000;
const MOST_REDIRECTS = 3;

export async function getDocument(url: string, judge: UrlJudge): Promise<Fetched> {
  let at = judge.url(url);
  for (let hops = 0; ; hops++) {
    const answer = await ask({ url: at, method: "GET", headers: {} }, judge);
    const { status, headers, body } = answer;
    if (status === 404 || status === 410) return { kind: "absent" };
    if (status === 200) return { kind: "found", text: textOf(body, at), etag: strongTag(headers.etag) };
    if (![301, 302, 303, 307, 308].includes(status)) throw remoteFault(at, `it answered ${status}`, status >= 500 || status === 429);
    if (hops === MOST_REDIRECTS) throw remoteFault(at, `it leads from one address to the next more than ${MOST_REDIRECTS} times`, false);
    const next = new URL(headers.location ?? "", at);
    if (at.startsWith("https:") && next.protocol !== "https:") throw remoteFault(at, "it leads from https to http", false);
    at = judge.url(next.href);
  }
}

/** Only over the version that was read. A server that wants the text elsewhere is not followed. */
export async function putDocument(url: string, judge: UrlJudge, text: string, etag: string): Promise<Sent> {
  const { status } = await ask({ url: judge.url(url), method: "PUT", headers: { "if-match": etag, "content-type": "text/markdown; charset=utf-8" }, body: text }, judge);
  if (status === 200 || status === 201 || status === 204) return { kind: "written" };
  if (status === 412 || status === 409) return { kind: "changed" };
  throw remoteFault(url, `it answered ${status} to the write`, status >= 500 || status === 429);
}

interface Question {
  readonly url: string;
  readonly method: "GET" | "PUT";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

function ask(question: Question, judge: UrlJudge): Promise<{ status: number; headers: IncomingMessage["headers"]; body: Buffer }> {
  const { url, method, headers, body } = question;
  return new Promise((resolve, reject) => {
    const request = (url.startsWith("https:") ? httpsRequest : httpRequest)(
      url,
      // identity: what is counted is what arrives, and no small answer unfolds into a large one.
      { method, headers: { ...headers, accept: "text/markdown, text/plain, */*;q=0.1", "accept-encoding": "identity", ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }) }, agent: false, lookup: judgedLookup(judge), signal: AbortSignal.timeout(MOST_MS) },
      (answer) => {
        const fail = (why: string) => {
          answer.destroy();
          reject(remoteFault(url, why, false));
        };
        if (Number(answer.headers["content-length"] ?? 0) > MOST_BYTES) return fail(`it is larger than ${MOST_BYTES} bytes`);
        if (!["", "identity"].includes(answer.headers["content-encoding"] ?? "")) return fail("it is compressed although that was not asked for");
        const chunks: Buffer[] = [];
        let size = 0;
        answer.on("data", (chunk: Buffer) => {
          size += chunk.length;
          if (size > MOST_BYTES) fail(`it is larger than ${MOST_BYTES} bytes`);
          else chunks.push(chunk);
        });
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }));
        answer.on("error", (error) => reject(lostFault(url, error)));
        return undefined;
      },
    );
    request.on("error", (error) => reject(error instanceof AppError ? error : lostFault(url, error)));
    request.end(body);
  });
}

type Lookup = NonNullable<Parameters<typeof httpRequest>[1]["lookup"]>;

/** Every address of a name is judged; one bad one refuses the name, since another try might get it. */
function judgedLookup(judge: UrlJudge): Lookup {
  return (host, options, done) => {
    resolveName(host, { all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) return done(error ?? new Error("no address"), "", 4);
      for (const { address } of addresses) {
        const why = judge.address(address);
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

function textOf(body: Buffer, url: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch (cause) {
    throw new AppError("NOT_UTF8", "the remote document is not UTF-8 text", { file: url, cause, hint: "Nothing was written." });
  }
}

/** `retry`: later it may work; otherwise a person has to look. */
function remoteFault(url: string, why: string, retry: boolean): AppError {
  return new AppError("REMOTE", `the remote document cannot be used: ${why}`, { file: url, data: { retry }, hint: retry ? "The entry waits; the next apply tries again." : "Look at the server; the entry waits in staging." });
}

function lostFault(url: string, error: Error): AppError {
  if (error.cause instanceof AppError) return error.cause;
  const why = error.name === "TimeoutError" || error.name === "AbortError" ? `it took longer than ${MOST_MS / 1000} s` : error.message || "the connection was lost";
  return new AppError("REMOTE", `the remote document cannot be reached: ${why}`, { file: url, data: { retry: true }, cause: error, hint: "The entry waits; the next apply tries again." });
}
