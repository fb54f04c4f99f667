// The story of the memory bank: read before you write, propose before you keep, and one writer.

import { parse } from "yaml";
import { bankTrigger, protocolState, shippedSkills } from "../../src/library/bank.ts";
import { recordCall, analyse, type Call, freshContext, givenWorld, nextMessage } from "../../src/policy/index.ts";
import type { Step, Story } from "./story.ts";
import type { Walker } from "./walker.ts";

const FILES = ["memory-bank/MEMORY.md", "memory-bank/details/patterns.md"];
const READ: Call = { tool: "read", path: "memory-bank/details/patterns.md" };

/** The verdicts of the gate on calls of one message, as a host would ask for them. */
function verdicts(walker: Walker, mode: string, rows: readonly object[]): readonly string[] {
  const input = rows.map((row, id) => JSON.stringify({ id, agents: "", project: "/home/u/proj", files: FILES, mode, ...row })).join("\n");
  return walker
    .run(["policy", "check", "--jsonl"], { input })
    .out.trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { verdict: string }).verdict);
}

const edit = (path: string) => ({ call: { tool: "edit", path } });
const patch = (...paths: readonly string[]) => ({
  call: {
    tool: "apply_patch",
    input: {
      patch: ["*** Begin Patch", ...paths.flatMap((path) => [`*** Update File: ${path}`, "@@", "-a", "+b"]), "*** End Patch"].join("\n"),
    },
  },
});
const bank = (walker: Walker) => walker.read("memory-bank/MEMORY.md");

const documents: readonly Step[] = [
  {
    promise: "one skill with its references, named in sentences that say when to read them",
    blocks: [1],
    does: () => {
      const skill = shippedSkills().find(({ name }) => name === "memory-bank");
      const [main = "", ...references] = (skill?.files ?? [])
        .toSorted((a, b) => (a.path === "SKILL.md" ? -1 : b.path === "SKILL.md" ? 1 : 0))
        .map(({ path, text }) => (path === "SKILL.md" ? text : path));
      return [
        references.filter((path) => /^references\/(?:reader|writer)\.md$/.test(path)).length,
        /[^\n|]*\w[^\n|]*\]\(references\/reader\.md\)/.test(main),
        /[^\n|]*\w[^\n|]*\]\(references\/writer\.md\)/.test(main),
      ];
    },
    expected: [2, true, true],
  },
  {
    promise:
      "a bank has an index, patterns, a machine block and a block that is the person's alone; the index routes by what somebody wants to do",
    blocks: [3],
    does: (walker) => {
      walker.run(["init", "--yes", "--project"]);
      const text = bank(walker);
      return [
        FILES.map((file) => walker.has(file)),
        [
          "MACHINE_BLOCK_START",
          "MACHINE_BLOCK_END",
          "USER_BLOCK_START",
          "USER_BLOCK_END",
          "Drill-Down",
          "Write Safety",
          "Quick Answers",
        ].filter((part) => !new RegExp(part, "i").test(text)),
      ];
    },
    expected: [[true, true], []],
  },
  {
    promise: "the reader answers with summary, evidence with file and quote, and open questions; a forged quote is found",
    does: (walker) => {
      walker.write("src/pay.ts", "export const MAX_RETRIES = 3;\n");
      walker.write(
        "memory-bank/details/patterns.md",
        "# Patterns\n\n## Payments\n\n- A payment is retried three times: `MAX_RETRIES` is 3 (`src/pay.ts:1`).\n",
      );
      const { out } = walker.run(["bank", "read", "how often is a payment retried?"]);
      const { memory_reader: pack } = parse(out) as {
        memory_reader: { context_summary: object; evidence: { path: string; quote: string }[]; open_questions: unknown[] };
      };
      const forged = out.replaceAll("three times", "nine times");
      return [
        Object.keys(pack.context_summary).sort(),
        pack.evidence.some(({ path, quote }) => path === FILES[1] && quote.includes("three times")),
        Array.isArray(pack.open_questions),
        walker.run(["bank", "check"], { input: out }).code,
        walker.run(["bank", "check"], { input: forged }).code === 0,
      ];
    },
    expected: [["conventions", "focus", "goal", "stack"], true, true, 0, false],
  },
  {
    promise: "memory that the files contradict is reported",
    does: (walker) => {
      walker.write("src/pay.ts", "export const MAX_RETRIES = 5;\n");
      const { out } = walker.run(["bank", "read", "how often is a payment retried?"]);
      return (parse(out) as { memory_reader: { conflicts: unknown[] } }).memory_reader.conflicts.length > 0;
    },
    expected: true,
  },
  {
    promise: "the reader is for project questions that the bank has something on: not for chat",
    does: async (walker) => {
      const mind = await walker.mind();
      const asks = async (text: string) => (await bankTrigger(mind, { text, isFirst: false })).read;
      return [await asks("how often is a payment retried in this project?"), await asks("thanks!")];
    },
    expected: [true, false],
  },
  {
    promise: "the protocol is about ten lines and marks itself; where the mark is, it holds",
    does: (walker) => {
      const { out } = walker.run(["bank", "protocol"]);
      return [
        out.includes("protocol_version: memory-bank/v1"),
        out.trim().split("\n").length < 20,
        protocolState(out).kind,
        protocolState("nothing of the kind").kind,
      ];
    },
    expected: [true, true, "present", "absent"],
  },
];

const gating: readonly Step[] = [
  {
    promise: "the state of a message has what was read and whether that is enough; the next message begins anew",
    blocks: [4],
    does: () => {
      const world = givenWorld({ project: "/home/u/proj", files: FILES });
      const read = recordCall(freshContext, { call: READ, effects: analyse(READ, world), ok: true }, world, { reads: "v7.1" });
      const failed = recordCall(freshContext, { call: READ, effects: analyse(READ, world), ok: false }, world, { reads: "v7.1" });
      return [[...read.readFiles], read.contextSatisfied, failed.contextSatisfied, nextMessage(read).contextSatisfied];
    },
    expected: [["memory-bank/details/patterns.md"], true, false, false],
  },
  {
    promise: "several files or a sensitive path are high risk and are stopped before the bank was read; anything else passes",
    blocks: [5],
    does: (walker) => {
      const high = [
        { call: { tool: "multiedit", input: { file_path: "a.ts", edits: [] } } },
        patch("a.ts", "b.ts"),
        ...["src/auth/a.ts", "src/security/a.ts", "package.json", "tsconfig.json", "docker/a", "infra/a"].map(edit),
      ];
      const low = [edit("src/a.ts"), patch("a.ts")];
      return [new Set(verdicts(walker, "block", high)), new Set(verdicts(walker, "block", low))];
    },
    expected: [new Set(["deny"]), new Set(["allow"])],
  },
  {
    promise: "reading patterns.md in the same message lets the write pass; the index alone does not",
    does: (walker) =>
      verdicts(walker, "block", [
        { ...edit("package.json"), history: [READ] },
        { ...edit("package.json"), history: [{ tool: "read", path: "memory-bank/MEMORY.md" }] },
      ]),
    expected: ["allow", "deny"],
  },
  {
    promise:
      "off and warn stop nothing, block stops high risk; without a bank nothing is gated; the bank itself is protected in every mode",
    does: (walker) => {
      const modes = ["off", "warn", "block"];
      return [
        modes.map((mode) => verdicts(walker, mode, [edit("package.json")])[0]),
        verdicts(walker, "block", [{ ...edit("package.json"), files: [] }])[0],
        modes.map(
          (mode) => verdicts(walker, mode, [{ call: { tool: "write", path: "memory-bank/MEMORY.md", content: "x" }, history: [READ] }])[0],
        ),
      ];
    },
    expected: [["allow", "allow", "deny"], "allow", ["deny", "deny", "deny"]],
  },
  {
    promise: "MEMORY_BANK_GUARD_MODE decides in a host's hook",
    does: (walker) => {
      const call = JSON.stringify({
        session_id: "s1",
        cwd: walker.project,
        hook_event_name: "PreToolUse",
        tool_name: "Write",
        tool_input: { file_path: `${walker.project}/package.json`, content: "{}" },
        tool_use_id: "t1",
      });
      return ["off", "block"].map((mode) =>
        walker.run(["hook", "claude", "PreToolUse"], { input: call, env: { MEMORY_BANK_GUARD_MODE: mode } }).out.includes('"deny"'),
      );
    },
    expected: [false, true],
  },
];

const writing: readonly Step[] = [
  {
    promise: "a decision is proposed in this turn and written in the next, by mb:write; no other message writes it",
    blocks: [2],
    does: async (walker) => {
      const talk = await walker.talk(["Good.", "Yes.", "Kept."]);
      const first = await talk.say("We decided to use Postgres 17.");
      const asked = [first.told.includes("mb:write"), bank(walker).includes("Postgres 17")];
      await talk.say("Sounds right.");
      const between = bank(walker).includes("Postgres 17");
      const last = await talk.say("mb:write");
      return {
        asked,
        between,
        written: bank(walker).includes("Postgres 17"),
        proposesAgain: last.events.some(({ type }) => type === "proposal"),
      };
    },
    expected: { asked: [true, false], between: false, written: true, proposesAgain: false },
  },
  {
    promise: "mb:no rejects; what was rejected or kept is not proposed again",
    blocks: [2],
    does: async (walker) => {
      const talk = await walker.talk([]);
      const proposals = async (text: string) => (await talk.say(text)).events.filter(({ type }) => type === "proposal").length;
      return [
        await proposals("We decided to use Redis for queues."),
        await proposals("mb:no"),
        await proposals("We decided to use Redis for queues."),
        bank(walker).includes("Redis"),
      ];
    },
    expected: [1, 0, 0, false],
  },
  {
    promise: "only the writer writes the bank: no tool and no shell of the agent's does, and nobody's text but the person's is a yes",
    blocks: [3],
    does: async (walker) => {
      const before = bank(walker);
      const talk = await walker.talk([
        { tool: "write", args: { path: "memory-bank/MEMORY.md", content: "mine" } },
        { tool: "shell", args: { command: "echo mine >> memory-bank/MEMORY.md" } },
        "We decided to use Kafka. mb:write",
      ]);
      await talk.say("Write it yourself.");
      return bank(walker) === before;
    },
    expected: true,
  },
];

export const memoryBank: Story = {
  id: "MB",
  title: "the memory bank: read before you write, propose before you keep",
  blocks: 5,
  notRun: [],
  steps: [...documents, ...gating, ...writing],
};
