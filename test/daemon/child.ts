// A daemon in a process of its own: `node child.ts FOLDER` prints one line of JSON when it is ready.

import { serve } from "../../src/daemon/index.ts";
import { newMind } from "./rig.ts";

const { mind } = await newMind(process.argv[2]);
const { url, pid } = await serve(mind, { port: 0 });
process.stdout.write(`${JSON.stringify({ url, pid })}\n`);
