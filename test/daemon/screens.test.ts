// Activity, Costs and their neighbours in a real browser, on two weeks of work: what each shows, that nothing is wider than
// its window, that no finding of an accessibility check is left, and that each language is complete.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { decide } from "../../src/mind/session/decide.ts";
import { append, startSession } from "../../src/activity/sessions.ts";
import { launchBrowser, type OpenedPage, type Pages, program, still, titled } from "./browser.ts";
import { fortnight, movedClock } from "./fortnight.ts";
import { type Daemon, startDaemon } from "./rig.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** The check of accessibility runs in the colours that are named; widths between are only measured. */
const WIDTHS = [
  [1440, "light"],
  [1024, null],
  [390, null],
  [360, "dark"],
] as const;

/** What is in the bar over a page has one line, and what is beside its title is there as a whole or not at all. */
const WRAPPED = `[...document.querySelectorAll(".top-bar :is(.button, .segmented > button, .context > span)")].filter((each) => {
  const walker = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
  const tops = [];
  while (walker.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    tops.push(...[...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top));
  }
  const own = each.getBoundingClientRect();
  const bar = each.closest(".top-bar").getBoundingClientRect();
  const next = each.closest(".context")?.nextElementSibling?.getBoundingClientRect();
  const isCut = next !== undefined && own.top < bar.bottom - 20 && own.right > next.left;
  return (tops.length > 0 && Math.max(...tops) - Math.min(...tops) > 12) || isCut;
}).map((each) => each.textContent)`;

/** Every fixed text of a page's words in English. */
async function englishOf(file: string): Promise<string[]> {
  const words = (await import(new URL(`../../web/words/${file}.ts`, import.meta.url).href)) as Record<string, { en: object; zh: object }>;
  const texts = (value: unknown): string[] =>
    typeof value === "string" ? [value] : typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : [];
  const [both] = Object.values(words).filter((each) => typeof each === "object");
  const chinese = new Set(texts(both?.zh));
  return texts(both?.en).filter((text) => !chinese.has(text));
}

describe.skipIf(program === undefined)(titled("screens"), () => {
  let pages: Pages;
  let daemon: Daemon;
  let session: string;
  beforeAll(async () => {
    const clock = movedClock();
    pages = await launchBrowser();
    daemon = await startDaemon({ clock, before: async (mind) => void ({ session } = await fortnight(mind, clock)) });
  }, 60_000);
  afterAll(async () => {
    await pages?.close();
    await daemon?.stop();
  });
  afterEach(() => pages.closeAll());

  const visit = async (place: string, options: Parameters<Pages["open"]>[0] = {}): Promise<OpenedPage> => {
    const { json } = await daemon.ask("POST", "/api/login-codes");
    const opened = await pages.open(options);
    await opened.page.goto(json.url);
    await opened.page.locator("nav a").first().waitFor({ state: "attached" });
    await opened.page.evaluate(`location.hash = ${JSON.stringify(`#/${place}`)}`);
    return opened;
  };
  const texts = (page: Page) =>
    page.evaluate<string[]>(`(() => {
      const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
      const found = [];
      while (walker.nextNode()) found.push(walker.currentNode.textContent.trim());
      return found;
    })()`);

  const SCREENS: readonly { readonly name: string; readonly place: () => string; readonly shows: string; readonly words: string | null }[] =
    [
      { name: "Activity", place: () => "activity", shows: ".happened", words: "activity" },
      { name: "Activity of a year", place: () => "activity?span=year", shows: ".day-bar", words: "activity" },
      { name: "Costs", place: () => "costs", shows: ".models", words: "costs" },
      { name: "Memory", place: () => "memory/MEMORY.md", shows: ".fact", words: "memory" },
      // Its text is the mind's own, in any language.
      { name: "what the prompt holds of memory", place: () => "memory/injected", shows: ".pane > h2", words: null },
      { name: "Sessions", place: () => `sessions/${session}`, shows: ".said-by", words: "sessions" },
      { name: "the list of sessions", place: () => "sessions", shows: ".session-row", words: "sessions" },
      { name: "Chat", place: () => `chat/${session}`, shows: ".said-by", words: "chat" },
      { name: "Rules", place: () => "rules", shows: ".rule-row", words: "rules" },
    ];

  it.each(SCREENS)(
    "$name: English only, no finding of an accessibility check (wide and light, narrow and dark), from 1440 to 360 not wider than its window",
    async ({ place, shows, words }) => {
      const findings: string[] = [];
      const { page, complaints } = await visit(place(), { locale: "en-US" });
      await page.locator(shows).first().waitFor();
      if (words !== null) {
        const [shown, english] = [await texts(page), new Set(await englishOf(words))];
        expect(shown.filter((text) => /\p{Script=Han}/u.test(text))).toEqual([]);
        // The look at the Chinese page finds English where there is some.
        expect(shown.some((text) => english.has(text))).toBe(true);
      }
      await page.evaluate(axe);
      for (const [width, colorScheme] of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        if (colorScheme !== null) await page.emulateMedia({ colorScheme });
        await page.locator(shows).first().waitFor({ state: "attached" });
        // Colours change by a transition.
        await still(page);
        const found =
          colorScheme === null
            ? []
            : await page.evaluate<{ id: string; nodes: { target: string[] }[] }[]>(
                "axe.run(document, { resultTypes: ['violations'] }).then((result) => result.violations)",
              );
        // The way to the content is before every landmark, which is where it belongs.
        for (const { id, nodes } of found) if (id !== "region") findings.push(`${width}: ${id} at ${nodes[0]?.target.join(" ")}`);
        if (await page.evaluate("document.documentElement.scrollWidth > innerWidth")) findings.push(`${width}: wider than its window`);
        for (const text of await page.evaluate<string[]>(WRAPPED)) findings.push(`${width}: ${text} is on two lines, or cut`);
      }
      findings.push(...complaints);
      expect(findings).toEqual([]);
    },
  );

  it("negative control: the check of accessibility finds a field without a name", async () => {
    const { page } = await visit("home");
    await page.locator("main h1").first().waitFor();
    await page.evaluate("document.querySelector('main').append(Object.assign(document.createElement('input'), { type: 'text' }))");
    await page.evaluate(axe);
    expect(await page.evaluate<string[]>("axe.run(document).then((result) => result.violations.map(({ id }) => id))")).toContain("label");
  });

  it("every screen is complete in Chinese", async () => {
    const { page } = await visit("home", { locale: "zh-CN" });
    for (const { name, place, shows, words } of SCREENS) {
      if (words === null) continue;
      const english = new Set(await englishOf(words));
      expect(english.size).toBeGreaterThan(10);
      await page.evaluate(`location.hash = ${JSON.stringify(`#/${place()}`)}`);
      await page.locator(shows).first().waitFor();
      expect(
        (await texts(page)).filter((text) => english.has(text)),
        name,
      ).toEqual([]);
    }
  });

  describe("Activity", () => {
    it("tells days with their counts, folds allowed calls, and opens an event with its rule and a way to try it", async () => {
      const { page } = await visit("activity");
      const blocked = page.locator(".happened", { hasText: "git push --force origin main" }).first();
      await blocked.waitFor();
      await expect(page.locator(".happened.allowed").first().textContent()).resolves.toMatch(/\d allowed.*shell/);
      await page.getByRole("heading", { name: /^Today/ }).waitFor();
      await blocked.getByRole("button").click();
      const details = page.getByRole("complementary", { name: "Details" });
      await details.getByText("“Never push to main.”", { exact: true }).waitFor();
      await details.getByRole("link", { name: /Rule/ }).waitFor();
      await page.keyboard.press("y");
      await page.waitForURL(/#\/rules\?try=/);
    });

    it("counts twelve months where that is asked for, each with its own sum, and keeps it in the address", async () => {
      const { page } = await visit("activity");
      await page.getByRole("button", { name: "12 months" }).click();
      await page.waitForURL(/span=year/);
      await expect.poll(() => page.locator(".day-bar").count()).toBe(12);
      const { json } = await daemon.ask("GET", "/api/activity/days?days=365");
      const month = json.days.at(-1).day.slice(0, 7);
      const sum = json.days
        .filter(({ day }: { day: string }) => day.startsWith(month))
        .reduce((all: number, { deny, ask, rewrite }: Record<string, number>) => all + (deny ?? 0) + (ask ?? 0) + (rewrite ?? 0), 0);
      expect(await page.locator(".day-bar .day-total").last().textContent()).toBe(sum === 0 ? "" : String(sum));
      await page.getByRole("button", { name: "14 days" }).click();
      await expect.poll(() => page.locator(".day-bar").count()).toBe(14);
    });

    it("keeps filters in the address, and shows each allowed call where that is asked for", async () => {
      const { page } = await visit("activity");
      await page.locator(".happened").first().waitFor();
      await page.getByRole("button", { name: /^Writes/ }).click();
      await page.getByRole("button", { name: /^Sessions/ }).click();
      await page.waitForURL(/kinds=deny%2Cask%2Crewrite/);
      await expect.poll(() => page.locator(".happened.write, .happened.session").count()).toBe(0);
      await page.reload();
      await page.locator(".happened").first().waitFor();
      expect(await page.locator(".happened.write, .happened.session, .happened.allowed").count()).toBe(0);
      // Slow to answer, while the look that calls ordered comes due: it must not take the place of this answer.
      await page.route(/kinds=allow/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 700));
        await route.continue();
      });
      // The first is looked for at once, the second a moment later.
      for (const command of ["ls a", "ls b"]) {
        await decide(daemon.mind, { call: { tool: "shell", command }, sessionId: "host_claude_busy" });
        await page.waitForTimeout(100);
      }
      await page.evaluate('location.hash = "#/activity?kinds=allow&fold=0"');
      await page.locator(".happened code", { hasText: "cat README.md" }).first().waitFor();
    });

    it("a call that is judged now comes in at the top by itself", async () => {
      const { page } = await visit("activity");
      await page.locator(".happened").first().waitFor();
      const command = "git push origin main --now";
      await decide(daemon.mind, { call: { tool: "shell", command }, sessionId: "host_claude_live" });
      await page.locator(".happened", { hasText: command }).waitFor();
    });

    it("restores a file from the trash", async () => {
      const { page } = await visit("activity");
      await page.getByRole("button", { name: /^Trash/ }).click();
      await page.getByText("legacy.ts").waitFor();
      await page.getByRole("button", { name: "Restore" }).click();
      await page.getByRole("heading", { name: "The trash is empty" }).waitFor();
    });
  });

  describe("Costs", () => {
    it("sums what sessions record, says where a price is not known, and lists the sessions of a day", async () => {
      const { page } = await visit("costs");
      const row = page.locator(".models tr", { hasText: "somebody/own-model" });
      await row.waitFor();
      expect(await row.textContent()).toContain("price not known");
      expect(await row.textContent()).not.toContain("$0");
      const { json } = await daemon.ask("GET", "/api/costs?days=30");
      await page.locator(".totals", { hasText: `$${json.total.cost.toFixed(2)}` }).waitFor();
      const dayOf = (at: number) => new Date(at).setHours(12, 0, 0, 0);
      const { createdAt } = json.sessions.find(({ id }: { id: string }) => id === session);
      const ago = Math.round((dayOf(Date.now()) - dayOf(createdAt)) / 86_400_000);
      await page
        .locator(".bar")
        .nth(29 - ago)
        .click();
      await page.getByRole("heading", { name: /^Sessions of/ }).waitFor();
      await page.locator(`a[href="#/sessions/${session}"]`).waitFor();
    });

    it("writes days and numbers in the page's language, not the machine's", async () => {
      const { page } = await visit("costs", { locale: "de-DE" });
      await page.locator(".models").waitFor();
      expect(await page.locator(".top-bar .context").textContent()).toMatch(/^\d{1,2} [A-Z][a-z]+ to today/);
      await page.evaluate('location.hash = "#/memory/MEMORY.md"');
      await page.getByText(" of 2,200 characters").waitFor();
    });

    it("has a bar for each month where there are too many days, with the sum of its days", async () => {
      const { page } = await visit("costs");
      await page.route("**/api/costs?all=1", async (route) => {
        const { days, ...rest } = (await (await route.fetch()).json()) as { days: { day: string; cost: number | null }[] };
        const [day = { day: "", cost: null }] = days.filter(({ cost }) => cost !== null);
        const one = (at: string) => ({ ...day, day: at, cost: 1, hosts: {} });
        await route.fulfill({
          json: { ...rest, since: "2026-01-10", through: "2026-04-02", days: ["2026-01-10", "2026-03-01", "2026-03-31"].map(one) },
        });
      });
      await page.getByRole("button", { name: "All", exact: true }).click();
      await page.getByRole("heading", { name: "By month" }).waitFor();
      const names = await page.locator(".bar title").allTextContents();
      expect(names).toEqual(["Jan 2026: $1.00", "Feb: $0", "Mar: $2.00", "Apr: $0"]);
    });
  });

  describe("Memory", () => {
    it("says who wrote a line, what a newer line contradicts, and how the document was", async () => {
      const { page } = await visit("memory/MEMORY.md");
      const old = page.locator(".fact.old");
      await old.waitFor();
      expect(await old.textContent()).toContain("make rollback");
      await page.locator(".fact", { hasText: "Refund webhooks" }).locator(".fact-who").click();
      const detail = page.getByRole("complementary", { name: "This line" });
      await detail.getByText("the build failed without it").waitFor();
      await page.keyboard.press("Escape");
      await page.keyboard.press("h");
      await old.waitFor({ state: "hidden" });
      await page.getByRole("slider").press("Home");
      await page.locator(".fact.added", { hasText: "Refund webhooks" }).waitFor();
      await page.getByRole("button", { name: "As it was" }).click();
      await page.locator(".fact", { hasText: "Refund webhooks" }).waitFor({ state: "hidden" });
    });

    it("finds a fact by its words and opens its line", async () => {
      const { page } = await visit("memory");
      await page.getByRole("searchbox").fill("webhooks late");
      await page
        .getByRole("navigation", { name: "Documents" })
        .getByRole("link", { name: /webhooks/ })
        .first()
        .click();
      await page.getByRole("complementary", { name: "This line" }).waitFor();
    });

    it("says which word of a search is nowhere, and which one was searched for", async () => {
      const { page } = await visit("memory");
      const notice = page.locator(".hits-notice");
      await page.getByRole("searchbox").fill("webhoks");
      await notice.getByText("nothing contains webhoks; searched for webhooks").waitFor();
      await page.getByRole("searchbox").fill("webhooks");
      await notice.waitFor({ state: "detached" });
      await page
        .getByRole("link", { name: /webhooks/ })
        .first()
        .waitFor();
    });
  });

  describe("Rules", () => {
    it("opens the line that an address names, and tries the call that it brings", async () => {
      const { page } = await visit(`rules?file=AGENTS.md&line=7`);
      await page.locator(".rule-card", { hasText: "line 7" }).waitFor();
      await page.evaluate(
        `location.hash = "#/rules?try=" + encodeURIComponent(JSON.stringify({ tool: "shell", command: "npm install zod" }))`,
      );
      await page.locator(".tried").waitFor();
      expect(await page.getByRole("textbox", { name: "command" }).inputValue()).toBe("npm install zod");
    });
  });

  describe("Sessions", () => {
    it("renders Markdown and nothing else: no script, no image, links that tell nobody where they come from", async () => {
      const { page, complaints } = await visit(`sessions/${session}`);
      await page.locator(".markdown table").first().waitFor();
      expect(await page.locator(".markdown strong").first().textContent()).toBe("same");
      expect(await page.locator("main script, main img, main iframe").count()).toBe(0);
      expect(await page.title()).not.toBe("owned");
      expect(await page.locator(".markdown").last().textContent()).toContain('<script>document.title = "owned"</script>');
      for (const link of await page.locator(".markdown a").all()) {
        expect(await link.getAttribute("rel")).toBe("noopener noreferrer nofollow");
        expect(await link.getAttribute("href")).toMatch(/^https:/);
      }
      expect(complaints).toEqual([]);
    });

    it("has of a long session its end, and the rest when it is asked for", async () => {
      const { header } = await startSession(daemon.mind);
      const said = (role: "user" | "assistant", text: string) => ({
        type: `${role}_message`,
        message: { role, content: [{ type: "text", text }] },
      });
      const turns = Array.from({ length: 600 }, (_, at) => [said("user", `question ${at}`), said("assistant", `answer ${at}`)]);
      await append(daemon.mind, header.sessionId, turns.flat());
      const { page } = await visit(`sessions/${header.sessionId}`);
      await page.getByText("answer 599", { exact: true }).waitFor();
      expect(await page.locator(".said-by").count()).toBeLessThanOrEqual(500);
      await page.getByRole("button", { name: /earlier$/ }).click();
      await page.getByText("question 150", { exact: true }).waitFor();
    });

    it("says of a call in a transcript that it was blocked; one that only failed is called failed", async () => {
      const { header } = await startSession(daemon.mind);
      const sessionId = header.sessionId;
      const call = (id: string, command: string) => ({ type: "tool_call", toolCallId: id, toolName: "shell", args: { command } }) as const;
      const failed = (id: string) =>
        ({ type: "tool_result", toolCallId: id, toolName: "shell", result: { content: [] }, isError: true }) as const;
      await append(daemon.mind, sessionId, [
        { type: "user_message", message: { role: "user", content: [{ type: "text", text: "Release it." }] } },
        {
          type: "assistant_message",
          message: { role: "assistant", content: [call("p1", "git push --force origin main"), call("p2", "pnpm lint"), call("p3", "ls")] },
        },
        { type: "tool_result", message: { role: "tool_result", content: [failed("p1"), failed("p2")] } },
      ]);
      for (const command of ["git push --force origin main", "pnpm lint", "ls"])
        await decide(daemon.mind, { call: { tool: "shell", command }, sessionId });
      const { page } = await visit(`sessions/${sessionId}`);
      const fold = page.locator("summary", { hasText: "3 calls" });
      await fold.getByText("1 blocked").waitFor();
      await fold.getByText("1 failed").waitFor();
      await fold.click();
      await page.locator(".calls-list li", { hasText: "git push --force" }).getByText("Blocked").waitFor();
      expect(await page.locator(".calls-list li", { hasText: "pnpm lint" }).innerText()).not.toContain("Blocked");
    });

    it("folds calls with what failed, renames a session, and shows the text of a handoff", async () => {
      const { page } = await visit(`sessions/${session}`);
      await page.locator("summary", { hasText: "2 calls" }).getByText("1 failed").waitFor();
      await page.locator("summary", { hasText: "2 calls" }).click();
      await page.getByText("pnpm prisma migrate status").first().waitFor();
      await page.keyboard.press("F2");
      await page.getByRole("textbox", { name: "Title" }).fill("Refund keys");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Refund keys" }).waitFor();
      await page.keyboard.press("h");
      await page.getByRole("dialog").getByText(`# Handoff of session ${session}`).waitFor();
    });
  });

  describe("Chat", () => {
    it("completes commands and documents in the composer, by keyboard", async () => {
      const { page } = await visit(`chat/${session}`);
      const field = page.getByRole("textbox", { name: "Write a message" });
      await field.fill("/ses");
      await page.getByRole("option", { name: /\/session/ }).waitFor();
      await page.keyboard.press("Tab");
      expect(await field.inputValue()).toBe("/session ");
      await field.fill("look at @mem");
      await page.getByRole("option", { name: /MEMORY\.md/ }).waitFor();
      await page.keyboard.press("Enter");
      expect(await field.inputValue()).toBe("look at @MEMORY.md ");
      await field.fill("/session");
      await page.keyboard.press("Enter");
      await page.waitForURL(new RegExp(`#/sessions/${session}`));
    });

    it("a command that does not exist is no message and stays to be mended; a path is a message; what /remember is given is in its dialog", async () => {
      const { page } = await visit("chat/new");
      const field = page.getByRole("textbox", { name: "Write a message" });
      await field.fill("/undoo");
      await page.keyboard.press("Enter");
      await page.getByText("There is no /undoo.").waitFor();
      expect([await field.inputValue(), await page.locator(".said-by").count()]).toEqual(["/undoo", 0]);
      await field.fill("/remember the boat is green");
      await page.keyboard.press("Enter");
      expect(await page.getByRole("dialog").getByLabel("Fact").inputValue()).toBe("the boat is green");
      await page.keyboard.press("Escape");
      await field.fill("/etc/hosts is where?");
      await page.keyboard.press("Enter");
      await page.locator(".said-by.user", { hasText: "/etc/hosts is where?" }).waitFor();
    });

    it("what was written to two documents is told once", async () => {
      const { page } = await visit("chat/new");
      await page.getByRole("textbox", { name: "Write a message" }).fill("remember that the door code is on the blue card");
      await page.keyboard.press("Enter");
      await page.locator(".said-by.assistant", { hasText: "Recorded in today's log" }).waitFor();
      await still(page);
      expect(await page.getByText(/^Recorded in today's log/).count()).toBe(1);
    });
  });
});
