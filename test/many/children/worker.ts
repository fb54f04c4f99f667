// A machine in the middle of a job, for somebody to kill: it says "begun" and never ends.
// argv: home, state, project, the job's key

import { openMind } from "../../../src/index.ts";
import { queueJob, workOff } from "../../../src/runtime/index.ts";

const [home = "", state = "", project = "", key = ""] = process.argv.slice(2);
const mind = await openMind({ home, state, cwd: project, env: { HOME: home } });
await queueJob(mind, key);
await workOff(mind, async () => {
  console.log("begun");
  return new Promise(() => setInterval(() => undefined, 1000));
});
