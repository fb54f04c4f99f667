// What a tool can do to things that are not on this disk, and in which words that is told.

import type { Hazard } from "../call/effects.ts";

export interface ToolDeed {
  readonly kind: Hazard["kind"];
  /** `deletes or ends something …`: follows the tool's name. */
  readonly what: string;
  /** Not where the input names files of this disk: those are judged by themselves. */
  readonly unlessOnDisk?: true;
}

export const ENDED: ToolDeed = {
  kind: "destructive",
  what: "deletes or ends something outside this project, which Codicil cannot bring back",
  unlessOnDisk: true,
};
export const SENT: ToolDeed = { kind: "exfiltration", what: "sends or publishes something to other people" };
export const PAID: ToolDeed = { kind: "remote", what: "moves money" };
export const READ_KEYS: ToolDeed = { kind: "exfiltration", what: "shows keys or passwords" };
export const OPENED: ToolDeed = { kind: "escalation", what: "changes who has access" };
export const CHANGED: ToolDeed = { kind: "remote", what: "changes a running system" };
export const DECIDED: ToolDeed = { kind: "remote", what: "decides something in your name" };
export const INSTALLED: ToolDeed = { kind: "persistence", what: "installs code that nobody here has seen" };

/** A server asks for a word of the person; whoever calls the tool gives it instead. */
export const CONFIRMED: ToolDeed = { kind: "remote", what: "wants a confirmation, which is yours to give" };
