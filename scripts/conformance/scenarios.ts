// What the suite asks for and we do not have, with the reason. Everything else has to pass, and a scenario that nobody here has looked
// at is a failure too.

export const SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12";

export interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
  readonly details?: { readonly untestable?: boolean };
}

/** Scenarios that apply to Codicil's server. */
const APPLIES = [
  "server-initialize",
  "server-session-lifecycle",
  "server-stateless",
  "ping",
  "tools-list",
  "resources-list",
  "sep-2164-resource-not-found",
  "prompts-list",
  "dns-rebinding-protection",
  "caching",
  "http-header-validation",
  "server-sse-polling",
  "server-sse-multiple-streams",
];

const OWN_TOOLS = "calls a tool, prompt or resource of the suite's own test server";
/** By the beginning of a scenario's name. */
const NOT_OURS: readonly (readonly [begin: string, reason: string])[] = [
  ["tools-call-", OWN_TOOLS],
  ["json-schema-2020-12", OWN_TOOLS],
  ["elicitation-", OWN_TOOLS],
  ["resources-read-", OWN_TOOLS],
  ["resources-templates-read", OWN_TOOLS],
  ["prompts-get-", OWN_TOOLS],
  ["http-custom-header-", OWN_TOOLS],
  ["input-required-result-", "the server never asks the client for input; a person approves elsewhere"],
  ["logging-set-level", "the server sends no log messages and declares none"],
  ["completion-complete", "the server completes no arguments and declares none"],
  ["resources-subscribe", "resources are read, not watched; none is declared"],
  ["resources-unsubscribe", "resources are read, not watched; none is declared"],
  ["tasks-", "an extension that the server does not declare"],
  ["sep-2640-skills-", "an extension that the server does not declare"],
];

export interface Faults {
  readonly failures: readonly string[];
  readonly lines: readonly string[];
}

/** `partial`: one scenario was asked for. */
export function faultsIn(results: ReadonlyMap<string, readonly Check[]>, { partial = false } = {}): Faults {
  const [failures, lines]: [string[], string[]] = [[], []];
  for (const name of partial ? [] : APPLIES.filter((each) => !results.has(each))) failures.push(`${name} did not run`);
  for (const [name, checks] of results) {
    const reason = NOT_OURS.find(([begin]) => name.startsWith(begin))?.[1];
    if (reason !== undefined) {
      lines.push(`does not apply  ${name}: ${reason}`);
      continue;
    }
    if (!APPLIES.includes(name)) failures.push(`${name} is not known here`);
    // The suite says itself where a check needs a tool of its own test server.
    const failed = checks.filter(({ status, details }) => status === "FAILURE" && details?.untestable !== true);
    failures.push(...failed.map(({ id, errorMessage }) => `${name}, ${id}: ${errorMessage ?? ""}`));
    const passed = checks.filter(({ status }) => status === "SUCCESS").length;
    lines.push(`${failed.length === 0 ? "ok    " : "FAILED"}          ${name}: ${passed} of ${checks.length} checks passed`);
  }
  return { failures, lines: lines.sort() };
}
