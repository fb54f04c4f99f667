// What the offline responder says, in the person's language. It never sounds like a model: what it tells is quoted from
// memory with its place, or is about what it did.

import { isChinese } from "../memory/words.ts";

export function inLanguageOf(words: string): (english: string, chinese: string) => string {
  return isChinese(words) ? (_, chinese) => chinese : (english) => english;
}

export const HOW_TO_GET_A_MODEL = {
  english:
    "No language model is configured, so I do not think or write: I search your memory and keep it. Set ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY, OPENROUTER_API_KEY or OLLAMA_HOST, or start with --model, to talk to one.",
  chinese:
    "目前没有配置语言模型，所以我不会思考或写作：我只检索并保管你的记忆。设置 ANTHROPIC_API_KEY、OPENAI_API_KEY、GEMINI_API_KEY、OPENROUTER_API_KEY 或 OLLAMA_HOST，或用 --model 启动，就能与模型对话。",
} as const;

export const WHAT_I_DO = {
  english: "You can say: “remember that …”, “forget …”, “what do you know about …”, “undo”. Anything else I look up in memory.",
  chinese: "你可以说：“记住……”、“忘记……”、“你知道关于……的什么”、“撤销”。其他的话我会在记忆里查找。",
} as const;
