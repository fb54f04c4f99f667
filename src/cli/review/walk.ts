// The walk of `codicil review`: one card a screen, one key each. A decision is carried out with the next one, or at the end,
// so that `u` takes the last one back as if it had not been made.

import type { Call } from "../terminal/command.ts";
import { widthOf, wrapLines } from "../terminal/width.ts";
import type { Words } from "../terminal/translated.ts";
import { openKeys } from "./keys.ts";

export interface Card {
  /** One line: what kind of card, and where. */
  readonly head: string;
  /** What the person needs to know, a line each. */
  readonly lines: readonly string[];
  readonly choices: readonly Choice[];
}

export interface Choice {
  readonly key: string;
  readonly label: string;
  /** What the summary says; none: the choice shows something and decides nothing. */
  readonly said?: string;
  /** Carries the decision out, or gives lines to show. */
  act(): Promise<readonly string[]>;
}

interface Decided {
  readonly at: number;
  readonly said: string;
  readonly act: () => Promise<readonly string[]>;
}

const EVERYWHERE = ["s later", "u undo last", "q quit"];
/** Head, message, keys and the line that is typed. */
const ROWS_AROUND = 8;

/** Where a walk is, and what it would do next. */
interface State {
  at: number;
  decided: number;
  /** Made and not yet carried out. */
  open?: Decided | undefined;
  notes: readonly string[];
  whole: boolean;
}

/** How many cards are left undecided. */
export async function walk(call: Call, cards: readonly Card[]): Promise<number> {
  const keys = openKeys(call);
  const state: State = { at: 0, decided: 0, notes: [], whole: false };
  try {
    for (;;) {
      const card = cards[state.at];
      if (card === undefined && state.open === undefined) break;
      if (card === undefined) askOnceMore(call, state);
      else show(call, card, state, cards.length);
      const key = await keys.next();
      if (key === null || key === "q" || (card === undefined && key !== "u")) break;
      await answer(state, card, key, call.terminal.words);
    }
    await carryOut(state);
  } finally {
    keys.close();
  }
  const left = cards.length - state.decided;
  call.terminal.print(
    `\n${state.notes.map((note) => `${note}\n`).join("")}${call.terminal.words`${state.decided} decided, ${left} left`}\n`,
  );
  return left;
}

/** What a key does. */
async function answer(state: State, card: Card | undefined, key: string, words: Words): Promise<void> {
  const choice = card?.choices.find((each) => each.key === key);
  state.whole = key === "m";
  state.notes = [];
  if (key === "u") return takeBack(state, words);
  if (key === "m") return;
  if (key === "s") {
    await carryOut(state);
    state.at++;
  } else if (card === undefined || choice === undefined) state.notes = [words`there is no key ${JSON.stringify(key)} here`];
  else if (choice.said === undefined) state.notes = await choice.act();
  else {
    await carryOut(state);
    state.open = { at: state.at, said: words`${words.of(choice.said)}: ${card.head}`, act: choice.act };
    state.at++;
  }
}

async function carryOut(state: State): Promise<void> {
  const { open } = state;
  if (open === undefined) return;
  state.open = undefined;
  state.notes = await open.act();
  state.decided++;
}

function takeBack(state: State, words: Words): void {
  const { open } = state;
  if (open === undefined) state.notes = [words`nothing to undo here; codicil undo undoes earlier changes`];
  else {
    state.notes = [words`undone: ${open.said}`];
    state.at = open.at;
    state.open = undefined;
  }
}

/** The last decision can be undone as well. */
function askOnceMore({ terminal }: Call, { open }: State): void {
  terminal.print(`${terminal.colour.green(open?.said ?? "")}\n\n${terminal.words`u undo last · any other key ends`} `);
}

function show({ terminal }: Call, card: Card, { at, notes, open, whole }: State, count: number): void {
  const { print, tell, colour, fresh, rows, columns, words } = terminal;
  fresh();
  if (open !== undefined) print(`${colour.green(open.said)}\n`);
  print(`${colour.dim(`${at + 1}/${count}`)} ${colour.bold(card.head)}\n\n`);
  const lines = card.lines.flatMap((line) => wrapLines(line, columns).split("\n"));
  const room = Math.max(6, rows - ROWS_AROUND - notes.length);
  const hidden = whole || lines.length <= room + 1 ? 0 : lines.length - room;
  for (const line of lines.slice(0, lines.length - hidden)) print(`${line}\n`);
  if (hidden > 0) print(`${colour.dim(`  ${words`… ${hidden} more lines: m`}`)}\n`);
  for (const note of notes) print(`\n${colour.yellow(note)}`);
  tell(`\n${legend([...card.choices.map(({ key, label }) => `${key} ${words.of(label)}`), ...EVERYWHERE.map(words.of)], columns)} `);
}

/** Keys with what they do; a line ends between two of them. */
function legend(items: readonly string[], columns: number): string {
  const lines = [""];
  for (const item of items) {
    const last = lines.at(-1) ?? "";
    const longer = last === "" ? item : `${last} · ${item}`;
    if (widthOf(longer) < columns) lines[lines.length - 1] = longer;
    else lines.push(item);
  }
  return lines.join("\n");
}
