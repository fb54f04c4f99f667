// Routes of the page's chats. A message is taken at once; what becomes of it is told over the events.

import type { Chats } from "../chats/chats.ts";
import { jsonReply, type Reply } from "../answers.ts";
import { needText, takeFields } from "../fields.ts";
import type { Call, Route } from "./table.ts";

export function chatRoutes(chats: Chats): Route[] {
  const text = ({ fields }: Call) => needText(takeFields(fields, { text: "text" }).text, "text");
  const taken = (): Reply => jsonReply({ taken: true }, { status: 202 });
  return [
    { method: "GET", path: "/api/chat", run: async () => jsonReply({ model: await chats.model(), running: chats.running(), open: chats.open() }) },
    { method: "POST", path: "/api/sessions", run: async ({ fields }) => jsonReply({ id: await chats.start({ shared: takeFields(fields, { shared: "boolean" }).shared === true }) }, { status: 201 }) },
    {
      method: "POST",
      path: "/api/sessions/ID/messages",
      run: async (call) => {
        await chats.say(call.id, text(call));
        return taken();
      },
    },
    {
      method: "POST",
      path: "/api/sessions/ID/steer",
      run: async (call) => {
        await chats.steer(call.id, text(call));
        return taken();
      },
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
