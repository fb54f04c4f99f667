// The driver for documents on other servers: the suite of every driver over a plain server and over
// another Codicil's daemon, and what it refuses.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError } from "../../src/base/index.ts";
import { openRemote, type Place, type UrlJudge, walkFiles, type Way } from "../../src/store/index.ts";
import { writerOf } from "../../src/store/write.ts";
import { type Manners, serveDocuments } from "../documentServer.ts";
import { makeWorld, type World } from "../kit.ts";
import { machineToken, type Served, serveWorld } from "../servedWorld.ts";
import { CHECKS, describeStore, type Lacks, runCheck, whyNot } from "./conformance.ts";
import { bytes, home, type OpenStore, state, text } from "./rig.ts";

/** The URL rules are shown in test/knowledge/urlRules.test.ts and test/many/remote.test.ts; here the server is the test's own. */
const judge: UrlJudge = { url: (text) => text, address: () => null };

const LACKS: Lacks = {
  log: "single documents over HTTP have no logs",
  commit: "HTTP changes one document at a time, none together with a ledger",
  lock: "HTTP has no locks; If-Match decides who was first",
  list: "HTTP has no lists",
};

const openOver =
  (manners: Manners = {}) =>
  async (): Promise<OpenStore> => {
    const server = await serveDocuments(manners);
    const address = ({ root, path }: Place) =>
      root === "state" ? null : `${server.host}/${root}/${path.split("/").map(encodeURIComponent).join("/")}`;
    const [store, other] = [
      await openRemote({ address, way: { judge, key: null } }),
      await openRemote({ address, way: { judge, key: null } }),
    ];
    return { store, other, cleanup: async () => server.close() };
  };

describeStore("a plain HTTP server with ETag and If-Match", openOver(), LACKS);

describe("another Codicil's daemon", () => {
  let world: World;
  let daemon: Served;
  let key: string;
  beforeAll(async () => {
    world = makeWorld({ keep: true });
    daemon = await serveWorld(world);
    key = machineToken(world, "laptop", "all");
  });
  afterAll(async () => {
    await daemon.stop();
    world.remove();
  });

  /** The daemon stays; the documents of the last check are taken away by hand. */
  const open = async (): Promise<OpenStore> => {
    for (const folder of [world.home, world.project])
      for (const name of walkFiles(folder)) if (name.endsWith(".md")) rmSync(join(folder, name));
    const address = ({ root, path }: Place) =>
      root === "state" ? null : `${daemon.host}/api/text/${root}/${path.split("/").map(encodeURIComponent).join("/")}`;
    const [store, other] = [await openRemote({ address, way: { judge, key } }), await openRemote({ address, way: { judge, key } })];
    return { store, other, cleanup: async () => undefined };
  };

  describeStore("a Codicil daemon over HTTP", open, {
    ...LACKS,
    remove: "a daemon removes no document for another machine; that needs a person",
    "any bytes": "a daemon keeps Markdown in UTF-8, and screens what arrives: NUL and hidden characters are refused",
    "any size": "a daemon takes from another machine what it takes from an agent: 64 Ki characters at once",
  });
});

describe("the conformance suite catches a server", () => {
  // Negative controls: each of these breaks one promise of HTTP, and the same checks must notice.
  const BROKEN: Readonly<Record<string, Manners>> = {
    "that ignores If-Match and If-None-Match": { keepsConditions: false },
    "whose ETag never changes": { tagOf: () => '"always"' },
    "whose ETag stays for texts of one length": { tagOf: (content) => `"${content.length}"` },
    "that keeps no ETag": { tagOf: () => "none" },
    "that has only weak ETags": { tagOf: (content) => `W/"${content.length}"` },
    "that says it kept a text and did not": {
      other: (request, response) => request.method === "PUT" && (request.resume(), response.writeHead(204).end(), true),
    },
    "that ends lines in its own way": {
      other: (request, response, { documents }) =>
        request.method === "GET" &&
        documents.has(request.url ?? "") &&
        (response.writeHead(200, { etag: '"1"' }).end(String(documents.get(request.url ?? "")).replaceAll("\r\n", "\n")), true),
    },
    "that answers a removal and keeps the document": {
      other: (request, response) => request.method === "DELETE" && (response.writeHead(204).end(), true),
    },
  };

  it.each(Object.keys(BROKEN))("%s", async (fault) => {
    const checks = CHECKS.filter((check) => whyNot(check, LACKS) === null);
    const failed: string[] = [];
    for (const check of checks) await runCheck(check, openOver(BROKEN[fault])).catch(() => failed.push(check.title));
    expect(failed).not.toEqual([]);
    expect(failed.length).toBeLessThan(checks.length);
  });
});

describe("what single documents over HTTP cannot do", () => {
  it("is refused with STORE_CANNOT and a hint, and nothing is asked of the server", async () => {
    const server = await serveDocuments();
    const store = await openRemote({ address: () => `${server.host}/x.md`, way: { judge, key: null } });
    const writer = writerOf(store);
    const LOG = state("ledger/x.jsonl");
    const attempts: Readonly<Record<string, () => Promise<unknown>>> = {
      list: () => store.list("home", ""),
      readLog: () => store.readLog(LOG),
      lock: () => store.lock("x", async () => 1),
      append: () => writer.append(LOG, ["x"]),
      commit: () => writer.commit({ place: home("x.md"), expect: null, bytes: bytes("x"), log: LOG, lines: ["x"] }),
      recover: () => writer.recover(LOG),
      rewriteLog: () => writer.rewriteLog(LOG, []),
    };
    for (const [name, attempt] of Object.entries(attempts)) {
      const error = await attempt().then(
        () => null,
        (found: AppError) => found,
      );
      expect([name, error?.code, error?.hint === undefined]).toEqual([name, "STORE_CANNOT", false]);
    }
    expect(server.shelf.requests).toEqual([]);
    server.close();
  });
});

describe("the moment of connecting", () => {
  const openAt = (url: string, way: Partial<Way> = {}) => openRemote({ address: () => url, way: { judge, key: null, ...way } });
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => "done",
      (error: AppError) => `${error.code} ${error.message}`,
    );

  it("every address that a name leads to is judged, and a refused one is never connected to", async () => {
    const server = await serveDocuments();
    const asked: string[] = [];
    const url = server.host.replace("127.0.0.1", "localhost");
    const store = await openAt(`${url}/x.md`, {
      judge: { url: (text) => text, address: (ip, host) => (asked.push(`${host} ${ip}`), "not public") },
    });
    expect(await codeOf(store.read(home("x.md")))).toMatch(/^BAD_URL localhost leads to /);
    expect(asked.length).toBeGreaterThan(0);
    expect(server.shelf.requests).toEqual([]);
    server.close();
  });

  it("a key never goes over http to another machine", async () => {
    const store = await openAt("http://kb.example.org/x.md", { key: "a-key-of-somebody" });
    expect(await codeOf(store.read(home("x.md")))).toContain("it would get the key unencrypted");
  });

  it("a document that leads elsewhere is read, and not written", async () => {
    const server = await serveDocuments({
      other: (request, response) =>
        request.url === "/old.md" && (request.resume(), response.writeHead(301, { location: "/new.md" }).end(), true),
    });
    server.shelf.documents.set("/new.md", Buffer.from("here"));
    const store = await openAt(`${server.host}/old.md`);
    const found = await store.read(home("x.md"));
    expect(text(found)).toBe("here");
    expect(await codeOf(writerOf(store).write(home("x.md"), bytes("there"), found?.version ?? null))).toContain("it leads elsewhere");
    expect(server.shelf.writes).toBe(0);
    server.close();
  });

  const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;
  it.skipIf(!hasOpenssl)(
    `a certificate that nobody trusts gets neither key nor text${hasOpenssl ? "" : " (skipped: openssl makes the certificate and is not there)"}`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "codicil-https-"));
      const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
      spawnSync("openssl", [
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=127.0.0.1",
        "-addext",
        "subjectAltName=IP:127.0.0.1",
        "-keyout",
        key,
        "-out",
        cert,
      ]);
      let heard = 0;
      const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (_, response) => {
        heard++;
        response.writeHead(200, { etag: '"1"' }).end("x");
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const store = await openAt(`https://127.0.0.1:${(server.address() as AddressInfo).port}/x.md`, { key: "a-key-of-somebody" });
      const why = await codeOf(store.read(home("x.md")));
      expect([why.startsWith("REMOTE"), why.includes("a-key"), heard]).toEqual([true, false, 0]);
      server.close();
      rmSync(folder, { recursive: true });
    },
  );
});
