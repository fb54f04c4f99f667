// review: what needs a person's approval, and the answer.

import {
  accept as acceptProposal,
  type Conflict,
  flush,
  listConflicts,
  listPlannedProposals,
  listProposals,
  type Proposal,
  reject as rejectProposal,
  resolve as resolveStaged,
  type Take,
} from "../../deltas/index.ts";
import type { Receipt } from "../../schema/index.ts";
import { checkArguments } from "../checkArguments.ts";
import type { Mind } from "../open.ts";
import { needPerson, type Person } from "../person.ts";

export type { Conflict, Proposal, Take };

/** The changes that need your approval. */
export async function review(mind: Mind): Promise<Proposal[]> {
  checkArguments("review", { mind: [mind, "mind"] });
  return listProposals(mind.deps);
}

/** What one session wants a word on, whether or not it was flushed yet. `also`: other ids under which it plans. */
export async function proposalsOf(mind: Mind, session: string, also: readonly string[] = []): Promise<Proposal[]> {
  const ids = [...new Set([session, ...also])];
  const planned: Proposal[] = [];
  for (const id of ids) planned.push(...(await listPlannedProposals(mind.deps, id)));
  return [...(await listProposals(mind.deps)).filter((each) => each.session !== undefined && ids.includes(each.session)), ...planned];
}

/** The person's decision on something that a running session proposed: bound to its id and to what was shown. */
export async function confirm(
  mind: Mind,
  session: string,
  shown: { readonly id: string; readonly hash: string },
  decision: "accept" | "reject",
): Promise<Receipt> {
  if ((await listPlannedProposals(mind.deps, session)).some(({ id }) => id === shown.id)) await flush(mind.deps, session);
  return decision === "accept" ? acceptProposal(mind.deps, shown.id, { hash: shown.hash }) : rejectProposal(mind.deps, shown.id);
}

/** Approves a proposal; it is applied at once. */
export async function accept(
  mind: Mind,
  id: string,
  options: { readonly person: Person; readonly hash?: string | undefined; readonly content?: string | undefined },
): Promise<Receipt> {
  const { person, ...rest } = options ?? {};
  needPerson(person, "accept");
  return acceptProposal(mind.deps, id, rest);
}

/** Rejects a proposal, or with `forEver` this content for all time. */
export async function reject(
  mind: Mind,
  id: string,
  options: { readonly forEver?: boolean; readonly person?: Person | undefined } = {},
): Promise<Receipt> {
  // What is refused for good binds later sessions too.
  if (options.forEver === true) needPerson(options.person, "always reject");
  return rejectProposal(mind.deps, id, { forEver: options.forEver === true });
}

/** Changes that met an edit of yours, to be resolved. */
export async function conflicts(mind: Mind, name?: string): Promise<Conflict[]> {
  return listConflicts(mind.deps, name);
}

/** Resolves a conflict: the entry, the document as it is, or both. */
export async function resolve(
  mind: Mind,
  name: string,
  choice: { readonly take: Take; readonly entry?: string | undefined; readonly person: Person },
): Promise<Receipt[]> {
  checkArguments("resolve", { mind: [mind, "mind"], name: [name, "text"], choice: [choice, "object"] });
  needPerson(choice.person, "resolve");
  return resolveStaged(mind.deps, name, { take: choice.take, entry: choice.entry });
}
