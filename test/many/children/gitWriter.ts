// One agent's process on a machine whose mind Git carries: plans lines, brings them home, syncs now and then; says each line
// that was acknowledged.
// argv: home, state, project, name; it says that it is ready, and begins when stdin says until when (ms since 1970)

import { AppError } from "../../../src/base/index.ts";
import { asOwner, apply, flush, openMind, plan, status } from "../../../src/index.ts";
import { sync } from "../../../src/library/transfer.ts";

const [home = "", state = "", project = "", name = ""] = process.argv.slice(2);
const mind = await openMind({ home, state, cwd: project, env: { HOME: home }, lock: { base: 200, cap: 1000, retries: 3 } });
const DOCUMENTS = ["USER.md", "~/.config/agents/daily/2026-11-15.md"];

/** Others of this machine hold the lock, or others of the world were faster eight times: both are what this is about. */
async function patiently<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !["LOCKED", "STALE", "CARRIER"].includes(error.code)) throw error;
    return null;
  }
}

console.log("ready");
const until = await new Promise<string>((resolve) => process.stdin.once("data", (chunk) => resolve(String(chunk))));
process.stdin.destroy();

for (let number = 1; Date.now() < Number(until); number++) {
  const line = `${name}-${number}`;
  const receipt = await patiently(() =>
    plan(mind, {
      path: DOCUMENTS[number % 2] ?? "",
      heading: "Log",
      operation: "append",
      content: `- ${line}`,
      session: name,
      origin: "user",
      person: asOwner(),
    }),
  );
  if (receipt === null) continue;
  console.log(JSON.stringify({ line, entry: receipt.entry }));
  await patiently(() => flush(mind, name));
  // Sometimes others see it before it is applied, and apply it too.
  if (number % 3 === 0) await patiently(() => sync(mind));
  await patiently(() => apply(mind));
  if (number % 5 === 0) await patiently(() => sync(mind));
}
for (let tries = 0; tries < 100; tries++) {
  await patiently(() => flush(mind, name));
  await patiently(() => apply(mind));
  const waits = await patiently(() => status(mind));
  if (waits !== null && waits.journalled.every(({ session }) => session !== name) && waits.pending.length === 0) break;
  await new Promise((resolve) => setTimeout(resolve, 100));
}
await mind.close();
