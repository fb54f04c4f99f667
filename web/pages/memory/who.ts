// Who made a change, as people name them.

import { useMemo } from "preact/hooks";
import { hostInId } from "../../../src/base/hosts.ts";
import { useResource } from "../../live.ts";
import type { Change, SessionSummary } from "../../types.ts";
import { useTexts } from "../../ui/context.ts";
import { hostOf, type IconName } from "../../ui/icons.tsx";
import { visible } from "../../ui/visible.ts";
import { memoryWords } from "../../words/memory.ts";

export type WhoOf = (change: Change) => { readonly name: string; readonly icon: IconName };

/** By the program in which the session ran: the list of sessions says it, or for an older one its id. */
export function useWho(): WhoOf {
  const { you } = useTexts(memoryWords);
  const sessions = useResource<SessionSummary[]>("/api/sessions?limit=200", ["sessions"]).value;
  return useMemo(() => {
    const hosts = new Map((sessions ?? []).map(({ id, host }) => [id, host]));
    return (change) => whoOf(change, hosts.get(change.session ?? "") ?? hostInId(change.session ?? "") ?? "codicil", you);
  }, [sessions, you]);
}

/** The title of a session that the list has. */
export function useTitle(id: string | undefined): string | undefined {
  const sessions = useResource<SessionSummary[]>("/api/sessions?limit=200", ["sessions"]).value;
  return sessions?.find((each) => each.id === id)?.title ?? id;
}

/** In a mind that several have in common, also the login and machine; and who entered it, where that is another login. */
function whoOf({ by, kind, from, entered }: Change, program: string, you: string): ReturnType<WhoOf> {
  const isPerson = by === "user" || kind === "hand" || kind === "first";
  const host = hostOf(program);
  const names = [isPerson && from === undefined ? you : isPerson ? undefined : host.name, from, entered].filter(
    (name) => name !== undefined,
  );
  return { name: visible(names.join(" · ")), icon: isPerson ? "user" : host.icon };
}
