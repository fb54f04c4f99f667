// buildSnapshot: facts in, the frozen structure out. renderSystemPrompt: the structure in, the prompt out.

import type { AgentsRender, InstructionSection, InstructionSnapshot, InstructionSource } from "../schema/index.ts";
import { AppError, sha256 } from "../base/index.ts";
import { agentsBlock, type AgentsFile, agentsSources } from "./agents.ts";
import { baselineBlock } from "./baseline.ts";
import { problemsBlock } from "./problems.ts";
import { type DeferredFolder, memoryBlock, type MemoryDocument, memorySources } from "./memory.ts";
import {
  type EnvironmentFacts,
  environmentBlock,
  humanDate,
  timeBlock,
  type TimeFacts,
  type WorkspaceFacts,
  workspaceBlock,
} from "./surroundings.ts";

/** A file that is not in the prompt, and why. */
export interface LeftOut {
  readonly path: string;
  readonly why: string;
}

/** Everything that a prompt is made of. */
export interface SnapshotFacts {
  readonly sessionType: "main" | "shared";
  /** Where another program has a baseline of its own: what Codicil adds to it. */
  readonly baseline?: string | undefined;
  readonly agents: {
    readonly files: readonly AgentsFile[];
    readonly render: AgentsRender;
    readonly leftOut?: readonly LeftOut[];
    readonly problems?: readonly LeftOut[];
  };
  readonly memory: {
    readonly documents: readonly MemoryDocument[];
    readonly leftOut: readonly LeftOut[];
    readonly deferred?: readonly DeferredFolder[];
    /** harness: memory goes into the conversation as a harness item, and the section says nothing (X13). */
    readonly channel?: "snapshot" | "harness";
  };
  readonly workspace: WorkspaceFacts;
  readonly environment: EnvironmentFacts;
  readonly time: TimeFacts;
}

/** Facts in, the frozen prompt out. */
export function buildSnapshot(facts: SnapshotFacts): InstructionSnapshot {
  const { sessionType, agents, memory, workspace, environment, time } = facts;
  const frozenAt = time.startedAt;
  const section = (
    kind: InstructionSection["kind"],
    renderedBlock: string,
    rest: { sources?: readonly InstructionSource[]; data?: Record<string, unknown> } = {},
  ): InstructionSection => ({ kind, frozenAt, renderedBlock, ...rest });
  const baseline = facts.baseline ?? baselineBlock();
  const inHarness = memory.channel === "harness";
  return {
    version: 1,
    cwd: workspace.cwd,
    sections: [
      section("baseline", baseline, {
        sources: [{ sourceType: "builtin", content: baseline, hash: sha256(baseline), why: "Codicil's own" }],
        data: { sessionType },
      }),
      section(
        "agents",
        [problemsBlock(agents.problems ?? []), agentsBlock(agents.files, agents.render)].filter((block) => block !== "").join("\n\n"),
        {
          sources: agentsSources(agents.files, agents.render),
          data: { render: agents.render, leftOut: [...(agents.problems ?? []), ...(agents.leftOut ?? [])] },
        },
      ),
      section("memory", inHarness ? "" : memoryBlock(memory.documents, sessionType, memory.deferred), {
        sources: memorySources(memory.documents),
        data: { sessionType, channel: memory.channel ?? "snapshot", leftOut: memory.leftOut },
      }),
      section("workspace", workspaceBlock(workspace), { data: { ...workspace } }),
      section("environment", environmentBlock(environment), { data: { ...environment } }),
      section("time", timeBlock(time), {
        data: { startedAt: time.startedAt, timeZone: time.timeZone, date: humanDate(time.startedAt, time.timeZone) },
      }),
    ],
  };
}

/** Nothing but the frozen blocks, in their order: the same snapshot gives the same bytes forever (SC-33). */
export function renderSystemPrompt(snapshot: InstructionSnapshot): string {
  if (!Array.isArray(snapshot?.sections))
    throw new AppError("BAD_INPUT", "this is no snapshot", {
      hint: "Give the snapshot that freeze(mind) or the session's instruction_snapshot has.",
    });
  return snapshot.sections
    .map(({ renderedBlock }) => renderedBlock)
    .filter((block) => block !== "")
    .join("\n\n");
}

/** The kind of session that a prompt is for. */
export function sessionTypeOf(snapshot: InstructionSnapshot): "main" | "shared" {
  return snapshot.sections.some(({ data }) => data?.["sessionType"] === "shared") ? "shared" : "main";
}
