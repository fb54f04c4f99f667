// Labels before a sentence: "Never: …", "Commits: …", "Branches: …".

import { emptySlots, isNoun, type Slots, type Target } from "../grammar/slots.ts";
import { pointsDown, withLead } from "../grammar/leads.ts";
import { branchPrefix } from "../forms/messages.ts";

/** A label's unknown words are no matter; its force, topic, condition and session are. */
export function withLabel(slots: Slots, label: Slots): Slots {
  // "Never edit them: `a`, `b`": they are what follows.
  const named = label.parts.main.targets.filter((each) => each.kind !== "it");
  slots.left.push(...label.parts.main.targets.flatMap((each) => (each.kind === "it" && !pointsDown(each) ? [each.text] : [])));
  const known: Slots = { ...label, left: [], parts: { ...label.parts, main: { ...label.parts.main, targets: named } } };
  slots.condition.push(...label.condition);
  askedAbout(slots, label, named);
  // "Coverage < 90 %: do not merge"
  if (label.left.some((each) => /[<>≤≥]/.test(each))) slots.condition.push({ kind: "when", text: label.left.join(" "), paths: [] });
  slots.session ??= label.session;
  // 요구사항 확인: what a label says to look at, not whom to ask.
  const looks = label.force === "ask" && label.parts.main.targets.length > 0 && slots.parts.main.acts.length > 0;
  if (slots.force === null && label.force !== null && label.left.length === 0 && !looks)
    Object.assign(withLead(slots, { slots: known, closed: true, heading: false, files: false, text: "" }), { labelled: true });
  else if (slots.parts.before.acts.length === 0 && label.parts.before.acts.length > 0) {
    withLead(slots, { slots: { ...emptySlots(), parts: label.parts }, closed: true, heading: false, files: false, text: "" });
    slots.left.push(...label.left);
  }
  const topic = label.parts.main.targets.filter(
    (each) => each.kind === "noun" && /^(?:message|prtitle|branchname|manager)$/.test(each.noun),
  );
  // "Branches: `feat/*`, `fix/*`"
  if (namesBranches(slots, label)) topic.push({ kind: "noun", noun: "branchname", text: "branches" });
  slots.parts.main.targets.push(...topic);
  // "Commits: Conventional Commits"
  const { acts, targets } = slots.parts.main;
  const convention = isNoun(targets, "conventional");
  if (convention && acts.length === 0 && label.parts.main.acts.some(({ verb }) => verb === "commit"))
    targets.push({ kind: "noun", noun: "message", text: "commits" });
  return slots;
}

/** "New dependency: ask first" */
function askedAbout({ force, left, parts: { main, before } }: Slots, label: Slots, named: readonly Target[]): void {
  const bare = [main.acts, main.targets, before.acts, before.targets].every((each) => each.length === 0);
  if (force !== "ask" || !bare || label.force !== null || label.condition.length > 0) return;
  main.targets.push(...named);
  left.push(...label.left);
}

function namesBranches({ force, parts: { main } }: Slots, { parts }: Slots): boolean {
  const forms = main.targets.filter((each) => each.kind === "span" && branchPrefix(each.span.text) !== null);
  const listed = force === null && main.acts.length === 0 && forms.length > 1 && forms.length === main.targets.length;
  return listed && isNoun(parts.main.targets, "newbranch");
}
