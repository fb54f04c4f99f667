// Lines that are only proposed, in a host: what the host can do about them, and what it shows of the person's answer.

import type { Call, Judged } from "../../gate/index.ts";
import { heardYes, isAnythingAsked, lookForNo, meetProposed } from "../../hostSessions/firstUse.ts";
import type { Whereabouts } from "../../mind/whereabouts.ts";
import type { Dialect, HookInput } from "../dialects/dialect.ts";
import { askLine, canAskLines } from "./lineQuestions.ts";
import { isPersonThere } from "./personThere.ts";
import { wasRefusedInHost } from "./refusedInHost.ts";
import { isRunByAgent } from "./runByAgent.ts";
import type { ReadCall } from "../dialects/toolNames.ts";

// One file of the release for all who ask: what was asked is in the memory of that file.
export { answerLine, beginLines } from "./lineQuestions.ts";

export interface HostMeeting {
  readonly dialect: Dialect;
  readonly input: HookInput;
  readonly session: string;
  readonly where: Whereabouts;
  readonly call: Call;
  readonly judged: Judged;
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
