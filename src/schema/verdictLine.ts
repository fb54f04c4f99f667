// A line of the verdict log, and of the person's keys.

export interface VerdictLine {
  readonly v: 1;
  readonly id: string;
  readonly at: string;
  readonly session: string;
  /** The call, secrets marked. */
  readonly call: unknown;
  /** Hash of the exact call and where it runs: what `codicil allow` names. */
  readonly hash: string;
  readonly verdict: "allow" | "ask" | "deny" | "rewrite";
  readonly reason: string;
  readonly rules: readonly { readonly id: string; readonly file: string; readonly line: number; readonly effect: string }[];
  /** A key of the person let it pass. */
  readonly by?: "allow" | "unlock";
}

export type KeyLine =
  /** One exact call may pass once. */
  | { readonly v: 1; readonly kind: "allow"; readonly hash: string; readonly at: string; readonly until: string }
  | { readonly v: 1; readonly kind: "used"; readonly hash: string; readonly at: string }
  /** Until then refusals of rules and red lines are asked about no more. Logged like everything else. */
  | { readonly v: 1; readonly kind: "unlock"; readonly until: string; readonly at: string };
