// Who imports whom: folders of one room that import each other, and tests that pass by a room's door.

import { dirname, join } from "node:path";
import { importsOf, roomOf } from "../../test/architecture/graph.ts";
import { isDoor } from "../../test/architecture/house.ts";
import { type Figure, held } from "./figure.ts";

export function imports(src: ReadonlyMap<string, string>, tests: ReadonlyMap<string, string>): Figure[] {
  return [
    held("pairs of folders that import each other", mutualFolders(src).length, 0),
    held("tests that reach beneath a room's door", beneathDoors(tests).length, 0),
  ];
}

/** Pairs of folders inside one room that import each other, for types too. */
export function mutualFolders(src: ReadonlyMap<string, string>): string[] {
  const ways = new Set<string>();
  for (const { from, to } of importsOf(src)) {
    const [one, other] = [dirname(from), dirname(to)];
    if (one !== other && roomOf(from) !== null && roomOf(from) === roomOf(to)) ways.add(`${one} ${other}`);
  }
  return [...ways].filter((way) => {
    const [one = "", other = ""] = way.split(" ");
    return one < other && ways.has(`${other} ${one}`);
  });
}

/** Test files that import a file of a room which the room does not offer. */
export function beneathDoors(tests: ReadonlyMap<string, string>): string[] {
  const reaching = importsOf(new Map([...tests].map(([path, text]) => [join("test", path), text]))).filter(({ to }) => {
    const path = to.startsWith("src/") ? to.slice("src/".length) : "";
    return roomOf(path) !== null && !isDoor(path);
  });
  return [...new Set(reaching.map(({ from }) => from))].filter((path) => path.endsWith(".test.ts"));
}
