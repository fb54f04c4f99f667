// What the terminal says in Chinese, by its English: a table for each group of screens, and what rooms below say in English.

import { readingIn, reasonAtTerminal } from "./reasons/say.ts";
import { DOCUMENTS } from "./terminal/documents.ts";
import { HOSTS } from "./terminal/hosts.ts";
import { OVERVIEW } from "./terminal/overview.ts";
import { POLICY } from "./terminal/policy.ts";
import { REVIEW } from "./terminal/review.ts";
import { errorAtTerminal } from "./terminal/told.ts";

export const SCREENS: Readonly<Record<string, string>> = { ...OVERVIEW, ...POLICY, ...REVIEW, ...DOCUMENTS, ...HOSTS };

export const BELOW = { reason: reasonAtTerminal, reading: (text: string) => readingIn("zh", text), error: errorAtTerminal };
