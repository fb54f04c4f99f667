// Checks that are named by what they do: tests, linters, formatters.

import { byName } from "../../base/index.ts";
import { anyRan } from "../match/patterns.ts";
import type { Matcher } from "../match/rule.ts";

/** Checks that are named by what they do ("run the tests"): each is met by any of the usual programs. */
export const CHECKS: Readonly<Record<string, Matcher>> = byName({
  test: anyRan(
    "* test, pytest, jest, vitest, go test, cargo test, cargo nextest, mvn test, mvn verify, gradle test, gradle check",
    "dotnet test, rspec, phpunit, tox, nox, ctest, mix test, make check, deno test, bun test, swift test, flutter test",
    "npm run check, pnpm check",
  ),
  lint: anyRan(
    "* lint, eslint, ruff, flake8, pylint, golangci-lint, cargo clippy, rubocop, biome, oxlint, shellcheck, pre-commit, make check",
    "npm run check, pnpm check, * lint:*",
  ),
  format: anyRan("* format, * fmt, prettier, black, gofmt, rustfmt, cargo fmt, ruff format, biome, clang-format, go fmt, pint, * format:*"),
  typecheck: anyRan(
    "* typecheck, * type-check, tsc, mypy, pyright, basedpyright, * types, * typecheck:*, * type-check:*, * check-types, ty check",
  ),
  hooks: anyRan("pre-commit run", "prek", "lefthook run", "husky"),
  build: anyRan("* build", "cargo build", "go build", "make", "tsc", "mvn package", "gradle build", "gradle assemble", "dotnet build"),
});
