// The hash of what the model got at any event of a tree. A chain goes on from its parent's, so that a long branch costs
// one step an event; a bounded number of chains is remembered, and a forgotten one is walked again.

import { isUnknown, type KnownEvent } from "../../schema/index.ts";
import { hashMessages, link, placeAll, START, placeEvent, type Placed } from "../context/context.ts";
import { type HiddenTurns, NOTHING_HIDDEN, stillHidden } from "../log/hidden.ts";
import { parentOf, type Tree } from "../log/read.ts";
import { branchTo } from "../log/tree.ts";

export interface Chain {
  readonly settled: string;
  readonly last: Placed | null;
  readonly hiding: string | null;
}

export interface Digests {
  /** Hash of the context up to and with an event of the tree; null is the empty context. */
  at(eventId: string | null): string;
  chainAt(eventId: string | null): Chain;
}

export interface DigestOptions {
  readonly hidden?: HiddenTurns;
  /** Digests of a tree that this one grows from, with the same turns hidden; asked about what they have. */
  readonly below?: { readonly digests: Digests; has(id: string): boolean };
  readonly most?: number;
}

const MOST_CHAINS = 4096;

/** `tree` may grow while this is used: an append adds its own events. */
export function digestsOf(tree: Tree, { hidden = NOTHING_HIDDEN, below, most = MOST_CHAINS }: DigestOptions = {}): Digests {
  const chains = new Map<string, Chain>();
  const remember = (id: string, chain: Chain) => {
    if (chains.size >= most) chains.delete(chains.keys().next().value as string);
    chains.set(id, chain);
  };
  const chainAt = (eventId: string | null): Chain => {
    const missing: KnownEvent[] = [];
    let known: Chain = { settled: START, last: null, hiding: null };
    for (let id = eventId; id !== null;) {
      const found = below?.has(id) === true ? below.digests.chainAt(id) : chains.get(id);
      if (found !== undefined) {
        known = found;
        break;
      }
      const event = tree.byId.get(id);
      if (event === undefined) break;
      if (!isUnknown(event)) missing.push(event);
      if (event.type === "compact") {
        missing.pop();
        known = chainOf(placeAll(branchTo(tree, id), hidden));
        remember(id, known);
        break;
      }
      id = parentOf(tree, event);
    }
    for (const event of missing.reverse()) {
      known = step(known, event, hidden);
      remember(event.id, known);
    }
    return known;
  };
  const at = (eventId: string | null): string => {
    const { settled, last } = chainAt(eventId);
    return last === null ? settled : link(settled, last.message);
  };
  return { at, chainAt };
}

function step(chain: Chain, event: KnownEvent, hidden: HiddenTurns): Chain {
  const { isHidden, hiding } = stillHidden(chain.hiding, event, hidden);
  if (isHidden) return { ...chain, hiding };
  const placement = placeEvent(chain.last, event);
  if (placement.kind === "skip") return { ...chain, hiding };
  if (placement.kind === "replace") return { settled: chain.settled, last: placement.placed, hiding };
  return { settled: chain.last === null ? chain.settled : link(chain.settled, chain.last.message), last: placement.placed, hiding };
}

function chainOf({ placed, hiding }: { readonly placed: readonly Placed[]; readonly hiding: string | null }): Chain {
  return { settled: hashMessages(placed.slice(0, -1).map(({ message }) => message)), last: placed.at(-1) ?? null, hiding };
}
