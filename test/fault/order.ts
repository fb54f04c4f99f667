// What a child of the fault rig is told to do. Shared by the rig and its children.

import type { Place } from "../../src/store/index.ts";

export type Act =
  | "write"
  | "remove"
  | "append"
  | "rewriteLog"
  | "commit"
  | "commitRemoval"
  | "recover"
  | "inPlace"
  | "logThenWrite"
  | "splitAppend"
  | "renameBlindly";

export interface Order {
  readonly act: Act;
  readonly home: string;
  readonly state: string;
  /** Below home and state. */
  readonly document: string;
  readonly log: string;
  readonly content: string;
}

/** The lines that an act adds to the log; the last one is long enough to be cut in the middle. */
export const LINES: readonly string[] = [
  '{"id":"c_1","what":"first"}',
  '{"id":"c_2","what":"second"}',
  `{"id":"c_3","what":"${"long ".repeat(40)}"}`,
];

export const TEMP_HEX = "aa".repeat(6);

export function placesOf(order: Order): { document: Place; log: Place } {
  return { document: { root: "home", path: order.document }, log: { root: "state", path: order.log } };
}
