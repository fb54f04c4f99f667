import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { headerFault } from "./attacks.ts";
import { type Daemon, propose, startDaemon } from "./rig.ts";

let daemon: Daemon;
beforeAll(async () => void (daemon = await startDaemon()));
afterAll(() => daemon.stop());

const onDisk = (name: string) => readFileSync(join(daemon.home, name), "utf8");

describe("documents", () => {
  it("are listed with role, size, budget and version, for the person and for the agent", async () => {
    for (const token of [daemon.user, daemon.agent]) {
      const { status, json } = await daemon.ask("GET", "/api/documents", { token });
      expect(status).toBe(200);
      const user = json.find((each: { key: string }) => each.key === "USER.md");
      expect(user).toMatchObject({ role: "user", chars: onDisk("USER.md").length, budget: 1400 });
      expect(user.id).toMatch(/^d_[0-9a-f]{16}$/);
      expect(user.version).toMatch(/^[0-9a-f]{64}$/);
      expect(new Date(user.modified).getTime()).toBeGreaterThan(0);
    }
  });

  it("are shown with text and sections, by id or by key", async () => {
    const { json: list } = await daemon.ask("GET", "/api/documents");
    const { id, version } = list.find((each: { key: string }) => each.key === "USER.md");
    const byId = await daemon.ask("GET", `/api/documents/${id}`);
    const byKey = await daemon.ask("GET", "/api/documents/USER.md");
    expect(byId.json).toEqual(byKey.json);
    expect(byId.json.text).toBe(onDisk("USER.md"));
    expect(byId.json.sections[0]).toMatchObject({ heading: "Identity", level: 2, line: 1 });
    expect(byId.headers["etag"]).toBe(`"${version}"`);
  });

  it("that do not exist are 404", async () => {
    for (const name of ["d_0000000000000000", "nothing", "NOTES.md", "%E0%A4%A"]) {
      const { status, json } = await daemon.ask("GET", `/api/documents/${name}`);
      expect([name, status, json.error.code]).toEqual([name, 404, "NOT_FOUND"]);
    }
  });

  it("of the project are listed beside the mind's", async () => {
    const file = join(daemon.mind.where.project ?? "", "AGENTS.md");
    writeFileSync(file, "## Rules\n\nAsk first.\n");
    const { json } = await daemon.ask("GET", "/api/documents");
    const rules = json.find((each: { key: string }) => each.key === "./AGENTS.md");
    expect(rules).toMatchObject({ role: "agents", budget: null });
    expect((await daemon.ask("GET", `/api/documents/${rules.id}`)).json.text).toBe("## Rules\n\nAsk first.\n");
    expect((await daemon.ask("GET", `/api/documents/${rules.id}/history`)).status).toBe(200);
    rmSync(file);
  });

  it("that are not UTF-8 are named in the error, and everything else still answers", async () => {
    const file = join(daemon.mind.where.project ?? "", "AGENTS.md");
    writeFileSync(file, Buffer.from([0x23, 0x20, 0xff, 0x0a]));
    const { status, json } = await daemon.ask("GET", "/api/documents");
    const broken = (json as { key: string; problem?: { code: string; file: string } }[]).find(({ problem }) => problem !== undefined);
    expect([status, broken?.problem?.code, broken?.problem?.file]).toEqual([200, "NOT_UTF8", file]);
    expect((await daemon.ask("GET", "/api/documents/USER.md")).status).toBe(200);
    expect((await daemon.ask("GET", "/api/status")).status).toBe(200);
    rmSync(file);
  });

  it("answer HEAD like GET, without a body", async () => {
    const { status, text, headers } = await daemon.ask("HEAD", "/api/documents/USER.md");
    expect([status, text, headerFault(headers)]).toEqual([200, "", null]);
  });

  it("have a history that grows with what is written", async () => {
    const { json } = await daemon.ask("GET", "/api/documents/SOUL.md/history");
    expect(json.at(-1)).toMatchObject({ kind: "whole", by: "user", reason: "init", doc: "SOUL.md" });
  });
});

describe("writing a document", () => {
  it("takes the version that was read and gives the next one and a way back", async () => {
    const before = await daemon.ask("GET", "/api/documents/MEMORY.md");
    const text = `${before.json.text}\n## Notes\n\nWritten in the page, 写在页面里.\n`;
    const written = await daemon.ask("PUT", "/api/documents/MEMORY.md", {
      json: { text, reason: "a test" },
      headers: { "If-Match": before.headers["etag"] as string },
    });
    expect(written.status).toBe(200);
    expect(onDisk("MEMORY.md")).toBe(text);
    const { json: after } = await daemon.ask("GET", "/api/documents/MEMORY.md");
    expect(written.json).toMatchObject({ kind: "written", document: "MEMORY.md", version: after.version });
    expect((await daemon.ask("GET", "/api/documents/MEMORY.md/history")).json[0]).toMatchObject({ kind: "whole", reason: "a test" });
    const undone = await daemon.ask("POST", `/api/undo/${written.json.undo}`);
    expect([undone.status, undone.json.status]).toEqual([200, "applied"]);
    expect(onDisk("MEMORY.md")).toBe(before.json.text);
  });

  it("with a version that is no longer there is refused with 412 and changes nothing", async () => {
    const { json } = await daemon.ask("GET", "/api/documents/USER.md");
    writeFileSync(join(daemon.home, "USER.md"), `${json.text}\n## By hand\n\nKeep this.\n`);
    const stale = await daemon.ask("PUT", "/api/documents/USER.md", {
      json: { text: "gone" },
      headers: { "If-Match": `"${json.version}"` },
    });
    expect([stale.status, stale.json.error.code]).toEqual([412, "STALE"]);
    expect(onDisk("USER.md")).toContain("Keep this.");
  });

  it("can create one that is not there, and only then", async () => {
    const create = () =>
      daemon.ask("PUT", `/api/documents/${encodeURIComponent("~/.config/agents/notes/birds.md")}`, {
        json: { text: "# Birds\n" },
        headers: { "If-None-Match": "*" },
      });
    expect((await create()).status).toBe(201);
    expect(onDisk("notes/birds.md")).toBe("# Birds\n");
    expect((await create()).status).toBe(412);
    expect((await daemon.ask("GET", "/api/documents")).json.map((each: { key: string }) => each.key)).toContain(
      "~/.config/agents/notes/birds.md",
    );
  });

  it("with a text that is none, or with half a character, is bad input", async () => {
    const headers = { "If-Match": `"${(await daemon.ask("GET", "/api/documents/SOUL.md")).json.version}"` };
    for (const json of [{}, { text: 5 }, { text: null }, { text: "\ud800" }, { text: "x", more: 1 }]) {
      expect((await daemon.ask("PUT", "/api/documents/SOUL.md", { json, headers })).status).toBe(400);
    }
  });
});

describe("planning", () => {
  it("is what an agent may do: the entry is in the journal and nothing else changes", async () => {
    const before = onDisk("USER.md");
    const { status, json } = await daemon.ask("POST", "/api/plan", {
      token: daemon.agent,
      json: { path: "USER.md", heading: "Preferences", operation: "append", content: "Likes tea.", session: "s-plan" },
    });
    expect([status, json.status, json.document]).toEqual([200, "pending", "USER.md"]);
    expect((await daemon.ask("GET", "/api/status")).json.journalled).toContainEqual({ session: "s-plan", entries: 1 });
    expect(onDisk("USER.md")).toBe(before);
  });

  it("needs no session: an entry without one is pending at once, or before the person, for nobody could end what has no name", async () => {
    const plan = (path: string, heading: string) =>
      daemon.ask("POST", "/api/plan", { token: daemon.agent, json: { path, heading, operation: "append", content: "Alone." } });
    const before = onDisk("USER.md");
    const waiting = await plan("USER.md", "Alone");
    expect([waiting.status, waiting.json.status, onDisk("USER.md")]).toEqual([200, "pending", before]);
    const proposed = await plan("SOUL.md", "Alone");
    expect(proposed.json).toMatchObject({ status: "proposed", why: expect.stringContaining("approval") });
    const shown = (await daemon.ask("GET", "/api/proposals")).json.find((each: { id: string }) => each.id === proposed.json.entry);
    expect(shown).toMatchObject({ heading: "Alone", content: "Alone." });
    const { pending, journalled } = (await daemon.ask("GET", "/api/status")).json;
    expect(pending.map((each: { entry: string }) => each.entry)).toContain(waiting.json.entry);
    expect(journalled.map((each: { session: string }) => each.session)).toEqual(["s-plan"]);
    await daemon.ask("POST", `/api/proposals/${shown.id}/reject`, { json: {} });
  });

  it("refuses what is no entry, naming the field", async () => {
    const bad: Record<string, unknown>[] = [
      { path: "USER.md" },
      { heading: "x", content: "y" },
      { path: "USER.md", heading: "x", content: 5 },
      { path: "USER.md", heading: "x", content: "y", level: 9 },
      { path: "USER.md", heading: "x", content: "y", session: "../x" },
      { path: "USER.md", heading: "x", content: "y", origin: "god" },
      { path: "../x.md", heading: "x", content: "y" },
      { path: "USER.md", heading: "x", content: "y", operation: "burn" },
      { path: "USER.md", heading: "x", content: "y", constructor: "z" },
    ];
    for (const json of bad) {
      const answer = await daemon.ask("POST", "/api/plan", { json });
      expect([JSON.stringify(json), answer.status]).toEqual([JSON.stringify(json), 400]);
      expect(answer.json.error.message).not.toBe("");
    }
  });
});

describe("proposals", () => {
  it("are accepted only by the hash of what was shown, and once", async () => {
    const id = await propose(daemon.mind, "Warm and short.");
    const { json: list } = await daemon.ask("GET", "/api/proposals", { token: daemon.agent });
    const proposal = list.find((each: { id: string }) => each.id === id);
    expect(proposal).toMatchObject({ document: "SOUL.md", heading: "Tone", before: null, after: "## Tone\n\nWarm and short." });
    const accept = (json: unknown, token = daemon.user) => daemon.ask("POST", `/api/proposals/${id}/accept`, { json, token });
    expect((await accept({})).status).toBe(400);
    expect((await accept({ hash: "0".repeat(64) })).status).toBe(409);
    expect((await accept({ hash: proposal.hash }, daemon.agent)).status).toBe(403);
    expect(onDisk("SOUL.md")).not.toContain("Warm and short.");
    const done = await accept({ hash: proposal.hash });
    expect([done.status, done.json.status]).toEqual([200, "applied"]);
    expect(onDisk("SOUL.md")).toContain("Warm and short.");
    expect((await accept({ hash: proposal.hash })).status).toBe(404);
  });

  it("are rejected, and forever when the person says so", async () => {
    const id = await propose(daemon.mind, "Shout.");
    const done = await daemon.ask("POST", `/api/proposals/${id}/reject`, { json: { forEver: true } });
    expect([done.status, done.json.status]).toEqual([200, "refused"]);
    expect((await daemon.ask("GET", "/api/proposals")).json).toEqual([]);
    const again = await daemon.ask("POST", "/api/plan", {
      token: daemon.agent,
      json: { path: "SOUL.md", heading: "Tone", operation: "update", content: "Shout." },
    });
    expect(again.json.status).toBe("refused");
    expect((await daemon.ask("POST", `/api/proposals/${id}/reject`, { json: { forEver: "yes" } })).status).toBe(400);
  });

  it("are pending again when the rejection is undone, and a rejection forever holds no longer", async () => {
    const id = await propose(daemon.mind, "Whisper.");
    const { json } = await daemon.ask("POST", `/api/proposals/${id}/reject`, { json: { forEver: true } });
    expect((await daemon.ask("POST", `/api/undo/${json.undo}`, { json: {}, token: daemon.agent })).status).toBe(403);
    expect((await daemon.ask("POST", `/api/undo/${json.undo}`, { json: {} })).json).toMatchObject({ entry: id, status: "proposed" });
    const [proposal, ...others] = (await daemon.ask("GET", "/api/proposals")).json;
    expect([proposal.id, proposal.content, others]).toEqual([id, "Whisper.", []]);
    expect((await daemon.ask("POST", `/api/undo/${json.undo}`, { json: {} })).status).toBe(404);
    expect((await daemon.ask("POST", `/api/proposals/${id}/accept`, { json: { hash: proposal.hash } })).json.status).toBe("applied");
  });

  it("are forgotten with every copy after all of them were listed, by a person alone", async () => {
    const fact = "the safe behind the blue door";
    await daemon.ask("POST", "/api/remember", { json: { section: "Facts", content: `- ${fact}` } });
    const path = `/api/forget?text=${encodeURIComponent(fact)}`;
    expect((await daemon.ask("GET", path, { token: daemon.agent })).status).toBe(403);
    expect((await daemon.ask("POST", "/api/forget", { json: { text: fact }, token: daemon.agent })).status).toBe(403);
    const { json } = await daemon.ask("GET", path);
    expect(json).toMatchObject({ lines: [{ document: "MEMORY.md", text: `- ${fact}` }], documents: 1 });
    expect(json.versions).toBeGreaterThan(0);
    expect(onDisk("MEMORY.md")).toContain(fact);
    expect((await daemon.ask("POST", "/api/forget", { json: { text: fact } })).json.documents).toBe(1);
    expect(onDisk("MEMORY.md")).not.toContain(fact);
    expect((await daemon.ask("GET", path)).json).toMatchObject({ lines: [], documents: 0, versions: 0, logs: 0, files: 0 });
  });

  it("repeated lines of a document are offered for tidying, marked ones are not, and nothing is changed by looking", async () => {
    for (const line of ["- tests run in vitest", "- 📌 pinned fact", "- tests run in vitest.", "- 📌 pinned fact", "- Tidied later"])
      await daemon.ask("POST", "/api/remember", { json: { section: "Tidy", content: line } });
    // A heading of the same words repeats nothing.
    await daemon.ask("POST", "/api/remember", { json: { section: "Tidied later", content: "- something else" } });
    const before = onDisk("MEMORY.md");
    const { json } = await daemon.ask("GET", "/api/documents/MEMORY.md/tidy");
    expect(json.leaving).toEqual([expect.objectContaining({ text: "- tests run in vitest", why: "repeated" })]);
    expect([json.text.includes("vitest."), onDisk("MEMORY.md") === before]).toEqual([true, true]);
  });

  it("an unknown change cannot be undone", async () => {
    expect((await daemon.ask("POST", "/api/undo/c_nothing")).status).toBe(404);
  });
});

describe("conflicts", () => {
  it("are listed with what is there now", async () => {
    await daemon.ask("POST", "/api/plan", {
      json: { path: "USER.md", heading: "Identity", operation: "update", content: "An entry.", session: "s-late" },
    });
    writeFileSync(join(daemon.home, "USER.md"), "## Identity\n\nA hand was here.\n");
    const { flush, apply } = await import("../../src/mind/documents/remember.ts");
    await flush(daemon.mind, "s-late");
    await apply(daemon.mind);
    const { status, json } = await daemon.ask("GET", "/api/conflicts");
    expect(status).toBe(200);
    expect(json.find((each: { heading: string }) => each.heading === "Identity")).toMatchObject({
      code: "CONFLICT",
      session: "s-late",
      time: expect.stringMatching(/^20\d\d-/),
      content: "An entry.",
      present: expect.stringContaining("A hand was here."),
    });
  });
});

describe("answers", () => {
  it("reading has no effect: after every GET each file of the mind is what it was", async () => {
    const files = () =>
      Object.fromEntries(
        ["home", "state", "project"]
          .flatMap((folder) => {
            const root = join(daemon.home, "..", folder);
            return readdirSync(root, { recursive: true, withFileTypes: true })
              .filter((each) => each.isFile())
              .map((each) => join(each.parentPath, each.name));
          })
          .filter((file) => !file.includes("/locks/"))
          .map((file) => [file, readFileSync(file, "latin1")]),
      );
    const before = files();
    for (const path of [
      "documents",
      "documents/USER.md",
      "documents/USER.md/history",
      "documents/MEMORY.md/history",
      "status",
      "proposals",
      "conflicts",
      "health",
    ]) {
      expect([path, (await daemon.ask("GET", `/api/${path}`)).status]).toEqual([path, 200]);
    }
    expect(files()).toEqual(before);
  });

  it("the page and its files need no token and carry the safety headers like everything else", async () => {
    for (const path of ["/", "/page.css", "/page.js", "/?x=1"]) {
      const { status, headers } = await daemon.ask("GET", path, { token: null });
      expect([path, status, headerFault(headers)]).toEqual([path, 200, null]);
    }
  });

  it("our own page is let in under both of our names, and so is a program that is no browser", async () => {
    for (const name of [`127.0.0.1:${daemon.port}`, `localhost:${daemon.port}`]) {
      for (const headers of [{}, { Origin: `http://${name}`, "Sec-Fetch-Site": "same-origin" }, { "Sec-Fetch-Site": "none" }]) {
        expect((await daemon.ask("GET", "/api/health", { headers: { Host: name, ...headers } })).status).toBe(200);
      }
    }
  });

  it("a known path with another method names the methods it has", async () => {
    const answer = await daemon.ask("PUT", "/api/status", { json: {} });
    expect([answer.status, answer.headers["allow"]]).toEqual([405, "GET"]);
  });

  it("errors have the shape that the command line prints", async () => {
    const { json } = await daemon.ask("GET", "/api/documents/NOTES.md");
    expect(Object.keys(json)).toEqual(["error"]);
    expect(json.error).toMatchObject({ code: "NOT_FOUND", message: expect.any(String), hint: expect.any(String) });
  });
});
