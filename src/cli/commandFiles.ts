// The files of commands, each loaded when its command is run: starting the program, asking for help or for the version reads
// none of them. In the release each is an entry of the one split build, which shares what they have in common.

import type { Call } from "./terminal/command.ts";

type Loaded = Readonly<Record<string, unknown>>;

const FILES: Readonly<Record<string, () => Promise<Loaded>>> = {
  audience: () => import("./documents/audience.ts"),
  backup: () => import("./setUp/backup.ts"),
  bank: () => import("./sessions/bank.ts"),
  chat: () => import("./sessions/chat.ts"),
  common: () => import("./setUp/commonMind.ts"),
  completion: () => import("./setUp/completion.ts"),
  content: () => import("./policy/content.ts"),
  demo: () => import("./hosts/demo.ts"),
  deltas: () => import("./documents/deltas.ts"),
  docs: () => import("./documents/docs.ts"),
  doctor: () => import("./hosts/doctor.ts"),
  edit: () => import("./documents/edit.ts"),
  heartbeat: () => import("./sessions/heartbeat.ts"),
  history: () => import("./documents/history.ts"),
  hook: () => import("./hosts/hook.ts"),
  hooks: () => import("./policy/hooks.ts"),
  hosts: () => import("./hosts/hosts.ts"),
  init: () => import("./setUp/init.ts"),
  keys: () => import("./policy/keys.ts"),
  mcp: () => import("./hosts/mcp.ts"),
  memory: () => import("./documents/memory.ts"),
  overview: () => import("./setUp/overview.ts"),
  pathCheck: () => import("./policy/pathCheck.ts"),
  plan: () => import("./documents/plan.ts"),
  policy: () => import("./policy/policy.ts"),
  policyRead: () => import("./policy/policyRead.ts"),
  prompt: () => import("./sessions/prompt.ts"),
  quarantine: () => import("./documents/quarantine.ts"),
  readings: () => import("./policy/readings.ts"),
  recall: () => import("./sessions/recall.ts"),
  review: () => import("./documents/review.ts"),
  serve: () => import("./hosts/serve.ts"),
  session: () => import("./sessions/session.ts"),
  sessionImport: () => import("./sessions/sessionImport.ts"),
  status: () => import("./documents/status.ts"),
  statusline: () => import("./documents/statusline.ts"),
  transfer: () => import("./setUp/transfer.ts"),
  trash: () => import("./policy/trash.ts"),
  where: () => import("./sessions/where.ts"),
};

/** Commands that go through all of a mind, a part after the other. */
const THROUGH_ALL = new Set(["backup backup", "backup restore", "review forget", "transfer exportBundle", "transfer importFrom"]);

/** The function that a row of the table names. */
export async function commandOf([file, name]: readonly [string, string]): Promise<(call: Call) => Promise<number>> {
  const load = FILES[file];
  // V8 lets the heap grow to many times what these hold: 100 MB for nothing.
  if (THROUGH_ALL.has(`${file} ${name}`)) {
    const { setFlagsFromString } = process.getBuiltinModule("node:v8");
    setFlagsFromString("--semi-space-growth-factor=1");
    setFlagsFromString("--heap-growing-percent=30");
  }
  if (!load) throw new Error(`the table names the file ${file}, which commandFiles.ts does not load`);
  return (await load())[name] as (call: Call) => Promise<number>;
}
