// One top-level key of config.yaml changed in the person's own text: one line, every other byte as it was.

import { AppError } from "../../base/index.ts";

/** Replaces the key's line or adds one at the end. What the text then says is read again: only this key may differ. */
export async function setTopLevelKey(text: string, key: string, value: string): Promise<string> {
  // Late: reading YAML costs every command that only opens a mind.
  const { parseYaml } = await import("../text/yaml.ts");
  const line = new RegExp(`^${key}:[^\\S\\n]*(?:"(?:[^"\\\\\\n]|\\\\.)*"|[^\\s#]*)`, "m");
  const written = /^[\w./@~+][\w./:@~+?=&%-]*[\w./]$/.test(value) ? value : JSON.stringify(value);
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const end = text === "" || text.endsWith("\n") ? "" : newline;
  const edited = line.test(text) ? text.replace(line, () => `${key}: ${written}`) : `${text}${end}${key}: ${written}${newline}`;
  const before = { ...(parseYaml(text, "config.yaml").value as Record<string, unknown> | null), [key]: value };
  const after = parseYaml(edited, "config.yaml").value as Record<string, unknown>;
  const same = (one: Record<string, unknown>) => JSON.stringify(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
  if (same(before) === same(after)) return edited;
  throw new AppError("BAD_CONFIG", `${key} cannot be changed without touching other lines`, { hint: "Change it in an editor." });
}

/** The key is gone; its line too, and nothing else. */
export async function dropTopLevelKey(text: string, key: string): Promise<string> {
  const { parseYaml } = await import("../text/yaml.ts");
  const edited = text.replace(new RegExp(`^${key}:[^\\n]*(?:\\n|$)`, "m"), "");
  const { [key]: _, ...before } = (parseYaml(text, "config.yaml").value ?? {}) as Record<string, unknown>;
  if (JSON.stringify(before) === JSON.stringify(parseYaml(edited, "config.yaml").value ?? {})) return edited;
  throw new AppError("BAD_CONFIG", `${key} cannot be removed without touching other lines`, { hint: "Remove it in an editor." });
}
