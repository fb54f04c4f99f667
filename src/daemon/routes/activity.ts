// Routes of the timeline: one page of what happened, and how much happened on each of the last days.

import { AppError } from "../../base/index.ts";
import { activity, ACTIVITY_KINDS, type ActivityKind } from "../../activity/timeline.ts";
import { activityDays } from "../../activity/days.ts";
import { trashRestore, trashSizes } from "../../calls/trash.ts";
import { jsonReply, type Reply } from "../requests/answers.ts";
import { countIn, takeFields } from "../requests/fields.ts";
import { personOf } from "../access/person.ts";
import type { Call } from "../access/route.ts";

const ROWS = 60;

/** `?kinds=deny,write&host=&folder=&session=&until=&q=&limit=&cursor=`; newest first. `fold=0` tells each allowed call by itself. */
export async function showActivity({ mind, query }: Call): Promise<Reply> {
  const given = (name: string) => query.get(name) ?? undefined;
  return jsonReply(
    await activity(mind, {
      limit: countIn(query, "limit", { least: 1, most: 500 }) ?? ROWS,
      cursor: given("cursor"),
      kinds: kindsIn(given("kinds")),
      host: given("host"),
      folder: given("folder"),
      session: given("session"),
      until: momentIn(given("until")),
      text: given("q"),
      folds: given("fold") !== "0",
    }),
  );
}

export async function showActivityDays({ mind, query }: Call): Promise<Reply> {
  const days = countIn(query, "days", { least: 1, most: 366 }) ?? 14;
  return jsonReply(await activityDays(mind, { days, host: query.get("host") ?? undefined, folder: query.get("folder") ?? undefined }));
}

/** Newest first. */
export async function showTrash({ mind }: Call): Promise<Reply> {
  return jsonReply(trashSizes(mind).reverse());
}

/** Where something is in its place now, nothing is overwritten: `to` names another one. */
export async function restoreTrash(call: Call): Promise<Reply> {
  personOf(call);
  return jsonReply(trashRestore(call.mind, call.id, takeFields(call.fields, { to: "text" })));
}

function kindsIn(given: string | undefined): readonly ActivityKind[] | undefined {
  if (given === undefined) return undefined;
  return given.split(",").map((name) => {
    const kind = ACTIVITY_KINDS.find((each) => each === name);
    if (kind === undefined) throw new AppError("BAD_INPUT", `kinds must be of ${ACTIVITY_KINDS.join(", ")}`);
    return kind;
  });
}

function momentIn(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const at = new Date(given);
  if (Number.isNaN(at.getTime())) throw new AppError("BAD_INPUT", "until must be an ISO time");
  return at.toISOString();
}
