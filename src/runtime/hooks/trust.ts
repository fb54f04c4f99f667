// A person trusts a hook that came from elsewhere, with a project or a backup, or undoes that.

import { AppError } from "../../base/index.ts";
import type { Mind } from "../../mind/open.ts";
import { needPerson, type Person } from "../../mind/person.ts";
import { findHooks, type Hook, trustedFor } from "./find.ts";
import { writeHookTrust } from "./trustLog.ts";

/** `hash` is what the person saw; STALE where the hook is another by now. */
export async function trustHook(
  mind: Mind,
  name: string,
  options: { readonly trusted: boolean; readonly person: Person; readonly hash?: string | undefined },
): Promise<Hook> {
  needPerson(options.person, "hooks trust");
  const { hooks } = await findHooks(mind);
  const named = hooks.filter((each) => (each.scope === "project" || each.restored) && each.name === name);
  // A project and a backup may bring hooks of one name: the hash says which one the person saw.
  const hook = named.find((each) => options.hash !== undefined && each.hash.startsWith(options.hash)) ?? named[0];
  if (hook === undefined)
    throw new AppError("NOT_FOUND", `there is no hook ${JSON.stringify(name)} that needs your trust`, {
      hint: "codicil hooks lists them. Hooks that you wrote in the mind's home run without it.",
    });
  if (options.hash !== undefined && !hook.hash.startsWith(options.hash))
    throw new AppError("STALE", `hook ${name} is not what was shown`, { file: hook.folder, hint: "Look at it again: codicil hooks." });
  await writeHookTrust(mind, {
    v: 1,
    kind: options.trusted ? "trusted" : "revoked",
    project: trustedFor(hook.scope, mind),
    name,
    hash: hook.hash,
    at: mind.deps.clock.now().toISOString(),
  });
  return { ...hook, trusted: options.trusted };
}
