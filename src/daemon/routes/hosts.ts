// Routes of the agent programs on this machine: which are connected and at work, what connecting would change, connecting.
// What would change is sent to a person only: settings of other programs may hold secrets.

import { AppError } from "../../base/index.ts";
import { hostActivity, runningSessions } from "../../activity/hostActivity.ts";
import { jsonReply } from "../requests/answers.ts";
import type { HostsDoor } from "../requests/hostsDoor.ts";
import type { Hub } from "../live/hub.ts";
import type { Works } from "../live/works.ts";
import { personOf } from "../access/person.ts";
import type { Call, Route } from "../access/route.ts";

export function hostRoutes(door: HostsDoor | null, hub: Hub, works: Works): Route[] {
  const needDoor = (call: Call): HostsDoor => {
    personOf(call);
    if (door !== null) return door;
    throw new AppError("NOT_FOUND", "this daemon cannot connect agents", { hint: "Run codicil install HOST in a terminal." });
  };
  const changed = <T>(answer: T) => {
    hub.publish({ type: "hosts", data: {} });
    return jsonReply(answer);
  };
  return [
    {
      method: "GET",
      path: "/api/hosts",
      run: async ({ mind }) => {
        const active = await hostActivity(mind);
        return jsonReply(
          (door?.list() ?? []).map((each) => {
            const { running = 0, last } = active.get(each.host) ?? {};
            return { ...each, running, ...(last === undefined ? {} : { last }) };
          }),
        );
      },
    },
    { method: "GET", path: "/api/running", run: async ({ mind }) => jsonReply(await runningSessions(mind)) },
    { method: "GET", path: "/api/transcripts", run: async () => jsonReply((await door?.transcripts()) ?? []) },
    {
      method: "POST",
      path: "/api/transcripts/ID/import",
      run: async (call) => {
        const from = needDoor(call);
        return jsonReply(await works.run("import", (going) => from.importFrom(call.id, going)));
      },
    },
    { method: "POST", path: "/api/hosts/ID/plan", run: async (call) => jsonReply(needDoor(call).plan(call.id)) },
    { method: "POST", path: "/api/hosts/ID/connect", run: async (call) => changed(await needDoor(call).connect(call.id)) },
    { method: "POST", path: "/api/hosts/ID/disconnect", run: async (call) => changed(needDoor(call).disconnect(call.id)) },
  ];
}
