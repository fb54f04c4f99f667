// What the subcommands of git do to history and settings, and the table of them all.

import { byName, sameRow } from "../../base/index.ts";
import { nameOf } from "../run/disk.ts";
import { has, readOptions, table, valueOf, valuesOf } from "../run/options.ts";
import { addHazard, touch, runOther } from "../run/record.ts";
import { type Field, field, SILENT, textAt } from "../run/values.ts";
import { namesKeys } from "../run/commandTexts.ts";
import { runCarried } from "../carriers/wrappers.ts";
import { noteSetting, READING_CONFIG } from "./gitConfig.ts";
import type { GitCommand } from "./git.ts";
import { apply, checkout, clean, mv, reset, restore, rewriting, rm, stash, switchBranch } from "./gitFiles.ts";
import { clone, fetching, lsRemote, push, remote } from "./gitRemotes.ts";
import { type Action, always, bringsCommits, destroys, when } from "./gitShared.ts";

const branch: Action = (at) => {
  const { own } = at;
  if (has(own, "D") || (has(own, "delete") && has(own, "force"))) destroys(at, "it deletes a branch whose commits may be nowhere else");
  else if (has(own, "M") && isNewBranch(at, textAt(own.operands, own.operands.length - 1))) return undefined;
  else if (has(own, "M", "C") || (has(own, "force") && !has(own, "delete"))) destroys(at, "it overwrites a branch");
  else if (has(own, "delete") && has(own, "remotes")) destroys(at, "it deletes a remote branch's record");
  return undefined;
};

/** `git branch -M main`, where no other branch has the name. */
function isNewBranch({ run: { world, git } }: GitCommand, name: string): boolean {
  const folder = `${world.project}/.git`;
  if (world.branch === name || git.some(({ action }) => action === "init")) return true;
  if (!/^[\w./-]+$/.test(name) || world.kind(folder) !== "dir") return false;
  const packed = world.readText(`${folder}/packed-refs`)?.includes(` refs/heads/${name}\n`) === true;
  return world.kind(`${folder}/refs/heads/${name}`) === null && !packed;
}

const tag: Action = (at) => {
  if (has(at.own, "delete", "force")) destroys(at, "it deletes or moves a tag");
  return undefined;
};

const config: Action = (at) => {
  const { rest, run, index } = at;
  if (rest.some((each) => READING_CONFIG.test(each.text))) return undefined;
  if (rest.some((each) => /^(?:-e|--edit|edit)$/.test(each.text))) {
    addHazard(run, "persistence", "it opens git's settings for editing", index);
    return undefined;
  }
  const own = readOptions(
    rest,
    table(
      `
        global system local worktree f,file: blob: t,type: bool int path add replace-all unset unset-all rename-section remove-section
        z,null name-only includes default: comment: value: fixed-value append all`,
    ),
  );
  const words = /^(?:un)?set$/.test(textAt(own.operands, 0)) ? own.operands.slice(1) : own.operands;
  const file = valueOf(own, "file");
  const removes = has(own, "unset", "unset-all", "remove-section", "rename-section");
  if (removes && has(own, "global", "system")) addHazard(run, "persistence", "it removes settings of the person's", index);
  if (removes || words.length >= 2) {
    if (file !== undefined) touch(at, "append", file);
    noteSetting(at, textAt(words, 0), textAt(words, 1), true);
  }
  return undefined;
};

/** Files of keys that no project commits. Other variants of `.env` are committed as often as not. */
const KEPT_OUT = new Set(".env .env.local .env.prod .env.production id_rsa id_ed25519 id_ecdsa credentials.json .netrc .pgpass".split(" "));

/** Git leaves out what it ignores until somebody insists; the rest is added. */
const add: Action = (at) => {
  if (has(at.own, "force") && at.rest.some(({ text }) => namesKeys(text)))
    addHazard(at.run, "exfiltration", "it puts keys into the repository, past what Git ignores", at.index);
  else if (at.own.operands.some(({ text }) => KEPT_OUT.has(nameOf(text))))
    addHazard(at.run, "exfiltration", "it adds a file to Git that usually contains keys", at.index);
  return SILENT;
};

const submodule: Action = (at) => {
  const words = at.rest.filter((each) => !each.text.startsWith("-"));
  if (words[0]?.text === "foreach")
    return runCarried(
      at,
      words
        .slice(1)
        .map((each) => each.text)
        .join(" "),
      "git submodule foreach",
    );
  if (words[0]?.text === "add" && words[1] !== undefined)
    touch(at, "create", words[2] ?? field(words[1].text.replace(/\.git$/, "").replace(/^.*[/:]/s, "")), { recursive: true });
  if (words[0]?.text === "deinit" && at.rest.some((each) => /^(?:-f|--force|--all)$/.test(each.text)))
    destroys(at, "it deletes a submodule's files");
  return undefined;
};

const bisect: Action = (at) => {
  if (at.rest[0]?.text !== "run") return undefined;
  return runOther(at, at.rest.slice(1), "git bisect run");
};

const grep: Action = (at) => {
  for (const { text } of at.rest) {
    const value = /^(?:-O|--open-files-in-pager=?)(.+)$/s.exec(text)?.[1];
    if (value !== undefined && !/^(?:less|more|vim?|cat)$/.test(value)) {
      addHazard(at.run, "tampering", "it runs a command of the caller's choice", at.index);
      runCarried(at, value, "git grep -O");
    }
  }
  return undefined;
};

const difftool: Action = (at) => {
  const own = readOptions(at.rest, table("x,extcmd: t,tool: y,no-prompt prompt d,dir-diff g,gui"));
  for (const value of valuesOf(own, "extcmd")) runCarried(at, value.text, "git difftool -x");
  return undefined;
};

/** log, diff, show: they write a file when told to. */
const showing: Action = (at) => {
  for (const [place, { text }] of at.rest.entries()) {
    const value = /^--output=(.*)$/s.exec(text)?.[1];
    if (value !== undefined) touch(at, "write", { ...(at.rest[place] as Field), text: value });
    else if (text === "--output") touch(at, "write", at.rest[place + 1] ?? field(""));
  }
  return undefined;
};

const writing: Action = (at) => {
  const own = readOptions(
    at.rest,
    table("o,output,output-directory: exec: remote: format: prefix: l,list v,verbose worktree-attributes stdout"),
  );
  for (const value of valuesOf(own, "output-directory")) touch(at, at.sub === "format-patch" ? "create" : "write", value);
  for (const value of valuesOf(own, "exec")) runCarried(at, value.text, "git archive --exec");
  return undefined;
};

/** `git diff --no-index a b`, `git diff /dev/null ~/x`: files that need not be in the repository. */
const diff: Action = (at) => {
  const isLoose = at.rest.some(({ text }) => text === "--no-index");
  for (const word of at.rest) if (!word.text.startsWith("-") && (isLoose || word.text.startsWith("/"))) touch(at, "read", word);
  return showing(at);
};

const hashObject: Action = (at) => {
  for (const word of at.rest) if (!word.text.startsWith("-")) touch(at, "read", word);
  return undefined;
};

export const GIT_ACTIONS: Readonly<Record<string, Action>> = byName({
  reset,
  clean,
  checkout,
  restore,
  switch: switchBranch,
  stash,
  branch,
  tag,
  push,
  notes: when(/^(?:remove|prune)\b/, (at) => destroys(at, "it deletes notes")),
  pull: (at) => (bringsCommits(at), fetching(at)),
  fetch: fetching,
  clone,
  "ls-remote": lsRemote,
  rm,
  mv,
  config,
  apply,
  am: apply,
  ...sameRow("merge rebase cherry-pick revert", rewriting),
  submodule,
  bisect,
  grep,
  difftool,
  mergetool: difftool,
  ...sameRow("log show diff-tree shortlog", showing),
  "format-patch": writing,
  archive: writing,
  diff,
  "hash-object": hashObject,
  remote,
  reflog: when(/^(?:expire|delete)/, (at) => destroys(at, "it deletes the record by which lost commits are found")),
  gc: when(/--p(?:r(?:u(?:ne?)?)?)?(?:=(?:now|all|0)|$)/, (at) => destroys(at, "it deletes commits that nothing points to")),
  repack: when(/--expire-unreachable|--unpack-unreachable/, (at) => destroys(at, "it deletes commits that nothing points to")),
  prune: when(/^(?!.*(?:-n|--dry-run))/, (at) => destroys(at, "it deletes commits that nothing points to")),
  "filter-branch": (at) => {
    destroys(at, "it rewrites the whole history");
    for (const [place, each] of at.rest.entries())
      if (/^--(?:\w+-)?filter$/.test(each.text)) runCarried(at, textAt(at.rest, place + 1), "git filter-branch");
    return undefined;
  },
  "filter-repo": always("it rewrites the whole history"),
  // What a remote had is fetched again.
  "update-ref": when(/^(?!refs\/remotes\/)/, (at) => destroys(at, "it moves or deletes a branch directly")),
  "symbolic-ref": when(/(?:^|\s)(?:-d|--delete)|^(?:-\S+\s+)*[^-\s]\S*\s+[^-\s]/, (at) => destroys(at, "it moves HEAD directly")),
  "checkout-index": when(/(?:^|\s)-\w*[fa]|--force|--all/, (at) => destroys(at, "it overwrites files from the index")),
  "read-tree": when(/(?:^|\s)-\w*u|--reset/, (at) => destroys(at, "it overwrites files from a commit")),
  "sparse-checkout": when(/^(?:set|add|reapply)/, (at) => destroys(at, "it removes files from the working folder")),
  worktree: (at) => {
    const words = at.rest.filter((each, place) => !each.text.startsWith("-") && !/^-[bB]$/.test(textAt(at.rest, place - 1)));
    if (words[0]?.text === "remove" && at.rest.some((each) => /^(?:-\w*f|--force)$/.test(each.text)))
      destroys(at, "it deletes a working folder with its changes");
    if (words[0]?.text === "add" && words[1] !== undefined) touch(at, "create", words[1], { recursive: true });
    if (words[0]?.text === "move") for (const word of words.slice(1)) touch(at, "move", word);
    return undefined;
  },
  bundle: (at) => {
    const words = at.rest.filter((each) => !each.text.startsWith("-") || each.text === "-");
    if (words[0]?.text === "create" && words[1] !== undefined && words[1].text !== "-") touch(at, "write", words[1]);
    return { text: "\uE000", from: ["cmd:git"] };
  },
  lfs: when(/^(?:prune|migrate)/, (at) => destroys(at, "it deletes stored files or rewrites history")),
  "send-email": (at) => {
    addHazard(at.run, "exfiltration", "it sends mail", at.index);
    return undefined;
  },
  daemon: (at) => {
    addHazard(at.run, "exfiltration", "it serves the repository to others", at.index);
    return undefined;
  },
  credential: (at) => {
    addHazard(at.run, "exfiltration", "it prints stored passwords", at.index);
    return undefined;
  },
  "update-index": (at) => {
    const marker = at.rest.findIndex((each) => /assume-unchanged|skip-worktree/.test(each.text));
    if (marker >= 0) for (const word of at.rest.slice(marker + 1)) touch(at, "write", word, { attributes: true });
    return undefined;
  },
  replace: when(/^(?!.*(?:-l|--list))\S/, (at) => destroys(at, "it puts one commit in the place of another")),
  annex: when(/^(?:drop|dropunused|uninit|forget|unannex|move|trust|dead)/, (at) => destroys(at, "it drops stored files")),
  init: (at) => {
    if (at.rest.some((each) => /^--(?:template|separate-git-dir)/.test(each.text)))
      addHazard(at.run, "tampering", "a template brings hooks with it", at.index);
    const folder = at.rest.find((each) => !each.text.startsWith("-"))?.text ?? ".";
    touch(at, "create", field(folder));
    return undefined;
  },
  add,
});
