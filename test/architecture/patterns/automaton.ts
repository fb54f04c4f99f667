// A regular expression as an automaton of its character positions (Glushkov's construction). Counted repetition is cut
// to a few copies: only loops can make time grow faster than the text.

import { type AST, RegExpParser } from "@eslint-community/regexpp";

export interface Position {
  /** Whether a character can be consumed here. */
  readonly test: (char: string) => boolean;
  /** Characters that tell this position from others; taken into the alphabet. */
  readonly samples: string;
}

/** What has to hold between two characters for a step to be possible. */
export type Between = "boundary" | "inside" | "line start" | "line end" | "end" | Beside;

/** A lookaround of one character. */
export interface Beside {
  readonly side: "before" | "after";
  readonly negate: boolean;
  readonly position: Position;
}

export interface Step {
  readonly from: number;
  readonly to: number;
  readonly between: readonly Between[];
}

export interface Automaton {
  readonly positions: readonly Position[];
  /** Two equal steps mean two ways to go, which a backtracking engine tries both. */
  readonly steps: readonly Step[];
  readonly entries: readonly { readonly to: number; readonly between: readonly Between[]; readonly anchored: boolean }[];
  /** Positions after which the whole expression has matched; "always", or where a line or the text ends. */
  readonly settled: ReadonlyMap<number, "always" | "line end" | "end">;
  readonly backreference: boolean;
  /** It is tried at one place only, not at every place of the text. */
  readonly once: boolean;
}

interface Edge {
  readonly at: number;
  readonly between: readonly Between[];
  readonly anchored: boolean;
  /** A lookaround was passed on the way: it may fail. */
  readonly checked: boolean;
}

interface Part {
  readonly first: readonly Edge[];
  readonly last: readonly Edge[];
  /** The ways to pass without a character. */
  readonly empty: readonly Omit<Edge, "at">[];
}

const ENDS: ReadonlySet<unknown> = new Set(["always", "line end", "end"]);
const FREE = { between: [], anchored: false, checked: false } as const;
const NOTHING: Part = { first: [], last: [], empty: [FREE] };
const COPIES_WITHOUT_LOOP = 2;
const COPIES_WITH_LOOP = 3;

/** The automaton of an expression, and those of the bodies of its lookarounds, which run on their own. */
export function automataOf(source: string, flags: string): Automaton[] {
  const pattern = new RegExpParser({ ecmaVersion: 2025 }).parsePattern(source, 0, source.length, {
    unicode: flags.includes("u"),
    unicodeSets: flags.includes("v"),
  });
  const bodies: { alternatives: readonly AST.Alternative[]; backwards: boolean; once: boolean }[] = [];
  const first = firstLooks(pattern.alternatives, flags);
  const made = [build(pattern.alternatives, { backwards: false, once: flags.includes("y") })];
  for (let body = bodies.shift(); body !== undefined; body = bodies.shift()) made.push(build(body.alternatives, body));
  return made;

  function build(
    alternatives: readonly AST.Alternative[],
    { backwards, once }: { readonly backwards: boolean; readonly once: boolean },
  ): Automaton {
    const positions: Position[] = [];
    const steps: Step[] = [];
    let backreference = false;
    const whole = choice(alternatives);
    return {
      positions,
      steps,
      entries: whole.first.map(({ at, between, anchored }) => ({ to: at, between, anchored })),
      settled: new Map(
        whole.last
          .filter((edge) => !edge.checked)
          .toReversed()
          .flatMap(({ at, between: [only = "always", ...more] }) =>
            more.length === 0 && ENDS.has(only) ? [[at, only as "always"] as const] : [],
          ),
      ),
      backreference,
      once,
    };

    function choice(all: readonly AST.Alternative[]): Part {
      const parts = all.map((each) => (backwards ? each.elements.toReversed() : each.elements).map(part).reduce(sequence, NOTHING));
      return {
        first: parts.flatMap((each) => each.first),
        last: parts.flatMap((each) => each.last),
        empty: parts.flatMap((each) => each.empty).slice(0, 4),
      };
    }

    function connect(last: readonly Edge[], first: readonly Edge[]): void {
      for (const from of last)
        for (const to of first) if (!to.anchored) steps.push({ from: from.at, to: to.at, between: [...from.between, ...to.between] });
    }

    function sequence(before: Part, after: Part): Part {
      connect(before.last, after.first);
      return {
        first: [...before.first, ...before.empty.flatMap((way) => after.first.map((edge) => passed(edge, way)))],
        last: [...after.last, ...after.empty.flatMap((way) => before.last.map((edge) => passed(edge, way)))],
        empty: before.empty
          .flatMap((one) =>
            after.empty.map((two) => ({
              between: [...one.between, ...two.between],
              anchored: one.anchored || two.anchored,
              checked: one.checked || two.checked,
            })),
          )
          .slice(0, 4),
      };
    }

    function part(node: AST.Element): Part {
      switch (node.type) {
        case "Group":
        case "CapturingGroup":
          return choice(node.alternatives);
        case "Quantifier":
          return repeated(node);
        case "Assertion":
          return asserted(node);
        case "Backreference":
          backreference = true;
          return NOTHING;
        default:
          return {
            first: [{ at: positions.push(positionOf(node, flags)) - 1, ...FREE }],
            last: [{ at: positions.length - 1, ...FREE }],
            empty: [],
          };
      }
    }

    function asserted(node: AST.Assertion): Part {
      if (node.kind === "lookahead" || node.kind === "lookbehind") {
        const beside = besideOf(node, flags);
        if (beside !== null) return { first: [], last: [], empty: [{ ...FREE, between: [beside] }] };
        bodies.push({ alternatives: node.alternatives, backwards: node.kind === "lookbehind", once: first.has(node) });
        return { first: [], last: [], empty: [{ ...FREE, checked: true }] };
      }
      if (node.kind === "word") return { first: [], last: [], empty: [{ ...FREE, between: [node.negate ? "inside" : "boundary"] }] };
      const lines = flags.includes("m");
      if (node.kind === "start")
        return { first: [], last: [], empty: [{ checked: false, anchored: !lines, between: lines ? ["line start"] : [] }] };
      return { first: [], last: [], empty: [{ ...FREE, between: [lines ? "line end" : "end"] }] };
    }

    function repeated(node: AST.Quantifier): Part {
      const most = loops(node.element) ? COPIES_WITH_LOOP : COPIES_WITHOUT_LOOP;
      if (node.max !== Infinity) {
        const max = Math.min(node.max, most);
        const min = Math.min(node.min, node.max > most ? max - 1 : max);
        return Array.from({ length: max }, (_, index) => (index < min ? part(node.element) : optional(part(node.element)))).reduce(
          sequence,
          NOTHING,
        );
      }
      const before = Array.from({ length: Math.max(0, Math.min(node.min, most) - 1) }, () => part(node.element)).reduce(sequence, NOTHING);
      const loop = part(node.element);
      connect(loop.last, loop.first);
      return sequence(before, node.min === 0 ? optional(loop) : loop);
    }
  }
}

/** Lookaheads right behind `^` run once. */
function firstLooks(alternatives: readonly AST.Alternative[], flags: string): Set<AST.Node> {
  return new Set(
    alternatives.flatMap(({ elements }) => {
      const [start, ...rest] = elements;
      if (start?.type !== "Assertion" || start.kind !== "start" || flags.includes("m")) return [];
      const end = rest.findIndex(({ type }) => type !== "Assertion");
      return rest.slice(0, end === -1 ? rest.length : end);
    }),
  );
}

function besideOf(node: AST.LookaroundAssertion, flags: string): Beside | null {
  const [only, ...more] = node.alternatives;
  const [element, ...others] = only?.elements ?? [];
  if (
    more.length > 0 ||
    others.length > 0 ||
    element === undefined ||
    !["Character", "CharacterClass", "CharacterSet"].includes(element.type)
  )
    return null;
  return { side: node.kind === "lookahead" ? "after" : "before", negate: node.negate, position: positionOf(element, flags) };
}

function passed(edge: Edge, way: Omit<Edge, "at">): Edge {
  return {
    at: edge.at,
    between: [...new Set([...edge.between, ...way.between])],
    anchored: edge.anchored || way.anchored,
    checked: edge.checked || way.checked,
  };
}

function optional(part: Part): Part {
  return { ...part, empty: part.empty.includes(FREE) ? part.empty : [FREE, ...part.empty] };
}

function loops(node: AST.Element): boolean {
  if (node.type === "Quantifier") return node.max === Infinity || loops(node.element);
  return (
    "alternatives" in node &&
    node.type !== "Assertion" &&
    (node.alternatives as readonly AST.Alternative[]).some((each) => each.elements.some(loops))
  );
}

function positionOf(node: AST.Element, flags: string): Position {
  const single = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gy]/g, ""));
  const known = new Map<string, boolean>();
  const test = (char: string): boolean => {
    const found = known.get(char) ?? single.test(char);
    known.set(char, found);
    return found;
  };
  return { test, samples: samplesOf(node) };
}

function samplesOf(node: AST.Node): string {
  if (node.type === "Character") return character(node.value);
  if (node.type === "CharacterClassRange")
    return [node.min.value - 1, node.min.value, node.max.value, node.max.value + 1].map(character).join("");
  if (node.type === "CharacterClass") return node.elements.map((each: AST.Node) => samplesOf(each)).join("");
  return "";
}

const character = (code: number): string =>
  code < 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? "" : String.fromCodePoint(code);
