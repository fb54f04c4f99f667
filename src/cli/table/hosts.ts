// Commands that other agents, and the page, reach Codicil by.

import { ANY_HOST, session, sessionType, type Command } from "./row.ts";

export const HOST_COMMANDS: readonly Command[] = [
  {
    name: "install",
    example: "install claude",
    group: "Hosts",
    summary: "connect another agent: shows what would change, asks, writes its settings, and tests the gate",
    arguments: "HOST",
    options: {
      project: { type: "boolean", help: "the project's own settings instead of yours" },
      shared: { type: "boolean", help: "its sessions are shared: nothing private is loaded, recalled or written" },
      yes: { type: "boolean", short: "y", help: "write without asking" },
      diff: { type: "boolean", help: "show every line that would change, not only a summary" },
      "no-trust": { type: "boolean", help: "codex: trust the hooks yourself (/hooks in Codex)" },
    },
    notes: `HOST is ${ANY_HOST}. Existing settings stay; installing twice changes nothing. Exit 1 where the test call passes the gate.`,
    run: ["hosts", "install"],
  },
  {
    name: "uninstall",
    example: "uninstall claude",
    group: "Hosts",
    summary: "disconnect another agent: restores every settings file exactly",
    arguments: "HOST",
    options: {
      project: { type: "boolean", help: "the project's own settings instead of yours" },
      yes: { type: "boolean", short: "y", help: "write what is shown without asking" },
    },
    notes: "A file that was edited since then keeps the edits; only Codicil's lines are removed.",
    run: ["hosts", "uninstall"],
  },
  {
    name: "skills",
    group: "Hosts",
    summary: "list the Agent Skills that come with Codicil, or print one; install HOST copies them to the host's folder",
    arguments: "[NAME]",
    run: ["hosts", "skills"],
  },
  {
    name: "shims",
    group: "Hosts",
    summary: "CLAUDE.md and GEMINI.md that point to AGENTS.md (one @import, no link), for hosts that read only their own name",
    options: {
      yes: { type: "boolean", short: "y", help: "write what is shown without asking" },
      remove: { type: "boolean", help: "remove those that Codicil wrote and nobody edited" },
    },
    notes: "Files that Codicil did not write are never changed.",
    run: ["hosts", "shims"],
  },
  {
    name: "hook",
    group: "Hosts",
    summary:
      "run by hosts at their events: the host's JSON on stdin, the answer on stdout (claude, codex, copilot, cursor, gemini, kimi, qwen)",
    arguments: "HOST [EVENT]",
    raw: true,
    notes:
      "codicil install HOST writes the lines that call it. EVENT is the host's name for the event, for hosts whose " +
      "JSON does not name it. Before a call, any error ends with exit 2 and a reason, which every host takes as a " +
      "refusal.",
    run: ["hook", "run"],
  },
  {
    name: "mcp",
    group: "Hosts",
    summary: "an MCP server on stdin and stdout, or over HTTP on this machine: memory, recall, the bank, policy, for any MCP host",
    options: {
      http: { type: "boolean", help: "streamable HTTP on 127.0.0.1, with a bearer token, until it is stopped" },
      port: { type: "string", value: "N", help: "with --http: this port and no other (default: 4778, or the next free one)" },
      "session-type": sessionType,
      session: { ...session, help: "the session that entries are planned in (default: one of its own)" },
      hooked: { type: "boolean", help: "a Codicil hook already tells the session how memory is used; the server does not repeat it" },
    },
    notes:
      "For agents: it plans, reads and asks; it cannot accept, approve or undo. When it ends, what was planned is " +
      "flushed and applied, or becomes a proposal for you to approve.",
    run: ["mcp", "run"],
  },
  {
    name: "demo",
    makes: true,
    group: "Page",
    summary: "the page of a mind with a month of believable content, beside yours; removed when you stop it",
    arguments: "[DIR]",
    options: {
      port: { type: "string", value: "N", help: "this port and no other (default: 4777, or the next free one)" },
      "no-page": { type: "boolean", help: "only make it, and print what a shell needs to work in it; nothing is removed" },
    },
    notes: "With DIR, an empty folder of yours, it is kept.",
    run: ["demo", "demo"],
  },
  {
    name: "serve",
    group: "Page",
    summary: "start the local web page and its daemon, on this machine only",
    options: { port: { type: "string", value: "N", help: "this port and no other (default: 4777, or the next free one)" } },
    run: ["serve", "serve"],
  },
  {
    name: "token",
    group: "Page",
    summary: "print the running daemon's token, for its owner; or make one for another machine",
    options: {
      agent: { type: "boolean", help: "the weaker token for agents" },
      machine: { type: "string", value: "NAME", help: "a token for another machine: it reads and sends documents, as an agent" },
      documents: { type: "string", value: "LIST", help: "the documents that the machine may reach, separated by commas, or all" },
      revoke: { type: "boolean", help: "revoke the machine's token" },
      machines: { type: "boolean", help: "list the machines that have one" },
    },
    run: ["serve", "token"],
  },
];
