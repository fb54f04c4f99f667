// Apply, conflicts and approvals as values: what is answered and what files say then, compared whole.

import { describe, expect, it } from "vitest";
import {
  accept,
  apply,
  flush,
  listConflicts,
  listProposals,
  plan,
  type PlanRequest,
  readReleases,
  reject,
  releaseLines,
  resolve,
  trustProject,
} from "../../src/deltas/index.ts";
import { resolveDocument } from "../../src/knowledge/index.ts";
import { ask, failure, room, type Room } from "./deps.ts";

const USER = "## Name\n\nAda\n\n## Likes\n\n- tea\n- milk\n";
const delta = (...entries: readonly string[]) => `version: "1.1.0"\nsource: me\nentries:\n${entries.join("")}`;
const written = (path: string, heading: string, content: string, more = "") =>
  `  - key: { path: ${path}, heading: ${heading} }\n    operation: update\n    content: ${content}\n${more}`;
async function planned({ deps }: Room, ...requests: readonly PlanRequest[]): Promise<void> {
  for (const request of requests) await plan(deps, request);
  for (const session of new Set(requests.map((each) => each.session))) await flush(deps, session);
}

describe("apply", () => {
  it("LW-60 LW-61 every outcome has its receipt: applied, unchanged, considered, staged; then nothing is pending", async () => {
    const all = await room({
      "home/USER.md": `${USER}\n<!-- USER_BLOCK_START -->\n## Mine\n\nkept\n<!-- USER_BLOCK_END -->\n\n## Two\n\n### Two\n`,
    });
    const { deps, world, tell } = all;
    await planned(
      all,
      ask("Likes", "- coffee"),
      ask("Name", "Ada", { session: "s2" }),
      ask("Name", null, { operation: "no-op", session: "s3" }),
      ask("None", null, { operation: "delete", session: "s3" }),
      ask("None", "x", { operation: "replace", old: "y", session: "s4" }),
      ask("Likes", "x", { operation: "replace", old: "nowhere", session: "s5" }),
      ask("Two", "x", { session: "s6" }),
      ask("Mine", "x", { session: "s7" }),
    );
    expect(tell((await apply(deps, { dryRun: true })).receipts)).toMatchInlineSnapshot(`
      "entry: e_1 | document: USER.md | heading: Likes | before: 628401… | status: applied | after: 3c2e7c… | why: dry run: nothing was written
      entry: e_3 | document: USER.md | heading: Name | before: add0b0… | status: unchanged | after: add0b0… | why: the section says so already
      entry: e_5 | document: USER.md | heading: Name | before: add0b0… | status: unchanged | after: add0b0… | why: considered, not modified
      entry: e_7 | document: USER.md | heading: None | before: null | status: unchanged | after: null | why: the document has no section "None"
      entry: e_9 | document: USER.md | heading: None | before: null | status: staged | after: null | why: HEADING_NOT_FOUND: the document has no section "None"
      entry: e_b | document: USER.md | heading: Likes | before: 3c2e7c… | status: staged | after: 3c2e7c… | why: TEXT_NOT_FOUND: the text to replace occurs 0 times in the section "Likes", not once
      entry: e_d | document: USER.md | heading: Two | before: null | status: staged | after: null | why: AMBIGUOUS_HEADING: the heading "Two" occurs at lines 15, 17
      entry: e_f | document: USER.md | heading: Mine | before: 8cdc2f… | status: staged | after: 8cdc2f… | why: USER_BLOCK_PROTECTED: the section "Mine" is in a USER_BLOCK, which only you write"
    `);
    const { receipts, problems } = await apply(deps);
    expect(tell(receipts)).toMatchInlineSnapshot(`
      "entry: e_1 | document: USER.md | heading: Likes | before: 628401… | status: applied | after: 3c2e7c… | undo: c_1
      entry: e_3 | document: USER.md | heading: Name | before: add0b0… | status: unchanged | after: add0b0… | why: the section says so already
      entry: e_5 | document: USER.md | heading: Name | before: add0b0… | status: unchanged | after: add0b0… | why: considered, not modified
      entry: e_7 | document: USER.md | heading: None | before: null | status: unchanged | after: null | why: the document has no section "None"
      entry: e_9 | status: staged | document: USER.md | heading: None | before: null | after: null | why: HEADING_NOT_FOUND: the document has no section "None" | staged: /home/last-word/staging/20260304-100000-001c.yaml
      entry: e_b | status: staged | document: USER.md | heading: Likes | before: 628401… | after: null | why: TEXT_NOT_FOUND: the text to replace occurs 0 times in the section "Likes", not once | staged: /home/last-word/staging/20260304-100000-001e.yaml
      entry: e_d | status: staged | document: USER.md | heading: Two | before: null | after: null | why: AMBIGUOUS_HEADING: the heading "Two" occurs at lines 15, 17 | staged: /home/last-word/staging/20260304-100000-0020.yaml
      entry: e_f | status: staged | document: USER.md | heading: Mine | before: 8cdc2f… | after: null | why: USER_BLOCK_PROTECTED: the section "Mine" is in a USER_BLOCK, which only you write | staged: /home/last-word/staging/20260304-100000-0022.yaml"
    `);
    expect([problems, world.names("home/last-word").filter((name) => name.endsWith(".yaml"))]).toEqual([[], []]);
    expect(world.read("home/USER.md")).toContain("## Likes\n\n- coffee\n");
    expect(tell(await listConflicts(deps))).toMatchInlineSnapshot(`
      "id: e_9 | file: 20260304-100000-001c.yaml | code: HEADING_NOT_FOUND | message: the document has no section "None" | document: USER.md | heading: None | operation: replace | content: x | present: null | session: s4 | time: NOW
      id: e_b | file: 20260304-100000-001e.yaml | code: TEXT_NOT_FOUND | message: the text to replace occurs 0 times in the section "Likes", not once | document: USER.md | heading: Likes | operation: replace | content: x | present: ## Likes

      - coffee | session: s5 | time: NOW
      id: e_d | file: 20260304-100000-0020.yaml | code: AMBIGUOUS_HEADING | message: the heading "Two" occurs at lines 15, 17 | document: USER.md | heading: Two | operation: update | content: x | present: null | session: s6 | time: NOW
      id: e_f | file: 20260304-100000-0022.yaml | code: USER_BLOCK_PROTECTED | message: the section "Mine" is in a USER_BLOCK, which only you write | document: USER.md | heading: Mine | operation: update | content: x | present: ## Mine

      kept | session: s7 | time: NOW"
    `);
  });

  it("LW-04 LW-07 a person's own file is applied as it is, from the mind and from the project; keys that mean nothing are staged", async () => {
    const all = await room({
      "home/USER.md": USER,
      "project/notes.md": "## A\n\nold\n",
      "home/last-word/mine.yaml": delta(
        written("USER.md", "Name", "Eve"),
        written("../x.md", "Name", "Eve"),
        written("SOUL.md", "Values", "Honest", "    meta: { state: proposed }\n"),
      ),
      "project/.agents/theirs.yaml": delta(
        written("./notes.md", "A", "new"),
        written("USER.md", "Likes", "theirs", "    meta: { origin: user }\n"),
      ),
      "home/last-word/done.yaml": `applied: true\n${delta(written("USER.md", "Name", "Never"))}`,
      "home/last-word/.hidden.yaml": delta(written("USER.md", "Name", "Never")),
      "home/last-word/broken.yaml": "entries: {",
    });
    const { deps, world, tell } = all;
    const hands = (text: string) => text.replace(/_hand_\w+/g, "_hand").replace(/time: \S+/g, "time: …");
    const { receipts, problems } = await apply(deps);
    expect(hands(tell(receipts))).toMatchInlineSnapshot(`
      "entry: e_hand | status: staged | document: ../x.md | heading: Name | before: null | after: null | why: BAD_PATH: "../x.md" may not be a key: the path leaves the folder that it begins in | staged: /home/last-word/staging/20260304-100000-0001.yaml
      entry: e_hand | status: proposed | document: SOUL.md | heading: Values | before: null | after: null | why: needs your approval: codicil accept e_hand
      entry: e_hand | status: proposed | document: USER.md | heading: Likes | before: null | after: null | why: needs your approval: codicil accept e_hand
      entry: e_hand | document: USER.md | heading: Name | before: add0b0… | status: applied | after: 52c9f8… | undo: c_hand
      entry: e_hand | document: ./notes.md | heading: A | before: fcf3e0… | status: applied | after: 96355d… | undo: c_hand"
    `);
    expect(tell(problems.map(({ file, error }) => `${file} ${error.code}`))).toMatchInlineSnapshot(
      `"/home/last-word/broken.yaml BAD_YAML"`,
    );
    expect([world.read("home/USER.md"), world.read("project/notes.md")]).toEqual([USER.replace("Ada", "Eve"), "## A\n\nnew\n"]);
    expect(tell(world.names("home/last-word").filter((name) => name.endsWith(".yaml")))).toMatchInlineSnapshot(`
      "broken.yaml
      done.yaml
      mine.yaml"
    `);
    expect((await listConflicts(deps)).map(({ document, present, content }) => [document, present, content])).toEqual([
      ["../x.md", null, "Eve"],
    ]);
    expect(hands(tell(await listProposals(deps)))).toMatchInlineSnapshot(`
      "id: e_hand | hash: bfbdda… | document: SOUL.md | heading: Values | operation: update | content: Honest | origin: agent | time: … | before: null | after: ## Values

      Honest
      id: e_hand | hash: 35237f… | document: USER.md | heading: Likes | operation: update | content: theirs | origin: file | time: … | before: ## Likes

      - tea
      - milk | after: ## Likes

      theirs"
    `);
  });

  it("only what is named is applied: a document by its key or path, a pending file, an entry", async () => {
    const all = await room({ "home/USER.md": USER, "home/MEMORY.md": "## A\n\n- a\n" });
    const { deps } = all;
    await planned(all, ask("Likes", "- one"), ask("A", "- b", { path: "MEMORY.md" }), ask("Name", "Eve", { session: "s2" }));
    const headings = async (only: string) => (await apply(deps, { only, dryRun: true })).receipts.map(({ heading }) => heading);
    const mine = ["Likes", "Name"];
    expect([await headings("USER.md"), await headings("USER.md.yaml"), await headings("MEMORY.md"), await headings("none.md")]).toEqual([
      mine,
      mine,
      ["A"],
      [],
    ]);
    const [first] = (await apply(deps, { dryRun: true })).receipts;
    expect((await apply(deps, { entries: new Set([first?.entry ?? ""]) })).receipts.map(({ heading }) => heading)).toEqual(["A"]);
    expect((await apply(deps)).receipts.map(({ heading }) => heading)).toEqual(["Likes", "Name"]);
  });

  it("X3 what was planned before a role's policy was off needs approval; the ledger has one header, and an edit outside Codicil by its name", async () => {
    const all = await room({ "home/USER.md": USER });
    await planned(all, ask("Likes", "- one"));
    await apply(all.deps);
    all.world.write("home/USER.md", USER.replace("Ada", "Ann"));
    await planned(all, ask("Likes", "- two", { session: "s2" }));
    const config = { ...all.deps.environment.config, commit: { ...all.deps.environment.config.commit, user: "off" } };
    const off = { ...all.deps, environment: { ...all.deps.environment, config: config as never } };
    expect((await apply(off)).receipts.map(({ status }) => status)).toEqual(["proposed"]);
    await apply(all.deps);
    const [ledger = ""] = all.world.names("state/ledger");
    const kinds = all.world.read(`state/ledger/${ledger}`).match(/"kind":"\w+"/g);
    expect(kinds?.filter((kind) => !/batch|done/.test(kind))).toEqual(
      ["ledger", "first", "entry", "hand", "entry"].map((kind) => `"kind":"${kind}"`),
    );
  });

  it("LW-62 what leaves a pending file leaves the comments, the other entries and their ids as they are", async () => {
    const file = `# mine\n${delta(written("USER.md", "Name", "Eve"), written("../x.md", "Name", "Eve"), written("SOUL.md", "Values", "Honest", "    meta: { state: proposed }\n"))}`;
    const all = await room({ "home/USER.md": USER, "home/last-word/mine.yaml": file });
    const [before] = (await listProposals(all.deps)).map(({ id }) => id);
    await apply(all.deps);
    expect((await listProposals(all.deps)).map(({ id }) => id)).toEqual([before]);
    const left = all.world.read("home/last-word/mine.yaml");
    expect([left.startsWith("# mine\n"), left.includes("Eve"), left.includes("Honest")]).toEqual([true, false, true]);
    all.world.write("home/last-word/mine.yaml", left);
    expect(await apply(all.deps)).toMatchObject({ receipts: [{ entry: before, status: "proposed" }] });
  });

  it("a repository may bring any number of deltas, and two hundred are read", async () => {
    const name = (at: number) => `project/.agents/${String(at).padStart(3, "0")}.yaml`;
    const files = Array.from({ length: 201 }, (_, at) => [name(at), delta(written("./notes.md", `H${at}`, "x"))] as const);
    const { deps, tell } = await room({
      ...Object.fromEntries(files),
      "project/.agents/config.yaml": "x",
      "project/.agents/schema.yaml": "x",
    });
    const { receipts, problems } = await apply(deps, { dryRun: true });
    expect([receipts.length, receipts.at(-1)?.heading]).toEqual([200, "H199"]);
    expect(tell(problems.map(({ file, error }) => `${file} ${error.message}`))).toBe(
      "/project/.agents it has 201 deltas; only the first 200 by name are read",
    );
  });

  it("LW-92 a validator that objects sends the entries to staging; a document that is no text too", async () => {
    const all = await room({ "home/USER.md": USER });
    const { deps, world, tell } = all;
    await planned(all, ask("Likes", "- one"), ask("Name", "Ada"));
    const strict = {
      ...deps,
      validators: [
        { name: "fine", check: () => null },
        { name: "strict", check: () => "no change today" },
      ],
    };
    expect(tell((await apply(strict)).receipts)).toMatchInlineSnapshot(`
      "entry: e_3 | document: USER.md | heading: Name | before: add0b0… | status: unchanged | after: add0b0… | why: the section says so already
      entry: e_1 | status: staged | document: USER.md | heading: Likes | before: 628401… | after: null | why: VALIDATOR: strict: no change today | staged: /home/last-word/staging/20260304-100000-0007.yaml"
    `);
    expect(world.read("home/USER.md")).toBe(USER);
    await planned(all, ask("Likes", "- two", { session: "s9" }));
    world.write("home/USER.md", new Uint8Array([0x41, 0x0a, 0xff]));
    expect(tell((await apply(deps)).receipts)).toMatchInlineSnapshot(
      `"entry: e_9 | status: staged | document: USER.md | heading: Likes | before: 628401… | after: null | why: NOT_UTF8: the document is not UTF-8 text | staged: /home/last-word/staging/20260304-100000-000c.yaml"`,
    );
  });
});

describe("conflicts", () => {
  const twice = async () => {
    const all = await room({ "home/USER.md": USER });
    await planned(all, ask("Likes", "- one"), ask("Likes", "- two"), ask("Name", "Eve"));
    return all;
  };

  it("LW-55 LW-82 of two entries for one section the last one speaks, or the one that is named; the others are dropped", async () => {
    for (const [choice, likes] of [
      [{ take: "entry" as const }, "- two"],
      [{ take: "both" as const }, "- tea\n- milk\n- one\n- two"],
      [{ take: "document" as const }, "- tea\n- milk"],
    ] as const) {
      const { deps, world, tell } = await twice();
      const receipts = await resolve(deps, "USER.md", choice);
      expect([choice.take, world.read("home/USER.md").split("## Likes\n\n")[1]?.trim(), await listConflicts(deps)]).toEqual([
        choice.take,
        likes,
        [],
      ]);
      if (choice.take === "entry")
        expect(tell(receipts)).toMatchInlineSnapshot(`
        "entry: e_1 | status: refused | document: USER.md | heading: Likes | before: null | after: null | why: the document's text was kept
        entry: e_3 | document: USER.md | heading: Likes | before: 628401… | status: applied | after: cffce3… | undo: c_3
        entry: e_5 | document: USER.md | heading: Name | before: add0b0… | status: applied | after: 52c9f8… | undo: c_5"
      `);
    }
    const { deps, world, tell } = await twice();
    const [first] = await listConflicts(deps, "USER.md.yaml");
    expect(await failure(resolve(deps, "USER.md", { take: "entry", entry: "e_none" }))).toMatch(
      /^NOT_FOUND: .* has no entry e_none \(Its entries: e_\w+, e_\w+, e_\w+\)$/,
    );
    expect(await failure(resolve(deps, "SOUL.md", { take: "entry" }))).toBe(
      "NOT_FOUND: nothing in staging belongs to SOUL.md (codicil last-word status lists what is staged.)",
    );
    expect(tell(await resolve(deps, first?.file ?? "", { take: "entry", entry: first?.id }))).toMatchInlineSnapshot(`
      "entry: e_1 | document: USER.md | heading: Likes | before: 628401… | status: applied | after: 128b2e… | undo: c_1
      entry: e_3 | status: refused | document: USER.md | heading: Likes | before: null | after: null | why: the document's text was kept
      entry: e_5 | document: USER.md | heading: Name | before: add0b0… | status: applied | after: 52c9f8… | undo: c_5"
    `);
    expect(world.read("home/USER.md")).toContain("Eve\n\n## Likes\n\n- one\n");
    expect(await listConflicts(deps)).toEqual([]);
  });

  it("LW-82 one of several entries can be settled, and the others stay staged", async () => {
    const all = await room({ "home/USER.md": USER });
    const { deps, world, tell } = all;
    await planned(all, ask("Likes", "- one"), ask("Name", "Eve", { session: "s2" }), ask("Name", "Bob", { session: "s3" }));
    world.write("home/USER.md", "## Name\n\nAnn\n\n## Likes\n\n- water\n");
    await apply(deps);
    const found = await listConflicts(deps);
    expect(tell(found)).toMatchInlineSnapshot(`
      "id: e_1 | file: 20260304-100000-000b.yaml | code: CONFLICT | message: you edited the section "Likes" after the entry was planned | document: USER.md | heading: Likes | operation: update | content: - one | present: ## Likes

      - water | session: s1 | time: NOW
      id: e_3 | file: 20260304-100000-000d.yaml | code: CONFLICT | message: you edited the section "Name" after the entry was planned | document: USER.md | heading: Name | operation: update | content: Eve | present: ## Name

      Ann | session: s2 | time: NOW
      id: e_5 | file: 20260304-100000-000d.yaml | code: CONFLICT | message: you edited the section "Name" after the entry was planned | document: USER.md | heading: Name | operation: update | content: Bob | present: ## Name

      Ann | session: s3 | time: NOW"
    `);
    const eve = found.find(({ content }) => content === "Eve");
    expect(tell(await resolve(deps, eve?.file ?? "", { take: "document", entry: eve?.id }))).toMatchInlineSnapshot(
      `"entry: e_3 | status: refused | document: USER.md | heading: Name | before: null | after: null | why: the document's text was kept"`,
    );
    expect((await listConflicts(deps)).map(({ content }) => content)).toEqual(
      found.map(({ content }) => content).filter((content) => content !== "Eve"),
    );
  });
});

describe("approvals", () => {
  it("X16 a proposal is accepted as it was shown, or in the person's own words, once; its lines are released", async () => {
    const all = await room({ "home/SOUL.md": "## Values\n\nHonesty.\n" });
    const { deps, world, tell } = all;
    await planned(all, ask("Values", "Kindness.\n\nAlways ask first.", { path: "SOUL.md" }), ask("Tone", "Dry.", { path: "SOUL.md" }));
    const [values, tone] = await listProposals(deps);
    expect(await failure(accept(deps, values?.id ?? "", { hash: "other" }))).toMatch(
      /^STALE: proposal e_\w+ is not what was shown \(Look at it again: codicil review\.\)$/,
    );
    expect(tell(await accept(deps, values?.id ?? "", { hash: values?.hash }))).toMatchInlineSnapshot(
      `"entry: e_1 | document: SOUL.md | heading: Values | before: f30696… | status: applied | after: 3b312d… | undo: c_1"`,
    );
    expect(tell(await accept(deps, tone?.id ?? "", { content: "Warm." }))).toMatchInlineSnapshot(
      `"entry: e_3 | document: SOUL.md | heading: Tone | before: null | status: applied | after: 1878be… | undo: c_3"`,
    );
    expect(world.read("home/SOUL.md")).toBe("## Values\n\nKindness.\n\nAlways ask first.\n\n## Tone\n\nWarm.\n");
    expect(tell(world.read("state/decisions/proposals.jsonl"))).toMatchInlineSnapshot(`
      "{v:1,kind:"accepted",entry:"e_1",hash:"cf379c…",at:"NOW"}
      {v:1,kind:"used",entry:"e_1",hash:"cf379c…",at:"NOW"}
      {v:1,kind:"accepted",entry:"e_3",hash:"a7afb7…",at:"NOW"}
      {v:1,kind:"used",entry:"e_3",hash:"a7afb7…",at:"NOW"}
      "
    `);
    const soul = resolveDocument(deps.environment, "SOUL.md");
    const releases = await readReleases(deps);
    expect(["Always ask first.", "  Kindness. ", "Warm.", "Dry."].map((line) => releases.isReleased(soul, line))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect([releases.hasSome(soul), releases.hasSome(resolveDocument(deps.environment, "USER.md"))]).toEqual([true, false]);
  });

  it("X16 a rejected proposal leaves; the same may be proposed again", async () => {
    const all = await room({ "home/SOUL.md": "## Values\n\nHonesty.\n" });
    const { deps, tell } = all;
    await planned(all, ask("Values", "Greed.", { path: "SOUL.md" }));
    const [first] = await listProposals(deps);
    expect(tell(await reject(deps, first?.id ?? ""))).toMatchInlineSnapshot(
      `"entry: e_1 | status: refused | document: SOUL.md | heading: Values | before: null | after: null | why: rejected by a person"`,
    );
    expect(await failure(reject(deps, first?.id ?? ""))).toMatch(/^NOT_FOUND: there is no proposal/);
    await planned(all, ask("Values", "Greed.", { path: "SOUL.md", session: "s2" }));
    expect(await listProposals(deps)).toHaveLength(1);
  });

  it("lines are released for one document, a project is trusted until it is not", async () => {
    const { deps } = await room();
    const [user, memory] = ["USER.md", "MEMORY.md"].map((key) => resolveDocument(deps.environment, key));
    await releaseLines(deps, user as never, [" - a line ", "", " "]);
    await releaseLines(deps, user as never, []);
    await trustProject(deps, "/p", true);
    await trustProject(deps, "/q", true);
    await trustProject(deps, "/q", false);
    const releases = await readReleases(deps);
    expect([
      releases.isReleased(user as never, "- a line"),
      releases.isReleased(memory as never, "- a line"),
      releases.isReleased(user as never, ""),
    ]).toEqual([true, false, false]);
    expect([releases.isTrusted("/p"), releases.isTrusted("/q"), releases.isTrusted("/r")]).toEqual([true, false, false]);
  });
});
