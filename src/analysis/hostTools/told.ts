// What is told by a tool's name and its input, questions about that, and what a tool can do to things that are not on this disk.

import type { Hazard } from "../call/effects.ts";
import type { Phrase } from "./phrases.ts";
import type { Act } from "./verbs.ts";

export interface Told extends Phrase {
  readonly server: readonly string[];
  readonly words: readonly string[];
  /** Words of the input's fields: they name the thing where the tool does not (`reset_from_parent {branchId}`). */
  readonly fields: readonly string[];
}

export type Words = ReadonlySet<string>;
export type Test = (told: Told) => boolean;

export const some = (words: readonly string[], ...tables: readonly Words[]): boolean =>
  tables.some((table) => words.some((word) => table.has(word)));

const TAILS = new Set("now id info detail list batch async data all new tool enhanced".split(" "));
/** The thing itself: the last word of what it is done to. */
export const head = ({ object }: Told): readonly string[] => object.filter((word) => !TAILS.has(word)).slice(-1);

export const does = ({ act }: Told, ...kinds: readonly Act[]): boolean => act !== null && kinds.includes(act);
export const isOnServer: Test = ({ server }) => server.length > 0;

/** It is done to one of these. */
export const to =
  (...tables: readonly Words[]): Test =>
  ({ object }) =>
    some(object, ...tables);
/** Its thing itself is one of these. */
export const toThe =
  (...tables: readonly Words[]): Test =>
  (told) =>
    some(head(told), ...tables);
/** The server is one of these. */
export const at =
  (...tables: readonly Words[]): Test =>
  ({ server }) =>
    some(server, ...tables);
/** Such a field is given. */
export const given =
  (...tables: readonly Words[]): Test =>
  ({ fields }) =>
    some(fields, ...tables);
export const hasThing: Test = ({ object }) => object.length > 0;
export const not =
  (test: Test): Test =>
  (told) =>
    !test(told);
export const all =
  (...tests: readonly Test[]): Test =>
  (told) =>
    tests.every((test) => test(told));
export const any =
  (...tests: readonly Test[]): Test =>
  (told) =>
    tests.some((test) => test(told));
export const kinds =
  (...acts: readonly Act[]): Test =>
  (told) =>
    does(told, ...acts);

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
