// What a rule is made of: plain data, so that it can be stored, sent and compared. Nothing here runs.

import type { Call } from "../../analysis/index.ts";

/** A command by its meaning: `cargo publish`, `git reset --hard`, `kubectl exec` in a namespace. */
export interface CommandPattern {
  /** Base name; `*` matches any program (a flag that is banned wherever it is). */
  readonly program: string;
  /** Words that lead its arguments, options and their values skipped. `*` inside a word matches anything. */
  readonly words: readonly string[];
  /** Each entry lists spellings of one flag; one of each must be there. */
  readonly flags: readonly (readonly string[])[];
  /** When not empty: an argument (or an option's value, or the target of `user@host`) matches one of these globs. */
  readonly args: readonly string[];
  /** When not empty: it runs in, or its paths lie in, one of these folders. */
  readonly inside: readonly string[];
  /** Only this very name: `python` where `python3` is the better one. */
  readonly exact?: true;
  /** Not where an environment runs it: `uv run python`, `docker exec app npm`. */
  readonly direct?: true;
  /** When set, only calls that run elsewhere than in these folders match ("from the root only": [""]). */
  readonly elsewhere?: readonly string[];
}

export type Access = "read" | "list" | "change" | "create" | "delete" | "execute";

export interface PathMatcher {
  readonly kind: "path";
  readonly access: readonly Access[];
  /** As people write them: `auth/`, `*.sql`, `~/.ssh/`, `docs/**`. */
  readonly globs: readonly string[];
  /** Matches everything but the globs ("only edit files below …"). */
  readonly outside?: true;
  /** With `outside`: also what lies outside of the project, temporary folders excepted. */
  readonly everywhere?: true;
  /** Only what is there already ("existing migrations are immutable"), or only what is new ("no new docs"). */
  readonly standing?: "old" | "new";
  /** Files whose first lines say that they are generated match as well, wherever they are. */
  readonly header?: true;
}

export interface GitMatcher {
  readonly kind: "git";
  readonly actions: readonly string[];
  readonly force?: true;
  readonly flags?: readonly (readonly string[])[];
  /** Branches, remotes or tags that it changes, pushes to, or is on. */
  readonly branches?: readonly string[];
  /** Paths that it takes into the index or a commit. */
  readonly paths?: readonly string[];
}

export interface PackageMatcher {
  readonly kind: "package";
  readonly actions: readonly string[];
  /** Empty: any manager of a project (not of the system). */
  readonly managers: readonly string[];
  readonly global?: true;
  readonly packages?: readonly string[];
}

export type Matcher =
  | { readonly kind: "command"; readonly pattern: CommandPattern }
  | PathMatcher
  | GitMatcher
  | PackageMatcher
  /** A commit's message holds the pattern, or fails to hold it. */
  | {
      readonly kind: "message";
      readonly pattern: string;
      readonly part: "subject" | "whole";
      readonly when: "holds" | "lacks";
      /** Capitals are no matter. */ readonly anyCase?: true;
    }
  /** A statement for a database, in a client's arguments or input. */
  | { readonly kind: "statement"; readonly pattern: string }
  | { readonly kind: "document"; readonly names: readonly string[] }
  | { readonly kind: "reply"; readonly emojiOver: number }
  | { readonly kind: "tool"; readonly names: readonly string[] }
  | { readonly kind: "network"; readonly hosts: readonly string[]; readonly outside?: true }
  /** A program that runs what another one of the same call downloads: `curl … | sh`. */
  | { readonly kind: "downloaded" }
  /** New text holds one of these as a whole token; for checks after the call only. */
  | { readonly kind: "text"; readonly tokens: readonly string[] }
  | BlockMatcher
  | { readonly kind: "any"; readonly of: readonly Matcher[] };

/** What only policy blocks say. */
export type BlockMatcher =
  /** Every part is met by the same program, or by the call. */
  | { readonly kind: "all"; readonly of: readonly Matcher[] }
  /** New text, in files of these globs (empty: anywhere). `whole`: a file that is written whole, not an edit of a part. */
  | {
      readonly kind: "content";
      readonly pattern: string;
      readonly when: "holds" | "lacks";
      readonly globs: readonly string[];
      readonly whole?: true;
      /** The tokens or modules that the pattern is made of, for people. */
      readonly names?: { readonly as: "token" | "import"; readonly of: readonly string[] };
    }
  | { readonly kind: "fileName"; readonly pattern: string; readonly when: "holds" | "lacks"; readonly globs: readonly string[] }
  | { readonly kind: "branchName"; readonly pattern: string; readonly when: "holds" | "lacks" }
  | { readonly kind: "pullRequest"; readonly part: "title" | "body"; readonly pattern: string; readonly when: "holds" | "lacks" }
  | { readonly kind: "construct"; readonly names: readonly string[] }
  /** One command as it runs: its variables, its name and its arguments, with a blank between. */
  | { readonly kind: "commandText"; readonly pattern: string; readonly when: "holds" | "lacks" }
  /** What tools of these names (empty: any tool) are given, as JSON. */
  | { readonly kind: "input"; readonly names: readonly string[]; readonly pattern: string; readonly when: "holds" | "lacks" }
  /** It runs in, or touches, one of these folders. */
  | { readonly kind: "inside"; readonly globs: readonly string[] };

/** What must have happened before: a command that ran, a file that was read, or the very file that is to be changed. */
export type Need =
  | { readonly kind: "ran"; readonly matcher: Matcher; readonly shown: string }
  | { readonly kind: "read"; readonly globs: readonly string[]; readonly shown: string }
  /** Something else must have been changed as well ("also update the docs"). */
  | { readonly kind: "changed"; readonly globs: readonly string[]; readonly shown: string }
  | { readonly kind: "readSame" };

export interface Order {
  /** `all`: every need; `any`: one of them is enough. */
  readonly of: "all" | "any";
  readonly needs: readonly Need[];
  /** Holds only when something of this was changed earlier in the session; what ran before that change does not count. */
  readonly changed?: Matcher;
}

export type Replacement =
  /** The pattern's words become these; what follows stays. */
  | { readonly kind: "words"; readonly words: readonly string[] }
  /** From one package manager to another, subcommands mapped. */
  | { readonly kind: "manager"; readonly to: string }
  /** A flag or a variable that must be there is put in. */
  | { readonly kind: "flag"; readonly flag: string }
  /** No exact replacement: the call is held and this is named. */
  | { readonly kind: "named"; readonly shown: string };

export type RuleEffect = "deny" | "ask" | "rewrite" | "require-before" | "limit" | "check";

export interface Example {
  readonly call: Call;
  readonly history?: readonly Call[];
  readonly session?: "main" | "shared";
  readonly cwd?: string;
}

/** `certain`: enforced at once. `proposed`: enforced only after a person, or the team's lock file, confirmed it. */
export type Tier = "certain" | "proposed";

/** Where a reading comes from; `lock` and `person` where one of them confirmed it. */
export type ReadingSource = "grammar" | "model" | "block" | "lock" | "person";

/** One compiled sentence: its condition, its effect, its file and line. */
export interface Rule {
  /** Stable: the hash of file, text and place among the clause's rules. */
  readonly id: string;
  /** The hash of the clause's text and the headings above it (`clauseHash`): what a decision is kept by. */
  readonly clause: string;
  readonly tier: Tier;
  /** Why it is only proposed, one reason each, in plain words. */
  readonly doubts: readonly string[];
  readonly source: ReadingSource;
  /** How the line was read, in plain words: "denies every `git commit`". */
  readonly reading: string;
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly effect: RuleEffect;
  readonly matcher: Matcher;
  readonly exception?: Matcher;
  readonly order?: Order;
  readonly replacement?: Replacement;
  /** More than this many matching calls of a session are held. */
  readonly atMost?: number;
  /** Holds in sessions of this kind only. */
  readonly session?: "main" | "shared";
  /** What the rule names as the way to go; part of the message, and gone from it where another rule holds it. */
  readonly alternative?: string;
  /** What is held and what a person may do; names the alternative where the rule names one. */
  readonly message: string;
  /** What the file itself wants said (`message` of a policy block). Never shown but as a quotation with file and line. */
  readonly words?: string;
  readonly examples: { readonly stopped: Example; readonly passes: Example };
  /** Of a model's reading: the policy item that it is made from, and the clause that it reads. */
  readonly item?: ModelItem;
  /** A model that read the line reads it differently, or takes it for advice. */
  readonly readOtherwise?: true;
  /** Git took the line away while the session ran: it holds until another session begins. */
  readonly held?: true;
}

/** A policy item that a model wrote for a clause. */
export interface ModelItem {
  /** The hash of the clause. */
  readonly of: string;
  readonly block: Readonly<Record<string, unknown>>;
}
