// One answer of a model, tried before anybody sees it: it must parse as a policy item, and its own calls must come out as
// it says. What is wrong is said in words that can go back to the model.

import { Refused } from "../compile/blockKeys.ts";
import { examples, readItem } from "../compile/policyBlock.ts";
import { callFault } from "../../analysis/index.ts";
import type { ModelItem, Rule } from "../match/rule.ts";
import { MODEL_DOUBT, modelRule } from "./modelReadings.ts";

export interface GivenReading {
  readonly block: unknown;
  /** Calls that it must stop, and calls that must pass. */
  readonly stop: unknown;
  readonly pass: unknown;
}

/** A line that a model may read, with its place. */
export interface ReadLine {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /** `clauseHash` of the clause. */
  readonly clause: string;
  /** The headings and lead-ins above it. */
  readonly above: readonly string[];
}

export const LEAST = { stop: 3, pass: 5 } as const;
const MOST_CALLS = 20;
const LONGEST_CALL = 4000;
const LONGEST_BLOCK = 4000;

/** An order is only believed where the line, or what leads to it, says so. Most wrong readings of models are orders. */
const ORDERS: readonly RegExp[] = [
  /\b(?:must|shall|require[ds]?|mandatory)\b/i,
  /\b(?:before|first|prior|until|unless|without)\b/i,
  /\b(?:antes|primei?ro|deben?|devem?|sin|sem|avant|doit|doivent|sans)\b/i,
  /\b(?:vor|bevor|zuerst|muss|müssen|ohne)\b/i,
  /必须|务必|必需|前|先|后方可|才能|必須|必ず|ずに|すること|먼저|반드시|전에|없이/,
];

/** A rule that a model proposed, or why there is none. */
export type Tried =
  | { readonly kind: "proposed"; readonly rule: Rule; readonly item: ModelItem }
  | { readonly kind: "refused"; readonly why: string };

const INSTRUCTION_FILES = new Set(["AGENTS.md", "CLAUDE.md", "GEMINI.md"]);

/** Makes a rule of what a model proposed, or says why it cannot be one. */
export function tryReading(given: GivenReading, at: ReadLine): Tried {
  try {
    const item = itemOf(given, at);
    const rule = modelRule(item, { file: at.file, clause: at });
    if (rule.order !== undefined && !saysOrder([at.text, ...at.above].join("\n")))
      throw new Refused("An order needs a line that says must or before. Leave the line out.");
    const known = givenAtStart(item.block, at.file);
    if (known !== undefined) throw new Refused(`The agent has \`${known}\` from the start: an order need not wait for it to be read.`);
    return { kind: "proposed", rule, item };
  } catch (cause) {
    if (!(cause instanceof Refused)) throw cause;
    return { kind: "refused", why: cause.message };
  }
}

/** A host hands the instruction files over; no call reads them, so such an order would stop every change. */
function givenAtStart(block: Readonly<Record<string, unknown>>, file: string): string | undefined {
  if (block["require-before"] === undefined) return undefined;
  const own = file.slice(file.lastIndexOf("/") + 1);
  return [block["read"] ?? []].flat().find((each): each is string => each === own || INSTRUCTION_FILES.has(String(each)));
}

function saysOrder(text: string): boolean {
  return ORDERS.some((each) => each.test(text));
}

function itemOf({ block, stop, pass }: GivenReading, { clause, file, line, text }: ReadLine): ModelItem {
  if (typeof block !== "object" || block === null || Array.isArray(block)) throw new Refused("`block` is one policy item: a set of keys.");
  if (JSON.stringify(block).length > LONGEST_BLOCK) throw new Refused(`\`block\` has more than ${LONGEST_BLOCK} characters.`);
  const { message: _, off, match: __, not_match: ___, ...meant } = block as Readonly<Record<string, unknown>>;
  if (off !== undefined) throw new Refused("A reading cannot be off; leave the line out.");
  const stops = callsOf(stop, "stop");
  const passes = callsOf(pass, "pass");
  // Run with all of its calls; one of each is kept, for people.
  readItem(
    { ...meant, match: stops, not_match: passes },
    { prove: true, originOf: () => ({ file, line, text, at: 0, clause, tier: "proposed", source: "model", doubts: [MODEL_DOUBT] }) },
  );
  return { of: clause, block: { ...meant, match: stops.slice(0, 1), not_match: passes.slice(0, 1) } };
}

function callsOf(given: unknown, key: "stop" | "pass"): readonly unknown[] {
  if (!Array.isArray(given) || given.length < LEAST[key]) throw new Refused(`\`${key}\` needs at least ${LEAST[key]} calls.`);
  if (given.length > MOST_CALLS) throw new Refused(`\`${key}\` has more than ${MOST_CALLS} calls.`);
  for (const each of given as readonly unknown[]) {
    if ((JSON.stringify(each) ?? "").length > LONGEST_CALL)
      throw new Refused(`A call of \`${key}\` has more than ${LONGEST_CALL} characters.`);
    for (const { call, history = [] } of examples([each], key)) {
      const fault = [call, ...history].map(callFault).find((one) => one !== null);
      if (fault !== undefined) throw new Refused(`A call of \`${key}\` is not a call: ${fault}.`);
    }
  }
  return given;
}
