// Golden folders: NNN_name/{input.md, delta.yaml, expected.md}. CODICIL_GOLDEN=write writes expected.md, to be read in
// the diff before it is kept.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { apply } from "codicil";
import { makeWorld } from "../kit.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const names = readdirSync(folder).filter((name) => /^\d{3}_/.test(name));

async function result(name: string): Promise<{ text: string; statuses: string[] }> {
  const world = makeWorld();
  const input = readFileSync(join(folder, name, "input.md"));
  if (input.length > 0) world.write("home/USER.md", input);
  world.write("home/last-word/scenario.yaml", readFileSync(join(folder, name, "delta.yaml")));
  const { receipts } = await apply(await world.open());
  return { text: world.has("home/USER.md") ? world.read("home/USER.md") : "", statuses: receipts.map((receipt) => receipt.status) };
}

describe("a delta on a document", () => {
  it.each(names)("%s", async (name) => {
    const { text, statuses } = await result(name);
    expect(statuses.every((status) => status === "applied")).toBe(true);
    const file = join(folder, name, "expected.md");
    if (process.env["CODICIL_GOLDEN"] === "write") writeFileSync(file, text);
    expect(existsSync(file) && text === readFileSync(file, "utf8") ? "as expected" : text).toBe("as expected");
  });
});
