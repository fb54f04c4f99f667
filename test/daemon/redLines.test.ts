// The inbox in a real browser: a refused call is not a proposal. No key keeps it, a red line cannot be allowed at all, and
// another call only by an act that shows what will run.

import type { Page } from "playwright-core";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { decide } from "../../src/mind/session/decide.ts";
import { launchBrowser, type Pages, program, titled } from "./browser.ts";
import { type Daemon, startDaemon } from "./rig.ts";

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

  const detailOf = async (page: Page, command: string) => {
    await page.goto(daemon.serving.loginUrl);
    await page.locator("h1").first().waitFor();
    await page.evaluate('location.hash = "#/activity"');
    await page.locator(".happened", { hasText: command }).first().click();
    const detail = page.getByRole("complementary", { name: "Details" });
    await detail.waitFor();
    return detail;
  };

  it("a refused rm -rf / is no decision of the inbox, and its event in Activity has no allow", async () => {
    daemon = await startDaemon();
    await decide(daemon.mind, { call: shell("rm -rf /"), sessionId: "host" });
    const { page, complaints } = await pages.open();
    const detail = await detailOf(page, "rm -rf /");
    await detail.getByText("nobody can allow it here").waitFor();
    expect(await detail.getByRole("button", { name: /Allow|Not what/ }).count()).toBe(0);
    for (const key of ["a", "y", "Enter"]) await page.keyboard.press(key);
    expect(await verdictOn("rm -rf /")).toBe("deny");
    expect(complaints).toEqual([]);
  });

  it("another refused call is allowed by a named act, never by a key", async () => {
    daemon = await startDaemon();
    writeFileSync(join(daemon.mind.where.project ?? "", "AGENTS.md"), "```policy\n- deny: git push --force\n```\n");
    expect(await verdictOn("git push --force")).toBe("deny");
    const { page, complaints } = await pages.open();
    const detail = await detailOf(page, "git push --force");
    for (const part of ["git push --force", "push"]) expect(await detail.textContent()).toContain(part);
    await page.keyboard.press("a");
    expect(await page.getByText("Allowed once.").count()).toBe(0);
    await detail.getByRole("button", { name: "Allow it once in this session" }).click();
    await page.getByText("Allowed once.").waitFor();
    expect(await verdictOn("git push --force")).toBe("allow");
    expect(await verdictOn("git push --force")).toBe("deny");
    expect(complaints).toEqual([]);
  });
});
