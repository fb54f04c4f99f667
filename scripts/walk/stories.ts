// The five documents, in the order of requirements: each story is one of them, told by commands and calls.

import { agentkit } from "./agentkit.ts";
import { lastWord } from "./lastWord.ts";
import { memoryBank } from "./memoryBank.ts";
import { orchestrator } from "./orchestrator.ts";
import { scorel } from "./scorel.ts";
import type { Story } from "./story.ts";

export const stories: readonly Story[] = [lastWord, agentkit, orchestrator, memoryBank, scorel];
