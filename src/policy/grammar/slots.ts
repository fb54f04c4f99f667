// The slots of a sentence: its force, acts, targets and qualifiers. Every token goes into a slot or is left over; what is
// left over, and each doubt, keeps a reading from being certain.

import type { Sense } from "../lexicon/language.ts";
import type { Span } from "../tokens/spans.ts";
import type { Token } from "../tokens/sentenceTokens.ts";

export type Force = "never" | "ask" | "must" | "only" | "permit";

export interface Act {
  readonly verb: string;
  readonly form: Sense["form"];
  /** "Don't touch", "stay away": as likely a word about reading. */
  readonly wide?: true;
  /** Acts and targets of one group belong together: "run `a` or edit `b`" are two. */
  readonly group?: number;
}

export type Target = (
  | { readonly kind: "span"; readonly span: Span }
  | { readonly kind: "noun"; readonly noun: string; readonly text: string }
  | { readonly kind: "it"; readonly text: string }
) & { readonly group?: number; /** It was in brackets after what it explains. */ readonly aside?: true };

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
  /** Only what exists already; "done" where an act says which ("merged branches"). */
  old: boolean | "done";
  session: "main" | "shared" | null;
  /** `lacking`: not without consent. `granted`: only with it. */
  consent: "lacking" | "granted" | null;
  auto: boolean;
  first: boolean;
  /** Said of what follows a mark like ❌, not by a word. */
  marked: boolean;
  /** A mark like ✅ says that it is the right way. */
  ok: boolean;
  /** "or" was between targets of the main part. */
  either: boolean;
  /** It begins with a command: "Run `x` before …". */
  imperative: boolean;
  readonly condition: Condition[];
  /** Those that was before the force: they hold for every part of the sentence. */
  leading: readonly Condition[];
  left: string[];
  /** Those that are further things of a list: "… secrets or certificates". */
  members: ReadonlySet<string>;
  /** How many of those were between the force and the first act: the act that is meant is then another one. */
  gap: number;
  /** What is rejected was forbidden by a word of its own. */
  barred: boolean;
  /** The force is a word that follows what it forbids: "… is forbidden". */
  post: boolean;
  /** Consent was spoken of before any force: it holds for every part of the sentence. */
  overall: boolean;
  /** The force was in a label: "Never: `x`". */
  labelled: boolean;
  /** The force is that of a heading, a lead or a label. */
  led: boolean;
  /** "Bare `x`": with something beside it, it is fine. */
  bare: boolean;
  /** The force is "no": in the middle of a paragraph it tells as often as it forbids. */
  no: boolean;
  /** Something follows the force. */
  governs: boolean;
  /** How many were between the first act and the first target. */
  reach: number;
  /** How many were before the first act. */
  ahead: number;
  /** Something was before the force that does what is forbidden to something else: "Tests must never read `x`". */
  subject: boolean;
  /** What is forbidden was between the force and its act: "never secrets or generated files". */
  turned: boolean;
  /** What is asked about came from "before": 部署前需要确认. */
  gated: boolean;
  /** What it waits for is said by a heading or a lead: "Before committing:" and a list. */
  queued: boolean;
  /** "Before writing code": only changes of code need it. */
  code: boolean;
  /** "Push to the registry": where to was not understood, so no push of Git is meant. */
  elsewhere: boolean;
}

/** Whether one of them is a kind of thing of this name. */
export const isNoun = (targets: readonly Target[], name: string | RegExp): boolean =>
  targets.some((each) => each.kind === "noun" && (typeof name === "string" ? each.noun === name : name.test(each.noun)));

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
    members: new Set(),
    gap: 0,
    barred: false,
    post: false,
    overall: false,
    labelled: false,
    led: false,
    bare: false,
    no: false,
    governs: false,
    reach: 0,
    ahead: 0,
    subject: false,
    turned: false,
    gated: false,
    queued: false,
    code: false,
    elsewhere: false,
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

export function conditionOf(tokens: readonly Token[], kind: Condition["kind"]): Condition {
  const spans = tokens.flatMap((each) => (each.span === null ? [] : [each.span]));
  return {
    kind,
    text: tokens.map((each) => each.text).join(" "),
    paths: spans.every((span) => span.type === "path") ? spans.map((span) => span.text) : [],
  };
}
