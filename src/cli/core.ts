// The commands of everyday use and the hall behind them. A file of its own in the release, so that starting the program,
// asking for help or for the version never reads it; and it is compiled once and then taken from the compile cache.

import { type Core, runIn } from "./cores.ts";

const COMMANDS = {
  deltas: () => import("./commands/deltas.ts"),
  history: () => import("./commands/history.ts"),
  memory: () => import("./commands/memory.ts"),
  quarantine: () => import("./commands/quarantine.ts"),
  trash: () => import("./commands/trash.ts"),
  plan: () => import("./commands/plan.ts"),
  status: () => import("./commands/status.ts"),
};

export const runCommand: Core["runCommand"] = (names, call) => runIn(COMMANDS, names, call);

export const open: Core["open"] = async (options) => (await import("../mind/open.ts")).openMind(options);
