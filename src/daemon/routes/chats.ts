// Routes of the page's chats. A message is taken at once; what becomes of it is told over the events.

import { queues } from "../../activity/queues.ts";
import type { Chats } from "../chats/chats.ts";
import { jsonReply, type Reply } from "../requests/answers.ts";
import { needText, takeFields } from "../requests/fields.ts";
import type { Call, Route } from "../access/route.ts";

export function chatRoutes(chats: Chats): Route[] {
  const text = ({ fields }: Call) => needText(takeFields(fields, { text: "text" }).text, "text");
  const taken = (more: object = {}): Reply => jsonReply({ taken: true, ...more }, { status: 202 });
  return [
    {
      method: "GET",
      path: "/api/chat",
      run: async () => jsonReply({ model: await chats.model(), running: chats.running(), open: chats.open() }),
    },
    {
      method: "POST",
      path: "/api/sessions",
      run: async ({ fields }) =>
        jsonReply({ id: await chats.start({ shared: takeFields(fields, { shared: "boolean" }).shared === true }) }, { status: 201 }),
    },
    { method: "POST", path: "/api/sessions/ID/messages", run: async (call) => taken(await chats.say(call.id, text(call))) },
    { method: "POST", path: "/api/sessions/ID/steer", run: async (call) => taken(await chats.steer(call.id, text(call))) },
    { method: "GET", path: "/api/sessions/ID/queue", run: async ({ mind, id }) => jsonReply(await queues(mind, id)) },
    {
      method: "POST",
      path: "/api/sessions/ID/withdraw",
      run: async ({ id, fields }) =>
        jsonReply({ withdrawn: await chats.withdraw(id, needText(takeFields(fields, { message: "text" }).message, "message")) }),
    },
    {
      method: "POST",
      path: "/api/sessions/ID/cancel",
      run: async ({ id }) => {
        chats.cancel(id);
        return taken();
      },
    },
    { method: "POST", path: "/api/sessions/ID/end", run: async ({ id }) => jsonReply({ ended: await chats.end(id, "quit") }) },
  ];
}
