// git: what an invocation would do, whatever its spelling: options in front taken off, then one reading per subcommand.

import { byName, whole, wordSet } from "../../base/index.ts";
import { noteToldTo } from "../carriers/toldTo.ts";
import { has, type Parsed, readOptions, table, valueOf, valuesOf } from "../run/options.ts";
import { addHazard, type Command, type Tool } from "../run/record.ts";
import { fork } from "../run/state.ts";
import { type Field, field, isDynamic, MEANS_ITSELF, pathsBelow, said, unknownOutput, withoutHoles, textAt } from "../run/values.ts";
import type { GitEffect } from "../call/effects.ts";
import { branchesBefore } from "../call/branches.ts";
import { GIT_ACTIONS } from "./gitActions.ts";
import { noteSetting, settingsLeadPush } from "./gitConfig.ts";
import { noteShown } from "./gitReads.ts";
import { namesFile } from "./gitShared.ts";

const GLOBAL = `
    C: c: exec-path:? html-path man-path info-path p,paginate P,no-pager no-replace-objects bare git-dir: work-tree: namespace:
    super-prefix: config-env: literal-pathspecs glob-pathspecs noglob-pathspecs icase-pathspecs no-optional-locks no-advice attr-source:
    v,version h,help list-cmds:`;

/** Options of the subcommands that matter to more than one of them. */
const COMMON: Readonly<Record<string, string>> = byName({
  commit: `a,all m,message: F,file: am C,reuse-message: c,reedit-message: t,template: author: date: n,no-verify s,signoff S,gpg-sign:?
      u,untracked-files:? amend no-edit e,edit allow-empty allow-empty-message fixup: squash: q,quiet v,verbose dry-run p,patch
      i,include o,only trailer: cleanup: pathspec-from-file: reset-author no-gpg-sign short porcelain`,
  push: `f,force force-with-lease:? force-if-includes d,delete mirror all branches tags follow-tags n,dry-run u,set-upstream
    o,push-option: repo: receive-pack: exec: prune atomic q,quiet v,verbose no-verify thin progress porcelain signed:?
    recurse-submodules: 4 6`,
  reset: "hard soft mixed merge keep q,quiet N,intent-to-add p,patch pathspec-from-file: recurse-submodules",
  clean: "d f,force i,interactive n,dry-run q,quiet e,exclude: x X",
  checkout: `b: B: f,force t,track:? no-track d,detach orphan: p,patch q,quiet m,merge ours theirs conflict: ignore-other-worktrees
      overwrite-ignore recurse-submodules pathspec-from-file: l progress guess no-guess`,
  switch: `c,create: C,force-create: f,force discard-changes d,detach t,track:? orphan: m,merge q,quiet guess no-guess progress conflict:
      recurse-submodules ignore-other-worktrees`,
  restore: `s,source: S,staged W,worktree p,patch q,quiet ours theirs m,merge overlay no-overlay pathspec-from-file: ignore-unmerged progress
      recurse-submodules`,
  branch: `d,delete D m,move M c,copy C f,force a,all r,remotes l,list v,verbose u,set-upstream-to: unset-upstream t,track:? no-track
      merged:? no-merged:? contains:? no-contains:? points-at: sort: format: show-current edit-description q,quiet i,ignore-case
      column:? color:? abbrev:? create-reflog`,
  tag: `d,delete f,force a,annotate s,sign u,local-user: m,message: F,file: l,list n:? v,verify sort: format: contains:? no-contains:?
    merged:? no-merged:? points-at: i,ignore-case cleanup: create-reflog column:? e,edit no-sign`,
  rm: "f,force n,dry-run r cached q,quiet ignore-unmatch pathspec-from-file: sparse",
  mv: "f,force k n,dry-run v,verbose sparse",
  add: `A,all n,dry-run v,verbose f,force i,interactive p,patch u,update e,edit N,intent-to-add refresh ignore-errors chmod:
    pathspec-from-file: renormalize sparse`,
  merge: `no-ff ff ff-only squash no-commit commit m,message: F,file: s,strategy: X,strategy-option: abort continue quit e,edit no-edit n
      stat no-stat log:? v,verbose q,quiet verify-signatures allow-unrelated-histories S,gpg-sign:? no-verify autostash signoff
      into-name:`,
  rebase: `i,interactive onto: x,exec: continue abort skip quit edit-todo show-current-patch r,rebase-merges:? p,preserve-merges autosquash
      no-autosquash autostash f,force-rebase,no-ff s,strategy: X,strategy-option: root keep-base S,gpg-sign:? q,quiet v,verbose
      no-verify verify update-refs signoff committer-date-is-author-date fork-point no-fork-point stat no-stat m,merge apply empty:`,
  pull: `r,rebase:? ff ff-only no-ff no-rebase a,append f,force k,keep depth: unshallow t,tags no-tags p,prune j,jobs: q,quiet
    v,verbose s,strategy: X,strategy-option: squash no-commit autostash allow-unrelated-histories upload-pack: all dry-run
    set-upstream`,
  fetch: `all a,append depth: deepen: unshallow dry-run f,force k,keep p,prune P,prune-tags t,tags n,no-tags j,jobs: q,quiet v,verbose
      upload-pack: u,update-head-ok set-upstream recurse-submodules:? filter: refmap: multiple stdin porcelain o,server-option:
      negotiate-only 4 6`,
});

export const git: Tool = (command) => {
  const { run, shell, args, index } = command;
  const parsed = readOptions(args, table(GLOBAL), { stopAtOperand: true });
  const inner = fork(shell);
  for (const folder of valuesOf(parsed, "C")) {
    run.runWords(run, inner, [field("cd"), folder], { via: [], env: {}, span: null, stdin: null });
    run.programs.pop();
  }
  const settings = valuesOf(parsed, "c").map(({ text }) => (text.includes("=") ? text : `${text}=true`));
  for (const setting of settings) {
    const equals = setting.indexOf("=");
    const [key, value] = [setting.slice(0, equals), setting.slice(equals + 1)];
    noteSetting({ ...command, shell: inner }, key, value, false);
  }
  if (has(parsed, "config-env")) addHazard(run, "tampering", "a git setting comes from a variable", index);
  const execPath = valueOf(parsed, "exec-path");
  if (execPath !== undefined && execPath.text !== "") addHazard(run, "tampering", "git would run its commands from another folder", index);
  const [sub, ...rest] = parsed.operands;
  if (sub === undefined) return unknownOutput();
  if (isDynamic(sub.text)) {
    run.opaque.push({ why: "the git command is only known when it runs", program: index });
    return unknownOutput("cmd:git");
  }
  const name = sub.text;
  const own = readOptions(rest, table(COMMON[name] ?? ""));
  if (asksForHelp(rest, own)) return unknownOutput();
  const at: GitCommand = { ...command, shell: inner, sub: name, settings, rest, own };
  record(at);
  noteShown(at);
  const action = GIT_ACTIONS[name];
  // `git annex drop`, `git svn reset`, `git delete-branch`: programs of their own.
  if (action === undefined && !LOOKS.has(name)) noteToldTo({ ...command, name: `git-${name}`, args: rest });
  return action?.(at) ?? output(at);
};

/** `--repo --help` names a repository; behind an option that nobody here knows it may be a value too. */
function asksForHelp(rest: readonly Field[], { unknown }: Parsed): boolean {
  const [first, second] = rest;
  if (first?.text === "--help" || (first?.text === "-h" && second === undefined)) return true;
  const help = unknown.find(({ text }) => text === "--help");
  const before = help === undefined ? undefined : rest[rest.indexOf(help) - 1];
  return help !== undefined && !unknown.some((each) => each === before);
}

/** Git's own commands that change nothing, or of which the rules say nothing. */
const LOOKS: ReadonlySet<string> = wordSet(
  "log status show diff blame annotate rev-parse rev-list describe shortlog ls-files ls-tree ls-remote cat-file grep init help",
  "version add commit",
  "merge-base name-rev for-each-ref show-ref show-branch whatchanged cherry count-objects check-ignore check-attr",
  "check-ref-format var fsck range-diff",
  "merge-tree merge-file diff-files diff-index diff-tree hash-object mktree mktag write-tree commit-tree verify-commit",
  "verify-tag verify-pack",
  "archive bundle tag branch notes stash gui citool gitk instaweb web--browse difftool mergetool request-pull maintenance",
  "commit-graph rerere",
  "get-tar-commit-id unpack-file patch-id stripspace column interpret-trailers mailinfo mailsplit fmt-merge-msg scalar",
  "bugreport diagnose backfill",
);

export interface GitCommand extends Command {
  readonly sub: string;
  /** Given with `-c`: `push.default=upstream`. */
  readonly settings: readonly string[];
  readonly rest: readonly Field[];
  readonly own: Parsed;
}

const PRINTS_BRANCH = whole`branch --show-current, rev-parse --abbrev-ref (?:HEAD|@),
  symbolic-ref (?:-q |--quiet )?--short (?:-q )?HEAD`;

/** What git prints of its own repository is no secret of the person's. */
function output({ sub: name, rest, run }: GitCommand): ReturnType<Tool> {
  const branch = presentBranch(run);
  if (branch !== null && PRINTS_BRANCH.test([name, ...rest.map(({ text }) => text)].join(" "))) return said(`${branch}\n`);
  if (name === "rev-parse" || name === "describe" || name === "merge-base" || name === "rev-list" || name === "symbolic-ref") {
    return said(rest.some((each) => each.text === "--show-toplevel") ? `${run.world.project}\n` : "\uE001\n");
  }
  if (listsFiles(name, rest)) return { ...unknownOutput("cmd:git-list"), files: holding(name, rest, listed(rest)) };
  return unknownOutput(
    name === "branch" || name === "ls-files" || name === "diff" || name === "log" || name === "tag" ? "cmd:git-list" : "cmd:git",
  );
}

/** `git grep -l foo`: files that hold the words. */
function holding(name: string, rest: readonly Field[], files: readonly Field[]): readonly Field[] {
  const words = rest.filter(({ text }) => !text.startsWith("-"));
  const text = textAt(words, 0);
  if (
    name !== "grep" ||
    !MEANS_ITSELF.test(text) ||
    rest.some((each) => /^(?:-\w*[iveLf]|--(?:ignore-case|invert-match|and|or|not))/.test(each.text))
  )
    return files;
  return files.map((each) => ({ ...each, holding: { text, visible: false } }));
}

/** `git ls-files`, `git diff --name-only`, `git grep -l`: paths of the repository, one per line. */
function listsFiles(name: string, rest: readonly Field[]): boolean {
  if (name === "ls-files") return true;
  return (
    (name === "diff" || name === "show" || name === "grep") &&
    rest.some((each) => /^(?:--name-only|-\w*lz?|--files-with-matches)$/.test(each.text))
  );
}

/** What the patterns after the options name: `'*.ts'`. Any other word in front of `--` may be a commit or a text that is searched for. */
function listed(rest: readonly Field[]): readonly Field[] {
  const paths = rest.slice(rest.findIndex(({ text }) => text === "--") + 1 || rest.length);
  if (paths.length > 0 && paths.every(({ text }) => /^[\w./-]+$/.test(text))) return paths.flatMap((each) => [each, pathsBelow(each.text)]);
  const patterns = rest.filter(({ text }) => /^[\w./-]*\*\.\w+$/.test(text) && !text.startsWith("-"));
  return patterns.length === 0 ? [pathsBelow(".")] : patterns.map(({ text }) => pathsBelow(".", text.slice(text.lastIndexOf("/") + 1)));
}

const NESTED = wordSet("stash remote worktree submodule reflog notes bisect bundle lfs flow sparse-checkout maintenance config");

function record(at: GitCommand): void {
  const { run, index, sub, rest, own } = at;
  const second = NESTED.has(sub) ? rest.find((each) => !each.text.startsWith("-"))?.text : undefined;
  const action = second !== undefined && /^[a-z][\w-]*$/.test(second) && sub !== "config" ? `${sub} ${second}` : sub;
  const flags = rest.filter((each) => each.text.startsWith("-") && each.text.length > 1).map((each) => withoutHoles(each.text));
  const remote = sub === "push" || sub === "pull" || sub === "fetch" ? (own.operands[0]?.text ?? valueOf(own, "repo")?.text ?? null) : null;
  run.git.push({
    action,
    program: index,
    force: isForced(sub, own),
    flags,
    remote: remote === null ? null : withoutHoles(remote),
    branches: branchesOf(at),
    ...openRefs(at),
    message: messageOf(at),
    paths: pathsOf(at),
  });
}

function isForced(sub: string, own: Parsed): boolean {
  if (has(own, "force", "force-with-lease", "force-if-includes", "mirror", "discard-changes", "hard", "force-create", "B", "D", "M", "C"))
    return sub !== "commit" && sub !== "rebase";
  return sub === "push" && own.operands.slice(1).some((each) => each.text.startsWith("+"));
}

/** They change the branch that is checked out. */
const ON_PRESENT = wordSet("commit merge rebase reset cherry-pick revert am pull");
const MAKES_BRANCH = ["b", "B", "create", "force-create", "orphan"];

/** `heads/main` is the branch main too. */
const HEADS = /^(?:refs\/)?heads\//;

function cleanBranch(text: string): string {
  return withoutHoles(text).replace(/^\+/, "").replace(HEADS, "");
}

function branchesOf(at: GitCommand): readonly string[] {
  const { sub, own, run } = at;
  const branch = presentBranch(run);
  const present = branch === null ? [] : [branch];
  if (sub === "push") {
    const refs = own.operands.slice(1);
    return refs.length === 0 ? present : refs.flatMap((each) => pushedTo(each.text, present));
  }
  if (ON_PRESENT.has(sub)) return present;
  if (sub === "branch")
    return own.operands.length === 0 || has(own, "list", "all", "remotes", "contains", "merged", "no-merged", "show-current")
      ? []
      : own.operands.map((each) => cleanBranch(each.text));
  if (sub !== "checkout" && sub !== "switch") return [];
  const made = MAKES_BRANCH.flatMap((name) => valuesOf(own, name).map((each) => cleanBranch(each.text)));
  return made.length > 0 || takesFiles(at) ? made : own.operands.slice(0, 1).map((each) => cleanBranch(each.text));
}

/** The branch that is checked out by now, as far as the call itself does not leave it open. */
function presentBranch({ git: effects, world }: GitCommand["run"]): string | null {
  return branchesBefore(effects, world.branch).end;
}

/** `git push origin "$X"`, `git push --all`: where it goes is only known when it runs. What is known of the name stays. */
function openRefs({ sub, own, run, settings }: GitCommand): Pick<GitEffect, "open"> {
  if (sub !== "push") return {};
  const given = own.operands.slice(1).map(({ text }) => text.replace(/^\+/, ""));
  const refs = given.map((text) => text.slice(text.lastIndexOf(":") + 1).replace(HEADS, ""));
  // Switched before to a branch that is only known then.
  const isLost = run.world.branch !== null && presentBranch(run) === null && refs.every((ref) => ref === "HEAD" || ref === "@");
  const isLed = () => !has(own, "delete") && given.every((text) => !text.includes(":")) && settingsLeadPush(run, settings);
  if (isLost || has(own, "all", "branches", "mirror") || isLed()) return { open: ["*"] };
  const open = refs.filter((ref) => ref === "" || OPEN_REF.test(ref)).map((ref) => ref.replace(EVERY_OPEN, "*") || "*");
  return open.length === 0 ? {} : { open };
}

const OPEN_REF = /[\uE000-\uE002*]/;
const EVERY_OPEN = /[\uE000-\uE002*]+/g;

/** `HEAD:main` goes to main. */
function pushedTo(ref: string, present: readonly string[]): readonly string[] {
  const name = cleanBranch(ref.slice(ref.lastIndexOf(":") + 1));
  return name === "HEAD" || name === "@" ? present : [name];
}

/** `git checkout -- a`, `git checkout HEAD a`, `git checkout .`: files get another version, and the branch stays. */
function takesFiles(at: GitCommand): boolean {
  if (at.sub !== "checkout" || has(at.own, "b", "B", "orphan")) return false;
  const [first] = at.own.operands;
  return at.rest.some((each) => each.text === "--") || at.own.operands.length > 1 || (first !== undefined && namesFile(at, first));
}

function messageOf({ sub, own, how, rest }: GitCommand): string | null {
  if (!["commit", "tag", "merge", "notes", "stash"].includes(sub)) return null;
  const given = valuesOf(own, "message").map((each) => withoutHoles(each.text));
  if (sub === "stash")
    for (const [at, each] of rest.entries())
      if (each.text === "-m" || each.text === "--message") given.push(withoutHoles(textAt(rest, at + 1)));
  const file = valueOf(own, "file")?.text;
  if ((file === "-" || file === "/dev/stdin") && how.stdin !== null && !isDynamic(how.stdin.text)) given.push(how.stdin.text);
  return given.length === 0 ? null : given.join("\n\n");
}

function pathsOf({ sub, own, rest }: GitCommand): readonly string[] {
  if (!["add", "rm", "mv", "restore", "checkout", "commit", "reset", "clean", "diff", "log", "blame", "show"].includes(sub)) return [];
  const marker = rest.findIndex((each) => each.text === "--");
  if (marker >= 0) return rest.slice(marker + 1).map((each) => withoutHoles(each.text));
  return ["add", "rm", "mv", "restore", "blame", "clean", "commit"].includes(sub)
    ? own.operands.map((each) => withoutHoles(each.text))
    : [];
}
