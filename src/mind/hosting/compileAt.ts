// The slow half of the policy cache: config.yaml read, the files compiled. Loaded only where the cache does not serve.

import { combine, compileFile, type GuardMode, type Policy } from "../../policy/index.ts";
import { DEFAULT_CONFIG, type Profile, readConfig } from "../../schema/index.ts";
import { diskFacts, readSmallText } from "../../store/index.ts";
import type { Whereabouts } from "../whereabouts.ts";
import { instructionFilesAt } from "./instructionFiles.ts";
import { layoutFor } from "./policyCache.ts";

export interface CompiledAt {
  readonly policy: Policy;
  readonly profile: Profile;
  readonly override: boolean;
  readonly mode: GuardMode;
  /** null: it vanished between finding and reading. */
  readonly files: readonly { readonly path: string; readonly text: string | null }[];
}

export async function compileAt(where: Whereabouts, config: string | null): Promise<CompiledAt> {
  const { profile, guard_mode: mode, agents } = config === null ? DEFAULT_CONFIG : await readConfig(config, `${where.home}/last-word/config.yaml`);
  const files = instructionFilesAt(where, layoutFor(where, profile), diskFacts, agents.override).map(({ path }) => ({ path, text: readSmallText(path) }));
  const policy = combine(files.flatMap(({ path, text }) => (text === null ? [] : [compileFile(path, text)])));
  return { policy, profile, override: agents.override, mode, files };
}
