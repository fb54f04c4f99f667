import { presentDocuments } from "../../mind/documents/presentDocuments.ts";
import { printJson } from "../terminal/answer.ts";
import type { Call } from "../terminal/command.ts";

export async function run(call: Call): Promise<number> {
  const found = await presentDocuments(await call.mind());
  const rows = found.map(({ document, chars, budget, modified, problem }) => ({
    document: document.key,
    role: document.role,
    chars,
    budget,
    modified: problem === undefined ? modified.toISOString() : null,
    ...(problem === undefined ? {} : { problem: problem.message }),
  }));
  if (call.json) {
    printJson(call, rows);
    return 0;
  }
  const { print, say, colour, safe, words } = call.terminal;
  const width = Math.max(8, ...rows.map(({ document }) => document.length));
  for (const { document, role, chars, budget, modified, problem } of rows) {
    const size = budget === null ? `${chars}` : words`${chars} of ${budget}`;
    const over = budget !== null && chars > budget;
    const state =
      problem === undefined
        ? `${over ? colour.red(size.padStart(14)) : size.padStart(14)} ${words`characters`}  ` +
          `${colour.dim((modified ?? "").slice(0, 16).replace("T", " "))}${over ? colour.red(words`  over budget`) : ""}`
        : colour.red(safe(words.reading(problem)));
    print(`${safe(document).padEnd(width)}  ${(role ?? "").padEnd(14)} ${state}\n`);
  }
  say(rows.length === 0 ? words`no documents yet: codicil init` : words`codicil show DOC prints one, codicil edit DOC opens it`);
  return 0;
}
