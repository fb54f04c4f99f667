// A person's approval as a value. Verbs that only a person may do want a `Person`; a request, a file or a message can never
// hold one, because only an object that this module made counts (docs/decisions/0033). Where one comes from:
//
//   terminal  somebody sits at the terminal of the command (src/cli/terminal/person.ts)
//   command   a command that a person's own script may run; the gate refuses it to agents (src/cli/terminal/person.ts)
//   page      the user token, or the login of the page (src/daemon/app.ts)
//   chat      what somebody typed or answered in a chat of our own (src/runtime)
//   owner     a program that embeds Codicil and says that it acts for its owner (`asOwner`)

import { AppError } from "../base/index.ts";

declare const made: unique symbol;

export type PersonSource = "terminal" | "command" | "page" | "chat" | "owner";

/** The proof that a person acts, for verbs that only a person may do. */
export interface Person {
  readonly by: PersonSource;
  readonly [made]: true;
}

/** The options of a verb that takes nothing else beside. */
export interface ByPerson {
  readonly person: Person;
}

const persons = new WeakSet<object>();

/** Not for the library: the doors call it where they have seen a person. A test lists who may. */
export function personFrom(by: PersonSource): Person {
  const person = Object.freeze({ by }) as Person;
  persons.add(person);
  return person;
}

/**
 * For a program that embeds Codicil: what it does from here on, it does as the owner of the mind. Nothing is checked; call it
 * only where your own program knows that its user, and no model, asked for the act.
 */
export function asOwner(): Person {
  return personFrom("owner");
}

export function isPerson(value: unknown): value is Person {
  return typeof value === "object" && value !== null && persons.has(value);
}

/** Throws NEEDS_PERSON. */
export function needPerson(value: unknown, act: string): Person {
  if (isPerson(value)) return value;
  const hint = "Do it at a terminal or in the page; a program that acts for its owner passes { person: asOwner() }.";
  throw new AppError("NEEDS_PERSON", `${act} needs a person's approval`, { hint });
}
