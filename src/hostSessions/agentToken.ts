// agentToken: the bearer token of our MCP server over HTTP. It lets an agent in, never a person: everything behind it is
// what an agent may do. It outlives the server, because clients keep it in their configuration.

import { AppError } from "../base/index.ts";
import { ensureFile } from "../deltas/index.ts";
import { upkeepFacts } from "../store/index.ts";
import type { Mind } from "../mind/open.ts";

const PLACE = { root: "state", path: "mcp/token" } as const;

/** Made on first use: 256 bits, in a file for its owner alone. Throws when somebody else could have read it. */
export async function agentToken(mind: Mind): Promise<{ readonly token: string; readonly file: string }> {
  await ensureFile(mind.deps, PLACE, `${mind.deps.random.hex(32)}\n`);
  const store = mind.deps.storeFor(mind.where.project);
  const file = store.describe(PLACE);
  if (((upkeepFacts(file)?.mode ?? 0o777) & 0o077) !== 0)
    throw new AppError("IO", "others on this machine can read the token of the MCP server", {
      file,
      hint: "Remove the file; a new token is made.",
    });
  const token = new TextDecoder().decode((await store.read(PLACE))?.bytes).trim();
  if (!/^[0-9a-f]{64}$/.test(token))
    throw new AppError("DAMAGED", "the token of the MCP server is damaged", { file, hint: "Remove the file; a new token is made." });
  return { token, file };
}
