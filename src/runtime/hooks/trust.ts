// A person trusts a project's hook, or takes that back.

import { AppError } from "../../base/index.ts";
import type { Mind } from "../../mind/open.ts";
import { findHooks, type Hook } from "./find.ts";
import { writeHookTrust } from "./trustLog.ts";

/** `hash` is what the person saw; STALE where the hook is another by now. */
export async function trustHook(mind: Mind, name: string, options: { readonly trusted: boolean; readonly hash?: string | undefined }): Promise<Hook> {
  const { hooks } = await findHooks(mind);
  const hook = hooks.find((each) => each.scope === "project" && each.name === name);
  if (hook === undefined) throw new AppError("NOT_FOUND", `this project has no hook ${JSON.stringify(name)}`, { hint: "codicil hooks lists them. Your own hooks need no word." });
  if (options.hash !== undefined && !hook.hash.startsWith(options.hash)) throw new AppError("STALE", `hook ${name} is not what was shown`, { file: hook.folder, hint: "Look at it again: codicil hooks." });
  await writeHookTrust(mind, { v: 1, kind: options.trusted ? "trusted" : "revoked", project: mind.where.project ?? "", name, hash: hook.hash, at: mind.desk.clock.now().toISOString() });
  return { ...hook, trusted: options.trusted };
}
