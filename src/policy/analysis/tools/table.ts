// The table of all tools: one file per family, merged once on first use. Later families win over earlier ones.

import type { Tool } from "../record.ts";
import { ARCHIVES } from "./archives.ts";
import { CLOUD } from "./cloud.ts";
import { OURSELVES } from "./codicil.ts";
import { CONNECTIONS } from "./connections.ts";
import { CONTAINERS } from "./containers.ts";
import { COPIES } from "./copies.ts";
import { DATABASES } from "./databases.ts";
import { EDITORS } from "./editors.ts";
import { FILES } from "./files.ts";
import { FORMATTING } from "./formatters.ts";
import { git } from "./git.ts";
import { INTERPRETING } from "./interpreters.ts";
import { NETWORK } from "./network.ts";
import { PACKAGES } from "./packages.ts";
import { patch } from "./patch.ts";
import { READING } from "./readers.ts";
import { kubectlExec, REMOTE } from "./remote.ts";
import { RUNNERS } from "./runners.ts";
import { SEARCH } from "./search.ts";
import { SHELLS } from "./shells.ts";
import { echo, printf, STREAMS } from "./streams.ts";
import { SYSTEM, systemFamily } from "./system.ts";
import { WRAPPING } from "./wrappers.ts";

let all: Map<string, Tool> | null = null;

function merge(): Map<string, Tool> {
  const families = [READING, FORMATTING, RUNNERS, SYSTEM, CLOUD, CONNECTIONS, CONTAINERS, REMOTE, DATABASES, PACKAGES, WRAPPING, STREAMS, FILES, COPIES, ARCHIVES, SEARCH, EDITORS, INTERPRETING, NETWORK, SHELLS, OURSELVES];
  const merged = new Map(families.flatMap((family) => Object.entries(family)));
  const kubectl = merged.get("kubectl");
  for (const name of ["kubectl", "oc"]) merged.set(name, (command) => (kubectl?.(command), kubectlExec(command)));
  merged.set("git", git).set("hub", git).set("patch", patch).set("echo", echo).set("printf", printf);
  return merged;
}

export function toolFor(name: string): Tool | undefined {
  all ??= merge();
  return all.get(name) ?? systemFamily(name);
}
