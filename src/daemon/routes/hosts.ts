// Routes of the agent programs on this machine: which are connected and at work, what connecting would change, connecting.
// What would change is sent to a person only: settings of other programs may hold secrets.

import { AppError } from "../../base/index.ts";
import { hostActivity, runningSessions } from "../../activity/hostActivity.ts";
import type { HostsDoor } from "../requests/hostsDoor.ts";
import type { Hub } from "../live/hub.ts";
import type { Works } from "../live/works.ts";
import { personOf, type Call, get, post, type Route } from "../access/route.ts";

export function hostRoutes(door: HostsDoor | null, hub: Hub, works: Works): Route[] {
  const needDoor = (call: Call): HostsDoor => {
    personOf(call);
    if (door !== null) return door;
    throw new AppError("NOT_FOUND", "this daemon cannot connect agents", { hint: "Run codicil install HOST in a terminal." });
  };
  const changed = <T>(answer: T) => {
    hub.publish({ type: "hosts", data: {} });
    return answer;
  };
  return [
    get("/api/hosts", async ({ mind }) => {
      const active = await hostActivity(mind);
      return (door?.list() ?? []).map((each) => {
        const { running = 0, last } = active.get(each.host) ?? {};
        return { ...each, running, ...(last === undefined ? {} : { last }) };
      });
    }),
    get("/api/running", ({ mind }) => runningSessions(mind)),
    get("/api/transcripts", async () => (await door?.transcripts()) ?? []),
    post("/api/transcripts/ID/import", (call) => {
      const from = needDoor(call);
      return works.run("import", (going) => from.importFrom(call.id, going));
    }),
    post("/api/hosts/ID/plan", (call) => needDoor(call).plan(call.id)),
    post("/api/hosts/ID/connect", async (call) => changed(await needDoor(call).connect(call.id))),
    post("/api/hosts/ID/disconnect", (call) => changed(needDoor(call).disconnect(call.id))),
  ];
}
