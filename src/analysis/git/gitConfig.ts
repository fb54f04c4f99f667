// Git settings that make git run or load something, or send data elsewhere.

import { either, whole, wholeAnyCase } from "../../base/index.ts";
import { addHazard, type Command, type Run } from "../run/record.ts";
import { isDynamic } from "../run/values.ts";
import { runCarried } from "../carriers/wrappers.ts";
import { madeBefore } from "../scripts/earlier.ts";

const RUNNING = [
  either`core\.(?:pager|editor|sshcommand|fsmonitor|hookspath|askpass|gitproxy|alternaterefscommand), pager\.\S+, alias\.\S+,
    sequence\.editor, diff\.external, diff\.\S+\.(?:command|textconv), difftool\.\S+\.(?:cmd|path), mergetool\.\S+\.(?:cmd|path)`,
  either`merge\.\S+\.driver, filter\.\S+\.(?:clean|smudge|process), gpg\.(?:\S+\.)?program, gpg\.ssh\.defaultkeycommand`,
  either`credential\.(?:\S+\.)?helper, init\.templatedir, interactive\.difffilter, trailer\.\S+\.(?:command|cmd)`,
  either`remote\.\S+\.(?:uploadpack|receivepack|vcs|proxy), uploadpack\.packobjectshook, sendemail\.\S+, browser\.\S+\.cmd,
    man\.\S+\.cmd, web\.browser, help\.browser, instaweb\.\S+, submodule\.\S+\.update, tar\.\S+\.command, guitool\.\S+\.cmd,
    ssh\.variant`,
];
const RUNS = new RegExp(`^(?:${RUNNING.join("|")})$`, "i");
const LEADS = wholeAnyCase`url\..+\.(?:insteadof|pushinsteadof), include\.path, includeif\..+\.path, protocol\.(?:\S+\.)?allow,
  remote\.\S+\.(?:push)?url, http\.(?:\S+\.)?(?:proxy|sslverify|extraheader|cookiefile),
  core\.(?:worktree|bare|excludesfile|attributesfile|gitdir), safe\.directory, receive\.\S+, transfer\.\S+, extensions\.\S+`;

const HARMLESS = either`true, false, cat, less(?: -\w+)*, more, vi, vim, nvim, nano, emacs, code --wait, delta, bat, :, never, always, auto,
  store, cache(?: --timeout=\d+)?, osxkeychain, manager(?:-core)?, libsecret, user, https, git, file`;
const HARMLESS_VALUES = new RegExp(`^(?:|${HARMLESS})$`);

/** A setting that is made or given: is it one that runs or leads something? */
export function noteSetting(command: Command, key: string, value: string, lasting: boolean): void {
  const { run, index } = command;
  if (lasting && PUSHES.test(key)) keepSetting(run, `${key}=${value}\n`);
  if (RUNS.test(key)) return noteRunning(command, key, value, lasting);
  if (/^gc\.(?:prune|reflog)expire/i.test(key) && /^(?:now|all|0)/.test(value))
    addHazard(run, "destructive", "it deletes commits that nothing points to", index);
  if (LEADS.test(key) && !isSafe(run, key, value, lasting))
    addHazard(run, kindOf(lasting), `the setting \`${key}\` changes what git reads or where it sends`, index);
}

const kindOf = (lasting: boolean) => (lasting ? "persistence" : "tampering");

function noteRunning(command: Command, key: string, value: string, lasting: boolean): void {
  if (/^alias\./i.test(key) && !value.startsWith("!") && !isDynamic(value)) return noteAlias(command, value);
  if (HARMLESS_VALUES.test(value) && !/^core\.(?:hookspath|fsmonitor|sshcommand)$/i.test(key)) return;
  if (/^core\.fsmonitor$/i.test(key) && /^(?:true|false|)$/.test(value)) return;
  const text = value.replace(/^!/, "");
  addHazard(command.run, kindOf(lasting), `the setting \`${key}\` makes git run \`${text.slice(0, 60)}\``, command.index);
  if (/\s|^rm$/.test(text)) runCarried(command, text, "git -c");
}

/** Usual ways to reach a remote, and the project's own folder. */
function isSafe({ world }: Run, key: string, value: string, lasting: boolean): boolean {
  if (/^safe\.directory$/i.test(key)) return !lasting || value === world.project;
  return /^protocol\.(?:file|https|ssh)\.allow$/i.test(key);
}

/** They say where a push goes whose words leave that open. */
const PUSHES = /^(?:remote\..+\.(?:push|mirror)|push\.default)$/i;
/** To the branch of the same name, or nowhere. */
const SAME_NAME = /^(?:|false|simple|current|nothing)$/i;

const settingsOf = (run: Run) => `${run.world.project}/.git/config`;

function keepSetting(run: Run, line: string): void {
  const before = run.disk.made.get(settingsOf(run))?.content ?? "";
  run.disk.made.set(settingsOf(run), { kind: "file", content: before + line, by: "edit" });
}

/** Whether settings of the command, of the call or of the session's earlier calls send a push to a branch of another name. */
export function settingsLeadPush(run: Run, given: readonly string[]): boolean {
  const path = settingsOf(run);
  const lines = [madeBefore(run, path), run.disk.made.get(path)].flatMap((made) => made?.content?.split("\n") ?? []);
  const values = new Map<string, string>();
  for (const line of [...lines, ...given]) {
    const [, key = "", value = ""] = /^([^=]*)=?(.*)$/s.exec(line) ?? [];
    if (PUSHES.test(key)) values.set(key.toLowerCase(), value);
  }
  return [...values.values()].some((value) => !SAME_NAME.test(value));
}

/** An alias for a git command is as good or bad as that command. */
function noteAlias(command: Command, value: string): void {
  runCarried(command, `git ${value}`, "git alias");
}

export const READING_CONFIG = whole`--get(?:-all|-regexp|-urlmatch|-color|-colorbool)?, -l, --list, --show-origin, --show-scope, get,
  list`;
