// Everything behind the table: the commands and the hall. A file of its own in the release, so that starting the program,
// asking for help or for the version never reads it; and it is compiled once and then taken from the compile cache.

import type { Call } from "./command.ts";
import type { Mind, OpenOptions } from "../mind/open.ts";

type Module = Readonly<Record<string, unknown>>;

const COMMANDS: Readonly<Record<string, () => Promise<Module>>> = {
  backup: () => import("./commands/backup.ts"),
  bank: () => import("./commands/bank.ts"),
  chat: () => import("./commands/chat.ts"),
  deltas: () => import("./commands/deltas.ts"),
  doctor: () => import("./commands/doctor.ts"),
  edit: () => import("./commands/edit.ts"),
  heartbeat: () => import("./commands/heartbeat.ts"),
  hooks: () => import("./commands/hooks.ts"),
  history: () => import("./commands/history.ts"),
  hook: () => import("./commands/hook.ts"),
  hosts: () => import("./commands/hosts.ts"),
  init: () => import("./commands/init.ts"),
  mcp: () => import("./commands/mcp.ts"),
  memory: () => import("./commands/memory.ts"),
  pathCheck: () => import("./commands/pathCheck.ts"),
  content: () => import("./commands/content.ts"),
  quarantine: () => import("./commands/quarantine.ts"),
  keys: () => import("./commands/keys.ts"),
  policy: () => import("./commands/policy.ts"),
  trash: () => import("./commands/trash.ts"),
  plan: () => import("./commands/plan.ts"),
  prompt: () => import("./commands/prompt.ts"),
  recall: () => import("./commands/recall.ts"),
  review: () => import("./commands/review.ts"),
  session: () => import("./commands/session.ts"),
  sessionImport: () => import("./commands/sessionImport.ts"),
  status: () => import("./commands/status.ts"),
  serve: () => import("./commands/serve.ts"),
  where: () => import("./commands/where.ts"),
};

export async function runCommand([module, name]: readonly [string, string], call: Call): Promise<number> {
  const load = COMMANDS[module];
  if (!load) throw new Error(`the table names commands/${module}.ts, which core.ts does not know`);
  return ((await load())[name] as (call: Call) => Promise<number>)(call);
}

export async function open(options: OpenOptions): Promise<Mind> {
  return (await import("../mind/open.ts")).openMind(options);
}
