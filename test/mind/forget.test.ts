// forget: the words leave every place that holds them, in whatever letter case.

import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { asOwner, forget, openMind } from "codicil";
import { whoWrote } from "../../src/mind/documents/explain.ts";
import { linesWith } from "../../src/sharing/forget.ts";
import { trashList, trashPut } from "../../src/calls/trash.ts";
import { fire } from "../hosts/hookKit.ts";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";

const PHONE = "0664-5550199-ab";

const add = (world: World, content: string, session: string) =>
  expect(world.run(["memory", "add", content, "--session", session]).code).toBe(0);

const filesWith = (world: World, words: string) =>
  execFileSync("sh", ["-c", `grep -rli -e "${words}" "${world.home}" "${world.state}" || true`], { encoding: "utf8" });

const everywhere = async (world: World, words: string) =>
  forget(await openMind({ home: world.home, state: world.state, cwd: world.project }), words, { person: asOwner() });

describe("forget", () => {
  it("takes the words out of what a session read, the names in the trash, and in whatever letter case they stand", async () => {
    const world = makeWorld();
    fire(world, "claude", "SessionStart", { source: "startup" }, "f1");
    const url = `https://shop.example/order?phone=${PHONE}`;
    fire(
      world,
      "claude",
      "PostToolUse",
      { tool_name: "WebFetch", tool_input: { url, prompt: "x" }, tool_response: { result: "Page." } },
      "f1",
    );
    add(world, `Customer phone ${PHONE}`, "host_claude_f1");
    add(world, `SECOND PHONE ${PHONE.toUpperCase()} AT NIGHT`, "host_claude_f1");
    const names = [`${PHONE}.txt`, ...Array.from({ length: 9 }, (_, at) => `${at} ${PHONE}.txt`)];
    for (const name of names) world.write(`project/${name}`, `of ${PHONE.toUpperCase()} and more\n`);
    const mind = await world.open();
    await trashPut(mind, names.slice(0, 1));
    await trashPut(mind, names.slice(1));
    expect(filesWith(world, PHONE)).toContain("taint/host_claude_f1.jsonl");
    await everywhere(world, PHONE);
    expect(filesWith(world, PHONE)).toBe("");
    expect(world.read("home/MEMORY.md")).toContain("SECOND PHONE  AT NIGHT");
    expect(trashList(mind)).toHaveLength(10);
    expect(trashList(mind)[0]?.original).toBe(`${world.project}/forgotten.txt`);
    // The rest of the history still stands.
    expect(world.run(["log", "MEMORY.md"]).out).toContain("forgotten");
  });

  it("negative control: what does not hold the words stays as it is", async () => {
    const world = makeWorld();
    add(world, "Customer likes tea", "s1");
    const before = world.read("home/MEMORY.md");
    expect(await everywhere(world, PHONE)).toMatchObject({ documents: 0, versions: 0, logs: 0, files: 0, trash: 0 });
    expect(world.read("home/MEMORY.md")).toBe(before);
  });

  it("#20 finds the words in a long log wherever they stand, and however another program spelled them", async () => {
    const world = makeWorld();
    add(world, "Customer likes tea", "s1");
    const lineOf = (id: number, about: string) => JSON.stringify({ id, about });
    const [quoted, line] = [`"${PHONE}" Ünal`, (spelled: string) => `{"about":"${spelled}"}`];
    const ascii = JSON.stringify(quoted).slice(1, -1).replace("Ü", "\\u00dc");
    // One for each way that the words can lie across the parts in which a log is read.
    const lengths = Array.from({ length: 40 }, (_, at) => 32 * 1024 - 60 + at);
    lengths.forEach((length, at) =>
      world.write(`state/taint/long${at}.jsonl`, `${lineOf(at, `${"x".repeat(length)}${quoted}`)}\n${lineOf(at, "y")}\n`),
    );
    world.write("state/taint/ascii.jsonl", `${lineOf(0, "x".repeat(200_000))}\n${line(ascii)}\n`);
    world.write("state/taint/none.jsonl", `${lineOf(0, `${"x".repeat(200_000)} ${PHONE}`)}\n`);
    const before = world.read("state/taint/none.jsonl");
    // Written anew in parts; and as a whole where it is more than whole lines.
    const many = Array.from({ length: 3000 }, (_, at) => lineOf(at, `${"ä".repeat(at % 700)}${at % 500 === 7 ? quoted : ""}`));
    const frame = '{"codicil":"void","batch":"0123456789abcdef"}';
    const longer = { plain: `${many.join("\n")}\n`, framed: `${many.join("\n")}\n${frame}\n`, torn: `${many.join("\n")}\n{"id` };
    for (const [name, text] of Object.entries(longer)) world.write(`state/taint/${name}.jsonl`, text);
    expect(await everywhere(world, quoted.toUpperCase())).toMatchObject({ logs: lengths.length + 1 + 3 * 6 });
    expect(filesWith(world, `${PHONE}.. .nal`)).toBe("");
    expect(world.read("state/taint/none.jsonl")).toBe(before);
    const left = `${many.map((line, at) => (at % 500 === 7 ? lineOf(at, "ä".repeat(at % 700)) : line)).join("\n")}\n`;
    for (const name of Object.keys(longer)) expect(world.read(`state/taint/${name}.jsonl`)).toBe(left);
    expect(world.read("state/taint/long7.jsonl")).toBe(`${lineOf(7, "x".repeat(lengths[7] ?? 0))}\n${lineOf(7, "y")}\n`);
  });

  it("leaves each line to whoever wrote it", async () => {
    const world = makeWorld();
    add(world, "Customer likes tea", "host_claude_f1");
    add(world, `Customer phone ${PHONE} by day`, "host_claude_f2");
    await everywhere(world, PHONE);
    add(world, "Customer likes cake", "host_claude_f3");
    const lines = world.run(["blame", "MEMORY.md", "--json"]).json<{ text: string; kind: string; by: string; session?: string }[]>();
    const writers = lines.filter(({ text }) => text.startsWith("- ")).map(({ kind, by, session }) => [kind, by, session]);
    expect(writers).toEqual(["f1", "f2", "f3"].map((session) => ["entry", "agent", `host_claude_${session}`]));
    const mind = await openMind({ home: world.home, state: world.state, cwd: world.project });
    const asShown = (await whoWrote(mind, "MEMORY.md")).filter(({ text }) => text.startsWith("- "));
    expect(asShown.map(({ change }) => change.kind)).toEqual(["entry", "entry", "entry"]);
  });

  it("takes the words out of documents that no session begins with, and that Codicil never wrote", async () => {
    const world = makeWorld();
    const places = ["home/notes/a.md", "home/daily/2026-01-02.md", "home/daily/archive/2025-01-02.md", "home/archive/MEMORY.md"];
    const all = [...places, "home/me/daily/2026-01-02.md", "project/memory-bank/details/x.md"];
    for (const place of all) world.write(place, `## Notes\n\n- Customer phone ${PHONE}\n- tea\n`);
    const shown = await linesWith(await world.open(), PHONE);
    expect(shown).toHaveLength(all.length);
    expect(await everywhere(world, PHONE)).toMatchObject({ documents: all.length });
    for (const place of all) expect(world.read(place)).toBe("## Notes\n\n- Customer phone \n- tea\n");
    expect(world.run(["recall", PHONE]).out).not.toContain(PHONE);
  });

  it("a document that cannot be read stops nothing else, and is named", async () => {
    const world = makeWorld();
    add(world, `Customer phone ${PHONE}`, "s1");
    world.write("home/notes/a.md", Buffer.from(`caf\xe9 ${PHONE}\n`, "latin1"));
    world.write("home/last-word/x.md.yaml", Buffer.from("caf\xe9\n", "latin1"));
    world.write("home/notes/z.md", `${PHONE}\n`);
    const failed = await everywhere(world, PHONE).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: "NOT_UTF8", hint: "The rest is forgotten. Repair this and run forget again." });
    expect(filesWith(world, PHONE).trim()).toBe(`${world.home}/notes/a.md`);
    world.write("home/notes/a.md", `${PHONE}\n`);
    world.write("home/last-word/x.md.yaml", "version: 1.0.0\n");
    await everywhere(world, PHONE);
    expect(filesWith(world, PHONE)).toBe("");
  });
});
