// follow: what other machines do to a mind in common reaches this machine's disk as soon as the database tells of it. From
// there it is seen like any change on disk: the policy of the next request, the next prompt, recall, the page. And what this
// machine's sessions say is sent while there is somebody to do it: at once, after every dial, and now and then.

import { AppError } from "../base/index.ts";
import { syncDocuments } from "../deltas/index.ts";
import { type ChangeNotice, isCommonDocument, type Place } from "../store/index.ts";
import type { Mind } from "../mind/open.ts";
import { sendQuietly } from "./sending.ts";

export interface Following {
  close(): Promise<void>;
}

export interface Followers {
  /** Something waits, or waits no more, elsewhere. */
  waiting?(): void;
  /** Documents came, or could not be brought here; told after each round. */
  synced?(): void;
  log?(line: string): void;
}

const SEND_EVERY_MS = 60_000;

/** A mind that is in files alone has nobody to follow. */
export async function follow(mind: Mind, followers: Followers = {}): Promise<Following> {
  if (mind.common === null) return { close: async () => undefined };
  let named = new Map<string, Place>();
  let isEverything = false;
  let working: Promise<void> | null = null;
  let sending: Promise<void> | null = null;
  let isOver = false;
  let isSendingWanted = false;
  /** As `work`: what is wanted while a round runs is for the next one. */
  const sendRounds = async (): Promise<void> => {
    while (isSendingWanted && !isOver) {
      isSendingWanted = false;
      await sendQuietly(mind, { isOver: () => isOver, log: followers.log });
    }
    sending = null;
  };
  const send = () => {
    isSendingWanted = true;
    sending ??= sendRounds();
  };

  /** One round at a time; what is told meanwhile is for the next one. */
  const work = async (): Promise<void> => {
    while (named.size > 0 || isEverything) {
      const only = isEverything ? undefined : [...named.values()];
      named = new Map();
      isEverything = false;
      try {
        const { problems } = await syncDocuments(mind.deps, only);
        for (const { document, error } of problems) followers.log?.(`${document} could not be synced: ${error.message}`);
      } catch (error) {
        // The database went away again: the listener dials, and then looks at everything.
        if (!(error instanceof AppError)) throw error;
        followers.log?.(`changes from other machines could not be fetched: ${error.message}`);
      }
      followers.synced?.();
    }
    working = null;
  };
  const heard = ({ place }: ChangeNotice) => {
    if (place === null) {
      isEverything = true;
      send();
    } else if (isCommonDocument(place)) named.set(place.path, place);
    if (place === null || !isCommonDocument(place)) followers.waiting?.();
    if (named.size > 0 || isEverything) working ??= work();
  };

  const listening = await mind.common.listen(heard);
  const timer = setInterval(send, SEND_EVERY_MS).unref();
  return {
    close: async () => {
      isOver = true;
      clearInterval(timer);
      await listening.close();
      await working;
      await sending;
    },
  };
}

export interface Patience {
  /** Before the second try, in ms; doubled each time. */
  readonly first: number;
  readonly most: number;
}

/** A database that is away now is no reason not to begin: it is tried again, each time after a longer pause. */
export async function followQuietly(
  mind: Mind,
  followers: Followers = {},
  patience: Patience = { first: 5000, most: 120_000 },
): Promise<Following> {
  let following: Following | null = null;
  let again: NodeJS.Timeout | undefined;
  let isOver = false;
  const tryIt = async (pause: number): Promise<void> => {
    try {
      following = await follow(mind, followers);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (pause === patience.first) followers.log?.(`other machines are not followed yet: ${error.message}`);
      const failed = (defect: unknown) => followers.log?.(`other machines are not followed: ${(defect as Error).message}`);
      const tryAgain = () => (trying = tryIt(Math.min(pause * 2, patience.most)).catch(failed));
      if (!isOver) again = setTimeout(tryAgain, pause).unref();
    }
  };
  let trying = tryIt(patience.first);
  await trying;
  return {
    close: async () => {
      isOver = true;
      clearTimeout(again);
      await trying;
      await following?.close();
    },
  };
}
