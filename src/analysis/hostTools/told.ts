// What is told by a tool's name and its input: the phrase, the server, and the words of the fields. Questions about it.

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
