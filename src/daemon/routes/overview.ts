// Routes of the mind as a whole: its settings, what is found in it, what happened, what it cost, what is in the trash.

import { AppError } from "../../base/index.ts";
import { activity, ACTIVITY_KINDS, type ActivityKind } from "../../activity/timeline.ts";
import { activityDays } from "../../activity/days.ts";
import { trashRestore, trashSizes } from "../../calls/trash.ts";
import { jsonReply, type Reply } from "../requests/answers.ts";
import { countIn, takeFields, needText } from "../requests/fields.ts";
import { personOf, type Call, get, post, put, type Route } from "../access/route.ts";
import { costs } from "../../runtime/index.ts";
import { recall, type RecallScope, SCOPES } from "../../finding/recall.ts";
import { changeSettings as change, readSettings } from "../../mind/overview/settings.ts";
import { unlockedUntil } from "../../calls/approvalKeys.ts";

export const OVERVIEW_ROUTES: readonly Route[] = [
  get("/api/settings", showSettings),
  put("/api/settings", changeSettings),
  { method: "GET", path: "/api/recall", thread: "recall", run: findHits },
  get("/api/activity", showActivity, { thread: "lists" }),
  get("/api/activity/days", showActivityDays, { thread: "lists" }),
  get("/api/costs", showCosts, { thread: "lists" }),
  // Newest first.
  get("/api/trash", ({ mind }) => trashSizes(mind).reverse()),
  post("/api/trash/ID/restore", restoreTrash),
];

const ROWS = 60;

/** `?kinds=deny,write&host=&folder=&session=&until=&q=&limit=&cursor=`; newest first. `fold=0` tells each allowed call by itself. */
async function showActivity({ mind, query }: Call) {
  const given = (name: string) => query.get(name) ?? undefined;
  return activity(mind, {
    limit: countIn(query, "limit", { least: 1, most: 500 }) ?? ROWS,
    cursor: given("cursor"),
    kinds: kindsIn(given("kinds")),
    host: given("host"),
    folder: given("folder"),
    session: given("session"),
    until: momentIn(given("until")),
    text: given("q"),
    folds: given("fold") !== "0",
  });
}

async function showActivityDays({ mind, query }: Call) {
  const days = countIn(query, "days", { least: 1, most: 366 }) ?? 14;
  return activityDays(mind, { days, host: query.get("host") ?? undefined, folder: query.get("folder") ?? undefined });
}

/** Where something is in its place now, nothing is overwritten: `to` names another one. */
async function restoreTrash(call: Call) {
  personOf(call);
  return trashRestore(call.mind, call.id, takeFields(call.fields, { to: "text" }));
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

/** `?days=30` (or `all=1`), `?day=` for one day, `?folder=` for one project. */
async function showCosts({ mind, query }: Call) {
  const day = query.get("day") ?? undefined;
  if (day !== undefined && !/^\d{4}-\d\d-\d\d$/.test(day)) throw new AppError("BAD_INPUT", "day must be a day like 2026-11-15");
  const days = query.get("all") === "1" ? null : (countIn(query, "days", { least: 1, most: 3660 }) ?? 30);
  return costs(mind, { days, day, folder: query.get("folder") ?? undefined });
}

async function findHits({ mind, query, tell }: Call): Promise<Reply> {
  const scope = query.get("scope") ?? "main";
  if (!(SCOPES as readonly string[]).includes(scope)) throw new AppError("BAD_INPUT", `scope must be one of ${SCOPES.join(", ")}`);
  const limit = countIn(query, "k", { least: 1, most: 100 }) ?? 10;
  const { hits, notices } = await recall(mind, needText(query.get("q") ?? undefined, "q"), {
    scope: scope as RecallScope,
    limit,
    indexing: tell,
  });
  return jsonReply(hits, notices.length === 0 ? {} : { headers: { "X-Notices": encodeURIComponent(notices.join("\n")) } });
}

async function showSettings({ mind }: Call) {
  const { settings } = await readSettings(mind);
  const until = await unlockedUntil(mind);
  const { home, project, userHome } = mind.where;
  return { ...settings, unlockedUntil: until?.toISOString() ?? null, home, project, userHome };
}

async function changeSettings(call: Call) {
  await change(call.mind, takeFields(call.fields, { guardMode: "text" }), { person: personOf(call) });
  return showSettings(call);
}
