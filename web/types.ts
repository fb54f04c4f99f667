// The daemon's nouns as they arrive in JSON.

export interface RuleRef {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly effect: string;
}

export interface Proposal {
  readonly id: string;
  readonly hash: string;
  readonly document: string;
  readonly heading: string;
  readonly operation: string;
  readonly content: string | null;
  readonly origin: string;
  readonly session?: string;
  readonly reason?: string;
  readonly confidence?: number;
  readonly event?: string;
  readonly time?: string;
  readonly quarantined?: readonly { readonly line: number; readonly why: string }[];
  readonly before: string | null;
  readonly after: string | null;
}

export interface Conflict {
  readonly id: string;
  readonly document: string;
  readonly heading: string;
  readonly operation: string;
  readonly content: string | null;
  readonly present: string | null;
  readonly message: string;
}

export interface Approval {
  readonly id: string;
  readonly kind: "turn" | "refused";
  readonly hash: string;
  readonly session: string;
  readonly cwd: string;
  readonly call: unknown;
  readonly reason: string;
  readonly rules: readonly RuleRef[];
  readonly at: string;
}

export interface Receipt {
  readonly status: string;
  readonly document: string;
  readonly heading: string;
  readonly undo?: string;
  readonly why?: string;
}

export interface Hit {
  readonly document: string;
  readonly heading: string;
  readonly lines: readonly [number, number];
  readonly day?: string;
  readonly score: number;
  readonly text: string;
  readonly why?: string;
  readonly session?: string;
}

export interface Section {
  readonly heading: string;
  readonly level: number;
  readonly line: number;
  readonly chars: number;
  readonly protected: boolean;
}

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
  readonly session?: string;
  readonly event?: string;
  readonly reason?: string;
  readonly operation?: string;
  readonly heading?: string;
}

export interface BlamedLine {
  readonly line: number;
  readonly text: string;
  readonly change: Change;
}

export interface PromptReceipt {
  readonly prompt: { readonly lines: number; readonly bytes: number; readonly tokens: number; readonly sha256: string };
  readonly sources: readonly { readonly section: string; readonly source: string; readonly lines: number; readonly bytes: number; readonly tokens: number; readonly why: string; readonly cut?: string }[];
  readonly leftOut: readonly { readonly source: string; readonly why: string }[];
  readonly duplicates: readonly { readonly text: string; readonly sources: readonly string[] }[];
}

export interface Clause {
  readonly line: number;
  readonly text: string;
  readonly state: string;
  readonly why: string;
  readonly rule?: string;
}

export interface PolicyReport {
  readonly files: readonly { readonly path: string; readonly clauses: readonly Clause[]; readonly problems: readonly { readonly line: number; readonly message: string }[] }[];
  readonly totals: Readonly<Record<string, number>>;
}

export interface Verdict {
  readonly id: string;
  readonly at: string;
  readonly session: string;
  readonly call: unknown;
  readonly hash: string;
  readonly verdict: "allow" | "ask" | "deny" | "rewrite";
  readonly reason: string;
  readonly rules: readonly RuleRef[];
  readonly by?: string;
}

export interface SessionSummary {
  readonly id: string;
  readonly cwd: string;
  readonly createdAt: number;
  readonly title: string | null;
  readonly sessionType: string;
  readonly events: number;
  readonly problems: number;
  readonly host?: string;
}

export interface ShownEvent {
  readonly id: string;
  readonly ts: number;
  readonly as: "user" | "assistant" | "tool" | "guidance" | "notice" | "summary" | "control" | "unknown";
  readonly label: string;
  readonly text: string;
  readonly compact: boolean;
  readonly hidden: boolean;
}

export interface SessionView {
  readonly id: string;
  readonly leaf: string | null;
  readonly total: number;
  readonly from: number;
  readonly events: readonly ShownEvent[];
  readonly tree: readonly { readonly id: string; readonly parent: string | null; readonly leaf: boolean; readonly at: number; readonly turns: number }[];
  readonly problems: readonly { readonly line?: number; readonly message: string }[];
}

export interface Settings {
  readonly guardMode: "off" | "warn" | "block";
  readonly unlockedUntil: string | null;
  readonly home: string;
  readonly project: string | null;
}
