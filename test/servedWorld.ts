// A mind with its daemon in a process of its own: `codicil serve`, as people start it.

import { spawn } from "node:child_process";
import { PROGRAM, type World } from "./kit.ts";

export interface Served {
  /** `http://127.0.0.1:PORT` */
  readonly host: string;
  readonly port: number;
  readonly pid: number;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export async function serveWorld(world: World, port = 0): Promise<Served> {
  const child = spawn(process.execPath, [...PROGRAM, "serve", "--port", String(port), "--json"], {
    cwd: world.project,
    env: world.env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += String(chunk)));
  const facts = await new Promise<{ port: number; pid: number }>((resolve, reject) => {
    child.stdout.once("data", (line: Buffer) => resolve(JSON.parse(String(line)) as { port: number; pid: number }));
    child.once("close", () => reject(new Error(`the daemon did not start: ${said}`)));
  });
  return {
    host: `http://127.0.0.1:${facts.port}`,
    ...facts,
    stop: async (signal = "SIGTERM") => {
      child.kill(signal);
      await ended;
    },
  };
}

/** A token for another machine, as its owner makes it. */
export function machineToken(world: World, name: string, documents: string): string {
  return world.run(["token", "--machine", name, "--documents", documents, "--json"]).json<{ token: string }>().token;
}
