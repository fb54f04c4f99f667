// A host's call as the gate shall see it. What claims to be a tool of our own server is looked at twice.

import type { Host } from "../../base/index.ts";
import { findWhereabouts } from "../../mind/whereabouts.ts";
import type { HookInput } from "../dialects/dialect.ts";
import { claimedTool, fieldsOf, type ReadCall, readCall } from "../dialects/toolNames.ts";

/** null: the call cannot be read. */
export async function hostCall(host: Host, { tool, input, cwd }: Pick<HookInput, "tool" | "input" | "cwd">): Promise<ReadCall | null> {
  const claimed = tool === null ? null : claimedTool(tool);
  const fields = fieldsOf(input);
  if (tool === null || claimed === null || fields === null) return readCall(tool, input);
  const { isOwnTool } = await import("./ownTools.ts");
  const isOurs = isOwnTool({ host, tool: claimed, fields, where: findWhereabouts({ cwd: cwd ?? process.cwd() }), env: process.env });
  // Our server judges what its tools may do; somebody else's is judged like any, and by a name that earns no trust.
  if (isOurs) return { call: { tool, input: {} }, own: true, rewritten: () => null };
  return { call: { tool: `${tool} (not Codicil's own)`, input: fields }, rewritten: () => null };
}
