// When the bank is read at all (MB-11): what is asked concerns this project and the bank has something on it; not for the
// first message by itself, not for chat and short follow-ups. Told by words and counts, so the same message is judged alike.

import { either } from "../../base/index.ts";

export interface Message {
  readonly text: string;
  /** The first message of a session: the index is in its prompt already. */
  readonly isFirst: boolean;
  /** How many places of the bank speak of it. */
  readonly hits: number;
}

export type Trigger = { readonly read: boolean; readonly because: string };

const COMMAND = /\bmb[:：](?:write|no)\b/i;
const CHAT = new RegExp(
  String.raw`^(?:${either`
  hi, hello, hey, thanks?, thank you, ok(?:ay)?, yes, no, yep, nope, sure, great, good, nice, cool, continue,
  go on, go ahead, done, lgtm, bye, 你好, 您好, 谢谢, 多谢, 好的?, 可以, 是的?, 不是, 不用, 嗯+, 继续, 行, 对, 没错, 再见, 辛苦了
`})[\s.!?,。！？，~～]*$`,
  "iu",
);
/** "and the other one?", "那这个呢": the answer is in the conversation, not in the bank. */
const FOLLOW_UP = [
  new RegExp(
    String.raw`^(?:and|so|then|but|what about|how about)?\s*(?:${either`
  why, really, how so, like what, which one, the (?:first|second|third|last|other) one, it, that, this, these, those, them
`})?\s*(?:one|too|also|now|then|again|not)?[\s?!.,]*$`,
    "iu",
  ),
  new RegExp(
    String.raw`^(?:那么?|所以|然后|还有)?(?:${either`这个, 那个, 它们?, 为什么, 真的, 哪个, 第[一二三四]个, 怎么办`})?` +
      String.raw`(?:呢|吗|呀|啊|了)?[\s？?。.!！，,]*$`,
    "u",
  ),
];
const LONGEST_FOLLOW_UP = 200;
const EXPLICIT = /\bmemory[ -]?bank\b|\bproject memory\b|记忆库|项目记忆/iu;

export function wantsBank(message: Message): Trigger {
  const text = message.text.trim();
  if (text === "") return { read: false, because: "nothing was said" };
  if (COMMAND.test(text)) return { read: false, because: "a command of the bank itself" };
  if (EXPLICIT.test(text)) return { read: true, because: "the bank is asked for by name" };
  if (CHAT.test(text)) return { read: false, because: "chat" };
  if (message.isFirst) return { read: false, because: "the first message: the index is in the prompt" };
  if (text.length <= LONGEST_FOLLOW_UP && FOLLOW_UP.some((pattern) => pattern.test(text)))
    return { read: false, because: "a short follow-up" };
  if (message.hits === 0) return { read: false, because: "the bank has nothing on it" };
  return { read: true, because: `the bank has ${message.hits} ${message.hits === 1 ? "place" : "places"} on it` };
}
