// Tokens that must not stand in new text: "never use `any`", 不要用 `console.log`. They are code, so no call is held for
// them; what was written is checked after it.

import { NEVER_ZH } from "../../lexicon/chinese.ts";
import { CUE } from "../../lexicon/cues.ts";
import { NEVER } from "../../lexicon/english.ts";
import type { Draft } from "../draft.ts";
import { asks, permits } from "../phrases/force.ts";
import { matchesOf } from "../text/scan.ts";
import { NAME, type Sentence } from "../text/sentence.ts";
import type { Unit } from "../text/unit.ts";

const USED = new RegExp(`^ ?(?:ever |directly |simply |please )*(?:use|using|call|calling|write|writing|add|adding|import|importing|introduce|introducing|reach for|leave|leaving|return|throw|rely on|使用|用|写|加|引入|调用|出现|留下)? ?(?:the |a |an |any |bare |raw )*((?:[${NAME}](?:, | or | and |, or |/|、|或|和)?)+)`);

export function readChecks(unit: Unit, index: number): Draft[] {
  const sentence = unit.sentences[index] as Sentence;
  if ((sentence.cues & CUE.no) === 0 || !sentence.mentions.some((each) => each.entity.type === "name" && each.entity.code) || permits(sentence) || asks(sentence)) return [];
  const [never] = [...matchesOf(NEVER, sentence.norm), ...(sentence.chinese ? matchesOf(NEVER_ZH, sentence.norm) : [])];
  if (never === undefined || never.index > 40) return [];
  const from = never.index + never[0].length;
  const match = USED.exec(sentence.norm.slice(from));
  if (match === null) return [];
  const end = from + match[0].length;
  const tokens = sentence.mentions.filter((each) => each.at >= from && each.at < end && each.entity.type === "name").map((each) => each.entity.text);
  const code = tokens.filter((text) => /^[\w.:$@#<>()!*[\] -]{2,40}$/.test(text) && /\p{L}/u.test(text) && (/[^a-z]/.test(text) || text.length > 2));
  const [first] = code;
  if (first === undefined || code.length < tokens.length) return [];
  return [
    {
      effect: "check",
      matcher: { kind: "text", tokens: code },
      shown: code.map((text) => `\`${text}\``).join(", "),
      row: sentence.row,
      stopped: { call: { tool: "write", path: "src/example.txt", content: `x ${first} y` } },
      passes: { call: { tool: "write", path: "src/example.txt", content: "x y" } },
    },
  ];
}
