// The facts of a prompt that has no files yet, and one section of the prompt that is made of them.

import type { InstructionSection, InstructionSnapshot } from "../../src/schema/index.ts";
import { buildSnapshot, type SnapshotFacts } from "../../src/snapshot/index.ts";

export const facts = (more: Partial<SnapshotFacts> = {}): SnapshotFacts => ({
  sessionType: "main",
  agents: { files: [], render: "full" },
  memory: { documents: [], leftOut: [] },
  workspace: { cwd: "/p", repoRoot: null, monorepo: null, modules: [], more: 0 },
  environment: { platform: "linux", osVersion: "6", shell: null, git: "none", branch: null },
  time: { startedAt: 0, timeZone: "UTC" },
  ...more,
});

export function promptSection(kind: InstructionSection["kind"], more: Partial<SnapshotFacts>) {
  const found = sectionOf(buildSnapshot(facts(more)), kind);
  return { renderedBlock: found?.renderedBlock ?? "", sources: found?.sources ?? [] };
}

export function sectionOf(snapshot: InstructionSnapshot, kind: InstructionSection["kind"]): InstructionSection | undefined {
  return snapshot.sections.find((section) => section.kind === kind);
}
