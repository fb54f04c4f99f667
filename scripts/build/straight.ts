// esbuild cuts its chunks by the files that an entry reaches, and a door (`index.ts`) reaches its whole room: a command that wants
// one constant of the policy would load all that judges calls. In the release some imports go straight to the file that has the name.

import type { Plugin } from "esbuild";
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

export interface Origin {
  readonly file: string;
  readonly name: string;
}

export interface Renamed {
  readonly name: string;
  readonly as: string;
}

/**
 * Rooms of which a command wants one thing at a time. The others stay whole: cut up they would be more files, and a file costs a start
 * as much as fifteen kilobytes. Of the policy, what stands alone.
 */
const IN_PARTS = /\/src\/(?:bank|daemon|doctor|hosts|hostSessions|rules|runtime|sharing|transfer)\//;
const POLICY = /\/src\/policy\//;

/** Passed on or asked for by name; the formatter writes them all alike. */
const NAMED = /^(import|export) \{([^}]*)\} from "(\.[^"]*)";/gm;
const ASKS_FOR_VALUES = /^import (?!type )|^export \{[^}]*\} from /m;

const INDEX = resolve("src/index.ts");

const texts = new Map<string, string>();

function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, "utf8");
  texts.set(file, text);
  return text;
}

export const straight: Plugin = {
  name: "straight",
  setup: (plugin) => {
    // The library's first file is not touched: its verbs are loaded late (lateVerbs.ts).
    plugin.onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) =>
      path === INDEX ? undefined : { contents: withStraightImports(path), loader: "ts" },
    );
  },
};

function withStraightImports(path: string): string {
  return textOf(path).replaceAll(NAMED, (_, word: string, list: string, from: string) =>
    renamedIn(list)
      .map(({ name, as }) => ({ as, ...wayTo(resolve(dirname(path), from), name) }))
      .map(({ file, name, as }) => `${word} { ${name} as ${as} } from ${JSON.stringify(file)};`)
      .join(" "),
  );
}

function wayTo(door: string, name: string): Origin {
  const origin = originOf(door, name);
  const isStraight = IN_PARTS.test(door) || (POLICY.test(door) && !ASKS_FOR_VALUES.test(textOf(origin.file)));
  return isStraight ? origin : { file: door, name };
}

/** The file that has a name which others only pass on. */
export function originOf(file: string, name: string): Origin {
  for (const { names, from } of passedOnBy(file)) {
    const found = names.find(({ as }) => as === name);
    if (found) return originOf(resolve(dirname(file), from), found.name);
  }
  return { file, name };
}

/** Values only. */
export function passedOnBy(file: string): { readonly names: readonly Renamed[]; readonly from: string }[] {
  return [...textOf(file).matchAll(NAMED)]
    .filter(([, word]) => word === "export")
    .map(([, , list = "", from = ""]) => ({ from, names: renamedIn(list) }));
}

function renamedIn(list: string): Renamed[] {
  return list
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "" && !each.startsWith("type "))
    .map((each) => {
      const [name = "", as = name] = each.split(" as ");
      return { name, as };
    });
}
