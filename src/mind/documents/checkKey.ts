// checkKey: would this be accepted as the key of an entry, here and now? Never resolves DNS.

import { judgePathKey, judgeUrlKey, keyWorld } from "../../knowledge/index.ts";
import type { Mind } from "../open.ts";

/** Whether a key names a document of this mind, and why not. */
export function checkKey(mind: Mind, kind: unknown, input: unknown): { verdict: "accept" | "reject"; why: string; key?: string } {
  if (kind === "delta-key") {
    const judged = judgePathKey(input, keyWorld(mind.environment));
    return judged.kind === "accept"
      ? { verdict: "accept", why: `a document of the ${judged.root}`, key: `${judged.root}:${judged.path}` }
      : { verdict: "reject", why: judged.why };
  }
  if (kind === "url") {
    const judged = judgeUrlKey(
      input,
      mind.config.remotes.map(({ host }) => host),
    );
    return judged.kind === "accept" ? { verdict: "accept", why: "a listed host", key: judged.url } : { verdict: "reject", why: judged.why };
  }
  return { verdict: "reject", why: "kind is neither delta-key nor url" };
}
