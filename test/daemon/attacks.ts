// Attacks on a daemon, each as one question with the answer that a safe one gives. They run against the real daemon,
// which must answer all of them well, and against a naive server, which must fail them: a probe that passes
// everything proves nothing.

import { type Answer, ask, type AskOptions, raw } from "./rig.ts";

export interface Target {
  readonly port: number;
  readonly user: string;
  readonly agent: string;
}

export interface Attack {
  readonly name: string;
  /** null: answered well. A text: what went wrong. */
  run(target: Target): Promise<string | null>;
}

type Headers = Record<string, string | string[]>;

export const SAFE_HEADERS: Readonly<Record<string, RegExp>> = {
  "content-security-policy": /default-src 'none'.*frame-ancestors 'none'/,
  "x-content-type-options": /^nosniff$/,
  "cache-control": /^no-store$/,
  "referrer-policy": /^no-referrer$/,
  "cross-origin-resource-policy": /^same-origin$/,
};

/** What is missing of the headers that every answer carries, or too much. */
export function headerFault(headers: Answer["headers"]): string | null {
  for (const [name, expected] of Object.entries(SAFE_HEADERS))
    if (!expected.test(String(headers[name] ?? ""))) return `${name} is ${String(headers[name])}`;
  const grant = Object.keys(headers).find((name) => name.startsWith("access-control-"));
  return grant === undefined ? null : `${grant} grants something`;
}

function expecting(
  name: string,
  statuses: readonly number[],
  question: (target: Target) => { method?: string; path?: string } & AskOptions,
): Attack {
  return {
    name,
    async run(target) {
      const { method = "GET", path = "/api/documents", ...options } = question(target);
      const answer = await ask(target.port, method, { path, token: target.user, ...options });
      if (!statuses.includes(answer.status)) return `status ${answer.status}, not ${statuses.join(" or ")}`;
      return headerFault(answer.headers);
    },
  };
}

function overSocket(name: string, statuses: readonly number[], bytes: (target: Target) => string): Attack {
  return {
    name,
    async run(target) {
      const got = await raw(target.port, bytes(target));
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(got)?.[1] ?? 0);
      if (!statuses.includes(status)) return `status ${status}, not ${statuses.join(" or ")}`;
      if (got.match(/^HTTP\/1\.1 200/m)) return "one of several requests passed";
      const lines = got.split("\r\n\r\n")[0]?.split("\r\n").slice(1) ?? [];
      return headerFault(
        Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)])),
      );
    },
  };
}

const host = (name: string, value: (port: number) => string) => expecting(name, [403], ({ port }) => ({ headers: { Host: value(port) } }));
const header = (name: string, headers: (port: number) => Headers, statuses = [403]) =>
  expecting(name, statuses, ({ port }) => ({ headers: headers(port) }));
const traversal = (path: string) => expecting(`the path ${path} leads nowhere`, [404], () => ({ path, token: null }));
const PUT = (text: string) => ({ method: "PUT", path: "/api/documents/USER.md", json: { text } }) as const;

export const ATTACKS: readonly Attack[] = [
  host("a foreign host name is refused (DNS rebinding)", () => "evil.example"),
  host("a foreign host name with our port is refused", (port) => `evil.example:${port}`),
  host("our address without its port is refused", () => "127.0.0.1"),
  host("our address with another port is refused", (port) => `127.0.0.1:${port + 1}`),
  host("another spelling of loopback is refused", (port) => `127.1:${port}`),
  host("the IPv6 loopback is refused", (port) => `[::1]:${port}`),
  host("a host name that begins like ours is refused", (port) => `localhost.evil.example:${port}`),
  host("a host name with a trailing dot is refused", (port) => `localhost.:${port}`),
  host("a host in capitals is refused", (port) => `LOCALHOST:${port}`),
  host("userinfo before our host is refused", (port) => `evil@127.0.0.1:${port}`),
  expecting("the page itself is refused under a foreign host", [403], () => ({
    path: "/",
    token: null,
    headers: { Host: "evil.example" },
  })),
  expecting("login is refused under a foreign host", [403], () => ({
    method: "POST",
    path: "/api/login",
    token: null,
    json: { code: "x" },
    headers: { Host: "evil.example" },
  })),
  header("a foreign origin is refused, token or not", () => ({ Origin: "https://evil.example" })),
  header("the origin null is refused", () => ({ Origin: "null" })),
  header("an origin on another port is refused", (port) => ({ Origin: `http://127.0.0.1:${port + 1}` })),
  header("our address over https as origin is refused", (port) => ({ Origin: `https://127.0.0.1:${port}` })),
  header("localhost as origin of a request to 127.0.0.1 is refused", (port) => ({ Origin: `http://localhost:${port}` })),
  header("an origin that begins like ours is refused", (port) => ({ Origin: `http://127.0.0.1:${port}.evil.example` })),
  header("a cross-site request is refused", () => ({ "Sec-Fetch-Site": "cross-site" })),
  header("a same-site request is refused (another port of this machine)", () => ({ "Sec-Fetch-Site": "same-site" })),
  header("an unknown Sec-Fetch-Site is refused", () => ({ "Sec-Fetch-Site": "nonsense" })),
  expecting("a cross-site link to the page is refused", [403], () => ({
    path: "/",
    token: null,
    headers: { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate" },
  })),
  expecting("a CORS preflight is granted nothing", [403, 405], () => ({
    method: "OPTIONS",
    token: null,
    headers: { Origin: "https://evil.example", "Access-Control-Request-Method": "PUT" },
  })),
  expecting("OPTIONS from nowhere is not served", [405], () => ({ method: "OPTIONS" })),
  expecting("DELETE is not served", [405], () => ({ method: "DELETE", path: "/api/documents/USER.md" })),
  expecting("PATCH is not served", [405], () => ({ method: "PATCH", path: "/api/documents/USER.md", json: {} })),
  expecting("TRACE echoes nothing", [405], () => ({ method: "TRACE", path: "/" })),
  expecting("a POST to the page is not served", [405], () => ({ method: "POST", path: "/", json: {} })),
  expecting("an upgrade from a foreign page is refused by the same rule", [403], () => ({
    headers: {
      Connection: "Upgrade",
      Upgrade: "websocket",
      Origin: "https://evil.example",
      "Sec-WebSocket-Key": "eA==",
      "Sec-WebSocket-Version": "13",
    },
  })),
  expecting("an upgrade from nowhere is refused", [400], () => ({ headers: { Connection: "Upgrade", Upgrade: "websocket" } })),
  expecting("no token, no answer", [401], () => ({ token: null })),
  expecting("an empty token is wrong", [401], () => ({ token: null, headers: { Authorization: "Bearer " } })),
  expecting("a token of the right length is wrong", [401], () => ({ token: "0".repeat(64) })),
  expecting("the first half of the token is wrong", [401], ({ user }) => ({ token: user.slice(0, 32) })),
  expecting("the token under another scheme is wrong", [401], ({ user }) => ({ token: null, headers: { Authorization: `Basic ${user}` } })),
  expecting("a token in the URL is not looked at", [401], ({ user }) => ({ token: null, path: `/api/documents?token=${user}` })),
  expecting("a token in a cookie is not looked at", [401], ({ user, port }) => ({
    token: null,
    headers: { Cookie: `codicil_${port}=${user}; token=${user}` },
  })),
  expecting("unknown paths below /api ask for a token first", [401], () => ({ token: null, path: "/api/nothing" })),
  expecting("unknown paths below /api are 404 with a token", [404], () => ({ path: "/api/nothing" })),
  expecting("/api in capitals is no way around the token", [404], () => ({ token: null, path: "/API/documents" })),
  expecting("a doubled slash is no way around the token", [404], () => ({ token: null, path: "//api/documents" })),
  traversal("/../../../../etc/passwd"),
  traversal("/..%2f..%2f..%2fetc/passwd"),
  traversal("/%2e%2e/%2e%2e/etc/passwd"),
  traversal("/page.css/../../package.json"),
  traversal("/....//....//etc/passwd"),
  traversal("/page.js%00.html"),
  traversal("/%5c..%5c..%5cwindows"),
  expecting("a document's id leads out of nothing", [400, 404], () => ({ path: "/api/documents/..%2f..%2fetc%2fpasswd" })),
  expecting("a document's key leads out of nothing", [400], () => ({ path: "/api/documents/..%2f..%2f..%2fsecret.md" })),
  expecting("a form cannot write", [415], () => ({
    method: "POST",
    path: "/api/plan",
    body: "heading=x",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  })),
  expecting("JSON that calls itself plain text cannot write", [415], () => ({
    method: "POST",
    path: "/api/plan",
    body: "{}",
    headers: { "Content-Type": "text/plain" },
  })),
  expecting("a body without a type cannot write", [415], () => ({ method: "POST", path: "/api/plan", body: "{}" })),
  expecting("a compressed body is refused", [415], () => ({
    method: "POST",
    path: "/api/plan",
    json: {},
    headers: { "Content-Encoding": "gzip" },
  })),
  expecting("broken JSON is bad input", [400], () => ({
    method: "POST",
    path: "/api/plan",
    body: '{"heading":',
    headers: { "Content-Type": "application/json" },
  })),
  expecting("bytes that are no UTF-8 are bad input", [400], () => ({
    method: "POST",
    path: "/api/plan",
    body: Buffer.from([0x7b, 0xff, 0x7d]),
    headers: { "Content-Type": "application/json" },
  })),
  expecting("an array is bad input", [400], () => ({ method: "POST", path: "/api/plan", json: [] })),
  expecting("a field for the prototype is bad input", [400], () => ({
    method: "POST",
    path: "/api/plan",
    body: '{"__proto__":{"heading":"x"}}',
    headers: { "Content-Type": "application/json" },
  })),
  expecting("a body above 1 MiB is refused", [413], () => ({
    method: "POST",
    path: "/api/plan",
    json: { content: "x".repeat(1024 * 1024) },
  })),
  expecting("a chunked body above 1 MiB is refused", [413], () => ({
    method: "POST",
    path: "/api/plan",
    body: JSON.stringify({ content: "x".repeat(1024 * 1024) }),
    headers: { "Content-Type": "application/json", "Transfer-Encoding": "chunked", "Content-Length": [] },
  })),
  expecting("a GET with a body is refused", [400], () => ({ body: "{}", headers: { "Content-Type": "application/json" } })),
  expecting("a method override changes nothing", [404, 405], () => ({
    method: "POST",
    path: "/api/documents/USER.md",
    json: { text: "overwritten" },
    headers: { "X-HTTP-Method-Override": "PUT", "X-Method-Override": "PUT", "If-None-Match": "*" },
  })),
  expecting("writing blindly is refused", [428], () => PUT("x")),
  expecting("writing over any version is refused", [412], () => ({ ...PUT("x"), headers: { "If-Match": "*" } })),
  expecting("the agent's token cannot write a document", [403], ({ agent }) => ({
    ...PUT("x"),
    token: agent,
    headers: { "If-None-Match": "*" },
  })),
  expecting("the agent's token cannot accept", [403], ({ agent }) => ({
    method: "POST",
    path: "/api/proposals/e_1/accept",
    json: { hash: "x" },
    token: agent,
  })),
  expecting("the agent's token cannot reject", [403], ({ agent }) => ({
    method: "POST",
    path: "/api/proposals/e_1/reject",
    json: {},
    token: agent,
  })),
  expecting("the agent's token cannot undo", [403], ({ agent }) => ({ method: "POST", path: "/api/undo/c_1", token: agent })),
  expecting("the agent's token cannot have a login code made", [403], ({ agent }) => ({
    method: "POST",
    path: "/api/login-codes",
    token: agent,
  })),
  expecting("the agent's token cannot speak as the person", [403], ({ agent }) => ({
    method: "POST",
    path: "/api/plan",
    json: { path: "USER.md", heading: "x", content: "y", origin: "user" },
    token: agent,
  })),
  expecting("the agent's token is refused what does not exist yet", [403], ({ agent }) => ({
    method: "POST",
    path: "/api/unlock",
    json: {},
    token: agent,
  })),
  header("a hundred headers are too many", () => Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`X-${n}`, "x"])), [431]),
  header("headers of 32 kB are too many", () => ({ "X-Long": "x".repeat(32 * 1024) }), [431]),
  overSocket("garbage is answered with 400", [400], () => "\u0016\u0003\u0001 nonsense\r\n\r\n"),
  overSocket("an unknown method is answered with 400", [400], () => "FETCH / HTTP/1.1\r\nHost: x\r\n\r\n"),
  overSocket("CONNECT opens no tunnel", [405], () => "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n"),
  overSocket("a request without Host is refused", [403], () => "GET / HTTP/1.1\r\n\r\n"),
  overSocket("HTTP/1.0 without Host is refused", [403], () => "GET / HTTP/1.0\r\n\r\n"),
  overSocket("two Hosts are refused", [400], ({ port }) => `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nHost: evil.example\r\n\r\n`),
  overSocket(
    "two tokens are refused",
    [400],
    ({ port, user }) =>
      `GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${user}\r\nAuthorization: Bearer x\r\n\r\n`,
  ),
  overSocket(
    "an absolute target is refused",
    [400],
    ({ port }) => `GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`,
  ),
  overSocket(
    "a Host behind three thousand headers is not lost",
    [431, 403],
    ({ port }) => `GET / HTTP/1.1\r\n${"a:\r\n".repeat(3000)}Host: 127.0.0.1:${port}\r\n\r\n`,
  ),
  overSocket(
    "length and chunks together are refused (smuggling)",
    [400],
    ({ port, user }) =>
      `POST /api/plan HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${user}\r\nContent-Type: application/json\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`,
  ),
  overSocket(
    "two lengths are refused (smuggling)",
    [400],
    ({ port }) => `POST /api/plan HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 2\r\nContent-Length: 7\r\n\r\n{}GET / `,
  ),
  overSocket("a space before the colon is refused (smuggling)", [400], ({ port }) => `GET / HTTP/1.1\r\nHost : 127.0.0.1:${port}\r\n\r\n`),
  overSocket(
    "a folded header is refused (smuggling)",
    [400, 403],
    ({ port }) => `GET / HTTP/1.1\r\nHost: evil\r\n 127.0.0.1:${port}\r\n\r\n`,
  ),
  overSocket(
    "a promise of a large body is refused before it is sent",
    [413],
    ({ port, user }) =>
      `PUT /api/documents/USER.md HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${user}\r\nContent-Type: application/json\r\nContent-Length: 999999999\r\nExpect: 100-continue\r\n\r\n`,
  ),
  overSocket(
    "another expectation is refused",
    [417],
    ({ port }) => `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nExpect: miracles\r\n\r\n`,
  ),
];
