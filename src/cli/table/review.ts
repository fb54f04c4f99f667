// Commands for what is proposed, for history, and for the lines of memory.

import { origin, reason, session, rowsIn } from "./row.ts";

export const REVIEW = rowsIn(`
# Review and history

review = review.review
  decide what is pending, one key each: conflicts, proposals, proposed readings of instruction files; without a terminal, a list
  --list  list them, whole, and decide nothing

accept ID = review.accept
  accept a proposal and apply it; interactive terminal only
  $ accept last
  --content T  your wording instead; - reads stdin

reject ID = review.reject
  reject a proposal
  $ reject last
  --for-ever  and the same content whenever it is proposed again

quarantine = quarantine.list
  lines of documents that do not reach the model, with the reason

release DOC:LINE = quarantine.release
  approve a quarantined line unchanged; interactive terminal only
  $ release MEMORY.md:12

trust = quarantine.trust
  trust this project's own memory bank (a clone's is quarantined until then); interactive terminal only
  --off  stop trusting it

log [DOC] = history.log
  the changes of a document, or of all, newest first
  -n --limit N  how many at most (default 20; 0: all; with --json all)

blame DOC = history.blame
  who wrote each line
  $ blame MEMORY.md

explain DOC:LINE = history.explain
  which entry, session and reason wrote a line
  $ explain MEMORY.md:12

show DOC = history.show
  a document, now or as it was
  $ show MEMORY.md
  --at TIME  an ISO time, a day, or a change's id

undo [ID] = history.undo
  undo one change, however long ago; or everything from a session or an origin
  $ undo last
  --session ID  everything that this session wrote
  --origin WHO  everything that came from this origin: agent, tool, web, file
  note: ID may be a unique part of an id, a number of the list that codicil log printed last on this terminal, or last. Without ID, a
    terminal proposes the last change and asks.

# Memory

memory add [TEXT] = memory.add
  remember a fact: append it to a section of a memory document (Notes), creating it if missing
  $ memory add "Releases go out on Tuesdays" --section Deploy
  --file ROLE  soul, user, memory or daily (default memory)
  --section H  the section
  --content T  the text; - reads stdin
  ${session}
  ${origin}
  ${reason}

memory replace = memory.replace
  replace a text that occurs exactly once in a section
  $ memory replace --file memory --section Tastes --old "green tea" --new "black tea"
  --file ROLE  soul, user, memory or daily
  --section H  the section
  --old T  the current text
  --new T  what takes its place; - reads stdin
  ${session}
  ${origin}
  ${reason}

memory remove = memory.remove
  remove a section
  $ memory remove --file memory --section Tastes
  --file ROLE  soul, user, memory or daily
  --section H  the section
  ${session}
  ${origin}
  ${reason}

memory read [ROLE] = memory.read, alone
  a memory document, with pending changes included
  $ memory read user
  --file ROLE  soul, user, memory or daily
  ${session}
`);
