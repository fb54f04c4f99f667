// Folders that a program empties before it writes to them, by the option that names them. Facts from the programs' own documentation.

import { byName, sameRow } from "../../base/index.ts";
import { absolute, kindOf } from "../run/disk.ts";
import { type Command, touch } from "../run/record.ts";
import { type Field, field, textAt } from "../run/values.ts";

interface Emptying {
  /** Names of the option, without their dashes. */
  readonly options: string;
  /** Only with this subcommand. */
  readonly when?: RegExp;
  /** Only with this option beside it. */
  readonly needs?: RegExp;
}

const BUILD = /^build(?::|$)/;

export const EMPTIED: Readonly<Record<string, Emptying>> = byName({
  ...sameRow("pytest py.test", { options: "basetemp" }),
  ...sameRow("vite astro", { options: "outDir", when: BUILD }),
  ...sameRow("vitepress rspress", { options: "outDir", when: BUILD }),
  vuepress: { options: "d dest", when: BUILD },
  docusaurus: { options: "out-dir", when: BUILD },
  ng: { options: "output-path", when: /^(?:build|b)$/ },
  ...sameRow("storybook sb", { options: "o output-dir", when: BUILD }),
  "build-storybook": { options: "o output-dir" },
  playwright: { options: "output", when: /^test$/ },
  mkdocs: { options: "d site-dir", when: BUILD },
  mdbook: { options: "d dest-dir", when: BUILD },
  jekyll: { options: "d destination", when: /^(?:build|b|serve|s|clean)$/ },
  hugo: { options: "d destination", needs: /^--cleanDestinationDir$/ },
  zola: { options: "o output-dir", when: BUILD, needs: /^--force$/ },
  antora: { options: "to-dir", needs: /^--clean$/ },
  typedoc: { options: "out" },
  nyc: { options: "t temp-dir" },
  c8: { options: "temp-directory" },
  cargo: { options: "target-dir", when: /^clean$/ },
  allure: { options: "o output report-dir", needs: /^(?:-c|--clean)$/ },
  tsup: { options: "d out-dir", needs: /^--clean$/ },
  tsdown: { options: "d out-dir" },
  webpack: { options: "o output-path", needs: /^--output-clean$/ },
  ...sameRow("babel swc", { options: "d out-dir", needs: /^--delete-dir-on-start$/ }),
  expo: { options: "output-dir", when: /^export$/ },
});

export function noteEmptied(command: Command): void {
  const { args, name } = command;
  const known = EMPTIED[name];
  if (known === undefined || known.when?.test(subcommand(args)) === false) return;
  if (known.needs !== undefined && !args.some(({ text }) => known.needs?.test(text))) return;
  const names = known.options.split(" ").map((each) => (each.length === 1 ? `-${each}` : `--${each}`));
  for (const [at, word] of args.entries()) {
    const cut = word.text.indexOf("=");
    const folder = names.includes(word.text)
      ? args[at + 1]
      : cut > 0 && names.includes(word.text.slice(0, cut))
        ? rest(word, cut)
        : undefined;
    if (folder !== undefined && folder.text !== "" && isThere(command, folder)) touch(command, "delete", folder, { recursive: true });
  }
}

function isThere({ run, shell }: Command, { text }: Field): boolean {
  const path = absolute(run.disk, shell.cwd, text);
  return path?.exact === true && kindOf(run.disk, path.path) !== null;
}

const subcommand = (args: readonly Field[]) =>
  textAt(
    args,
    Math.max(
      0,
      args.findIndex(({ text }) => !text.startsWith("-")),
    ),
  );
const rest = (word: Field, cut: number): Field => ({ ...field(word.text.slice(cut + 1)), from: word.from });
