// "Ask first: new dependencies, schema changes, deleting files": a list in one line. Each part is read as an item below its label.

import { isAny } from "../forms/around.ts";
import type { Clause } from "../grammar/clauses.ts";
import { leadsOf } from "../grammar/leads.ts";
import type { Slots } from "../grammar/slots.ts";
import { spanOf } from "../tokens/spans.ts";

const LABELLED = /^([^:：`]{2,40})[:：]\s*(\S[^\n]*)$/;
/** "Risky operations (deleting files, force pushes) need approval": the brackets say which. */
const IN_BRACKETS = /^([^`(（:：]{4,80})[(（]([^()（）]{6,200})[)）]([^`(（:：]{0,60})$/;
const LONGEST = 400;
const MOST_ITEMS = 8;
/** What parts the items; code and brackets are read over. */
const PARTS = /`[^`]*`|\([^()]*\)|（[^（）]*）|[^`,，、;；(（]+|[`(（]|([,，、;；])/g;
const JOINS = /^(?:and|or|e\.g\.|such as|和|或|以及|例如|如)\s*/i;
/** "Must: before you change it, read `a`": the first part says when. */
const OPENS = /^(?:before|when|whenever|if|after|while|during|unless|once|for|in|to)\b|[前后時时]$/i;
const withoutCode = (text: string): string => text.replaceAll(/`[^`]*`/g, "");

/** The parts of a line that begins with a label such as "Never:" or "Ask first:" and nothing else; none where there is no list. */
export function listedInLine(clause: Clause): readonly Clause[] {
  const text = clause.text.length > LONGEST ? "" : clause.text.replaceAll("**", "").replaceAll("\n", " ").trim();
  const [, front = "", inside = "", end = ""] = IN_BRACKETS.exec(text) ?? [];
  const [, name = "", rest = inside] = LABELLED.exec(text) ?? [];
  const items = itemsOf(rest);
  const few = items.length < 2 || items.length > MOST_ITEMS;
  // What is all code in brackets is read where it is.
  const read = inside !== "" && items.every((each) => withoutCode(each) === "");
  if (
    isAny(
      few,
      read,
      /[.。!?！？]\s?\S/.test(withoutCode(rest)),
      items.some((each) => OPENS.test(each)),
      !items.every(isWhole),
    )
  )
    return [];
  const label = inside === "" ? bareLabel(name.trim()) : labelOf(`${front} ${end}`);
  if (label === "") return [];
  const leads = [...clause.leads, `${label}:`];
  return items.map((each): Clause => ({ ...clause, kind: "item", text: each, leads, code: [], items: [] }));
}

function itemsOf(rest: string): string[] {
  const items = [""];
  for (const [part, sign] of rest.matchAll(PARTS)) {
    if (sign === undefined) items.push(`${items.pop() ?? ""}${part}`);
    else items.push("");
  }
  return items.flatMap(
    (each) =>
      each
        .trim()
        .replace(JOINS, "")
        .replace(/[.。]$/, "") || [],
  );
}

/** "Never: delete `a/`, `b/`": what is done to the second, the first says. */
function isWhole(item: string): boolean {
  const [, code] = /^`([^`]+)`$/.exec(item) ?? [];
  return code === undefined ? /\p{L}/u.test(withoutCode(item)) : spanOf(code, { code: true }).type === "command";
}

/** The one sentence that a text is. */
function slotsOf(text: string): Slots | null {
  const [lead, another] = leadsOf({ heading: [], leads: [text] }).leads;
  return lead?.closed !== true || another !== undefined || lead.slots.condition.length + lead.slots.branches.length > 0 ? null : lead.slots;
}

/** A label that says "never", "ask" or "always", and of nothing; "" for any other. */
function bareLabel(label: string): string {
  const slots = slotsOf(`${label}:`);
  const named = slots !== null && Object.values(slots.parts).some(({ acts, targets }) => acts.length + targets.length > 0);
  return slots === null || named || slots.consent !== null || !/^(?:never|ask|must)$/.test(slots.force ?? "") ? "" : label;
}

/** What is said of dangerous operations in general; "" where it is something else. */
function labelOf(text: string): string {
  const slots = slotsOf(text);
  if (slots === null) return "";
  const { force, consent, parts } = slots;
  const { acts, targets } = parts.main.targets.length > 0 ? parts.main : parts.before;
  const named = targets.length === 1 && targets.every((each) => each.kind === "noun" && each.noun === "destructive");
  const general = named || (targets.length === 0 && /[危险敏]|destructive|dangerous|risky/i.test(text));
  if (!general || !acts.every(({ verb }) => /^(?:run|use|start)$/.test(verb))) return "";
  return force === "ask" || consent === "lacking" ? "Ask first" : force === "never" ? "Never" : "";
}
