// docs/api is what `npm run golden` makes of the source: a page for each path of the package, with every name.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as codicil from "codicil";
import { apiPages } from "../../scripts/apiPages.ts";

const ROOT = join(import.meta.dirname, "../..");
const pages = apiPages();
const namesOn = (page: string) => [...page.matchAll(/^## (\S+)$/gm)].map(([, name]) => name);

it("every page is as npm run golden writes it, and there are no others", () => {
  for (const [path, text] of Object.entries(pages)) expect([path, readFileSync(join(ROOT, path), "utf8") === text]).toEqual([path, true]);
  const names = Object.keys(pages).map((path) => path.slice("docs/api/".length));
  expect(readdirSync(join(ROOT, "docs/api")).sort()).toEqual(names.sort());
});

it("every name of every path has a comment", () => {
  for (const [path, text] of Object.entries(pages))
    expect([path, [...text.matchAll(/^## (\S+)\n\n```ts$/gm)].map(([, name]) => name)]).toEqual([path, []]);
});

it("there is a page for each path that package.json exports", () => {
  const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { exports: Record<string, unknown> };
  const paths = Object.keys(exports).filter((path) => path !== "./package.json");
  for (const path of paths) expect(pages[`docs/api/${path === "." ? "index" : path.slice(2)}.md`]).toContain("## ");
});

it("the page of codicil has every name that a program can import, with a comment and an example for each of its names", () => {
  const page = pages["docs/api/index.md"] ?? "";
  const names = new Set(namesOn(page));
  expect(Object.keys(codicil).filter((name) => !names.has(name))).toEqual([]);
  expect([...page.matchAll(/^## (\S+)\n\n```ts$/gm)].map(([, name]) => name)).toEqual([]);
  const parts = page.split(/^## /m).slice(1);
  expect(parts.filter((part) => !part.includes("](../../examples/")).map((part) => part.split("\n")[0])).toEqual([]);
  // Negative control: another path does not have them.
  expect(namesOn(pages["docs/api/markdown.md"] ?? "")).not.toContain("openMind");
});
