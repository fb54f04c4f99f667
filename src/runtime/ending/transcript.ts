// A session as its digest needs it: who said what since the last digest, and what was done. Pure.

import { isUnknown, type KnownEvent, type Message, textIn } from "../../schema/index.ts";
import type { Session } from "../../activity/sessions.ts";
import { branchTo } from "../../session/index.ts";

export interface Exchange {
  /** When the message came, in milliseconds. */
  readonly at: number;
  readonly asked: string;
  readonly answered: string;
  /** Names of the tools that ran. */
  readonly tools: readonly string[];
}

export interface Happened {
  readonly exchanges: readonly Exchange[];
  /** Messages that were accepted and got no turn. */
  readonly unanswered: readonly string[];
  /** The last event's number, and its time. */
  readonly through: number;
  readonly lastAt: number;
}

export function whatHappened(session: Session, since: number): Happened {
  const exchanges: { at: number; asked: string; answered: string; tools: string[] }[] = [];
  for (const event of branchTo(session, session.leafId)) {
    if (event.seq <= since || !("message" in event)) continue;
    if (event.type === "user_message")
      exchanges.push({ at: event.ts, asked: textIn(event.message.content).trim(), answered: "", tools: [] });
    const last = exchanges.at(-1);
    if (last === undefined || event.type === "user_message") continue;
    if (event.type === "assistant_message") last.answered = [last.answered, shownText(event)].filter((text) => text !== "").join("\n");
    else
      last.tools.push(
        ...event.message.content.flatMap((part) =>
          part.type === "tool_result" && part["isError"] !== true ? [String(part["toolName"])] : [],
        ),
      );
  }
  const events = session.events.filter((event) => !isUnknown(event));
  return {
    exchanges,
    unanswered: waitingIn(session),
    through: events.reduce((most, { seq }) => Math.max(most, seq), 0),
    lastAt: events.at(-1)?.ts ?? session.header.createdAt,
  };
}

function waitingIn(session: Session): string[] {
  const last = session.events.findLast((event) => event.type === "queue_update" && "queue" in event && event.queue === "follow_up");
  const items = last !== undefined && "items" in last ? (last.items as readonly { content: readonly { text?: unknown }[] }[]) : [];
  return items.map(({ content }) => content.map((part) => String(part.text ?? "")).join("\n"));
}

/** What the person saw of it, where that differs. */
function shownText(event: KnownEvent & { readonly message: Message }): string {
  const processed = ("meta" in event ? (event.meta as { processed?: unknown } | undefined) : undefined)?.processed;
  return typeof processed === "string" ? processed : textIn(event.message.content).trim();
}
