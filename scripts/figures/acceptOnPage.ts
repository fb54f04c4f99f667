// Run as a program of its own: a daemon without its page, asked by HTTP to accept the proposal that is there.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { serve } from "../../src/daemon/index.ts";
import { openMind } from "../../src/mind/open.ts";

const mind = await openMind({});
const serving = await serve(mind, { port: 0, page: new Map(), log: () => undefined });
const token = readFileSync(join(mind.where.state, "daemon/user.token"), "utf8");
const proposals = (await ask("GET", "/api/proposals")) as { id: string; hash: string }[];
for (const { id, hash } of proposals) console.log(JSON.stringify(await ask("POST", `/api/proposals/${id}/accept`, { hash })));
await serving.stop();
await mind.close();

async function ask(method: string, path: string, body?: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const url = `http://127.0.0.1:${serving.port}${path}`;
  const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
