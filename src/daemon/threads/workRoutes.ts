// Routes of work that takes long: what is being done, and an end to it.

import { AppError } from "../../base/index.ts";
import { jsonReply } from "../requests/answers.ts";
import type { Works } from "../live/works.ts";
import type { Threads } from "./threads.ts";
import { personOf } from "../access/person.ts";
import type { Route } from "../access/route.ts";

export function workRoutes(threads: Threads | null, works: Works): Route[] {
  return [
    { method: "GET", path: "/api/work", run: async () => jsonReply([...(threads?.list() ?? []), ...works.list()]) },
    {
      method: "POST",
      path: "/api/work/ID/cancel",
      run: async (call) => {
        personOf(call);
        if (!works.cancel(call.id) && (await threads?.cancel(call.id)) !== true)
          throw new AppError("NOT_FOUND", `there is no work ${call.id}, or it is done`);
        return jsonReply({ cancelled: call.id });
      },
    },
  ];
}
