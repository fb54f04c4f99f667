// One sentence as slots: its force, acts, targets and qualifiers, in one pass over the tokens. Every token goes into a
// slot or is left over; what is left over, and each doubt, keeps a reading from being certain.

import type { Sense, WordClass } from "../lexicon/language.ts";
import { consentBack, lastWord, moveBack } from "./backward.ts";
import { BRANCH_NAME, type Span } from "./spans.ts";
import type { Token } from "./tokens.ts";

export type Force = "never" | "ask" | "must" | "only" | "permit";

export interface Act {
  readonly verb: string;
  readonly form: Sense["form"];
  /** Acts and targets of one group belong together: "run `a` or edit `b`" are two. */
  readonly group?: number;
}

export type Target = (
  | { readonly kind: "span"; readonly span: Span }
  | { readonly kind: "noun"; readonly noun: string; readonly text: string }
  | { readonly kind: "it"; readonly text: string }
) & { readonly group?: number; /** It stood in brackets after what it explains. */ readonly aside?: true };

/** Acts and targets of one part of a sentence: its main part, what comes before, what is rejected, … */
export interface Part {
  readonly acts: Act[];
  readonly targets: Target[];
}

/** `when` limits when it holds, `manner` how it is done, `tail` adds something else. */
export interface Condition {
  readonly kind: "when" | "manner" | "tail";
  readonly text: string;
  /** Paths that it names: "when `docs/` changed". */
  readonly paths: readonly string[];
}

export type Role = "main" | "before" | "without" | "rejected" | "except" | "place" | "outside" | "means" | "after";

export interface Slots {
  force: Force | null;
  /** The force is a weaker word: "avoid", "should". */
  soft: boolean;
  /** A negation that is not the force. */
  weak: boolean;
  readonly parts: Readonly<Record<Role, Part>>;
  readonly branches: string[];
  readonly numbers: number[];
  /** A limit: "at most two". */
  most: boolean;
  /** Only what exists already. */
  old: boolean;
  session: "main" | "shared" | null;
  /** `lacking`: not without consent. `granted`: only with it. */
  consent: "lacking" | "granted" | null;
  auto: boolean;
  first: boolean;
  /** Said of what follows a mark like ❌, not by a word. */
  marked: boolean;
  /** A mark like ✅ says that it is the right way. */
  ok: boolean;
  /** "or" stood between targets of the main part. */
  either: boolean;
  /** It begins with a command: "Run `x` before …". */
  imperative: boolean;
  readonly condition: Condition[];
  /** Those that stood before the force: they hold for every part of the sentence. */
  leading: readonly Condition[];
  left: string[];
  /** How many of those stood between the force and the first act: the act that is meant is then another one. */
  gap: number;
  /** What is rejected was forbidden by a word of its own. */
  barred: boolean;
  /** The force is a word that follows what it forbids: "… is forbidden". */
  post: boolean;
  /** Consent was spoken of before any force: it holds for every part of the sentence. */
  overall: boolean;
  /** The force stood in a label: "Never: `x`". */
  labelled: boolean;
  /** The force is that of a heading, a lead or a label. */
  led: boolean;
  /** The force is "no": in the middle of a paragraph it tells as often as it forbids. */
  no: boolean;
  /** Something follows the force. */
  governs: boolean;
  /** How many stood between the first act and the first target. */
  reach: number;
  /** How many stood before the first act. */
  ahead: number;
  /** Something stood before the force that does what is forbidden to something else: "Tests must never read `x`". */
  subject: boolean;
  /** What is forbidden stood between the force and its act: "never secrets or generated files". */
  turned: boolean;
  /** What is asked about came from "before": 部署前需要确认. */
  gated: boolean;
}

export function emptySlots(): Slots {
  const part = (): Part => ({ acts: [], targets: [] });
  return {
    force: null,
    soft: false,
    weak: false,
    branches: [],
    numbers: [],
    most: false,
    old: false,
    session: null,
    consent: null,
    auto: false,
    first: false,
    marked: false,
    ok: false,
    either: false,
    imperative: false,
    condition: [],
    leading: [],
    left: [],
    gap: 0,
    barred: false,
    post: false,
    overall: false,
    labelled: false,
    led: false,
    no: false,
    governs: false,
    reach: 0,
    ahead: 0,
    subject: false,
    turned: false,
    gated: false,
    parts: {
      main: part(),
      before: part(),
      without: part(),
      rejected: part(),
      except: part(),
      place: part(),
      outside: part(),
      means: part(),
      after: part(),
    },
  };
}

/** Kinds of files that a name beside them makes narrower. */
const NAMED_KINDS = /^(?:generated|vendored|buildout|migrations|snapshots|logs|locks|env|ci|changelog|binaries|manifests)$/;

const FORCES: Readonly<Partial<Record<WordClass, Force>>> = {
  never: "never",
  soft: "never",
  must: "must",
  should: "must",
  only: "only",
  permit: "permit",
  ask: "ask",
};
/** Forces that say what is forbidden: "`x` is read-only", "keep `x` out of git". */
const IMPLIED: Readonly<Record<string, string>> = { readonly: "change", uncommitted: "commit" };
/** Words that may stand inside "without the user's explicit approval". */
const IN_CONSENT: ReadonlySet<WordClass> = new Set([
  "who",
  "filler",
  "consent",
  "ask",
  "first",
  "to",
  "in",
  "and",
  "or",
  "it",
  "with",
  "granted",
]);
const isComma = (token: Token | undefined): boolean => token?.kind === "mark" && /^[,，、/(&]$/.test(token.text);

const isThing = (token: Token | undefined): boolean => token?.kind === "unknown" || token?.sense?.cls === "noun";

/** How many tokens from `at` on speak of consent and nothing else; 0 where they do not. */
function consentAt(tokens: readonly Token[], at: number, asked = false): number {
  let found = asked;
  let end = at;
  for (; end < tokens.length; end++) {
    const sense = (tokens[end] as Token).sense;
    // "without an explicit instruction to push"
    if (found && sense?.cls === "act" && tokens[end - 1]?.sense?.cls === "to") continue;
    // "without approval from `@owners`"
    if (found && tokens[end]?.kind === "span" && /^(?:of|from|by|de|von|do|da|du|des)$/i.test(tokens[end - 1]?.text ?? "")) continue;
    if (sense === null || !IN_CONSENT.has(sense.cls) || (asked && (sense.cls === "in" || sense.cls === "granted"))) break;
    if (sense.cls === "consent" || sense.cls === "ask") found = true;
  }
  return found ? end - at : 0;
}

/** Puts acts and targets into their part, numbered by group: an act after targets of another act begins a new one. */
function groupsOf(parts: Slots["parts"]): {
  readonly act: (role: Role, act: Act) => void;
  readonly target: (role: Role, target: Target) => void;
} {
  let group = 0;
  let actsFirst = false;
  const has = (list: readonly { readonly group?: number }[]): boolean => list.some((each) => each.group === group);
  return {
    act(role, act) {
      const { acts, targets } = parts[role];
      if (role === "main" && actsFirst && has(acts) && has(targets)) group++;
      if (role === "main" && !has(acts) && !has(targets)) actsFirst = true;
      acts.push({ ...act, group });
    },
    target(role, target) {
      if (role === "main" && !has(parts.main.acts) && !has(parts.main.targets)) actsFirst = false;
      parts[role].targets.push({ ...target, group });
    },
  };
}

export interface SlotsRead {
  readonly slots: Slots;
  /** Where a second force begins another sentence; the number of tokens where none does. */
  readonly next: number;
}

/** `verbLast`: "before" and "without" follow what they govern. */
export function readSlots(tokens: readonly Token[], from: number, verbLast: boolean): SlotsRead {
  const slots = emptySlots();
  let role: Role = "main";
  let at = from;
  /** Where the last comma was, and what there was before it. */
  let since = { at: from - 1, acts: 0, targets: 0, left: 0, conditions: 0 };
  /** Ends the sentence before a second force, at the last comma where nothing but words lies between. */
  const split = (at: number): SlotsRead => {
    slots.governs = sinceForce() > 0;
    slots.subject = hasSubject();
    if (slots.force === null) slots.leading = slots.condition.slice();
    if (at > 0 && isComma(tokens[at - 1])) return { slots, next: at };
    if (since.at < from || main.acts.length > since.acts || main.targets.length > since.targets) return { slots, next: at };
    slots.left.length = since.left;
    slots.condition.length = since.conditions;
    return { slots, next: since.at + 1 };
  };
  let asks = false;
  /** Something stood before the first act since the comma: "`check` runs no tests" tells what it does. */
  let told = false;
  /** Acts and targets that stood before the force. */
  let forced = { acts: 0, targets: 0 };
  const sinceForce = (): number => main.acts.length + main.targets.length - forced.acts - forced.targets;
  const hasSubject = (): boolean =>
    slots.force === "never" &&
    !slots.post &&
    forced.targets > 0 &&
    main.targets.length > forced.targets &&
    main.acts.slice(forced.acts).some((act) => act.form === "base");
  /** "vor dem Commit": what it governs is one name. */
  let brief = false;
  /** Inside brackets that only name things. */
  let aside = false;
  const afterBrief = (now: Role): Role =>
    now === "before" && brief && !/^(?:and|or|noun|act|in|to)$/.test(tokens[at + 1]?.sense?.cls ?? "") ? "main" : now;
  const tells = (here: number): boolean =>
    main.acts.length > since.acts ? told : main.targets.length > since.targets && lastWord(tokens, here)?.kind === "unknown";
  const main = slots.parts.main;
  const lastTarget = () => ({ acts: main.acts.length, targets: main.targets.length - 1 });
  const added = (): boolean => {
    const [act, target] = [main.acts.at(-1), main.targets.at(-1)];
    return act?.verb === "add" && target?.kind === "span" && target.group === act.group;
  };
  const groups = groupsOf(slots.parts);
  const filled = () => main.acts.length + main.targets.length + slots.parts.rejected.targets.length > 0;
  const unknown = ({ text }: Token) => {
    slots.left.push(text);
    if (slots.force !== null && sinceForce() === 0) slots.gap++;
    if (main.acts.length === 0) slots.ahead++;
    else if (main.targets.length === 0) slots.reach++;
  };
  const setForce = (force: Force, sense: Sense) => {
    if (slots.force === null) slots.leading = slots.condition.slice();
    // "must never" forbids, "always ask" asks, "only after approval" restricts.
    if (slots.force === null || slots.force === "must" || (slots.force === "permit" && force === "only")) slots.force = force;
    else if (slots.force === "only" && force === "ask") slots.force = "ask";
    if (sense.cls === "soft" || sense.cls === "should") slots.soft = true;
    forced = { acts: main.acts.length, targets: main.targets.length };
    slots.post = sense.val === "post" || sense.val in IMPLIED;
    if (verbLast && force === "never" && lastWord(tokens, at)?.kind === "unknown") slots.gap += 2;
    if (sense.cls === "never") slots.marked = false;
    const implied = IMPLIED[sense.val];
    if (implied !== undefined && main.acts.length === 0) groups.act("main", { verb: implied, form: "base" });
  };
  for (; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    if (token.kind === "mark") {
      if (token.text === "❌") {
        if (slots.force === null && !filled()) Object.assign(slots, { force: "never", marked: true });
      } else if (isComma(token)) {
        if (token.text === "(") aside = true;
        if (verbLast && slots.post && filled()) return split(at + 1);
        if (slots.force === "never" && main.acts.length > 0 && /^[,，]$/.test(token.text) && sinceForce() > 1 && startsAnew(tokens, at + 1))
          return split(at + 1);
        if (!/^[/、(]$/.test(token.text) && role !== "rejected" && role !== "except") {
          if (role !== "main" && role !== "means") role = "main";
          since = { at, acts: main.acts.length, targets: main.targets.length, left: slots.left.length, conditions: slots.condition.length };
        }
      } else if (token.text === ")") aside = false;
      else if (token.text === "✅") slots.ok = true;
      else if (/[\p{L}\p{N}=<>≤≥]/u.test(token.text)) slots.left.push(token.text);
      continue;
    }
    if (token.kind === "unknown") {
      // "main/develop": a further branch beside one that was named.
      if (slots.branches.length > 0 && BRANCH_NAME.test(token.text)) {
        slots.branches.push(token.text);
        continue;
      }
      unknown(token);
      continue;
    }
    if (token.kind === "span") {
      groups.target(role, { kind: "span", span: token.span as Span, ...(aside ? { aside } : {}) });
      if (role === "place" || role === "outside")
        role = tokens[at + 1]?.sense?.cls === "and" || tokens[at + 1]?.sense?.cls === "or" || isComma(tokens[at + 1]) ? role : "main";
      continue;
    }
    const sense = token.sense as Sense;
    const force = FORCES[sense.cls];
    const backward = sense.cls === "who" || sense.cls === "consent" ? consentBack(tokens, at, verbLast) : null;
    if (backward !== null) {
      if (backward.kind === "ask") slots.force = "ask";
      else if (backward.kind !== "who") slots.consent ??= backward.kind;
      at = backward.end;
      continue;
    }
    // 改动 `x` 需要确认, "must be approved by the user": what must be had is consent.
    const consents = force === "must" ? consentAt(tokens, at + 1) : 0;
    if (consents > 0) {
      slots.force = "ask";
      asks = true;
      at += consents;
      continue;
    }
    if (force !== undefined) {
      // 실행하지 않습니다 tells what a command does not do, and forbids what is done to other things.
      if (sense.val === "polite" && main.targets.some((each) => each.kind === "span" && each.span.type === "command")) {
        slots.weak = true;
        continue;
      }
      // 只读操作使用 `x`, 금지 규칙 추가: a word that describes what does something.
      if (sense.val === "post" && (verbLast || !filled()) && describes(tokens, at, verbLast)) {
        unknown(token);
        continue;
      }
      if (force === "ask") {
        const length = consentAt(tokens, at + 1, true);
        const after = tokens[at + 1 + length];
        if (looksAt(tokens.slice(at + 1, at + 1 + length), after, main.targets.length > 0)) {
          slots.left.push(token.text);
          continue;
        }
        at += length;
      }
      // "`x`, never `y`": what follows is rejected, what came before is the way to go.
      if (
        sense.cls === "never" &&
        sense.val === "pre" &&
        slots.force !== "never" &&
        main.targets.some((each) => each.kind === "span") &&
        followedByTarget(tokens, at + 1)
      ) {
        role = "rejected";
        slots.barred = true;
        continue;
      }
      const restricts = force === "only" && /^(?:when|with|after|on)$/.test(tokens[at + 1]?.sense?.val ?? "");
      const second =
        slots.force !== null
          ? !restricts && !(verbLast && (force === slots.force || slots.force === "must"))
          : force === "never" && since.acts > 0;
      if (filled() && second) return split(at);
      if (force === "permit" && slots.force === "never") slots.left.push(token.text);
      else if (!verbLast && sense.cls === "never" && sense.val === "pre" && tells(at)) slots.weak = true;
      // "CI cannot push": what somebody else is not able to do. 改代码不检查文档: one thing without another.
      else if (
        (/^(?:cannot|can't|can not)$/i.test(token.text) && tokens[at - 1]?.kind === "unknown") ||
        (token.text === "不" && main.acts.length > since.acts)
      )
        slots.weak = true;
      else {
        if (slots.force === null) slots.no = /^no$/i.test(token.text);
        setForce(force, sense);
      }
      if (force === "ask") asks = true;
      // 只有用户要求时: only with consent.
      const given = force === "only" ? consentAt(tokens, at + 1) : 0;
      if (given > 0 && !tokens.slice(at + 1, at + 1 + given).some((each) => each.sense?.cls === "ask")) {
        slots.consent ??= "granted";
        at += given + (tokens[at + 1 + given]?.sense?.val === "post" ? 1 : 0);
      }
      continue;
    }
    switch (sense.cls) {
      case "weak":
        slots.weak = true;
        break;
      case "needs": {
        const length = consentAt(tokens, at + 1);
        if (length === 0) slots.left.push(token.text);
        else {
          slots.force = "ask";
          asks = true;
          at += length;
        }
        break;
      }
      case "without":
      case "unless": {
        const length = consentAt(tokens, at + 1);
        if (length > 0) {
          slots.consent = "lacking";
          if (slots.force === null) slots.overall = true;
          at += length;
        } else if (verbLast && sense.cls === "without") slots.left.push(token.text);
        else if (sense.cls === "without" || sense.val === "until") role = "without";
        else at = swallow(tokens, at, slots);
        break;
      }
      case "granted": {
        const length = consentAt(tokens, at + 1);
        // "If the requested work is a duplicate" speaks of no consent.
        if (length > 0 && !isThing(tokens[at + 1 + length])) {
          slots.consent ??= "granted";
          at += length;
        } else if (sense.val === "when") at = swallow(tokens, at, slots);
        else if (sense.val === "after") role = "after";
        else if (sense.val === "with") role = "means";
        break;
      }
      case "consent":
        slots.left.push(token.text);
        break;
      case "if":
        if (sense.val === "post") {
          // 修改代码时: what stood since the last comma is the condition.
          slots.condition.push(conditionOf(tokens.slice(since.at + 1, at + 1), "when"));
          main.acts.length = since.acts;
          main.targets.length = since.targets;
          slots.left.length = since.left;
        } else if (sense.val === "why") {
          // "Agents share one index, so …": what came before is the reason, like a label.
          if (slots.force === null) return { slots: emptySlots(), next: at + 1 };
          return split(at + 1);
        } else if (sense.val === "reason" || (sense.val === "purpose" && slots.force !== "never" && slots.force !== "ask")) {
          // "… because it is generated", "… to ensure quality": it says why, and limits nothing.
          at = swallow(tokens, at, slots);
          slots.condition.pop();
        } else at = swallow(tokens, at, slots, sense.val === "purpose" ? "tail" : (sense.val as Condition["kind"]));
        break;
      case "auto":
        slots.auto = true;
        break;
      case "session":
        slots.session = sense.val as "main" | "shared";
        break;
      case "branch":
        slots.branches.push(...sense.val.split(" "));
        break;
      case "number":
        // "1) Never …" is numbered.
        if (at > from || tokens[at + 1]?.kind !== "mark") slots.numbers.push(Number(sense.val));
        break;
      case "most":
        slots.most = true;
        break;
      case "old":
        slots.old = true;
        break;
      case "first":
        slots.first = true;
        break;
      case "next":
        // "Run `x` first, then commit."
        if (slots.force === "never" || main.acts.some((act) => act.verb === "change")) break;
        if (main.targets.concat(slots.parts.means.targets).some((each) => each.kind === "span")) role = "before";
        break;
      case "before":
        if (sense.val === "post") moveBack(slots, since, "before");
        else if (!asks) role = "before";
        brief = sense.val === "brief";
        break;
      case "instead":
        if (sense.val === "post") {
          moveBack(slots, since, "rejected");
          break;
        }
        if (sense.val === "over" && !slots.soft) {
          slots.left.push(token.text);
          break;
        }
        if (sense.val !== "ban" || main.targets.some((each) => each.kind === "span")) role = "rejected";
        else {
          // 不要使用 `x` without anything to use in its place is a plain prohibition.
          setForce("never", { cls: "never", val: "pre", form: "base" });
          groups.act("main", { verb: "use", form: "base" });
        }
        break;
      case "not":
        if (main.targets.length + main.acts.length > 0 && followedByTarget(tokens, at + 1)) role = "rejected";
        else slots.weak = true;
        break;
      case "except":
        if (sense.val === "post") moveBack(slots, lastTarget(), "except");
        else role = "except";
        break;
      case "in":
        if (sense.val === "outside") role = "outside";
        else if (sense.val === "at") role = tokens[at + 1]?.span?.type === "path" || inside(tokens, at) ? "place" : role;
        else if (sense.val === "out" && role === "except") role = "main";
        else if (sense.val === "out") moveBack(slots, lastTarget(), "outside");
        else if (sense.val === "place") moveBack(slots, lastTarget(), "place");
        else if (role === "main" && (main.targets.length > 0 || (slots.force === null && !filled() && !verbLast))) role = "place";
        break;
      case "with":
        role = "means";
        break;
      case "to":
        // "Add `x` to `package.json`": the file is where it is added.
        if (role === "main" && added() && nextIsPath(tokens, at)) role = "place";
        break;
      case "or":
        if (role === "main") slots.either = true;
        break;
      case "it":
        groups.target(role, { kind: "it", text: token.text });
        break;
      case "act":
        // "`gen/` outputs": a thing, named by what makes it.
        if (sense.form === "s" && role === "main" && slots.force === "never" && tokens[at - 1]?.kind === "span") break;
        if (role === "place" || role === "means") role = "main";
        // "Before committing run `x`": what must be run, not what comes after.
        if (
          !verbLast &&
          role === "before" &&
          !filled() &&
          slots.force === null &&
          slots.parts.before.acts.length > 0 &&
          /^(?:run|use|read)$/.test(sense.val) &&
          commands(sense) &&
          tokens[at - 1]?.kind !== "mark" &&
          !/^(?:and|or|to)$/.test(tokens[at - 1]?.sense?.cls ?? "")
        )
          role = "main";
        // "Amend an existing commit": what it is done to.
        if (ABOUT_COMMITS.test(main.acts.at(-1)?.verb ?? "") && sense.val === "commit" && isObject(tokens, at)) break;
        // "Do not use `x` to install packages": what it would be used for.
        if (!verbLast && slots.force === "never" && tokens[at - 1]?.sense?.cls === "to" && usesProgram(main)) {
          const end = swallow(tokens, at, slots, "tail");
          const plain = OWN_USES.test(sense.val) && tokens.slice(at, end + 1).every((each) => each.kind !== "unknown");
          if (plain) slots.condition.pop();
          at = end;
          break;
        }
        // 提交包含以下内容的文件: files that contain something.
        // 以下文件：`.env`、包含密码的配置: the next thing of a list, described.
        if (CONTAINS.test(token.text) && slots.force === null && main.targets.length > 0 && isComma(tokens[at - 1])) return split(at);
        if (CONTAINS.test(token.text) && (slots.force === null || main.acts.length > since.acts)) break;
        // "Never edit `a` use `b`": an act that nothing joins to what came before is another sentence.
        if (
          !verbLast &&
          role === "main" &&
          /^(?:use|run)$/.test(sense.val) &&
          sense.form === "base" &&
          tokens[at - 1]?.kind === "span" &&
          main.acts.length > 0
        )
          return split(at);
        if (role === "main" && slots.force === null && !filled() && slots.left.length === 0 && commands(sense)) slots.imperative = true;
        if (/^auto/i.test(token.text)) slots.auto = true;
        if (role === "main" && main.acts.length === since.acts) {
          told = main.targets.length > since.targets || slots.left.length > since.left || (sense.form === "told" && at - since.at > 2);
        }
        // "No ejecuta", "never touches": a negation before a form that tells is no force.
        if (
          (sense.form === "told" || (sense.form === "s" && /^never$/i.test(lastWord(tokens, at)?.text ?? ""))) &&
          slots.force === "never" &&
          !slots.post &&
          sinceForce() === 0
        ) {
          Object.assign(slots, { force: null, weak: true });
        }
        if (role === "main" && slots.force === "never" && !slots.post && main.acts.length === forced.acts && sense.form === "ed")
          slots.turned = main.targets.length > forced.targets;
        groups.act(role, { verb: sense.val, form: sense.form });
        role = afterBrief(role);
        break;
      case "noun":
        if (role === "place" && inside(tokens, at - 1)) {
          groups.target(role, { kind: "noun", noun: sense.val, text: token.text });
          role = "main";
          break;
        }
        // `domain` 依赖 `ui`: what stands between two names says how they go together.
        if (tokens[at - 1]?.kind === "span" && tokens[at + 1]?.kind === "span") {
          unknown(token);
          break;
        }
        // "Build output is `site/`": the name says which.
        if (NAMED_KINDS.test(sense.val) && nextIsPath(tokens, at)) break;
        groups.target(role, { kind: "noun", noun: sense.val, text: token.text });
        role = afterBrief(role);
        break;
      case "who":
        if (!/^(?:you|i|we)$/.test(token.text.toLowerCase())) slots.left.push(token.text);
        break;
      case "filler":
        // "Generated `x/`" is `x/`; without a name the word says which things are meant.
        if (sense.val === "described" && tokens[at + 1]?.kind !== "span") unknown(token);
        break;
      default:
        break;
    }
  }
  slots.governs = sinceForce() + slots.parts.means.targets.length > 0;
  slots.subject = hasSubject();
  return { slots, next: at };
}

const CONTAINS = /^(?:包含|含有|带有)$/;
const ABOUT_COMMITS = /^(?:amend|revert|rebase|cherrypick|reset|rewrite|forcepush)$/;
/** What a program is there for: saying so limits nothing. */
const OWN_USES = /^(?:run|install|add|test|build|lint|format|typecheck|start)$/;

/** "… an existing commit": an article stands between it and the act before. */
function isObject(tokens: readonly Token[], at: number): boolean {
  const between = tokens[at - 1]?.sense?.cls;
  return between === "filler" || between === "old";
}

function usesProgram({ acts, targets }: Part): boolean {
  return /^(?:use|run)$/.test(acts.at(-1)?.verb ?? "") && targets.at(-1)?.kind === "span";
}

const commands = (sense: Sense): boolean => sense.form === "base" || sense.form === "told";

/** Whether a word that would follow what it forbids stands before an act instead, and nothing after that act forbids it. */
function describes(tokens: readonly Token[], at: number, verbLast: boolean): boolean {
  const rest = tokens.slice(at + 1);
  const next = rest.find((each) => each.sense?.cls !== "filler");
  if (next?.sense?.cls !== "act") return false;
  return verbLast ? !rest.some((each) => each.sense !== null && FORCES[each.sense.cls] !== undefined) : next !== rest[0];
}

/** A condition: what it says is not read, up to the comma. */
function swallow(tokens: readonly Token[], at: number, slots: Slots, kind: Condition["kind"] = "when"): number {
  let end = at;
  for (; end + 1 < tokens.length; end++) {
    const next = tokens[end + 1] as Token;
    if (next.kind === "mark" && /^[,，]$/.test(next.text)) break;
    if (next.sense?.cls === "instead" || (next.sense?.cls === "before" && next.sense.val !== "post")) break;
    if ((next.sense?.cls === "unless" || next.sense?.cls === "without") && consentAt(tokens, end + 2) > 0) break;
  }
  slots.condition.push(conditionOf(tokens.slice(at, end + 1), kind));
  return end;
}

export function conditionOf(tokens: readonly Token[], kind: Condition["kind"]): Condition {
  const spans = tokens.flatMap((each) => (each.span === null ? [] : [each.span]));
  return {
    kind,
    text: tokens.map((each) => each.text).join(" "),
    paths: spans.every((span) => span.type === "path") ? spans.map((span) => span.text) : [],
  };
}

/** "Never edit `x`, run `y`": an act after the comma that no "or" joins to the ones before. */
function startsAnew(tokens: readonly Token[], at: number): boolean {
  const rest = tokens.slice(at);
  const next = rest.find((each) => each.sense?.cls !== "filler");
  // "…, it breaks the lockfile" tells why.
  if (next?.sense?.cls === "it") return true;
  return next?.sense?.cls === "act" && commands(next.sense) && !rest.some((each) => each.sense?.cls === "or" || each.sense?.cls === "and");
}

/** 提交前确认以下检查项, 先读 `x` 确认项目背景, "run `x`, confirm the PR is merged": what follows is looked at, and nobody is asked. */
function looksAt(said: readonly Token[], after: Token | undefined, named: boolean): boolean {
  if (said.some(({ sense }) => sense?.cls !== "filler" && sense?.cls !== "it")) return false;
  if (said.some(({ sense, text }) => sense?.cls === "it" || /following$/i.test(text))) return true;
  return after?.kind === "span" || after?.kind === "unknown" || after?.sense?.cls === "if" || (named && after?.sense?.cls === "noun");
}

/** 在单元测试中: a place that is named by its kind. */
function inside(tokens: readonly Token[], at: number): boolean {
  return tokens[at + 1]?.sense?.cls === "noun" && /^[中里内]$/.test(tokens[at + 2]?.text ?? "");
}

function nextIsPath(tokens: readonly Token[], at: number): boolean {
  return tokens.slice(at + 1).find((each) => each.sense?.cls !== "filler")?.span?.type === "path";
}

function followedByTarget(tokens: readonly Token[], at: number): boolean {
  const next = tokens.slice(at, at + 3).find((each) => each.sense?.cls !== "filler");
  return next?.kind === "span" || next?.sense?.cls === "noun" || next?.sense?.cls === "with";
}
