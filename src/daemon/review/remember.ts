// The route by which a person writes one fact from the page.

import { memoryAdd } from "../../mind/documents/memory.ts";
import { jsonReply, type Reply } from "../requests/answers.ts";
import { needText, takeFields } from "../requests/fields.ts";
import { personOf } from "../access/person.ts";
import type { Call } from "../access/route.ts";

export async function remember(call: Call): Promise<Reply> {
  const person = personOf(call);
  const { section, content, file = "memory" } = takeFields(call.fields, { section: "text", content: "text", file: "text" });
  const { receipt } = await memoryAdd(call.mind, {
    file,
    section: needText(section, "section"),
    content: needText(content, "content"),
    origin: "user",
    person,
  });
  return jsonReply(receipt);
}
