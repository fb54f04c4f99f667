// Whether a backtracking engine needs more than linear time. Two loops that can read the same text, one reachable from
// the other, make it polynomial; one loop with two ways around on the same text makes it exponential. The search for a
// place to begin is such a loop too: it is at every place of the text.

import { type Automaton, automataOf, type Between } from "./automaton.ts";

export type Growth = "linear" | "polynomial" | "exponential" | "unknown";

/** Letters of several scripts, signs and spaces; each expression adds its own. */
const COMMON = `${Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join("")}\u00a0é\u0130ßЖ\u200b\u2028\u3000中、。：，\ufeff\ue000\ufffd😀𝒜`;

type Kind = "word" | "newline" | "other";
interface Letter {
  readonly char: string;
  readonly kind: Kind;
  readonly number: number;
  /** What a step can see of the letter before it. */
  readonly view: number;
  readonly accepts: ReadonlySet<number>;
}

export function growthOf(source: string, flags: string): Growth {
  let worst: Growth = "linear";
  for (const automaton of automataOf(source, flags)) {
    if (automaton.backreference) return "unknown";
    const growth = growthOfOne(automaton, /[uv]/.test(flags));
    if (growth === "exponential") return growth;
    if (growth === "polynomial") worst = growth;
  }
  return worst;
}

function growthOfOne(automaton: Automaton, unicode: boolean): Growth {
  const start = automaton.positions.length;
  const next: { to: number; between: readonly Between[] }[][] = Array.from({ length: start + 1 }, () => []);
  for (const step of automaton.steps) next[step.from]?.push(step);
  if (!automaton.once) {
    for (const entry of automaton.entries) if (!entry.anchored) next[start]?.push(entry);
    next[start]?.push({ to: start, between: [] });
  }
  const component = componentsOf(next.map((steps) => steps.map(({ to }) => to)));
  const loops = new Map<number, number[]>();
  next.forEach((steps, from) => {
    const own = component[from] as number;
    if (steps.some(({ to }) => component[to] === own)) loops.set(own, [...(loops.get(own) ?? []), from]);
  });
  const inner = [...loops].filter(([, members]) => !members.includes(start));
  if (inner.length === 0) return "linear";
  const letters = alphabetOf(automaton, start, unicode);
  const views = [...new Map(letters.map((letter) => [letter.view, letter])).values()];
  const settled = neverFail();
  const size = start + 2;
  const moves = new Map<number, number[]>();
  /** By numbers, and each looked up once: a long expression asks for the same one a million times. */
  const move = (from: number, letter: Letter, last: Letter, within: number | null): number[] => {
    const key = ((from * letters.length + letter.number) * letters.length + last.view) * size + (within ?? size - 1);
    let found = moves.get(key);
    if (found === undefined) {
      found = (next[from] ?? []).flatMap(({ to, between }) =>
        letter.accepts.has(to) &&
        !settled.has(to) &&
        (within === null || component[to] === within) &&
        between.every((each) => holds(each, last, letter))
          ? [to]
          : [],
      );
      moves.set(key, found);
    }
    return found;
  };
  if (inner.some(([within, members]) => members.some((member) => twoWaysAround(member, within)))) return "exponential";
  for (const [environment, outer] of loops)
    for (const [within, members] of inner) {
      if (environment !== within && outer.some((p) => members.some((q) => meets(p, environment, q, within)))) return "polynomial";
    }
  return "linear";

  /** Positions from which the match is certain: it is complete, or every character leads on and the end completes it. */
  function neverFail(): Set<number> {
    const certain = new Set(automaton.settled.keys());
    const leadsOn = (from: number, letter: Letter) =>
      (next[from] ?? []).some(({ to, between }) => between.length === 0 && certain.has(to) && letter.accepts.has(to));
    const fails = ([at, when]: readonly [number, string]) =>
      when !== "always" && letters.some((letter) => !leadsOn(at, letter) && !(when === "line end" && letter.kind === "newline"));
    for (
      let failing = [...automaton.settled].filter(fails);
      failing.some(([at]) => certain.has(at));
      failing = [...automaton.settled].filter(fails)
    )
      for (const [at] of failing) certain.delete(at);
    return certain;
  }

  /** From (p, p) back to (p, p) with two different ways between. */
  function twoWaysAround(member: number, within: number): boolean {
    return views.some((before) => {
      const seen = new Set<number>();
      const open = [{ left: member, right: member, parted: false, last: before }];
      for (let state = open.pop(); state !== undefined; state = open.pop()) {
        for (const letter of letters) {
          const [lefts, rights] = [move(state.left, letter, state.last, within), move(state.right, letter, state.last, within)];
          for (const [i, left] of lefts.entries())
            for (const [j, right] of rights.entries()) {
              const parted = state.parted || left !== right || (state.left === state.right && i !== j);
              if (parted && left === member && right === member && letter.view === before.view) return true;
              const key = ((left * size + right) * letters.length + letter.view) * 2 + (parted ? 1 : 0);
              if (seen.has(key)) continue;
              seen.add(key);
              open.push({ left, right, parted, last: letter });
            }
        }
      }
      return false;
    });
  }

  /** One text that leads from p to p, from q to q, and from p to q. */
  function meets(p: number, environment: number, q: number, within: number): boolean {
    return views.some((before) => {
      const seen = new Set<number>();
      const open = [{ one: p, two: p, three: q, last: before }];
      for (let state = open.pop(); state !== undefined; state = open.pop()) {
        for (const letter of letters) {
          const thirds = new Set(move(state.three, letter, state.last, within));
          const firsts = thirds.size === 0 ? thirds : new Set(move(state.one, letter, state.last, environment));
          if (firsts.size === 0) continue;
          for (const two of new Set(move(state.two, letter, state.last, null)))
            for (const one of firsts)
              for (const three of thirds) {
                if (one === p && two === q && three === q && letter.view === before.view) return true;
                const key = ((one * size + two) * size + three) * letters.length + letter.view;
                if (seen.has(key)) continue;
                seen.add(key);
                open.push({ one, two, three, last: letter });
              }
        }
      }
      return false;
    });
  }
}

/** Characters that no position tells apart are one letter. */
function alphabetOf({ positions, steps, entries }: Automaton, start: number, unicode: boolean): Letter[] {
  const letters = new Map<string, Letter>();
  const views = new Map<string, number>();
  const beside = [...new Set([...steps, ...entries].flatMap(({ between }) => between.filter((each) => typeof each === "object")))];
  for (const char of new Set(
    COMMON +
      [...positions, ...beside.map(({ position }) => position)]
        .map(({ samples }) => samples + samples.toLowerCase() + samples.toUpperCase())
        .join(""),
  )) {
    // Without the flag u, an expression reads such a character as two.
    if (char.length > 1 && !unicode) continue;
    const kind: Kind = /\w/.test(char) ? "word" : /[\n\r\u2028\u2029]/.test(char) ? "newline" : "other";
    const accepts = positions.flatMap(({ test }, index) => (test(char) ? [index] : []));
    const seen = beside.map(({ position }) => (position.test(char) ? 1 : 0)).join("");
    const view = `${kind} ${beside.map(({ side }, index) => (side === "before" ? seen[index] : "")).join("")}`;
    if (!views.has(view)) views.set(view, views.size);
    const name = `${kind} ${accepts.join()} ${seen}`;
    letters.set(name, {
      char,
      kind,
      number: letters.get(name)?.number ?? letters.size,
      view: views.get(view) as number,
      accepts: new Set([...accepts, start]),
    });
  }
  return [...letters.values()];
}

function holds(between: Between, last: Letter, next: Letter): boolean {
  if (typeof between === "object") return between.position.test(between.side === "before" ? last.char : next.char) !== between.negate;
  switch (between) {
    case "boundary":
      return (last.kind === "word") !== (next.kind === "word");
    case "inside":
      return (last.kind === "word") === (next.kind === "word");
    case "line start":
      return last.kind === "newline";
    case "line end":
      return next.kind === "newline";
    case "end":
      return false;
  }
}

/** Tarjan's strongly connected components. */
function componentsOf(next: readonly (readonly number[])[]): number[] {
  const order: number[] = next.map(() => -1);
  const low: number[] = next.map(() => 0);
  const component: number[] = next.map(() => -1);
  const stack: number[] = [];
  let count = 0;
  const visit = (at: number): void => {
    order[at] = low[at] = count++;
    stack.push(at);
    for (const to of next[at] ?? []) {
      if (order[to] === -1) {
        visit(to);
        low[at] = Math.min(low[at] as number, low[to] as number);
      } else if (component[to] === -1) low[at] = Math.min(low[at] as number, order[to] as number);
    }
    if (low[at] !== order[at]) return;
    for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
      component[member] = at;
      if (member === at) break;
    }
  };
  next.forEach((_, at) => order[at] === -1 && visit(at));
  return component;
}
