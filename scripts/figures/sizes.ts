// Lines, files, folders and regular expressions of src/.

import { dirname } from "node:path";
import { expressionsIn } from "../../test/architecture/patterns/collect.ts";
import { type Figure, held, shown } from "./figure.ts";

const GENERATED = "schema/generated.ts";

export function sizes(files: ReadonlyMap<string, string>): Figure[] {
  const lines = [...files].flatMap(([path, text]) => (path === GENERATED ? [] : text.split("\n")));
  const longer = (than: number) => lines.filter((line) => line.length > than).length;
  const patterns = [...files].flatMap(([path, text]) => expressionsIn(path, text).literals);
  const folders = Map.groupBy(files.keys(), (path) => dirname(path));
  const hall = [...files].filter(([path]) => path.startsWith("mind/"));
  return [
    shown("lines of src", countLines(files.values()), 58_000),
    shown("files of src", files.size, null),
    shown("lines over 140 characters", longer(140), 0),
    shown("lines over 160 characters", longer(160), 0),
    shown("regular expressions", patterns.length, null),
    held("regular expressions over 80 characters", patterns.filter(({ source }) => source.length > 80).length, 0),
    held("files over 400 lines", [...files.values()].filter((text) => countLines([text]) > 400).length, 0),
    held("folders with more than 15 files", [...folders.values()].filter((inside) => inside.length > 15).length, 0),
    held("folders deeper than two levels", [...folders.keys()].filter((folder) => folder.split("/").length > 2).length, 0),
    held("files of mind", hall.length, 50),
    held("lines of mind", countLines(hall.map(([, text]) => text)), 3_000),
  ];
}

function countLines(texts: Iterable<string>): number {
  let count = 0;
  for (const text of texts) count += text.split("\n").length - 1;
  return count;
}
