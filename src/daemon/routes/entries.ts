// Routes by which an agent or a person's script declares an entry, and a person writes one fact from the page, or forgets a text
// for good after every copy was shown to them.

import { AppError, newSessionId, SESSION_ID } from "../../base/index.ts";
import { flush, plan, type PlanRequest } from "../../mind/documents/remember.ts";
import { ORIGINS, type Origin } from "../../schema/index.ts";
import { needText, takeFields } from "../requests/fields.ts";
import { type Call, get, post, type Route, personOf } from "../access/route.ts";
import { memoryAdd } from "../../mind/documents/memory.ts";
import { copiesOf, forget } from "../../sharing/forget.ts";

export const ENTRY_ROUTES: readonly Route[] = [
  post("/api/plan", planEntry),
  post("/api/remember", remember),
  get("/api/forget", showCopies),
  post("/api/forget", forgetText),
];

const PLAN_FIELDS = {
  path: "text",
  url: "text",
  heading: "text",
  level: "number or null",
  operation: "text",
  op: "text",
  content: "text or null",
  old: "text",
  scope: "text",
  session: "text",
  origin: "text",
  confidence: "number",
  reason: "text",
  event: "text",
} as const;

/** Values are checked by the verb; here only what it takes on trust from a typed caller. `op` is the command line's spelling. */
async function planEntry({ mind, caller, person, fields }: Call) {
  const { op, ...given } = takeFields(fields, PLAN_FIELDS);
  const { session, origin = "agent" } = given;
  if (!(ORIGINS as readonly string[]).includes(origin)) throw new AppError("BAD_INPUT", `origin must be one of ${ORIGINS.join(", ")}`);
  if (caller === "agent" && origin === "user")
    throw new AppError("NEEDS_PERSON", "an agent cannot speak as the person", { hint: "Leave out the origin." });
  if (session !== undefined && !SESSION_ID.test(session)) throw new AppError("BAD_INPUT", "a session id has 1-64 letters, digits, _ or -");
  const request = {
    ...given,
    heading: needText(given.heading, "heading"),
    origin: origin as Origin,
    person: person ?? undefined,
    ...(op === undefined ? {} : { operation: given.operation ?? op }),
  };
  // level, operation and scope are narrowed by the verb's own schema, which answers BAD_ENTRY.
  const entry = request as Omit<PlanRequest, "session">;
  if (session !== undefined) return plan(mind, entry);
  // Nobody could ever end a session that has no name: this entry is all of it.
  const alone = newSessionId(mind.deps.clock.now(), mind.deps.random);
  const receipt = await plan(mind, { ...entry, session: alone });
  const [flushed] = await flush(mind, alone);
  return { ...receipt, ...flushed };
}

async function remember(call: Call) {
  const person = personOf(call);
  const { section, content, file = "memory" } = takeFields(call.fields, { section: "text", content: "text", file: "text" });
  const { receipt } = await memoryAdd(call.mind, {
    file,
    section: needText(section, "section"),
    content: needText(content, "content"),
    origin: "user",
    person,
  });
  return receipt;
}

async function showCopies(call: Call) {
  personOf(call);
  return copiesOf(call.mind, needText(call.query.get("text") ?? undefined, "text"));
}

async function forgetText(call: Call) {
  const person = personOf(call);
  const { text } = takeFields(call.fields, { text: "text" });
  return forget(call.mind, needText(text, "text"), { person });
}
