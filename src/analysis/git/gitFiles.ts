// Subcommands of git that change files of the working folder.

import { has, readOptions, table, valueOf, valuesOf } from "../run/options.ts";
import { isFolder, type PathOptions, touch } from "../run/record.ts";
import { type Field, field, isDynamic } from "../run/values.ts";
import { noteMoved } from "../files/copies.ts";
import { patchedFiles } from "../patches.ts";
import { runCarried } from "../carriers/wrappers.ts";
import type { GitCommand } from "./git.ts";
import { type Action, bringsCommits, destroys, exists, namesFile, unseenPatch } from "./gitShared.ts";

/** Files get another version back: what was not committed is lost. */
function discard(at: GitCommand, words: readonly Field[], options: PathOptions = {}): void {
  for (const word of words) {
    if (word.text === "." || word.text === ":/" || word.text === "*" || isFolder(at, word)) {
      destroys(at, "it discards changes that were not committed");
      touch(at, "write", word.text === ":/" ? field(at.run.world.project) : word, { recursive: true, unpacked: true, ...options });
    } else touch(at, "write", word, { recursive: !exists(at, word), ...options });
  }
}

export const reset: Action = (at) => {
  if (has(at.own, "hard", "merge", "keep")) destroys(at, "it discards changes that were not committed");
  return undefined;
};

export const clean: Action = (at) => {
  if (has(at.own, "dry-run")) return undefined;
  // Without -f git refuses, unless a setting says otherwise.
  destroys(at, "it deletes files that are not in the repository");
  return undefined;
};

export const checkout: Action = (at) => {
  const { own, rest, run } = at;
  if (has(own, "force")) destroys(at, "it discards changes that were not committed");
  if (has(own, "B")) destroys(at, "it moves a branch that may exist");
  if (has(own, "b", "B", "orphan")) return undefined;
  const marker = rest.findIndex((each) => each.text === "--");
  if (has(own, "patch") || has(own, "pathspec-from-file")) {
    destroys(at, "it discards changes that were not committed");
    return undefined;
  }
  if (marker >= 0) discard(at, rest.slice(marker + 1));
  else {
    // Without `--`: the first operand may be a branch; what exists as a file is a path.
    const [first, ...others] = own.operands;
    if (first !== undefined && (namesFile(at, first) || first.pattern === true)) discard(at, own.operands);
    else if (others.length > 0) discard(at, others);
    else if (first !== undefined && isDynamic(first.text) && !run.elsewhere) return undefined;
  }
  return undefined;
};

export const restore: Action = (at) => {
  const { own } = at;
  if (has(own, "staged") && !has(own, "worktree")) return undefined;
  if (has(own, "pathspec-from-file", "patch")) destroys(at, "it discards changes that were not committed");
  discard(at, own.operands);
  return undefined;
};

export const switchBranch: Action = (at) => {
  if (has(at.own, "force", "discard-changes")) destroys(at, "it discards changes that were not committed");
  if (has(at.own, "force-create")) destroys(at, "it moves a branch that may exist");
  return undefined;
};

export const stash: Action = (at) => {
  const what = at.rest.find((each) => !each.text.startsWith("-"))?.text;
  if (what === "drop" || what === "clear") destroys(at, "it throws stashed changes away");
  return undefined;
};

export const rm: Action = (at) => {
  if (has(at.own, "dry-run", "cached")) return undefined;
  for (const word of at.own.operands) touch(at, "delete", word, { recursive: has(at.own, "r") });
  return undefined;
};

export const mv: Action = (at) => {
  if (has(at.own, "dry-run")) return undefined;
  const last = at.own.operands.at(-1);
  for (const word of at.own.operands.slice(0, -1)) {
    const source = touch(at, "move", word, { recursive: true });
    if (last === undefined) continue;
    const target = touch(
      at,
      has(at.own, "force") ? "write" : "create",
      isFolder(at, last)
        ? {
            ...last,
            text: `${last.text.replace(/(?<!\/)\/+$/, "")}/${
              word.text
                .replace(/(?<!\/)\/+$/, "")
                .split("/")
                .at(-1) ?? ""
            }`,
          }
        : last,
    );
    if (target !== null) noteMoved(at, source, target);
    if (source !== null) at.run.disk.made.set(source, { kind: null, content: null, by: "remove" });
  }
  return undefined;
};

export const rewriting: Action = (at) => {
  if (at.rest.some((each) => /^--(?:abort|quit|continue|skip|show-current-patch|edit-todo)$/.test(each.text))) return undefined;
  for (const value of valuesOf(at.own, "exec")) runCarried(at, value.text, "git rebase -x");
  bringsCommits(at);
  return undefined;
};

export const apply: Action = (at) => {
  const own = readOptions(
    at.rest,
    table(
      `
        stat numstat summary check index cached 3,3way build-fake-ancestor: R,reverse reject z p: C: unidiff-zero apply no-add exclude:
        include: allow-binary-replacement binary ignore-space-change ignore-whitespace whitespace: inaccurate-eof v,verbose q,quiet
        recount directory: unsafe-paths allow-empty s,signoff k,keep keep-non-patch m,message-id scissors c u,utf8 i,interactive
        continue abort skip quit resolved patch-format: S,gpg-sign:? committer-date-is-author-date ignore-date`,
    ),
  );
  if (has(own, "check", "stat", "numstat", "summary", "abort", "quit", "continue", "skip") && !has(own, "apply")) return undefined;
  const files = patchedFiles(at, own.operands, Number(valueOf(own, "p")?.text ?? "1") || 0);
  if (files === null) unseenPatch(at);
  else
    for (const file of files)
      touch(at, "write", field(valueOf(own, "directory") === undefined ? file : `${valueOf(own, "directory")?.text ?? ""}/${file}`), {
        inPlace: true,
      });
  return undefined;
};
