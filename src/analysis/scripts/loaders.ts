// Programs that load code of the project by themselves: their settings, and the tests that they find. Facts from their own
// documentation; `*` is any ending of a JavaScript or TypeScript file.

import { byName, sameRow } from "../../base/index.ts";

export interface Loader {
  /** Files that run when the program starts, beside the folder it runs in. */
  readonly settings?: readonly string[];
  /** Files that run by being found or named. */
  readonly found?: Found;
  /** It also runs another program that its words name. */
  readonly carries?: true;
  /** Its file of commands is one of recipes. */
  readonly recipes?: true;
  /** Its words are scripts of the packages of the project. */
  readonly workspaces?: true;
  /** It loads them only when its words fit; the first of them is its subcommand. */
  readonly when?: RegExp;
}

interface Found {
  readonly fits: RegExp;
  /** Parts of such names, for looking through earlier calls. */
  readonly parts: readonly string[];
}

const SCRIPT_TESTS: Found = { fits: /\.(?:test|spec|cy)\.[cm]?[jt]sx?$|\/__tests__\//, parts: [".test.", ".spec.", ".cy.", "__tests__"] };
const PYTHON_TESTS: Found = {
  fits: /\/(?:test_[^/]*|[^/]*_tests?|conftest)\.py$/,
  parts: ["test_", "_test.py", "_tests.py", "conftest.py"],
};
const RUBY_TESTS: Found = { fits: /_(?:spec|test|helper)\.rb$/, parts: ["_spec.rb", "_test.rb", "_helper.rb"] };
const ELIXIR_TESTS: Found = { fits: /_test\.exs$/, parts: ["_test.exs"] };
const GO_TESTS: Found = { fits: /_test\.go$/, parts: ["_test.go"] };
const PHP_TESTS: Found = { fits: /Test\.php$|\/bootstrap\.php$/, parts: ["Test.php", "bootstrap.php"] };

const PYTHON_RUNNER: Loader = { settings: ["conftest.py", "tests/conftest.py", "test/conftest.py"], found: PYTHON_TESTS };
const TEST_WORD = /^(?:test|t)\b/;
/** `pip install -e .[dev]` */
const INSTALLS_HERE = /\s\.(?:[/[]|\s|$)/;

/** Programs whose settings are `NAME.config.*` or `.NAMErc.*`. */
const WITH_SETTINGS =
  "eslint prettier webpack rollup vite next nuxt astro babel postcss tailwindcss tailwind tsup tsdown stylelint commitlint metro " +
  "svelte svelte-kit docusaurus gatsby hardhat rspack rsbuild lint-staged wdio unbuild remix react-router drizzle-kit quasar ember";

const named = (name: string): readonly string[] => [`${name}.config.*`, `.${name}rc.*`];

export const LOADERS: Readonly<Record<string, Loader>> = byName({
  ...Object.fromEntries(WITH_SETTINGS.split(" ").map((name): [string, Loader] => [name, { settings: named(name) }])),
  vitest: { settings: ["vitest.config.*", "vite.config.*"], found: SCRIPT_TESTS },
  jest: { settings: ["jest.config.*", "babel.config.*"], found: SCRIPT_TESTS },
  playwright: { settings: ["playwright.config.*"], found: SCRIPT_TESTS, when: TEST_WORD },
  cypress: { settings: ["cypress.config.*"], found: SCRIPT_TESTS },
  mocha: { settings: [".mocharc.*"], found: SCRIPT_TESTS },
  ava: { settings: ["ava.config.*"], found: SCRIPT_TESTS },
  ...sameRow("tap tape jasmine uvu", { found: SCRIPT_TESTS }),
  ...sameRow("bun deno", { found: SCRIPT_TESTS, when: TEST_WORD }),
  "node --test": { found: SCRIPT_TESTS },
  karma: { settings: ["karma.conf.*"], found: SCRIPT_TESTS },
  gulp: { settings: ["gulpfile.*"] },
  grunt: { settings: ["Gruntfile.*", "gruntfile.*"] },
  knex: { settings: ["knexfile.*"] },
  "semantic-release": { settings: ["release.config.*"] },
  pm2: { settings: ["ecosystem.config.*"] },
  ...sameRow("pytest py.test", PYTHON_RUNNER),
  unittest: { found: PYTHON_TESTS },
  nox: { settings: ["noxfile.py"], found: PYTHON_TESTS },
  tox: { found: PYTHON_TESTS, recipes: true },
  ...sameRow("pre-commit prek lefthook foreman honcho overmind poe", { recipes: true }),
  ...sameRow("pdm hatch mise cargo", { recipes: true, carries: true }),
  ...sameRow("turbo lerna nx wsrun ultra", { workspaces: true, carries: true }),
  fab: { settings: ["fabfile.py"] },
  ...sameRow("invoke inv", { settings: ["tasks.py"] }),
  doit: { settings: ["dodo.py"] },
  scons: { settings: ["SConstruct"] },
  ...sameRow("pip pip3", { settings: ["setup.py"], when: INSTALLS_HERE }),
  uv: { settings: ["setup.py"], when: INSTALLS_HERE, carries: true },
  rake: { settings: ["Rakefile", "rakefile"], found: RUBY_TESTS },
  rspec: { settings: ["spec/spec_helper.rb", "spec/rails_helper.rb"], found: RUBY_TESTS },
  rails: { found: RUBY_TESTS, when: TEST_WORD },
  bundle: { settings: ["Gemfile"], carries: true },
  mix: { settings: ["mix.exs", "config/config.exs", "config/runtime.exs", "test/test_helper.exs"], found: ELIXIR_TESTS },
  ...sameRow("gradle gradlew", { settings: ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"] }),
  pod: { settings: ["Podfile"] },
  cap: { settings: ["Capfile", "config/deploy.rb"] },
  guard: { settings: ["Guardfile"] },
  fastlane: { settings: ["fastlane/Fastfile", "Fastfile"] },
  vagrant: { settings: ["Vagrantfile"] },
  phpunit: { settings: ["tests/bootstrap.php"], found: PHP_TESTS },
  pest: { settings: ["tests/Pest.php"], found: PHP_TESTS },
  go: { found: GO_TESTS, when: TEST_WORD },
});
