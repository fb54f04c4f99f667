// What the terminal says in Chinese, by its English: a table for each group of screens, and what rooms below say in English.

import { reasonAtTerminal } from "./reasons/say.ts";
import { DOCUMENTS } from "./terminal/documents.ts";
import { HELP_COMMANDS } from "./terminal/helpCommands.ts";
import { HELP_NOTES } from "./terminal/helpNotes.ts";
import { HELP_OPTIONS } from "./terminal/helpOptions.ts";
import { HOSTS } from "./terminal/hosts.ts";
import { OVERVIEW } from "./terminal/overview.ts";
import { POLICY } from "./terminal/policy.ts";
import { REVIEW } from "./terminal/review.ts";
import { SESSIONS } from "./terminal/sessions.ts";
import { errorAtTerminal, readingAtTerminal } from "./terminal/told.ts";
import { TRANSFER } from "./terminal/transfer.ts";

export const SCREENS: Readonly<Record<string, string>> = {
  ...OVERVIEW,
  ...POLICY,
  ...REVIEW,
  ...DOCUMENTS,
  ...HOSTS,
  ...SESSIONS,
  ...TRANSFER,
  ...HELP_COMMANDS,
  ...HELP_OPTIONS,
  ...Object.fromEntries(HELP_NOTES),
};

export const BELOW = { reason: reasonAtTerminal, reading: readingAtTerminal, error: errorAtTerminal };
