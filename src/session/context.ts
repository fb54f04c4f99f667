// buildContext: a session in, exactly what the model gets out. Pure; walks the branch and not the file.

import { sha256 } from "../base/index.ts";
import { isUnknown, type KnownEvent, type Message } from "../schema/index.ts";
import { renderSystemPrompt, wrapReminder } from "../snapshot/index.ts";
import { metaMessage, placeEvent, type Placed } from "./convert.ts";
import { parentOf, type Session, type Tree } from "./read.ts";
import { branchTo, frozenPrompt, treeEvent } from "./tree.ts";

export interface Context {
  /** Empty for a session that has no snapshot yet. Never one of the messages (SC-31, SC-60). */
  readonly systemPrompt: string;
  readonly messages: readonly Message[];
}

/** `at`: up to and with this event; otherwise up to the active leaf. */
export function buildContext(session: Session, options: { readonly at?: string | undefined } = {}): Context {
  const leaf = options.at === undefined ? session.leafId : treeEvent(session, options.at).id;
  const frozen = frozenPrompt(session);
  return { systemPrompt: frozen === null ? "" : renderSystemPrompt(frozen.snapshot), messages: buildMessages(branchTo(session, leaf)) };
}

export function buildMessages(branch: readonly KnownEvent[]): Message[] {
  return placeAll(branch).map(({ message }) => message);
}

function placeAll(branch: readonly KnownEvent[]): Placed[] {
  const context: Placed[] = [];
  for (const event of behindBarrier(branch, context)) {
    const placement = placeEvent(context.at(-1) ?? null, event);
    if (placement.kind === "replace") context.pop();
    if (placement.kind !== "skip") context.push(placement.placed);
  }
  return context;
}

/** A compaction is a barrier: its summary stands for what came before, but for what came behind `compactedThrough`. */
function behindBarrier(branch: readonly KnownEvent[], context: Placed[]): readonly KnownEvent[] {
  const at = branch.findLastIndex(({ type }) => type === "compact");
  const barrier = branch[at];
  if (barrier?.type !== "compact") return branch;
  context.push({ message: metaMessage(wrapReminder(`Summary of the conversation before this point:\n\n${barrier.summary}`)), isToolResult: false });
  const through = barrier.compactedThrough === undefined ? -1 : branch.findIndex(({ id }) => id === barrier.compactedThrough);
  return [...(through === -1 ? [] : branch.slice(through + 1, at)), ...branch.slice(at + 1)];
}

/**
 * The hash of a context, as a chain over its messages, so that the hash at every event of a long branch costs one step
 * each: only the last message can still change, by a reminder that is merged into it.
 */
export function hashMessages(messages: readonly Message[]): string {
  return messages.reduce(link, START);
}

const START = sha256("");

function link(chain: string, message: Message): string {
  return sha256(`${chain}\n${JSON.stringify(message)}`);
}

export interface Digests {
  /** Hash of the context up to and with an event of the tree; null is the empty context. */
  at(eventId: string | null): string;
}

interface Chain {
  readonly settled: string;
  readonly last: Placed | null;
}

/** `byId` may grow while this is used: an append adds its own events. */
export function digestsOf(tree: Tree): Digests {
  const chains = new Map<string, Chain>();
  const chainAt = (eventId: string | null): Chain => {
    const missing: KnownEvent[] = [];
    let known: Chain = { settled: START, last: null };
    for (let id = eventId; id !== null; ) {
      const found = chains.get(id);
      if (found !== undefined) {
        known = found;
        break;
      }
      const event = tree.byId.get(id);
      if (event === undefined) break;
      if (!isUnknown(event)) missing.push(event);
      if (event.type === "compact") {
        missing.pop();
        known = chainOf(placeAll(branchTo(tree, id)));
        chains.set(id, known);
        break;
      }
      id = parentOf(tree, event);
    }
    for (const event of missing.reverse()) {
      const placement = placeEvent(known.last, event);
      if (placement.kind === "replace") known = { settled: known.settled, last: placement.placed };
      else if (placement.kind === "push") known = { settled: known.last === null ? known.settled : link(known.settled, known.last.message), last: placement.placed };
      chains.set(event.id, known);
    }
    return known;
  };
  return {
    at: (eventId) => {
      const { settled, last } = chainAt(eventId);
      return last === null ? settled : link(settled, last.message);
    },
  };
}

function chainOf(placed: readonly Placed[]): Chain {
  return { settled: hashMessages(placed.slice(0, -1).map(({ message }) => message)), last: placed.at(-1) ?? null };
}
