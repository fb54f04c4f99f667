// Documents on another server: read with its ETag, written over that very version; and servers that are huge, slow, lost,
// leading elsewhere, or lying.

import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { applied, put, remoteWorld as worldFor, serve, type Shelf, statusOf } from "./remoteRig.ts";

describe("LW-12 LW-90 a document on another server", () => {
  it("is edited section by section, over the version that was read, and an entry arrives once", async () => {
    const { url, host, shelf } = await serve();
    const world = worldFor(host);
    put(world, url, "- two", "e_1");
    expect((await applied(world)).map(({ status }) => status)).toEqual(["applied"]);
    expect(shelf.text).toBe("# Team\n\n## Facts\n\n- one\n- two\n\n## Other\n\nkept\n");
    put(world, url, "- two", "e_1");
    expect((await applied(world)).map(({ status }) => status)).toEqual(["unchanged"]);
    expect(shelf.writes).toBe(1);
    // Nothing that tells who asks.
    for (const { headers } of shelf.requests)
      expect(Object.keys(headers).filter((name) => /cookie|authorization|user-agent|referer/.test(name))).toEqual([]);
  });

  it("somebody else was faster: read again, and both are there", async () => {
    let raced = false;
    const { url, host, shelf } = await serve((request, _, shelf_) => {
      if (request.method === "PUT" && !raced) {
        raced = true;
        shelf_.text = shelf_.text.replace("kept", "kept by another");
      }
    });
    const world = worldFor(host);
    put(world, url, "- two", "e_1");
    expect((await applied(world)).map(({ status }) => status)).toEqual(["applied"]);
    expect(shelf.text).toBe("# Team\n\n## Facts\n\n- one\n- two\n\n## Other\n\nkept by another\n");
  });

  it("away, failing or cut off: the entry waits, and arrives once when the server is back", async () => {
    let mood: "down" | "lost" | "well" = "down";
    const { url, host, shelf } = await serve((request, response, shelf_) => {
      if (mood === "down") {
        response.writeHead(503).end();
        return true;
      }
      if (mood === "lost" && request.method === "PUT") {
        // It takes the text, and the answer never comes.
        let body = "";
        request.on("data", (chunk: Buffer) => (body += String(chunk)));
        request.on("end", () => {
          shelf_.text = body;
          shelf_.writes++;
          response.destroy();
        });
        return true;
      }
      return false;
    });
    const world = worldFor(host);
    put(world, url, "- two", "e_1");
    expect((await applied(world)).map(({ status }) => status)).toEqual(["pending"]);
    mood = "lost";
    expect((await applied(world)).map(({ status }) => status)).toEqual(["pending"]);
    mood = "well";
    expect((await applied(world)).map(({ status }) => status)).toEqual(["unchanged"]);
    expect([shelf.writes, shelf.text.match(/- two/g)?.length]).toEqual([1, 1]);
    expect((await statusOf(world)).pending).toEqual([]);
  });

  it("a server that never finishes is given up after a while, and the entry waits", async () => {
    const { url, host } = await serve((_, response) => {
      response.writeHead(200, { etag: '"1"' });
      const drip = setInterval(() => response.write("x"), 200);
      response.on("close", () => clearInterval(drip));
      return true;
    });
    const world = worldFor(host);
    put(world, url, "- two", "e_1");
    const [receipt] = await applied(world);
    expect([receipt?.status, receipt?.why?.includes("took too long")]).toEqual(["pending", true]);
  });

  const LIARS: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse, shelf: Shelf) => boolean | void>> = {
    "has no ETag": (request, response, shelf) => (request.method === "GET" ? (response.writeHead(200).end(shelf.text), true) : false),
    "has only a weak ETag": (request, response, shelf) =>
      request.method === "GET" ? (response.writeHead(200, { etag: 'W/"1"' }).end(shelf.text), true) : false,
    "says it kept the text and did not": (request, response) =>
      request.method === "PUT" ? (request.resume(), response.writeHead(204).end(), true) : false,
    "is huge, by its own word": (_, response) => (
      response.writeHead(200, { etag: '"1"', "content-length": String(1 << 30) }).end("x"),
      true
    ),
    "is huge without saying so": (_, response) => {
      response.writeHead(200, { etag: '"1"' });
      const pour = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
        response.once("drain", pour);
      };
      pour();
      return true;
    },
    "sends a compressed answer": (_, response) => (response.writeHead(200, { etag: '"1"', "content-encoding": "gzip" }).end("x"), true),
    "leads in a circle": (_, response) => (response.writeHead(302, { location: "/team.md" }).end(), true),
    "leads to a host that is not listed": (_, response) => (
      response.writeHead(302, { location: "https://example.org/team.md" }).end(),
      true
    ),
    "leads to the metadata service": (_, response) => (response.writeHead(302, { location: "http://169.254.169.254/latest" }).end(), true),
    "leads to a file": (_, response) => (response.writeHead(302, { location: "file:///etc/passwd" }).end(), true),
    "is no text": (_, response) => (response.writeHead(200, { etag: '"1"' }).end(Buffer.from([0xff, 0xfe, 0x80])), true),
    "is not there": (_, response) => (response.writeHead(404).end(), true),
    "wants the text elsewhere": (request, response) =>
      request.method === "PUT" ? (request.resume(), response.writeHead(307, { location: "/other.md" }).end(), true) : false,
  };

  it.each(Object.keys(LIARS))("a server that %s: the entry goes to staging, and nothing is written", async (fault) => {
    const { url, host, shelf } = await serve(LIARS[fault]);
    const before = shelf.text;
    const world = worldFor(host);
    put(world, url, "- two", "e_1");
    expect((await applied(world)).map(({ status }) => status)).toEqual(["staged"]);
    expect([shelf.text, shelf.writes]).toEqual([before, 0]);
    const { staged, pending } = await statusOf(world);
    expect([staged.length, pending.length]).toEqual([1, 0]);
  });

  it("an ETag that stays while the text changes is a lie that is remembered", async () => {
    const { url, host, shelf } = await serve((request, response, shelf_) => {
      if (request.method === "GET") response.writeHead(200, { etag: '"always"' }).end(shelf_.text);
      else {
        request.resume();
        response.writeHead(503).end();
      }
      return true;
    });
    const world = worldFor(host);
    put(world, url, "- two", "e_1");
    expect((await applied(world)).map(({ status }) => status)).toEqual(["pending"]);
    shelf.text = shelf.text.replace("kept", "changed");
    expect((await applied(world)).map(({ status }) => status)).toEqual(["staged"]);
    expect((await statusOf(world)).staged[0]?.message).toContain("ETag");
  });

  it("a host that is not listed, and this machine where it is not listed, are never asked", async () => {
    const { url, shelf } = await serve();
    const world = worldFor("kb.example.org");
    put(world, url, "- two", "e_1");
    expect((await applied(world)).map(({ status }) => status)).toEqual(["staged"]);
    expect(shelf.requests).toEqual([]);
  });
});
