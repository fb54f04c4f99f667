import { resolve } from "node:path";
import { AppError } from "../../base/index.ts";
import {
  blame as blameDocument,
  explain as explainLine,
  type LoggedChange,
  log as readLog,
  show as showDocument,
  whoWrote,
} from "../../mind/documents/explain.ts";
import type { Mind } from "../../mind/open.ts";
import { changeNamed, decisionNamed, lastChange, listedId, rememberList, sessionNamed, timeNamed } from "../../activity/shortIds.ts";
import { decisionLog, lastDecision } from "../../calls/decisionLog.ts";
import type { ReadingDecided } from "../../schema/index.ts";
import { rollBack, undo as undoChange } from "../../mind/documents/undo.ts";
import { picked, printJson, printReceipts } from "../terminal/answer.ts";
import { columns, shortId, shortTime, underHome } from "../terminal/columns.ts";
import { type Call, limitOf, text } from "../terminal/command.ts";
import { byCommand, placeOf } from "../terminal/person.ts";
import { padTo } from "../terminal/width.ts";
import type { Words } from "../terminal/translated.ts";
import { originOf } from "../terminal/given.ts";

export async function log(call: Call): Promise<number> {
  const limit = limitOf(call, SHOWN_CHANGES);
  // One more tells that there are more.
  const mind = await call.mind();
  const reach = limit === 0 ? {} : { limit: limit + 1 };
  const decisions = await decisionsOn(mind, call.args[0]);
  const documents = await readLog(mind, call.args[0], { ...reach, texts: call.terminal.isScreen && !call.json }).catch((error: unknown) => {
    // A file that is gone, and whose lines were decided on.
    if (decisions.length > 0 && error instanceof AppError && error.code === "NOT_FOUND") return [];
    throw error;
  });
  const all = [...documents, ...decisions].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).slice(0, reach.limit);
  const changes = limit === 0 ? all : all.slice(0, limit);
  if (call.json) {
    printJson(call, changes);
    return 0;
  }
  if (call.terminal.isScreen) {
    const now = mind.deps.clock.now();
    const { dim } = call.terminal.colour;
    call.terminal.print(columns(changes.map(screenRow(call, now)), call.terminal.columns, [dim, null, dim]));
    rememberList(mind, call.terminal.device, "change", changes);
  } else for (const change of changes) call.terminal.print(wholeLine(change));
  if (changes.length === 0) call.terminal.say(call.terminal.words`no changes yet`);
  else if (all.length > changes.length) call.terminal.say(call.terminal.words`there are older changes: codicil log -n 0 shows all`);
  return 0;
}

const SHOWN_CHANGES = 20;

/** A change of a document, or a decision on a line of one, which has that line's number in its `doc`. */
type Logged = Omit<LoggedChange, "kind"> & { readonly kind: LoggedChange["kind"] | "decision"; readonly as?: ReadingDecided };

/** Decisions on lines of instruction files, of all or of one that is named. */
async function decisionsOn(mind: Mind, name: string | undefined): Promise<Logged[]> {
  const { cwd, project } = mind.where;
  const paths = name === undefined ? null : new Set([name, resolve(cwd, name), resolve(project ?? cwd, name)]);
  const made = (await decisionLog(mind)).filter(({ file }) => paths === null || paths.has(file));
  return made.map(({ file, line, text: inserted, by, ...decision }) => {
    const path =
      project !== null && file.startsWith(`${project}/`) ? `.${file.slice(project.length)}` : underHome(file, mind.where.userHome);
    return { ...decision, doc: `${path}:${line}`, by: "user", inserted, ...(by === undefined ? {} : { reason: "answered in a host" }) };
  });
}

/** As people say it; a pipe gets the kind's own name. */
const KINDS: Readonly<Record<string, string>> = { first: "found", hand: "edited outside Codicil", whole: "whole document" };

function whatOf({ kind, operation, heading, as, undoes }: Logged, of = (text: string) => text): string {
  if (as !== undefined) return undoes === undefined ? of(DECIDED[as]) : `${of("undone:")} ${of(DECIDED[as])}`;
  return heading === undefined ? kind : `${of(operation ?? kind)} ${JSON.stringify(heading)}`;
}

/** What came, or else went, in one line; of a whole file its reason says enough. */
function textOf({ kind, inserted = "", removed = "" }: Logged, words: Words): string | undefined {
  if (kind !== "entry" && kind !== "decision") return undefined;
  const line = (inserted === "" ? removed : inserted)
    .replace(/^#{1,6} [^\n]*\n/, "")
    .replace(/\s+/g, " ")
    .replace(/^ ?[-*+] /, "")
    .trim();
  return line === "" ? undefined : inserted === "" ? words`removed: ${line}` : line;
}

const screenRow =
  ({ terminal, terminal: { words } }: Call, now: Date) =>
  (change: Logged, at: number): readonly string[] => {
    const facts = [
      KINDS[change.kind] === undefined ? whatOf(change, words.of) : words.of(KINDS[change.kind] ?? ""),
      words.of(change.by),
      change.undoes === undefined ? undefined : words`undoes ${shortId(change.undoes)}`,
      textOf(change, words),
      change.reason,
    ];
    const said = facts.filter((fact) => fact !== undefined).join(" · ");
    return [String(at + 1), shortId(change.id), shortTime(change.at, now), change.doc, terminal.safe(said)];
  };

/** For programs, with everything that is known. */
function wholeLine(change: Logged): string {
  const facts = [
    change.by,
    change.from,
    change.entered === undefined ? undefined : `entered by ${change.entered}`,
    change.session,
    change.confidence === undefined ? undefined : `confidence ${change.confidence}`,
    change.reason,
    change.undoes === undefined ? undefined : `undoes ${change.undoes}`,
  ].filter((fact) => fact !== undefined);
  return `${change.at}  ${change.id}  ${change.doc}  ${whatOf(change)}  ${facts.join(" · ")}\n`;
}

const OF_A_LINE = ["kind", "by", "from", "entered", "at", "entry", "session", "confidence", "reason"] as const;

export async function blame(call: Call): Promise<number> {
  const [mind, name] = [await call.mind(), call.args[0] ?? ""];
  if (call.json) {
    const lines = await blameDocument(mind, name);
    printJson(
      call,
      lines.map(({ line, text: words, change }) => ({ line, text: words, change: change.id, ...picked(change, OF_A_LINE) })),
    );
    return 0;
  }
  const { dim } = call.terminal.colour;
  const { isScreen } = call.terminal;
  const now = mind.deps.clock.now();
  const shown = (await whoWrote(mind, name)).map(({ line, text: words, change }) => {
    const plain = change.kind === "entry" ? change.by : change.kind;
    const kind = padTo(isScreen ? call.terminal.words.of(plain) : plain, 6);
    const from = change.entered ?? change.from;
    const who = from === undefined ? kind : `${kind} ${from.slice(0, 24).padEnd(24)}`;
    const session = change.session ?? "";
    const when = isScreen ? shortTime(change.at, now).padEnd(11) : change.at.slice(0, 16);
    const where = isScreen ? (session === "" ? "" : shortId(session)).padEnd(14) : session.slice(0, 20).padEnd(20);
    return `${dim(`${when} ${who} ${where}`)} ${String(line).padStart(4)} ${words}\n`;
  });
  call.terminal.print(shown.join(""));
  return 0;
}

export async function explain(call: Call): Promise<number> {
  const place = placeOf(call.args[0] ?? "", "explain");
  const { of } = call.terminal.words;
  const { line, text: words, change } = await explainLine(await call.mind(), place.name, place.line);
  const { splices: _, full: __, touched: ___, ...facts } = change;
  if (call.json) printJson(call, { line, text: words, change: facts });
  else
    call.terminal.print(
      `${words}\n${Object.entries(facts)
        .filter(([, value]) => value !== null)
        .map(([name, value]) => `  ${of(name)}: ${OURS.has(name) ? of(String(value)) : String(value)}`)
        .join("\n")}\n`,
    );
  return 0;
}

/** Facts whose values are words of ours. */
const OURS: ReadonlySet<string> = new Set(["by", "kind", "operation"]);

export async function show(call: Call): Promise<number> {
  const name = call.args[0] ?? "";
  const at = text(call, "at");
  const mind = await call.mind();
  const words = await showDocument(
    mind,
    name,
    at === undefined ? undefined : await timeNamed(mind, listedId(mind, call.terminal.device, "change", at)),
  );
  if (call.json) printJson(call, { document: name, text: words });
  else call.terminal.print(words);
  return 0;
}

export async function undo(call: Call): Promise<number> {
  const [given] = call.args;
  const [session, origin] = [text(call, "session"), originOf(call)];
  if (given === undefined && (session !== undefined || origin !== undefined)) {
    // Only what looks like an id of ours may be a part of one: any other name is a session's own, and is meant exactly.
    const meant = session === "last" || session?.startsWith("session_") === true ? await sessionNamed(await call.mind(), session) : session;
    return answerRollBack(call, await rollBack(await call.mind(), { session: meant, origin }, { person: byCommand() }));
  }
  const id = given === undefined ? await askForLast(call) : given === "last" ? (await lastAct(call)).id : await named(call, given);
  if (id === null) return 2;
  if (id.startsWith("d_")) return (await import("../policy/readings.ts")).undo(call, id);
  const receipt = await undoChange(await call.mind(), id, { person: byCommand() });
  if (call.json) printJson(call, receipt);
  else printReceipts(call, [receipt], "undone");
  return 0;
}

async function named(call: Call, given: string): Promise<string> {
  const mind = await call.mind();
  const id = listedId(mind, call.terminal.device, "change", given);
  return id.startsWith("d_") ? decisionNamed(mind, id) : changeNamed(mind, id);
}

interface LastAct {
  readonly id: string;
  /** In words, with its time. */
  readonly what: string;
}

/** The last change of a document, or the decision on a line of rules that was made after it. */
async function lastAct(call: Call): Promise<LastAct> {
  const mind = await call.mind();
  const [change, decision] = await Promise.all([lastChange(mind), lastDecision(mind)]);
  const at = (time: string) => time.slice(0, 16).replace("T", " ");
  if (decision !== undefined && (change === undefined || decision.at > change.at))
    return { id: decision.id, what: `${decision.file}:${decision.line} ${DECIDED[decision.as]} (${at(decision.at)})` };
  if (change === undefined) throw new AppError("BAD_USAGE", "there is no change to undo", { hint: "codicil log lists the changes." });
  if (change.kind === "forgotten")
    throw new AppError("CONFLICT", "the last change forgot a text, which cannot be undone", { hint: "codicil log lists the changes." });
  const heading = change.heading === undefined ? "" : ` ${JSON.stringify(change.heading)}`;
  return { id: change.id, what: `${change.doc}${heading} (${change.operation ?? change.kind}, ${at(change.at)})` };
}

const DECIDED: Readonly<Record<ReadingDecided, string>> = { hold: "is enforced", ask: "is asked about", advice: "is advice" };

/** Without an id the last change is proposed. Only a person at a terminal can say yes to it; elsewhere it is named. */
async function askForLast(call: Call): Promise<string | null> {
  const last = await lastAct(call);
  const { what } = last;
  if (call.json || !call.terminal.isForeground)
    throw new AppError("BAD_USAGE", `undo needs a change's ID, --session or --origin; the last change is ${last.id}: ${what}`, {
      hint: `codicil undo ${last.id}, or codicil undo last`,
    });
  const { confirm, isCancel } = await import("@clack/prompts");
  const answer = await confirm({ message: call.terminal.words`Undo the last change, ${call.terminal.safe(what)}?` });
  return !isCancel(answer) && answer ? last.id : null;
}

function told({ terminal }: Call, error: AppError): string {
  const { message, hint = "" } = terminal.words.error(error);
  return terminal.words`${message}. ${hint}`;
}

function answerRollBack(call: Call, { receipts, conflicts }: Awaited<ReturnType<typeof rollBack>>): number {
  if (call.json)
    printJson(call, { receipts, conflicts: conflicts.map(({ change, document, error }) => ({ change, document, ...error.toJSON() })) });
  else if (receipts.length + conflicts.length === 0) call.terminal.say(call.terminal.words`no document contains any of that`);
  else printReceipts(call, receipts, "undone");
  for (const { change, document, error } of conflicts)
    call.terminal.say(`${call.terminal.colour.red(error.code)} ${document} ${change}: ${told(call, error)}`);
  return conflicts.length === 0 ? 0 : 4;
}
