// A session that grows by a batch of drafts: what each of them depends on, the ones before it in the same batch included.

import { isTreeType, type KnownEvent } from "../../schema/index.ts";
import { digestsOf, type Digests } from "../kept/digests.ts";
import { completeDraft, type Draft, type DraftRequest, type Growing } from "./draft.ts";
import { type HiddenTurns, hiddenTurnOf, hiddenTurns, NOTHING_HIDDEN } from "../log/hidden.ts";
import { BAD, type Catalogue, TREE } from "../log/catalogue.ts";
import type { SessionLog } from "../kept/sessionLog.ts";
import { leafChosenBy, type SessionEvent, type Tree } from "../log/read.ts";

export interface Growth {
  /** The draft as an event, or BAD_EVENT. */
  add(draft: Draft, more: Pick<DraftRequest, "clientId" | "now" | "random" | "from">): KnownEvent;
}

interface Ground {
  readonly tree: Tree;
  readonly hidden: HiddenTurns;
  readonly digests: Digests | null;
  has(id: string): boolean;
  isTree(id: string): boolean;
  readonly start: Pick<Growing, "leafId" | "lastSeq" | "hasSnapshot" | "hasTree">;
}

export function growNew(sessionId: string): Growth {
  const nothing = { get: () => undefined, has: () => false };
  return grow(sessionId, {
    tree: { byId: nothing, orphans: nothing },
    hidden: NOTHING_HIDDEN,
    digests: null,
    has: () => false,
    isTree: () => false,
    start: { leafId: null, lastSeq: 0, hasSnapshot: false, hasTree: false },
  });
}

/** From what is on disk. The log has the branches loaded that the drafts are added to. */
export function growFrom(log: SessionLog, catalogue: Catalogue): Growth {
  const hidden = hiddenTurns(catalogue.contextControls.flatMap((number) => log.eventOf(number) ?? []));
  return grow(log.id, {
    tree: log.tree,
    hidden,
    digests: log.digests(hidden),
    has: (id) => catalogue.find(id) !== -1,
    isTree: (id) => (catalogue.kinds[catalogue.find(id)] ?? BAD) >= TREE,
    start: {
      leafId: log.eventOf(catalogue.leaf)?.id ?? null,
      lastSeq: Math.max(0, catalogue.lastSeq),
      hasSnapshot: catalogue.snapshot !== -1,
      hasTree: catalogue.trees > 0,
    },
  });
}

function grow(sessionId: string, ground: Ground): Growth {
  const fresh = new Map<string, SessionEvent>();
  const tree: Tree = { byId: { get: (id) => fresh.get(id) ?? ground.tree.byId.get(id) }, orphans: ground.tree.orphans };
  let { leafId, lastSeq, hasSnapshot, hasTree } = ground.start;
  let hidden = ground.hidden;
  let digests = digestsOf(tree, { hidden, ...(ground.digests === null ? {} : { below: { digests: ground.digests, has: ground.has } }) });
  const isTree = (id: string) => (fresh.has(id) ? isTreeType(fresh.get(id)?.type ?? "") : ground.isTree(id));
  const add: Growth["add"] = (draft, more) => {
    const growing: Growing = { sessionId, leafId, lastSeq, hasSnapshot, hasTree, has: (id) => fresh.has(id) || ground.has(id), isTree };
    let event = completeDraft({ draft, growing, ...more });
    // What the model got before it said this, so that verify can answer for it later.
    if (event.type === "assistant_message" && event.contextHash === undefined)
      event = { ...event, contextHash: digests.at(event.parentId) };
    fresh.set(event.id, event);
    const turn = hiddenTurnOf(event);
    if (turn !== null) {
      hidden = new Map(hidden).set(turn.anchor, turn.through);
      digests = digestsOf(tree, { hidden });
    }
    const chosen = leafChosenBy(event);
    leafId = isTreeType(event.type) ? event.id : chosen !== null && isTree(chosen) ? chosen : leafId;
    lastSeq = event.seq;
    hasSnapshot ||= event.type === "instruction_snapshot";
    hasTree ||= isTreeType(event.type);
    return event;
  };
  return { add };
}
