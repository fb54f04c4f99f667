import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { asOwner, accept, forget, openMind, type Proposal, type Receipt, review } from "codicil";
import { explain, log } from "codicil/history";
import { trashKeep, trashList, trashPut, trashRestore } from "../../src/calls/trash.ts";
import { bringHome, hasTerminal, makeWarmWorld as makeWorld, plan, USER, type World } from "../kit.ts";

const SOUL = "## Values\n\nHonesty.\n";

function proposed(world: World, content = "Kindness."): Receipt {
  const receipt = plan(world, { path: "SOUL.md", heading: "Values", content, session: "s1", reason: "she asked for it" });
  world.run(["flush", "--session", "s1"]);
  return receipt;
}

describe("commit policies", () => {
  it("X3 an agent's entry for the soul, a rule file or the memory bank needs a person's approval; for the user it does not", () => {
    const world = makeWorld();
    const status = (path: string, origin = "agent") => plan(world, { path, heading: "H", content: "x", session: "s1", origin }).status;
    expect(
      ["SOUL.md", "AGENTS.md", "./AGENTS.md", "./CLAUDE.md", "./docs/AGENTS.md", "./memory-bank/details/a.md"].map((path) => status(path)),
    ).toEqual(Array(6).fill("proposed"));
    expect(["USER.md", "MEMORY.md", "./notes/a.md"].map((path) => status(path))).toEqual(Array(3).fill("pending"));
    expect(["SOUL.md", "AGENTS.md"].map((path) => status(path, "user"))).toEqual(["pending", "pending"]);
    expect(["web", "tool", "file"].map((origin) => status("USER.md", origin))).toEqual(Array(3).fill("proposed"));
  });

  it("X15 no configuration lets an agent's entry into AGENTS.md without a person's approval", () => {
    const world = makeWorld();
    world.write("home/last-word/config.yaml", "commit: { agents: direct, soul: direct }\n");
    expect(plan(world, { path: "AGENTS.md", heading: "H", content: "x", session: "s1" }).status).toBe("proposed");
    expect(plan(world, { path: "SOUL.md", heading: "H", content: "x", session: "s1" }).status).toBe("pending");
  });

  it("a role that is off refuses with exit 2 and keeps nothing", () => {
    const world = makeWorld();
    world.write("home/last-word/config.yaml", "commit: { user: off }\n");
    const ran = world.run(["plan", "--path", "USER.md", "--heading", "H", "--content", "x", "--session", "s1", "--json"]);
    expect([ran.code, ran.json<Receipt>().status]).toEqual([2, "refused"]);
    expect(world.run(["flush", "--session", "s1", "--json"]).json()).toEqual([]);
  });

  it("apply leaves a proposal alone, even when somebody takes the mark off the file", () => {
    const world = makeWorld();
    world.write("home/SOUL.md", SOUL);
    proposed(world);
    expect(world.run(["apply", "--json"]).json<Receipt[]>()[0]?.status).toBe("proposed");
    const file = world.read("home/last-word/SOUL.md.yaml");
    world.write("home/last-word/SOUL.md.yaml", file.replace(/ +"state": "proposed"\n/, ""));
    expect(world.run(["apply", "--json"]).json<Receipt[]>()[0]?.status).toBe("proposed");
    expect(world.read("home/SOUL.md")).toBe(SOUL);
  });

  it("a pending file that a person puts there counts as accepted, also for the soul", () => {
    const world = makeWorld();
    world.write("home/SOUL.md", SOUL);
    world.write(
      "home/last-word/anything.yaml",
      'version: "1.0.0"\nsource: me\nentries:\n  # mine\n  - key: {path: SOUL.md, heading: Values}\n    operation: update\n    content: Courage.\n',
    );
    expect(world.run(["apply", "--json"]).json<Receipt[]>()[0]?.status).toBe("applied");
    expect(world.read("home/SOUL.md")).toContain("Courage.");
  });
});

describe("review", () => {
  it("shows each proposal with what it would change, from whom and why", () => {
    const world = makeWorld();
    world.write("home/SOUL.md", SOUL);
    const { entry } = proposed(world);
    const [proposal] = world.run(["review", "--json"]).json<Proposal[]>();
    expect(proposal).toMatchObject({
      id: entry,
      document: "SOUL.md",
      heading: "Values",
      operation: "update",
      content: "Kindness.",
      origin: "agent",
      session: "s1",
      reason: "she asked for it",
    });
    expect(proposal?.before).toContain("Honesty.");
    expect(proposal?.after).toContain("Kindness.");
    const text = world.run(["review"]).out;
    expect(text).toContain("-Honesty.");
    expect(text).toContain("+Kindness.");
  });

  it("accept needs an interactive terminal: a program is refused with exit 2 and nothing happens", () => {
    const world = makeWorld();
    world.write("home/SOUL.md", SOUL);
    const { entry } = proposed(world);
    const ran = world.run(["accept", entry, "--json"]);
    expect([ran.code, ran.json<{ error: { code: string } }>().error.code]).toEqual([2, "NEEDS_PERSON"]);
    expect(world.read("home/SOUL.md")).toBe(SOUL);
  });

  it.skipIf(!hasTerminal)("accept at a terminal applies the proposal (skipped without script(1))", () => {
    const world = makeWorld();
    world.write("home/SOUL.md", SOUL);
    const { entry } = proposed(world);
    const ran = world.onTerminal(["accept", entry]);
    expect(ran.out).toContain("applied");
    expect(world.read("home/SOUL.md")).toContain("Kindness.");
    expect(world.run(["review", "--json"]).json()).toEqual([]);
  });

  it("X16 a confirmation is bound to id and content: a changed proposal is not what was shown, and a word is used once", async () => {
    const world = makeWorld();
    world.write("home/SOUL.md", SOUL);
    const { entry } = proposed(world);
    const mind = await world.open();
    const [shown] = await review(mind);
    const file = world.read("home/last-word/SOUL.md.yaml");
    world.write("home/last-word/SOUL.md.yaml", file.replace("Kindness.", "Obedience."));
    await expect(accept(mind, entry, { person: asOwner(), hash: shown?.hash })).rejects.toMatchObject({ code: "STALE" });
    world.write("home/last-word/SOUL.md.yaml", file);
    expect((await accept(mind, entry, { person: asOwner(), hash: shown?.hash })).status).toBe("applied");
    // The same file again, with other words: the word that was given is used up.
    world.write("home/last-word/SOUL.md.yaml", file.replace("Kindness.", "Obedience."));
    expect(world.run(["apply", "--json"]).json<Receipt[]>()[0]?.status).toBe("proposed");
    expect(world.read("home/SOUL.md")).not.toContain("Obedience.");
  });

  it("accept with one's own wording writes that", async () => {
    const world = makeWorld();
    world.write("home/SOUL.md", SOUL);
    const { entry } = proposed(world);
    expect((await accept(await world.open(), entry, { person: asOwner(), content: "Kindness, mostly." })).status).toBe("applied");
    expect(world.read("home/SOUL.md")).toContain("Kindness, mostly.");
  });

  it("reject drops a proposal; reject --for-ever refuses the same content whenever it comes again", () => {
    const world = makeWorld();
    world.write("home/SOUL.md", SOUL);
    expect(world.run(["reject", proposed(world).entry]).code).toBe(0);
    const again = proposed(world);
    expect(again.status).toBe("proposed");
    expect(world.run(["reject", again.entry, "--for-ever"]).code).toBe(0);
    const third = plan(world, { path: "SOUL.md", heading: "Values", content: "Kindness.\n", session: "s9" });
    expect(third).toMatchObject({ status: "refused", why: expect.stringContaining("REJECTED_FOREVER") as string });
    expect(world.run(["reject", "e_none", "--json"]).json<{ error: { code: string } }>().error.code).toBe("NOT_FOUND");
  });
});

describe("history", () => {
  function lived(): { world: World; receipts: Receipt[] } {
    const world = makeWorld();
    world.write("home/USER.md", USER);
    const receipts: Receipt[] = [];
    for (const [index, content] of ["first", "second", "third"].entries()) {
      plan(world, {
        path: "USER.md",
        heading: index === 1 ? "Identity" : "Research Interests",
        content,
        session: `s${index}`,
        reason: `because ${index}`,
      });
      receipts.push(...bringHome(world, `s${index}`).applied);
    }
    return { world, receipts };
  }

  it("log lists every change with who, why and session, newest first; edits outside Codicil are among them", () => {
    const { world } = lived();
    world.write("home/USER.md", world.read("home/USER.md").replace("Hand-written intro.", "Hand-changed intro."));
    const kinds = world.run(["log", "USER.md", "--json"]).json<{ kind: string; reason?: string }[]>();
    expect(kinds.map((change) => change.kind)).toEqual(["hand", "entry", "entry", "entry", "first"]);
    expect(kinds[1]?.reason).toBe("because 2");
    expect(world.run(["log"]).out).toContain("USER.md");
  });

  it("show --at gives the document as it was behind any change, and at any time", () => {
    const { world, receipts } = lived();
    expect(world.run(["show", "USER.md", "--at", receipts[0]?.undo ?? ""]).out).toBe(USER.replace("- compilers", "first"));
    expect(world.run(["show", "USER.md", "--at", "2099-01-01"]).out).toBe(world.read("home/USER.md"));
    expect(world.run(["show", "USER.md", "--at", "1999-01-01", "--json"]).json<{ error: { code: string } }>().error.code).toBe("NOT_FOUND");
    expect(world.run(["show", "USER.md", "--at", "yesterday-ish"]).code).toBe(3);
  });

  it("blame and explain say which entry, session and reason wrote a line", async () => {
    const { world } = lived();
    const lines = world.run(["blame", "USER.md", "--json"]).json<{ line: number; text: string; session?: string; kind: string }[]>();
    expect(lines.map((line) => line.text).join("\n")).toBe(world.read("home/USER.md").trimEnd());
    const by = (text: string) => lines.find((line) => line.text === text);
    expect(by("third")).toMatchObject({ session: "s2", kind: "entry" });
    expect(by("second")).toMatchObject({ session: "s1" });
    expect(by("Hand-written intro.")).toMatchObject({ kind: "first" });
    const line = by("second")?.line ?? 0;
    expect((await explain(await world.open(), "USER.md", line)).change).toMatchObject({ session: "s1", reason: "because 1" });
    expect(world.run(["explain", `USER.md:${line}`]).out).toContain("reason: because 1");
    expect(world.run(["explain", "USER.md:999"]).code).toBe(3);
  });

  it("undo undoes any single change, also under later ones, and an undo can be undone", () => {
    const { world, receipts } = lived();
    const before = world.read("home/USER.md");
    expect(world.run(["undo", receipts[1]?.undo ?? ""]).code).toBe(0);
    expect(world.read("home/USER.md")).toBe(before.replace("second", "Ada, engineer."));
    const [undone] = world.run(["log", "USER.md", "--json"]).json<{ id: string; kind: string }[]>();
    expect(undone?.kind).toBe("undo");
    expect(world.run(["undo", undone?.id ?? ""]).code).toBe(0);
    expect(world.read("home/USER.md")).toBe(before);
  });

  it("undo of text that a later change touched is a conflict: exit 4, nothing changed", () => {
    const { world, receipts } = lived();
    const before = world.read("home/USER.md");
    const ran = world.run(["undo", receipts[0]?.undo ?? "", "--json"]);
    expect([ran.code, ran.json<{ error: { code: string } }>().error.code]).toEqual([4, "CONFLICT"]);
    expect(world.read("home/USER.md")).toBe(before);
  });

  it("a hundred changes later every version is still exact", async () => {
    const world = makeWorld();
    world.write("home/MEMORY.md", "## Notes\r\n\r\nbegin\r\n");
    const mind = await world.open();
    const { memoryAdd } = await import("codicil");
    const { show } = await import("codicil/history");
    const versions: [string, string][] = [];
    for (let index = 0; index < 100; index++) {
      const { receipt } = await memoryAdd(mind, { section: index % 3 === 0 ? "Notes" : `S${index % 7}`, content: `- ${index} 记` });
      versions.push([receipt.undo ?? "", world.read("home/MEMORY.md")]);
    }
    for (const [id, text] of versions.filter((_, index) => index % 9 === 0)) expect(await show(mind, "MEMORY.md", id)).toBe(text);
    expect(await log(mind, "memory")).toHaveLength(101);
  });
});

describe("forget", () => {
  it("takes the text out of the trash, of what hosts did and of notes that can be made again; the rest of a file comes back", async () => {
    const world = makeWorld();
    const words = "plumbago-eighteen";
    const [big, around] = ["x".repeat(4 * 1024 * 1024 - 5), ["first line\n", "\nlast line\n"]];
    for (const [name, text] of [
      ["a.txt", around.join(words)],
      ["big.txt", `${big}${words}${big}`],
      ["other.txt", "no such words\n"],
    ] as const)
      world.write(`project/${name}`, text);
    const mind = await world.open();
    trashKeep(mind, ["a.txt", "big.txt", "other.txt"]);
    await trashPut(mind, ["a.txt", "big.txt", "other.txt"]);
    const did = { kind: "did", at: "2026-11-18T08:00:00.000Z", call: { tool: "shell", command: `echo ${words}` } };
    world.write("state/hosts/host_claude_s1.jsonl", `${JSON.stringify(did)}\n`);
    world.write("state/hosts/host_claude_s1.rules.json", JSON.stringify({ files: {}, held: [{ text: `Never run ${words}.` }] }));
    world.write("state/cache/evidence-0.json", JSON.stringify({ v: 1, evidence: { commands: [`echo ${words}`] } }));
    expect(await forget(mind, words, { person: asOwner() })).toMatchObject({ trash: 4, logs: 1, files: 2 });
    const left = execFileSync("sh", ["-c", `grep -rl "${words}" "${world.home}" "${world.state}" || true`], { encoding: "utf8" });
    expect(left).toBe("");
    for (const name of ["a.txt", "big.txt", "other.txt"]) {
      const found = trashList(mind).findLast(({ original, kind }) => kind === "delete" && original.endsWith(`/${name}`));
      trashRestore(mind, found?.id ?? "");
    }
    expect([world.read("project/a.txt"), world.read("project/big.txt") === `${big}${big}`, world.read("project/other.txt")]).toEqual([
      around.join(""),
      true,
      "no such words\n",
    ]);
  });

  const SECRET = "hunter2-is-my-password";

  it.skipIf(!hasTerminal)(
    "takes a text out of documents, every version, journals, pending and staging, and leaves a tombstone (skipped without script(1))",
    async () => {
      const world = makeWorld();
      world.write("home/USER.md", USER);
      plan(world, { path: "USER.md", heading: "Leak", content: `- ${SECRET}\n- fine`, session: "s1" });
      bringHome(world, "s1");
      plan(world, { path: "USER.md", heading: "Identity", content: "later", session: "s2" });
      bringHome(world, "s2");
      plan(world, { path: "MEMORY.md", heading: "Waiting", content: `also ${SECRET} here`, session: "s3" });
      world.run(["flush", "--session", "s3"]);
      plan(world, { path: "MEMORY.md", heading: "Planned", content: `and ${SECRET}`, session: "s4" });
      expect(world.run(["forget", SECRET, "--everywhere"]).code).toBe(2);
      const ran = world.onTerminal(["forget", SECRET, "--everywhere"]);
      expect(ran.out).toContain("forgotten: 1 document,");
      const left = execFileSync("sh", ["-c", `grep -rl "${SECRET}" "${world.home}" "${world.state}" || true`], { encoding: "utf8" });
      expect(left).toBe("");
      expect(world.read("home/USER.md")).toContain("- fine");
      expect(world.run(["log", "USER.md"]).out).toContain("forgotten");
      const mind = await openMind({ home: world.home, state: world.state, cwd: world.project });
      expect((await log(mind, "USER.md"))[0]?.kind).toBe("forgotten");
      // History still replays, and life goes on.
      plan(world, { path: "USER.md", heading: "Identity", content: "after", session: "s5" });
      expect(bringHome(world, "s5").applied.find((receipt) => receipt.document === "USER.md")?.status).toBe("applied");
      expect(world.run(["blame", "USER.md"]).code).toBe(0);
    },
  );

  it("refuses a text that is too short, and asks for --everywhere", () => {
    const world = makeWorld();
    expect(world.run(["forget", "secret"]).code).toBe(3);
  });
});

describe("backup, restore and edit", () => {
  it("a mind goes into one file and comes back with its history, elsewhere", () => {
    const world = makeWorld();
    world.write("home/USER.md", USER);
    plan(world, { path: "USER.md", heading: "Identity", content: "kept", session: "s1" });
    bringHome(world);
    const file = `${world.root}/mind.tar.gz`;
    expect(world.run(["backup", file]).code).toBe(0);
    expect(world.run(["backup", file]).code).toBe(4);
    const other = makeWorld();
    expect(other.run(["restore", file]).code).toBe(0);
    expect(other.read("home/USER.md")).toBe(world.read("home/USER.md"));
    expect(other.run(["log", "USER.md", "--json"]).json<unknown[]>()).toHaveLength(2);
    other.write("home/USER.md", "changed since\n");
    expect(other.run(["restore", file]).code).toBe(4);
    expect(other.read("home/USER.md")).toBe("changed since\n");
    expect(other.run(["restore", file, "--over"]).code).toBe(0);
    expect(other.read("home/USER.md")).toContain("kept");
    expect(other.names("").some((name) => name.startsWith("home-before-restore-"))).toBe(true);
  });

  it("sessions are part of a backup", () => {
    const world = makeWorld();
    world.run(["init", "--yes"]);
    const { id } = world.run(["session", "start", "--json"]).json<{ id: string }>();
    world.run(["session", "append", id, "--jsonl"], {
      input: JSON.stringify({ type: "user_message", message: { role: "user", content: [{ type: "text", text: "你好" }] } }),
    });
    world.run(["backup", `${world.root}/mind.tar.gz`]);
    const other = makeWorld();
    other.run(["restore", `${world.root}/mind.tar.gz`]);
    expect(other.run(["session", "context", id, "--json"]).out).toBe(world.run(["session", "context", id, "--json"]).out);
    expect(other.run(["session", "verify", id]).code).toBe(0);
  });

  it("a backup that cannot be written says why and leaves nothing", () => {
    const world = makeWorld();
    world.run(["init", "--yes"]);
    world.write("plain", "a file");
    for (const [file, code] of [
      ["nowhere/mind.tar.gz", "IO"],
      ["plain/mind.tar.gz", "BAD_PATH"],
    ] as const) {
      const ran = world.run(["backup", `${world.root}/${file}`, "--json"]);
      expect(ran.json<{ error: { code: string } }>().error.code).toBe(code);
      expect(ran.code).not.toBe(0);
    }
    expect(world.names("").filter((name) => name.includes(".part"))).toEqual([]);
  });

  it("a damaged backup is refused before anything is written", () => {
    const world = makeWorld();
    world.run(["init", "--yes"]);
    world.run(["backup", `${world.root}/mind.tar.gz`]);
    const bytes = Buffer.from(world.read("mind.tar.gz"), "latin1");
    world.write("broken.tar.gz", bytes.subarray(0, bytes.length / 2));
    const other = makeWorld();
    expect(other.run(["restore", `${world.root}/broken.tar.gz`, "--json"]).json<{ error: { code: string } }>().error.code).toBe("DAMAGED");
    expect(other.has("home/SOUL.md")).toBe(false);
    expect(other.run(["restore", "/nowhere.tar.gz"]).code).toBe(3);
  });

  it("edit opens the document in $EDITOR and enters the edit into the ledger", () => {
    const world = makeWorld();
    world.write("home/USER.md", USER);
    const editor = world.write("editor.sh", '#!/bin/sh\nprintf "\\n## By editor\\n\\nyes\\n" >> "$1"\n');
    expect(world.run(["edit", "USER.md"], { env: { EDITOR: `sh ${editor}` } }).code).toBe(0);
    expect(world.read("home/USER.md")).toBe(`${USER}\n## By editor\n\nyes\n`);
    expect(world.run(["log", "USER.md", "--json"]).json<{ kind: string; reason?: string }[]>()[0]).toMatchObject({
      kind: "whole",
      reason: "codicil edit",
    });
    expect(world.run(["edit", "USER.md"], { env: { EDITOR: "false" } }).code).toBe(1);
    expect(world.run(["edit", "USER.md"]).code).toBe(3);
  });
});

describe("forget and sessions", () => {
  it.skipIf(!hasTerminal)("a text that a session quoted leaves its log too (skipped without script(1))", async () => {
    const world = makeWorld();
    const { id } = world.run(["session", "start", "--json"]).json<{ id: string }>();
    const event = {
      type: "user_message",
      message: { role: "user", content: [{ type: "text", text: "the code word is plumbago-seventeen, remember it" }] },
    };
    expect(world.run(["session", "append", id, "--jsonl"], { input: `${JSON.stringify(event)}\n` }).code).toBe(0);
    expect(world.run(["session", "context", id, "--json"]).out).toContain("plumbago-seventeen");
    expect(world.onTerminal(["forget", "plumbago-seventeen", "--everywhere"]).code).toBe(0);
    expect(world.run(["session", "context", id, "--json"]).out).not.toContain("plumbago-seventeen");
  });
});
