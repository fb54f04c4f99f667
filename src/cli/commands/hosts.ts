import { createTwoFilesPatch } from "diff";
import { AppError } from "../../base/index.ts";
import { type FileChange, fireCanaries, hostNamed, type InstallPlan, type InstallRequest, planInstall, planUninstall, pluginText, programsNow } from "../../hosts/index.ts";
import { printJson } from "../answer.ts";
import { type Call, flag } from "../command.ts";

async function requestOf(call: Call): Promise<InstallRequest> {
  const { where, desk } = await call.mind();
  return { host: hostNamed(call.args[0] ?? ""), where, project: flag(call, "project"), env: process.env, programs: programsNow(), plugin: pluginText, trust: !flag(call, "no-trust"), now: desk.clock.now() };
}

export async function install(call: Call): Promise<number> {
  const request = await requestOf(call);
  const plan = planInstall(request);
  if (!(await agreed(call, plan, "install"))) return 2;
  plan.carryOut();
  const canaries = fireCanaries(request.where).filter(({ host }) => host === plan.host);
  if (call.json) printJson(call, { host: plan.host, changed: plan.changes.map(({ path }) => path), notes: plan.notes, canaries });
  else {
    call.terminal.print(plan.changes.length === 0 ? `${plan.host}: installed already, nothing to change\n` : `${plan.host}: installed\n`);
    for (const { path, alive, why } of canaries) call.terminal.print(`  ${alive ? call.terminal.colour.green("alive") : call.terminal.colour.red("dead")}  ${path}: ${call.terminal.safe(why)}\n`);
    for (const note of plan.notes) call.terminal.print(`  ${call.terminal.safe(note)}\n`);
  }
  return canaries.every(({ alive }) => alive) ? 0 : 1;
}

export async function uninstall(call: Call): Promise<number> {
  const plan = planUninstall(await requestOf(call));
  if (!(await agreed(call, plan, "uninstall"))) return 2;
  plan.carryOut();
  if (call.json) printJson(call, { host: plan.host, changed: plan.changes.map(({ path }) => path) });
  else call.terminal.print(plan.changes.length === 0 ? `${plan.host}: nothing of Codicil's is there\n` : `${plan.host}: uninstalled\n`);
  return 0;
}

/** Shows every file and what would change in it, and wants a person's word: their key, or the --yes that they typed. */
async function agreed(call: Call, plan: InstallPlan, act: string): Promise<boolean> {
  if (plan.changes.length === 0) return true;
  const { print, say, safe } = call.terminal;
  const show = call.json ? say : print;
  for (const change of plan.changes) show(safe(diffOf(change)));
  if (act === "install") for (const note of plan.notes) show(`${safe(note)}\n`);
  if (flag(call, "yes")) return true;
  if (!call.terminal.isInteractive) throw new AppError("NEEDS_PERSON", `${act} changes the settings of another program`, { hint: `Look at what it would change, then say --yes.` });
  const { confirm, isCancel } = await import("@clack/prompts");
  const answer = await confirm({ message: `${act} ${plan.host}: write ${plan.changes.length === 1 ? "this file" : `these ${plan.changes.length} files`}?` });
  return !isCancel(answer) && answer;
}

/** A plugin is a program of ours, thousands of lines long: its name says enough. */
const LONGEST_SHOWN = 60_000;

function diffOf({ path, before, after }: FileChange): string {
  if ((after ?? before ?? "").length > LONGEST_SHOWN && (before === null || after === null)) return `${after === null ? "remove" : "write"} ${path} (${(after ?? before ?? "").length} characters, Codicil's plugin)\n`;
  const patch = createTwoFilesPatch(before === null ? "/dev/null" : path, after === null ? "/dev/null" : path, before ?? "", after ?? "", undefined, undefined, { context: 2 });
  return `${patch.replace(/^=+\n/, "")}\n`;
}
