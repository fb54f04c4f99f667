// Which option an unknown one probably means.

import { nearest } from "../../base/index.ts";

/** Options that other programs have for the same thing; of a group, the command's own is meant. */
const ALIKE: readonly (readonly string[])[] = [
  ["number", "n", "k", "limit", "count", "lines", "max", "max-count", "tail", "head", "top", "size"],
  ["yes", "force", "f", "assume-yes", "no-confirm", "no-interaction", "noconfirm", "non-interactive", "quiet"],
  ["json", "format", "output-format", "output", "o", "as-json", "porcelain", "machine-readable"],
  ["since", "after", "from", "start"],
  ["cwd", "dir", "directory", "folder", "project", "root", "workdir"],
  ["home", "config", "config-dir", "mind"],
  ["dry-run", "check", "preview", "simulate", "what-if"],
  ["content", "text", "message", "body", "value"],
  ["heading", "section", "title"],
  ["path", "doc", "document", "file"],
];

type Options = Readonly<Record<string, { readonly short?: string }>>;

/** `-p` for `--port`, `--k` for `-k`, or the nearest name. */
export function suggestOption(given: string, options: Options): string | undefined {
  const short = shortOption(given, options);
  if (short !== undefined) return short;
  const names = Object.keys(options);
  const bare = given
    .toLowerCase()
    .replace(/^-{1,2}/, "")
    .replace(/=.*$/s, "");
  const found =
    nearest(bare, names)[0] ??
    names.find((name) => bare.length > 2 && (name.startsWith(bare) || name.replaceAll("-", "") === bare.replaceAll(/[-_]/g, "")));
  const alike = ALIKE.find((group) => group.includes(bare))?.find((name) =>
    names.some((each) => each === name || options[each]?.short === name),
  );
  // `--all-hosts`, where there is `--all`.
  const meant = found ?? alike ?? names.find((name) => bare.startsWith(`${name}-`));
  return meant === undefined ? undefined : meant.length === 1 ? `-${meant}` : `--${meant}`;
}

/** `-5`, as in git log; a letter that has an option, or that only one begins with. */
function shortOption(given: string, options: Options): string | undefined {
  const names = Object.keys(options);
  const count = /^-(\d+)$/.exec(given)?.[1];
  if (count !== undefined) return names.includes("limit") ? `-${options["limit"]?.short ?? "-limit"} ${count}` : undefined;
  const letter = /^--?(\w)$/.exec(given)?.[1];
  if (letter === undefined) return undefined;
  const long = names.filter((name) => name.startsWith(letter));
  if (names.some((name) => options[name]?.short === letter)) return `-${letter}`;
  return long.length === 1 ? `--${long[0]}` : undefined;
}
