// The daemon's nouns as they arrive in JSON: the rooms' own where they are sent as they are.

import type { ShownEvent } from "../src/session/index.ts";
import type { SessionSummary } from "../src/activity/sessions.ts";
import type { ShownSection } from "../src/mind/session/sections.ts";
import type { Settings as MindSettings } from "../src/mind/overview/settings.ts";

export type { ReadingItem } from "../src/rules/readingCards.ts";
export type { Approval } from "../src/calls/approvals.ts";
export type { Queues } from "../src/activity/queues.ts";
export type { PromptReceipt } from "../src/snapshot/index.ts";
export type { RecallHit as Hit } from "../src/finding/recall.ts";
export type { Conflict, Proposal } from "../src/mind/documents/review.ts";
export type { ProposalEffects } from "../src/rules/index.ts";
export type { Receipt, VerdictLine as Verdict } from "../src/schema/index.ts";
export type { SessionSummary };
export type { ShownEvent };
export type Section = ShownSection;

export interface DocumentSummary {
  readonly id: string;
  readonly key: string;
  readonly role: string | null;
  readonly chars: number;
  readonly budget: number | null;
  readonly modified: string;
  readonly version: string;
  readonly sections: readonly Section[];
  readonly problem?: { readonly message: string };
}

export interface DocumentText extends DocumentSummary {
  readonly text: string;
}

export interface Change {
  readonly id: string;
  readonly kind: string;
  readonly at: string;
  readonly by: string;
  readonly from?: string;
  readonly entered?: string;
  readonly session?: string;
  readonly event?: string;
  readonly confidence?: number;
  readonly reason?: string;
  readonly operation?: string;
  readonly heading?: string;
}

export interface BlamedLine {
  readonly line: number;
  readonly text: string;
  readonly change: Change;
}

export interface Clause {
  readonly line: number;
  readonly text: string;
  readonly state: string;
  readonly why: string;
  readonly rule?: string;
}

export interface PolicyReport {
  readonly files: readonly {
    readonly path: string;
    readonly clauses: readonly Clause[];
    readonly problems: readonly { readonly line: number; readonly message: string }[];
  }[];
  readonly totals: Readonly<Record<string, number>>;
}

export interface SessionView {
  readonly id: string;
  readonly leaf: string | null;
  readonly total: number;
  readonly from: number;
  readonly events: readonly ShownEvent[];
  readonly tree: readonly {
    readonly id: string;
    readonly parent: string | null;
    readonly leaf: boolean;
    readonly at: number;
    readonly turns: number;
    readonly said: string;
  }[];
  readonly problems: readonly { readonly line?: number; readonly message: string }[];
}

export interface Settings extends MindSettings {
  readonly unlockedUntil: string | null;
  readonly home: string;
  readonly project: string | null;
  /** What ~ means. */
  readonly userHome: string;
}

/** A host that Codicil knows how to connect. */
export interface HostState {
  readonly host: string;
  readonly found: boolean;
  readonly connected: boolean;
  readonly version?: string;
  /** Sessions that made a call in the last minutes. */
  readonly running: number;
  /** When its newest session began. */
  readonly last?: string;
}

/** With what its log says of its length and cost, as far as that was read. */
export interface ListedSession extends SessionSummary {
  readonly ended?: number;
  readonly calls?: number;
  readonly tokens?: number;
  readonly cost?: number | null;
}

export type { Activity } from "../src/activity/timeline.ts";
export type { ActivityDays } from "../src/activity/days.ts";
export type { Costs as CostsReport } from "../src/runtime/models/costs.ts";
export type { HostChanges, HostTranscripts as TranscriptsFound } from "../src/daemon/requests/hostsDoor.ts";
export type { RunningSession } from "../src/activity/hostActivity.ts";
