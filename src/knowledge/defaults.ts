// The documents that a new mind begins with. Written once by `init`, never over something that is there.

import type { Profile } from "../schema/index.ts";

export interface Character {
  readonly name: string;
  readonly personality: string;
  readonly style: string;
}

/** AK-54. The name "AgentKit" belongs to that profile; elsewhere the agent is Codicil's. */
export function defaultCharacter(profile: Profile): Character {
  return { name: profile === "agentkit" ? "AgentKit" : "Codicil", personality: "专业、友好、注重细节", style: "简洁清晰" };
}

export function soulText(character: Character): string {
  return `## 身份\n\n我是${character.name}，一个 AI 助手。(I am ${character.name}, an AI assistant.)\n\n## 性格\n\n${character.personality}\n\n## 说话方式\n\n${character.style}\n`;
}

export const USER_TEXT = "## Identity\n\n## Preferences\n\n## Background\n";

export const MEMORY_TEXT = "## Notes\n";
