// What the demo's person and agents said, learned and did, as data (demo.json): `month` are the sessions of one developer on one
// project, `chores` the small work between them (working days get it in that order), `earlier` what was learned in the months
// before, oldest first, by section and text. Some of it a later line replaces, and some leaves MEMORY.md when it is full.

import demo from "./demo.json" with { type: "json" };

export interface DemoDay {
  readonly daysAgo: number;
  /** The time of day it began; absent: as long ago as `daysAgo` says. */
  readonly at?: string;
  /** The agent whose session it was; absent: the chat's own. */
  readonly host?: "claude" | "codex" | "gemini";
  readonly title: string;
  /** Question and answer, in turn. */
  readonly said: readonly (readonly [string, string])[];
  /** Learned: document, section, text. */
  readonly facts?: readonly (readonly [document: string, heading: string, text: string])[];
  /** Proposed, still to be decided. */
  readonly proposals?: readonly DemoProposal[];
  /** What the person writes into a document of theirs after that. */
  readonly byHand?: { readonly path: string; readonly from: string; readonly to: string };
  /** Files that were read and edited before the commands. */
  readonly reads?: readonly string[];
  readonly edits?: readonly string[];
  readonly commands: readonly string[];
}

interface DemoProposal {
  readonly path: string;
  readonly heading: string;
  readonly content: string;
  readonly reason: string;
  /** Absent: the section's text is replaced. */
  readonly operation?: "append";
  readonly origin?: "web";
}

/** Where it is in the month is worked out. */
export type DemoChore = Omit<DemoDay, "daysAgo" | "at">;

/** Who answers, and what a million tokens cost in dollars. */
export interface Model {
  readonly id: string;
  readonly input: number;
  readonly cacheRead: number;
  readonly output: number;
}

interface DemoData {
  readonly project: string;
  readonly files: Readonly<Record<string, string>>;
  /** The person's USER.md. */
  readonly user: string;
  /** By the program that has them; they answer in turn. Codicil itself uses those of Claude Code. */
  readonly models: Readonly<Record<string, readonly Model[]>>;
  readonly month: readonly DemoDay[];
  readonly chores: readonly DemoChore[];
  readonly earlier: readonly (readonly (readonly [heading: string, text: string])[])[];
}

export const DEMO = demo as unknown as DemoData;
