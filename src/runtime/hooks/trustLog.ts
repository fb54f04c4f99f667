// A person's decision on the hooks that a project brought: bound to the project and to every byte of the hook, so that a
// changed hook must be trusted again. It is in the machine's state, where a clone cannot bring its own.

import type { Mind } from "../../mind/open.ts";
import { appendStateLog, stateLogPlace } from "../../store/index.ts";

const LOG = "hooks";

export interface TrustLine {
  readonly v: 1;
  readonly kind: "trusted" | "revoked";
  readonly project: string;
  readonly name: string;
  readonly hash: string;
  readonly at: string;
}

export interface HookTrust {
  isTrusted(project: string, hash: string): boolean;
}

export async function readHookTrust(mind: Mind): Promise<HookTrust> {
  const { lines } = await mind.deps.storeFor(mind.where.project).readLog(stateLogPlace(LOG));
  const trusted = new Set<string>();
  for (const line of lines) {
    const { kind, project, hash } = JSON.parse(line) as TrustLine;
    if (kind === "trusted") trusted.add(`${project} ${hash}`);
    else trusted.delete(`${project} ${hash}`);
  }
  return { isTrusted: (project, hash) => trusted.has(`${project} ${hash}`) };
}

export async function writeHookTrust(mind: Mind, line: TrustLine): Promise<void> {
  await appendStateLog(mind.deps.storeFor(mind.where.project), LOG, [JSON.stringify(line)], mind.deps.lock);
}
