// The last line of a run: `N passed, N failed`, for people and programs that read only that. Before it, by name, what passed
// only at the second try.

import type { Reporter, TestModule } from "vitest/node";

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0 };
    const late: string[] = [];
    for (const module of modules) {
      // A file that could not even be loaded is a failure without a test.
      const tests = [...module.children.allTests()];
      if (tests.length === 0 && module.state() === "failed") count.failed++;
      for (const test of tests) {
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
