// Documents on other servers. What speaks HTTP is loaded with the first of them.

import type { RemoteOptions, RemoteStore } from "./remote/open.ts";

export type { RemoteOptions, RemoteStore } from "./remote/open.ts";
export type { UrlJudge, Way } from "./remote/web.ts";

export async function openRemote(options: RemoteOptions): Promise<RemoteStore> {
  return (await import("./remote/open.ts")).openRemoteDocuments(options);
}
