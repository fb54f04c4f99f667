// A sentence while it is read: where the reader is, which part of the sentence it fills, and what were before the last comma.

import { byName } from "../../base/index.ts";
import type { Sense } from "../lexicon/language.ts";
import { isComma, lastWord } from "./ahead.ts";
import { consentAt } from "./consent.ts";
import { type Act, type Condition, conditionOf, emptySlots, type Force, type Part, type Role, type Slots, type Target } from "./slots.ts";
import type { Span } from "../tokens/spans.ts";
import type { Token } from "../tokens/sentenceTokens.ts";

export interface SlotsRead {
  readonly slots: Slots;
  /** Where a second force begins another sentence; the number of tokens where none does. */
  readonly next: number;
}

/** Forces that say what is done: "`x` is read-only", "keep `x` out of git", "only work in `x`". */
const IMPLIED: Readonly<Record<string, string>> = byName({ readonly: "change", uncommitted: "commit", within: "change" });

/** They leave nothing that may be done. */
const AWAY = /^(?:hands off|(?:stay|keep) (?:out of|away from)|alone|(?:don't|do not) go .*)$/i;

const MODAL = /^(?:(?:must|may) (?:not|never)|(?:should|shall|can) not|cannot|can't)\b/i;

/** "must not read", and no "must not be read". */
function isModal(tokens: readonly Token[], at: number): boolean {
  return MODAL.test(tokens[at]?.text ?? "") && !/^be$/i.test(tokens[at + 1]?.text ?? "");
}

interface Counts {
  readonly acts: number;
  readonly targets: number;
}

export class Reading {
  readonly slots = emptySlots();
  /** The part of the sentence that is filled. */
  role: Role = "main";
  at: number;
  /** Where the last comma was, and what there was before it. */
  since: Counts & { readonly at: number; readonly left: number; readonly conditions: number };
  asks = false;
  /** Something was before the first act since the comma: "`check` runs no tests" tells what it does. */
  told = false;
  /** Acts and targets that were before the force. */
  forced: Counts = { acts: 0, targets: 0 };
  /** Where the force was. */
  forcedAt = -1;
  /** "vor dem Commit": what "before" governs is one name. */
  brief = false;
  /** Inside brackets that only name things. */
  aside = false;
  /** Ways that were before the force: "through `x`, never by hand". */
  #means = 0;
  #group = 0;
  #actsFirst = false;
  /** "must not": what is before it does what is forbidden. */
  #modal = false;

  readonly tokens: readonly Token[];
  readonly from: number;
  /** "Before" and "without" follow what they govern. */
  readonly verbLast: boolean;

  constructor(tokens: readonly Token[], from: number, verbLast: boolean) {
    this.tokens = tokens;
    this.from = from;
    this.verbLast = verbLast;
    this.at = from;
    this.since = { at: from - 1, acts: 0, targets: 0, left: 0, conditions: 0 };
  }

  get main(): Part {
    return this.slots.parts.main;
  }

  get next(): Token | undefined {
    return this.tokens[this.at + 1];
  }

  get previous(): Token | undefined {
    return this.tokens[this.at - 1];
  }

  get filled(): boolean {
    return this.main.acts.length + this.main.targets.length + this.slots.parts.rejected.targets.length > 0;
  }

  get namesSpan(): boolean {
    return this.main.targets.some((each) => each.kind === "span");
  }

  /** "Tests must pass before pushing (`x`)": what only a kind named. */
  explains({ type, words }: Span): boolean {
    const { targets } = this.main;
    const kinds = targets.length > 0 && targets.every((each) => each.aside || each.kind === "noun");
    return this.aside && this.role === "before" && kinds && type === "command" && words[0] !== "git";
  }

  /** "Packed with `x`, never `y`" */
  get namesWay(): boolean {
    return this.namesSpan || this.slots.parts.means.targets.some((each) => each.kind === "span");
  }

  /** How many acts and targets followed the force. */
  get sinceForce(): number {
    return this.main.acts.length + this.main.targets.length - this.forced.acts - this.forced.targets;
  }

  get lastTarget(): Counts {
    return { acts: this.main.acts.length, targets: this.main.targets.length - 1 };
  }

  /** Puts an act into its part; one after targets of another act begins a new group. */
  act(act: Act, role = this.role): void {
    const { acts, targets } = this.slots.parts[role];
    if (role === "main" && this.#actsFirst && this.#has(acts) && this.#has(targets)) this.#group++;
    if (role === "main" && !this.#has(acts) && !this.#has(targets)) this.#actsFirst = true;
    acts.push({ ...act, group: this.#group });
  }

  target(target: Target): void {
    const { main } = this;
    if (this.role === "main" && !this.#has(main.acts) && !this.#has(main.targets)) this.#actsFirst = false;
    this.slots.parts[this.role].targets.push({ ...target, group: this.#group });
  }

  #has(list: readonly { readonly group?: number }[]): boolean {
    return list.some((each) => each.group === this.#group);
  }

  unknown({ text }: Token): void {
    const { slots, main } = this;
    if (this.#describes()) return;
    slots.left.push(text);
    if (slots.force !== null && this.sinceForce === 0) slots.gap++;
    if (main.acts.length === 0) slots.ahead++;
    else if (main.targets.length === 0) slots.reach++;
  }

  /** `.ai/` 템플릿을, `any` タイプを: a word behind a name says what it is; behind a file it may be a part of it. */
  #describes(): boolean {
    const { verbLast, previous, next } = this;
    const span = previous?.span;
    if (!verbLast || span === null || span === undefined || !span.code || (span.type === "path" && !span.text.endsWith("/"))) return false;
    return PARTICLE.test(next?.text ?? "") || next?.sense?.cls === "act";
  }

  force(force: Force, sense: Sense): void {
    const { slots, main } = this;
    if (slots.force === null) this.#forceFirst();
    // "❌ Don't forget to update `x`"
    if (slots.marked && force === "must") Object.assign(slots, { force: null, marked: false });
    slots.force = strongerOf(slots.force, force);
    if (sense.cls === "soft" || sense.cls === "should") slots.soft = true;
    this.forced = { acts: main.acts.length, targets: main.targets.length };
    this.#means = slots.parts.means.targets.length;
    this.#modal = isModal(this.tokens, this.at);
    slots.post = force === "never" && (sense.val === "post" || sense.val in IMPLIED || this.#endsIt());
    if (this.verbLast && force === "never" && lastWord(this.tokens, this.at)?.kind === "unknown") slots.gap += 2;
    if (sense.cls === "never") slots.marked = false;
    this.#imply(sense);
  }

  /** "`docker compose down -v` NEVER" */
  #endsIt(): boolean {
    const { main, tokens, at } = this;
    return /^never$/i.test(tokens[at]?.text ?? "") && at === tokens.length - 1 && main.acts.length === 0 && main.targets.length > 0;
  }

  #forceFirst(): void {
    this.slots.leading = this.slots.condition.slice();
    this.forcedAt = this.at;
    // 除了 `dev`，不要 …
    if (this.role === "except") this.role = "main";
  }

  #imply({ val }: Sense): void {
    const verb = IMPLIED[val];
    if (verb === undefined || this.main.acts.length > 0) return;
    const { text = "" } = this.tokens[this.at] ?? {};
    this.act({ verb, form: "base", ...(AWAY.test(text) ? { wide: true } : {}) }, "main");
  }

  /** Consent is what must be had. */
  ask(length: number): void {
    this.slots.force = "ask";
    this.asks = true;
    this.at += length;
  }

  /** `dist/` は自動生成されるため: of the reason only what the sentence is about stays. */
  topic(): Slots {
    const slots = emptySlots();
    const end = this.verbLast ? this.tokens.findIndex(({ text }, at) => at >= this.from && TOPIC.test(text)) : -1;
    const named = this.tokens.slice(this.from, end);
    if (end <= this.from || end >= this.at || !named.every(({ span, sense }) => span !== null || /^(?:and|filler)$/.test(sense?.cls ?? "")))
      return slots;
    for (const { span } of named) if (span !== null) slots.parts.main.targets.push({ kind: "span", span });
    return slots;
  }

  /** A comma: what follows belongs to the main part again. */
  comma(): void {
    const { slots, main, at } = this;
    if (this.role !== "main" && this.role !== "means") this.role = "main";
    this.since = { at, acts: main.acts.length, targets: main.targets.length, left: slots.left.length, conditions: slots.condition.length };
  }

  /** After one name the part of "before" ends. */
  afterBrief(): void {
    if (this.role === "before" && this.brief && !/^(?:and|or|noun|act|in|to)$/.test(this.next?.sense?.cls ?? "")) this.role = "main";
  }

  /** A condition: what it says is not read, up to the comma. */
  swallow(kind: Condition["kind"] = "when"): void {
    const { tokens, at } = this;
    let end = at;
    while (end + 1 < tokens.length && !endsCondition(tokens, end + 1)) end++;
    const condition = conditionOf(tokens.slice(at, end + 1), kind);
    if (!OF_ITSELF.test(condition.text)) this.slots.condition.push(condition);
    this.at = end;
  }

  /** Ends the sentence before a second force, at the last comma where nothing but words lies between. */
  split(at: number): SlotsRead {
    const { slots, main, since } = this;
    slots.governs = this.sinceForce > 0;
    slots.subject = this.#hasSubject();
    this.#dropSubject();
    if (slots.force === null) slots.leading = slots.condition.slice();
    if (at > 0 && isComma(this.tokens[at - 1])) return { slots, next: at };
    if (this.#namesOthers(at)) {
      main.targets.length = since.targets;
      slots.left.length = since.left;
      slots.condition.length = since.conditions;
      return { slots, next: since.at + 1 };
    }
    if (since.at < this.from || main.acts.length > since.acts || main.targets.length > since.targets) return { slots, next: at };
    slots.left.length = since.left;
    slots.condition.length = since.conditions;
    return { slots, next: since.at + 1 };
  }

  finish(): SlotsRead {
    const { slots } = this;
    slots.governs = this.sinceForce + slots.parts.means.targets.length - this.#means > 0;
    slots.subject = this.#hasSubject();
    this.#dropSubject();
    return { slots, next: this.at };
  }

  /** "Agent keys must not access other accounts" forbids nothing that is done to keys. */
  #dropSubject(): void {
    const { slots, main, forced } = this;
    if (this.#doesOther()) slots.weak = true;
    if (!this.#modal || slots.force !== "never" || slots.post || forced.targets === 0) return;
    const acts = main.acts.slice(forced.acts);
    const before = main.targets.slice(0, forced.targets);
    if (before.some((each) => each.kind === "span")) return;
    if (acts.length === 0 || acts.some((act) => act.form !== "base")) return;
    // "It may not push": what something else may not do.
    if (main.targets.length === forced.targets || before.every((each) => each.kind === "it")) slots.weak = true;
    else main.targets.splice(0, forced.targets);
  }

  /** `a` 应提交，`b` 不得提交: what was named since the comma is what the second force is about. */
  #namesOthers(at: number): boolean {
    const { slots, main, since, tokens } = this;
    const complete = slots.force !== null && since.acts > 0 && since.targets > 0 && since.at >= this.from;
    const named = main.acts.length === since.acts && main.targets.length > since.targets;
    return complete && named && /\p{Script=Han}/u.test(tokens[at]?.text ?? "");
  }

  /** 插件不得绕过审批: what is before the force does it to something that nobody read. */
  #doesOther(): boolean {
    const { slots, main, forced, tokens, forcedAt, verbLast } = this;
    if (verbLast || slots.force !== "never" || slots.post || forced.targets === 0 || main.targets.length > forced.targets) return false;
    if (!/^(?:不得|不能|不可|不应|不许)$/.test(tokens[forcedAt]?.text ?? "")) return false;
    const act = tokens.findIndex(({ sense }, at) => at > forcedAt && sense?.cls === "act");
    return act !== -1 && tokens[act + 1]?.kind === "unknown" && main.targets.every(({ kind }) => kind === "noun");
  }

  #hasSubject(): boolean {
    const { slots, main, forced } = this;
    if (slots.force !== "never" || slots.post || forced.targets === 0 || main.targets.length <= forced.targets) return false;
    return main.acts.slice(forced.acts).some((act) => act.form === "base");
  }
}

/** Particles behind what a sentence is about. */
const TOPIC = /^(?:は|には|が|는|은|에는|이|가)$/;

const PARTICLE = /^(?:を|は|が|の|을|를|은|는|이|가|의)$/;

/** "If you are an AI agent": whoever reads the rule. */
const OF_ITSELF = /^if you(?:'re| are) an? (?:AI|LLM|coding|language|automated|agent|assistant)\b/i;

/** "Must never" forbids, "always ask" asks, "only after approval" restricts. */
function strongerOf(before: Force | null, force: Force): Force {
  if (before === null || before === "must" || (before === "permit" && force === "only")) return force;
  return before === "only" && force === "ask" ? "ask" : before;
}

function endsCondition(tokens: readonly Token[], at: number): boolean {
  const { kind, text, sense } = tokens[at] as Token;
  if (kind === "mark") return /^[,，(]$/.test(text);
  if (sense?.cls === "not" && tokens[at + 1]?.kind === "span") return true;
  if (sense?.cls === "instead" || (sense?.cls === "before" && sense.val !== "post")) return true;
  return (sense?.cls === "unless" || sense?.cls === "without") && consentAt(tokens, at + 1) > 0;
}
