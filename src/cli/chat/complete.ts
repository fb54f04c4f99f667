// What Tab makes of a line of a chat that is half typed: a command, what it is about, or a document behind @.

import { listEverywhere } from "../../activity/sessions.ts";
import { visibleDocuments } from "../../mind/documents/load.ts";
import type { Mind } from "../../mind/open.ts";
import { PROVIDERS } from "../../runtime/index.ts";
import { SLASH_NAMES } from "./slash.ts";

/** As Node's line editor takes it: the texts that may be there, and the end of the line that they replace. */
export type Completed = [found: string[], typed: string];

const ARGUMENTS: Readonly<Record<string, (mind: Mind) => Promise<readonly (string | null)[]>>> = {
  "/model": async () => [...Object.entries(PROVIDERS).map(([name, { model }]) => `${name}/${model ?? ""}`), "offline"],
  "/resume": async (mind) => (await listEverywhere(mind)).sessions.map(({ title }) => title),
};

export async function completed(mind: Mind, line: string): Promise<Completed> {
  if (/^\/[a-z]*$/.test(line)) return [SLASH_NAMES.filter((name) => name.startsWith(line)), line];
  const [command = ""] = line.split(" ", 1);
  const argument = line.slice(command.length).trimStart();
  const names = await ARGUMENTS[command]?.(mind);
  if (names !== undefined) return [like(argument, names), argument];
  const name = /^@(\S*)$/.exec(line.slice(line.lastIndexOf(" ") + 1))?.[1];
  const documents = name === undefined ? [] : visibleDocuments(mind, "main").map(({ key }) => key.replace(/^\.\//, ""));
  return [like(name ?? "", documents), name ?? ""];
}

/** Those that begin so, else those that have it in them. */
function like(typed: string, names: readonly (string | null)[]): string[] {
  const all = [...new Set(names.flatMap((name) => (name === null ? [] : name.replace(/[\s\p{Cc}]+/gu, " ").trim())))];
  const low = typed.toLowerCase();
  const begin = all.filter((name) => name.toLowerCase().startsWith(low));
  return begin.length > 0 ? begin : all.filter((name) => name.toLowerCase().includes(low));
}
