// node scripts/pagePictures.ts: pictures of the page, taken in a real Chromium of minds that `codicil demo` furnishes.
// Without arguments the README's. `--all [--to FOLDER] [--only PATTERN] [--some] [--png]` takes every screen of an empty mind, a month's
// and a year's, at three widths, in both themes and languages; `--some` the part of them that the repository has.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page } from "playwright-core";
import { hostsDoor } from "../src/cli/hosts/hostsDoor.ts";
import { readToken, serve, type Serving } from "../src/daemon/index.ts";
import type { PageFile } from "../src/daemon/page/pageFiles.ts";
import { begin, decide, type Mind, openMind, review } from "../src/index.ts";
import { askApproval } from "../src/calls/approvals.ts";
import { listSessions } from "../src/activity/sessions.ts";
import { makeDemo } from "../src/transfer/index.ts";
import { buildPage } from "./build/page.ts";

const images = fileURLToPath(new URL("../docs/images/", import.meta.url));

interface Furnished {
  readonly name: string;
  readonly mind: Mind;
  readonly serving: Serving;
  readonly known: Known;
  close(): Promise<void>;
}

/** What the screens show of a mind. */
interface Known {
  readonly isYear: boolean;
  readonly session: string | null;
  /** A chat of ours. */
  readonly chat: string | null;
  /** A change that takes rules away. */
  readonly proposal: string | null;
}

/** Near the end of the first page of sessions, which has 200. */
const LAST_OF_PAGE = 196;
const NOTHING: Known = { isYear: false, session: null, chat: null, proposal: null };

const MONTHS = { empty: 0, month: 1, year: 12 } as const;
const WIDTHS = [360, 768, 1280] as const;
const SCHEMES = ["light", "dark"] as const;
const LANGUAGES = ["en", "zh"] as const;
/** A year is shown as a year: by month, all of it, and the end of long lists. */
const SCREENS: Readonly<Record<string, (known: Known) => string>> = {
  home: () => "home",
  inbox: ({ isYear, proposal }) => (isYear && proposal !== null ? `inbox/${proposal}` : "inbox"),
  activity: ({ isYear }) => (isYear ? "activity?span=year" : "activity"),
  memory: () => "memory",
  rules: () => "rules",
  "rules-built-in": () => "rules?file=builtin",
  sessions: ({ session }) => (session === null ? "sessions" : `sessions/${session}`),
  chat: ({ chat }) => (chat === null ? "chat" : `chat/${chat}`),
  costs: ({ isYear }) => (isYear ? "costs?days=all" : "costs"),
  setup: () => "home/setup",
};

interface Shot {
  readonly name: string;
  readonly place: string;
  readonly scheme: "light" | "dark";
  readonly language: "en" | "zh";
  readonly width: number;
  readonly height: number;
}

async function furnish(name: keyof typeof MONTHS, page: ReadonlyMap<string, PageFile>): Promise<Furnished> {
  const root = mkdtempSync(join(tmpdir(), `codicil-pictures-${name}-`));
  const bin = join(root, "bin");
  mkdirSync(bin);
  for (const program of ["claude", "codex"]) writeFileSync(join(bin, program), "#!/bin/sh\n");
  const env = { HOME: root, PATH: bin };
  const mind = MONTHS[name] === 0 ? await openEmpty(root) : await openDemo(root, MONTHS[name]);
  const serving = await serve(mind, { port: 0, env: {}, page, hosts: hostsDoor(mind, env) });
  const known = MONTHS[name] === 0 ? NOTHING : await knownOf(mind, name === "year");
  const close = async () => {
    await serving.stop();
    await mind.close();
    rmSync(root, { recursive: true, force: true });
  };
  return { name, mind, serving, known, close };
}

async function knownOf(mind: Mind, isYear: boolean): Promise<Known> {
  const { sessions } = await listSessions(mind);
  return {
    isYear,
    session: sessions[isYear ? LAST_OF_PAGE : 0]?.id ?? null,
    chat: sessions.find(({ host }) => host === "codicil")?.id ?? null,
    proposal: (await review(mind)).find(({ document }) => document.endsWith("AGENTS.md"))?.id ?? null,
  };
}

async function openEmpty(root: string): Promise<Mind> {
  const cwd = join(root, "project");
  mkdirSync(cwd);
  const mind = await openMind({ home: join(root, "home"), state: join(root, "state"), cwd, env: { HOME: root } });
  await begin(mind);
  return mind;
}

/** With an agent that asks. */
async function openDemo(root: string, months: number): Promise<Mind> {
  const { home, state, project } = await makeDemo(join(root, "demo"), months);
  const mind = await openMind({ home, state, cwd: project, env: { HOME: root } });
  const call = { tool: "shell", command: "sed -i 's/60/120/' infra/gateway.yaml" } as const;
  const session = (await listSessions(mind)).sessions[0]?.id ?? "";
  const { hash, rules, reason } = await decide(mind, { call, sessionId: session });
  await askApproval(mind, { call, hash, rules, reason, cwd: project, session });
  return mind;
}

async function open(browser: Browser, { mind, serving }: Furnished, shot: Shot): Promise<Page> {
  const { scheme, width, height, language } = shot;
  const tab = await browser.newPage({ colorScheme: scheme, viewport: { width, height }, locale: language === "zh" ? "zh-CN" : "en-GB" });
  const authorization = `Bearer ${readToken(mind, "user")}`;
  const answer = await fetch(`${serving.url}api/login-codes`, { method: "POST", headers: { Authorization: authorization } });
  await tab.goto(((await answer.json()) as { url: string }).url);
  await tab.getByRole("heading", { level: 1 }).first().waitFor();
  return tab;
}

async function take(tab: Page, mind: Furnished, shot: Shot, file: string): Promise<void> {
  await tab.goto(`${mind.serving.url}#/${shot.place}`);
  await tab.getByRole("heading", { level: 1 }).first().waitFor();
  await tab.locator(".skeleton").first().waitFor({ state: "detached" });
  // A year is shown by as much of it as Home counts.
  if (mind.known.isYear && shot.place === "home" && shot.width > 600) await tab.locator(".segmented button").last().click();
  await tab.waitForTimeout(mind.known.isYear ? 1200 : 400);
  if (file.endsWith(".png")) return void (await tab.screenshot({ path: file }));
  const session = await tab.context().newCDPSession(tab);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 66 });
  writeFileSync(file, Buffer.from(data, "base64"));
}

/** Those that the README and docs/page.md show. */
const README: readonly Shot[] = (
  [
    ["inbox", "light"],
    ["rules", "dark"],
  ] as const
).map(([name, scheme]) => ({ name: `${name}.png`, place: name, scheme, language: "en", width: 1440, height: 900 }));

function everyShot(known: Known, mind: string): readonly Shot[] {
  return Object.entries(SCREENS).flatMap(([screen, place]) =>
    WIDTHS.flatMap((width) =>
      SCHEMES.flatMap((scheme) =>
        LANGUAGES.map((language) => ({
          name: `${mind}-${screen}-${language}-${scheme}-${width}.${values.png === true ? "png" : "webp"}`,
          place: place(known),
          scheme,
          language,
          width,
          height: width === 360 ? 780 : width === 768 ? 1024 : 800,
        })),
      ),
    ),
  );
}

/** Each width, theme and language is seen of each screen; the rest is made on demand. */
const KEPT = ["en-light-1280", "zh-dark-1280", "en-light-768", "en-dark-360", "zh-light-360"];

const { values } = parseArgs({
  options: {
    all: { type: "boolean" },
    some: { type: "boolean" },
    png: { type: "boolean" },
    to: { type: "string" },
    only: { type: "string" },
  },
});
const page = new Map(Object.entries(await buildPage()) as [string, PageFile][]);
const to = values.to ?? (values.all === true || values.some === true ? join(images, "screens") : images);
mkdirSync(to, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env["CHROME_BIN"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-background-networking"],
});
const isEvery = values.all === true || values.some === true;
for (const name of isEvery ? (Object.keys(MONTHS) as (keyof typeof MONTHS)[]) : (["month"] as const)) {
  const isWanted = (shot: Shot) =>
    (values.some !== true || KEPT.some((each) => shot.name.includes(each))) &&
    (values.only === undefined || new RegExp(values.only).test(shot.name));
  if (!(isEvery ? everyShot(NOTHING, name) : README).some(isWanted)) continue;
  const mind = await furnish(name, page);
  const shots = (isEvery ? everyShot(mind.known, name) : README).filter(isWanted);
  for (const shot of shots) {
    const tab = await open(browser, mind, shot);
    await take(tab, mind, shot, join(to, shot.name));
    await tab.context().close();
  }
  await mind.close();
}
await browser.close();
