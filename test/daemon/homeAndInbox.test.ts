// Home, first run, Inbox, palette and keys in a real browser: what each says and does, at four widths, in two languages, and
// without a finding of axe.

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { HostsDoor } from "../../src/daemon/index.ts";
import { askApproval, listApprovals } from "../../src/calls/approvals.ts";
import { decide } from "../../src/mind/session/decide.ts";
import { type Mind, openMind } from "../../src/mind/open.ts";
import { apply, flush, plan } from "../../src/mind/documents/remember.ts";
import { append, startSession } from "../../src/activity/sessions.ts";
import { goTo, launchBrowser, type OpenedPage, type Pages, program, ready, still, titled } from "./browser.ts";
import { type Daemon, startDaemon } from "./rig.ts";
import { hostsDoor } from "../../src/cli/index.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const AGENTS = `# Rules

## Style

- Prefer small functions with descriptive names.
- Never run \`docker system prune\`.
- Never push to main.

## API

- Keep the API backwards compatible: no field is removed from \`openapi.yaml\` without asking.
`;
const SAFE = "- Prefer small functions with descriptive names.\n- No default exports.";
const question = (mind: Mind, command: string, session = "s1") =>
  askApproval(mind, {
    hash: "c".repeat(64),
    session,
    cwd: mind.where.cwd,
    call: { tool: "shell", command },
    reason: "Ask first.",
    rules: [{ id: "r", file: join(mind.where.project ?? "", "AGENTS.md"), line: 7, effect: "ask" }],
  });

describe.skipIf(program === undefined)(titled("the screens"), () => {
  let pages: Pages;
  let daemon: Daemon;
  beforeAll(async () => void (pages = await launchBrowser()));
  afterAll(() => pages?.close());
  afterEach(async () => {
    await pages.closeAll();
    await daemon.stop();
  });

  const agentsFile = () => join(daemon.mind.where.project ?? "", "AGENTS.md");
  const enter = async (place = "", options?: Parameters<Pages["open"]>[0]): Promise<OpenedPage> => {
    const { json } = await daemon.ask("POST", "/api/login-codes");
    const opened = await pages.open(options);
    await opened.page.goto(json.url);
    await opened.page.locator("main h1").first().waitFor();
    if (place !== "") await opened.page.evaluate(`location.hash = "#/${place}"`);
    return opened;
  };

  /** One of each kind of decision, a refusal of the past, two sessions. */
  const furnished = async () => {
    let door: HostsDoor | undefined;
    const late = <T>(use: (of: HostsDoor) => T) => use(door as HostsDoor);
    daemon = await startDaemon({
      before: async (mind) => {
        const home = dirname(mind.where.home);
        mkdirSync(join(home, "bin"));
        writeFileSync(join(home, "bin/claude"), "#!/bin/sh\n");
        chmodSync(join(home, "bin/claude"), 0o755);
        door = hostsDoor(mind, { HOME: home, PATH: join(home, "bin") });
      },
      hosts: {
        list: () => late((of) => of.list()),
        plan: (host) => late((of) => of.plan(host)),
        connect: (host) => late((of) => of.connect(host)),
        disconnect: (host) => late((of) => of.disconnect(host)),
        transcripts: () => late((of) => of.transcripts()),
        importFrom: (host) => late((of) => of.importFrom(host)),
      },
    });
    const { mind } = daemon;
    writeFileSync(agentsFile(), AGENTS);
    const { header } = await startSession(mind, { id: "codex-1", host: { name: "codex", baseline: "", loads: new Set() } });
    await append(mind, header.sessionId, [
      { type: "user_message", message: { role: "user", content: [{ type: "text", text: "Review the cart" }] } },
      { type: "assistant_message", message: { role: "assistant", content: [{ type: "text", text: "Three comments." }] } },
    ]);
    await plan(mind, { path: "USER.md", heading: "Identity", operation: "update", content: "An entry.", session: "codex-1" });
    writeFileSync(join(daemon.home, "USER.md"), "## Identity\n\nEdited here.\n");
    await flush(mind, "codex-1");
    await apply(mind);
    await plan(mind, {
      path: "./AGENTS.md",
      heading: "Style",
      operation: "update",
      content: SAFE,
      session: "codex-1",
      confidence: 0.8,
      reason: "Asked for in review.",
    });
    await plan(mind, { path: "SOUL.md", heading: "Tone", operation: "update", content: "Short answers.", session: "codex-1" });
    await plan(mind, {
      path: "USER.md",
      heading: "Stripe",
      operation: "append",
      content: "- Sources API ends.",
      origin: "web",
      session: "codex-1",
    });
    await flush(mind, "codex-1");
    await decide(mind, { call: { tool: "shell", command: "git push origin main" }, sessionId: "codex-1" });
    await question(mind, "pnpm migrate", "codex-1");
  };

  it("Home: what needs you in the order of Inbox, numbers that lead somewhere, and Enter opens the first", async () => {
    await furnished();
    const { page, complaints } = await enter();
    await page.getByText("Codex asks to run pnpm migrate").waitFor();
    await page.getByText("Removes 2 enforced rules").waitFor();
    const needs = page.locator(".needs li");
    expect(await needs.count()).toBe(6);
    expect(await needs.nth(1).textContent()).toContain("Codex proposes to change AGENTS.md, Style");
    expect(await page.locator(".number-card").nth(1).textContent()).toMatch(/1 of 1 call1 blocked, 0 asked, 0 rewritten/);
    expect(await page.locator(".number-card").nth(0).getByRole("link", { name: "All writes" }).getAttribute("href")).toBe(
      "#/activity?kinds=write",
    );
    await page.getByText("Waiting for you").waitFor();
    // It is at work here, whether it is connected or not.
    expect(await page.locator(".sidebar-hosts").textContent()).toBe("Codex1 running");
    // Home never allows a call directly.
    expect(await page.getByRole("button", { name: /Allow/ }).count()).toBe(0);
    await page.locator("body").press("Enter");
    await page.getByRole("heading", { name: "Codex asks to run a command" }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("Home: what happened before the time that is counted says how long ago it was", async () => {
    await furnished();
    const { page } = await enter();
    const stops = page.locator(".number-card").nth(1).locator(".newest");
    await stops.getByText("git push origin main").waitFor();
    expect(await stops.innerText()).not.toContain("ago");
    await page.clock.setFixedTime(Date.now() + 2 * 86_400_000);
    await page.reload();
    await stops.getByText("2 d ago").waitFor();
    await page.getByRole("button", { name: "7 days" }).click();
    await stops.getByText("2 d ago").waitFor({ state: "hidden" });
  });

  it("Inbox: holds decisions only; a past refusal is not one", async () => {
    await furnished();
    const { page } = await enter("inbox");
    await page.getByText("6 decisions").waitFor();
    expect(await page.getByRole("option").count()).toBe(6);
    expect(await page.locator(".list-pane").textContent()).not.toContain("git push origin main");
    // The refusal is known to the daemon: it is left out here on purpose.
    expect((await listApprovals(daemon.mind)).map(({ kind }) => kind).sort()).toEqual(["refused", "turn"]);
    expect(await page.locator(".group-label").allTextContents()).toEqual(["An agent is waiting", "Rules", "Memory"]);
    await page.getByRole("button", { name: "Questions" }).click();
    await expect.poll(() => page.getByRole("option").count()).toBe(1);
  });

  it("Inbox: a change that removes rules says so, A keeps the rules, Shift A takes all, U undoes it", async () => {
    await furnished();
    const { page } = await enter("inbox");
    await page.getByRole("option", { name: /AGENTS\.md/ }).click();
    await page.getByText("2 rules stop being enforced").waitFor();
    expect(await page.locator(".diff .removed .mark", { hasText: "was enforced" }).count()).toBe(2);
    await page.getByRole("heading", { name: "Removes two enforced rules, adds one line" }).waitFor();
    // Each line that comes or goes is counted once: as a rule, as advice, or as another line.
    const counts = (await page.locator(".effects .strong").allTextContents()).map((each) => Number.parseInt(each, 10));
    const lines = page.locator(".diff-line:is(.added, .removed)", { hasText: "- " });
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(await lines.count());
    await ready(page);
    await page.keyboard.press("a");
    await expect.poll(() => readFileSync(agentsFile(), "utf8")).toContain("No default exports.");
    expect(readFileSync(agentsFile(), "utf8")).toContain("Never push to main.");
    await page.keyboard.press("u");
    await page.getByText("Undone.").waitFor();
    expect(readFileSync(agentsFile(), "utf8")).toBe(AGENTS);
    // The proposal is pending again, with its card open and all of its change.
    await page.getByRole("heading", { name: "Removes two enforced rules, adds one line" }).waitFor();
    await ready(page);
    await page.keyboard.press("A");
    await expect.poll(() => readFileSync(agentsFile(), "utf8")).not.toContain("Never push to main.");
  });

  it("Inbox: while it is not known which rules a change removes, it cannot be accepted; when the daemon answers, A keeps them", async () => {
    await furnished();
    const { page } = await enter();
    await page.getByText("Removes 2 enforced rules").waitFor();
    let isAway = true;
    await page.route("**/effects", (route) => (isAway ? route.abort() : route.continue()));
    await page.evaluate(`location.hash = "#/inbox"`);
    await page.getByRole("option", { name: /AGENTS\.md/ }).click();
    await page.locator(".effects", { hasText: "Not known yet which rules it removes" }).waitFor();
    expect(await page.getByRole("button", { name: "Accept" }).isDisabled()).toBe(true);
    await ready(page);
    await page.keyboard.press("a");
    isAway = false;
    // Anything that the daemon tells of documents.
    await plan(daemon.mind, { path: "SOUL.md", heading: "Pace", operation: "update", content: "Slow.", session: "codex-3" });
    await flush(daemon.mind, "codex-3");
    writeFileSync(join(daemon.home, "USER.md"), "## Identity\n\nEdited again.\n");
    await page.getByText("2 rules stop being enforced").waitFor();
    expect(readFileSync(agentsFile(), "utf8")).toBe(AGENTS);
    expect(await page.getByRole("button", { name: "Accept, keep both rules" }).isEnabled()).toBe(true);
  });

  it("Inbox: where no part is safe, A does nothing and Shift A accepts", async () => {
    await furnished();
    await plan(daemon.mind, { path: "./AGENTS.md", heading: "Rules", operation: "no-op", session: "x" }).catch(() => undefined);
    const only = AGENTS.replace("- Never push to main.\n", "").split("## Style\n\n")[1]?.split("\n\n##")[0] ?? "";
    for (const { id } of (await daemon.ask("GET", "/api/proposals")).json)
      await daemon.ask("POST", `/api/proposals/${id}/reject`, { json: {} });
    await plan(daemon.mind, { path: "./AGENTS.md", heading: "Style", operation: "update", content: only, session: "codex-2" });
    await flush(daemon.mind, "codex-2");
    const { page } = await enter("inbox");
    await page.getByRole("option", { name: /AGENTS\.md/ }).click();
    await page.getByText("1 rule stops being enforced").waitFor();
    await ready(page);
    await page.keyboard.press("a");
    await page.locator(".button.flash").waitFor();
    expect(readFileSync(agentsFile(), "utf8")).toBe(AGENTS);
    await page.keyboard.press("A");
    await expect.poll(() => readFileSync(agentsFile(), "utf8")).not.toContain("Never push to main.");
  });

  it("Inbox: a double press answers one card, and a question that is over says so until the next move", async () => {
    await furnished();
    const { page } = await enter("inbox");
    await page.getByRole("heading", { name: "Codex asks to run a command" }).waitFor();
    const [asked] = (await listApprovals(daemon.mind)).filter(({ kind }) => kind === "turn");
    await daemon.ask("POST", `/api/approvals/${asked?.id}`, { json: { decision: "deny", hash: asked?.hash } });
    await page.getByText("This question is over").waitFor();
    await page.keyboard.press("j");
    await page.getByText("This question is over").waitFor({ state: "hidden" });
    // A proposal that is decided in another tab stays as it was, without its keys.
    await page.getByRole("option", { name: /Stripe/ }).click();
    await page.waitForTimeout(1100);
    const [stripe] = (await daemon.ask("GET", "/api/proposals")).json.filter(({ heading }: { heading: string }) => heading === "Stripe");
    await daemon.ask("POST", `/api/proposals/${stripe.id}/reject`, { json: {} });
    await page.getByText("This is no longer pending").waitFor();
    await page.keyboard.press("a");
    await page.waitForTimeout(300);
    expect((await daemon.ask("GET", "/api/proposals")).json).toHaveLength(2);
    await daemon.ask("POST", `/api/undo/${stripe.id}`, { json: {} });
    await page.getByText("This is no longer pending").waitFor({ state: "hidden" });
    await page.getByRole("option", { name: /SOUL\.md/ }).click();
    await ready(page);
    // Twice at once, and once more in the moment in which the next card is there.
    await page.evaluate(`new Promise((done) => {
      const press = () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true, cancelable: true }));
      const card = () => document.querySelector(".main-pane").getAttribute("aria-label");
      const before = card();
      press(); press();
      const look = () => (card() === before ? requestAnimationFrame(look) : (press(), done()));
      look();
    })`);
    await expect.poll(() => readFileSync(join(daemon.home, "SOUL.md"), "utf8")).toContain("Short answers.");
    await page.getByText("4 decisions").waitFor();
    await page.waitForTimeout(300);
    expect((await daemon.ask("GET", "/api/proposals")).json).toHaveLength(2);
  });

  it("Inbox: together are accepted only those that need no look of their own", async () => {
    await furnished();
    const { page } = await enter("inbox");
    await page.getByRole("option", { name: /SOUL\.md/ }).click();
    await page.keyboard.press("x");
    await page.keyboard.press("J");
    await page.getByText("2 selected").waitFor();
    await page.getByText("1 needs its own look").waitFor();
    await ready(page);
    await page.keyboard.press("Escape");
    await page.getByText("2 selected").waitFor({ state: "detached" });
    await page.keyboard.press("x");
    await page.keyboard.press("K");
    await page.getByText("2 selected").waitFor();
    await ready(page);
    await page.keyboard.press("a");
    await expect.poll(() => readFileSync(join(daemon.home, "SOUL.md"), "utf8")).toContain("Short answers.");
    expect(readFileSync(join(daemon.home, "USER.md"), "utf8")).not.toContain("Sources API");
  });

  it("Inbox: what is told of a decision never lies over the buttons of the next, on any width", async () => {
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      await furnished();
      const { page } = await enter("inbox", { viewport });
      if (viewport.width < 600) await page.getByRole("option").first().click();
      await ready(page);
      await page.keyboard.press("d");
      const box = async (where: string) => page.locator(where).last().boundingBox();
      await page.locator(".toast").waitFor();
      const [toast, bar] = [await box(".toast"), await box(".action-bar")];
      expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
      await pages.closeAll();
      await daemon.stop();
    }
    await furnished();
  });

  it("Inbox: readings by one key, with their undo", async () => {
    await furnished();
    const { page } = await enter("inbox");
    await page.getByRole("option", { name: /Keep the API/ }).click();
    await page.getByRole("heading", { name: "Is this what you mean?" }).waitFor();
    await ready(page);
    await page.keyboard.press("3");
    await page.getByText("Advice from now on.").waitFor();
    await expect.poll(async () => (await daemon.ask("GET", "/api/readings")).json.length).toBe(0);
    await page.keyboard.press("u");
    await expect.poll(async () => (await daemon.ask("GET", "/api/readings")).json.length).toBe(1);
  });

  it("Inbox on a phone: the list, then the card with its decision in sight", async () => {
    await furnished();
    const { page } = await enter("inbox", { viewport: { width: 360, height: 740 } });
    await page.getByRole("option", { name: /SOUL\.md/ }).click();
    const accept = page.getByRole("button", { name: "Accept", exact: true });
    await accept.waitFor();
    const box = await accept.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(740 - 56 + 1);
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(await page.locator(".list-pane").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("option").first().waitFor();
  });

  it("first run: shows what connecting changes, connects, tries a command, and can be skipped", async () => {
    await furnished();
    const { page, complaints } = await enter("home/setup");
    await page.getByText("~/.claude/settings.json").waitFor();
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    // The check call runs the hook of this checkout, which a busy machine may not start in time; the page says which it was.
    await page.getByText("Waiting for its first call").waitFor({ timeout: 50_000 });
    await page.getByText(/^(Connected\. Start a new Claude Code session\.|Connected, but the check call was not answered\.)/).waitFor();
    await page.getByRole("button", { name: "Disconnect" }).waitFor();
    expect(readFileSync(join(dirname(daemon.home), ".claude/settings.json"), "utf8")).toContain("hooks");
    await decide(daemon.mind, { call: { tool: "shell", command: "ls" }, sessionId: "codex-1" });
    await page.getByText("Its first call").waitFor();
    // The command that is there is judged, and so are the others, each with what it would become.
    await page.locator(".verdict-box.deny").getByText("Never push to main.").waitFor();
    await page
      .locator(".tries")
      .getByRole("button", { name: /rm -rf src/ })
      .getByText("moved to the trash")
      .waitFor();
    await page.getByRole("textbox", { name: "Command" }).fill("rm -rf src");
    await page.keyboard.press("Enter");
    await page.locator(".verdict-box.rewrite").waitFor();
    await page.getByRole("button", { name: "Skip setup" }).click();
    await page.getByRole("heading", { name: "Today" }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("a new mind begins with the setup, and one that said no does not", async () => {
    await furnished();
    await daemon.stop();
    const none = { list: () => [{ host: "claude", found: false, connected: false }] } as unknown as HostsDoor;
    daemon = await startDaemon({ hosts: { ...none, transcripts: async () => [] } });
    const { page } = await enter();
    await page.getByRole("heading", { name: "Set up Codicil" }).waitFor();
    await page.getByText("No agent program was found").waitFor();
    await page.getByRole("button", { name: "Skip setup" }).click();
    await page.getByRole("heading", { name: "Today" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Today" }).waitFor();
  });

  it("the palette finds rules, documents, sessions and commands, by keyboard alone", async () => {
    await furnished();
    const { page } = await enter("inbox");
    const opens = async (query: string, name: RegExp) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search or run" }).fill(query);
      // What was found for fewer letters gives way; the first one of the answer is chosen.
      await page.locator(".palette [aria-selected=true]", { hasText: name }).waitFor();
      await page.keyboard.press("Enter");
      await page.locator(".palette").waitFor({ state: "detached" });
      return page.url();
    };
    expect(await opens("#docker", /docker system prune/)).toMatch(/#\/rules\//);
    expect(await opens("#prune docker", /docker system prune/)).toMatch(/#\/rules\//);
    expect(await opens("@SOUL", /SOUL\.md/)).toMatch(/#\/memory\//);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search or run" }).fill("default exports");
    await page.locator(".palette [aria-selected=true]", { hasText: "AGENTS.md, Style" }).waitFor();
    // Names and lines as people read them: no path of the file, no mark of a list.
    for (const said of await page.locator(".palette-item > .cut").allTextContents()) expect(said).not.toMatch(/^- |\.\/AGENTS/);
    // What was said in a session is told with its title, and no id.
    await page.getByRole("combobox", { name: "Search or run" }).fill("cart");
    await page.locator(".palette-item", { hasText: "Review the cart" }).first().waitFor();
    for (const said of await page.locator(".palette-item").allTextContents()) expect(said).not.toMatch(/session[:_]|codex-1/);
    await page.keyboard.press("Escape");
    expect(await opens("Review the cart", /Review the cart/)).toMatch(/#\/sessions\/codex-1/);
    expect(await opens(">new chat", /New chat/)).toMatch(/#\/chat\//);
    await page.keyboard.press("Escape");
    await goTo(page, "Home");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search or run" }).fill("zzz-nothing");
    await page.getByText("Ask Codicil about “zzz-nothing”").waitFor();
    await page.getByText("Remember “zzz-nothing”").click();
    expect(await page.getByRole("textbox", { name: "Fact" }).inputValue()).toBe("zzz-nothing");
    await page.keyboard.press("Escape");
    expect(await page.locator(".palette").count()).toBe(0);
  });

  it("a daemon that does not answer is told in the page's words, whatever the browser says of it", async () => {
    await furnished();
    const { page } = await enter();
    await page.route("**/api/documents**", (route) => route.abort());
    await goTo(page, "Memory");
    await page.getByText("Codicil does not answer. Is codicil serve still running?").waitFor();
    expect(await page.locator("body").textContent()).not.toContain("fetch");
  });

  it("keys: G and a letter go everywhere, ? lists them, letters are off while one types, N remembers and U forgets", async () => {
    await furnished();
    const { page } = await enter();
    for (const [key, place] of [
      ["i", "inbox"],
      ["a", "activity"],
      ["m", "memory"],
      ["r", "rules"],
      ["s", "sessions"],
      ["$", "costs"],
      ["h", "home"],
    ] as const) {
      await page.keyboard.press("g");
      await page.keyboard.press(key);
      await expect.poll(() => page.url()).toContain(`#/${place}`);
    }
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).getByText("go to Inbox").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("n");
    await page.getByRole("textbox", { name: "Fact" }).fill("gi?u");
    expect(page.url()).toContain("#/home");
    await page.getByRole("button", { name: "Remember", exact: true }).click();
    await page.getByText("Remembered.").waitFor();
    expect(readFileSync(join(daemon.home, "MEMORY.md"), "utf8")).toContain("gi?u");
    await page.keyboard.press("u");
    await expect.poll(() => readFileSync(join(daemon.home, "MEMORY.md"), "utf8")).not.toContain("gi?u");
  });

  it("notifies once when an agent asks, not again within a minute, and . switches it off", async () => {
    await furnished();
    const { page } = await enter("home");
    await page.evaluate(`window.notes = [];
      window.Notification = class extends EventTarget { static permission = "granted"; static requestPermission = async () => "granted"; constructor(title, options) { super(); window.notes.push(options.body); } }`);
    const notes = () => page.evaluate<string[]>("window.notes");
    await question(daemon.mind, "before it was switched on");
    await page.waitForTimeout(700);
    expect(await notes()).toEqual([]);
    await page.keyboard.press(".");
    await page.getByText("Notifications are on").waitFor();
    await question(daemon.mind, "another", "s4");
    await expect.poll(notes).toHaveLength(1);
    await page.evaluate("window.notes.length = 0; performance.now = () => 1e9");
    // An answered question is no news, though another one is still pending.
    const [open] = await listApprovals(daemon.mind);
    await daemon.ask("POST", `/api/approvals/${open?.id}`, { json: { decision: "deny", hash: open?.hash } });
    await page.waitForTimeout(700);
    expect(await notes()).toEqual([]);
    await question(daemon.mind, "first", "s2");
    await expect.poll(notes).toHaveLength(1);
    expect(await notes()).toEqual(["first"]);
    await question(daemon.mind, "second", "s3");
    await page.waitForTimeout(700);
    expect(await notes()).toHaveLength(1);
    await page.keyboard.press(".");
    await page.getByText("Notifications are off").waitFor();
  });

  it("a phone changes the project under More", async () => {
    await furnished();
    const other = join(dirname(daemon.mind.where.project ?? ""), "shop-web");
    mkdirSync(join(other, ".git"), { recursive: true });
    writeFileSync(join(other, "AGENTS.md"), "- Never edit files in dist/.\n");
    const web = await openMind({ home: daemon.home, state: daemon.mind.where.state, cwd: other });
    await startSession(web);
    await web.close();
    const { page } = await enter("rules", { viewport: { width: 390, height: 844 } });
    await page.getByRole("button", { name: "More" }).click();
    await page.locator(".more-sheet").getByRole("combobox", { name: "Project" }).selectOption({ label: "shop-web" });
    await page.getByText("Never edit files in dist/.").waitFor();
  });

  it("earlier addresses still lead to their pages", async () => {
    await furnished();
    const { page } = await enter("policy");
    await expect.poll(() => page.url()).toContain("#/rules");
  });

  /** Each with what it shows last. */
  const SCREENS = {
    home: ".number-card .newest",
    "home/setup": ".verdict-box.deny",
    inbox: "[role=option]:nth-child(2)",
    palette: ".palette-item",
    keys: "[role=dialog]",
  } as const;
  const show = async (page: Page, screen: string, shows: string) => {
    await page.evaluate(`location.hash = "#/${screen === "palette" || screen === "keys" ? "home" : screen}"`);
    await page.locator("main h1").first().waitFor();
    await still(page);
    if (screen === "palette") await page.keyboard.press("Control+k");
    if (screen === "keys") await page.keyboard.press("?");
    await page.locator(shows).first().waitFor();
    await still(page);
  };

  it("axe finds nothing on any of these screens, wide and light and narrow and dark, and none is wider than 1440, 1024, 390 or 360", async () => {
    await furnished();
    const findings: string[] = [];
    for (const [width, colorScheme, between] of [
      [1440, "light", 1024],
      [360, "dark", 390],
    ] as const) {
      const { page } = await enter("home", { viewport: { width, height: 800 }, colorScheme });
      const measure = async (screen: string, at: number) => {
        if (await page.evaluate("document.documentElement.scrollWidth > innerWidth")) findings.push(`${screen} ${at}: too wide`);
      };
      for (const [screen, shows] of Object.entries(SCREENS)) {
        await show(page, screen, shows);
        await page.evaluate(axe);
        const found = await page.evaluate<{ id: string; nodes: { target: string[] }[] }[]>(
          "axe.run(document, { resultTypes: ['violations'] }).then((result) => result.violations)",
        );
        for (const { id, nodes } of found) findings.push(`${screen} ${width}: ${id} at ${nodes[0]?.target.join(" ")}`);
        await measure(screen, width);
        await page.setViewportSize({ width: between, height: 800 });
        await measure(screen, between);
        await page.setViewportSize({ width, height: 800 });
        await page.keyboard.press("Escape");
      }
      await page.close();
    }
    expect(findings).toEqual([]);
  }, 240_000);

  it("no text in the wrong language: the Chinese page has no English sentence of its own, the English one no Chinese", async () => {
    await furnished();
    // What documents, commands and programs are called is theirs.
    const theirs =
      /[`“"][^`”"]*[`”"]|[\w./~:-]*\.(?:md|json|yaml|toml)\b|pnpm migrate|Codicil|Claude Code|Codex|Copilot CLI|Cursor|Kimi Code|OpenCode|Gemini CLI|Qwen Code|English|Ctrl|Esc|Shift|Enter|Markdown|PROVIDER\/NAME/g;
    const foreign: string[] = [];
    for (const locale of ["zh-CN", "en-US"]) {
      const { page } = await enter("home", { locale });
      for (const [screen, shows] of Object.entries(SCREENS)) {
        await show(page, screen, shows);
        const said = await page.evaluate<string[]>(`(() => {
          const out = [];
          const skip = "noscript, code, pre, .line-text, blockquote, kbd, .row-title, .row-second, .palette-item, .newest, .call, .calls, .quoted, .reads-as, .fold, .project, .inbox-head a, .inbox-head .strong, .language, .effects .second, .said-before, .verdict-box";
          const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (walk.nextNode()) if (walk.currentNode.parentElement.closest(skip) === null) out.push(walk.currentNode.textContent);
          for (const each of document.querySelectorAll("[aria-label], [placeholder], [title]"))
            if (each.closest(skip) === null) out.push(each.getAttribute("aria-label") ?? "", each.getAttribute("placeholder") ?? "");
          return out;
        })()`);
        for (const text of said) {
          const own = text.replace(theirs, "");
          if (locale === "zh-CN" ? /[A-Za-z]{4,} [A-Za-z]{2,}/.test(own) : /\p{Script=Han}/u.test(own) && own.trim() !== "中文")
            foreign.push(`${screen} ${locale}: ${text}`);
        }
        await page.keyboard.press("Escape");
      }
      await page.close();
    }
    expect(foreign).toEqual([]);
  }, 120_000);
});
