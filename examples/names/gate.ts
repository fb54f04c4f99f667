// Names of `codicil` about rules, proposals and conflicts, each in a statement of its own: docs/api shows them. Run by a test.
//   node examples/names/gate.ts [FOLDER]

import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  accept,
  type After,
  afterCall,
  type AfterRequest,
  apply,
  AppError,
  asOwner,
  begin,
  type Conflict,
  conflicts,
  decide,
  type DecideRequest,
  type Decision,
  doctor,
  type DoctorReport,
  enforce,
  enforceOrThrow,
  type ErrorCode,
  ERRORS,
  type Finding,
  flush,
  gateTools,
  type GateToolsOptions,
  isAuthorized,
  openMind,
  plan,
  type Proposal,
  reject,
  resolve,
  review,
  SecurityViolation,
  type Take,
} from "codicil";

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), "codicil-example-"));
mkdirSync(join(folder, "shop"));
writeFileSync(join(folder, "shop/AGENTS.md"), "- Never run `terraform apply`.\n");
const mind = await openMind({ home: join(folder, "agents"), state: join(folder, "state"), cwd: join(folder, "shop") });
await begin(mind);
const person = asOwner();

// One call, before and after it runs.
const call = { tool: "shell", command: "terraform apply" } as const;
const request: DecideRequest = { call, sessionId: "monday" };
const decision: Decision = await decide(mind, request);
const ran: AfterRequest = { call: { tool: "shell", command: "ls" } };
const after: After = afterCall(mind, ran);

// The tools of a framework, each behind the gate.
const approve: GateToolsOptions["approve"] = async ({ decision: { verdict } }) => verdict === "ask" && process.stdin.isTTY;
const tools = gateTools({ shell: { execute: async ({ command }: { command: string }) => `ran ${command}` } }, mind, { approve });
const refused = await tools.shell.execute({ command: "terraform apply" }).catch((error: AppError) => error.code);

// What a kind of session may do at all.
const mayRead = enforce("shared", "read_memory");
const mayDelete = isAuthorized("main", "destructive_command", mind);
const isPrivate = (error: unknown) => error instanceof SecurityViolation;
let stopped = false;
try {
  enforceOrThrow("shared", "read_memory");
} catch (error) {
  stopped = isPrivate(error);
}

// What needs a person's approval.
await plan(mind, { path: "SOUL.md", heading: "Motto", content: "Move fast.", session: "monday" });
await plan(mind, { path: "SOUL.md", heading: "Values", content: "Say what is not known.", session: "monday" });
await flush(mind, "monday");
await apply(mind);
const proposals: Proposal[] = await review(mind);
const [motto, values] = proposals;
const no = await reject(mind, motto?.id ?? "", { person });
const yes = await accept(mind, values?.id ?? "", { person, hash: values?.hash });

// Two changes of one place.
await plan(mind, { path: "USER.md", heading: "Name", operation: "update", content: "Ada", session: "tuesday" });
writeFileSync(
  join(folder, "agents/USER.md"),
  readFileSync(join(folder, "agents/USER.md"), "utf8").replace("## Identity\n", "## Name\n\nGrace\n\n## Identity\n"),
);
await flush(mind, "tuesday");
await apply(mind);
const open: Conflict[] = await conflicts(mind);
const take: Take = "entry";
const resolved = open[0] === undefined ? [] : await resolve(mind, open[0].file, { take, person });

// What is wrong with it all, and what an error is called.
const checked: DoctorReport = await doctor(mind);
const findings: readonly Finding[] = checked.findings;
const code: ErrorCode = "CALL_REFUSED";
const { exit } = ERRORS[code];
await mind.close();

const seen = [decision.verdict, after.changes.length, refused, mayRead, mayDelete, stopped, proposals.length, no.status, yes.status];
console.log([...seen, open.length, resolved.map(({ status }) => status).join(), Array.isArray(findings), exit].join(" "));
