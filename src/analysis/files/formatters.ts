// Formatters and fixers: they edit files in place, each only files of its own kinds.

import { byName, sameRow, whole, wordSet } from "../../base/index.ts";
import { type Command, isFolder, touch, type Tool } from "../run/record.ts";
import { type Field, field, type Output, pathsBelow, unknownOutput, textAt } from "../run/values.ts";

interface Formatter {
  /** Options that make it write; null: it always does, unless one of `checks` is there. */
  readonly writes: RegExp | null;
  readonly checks: RegExp;
  /** Names it touches below a folder. */
  readonly kinds: string;
  /** With no operand it takes the current folder. */
  readonly bare?: boolean;
  /** Subcommands that format. */
  readonly verbs?: RegExp;
}

const CHECK = whole`--check, -c, --list-different, -l, --dry-run, --diff, -d, --verify, --no-write, --test`;
const SCRIPTS = "*.js,*.jsx,*.ts,*.tsx,*.mjs,*.cjs,*.vue,*.svelte,*.json";

const FORMATTERS: Readonly<Record<string, Formatter>> = byName({
  prettier: { writes: /^(?:--write|-w)$/, checks: /^$/, kinds: "*" },
  eslint: { writes: /^--fix(?:-type)?(?:=.*)?$/, checks: /^--fix-dry-run$/, kinds: SCRIPTS, bare: true },
  biome: { writes: /^(?:--write|--apply(?:-unsafe)?|--fix)$/, checks: /^$/, kinds: SCRIPTS, bare: true },
  oxlint: { writes: /^--fix/, checks: /^$/, kinds: SCRIPTS, bare: true },
  stylelint: { writes: /^--fix$/, checks: /^$/, kinds: "*.css,*.scss,*.less" },
  standard: { writes: /^--fix$/, checks: /^$/, kinds: SCRIPTS, bare: true },
  dprint: { writes: null, checks: CHECK, kinds: "*", bare: true, verbs: /^fmt$/ },
  markdownlint: { writes: /^(?:--fix|-f)$/, checks: /^$/, kinds: "*.md" },
  "markdownlint-cli2": { writes: /^--fix$/, checks: /^$/, kinds: "*.md" },
  remark: { writes: /^(?:--output|-o)$/, checks: /^$/, kinds: "*.md" },
  textlint: { writes: /^--fix$/, checks: /^$/, kinds: "*.md,*.txt" },
  mdformat: { writes: null, checks: CHECK, kinds: "*.md" },
  doctoc: { writes: null, checks: /^(?:--dryrun|-d|--stdout|-s)$/, kinds: "*.md", bare: true },
  codespell: { writes: /^(?:-w|--write-changes)$/, checks: /^$/, kinds: "*", bare: true },
  black: { writes: null, checks: CHECK, kinds: "*.py" },
  isort: { writes: null, checks: /^(?:--check|--check-only|-c|--diff|--stdout|-d)$/, kinds: "*.py" },
  autopep8: { writes: /^(?:-i|--in-place|-\w*i)$/, checks: /^$/, kinds: "*.py" },
  yapf: { writes: /^(?:-i|--in-place|-\w*i)$/, checks: /^$/, kinds: "*.py" },
  ruff: { writes: null, checks: CHECK, kinds: "*.py", bare: true, verbs: /^format$/ },
  gofmt: { writes: /^-w$/, checks: /^$/, kinds: "*.go" },
  goimports: { writes: /^-w$/, checks: /^$/, kinds: "*.go" },
  rustfmt: { writes: null, checks: CHECK, kinds: "*.rs" },
  shfmt: { writes: /^-\w*w$|^--write$/, checks: /^$/, kinds: "*.sh" },
  "clang-format": { writes: /^(?:-i|--inplace)$/, checks: /^$/, kinds: "*.c,*.h,*.cpp" },
  "google-java-format": { writes: /^(?:-i|--replace)$/, checks: /^$/, kinds: "*.java" },
  ktlint: { writes: /^(?:-F|--format)$/, checks: /^$/, kinds: "*.kt" },
  rubocop: { writes: /^(?:-a|-A|--auto-?correct\S*|-x)$/, checks: /^$/, kinds: "*.rb", bare: true },
  taplo: { writes: null, checks: CHECK, kinds: "*.toml", bare: true, verbs: /^(?:fmt|format)$/ },
  stylua: { writes: null, checks: CHECK, kinds: "*.lua" },
  nixfmt: { writes: null, checks: CHECK, kinds: "*.nix" },
  buf: { writes: /^-w$|^--write$/, checks: /^$/, kinds: "*.proto", verbs: /^format$/, bare: true },
  swiftformat: { writes: null, checks: /^--lint$/, kinds: "*.swift" },
  djlint: { writes: /^--reformat$/, checks: CHECK, kinds: "*.html" },
  sqlfluff: { writes: null, checks: CHECK, kinds: "*.sql", verbs: /^(?:fix|format)$/ },
  dos2unix: { writes: null, checks: /^(?:-i|--info\S*|-O|--to-stdout)$/, kinds: "*" },
  unix2dos: { writes: null, checks: /^(?:-i|--info\S*|-O|--to-stdout)$/, kinds: "*" },
  ...sameRow("todos fromdos mac2unix sponge recode replace", { writes: null, checks: /^$/, kinds: "*" }),
  exiftool: { writes: /^-\w+[-+<]?=/, checks: /^$/, kinds: "*" },
  mogrify: { writes: null, checks: /^-path$/, kinds: "*" },
  optipng: { writes: null, checks: /^-simulate$/, kinds: "*.png" },
  jpegoptim: { writes: null, checks: /^(?:-n|--noaction)$/, kinds: "*.jpg" },
  pngcrush: { writes: /^-ow$/, checks: /^$/, kinds: "*.png" },
  crudini: { writes: /^--(?:set|del|merge)$/, checks: /^$/, kinds: "*" },
  xmlstarlet: { writes: /^(?:-L|--inplace)$/, checks: /^$/, kinds: "*.xml" },
  tidy: { writes: /^-[A-Za-ln-z\d_]*m\w*$/, checks: /^$/, kinds: "*.html" },
  astyle: { writes: null, checks: /^--dry-run$/, kinds: "*.c" },
  msgmerge: { writes: /^(?:-U|--update)$/, checks: /^$/, kinds: "*.po" },
  jscodeshift: { writes: null, checks: /^(?:-d|--dry)$/, kinds: SCRIPTS },
  "ast-grep": { writes: /^(?:-U|--update-all)$/, checks: /^$/, kinds: SCRIPTS, bare: true },
  comby: { writes: /^(?:-i|-in-place)$/, checks: /^$/, kinds: "*", bare: true },
  rpl: { writes: null, checks: /^(?:-s|--dry-run)$/, kinds: "*" },
  sd: { writes: null, checks: /^(?:-p|--preview)$/, kinds: "*" },
  perltidy: { writes: /^-b$/, checks: /^$/, kinds: "*.pl" },
  indent: { writes: null, checks: /^-st$/, kinds: "*.c" },
  uncrustify: { writes: /^(?:--replace|--no-backup)$/, checks: /^$/, kinds: "*.c" },
  "add-trailing-comma": { writes: null, checks: /^$/, kinds: "*.py" },
  pyupgrade: { writes: null, checks: /^$/, kinds: "*.py" },
});

/** These change the content, not the layout. */
const NO_LAYOUT = wordSet(
  "ast-grep jscodeshift sponge sd rpl replace comby exiftool recode dos2unix unix2dos todos fromdos mac2unix mogrify",
  "crudini xmlstarlet msgmerge",
);

/** With words of the caller's own it puts anything in the place of anything. */
const OWN_WORDS: Readonly<Record<string, RegExp>> = byName({ codespell: /^(?:-D|--dictionary)/, typos: /^--config(?:=|$)/ });

function format(command: Command, formatter: Formatter): Output {
  const { args, name } = command;
  const layout = !NO_LAYOUT.has(name) && !args.some(({ text }) => OWN_WORDS[name]?.test(text) === true);
  const words = args.filter((each) => !each.text.startsWith("-"));
  const verb = formatter.verbs === undefined ? true : formatter.verbs.test(textAt(words, 0));
  const writes =
    verb &&
    (formatter.writes === null
      ? !args.some((each) => formatter.checks.test(each.text))
      : args.some((each) => formatter.writes?.test(each.text) === true));
  // Programs of the pattern kind take a pattern and a replacement before the files.
  const skip = name === "sd" || name === "rpl" || name === "replace" ? 2 : formatter.verbs !== undefined ? 1 : 0;
  const files = words.slice(skip);
  const targets = files.length === 0 && formatter.bare === true ? [field(".")] : files;
  for (const file of targets)
    touch(
      command,
      writes ? "write" : "read",
      isFolder(command, file) ? pathsBelow(file.text, formatter.kinds) : asPattern(file, formatter.kinds),
      writes ? { inPlace: true, tidy: layout } : {},
    );
  return unknownOutput(`cmd:${name}`);
}

/** Patterns in quotes are the formatter's own; a folder means the files of its kinds below it. */
function asPattern(file: Field, kinds: string): Field {
  if (/[*?{[]/.test(file.text)) {
    const name = file.text.slice(file.text.lastIndexOf("/") + 1).replace(/\{[^}]*(?:\}|$)/, "*");
    const top = file.text.slice(0, Math.max(0, file.text.search(/[*?{[]/))).replace(/(?<![^/])[^/]+$/, "");
    return pathsBelow(top.replace(/(?<!\/)\/+$/, "") || ".", name.includes("*") ? name : "*");
  }
  const last = file.text.slice(file.text.lastIndexOf("/") + 1);
  return last === "." || last === ".." || last === "" ? pathsBelow(file.text.replace(/(?<!\/)\/+$/, "") || ".", kinds) : file;
}

export const FORMATTING: Readonly<Record<string, Tool>> = byName(
  Object.fromEntries(
    Object.entries(FORMATTERS).map(([name, formatter]): [string, Tool] => [name, (command) => format(command, formatter)]),
  ),
);
