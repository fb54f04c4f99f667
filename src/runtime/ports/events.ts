// What a turn tells whoever watches: the terminal, the page, a test. Nothing here changes the turn.

import type { AppError } from "../../base/index.ts";
import type { Decision } from "../../mind/session/decide.ts";
import type { Receipt } from "../../schema/index.ts";
import type { Args, ToolOutcome } from "./tool.ts";
import type { Usage } from "./model.ts";

/** What happens during a turn, as it happens. */
export type TurnEvent =
  /** Text of the answer as the person shall see it, as it comes. */
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string }
  | { readonly type: "tool_started"; readonly id: string; readonly name: string; readonly args: Args }
  | { readonly type: "tool_finished"; readonly id: string; readonly name: string; readonly outcome: ToolOutcome; readonly ms: number }
  /** Only where it is not a plain allow. */
  | { readonly type: "verdict"; readonly id: string; readonly name: string; readonly decision: Decision }
  | { readonly type: "notice"; readonly text: string }
  /** Something needs the person's approval. */
  | { readonly type: "proposal"; readonly receipt: Receipt; readonly text: string }
  | { readonly type: "receipt"; readonly receipt: Receipt; readonly text: string }
  | { readonly type: "usage"; readonly model: string; readonly usage: Usage; readonly cost: number | null }
  | { readonly type: "error"; readonly error: AppError };

export type TurnListener = (event: TurnEvent) => void;
