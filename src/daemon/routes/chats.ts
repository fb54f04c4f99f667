// Routes of the page's chats. A message is taken at once; what becomes of it is told over the events.

import { queues } from "../../activity/queues.ts";
import type { Chats } from "../chats/chats.ts";
import { jsonReply, type Reply } from "../requests/answers.ts";
import { needText, takeFields } from "../requests/fields.ts";
import { type Call, get, post, type Route } from "../access/route.ts";

export function chatRoutes(chats: Chats): Route[] {
  const text = ({ fields }: Call) => needText(takeFields(fields, { text: "text" }).text, "text");
  const taken = (more: object = {}): Reply => jsonReply({ taken: true, ...more }, { status: 202 });
  return [
    get("/api/chat", async () => ({ model: await chats.model(), running: chats.running(), open: chats.open() })),
    {
      method: "POST",
      path: "/api/sessions",
      run: async ({ fields }) =>
        jsonReply({ id: await chats.start({ shared: takeFields(fields, { shared: "boolean" }).shared === true }) }, { status: 201 }),
    },
    { method: "POST", path: "/api/sessions/ID/messages", run: async (call) => taken(await chats.say(call.id, text(call))) },
    { method: "POST", path: "/api/sessions/ID/steer", run: async (call) => taken(await chats.steer(call.id, text(call))) },
    get("/api/sessions/ID/queue", ({ mind, id }) => queues(mind, id)),
    post("/api/sessions/ID/withdraw", async ({ id, fields }) => ({
      withdrawn: await chats.withdraw(id, needText(takeFields(fields, { message: "text" }).message, "message")),
    })),
    {
      method: "POST",
      path: "/api/sessions/ID/cancel",
      run: async ({ id }) => {
        chats.cancel(id);
        return taken();
      },
    },
    post("/api/sessions/ID/end", async ({ id }) => ({ ended: await chats.end(id, "quit") })),
  ];
}
