// Options that commands of several families have.

import { HOSTS } from "../../base/index.ts";
import type { Option } from "./row.ts";

/** "claude, codex … or qwen" */
export const ANY_HOST = `${HOSTS.slice(0, -1).join(", ")} or ${HOSTS.at(-1)}`;
export const session: Option = { type: "string", value: "ID", help: "the session that this belongs to" };
export const origin: Option = { type: "string", value: "WHO", help: "user, agent, tool, web or file (default agent)" };
export const reason: Option = { type: "string", value: "TEXT", help: "why, kept in the ledger" };
export const sessionType: Option = { type: "string", value: "T", help: "main (default) or shared, which loads nothing private" };
export const limit: Option = { type: "string", short: "n", value: "N", help: "how many at most" };
