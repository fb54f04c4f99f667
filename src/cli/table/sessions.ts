// Commands about prompts, sessions and what is found in them.

import { ANY_HOST, reason, sessionType, rowsIn } from "./row.ts";

export const SESSIONS = rowsIn(`
# Prompt and sessions

prompt = prompt.prompt
  the prompt that a new session would get (--json: the snapshot), or that a session has
  --receipt  what it is made of: lines, bytes, tokens, hashes, why, what was left out
  --session ID  the frozen prompt of this session
  ${sessionType}
  --render R  AGENTS.md: distilled (default), full or none

prompt diff A [B] = prompt.diff, many
  what differs between the prompts of two sessions; B may be now, which is the default
  $ prompt diff last

where FILE = where.run
  which instruction files apply to a path, in which order, for Codicil and for each known host
  $ where src/main.ts

session start = session.start
  start a session: its prompt is frozen and stored first
  ${sessionType}
  --render R  AGENTS.md: distilled (default), full or none

session list = session.list, alone
  the sessions, newest first
  -n --limit N  how many at most (default 50; 0: all; with --json all)

session show ID = session.show
  a session's transcript
  $ session show last
  --at EVENT  up to this event
  --all  every event with its id, also what the transcript hides

session context ID = session.context
  what the model would get: {"systemPrompt","messages"}
  $ session context last
  --at EVENT  at this event (default: the active leaf)

session replay ID = session.context
  what the model got at an event
  $ session replay last
  --at EVENT  at this event (default: the active leaf)

session verify ID = session.verify
  rebuild prompt and contexts from the session's file and compare them with what was stored
  $ session verify last

session clone ID = session.clone
  a new session with the same prompt and events
  $ session clone last
  --at EVENT  only the branch up to this event

session branch ID = session.branch
  continue from an earlier event of the same session
  $ session branch last --at EVENT
  --at EVENT  the event

session hide ID = session.hide
  hide one of your turns from later contexts; it stays in the transcript
  $ session hide last --at EVENT
  --at EVENT  the message that the turn begins with
  ${reason}

session append ID = session.append
  append the events on stdin, all or none
  --jsonl  one event a line: {"type",…}; id, seq, ts and parentId are filled in

session steer ID = session.steer
  guide a running turn: a harness item at the active leaf
  $ session steer last --content "use pnpm"
  --content T  the text; - reads stdin

session announce ID = session.announce
  tell the session what is new: another day, edits that are not in its prompt
  $ session announce last

session import HOST [DIR] = sessionImport.run, many
  import the transcripts of another agent as sessions; the originals are kept unchanged
  $ session import claude
  note: HOST is claude, codex, copilot, cursor, gemini, kimi, opencode, pi, qwen, or all. DIR is a folder or a file; the default is the
    host's own folder. The host's files are only read. Importing again adds what is new.

session handoff ID = session.handOver
  what another agent needs to continue a session's work, as one short Markdown file without secrets
  $ session handoff last --to codex
  --to HOST  the program that continues: ${ANY_HOST}
  --out FILE  write it there instead of printing it

session export ID = session.exportSession
  a session as one document
  $ session export last
  --format F  md (default), json or jsonl

# Recall

recall [QUERY] = recall.recall, many
  search documents, daily files and sessions, without a model
  $ recall "when did we choose SQLite"
  -k --limit N  how many hits at most (default 10)
  --page N  the next ones: page 2 begins behind the first so many hits
  --scope SCOPE  main (default), shared (nothing private) or project
  --open N  show the section or the turns around hit N, and where it stands on the disk
  --corpus FILE  search this data instead: JSON lines {"id","text","doc"?,"heading"?,"speaker"?,"day"?}
  --queries FILE  with --corpus: JSON lines {"id","query","day"?} → {"id","hits"}
  --jsonl  write JSON lines (--corpus always does)
  --status  show what is searched, and whether vectors are on and for how many units
  --rebuild  rebuild the index, with every vector
  --learn  learn on your own documents how much vectors should count
  note: A query is any text. \`"exact words"\`, \`not:word\`, \`in:NAME\`, \`by:SPEAKER\`, \`day:2026-05-01\` (also \`2026-05\`, \`A..B\`,
    \`yesterday\`), \`before:DAY\`, \`after:DAY\` and \`session:ID\` narrow it.

bank read QUESTION = bank.read, many
  what the project's memory bank says about a question, as a reader pack (YAML): summary, evidence, open questions, conflicts with the
    files
  $ bank read "how are errors handled"
  note: Reads one to three documents, more for a stated reason, ten files at most. Uses no model: the same files and question give the
    same pack.

bank check = bank.check
  check a reader pack on stdin: its shape, and every quote against the file that it names
  note: Exit 4 where a quote is not at the place that the pack names.

bank protocol = bank.protocol
  the Memory Bank Protocol as text for a host's prompt
  --index  with the project's index and where to read on
  --key-trigger  instead: the optional snippet for orchestrators with a Phase 0, as JSON of their configuration
`);
