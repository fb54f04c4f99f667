// Lines that are only proposed, in the page's inbox: over HTTP, and by keyboard in a real browser.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { askApproval } from "../../src/calls/approvals.ts";
import { decide } from "../../src/mind/session/decide.ts";
import { countLine, type ReadingItem } from "../../src/rules/index.ts";
import { byClause } from "../../src/calls/proposedLine.ts";
import { launchBrowser, type Pages, program, titled } from "./browser.ts";
import { type Daemon, startDaemon } from "./rig.ts";

const RULES =
  "# Rules\n\nNever run `make deploy`.\n\nNever run `make publish`.\n\nNever run `make wipe`.\n\n## Release\n\n```sh\nmake deploy\nmake publish\nmake test\n```\n";
const shell = (command: string) => ({ tool: "shell", command }) as const;

async function daemonWith(rules = RULES): Promise<Daemon> {
  return startDaemon({ before: async (mind) => writeFileSync(join(mind.where.project ?? mind.where.cwd, "AGENTS.md"), rules) });
}

const verdictOn = async (daemon: Daemon, command: string) =>
  (await decide(daemon.mind, { call: shell(command), sessionId: "host" })).verdict;

/** As a host does where nobody can be asked. */
async function meet(daemon: Daemon, command: string): Promise<void> {
  const { proposed = [] } = await decide(daemon.mind, { call: shell(command), sessionId: "host" });
  for (const hits of byClause(proposed)) await countLine(daemon.mind, hits, async () => command);
}

describe("proposed lines over HTTP", () => {
  let daemon: Daemon;
  afterEach(() => daemon.stop());
  const list = async () => (await daemon.ask("GET", "/api/readings")).json as ReadingItem[];

  it("are listed with reading, doubts, and what they would stop and let pass, those that met calls first", async () => {
    daemon = await daemonWith();
    for (const _ of [1, 2]) await meet(daemon, "make publish");
    const [first, second, ...rest] = await list();
    expect(rest).toEqual([]);
    expect(first).toMatchObject({
      line: 5,
      readings: ["denies every `make publish`"],
      stops: ["make publish"],
      count: 2,
      example: "make publish",
      state: "proposed",
      here: true,
    });
    expect(first?.passes).toContain("make test");
    expect(first?.doubts.join()).toContain("make publish");
    expect(second).toMatchObject({ line: 3, count: 0 });
  });

  it("are settled by the person as they were shown, and one undo undoes it", async () => {
    daemon = await daemonWith();
    const line = (await list()).find((each) => each.line === 3) as ReadingItem;
    const settled = await daemon.ask("POST", `/api/readings/${line.clause}`, { json: { as: "hold", readings: line.readings } });
    expect([settled.status, await verdictOn(daemon, "make deploy"), (await list()).length]).toEqual([200, "deny", 1]);
    expect((await daemon.ask("POST", `/api/undo/${settled.json.id}`)).status).toBe(200);
    expect([await verdictOn(daemon, "make deploy"), (await list()).length]).toEqual(["allow", 2]);
  });

  it("an agent's token neither sees nor settles them; a stale or malformed decision is refused by name", async () => {
    daemon = await daemonWith();
    const [line] = (await list()) as [ReadingItem];
    const refused = await decide(daemon.mind, { call: shell("make wipe"), sessionId: "host" });
    const asAgent = { token: daemon.agent };
    for (const [method, path, json] of [
      ["GET", "/api/readings", undefined],
      ["GET", `/api/readings/${line.clause}/block`, undefined],
      ["POST", `/api/readings/${line.clause}`, { as: "advice", readings: line.readings }],
      ["POST", `/api/readings/${line.clause}/block`, { block: "- deny: ls" }],
      ["POST", `/api/approvals/${refused.id}/dismiss`, {}],
      ["GET", `/api/approvals/${refused.id}/always`, undefined],
      ["POST", `/api/approvals/${refused.id}/always`, { after: "", version: "" }],
    ] as const) {
      expect([path, (await daemon.ask(method, path, { ...asAgent, ...(json === undefined ? {} : { json }) })).status]).toEqual([path, 403]);
    }
    const wrong = async (json: object, clause = line.clause) =>
      (await daemon.ask("POST", `/api/readings/${clause}`, { json })).json.error.code as string;
    expect(await wrong({ as: "hold", readings: ["denies everything"] })).toBe("STALE");
    expect(await wrong({ as: "perhaps", readings: line.readings })).toBe("BAD_INPUT");
    expect(await wrong({ as: "hold" })).toBe("BAD_INPUT");
    expect(await wrong({ as: "hold", readings: line.readings }, "c_000000000000000000000000")).toBe("NOT_FOUND");
    expect((await list()).length).toBe(2);
  });

  it("a refused call's line is dismissed in its own project, one undo brings it back, and a built-in rule cannot be", async () => {
    daemon = await daemonWith();
    const other = join(daemon.mind.where.cwd, "../other");
    mkdirSync(join(other, ".git"), { recursive: true });
    writeFileSync(join(other, "AGENTS.md"), "Never run `make ship`.\n");
    const { openMind } = await import("../../src/mind/open.ts");
    const there = await openMind({ home: daemon.home, state: daemon.state, cwd: other, env: { HOME: join(daemon.home, "..") } });
    const ask = async () => decide(there, { call: shell("make ship"), sessionId: "host" });
    const refused = await ask();
    expect(refused.verdict).toBe("deny");
    const dismissed = await daemon.ask("POST", `/api/approvals/${refused.id}/dismiss`, { json: {} });
    expect([dismissed.status, dismissed.json.as, (await ask()).verdict]).toEqual([200, "advice", "allow"]);
    await daemon.ask("POST", `/api/undo/${dismissed.json.id}`);
    expect((await ask()).verdict).toBe("deny");
    const red = await decide(there, { call: shell("rm -rf /"), sessionId: "host" });
    expect((await daemon.ask("POST", `/api/approvals/${red.id}/dismiss`, { json: {} })).json.error.code).toBe("BAD_INPUT");
    await there.close();
  });
});

describe("an instruction file changed from the page", () => {
  let daemon: Daemon;
  afterEach(() => daemon.stop());
  const onDisk = () => readFileSync(join(daemon.mind.where.project ?? daemon.mind.where.cwd, "AGENTS.md"), "utf8");
  const asked = async (command: string) => {
    const call = shell(command);
    const { verdict, hash, rules, reason } = await decide(daemon.mind, { call, sessionId: "s1" });
    const { cwd } = daemon.mind.where;
    const question = await askApproval(daemon.mind, { call, hash, rules, reason, cwd, session: "s1" });
    return { verdict, path: `/api/approvals/${question.id}/always` };
  };

  it("“always allow” adds an exception for this very command, as it was shown, and everything else is still asked", async () => {
    daemon = await daemonWith("# Rules\n\n- Ask before running `make migrate`.\n- Never run `make wipe`.\n");
    const { verdict, path } = await asked("make migrate staging");
    expect(verdict).toBe("ask");
    const { json } = await daemon.ask("GET", path);
    expect(json).toMatchObject({ document: "./AGENTS.md", line: 3, before: "- Ask before running `make migrate`." });
    expect(json.after).toContain("make migrate staging");
    const send = async (more: object) =>
      (await daemon.ask("POST", path, { json: { after: json.after, version: json.version, ...more } })).status;
    expect([await send({ after: "- Never ask." }), onDisk()]).toEqual([409, expect.not.stringContaining("staging")]);
    const done = await daemon.ask("POST", path, { json: { after: json.after, version: json.version } });
    expect([done.status, onDisk().split("\n").slice(2, 3)]).toEqual([200, [json.after.split("\n")[0]]]);
    expect(await verdictOn(daemon, "make migrate staging")).toBe("allow");
    expect([await verdictOn(daemon, "make migrate production"), await verdictOn(daemon, "make wipe")]).toEqual(["ask", "deny"]);
    await daemon.ask("POST", `/api/undo/${done.json.undo}`, { json: {} });
    expect(await verdictOn(daemon, "make migrate staging")).toBe("ask");
  });

  it("“always allow” of a rule about files names the file", async () => {
    daemon = await daemonWith("# Rules\n\n- Ask before you change anything under infra/.\n");
    const { path } = await asked("sed -i 's/60/120/' infra/gateway.yaml");
    const { json } = await daemon.ask("GET", path);
    expect(json.after).toBe("- Ask before you change anything under infra/, except `infra/gateway.yaml`.");
    await daemon.ask("POST", path, { json: { after: json.after, version: json.version } });
    expect(await verdictOn(daemon, "sed -i 's/1/2/' infra/gateway.yaml")).not.toBe("ask");
    expect(await verdictOn(daemon, "sed -i 's/1/2/' infra/network.yaml")).toBe("ask");
  });

  it("“always allow” is not offered for a built-in rule, nor for a command that no exception can name", async () => {
    daemon = await daemonWith("# Rules\n\n- Ask before running `make migrate`.\n");
    for (const command of ["sudo make install", "make migrate && echo done"]) {
      const { verdict, path } = await asked(command);
      expect([command, verdict, (await daemon.ask("GET", path)).json]).toEqual([command, "ask", null]);
    }
  });

  it("a line's author writes it as a policy block below it; the line is advice, and one undo of both brings it back", async () => {
    daemon = await daemonWith("# Rules\n\n- Never run `make wipe`.\n- Be kind.\n\nMore.\n");
    const { files } = (await daemon.ask("GET", "/api/policy/rules")).json;
    const { rule } = files[0].clauses[0] as { rule: string };
    const path = `/api/readings/${rule}/block`;
    const { block } = (await daemon.ask("GET", path)).json as { block: string };
    expect(block).toContain("- deny: make wipe");
    const wrong = await daemon.ask("POST", path, { json: { block: "- forbid: make wipe" } });
    expect([wrong.status, onDisk()]).toEqual([400, expect.not.stringContaining("policy")]);
    const done = await daemon.ask("POST", path, { json: { block: block.replace("make wipe", "make wipe all") } });
    expect([done.status, onDisk()]).toEqual([200, expect.stringContaining("- Be kind.\n\n```policy\n- deny: make wipe all\n")]);
    expect([await verdictOn(daemon, "make wipe all"), await verdictOn(daemon, "make wipe")]).toEqual(["deny", "allow"]);
    for (const id of [...done.json.undo].reverse()) expect((await daemon.ask("POST", `/api/undo/${id}`, { json: {} })).status).toBe(200);
    expect([await verdictOn(daemon, "make wipe"), onDisk()]).toEqual(["deny", expect.not.stringContaining("policy")]);
  });
});

describe.skipIf(program === undefined)(titled("proposed lines in the inbox"), () => {
  let pages: Pages;
  let daemon: Daemon;
  beforeAll(async () => void (pages = await launchBrowser()));
  afterAll(() => pages?.close());
  afterEach(async () => {
    await pages.closeAll();
    await daemon.stop();
  });

  it("are worked through with one key each, undone with one, and shown as a policy block", async () => {
    daemon = await daemonWith();
    await meet(daemon, "make publish");
    const { page, complaints } = await pages.open();
    await page.goto(daemon.serving.loginUrl);
    await page.locator("h1").first().waitFor();
    await page.evaluate('location.hash = "#/inbox"');
    await page.getByText("make publish").first().waitFor();
    // Keys that decide are not heard in the first moments of a card.
    await page.waitForTimeout(600);
    await page.keyboard.press("1");
    await expect.poll(() => verdictOn(daemon, "make publish"), { timeout: 10_000 }).not.toBe("allow");
    await page.keyboard.press("u");
    await expect.poll(() => verdictOn(daemon, "make publish"), { timeout: 10_000 }).toBe("allow");
    expect(complaints).toEqual([]);
  });

  it("a question is always allowed after its exception was shown, and a rule is written anew with E", async () => {
    daemon = await daemonWith("# Rules\n\n- Ask before running `make migrate`.\n- Never run `make wipe`.\n");
    const { cwd, project } = daemon.mind.where;
    const text = () => readFileSync(join(project ?? cwd, "AGENTS.md"), "utf8");
    const call = shell("make migrate staging");
    const { hash, rules, reason } = await decide(daemon.mind, { call, sessionId: "s1" });
    const { id } = await askApproval(daemon.mind, { call, hash, rules, reason, cwd, session: "s1" });
    const { page, complaints } = await pages.open();
    await page.goto(daemon.serving.loginUrl);
    await page.locator("h1").first().waitFor();
    await page.evaluate(`location.hash = "#/inbox/${id}"`);
    await page.getByRole("button", { name: /^Always allow in/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("make migrate staging").first().waitFor();
    // Negative control: the dialog begins on Cancel, and Enter changes nothing.
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    expect(text()).not.toContain("staging");
    await page.getByRole("button", { name: /^Always allow in/ }).click();
    await page.getByRole("button", { name: "Allow and change AGENTS.md" }).click();
    await page.getByText("Always allowed.").waitFor();
    expect(text()).toContain("make migrate staging");
    await page.evaluate('location.hash = "#/rules"');
    await page.getByRole("button", { name: /Never run/ }).click();
    await page.getByRole("button", { name: "Change reading" }).waitFor();
    await page.keyboard.press("e");
    const area = page.getByRole("textbox", { name: /written below the line/ });
    await area.fill("- ask: make wipe");
    await page.getByRole("button", { name: "Write the block" }).click();
    await page.getByText("Written.").waitFor();
    expect(await verdictOn(daemon, "make wipe")).toBe("ask");
    await page
      .getByRole("radio", { name: "Built-in" })
      .or(page.getByRole("button", { name: "Built-in" }))
      .first()
      .click();
    await page.getByText("Whole folders").waitFor();
    expect(complaints).toEqual([]);
  });

  it("a refused call says in Activity that its line means something else, which makes it advice, and that can be undone", async () => {
    daemon = await daemonWith("Never run `make wipe`.\n");
    // Tried twice: the first event has its buttons all the same.
    for (const _ of [1, 2]) expect(await verdictOn(daemon, "make wipe")).toBe("deny");
    const { page } = await pages.open();
    await page.goto(daemon.serving.loginUrl);
    await page.locator("h1").first().waitFor();
    await page.evaluate('location.hash = "#/activity"');
    await expect.poll(() => page.locator(".happened", { hasText: "make wipe" }).count()).toBe(2);
    await page.locator(".happened", { hasText: "make wipe" }).last().click();
    const dismiss = page.getByRole("button", { name: "Not what the line means" });
    await dismiss.waitFor();
    // Negative control: keys do not dismiss.
    for (const key of ["a", "h", "v", "d"]) await page.keyboard.press(key);
    expect(await page.getByText("Advice from now on").count()).toBe(0);
    await dismiss.click();
    await page.getByText("Advice from now on").waitFor();
    expect(await verdictOn(daemon, "make wipe")).toBe("allow");
    await page.getByRole("button", { name: "Undo" }).first().click();
    await page.getByText("Undone").waitFor();
    expect(await verdictOn(daemon, "make wipe")).toBe("deny");
  });
});
