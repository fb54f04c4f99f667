// docs/formats.md names everything there is, and its examples are what the program reads.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ERRORS } from "../../src/base/index.ts";
import { budgetOf, commitPolicyFor } from "../../src/knowledge/index.ts";
import { ConfigSchema, DEFAULT_CONFIG, DELTA_VERSIONS, HARNESS_KINDS, HARNESS_ORIGINS, KNOWN_TYPES, OPERATIONS, ORIGINS, PROFILES, readChange, readConfig, readDecision, readDelta, readJournalLine, readStaged, RECEIPT_STATUSES, ROLES, VISIBILITIES } from "../../src/schema/index.ts";
import { readSession } from "../../src/session/index.ts";
import { makeWarmWorld as makeWorld } from "../kit.ts";

const page = readFileSync(new URL("../../docs/formats.md", import.meta.url), "utf8");

function blocks(kind: string): string[] {
  return [...page.matchAll(/^```(\S+) (\S+)\n([^]*?)^```$/gm)].filter((match) => match[2] === kind).map((match) => match[3] ?? "");
}

const linesOf = (kind: string) => blocks(kind).flatMap((block) => block.trimEnd().split("\n"));

/** The rows of the table under a heading, by their first cell's code. */
function rows(heading: string): Map<string, string[]> {
  const section = new RegExp(`^#+ ${heading}\\n([^]*?)(?=^## |$(?![^]))`, "m").exec(page)?.[1] ?? "";
  const cells = [...section.matchAll(/^\| (`.*) \|$/gm)].map((match) => (match[1] ?? "").split(" | "));
  return new Map(cells.flatMap(([first = "", ...rest]) => [...first.matchAll(/`([^`]+)`/g)].map((name) => [name[1] ?? "", rest] as const)));
}

describe("docs/formats.md names", () => {
  it("LW-40 LW-41 LW-42 every key of config.yaml, with its default", () => {
    const keys = rows("config\\.yaml");
    expect([...keys.keys()]).toEqual(Object.keys(ConfigSchema.entries));
    expect(keys.get("profile")?.[0]).toContain(DEFAULT_CONFIG.profile);
    expect(keys.get("over_budget")?.[0]).toContain(DEFAULT_CONFIG.over_budget);
    expect(keys.get("session_bootstrap")?.[0]).toContain(DEFAULT_CONFIG.session_bootstrap.join(", "));
    expect(keys.get("project_knowledge")?.[0]).toContain(JSON.stringify(DEFAULT_CONFIG.project_knowledge.auto_detect).replace(",", ", "));
    for (const { id } of DEFAULT_CONFIG.default_knowledge_bases) expect(keys.get("default_knowledge_bases")?.[0]).toContain(id);
  });

  it("AK-07 every role with its budget and its commit policy", () => {
    const roles = rows("Roles");
    for (const role of ROLES) {
      const [, budget, policy] = roles.get(role) ?? [];
      expect([role, budget]).toEqual([role, String(budgetOf(role, DEFAULT_CONFIG) ?? "none")]);
      expect([role, policy]).toEqual([role, commitPolicyFor(role, "agent", DEFAULT_CONFIG)]);
    }
  });

  it("every operation, status, origin, profile and delta version", () => {
    expect([...rows("Operation and content").keys()].filter((name) => (OPERATIONS as readonly string[]).includes(name)).sort()).toEqual([...OPERATIONS].sort());
    expect([...rows("Receipts").keys()]).toEqual(RECEIPT_STATUSES);
    expect([...rows("Profiles").keys()].sort()).toEqual([...PROFILES].sort());
    for (const origin of ORIGINS) expect(rows("Meta").get("origin")?.[0]).toContain(`\`${origin}\``);
    for (const version of DELTA_VERSIONS) expect(page).toContain(`### Version ${version}`);
  });

  it("every kind of change and every field that a ledger really has", async () => {
    const world = makeWorld();
    world.run(["memory", "add", "--section", "A", "--content", "a"]);
    const ledger = rows("Ledger");
    const name = world.names("state/ledger").find((each) => each.startsWith("MEMORY")) ?? "";
    const changes = world.read(`state/ledger/${name}`).split("\n").filter((line) => line.startsWith('{"v":1,"id"'));
    expect(changes.length).toBeGreaterThan(0);
    for (const line of changes) for (const field of Object.keys(JSON.parse(line) as object)) if (field !== "v" && field !== "kind") expect([...ledger.keys()]).toContain(field);
    const kinds = /export type ChangeKind = ([^;]*);/.exec(readFileSync(new URL("../../src/schema/entries/change.ts", import.meta.url), "utf8"))?.[1] ?? "";
    const named = [...kinds.matchAll(/"([^"]+)"/g)].map((match) => match[1]);
    expect(named.length).toBeGreaterThan(4);
    expect([...ledger.keys()]).toEqual(expect.arrayContaining(named));
  });

  it("every type of event, which of them are members of the tree, and every kind, origin and visibility of a harness item", () => {
    expect([...rows("Events").keys()].filter((name) => KNOWN_TYPES.includes(name)).sort()).toEqual([...KNOWN_TYPES].sort());
    const first = [...(/^### Events\n([^]*?)(?=^### )/m.exec(page)?.[1] ?? "").matchAll(/^\| (`[^|]*) \|/gm)].flatMap((match) => [...(match[1] ?? "").matchAll(/`([^`]+)`/g)].map((name) => name[1]));
    expect(first.sort()).toEqual([...KNOWN_TYPES].sort());
    const items = /^### Harness items\n([^]*?)(?=^### )/m.exec(page)?.[1] ?? "";
    expect([...items.matchAll(/`([a-z_]+)`/g)].map((match) => match[1]).filter((name) => !["kind", "origin", "visibility"].includes(name ?? ""))).toEqual([...HARNESS_KINDS, ...HARNESS_ORIGINS, "display", "compact", "hidden"]);
    expect([...VISIBILITIES].sort()).toEqual(["compact", "display", "hidden"]);
  });

  it("no error code that does not exist", () => {
    for (const [, code = ""] of page.matchAll(/`([A-Z]+_[A-Z_]+)`/g)) expect(Object.keys(ERRORS)).toContain(code);
  });
});

describe("the examples in docs/formats.md", () => {
  it("LW-10 LW-11 are deltas that are read, in both versions, with a modeline for editors", async () => {
    const deltas = await Promise.all(blocks("delta").map((text) => readDelta(text, "formats.md")));
    expect(deltas.map(({ version }) => version)).toEqual(["1.0.0", "1.1.0", "1.0.0"]);
    expect(deltas.flatMap(({ entries }) => entries.map(({ operation }) => operation))).toEqual(["update", "append", "replace", "update", "update"]);
  });

  it("SC-10 SC-38 are a session that is read without a problem, its leaf where the control event says", () => {
    const session = readSession({ lines: linesOf("session"), torn: null, file: "formats.md" });
    expect([session.problems, session.leafId, session.count]).toEqual([[], "ev_02", 5]);
    expect(new Set(session.events.map(({ type }) => type)).size).toBe(5);
  });

  it("are a config and a staging file", async () => {
    expect(await readConfig(blocks("config")[0] ?? "", "formats.md")).toMatchObject({ over_budget: "reject", budgets: { memory: 4000 } });
    expect(await readStaged(blocks("staging")[0] ?? "", "formats.md")).toMatchObject({ error: { code: "CONFLICT" }, target_file: "USER.md" });
  });

  it("are lines of journal, ledger and decisions", () => {
    expect(linesOf("journal").map((line, index) => readJournalLine(line, "formats.md", index + 1).kind)).toEqual(["planned", "settled"]);
    expect(linesOf("ledger").slice(1).map((line, index) => readChange(line, "formats.md", index + 2).kind)).toEqual(["whole", "entry"]);
    expect(linesOf("decisions").map((line, index) => readDecision(line, "formats.md", index + 1).kind)).toEqual(["accepted", "used"]);
  });

  it("a receipt has the fields that the program gives", () => {
    const world = makeWorld();
    const given = world.run(["memory", "add", "--section", "A", "--content", "a", "--json"]).json<Record<string, unknown>>();
    const { summary: _, ...receipt } = given;
    expect(Object.keys(JSON.parse(blocks("receipt")[0] ?? "") as object).sort()).toEqual(Object.keys(receipt).sort());
  });

  it("a delta with the modeline is applied from last-word/, beside the schema that it names", () => {
    const world = makeWorld();
    world.run(["init", "--yes"]);
    const delta = blocks("delta").find((text) => text.startsWith("# yaml-language-server")) ?? "";
    world.write("home/last-word/by-hand.yaml", delta);
    expect(world.has("home/last-word/schema.yaml")).toBe(true);
    expect(world.run(["validate", "by-hand.yaml"]).code).toBe(0);
    expect(world.run(["apply"]).code).toBe(0);
    expect(world.read("home/USER.md")).toContain("## Name\n\nAda\n");
  });

  it("negative control: an example that is no delta would be seen", async () => {
    await expect(readDelta((blocks("delta")[0] ?? "").replace('"update"', '"updated"'), "formats.md")).rejects.toThrow(/operation/);
  });
});
