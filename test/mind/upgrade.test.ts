// A mind that 0.1.0 wrote is opened by the present program: nothing is lost, nothing changes its meaning.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld } from "../kit.ts";
import { canUnpack, type OldMind, unpackOldMind } from "./oldMind.ts";

let old: OldMind;
beforeAll(async () => {
  if (canUnpack) old = await unpackOldMind();
}, 300_000);
afterAll(() => old?.remove());

/** The plugins are part of a build only. */
const UNINSTALLED = ["claude", "codex", "gemini", ...(process.env["CODICIL_FROM_SOURCE"] === "1" ? [] : ["opencode", "pi"])];

type Fields = Readonly<Record<string, unknown>>;
const pick = (rows: readonly Fields[], ...names: string[]) => rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
const answer = <T>(...args: string[]): T => old.run([...args, "--json"]).json<T>();

/** Everything that a person would miss; the rest of the state can be made again. */
const KEPT = [
  "person/.config",
  "project",
  ...["sessions", "ledger", "vault", "journal", "decisions", "trash", "installed"].map((name) => `person/.local/state/codicil/${name}`),
  "person/.claude",
  "person/.codex",
  "person/.gemini",
  "person/.pi",
];

function filesBelow(root: string): string[] {
  return KEPT.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  );
}

/** Logs may have grown; everything else is as it was, byte for byte. */
function lostIn(root: string, pristine: string): string[] {
  return filesBelow(pristine).filter((path) => {
    const before = readFileSync(join(pristine, path));
    try {
      const now = readFileSync(join(root, path));
      return !(path.endsWith(".jsonl") ? now.subarray(0, before.length) : now).equals(before);
    } catch {
      return true;
    }
  });
}

// In order: what only reads comes first, then what writes.
describe.skipIf(!canUnpack)("a mind of 0.1.0", () => {
  it("shows what is pending, proposed and staged as 0.1.0 did", () => {
    const [before, now] = [old.expected<Record<string, Fields[]>>("status"), answer<Record<string, Fields[]>>("status")];
    expect(before["pending"]?.length).toBeGreaterThan(4);
    for (const kind of ["pending", "staged"])
      expect(pick(now[kind] ?? [], "entry", "document", "heading", "state"), kind).toEqual(
        pick(before[kind] ?? [], "entry", "document", "heading", "state"),
      );
    const fields = ["id", "document", "heading", "operation", "content", "origin", "session"];
    expect(pick(answer("review"), ...fields)).toEqual(pick(old.expected("review"), ...fields));
    expect(pick(answer("resolve", "USER.md"), "id", "code", "document", "content", "present")).toEqual(
      pick(old.expected("resolve"), "id", "code", "document", "content", "present"),
    );
  });

  it("has its documents with all their history: log, blame, what is for one person alone", () => {
    expect(pick(answer("log"), "id", "doc", "kind", "by")).toEqual(pick(old.expected("log"), "id", "doc", "kind", "by"));
    expect(pick(answer("blame", "MEMORY.md"), "line", "text", "change", "by")).toEqual(
      pick(old.expected("blame"), "line", "text", "change", "by"),
    );
    expect(answer<Fields>("show", "~/.config/agents/me/USER.md")["text"]).toBe(old.expected<Fields>("me")["text"]);
    expect(pick(answer("quarantine"), "document", "line", "text")).toEqual(pick(old.expected("quarantine"), "document", "line", "text"));
  });

  it("has its sessions: each is listed and verified, and the model gets the same messages", () => {
    const before = old.expected<Fields[]>("sessions");
    expect(before.length).toBeGreaterThan(8);
    expect(pick(answer("session", "list"), "id", "host", "events", "problems")).toEqual(pick(before, "id", "host", "events", "problems"));
    for (const { id } of before) expect([id, old.run(["session", "verify", String(id)]).code]).toEqual([id, 0]);
    const own = before.filter(({ host }) => host === "codicil").map(({ id }) => answer<Fields>("session", "context", String(id)));
    expect(own).toContainEqual(old.expected("context"));
  });

  it("has its trash, its verdicts, its rules and its hooks with the trust they had", () => {
    expect(pick(answer<Fields[]>("trash", "list"), "id", "original", "at", "kind")).toEqual(old.expected("trash"));
    const verdicts = answer<Fields[]>("policy", "log");
    const ids = new Set(verdicts.map(({ id }) => id));
    // Canaries of 0.1.0 are in its log; a later program may leave them out.
    expect(old.expected<Fields[]>("verdicts").filter(({ id, session }) => !ids.has(id) && !String(session).includes("canary"))).toEqual([]);
    const rules = (name: { files: { clauses: Fields[] }[] }) => name.files.flatMap(({ clauses }) => pick(clauses, "line", "text", "state"));
    expect(rules(answer("policy", "report"))).toEqual(rules(old.expected("report")));
    const hooks = (found: { hooks: Fields[] }) => pick(found.hooks, "name", "scope", "hash", "trusted");
    expect(hooks(answer("hooks"))).toEqual(hooks(old.expected("hooks")));
  });

  it("is searched: recall finds what it found", () => {
    const top = (hits: readonly Fields[]) => pick(hits.slice(0, 1), "document", "heading");
    expect(top(answer("recall", "red boat leaks"))).toEqual(top(old.expected("recall")));
  });

  it("loses and changes no byte by being read, and the check of that can fail", () => {
    expect(filesBelow(old.pristine).length).toBeGreaterThan(100);
    expect(lostIn(old.root, old.pristine)).toEqual([]);
    expect(lostIn(old.pristine, old.root).length + lostIn("/nowhere", old.pristine).length).toBeGreaterThan(100);
  });

  it("keeps its gate in every host: the launcher that 0.1.0 wrote runs, the unlock has ended, the rules hold", () => {
    const hosts = answer<{ findings: Fields[]; hosts?: Fields[] }>("doctor", "--own");
    expect(JSON.stringify(hosts)).not.toContain("does NOT work");
    const call = {
      session_id: "h2",
      cwd: old.project,
      transcript_path: "/dev/null",
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: "npm publish" },
    };
    const said = old.run(["hook", "claude", "PreToolUse"], { input: JSON.stringify(call) });
    expect(said.out).toContain('"deny"');
    expect(
      old.run(["hook", "claude", "PreToolUse"], { input: JSON.stringify({ ...call, tool_input: { command: "ls" } }) }).out,
    ).not.toContain("deny");
  });

  it("goes on: pending entries are applied once, proposals stay proposals, a change is undone, a file comes back from the trash", () => {
    expect(old.run(["apply"]).code).not.toBe(1);
    expect(old.run(["apply"]).code).not.toBe(1);
    expect(readFileSync(`${old.home}/notes.md`, "utf8").split("Not applied yet.").length).toBe(2);
    expect(readFileSync(`${old.home}/SOUL.md`, "utf8")).not.toContain("More Patience.");
    expect(readFileSync(`${old.home}/USER.md`, "utf8")).not.toContain("A repository says so.");
    const change = old.expected<Fields[]>("log").find(({ doc, entry }) => doc === "~/.config/agents/notes.md" && entry !== undefined);
    expect(old.run(["undo", String(change?.["id"])]).code).toBe(0);
    expect(readFileSync(`${old.home}/notes.md`, "utf8")).not.toContain("The red boat leaks.");
    expect(old.run(["trash", "restore", String(old.expected<Fields[]>("trash")[0]?.["id"])]).code).toBe(0);
    expect(readFileSync(`${old.project}/src/one.txt`, "utf8")).toBe("one\n");
  });

  it("comes back from a backup that 0.1.0 wrote, without the keys and the trust in it", () => {
    const world = makeWorld();
    const brought = world
      .run(["restore", `${old.pristine}/expected/backup.tar.gz`, "--json"])
      .json<{ left: { file: string }[]; untrusted: string[]; waiting: number }>();
    expect(brought.left.map(({ file }) => file.replace("state/decisions/", ""))).toEqual(["hooks.jsonl", "keys.jsonl", "releases.jsonl"]);
    expect([brought.untrusted, brought.waiting]).toEqual([["mine"], 4]);
    const documents = readdirSync(`${old.pristine}/person/.config/agents`, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".md"),
    );
    expect(documents.length).toBeGreaterThan(8);
    for (const name of documents)
      expect([name, world.read(`home/${name}`)]).toEqual([name, readFileSync(`${old.pristine}/person/.config/agents/${name}`, "utf8")]);
    const sessions = old.expected<Fields[]>("sessions").map(({ id }) => String(id));
    expect(
      world
        .run(["session", "list", "--json"])
        .json<Fields[]>()
        .map(({ id }) => id),
    ).toEqual(sessions);
    expect(world.run(["session", "verify", sessions[0] ?? ""]).code).toBe(0);
  });

  it("gives every host's settings back exactly on uninstall", () => {
    for (const host of UNINSTALLED) expect([host, old.run(["uninstall", host, "--yes"]).code]).toEqual([host, 0]);
    expect(readFileSync(`${old.root}/person/.claude/settings.json`, "utf8")).toBe('{\n  // mine\n  "theme": "dark"\n}\n');
    expect(statSync(`${old.root}/person/.codex`, { throwIfNoEntry: false })).toBeUndefined();
  });
});
