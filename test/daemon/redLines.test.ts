// The inbox in a real browser: a refused call is not a proposal. No key keeps it, a red line cannot be allowed at all, and
// another call only by an act that shows what will run.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { decide } from "../../src/mind/decide.ts";
import { launchBrowser, type Pages, program, titled } from "./browser.ts";
import { type Daemon, propose, startDaemon } from "./rig.ts";

const shell = (command: string) => ({ tool: "shell", command }) as const;

describe("red lines over HTTP", () => {
  it("cannot be allowed: 403 and a code that says why, also while the gate is unlocked", async () => {
    const daemon = await startDaemon();
    try {
      const red = await decide(daemon.mind, { call: shell("rm -rf /"), sessionId: "host" });
      const answer = await daemon.ask("POST", `/api/approvals/${red.id}`, { json: { decision: "allow", hash: red.hash } });
      expect([answer.status, answer.json.error.code]).toEqual([403, "RED_LINE"]);
      await daemon.ask("POST", "/api/unlock", { json: { duration: "5m" } });
      expect((await decide(daemon.mind, { call: shell("rm -rf /"), sessionId: "host" })).verdict).toBe("deny");
    } finally {
      await daemon.stop();
    }
  });
});

describe.skipIf(program === undefined)(titled("red lines in the inbox"), () => {
  let pages: Pages;
  let daemon: Daemon;
  beforeAll(async () => void (pages = await launchBrowser()));
  afterAll(() => pages?.close());
  afterEach(async () => {
    await pages.closeAll();
    await daemon.stop();
  });

  const verdictOn = async (command: string) => (await decide(daemon.mind, { call: shell(command), sessionId: "host" })).verdict;

  it("a refused rm -rf / is not kept by a, has no allow, and can be dismissed", async () => {
    daemon = await startDaemon();
    await decide(daemon.mind, { call: shell("rm -rf /"), sessionId: "host" });
    const { page, complaints } = await pages.open();
    await page.goto(daemon.serving.loginUrl);
    await page.getByRole("heading", { name: "Call refused" }).waitFor();
    await page.getByText("Nobody can allow this here").waitFor();
    for (const key of ["a", "y", "Enter", "x", "a"]) await page.keyboard.press(key);
    expect(await page.getByRole("button", { name: /Allow/ }).count()).toBe(0);
    expect(await page.getByText("Kept").count()).toBe(0);
    expect(await verdictOn("rm -rf /")).toBe("deny");
    await page.getByRole("button", { name: "Dismiss" }).click();
    await page.getByText("Dismissed").waitFor();
    await page.getByRole("heading", { name: "Call refused" }).waitFor({ state: "detached" });
    expect(await verdictOn("rm -rf /")).toBe("deny");
    expect(complaints).toEqual([]);
  });

  it("another refused call is allowed by a named act that shows command, directory and session, never by the key that keeps", async () => {
    daemon = await startDaemon();
    writeFileSync(join(daemon.mind.where.project ?? "", "AGENTS.md"), "```policy\n- deny: git push --force\n```\n");
    expect(await verdictOn("git push --force")).toBe("deny");
    await propose(daemon.mind, "Be brief.", "Length");
    const { page, complaints } = await pages.open();
    await page.goto(daemon.serving.loginUrl);
    await page.getByRole("heading", { name: "Call refused" }).waitFor();
    // Everything chosen, and a: the proposal is kept, the call is not.
    for (const key of ["x", "j", "x", "a"]) await page.keyboard.press(key);
    await page.getByText("Kept: SOUL.md").waitFor();
    expect(await verdictOn("git push --force")).toBe("deny");
    await page.getByRole("heading", { name: "Call refused" }).waitFor();
    await page.keyboard.press("y");
    const question = page.getByRole("group", { name: "Allow this call once" });
    for (const part of ["git push --force", daemon.mind.where.cwd, "host"]) expect(await question.textContent()).toContain(part);
    // The agent tries again meanwhile: refused, and the question stays open.
    expect(await verdictOn("git push --force")).toBe("deny");
    await question.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Allow this call once" }).click();
    await question.getByRole("button", { name: "Allow this call once" }).click();
    await page.getByText("This exact call may run once").waitFor();
    expect(await verdictOn("git push --force")).toBe("allow");
    expect(await verdictOn("git push --force")).toBe("deny");
    expect(complaints).toEqual([]);
  });
});
