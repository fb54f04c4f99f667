// The last line of a run: `N passed, N failed`, for people and programs that read only that. Before it, by name, what passed
// only at the second try.

import type { Reporter, TestModule } from "vitest/node";

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0 };
    const late: string[] = [];
    for (const module of modules) {
      // A file that could not be loaded, or a hook that failed, is a failure without a test: vitest calls its tests skipped.
      const groups = [module, ...module.children.allSuites()];
      count.failed += groups.filter((group) => group.errors().length > 0).length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (test.diagnostic()?.flaky === true) late.push(`passed at the second try: ${module.relativeModuleId} > ${test.fullName}`);
        if (state === "passed" || state === "failed" || state === "skipped") count[state]++;
      }
    }
    // Behind everything the default reporter prints.
    setImmediate(() =>
      process.stdout.write(
        `\n${late.map((line) => `${line}\n`).join("")}${count.passed} passed, ${count.failed} failed${count.skipped === 0 ? "" : `, ${count.skipped} skipped`}\n`,
      ),
    );
  }
}
