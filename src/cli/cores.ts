// Which file of the release has a command. What is typed or called often stands in a small one: a file is read whole,
// whatever part of it is needed. Each has its own copy of the hall, so a mind is opened by the file that uses it.

import type { Call } from "./command.ts";
import type { Mind, OpenOptions } from "../mind/open.ts";

export interface Core {
  runCommand(names: readonly [string, string], call: Call): Promise<number>;
  open(options: OpenOptions): Promise<Mind>;
}

const SMALL: ReadonlySet<string> = new Set(["status", "plan", "deltas", "memory", "history", "quarantine", "trash"]);
/** These want recall or the content room, and no compiler, runtime, host or daemon. */
const MIDDLE: ReadonlySet<string> = new Set(["recall", "content", "where", "pathCheck", "keys", "review", "edit", "audience", "backup", "transfer"]);

export async function coreOf(module: string): Promise<Core> {
  if (SMALL.has(module)) return import("./core.ts");
  return MIDDLE.has(module) ? import("./middle.ts") : import("./more.ts");
}

type Module = Readonly<Record<string, unknown>>;

export async function runIn(commands: Readonly<Record<string, () => Promise<Module>>>, [module, name]: readonly [string, string], call: Call): Promise<number> {
  const load = commands[module];
  if (!load) throw new Error(`the table names commands/${module}.ts, which is in none of core.ts, middle.ts and more.ts`);
  return ((await load())[name] as (call: Call) => Promise<number>)(call);
}
