// Lines that are only proposed, in a host: what the host can do about them, and what it shows of the person's answer.

import type { Call, Judged } from "../../gate/index.ts";
import { heardYes, isAnythingAsked, lookForNo, meetProposed } from "../../mind/hosting/firstUse.ts";
import type { Whereabouts } from "../../mind/whereabouts.ts";
import type { Dialect, HookInput } from "./dialect.ts";
import { isPersonThere } from "./personThere.ts";
import { wasRefusedInHost } from "./refusedInHost.ts";
import { isRunByAgent } from "./runByAgent.ts";
import type { ReadCall } from "./toolNames.ts";

export interface HostMeeting {
  readonly dialect: Dialect;
  readonly input: HookInput;
  readonly session: string;
  readonly where: Whereabouts;
  readonly call: Call;
  readonly judged: Judged;
}

export type Meeting = { readonly kind: "pass"; readonly note: string | null } | { readonly kind: "ask" | "deny"; readonly reason: string };

export async function meetInHost({ dialect, input, session, where, call, judged }: HostMeeting): Promise<Meeting> {
  const { toolUse, transcript } = input;
  const isPersonHere = () => isPersonThere(dialect, { env: process.env });
  const seesNo = dialect.shows?.no === true && toolUse !== null && transcript !== null;
  const first = await meetProposed({ where, call, session, judged, isPersonThere: isPersonHere, wasRefused: wasRefusedInHost, seesNo, toolUse, transcript });
  return first.kind === "ask" ? { kind: "ask", reason: first.question } : first;
}

type Heard = { readonly dialect: Dialect; readonly input: HookInput; readonly session: string };

/** An event after a call comes from the host; one that an agent's call sent is not heard. */
export async function hearYes(where: Whereabouts, { dialect, input, session }: Heard, read: ReadCall): Promise<void> {
  const isSeen = dialect.shows?.yes === true && (input.kind === "after-call" || dialect.shows.no === true);
  if (!isSeen || !isAnythingAsked(where, session) || isRunByAgent()) return;
  await heardYes(where, session, read);
}

export async function hearNo(where: Whereabouts, { dialect, session }: Heard): Promise<void> {
  if (dialect.shows?.no === true && isAnythingAsked(where, session)) await lookForNo(where, session, wasRefusedInHost);
}
