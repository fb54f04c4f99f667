// A clause's text as it is read: nouns of acts become verbs, and a new sentence begins where people write none.

import { byName } from "../../base/index.ts";

/** No part of a path, and no word of "deletion policy". */
const APART = String.raw`(?![\w/-]|\.\w| (?:is|are|was|policy|date)\b)`;
const NOUNS = new RegExp(String.raw`(?<![\w/.-])(delet|creat|modificat|remov)(?:ion|al)s?${APART}`, "gi");
/** What is in backticks stays as it is. */
const CODE = /(`[^`]*`)/;
const DONE: Readonly<Record<string, string>> = byName({ delet: "deleting", creat: "creating", modificat: "modifying", remov: "removing" });

/** In longer text such a noun tells of something. */
const MOST_NAMED = 120;

/** 不要手改，重新生成用 `x`: what is done instead. */
const ANEW = /[，,]\s*(?=重新(?:生成|编译|构建|执行))/g;

/** "`x plan` is fine, `x apply` is NOT": the other half of what is said. */
const IS_FINE = String.raw`(\b(?:is|are) (?:fine|ok|okay|allowed|good))\b[,;]?(?: but)?`;
const IS_NOT = String.raw`(?:is|are)(?: not|n't| forbidden| off[ -]limits)(?=[.!,;(]|$| \()`;
const OTHER_HALF = new RegExp(`${IS_FINE} ([^,;.!]{1,80}?) ${IS_NOT}`, "gi");

/** "New dependency -> ask first" */
const LEADS_TO = / {0,3}(?:->|→|=>) {0,3}(?=(?:always |please )?(?:ask|check with)\b|先问|问我)/gi;

/** 禁止使用 any: TypeScript's, where a sentence in Chinese has the word. */
const ANY_TYPE = /(?<=\p{Script=Han} ?)(?<![`\w])any(?= ?(?:类型|[。，,；;、）)]|$))/gu;

/** "Branch deletion" in a list of what one is asked about. */
export function respelled(text: string): string {
  const parted = text.replace(ANEW, "。").replace(OTHER_HALF, "$1. $2 is forbidden").replace(LEADS_TO, ": ").replace(ANY_TYPE, "`any`");
  if (parted.length > MOST_NAMED || parted.includes("→")) return parted;
  const spoken = (each: string): string => each.replace(NOUNS, (whole, verb: string) => DONE[verb.toLowerCase()] ?? whole);
  return parted.includes("`")
    ? parted
        .split(CODE)
        .map((each, at) => (at % 2 === 0 ? spoken(each) : each))
        .join("")
    : spoken(parted);
}

const BETWEEN_WIDE = /(?<=\p{Script=Han}) +(?=\p{Script=Han})/gu;
const IS_MADE = /(是[^，。！；]{1,24}的)(?=不要|别|禁止|不能|不许)/g;

/** 生成的不要手改 重新生成用 …: what people write without commas. */
export const withCommas = (text: string): string => text.replace(BETWEEN_WIDE, "，").replace(IS_MADE, "$1，");
