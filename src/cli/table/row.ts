// A row of the table of commands, and the options that commands of several families have.

import { HOSTS } from "../../base/index.ts";

export interface Option {
  readonly type: "string" | "boolean";
  readonly help: string;
  /** How the value is called in the usage line. */
  readonly value?: string;
  readonly short?: string;
}

export interface Command {
  /** One or two words: `plan`, `memory add`. */
  readonly name: string;
  readonly summary: string;
  /** Everything behind the name is passed on as it is: the words of another program. */
  readonly raw?: true;
  /** The name of its family alone runs it: `trash` lists. */
  readonly familyAlone?: true;
  /** How many positional arguments there may be; one unless said otherwise. */
  readonly many?: true;
  /** Positional arguments as they are in the usage line, e.g. `ID` or `[DOC]`. */
  readonly arguments?: string;
  /** The argument is the name of a file or folder that this makes; a verb is taken for a slip there. */
  readonly makes?: true;
  /** A line that works, behind `codicil`: for who does not know what an argument looks like. */
  readonly example?: string;
  readonly options?: Readonly<Record<string, Option>>;
  readonly group:
    | "Chat"
    | "Set-up"
    | "Documents and deltas"
    | "Review and history"
    | "Memory"
    | "Prompt and sessions"
    | "Recall"
    | "Policy"
    | "Trash"
    | "Filters"
    | "Hosts"
    | "Page";
  /** Is behind the table in the reference. */
  readonly notes?: string;
  /** The key in commandFiles.ts and the function in that file. */
  readonly run: readonly [module: string, name: string];
}

/** "claude, codex … or qwen" */
export const ANY_HOST = `${HOSTS.slice(0, -1).join(", ")} or ${HOSTS.at(-1)}`;
export const session: Option = { type: "string", value: "ID", help: "the session that this belongs to" };
export const origin: Option = { type: "string", value: "WHO", help: "user, agent, tool, web or file (default agent)" };
export const reason: Option = { type: "string", value: "TEXT", help: "why, kept in the ledger" };
export const sessionType: Option = { type: "string", value: "T", help: "main (default) or shared, which loads nothing private" };
export const limit: Option = { type: "string", short: "n", value: "N", help: "how many at most" };
