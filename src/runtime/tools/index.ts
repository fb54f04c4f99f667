// The tools of a chat, in the order in which a model is told of them.

import type { Tool } from "../ports/tool.ts";
import { skillTool } from "../skills/listing.ts";
import { type FetchOptions, makeFetch } from "./fetch.ts";
import { edit, list, read, write } from "./fileTools.ts";
import { memoryTools, plan, recall } from "./memoryTools.ts";
import { search } from "./search.ts";
import { makeShell } from "./shell.ts";

export interface ToolboxOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly fetch?: FetchOptions;
}

/** AK-50: the memory tool is among them from the first turn on. */
export function makeTools({ env, fetch }: ToolboxOptions = {}): readonly Tool[] {
  return [read, write, edit, list, search, makeShell(env), makeFetch(fetch), ...memoryTools, recall, plan, skillTool];
}
