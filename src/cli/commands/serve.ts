import { AppError } from "../../base/index.ts";
import { readToken, serve as startDaemon } from "../../daemon/index.ts";
import { printJson } from "../answer.ts";
import { type Call, flag, text } from "../command.ts";

export async function serve(call: Call): Promise<number> {
  const mind = await call.mind();
  const { begin } = await import("../../mind/begin.ts");
  const { created } = await begin(mind);
  if (created.length > 0) call.terminal.say(`a new mind in ${mind.where.home}: ${created.join(", ")}`);
  const port = portOf(text(call, "port"));
  const log = (line: string) => call.terminal.say(line);
  const daemon = await startDaemon(mind, port === undefined ? { log } : { port, log });
  if (call.json) call.terminal.print(`${JSON.stringify({ url: daemon.url, port: daemon.port, pid: daemon.pid })}\n`);
  else call.terminal.print(`ready ${daemon.loginUrl}\n`);
  await new Promise<void>((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
  await daemon.stop();
  return 0;
}

export async function token(call: Call): Promise<number> {
  const mind = await call.mind();
  const found = readToken(mind, flag(call, "agent") ? "agent" : "user");
  if (call.json) printJson(call, { token: found });
  else call.terminal.print(`${found}\n`);
  return 0;
}

function portOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
  throw new AppError("BAD_USAGE", `--port is ${JSON.stringify(value)}`, { hint: "A port is a number up to 65535." });
}
