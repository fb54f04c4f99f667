// Commands for what is proposed, for history, and for the lines of memory.

import type { Command, Option } from "./row.ts";
import { limit, origin, reason, session } from "./options.ts";

const file: Option = { type: "string", value: "ROLE", help: "soul, user, memory or daily" };

export const REVIEW: readonly Command[] = [
  {
    name: "review",
    group: "Review and history",
    summary:
      "decide what is pending, one key each: conflicts, proposals, proposed readings of instruction files; without a terminal, a list",
    options: { list: { type: "boolean", help: "list them, whole, and decide nothing" } },
    run: ["review", "review"],
  },
  {
    name: "accept",
    example: "accept last",
    group: "Review and history",
    summary: "accept a proposal and apply it; interactive terminal only",
    arguments: "ID",
    options: { content: { type: "string", value: "T", help: "your wording instead; - reads stdin" } },
    run: ["review", "accept"],
  },
  {
    name: "reject",
    example: "reject last",
    group: "Review and history",
    summary: "reject a proposal",
    arguments: "ID",
    options: { "for-ever": { type: "boolean", help: "and the same content whenever it is proposed again" } },
    run: ["review", "reject"],
  },
  {
    name: "quarantine",
    group: "Review and history",
    summary: "lines of documents that do not reach the model, with the reason",
    run: ["quarantine", "list"],
  },
  {
    name: "release",
    example: "release MEMORY.md:12",
    group: "Review and history",
    summary: "approve a quarantined line unchanged; interactive terminal only",
    arguments: "DOC:LINE",
    run: ["quarantine", "release"],
  },
  {
    name: "trust",
    group: "Review and history",
    summary: "trust this project's own memory bank (a clone's is quarantined until then); interactive terminal only",
    options: { off: { type: "boolean", help: "stop trusting it" } },
    run: ["quarantine", "trust"],
  },
  {
    name: "log",
    group: "Review and history",
    summary: "the changes of a document, or of all, newest first",
    arguments: "[DOC]",
    options: { limit: { ...limit, help: "how many at most (default 20; 0: all; with --json all)" } },
    run: ["history", "log"],
  },
  {
    name: "blame",
    example: "blame MEMORY.md",
    group: "Review and history",
    summary: "who wrote each line",
    arguments: "DOC",
    run: ["history", "blame"],
  },
  {
    name: "explain",
    example: "explain MEMORY.md:12",
    group: "Review and history",
    summary: "which entry, session and reason wrote a line",
    arguments: "DOC:LINE",
    run: ["history", "explain"],
  },
  {
    name: "show",
    example: "show MEMORY.md",
    group: "Review and history",
    summary: "a document, now or as it was",
    arguments: "DOC",
    options: { at: { type: "string", value: "TIME", help: "an ISO time, a day, or a change's id" } },
    run: ["history", "show"],
  },
  {
    name: "undo",
    example: "undo last",
    group: "Review and history",
    summary: "undo one change, however long ago; or everything from a session or an origin",
    arguments: "[ID]",
    notes:
      "ID may be a unique part of an id, a number of the list that codicil log printed last on this terminal, or last. " +
      "Without ID, a terminal proposes the last change and asks.",
    options: {
      session: { type: "string", value: "ID", help: "everything that this session wrote" },
      origin: { type: "string", value: "WHO", help: "everything that came from this origin: agent, tool, web, file" },
    },
    run: ["history", "undo"],
  },
  {
    name: "memory add",
    arguments: "[TEXT]",
    example: 'memory add "Releases go out on Tuesdays" --section Deploy',
    group: "Memory",
    summary: "remember a fact: append it to a section of a memory document (Notes), creating it if missing",
    options: {
      file: { ...file, help: `${file.help} (default memory)` },
      section: { type: "string", value: "H", help: "the section" },
      content: { type: "string", value: "T", help: "the text; - reads stdin" },
      session,
      origin,
      reason,
    },
    run: ["memory", "add"],
  },
  {
    name: "memory replace",
    example: 'memory replace --file memory --section Tastes --old "green tea" --new "black tea"',
    group: "Memory",
    summary: "replace a text that occurs exactly once in a section",
    options: {
      file,
      section: { type: "string", value: "H", help: "the section" },
      old: { type: "string", value: "T", help: "the current text" },
      new: { type: "string", value: "T", help: "what takes its place; - reads stdin" },
      session,
      origin,
      reason,
    },
    run: ["memory", "replace"],
  },
  {
    name: "memory remove",
    example: "memory remove --file memory --section Tastes",
    group: "Memory",
    summary: "remove a section",
    options: { file, section: { type: "string", value: "H", help: "the section" }, session, origin, reason },
    run: ["memory", "remove"],
  },
  {
    name: "memory read",
    familyAlone: true,
    example: "memory read user",
    group: "Memory",
    summary: "a memory document, with pending changes included",
    arguments: "[ROLE]",
    options: { file, session },
    run: ["memory", "read"],
  },
];
