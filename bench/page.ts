// npm run bench -- page: the page in a real Chromium, from a cold daemon to a key in a large document. `page year`: what a person does
// there, on a mind of that age that the built program serves (`bench years`).

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium, type Page } from "playwright-core";
import { buildPage } from "../scripts/build/page.ts";
import { serve } from "../src/daemon/index.ts";
import type { PageFile } from "../src/daemon/page/pageFiles.ts";
import { begin, decide, flush, openMind, plan, startSession } from "../src/index.ts";
import { SIZES, withGrown } from "./aging/grow.ts";
import { pageActs } from "./aging/pageActs.ts";
import { median, milliseconds } from "./measure.ts";

const ROUNDS = 7;
const KEYS = 40;
const PROPOSALS = 12;

/** By the browser's own clock, from the start of the navigation: what this process does meanwhile is not the page's time. */
const HOME_SEEN = `new MutationObserver(() => {
  if (window.homeAt === undefined && [...document.querySelectorAll("h1, h2")].some((each) => each.textContent === "Today"))
    requestAnimationFrame(() => (window.homeAt ??= performance.now()));
}).observe(document, { subtree: true, childList: true })`;

const program = fileURLToPath(new URL("../dist/codicil.cjs", import.meta.url));

export default async function page(options: readonly string[]): Promise<Record<string, number>> {
  const [age = ""] = options;
  if (age in SIZES) return withGrown(age, (world) => pageActs(program, world));
  const sessions = Number(options[0] ?? 2000);
  const built = await buildPage();
  const files = new Map(Object.entries(built) as [string, PageFile][]);
  const bundle = [...files.values()].reduce((sum, { text }) => sum + gzipSync(text).length, 0) / 1000;
  const folder = mkdtempSync(join(tmpdir(), "codicil-bench-page-"));
  mkdirSync(join(folder, "project"));
  const mind = await openMind({
    home: join(folder, "home"),
    state: join(folder, "state"),
    cwd: join(folder, "project"),
    env: { HOME: folder },
  });
  const browser = await chromium.launch({
    executablePath: process.env["CHROME_BIN"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking"],
  });
  try {
    await begin(mind);
    for (let at = 0; at < sessions; at++) await startSession(mind);
    writeFileSync(
      join(mind.where.home, "MEMORY.md"),
      Array.from({ length: 9000 }, (_, at) =>
        at % 40 === 0 ? `## Section ${at / 40}` : `Line ${at} of a long memory, with words enough to fill the line and some more 记忆.`,
      ).join("\n"),
    );
    const paints: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const daemon = await serve(mind, { port: 0, page: files, env: {} });
      const tab = await browser.newPage();
      await tab.addInitScript(HOME_SEEN);
      await tab.goto(daemon.loginUrl);
      paints.push(Number(await (await tab.waitForFunction("window.homeAt")).jsonValue()));
      await tab.close();
      await daemon.stop();
    }
    const daemon = await serve(mind, { port: 0, page: files, env: {} });
    const tab = await browser.newPage();
    await tab.goto(daemon.loginUrl);
    await tab.getByRole("heading", { name: "Today" }).waitFor();
    const verdict = await verdicts(tab, mind);
    const keys = await typing(tab);
    const accepted = await accepting(tab, mind);
    const listing = await milliseconds(async () => {
      await tab.evaluate("location.hash = '#/sessions'");
      await tab.locator(".session-row").first().waitFor({ timeout: 120_000 });
    });
    await daemon.stop();
    return {
      bundle_kb: bundle,
      home_ms: median(paints),
      verdict_ms: median(verdict),
      verdict_worst_ms: Math.max(...verdict),
      key_p50_ms: median(keys),
      key_worst_ms: Math.max(...keys),
      accept_p50_ms: median(accepted),
      accept_worst_ms: Math.max(...accepted),
      sessions,
      sessions_list_ms: listing,
    };
  } finally {
    await browser.close();
    await mind.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** From the gate's answer, in this process, to the line on the page. */
async function verdicts(tab: Page, mind: Awaited<ReturnType<typeof openMind>>): Promise<number[]> {
  await tab.evaluate("location.hash = '#/activity?fold=0'");
  await tab.locator(".pane-head.filters").waitFor();
  const times: number[] = [];
  for (let round = 0; round < 20; round++) {
    const seen = tab.evaluate(
      `new Promise((resolve) => { const look = () => document.body.textContent.includes("file-${round}.txt") ? resolve(performance.timeOrigin + performance.now()) : requestAnimationFrame(look); look(); })`,
    );
    await decide(mind, { call: { tool: "shell", command: `cat file-${round}.txt` }, sessionId: "bench" });
    const said = performance.timeOrigin + performance.now();
    times.push(Math.max(0, ((await seen) as number) - said));
    // Calls that follow one another at once are shown together, four times a second.
    await tab.waitForTimeout(300);
  }
  return times;
}

/** From the click on Accept to the list without that proposal. */
async function accepting(tab: Page, mind: Awaited<ReturnType<typeof openMind>>): Promise<number[]> {
  for (let at = 0; at < PROPOSALS; at++)
    await plan(mind, { path: "SOUL.md", heading: `Tone ${at}`, operation: "update", content: "Short answers.", session: "bench" });
  await flush(mind, "bench");
  await tab.evaluate("location.hash = '#/inbox'");
  await tab
    .getByRole("option")
    .nth(PROPOSALS - 1)
    .waitFor({ timeout: 60_000 });
  const times: number[] = [];
  for (let left = PROPOSALS; left > 1; left--) {
    // A card that just opened takes no decision for a moment.
    await tab.waitForTimeout(600);
    times.push(
      await tab.evaluate<number>(`new Promise((resolve) => {
        const start = performance.now();
        const look = () => document.querySelectorAll("[role=option]").length < ${left} ? resolve(performance.now() - start) : requestAnimationFrame(look);
        [...document.querySelectorAll("button")].find((each) => each.textContent.trim().startsWith("Accept")).click();
        look();
      })`),
    );
  }
  return times;
}

/** What one key costs in the editor with a document of 0.8 MB: from the key to the next frame. */
async function typing(tab: Page): Promise<number[]> {
  await tab.evaluate("location.hash = '#/memory/MEMORY.md'");
  await tab.getByRole("button", { name: "Edit", exact: true }).click();
  const editor = tab.getByRole("textbox", { name: "MEMORY.md" });
  await editor.focus();
  await tab.evaluate(
    "window.keyTimes = []; addEventListener('keydown', () => { const start = performance.now(); requestAnimationFrame(() => setTimeout(() => window.keyTimes.push(performance.now() - start))); }, { capture: true })",
  );
  for (let key = 0; key < KEYS; key++) {
    await tab.keyboard.press("x");
    await tab.waitForTimeout(50);
  }
  return tab.evaluate<number[]>("window.keyTimes");
}
