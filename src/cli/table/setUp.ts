// Commands that make, move and look after a mind, and the chat.

import { rowsIn } from "./row.ts";

export const SET_UP = rowsIn(`
# Set-up

init = init.run
  create a mind: asks for a name and a character at a terminal, takes defaults otherwise; never overwrites
  -y --yes  take the defaults without asking
  --project  also create the project's memory bank
  --profile NAME  agents, agentkit, x-agent or scorel
  --name TEXT  the agent's name
  --personality TEXT  its character
  --style TEXT  its way of speaking

# Chat

chat = chat.run
  talk to your agent, with any model or none; without a terminal, one message per line
  --model M  PROVIDER/NAME, or offline (default: config.yaml, else the environment)
  --session ID  continue this session
  --shared  a shared session: nothing private is loaded, recalled or written
  note: At a terminal: /help lists the commands, !COMMAND runs one, Ctrl+C stops an answer or ends the session. Exit 0; 143 after SIGTERM,
    129 after SIGHUP, each with the session ended properly. Without a terminal, 1 or 3 where a message has no answer.

heartbeat [on|off|status] = heartbeat.run
  distil the last seven days into proposals for MEMORY.md, now; on and off: once a day when a chat ends
  --model M  PROVIDER/NAME, or offline
  --dry-run  show what would be proposed
  note: Nothing happens in the background unless it is on or the daemon runs. Without a model, only explicit statements are found.

# Set-up

backup FILE = backup.backup, makes
  write the whole mind, with its history, into one .tar.gz
  $ backup mind.tar.gz

restore FILE = backup.restore
  restore a backup: data, never keys or trust; checked first, nothing overwritten unless --over (which backs up what is there)
  $ restore mind.tar.gz
  --over  replace what is there, after a backup of it

move = common.move
  move what several machines share to a database, or back to files; compared by hash, can be resumed
  $ move --to files
  --to postgres://…|files  where to
  note: The config is switched last; nothing is removed from the database. Where a mind is there already, this machine joins it.
    docs/many-machines.md has the address's options.

sync = common.sync
  sync this machine with the others, by the database or a Git remote: sends local changes, fetches the others'
  --with REMOTE|off  from now on sync by this Git remote: git@host:me/mind.git, https://…, a bare repository's path
  note: With a database every command syncs when it starts, and this one says what happened; with a Git remote only this command and
    codicil serve sync. Exit 4 where there is a conflict to resolve, 1 where the remote cannot be reached.

export bundle DIR = transfer.exportBundle, makes
  write the whole mind, with its history, into a folder of plain files; of any size
  $ export bundle ./mind

export okf DIR = transfer.exportOkf, makes
  write the documents as a bundle of the Open Knowledge Format 0.2, one file for each section
  $ export okf ./mind
  note: Each file says who wrote its newest line and when. Nothing but text: no history, sessions or rules. codicil import okf DIR reads
    such a bundle.

import FROM [DIR] = transfer.importFrom, many
  import a bundle, AgentKit's documents, or another tool's memory, as proposals
  $ import claude
  --over  codicil: replace what is there, after a backup of it
  note: FROM is codicil (a bundle; checked first, nothing overwritten unless --over), agentkit (its documents are copied where this mind
    has none of its own; ~/.agentkit is not changed), claude, codex, gemini, hermes or openclaw; or basic-memory, chatgpt, claude-mem,
    letta, mem0 or okf (Open Knowledge Format), with the file or folder that the program exported. For a tool, DIR is its folder or a
    folder of memory files; the default is the tool's own folder. Its files are only read; every note becomes a proposal (codicil review)
    with the file that it came from. Importing again proposes what is new.

merge-driver BASE OURS THEIRS PATH = common.mergeDriver, many
  Git's merge driver for documents and ledgers: by lines, without markers; conflicts go to staging
  note: For a mind that is synced by Git instead of a database: git config merge.codicil.driver 'codicil merge-driver %O %A %B %P', and
    *.md merge=codicil in .gitattributes.

doctor = doctor.run
  check for problems: places, permissions, secrets, hidden text, duplicates, dead paths, contradictions, budgets; ours and other tools'
  --own  only this mind's documents, not those of Claude Code, Codex, AgentKit, Hermes, OpenClaw, Gemini CLI
  --fix ID  repair this one finding; at a terminal doctor asks about each
  --ci  only secrets, hidden text and dead references in this project's instruction files; exit 1 where there is one
  note: Exit 1 where there are errors, 0 otherwise. Nothing is changed without --fix or your answer; other tools' files never are.

overview = overview.run
  where you stand: mind, connected hosts, rules, what is pending, next steps (also: codicil alone, at a terminal)

completion SHELL = completion.run
  completion for your shell: bash, zsh or fish
  $ completion bash
  note: In ~/.bashrc: eval "$(codicil completion bash)"; in ~/.zshrc the same with zsh; codicil completion fish >
    ~/.config/fish/completions/codicil.fish.
`);
