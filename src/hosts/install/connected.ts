// Which hosts are on this machine, and which of them Codicil is connected to. Nothing is started to find out.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { readRecords } from "./record.ts";
import { INSTALL_HOSTS, type InstallHost } from "./wiring.ts";

/** Where the program is called otherwise than its host. */
const PROGRAMS: Partial<Record<InstallHost, string>> = { cursor: "cursor-agent" };

export interface HostHere {
  readonly host: InstallHost;
  readonly connected: boolean;
}

export function connectedHosts(state: string, path: string | undefined): HostHere[] {
  const installed = new Set(readRecords(state).map(({ host }) => host));
  const folders = (path ?? "").split(":").filter((folder) => folder !== "");
  const isFound = (host: InstallHost) => folders.some((folder) => existsSync(join(folder, PROGRAMS[host] ?? host)));
  return INSTALL_HOSTS.filter((host) => installed.has(host) || isFound(host)).map((host) => ({ host, connected: installed.has(host) }));
}
