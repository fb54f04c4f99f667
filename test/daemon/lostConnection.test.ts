// A page whose daemon goes away, comes back, falls silent or forgets it: it says so, keeps what is typed, and comes back by itself.

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { serve, type Serving } from "../../src/daemon/index.ts";
import { decide } from "../../src/mind/session/decide.ts";
import { goTo, launchBrowser, type Pages, program, titled } from "./browser.ts";
import { type Daemon, pageFiles, startDaemon } from "./rig.ts";

describe.skipIf(program === undefined)(titled("a lost connection"), () => {
  let pages: Pages;
  let daemon: Daemon;
  const others: Serving[] = [];
  beforeAll(async () => void (pages = await launchBrowser()));
  afterAll(() => pages?.close());
  afterEach(async () => {
    await pages.closeAll();
    for (const each of others.splice(0)) await each.stop();
    await daemon.stop();
  });

  const serveAt = async (port: number) => void others.push(await serve(daemon.mind, { port, page: await pageFiles(), env: {} }));
  const newLink = async () => (await daemon.ask("POST", "/api/login-codes")).json.url as string;
  const visit = async (place: string): Promise<Page> => {
    daemon = await startDaemon({ env: {} });
    const { page } = await pages.open();
    await page.clock.install();
    await page.goto(await newLink());
    await goTo(page, place);
    return page;
  };
  const message = (page: Page) => page.getByRole("textbox", { name: "Write a message" });
  const lost = (page: Page) => page.getByText("Lost connection");
  /** Hours pass at once, as for a machine that slept. */
  const sleep = (page: Page) => page.clock.fastForward("08:00:00");

  it("a daemon that is stopped and started: the message and the unsaved document are still there, and can be sent and saved", async () => {
    const page = await visit("Chat");
    await message(page).fill("half a thought");
    await goTo(page, "Memory");
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const editor = page.getByRole("textbox", { name: "MEMORY.md" });
    await editor.fill("## Notes\n\n- the kettle whistles\n");
    await daemon.serving.stop();
    await lost(page).waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Codicil does not answer").waitFor();
    expect(await editor.textContent()).toContain("the kettle whistles");
    await serveAt(daemon.port);
    await page.clock.runFor(6000);
    await lost(page).waitFor({ state: "hidden" });
    expect(await editor.textContent()).toContain("the kettle whistles");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved").waitFor();
    await goTo(page, "Chat");
    expect(await message(page).inputValue()).toBe("half a thought");
    await message(page).press("Enter");
    await page.locator(".said-by.user", { hasText: "half a thought" }).waitFor();
  });

  it("comes back at once where the person says so, without waiting for the next try", async () => {
    const page = await visit("Activity");
    await daemon.serving.stop();
    await lost(page).waitFor();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await serveAt(daemon.port);
    await page.waitForTimeout(300);
    expect(await lost(page).isVisible()).toBe(true);
    await page.getByRole("button", { name: "Now", exact: true }).click();
    await lost(page).waitFor({ state: "hidden" });
  });

  it("what happened meanwhile is shown when it is back", async () => {
    const page = await visit("Activity");
    await page.getByText("16 calls").waitFor({ state: "hidden" });
    await daemon.serving.stop();
    await lost(page).waitFor();
    await decide(daemon.mind, { call: { tool: "shell", command: "rm -rf ~" }, sessionId: "meanwhile" });
    await serveAt(daemon.port);
    await page.clock.runFor(6000);
    await page.locator(".happened", { hasText: "rm -rf ~" }).waitFor();
  });

  it("a daemon that came back at another port: after a while the page says how to find it", async () => {
    const page = await visit("Chat");
    await message(page).fill("half a thought");
    await daemon.serving.stop();
    await lost(page).waitFor();
    await serveAt(0);
    expect(await page.getByText("another port").count()).toBe(0);
    await page.clock.runFor(11_000);
    await page.getByText("If it prints a link with another port, open that link.").waitFor();
    expect(await message(page).inputValue()).toBe("half a thought");
  });

  it("a connection that fell silent while the machine slept is begun anew", async () => {
    const page = await visit("Chat");
    await message(page).fill("half a thought");
    await page.route("**/api/events", (route) => route.abort());
    await page.clock.runFor(20_000);
    // Twenty seconds of silence are nothing yet.
    expect(await lost(page).count()).toBe(0);
    await sleep(page);
    await page.clock.runFor(6000);
    await lost(page).waitFor();
    await page.unroute("**/api/events");
    await page.clock.runFor(6000);
    await lost(page).waitFor({ state: "hidden" });
    expect(await message(page).inputValue()).toBe("half a thought");
  });

  it("a login that ran out: the page stays, says so, and a new link in the same tab brings it back with what was typed", async () => {
    const page = await visit("Chat");
    await page.keyboard.press("n");
    const fact = page.getByRole("textbox", { name: "Fact", exact: true });
    await fact.fill("the kettle whistles");
    const link = await newLink();
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Remember", exact: true }).click();
    await page.getByText("This page is logged out").waitFor();
    expect(await fact.inputValue()).toBe("the kettle whistles");
    await page.goto(link);
    await page.getByText("This page is logged out").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Remember", exact: true }).click();
    await page.getByText("Remembered.").waitFor();
  });

  it("a second link opened in another tab leaves the first tab logged in", async () => {
    const page = await visit("Chat");
    const second = await page.context().newPage();
    await second.goto(await newLink());
    await second.getByRole("heading", { name: "Today" }).waitFor();
    await goTo(page, "Costs");
    await page.getByText("Nothing to count yet").waitFor();
    await goTo(second, "Costs");
    await second.getByText("Nothing to count yet").waitFor();
  });
});
