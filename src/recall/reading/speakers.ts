// Who speaks in a talk with an assistant, and whose words a question is after.

import { either } from "../../base/index.ts";

const PERSONS = new Set(["you", "user", "human", "me", "用户"]);
const ASSISTANTS = new Set(["agent", "assistant", "ai", "bot", "model", "助手"]);

/** Who is called so has no name that a question could mean. */
export function isRole(speaker: string): boolean {
  const name = speaker.toLowerCase();
  return PERSONS.has(name) || name === "system" || ASSISTANTS.has(name);
}

export function isAssistant(speaker: string | null | undefined): boolean {
  return typeof speaker === "string" && ASSISTANTS.has(speaker.toLowerCase());
}

export function isPerson(speaker: string | null | undefined): boolean {
  return typeof speaker === "string" && PERSONS.has(speaker.toLowerCase());
}

/** What was said, not what is asked for now: "did you recommend", "you recommended", and not "can you recommend". */
const TELL = either`
  recommend, suggest, advise, propose, say, tell, mention, explain, give, list, answer, describe, provide, share, introduce
`;
const TOLD = either`
  recommended, suggested, advised, proposed, said, told, mentioned, explained, gave, given, listed, answered, described,
  provided, shared, introduced, taught, outlined
`;
const LATELY = "(?:['’]ve| have| had| just| also| once| previously| earlier| already| first| last| originally| initially| ever)*";
const ADVICE = either`advice, suggestion, suggestions, recommendation, recommendations, answer, answers, reply, response, explanation`;
const ASKED_OF_IT = [
  String.raw`\bdid you${LATELY} (?:${TELL})\b`,
  String.raw`\byou${LATELY} (?:${TOLD})\b`,
  String.raw`\byour (?:own |last |earlier )?(?:${ADVICE})\b`,
].map((form) => new RegExp(form, "i"));
/** 我和你分享过 tells what the person said; 你和我分享过 what the assistant did. */
const IT = "(?<![和跟给向对与])(?:你|您|助手)";
const BETWEEN = "(?:曾经|曾|之前|上次|还|都|有没有|是怎么|怎么|(?:[给向跟和对为]|告诉)(?:了|过)?我)*";
const TOLD_CHINESE = "(?:推荐|建议|说|告诉|提到|提过|介绍|讲|教|回答|给|提供|分享|列)";
const ASKED_OF_IT_CHINESE = new RegExp(`${IT}(?:${BETWEEN}${TOLD_CHINESE}|的(?:建议|推荐|回答|方案))`);

/** The question asks what the assistant itself said. */
export function asksAssistant(text: string): boolean {
  return ASKED_OF_IT.some((form) => form.test(text)) || ASKED_OF_IT_CHINESE.test(text);
}
