// The hook program: one JSON in, at most one answer out, and an exit code. Hosts continue with a call when a hook crashes,
// prints a stray line or takes too long; so everything is caught here, stdout is written once, and whatever goes wrong
// before a call ends in exit 2 with a reason, the one signal that stops a call in every host.

import { HOSTS, type Host } from "../../base/index.ts";
import { LIMIT_MS } from "../../gate/index.ts";
import { beforeCall, type CallRequest } from "./beforeCall.ts";
import { type Dialect, type HookInput } from "../dialects/dialect.ts";
import { DIALECTS } from "../dialects/dialects.ts";
import type { Spoken } from "../person/proposals.ts";
import { readInput } from "../dialects/readInput.ts";
import { sessionIdFor } from "../dialects/session.ts";

export interface HookAnswer {
  readonly code: 0 | 2;
  readonly out: string;
  readonly err: string;
  /** Something of this process can only be killed. */
  readonly hangs?: boolean;
}

/** Below every time limit that install writes. */
const PATIENCE_MS = 8500;
/** However long the start took. */
const LEAST_MS = 1000;

/** `limitMs`: for a verdict. A program that starts for one call has used some of it when it comes here. */
export async function runHook(
  words: readonly string[],
  stdin: () => string,
  limitMs = Math.max(LEAST_MS, LIMIT_MS - process.uptime() * 1000),
): Promise<HookAnswer> {
  const [name = "", event] = words;
  if (name === "--settle") {
    await (await import("./rest.ts")).settleNow(words.slice(1));
    return done();
  }
  if (name === "--gate") {
    await (await import("./gateServer.ts")).serveGate(event === "again");
    return done();
  }
  if (name === "--resident") {
    const [{ serveQuestions }, { answerLine, beginLines }] = [await import("./rest.ts"), await import("../person/firstUse.ts")];
    beginLines();
    const dialect = DIALECTS[HOSTS.find((each) => each === event) ?? "pi"];
    await serveQuestions(async (asked, text) =>
      asked === "LineAnswer"
        ? answer(dialect.answerCall(await answerLine(text), "PreToolUse"))
        : runHook([event ?? "", asked], () => text, LIMIT_MS),
    );
    return done();
  }
  const host = HOSTS.find((each) => each === name);
  if (host === undefined)
    return stopped(
      `codicil hook: ${JSON.stringify(name)} is not a host. Did you mean codicil hooks, which lists your own hooks, ` +
        `or codicil install HOST? HOST is one of ${HOSTS.join(", ")}.`,
    );
  const dialect = DIALECTS[host];
  const reading = readInput(dialect, stdin(), event);
  if (reading.kind === "unreadable") return unreadable(dialect, event, reading.why);
  const { input } = reading;
  return input.kind === "before-call"
    ? judgeCall({ host, dialect, input, session: sessionIdFor(host, input.session), limitMs })
    : otherEvent(host, dialect, input);
}

async function judgeCall(request: CallRequest): Promise<HookAnswer> {
  const { dialect, input } = request;
  const late = new Promise<HookAnswer>((resolve) => {
    setTimeout(
      () => resolve(stopped("Codicil could not judge this call in time and refused it. Try again; codicil doctor says what is wrong.")),
      PATIENCE_MS,
    ).unref();
  });
  try {
    const verdict = beforeCall(request);
    return await Promise.race([verdict.then((each) => answer(dialect.answerCall(each, input.event))), late]);
  } catch (error) {
    return stopped(
      `Codicil could not judge this call, so it is refused: ${messageOf(error)} ` +
        "The person can look with codicil doctor, or open the gate for a while with codicil unlock 10m.",
    );
  }
}

/** Nothing that goes wrong here stops the host's work; it is said on stderr and in the log. */
async function otherEvent(host: Host, dialect: Dialect, input: HookInput): Promise<HookAnswer> {
  const session = sessionIdFor(host, input.session);
  if (carriesBlock(dialect, input)) {
    const { spoken, problem, hangs } = await (await import("./inTime.ts")).spokenInTime({ host, input, session });
    return {
      ...said(dialect, input.event, spoken),
      err: problem === null ? "" : await failed(host, input, problem),
      ...(hangs ? { hangs } : {}),
    };
  }
  const rest = await import("./rest.ts");
  try {
    if (input.kind === null) {
      rest.logHook(`${host}: an event that is not known, ${JSON.stringify(input.event)}; passed`);
      return done();
    }
    return said(dialect, input.event, await rest.handleEvent({ host, dialect, input, session }));
  } catch (error) {
    return { code: 0, out: "", err: await failed(host, input, messageOf(error)) };
  }
}

async function failed(host: Host, { event }: HookInput, why: string): Promise<string> {
  (await import("./rest.ts")).logHook(`${host} ${event}: ${why}`);
  return `codicil hook ${host} ${event}: ${why}\n`;
}

/** An answer that the person's memory comes with is never left out. */
function carriesBlock({ blockAt, blockWithPrompt }: Dialect, { kind }: HookInput): boolean {
  return (kind === "start" && blockAt !== "never") || (kind === "prompt" && blockWithPrompt === true);
}

/** What the model shall know and what the person shall see, in one answer. */
function said({ answerBack, answerContext, answerPerson }: Dialect, event: string, { context, person, back }: Spoken): HookAnswer {
  if (back !== undefined && answerBack !== undefined) return answer(answerBack(back));
  const forModel = context === null ? null : answerContext(context, event);
  const forPerson = person === null ? undefined : answerPerson?.(person, event);
  return answer(forPerson === undefined ? forModel : { ...forPerson, ...(forModel as Readonly<Record<string, unknown>> | null) });
}

/** Whoever cannot be understood may be about to do something. */
function unreadable(dialect: Dialect, event: string | undefined, why: string): HookAnswer {
  const isHarmless = event !== undefined && Object.hasOwn(dialect.events, event) && dialect.events[event] !== "before-call";
  return isHarmless
    ? { code: 0, out: "", err: `codicil hook: ${why}\n` }
    : stopped(`Codicil cannot read this call, so it is refused: ${why}.`);
}

export function answer(value: unknown): HookAnswer {
  return value === null ? done() : { code: 0, out: typeof value === "string" ? value : JSON.stringify(value), err: "" };
}

function done(): HookAnswer {
  return { code: 0, out: "", err: "" };
}

function stopped(why: string): HookAnswer {
  return { code: 2, out: "", err: `${why}\n` };
}

/** With the file and line that the person would open, where the error has them. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const { file, line } = Object(error) as { readonly file?: unknown; readonly line?: unknown };
  const place = typeof file === "string" ? `${file}${typeof line === "number" ? `:${line}` : ""}: ` : "";
  return place + (message === "" ? "an error without a message." : message.endsWith(".") ? message : `${message}.`);
}
