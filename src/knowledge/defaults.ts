// The documents that a new mind begins with. Written once by `init`, never over something that is there.

import type { Language } from "../base/index.ts";
import type { Profile } from "../schema/index.ts";

export interface Character {
  readonly name: string;
  readonly personality: string;
  readonly style: string;
}

const DEFAULTS: Readonly<Record<Language, Omit<Character, "name">>> = {
  zh: { personality: "专业、友好、注重细节", style: "简洁清晰" },
  en: { personality: "Professional, friendly, careful about details", style: "Concise and clear" },
};

const SOUL: Readonly<Record<Language, (character: Character) => string>> = {
  zh: ({ name, personality, style }) => `## 身份\n\n我是${name}，一个 AI 助手。\n\n## 性格\n\n${personality}\n\n## 说话方式\n\n${style}\n`,
  en: ({ name, personality, style }) =>
    `## Identity\n\nI am ${name}, an AI assistant.\n\n## Personality\n\n${personality}\n\n## Style\n\n${style}\n`,
};

/** Where the locale names no language, AgentKit's layout has its document's own words (AK-54), and the others English. */
export function languageFor(profile: Profile, locale: Language | null): Language {
  return locale ?? (profile === "agentkit" ? "zh" : "en");
}

/** AK-54. The name "AgentKit" belongs to that profile; elsewhere the agent is Codicil's. */
export function defaultCharacter(profile: Profile, locale: Language | null): Character {
  return { name: profile === "agentkit" ? "AgentKit" : "Codicil", ...DEFAULTS[languageFor(profile, locale)] };
}

export function soulText(character: Character, language: Language): string {
  return SOUL[language](character);
}

/** What `init` wrote and nobody changed since. */
export function isDefaultText(text: string): boolean {
  const souls = (["en", "zh"] as const).flatMap((language) =>
    (["agents", "agentkit"] as const).map((profile) => soulText(defaultCharacter(profile, language), language)),
  );
  return [...souls, USER_TEXT, MEMORY_TEXT, ""].some((each) => each.trim() === text.trim());
}

export const USER_TEXT = "## Identity\n\n## Preferences\n\n## Background\n";

export const MEMORY_TEXT = "## Notes\n";
