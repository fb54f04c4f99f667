// What the subcommands of git do to files, history and other machines.

import { kindOf, absolute } from "../disk.ts";
import { has, readOptions, table, valueOf, valuesOf } from "../options.ts";
import { addHazard, addOpaque, isFolder, type PathOptions, touch } from "../record.ts";
import { type Field, field, isDynamic, type Output, SILENT } from "../shell/values.ts";
import type { GitCommand } from "./git.ts";
import { noteSetting, READING_CONFIG } from "./gitConfig.ts";
import { patchedFiles } from "./patches.ts";
import { runCarried } from "./wrappers.ts";

type Action = (at: GitCommand) => Output | undefined;

const destroys = (at: GitCommand, why: string) => addHazard(at.run, "destructive", why, at.index);
/** Other commits may hold other versions of protected documents. */
const MAY_REWRITE = "it may rewrite protected documents with versions from elsewhere";
const mayRewrite = (at: GitCommand) => addHazard(at.run, "tampering", MAY_REWRITE, at.index);

/** Files get another version back: what was not committed is lost. */
function discard(at: GitCommand, words: readonly Field[], options: PathOptions = {}): void {
  for (const word of words) {
    if (word.text === "." || word.text === ":/" || word.text === "*" || isFolder(at, word)) {
      destroys(at, "it discards changes that were not committed");
      touch(at, "write", word.text === ":/" ? field(at.run.world.project) : word, { recursive: true, ...options });
    } else touch(at, "write", word, { recursive: !exists(at, word), ...options });
  }
}

const reset: Action = (at) => {
  if (has(at.own, "hard", "merge", "keep")) destroys(at, "it discards changes that were not committed");
  return undefined;
};

const clean: Action = (at) => {
  if (has(at.own, "dry-run")) return undefined;
  // Without -f git refuses, unless a setting says otherwise.
  destroys(at, "it deletes files that are not in the repository");
  return undefined;
};

const checkout: Action = (at) => {
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
    const isPath = (word: Field) => word.text === "." || word.text.startsWith("./") || word.text.startsWith(":") || exists(at, word);
    const [first, ...others] = own.operands;
    if (first !== undefined && (isPath(first) || first.pattern === true)) discard(at, own.operands);
    else if (others.length > 0) discard(at, others);
    else if (first !== undefined && isDynamic(first.text) && !run.elsewhere) return undefined;
  }
  return undefined;
};

function exists(at: GitCommand, word: Field): boolean {
  const found = absolute(at.run.disk, at.shell.cwd, word.text);
  return found !== null && found.exact && kindOf(at.run.disk, found.path) !== null;
}

const restore: Action = (at) => {
  const { own } = at;
  if (has(own, "staged") && !has(own, "worktree")) return undefined;
  if (has(own, "pathspec-from-file", "patch")) destroys(at, "it discards changes that were not committed");
  discard(at, own.operands);
  return undefined;
};

const switchBranch: Action = (at) => {
  if (has(at.own, "force", "discard-changes")) destroys(at, "it discards changes that were not committed");
  if (has(at.own, "force-create")) destroys(at, "it moves a branch that may exist");
  return undefined;
};

const stash: Action = (at) => {
  const what = at.rest.find((each) => !each.text.startsWith("-"))?.text;
  if (what === "drop" || what === "clear") destroys(at, "it throws stashed changes away");
  if (what === "pop" || what === "apply" || what === "branch") mayRewrite(at);
  return undefined;
};

const branch: Action = (at) => {
  const { own } = at;
  if (has(own, "D") || (has(own, "delete") && has(own, "force"))) destroys(at, "it deletes a branch whose commits may be nowhere else");
  else if (has(own, "M", "C") || (has(own, "force") && !has(own, "delete"))) destroys(at, "it overwrites a branch");
  else if (has(own, "delete") && has(own, "remotes")) destroys(at, "it deletes a remote branch's record");
  return undefined;
};

const tag: Action = (at) => {
  if (has(at.own, "delete", "force")) destroys(at, "it deletes or moves a tag");
  return undefined;
};

const push: Action = (at) => {
  const { own, run, index } = at;
  if (has(own, "dry-run")) return undefined;
  const [remote, ...refs] = own.operands;
  runOption(at, "receive-pack", "exec");
  if (has(own, "force", "force-with-lease", "force-if-includes", "mirror", "prune") || refs.some((each) => each.text.startsWith("+"))) destroys(at, "it overwrites history on the remote");
  if (has(own, "delete") || refs.some((each) => each.text.startsWith(":"))) destroys(at, "it deletes branches or tags on the remote");
  const to = remote?.text ?? valueOf(own, "repo")?.text ?? "origin";
  noteRemote(at, to);
  if (isUrl(to) || run.git.some((each) => each.action === "remote add" || each.action === "remote set-url")) addHazard(run, "exfiltration", "it pushes to a place that is no remote of the project yet", index);
  if (remote !== undefined && isDynamic(remote.text)) addHazard(run, "exfiltration", "the place it pushes to is only known when it runs", index);
  run.network.push({ host: isUrl(to) ? hostOf(to) : null, url: isUrl(to) ? to : null, sends: true, program: index, remote: true });
  return undefined;
};

const isUrl = (text: string) => /^[a-z][a-z0-9+.-]*:\/\/|^[\w.-]+@[\w.-]+:|^[\w.-]+\.[a-z]{2,}:/i.test(text);

function hostOf(url: string): string | null {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^@/]*@)?([^:/]+)/i.exec(url)?.[1] ?? null;
}

/** Remotes that are commands: `ext::sh -c …`. */
function noteRemote(at: GitCommand, text: string): void {
  if (/^ext::/.test(text)) {
    addHazard(at.run, "tampering", "the remote is a command", at.index);
    runCarried(at, text.slice(5), "git ext::");
  } else if (/^fd::/.test(text)) addOpaque(at.run, "the remote is an open file", at.index);
  else if (text.startsWith("-")) addOpaque(at.run, "the remote looks like an option", at.index);
}

function runOption(at: GitCommand, ...names: readonly string[]): void {
  for (const name of names) {
    for (const value of valuesOf(at.own, name)) {
      if (/^(?:git-(?:upload|receive)-pack|git (?:upload|receive)-pack)$/.test(value.text)) continue;
      addHazard(at.run, "tampering", "it runs a command of the caller's choice for the connection", at.index);
      runCarried(at, value.text, `git --${name}`);
    }
  }
}

const reaching: Action = (at) => {
  runOption(at, "upload-pack");
  for (const word of at.own.operands) noteRemote(at, word.text);
  const first = at.own.operands[0]?.text ?? "origin";
  at.run.network.push({ host: isUrl(first) ? hostOf(first) : null, url: isUrl(first) ? first : null, sends: false, program: at.index, remote: true });
  return undefined;
};

const pull: Action = (at) => {
  reaching(at);
  if (!has(at.own, "dry-run")) mayRewrite(at);
  return undefined;
};

const lsRemote: Action = (at) => reaching({ ...at, own: readOptions(at.rest, table("upload-pack: exec: h,heads b,branches t,tags refs q,quiet exit-code get-url sort: symref o,server-option:")) });

const clone: Action = (at) => {
  const own = readOptions(at.rest, table("l,local no-hardlinks s,shared reference: q,quiet v,verbose progress n,no-checkout bare mirror o,origin: b,branch: u,upload-pack: template: c,config: depth: shallow-since: single-branch no-single-branch no-tags recurse-submodules:? shallow-submodules remote-submodules separate-git-dir: j,jobs: filter: sparse dissociate"));
  for (const setting of valuesOf(own, "config")) {
    const [key = "", ...value] = setting.text.split("=");
    noteSetting(at, key, value.join("="), true);
  }
  if (has(own, "template")) addHazard(at.run, "tampering", "a template brings hooks with it", at.index);
  reaching({ ...at, own });
  const url = own.operands[0]?.text ?? "";
  const folder = own.operands[1] ?? field(url.replace(/\/+$/, "").replace(/\.git$/, "").replace(/^.*[/:]/s, ""));
  const path = touch(at, "create", folder);
  if (path !== null) at.run.disk.made.set(path, { kind: "dir", content: null, by: "clone" });
  return undefined;
};

const rm: Action = (at) => {
  if (has(at.own, "dry-run", "cached")) return undefined;
  for (const word of at.own.operands) touch(at, "delete", word, { recursive: has(at.own, "r") });
  return undefined;
};

const mv: Action = (at) => {
  if (has(at.own, "dry-run")) return undefined;
  const last = at.own.operands.at(-1);
  for (const word of at.own.operands.slice(0, -1)) {
    touch(at, "move", word, { recursive: true });
    if (last !== undefined) touch(at, has(at.own, "force") ? "write" : "create", isFolder(at, last) ? { ...last, text: `${last.text.replace(/\/+$/, "")}/${word.text.replace(/\/+$/, "").split("/").at(-1) ?? ""}` } : last);
  }
  return undefined;
};

const config: Action = (at) => {
  const { rest, run, index } = at;
  if (rest.some((each) => READING_CONFIG.test(each.text))) return undefined;
  if (rest.some((each) => /^(?:-e|--edit|edit)$/.test(each.text))) {
    addHazard(run, "persistence", "it opens git's settings for editing", index);
    return undefined;
  }
  const own = readOptions(rest, table("global system local worktree f,file: blob: t,type: bool int path add replace-all unset unset-all rename-section remove-section z,null name-only includes default: comment: value: fixed-value append all"));
  const words = own.operands[0]?.text === "set" || own.operands[0]?.text === "unset" ? own.operands.slice(1) : own.operands;
  const file = valueOf(own, "file");
  if (words.length >= 2 || has(own, "unset", "unset-all", "remove-section", "rename-section")) {
    if (file !== undefined) touch(at, "append", file);
    noteSetting(at, words[0]?.text ?? "", words[1]?.text ?? "", true);
  }
  return undefined;
};

const rewriting: Action = (at) => {
  if (at.rest.some((each) => /^--(?:abort|quit|continue|skip|show-current-patch|edit-todo)$/.test(each.text))) return undefined;
  for (const value of valuesOf(at.own, "exec")) runCarried(at, value.text, "git rebase -x");
  mayRewrite(at);
  return undefined;
};

const apply: Action = (at) => {
  const own = readOptions(at.rest, table("stat numstat summary check index cached 3,3way build-fake-ancestor: R,reverse reject z p: C: unidiff-zero apply no-add exclude: include: allow-binary-replacement binary ignore-space-change ignore-whitespace whitespace: inaccurate-eof v,verbose q,quiet recount directory: unsafe-paths allow-empty s,signoff k,keep keep-non-patch m,message-id scissors c u,utf8 i,interactive continue abort skip quit resolved patch-format: S,gpg-sign:? committer-date-is-author-date ignore-date"));
  if (has(own, "check", "stat", "numstat", "summary", "abort", "quit", "continue", "skip") && !has(own, "apply")) return undefined;
  const files = patchedFiles(at, own.operands, Number(valueOf(own, "p")?.text ?? "1") || 0);
  if (files === null) mayRewrite(at);
  else for (const file of files) touch(at, "write", field(valueOf(own, "directory") === undefined ? file : `${valueOf(own, "directory")?.text ?? ""}/${file}`), { inPlace: true });
  return undefined;
};

const submodule: Action = (at) => {
  const words = at.rest.filter((each) => !each.text.startsWith("-"));
  if (words[0]?.text === "foreach") return runCarried(at, words.slice(1).map((each) => each.text).join(" "), "git submodule foreach");
  if (words[0]?.text === "add" && words[1] !== undefined) touch(at, "create", words[2] ?? field(words[1].text.replace(/\.git$/, "").replace(/^.*[/:]/s, "")), { recursive: true });
  if (words[0]?.text === "deinit" && at.rest.some((each) => /^(?:-f|--force|--all)$/.test(each.text))) destroys(at, "it deletes a submodule's files");
  return undefined;
};

const bisect: Action = (at) => {
  if (at.rest[0]?.text !== "run") return undefined;
  return at.run.runWords(at.run, at.shell, at.rest.slice(1), { ...at.how, via: [...at.how.via, "git bisect run"], external: true });
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
  const own = readOptions(at.rest, table("o,output,output-directory: exec: remote: format: prefix: l,list v,verbose worktree-attributes stdout"));
  for (const value of valuesOf(own, "output-directory")) touch(at, at.sub === "format-patch" ? "create" : "write", value);
  for (const value of valuesOf(own, "exec")) runCarried(at, value.text, "git archive --exec");
  return undefined;
};

const remote: Action = (at) => {
  const words = at.rest.filter((each) => !each.text.startsWith("-"));
  if (words[0]?.text === "set-url") addHazard(at.run, "persistence", "it changes where the project is pushed to", at.index);
  if (words[0]?.text === "remove" || words[0]?.text === "rm") destroys(at, "it forgets a remote and its branches");
  for (const word of words.slice(1)) noteRemote(at, word.text);
  return undefined;
};

const when = (test: RegExp, act: (at: GitCommand) => void): Action => (at) => {
  if (test.test(at.rest.map((each) => each.text).join(" "))) act(at);
  return undefined;
};
const always = (why: string): Action => (at) => {
  destroys(at, why);
  return undefined;
};

export const GIT_ACTIONS: Readonly<Record<string, Action>> = {
  reset, clean, checkout, restore, switch: switchBranch, stash, branch, tag, push, pull, fetch: reaching, clone, "ls-remote": lsRemote, rm, mv, config, apply, am: apply, merge: rewriting, rebase: rewriting, "cherry-pick": rewriting, revert: rewriting, submodule, bisect, grep, difftool, mergetool: difftool, log: showing, diff: showing, show: showing, "diff-tree": showing, shortlog: showing, "format-patch": writing, archive: writing, remote,
  reflog: when(/^(?:expire|delete)/, (at) => destroys(at, "it deletes the record by which lost commits are found")),
  gc: when(/--prune(?:=(?:now|all|0)|$)|--prune=now/, (at) => destroys(at, "it deletes commits that nothing points to")),
  prune: when(/^(?!.*(?:-n|--dry-run))/, (at) => destroys(at, "it deletes commits that nothing points to")),
  "filter-branch": (at) => {
    destroys(at, "it rewrites the whole history");
    for (const [place, each] of at.rest.entries()) if (/^--(?:\w+-)?filter$/.test(each.text)) runCarried(at, at.rest[place + 1]?.text ?? "", "git filter-branch");
    return undefined;
  },
  "filter-repo": always("it rewrites the whole history"),
  "update-ref": always("it moves or deletes a branch directly"),
  "symbolic-ref": when(/(?:^|\s)(?:-d|--delete)|^\S+\s+\S+/, (at) => destroys(at, "it moves HEAD directly")),
  "checkout-index": when(/(?:^|\s)-\w*[fa]|--force|--all/, (at) => destroys(at, "it overwrites files from the index")),
  "read-tree": when(/(?:^|\s)-\w*u|--reset/, (at) => destroys(at, "it overwrites files from a commit")),
  "sparse-checkout": when(/^(?:set|add|reapply)/, (at) => destroys(at, "it removes files from the working folder")),
  worktree: (at) => {
    const words = at.rest.filter((each, place) => !each.text.startsWith("-") && !/^-[bB]$/.test(at.rest[place - 1]?.text ?? ""));
    if (words[0]?.text === "remove" && at.rest.some((each) => /^(?:-\w*f|--force)$/.test(each.text))) destroys(at, "it deletes a working folder with its changes");
    if (words[0]?.text === "add" && words[1] !== undefined) touch(at, "create", words[1], { recursive: true });
    if (words[0]?.text === "move") for (const word of words.slice(1)) touch(at, "move", word);
    return undefined;
  },
  lfs: when(/^prune/, (at) => destroys(at, "it deletes stored files")),
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
    if (at.rest.some((each) => /^--(?:template|separate-git-dir)/.test(each.text))) addHazard(at.run, "tampering", "a template brings hooks with it", at.index);
    const folder = at.rest.find((each) => !each.text.startsWith("-"))?.text ?? ".";
    touch(at, "create", field(folder));
    return undefined;
  },
  add: () => SILENT,
};
