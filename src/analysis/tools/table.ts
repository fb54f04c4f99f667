// The table of all tools: one file per family, merged once on first use. Later families win over earlier ones.

import type { Tool } from "../run/record.ts";
import { ARCHIVES } from "../files/archives.ts";
import { CLOUD } from "../cloud/cloud.ts";
import { OURSELVES } from "./codicil.ts";
import { CONNECTIONS } from "../outside/connections.ts";
import { CONTAINERS } from "../outside/containers.ts";
import { COPIES } from "../files/copies.ts";
import { DATABASES } from "../outside/databases.ts";
import { BUILDS } from "../carriers/builds.ts";
import { TERMINALS } from "../carriers/terminals.ts";
import { EDITORS } from "../files/editors.ts";
import { FILES } from "../files/files.ts";
import { FORMATTING } from "../files/formatters.ts";
import { git } from "../git/git.ts";
import { INTERPRETING } from "../carriers/interpreters.ts";
import { NETWORK } from "../outside/network.ts";
import { PACKAGES } from "../carriers/packages.ts";
import { applyPatch, patch } from "../files/patch.ts";
import { READING } from "../files/readers.ts";
import { kubectlExec, REMOTE } from "../outside/remote.ts";
import { RUNNERS } from "../carriers/runners.ts";
import { SEARCH } from "../files/search.ts";
import { SHELLS } from "../carriers/shells.ts";
import { echo, printf, STREAMS } from "../files/streams.ts";
import { SYSTEM, systemFamily } from "../outside/system.ts";
import { WINDOWS } from "../windows/index.ts";
import { WRAPPING } from "../carriers/wrappers.ts";
import { BESIDE, noteBeside } from "./beside.ts";
import { lookForCommand, unknownProgram } from "./unknown.ts";

let all: Map<string, Tool> | null = null;

function merge(): Map<string, Tool> {
  const families = [
    READING,
    FORMATTING,
    BUILDS,
    RUNNERS,
    TERMINALS,
    SYSTEM,
    CLOUD,
    CONNECTIONS,
    CONTAINERS,
    REMOTE,
    DATABASES,
    PACKAGES,
    WRAPPING,
    STREAMS,
    FILES,
    COPIES,
    ARCHIVES,
    SEARCH,
    EDITORS,
    INTERPRETING,
    NETWORK,
    SHELLS,
    WINDOWS,
    OURSELVES,
  ];
  const merged = new Map(families.flatMap((family) => Object.entries(family)));
  // Names that two programs share, or of which two families know a part: both are asked.
  for (const name of ["op", ...Object.keys(CLOUD)]) {
    const all = families.flatMap((family) => family[name] ?? []);
    if (all.length > 1) merged.set(name, (command) => all.map((tool) => tool(command)).at(-1));
  }
  const kubectl = merged.get("kubectl");
  merged.set("kubectl", (command) => (kubectl?.(command), kubectlExec(command)));
  merged.set("oc", (command) => (kubectl?.(command), CLOUD["oc"]?.(command), kubectlExec(command)));
  merged
    .set("git", git)
    .set("hub", git)
    .set("patch", patch)
    .set("apply_patch", applyPatch)
    .set("applypatch", applyPatch)
    .set("echo", echo)
    .set("printf", printf);
  for (const name of BESIDE) {
    const tool = merged.get(name) ?? unknownProgram;
    merged.set(name, (command) => (noteBeside(command), tool(command)));
  }
  // The program among their words runs inside their machine.
  for (const name of ["limactl", "colima"]) {
    const tool = merged.get(name);
    merged.set(name, (command) => (lookForCommand(command), tool?.(command)));
  }
  return merged;
}

const CARRIERS = new Set(["xargs", "parallel", "exec", "command", "builtin", "eval", "npx", "bunx", "pnpx", "uvx", "entr"]);

/** Does it only carry the programs that follow it? */
export function isCarrier(name: string): boolean {
  return CARRIERS.has(name) || name in WRAPPING || name in SHELLS;
}

export function toolFor(name: string): Tool | undefined {
  all ??= merge();
  return all.get(name) ?? systemFamily(name);
}
