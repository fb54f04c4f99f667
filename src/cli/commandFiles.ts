// The files of commands, each loaded when its command is run: starting the program, asking for help or for the version reads
// none of them. In the release each is an entry of the one split build, which shares what they have in common.

import type { Call } from "./command.ts";

type Loaded = Readonly<Record<string, unknown>>;

const FILES: Readonly<Record<string, () => Promise<Loaded>>> = {
  audience: () => import("./commands/audience.ts"),
  backup: () => import("./commands/backup.ts"),
  bank: () => import("./commands/bank.ts"),
  chat: () => import("./commands/chat.ts"),
  common: () => import("./commands/common.ts"),
  completion: () => import("./commands/completion.ts"),
  content: () => import("./commands/content.ts"),
  demo: () => import("./commands/demo.ts"),
  deltas: () => import("./commands/deltas.ts"),
  docs: () => import("./commands/docs.ts"),
  doctor: () => import("./commands/doctor.ts"),
  edit: () => import("./commands/edit.ts"),
  heartbeat: () => import("./commands/heartbeat.ts"),
  history: () => import("./commands/history.ts"),
  hook: () => import("./commands/hook.ts"),
  hooks: () => import("./commands/hooks.ts"),
  hosts: () => import("./commands/hosts.ts"),
  init: () => import("./commands/init.ts"),
  keys: () => import("./commands/keys.ts"),
  mcp: () => import("./commands/mcp.ts"),
  memory: () => import("./commands/memory.ts"),
  overview: () => import("./commands/overview.ts"),
  pathCheck: () => import("./commands/pathCheck.ts"),
  plan: () => import("./commands/plan.ts"),
  policy: () => import("./commands/policy.ts"),
  policyRead: () => import("./commands/policyRead.ts"),
  prompt: () => import("./commands/prompt.ts"),
  quarantine: () => import("./commands/quarantine.ts"),
  readings: () => import("./commands/readings.ts"),
  recall: () => import("./commands/recall.ts"),
  review: () => import("./commands/review.ts"),
  serve: () => import("./commands/serve.ts"),
  session: () => import("./commands/session.ts"),
  sessionImport: () => import("./commands/sessionImport.ts"),
  status: () => import("./commands/status.ts"),
  statusline: () => import("./commands/statusline.ts"),
  transfer: () => import("./commands/transfer.ts"),
  trash: () => import("./commands/trash.ts"),
  where: () => import("./commands/where.ts"),
};

export async function runCommand([file, name]: readonly [string, string], call: Call): Promise<number> {
  const load = FILES[file];
  if (!load) throw new Error(`the table names commands/${file}.ts, which commandFiles.ts does not load`);
  return ((await load())[name] as (call: Call) => Promise<number>)(call);
}
