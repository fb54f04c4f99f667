// Commands about prompts, sessions and what is found in them.

import type { Command, Option } from "./row.ts";
import { ANY_HOST, limit, reason, sessionType } from "./options.ts";

const at: Option = { type: "string", value: "EVENT", help: "at this event (default: the active leaf)" };
const render: Option = { type: "string", value: "R", help: "AGENTS.md: distilled (default), full or none" };

export const SESSIONS: readonly Command[] = [
  {
    name: "prompt",
    group: "Prompt and sessions",
    summary: "the prompt that a new session would get (--json: the snapshot), or that a session has",
    options: {
      receipt: { type: "boolean", help: "what it is made of: lines, bytes, tokens, hashes, why, what was left out" },
      session: { type: "string", value: "ID", help: "the frozen prompt of this session" },
      "session-type": sessionType,
      render,
    },
    run: ["prompt", "prompt"],
  },
  {
    name: "prompt diff",
    example: "prompt diff last",
    group: "Prompt and sessions",
    summary: "what differs between the prompts of two sessions; B may be now, which is the default",
    arguments: "A [B]",
    many: true,
    run: ["prompt", "diff"],
  },
  {
    name: "where",
    example: "where src/main.ts",
    group: "Prompt and sessions",
    summary: "which instruction files apply to a path, in which order, for Codicil and for each known host",
    arguments: "FILE",
    run: ["where", "run"],
  },
  {
    name: "session start",
    group: "Prompt and sessions",
    summary: "start a session: its prompt is frozen and stored first",
    options: { "session-type": sessionType, render },
    run: ["session", "start"],
  },
  {
    name: "session list",
    familyAlone: true,
    group: "Prompt and sessions",
    summary: "the sessions, newest first",
    options: { limit: { ...limit, help: "how many at most (default 50; 0: all; with --json all)" } },
    run: ["session", "list"],
  },
  {
    name: "session show",
    example: "session show last",
    group: "Prompt and sessions",
    summary: "a session's transcript",
    arguments: "ID",
    options: {
      at: { ...at, help: "up to this event" },
      all: { type: "boolean", help: "every event with its id, also what the transcript hides" },
    },
    run: ["session", "show"],
  },
  {
    name: "session context",
    example: "session context last",
    group: "Prompt and sessions",
    summary: 'what the model would get: {"systemPrompt","messages"}',
    arguments: "ID",
    options: { at },
    run: ["session", "context"],
  },
  {
    name: "session replay",
    example: "session replay last",
    group: "Prompt and sessions",
    summary: "what the model got at an event",
    arguments: "ID",
    options: { at },
    run: ["session", "context"],
  },
  {
    name: "session verify",
    example: "session verify last",
    group: "Prompt and sessions",
    summary: "rebuild prompt and contexts from the session's file and compare them with what was stored",
    arguments: "ID",
    run: ["session", "verify"],
  },
  {
    name: "session clone",
    example: "session clone last",
    group: "Prompt and sessions",
    summary: "a new session with the same prompt and events",
    arguments: "ID",
    options: { at: { ...at, help: "only the branch up to this event" } },
    run: ["session", "clone"],
  },
  {
    name: "session branch",
    example: "session branch last --at EVENT",
    group: "Prompt and sessions",
    summary: "continue from an earlier event of the same session",
    arguments: "ID",
    options: { at: { ...at, help: "the event" } },
    run: ["session", "branch"],
  },
  {
    name: "session hide",
    example: "session hide last --at EVENT",
    group: "Prompt and sessions",
    summary: "hide one of your turns from later contexts; it stays in the transcript",
    arguments: "ID",
    options: { at: { ...at, help: "the message that the turn begins with" }, reason },
    run: ["session", "hide"],
  },
  {
    name: "session append",
    group: "Prompt and sessions",
    summary: "append the events on stdin, all or none",
    arguments: "ID",
    options: { jsonl: { type: "boolean", help: 'one event a line: {"type",…}; id, seq, ts and parentId are filled in' } },
    run: ["session", "append"],
  },
  {
    name: "session steer",
    example: 'session steer last --content "use pnpm"',
    group: "Prompt and sessions",
    summary: "guide a running turn: a harness item at the active leaf",
    arguments: "ID",
    options: { content: { type: "string", value: "T", help: "the text; - reads stdin" } },
    run: ["session", "steer"],
  },
  {
    name: "session announce",
    example: "session announce last",
    group: "Prompt and sessions",
    summary: "tell the session what is new: another day, edits that are not in its prompt",
    arguments: "ID",
    run: ["session", "announce"],
  },
  {
    name: "session import",
    example: "session import claude",
    group: "Prompt and sessions",
    summary: "import the transcripts of another agent as sessions; the originals are kept unchanged",
    arguments: "HOST [DIR]",
    many: true,
    notes:
      "HOST is claude, codex, copilot, cursor, gemini, kimi, opencode, pi, qwen, or all. DIR is a folder or a file; " +
      "the default is the host's own folder. The host's files are only read. Importing again adds what is new.",
    run: ["sessionImport", "run"],
  },
  {
    name: "session handoff",
    example: "session handoff last --to codex",
    group: "Prompt and sessions",
    summary: "what another agent needs to continue a session's work, as one short Markdown file without secrets",
    arguments: "ID",
    options: {
      to: { type: "string", value: "HOST", help: `the program that continues: ${ANY_HOST}` },
      out: { type: "string", value: "FILE", help: "write it there instead of printing it" },
    },
    run: ["session", "handOver"],
  },
  {
    name: "session export",
    example: "session export last",
    group: "Prompt and sessions",
    summary: "a session as one document",
    arguments: "ID",
    options: { format: { type: "string", value: "F", help: "md (default), json or jsonl" } },
    run: ["session", "exportSession"],
  },
  {
    name: "recall",
    example: 'recall "when did we choose SQLite"',
    group: "Recall",
    summary: "search documents, daily files and sessions, without a model",
    arguments: "[QUERY]",
    many: true,
    options: {
      limit: { type: "string", value: "N", short: "k", help: "how many hits at most (default 10)" },
      page: { type: "string", value: "N", help: "the next ones: page 2 begins behind the first so many hits" },
      scope: { type: "string", value: "SCOPE", help: "main (default), shared (nothing private) or project" },
      open: { type: "string", value: "N", help: "show the section or the turns around hit N, and where it stands on the disk" },
      corpus: {
        type: "string",
        value: "FILE",
        help: 'search this data instead: JSON lines {"id","text","doc"?,"heading"?,"speaker"?,"day"?}',
      },
      queries: { type: "string", value: "FILE", help: 'with --corpus: JSON lines {"id","query","day"?} → {"id","hits"}' },
      jsonl: { type: "boolean", help: "write JSON lines (--corpus always does)" },
      status: { type: "boolean", help: "show what is searched, and whether vectors are on and for how many units" },
      rebuild: { type: "boolean", help: "rebuild the index, with every vector" },
      learn: { type: "boolean", help: "learn on your own documents how much vectors should count" },
    },
    notes:
      'A query is any text. `"exact words"`, `not:word`, `in:NAME`, `by:SPEAKER`, `day:2026-05-01` (also `2026-05`, ' +
      "`A..B`, `yesterday`), `before:DAY`, `after:DAY` and `session:ID` narrow it.",
    run: ["recall", "recall"],
  },
  {
    name: "bank read",
    example: 'bank read "how are errors handled"',
    group: "Recall",
    summary:
      "what the project's memory bank says about a question, as a reader pack (YAML): summary, evidence, open " +
      "questions, conflicts with the files",
    arguments: "QUESTION",
    many: true,
    notes:
      "Reads one to three documents, more for a stated reason, ten files at most. Uses no model: the same files and " +
      "question give the same pack.",
    run: ["bank", "read"],
  },
  {
    name: "bank check",
    group: "Recall",
    summary: "check a reader pack on stdin: its shape, and every quote against the file that it names",
    notes: "Exit 4 where a quote is not at the place that the pack names.",
    run: ["bank", "check"],
  },
  {
    name: "bank protocol",
    group: "Recall",
    summary: "the Memory Bank Protocol as text for a host's prompt",
    options: {
      index: { type: "boolean", help: "with the project's index and where to read on" },
      "key-trigger": {
        type: "boolean",
        help: "instead: the optional snippet for orchestrators with a Phase 0, as JSON of their configuration",
      },
    },
    run: ["bank", "protocol"],
  },
];
