// What the README says that works in which agent is what the code does.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { HOST_FACTS, HOSTS } from "../../src/base/hosts.ts";
import { DIALECTS } from "../../src/hosts/dialects/dialects.ts";
import { TRANSCRIPT_HOSTS } from "../../src/hosts/index.ts";

/** The rows of the README's table, by the agent's name. */
const rowsIn = (text: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    (/## What works where\n\n([^]*?)\n\n/.exec(text)?.[1] ?? "")
      .split("\n")
      .slice(2)
      .map((line) => line.split("|").map((cell) => cell.trim()))
      .map(([, name = "", ...cells]) => [name.replace(" (not tested)", ""), cells.slice(0, -1)] as const),
  );

const asTheCode = (host: (typeof HOSTS)[number]): readonly string[] => [
  Object.values(DIALECTS[host].events).includes("before-call") ? "yes" : "no",
  DIALECTS[host].asks ? "asks you" : "refused; `codicil allow ID` lets it pass",
  DIALECTS[host].rewrites ? "replaced" : "refused, names the right one",
];

it("the README's table of agents says what the code does for each", () => {
  const rows = rowsIn(readFileSync("README.md", "utf8"));
  expect([...rows.keys()]).toEqual(HOSTS.map((host) => HOST_FACTS[host].name));
  for (const host of HOSTS) expect([host, ...(rows.get(HOST_FACTS[host].name) ?? [])]).toEqual([host, ...asTheCode(host)]);
  // Said of all of them below the table.
  expect(HOSTS.filter((host) => !Object.values(DIALECTS[host].events).includes("start"))).toEqual([]);
  expect(HOSTS.filter((host) => !(TRANSCRIPT_HOSTS as readonly string[]).includes(host))).toEqual([]);
  // Negative control: the rows differ, so a wrong one is seen.
  expect(new Set(HOSTS.map((host) => asTheCode(host).join())).size).toBeGreaterThan(3);
});
