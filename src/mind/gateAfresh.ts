// The gate where no kept policy holds: compiler and analysis in one, because the compiler needs the analysis itself to run
// the examples of its rules. In a file of its own in the release.

export { judgeCall } from "./gateJudge.ts";
export { compileAt } from "./hosting/compileAt.ts";
