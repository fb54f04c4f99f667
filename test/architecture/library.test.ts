// The names of the library: few in `codicil`, each with a comment where it is declared.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import * as codicil from "codicil";
import { SRC } from "./graph.ts";

const EXPORTS = /^export (?:type )?\{([^}]*)\} from "([^"]+)";/gm;
const DOORS = [
  "index.ts",
  ...readdirSync(join(SRC, "library"))
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `library/${name}`),
];

interface Name {
  readonly name: string;
  readonly as: string;
  readonly from: string;
}

function passedOnBy(text: string): Name[] {
  return [...text.matchAll(EXPORTS)].flatMap(([, list = "", from = ""]) =>
    list
      .split(",")
      .map((each) => each.replace(/\btype /, "").trim())
      .filter((each) => each !== "")
      .map((each) => {
        const [name = "", as = name] = each.split(" as ");
        return { name, as, from };
      }),
  );
}

/** Follows a name to the file that declares it; whether a comment is before it there. */
function hasComment(file: string, name: string, read: (file: string) => string): boolean {
  const text = read(file);
  const link = passedOnBy(text).find(({ as }) => as === name);
  if (link) return hasComment(join(dirname(file), link.from), link.name, read);
  const imported = new RegExp(`^import (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from "([^"]+)"`, "m").exec(text)?.[1];
  const declared = new RegExp(
    `(\\*/\\n)?^export (?:abstract )?(?:async )?(?:function\\*?|const|interface|type|class) ${name}\\b`,
    "m",
  ).exec(text);
  if (declared === null && imported !== undefined) return hasComment(join(dirname(file), imported), name, read);
  return declared?.[1] !== undefined;
}

describe("the library", () => {
  const read = (file: string) => readFileSync(join(SRC, file), "utf8");

  it("has about 40 names in codicil", () => {
    expect(Object.keys(codicil).length).toBeLessThanOrEqual(45);
  });

  it.each(DOORS)("%s: every name has a comment where it is declared", (door) => {
    expect(
      passedOnBy(read(door))
        .filter(({ name, from }) => !hasComment(join(dirname(door), from), name, read))
        .map(({ as }) => as),
    ).toEqual([]);
  });

  it("negative control: a name without one is seen", () => {
    const files: Record<string, string> = {
      "a.ts": 'export { one, two } from "./b.ts";',
      "b.ts": "/** What it does. */\nexport const one = 1;\nexport const two = 2;\n",
    };
    expect(["one", "two"].map((name) => hasComment("a.ts", name, (file) => files[file] ?? ""))).toEqual([true, false]);
  });
});
