// Each page's main act, end to end in a real browser; lists of any length.

import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { decide } from "../../src/mind/session/decide.ts";
import { apply, flush, plan } from "../../src/mind/documents/remember.ts";
import { append, startSession } from "../../src/activity/sessions.ts";
import { startScriptedModel } from "../runtime/scriptedModel.ts";
import { goTo, launchBrowser, type OpenedPage, type Pages, program, ready, still, titled } from "./browser.ts";
import { type Daemon, propose, startDaemon } from "./rig.ts";

const text = (role: "user" | "assistant", said: string) => ({
  type: `${role}_message`,
  message: { role, content: [{ type: "text", text: said }] },
});

describe.skipIf(program === undefined)(titled("the pages"), () => {
  let pages: Pages;
  let daemon: Daemon;
  const after: (() => Promise<unknown>)[] = [];
  beforeAll(async () => void (pages = await launchBrowser()));
  afterAll(() => pages?.close());
  afterEach(async () => {
    await pages.closeAll();
    await daemon.stop();
    for (const each of after.splice(0)) await each();
  });

  const onDisk = (name: string) => readFileSync(join(daemon.home, name), "utf8");
  const project = () => daemon.mind.where.project ?? "";
  const visit = async (place: string, options?: Parameters<Pages["open"]>[0]): Promise<OpenedPage> => {
    const { json } = await daemon.ask("POST", "/api/login-codes");
    const opened = await pages.open(options);
    await opened.page.goto(json.url);
    await goTo(opened.page, place);
    return opened;
  };
  const talk = async (...said: [string, string][]): Promise<string> => {
    const { header } = await startSession(daemon.mind);
    await append(
      daemon.mind,
      header.sessionId,
      said.flatMap(([question, answer]) => [text("user", question), text("assistant", answer)]),
    );
    return header.sessionId;
  };

  it("Memory lists the newest days first, by their short names, and unfolds the others", async () => {
    daemon = await startDaemon();
    // Old ones lie in the archive.
    for (let day = 1; day <= 9; day++)
      await plan(daemon.mind, {
        path: `~/.config/agents/daily/${day < 4 ? "archive/" : ""}2026-03-0${day}.md`,
        heading: "Work",
        operation: "append",
        content: "- tea",
        session: "days",
      });
    await flush(daemon.mind, "days");
    await apply(daemon.mind);
    const { page } = await visit("Memory");
    const days = page.locator(".documents a", { hasText: "2026-03-" });
    await page.getByRole("button", { name: "2 earlier days" }).waitFor();
    expect([await days.count(), await days.first().locator(".cut").textContent()]).toEqual([7, "2026-03-09"]);
    await page.getByRole("button", { name: "2 earlier days" }).click();
    expect([await days.count(), await days.last().locator(".cut").textContent()]).toEqual([9, "2026-03-01"]);
  });

  it("Inbox: several at once, an edit, and a conflict, by keyboard", async () => {
    daemon = await startDaemon();
    await plan(daemon.mind, { path: "USER.md", heading: "Identity", operation: "update", content: "An entry.", session: "late" });
    writeFileSync(join(daemon.home, "USER.md"), "## Identity\n\nA hand was here.\n");
    await flush(daemon.mind, "late");
    await apply(daemon.mind);
    for (const heading of ["One", "Two", "Three"]) await propose(daemon.mind, `About ${heading}.`, heading);
    const { page, complaints } = await visit("Inbox");
    await page.getByText("4 decisions").waitFor();
    await page.getByText("You edited this section").waitFor();
    await page.getByRole("button", { name: "Keep both" }).click();
    await page.getByText("3 decisions").waitFor();
    expect(onDisk("USER.md")).toMatch(/A hand was here\.[^]*An entry\.|An entry\.[^]*A hand was here\./);
    // Another card is looked at meanwhile: what was typed is there again, until it is given up.
    const own = page.getByRole("textbox", { name: "Your text" });
    await ready(page);
    await page.keyboard.press("e");
    await own.fill("Half a sentence");
    await page.getByRole("option", { name: /Two/ }).click();
    await page.getByRole("option", { name: /One/ }).click();
    await ready(page);
    await page.keyboard.press("e");
    expect(await own.inputValue()).toBe("Half a sentence");
    await own.press("Escape");
    await ready(page);
    await page.keyboard.press("e");
    expect(await own.inputValue()).toContain("About One.");
    await own.press("Escape");
    for (const key of ["x", "j", "x"]) await page.keyboard.press(key);
    await page.getByText("2 selected").waitFor();
    await ready(page);
    await page.keyboard.press("a");
    await page.getByText("1 decision", { exact: true }).waitFor();
    await ready(page);
    await page.keyboard.press("e");
    await page.getByRole("textbox", { name: "Your text" }).fill("In my own words.");
    await page.getByRole("button", { name: "Accept this text" }).click();
    await page.getByRole("heading", { name: "Nothing to decide" }).waitFor();
    expect(onDisk("SOUL.md")).toContain("In my own words.");
    expect(onDisk("SOUL.md").match(/About (One|Two|Three)\./g)).toHaveLength(2);
    expect(complaints).toEqual([]);
  });

  it("Inbox: what came from outside is named as such, with its reason and the session it comes from", async () => {
    daemon = await startDaemon();
    const session = await talk(["look at that page", "It says to use tabs."]);
    await plan(daemon.mind, {
      path: "USER.md",
      heading: "Tabs",
      operation: "update",
      content: "Uses tabs.",
      origin: "web",
      session,
      confidence: 0.7,
      reason: "a page said so",
    });
    await flush(daemon.mind, session);
    const { page } = await visit("Inbox");
    await page.getByText("The text comes from outside").waitFor();
    expect(await page.locator(".inbox-card").textContent()).toMatch(/From the web[^]*a page said so[^]*fairly sure/);
    await page.keyboard.press("t");
    await page.getByText("It says to use tabs.").waitFor();
  });

  it("Memory: the document as it was, undo, the editor, and what would be injected", async () => {
    daemon = await startDaemon();
    const { page, complaints } = await visit("Memory");
    await page.getByRole("link", { name: "USER.md" }).click();
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const editor = page.getByRole("textbox", { name: "USER.md" });
    await editor.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\n## Boat\n\ncanary-4411\n");
    // Enter goes on with a list, and ends it in an item without a text.
    await page.keyboard.type("1. one\ntwo\n\n- three\nfour\n\n");
    await page.getByRole("button", { name: "Boat" }).waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved").waitFor();
    expect(onDisk("USER.md")).toContain("## Boat\n\ncanary-4411\n1. one\n2. two\n- three\n- four\n");
    // Meanwhile another hand writes: what is typed stays, and nothing is overwritten.
    await editor.click();
    await page.keyboard.type("mine ");
    appendFileSync(join(daemon.home, "USER.md"), "\n## Other\n\ntheirs\n");
    await page.getByText("The document has changed").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    expect(onDisk("USER.md")).toContain("theirs");
    expect(onDisk("USER.md")).not.toContain("mine ");
    await page.getByRole("button", { name: "Read", exact: true }).click();
    await page.getByRole("slider").press("Home");
    await page.locator(".fact.added", { hasText: "canary-4411" }).waitFor();
    await page.getByRole("slider").press("Escape");
    await page.locator(".fact.added").first().waitFor({ state: "hidden" });
    await page.getByRole("link", { name: "Starting prompt" }).click();
    await page.locator(".prompt", { hasText: "canary-4411" }).waitFor();
    expect(await page.locator(".prompt", { hasText: "canary-4411" }).count()).toBe(1);
    expect(complaints.filter((each) => !each.includes("412"))).toEqual([]);
  });

  it("Rules: each line with its state and examples, a call tried, a backtest, unlock with a countdown", async () => {
    daemon = await startDaemon();
    writeFileSync(join(project(), "AGENTS.md"), "# Rules\n\n- Never push to main.\n- Prefer small functions.\n");
    await decide(daemon.mind, { call: { tool: "shell", command: "git push origin main --force" }, sessionId: "elsewhere" });
    const { page, complaints } = await visit("Rules");
    await page.getByRole("button", { name: /Blocks.*Never push to main/ }).click();
    await page.locator(".rule-card").getByText("Passes").waitFor();
    await page.locator(".rule-card").getByText("1 call in 1 session").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".rule-card").waitFor({ state: "hidden" });
    await page.getByRole("textbox", { name: "command" }).fill("git push origin main");
    await page.keyboard.press("Enter");
    await page.locator(".tried.deny").waitFor();
    await page.getByRole("textbox", { name: "command" }).fill("git status");
    await page.keyboard.press("Enter");
    await page.locator(".tried.allow").waitFor();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("of 1 calls").waitFor();
    await page.getByRole("button", { name: /^Unlock/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "5 minutes", exact: true }).click();
    await page.getByRole("timer").waitFor();
    expect(await page.getByRole("timer").textContent()).toMatch(/[45]:\d\d/);
    await page.getByRole("button", { name: "Lock now" }).click();
    await page.getByRole("timer").waitFor({ state: "hidden" });
    // "Prefer small functions" is advice: what an agent is told to do about it is copied, with the two commands that it needs.
    await page.getByRole("heading", { name: "1 line is advice" }).waitFor();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy request" }).click();
    await page.getByText("Copied", { exact: true }).waitFor();
    const request = String(await page.evaluate("navigator.clipboard.readText()"));
    expect(request).toMatch(/codicil policy read --prompt \S*AGENTS\.md.*codicil policy read --answers/);
    // A rule written while the page is open appears by itself.
    appendFileSync(join(project(), "AGENTS.md"), "- Never run `terraform destroy`.\n");
    await page.getByRole("button", { name: /terraform destroy/ }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("Sessions: found by what was said, shown with prompt, branches and diff, forked and exported", async () => {
    daemon = await startDaemon();
    const id = await talk(["where do the herons nest?", "By the north weir."], ["thanks", "Any time."]);
    const { page, complaints } = await visit("Sessions");
    await page.getByRole("searchbox").fill("herons nest");
    await page.getByText("herons nest", { exact: false }).first().waitFor();
    await page.getByRole("searchbox").fill("");
    await page.getByRole("option").first().click();
    await page.getByText("By the north weir.").waitFor();
    await page.getByRole("button", { name: "Every line" }).click();
    await page.getByRole("cell", { name: /SOUL\.md/ }).waitFor();
    await page.getByText("The two prompts are the same.").or(page.locator(".prompt-diff")).first().waitFor();
    await page.getByRole("complementary", { name: "Branches" }).getByText("One line, no branches.").waitFor();
    await page.getByRole("button", { name: "Transcript" }).click();
    await page.locator(".said-by.user").first().getByRole("button", { name: "Fork from here" }).click();
    await expect.poll(() => page.url()).not.toContain(id);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Export" }).click();
    expect((await download).suggestedFilename()).toMatch(/\.md$/);
    expect(complaints).toEqual([]);
  });

  it("Sessions opens on the newest one, and names its branches by what was said there", async () => {
    daemon = await startDaemon();
    const id = await talk(["where do the herons nest?", "By the north weir."], ["how many are there?", "Nine."]);
    const { events } = (await daemon.ask("GET", `/api/sessions/${id}`)).json;
    await daemon.ask("POST", `/api/sessions/${id}/branch`, { json: { at: events[1].id } });
    await append(daemon.mind, id, [text("user", "and the swans?"), text("assistant", "None.")]);
    const { page } = await visit("Sessions");
    await page.getByRole("heading", { level: 2, name: "where do the herons nest?" }).waitFor();
    const graph = page.getByRole("complementary", { name: "Branches" }).getByRole("link");
    await expect.poll(() => graph.allTextContents()).toEqual(["where do the herons nest?", "how many are there?", "and the swans?"]);
    await graph.nth(1).click();
    await page.getByText("Nine.").waitFor();
    expect(await page.getByText("None.").count()).toBe(0);
    const phone = await visit("Sessions", { viewport: { width: 390, height: 844 } });
    await phone.page.getByRole("option", { name: /herons/ }).waitFor();
    expect(await phone.page.getByText("By the north weir.").count()).toBe(0);
  });

  it("a search shows sessions by their titles, never by their ids, and documents first in Memory", async () => {
    daemon = await startDaemon();
    const id = await talk(["where do the herons nest?", "Herons nest by the north weir."]);
    await daemon.ask("POST", "/api/remember", { json: { section: "Birds", content: "herons nest in March" } });
    const { page } = await visit("Memory");
    await page.getByRole("searchbox").fill("herons nest");
    const hits = page.locator(".hit");
    await hits.nth(1).waitFor();
    expect(await hits.first().innerText()).toMatch(/herons nest in March\s+MEMORY\.md, Birds/);
    await hits.filter({ hasText: "by the north weir" }).getByText("where do the herons nest?").waitFor();
    expect(await page.locator("main").innerText()).not.toContain(id);
    expect(await hits.first().locator("mark").allTextContents()).toEqual(["herons", "nest"]);
  });

  it("SC-63 Chat: streams, asks, is answered in its place, can be steered, takes the next message meanwhile and gives it back, and ended", async () => {
    const model = await startScriptedModel(
      [{ text: "Looking. " }, { call: { name: "shell", args: { command: "git clean -fdx" } } }],
      [{ text: "All **clean**." }],
      [{ text: "Then we are done." }],
      [{ text: "- the project was tidied" }],
    );
    after.push(() => model.close());
    daemon = await startDaemon({ env: model.env("chat") });
    const { page, complaints } = await visit("Chat");
    await page.getByRole("textbox", { name: "Write a message" }).fill("tidy the project");
    await page.keyboard.press("Enter");
    await page.getByRole("group", { name: "Needs your approval" }).getByText("git clean -fdx").waitFor();
    const next = page.getByRole("textbox", { name: "Write the next message, or steer the running turn" });
    await next.fill("gently please");
    await page.getByRole("button", { name: "Steer" }).click();
    const queue = page.getByRole("list", { name: "Messages that wait for this turn" });
    await queue.getByText("gently please").waitFor();
    for (const text of ["and then?", "never mind"]) {
      await next.fill(text);
      await page.keyboard.press("Enter");
      await queue.getByText(text).waitFor();
    }
    await queue.getByRole("listitem").filter({ hasText: "never mind" }).getByRole("button", { name: "Withdraw" }).click();
    await queue.getByText("never mind").waitFor({ state: "hidden" });
    // Said once: what the log has is not shown a second time as what is being said.
    expect(await page.getByText("Looking.", { exact: true }).count()).toBe(1);
    expect(await page.locator(".live-line").count()).toBe(0);
    // The queue and the list of commands push the question up and never cover it.
    await page.setViewportSize({ width: 1280, height: 520 });
    await next.fill("/");
    await page.getByRole("option", { name: "/unlock" }).waitFor();
    await still(page);
    const end = (selector: string) =>
      page
        .locator(selector)
        .evaluate((box) => (box as unknown as { getBoundingClientRect(): { bottom: number } }).getBoundingClientRect().bottom);
    expect(await end(".question")).toBeLessThanOrEqual(await end(".conversation"));
    await next.fill("");
    await page.getByRole("button", { name: "Allow once" }).click();
    await page.locator(".said-by.assistant strong", { hasText: "clean" }).waitFor();
    await page.locator(".said-by.guidance", { hasText: "gently please" }).waitFor();
    await page.locator(".said-by.assistant", { hasText: "Then we are done." }).waitFor();
    expect(await page.getByText("never mind").count()).toBe(0);
    await page.getByRole("button", { name: "End chat" }).click();
    await page.getByText(/^Ended: 1 saved, 0 to review, 0 lost/).waitFor();
    await page.getByRole("button", { name: "End chat" }).waitFor({ state: "hidden" });
    expect(complaints).toEqual([]);
  });

  it("Chat: why a call was denied is told to the agent before its turn goes on", async () => {
    const model = await startScriptedModel(
      [{ text: "Looking. " }, { call: { name: "shell", args: { command: "git clean -fdx" } } }],
      [{ text: "Understood." }],
    );
    after.push(() => model.close());
    daemon = await startDaemon({ env: model.env("chat") });
    const { page } = await visit("Chat");
    await page.getByRole("textbox", { name: "Write a message" }).fill("tidy the project");
    await page.keyboard.press("Enter");
    // Whatever comes first on its way.
    await page.route("**/steer", (route) => void setTimeout(() => void route.continue(), 800));
    await page.getByRole("button", { name: "Deny and say why" }).click();
    await page.getByRole("textbox", { name: "What the agent should know" }).fill("build/ is needed");
    await page.keyboard.press("Enter");
    await page.locator(".said-by.assistant", { hasText: "Understood." }).waitFor();
    expect(JSON.stringify(model.requests[1]?.messages)).toContain("build/ is needed");
  });

  it("the editor goes on after saving, and what is not saved outlives another page and a reload, until it is discarded", async () => {
    daemon = await startDaemon();
    const { page } = await visit("Memory");
    await page.goto(`${daemon.serving.url}#/memory/MEMORY.md`);
    const edit = () => page.getByRole("button", { name: "Edit", exact: true }).click();
    const editor = page.getByRole("textbox", { name: "MEMORY.md" });
    const written = () => readFileSync(join(daemon.home, "MEMORY.md"), "utf8");
    await edit();
    await editor.fill("## Barn\n\n- two owls\n");
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText("Saved").first().waitFor();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("- one bat");
    expect(await editor.textContent()).toContain("two owls");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(written).toBe("## Barn\n\n- two owls\n- one bat");
    await editor.press("ControlOrMeta+End");
    await page.keyboard.type(" and a cat");
    await goTo(page, "Home");
    await goTo(page, "Memory");
    await edit();
    await expect.poll(() => editor.textContent()).toContain("one bat and a cat");
    await page.reload();
    await edit();
    await expect.poll(() => editor.textContent()).toContain("one bat and a cat");
    await page.getByRole("button", { name: "Discard" }).click();
    await expect.poll(() => editor.textContent()).not.toContain("cat");
    await page.getByText("Not saved").waitFor({ state: "hidden" });
    expect(written()).not.toContain("cat");
    await goTo(page, "Home");
    await goTo(page, "Memory");
    await edit();
    await expect.poll(() => editor.textContent()).toMatch(/one bat$/);
  });

  it("E opens the editor at the line that is chosen, and what is typed next is text; so does Shift E in Rules", async () => {
    daemon = await startDaemon();
    writeFileSync(join(daemon.home, "MEMORY.md"), "## Barn\n\n- two owls\n- a bat\n");
    writeFileSync(join(daemon.mind.where.project ?? "", "AGENTS.md"), "- Never push to main.\n");
    const { page } = await visit("Memory");
    await page.goto(`${daemon.serving.url}#/memory/MEMORY.md`);
    await page.locator(".fact", { hasText: "a bat" }).click();
    await page.keyboard.press("e");
    // Fast typing may begin before the editor is there: it must not be taken for keys of the page.
    await page.keyboard.type("ft");
    const editor = page.getByRole("textbox", { name: "MEMORY.md" });
    await expect.poll(() => editor.evaluate((element) => element.matches(":focus"))).toBe(true);
    await page.keyboard.press("End");
    await page.keyboard.type(" that left");
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText("Saved").first().waitFor();
    expect(readFileSync(join(daemon.home, "MEMORY.md"), "utf8")).toMatch(/^## Barn\n\n- two owls\n(?:ft)?- a bat that left\n$/);
    await goTo(page, "Rules");
    await page.getByText("Never push to main.").first().waitFor();
    await page.keyboard.press("E");
    const rules = page.getByRole("textbox", { name: "./AGENTS.md" });
    await expect.poll(() => rules.evaluate((element) => element.matches(":focus"))).toBe(true);
  });

  it("a document far over its limit is no wider than a phone, and whatever is looked at, only its pane scrolls", async () => {
    daemon = await startDaemon();
    writeFileSync(
      join(daemon.home, "USER.md"),
      Array.from({ length: 300 }, (_, at) => `- Owl number ${at} sits in the old barn.\n`).join(""),
    );
    const { page } = await visit("Memory");
    await page.goto(`${daemon.serving.url}#/memory/USER.md`);
    await page.locator(".fact").first().waitFor();
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 780 });
      await still(page);
      expect(await page.evaluate("document.documentElement.scrollWidth"), `${width}`).toBe(width);
      await page.locator(".fact").last().scrollIntoViewIfNeeded();
      await page
        .locator(".fact")
        .last()
        .evaluate((line) => (line as unknown as { scrollIntoView(): void }).scrollIntoView());
      expect(await page.evaluate("document.querySelector('main').getBoundingClientRect().top"), `${width}`).toBe(0);
    }
    // As at 200 % zoom: what is at the foot of the rail can be reached.
    await page.setViewportSize({ width: 720, height: 400 });
    const last = page.locator(".looks button:visible").last();
    await last.scrollIntoViewIfNeeded();
    const box = await last.boundingBox();
    expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(400);
  });

  it("Rules without AGENTS.md: writes one with the person's line, which holds from then on", async () => {
    daemon = await startDaemon();
    const { page } = await visit("Rules");
    await page.getByRole("button", { name: "Create AGENTS.md" }).click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("Never run `make launch`.");
    await page.keyboard.press("Enter");
    await page.locator(".rule-row", { hasText: "make launch" }).getByText("Blocks").waitFor();
    expect((await decide(daemon.mind, { call: { tool: "shell", command: "make launch" } })).verdict).toBe("deny");
  });

  it("two hundred proposals: only what can be seen is there", async () => {
    daemon = await startDaemon();
    for (let at = 0; at < 200; at++)
      await plan(daemon.mind, { path: "SOUL.md", heading: `Heading ${at}`, operation: "update", content: `Text ${at}.`, session: "many" });
    await flush(daemon.mind, "many");
    const { page } = await visit("Inbox");
    await page.getByText("200 decisions").first().waitFor({ timeout: 30_000 });
    expect(await page.getByRole("option").count()).toBeLessThan(60);
    await page.getByRole("listbox").press("End");
    await page.getByRole("option", { name: /Heading 199/ }).waitFor();
  });

  it("speaks Chinese", async () => {
    daemon = await startDaemon();
    const { json } = await daemon.ask("POST", "/api/login-codes");
    const { page } = await pages.open({ locale: "zh-CN" });
    await page.goto(json.url);
    await page.getByRole("heading", { name: "今天" }).waitFor();
    await page.goto(`${daemon.serving.url}#/inbox`);
    await page.getByRole("heading", { name: "没有要决定的事项" }).waitFor();
    expect(await page.evaluate("document.documentElement.lang")).toBe("zh-CN");
    await page.getByRole("button", { name: "English" }).click();
    await page.getByRole("heading", { name: "Nothing to decide" }).waitFor();
  });
});
