// What a program makes again: deleting only that needs no trash (X32). In a repository Git says what it is; the names here
// count where there is none. A door of its own: the hook looks at junk without loading the analysis of commands.

import { whole, wholeAnyCase, wordSet } from "../../base/index.ts";

/** Made by a program and for nothing else: junk in a repository too, as long as it is not tracked. */
const CACHES = wordSet("__pycache__ .pytest_cache .mypy_cache .ruff_cache .parcel-cache .sass-cache .eslintcache .DS_Store Thumbs.db");
const CACHE_FILE = /\.(?:pyc|pyo|egg-info)$/;

/** Names that no person gives to a folder or file of their own. */
const FOLDERS = wordSet(
  "node_modules bower_components .cache .next .nuxt .output .turbo .svelte-kit .angular .vite .nyc_output",
  ".tox .nox .gradle .eggs htmlcov storybook-static playwright-report .dart_tool",
  ".docusaurus .jekyll-cache DerivedData cmake-build-debug cmake-build-release bazel-bin bazel-out",
);
const FILES = whole`[^]*\.(?:o|class|log|tmp|temp|tsbuildinfo|gcda|gcno|profraw), \.coverage, \.stylelintcache, npm-debug\.log.*`;

/** Build output, as a rule, but also what people call their own folders and files: only where nothing is there yet. */
const OFTEN = wordSet("dist build out target coverage tmp temp .tmp .temp logs obj test-results .terraform .venv venv .build _site .expo");
const OFTEN_FILE = /\.(?:bak|orig|rej|map|swp|swo)$|~$/;

/** Never junk, whatever Git ignores: nobody can make these again. */
const PRECIOUS = wholeAnyCase`\.env(?:\..+)?, [^]*\.(?:key|pem|p12|pfx|jks|db|sqlite|sqlite3|mdb|kdbx|gpg|asc|age), id_[a-z0-9]+,
  (?:credentials|secrets?)(?:\.\w+)?`;

/** `path` is relative to the project, here and below. */
export function isCacheName(path: string): boolean {
  const parts = path.split("/");
  return parts.some((part) => CACHES.has(part)) || CACHE_FILE.test(parts.at(-1) ?? "");
}

/** Where there is no repository to ask. `isThere`: something else is at the path now. */
export function isJunkName(path: string, isThere = true): boolean {
  if (path === "") return false;
  const parts = path.split("/");
  if (isPrecious(parts.at(-1) ?? "")) return false;
  return (
    isCacheName(path) ||
    parts.some((part) => FOLDERS.has(part)) ||
    FILES.test(parts.at(-1) ?? "") ||
    (!isThere && (parts.some((part) => OFTEN.has(part)) || OFTEN_FILE.test(path)))
  );
}

export function isPrecious(name: string): boolean {
  return PRECIOUS.test(name);
}

/** Holds nothing but what was fetched or built, so that nobody needs to look inside. */
export function isBuiltFolder(path: string): boolean {
  return path.split("/").some((part) => FOLDERS.has(part) || CACHES.has(part));
}
