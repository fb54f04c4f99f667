// What was probably meant: the nearest names by typing errors, and the words that people bring from other programs.

import { mayMean, nearest } from "../base/index.ts";

/** Other programs' words for ours. */
const SYNONYMS: Readonly<Record<string, string>> = {
  approve: "accept",
  changes: "log",
  check: "policy check",
  config: "doctor",
  connect: "install",
  delete: "forget",
  diff: "review",
  disconnect: "uninstall",
  documents: "docs",
  files: "docs",
  find: "recall",
  history: "log",
  hosts: "install",
  inbox: "review",
  list: "docs",
  login: "serve",
  ls: "docs",
  open: "serve",
  page: "serve",
  proposals: "review",
  remember: "memory add",
  remove: "uninstall",
  report: "policy report",
  restart: "serve",
  revert: "undo",
  rules: "policy report",
  save: "memory add",
  search: "recall",
  sessions: "session list",
  setup: "init",
  start: "serve",
  talk: "chat",
  ui: "serve",
  web: "serve",
};

/** Words of a command line that name no command, and the names that there are. At most three, the nearest first. */
export function suggestCommands(one: string, two: string, names: readonly string[]): string[] {
  const [first, both] = [one.toLowerCase(), `${one} ${two}`.toLowerCase().trim()];
  const families = [...new Set(names.filter((name) => name.includes(" ")).map((name) => name.split(" ")[0] ?? ""))];
  const inFamily =
    families.includes(first) && two !== ""
      ? nearest(
          both,
          names.filter((name) => name.startsWith(`${first} `)),
          4,
        )
      : [];
  if (inFamily.length > 0) return inFamily;
  const known = SYNONYMS[first];
  if (known !== undefined) return [known];
  const whole =
    two === ""
      ? []
      : nearest(
          both,
          names.filter((name) => name.includes(" ")),
        );
  // `session` of `sesion lst`, and `memory add` of `add`.
  const family = families.flatMap((name) => (mayMean(first, name) ? names.filter((each) => each.startsWith(`${name} `)).slice(0, 3) : []));
  const tail = names.filter((name) => name.endsWith(` ${first}`));
  return [
    ...new Set([
      ...whole,
      ...nearest(
        first,
        names.filter((name) => !name.includes(" ")),
      ),
      ...tail,
      ...(whole.length > 0 ? [] : family),
      ...names.filter((name) => first.length > 2 && name.startsWith(first)),
    ]),
  ].slice(0, 3);
}

/** `-p` for `--port`, `--k` for `-k`, or the nearest name. */
export function suggestOption(given: string, options: Readonly<Record<string, { readonly short?: string }>>): string | undefined {
  const names = Object.keys(options);
  const letter = /^--?(\w)$/.exec(given)?.[1];
  if (letter !== undefined) {
    const long = names.filter((name) => name.startsWith(letter));
    return names.some((name) => options[name]?.short === letter) ? `-${letter}` : long.length === 1 ? `--${long[0]}` : undefined;
  }
  const bare = given
    .toLowerCase()
    .replace(/^-{1,2}/, "")
    .replace(/=.*$/s, "");
  const found =
    nearest(bare, names)[0] ??
    names.find((name) => bare.length > 2 && (name.startsWith(bare) || name.replaceAll("-", "") === bare.replaceAll(/[-_]/g, "")));
  return found === undefined ? undefined : `--${found}`;
}
