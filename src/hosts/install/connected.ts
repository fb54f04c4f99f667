// Which hosts are on this machine, and which of them Codicil is connected to. Nothing is started to find out.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Host, hostFacts, HOSTS } from "../../base/index.ts";
import { readRecords } from "./record.ts";

export interface HostHere {
  readonly host: Host;
  readonly connected: boolean;
}

export function connectedHosts(state: string, path: string | undefined): HostHere[] {
  const installed = new Set(readRecords(state).map(({ host }) => host));
  const folders = (path ?? "").split(":").filter((folder) => folder !== "");
  const isFound = (host: Host) => folders.some((folder) => existsSync(join(folder, hostFacts(host).program)));
  return HOSTS.filter((host) => installed.has(host) || isFound(host)).map((host) => ({ host, connected: installed.has(host) }));
}
