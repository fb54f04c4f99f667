// Names that are the same to some file system, or to some eye: case, composed letters, invisible characters, letters of
// other alphabets that look alike, trailing dots and spaces, short names of old file systems.

import { byName, wordSet } from "../../base/index.ts";

const LOOKALIKES: Readonly<Record<string, string>> = byName(
  Object.fromEntries(
    [
      ...wordSet(
        "аa еe оo рp сc хx уy кk мm нh тt вb ѕs іi јj ԁd ɡg ӏl αa εe ηn ιi κk μm νn οo ρp τt υu χx γy βb ꓮa ꓖg ꓰe ꓠn ꓔt ꓢs ꓟm ꓳo",
        "ꓣr ꓬy ցg օo սu һh",
      ),
    ].map((pair) => [pair.slice(0, -1), pair.slice(-1)]),
  ),
);

const PLAIN = /^[\u0021-\u007e]*$/;

export function foldName(name: string): string {
  if (PLAIN.test(name) && !/[.~]\d*$|~\d|:/.test(name)) return name.toLowerCase();
  return name
    .normalize("NFKD")
    .replace(/\p{M}|\p{Default_Ignorable_Code_Point}/gu, "")
    .toLowerCase()
    .replace(/[^\u0000-\u007f]/gu, (char) => LOOKALIKES[char] ?? char)
    .replace(/(?<![\s.])[\s.]+$/u, "")
    .replace(/^\s+/u, "")
    .replace(/::?\$data$/, "");
}

const PLAIN_PATH = /^[\u0021-\u0039\u003b-\u007d]*$/;

export function foldPath(path: string): string {
  // Almost every path: nothing in it needs a closer look than its case.
  if (PLAIN_PATH.test(path) && !path.endsWith(".") && !path.includes("./")) return path.toLowerCase();
  return path.split("/").map(foldName).join("/");
}
