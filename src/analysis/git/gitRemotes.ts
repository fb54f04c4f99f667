// Subcommands of git that reach other repositories.

import { has, readOptions, table, valueOf, valuesOf } from "../run/options.ts";
import { addHazard, addOpaque, touch } from "../run/record.ts";
import { field, isDynamic, textAt } from "../run/values.ts";
import { runCarried } from "../carriers/wrappers.ts";
import type { GitCommand } from "./git.ts";
import { noteSetting } from "./gitConfig.ts";
import { type Action, destroys } from "./gitShared.ts";

/** `git -c remote.origin.push=+HEAD~5:main` */
const OVERWRITES = /^remote\..+\.(?:push=[+:]|mirror=true$)/i;

export const push: Action = (at) => {
  const { own, run, index } = at;
  if (has(own, "dry-run")) return undefined;
  const [remote, ...refs] = own.operands;
  runOption(at, "receive-pack", "exec");
  if (at.settings.some((each) => OVERWRITES.test(each))) destroys(at, "its settings overwrite or delete branches on the remote");
  const overwrites = has(own, "force", "force-with-lease", "force-if-includes", "mirror", "prune");
  if (overwrites || refs.some((each) => each.text.startsWith("+"))) destroys(at, "it overwrites history on the remote");
  if (has(own, "delete") || refs.some((each) => each.text.startsWith(":"))) destroys(at, "it deletes branches or tags on the remote");
  const to = remote?.text ?? valueOf(own, "repo")?.text ?? "origin";
  noteRemote(at, to);
  if (isUrl(to) || run.git.some((each) => each.action === "remote add" || each.action === "remote set-url"))
    addHazard(run, "exfiltration", "it pushes to a place that is not a remote of the project yet", index);
  if (remote !== undefined && isDynamic(remote.text))
    addHazard(run, "exfiltration", "the place it pushes to is only known when it runs", index);
  reach(at, to, true);
  return undefined;
};

function reach({ run, index }: GitCommand, to: string, sends: boolean): void {
  run.network.push({ host: isUrl(to) ? hostOf(to) : null, url: isUrl(to) ? to : null, sends, program: index, remote: true });
}

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

/** fetch, pull and their like. */
const reaching: Action = (at) => {
  runOption(at, "upload-pack");
  for (const word of at.own.operands) noteRemote(at, word.text);
  reach(at, at.own.operands[0]?.text ?? "origin", false);
  return undefined;
};

export const fetching: Action = (at) => {
  reaching(at);
  // `+main:main` moves a branch of this repository, whatever it held; so does `-f` with `main:main`.
  const moves = has(at.own, "force") ? /^[^:]+:(?!refs\/(?:remotes|tags)\/)./ : /^\+.*:(?!refs\/(?:remotes|tags)\/)/;
  if (at.own.operands.slice(1).some((each) => moves.test(each.text))) destroys(at, "it overwrites a branch");
  return undefined;
};

export const lsRemote: Action = (at) =>
  reaching({
    ...at,
    own: readOptions(
      at.rest,
      table("upload-pack: exec: h,heads b,branches t,tags refs q,quiet exit-code get-url sort: symref o,server-option:"),
    ),
  });

function nameOfClone(url: string): string {
  return url
    .replace(/(?<!\/)\/+$/, "")
    .replace(/\.git$/, "")
    .replace(/^.*[/:]/s, "");
}

export const clone: Action = (at) => {
  const own = readOptions(
    at.rest,
    table(
      `
      l,local no-hardlinks s,shared reference: q,quiet v,verbose progress n,no-checkout bare mirror o,origin: b,branch: u,upload-pack:
      template: c,config: depth: shallow-since: single-branch no-single-branch no-tags recurse-submodules:? shallow-submodules
      remote-submodules separate-git-dir: j,jobs: filter: sparse dissociate`,
    ),
  );
  for (const setting of valuesOf(own, "config")) {
    const [key = "", ...value] = setting.text.split("=");
    noteSetting(at, key, value.join("="), true);
  }
  if (has(own, "template")) addHazard(at.run, "tampering", "a template brings hooks with it", at.index);
  reaching({ ...at, own });
  const path = touch(at, "create", own.operands[1] ?? field(nameOfClone(textAt(own.operands, 0))));
  if (path !== null) at.run.disk.made.set(path, { kind: "dir", content: null, by: "clone" });
  return undefined;
};

export const remote: Action = (at) => {
  const words = at.rest.filter((each) => !each.text.startsWith("-"));
  if (words[0]?.text === "set-url") addHazard(at.run, "persistence", "it changes where the project is pushed to", at.index);
  if (words[0]?.text === "remove" || words[0]?.text === "rm") destroys(at, "it forgets a remote and its branches");
  for (const word of words.slice(1)) noteRemote(at, word.text);
  return undefined;
};
