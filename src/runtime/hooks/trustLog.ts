// A person's decision on the hooks that a project brought: bound to the project and to every byte of the hook, so that a
// changed hook must be trusted again. It is in the machine's state, where a clone cannot bring its own.

import type { Mind } from "../../mind/open.ts";
import { addToStateLog, readStateLog } from "../../mind/session/sessionDeps.ts";

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
  const trusted = new Set<string>();
  for (const { kind, project, hash } of await readStateLog<TrustLine>(mind, LOG)) {
    if (kind === "trusted") trusted.add(`${project} ${hash}`);
    else trusted.delete(`${project} ${hash}`);
  }
  return { isTrusted: (project, hash) => trusted.has(`${project} ${hash}`) };
}

export async function writeHookTrust(mind: Mind, line: TrustLine): Promise<void> {
  await addToStateLog(mind, LOG, line);
}
