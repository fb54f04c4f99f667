// watch: something of this mind changed on disk, whoever did it; and what other machines do reaches this disk. Notices may be late,
// doubled or missing: a listener reads what it wants to know and never counts on being told.

import { watchFolders } from "../store/index.ts";
import { policySource } from "../mind/session/decide.ts";
import { followQuietly } from "./follow.ts";
import type { Mind } from "../mind/open.ts";
import type { PolicyChange } from "../mind/session/policySource.ts";

export interface MindListeners {
  /** A document, by an edit from outside or by apply. */
  documents(): void;
  /** Something waits, or waits no more: pending files, proposals, staging. */
  waiting(): void;
  sessions(): void;
  /** Verdicts, keys, approvals. */
  decisions(): void;
  policy(change: PolicyChange): void;
}

/** One write makes several notices; they become one. */
const CALM_MS = 15;
/** Verdicts come by the hundred where several agents work, and whoever hears of one reads the log: so often at most. */
const REST_MS = 250;

export async function watchMind(
  mind: Mind,
  listeners: MindListeners,
  log: (line: string) => void = () => {},
): Promise<{ close(): Promise<void> }> {
  const { home, state, project } = mind.where;
  const inProject = (path: string) => (project === null ? [] : [`${project}${path}`]);
  const own = ["", "/daily", "/memories", "/me", "/me/daily", "/me/memories"].map((folder) => `${home}${folder}`);
  const watchings = [
    watchFolders([...own, ...["", "/memory-bank", "/memory-bank/details"].flatMap(inProject)], calmly(listeners.documents)),
    watchFolders([`${home}/last-word`, `${home}/last-word/staging`, ...inProject("/.agents")], calmly(listeners.waiting)),
    watchFolders([`${state}/sessions`], calmly(listeners.sessions)),
    watchFolders([`${state}/decisions`], calmly(listeners.decisions, REST_MS)),
    policySource(mind).watch((change) => listeners.policy(change)),
  ];
  const following = await followQuietly(mind, { waiting: calmly(listeners.waiting), log });
  return {
    close: async () => {
      watchings.forEach((each) => each.close());
      await following.close();
    },
  };
}

function calmly(tell: () => void, restMs = 0): () => void {
  let timer: NodeJS.Timeout | undefined;
  let next = 0;
  const told = () => {
    timer = undefined;
    next = performance.now() + restMs;
    tell();
  };
  return () => {
    timer ??= setTimeout(told, Math.max(CALM_MS, next - performance.now()));
  };
}
