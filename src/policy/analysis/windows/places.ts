// Paths and variables of Windows shells, as the analysis spells them: with `/`, and below the world's own folders.

import type { Run } from "../record.ts";
import type { Shell } from "../shell/state.ts";
import { PLAIN } from "../shell/values.ts";

/** What is known of a variable; null: nothing. */
export function windowsVariable(name: string, { world }: Run, shell: Shell): string | null {
  switch (name.replace(/^env:/, "")) {
    case "home":
    case "userprofile":
      return world.userHome;
    case "pwd":
    case "cd":
      return shell.cwd;
    case "temp":
    case "tmp":
      return world.temporary[0] ?? "/tmp";
    case "github_workspace":
    case "build_sourcesdirectory":
      return world.project;
    case "appdata":
      return `${world.userHome}/AppData/Roaming`;
    case "localappdata":
      return `${world.userHome}/AppData/Local`;
    case "systemroot":
    case "windir":
      return "C:/Windows";
    case "programfiles":
      return "C:/Program Files";
    case "systemdrive":
      return "C:";
    case "null":
      return "/dev/null";
    case "true":
    case "false":
      return `$${name}`;
    case "pid":
    case "?":
    case "lastexitcode":
    case "username":
    case "computername":
      return PLAIN;
    default:
      return null;
  }
}
