// Paths and variables of Windows shells, as the analysis spells them: with `/`, and below the world's own folders.

import { byName, sameRow } from "../../base/index.ts";
import type { World } from "../call/call.ts";
import type { Run } from "../run/record.ts";
import type { Shell } from "../run/state.ts";
import { PLAIN } from "../run/values.ts";

const VARIABLES: Readonly<Record<string, (world: World, shell: Shell, name: string) => string | null>> = byName({
  ...sameRow("home userprofile", (world) => world.userHome),
  ...sameRow("pwd cd", (_world, shell) => shell.cwd),
  ...sameRow("temp tmp", (world) => world.temporary[0] ?? "/tmp"),
  ...sameRow("github_workspace build_sourcesdirectory", (world) => world.project),
  appdata: (world) => `${world.userHome}/AppData/Roaming`,
  localappdata: (world) => `${world.userHome}/AppData/Local`,
  ...sameRow("systemroot windir", () => "C:/Windows"),
  programfiles: () => "C:/Program Files",
  systemdrive: () => "C:",
  null: () => "/dev/null",
  ...sameRow("true false", (_world, _shell, name) => `$${name}`),
  ...sameRow("pid ? lastexitcode username computername", () => PLAIN),
});

/** What is known of a variable; null: nothing. */
export function windowsVariable(name: string, { world }: Run, shell: Shell): string | null {
  return VARIABLES[name.replace(/^env:/, "")]?.(world, shell, name) ?? null;
}
