import { createTwoFilesPatch } from "diff";
import { AppError } from "../../base/index.ts";
import {
  carryOutShims,
  type FileChange,
  fireCanaries,
  hostNamed,
  type InstallPlan,
  type InstallRequest,
  planInstall,
  planShims,
  planUninstall,
  refreshInstalled,
} from "../../hosts/index.ts";
import { shippedSkills } from "../../hostSessions/skills.ts";
import { printJson } from "../terminal/answer.ts";
import { underHome } from "../terminal/columns.ts";
import { type Call, flag } from "../terminal/command.ts";
import { padTo } from "../terminal/width.ts";
import type { Words } from "../terminal/translated.ts";
import { lineCounts, shipped } from "./hostsDoor.ts";

async function requestOf(call: Call): Promise<InstallRequest> {
  return {
    ...shipped(await call.mind()),
    host: hostNamed(call.args[0] ?? ""),
    project: flag(call, "project"),
    shared: flag(call, "shared"),
    trust: !flag(call, "no-trust"),
  };
}

/** The first command of a new version that looks at the hosts brings their copies up to it. */
export async function refresh(call: Call): Promise<void> {
  const changed = refreshInstalled(shipped(await call.mind({ permissions: "any" })));
  if (changed.length > 0)
    call.terminal.say(call.terminal.words`refreshed for this version: ${changed.map((path) => call.terminal.safe(path)).join(", ")}`);
}

export async function install(call: Call): Promise<number> {
  const request = await requestOf(call);
  const plan = planInstall(request);
  if (!(await agreed(call, plan, "install"))) return declined(call);
  plan.carryOut();
  const canaries = await fireCanaries(request.where, plan.host);
  if (call.json) printJson(call, { host: plan.host, changed: plan.changes.map(({ path }) => path), notes: plan.notes, canaries });
  else {
    const { words } = call.terminal;
    call.terminal.print(
      `${plan.changes.length === 0 ? words`${plan.host}: installed already, nothing to change` : words`${plan.host}: installed`}\n`,
    );
    if (canaries.length > 0) call.terminal.print(`${words`tried with calls that are judged and never run:`}\n`);
    for (const { path, alive, why } of canaries)
      call.terminal.tell(
        `  ${alive ? call.terminal.colour.green(words`works`) : call.terminal.colour.red(words`fails`)}  ${path}: ${call.terminal.safe(words.reading(why))}\n`,
        9,
      );
    for (const note of plan.notes) call.terminal.tell(`  ${call.terminal.safe(words.reading(note))}\n`);
    // Whoever was told what fails mends that first.
    if (canaries.some(({ alive }) => !alive)) return 1;
    call.terminal.tell(`${words`next: start ${plan.host} in a project with an AGENTS.md`}\n`);
    call.terminal.tell(`      ${words`codicil policy report shows what is enforced, codicil serve shows each call`}\n`);
  }
  return canaries.every(({ alive }) => alive) ? 0 : 1;
}

export async function uninstall(call: Call): Promise<number> {
  const plan = planUninstall(await requestOf(call));
  if (!(await agreed(call, plan, "uninstall"))) return declined(call);
  plan.carryOut();
  if (call.json) printJson(call, { host: plan.host, changed: plan.changes.map(({ path }) => path) });
  else
    call.terminal.print(
      `${plan.changes.length === 0 ? call.terminal.words`${plan.host}: nothing of Codicil's is there` : call.terminal.words`${plan.host}: uninstalled`}\n`,
    );
  return 0;
}

function declined({ terminal }: Call): number {
  terminal.say(terminal.words`nothing was changed`);
  return 2;
}

/** Shows every file and what would change in it, and asks the person: a key, or the --yes that they typed. */
async function agreed(call: Call, plan: InstallPlan, act: string): Promise<boolean> {
  if (plan.changes.length === 0) return true;
  const { terminal } = call;
  const { words } = terminal;
  // A script that says uninstall means it: what Codicil wrote is taken back, and nothing else changes.
  const isSaid = flag(call, "yes") || (act === "uninstall" && !terminal.isInteractive);
  // Elsewhere than at a terminal, or before a refusal, nobody can ask for more: then all of it is shown.
  await showChanges(call, plan, !flag(call, "diff") && (isSaid || terminal.isInteractive));
  if (act === "install") for (const note of plan.notes) showOf(call)(`${terminal.safe(words.reading(note))}\n`);
  if (isSaid) return true;
  if (!terminal.isInteractive)
    throw new AppError("NEEDS_PERSON", `${act} changes the settings of another program`, {
      hint: `Look at what it would change, then run it again with --yes.`,
    });
  const { confirm, isCancel } = await import("@clack/prompts");
  const files = plan.changes.length === 1 ? words`this file` : words`these ${plan.changes.length} files`;
  const answer = await confirm({
    message: act === "install" ? words`install ${plan.host}: write ${files}?` : words`uninstall ${plan.host}: change or remove ${files}?`,
  });
  return !isCancel(answer) && answer;
}

const showOf =
  ({ json, terminal }: Call) =>
  (text: string) =>
    json ? terminal.say(text) : terminal.tell(text);

async function showChanges(call: Call, plan: InstallPlan, isShort: boolean): Promise<void> {
  const { terminal } = call;
  const home = (await call.mind({ permissions: "any" })).where.userHome;
  const show = showOf(call);
  for (const change of plan.changes) {
    if (isShort) show(terminal.safe(`${summaryOf(change, home, terminal.words)}\n`));
    else (call.json ? terminal.say : terminal.print)(terminal.safe(diffOf(change)));
  }
  if (isShort) show(`${terminal.colour.dim(terminal.words`--diff shows every line`)}\n`);
}

/** `change ~/.claude/settings.json (+42 -1)`. */
function summaryOf({ path, before, after }: FileChange, home: string, words: Words): string {
  const { added, removed } = lineCounts(before, after);
  const act = words.of(before === null ? "create" : after === null ? "remove" : "change");
  return words`${act} ${underHome(path, home)} (+${added} -${removed} lines)`;
}

/** A plugin is a program of ours, thousands of lines long: its name says enough. */
const LONGEST_SHOWN = 60_000;

function diffOf({ path, before, after }: FileChange): string {
  if ((after ?? before ?? "").length > LONGEST_SHOWN && (before === null || after === null))
    return `${after === null ? "remove" : "write"} ${path} (${(after ?? before ?? "").length} characters, Codicil's plugin)\n`;
  const patch = createTwoFilesPatch(
    before === null ? "/dev/null" : path,
    after === null ? "/dev/null" : path,
    before ?? "",
    after ?? "",
    undefined,
    undefined,
    { context: 2 },
  );
  return `${patch.replace(/^=+\n/, "")}\n`;
}

const SAYS = { write: "write", there: "there already", "by-hand": "not changed: Codicil did not write it", remove: "remove" } as const;

/** The skills that are shipped; named, one of them with its files. */
export async function skills(call: Call): Promise<number> {
  const [name] = call.args;
  const shipped = shippedSkills();
  const found = shipped.find((each) => each.name === name);
  if (name !== undefined && found === undefined)
    throw new AppError("NOT_FOUND", `there is no skill ${JSON.stringify(name)}`, {
      hint: `One of ${shipped.map((each) => each.name).join(", ")}.`,
    });
  if (call.json)
    printJson(
      call,
      found ?? shipped.map(({ name: each, description, files }) => ({ name: each, description, files: files.map(({ path }) => path) })),
    );
  else if (found === undefined) for (const each of shipped) call.terminal.print(`${each.name}\n  ${each.description}\n`);
  else call.terminal.print(found.files.map(({ path, text }) => (found.files.length === 1 ? text : `--- ${path} ---\n${text}`)).join("\n"));
  return 0;
}

export async function shims(call: Call): Promise<number> {
  const { where } = await call.mind();
  const { words } = call.terminal;
  const planned = planShims(where, { remove: flag(call, "remove") });
  const answer = (): number => {
    if (call.json) printJson(call, planned);
    return 0;
  };
  for (const { path, state } of planned) {
    const line = `${padTo(words.of(SAYS[state]), 8)}  ${call.terminal.safe(path)}`;
    if (call.json) call.terminal.say(line);
    else call.terminal.print(`${line}\n`);
  }
  const changes = planned.filter(({ state }) => state === "write" || state === "remove");
  if (changes.length === 0) {
    if (planned.length === 0) call.terminal.say(words`there is no AGENTS.md here that a pointer could lead to`);
    return answer();
  }
  if (!flag(call, "yes")) {
    if (!call.terminal.isInteractive)
      throw new AppError("NEEDS_PERSON", "shims writes instruction files of this project", {
        hint: "Look at the list, then run it again with --yes.",
      });
    const { confirm, isCancel } = await import("@clack/prompts");
    const word = await confirm({
      message: flag(call, "remove")
        ? words`Remove ${changes.length} pointers to AGENTS.md?`
        : words`Write ${changes.length} pointers to AGENTS.md?`,
    });
    if (isCancel(word) || !word) return 2;
  }
  carryOutShims(planned);
  return answer();
}
