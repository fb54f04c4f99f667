// Long files begin first. A fresh checkout knows no times, and vitest would go by size: a minute of one small file at the end, with
// the other workers idle.

import { existsSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Longer than half a minute on two quiet cores, the longest first. */
const SLOW = [
  "recipes/recipes",
  "package/package",
  "hosts/residentGate",
  "daemon/screens",
  "daemon/homeAndInbox",
  "gate/deadline",
  "hosts/install",
  "many/sessions",
  "fault/errno",
  "hosts/plugins",
  "daemon/pages",
  "store/postgres",
  "many/recall",
  "many/gitSync",
  "daemon/chat",
].map((name) => {
  if (!existsSync(new URL(`${name}.test.ts`, import.meta.url))) throw new Error(`test/slowFirst.ts names ${name}, which is gone`);
  return `/test/${name}.test.ts`;
});

const rank = ({ moduleId }: TestSpecification): number => {
  const at = SLOW.findIndex((end) => moduleId.endsWith(end));
  return at === -1 ? SLOW.length : at;
};

export default class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
