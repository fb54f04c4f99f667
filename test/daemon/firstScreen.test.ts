// What the page asks when it opens, and what it shows of a decision before the daemon has answered.

import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { launchBrowser, type Pages, program, ready, titled } from "./browser.ts";
import { type Daemon, propose, startDaemon } from "./rig.ts";

describe.skipIf(program === undefined)(titled("the first screen"), () => {
  let pages: Pages;
  let daemon: Daemon;
  beforeAll(async () => void (pages = await launchBrowser()));
  afterAll(() => pages?.close());
  beforeEach(async () => {
    daemon = await startDaemon();
    await propose(daemon.mind, "Short answers.");
    await propose(daemon.mind, "No exclamation marks.", "Marks");
  });
  afterEach(async () => {
    await pages.closeAll();
    await daemon.stop();
  });

  const open = async (page: Page) => {
    await page.addInitScript(() => localStorage.setItem("codicil-setup", "skipped"));
    await page.goto(daemon.serving.loginUrl);
    await page.getByRole("heading", { name: "Today" }).waitFor();
  };
  const option = (page: Page, name: string) => page.getByRole("option", { name: new RegExp(name) });
  /** Answers a decision after a while, as the daemon would or with an error. */
  const late = (page: Page, how: "passed on" | "refused") =>
    page.route("**/api/proposals/*/*", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      if (how === "passed on") return route.continue();
      return route.fulfill({ status: 409, json: { error: { code: "STALE", message: "the section changed since you looked at it" } } });
    });

  it("asks for each thing once, and for a document's facts again when it changed", async () => {
    const { page } = await pages.open();
    const asked: string[] = [];
    page.on(
      "request",
      (request) => void asked.push(`${request.method()} ${new URL(request.url()).pathname}${new URL(request.url()).search}`),
    );
    await open(page);
    await page.locator(".needs .row-title").first().waitFor();
    await page.waitForTimeout(500);
    const twice = asked.filter((each, at) => asked.indexOf(each) !== at);
    expect(twice).toEqual([]);
    const again = page.waitForRequest(/\/api\/documents$/);
    appendFileSync(join(daemon.home, "USER.md"), "\n- Likes tea.\n");
    await again;
  });

  it("tells nothing of what it does not know yet: no limits that are kept, no part of a count", async () => {
    writeFileSync(join(daemon.mind.where.project ?? "", "AGENTS.md"), "- Never run `make migrate` against production without approval.\n");
    const { page } = await pages.open();
    let go = () => {};
    const gone = new Promise<void>((resolve) => (go = resolve));
    for (const part of ["documents", "proposals"]) await page.route(`**/api/${part}`, (route) => gone.then(() => route.continue()));
    await open(page);
    await page.getByRole("heading", { name: "Worth a look" }).waitFor();
    await page.waitForTimeout(700);
    const told = async () => [
      await page.getByText("Documents are within their limits").count(),
      await page.locator(".places .count").allTextContents(),
    ];
    expect(await told()).toEqual([0, []]);
    go();
    await page.getByText("Documents are within their limits").waitFor();
    await expect.poll(told).toEqual([1, ["3"]]);
  });

  it("begins a new day at midnight by itself, and counts days where noon is another day in London", async () => {
    const { page } = await pages.open({ timezoneId: "Pacific/Auckland" });
    await page.clock.install({ time: new Date("2026-01-14T23:58:00+13:00") });
    await open(page);
    await page.getByText("Wednesday, 14 January").waitFor();
    await page.getByRole("button", { name: "7 days" }).click();
    await page.getByText("8 Jan to today").waitFor();
    await page.clock.runFor(180_000);
    await page.getByText("9 Jan to today").waitFor();
    await page.getByRole("button", { name: "Today" }).click();
    await page.getByText("Thursday, 15 January").waitFor();
  });

  it("a document with headings only says how a fact looks and takes one; with a fact it does not", async () => {
    const { page } = await pages.open();
    await open(page);
    await page.goto(`${daemon.serving.url}#/memory/MEMORY.md`);
    const empty = page.locator(".empty-state", { hasText: "This document is empty" });
    await empty.getByRole("button", { name: /Remember something/ }).click();
    await page.getByRole("dialog").getByRole("textbox").first().waitFor();
    await page.keyboard.press("Escape");
    appendFileSync(join(daemon.home, "MEMORY.md"), "\n## Stock\n\n- Counts arrive at two.\n");
    await page.getByText("Counts arrive at two.").waitFor();
    await empty.waitFor({ state: "detached" });
  });

  it("one fact by keyboard alone: its field has the focus, and Enter writes it", async () => {
    const { page } = await pages.open();
    await open(page);
    await page.locator("main h1").first().waitFor();
    await page.keyboard.press("n");
    await page.keyboard.type("The spare key hangs in the shed");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(readFileSync(join(daemon.home, "MEMORY.md"), "utf8")).toContain("- The spare key hangs in the shed");
  });

  it("asks for what is folded when it is opened", async () => {
    const { page } = await pages.open();
    await open(page);
    const searched: string[] = [];
    page.on("request", (request) => void (request.url().includes("/api/recall") && searched.push(request.url())));
    await page.goto(`${daemon.serving.url}#/inbox`);
    await option(page, "Tone").waitFor();
    await page.waitForTimeout(300);
    expect(searched).toEqual([]);
    await page.locator("details", { hasText: "Similar" }).locator("summary").click();
    await page.locator(".fold-body :is(ul, .quiet)").first().waitFor();
    expect(searched.length).toBe(1);
  });

  it("a change that several events tell of is asked for one question at a time, and the last answer is shown", async () => {
    const { page } = await pages.open();
    await open(page);
    await page.goto(`${daemon.serving.url}#/inbox`);
    await option(page, "Tone").waitFor();
    let [going, most] = [0, 0];
    await page.route("**/api/proposals", async (route) => {
      most = Math.max(most, ++going);
      const answer = await route.fetch();
      await new Promise((resolve) => setTimeout(resolve, 300));
      going--;
      await route.fulfill({ response: answer });
    });
    await ready(page);
    await page.keyboard.press("a");
    await page.locator(".toast", { hasText: "Accepted" }).waitFor();
    await propose(daemon.mind, "Be brief.", "Length");
    await option(page, "Length").waitFor();
    expect(most).toBe(1);
    expect(await option(page, "Tone").count()).toBe(0);
  });

  it("a decided card leaves the list at once, and what came of it is told when the daemon has answered", async () => {
    const { page } = await pages.open();
    await open(page);
    await page.goto(`${daemon.serving.url}#/inbox`);
    await option(page, "Tone").waitFor();
    await late(page, "passed on");
    await ready(page);
    await page.keyboard.press("a");
    await option(page, "Tone").waitFor({ state: "detached", timeout: 600 });
    expect(await page.locator(".toast").count()).toBe(0);
    await page.locator(".toast", { hasText: "Accepted" }).waitFor();
    await page.waitForTimeout(300);
    expect(await option(page, "Tone").count()).toBe(0);
    expect(await option(page, "Marks").count()).toBe(1);
  });

  it("a decision that the daemon did not take is back in the list, and the error says so", async () => {
    const { page } = await pages.open();
    await open(page);
    await page.goto(`${daemon.serving.url}#/inbox`);
    await option(page, "Tone").waitFor();
    await late(page, "refused");
    await ready(page);
    await page.keyboard.press("a");
    await option(page, "Tone").waitFor({ state: "detached", timeout: 600 });
    await page.locator(".toast", { hasText: "changed" }).waitFor();
    await option(page, "Tone").waitFor();
    expect(await page.locator(".toast", { hasText: "Accepted" }).count()).toBe(0);
    expect(await page.locator("article h2").first().textContent()).toContain("Tone");
  });

  it("U undoes the decision that is still on its way, and not the one before it", async () => {
    const { page } = await pages.open();
    await open(page);
    await page.goto(`${daemon.serving.url}#/inbox`);
    await option(page, "Tone").waitFor();
    await ready(page);
    await page.keyboard.press("a");
    await page.locator(".toast", { hasText: "Accepted" }).waitFor();
    await late(page, "passed on");
    await ready(page);
    await page.keyboard.press("r");
    await option(page, "Marks").waitFor({ state: "detached", timeout: 600 });
    await page.keyboard.press("u");
    await page.locator(".toast", { hasText: "Undone." }).waitFor();
    await option(page, "Marks").waitFor();
    expect(readFileSync(join(daemon.home, "SOUL.md"), "utf8")).toContain("Short answers.");
  });

  it("an edited text stays in sight until the daemon has it", async () => {
    const { page } = await pages.open();
    await open(page);
    await page.goto(`${daemon.serving.url}#/inbox`);
    await option(page, "Tone").waitFor();
    await late(page, "refused");
    await ready(page);
    await page.keyboard.press("e");
    await page.locator(".writing textarea").fill("My own words.");
    await page.locator(".writing [type=submit]").click();
    await page.locator(".toast", { hasText: "changed" }).waitFor();
    expect(await page.locator(".writing textarea").inputValue()).toBe("My own words.");
  });
});
