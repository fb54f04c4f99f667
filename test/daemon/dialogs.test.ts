// Forget, Tidy and the choice of a project in a real browser: what each shows before it acts, and what is on the disk afterwards.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMind } from "../../src/mind/open.ts";
import { startSession } from "../../src/activity/sessions.ts";
import { launchBrowser, type Pages, program, titled } from "./browser.ts";
import { type Daemon, startDaemon } from "./rig.ts";

const SECRET = "the alarm code of the shed is 4471";
const filler = Array.from({ length: 60 }, (_, at) => `- note ${at} about the harbour and its boats`).join("\n");

describe.skipIf(program === undefined)(titled("dialogs"), () => {
  let pages: Pages;
  let daemon: Daemon;
  let page: Page;
  let complaints: readonly string[];

  beforeAll(async () => {
    pages = await launchBrowser();
    daemon = await startDaemon({
      before: async ({ where: { home, state, project, cwd } }) => {
        const other = join(dirname(cwd), "second-project");
        mkdirSync(join(other, ".git"), { recursive: true });
        mkdirSync(join(project ?? cwd, ".git"), { recursive: true });
        writeFileSync(join(other, "AGENTS.md"), "- Never run `make rocket`.\n");
        const elsewhere = await openMind({ home, state, cwd: other });
        await startSession(elsewhere);
        elsewhere.close();
        writeFileSync(
          join(home, "MEMORY.md"),
          `# Memory\n\n## Shed\n\n- ${SECRET}\n\n## Notes\n\n- tests run in vitest\n${filler}\n- tests run in vitest\n- 📌 stays\n- 📌 stays\n`,
        );
        writeFileSync(join(home, "USER.md"), `# User\n\n- ${SECRET}\n`);
      },
    });
    const { json } = await daemon.ask("POST", "/api/login-codes");
    ({ page, complaints } = await pages.open());
    await page.goto(json.url);
    await page.locator("main h1").first().waitFor();
  });
  afterAll(async () => {
    await pages?.closeAll();
    await pages?.close();
    await daemon?.stop();
  });

  const onDisk = (name: string) => readFileSync(join(daemon.home, name), "utf8");
  const go = (place: string) => page.evaluate(`location.hash = "#/${place}"`);

  it("Tidy shows which lines would go and why, leaves marked ones, and one undo brings them back", async () => {
    await go("memory/MEMORY.md");
    await page.getByRole("button", { name: "Tidy" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("a later line says the same").waitFor();
    expect(await dialog.locator("li").allTextContents()).toEqual(["- tests run in vitesta later line says the same"]);
    const before = onDisk("MEMORY.md");
    await dialog.getByRole("button", { name: "Take 1 line out" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect(onDisk("MEMORY.md")).toBe(before.replace("- tests run in vitest\n", ""));
    await page.getByRole("button", { name: /Undo/ }).first().click();
    await expect.poll(() => onDisk("MEMORY.md")).toBe(before);
  });

  it("Forget numbers every copy first, closes without a change, and takes the line out everywhere", async () => {
    await go("memory/MEMORY.md");
    await page.locator(".fact", { hasText: SECRET }).click();
    await page.getByRole("button", { name: "Forget" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.locator("li").nth(1).waitFor();
    const shown = (await dialog.locator("li").allTextContents()).join("\n");
    expect([shown.includes("MEMORY.md, line 5"), shown.includes("USER.md, line 3")]).toEqual([true, true]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    expect(onDisk("USER.md")).toContain(SECRET);
    await page.keyboard.press("f");
    await dialog.getByRole("button", { name: "Forget every copy" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect(["MEMORY.md", "USER.md"].filter((name) => onDisk(name).includes(SECRET))).toEqual([]);
  });

  it("the choice of a project shows that project's rules, and back", async () => {
    await go("rules");
    const choice = page.getByRole("combobox", { name: "Project" });
    expect(await page.getByText("make rocket").count()).toBe(0);
    await choice.selectOption({ label: "second-project" });
    await page.getByText("make rocket").first().waitFor();
    await choice.selectOption({ label: "project" });
    await page.getByText("make rocket").first().waitFor({ state: "hidden" });
    expect(complaints).toEqual([]);
  });
});
