// What a person does on the page, on a mind of some age: the real program serves it, a real Chromium shows it. Each act is measured
// in the page, from the key or click to the first frame that shows what it did; beside it the processor time that the daemon (all its
// threads) and the page's main thread used meanwhile, which says what it would take on a machine that does nothing else.

import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { decide, flush, openMind, plan } from "../../src/index.ts";
import { median } from "../measure.ts";
import { firstLine } from "./daemon.ts";
import { NOTES, type World } from "./grow.ts";

const HOMES = 7;
const TIMES = 20;
type Mind = Awaited<ReturnType<typeof openMind>>;

export async function pageActs(program: string, world: World): Promise<Record<string, number>> {
  const browser = await chromium.launch({
    executablePath: process.env["CHROME_BIN"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking"],
  });
  const mind = await openMind({ home: world.home, state: world.state, cwd: world.project, env: { HOME: world.root } });
  try {
    const rows: Record<string, Took[]> = {};
    const keep = (name: string, took: Took) => void (rows[name] ??= []).push(took);
    // Once before: what the first one keeps (lists, indexes) is there from then on.
    for (let round = -1; round < HOMES; round++)
      await served(program, world, browser, async ({ tab, link, used, get }) => {
        const cpu = await used();
        const began = performance.now();
        await tab.goto(link);
        await tab.getByRole("heading", { name: "Today" }).waitFor();
        await tab.locator(".needs :is(.rows, .card-body)").waitFor();
        const shown = { ms: performance.now() - began, cpu: (await used()) - cpu };
        await tab.locator(".number-card .home-number").nth(2).waitFor({ timeout: 60_000 });
        await tab.locator(".skeleton").first().waitFor({ state: "detached", timeout: 60_000 });
        const filled = { ms: performance.now() - began, cpu: (await used()) - cpu };
        if (round === -1) return get("/api/recall?q=note");
        keep("home_shown", shown);
        keep("home_filled", filled);
      });
    await served(program, world, browser, async (open) => {
      await open.tab.goto(open.link);
      await open.tab.getByRole("heading", { name: "Today" }).waitFor();
      await open.get("/api/recall?q=note");
      await acts(open, mind, keep);
    });
    return Object.fromEntries(
      Object.entries(rows).flatMap(([name, all]) => {
        const times = all.map(({ ms }) => ms);
        const figures = [median(times), at(times, 0.95), median(all.map(({ cpu }) => cpu))];
        console.log(
          `${name.padEnd(14)} p50 ${figures.map((each) => each.toFixed(0).padStart(5)).join(" ms, p95 ")}`.replace(
            /, p95 ([^,]*)$/,
            ", processor $1 ms",
          ),
        );
        return ["p50", "p95", "cpu"].map((each, index) => [`${name}_${each}_ms`, figures[index] ?? Number.NaN]);
      }),
    );
  } finally {
    await browser.close();
    await mind.close();
  }
}

const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;

interface Took {
  readonly ms: number;
  readonly cpu: number;
}

interface Opened {
  readonly tab: Page;
  readonly link: string;
  /** Processor time so far, of the daemon and of the page's main thread. */
  used(): Promise<number>;
  get(path: string): Promise<void>;
}

async function served(program: string, { env, project, state }: World, browser: Browser, work: (opened: Opened) => Promise<void>) {
  const child = spawn(process.execPath, [program, "serve", "--port", "0", "--json"], {
    env,
    cwd: project,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  try {
    const { url } = JSON.parse(await firstLine(child.stdout)) as { url: string };
    const headers = { authorization: `Bearer ${readFileSync(join(state, "daemon/user.token"), "utf8")}` };
    const answer = await fetch(`${url}api/login-codes`, { method: "POST", headers });
    const tab = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const inside = await tab.context().newCDPSession(tab);
    await inside.send("Performance.enable", { timeDomain: "threadTicks" });
    const page = async () => (await inside.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
    await work({
      tab,
      link: ((await answer.json()) as { url: string }).url,
      used: async () => threadsMs(child.pid ?? 0) + 1000 * (await page()),
      get: async (path) => void (await (await fetch(`${url.slice(0, -1)}${path}`, { headers })).arrayBuffer()),
    });
    await tab.close();
  } finally {
    child.kill();
    await ended;
  }
}

/** What all threads of a process used of the processor, in milliseconds; NaN where the kernel does not say. */
function threadsMs(pid: number): number {
  try {
    const folder = `/proc/${pid}/task`;
    return readdirSync(folder).reduce((sum, id) => sum + Number(readFileSync(`${folder}/${id}/schedstat`, "utf8").split(" ")[0]) / 1e6, 0);
  } catch {
    return Number.NaN;
  }
}

async function acts({ tab, used }: Opened, mind: Mind, keep: (name: string, took: Took) => void): Promise<void> {
  /** `act` and `isDone` are expressions of the page. */
  const measure = async (name: string, act: string, isDone: string, calm = 600) => {
    const cpu = await used();
    const ms = await tab.evaluate<number>(`new Promise((resolve, reject) => {
      const start = performance.now();
      const look = () => (${isDone}) ? resolve(performance.now() - start) : performance.now() - start > 20000 ? reject(new Error(${JSON.stringify(name)})) : requestAnimationFrame(look);
      ${act};
      look();
    })`);
    keep(name, { ms, cpu: (await used()) - cpu });
    await tab.waitForTimeout(calm);
  };
  const key = (name: string) => `document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "${name}", bubbles: true }))`;
  const go = async (place: string, ready: string) => {
    await tab.evaluate(`location.hash = ${JSON.stringify(`#/${place}`)}`);
    await tab.locator(ready).first().waitFor({ timeout: 60_000 });
    await tab.waitForTimeout(1000);
  };

  for (let number = 0; number < 3 * TIMES; number++)
    await plan(mind, { path: "SOUL.md", heading: `Tone ${number}`, operation: "update", content: "Short answers.", session: "bench" });
  await flush(mind, "bench");
  await go("inbox", "[role=option]");
  const pending = `Number(/\\d+/.exec(document.querySelector(".filters button").textContent)[0])`;
  const toasts = `[...document.querySelectorAll(".toast")].filter((each) => each.textContent.includes("Undone.")).length`;
  const fewer = async (name: string, pressed: string, by: number) =>
    measure(name, key(pressed), `${pending} === ${(await tab.evaluate<number>(pending)) + by}`, 700);
  for (let round = 0; round < TIMES; round++) {
    await fewer("accept", "a", -1);
    await measure("undo", key("u"), toasts, 700);
    await fewer("reject", "r", -1);
    await fewer("undo_reject", "u", 1);
    await tab.evaluate(`for (const each of document.querySelectorAll(".toast [aria-label=Close]")) each.click()`);
  }
  const stamp = Date.now();
  await go("activity?fold=0", ".happened");
  for (let round = 0; round < TIMES; round++) {
    const seen = tab.evaluate<number>(
      `new Promise((resolve) => { const look = () => document.body.textContent.includes("file-${stamp}-${round}.txt") ? resolve(performance.timeOrigin + performance.now()) : requestAnimationFrame(look); look(); })`,
    );
    const cpu = await used();
    await decide(mind, { call: { tool: "shell", command: `cat file-${stamp}-${round}.txt` }, sessionId: "bench" });
    const said = performance.timeOrigin + performance.now();
    keep("verdict", { ms: Math.max(0, (await seen) - said), cpu: (await used()) - cpu });
    await tab.waitForTimeout(400);
  }
  await go("activity", ".happened");
  const writes = `[...document.querySelectorAll(".filters button")].find((each) => each.textContent.startsWith("Writes")).click()`;
  for (let round = 0; round < TIMES; round++)
    await measure(
      "filter",
      writes,
      `(document.querySelector(".happened.write") === null) === ${round % 2 === 0} && document.querySelector(".happened")`,
    );
  await go("memory", ".fact");
  for (let round = 0; round < TIMES; round++) {
    const name = round % 2 === 0 ? NOTES.split("/").at(-1) : "SOUL.md";
    await measure(
      "document",
      `[...document.querySelectorAll(".list-pane a")].find((each) => each.textContent.includes("${name}")).click()`,
      `document.querySelector(".document-head h2")?.textContent.includes("${name}") && document.querySelector(".fact")`,
    );
  }
  await tab.keyboard.press("Control+k");
  await tab.getByRole("combobox").waitFor();
  await tab.waitForTimeout(1500);
  for (let round = 0; round < TIMES + 1; round++) {
    const word = `note ${1000 + round * 37}`;
    await tab.evaluate(
      `(() => { const field = document.querySelector(".palette input"); field.value = ""; field.dispatchEvent(new Event("input", { bubbles: true })); })()`,
    );
    await tab.waitForTimeout(400);
    await measure(
      round === 0 ? "search_first" : "search",
      `const field = document.querySelector(".palette input"); field.value = "${word}"; field.dispatchEvent(new Event("input", { bubbles: true }))`,
      `[...document.querySelectorAll(".palette-item")].some((each) => each.textContent.includes("${word} of many"))`,
    );
  }
}
