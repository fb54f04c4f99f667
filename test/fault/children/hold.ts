// Takes a lock and keeps it until stdin ends. Says "held" or "busy", then "released".
// argv: state folder, lock name, LockOptions as JSON

import { openFiles } from "../../../src/store/index.ts";
import { random } from "../../store/rig.ts";

const [state = "", name = "", options = "{}"] = process.argv.slice(2);
const store = openFiles({ home: state, project: null, state, random });
const outcome = await store.lock(
  name,
  async () => {
    console.log("held");
    await new Promise((resolve) => process.stdin.on("end", resolve).resume());
  },
  JSON.parse(options),
);
console.log(outcome.kind === "busy" ? "busy" : "released");
process.exit(0);
