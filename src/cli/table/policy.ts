// Commands about rules, the trash, and filters.

import type { Command, Option } from "./row.ts";

const rule: Option = { type: "string", value: "ID", help: "which reading, where the line has several" };

export const POLICY: readonly Command[] = [
  {
    name: "policy report",
    familyAlone: true,
    group: "Policy",
    summary: "each line of AGENTS.md: enforced (and how), or advice (and why)",
    arguments: "[FILE…]",
    many: true,
    run: ["policy", "report"],
  },
  {
    name: "policy check",
    example: "policy check -- git push --force",
    group: "Policy",
    summary: "the verdict on one shell command (after --), or on JSON lines",
    arguments: "[-- COMMAND…]",
    many: true,
    options: {
      jsonl: { type: "boolean", help: 'stdin lines {"id","call",…} → {"id","verdict","reason","rules","call"?}' },
      agents: { type: "string", value: "FILE", help: "judge by this AGENTS.md" },
    },
    notes:
      'One command: exit 2 where it is asked about or denied. A call is {"tool":"shell","command":…}, {"tool":"write","path":…} or ' +
      '{"tool":NAME,"input":{…}}. Every line of JSON gets a line; one that cannot be read gets {"id","error"}, and the exit code is 3 ' +
      "at the end.",
    run: ["policy", "check"],
  },
  {
    name: "policy test",
    group: "Policy",
    summary: "rules that can never fire, your own cases, rules lost since a commit; exit 1 where something fails",
    options: {
      cases: { type: "string", value: "FILE", help: "your cases (default .agents/policy.cases.yaml, where it exists)" },
      against: { type: "string", value: "REF", help: "also: rules that this commit enforced and that are gone" },
      "fail-under": { type: "string", value: "N", help: "also: fail where fewer than N percent of the instructions are enforced" },
    },
    notes:
      "A case is `- stop: COMMAND`, `- pass: COMMAND`, or deny, ask or rewrite with a command or a call, with history " +
      "and session. In a GitHub workflow failures are annotations of their lines.",
    run: ["policy", "test"],
  },
  {
    name: "policy confirm",
    example: "policy confirm AGENTS.md:12",
    group: "Policy",
    summary: "decide about a line: enforce it as it was read, ask each time, or treat it as advice; interactive terminal only",
    arguments: "FILE:LINE",
    options: { as: { type: "string", value: "HOW", help: "enforce (default), ask or advice" }, rule },
    notes: "The decision is kept by the line's text and its headings: when they change, you are asked again. codicil undo ID undoes it.",
    run: ["readings", "confirm"],
  },
  {
    name: "policy dismiss",
    example: "policy dismiss AGENTS.md:12",
    group: "Policy",
    summary: "the line does not mean what Codicil read: treat it as advice; interactive terminal only",
    arguments: "FILE:LINE",
    options: { rule },
    run: ["readings", "dismiss"],
  },
  {
    name: "policy read",
    group: "Policy",
    summary: "let a language model read the lines that are not certain; its readings are proposed, never enforced by themselves",
    arguments: "[FILE…]",
    many: true,
    options: {
      model: { type: "string", value: "MODEL", help: "instead of the configured one" },
      prompt: { type: "boolean", help: "only print the request, as one JSON value, for any model" },
      answers: {
        type: "string",
        value: "FILE",
        help: 'take the answers from a file: {"readings":[{"file","line","block","stop","pass"}]}',
      },
    },
    notes:
      "Each reading is a policy item with calls that it must stop and calls that must pass; they are run, and a " +
      "reading that gets one wrong is refused with the reason. codicil review shows the rest.",
    run: ["policyRead", "read"],
  },
  {
    name: "policy lock",
    group: "Policy",
    summary: "write what you confirmed about this project's files to .agents/policy.lock.yaml, for your team to review",
    notes: "The lock file only tightens: it makes Codicil enforce readings that it would otherwise only propose.",
    run: ["readings", "lock"],
  },
  {
    name: "policy log",
    group: "Policy",
    summary: "the gate's verdicts, newest first",
    options: {
      limit: { type: "string", value: "N", help: "how many at most (default 50)" },
      everywhere: { type: "boolean", help: "of every machine of a common mind: your own login's, for a maintainer everybody's" },
    },
    run: ["policy", "log"],
  },
  {
    name: "policy explain",
    example: "policy explain AGENTS.md:12",
    group: "Policy",
    summary: "one rule, or one verdict of the log",
    arguments: "ID",
    run: ["policy", "explain"],
  },
  {
    name: "policy backtest",
    group: "Policy",
    summary: "what the current policy would have said about the calls of past sessions, yours and imported ones",
    options: {
      since: { type: "string", value: "30d", help: "how far back (default 30d)" },
      host: { type: "string", value: "H", help: "only sessions of this host; codicil means Codicil's own" },
      calls: { type: "string", value: "FILE", help: 'a list of calls instead: JSON lines {"call","cwd"?}' },
    },
    run: ["policy", "backtest"],
  },
  {
    name: "allow",
    group: "Policy",
    summary: "let one exact call pass once; interactive terminal only",
    arguments: "HASH",
    run: ["keys", "allow"],
  },
  {
    name: "unlock",
    example: "unlock 10m",
    group: "Policy",
    summary: "let everything but red lines pass for a while (10m, 2h; 0 locks again); logged; interactive terminal only",
    arguments: "DURATION",
    run: ["keys", "unlock"],
  },
  { name: "hooks", group: "Policy", summary: "HOOK.md hooks, yours and this project's, and whether they run", run: ["hooks", "list"] },
  {
    name: "hooks trust",

    group: "Policy",
    summary: "let a hook of this project or of a backup run, as it is now; interactive terminal only",
    arguments: "NAME",
    options: {
      hash: { type: "string", value: "H", help: "only if it is still what `codicil hooks` showed" },
      revoke: { type: "boolean", help: "stop trusting it" },
    },
    run: ["hooks", "trust"],
  },
  {
    name: "trash put",
    example: "trash put old.log",
    group: "Trash",
    summary: "rm, but undoable: rm's options and messages, the files go to the trash",
    arguments: "[rm options] FILE…",
    raw: true,
    run: ["trash", "put"],
  },
  {
    name: "trash keep",
    example: "trash keep notes.md",
    group: "Trash",
    summary: "keep a copy of files as they are now",
    arguments: "FILE…",
    raw: true,
    run: ["trash", "keep"],
  },
  {
    name: "trash list",
    familyAlone: true,
    group: "Trash",
    summary: "what is in the trash with sizes, oldest first",
    run: ["trash", "list"],
  },
  {
    name: "trash restore",

    group: "Trash",
    summary: "restore something to where it was",
    arguments: "ID",
    options: {
      over: { type: "boolean", help: "what is there now goes to the trash" },
      to: { type: "string", value: "PATH", help: "restore to another place" },
    },
    run: ["trash", "restore"],
  },
  {
    name: "trash empty",
    group: "Trash",
    summary: "delete what is in the trash for good; interactive terminal only",
    run: ["trash", "empty"],
  },
  {
    name: "memory scan",
    group: "Filters",
    summary: 'stdin lines {"id","content","origin","target"} → {"id","verdict","why","text"?}: how memory would treat them',
    options: { jsonl: { type: "boolean", help: "read and write JSON lines" } },
    run: ["content", "scan"],
  },
  {
    name: "redact",
    group: "Filters",
    summary: "reads text, prints it without its secrets",
    options: { jsonl: { type: "boolean", help: 'lines {"id","text"} → {"id","text","found":[{"type"}]}' } },
    run: ["content", "redact"],
  },
  {
    name: "path check",
    group: "Filters",
    summary: 'stdin lines {"id","kind":"delta-key"|"url","input"} → {"id","verdict","why"}',
    options: { jsonl: { type: "boolean", help: "read and write JSON lines" } },
    run: ["pathCheck", "run"],
  },
];
