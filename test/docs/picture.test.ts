// The picture in the README is a recording (scripts/terminalPicture.ts). Its commands are run again here, and print what
// the picture shows.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hasTerminal, makeWorld } from "../kit.ts";
import { judge, readSteps, runSteps } from "./console.ts";

const svg = readFileSync(new URL("../../docs/pictures/session.svg", import.meta.url), "utf8");

/** The lines of text in the picture, as a document whose commands can be run. */
function asConsole(picture: string): string {
  const lines = [...picture.matchAll(/<text [^>]*>(.*?)<\/text>/g)].map((match) => plain(match[1] ?? ""));
  const marked = lines.map((line) => (line.startsWith("$ codicil accept ") ? `${line} # at a terminal` : line));
  return ["```sh setup", "codicil init --yes > /dev/null 2>&1", "```", "```console", ...marked, "```"].join("\n");
}

function plain(markup: string): string {
  return markup.replace(/<[^>]*>/g, "").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

describe.skipIf(!hasTerminal)("the picture of a session", () => {
  it("shows what the program prints", async () => {
    const names = new Map<string, string>();
    const outcomes = await runSteps(makeWorld(), asConsole(svg));
    expect(outcomes.length).toBeGreaterThan(4);
    expect(outcomes.flatMap((outcome) => judge(outcome, names) ?? [])).toEqual([]);
  });

  it("negative control: a retouched picture is seen", async () => {
    const [first] = readSteps(asConsole(svg)).steps;
    const retouched = `\`\`\`sh setup\ncodicil init --yes > /dev/null\n\`\`\`\n\`\`\`console\n$ ${first?.command ?? ""}\n${(first?.output ?? "").replace("applied", "written")}\`\`\``;
    const outcomes = await runSteps(makeWorld(), retouched);
    expect(outcomes.map((outcome) => judge(outcome, new Map()))).not.toContain(null);
  });
});
