// Commands that search, look through text or move minds about: more than the everyday ones need, and less than the rest.

import { type Core, runIn } from "./cores.ts";

const COMMANDS = {
  audience: () => import("./commands/audience.ts"),
  backup: () => import("./commands/backup.ts"),
  content: () => import("./commands/content.ts"),
  edit: () => import("./commands/edit.ts"),
  keys: () => import("./commands/keys.ts"),
  pathCheck: () => import("./commands/pathCheck.ts"),
  recall: () => import("./commands/recall.ts"),
  review: () => import("./commands/review.ts"),
  transfer: () => import("./commands/transfer.ts"),
  where: () => import("./commands/where.ts"),
};

export const runCommand: Core["runCommand"] = (names, call) => runIn(COMMANDS, names, call);

export const open: Core["open"] = async (options) => (await import("../mind/open.ts")).openMind(options);
