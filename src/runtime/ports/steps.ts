// The steps of a turn that others fill in: post-processing, memory in conversation, hooks. Each has a default that does
// nothing, so that a turn is whole without them.

import type { HarnessItem, Receipt } from "../../schema/index.ts";
import type { Mind } from "../../mind/open.ts";
import type { SessionType } from "../../policy/index.ts";
import type { Args, ToolOutcome } from "./tool.ts";
import type { AppError } from "../../base/index.ts";
import type { Decision } from "../../mind/session/decide.ts";
import type { Usage } from "./model.ts";

// What a turn tells whoever watches: the terminal, the page, a test. Nothing here changes the turn.
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

/** How often a turn asks the model, unless somebody says otherwise. */
export const MAX_ROUNDS = 3;

/** What every step may know of the turn it is in. */
export interface TurnView {
  readonly mind: Mind;
  readonly sessionId: string;
  readonly sessionType: SessionType;
  /** The person's message. */
  readonly userText: string;
  readonly listener: TurnListener;
  readonly signal: AbortSignal;
}

/** One message of the model's on its way to the person. */
export interface ReplyStream {
  /** Raw text in; what may be shown of it now, out. */
  write(raw: string): string;
  /** No more will come: the rest to show, and the whole message as it was shown. */
  end(): ProcessedReply;
}

interface ProcessedReply {
  readonly rest: string;
  readonly text: string;
  /** What was changed, in words; empty: nothing, and the log keeps the raw text only. */
  readonly changes: readonly string[];
}

export interface PostProcessor {
  begin(turn: TurnView): ReplyStream;
}

/** What became of the person's words before the model got them. */
export interface Heard {
  /** The words were a command that is carried out; a responder that is no model need only say so. */
  readonly handled: boolean;
  /** Told to the model beside the message. */
  readonly items: readonly HarnessItem[];
  /** What was done, in words for the person. */
  readonly words: readonly string[];
}

export const NOTHING_HEARD: Heard = { handled: false, items: [], words: [] };

export interface FinishedTurn extends TurnView {
  readonly heard: Heard;
  /** The last answer: as the model gave it, and as the person saw it. */
  readonly raw: string;
  readonly shown: string;
  readonly calls: readonly DoneCall[];
}

export interface MemoryDecisions {
  /** Before the model gets the person's words: mb:write, mb:no, 记住这个. */
  hear(turn: TurnView): Promise<Heard>;
  /** After the answer was logged and shown. Speaks through turn.listener. */
  decide(turn: FinishedTurn): Promise<void>;
}

export interface DoneCall {
  readonly id: string;
  readonly name: string;
  readonly args: Args;
  readonly outcome: ToolOutcome;
}

export type HookAnswer =
  | {
      readonly kind: "go";
      /** Before a tool: the arguments as a hook changed them; the gate judges them like the first ones. */
      readonly args?: Args | undefined;
      /** Words for the model. */
      readonly context?: readonly string[] | undefined;
    }
  | { readonly kind: "block"; readonly reason: string };

/** HOOK.md hooks around turns and tools. */
export interface TurnHooks {
  beforeTurn(turn: TurnView): Promise<HookAnswer>;
  afterTurn(turn: FinishedTurn): Promise<void>;
  /** The model has answered in words. A hook that is not content sends it back to work, as far as its rounds go. */
  beforeStop(turn: TurnView, about: { readonly shown: string; readonly steps: number }): Promise<HookAnswer>;
  /** After the gate let it pass; a hook can only be stricter. */
  beforeTool(turn: TurnView, call: Pick<DoneCall, "id" | "name" | "args">): Promise<HookAnswer>;
  afterTool(turn: TurnView, done: DoneCall): Promise<void>;
  /** Before the beginning of the conversation becomes a summary. */
  beforeCompact(turn: TurnView, about: { readonly reason: string; readonly tokens: number }): Promise<HookAnswer>;
  afterCompact(turn: TurnView, about: { readonly reason: string; readonly before: number; readonly after: number }): Promise<void>;
}

export interface TurnSteps {
  readonly postProcess: PostProcessor;
  readonly memory: MemoryDecisions;
  readonly hooks: TurnHooks;
}

export const plainSteps: TurnSteps = {
  postProcess: {
    begin: () => {
      let text = "";
      return {
        write: (raw) => {
          text += raw;
          return raw;
        },
        end: () => ({ rest: "", text, changes: [] }),
      };
    },
  },
  memory: { hear: async () => NOTHING_HEARD, decide: async () => undefined },
  hooks: {
    beforeTurn: async () => ({ kind: "go" }),
    afterTurn: async () => undefined,
    beforeStop: async () => ({ kind: "go" }),
    beforeTool: async () => ({ kind: "go" }),
    afterTool: async () => undefined,
    beforeCompact: async () => ({ kind: "go" }),
    afterCompact: async () => undefined,
  },
};
