// Terms that every language in Latin letters borrows from English.

import type { Language } from "./language.ts";

export const TERMS: Language = {
  name: "terms",
  verbLast: false,
  words: {
    act: {
      commit: "commit, commits, git commit",
      push: "push, pushes, git push",
      merge: "merge, merges",
      rebase: "rebase, rebases",
      stash: "stash, git stash",
      amend: "amend",
      forcepush: "force push, force-push, push --force, push force",
      deploy: "deploy, deploys",
      lint: "lint",
      build: "build",
      test: "test",
      release: "release",
    },
    noun: {
      pr: "pr, prs, pull request, pull requests, pull-request, pull-requests, merge request, merge requests, mr",
      conventional: "(conventional commits|conventional commit)",
      attribution: "co-authored-by",
      message: "commit message, commit messages, commit-message, commit-messages",
      secrets: "secrets, tokens, api keys, api-keys, api key, credentials",
      env: "env files",
      locks: "lockfile, lockfiles, lock file, lock files",
      changelog: "changelog",
      hooks: "[git] hooks, git-hooks, pre-commit hooks, pre-commit",
      tests: "tests",
      issue: "issue, issues",
      linter: "linter, linting",
      formatter: "formatter",
      emoji: "emoji, emojis",
      tags: "tags, tag",
      history: "git history",
      subject: "subject",
    },
    branch: { main: "main", master: "master", develop: "develop", trunk: "trunk", "main master": "main/master" },
  },
};
