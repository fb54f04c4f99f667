// What came with a backup or a bundle and waits for the person: hooks that they have not looked at, settings not taken.

import { diskFacts } from "../../store/index.ts";
import { RESTORED_MARK } from "../../sharing/power.ts";
import type { Mind } from "../../mind/open.ts";
import type { Diagnosis } from "../texts/finding.ts";

export function checkRestored(mind: Mind): Diagnosis[] {
  const { home } = mind.where;
  const hooks = diskFacts.list(`${home}/hooks`).filter((name) => diskFacts.lstat(`${home}/hooks/${name}/${RESTORED_MARK}`) !== null);
  const settings = `${home}/last-word/config.yaml.restored`;
  const found = hooks.map((name): Diagnosis => ({
    code: "restored-hook",
    severity: "info",
    file: `${home}/hooks/${name}/HOOK.md`,
    message: "came with a backup; it runs only if you trusted it as it is now (codicil hooks)",
  }));
  if (diskFacts.lstat(settings) === null) return found;
  const message = "contains settings of a backup that were not restored; copy what you want to config.yaml and remove this file";
  return [...found, { code: "restored-settings", severity: "info", file: settings, message }];
}
