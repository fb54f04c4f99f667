// Commands that other agents, and the page, reach Codicil by.

import { ANY_HOST, sessionType, rowsIn } from "./row.ts";

export const HOST_COMMANDS = rowsIn(`
# Hosts

install HOST = hosts.install
  connect another agent: shows what would change, asks, writes its settings, and tests the gate
  $ install claude
  --project  the project's own settings instead of yours
  --shared  its sessions are shared: nothing private is loaded, recalled or written
  -y --yes  write without asking
  --diff  show every line that would change, not only a summary
  --no-trust  codex: trust the hooks yourself (/hooks in Codex)
  note: HOST is ${ANY_HOST}. Existing settings stay; installing twice changes nothing. Exit 1 where the test call passes the gate.

uninstall HOST = hosts.uninstall
  disconnect another agent: restores every settings file exactly
  $ uninstall claude
  --project  the project's own settings instead of yours
  -y --yes  write what is shown without asking
  note: A file that was edited since then keeps the edits; only Codicil's lines are removed. Without a terminal nobody is asked.

skills [NAME] = hosts.skills
  list the Agent Skills that come with Codicil, or print one; install HOST copies them to the host's folder

shims = hosts.shims
  CLAUDE.md and GEMINI.md that point to AGENTS.md (one @import, no link), for hosts that read only their own name
  -y --yes  write what is shown without asking
  --remove  remove those that Codicil wrote and nobody edited
  note: Files that Codicil did not write are never changed.

hook HOST [EVENT] = hook.run, raw
  run by hosts at their events: the host's JSON on stdin, the answer on stdout (claude, codex, copilot, cursor, gemini, kimi, qwen)
  note: codicil install HOST writes the lines that call it. EVENT is the host's name for the event, for hosts whose JSON does not name it.
    Before a call, any error ends with exit 2 and a reason, which every host takes as a refusal.

mcp = mcp.run
  an MCP server on stdin and stdout, or over HTTP on this machine: memory, recall, the bank, policy, for any MCP host
  --http  streamable HTTP on 127.0.0.1, with a bearer token, until it is stopped
  --port N  with --http: this port and no other (default: 4778, or the next free one)
  ${sessionType}
  --session ID  the session that entries are planned in (default: one of its own)
  --hooked  a Codicil hook already tells the session how memory is used; the server does not repeat it
  note: For agents: it plans, reads and asks; it cannot accept, approve or undo. When it ends, what was planned is flushed and applied, or
    becomes a proposal for you to approve.

# Page

demo [DIR] = demo.demo, makes
  the page of a mind with a month of believable content, beside yours; removed when you stop it
  --port N  this port and no other (default: 4777, or the next free one)
  --no-page  only make it, and print what a shell needs to work in it; nothing is removed
  note: With DIR, an empty folder of yours, it is kept.

serve = serve.serve
  start the local web page and its daemon, on this machine only
  --port N  this port and no other (default: 4777, or the next free one)

token = serve.token
  print the running daemon's token, for its owner; or make one for another machine
  --agent  the weaker token for agents
  --machine NAME  a token for another machine: it reads and sends documents, as an agent
  --documents LIST  the documents that the machine may reach, separated by commas, or all
  --revoke  revoke the machine's token
  --machines  list the machines that have one
`);
