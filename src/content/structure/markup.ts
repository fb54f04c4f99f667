// Tags: the prompt's own envelopes, other programs' envelopes, HTML that runs or swallows, comments and declarations.

import { either, wordSet } from "../../base/index.ts";
import type { Mark, Stance } from "./marks.ts";

/** Closes or forges what Codicil or a host wraps around memory. */
const ENVELOPES = wordSet(
  "system-reminder agent-identity user-profile agent-notes recent-activity memory-bank memory_bank system-prompt",
  "system_prompt system_message function_calls function_results function_call function_result invoke tool_result",
  "tool_results tool_use tool_call tool_calls tool_response start_of_turn end_of_turn im_start im_end instructions",
  "user_instructions environment_context untrusted-data quarantine codicil",
);
/** Envelopes by a common word: only their closing tags leave anything. */
const COMMON_ENVELOPES = wordSet(
  "memory memories system user human assistant developer tool prompt context document documents notes policy thinking",
);

/** Elements that run, load, send, or swallow the text behind them. */
const ACTIVE = wordSet(
  "script style textarea pre iframe object embed svg math form meta link base frame frameset applet template noscript video",
  "audio input button select xmp plaintext title",
);

const NAME = /^<(\/?)([A-Za-z][\w:.-]{0,60})/;
const SPACED_NAME = /^<\s{0,3}(\/?)\s{0,3}([A-Za-z][\w:.-]{2,60})\s{0,3}\/?>?/;
const DECLARATION = /^<(?:!--|!\[CDATA\[|![A-Za-z]|\?)/;
const HANDLER = /^<[A-Za-z][^>\n]{0,300}[\s"'/]on[a-z]{3,20}\s{0,3}=/i;
const ATTRIBUTE = String.raw`\s{0,3}[a-z]{1,10}[^>\n]{0,200}=\s{0,3}["']?\s{0,3}`;
const SCRIPT_SCHEME = new RegExp(String.raw`^<(?:${ATTRIBUTE})?(?:javascript|vbscript|data|file):`, "i");

function isEnvelope(head: string): boolean {
  const [whole, slash, written = ""] = SPACED_NAME.exec(head) ?? [];
  if (whole === undefined) return false;
  const name = written.toLowerCase();
  return ENVELOPES.has(name) || name.startsWith("antml:") || (slash === "/" && COMMON_ENVELOPES.has(name));
}

/** Judges the `<` at this offset (or a look-alike of it, given as text that begins with `<`). */
export function judgeTag(text: string, index: number, stance: Stance): Mark | null {
  const next = text.charCodeAt(index + 1);
  const mark = (kind: Mark["kind"], why: string): Mark => ({ kind, why, index });
  if (next === 124) return mark("chat-token", "forges a token of a chat template");
  const head = text.slice(index, index + 360);
  if (next === 60) return judgeDoubled(head, mark, stance);
  if (isEnvelope(head)) return mark("envelope", "forges or closes an envelope of the prompt");
  if (stance === "loaded") return null;
  if (next === 33 || next === 63) return DECLARATION.test(head) ? mark("markup", "begins a comment or declaration") : null;
  if (SCRIPT_SCHEME.test(head)) return mark("markup", "is markup that would run");
  if (stance === "other" && next === 37) return mark("include", "is a template's code");
  const tag = NAME.exec(head);
  return tag === null || isLink(head, tag) ? null : judgeElement(head, tag, { before: text[index - 1] ?? "", stance, mark });
}

/** <https://…> and <jan@example.com> are links. */
function isLink(head: string, tag: RegExpExecArray): boolean {
  const follower = head[tag[0].length];
  return follower === "@" || (follower === ":" && /^<https?:|^<mailto:/i.test(head)) || /^<\/?https?:/i.test(tag[0]);
}

interface Element {
  readonly before: string;
  readonly stance: Stance;
  readonly mark: MakeMark;
}

function judgeElement(head: string, tag: RegExpExecArray, { before, stance, mark }: Element): Mark | null {
  const name = (tag[2] ?? "").toLowerCase();
  const follower = head[tag[0].length] ?? " ";
  if (ACTIVE.has(name) || HANDLER.test(head)) return mark("markup", "is markup that would run or swallow text");
  if (stance === "person") return /^h[12]$/.test(name) ? mark("heading", "is a heading in HTML") : null;
  // Map<string, …> is a type
  const isType = follower === "," || (tag[1] === "" && /[\w)\]]/.test(before) && ">,<[|".includes(follower));
  return isType ? null : mark(/^h[1-6]$/.test(name) ? "heading" : "markup", "is markup");
}

type MakeMark = (kind: Mark["kind"], why: string) => Mark;

function judgeDoubled(head: string, mark: MakeMark, stance: Stance): Mark | null {
  if (/^<<\s?\/?(?:SYS|INST|HUMAN|USER|ASSISTANT|SYSTEM)/i.test(head)) return mark("chat-token", "forges a token of a chat template");
  if (stance !== "other") return null;
  return /^<{2,8}\s?[\w/]/.test(head) ? mark("marker", "forges a delimiter") : null;
}

const ENCODED = new RegExp(
  String.raw`^(?:${either`
  &(?:lt|LT|#0{0,5}60|#[xX]0{0,5}3[cC]);?, \\u003[cC], \\x3[cC], %3[cC], [\uff1c\ufe64\u2039\u3008\u27e8\u2329]
`})\s{0,3}[/!?|]?\s{0,3}[A-Za-z|]`,
);

/** A tag that becomes one when somebody decodes or normalises the text. */
export function isDisguisedTag(text: string, index: number): boolean {
  return ENCODED.test(text.slice(index, index + 24));
}
