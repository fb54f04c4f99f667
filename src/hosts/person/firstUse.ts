// Lines that are only proposed, in a host: what the host can do about them, and what it shows of the person's answer.

import { heardYes, isAnythingAsked, lookForNo, meetProposed } from "../../hostSessions/firstUse.ts";
import type { JudgedCall } from "../../hostSessions/settleInHost.ts";
import type { Whereabouts } from "../../mind/whereabouts.ts";
import type { Dialect, HookInput } from "../dialects/dialect.ts";
import { askLine, canAskLines } from "./lineQuestions.ts";
import { isRunByAgent, isHostProgram, type Process, processOf } from "./runByAgent.ts";
import type { ReadCall } from "../dialects/toolNames.ts";
import { objectIn } from "../../base/index.ts";
import { readTranscript } from "./transcript.ts";

// One file of the release for all who ask: what was asked is in the memory of that file.
export { answerLine, beginLines } from "./lineQuestions.ts";

export interface HostMeeting extends JudgedCall {
  readonly dialect: Dialect;
  readonly input: HookInput;
  /** The process above the hook. */
  readonly parent: number;
}

export type Meeting =
  | { readonly kind: "pass"; readonly note: string | null }
  | { readonly kind: "ask" | "deny"; readonly reason: string }
  | { readonly kind: "line"; readonly id: string; readonly reason: string };

export async function meetInHost({ dialect, input, session, where, call, judged, parent }: HostMeeting): Promise<Meeting> {
  const { toolUse, transcript } = input;
  const isDialog = dialect.person === "dialog";
  const isPersonHere = () =>
    isDialog ? input.seen && canAskLines() : !input.neverAsks && isPersonThere(dialect, { env: process.env, start: parent });
  const seesNo = dialect.shows?.no === true && toolUse !== null && transcript !== null;
  const first = await meetProposed({
    where,
    call,
    session,
    judged,
    asks: isDialog ? "line" : seesNo ? "no-holds" : "no-refuses",
    isPersonThere: isPersonHere,
    wasRefused: wasRefusedInHost,
    toolUse,
    transcript,
  });
  if (first.kind !== "ask") return first;
  return isDialog
    ? { kind: "line", id: askLine({ where, about: first.about, reason: first.question }), reason: first.question }
    : { kind: "ask", reason: first.question };
}

type Heard = { readonly dialect: Dialect; readonly input: HookInput; readonly session: string };

/** An event after a call comes from the host; one that an agent's call sent is not heard. */
export async function hearYes(where: Whereabouts, { dialect, input, session }: Heard, read: ReadCall): Promise<void> {
  // A call that failed ran as well; where a no is seen elsewhere, an event of a failed call is no refusal.
  const isSeen = dialect.shows?.yes === true && (input.kind === "after-call" || dialect.shows.no === true);
  if (!isSeen || !isAnythingAsked(where, session) || isRunByAgent()) return;
  await heardYes(where, session, read);
}

export async function hearNo(where: Whereabouts, { dialect, session }: Heard): Promise<void> {
  if (dialect.shows?.no === true && isAnythingAsked(where, session)) await lookForNo(where, session, wasRefusedInHost);
}

// The person's no to a host's question. Claude Code sends no event for it; its transcript has it, with the id of the call. Whoever
// forged that record could only tighten: a no holds a line, and one undo undoes it.
export function wasRefusedInHost({ toolUse, transcript }: { readonly toolUse?: string; readonly transcript?: string }): boolean {
  if (toolUse === undefined || transcript === undefined) return false;
  const lines = (readTranscript(transcript) ?? "").split("\n");
  return lines.some((line) => line.includes(toolUse) && line.includes("tool_result") && isRefusal(line, toolUse));
}

function isRefusal(line: string, toolUse: string): boolean {
  const { toolDenialKind, message } = objectIn<{ toolDenialKind: unknown; message: { content?: unknown } | null }>(line) ?? {};
  const parts = (Array.isArray(message?.content) ? message.content : []) as { type?: unknown; tool_use_id?: unknown }[];
  return toolDenialKind === "user-rejected" && parts.some((part) => part.type === "tool_result" && part.tool_use_id === toolUse);
}

// Whether somebody sits before the host that called this hook, and can answer a question of the host's. A host that was started
// for one answer (`claude -p`) takes every question for a no; so does one whose terminal is a pipe.
/** Started for one answer. */
const ONE_ANSWER = /^(?:-p|--print|--prompt(?:=.*)?|-p=.*|--headless)$/;
const DEEPEST = 16;

export interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly start?: number;
  look?(pid: number): Process | null;
}

export function isPersonThere({ person }: Pick<Dialect, "person">, { env, start = process.ppid, look = processOf }: Environment): boolean {
  if (person === undefined || isProgrammed(env) || isRunByAgent(start, look)) return false;
  const host = hostAbove(start, look);
  if (host === null) return false;
  return !host.words.some((word) => ONE_ANSWER.test(word)) && (person === "window" || host.terminal === true);
}

/** Claude Code says how it was started: `cli`, or `sdk-cli`, `sdk-ts`, … where a program drives it. */
function isProgrammed(env: Environment["env"]): boolean {
  return (env["CLAUDE_CODE_ENTRYPOINT"] ?? "").startsWith("sdk");
}

function hostAbove(start: number, look: (pid: number) => Process | null): Process | null {
  for (let pid = start, depth = 0; pid > 1 && depth < DEEPEST; depth++) {
    const found = look(pid);
    if (found === null || isHostProgram(found.words)) return found;
    pid = found.parent;
  }
  return null;
}
