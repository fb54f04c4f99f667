// A mind that several machines have in common: moving it there and back, and bringing copies and database, or this machine and
// a Git remote, together.

import { AppError } from "../../base/index.ts";
import { dropCarrier, nameCarrier } from "../../sharing/carrier.ts";
import { mergeFiles, move as moveMind } from "../../transfer/index.ts";
import { type SyncedMind, sync as syncMind } from "../../sharing/sync.ts";
import { printJson } from "../terminal/answer.ts";
import { type Call, text } from "../terminal/command.ts";
import type { Words } from "../terminal/translated.ts";

export async function move(call: Call): Promise<number> {
  const to = text(call, "to");
  if (to === undefined)
    throw new AppError("BAD_USAGE", "move needs --to", { hint: "codicil move --to postgres://user@host/database, or --to files." });
  const { print, words } = call.terminal;
  const moved = await moveMind(await call.mind({ common: false }), to);
  if (call.json) printJson(call, moved);
  else if (moved.kind === "there") print(`${words`the mind is in ${moved.to} already; its schema is up to date`}\n`);
  else if (moved.kind === "joined")
    print(`${words`there is a mind in ${moved.to}; this machine has it in common now. codicil status shows what differed.`}\n`);
  else
    print(
      words`moved to ${moved.to}: ${moved.documents} documents and deltas, ${moved.logs} logs, ${moved.same} compared equal` +
        `\n  ${moved.hash}\n`,
    );
  const { events = 0, sessions = [] } = moved.sentLogs ?? {};
  if (!call.json && events > 0) print(`${sentEvents(events, sessions, words)}\n`);
  for (const { name, error } of moved.unsent ?? [])
    call.terminal.say(`${call.terminal.colour.yellow(error.code)} ${name}: ${words.error(error).message}`);
  return 0;
}

export async function sync(call: Call): Promise<number> {
  const mind = await call.mind({ asksDatabase: true });
  const given = text(call, "with");
  if (given === "off") return stopCarrying(call, mind);
  const synced: SyncedMind = given === undefined ? await syncMind(mind) : await nameCarrier(mind, given);
  if (call.json)
    printJson(call, { ...synced, problems: synced.problems.map(({ document, error }) => ({ document, ...error.toJSON().error })) });
  else printSynced(call, synced);
  return synced.problems.length > 0 ? 1 : synced.conflicts.length > 0 ? 4 : 0;
}

async function stopCarrying(call: Call, mind: Awaited<ReturnType<Call["mind"]>>): Promise<number> {
  const { words } = call.terminal;
  const address = await dropCarrier(mind);
  if (call.json) printJson(call, { dropped: address });
  else
    call.terminal.print(
      `${address === null ? words`no carrier was named` : words`${address} is no longer synced; it keeps what it has`}\n`,
    );
  return 0;
}

const sentEvents = (events: number, sessions: readonly unknown[], words: Words): string =>
  words`sent: ${events} events of ${words.counted(sessions.length, "session")}, for your own login only`;

function printSynced({ terminal }: Call, synced: SyncedMind): void {
  const { words } = terminal;
  const { received, removed = [], sent, rejoined = [], conflicts, problems } = synced;
  for (const [what, documents] of [
    [words`received`, received],
    [words`removed here, copy in the trash`, removed],
    [words`sent`, sent],
    [words`joined again (the database had lost changes)`, rejoined],
    [words`in staging (codicil resolve)`, conflicts],
  ] as const) {
    if (documents.length > 0) terminal.print(`${what}: ${documents.join(", ")}\n`);
  }
  const { sessions, events, verdicts } = synced.sentLogs ?? { sessions: [], events: 0, verdicts: 0 };
  if (events > 0) terminal.print(`${sentEvents(events, sessions, words)}\n`);
  if (verdicts > 0) terminal.print(`${words`sent: ${verdicts} verdicts, for your own login and maintainers`}\n`);
  for (const { document, error } of problems) terminal.say(problemLine(terminal, document, error));
  const changes = [received, removed, sent, conflicts, problems].reduce((sum, { length }) => sum + length, events + verdicts);
  if (changes === 0) terminal.print(`${words`already in sync`}\n`);
}

function problemLine({ colour, words }: Call["terminal"], document: string, error: AppError): string {
  const { code, file, line } = error;
  const { message, hint } = words.error(error);
  const place = file === undefined ? "" : ` (${file}${line === undefined ? "" : `:${line}`})`;
  return `${colour.red(code)} ${document}: ${message}${place}${hint === undefined ? "" : `\n  ${hint}`}`;
}

/** Git's merge driver: exit 0 is merged, anything else leaves Git with a conflict. */
export async function mergeDriver(call: Call): Promise<number> {
  const [base, ours, theirs, path] = call.args;
  if (base === undefined || ours === undefined || theirs === undefined || path === undefined)
    throw new AppError("BAD_USAGE", "merge-driver needs %O %A %B %P", {
      hint: "git config merge.codicil.driver 'codicil merge-driver %O %A %B %P'",
    });
  const { cards } = await mergeFiles(await call.mind(), { base, ours, theirs, path });
  if (cards > 0)
    call.terminal.say(
      call.terminal
        .words`${path}: both sides changed ${call.terminal.words.counted(cards, "section")}; resolve the conflict with codicil resolve`,
    );
  return 0;
}
