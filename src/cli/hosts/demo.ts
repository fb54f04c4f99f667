import { openMind } from "../../mind/open.ts";
import { makeDemo } from "../../transfer/index.ts";
import { printJson } from "../terminal/answer.ts";
import { type Call, flag } from "../terminal/command.ts";
import { serveMind } from "./serve.ts";

export async function demo(call: Call): Promise<number> {
  const { terminal } = call;
  const { words } = terminal;
  terminal.say(words`making a demo mind with a month of content; yours is not changed`);
  const made = await makeDemo(call.args[0]);
  const { home, state, project } = made;
  const toWorkThere = `cd '${project}'\nexport CODICIL_HOME='${home}'\nexport CODICIL_STATE='${state}'\n`;
  if (flag(call, "no-page")) {
    if (call.json) printJson(call, { home, state, project });
    else terminal.say(words`to work in it, paste these lines; the folder stays until you delete it`);
    if (!call.json) terminal.print(toWorkThere);
    return 0;
  }
  terminal.say(words`to try commands in it, paste these lines into another terminal`);
  // Unbroken, so that they can be pasted.
  if (!call.json) terminal.print(toWorkThere);
  const mind = await openMind({ home, state, cwd: project });
  try {
    return await serveMind(call, mind);
  } finally {
    mind.close();
    made.remove();
  }
}
