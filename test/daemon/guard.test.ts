import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Asked, type Gatehouse, judgeRequest } from "../../src/daemon/access/guard.ts";
import { createTries } from "../../src/daemon/access/tries.ts";
import { setClock } from "./rig.ts";

const gatehouse: Gatehouse = {
  port: 4777,
  holderOf: (credentials) =>
    credentials.kind === "bearer" ? (({ person: "user", helper: "agent" } as const)[credentials.token] ?? null) : null,
  countWrong: () => ({ kind: "counted" }),
};

/** Fragments find what random strings never do. */
const values = fc.oneof(
  fc.constantFrom(
    "127.0.0.1:4777",
    "localhost:4777",
    "evil.example",
    "http://127.0.0.1:4777",
    "http://localhost:4777",
    "null",
    "same-origin",
    "none",
    "cross-site",
    "Bearer person",
    "Bearer helper",
    "Bearer x",
    "bearer person ",
    "application/json",
    "text/plain",
    "0",
    "5",
    "9999999",
    "chunked",
    "websocket",
    "codicil_4777=x",
  ),
  fc.string({ maxLength: 8 }),
);
const names = fc.constantFrom(
  "host",
  "origin",
  "sec-fetch-site",
  "authorization",
  "cookie",
  "x-codicil-token",
  "content-type",
  "content-length",
  "transfer-encoding",
  "content-encoding",
  "upgrade",
  "x-http-method-override",
);
const asked: fc.Arbitrary<Asked> = fc.record({
  method: fc.constantFrom("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "get"),
  target: fc.oneof(
    fc.constantFrom(
      "/",
      "/api",
      "/api/",
      "/api/documents",
      "/api/plan",
      "/api/policy/check",
      "/api/login",
      "/api/login/",
      "/api/undo/x",
      "/api/plan/../undo/x",
      "//api/plan",
      "/API/plan",
      "http://x/api/plan",
      "*",
    ),
    fc.string({ maxLength: 12 }).map((path) => `/${path}`),
  ),
  headers: fc
    .array(fc.tuple(names, fc.array(values, { minLength: 1, maxLength: 2 })), { maxLength: 6 })
    .map((pairs) => ({ host: ["127.0.0.1:4777"], ...Object.fromEntries(pairs) })),
  headerCount: fc.constantFrom(1, 12, 65),
});

describe("the guard, whatever comes", () => {
  it("lets nothing through to /api without a holder, from another site, under another name, or by another method", () => {
    fc.assert(
      fc.property(asked, (request) => {
        const judgement = judgeRequest(request, gatehouse);
        if (judgement.kind === "refuse") return judgement.reply.status >= 400 && judgement.reply.status < 500;
        const one = (name: string) => (request.headers[name]?.length ?? 0) <= 1;
        expect(["127.0.0.1:4777", "localhost:4777"]).toContain(request.headers["host"]?.[0]);
        expect(one("host") && one("origin") && one("authorization") && one("sec-fetch-site")).toBe(true);
        expect([undefined, `http://${request.headers["host"]?.[0]}`]).toContain(request.headers["origin"]?.[0]);
        expect([undefined, "same-origin", "none"]).toContain(request.headers["sec-fetch-site"]?.[0]);
        expect(["GET", "HEAD", "POST", "PUT"]).toContain(request.method);
        if (/^\/api(\/|$|\?)/.test(request.target) && judgement.area !== "login") expect(judgement.caller).not.toBeNull();
        if (judgement.area === "api") expect(request.headers["authorization"]?.[0]).toMatch(/^bearer (person|helper)$/i);
        if (judgement.area === "page") expect(judgement.method).toBe("GET");
        if (judgement.caller === "agent" && judgement.method !== "GET")
          expect(["/api/plan", "/api/policy/check", "/api/policy/propose"]).toContain(judgement.path);
        return true;
      }),
      { numRuns: 5000 },
    );
  });

  it("does let the right ones through, so the property above says something", () => {
    const good = (method: string, target: string, token: string): Asked => ({
      method,
      target,
      headerCount: 3,
      headers: { host: ["127.0.0.1:4777"], authorization: [`Bearer ${token}`], "content-type": ["application/json"] },
    });
    expect(judgeRequest(good("GET", "/api/documents?x=1", "helper"), gatehouse)).toMatchObject({
      kind: "pass",
      area: "api",
      caller: "agent",
      path: "/api/documents",
    });
    expect(judgeRequest(good("POST", "/api/plan", "helper"), gatehouse)).toMatchObject({ kind: "pass", caller: "agent" });
    expect(judgeRequest(good("POST", "/api/policy/check", "helper"), gatehouse)).toMatchObject({ kind: "pass", caller: "agent" });
    expect(judgeRequest(good("PUT", "/api/settings", "person"), gatehouse)).toMatchObject({ kind: "pass", caller: "user" });
    expect(judgeRequest(good("PUT", "/api/settings", "helper"), gatehouse)).toMatchObject({ kind: "refuse", reply: { status: 403 } });
  });
});

describe("the count of wrong tries", () => {
  it("looks at the last minute only: nineteen a minute go on forever, twenty are limited", () => {
    const clock = setClock();
    const tries = createTries(clock);
    for (let minute = 0; minute < 5; minute++) {
      for (let n = 0; n < 19; n++) expect(tries.countWrong().kind).toBe("counted");
      clock.forward(60_000);
    }
    for (let n = 0; n < 19; n++) tries.countWrong();
    clock.forward(30_000);
    expect(tries.countWrong()).toEqual({ kind: "limited", retryAfter: 30 });
    clock.forward(30_000);
    expect(tries.countWrong().kind).toBe("counted");
  });
});
