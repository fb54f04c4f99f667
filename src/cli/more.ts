// The other commands, which bring the gate's compiler, the runtime, the hosts and the daemon with them.

import { type Core, runIn } from "./cores.ts";

const COMMANDS = {
  bank: () => import("./commands/bank.ts"),
  chat: () => import("./commands/chat.ts"),
  common: () => import("./commands/common.ts"),
  doctor: () => import("./commands/doctor.ts"),
  heartbeat: () => import("./commands/heartbeat.ts"),
  hooks: () => import("./commands/hooks.ts"),
  hook: () => import("./commands/hook.ts"),
  hosts: () => import("./commands/hosts.ts"),
  init: () => import("./commands/init.ts"),
  mcp: () => import("./commands/mcp.ts"),
  policy: () => import("./commands/policy.ts"),
  policyRead: () => import("./commands/policyRead.ts"),
  readings: () => import("./commands/readings.ts"),
  prompt: () => import("./commands/prompt.ts"),
  session: () => import("./commands/session.ts"),
  sessionImport: () => import("./commands/sessionImport.ts"),
  serve: () => import("./commands/serve.ts"),
};

export const runCommand: Core["runCommand"] = (names, call) => runIn(COMMANDS, names, call);

export const open: Core["open"] = async (options) => (await import("../mind/open.ts")).openMind(options);
