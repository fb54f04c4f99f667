// Machines: worlds (a home, a state, a project each) that have one mind in common in a database.

import { makeWorld, USER, type World } from "../kit.ts";
import type { Server } from "../postgres.ts";

/** The first machine has a mind and moves it to the database; the others join. */
export function makeMachines(server: Server, mind: string, count: number): World[] {
  const machines = Array.from({ length: count }, () => makeWorld());
  const [first] = machines as [World];
  first.run(["init", "--yes"]);
  first.write("home/USER.md", USER);
  for (const machine of machines) {
    const moved = machine.run(["move", "--to", server.address(mind), "--json"]);
    if (moved.code !== 0) throw new Error(`${moved.out}${moved.err}`);
  }
  return machines;
}

/** Plans one line for a section of USER.md, and brings it home. */
export function addLine(machine: World, line: string, session = "s1"): { code: number; err: string } {
  for (const args of [
    ["plan", "--path", "USER.md", "--heading", "Research Interests", "--op", "append", "--content", `- ${line}`, "--session", session],
    ["flush", "--session", session],
    ["apply"],
  ]) {
    const ran = machine.run(args);
    if (ran.code !== 0) return { code: ran.code, err: `${args[0] ?? ""}: ${ran.out}${ran.err}` };
  }
  return { code: 0, err: "" };
}
