// Stores on other machines: the one that several have in common, and documents on other servers. What speaks to a database or
// HTTP is loaded here and nowhere else, and only when a mind names one.

import type { SharedStore } from "./port/port.ts";
import type { SharedOptions } from "./postgres/open.ts";
import type { RemoteOptions, RemoteStore } from "./remote/open.ts";

export type { SharedOptions };

export async function openShared(options: SharedOptions): Promise<SharedStore> {
  const { openPostgres } = await import("./postgres/open.ts");
  return openPostgres(options);
}

export type { RemoteOptions, RemoteStore } from "./remote/open.ts";
export type { UrlJudge, Way } from "./remote/web.ts";

export async function openRemote(options: RemoteOptions): Promise<RemoteStore> {
  return (await import("./remote/open.ts")).openRemoteDocuments(options);
}
