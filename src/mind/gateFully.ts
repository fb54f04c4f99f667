// The slow half of the gate: the mind is opened, the person's keys are turned, the verdict is logged.

import { decide } from "./decide.ts";
import type { GateRequest, GateVerdict } from "./gate.ts";
import type { SessionSoFar } from "./hosting/callNotes.ts";
import { openMind } from "./open.ts";

/** A host waits for the answer, and goes on without it when it comes too late: no long waiting for locks here. */
const HURRY = { base: 50, cap: 400, retries: 4 };

export async function gateFully(request: GateRequest, soFar: SessionSoFar): Promise<GateVerdict> {
  const mind = await openMind({ cwd: request.cwd, lock: HURRY });
  try {
    return await decide(mind, {
      call: request.call,
      sessionId: request.session,
      history: soFar.history,
      context: soFar.context,
      ...(request.mode === undefined ? {} : { mode: request.mode }),
      ...(request.callCwd === undefined ? {} : { cwd: request.callCwd }),
      ...(request.typesInto === true ? { typesInto: true } : {}),
    });
  } finally {
    await mind.close();
  }
}
