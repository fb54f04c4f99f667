// One agent's process: plans lines, brings them home, over and over, whatever the database does. Says each line that was
// acknowledged, and ends when nothing of its own waits any more.
// argv: home, state, project, name; it says that it is ready, and begins when stdin says until when (ms since 1970)

import { AppError } from "../../../src/base/index.ts";
import { asOwner, apply, flush, openMind, plan, status } from "../../../src/index.ts";

const [home = "", state = "", project = "", name = ""] = process.argv.slice(2);
const mind = await openMind({ home, state, cwd: project, env: { HOME: home }, lock: { base: 500, cap: 2000, retries: 3 } });
const DOCUMENTS = ["USER.md", "~/.config/agents/TEAM.md"];

/** A database that is cut off in the middle is what this is about; every other error is a fault. */
async function patiently<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !["STORE_DOWN", "STORE_SLOW", "LOCKED", "STALE"].includes(error.code)) throw error;
    return null;
  }
}

console.log("ready");
const until = await new Promise<string>((resolve) => process.stdin.once("data", (chunk) => resolve(String(chunk))));
process.stdin.destroy();

for (let number = 1; Date.now() < Number(until); number++) {
  const line = `${name}-${number}`;
  const path = DOCUMENTS[number % 2] ?? "";
  const receipt = await patiently(() =>
    plan(mind, { path, heading: "Log", operation: "append", content: `- ${line}`, session: name, origin: "user", person: asOwner() }),
  );
  if (receipt === null) continue;
  console.log(JSON.stringify({ line, entry: receipt.entry }));
  await patiently(() => flush(mind, name));
  await patiently(() => apply(mind));
}
for (let tries = 0; tries < 200; tries++) {
  await patiently(() => flush(mind, name));
  await patiently(() => apply(mind));
  const waits = await patiently(() => status(mind));
  const own = waits?.journalled.filter(({ session }) => session === name) ?? [];
  if (waits !== null && own.length === 0 && waits.pending.length === 0) break;
  await new Promise((resolve) => setTimeout(resolve, 100));
}
await mind.close();
