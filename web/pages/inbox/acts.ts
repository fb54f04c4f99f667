// A person's decisions: each is one request, says what happened, and offers to undo it where that is possible.

import { post } from "../../api.ts";
import { useApp, useTexts } from "../../ui/context.ts";
import type { Receipt } from "../../types.ts";
import { inboxWords } from "../../words/inbox.ts";
import { shortName } from "./gist.ts";
import { leaveWhile } from "./leaving.ts";
import { type ItemOf, needsOwnLook, type Item } from "./items.ts";

export type Meaning = "hold" | "ask" | "advice";
export type Take = "entry" | "document" | "both";

export interface Acts {
  /** `content`: the part of the change that takes no rule away. */
  accept(item: ItemOf<"proposal">, content?: string): Promise<boolean>;
  /** With the person's own text, which stays in sight until the daemon has it. */
  edit(item: ItemOf<"proposal">, content: string): Promise<boolean>;
  reject(item: ItemOf<"proposal">, forEver?: boolean): Promise<boolean>;
  answer(item: ItemOf<"question">, decision: "allow" | "deny", more?: { readonly as?: Meaning; readonly why?: string }): Promise<boolean>;
  settle(item: ItemOf<"conflict">, take: Take): Promise<boolean>;
  mean(item: ItemOf<"reading">, as: Meaning): Promise<boolean>;
  /** Several at once; what needs its own look is left alone. */
  each(items: readonly Item[], what: "accept" | "reject"): Promise<boolean>;
  undo(id: string): Promise<boolean>;
}

interface Said {
  readonly lead: string;
  readonly text: string;
  readonly undo?: string | readonly string[] | undefined;
}

/** `done` runs after each that worked, `back` after one was undone or did not work. */
export function useActs(done: () => Promise<void>, back: (id: string) => void): Acts {
  const { say, attempt } = useApp();
  const text = useTexts(inboxWords);
  const undo = (ids: readonly string[]) =>
    attempt(async () => {
      let card = "";
      // What was accepted is pending again under a new id.
      for (const id of ids) card = (await post<Partial<Receipt>>(`/api/undo/${id}`, {})).entry ?? id;
      say({ kind: "good", text: text.undone });
      void done();
      back(card);
    });
  /** A card leaves the list at once; what was typed in it stays until the daemon has it. */
  const act = async (items: readonly Item[], work: () => Promise<Said>, { isTyped = false } = {}): Promise<boolean> => {
    const ids = items.map(({ id }) => id);
    const send = () =>
      attempt(async () => {
        const { undo: taken, ...said } = await work();
        // The last first: a later change may be on an earlier one.
        const undone = [taken ?? []].flat().reverse();
        say({ kind: "good", ...said, undo: undone.length === 0 ? undefined : () => undo(undone) });
      });
    const finish = async () => (await done(), true);
    const isTaken = isTyped
      ? (await send()) && (await leaveWhile(ids, finish))
      : await leaveWhile(ids, async () => (await send()) && finish());
    if (!isTaken) back(ids[0] ?? "");
    return isTaken;
  };
  const placeOf = (item: ItemOf<"proposal" | "conflict">) => `${shortName(item.each.document)}, ${item.each.heading}`;
  const accept = (item: ItemOf<"proposal">, content?: string) =>
    post<Receipt>(`/api/proposals/${item.id}/accept`, { hash: item.each.hash, ...(content === undefined ? {} : { content }) });
  const accepting = (item: ItemOf<"proposal">, content?: string) => async (): Promise<Said> => {
    const receipt = await accept(item, content);
    const place = placeOf(item);
    const said = receipt.status === "applied" ? text.acceptedAt(place) : text.notApplied(place, receipt.status);
    return { lead: text.accepted, text: said, undo: receipt.undo };
  };
  const reject = (item: ItemOf<"proposal">, forEver: boolean) => post<Receipt>(`/api/proposals/${item.id}/reject`, { forEver });
  return {
    undo: (id) => undo([id]),
    accept: (item, content) => act([item], accepting(item, content)),
    edit: (item, content) => act([item], accepting(item, content), { isTyped: true }),
    reject: (item, forEver = false) =>
      act([item], async () => {
        await reject(item, forEver);
        return { lead: text.rejected, text: text.rejectedAt(placeOf(item)), undo: item.id };
      }),
    answer: (item, decision, { as, why } = {}) =>
      act(
        [item],
        async () => {
          const { id, hash, session } = item.each;
          // First the words, so that they are there when the turn goes on.
          if (why !== undefined) await post(`/api/sessions/${session}/steer`, { text: why });
          await post(`/api/approvals/${id}`, { decision, hash, ...(as === undefined ? {} : { as }) });
          return { lead: as === undefined ? (decision === "allow" ? text.allowed : text.denied) : text.decided[as], text: "" };
        },
        { isTyped: why !== undefined },
      ),
    settle: (item, take) =>
      act([item], async () => {
        const receipts = await post<Receipt[]>(`/api/conflicts/${item.id}`, { take, seen: item.each.present });
        return { lead: text.settled, text: placeOf(item), undo: receipts.find((each) => each.undo !== undefined)?.undo };
      }),
    mean: (item, as) =>
      act([item], async () => {
        const { readings, file, line } = item.each;
        const decided = await post<{ id: string }>(`/api/readings/${item.id}`, { as, readings });
        return { lead: text.decided[as], text: `${file.split("/").at(-1)}, ${text.line(line)}`, undo: decided.id };
      }),
    each: (items, what) => {
      const meant = items.filter(
        (item): item is ItemOf<"proposal"> => item.kind === "proposal" && (what === "reject" || !needsOwnLook(item)),
      );
      return act(meant, async () => {
        const taken: string[] = [];
        for (const item of meant) {
          const { undo: back = [] } = await (what === "reject" ? reject(item, false) : accept(item));
          taken.push(...[back].flat());
        }
        return { lead: what === "accept" ? text.acceptedN(meant.length) : text.rejectedN(meant.length), text: "", undo: taken };
      });
    },
  };
}
