// What a person wants of memory, in plain words, English and Chinese. Nothing is guessed beyond these forms: whatever is
// none of them is a question to memory.

import { either } from "../../base/index.ts";

export type Wish =
  | { readonly kind: "remember"; readonly text: string }
  | { readonly kind: "forget"; readonly text: string }
  | { readonly kind: "undo" }
  | { readonly kind: "about" }
  | { readonly kind: "ask"; readonly query: string };

const POLITE = new RegExp(
  String.raw`^(?:${either`
  please, kindly, could you, can you, would you, hey, ok(?:ay)?, 请, 请你, 麻烦你?, 帮我, 你?能不能, 可以
`})[\s,，]*`,
  "i",
);

const REMEMBER = [
  new RegExp(
    String.raw`^(?:${either`
  remember, memori[sz]e, make a note, note, keep in mind, don'?t forget, do not forget
`})(?:\s+(?:that|this|down))?(?:\s*[:,])?\s+(\S.*)$`,
    "is",
  ),
  /^(?:remember|note)\s*:\s*(.+)$/is,
  /^(?:记住|记下来?|记一下|记得|牢记|别忘了|不要忘记|记录一?下?)(?:这个|这一点|这件事)?(?:\s*[:：,，])?\s*(\S.*)$/s,
  /^(.+?)[,，。]\s*(?:记住|记下来?|记一下)(?:这个|这一点|了)?[吧。！!]?$/s,
];
const FORGET = [
  new RegExp(
    String.raw`^(?:forget|delete|remove|erase)(?:\s+(?:${either`
  that, about, what you know about, the (?:note|memory|fact) (?:that|about)
`}))?(?:\s*[:,])?\s+(\S.*)$`,
    "is",
  ),
  /^(?:忘记|忘掉|忘了|删除|删掉|去掉)(?:关于)?(?:\s*[:：,，])?\s*(\S.*?)(?:的(?:记忆|记录|事情?|内容))?$/s,
];
const UNDO = new RegExp(
  String.raw`^(?:${either`
  undo, undo (?:that|it|the last (?:one|change)), take (?:that|it) back, revert(?: that| it)?, 撤销, 撤回,
  取消(?:刚才的|上一[步条个])?, 还原
`})[.!。！]?$`,
  "i",
);
const ABOUT = new RegExp(
  String.raw`^(?:${either`
  help, who are you, what are you, what can you do, hi, hello, hey, 你好, 您好, 你是谁, 你会什么, 帮助
`})[?!.。？！]?$`,
  "i",
);
const ASK = [
  new RegExp(
    String.raw`^(?:what|who|which|tell me what)\s+(?:do|did|have)\s+(?:you|we|i)\s+(?:${either`
  know, remember, note, notice, learn, have, say, tell you
`})(?:ed|n)?(?:\s+(?:about|of|on|regarding))?\s+(.+)$`,
    "is",
  ),
  new RegExp(
    String.raw`^(?:${either`
  do you (?:know|remember), recall, search (?:memory|your memory) for, look up, what about, tell me about
`})\s+(.+)$`,
    "is",
  ),
  /^你(?:还)?(?:知道|记得|了解)(?:些?什么)?(?:关于|有关)\s*(.+?)(?:的(?:什么|事情?|内容|信息))?(?:吗|么|呢)?$/s,
  /^(?:关于|有关)\s*(\S.*?)[,，]?\s{0,3}你(?:还)?(?:知道|记得)(?:些?什么|多少)?(?:吗|么|呢)?$/s,
  /^你(?:还)?(?:知道|记得)\s*(.+?)(?:吗|么|呢)?$/s,
];

export function readWish(words: string): Wish {
  const text = words.trim().replace(POLITE, "").trim();
  if (UNDO.test(text)) return { kind: "undo" };
  if (ABOUT.test(text)) return { kind: "about" };
  // A question about remembering is a question: "remember when we met?"
  const isQuestion = /[?？]\s*$|(?:吗|么|呢)[?？]?$/.test(text);
  const remembered = isQuestion ? null : firstMatch(REMEMBER, text);
  if (remembered !== null) return { kind: "remember", text: remembered };
  const forgotten = isQuestion ? null : firstMatch(FORGET, text);
  if (forgotten !== null) return { kind: "forget", text: bare(forgotten) };
  const asked = firstMatch(ASK, bare(text));
  return { kind: "ask", query: asked ?? bare(text) };
}

function firstMatch(patterns: readonly RegExp[], text: string): string | null {
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1]?.trim();
    if (found !== undefined && found !== "") return found;
  }
  return null;
}

function bare(text: string): string {
  return text
    .trim()
    .replace(/(?<![?？!！.。])[?？!！.。]+$/, "")
    .trim();
}
