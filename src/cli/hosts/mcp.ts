import { AppError, SESSION_ID } from "../../base/index.ts";
import { mcpOverHttp, mcpOverStdio, type McpOptions, sessionKind } from "../../hosts/index.ts";
import { followQuietly } from "../../sharing/follow.ts";
import { type Call, flag, text } from "../terminal/command.ts";
import { receiptLine } from "../terminal/answer.ts";
import { VERSION } from "../terminal/version.ts";
import { oneOf } from "../terminal/given.ts";

/** stdout belongs to the protocol: what people should read goes to stderr. */
export async function run(call: Call): Promise<number> {
  const port = portOf(call);
  const mind = await call.mind();
  const session = text(call, "session");
  if (session !== undefined && !SESSION_ID.test(session))
    throw new AppError("BAD_USAGE", `--session is ${JSON.stringify(session)}`, { hint: "A session id has 1-64 letters, digits, _ or -." });
  const sessionType = oneOf(text(call, "session-type"), ["main", "shared"] as const, "--session-type") ?? sessionKind(process.env);
  const options: McpOptions = {
    version: VERSION,
    session,
    sessionType,
    isHooked: flag(call, "hooked"),
    log: (line) => call.terminal.say(line),
    stopped: toldToStop(),
  };
  const following = await followQuietly(mind, { log: options.log });
  const receipts = await (flag(call, "http") ? overHttp(call, options, port) : mcpOverStdio(mind, options)).finally(() =>
    following.close(),
  );
  for (const receipt of receipts) call.terminal.say(receiptLine(call, receipt));
  return 0;
}

async function overHttp(call: Call, options: McpOptions, port: number | undefined) {
  const mind = await call.mind();
  const { agentToken } = await import("../../hostSessions/agentToken.ts");
  const { token, file } = await agentToken(mind);
  const ready = ({ url, port }: { url: string; port: number }) => {
    call.terminal.print(call.json ? `${JSON.stringify({ url, port, pid: process.pid, tokenFile: file })}\n` : `ready ${url}\n`);
    call.terminal.say(`clients send Authorization: Bearer with the token in ${file}`);
  };
  return mcpOverHttp(mind, { ...options, port, token, ready });
}

function toldToStop(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
}

function portOf(call: Call): number | undefined {
  const value = text(call, "port");
  if (value === undefined) return undefined;
  if (!flag(call, "http"))
    throw new AppError("BAD_USAGE", "--port needs --http", {
      hint: `codicil mcp --http --port ${value}; without --http it is stdin and stdout.`,
    });
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
  throw new AppError("BAD_USAGE", `--port is ${JSON.stringify(value)}`, { hint: "A port is a number up to 65535." });
}
