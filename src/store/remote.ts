// Documents on other servers. What speaks HTTP is loaded with the first question.

import type { Fetched, Sent, UrlJudge } from "./remote/web.ts";

export type { Fetched, UrlJudge } from "./remote/web.ts";

export async function fetchRemote(url: string, judge: UrlJudge): Promise<Fetched> {
  return (await import("./remote/web.ts")).getDocument(url, judge);
}

export async function sendRemote(url: string, judge: UrlJudge, text: string, etag: string): Promise<Sent> {
  return (await import("./remote/web.ts")).putDocument(url, judge, text, etag);
}
