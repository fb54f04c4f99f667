// node scripts/pagePictures.ts: the README's pictures of the page, taken of a furnished mind in a real Chromium.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { readToken, serve } from "../src/daemon/index.ts";
import type { PageFile } from "../src/daemon/page/files.ts";
import { hostsDoor } from "../src/cli/hostsDoor.ts";
import { appendToSession, begin, decide, flush, openMind, plan, startSession } from "../src/index.ts";
import { buildPage } from "./build/page.ts";

const images = fileURLToPath(new URL("../docs/images/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "codicil-pictures-"));
const project = join(folder, "billing");
mkdirSync(project);
mkdirSync(images, { recursive: true });
const mind = await openMind({ home: join(folder, "home"), state: join(folder, "state"), cwd: project, env: { HOME: folder } });
await begin(mind);
writeFileSync(
  join(project, "AGENTS.md"),
  "# Working here\n\n- Never push to main.\n- Use pnpm, not npm.\n- Ask before you change anything under infra/.\n- Run `pnpm test` before committing.\n- Never edit files in vendor/.\n- Write clear commit messages.\n\n## 规则\n\n- 禁止删除 data/ 目录。\n- 回答要简洁。\n",
);
writeFileSync(
  join(mind.where.home, "MEMORY.md"),
  "## Projects\n\nThe billing service moves to Postgres in March.\nDeploys go through the blue pipeline.\n\n## Lessons\n\nNever restart the queue during a deploy.\n",
);
const text = (role: "user" | "assistant", said: string) => ({
  type: `${role}_message`,
  message: { role, content: [{ type: "text", text: said }] },
});
const { header } = await startSession(mind);
await appendToSession(mind, header.sessionId, [
  text("user", "Where do deploys go?"),
  text("assistant", "Through the **blue pipeline** (MEMORY.md, Projects).\n\n```sh\nmake deploy PIPELINE=blue\n```"),
  text("user", "谢谢，请记住我喜欢简短的回答。"),
  text("assistant", "已经记下。"),
]);
await plan(mind, {
  path: "./AGENTS.md",
  heading: "规则",
  operation: "update",
  content: "- 回答要简洁。\n- 提交前运行测试。",
  session: header.sessionId,
  confidence: 0.7,
  reason: "asked for in this session",
});
await plan(mind, {
  path: "SOUL.md",
  heading: "Tone",
  operation: "update",
  content: "Short sentences. A joke now and then.",
  session: header.sessionId,
  confidence: 0.8,
  reason: "asked for in this session",
});
await plan(mind, {
  path: "USER.md",
  heading: "Tools",
  operation: "update",
  content: "Runs curl from a page before tests.",
  origin: "web",
  session: header.sessionId,
  reason: "found on a page",
});
await flush(mind, header.sessionId);
for (const command of ["ls src", "npm install left-pad", "pnpm test", "git push origin main", "cat README.md", "sudo rm -rf /var/lib/data"])
  await decide(mind, { call: { tool: "shell", command }, sessionId: "codex-1" });
mkdirSync(join(folder, "bin"));
for (const name of ["claude", "codex"]) writeFileSync(join(folder, "bin", name), "#!/bin/sh\n");
const hosts = hostsDoor(mind, { HOME: folder, PATH: join(folder, "bin") });
const daemon = await serve(mind, { port: 0, env: {}, hosts, page: new Map(Object.entries(await buildPage()) as [string, PageFile][]) });
const browser = await chromium.launch({
  executablePath: process.env["CHROME_BIN"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-background-networking"],
});
const shots = [
  { name: "home", place: "home", wait: "Needs you", scheme: "light", width: 1440, height: 900 },
  { name: "setup", place: "home/setup", wait: "What this changes", scheme: "light", width: 1440, height: 900 },
  { name: "inbox", place: "inbox", wait: "What changes", scheme: "light", width: 1440, height: 900 },
  { name: "activity", place: "activity", wait: "git push origin main", scheme: "dark", width: 1440, height: 900 },
  { name: "memory", place: "memory/MEMORY.md", wait: "blue pipeline", scheme: "light", width: 1440, height: 900 },
  { name: "rules", place: "rules", wait: "Never push to main", scheme: "dark", width: 1440, height: 900 },
  { name: "session", place: `sessions/${header.sessionId}`, wait: "blue pipeline", scheme: "light", width: 1440, height: 900 },
  { name: "costs", place: "costs", wait: "Costs", scheme: "light", width: 1440, height: 900 },
  { name: "phone", place: "inbox", wait: "decisions", scheme: "dark", width: 390, height: 844 },
] as const;
for (const { name, place, wait, scheme, width, height } of shots) {
  const tab = await browser.newPage({ colorScheme: scheme, viewport: { width, height } });
  const answer = await fetch(`${daemon.url}api/login-codes`, {
    method: "POST",
    headers: { Authorization: `Bearer ${readToken(mind, "user")}` },
  });
  await tab.goto(((await answer.json()) as { url: string }).url);
  await tab.getByRole("heading", { level: 1 }).first().waitFor();
  await tab.goto(`${daemon.url}#/${place}`);
  await tab.getByText(wait).first().waitFor();
  await tab.waitForTimeout(400);
  await tab.screenshot({ path: join(images, `${name}.png`) });
  await tab.close();
}
await browser.close();
await daemon.stop();
await mind.close();
rmSync(folder, { recursive: true, force: true });
