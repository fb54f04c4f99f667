// Git settings that make git run or load something, or send data elsewhere.

import { addHazard, type Command, type Run } from "../run/record.ts";
import { isDynamic } from "../run/values.ts";
import { runCarried } from "../carriers/wrappers.ts";
import { madeBefore } from "../scripts/earlier.ts";

const RUNS =
  /^(?:core\.(?:pager|editor|sshcommand|fsmonitor|hookspath|askpass|gitproxy|alternaterefscommand)|pager\.\S+|alias\.\S+|sequence\.editor|diff\.external|diff\.\S+\.(?:command|textconv)|difftool\.\S+\.(?:cmd|path)|mergetool\.\S+\.(?:cmd|path)|merge\.\S+\.driver|filter\.\S+\.(?:clean|smudge|process)|gpg\.(?:\S+\.)?program|gpg\.ssh\.defaultkeycommand|credential\.(?:\S+\.)?helper|init\.templatedir|interactive\.difffilter|trailer\.\S+\.(?:command|cmd)|remote\.\S+\.(?:uploadpack|receivepack|vcs|proxy)|uploadpack\.packobjectshook|sendemail\.\S+|browser\.\S+\.cmd|man\.\S+\.cmd|web\.browser|help\.browser|instaweb\.\S+|submodule\.\S+\.update|tar\.\S+\.command|guitool\.\S+\.cmd|ssh\.variant)$/i;
const LEADS =
  /^(?:url\..+\.(?:insteadof|pushinsteadof)|include\.path|includeif\..+\.path|protocol\.(?:\S+\.)?allow|remote\.\S+\.(?:push)?url|http\.(?:\S+\.)?(?:proxy|sslverify|extraheader|cookiefile)|core\.(?:worktree|bare|excludesfile|attributesfile|gitdir)|safe\.directory|receive\.\S+|transfer\.\S+|extensions\.\S+)$/i;

const HARMLESS_VALUES =
  /^(?:|true|false|cat|less(?: -\w+)*|more|vi|vim|nvim|nano|emacs|code --wait|delta|bat|:|never|always|auto|store|cache(?: --timeout=\d+)?|osxkeychain|manager(?:-core)?|libsecret|user|https|git|file)$/;

/** A setting that is made or given: is it one that runs or leads something? */
export function noteSetting(command: Command, key: string, value: string, lasting: boolean): void {
  const { run, index } = command;
  if (lasting && PUSHES.test(key)) keepSetting(run, `${key}=${value}\n`);
  const harmless = HARMLESS_VALUES.test(value) && !/^core\.(?:hookspath|fsmonitor|sshcommand)$/i.test(key);
  if (RUNS.test(key)) {
    if (/^alias\./i.test(key) && !value.startsWith("!") && !isDynamic(value)) return noteAlias(command, value);
    if (harmless || (/^core\.fsmonitor$/i.test(key) && /^(?:true|false|)$/.test(value))) return;
    const text = value.replace(/^!/, "");
    addHazard(run, lasting ? "persistence" : "tampering", `the setting \`${key}\` makes git run \`${text.slice(0, 60)}\``, index);
    if (/\s|^rm$/.test(text)) runCarried(command, text, "git -c");
    return;
  }
  if (/^gc\.(?:prune|reflog)expire/i.test(key) && /^(?:now|all|0)/.test(value))
    addHazard(run, "destructive", "it deletes commits that nothing points to", index);
  if (LEADS.test(key)) {
    if (/^protocol\.(?:file|https|ssh)\.allow$/i.test(key) || (/^safe\.directory$/i.test(key) && (!lasting || value === run.world.project)))
      return;
    addHazard(run, lasting ? "persistence" : "tampering", `the setting \`${key}\` changes what git reads or where it sends`, index);
  }
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

export const READING_CONFIG = /^(?:--get(?:-all|-regexp|-urlmatch|-color|-colorbool)?|-l|--list|--show-origin|--show-scope|get|list)$/;
