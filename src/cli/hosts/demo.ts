import { openMind } from "../../mind/open.ts";
import { makeDemo } from "../../transfer/index.ts";
import { printJson } from "../terminal/answer.ts";
import { type Call, flag } from "../terminal/command.ts";
import { serveMind } from "./serve.ts";

export async function demo(call: Call): Promise<number> {
  const { terminal } = call;
  terminal.say("making a demo mind with a month of content; your own is not touched");
  const made = await makeDemo(call.args[0]);
  const { home, state, project } = made;
  if (flag(call, "no-page")) {
    if (call.json) printJson(call, { home, state, project });
    else terminal.say("to work in it, paste these lines; the folder stays until you delete it");
    if (!call.json) terminal.print(`cd '${project}'\nexport CODICIL_HOME='${home}' CODICIL_STATE='${state}'\n`);
    return 0;
  }
  terminal.say(`try commands in it: cd '${project}'; export CODICIL_HOME='${home}' CODICIL_STATE='${state}'`);
  const mind = await openMind({ home, state, cwd: project });
  try {
    return await serveMind(call, mind);
  } finally {
    mind.close();
    made.remove();
  }
}
