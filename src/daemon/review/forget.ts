// Routes by which a person forgets a text for good, after every copy was shown to them.

import { copiesOf, forget } from "../../sharing/forget.ts";
import { jsonReply, type Reply } from "../requests/answers.ts";
import { needText, takeFields } from "../requests/fields.ts";
import { personOf } from "../access/person.ts";
import type { Call } from "../access/route.ts";

export async function showCopies(call: Call): Promise<Reply> {
  personOf(call);
  return jsonReply(await copiesOf(call.mind, needText(call.query.get("text") ?? undefined, "text")));
}

export async function forgetText(call: Call): Promise<Reply> {
  const person = personOf(call);
  const { text } = takeFields(call.fields, { text: "text" });
  return jsonReply(await forget(call.mind, needText(text, "text"), { person }));
}
