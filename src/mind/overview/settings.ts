// settings: the few keys of config.yaml that a person changes outside an editor. The file is theirs: one line changes,
// every other byte stays.

import { AppError } from "../../base/index.ts";
import { rewriteFile } from "../../deltas/index.ts";
import { type ContextProfile, type GuardMode, profileOf } from "../../policy/index.ts";
import { GUARD_MODES, readConfig, setTopLevelKey } from "../../schema/index.ts";
import { ensureHome } from "../documents/begin.ts";
import type { Mind } from "../open.ts";
import { type ByPerson, needPerson } from "../person.ts";

export interface Settings {
  /** Context gating of the memory bank; policy and write protection hold in every mode (X20). */
  readonly guardMode: GuardMode;
}

const CONFIG = { root: "home", path: "last-word/config.yaml" } as const;

interface Read {
  readonly settings: Settings;
  readonly profile: ContextProfile;
  readonly version: string | null;
}

/** The same text is not parsed twice. */
const read = new WeakMap<Mind, Read>();

/** As config.yaml says now: a daemon that runs for weeks sees what somebody changed outside Codicil meanwhile. */
export async function readSettings(mind: Mind): Promise<Read> {
  const store = mind.deps.storeFor(null);
  const stored = await store.read(CONFIG);
  const known = read.get(mind);
  if (known !== undefined && known.version === (stored?.version ?? null)) return known;
  const config = stored === null ? mind.config : await readConfig(new TextDecoder().decode(stored.bytes), store.describe(CONFIG));
  const fresh = { settings: { guardMode: config.guard_mode }, profile: profileOf(config), version: stored?.version ?? null };
  read.set(mind, fresh);
  return fresh;
}

/** What the memory bank's gate goes by now, for everybody: the mode of its own variable, else config.yaml's. */
export async function guardContext(mind: Mind): Promise<{ readonly mode: GuardMode; readonly profile: ContextProfile }> {
  const { settings, profile } = await readSettings(mind);
  return { mode: mind.guardMode ?? settings.guardMode, profile };
}

export async function changeSettings(mind: Mind, change: { readonly guardMode?: string | undefined }, by: ByPerson): Promise<Settings> {
  needPerson(by?.person, "a change of the settings");
  const { guardMode } = change;
  if (guardMode !== undefined) {
    if (!(GUARD_MODES as readonly string[]).includes(guardMode))
      throw new AppError("BAD_INPUT", `guardMode must be one of ${GUARD_MODES.join(", ")}`);
    await ensureHome(mind);
    await rewriteFile(mind.deps, CONFIG, (text) => setTopLevelKey(text, "guard_mode", guardMode));
  }
  return (await readSettings(mind)).settings;
}
