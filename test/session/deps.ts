// What sessions need in this process, on real files in a temp folder.

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemRandom } from "../../src/mind/machine.ts";
import type { SessionHeader } from "../../src/schema/index.ts";
import { type AdoptedStep, adoptEvents, loadSession, type SessionDeps } from "../../src/session/index.ts";
import { type LogLimits, SessionLog } from "../../src/session/kept/sessionLog.ts";
import { type OpenBytes, openFiles, type Store } from "../../src/store/index.ts";
import { registerWriter, writerOf } from "../../src/store/write.ts";

export const NOW = new Date("2026-03-04T10:00:00Z");
export const header = (sessionId = "s"): SessionHeader =>
  ({ version: 1, sessionId, deviceId: "d", createdAt: 5, meta: { projectId: "p" } }) as SessionHeader;

export function newDeps(folder = mkdtempSync(join(tmpdir(), "codicil-session-"))): SessionDeps & { readonly folder: string } {
  const store = openFiles({ home: join(folder, "home"), state: join(folder, "state"), project: null, random: systemRandom });
  return {
    folder,
    store,
    clock: { now: () => NOW, timeZone: "UTC" },
    random: systemRandom,
    lock: { base: 1, cap: 1, retries: 1 } as never,
    known: () => Promise.resolve([] as never),
  };
}

/** A session of ours without a prompt, from the steps of a transcript. */
export async function begun(deps: SessionDeps, ...drafts: readonly object[]): Promise<string[]> {
  await adoptEvents(
    deps,
    "s",
    () => header(),
    steps(...drafts.map((draft, at) => ({ kind: "event" as const, key: `k${at}`, ts: at, line: at + 1, draft: draft as never }))),
  );
  return (await loadSession(deps.store, "s")).events.map(({ id }) => id);
}

export async function* steps(...given: readonly AdoptedStep[]): AsyncIterable<AdoptedStep> {
  for (const each of given) yield Promise.resolve(each) as never as AdoptedStep;
}

/** What a process knows of the session `s`; `limits`: where the line between small and large is. */
export function logAt(store: Store, limits?: LogLimits): SessionLog {
  return new SessionLog(store, { root: "state", path: "sessions/s.jsonl" }, "s", limits);
}

/** The store, with every read of a log noted as its place and length. */
export function noting(deps: SessionDeps): { readonly store: Store; readonly reads: [at: number, bytes: number][] } {
  const reads: [number, number][] = [];
  const openLog = (place: Parameters<NonNullable<Store["openLog"]>>[0]): OpenBytes | null => {
    const log = deps.store.openLog?.(place) ?? null;
    if (log === null) return null;
    return {
      size: log.size,
      identity: log.identity,
      modified: log.modified,
      read: (target, position) => {
        const count = log.read(target, position);
        reads.push([position, count]);
        return count;
      },
      close: () => log.close(),
    };
  };
  const store = { ...deps.store, openLog };
  registerWriter(store, writerOf(deps.store));
  return { store, reads };
}
