// Session rules: what is not loaded where other people listen.

import { NEVER_ZH } from "../../lexicon/chinese.ts";
import { BANNED, NEVER, PASSIVE } from "../../lexicon/english.ts";
import { any } from "../../match/patterns.ts";
import type { Draft } from "../draft.ts";
import type { Sentence } from "../text/sentence.ts";
import { antecedents, type Unit } from "../text/unit.ts";

const SHARED = /\b(?:others?|other people|somebody else|someone else|guests?|strangers|third parties|more people) (?:are|is) (?:in|on|around|present|listening|reading|there|with us|also)\b|\bin company\b|(?:有|当着?)(?:外人|别人|其他人|旁人|第三者|他人)|旁人在场|\b(?:shared|group|public|multi-?user|team) (?:sessions?|chats?|channels?|contexts?|conversations?|ones?)\b|\bgroup chats?\b|\b(?:other|outside) people (?:are|can|listen|read)|共享会话|群聊|群里|公共会话|多人会话|共享频道|公共频道|公开频道|公共群|公开场合|群组|共享的?(?:聊天|对话)/;
const MAIN_ONLY = /\b(?:only|exclusively|solely)\b[^.]{0,40}\b(?:main|private|direct|personal|one-on-one) (?:sessions?|chats?|conversations?)\b|\b(?:main|private) sessions?\b[^.]{0,12}\bonly\b|(?:只|仅)[^，。]{0,8}(?:主会话|私聊|私人会话|私有会话)/;
const LOAD = /\b(?:load|inject|include|read|open|put|expose|bring|share|show|use|recall|pull|enter|appear|see|mention|get|receive|know)\w*\b|\b(?:stay|stays|remain|kept|keep|belong|is|are)\b|加载|载入|注入|读取|读|打开|引用|使用|带入|出现|看|泄露/;
const STAYS_OUT = /\b(?:stays?|remains?|are|is|kept|left) (?:out|closed|shut|hidden|private|unread|unloaded|untouched|unopened|not loaded|off[- ]limits)\b|不(?:加载|载入|读|带)/;
const LONG_TERM = /\blong-term memor(?:y|ies)\b|长期记忆/;

export function readSessions(unit: Unit, index: number): Draft[] {
  const sentence = unit.sentences[index] as Sentence;
  const { norm } = sentence;
  const before = unit.sentences[index - 1];
  // "In group chats load `a` only; `b` stays out."
  const shared = SHARED.test(norm) || (before !== undefined && SHARED.test(before.norm) && STAYS_OUT.test(norm));
  const mainOnly = MAIN_ONLY.test(norm);
  if ((!shared && !mainOnly) || !LOAD.test(norm)) return [];
  const prohibits = mainOnly || matches(NEVER, norm) || matches(BANNED, norm) || matches(PASSIVE, norm) || matches(NEVER_ZH, norm) || /\b(?:no|not|neither|nor|without|skip|leave out|stays? out|out of|closed|shut|hidden|unread|untouched)\b|不加载|不载入|不读|不带|不注入|不出现|不引用/.test(norm);
  if (!prohibits) return [];
  const but = /\b(?:but|except)\b(?=[^.]*\b(?:not|neither|never|nor|without)\b)|但(?=[^。]*(?:不|禁))|，(?=\s?(?:不|禁止|别|勿))/.exec(norm);
  const from = but !== null && /\b(?:may|can|load|loads|allowed|only)\b|可以|允许|只/.test(norm.slice(0, but.index)) ? but.index : -1;
  const names = sentence.mentions.filter((each) => each.at > from).filter((each) => each.entity.type === "path" || (each.entity.type === "name" && /^[A-Z]+$/.test(each.entity.text))).map((each) => (/\.\w+$|\/$/.test(each.entity.text) ? each.entity.text : `${each.entity.text}.md`));
  if (names.length === 0 && /\b(?:it|them|that|those|this)\b|它/.test(norm)) names.push(...(antecedents(unit, index)[0]?.mentions ?? []).filter((each) => each.entity.type === "path" && /\.mdx?$/.test(each.entity.text)).map((each) => each.entity.text));
  if (names.length === 0 && LONG_TERM.test(norm)) names.push("MEMORY.md");
  if (names.length === 0) return [];
  const [name] = names as [string];
  return [
    {
      effect: "limit",
      matcher: any([{ kind: "document", names }, { kind: "path", access: ["read"], globs: names }]),
      session: "shared",
      shown: `${names.map((each) => `\`${each}\``).join(", ")} in a shared session`,
      row: sentence.row,
      stopped: { call: { tool: "load", document: name }, session: "shared" },
      passes: { call: { tool: "load", document: name }, session: "main" },
    },
  ];
}

function matches(pattern: RegExp, text: string): boolean {
  return text.search(pattern) !== -1;
}
