// Commands about documents and the deltas that change them.

import { origin, reason, session, type Command } from "./row.ts";

export const DOCUMENTS: readonly Command[] = [
  {
    name: "docs",
    group: "Documents and deltas",
    summary: "the documents of this mind and project, with sizes and budgets",
    run: ["docs", "run"],
  },
  {
    name: "plan",
    example: 'plan --path USER.md --heading Tastes --content "- green tea"',
    group: "Documents and deltas",
    summary: "plan one change of one section; nothing is written yet",
    options: {
      path: { type: "string", value: "P", help: "the document: USER.md, ~/.config/agents/…, ./AGENTS.md" },
      url: { type: "string", value: "URL", help: "or a remote document" },
      heading: { type: "string", value: "H", help: "the section's heading, exactly" },
      level: { type: "string", value: "N", help: "its level, 1-6" },
      audience: {
        type: "string",
        value: "WHO",
        help: "me (only this login), team or project: the document of that role for them (default: where the section is)",
      },
      op: { type: "string", value: "OP", help: "update, clear, delete, no-op, append or replace (default: follows from the content)" },
      content: { type: "string", value: "T", help: "the text; - reads stdin" },
      old: { type: "string", value: "T", help: "replace: the current text" },
      scope: { type: "string", value: "S", help: "update: section (default) or body, which keeps sub-sections" },
      session,
      origin,
      reason,
      confidence: { type: "string", value: "0-1", help: "how sure the agent is" },
      event: { type: "string", value: "ID", help: "the session event that is quoted" },
      from: { type: "string", value: "ID,ID", help: "entries it was made from; it is trusted as little as the least trusted of them" },
    },
    run: ["plan", "run"],
  },
  {
    name: "audience",
    example: "audience 'USER.md#Tastes' team",
    group: "Documents and deltas",
    summary: "who a section is for: me, team, project; or move one to another audience",
    arguments: "DOC[#HEADING] [me|team|project]",
    many: true,
    options: { level: { type: "string", value: "N", help: "the section's level, where its heading occurs at several" } },
    run: ["audience", "run"],
  },
  {
    name: "flush",
    group: "Documents and deltas",
    summary: "end a session: what it planned becomes pending, or is staged",
    options: { session: { ...session, help: "the session (default: all with something open)" } },
    run: ["deltas", "flush"],
  },
  {
    name: "status",
    group: "Documents and deltas",
    summary: "what is pending: entries to apply, proposals, conflicts, journals, damaged files",
    run: ["status", "run"],
  },
  {
    name: "statusline",
    group: "Documents and deltas",
    summary: "one short line for a host's status line: pending decisions, enforced rules, the last refusal",
    run: ["statusline", "run"],
  },
  {
    name: "apply",
    group: "Documents and deltas",
    summary: "write what is pending into the documents",
    options: {
      "dry-run": { type: "boolean", help: "say what would happen; change nothing" },
      file: { type: "string", value: "F", help: "only this document or pending file" },
    },
    run: ["deltas", "apply"],
  },
  {
    name: "resolve",
    example: "resolve MEMORY.md --take entry",
    group: "Documents and deltas",
    summary: "resolve the conflicts of a document, or the only one; without --take it shows them",
    arguments: "[FILE]",
    options: {
      take: { type: "string", value: "WHAT", help: "entry, document or both" },
      entry: { type: "string", value: "ID", help: "only this entry; of two that claim one section, this one" },
    },
    run: ["deltas", "resolve"],
  },
  {
    name: "validate",
    example: "validate last-word/monday.yaml",
    group: "Documents and deltas",
    summary: "check a pending file as apply would",
    arguments: "FILE",
    run: ["deltas", "validate"],
  },
  {
    name: "edit",
    example: "edit USER.md",
    group: "Documents and deltas",
    summary: "open a document in $EDITOR, locked; the edit is recorded in the ledger",
    arguments: "DOC",
    run: ["edit", "run"],
  },
  {
    name: "forget",
    example: 'forget "my phone number" --everywhere',
    group: "Documents and deltas",
    summary:
      "remove a text, or an entry's text, from documents, history, sessions, journals, pending files and the trash; " +
      "interactive terminal only",
    arguments: "TEXT|ENTRY",
    options: { everywhere: { type: "boolean", help: "required: confirms that history is included" } },
    run: ["review", "forget"],
  },
];
