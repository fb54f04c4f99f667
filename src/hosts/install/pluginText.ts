// The plugins as the build made them: one file each, without imports, copied into the host's own folder.

import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { AppError } from "../../base/index.ts";

/** Is in the plugin where install writes the place of the launcher and of the mind. */
const PLACEHOLDER = "__CODICIL_INSTALLATION__";

/** Written into the plugin by install. */
export interface Installation {
  readonly hook: string;
  readonly home: string;
  readonly state: string;
  readonly shared?: true;
}

export function pluginText(host: "opencode" | "pi", installation: Installation): string {
  const found = fileOf(host);
  if (found === undefined)
    throw new AppError("NOT_FOUND", `there is no plugin for ${host} beside this program`, { hint: "npm run build makes it." });
  return readFileSync(found, "utf8").replaceAll(PLACEHOLDER, JSON.stringify(installation));
}

export function hasPlugin(host: "opencode" | "pi"): boolean {
  return fileOf(host) !== undefined;
}

/** From source, the last build's are beside src/. */
function fileOf(host: string): string | undefined {
  const folder = dirname(realpathSync(process.argv[1] ?? ""));
  return [join(folder, `${host}-plugin.js`), join(folder, "../../dist", `${host}-plugin.js`)].find((path) => existsSync(path));
}
