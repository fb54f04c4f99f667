// Commands about documents and the deltas that change them.

import { origin, reason, session, rowsIn } from "./row.ts";

export const DOCUMENTS = rowsIn(`
# Documents and deltas

docs = docs.run
  the documents of this mind and project, with sizes and budgets

plan = plan.run
  plan one change of one section; nothing is written yet
  $ plan --path USER.md --heading Tastes --content "- green tea"
  --path P  the document: USER.md, ~/.config/agents/…, ./AGENTS.md
  --url URL  or a remote document
  --heading H  the section's heading, exactly
  --level N  its level, 1-6
  --audience WHO  me (only this login), team or project: the document of that role for them (default: where the section is)
  --op OP  update, clear, delete, no-op, append or replace (default: follows from the content)
  --content T  the text; - reads stdin
  --old T  replace: the current text
  --scope S  update: section (default) or body, which keeps sub-sections
  ${session}
  ${origin}
  ${reason}
  --confidence 0-1  how sure the agent is
  --event ID  the session event that is quoted
  --from ID,ID  entries it was made from; it is trusted as little as the least trusted of them

audience DOC[#HEADING] [me|team|project] = audience.run, many
  who a section is for: me, team, project; or move one to another audience
  $ audience 'USER.md#Tastes' team
  --level N  the section's level, where its heading occurs at several

flush = deltas.flush
  end a session: what it planned becomes pending, or is staged
  --session ID  the session (default: all with something open)

status = status.run
  what is pending: entries to apply, proposals, conflicts, journals, damaged files

statusline = statusline.run
  one short line for a host's status line: pending decisions, enforced rules, the last refusal

apply = deltas.apply
  write what is pending into the documents
  --dry-run  say what would happen; change nothing
  --file F  only this document or pending file

resolve [FILE] = deltas.resolve
  resolve the conflicts of a document, or the only one; without --take it shows them
  $ resolve MEMORY.md --take entry
  --take WHAT  entry, document or both
  --entry ID  only this entry; of two that claim one section, this one

validate FILE = deltas.validate
  check a pending file as apply would
  $ validate last-word/monday.yaml

edit DOC = edit.run
  open a document in $EDITOR, locked; the edit is recorded in the ledger
  $ edit USER.md

forget TEXT|ENTRY = review.forget
  remove a text, or an entry's text, from documents, history, sessions, journals, pending files and the trash; interactive terminal only
  $ forget "my phone number" --everywhere
  --everywhere  required: confirms that history is included
`);
