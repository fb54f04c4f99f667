// The page in a real browser: what a person sees and does, and that nothing a document says becomes markup.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { askApproval } from "../../src/calls/approvals.ts";
import { flush, plan } from "../../src/mind/documents/remember.ts";
import { decide } from "../../src/mind/session/decide.ts";
import { goTo, launchBrowser, type Pages, program, ready, titled } from "./browser.ts";
import { type Daemon, propose, startDaemon } from "./rig.ts";

const HOSTILE = "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\"> \u202Eevil\u202C zero\u200Bwidth";

describe.skipIf(program === undefined)(titled("the page"), () => {
  let pages: Pages;
  let daemon: Daemon;
  beforeAll(async () => void (pages = await launchBrowser()));
  afterAll(() => pages?.close());
  afterEach(async () => {
    await pages.closeAll();
    await daemon.stop();
  });
  const open: Pages["open"] = (options) => pages.open(options);

  const furnished = async () => {
    daemon = await startDaemon();
    writeFileSync(
      join(daemon.home, "MEMORY.md"),
      `## Projects\n\n${HOSTILE}\n\n### Codicil\n\nA will for agents. 遗嘱附录。\n\n${"Long line of notes. ".repeat(120)}\n`,
    );
    writeFileSync(join(daemon.home, "SOUL.md"), "## Tone\n\nShort sentences.\nNo jokes.\nAlways polite.\n");
    return { id: await propose(daemon.mind, "Short sentences.\nA joke now and then.\nAlways polite.") };
  };

  it("X35 no script of the corpus runs, neither as a document nor as a proposal", async () => {
    const rows = readFileSync(new URL("../corpora/memory-content.jsonl", import.meta.url), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { family: string; content: string });
    const scripts = rows.filter(({ family }) => family === "xss").map(({ content }) => content);
    expect(scripts.length).toBeGreaterThan(5);
    daemon = await startDaemon();
    writeFileSync(join(daemon.home, "MEMORY.md"), scripts.map((content, index) => `## S${index}\n\n${content}\n`).join("\n"));
    for (const [index, content] of scripts.entries())
      await plan(daemon.mind, { path: "USER.md", heading: `P${index}`, content, origin: "web", session: "s1" });
    await flush(daemon.mind, "s1");
    const { page, complaints } = await open();
    const foreign: string[] = [];
    page.on(
      "request",
      (request) =>
        void (
          request.url().startsWith(`${daemon.serving.url}api/`) ||
          request.url().startsWith(daemon.serving.url) ||
          foreign.push(request.url())
        ),
    );
    page.on("dialog", (dialog) => void complaints.push(dialog.message()));
    await page.goto(daemon.serving.loginUrl);
    await goTo(page, "Inbox");
    await page.getByRole("option").first().waitFor();
    await goTo(page, "Memory");
    await page.getByRole("link", { name: "MEMORY.md" }).click();
    await page.getByText("onerror=").first().waitFor();
    expect(
      await page.locator("main script, main img, main iframe, main meta, main a[href^='vbscript'], main a[href^='javascript']").count(),
    ).toBe(0);
    expect([foreign, complaints]).toEqual([[], []]);
  });

  it("opens by the link, forgets the code, shows what is pending and keeps a proposal", async () => {
    await furnished();
    const { page, complaints } = await open();
    await page.goto(daemon.serving.loginUrl);
    await page.getByRole("heading", { name: "Today" }).waitFor();
    expect(page.url()).toBe(`${daemon.serving.url}#/`);
    await goTo(page, "Inbox");
    const diff = page.getByRole("group", { name: "before and after" });
    await diff.locator(".removed .line-text").first().waitFor();
    expect((await diff.locator(".removed .line-text").allTextContents()).map((line) => line.trim())).toEqual(["No jokes."]);
    expect((await diff.locator(".added .line-text").allTextContents()).map((line) => line.trim())).toEqual(["A joke now and then."]);
    await page.getByRole("button", { name: "Accept", exact: true }).click();
    await page.getByRole("heading", { name: "Nothing to decide" }).waitFor();
    expect(await page.locator(".toasts").textContent()).toContain("Accepted. SOUL.md, Tone changed.");
    expect(readFileSync(join(daemon.home, "SOUL.md"), "utf8")).toContain("A joke now and then.");
    expect(complaints).toEqual([]);
  });

  it("shows a document's text as text, hidden characters named, with its history", async () => {
    await furnished();
    const { page, complaints } = await open();
    await page.goto(daemon.serving.loginUrl);
    await goTo(page, "Memory");
    await page.getByRole("link", { name: "MEMORY.md" }).click();
    await page.getByText("Long line of notes.").waitFor();
    const text = await page.locator("main").textContent();
    expect(text).toContain("<script>document.title='owned'</script><img src=x");
    expect(text).toContain("U+202E");
    expect(text).toContain("U+200B");
    expect(await page.locator("main script, main img").count()).toBe(0);
    expect(await page.title()).toBe("Memory · Codicil");
    expect(complaints).toEqual([]);
  });

  it("keeps the login over a reload and a restart of the daemon, and tells a tab without one how to get a link", async () => {
    await furnished();
    const { page } = await open();
    await page.goto(daemon.serving.loginUrl);
    await goTo(page, "Inbox");
    const heading = page.getByText("1 decision", { exact: true });
    await heading.waitFor();
    await page.reload();
    await heading.waitFor();
    const { page: other } = await open();
    await other.goto(daemon.serving.loginUrl);
    await other.getByRole("heading", { name: "This page is not logged in" }).waitFor();
    expect(await other.locator("main").textContent()).not.toContain("SOUL.md");
  });

  it("rejects, keeps and undoes with the keyboard alone, and the focus can be seen", async () => {
    await furnished();
    await propose(daemon.mind, "Be brief.", "Length");
    const { page } = await open();
    await page.goto(daemon.serving.loginUrl);
    await goTo(page, "Inbox");
    await page.getByText("2 decisions").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe("solid");
    await ready(page);
    await page.keyboard.press("r");
    await page.getByText("1 decision", { exact: true }).waitFor();
    await page.keyboard.press("u");
    await page.getByText("2 decisions").waitFor();
    await ready(page);
    await page.keyboard.press("r");
    await page.getByText("1 decision", { exact: true }).waitFor();
    await ready(page);
    await page.keyboard.press("a");
    await page.getByRole("heading", { name: "Nothing to decide" }).waitFor();
    expect(readFileSync(join(daemon.home, "SOUL.md"), "utf8")).toContain("Be brief.");
    await page.keyboard.press("u");
    await expect.poll(() => readFileSync(join(daemon.home, "SOUL.md"), "utf8")).not.toContain("Be brief.");
    expect(readFileSync(join(daemon.home, "SOUL.md"), "utf8")).toContain("No jokes.");
  });

  it("undoes a change from the history", async () => {
    await furnished();
    const { page } = await open();
    await page.goto(daemon.serving.loginUrl);
    await goTo(page, "Inbox");
    await page.getByRole("button", { name: "Accept", exact: true }).click();
    await page.getByRole("heading", { name: "Nothing to decide" }).waitFor();
    await goTo(page, "Memory");
    await page.getByRole("link", { name: "SOUL.md" }).click();
    await page.getByRole("button", { name: "History" }).click();
    await page.getByRole("button", { name: "Undo: Tone" }).click();
    await page.getByText("Undone", { exact: true }).waitFor();
    expect(readFileSync(join(daemon.home, "SOUL.md"), "utf8")).toContain("No jokes.");
  });

  it("fits a phone and both colour schemes, on every page", async () => {
    await furnished();
    const schemes = [
      { name: "light", colorScheme: "light", viewport: { width: 1600, height: 900 } },
      { name: "dark", colorScheme: "dark", viewport: { width: 1200, height: 900 } },
      { name: "phone", colorScheme: "dark", viewport: { width: 360, height: 740 } },
    ] as const;
    const grounds: unknown[] = [];
    for (const { name, ...options } of schemes) {
      const { json } = await daemon.ask("POST", "/api/login-codes");
      const { page } = await open(options);
      await page.goto(json.url);
      for (const [place, landmark] of [
        ["Home", "Today"],
        ["Inbox", "Inbox"],
        ["Activity", "Activity"],
        ["Costs", "Costs"],
        ["Memory", "Memory"],
        ["Rules", "Rules"],
        ["Sessions", "Sessions"],
        ["Chat", "Chat"],
      ] as const) {
        await goTo(page, place);
        await page.getByRole("heading", { name: landmark, exact: true, level: 1 }).waitFor();
        expect([name, place, await page.evaluate("document.documentElement.scrollWidth <= innerWidth")]).toEqual([name, place, true]);
      }
      grounds.push(await page.evaluate("getComputedStyle(document.body).backgroundColor"));
    }
    expect(grounds[0]).not.toEqual(grounds[1]);
  });

  it("on a phone a question's buttons hold their words beside what is always allowed, and built-in rules have their names", async () => {
    daemon = await startDaemon();
    const { mind } = daemon;
    writeFileSync(join(mind.where.cwd, "AGENTS.md"), "- Ask before you change anything under infra/.\n");
    const call = { tool: "shell", command: "sed -i 's/60/120/' infra/gateway.yaml" } as const;
    const { hash, rules, reason } = await decide(mind, { call, sessionId: "phone" });
    await askApproval(mind, { call, hash, rules, reason, cwd: mind.where.cwd, session: "phone" });
    const { page } = await open({ viewport: { width: 360, height: 740 } });
    await page.goto(daemon.serving.loginUrl);
    await goTo(page, "Inbox");
    await page.getByRole("option").first().click();
    await page.getByRole("button", { name: /Always allow/ }).waitFor();
    for (const name of ["Allow once", "Deny"]) {
      const box = await page.getByRole("button", { name, exact: true }).boundingBox();
      expect([name, (box?.width ?? 0) > 120]).toEqual([name, true]);
    }
    await page.goto(`${daemon.serving.url}#/rules?file=builtin`);
    await page.getByText("Whole folders").waitFor();
  });

  it("cannot be framed or read by another page of this machine", async () => {
    await furnished();
    const { createServer } = await import("node:http");
    const evil = createServer((_, response) =>
      response.setHeader("Content-Type", "text/html").end(`<iframe src="${daemon.serving.url}"></iframe>`),
    );
    await new Promise<void>((resolve) => evil.listen(0, "127.0.0.1", resolve));
    const { page } = await open();
    await page.goto(daemon.serving.loginUrl);
    await page.getByRole("heading", { name: "Today" }).waitFor();
    const token = await page.evaluate<string>("sessionStorage.getItem('codicil-token')");
    const other = await page.context().newPage();
    await other.goto(`http://127.0.0.1:${(evil.address() as { port: number }).port}/`);
    const [frame] = other.frames().slice(1);
    expect(await frame?.evaluate("document.getElementById('main')").catch(() => null)).toBeNull();
    // Even knowing the header token, and with the cookie that browsers share between ports: nothing is read or changed.
    for (const method of ["GET", "POST"]) {
      const outcome = await other.evaluate<string>(
        `fetch("${daemon.serving.url}api/login-codes", { method: "${method}", credentials: "include", headers: { "X-Codicil-Token": "${token}" } }).then((answer) => String(answer.status), () => "blocked")`,
      );
      expect(outcome).toBe("blocked");
    }
    await new Promise((resolve) => evil.close(resolve));
  });
});
