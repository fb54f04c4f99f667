// The page in a real browser: what a person sees and does, and that nothing a document says becomes markup.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { apply, flush, plan } from "../../src/mind/remember.ts";
import { type Daemon, propose, startDaemon } from "./rig.ts";

const program = [process.env["CHROME_BIN"], "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => path !== undefined && path !== "" && existsSync(path));
const title = program === undefined ? "the page (skipped: no Chromium here; install the package chromium or set CHROME_BIN)" : "the page";

const HOSTILE = "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\"> \u202Eevil\u202C zero\u200Bwidth";

describe.skipIf(program === undefined)(title, () => {
  let browser: Browser;
  let daemon: Daemon;
  let contexts: BrowserContext[] = [];
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: program as string, args: ["--no-sandbox", "--disable-background-networking"] });
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    for (const context of contexts) await context.close();
    contexts = [];
    await daemon.stop();
  });

  const open = async (options: Parameters<Browser["newContext"]>[0] = {}): Promise<{ page: Page; complaints: string[] }> => {
    const context = await browser.newContext(options);
    contexts.push(context);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => void (["error", "warning"].includes(message.type()) && complaints.push(message.text())));
    page.on("pageerror", (error) => void complaints.push(error.message));
    return { page, complaints };
  };

  const furnished = async () => {
    daemon = await startDaemon();
    writeFileSync(join(daemon.home, "MEMORY.md"), `## Projects\n\n${HOSTILE}\n\n### Codicil\n\nA will for agents. 遗嘱附录。\n\n${"Long line of notes. ".repeat(120)}\n`);
    writeFileSync(join(daemon.home, "SOUL.md"), "## Tone\n\nShort sentences.\nNo jokes.\nAlways polite.\n");
    return { id: await propose(daemon.mind, "Short sentences.\nA joke now and then.\nAlways polite.") };
  };

  it("X35 no script of the corpus runs, neither as a document nor as a proposal", async () => {
    const rows = readFileSync(new URL("../corpora/memory-content.jsonl", import.meta.url), "utf8").trim().split("\n").map((line) => JSON.parse(line) as { family: string; content: string });
    const scripts = rows.filter(({ family }) => family === "xss").map(({ content }) => content);
    expect(scripts.length).toBeGreaterThan(5);
    daemon = await startDaemon();
    writeFileSync(join(daemon.home, "MEMORY.md"), scripts.map((content, index) => `## S${index}\n\n${content}\n`).join("\n"));
    for (const [index, content] of scripts.entries()) await plan(daemon.mind, { path: "USER.md", heading: `P${index}`, content, origin: "web", session: "s1" });
    await flush(daemon.mind, "s1");
    const { page, complaints } = await open();
    const foreign: string[] = [];
    page.on("request", (request) => void (request.url().startsWith(`${daemon.serving.url}api/`) || request.url().startsWith(daemon.serving.url) || foreign.push(request.url())));
    page.on("dialog", (dialog) => void complaints.push(dialog.message()));
    await page.goto(daemon.serving.loginUrl);
    await page.getByRole("link", { name: "MEMORY.md" }).click();
    await page.getByText("onerror=").first().waitFor();
    expect(await page.locator("main script, main img, main iframe, main meta, main a[href^='vbscript'], main a[href^='javascript']").count()).toBe(0);
    expect([foreign, complaints]).toEqual([[], []]);
  });

  it("opens by the link, forgets the code, shows documents and accepts a proposal", async () => {
    await furnished();
    const { page, complaints } = await open();
    await page.goto(daemon.serving.loginUrl);
    await page.getByRole("heading", { name: "1 proposal waits for your word" }).waitFor();
    expect(page.url()).toBe(`${daemon.serving.url}#/`);
    await page.getByRole("link", { name: "MEMORY.md" }).waitFor();
    const diff = page.getByRole("group", { name: "before and after" });
    expect((await diff.locator(".removed").allTextContents()).map((line) => line.trim())).toEqual(["- No jokes."]);
    expect((await diff.locator(".added").allTextContents()).map((line) => line.trim())).toEqual(["+ A joke now and then."]);
    await page.getByRole("button", { name: "Accept" }).click();
    await page.getByRole("heading", { name: "Nothing waits for your word" }).waitFor();
    expect(await page.getByRole("status").textContent()).toContain("applied");
    expect(readFileSync(join(daemon.home, "SOUL.md"), "utf8")).toContain("A joke now and then.");
    expect(complaints).toEqual([]);
  });

  it("shows a document's text as text, hidden characters marked, with its history", async () => {
    await furnished();
    const { page, complaints } = await open();
    await page.goto(daemon.serving.loginUrl);
    await page.getByRole("link", { name: "MEMORY.md" }).click();
    await page.getByRole("heading", { name: "MEMORY.md" }).waitFor();
    const text = await page.locator("main").textContent();
    expect(text).toContain("<script>document.title='owned'</script><img src=x");
    expect(text).toContain("U+202E");
    expect(text).toContain("U+200B");
    expect(await page.locator("main script, main img").count()).toBe(0);
    expect(await page.title()).toBe("Codicil");
    await page.getByRole("heading", { name: "History" }).waitFor();
    expect(await page.getByRole("meter").getAttribute("aria-valuetext")).toContain("the end is not injected");
    expect(complaints).toEqual([]);
  });

  it("keeps the login over a reload, and tells a tab without one how to get a link", async () => {
    await furnished();
    const { page } = await open();
    await page.goto(daemon.serving.loginUrl);
    await page.getByRole("link", { name: "USER.md" }).waitFor();
    await page.reload();
    await page.getByRole("link", { name: "USER.md" }).waitFor();
    const { page: other } = await open();
    await other.goto(daemon.serving.loginUrl);
    await other.getByRole("heading", { name: "This page opens by a one-time link" }).waitFor();
    expect(await other.locator("main").textContent()).not.toContain("USER.md");
  });

  it("rejects with the keyboard alone, and the focus can be seen", async () => {
    await furnished();
    const { page } = await open();
    await page.goto(daemon.serving.loginUrl);
    await page.getByRole("button", { name: "Reject", exact: true }).waitFor();
    for (let press = 0; press < 12; press++) {
      await page.keyboard.press("Tab");
      if ((await page.evaluate("document.activeElement.textContent")) === "Reject") break;
    }
    expect(await page.evaluate("getComputedStyle(document.activeElement).outlineWidth")).toBe("3px");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Nothing waits for your word" }).waitFor();
    expect(readFileSync(join(daemon.home, "SOUL.md"), "utf8")).toContain("No jokes.");
  });

  it("undoes a change from the history", async () => {
    await furnished();
    const { page } = await open();
    await page.goto(daemon.serving.loginUrl);
    await page.getByRole("button", { name: "Accept" }).click();
    await page.getByRole("heading", { name: "Nothing waits for your word" }).waitFor();
    await page.getByRole("link", { name: "SOUL.md" }).click();
    await page.getByRole("button", { name: /^Undo entry/ }).click();
    await page.getByText("Undone: applied").waitFor();
    expect(readFileSync(join(daemon.home, "SOUL.md"), "utf8")).toContain("No jokes.");
  });

  it("fits a phone and both colour schemes", async () => {
    await furnished();
    await plan(daemon.mind, { path: "USER.md", heading: "Identity", operation: "update", content: "An entry.", session: "late" });
    writeFileSync(join(daemon.home, "USER.md"), "## Identity\n\nA hand was here.\n");
    await flush(daemon.mind, "late");
    await apply(daemon.mind);
    await plan(daemon.mind, { path: "USER.md", heading: "Preferences", operation: "append", content: "Tea.", session: "open-session" });
    await plan(daemon.mind, { path: "USER.md", heading: "Background", operation: "append", content: "Sails.", session: "pending" });
    await flush(daemon.mind, "pending");
    await plan(daemon.mind, { path: "MEMORY.md", heading: "Web", operation: "update", content: HOSTILE.replace(/[\u200b\u202a-\u202e]/g, ""), origin: "web", session: "web", reason: "found on a page" });
    await flush(daemon.mind, "web");
    const schemes = [
      { name: "light", colorScheme: "light", viewport: { width: 1200, height: 900 } },
      { name: "dark", colorScheme: "dark", viewport: { width: 1200, height: 900 } },
      { name: "phone", colorScheme: "dark", viewport: { width: 360, height: 740 } },
    ] as const;
    const grounds: unknown[] = [];
    for (const { name, ...options } of schemes) {
      const { json } = await daemon.ask("POST", "/api/login-codes");
      const { page } = await open(options);
      await page.goto(json.url);
      await page.getByRole("heading", { name: "2 proposals wait for your word" }).waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
      grounds.push(await page.evaluate("getComputedStyle(document.body).backgroundColor"));
      const folder = process.env["CODICIL_SCREENSHOTS"];
      if (folder) await page.screenshot({ path: join(folder, `page-${name}.png`), fullPage: true });
      await page.getByRole("link", { name: "MEMORY.md" }).click();
      await page.getByRole("heading", { name: "History" }).waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
      if (folder) await page.screenshot({ path: join(folder, `page-${name}-document.png`), fullPage: true });
    }
    expect(grounds[0]).not.toEqual(grounds[1]);
  });

  it("cannot be framed or read by another page of this machine", async () => {
    await furnished();
    const { createServer } = await import("node:http");
    const evil = createServer((_, response) => response.setHeader("Content-Type", "text/html").end(`<iframe src="${daemon.serving.url}"></iframe>`));
    await new Promise<void>((resolve) => evil.listen(0, "127.0.0.1", resolve));
    const { page } = await open();
    await page.goto(daemon.serving.loginUrl);
    await page.getByRole("link", { name: "USER.md" }).waitFor();
    const token = await page.evaluate<string>("sessionStorage.getItem('codicil-token')");
    const other = await contexts[0]?.newPage();
    if (!other) throw new Error("no page");
    await other.goto(`http://127.0.0.1:${(evil.address() as { port: number }).port}/`);
    const [frame] = other.frames().slice(1);
    expect(await frame?.evaluate("document.getElementById('main')").catch(() => null)).toBeNull();
    // Even knowing the header token, and with the cookie that browsers share between ports: nothing is read or changed.
    for (const method of ["GET", "POST"]) {
      const outcome = await other.evaluate<string>(`fetch("${daemon.serving.url}api/login-codes", { method: "${method}", credentials: "include", headers: { "X-Codicil-Token": "${token}" } }).then((answer) => String(answer.status), () => "blocked")`);
      expect(outcome).toBe("blocked");
    }
    await new Promise((resolve) => evil.close(resolve));
  });
});
