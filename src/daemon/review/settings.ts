// Routes of the settings that a person changes in the page.

import { changeSettings as change, readSettings } from "../../mind/overview/settings.ts";
import { unlockedUntil } from "../../calls/approvalKeys.ts";
import { jsonReply, type Reply } from "../requests/answers.ts";
import { takeFields } from "../requests/fields.ts";
import { personOf } from "../access/person.ts";
import type { Call } from "../access/route.ts";

export async function showSettings({ mind }: Call): Promise<Reply> {
  const { settings } = await readSettings(mind);
  const until = await unlockedUntil(mind);
  const { home, project, userHome } = mind.where;
  return jsonReply({ ...settings, unlockedUntil: until?.toISOString() ?? null, home, project, userHome });
}

export async function changeSettings(call: Call): Promise<Reply> {
  await change(call.mind, takeFields(call.fields, { guardMode: "text" }), { person: personOf(call) });
  return showSettings(call);
}
