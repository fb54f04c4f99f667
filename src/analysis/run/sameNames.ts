// One program under several names: `python3` is read as `python`, `gsed` as `sed`, `vi` as `vim`.

import { byName, either, sameRow, wordSet } from "../../base/index.ts";

const NUMBERED = either`python, pip, pypy, ruby, perl, php, lua, node, gcc, g\+\+, clang, clang\+\+, awk, java, ghc, guile, tclsh, wish,
  psql`;
const VERSIONED = new RegExp(String.raw`^(${NUMBERED})[-.]?\d[\d.]*$`);

const SAME: Readonly<Record<string, string>> = byName({
  nodejs: "node",
  python2: "python",
  python3: "python",
  pypy: "python",
  pip3: "pip",
  ...sameRow("vim.tiny vim.basic vim.nox vi view gvim nvim rvim vimdiff", "vim"),
  ...sameRow("nc.openbsd nc.traditional netcat ncat", "nc"),
  ...sameRow("gawk mawk nawk original-awk", "awk"),
  "busybox-static": "busybox",
  toybox: "busybox",
  bun: "bun",
  bunx: "bunx",
  "docker-compose": "docker-compose",
  podman: "docker",
  nerdctl: "docker",
  gmake: "make",
  bmake: "make",
});

/** Read like docker, and yet another program: a rule that names one does not mean the other. */
export const OWN_NAME = new Set(["podman", "nerdctl"]);

/** GNU tools carry a `g` in front on other systems. */
const GNU = wordSet(
  "rm mv cp ln dd tee sed find xargs tar install truncate shred sort split env nice nohup timeout stdbuf rmdir unlink chmod",
  "chown cat cut head tail date stat du ls mkdir touch realpath readlink base64 grep egrep time chroot",
);

/** The name under which the analysis reads a program. */
export function readAs(name: string): string {
  const same = SAME[name];
  if (same !== undefined) return same;
  const last = name.charCodeAt(name.length - 1);
  const versioned = last === 46 || (last >= 48 && last <= 57) ? VERSIONED.exec(name) : null;
  if (versioned?.[1] !== undefined) return SAME[versioned[1]] ?? versioned[1];
  return name.charCodeAt(0) === 103 && GNU.has(name.slice(1)) ? name.slice(1) : name;
}

/** The name that a program has in what the analysis tells of a call. */
export function toldAs(name: string): string {
  return OWN_NAME.has(name) ? name : readAs(name);
}
