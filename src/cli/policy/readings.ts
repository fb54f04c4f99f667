// A person's decisions on how lines of instruction files were read.

import { AppError, byName, sameRow } from "../../base/index.ts";
import { checkReadingPlace, type DecidedReading, decideReading, lockPolicy, undoReading } from "../../calls/readings.ts";
import { READING_DECISIONS, type ReadingDecided } from "../../schema/index.ts";
import { printJson } from "../terminal/answer.ts";
import { type Call, text } from "../terminal/command.ts";
import { atTerminal, placeOf } from "../terminal/person.ts";

/** What people call it. */
const CALLED: Readonly<Record<ReadingDecided, string>> = { hold: "enforce", ask: "ask", advice: "advice" };

/** What the report calls it, and other words for the same. */
const MEANT: Readonly<Record<string, ReadingDecided>> = byName({
  ...sameRow("block deny blocked denied enforced on yes", "hold"),
  ...sameRow("asked confirm prompt", "ask"),
  ...sameRow("ignore ignored dismiss off no none", "advice"),
});

export async function confirm(call: Call): Promise<number> {
  const given = text(call, "as") ?? "hold";
  const as = READING_DECISIONS.find((each) => given === each || given === CALLED[each]);
  if (as === undefined) {
    const meant = MEANT[given.toLowerCase()];
    const hint = `One of ${Object.values(CALLED).join(", ")}.`;
    throw new AppError("BAD_USAGE", `--as is ${JSON.stringify(given)}`, {
      hint: meant === undefined ? hint : `Did you mean --as ${CALLED[meant]}? ${hint}`,
    });
  }
  return decide(call, "policy confirm", as);
}

export async function dismiss(call: Call): Promise<number> {
  return decide(call, "policy dismiss", "advice");
}

/** A wrong line is named to whoever asks; only a person goes on from there. */
async function decide(call: Call, act: string, as: ReadingDecided): Promise<number> {
  const { name, line } = placeOf(call.args[0] ?? "", act);
  const [mind, place] = [await call.mind(), { file: name, line, rule: text(call, "rule") }];
  checkReadingPlace(mind, place);
  return answer(call, await decideReading(mind, place, { as, person: atTerminal(call, act) }));
}

const NOW: Readonly<Record<ReadingDecided, string>> = {
  hold: "is enforced",
  ask: "is asked about each time",
  advice: "is advice now, and stops nothing",
};

function answer(call: Call, decided: DecidedReading): number {
  const { print, safe, colour, words } = call.terminal;
  if (call.json) printJson(call, decided);
  else {
    print(`${safe(decided.file)}:${decided.line} ${words.of(NOW[decided.as])}\n  ${safe(decided.text.replace(/\s+/g, " "))}\n`);
    for (const reading of decided.readings) print(colour.dim(`  ${words`read as: ${safe(words.reading(reading))}`}\n`));
    print(colour.dim(`  ${words`codicil undo ${decided.id} undoes this`}\n`));
  }
  return 0;
}

export async function undo(call: Call, id: string): Promise<number> {
  const undone = await undoReading(await call.mind(), id, { person: atTerminal(call, "undo") });
  if (call.json) printJson(call, undone);
  else
    call.terminal.print(
      `${call.terminal.words`undone: ${call.terminal.safe(undone.file)}:${undone.line} was ${call.terminal.words.of(undone.as)}`}\n`,
    );
  return 0;
}

export async function lock(call: Call): Promise<number> {
  const done = lockPolicy(await call.mind(), { person: atTerminal(call, "policy lock") });
  if (call.json) printJson(call, done);
  else {
    const { print, safe, words } = call.terminal;
    print(`${words`${words.counted(done.locked, "reading")} in ${safe(done.file)}`}\n`);
  }
  return 0;
}
