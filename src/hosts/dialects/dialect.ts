// What the hook knows of a host: how it names events and fields, and which answers it understands. Facts, no decisions.

/** What an event means to Codicil. */
export type EventKind = "start" | "prompt" | "before-call" | "after-call" | "call-failed" | "compaction" | "turn-end" | "end";

/** The host's JSON in Codicil's words. */
export interface HookInput {
  readonly event: string;
  /** null: an event that nobody here knows. */
  readonly kind: EventKind | null;
  readonly session: string;
  readonly cwd: string | null;
  readonly tool: string | null;
  readonly input: unknown;
  /** The text of what the tool answered; null: the host does not say. */
  readonly output: string | null;
  readonly prompt: string | null;
  /** startup, resume, clear, compact … */
  readonly source: string;
  /** Where the host keeps the conversation; null where it does not say. */
  readonly transcript: string | null;
  /** Our plugin knows that the message is no person's: a sub-agent's task, another extension's words. */
  readonly byAgent: boolean;
  /** Our plugin knows that nobody sees a screen. */
  readonly unseen: boolean;
  /** The person told the host to refuse instead of asking. */
  readonly neverAsks: boolean;
  /** Our plugin can show a question to somebody. */
  readonly seen: boolean;
  /** The turn goes on only because a hook sent the agent back to work. */
  readonly again: boolean;
  /** The host's own name for the call; null where it gives none. */
  readonly toolUse: string | null;
}

export type CallVerdict =
  | { readonly kind: "pass"; readonly note?: string }
  | { readonly kind: "deny"; readonly reason: string }
  | { readonly kind: "ask"; readonly reason: string }
  /** What does the line mean? Only our own plugin can show that; `id` is what its answer brings back. */
  | { readonly kind: "line"; readonly id: string; readonly reason: string }
  /** `allow`: the host need not ask. Otherwise it is given the new input and decides by its own permissions, as if it were the call. */
  | { readonly kind: "rewrite"; readonly input: Readonly<Record<string, unknown>>; readonly reason: string; readonly allow: boolean };

export interface Dialect {
  readonly events: Readonly<Record<string, EventKind>>;
  readonly fields: {
    readonly event: string | null;
    readonly session: readonly string[];
    readonly cwd: readonly string[];
    readonly tool: readonly string[];
    readonly input: readonly string[];
    /** What the tool answered, in events after a call. */
    readonly output: readonly string[];
    readonly prompt: string;
    readonly source: string;
  };
  /** false: a question becomes a refusal that says how the person can answer it. */
  readonly asks: boolean;
  /**
   * How it is known that a person can be asked about a line that was only proposed; absent: nobody can, and the call passes.
   *   terminal  the host runs at a terminal, and not for one answer only
   *   window    the host is an editor, unless it was started for one answer
   *   dialog    our own plugin says so, and shows a question of ours
   */
  readonly person?: "terminal" | "window" | "dialog";
  /** An event after the call tells that the person let it pass; the transcript tells that they did not. */
  readonly shows?: { readonly yes?: true; readonly no?: true };
  readonly rewrites: boolean;
  /** false: the host has no permissions of its own; what it is given runs. */
  readonly permits?: boolean;
  /** The agent can type into running programs, and no event says what. */
  readonly typesInto?: boolean;
  /** At which sources of `start` the block is given; a host that keeps it in its transcript wants it once only. */
  readonly blockAt: "never" | "once" | "always";
  /** The first prompt carries the block, because what is said at the start is not heard, or forgotten on resume. */
  readonly blockWithPrompt?: boolean;
  /** After a compaction no `start` comes: the next prompt carries the block again. */
  readonly blockAfterCompaction?: boolean;
  /** It says before every turn that it may compact: whether it did is seen from its transcript. */
  readonly compactionIsGuess?: boolean;
  /** No event comes at the end of a session: the end of a turn counts as one. */
  readonly turnEndIsEnd?: boolean;
  /** Characters of context that arrive whole; more is cut here, where it can be said. */
  readonly cap?: number | undefined;
  /** null: nothing is said, the call goes on. */
  answerCall(verdict: CallVerdict, event: string): unknown;
  /** null: the host hears nothing at this event. */
  answerContext(text: string, event: string): unknown;
  /** The end of a turn can be refused: the agent goes on, with this reason before it. */
  readonly answerBack?: (reason: string) => unknown;
  /** What the host shows to the person itself; absent: it has no way. */
  readonly answerPerson?: ((text: string, event: string) => Readonly<Record<string, unknown>>) | undefined;
}
