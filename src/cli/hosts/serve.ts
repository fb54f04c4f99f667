import { AppError } from "../../base/index.ts";
import {
  createMachine,
  listMachines,
  readToken,
  removeMachine,
  serve as startDaemon,
  type ServeOptions,
  type Serving,
} from "../../daemon/index.ts";
import type { Mind } from "../../mind/open.ts";
import { printJson } from "../terminal/answer.ts";
import { type Call, flag, text } from "../terminal/command.ts";

export async function serve(call: Call): Promise<number> {
  const mind = await call.mind();
  const { begin } = await import("../../mind/documents/begin.ts");
  const { created } = await begin(mind);
  if (created.length > 0) call.terminal.say(call.terminal.words`a new mind in ${mind.where.home}: ${created.join(", ")}`);
  return serveMind(call, mind);
}

/** The page of a mind, until it is stopped. */
export async function serveMind(call: Call, mind: Mind): Promise<number> {
  const port = portOf(text(call, "port"));
  const log = (line: string) => call.terminal.say(line);
  const { hostsDoor } = await import("./hostsDoor.ts");
  const daemon = await startOrFind(call, mind, { port, log, threads: true, hosts: hostsDoor(mind) });
  if (call.json) call.terminal.print(`${JSON.stringify({ url: daemon.url, port: daemon.port, pid: daemon.pid })}\n`);
  else call.terminal.print(`ready ${daemon.loginUrl}\n`);
  if (daemon.stop === undefined) return 0;
  if (call.terminal.isScreen) call.terminal.say(call.terminal.words`open that link in a browser; Ctrl+C here stops the page`);
  await new Promise<void>((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
  await daemon.stop();
  return 0;
}

type Found = Pick<Serving, "url" | "port" | "pid" | "loginUrl"> & Partial<Pick<Serving, "stop">>;

/** A second start is not an error: it says where the page is, with a fresh link. */
async function startOrFind({ terminal: { say, words } }: Call, mind: Mind, options: ServeOptions): Promise<Found> {
  try {
    return await startDaemon(mind, options);
  } catch (error) {
    const running = error instanceof AppError && error.code === "ALREADY_EXISTS" ? error.data : undefined;
    if (typeof running?.["loginUrl"] !== "string") throw error;
    say(words`already running (process ${String(running["pid"])}): open the link below`);
    return running as unknown as Found;
  }
}

export async function token(call: Call): Promise<number> {
  const mind = await call.mind();
  if (flag(call, "machines")) return showMachines(call, mind.where.state);
  const machine = text(call, "machine");
  if (machine !== undefined) return machineToken(call, mind, machine);
  if (flag(call, "revoke") || text(call, "documents") !== undefined)
    throw new AppError("BAD_USAGE", "--machine is missing", { hint: "Say whose token is meant: --machine NAME." });
  const found = readToken(mind, flag(call, "agent") ? "agent" : "user");
  if (call.json) printJson(call, { token: found });
  else call.terminal.print(`${found}\n`);
  return 0;
}

/** A token for another machine: made or replaced, and shown this once; or taken away. */
async function machineToken(call: Call, mind: Mind, name: string): Promise<number> {
  if (flag(call, "revoke")) {
    removeMachine(mind.where.state, name);
    call.terminal.say(call.terminal.words`the token of ${name} is no longer valid`);
    return 0;
  }
  const given =
    text(call, "documents")
      ?.split(",")
      .map((each) => each.trim())
      .filter((each) => each !== "") ?? [];
  if (given.length === 0)
    throw new AppError("BAD_USAGE", "--documents is missing", {
      hint: "Name what the machine may reach: --documents MEMORY.md,USER.md, or --documents all.",
    });
  const { documentNamed } = await import("../../mind/documents/explain.ts");
  const documents =
    given.length === 1 && given[0] === "all"
      ? ("all" as const)
      : given.map((key) => documentNamed(mind, key)).map(({ id, key }) => ({ id, key }));
  const made = createMachine(mind.where.state, { name, documents }, mind.deps.random);
  if (call.json) printJson(call, { token: made, machine: name, documents: documents === "all" ? "all" : documents.map(({ key }) => key) });
  else call.terminal.print(`${made}\n`);
  call.terminal.say(
    call.terminal
      .words`shown this once; on the other machine it belongs into a file of mode 600 in its state folder (docs/many-machines.md)`,
  );
  return 0;
}

function showMachines(call: Call, state: string): number {
  const machines = listMachines(state).map(({ name, documents }) => ({
    machine: name,
    documents: documents === "all" ? "all" : documents.map(({ key }) => key),
  }));
  if (call.json) printJson(call, machines);
  else
    for (const { machine, documents } of machines)
      call.terminal.print(`${machine}  ${Array.isArray(documents) ? documents.join(", ") : documents}\n`);
  return 0;
}

function portOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
  throw new AppError("BAD_USAGE", `--port is ${JSON.stringify(value)}`, { hint: "A port is a number up to 65535." });
}
