// A repository, or the person's own settings, can tell a host to run no hooks. Then nothing asks the gate, and no hook is there to
// say so: whoever looks where Codicil stands is told. Measured with Claude Code and Codex; Qwen Code follows its documentation.

import { type Host, hostFacts } from "../../base/index.ts";
import type { Mind } from "../../mind/open.ts";
import { readAt } from "./jsonText.ts";
import { readSettings, textOf } from "./settingsFiles.ts";
import { readToml } from "./tomlText.ts";
import { folderOf } from "./wiring.ts";

export interface SwitchedOff {
  readonly host: Host;
  readonly file: string;
  /** As it is written there. */
  readonly setting: string;
}

interface Switch {
  readonly files: readonly string[];
  readonly path: readonly string[];
  readonly off: boolean;
}

const SWITCHES: Partial<Readonly<Record<Host, Switch>>> = {
  claude: { files: ["settings.json", "settings.local.json"], path: ["disableAllHooks"], off: true },
  qwen: { files: ["settings.json"], path: ["disableAllHooks"], off: true },
  codex: { files: ["config.toml"], path: ["features", "hooks"], off: false },
};

export function switchedOff({ where }: Pick<Mind, "where">, hosts: readonly Host[], env: NodeJS.ProcessEnv = process.env): SwitchedOff[] {
  return hosts.flatMap((host): SwitchedOff[] => {
    const wanted = SWITCHES[host];
    if (wanted === undefined) return [];
    const scopes = [null, ...new Set([where.project, where.cwd])].map((project) =>
      folderOf(host, { userHome: where.userHome, project, env }),
    );
    return [...new Set(scopes)]
      .flatMap((folder) => wanted.files.map((name) => `${folder}/${name}`))
      .filter((file) => valueIn(file, wanted.path) === wanted.off)
      .map((file) => ({ host, file, setting: `${wanted.path.join(".")} = ${String(wanted.off)}` }));
  });
}

function valueIn(file: string, path: readonly string[]): unknown {
  try {
    const bytes = readSettings(file);
    if (bytes === null) return undefined;
    const text = textOf(bytes, file);
    return file.endsWith(".toml")
      ? path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], readToml(text, file))
      : readAt(text, path, file);
  } catch {
    // What is no file, or cannot be read, switches nothing off; the host complains about them itself.
    return undefined;
  }
}

/** For a person: what does not happen, why, and what to do. */
export function switchedOffText({ host, file, setting }: SwitchedOff): string {
  return `${hostFacts(host).name} runs no hooks here, so Codicil enforces nothing in it: ${file} says ${setting}. Remove that line`;
}
