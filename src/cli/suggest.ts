// What was probably meant: the nearest names by typing errors, and the words that people bring from other programs.

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
  const family = families.flatMap((name) =>
    distance(first, name) <= allowed(name) ? names.filter((each) => each.startsWith(`${name} `)).slice(0, 3) : [],
  );
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

export function suggestOption(given: string, names: readonly string[]): string | undefined {
  const bare = given
    .toLowerCase()
    .replace(/^-{1,2}/, "")
    .replace(/=.*$/s, "");
  return (
    nearest(bare, names)[0] ??
    names.find((name) => bare.length > 2 && (name.startsWith(bare) || name.replaceAll("-", "") === bare.replaceAll(/[-_]/g, "")))
  );
}

function nearest(word: string, names: readonly string[], most?: number): string[] {
  const near = names.map((name) => ({ name, far: distance(word, name) })).filter(({ name, far }) => far <= (most ?? allowed(name)));
  const best = Math.min(...near.map(({ far }) => far));
  return near.filter(({ far }) => far === best).map(({ name }) => name);
}

const allowed = (name: string): number => (name.length <= 3 ? 1 : name.length <= 7 ? 2 : 3);

/** Edits between two words; two letters in the wrong order are one. */
export function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((rows[i - 1]?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (rows[i - 1]?.[j - 1] ?? 0) + change);
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}
