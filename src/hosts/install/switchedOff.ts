// A repository, or the person's own settings, can tell a host to run no hooks, or be written so that the host reads nothing of
// them. Then nothing asks the gate, and no hook is there to say so: whoever looks where Codicil stands is told. Measured with Claude
// Code (2.1.327: a comment makes it ignore the file, a comma too many does not) and Codex; Qwen Code follows its documentation.

import { type Host, hostFacts } from "../../base/index.ts";
import type { Mind } from "../../mind/open.ts";
import { readAt } from "./jsonText.ts";
import { readSettings, textOf } from "./settingsFiles.ts";
import { readToml } from "./tomlText.ts";
import { folderOf } from "./wiring.ts";

export interface SwitchedOff {
  readonly host: Host;
  readonly file: string;
  /** What is wrong with it, as the end of a sentence. */
  readonly setting: string;
}

interface Switch {
  readonly files: readonly string[];
  readonly path: readonly string[];
  readonly off: boolean;
  /** The host ignores the whole file because of one comment. */
  readonly noComments?: true;
}

const SWITCHES: Partial<Readonly<Record<Host, Switch>>> = {
  claude: { files: ["settings.json", "settings.local.json"], path: ["disableAllHooks"], off: true, noComments: true },
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
    const files = [...new Set(scopes)].flatMap((folder) => wanted.files.map((name) => `${folder}/${name}`));
    return files.flatMap((file): SwitchedOff[] => {
      const line = lineNotRead(host, file, textIn(file) ?? "");
      if (line !== null) return [{ host, file, setting: `has a comment in line ${line}, so ${hostFacts(host).name} reads nothing of it` }];
      return valueIn(file, wanted.path) === wanted.off
        ? [{ host, file, setting: `says ${wanted.path.join(".")} = ${String(wanted.off)}` }]
        : [];
    });
  });
}

/** The line with the comment that makes a host ignore this file of its settings; null: it reads the file. */
export function lineNotRead(host: Host, file: string, text: string): number | null {
  if (SWITCHES[host]?.noComments !== true || !file.endsWith(".json")) return null;
  const at = commentIn(text);
  return at === null ? null : text.slice(0, at).split("\n").length;
}

/** The offset of the first comment; strings may hold what looks like one. */
function commentIn(text: string): number | null {
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    if (isString && text[at] === "\\") at++;
    else if (text[at] === '"') isString = !isString;
    else if (!isString && text[at] === "/" && /[/*]/.test(text[at + 1] ?? "")) return at;
  }
  return null;
}

function textIn(file: string): string | null {
  try {
    const bytes = readSettings(file);
    return bytes === null ? null : textOf(bytes, file);
  } catch {
    // What is no file, or cannot be read, switches nothing off; the host complains about it itself.
    return null;
  }
}

function valueIn(file: string, path: readonly string[]): unknown {
  const text = textIn(file);
  if (text === null) return undefined;
  try {
    return file.endsWith(".toml")
      ? path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], readToml(text, file))
      : readAt(text, path, file);
  } catch {
    // What cannot be parsed switches nothing off; the host complains about it itself.
    return undefined;
  }
}

/** For a person: what does not happen, why, and what to do. */
export function switchedOffText({ host, file, setting }: SwitchedOff): string {
  return `${hostFacts(host).name} runs no hooks here, so Codicil enforces nothing in it: ${file} ${setting}. Remove that line`;
}
