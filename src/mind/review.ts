// review: what waits for a person's word, and that word.

import { accept as acceptProposal, type Conflict, listConflicts, listProposals, type Proposal, reject as rejectProposal, resolve as resolveStaged, type Take } from "../deltas/index.ts";
import type { Receipt } from "../schema/index.ts";
import type { Mind } from "./open.ts";

export type { Conflict, Proposal, Take };

export async function review(mind: Mind): Promise<Proposal[]> {
  return listProposals(mind.desk);
}

export async function accept(mind: Mind, id: string, options: { readonly hash?: string | undefined; readonly content?: string | undefined } = {}): Promise<Receipt> {
  return acceptProposal(mind.desk, id, options);
}

export async function reject(mind: Mind, id: string, options: { readonly forEver?: boolean } = {}): Promise<Receipt> {
  return rejectProposal(mind.desk, id, options);
}

export async function conflicts(mind: Mind, name?: string): Promise<Conflict[]> {
  return listConflicts(mind.desk, name);
}

export async function resolve(mind: Mind, name: string, choice: { readonly take: Take; readonly entry?: string | undefined }): Promise<Receipt[]> {
  return resolveStaged(mind.desk, name, choice);
}
