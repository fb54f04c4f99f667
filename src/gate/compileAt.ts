// The slow half of the kept policy: config.yaml read, the files compiled. Loaded only where the kept one does not serve.

import type { Whereabouts } from "../knowledge/index.ts";
import { type CompiledFile, type ContextProfile, type GuardMode, type Policy, profileOf } from "../policy/index.ts";
import { DEFAULT_CONFIG, type Profile, type ProposedMode, readConfig, type Remote } from "../schema/index.ts";
import { diskFacts, INSTRUCTIONS_LIMIT, readSmallText } from "../store/onDisk.ts";
import type { Deadline } from "./kept/deadline.ts";
import { combineInTime } from "./kept/compileInTime.ts";
import { type Finding, instructionFilesAt } from "./kept/instructionFiles.ts";
import { compileAnew } from "./keptFiles.ts";
import { layoutFor } from "./keptPolicy.ts";
import { settlementAt } from "./kept/settlement.ts";
import type { SettlingTexts } from "./kept/settlingTexts.ts";

export interface CompiledAt {
  readonly policy: Policy;
  readonly profile: Profile;
  readonly finding: Finding;
  readonly mode: GuardMode;
  readonly context: ContextProfile;
  readonly proposed: ProposedMode;
  readonly remotes: readonly Remote[];
  /** null: it vanished between finding and reading. */
  readonly files: readonly { readonly path: string; readonly text: string | null }[];
  readonly compiled: readonly CompiledFile[];
  /** What else the readings were weighed by, as text: evidence, and readings of models. */
  readonly evidence: string;
}

export interface CompileSources {
  readonly config: string | null;
  readonly settling: SettlingTexts;
}

export async function compileAt(where: Whereabouts, { config, settling }: CompileSources, deadline: Deadline): Promise<CompiledAt> {
  const read = config === null ? DEFAULT_CONFIG : await readConfig(config, `${where.home}/last-word/config.yaml`);
  const { profile, guard_mode: mode, proposed, agents, project_knowledge, remotes } = read;
  const finding = { override: agents.override, detect: project_knowledge.auto_detect };
  const files = instructionFilesAt(where, layoutFor(where, profile), diskFacts, finding).map(({ path }) => ({
    path,
    text: readSmallText(path, INSTRUCTIONS_LIMIT),
  }));
  const settlement = settlementAt(where, settling);
  const compiled = files.flatMap(({ path, text }) => (text === null ? [] : [compileAnew({ path, text }, where.state, deadline)]));
  const policy = combineInTime(compiled, { ...settlement, proposed });
  const evidence = JSON.stringify([settlement.evidence, [...(settlement.models ?? [])]]);
  return { policy, profile, finding, mode, context: profileOf(read), proposed, remotes, files, evidence, compiled };
}
