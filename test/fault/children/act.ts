// One act of the store, done by a process that can be killed. argv[2] is an Order as JSON. Answers with one line on
// stdout: {"ack":outcome} or {"error":{code,…}}. Its temp files and batches have known names.

import { closeSync, fsyncSync, openSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { AppError } from "../../../src/base/index.ts";
import { openFiles } from "../../../src/store/index.ts";
import { tempName, tempOwner } from "../../../src/store/port/placeNames.ts";
import { writerOf } from "../../../src/store/write.ts";
import { type Act, LINES, type Order, placesOf, TEMP_HEX } from "../order.ts";

const order = JSON.parse(process.argv[2] ?? "") as Order;
const random = { hex: (bytes: number) => (bytes === 6 ? TEMP_HEX : "bb".repeat(bytes)), unit: () => 0.5 };
const store = openFiles({ home: order.home, project: null, state: order.state, random, tempSuffix: "-fault" });
const writer = writerOf(store);
const { document, log } = placesOf(order);
const content = Buffer.from(order.content);

const acts: Record<Act, () => Promise<unknown>> = {
  write: async () => writer.write(document, content, await version()),
  remove: async () => writer.remove(document, (await version()) ?? ""),
  append: () => writer.append(log, LINES),
  rewriteLog: () => writer.rewriteLog(log, LINES),
  commit: async () => writer.commit({ place: document, expect: await version(), bytes: content, log, lines: LINES }),
  commitRemoval: async () => writer.commit({ place: document, expect: await version(), bytes: null, log, lines: LINES }),
  recover: () => writer.recover(log, document),

  // Negative controls: what people write when they are not afraid.
  inPlace: async () => writeFileSync(store.describe(document), content),
  logThenWrite: async () => {
    await writer.append(log, LINES);
    await writer.write(document, content, await version());
  },
  splitAppend: async () => {
    const fd = openSync(store.describe(log), "a");
    for (const part of LINES.join("\n").match(/.{1,7}|\n/g) ?? []) writeSync(fd, part);
    writeSync(fd, "\n");
    closeSync(fd);
  },
  renameBlindly: async () => {
    const file = store.describe(document);
    const temp = join(dirname(file), tempName(tempOwner(order.document, null), TEMP_HEX, "-fault"));
    const fd = openSync(temp, "wx");
    writeSync(fd, content);
    fsyncSync(fd);
    closeSync(fd);
    renameSync(temp, file);
  },
};

async function version(): Promise<string | null> {
  return (await store.read(document))?.version ?? null;
}

try {
  say({ ack: (await acts[order.act]()) ?? null });
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  say(error.toJSON());
  process.exitCode = 1;
}

function say(value: unknown): void {
  writeSync(1, `${JSON.stringify(value)}\n`);
}
