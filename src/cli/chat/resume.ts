// /resume: the earlier conversations by number, and one of them by its number, a part of its id, or words of its title. What
// names none of them ends nothing.

import { listEverywhere } from "../../activity/sessions.ts";
import { sessionNamed } from "../../activity/shortIds.ts";
import type { Chat } from "../../runtime/index.ts";
import { columns as inColumns, shortId, shortTime } from "../terminal/columns.ts";
import { type Next, type SlashContext, STAY } from "./slashContext.ts";

type Summary = Awaited<ReturnType<typeof listEverywhere>>["sessions"][number];

const SHOWN = 12;
/** What has numbers: the list that this chat was shown last. */
const lists = new WeakMap<Chat, readonly string[]>();

export async function resume(context: SlashContext, given: string): Promise<Next> {
  const { chat, line, terminal } = context;
  const sessions = (await listEverywhere(chat.mind)).sessions.filter(({ id, title }) => id !== chat.sessionId && title !== null);
  if (given === "") return list(context, sessions.slice(0, SHOWN));
  const found = await meant(chat, sessions, given);
  if (found.length > 1) return list(context, found.slice(0, SHOWN));
  const [only] = found;
  if (only !== undefined) return { kind: "another", sessionId: only };
  line(`There is no conversation ${terminal.safe(given)}. /resume lists them.`);
  return STAY;

  function list({ columns }: SlashContext, shown: readonly (Summary | string)[]): Next {
    const rows = shown.flatMap((each) => sessions.find(({ id }) => id === (typeof each === "string" ? each : each.id)) ?? []);
    lists.set(
      chat,
      rows.map(({ id }) => id),
    );
    const now = chat.mind.deps.clock.now();
    const cells = rows.map(({ id, createdAt, machine, title }, at) => [
      String(at + 1),
      shortId(id),
      shortTime(createdAt, now),
      terminal.safe(machine === undefined ? (title ?? "") : `${title} (on ${machine})`).replace(/\s+/g, " "),
    ]);
    const { dim } = terminal.colour;
    for (const row of inColumns(cells, columns - 2, [dim, null, dim]).split("\n")) if (row !== "") line(`  ${row}`);
    line(rows.length === 0 ? "There is no earlier conversation." : "/resume 1, or words of its title, continues it.");
    return STAY;
  }
}

async function meant(chat: Chat, sessions: readonly Summary[], given: string): Promise<readonly string[]> {
  const numbered = /^\d{1,2}$/.test(given) ? lists.get(chat)?.[Number(given) - 1] : undefined;
  if (numbered !== undefined) return [numbered];
  if (given === "last") return sessions.slice(0, 1).map(({ id }) => id);
  const named = await sessionNamed(chat.mind, given);
  if (sessions.some(({ id }) => id === named)) return [named];
  return sessions.flatMap(({ id, title }) => (title?.toLowerCase().includes(given.toLowerCase()) === true ? [id] : []));
}
