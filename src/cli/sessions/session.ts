import { AppError, HOSTS } from "../../base/index.ts";
import { handoff } from "../../activity/handoff.ts";
import * as sessions from "../../activity/sessions.ts";
import { listedId, rememberList, sessionNamed } from "../../activity/shortIds.ts";
import { printJson } from "../terminal/answer.ts";
import { columns, shortId, shortTime } from "../terminal/columns.ts";
import { type Call, flag, limitOf, text } from "../terminal/command.ts";
import { oneOf } from "../terminal/given.ts";
import { freezeOptions } from "./prompt.ts";

/** By its id, a unique part of it, its number in the list, or last. */
async function sessionOf(call: Call): Promise<string> {
  const mind = await call.mind();
  return sessionNamed(mind, listedId(mind, call.terminal.device, "session", call.args[0] ?? ""));
}

export async function start(call: Call): Promise<number> {
  const { header } = await sessions.startSession(await call.mind(), freezeOptions(call));
  answerId(call, { id: header.sessionId });
  return 0;
}

const SHOWN_SESSIONS = 50;

export async function list(call: Call): Promise<number> {
  const limit = limitOf(call, SHOWN_SESSIONS) || Infinity;
  const mind = await call.mind();
  const { sessions: found, problems, total } = await sessions.listEverywhere(mind, { limit });
  if (call.json) printJson(call, found);
  else if (call.terminal.isScreen) {
    const now = mind.deps.clock.now();
    const { words } = call.terminal;
    const { dim } = call.terminal.colour;
    const rows = found.map(({ id, createdAt, cwd, title, host, events, machine }, at) => [
      String(at + 1),
      shortId(id),
      shortTime(createdAt, now),
      machine === undefined ? host : words`${host} on ${call.terminal.safe(machine)}`,
      words.counted(events, "event"),
      call.terminal.safe(title ?? cwd),
    ]);
    call.terminal.print(columns(rows, call.terminal.columns, [dim, null, dim, null, dim]));
    rememberList(mind, call.terminal.device, "session", found);
  } else {
    const lines = found.map(
      ({ id, createdAt, cwd, title, sessionType, host, events, machine }) =>
        `${id}  ${new Date(createdAt).toISOString().slice(0, 16).replace("T", " ")}  ${sessionType.padEnd(6)}  ` +
        `${host.padEnd(8)}  ${String(events).padStart(5)} events  ` +
        `${machine === undefined ? "" : `on ${call.terminal.safe(machine)}  `}${call.terminal.safe(title ?? cwd)}\n`,
    );
    call.terminal.print(lines.join(""));
  }
  if (!call.json && total === 0) call.terminal.say(call.terminal.words`there are no sessions yet`);
  if (!call.json && total > limit)
    call.terminal.say(call.terminal.words`${total - limit} older sessions: codicil session list -n 0 shows all`);
  for (const { id, error } of problems) call.terminal.say(`${call.terminal.colour.red(error.code)} ${id}: ${error.message}`);
  return problems.length === 0 ? 0 : 1;
}

export async function show(call: Call): Promise<number> {
  const session = await sessions.openSession(await call.mind(), await sessionOf(call), { at: text(call, "at") });
  const { of } = call.terminal.words;
  const shown = sessions.show(session, { at: text(call, "at"), diagnostics: flag(call, "all") });
  if (call.json)
    printJson(call, {
      id: session.header.sessionId,
      header: session.header,
      leaf: session.leafId,
      events: shown,
      problems: session.problems,
    });
  else if (flag(call, "all"))
    for (const { id, label, text: words, hidden } of shown)
      call.terminal.print(
        `${id}  ${of(label)}${hidden ? ` (${of("hidden")})` : ""}: ${call.terminal.safe(words).replace(/\s+/g, " ").slice(0, 120)}\n`,
      );
  else {
    const said = sessions.transcript(shown.map((each) => ({ ...each, label: of(each.label) })));
    call.terminal.print(call.terminal.safe(said));
    if (said === "") call.terminal.say(call.terminal.words`nothing was said in this session yet; --all shows its other events`);
  }
  return reportProblems(call, session);
}

export async function handOver(call: Call): Promise<number> {
  const to = oneOf(text(call, "to"), HOSTS, "--to");
  if (to === undefined) throw new AppError("BAD_USAGE", "--to names the program that continues", { hint: `One of ${HOSTS.join(", ")}.` });
  const done = await handoff(await call.mind(), await sessionOf(call), { to, file: text(call, "out") });
  if (call.json) printJson(call, done);
  else if (done.file === null) call.terminal.print(done.text);
  else call.terminal.print(`${call.terminal.safe(done.file)}\n${call.terminal.words`continue with: ${call.terminal.safe(done.start)}`}\n`);
  return 0;
}

/** Also `session replay`: what the model got at an event. */
function partText(part: Readonly<Record<string, unknown>>): string {
  return part["type"] === "text" ? String(part["text"]) : JSON.stringify(part, null, 2);
}

export async function context(call: Call): Promise<number> {
  const { session, context: built } = await sessions.contextOf(await call.mind(), await sessionOf(call), { at: text(call, "at") });
  if (call.json) printJson(call, built);
  else {
    call.terminal.print(`${call.terminal.colour.bold(call.terminal.words`system prompt`)}\n${call.terminal.safe(built.systemPrompt)}\n`);
    for (const { role, content } of built.messages)
      call.terminal.print(`\n${call.terminal.colour.bold(role)}\n${call.terminal.safe(content.map(partText).join("\n"))}\n`);
  }
  return reportProblems(call, session);
}

export async function verify(call: Call): Promise<number> {
  const result = await sessions.verify(await call.mind(), await sessionOf(call));
  if (call.json) printJson(call, result);
  else {
    const { colour, print, words } = call.terminal;
    const { checked, differ } = result.contexts;
    if (result.original !== undefined)
      print(
        result.original.same
          ? `${words`the original is the one that was adopted (${result.original.sha256.slice(0, 12)})`}\n`
          : `${colour.red(words`the original is missing or was changed since the import`)}: ${result.original.file}\n`,
      );
    else
      print(
        result.prompt.rebuilt === null
          ? `${words`the session has no snapshot yet`}\n`
          : result.prompt.same
            ? `${words`the prompt is the one that was frozen (${result.prompt.rebuilt.slice(0, 12)})`}\n`
            : `${colour.red(words`the prompt is not the one that was frozen`)}\n`,
      );
    if (result.original === undefined) print(`${words`${checked - differ.length} of ${checked} answers match the stored context`}\n`);
    for (const id of differ) print(`${colour.red(words`differs`)} ${id}\n`);
    if (result.unknownEvents > 0)
      print(`${words`${result.unknownEvents} events of types that this Codicil does not know were kept and skipped`}\n`);
    for (const { code, line, message } of result.problems)
      print(`${colour.red(code)} ${words`line ${line}: `}${words.error({ code, message }).message}\n`);
  }
  return result.ok ? 0 : 1;
}

export async function clone(call: Call): Promise<number> {
  const { header } = await sessions.clone(await call.mind(), await sessionOf(call), { at: text(call, "at") });
  answerId(call, { id: header.sessionId });
  return 0;
}

export async function branch(call: Call): Promise<number> {
  const at = text(call, "at");
  if (at === undefined)
    throw new AppError("BAD_USAGE", "session branch needs --at EVENT", { hint: "codicil session show ID --all lists the events." });
  const branched = await sessions.branch(await call.mind(), await sessionOf(call), at);
  answerId(call, branched);
  if (branched.from !== undefined)
    call.terminal.say(
      call.terminal
        .words`${branched.from.id} is written on ${call.terminal.safe(branched.from.machine)}; it continues here as session ${branched.id}`,
    );
  return 0;
}

export async function hide(call: Call): Promise<number> {
  const at = text(call, "at");
  if (at === undefined)
    throw new AppError("BAD_USAGE", "session hide needs --at EVENT", {
      hint: "The message that the turn begins with; codicil session show ID --all lists the events.",
    });
  const event = await sessions.hide(await call.mind(), await sessionOf(call), at, { actor: "user", reason: text(call, "reason") });
  answerId(call, { id: event.id });
  return 0;
}

export async function append(call: Call): Promise<number> {
  if (!flag(call, "jsonl"))
    throw new AppError("BAD_USAGE", "session append reads JSON lines", { hint: "Give --jsonl and one event a line on stdin." });
  const drafts: sessions.Draft[] = [];
  let number = 0;
  for await (const line of call.terminal.inputLines()) {
    number++;
    if (line.trim() === "") continue;
    const where = { file: "stdin", line: number, hint: 'Each line is one event: {"type":…}. Nothing was appended.' };
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (cause) {
      throw new AppError("BAD_JSON", "a line of the input is not JSON", { ...where, cause });
    }
    if (value === null || typeof value !== "object" || Array.isArray(value))
      throw new AppError("BAD_JSON", "a line of the input is not an object", where);
    drafts.push(value as sessions.Draft);
  }
  const events = await sessions.append(await call.mind(), call.args[0] ?? "", drafts, { file: "stdin" });
  if (call.json) printJson(call, events);
  else for (const { id, type } of events) call.terminal.print(`${id} ${type}\n`);
  return 0;
}

export async function steer(call: Call): Promise<number> {
  const words = text(call, "content");
  if (words === undefined) throw new AppError("BAD_USAGE", "session steer needs --content", { hint: "- reads stdin." });
  const event = await sessions.steer(await call.mind(), await sessionOf(call), words === "-" ? await call.terminal.readInput() : words);
  answerId(call, { id: event.id });
  return 0;
}

export async function announce(call: Call): Promise<number> {
  const events = await sessions.announce(await call.mind(), await sessionOf(call));
  if (call.json) printJson(call, events);
  else for (const event of events) call.terminal.print(`${"item" in event ? call.terminal.safe(event.item.content) : event.type}\n`);
  return 0;
}

export async function exportSession(call: Call): Promise<number> {
  const [mind, id] = [await call.mind(), await sessionOf(call)];
  const session = await sessions.openSession(mind, id);
  const format = oneOf(text(call, "format"), ["md", "json", "jsonl"] as const, "--format") ?? (call.json ? "json" : "md");
  if (format === "md") call.terminal.print(sessions.toMarkdown(session));
  else await printEvents(call, session, { events: sessions.eventsOf(mind, id), format });
  return reportProblems(call, session);
}

/** A few megabytes at a time: a log may be larger than any text. */
async function printEvents(
  call: Call,
  { header }: sessions.Session,
  { events, format }: { readonly events: AsyncIterable<readonly sessions.SessionEvent[]>; readonly format: "json" | "jsonl" },
): Promise<void> {
  const isJson = format === "json";
  call.terminal.print(isJson ? `{"header":${JSON.stringify(header)},"events":[` : `${JSON.stringify(header)}\n`);
  let isFirst = true;
  for await (const batch of events) {
    const lines = batch.map((event) => JSON.stringify(event));
    call.terminal.print(isJson ? `${isFirst ? "" : ","}${lines.join(",")}` : `${lines.join("\n")}\n`);
    isFirst = false;
  }
  if (isJson) call.terminal.print("]}\n");
}

function answerId(call: Call, answer: { readonly id: string }): void {
  if (call.json) printJson(call, answer);
  else call.terminal.print(`${answer.id}\n`);
}

/** What is whole was shown. A torn tail may be somebody's write in progress; any other damage makes the answer a 1. */
function reportProblems(call: Call, { problems, torn, file }: sessions.Session): number {
  for (const { code, line, message } of problems)
    call.terminal.say(`${call.terminal.colour.red(code)} ${file}:${line}: ${call.terminal.words.error({ code, message }).message}`);
  return problems.length > (torn ? 1 : 0) ? 1 : 0;
}
