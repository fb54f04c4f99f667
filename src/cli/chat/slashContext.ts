// What a command of a chat is given, and what it answers with.

import type { Chat } from "../../runtime/index.ts";
import type { Terminal } from "../terminal/command.ts";

/** What the loop does next. */
export type Next =
  | { readonly kind: "stay" }
  | { readonly kind: "quit" }
  | { readonly kind: "another"; readonly sessionId?: string | undefined };

export const STAY: Next = { kind: "stay" };

export interface SlashContext {
  readonly chat: Chat;
  readonly terminal: Terminal;
  readonly columns: number;
  readonly modelWhy: string;
  line(text: string): void;
  /** Puts a text where the person types. */
  edit?(text: string): void;
  readonly signal: AbortSignal;
}
