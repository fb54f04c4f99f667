// The table of commands, a file for each family. `--help`, docs/cli.md and the parser all read it, so they cannot disagree.

import { DOCUMENTS } from "./documents.ts";
import { HOST_COMMANDS } from "./hosts.ts";
import { POLICY } from "./policy.ts";
import { REVIEW } from "./review.ts";
import type { Command, Option } from "./row.ts";
import { SESSIONS } from "./sessions.ts";
import { SET_UP } from "./setUp.ts";

export const PURPOSE = "Codicil stores your agents' memory, identity and rules as Markdown, and enforces the rules.";

export const GLOBAL_OPTIONS: Readonly<Record<string, Option>> = {
  json: { type: "boolean", help: "print one JSON value on stdout and nothing else" },
  home: { type: "string", value: "DIR", help: "the mind's home (default $CODICIL_HOME, else ~/.config/agents)" },
  cwd: { type: "string", value: "DIR", help: "the project (default: the current directory)" },
  help: { type: "boolean", short: "h", help: "help for a command" },
};

export const COMMANDS: readonly Command[] = [...SET_UP, ...DOCUMENTS, ...REVIEW, ...SESSIONS, ...POLICY, ...HOST_COMMANDS];
