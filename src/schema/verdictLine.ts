// A line of the verdict log, and of the person's keys.

import type { ReadLine } from "./readingDecision.ts";

export interface VerdictLine {
  readonly v: 1;
  readonly id: string;
  readonly at: string;
  readonly session: string;
  /** The session is one that the caller named, not only this process': an allowance is bound to it. */
  readonly named?: true;
  /** Where the call would have run. */
  readonly cwd?: string;
  /** The call, secrets marked. */
  readonly call: unknown;
  /** What a rewrite made of it, secrets marked. Lines of before 0.2.0 do not say it. */
  readonly to?: unknown;
  /** Hash of the exact call and where it runs: what `codicil allow` names. */
  readonly hash: string;
  readonly verdict: "allow" | "ask" | "deny" | "rewrite";
  readonly reason: string;
  readonly rules: readonly { readonly id: string; readonly file: string; readonly line: number; readonly effect: string }[];
  /** It crosses a red line: no key lets it pass. Lines of before 0.2.0 do not say it (policy's `crossesRedLine`). */
  readonly redLine?: true;
  /** A key of the person let it pass. */
  readonly by?: "allow" | "unlock";
  /** It came with a backup: history, and no open question. */
  readonly restored?: true;
}

export type KeyLine =
  /** One exact call may pass once. */
  | {
      readonly v: 1;
      readonly kind: "allow";
      readonly hash: string;
      readonly at: string;
      readonly until: string;
      /** Only in this session. */ readonly session?: string;
    }
  | { readonly v: 1; readonly kind: "used"; readonly hash: string; readonly at: string }
  /** Until then what a rule or a question would stop passes; red lines stay. Logged like everything else. */
  | { readonly v: 1; readonly kind: "unlock"; readonly until: string; readonly at: string };

/** A line of the approvals: what a running turn, or a call refused in a host, asked of the person, and their word. */
export type ApprovalLine =
  | {
      readonly v: 1;
      readonly kind: "asked";
      readonly id: string;
      readonly hash: string;
      readonly session: string;
      readonly cwd: string;
      readonly call: unknown;
      readonly reason: string;
      readonly rules: VerdictLine["rules"];
      readonly at: string;
      readonly until: string;
      /** The question is about a line that is only proposed. */ readonly line?: AskedLine;
    }
  | {
      readonly v: 1;
      readonly kind: "answered";
      readonly id: string;
      readonly hash: string;
      readonly decision: "allow" | "deny";
      readonly by: "page" | "terminal";
      readonly at: string;
      /** How the line was settled. */ readonly as?: "hold" | "ask" | "advice";
    };

/** A line that a person is asked about. */
export type AskedLine = Omit<ReadLine, "item">;
