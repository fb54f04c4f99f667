// A real Chromium for the tests of the page. Without one they are skipped by name and say how to get it.

import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

export const program = [process.env["CHROME_BIN"], "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (path) => path !== undefined && path !== "" && existsSync(path),
);

export const titled = (name: string) =>
  program === undefined ? `${name} (skipped: no Chromium here; install the package chromium or set CHROME_BIN)` : name;

export interface OpenedPage {
  readonly page: Page;
  /** Errors and warnings of the browser's console. */
  readonly complaints: string[];
}

export interface Pages {
  open(options?: Parameters<Browser["newContext"]>[0]): Promise<OpenedPage>;
  closeAll(): Promise<void>;
  close(): Promise<void>;
}

export async function launchBrowser(): Promise<Pages> {
  const browser = await chromium.launch({ executablePath: program as string, args: ["--no-sandbox", "--disable-background-networking"] });
  let contexts: BrowserContext[] = [];
  return {
    async open(options = {}) {
      const context = await browser.newContext(options);
      contexts.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      const complaints: string[] = [];
      page.on("console", (message) => void (["error", "warning"].includes(message.type()) && complaints.push(message.text())));
      page.on("pageerror", (error) => void complaints.push(error.message));
      return { page, complaints };
    },
    async closeAll() {
      for (const context of contexts) await context.close();
      contexts = [];
    },
    close: () => browser.close(),
  };
}

/** By the way that this width has: the sidebar, or the tabs and what is behind More. */
export async function goTo(page: Page, place: string): Promise<void> {
  const link = (name: string) => page.getByRole("navigation", { name }).getByRole("link", { name: new RegExp(`^${place}`) });
  await page.getByRole("navigation").first().waitFor();
  if (await link("Codicil").isVisible()) return link("Codicil").click();
  const tabs = page.getByRole("navigation", { name: "Pages" });
  if (await link("Pages").isVisible()) return link("Pages").click();
  await tabs.getByRole("button", { name: "More" }).click();
  await page.locator(".more-sheet").getByRole("link", { name: place, exact: true }).click();
}

/** A card that just opened takes no decision for a moment, so that a double press never answers the next one. */
export async function ready(page: Page): Promise<void> {
  await page.waitForTimeout(450);
}

/** Nothing is drawn any more, and no colour is on its way to another one. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(`new Promise((done) => {
    let changed = performance.now();
    const seen = new MutationObserver(() => (changed = performance.now()));
    seen.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const moves = (each) => each.playState === "running" && each.effect?.getTiming().iterations !== Infinity;
    const look = () => {
      if (performance.now() - changed < 100 || document.getAnimations().some(moves)) return requestAnimationFrame(look);
      seen.disconnect();
      done();
    };
    look();
  })`);
}
