// Tools that stand in for each other. A repository's file may have a command replaced only within these: whoever cloned it has
// not read every line, and a replacement that names a path, an interpreter or a program of the project would run it in place of
// what was asked for. Data; nothing here is a regular expression over what a file says.

import { wordSet } from "../../base/index.ts";

export interface Family {
  /** Take the same arguments: the words in front are exchanged, the rest stays. */
  readonly same: readonly string[];
  /** What may be put in front of the tools below. They look for programs in the project, so never in front of other ones. */
  readonly runners?: readonly string[];
  readonly tools?: readonly string[];
}

export const FAMILIES: readonly Family[] = [
  { same: ["npm", "pnpm", "yarn", "bun"] },
  {
    same: ["npx", "pnpx", "bunx", "bun x", "pnpm dlx", "pnpm exec", "yarn dlx", "yarn exec"],
    runners: ["npx", "pnpx", "bunx", "bun x", "pnpm", "pnpm exec", "pnpm dlx", "yarn", "yarn exec", "yarn dlx"],
    tools: [
      ...wordSet(
        "astro ava biome c8 cypress eslint jest knip lerna mocha next nuxt nx nyc oxlint playwright postcss prettier prisma",
        "rollup stylelint svelte-check tsc tsup turbo vite vitest vue-tsc webpack",
      ),
    ],
  },
  {
    same: ["pip", "pip3", "uv pip"],
    runners: ["uv run", "poetry run", "pdm run", "pipenv run", "hatch run", "rye run", "pixi run", "conda run"],
    tools: [
      ...wordSet(
        "alembic bandit black celery coverage django-admin flake8 flask gunicorn ipython isort jupyter mkdocs mypy nox pip pip3",
        "pre-commit pylint pyright pytest python python3 ruff sphinx-build tox uvicorn",
      ),
    ],
  },
  { same: ["python", "python3"] },
  { same: [], runners: ["bundle exec"], tools: ["cucumber", "jekyll", "rails", "rake", "rspec", "rubocop", "sidekiq"] },
  { same: ["flutter"], runners: ["fvm"], tools: ["dart", "flutter"] },
  { same: ["cargo test", "cargo nextest run"] },
  { same: ["go test", "gotestsum --"] },
  { same: ["docker", "podman", "nerdctl"] },
  { same: ["docker-compose", "docker compose", "podman compose", "podman-compose"] },
  { same: ["terraform", "tofu", "opentofu"] },
  { same: ["kubectl", "oc"] },
  { same: ["helm", "helm3"] },
  { same: ["grep", "egrep", "fgrep", "rg", "ugrep", "git grep"] },
  { same: ["cat", "bat"] },
  { same: ["ls", "eza", "exa", "lsd"] },
  { same: ["vi", "vim", "nvim"] },
  { same: ["make", "gmake"] },
  { same: ["mv", "git mv"] },
  { same: ["rm", "trash", "trash-put", "gio trash", "codicil trash put"] },
  { same: ["git checkout -b", "git switch -c", "git switch --create"] },
  { same: ["git checkout -B", "git switch -C"] },
  { same: ["git checkout --", "git restore"] },
  { same: ["apt", "apt-get"] },
  { same: ["yum", "dnf"] },
];

/** Package managers whose words are mapped one by one (managers.ts). */
export const MANAGERS: readonly (readonly string[])[] = [
  ["npm", "pnpm", "yarn", "bun", "npx", "pnpx", "bunx"],
  ["pip", "pip3", "poetry", "pdm", "pipenv", "uv", "conda", "mamba"],
];

/** From the first to the second, never back: the second does less. */
export const MILDER: readonly (readonly [string, string])[] = [
  ["git push --force", "git push --force-with-lease"],
  ["git push -f", "git push --force-with-lease"],
  ["git branch -D", "git branch -d"],
  ["git add -A", "git add -u"],
];
