// Commands that make, move and look after a mind, and the chat.

import type { Command } from "./row.ts";

export const SET_UP: readonly Command[] = [
  {
    name: "init",
    group: "Set-up",
    summary: "create a mind: asks for a name and a character at a terminal, takes defaults otherwise; never overwrites",
    options: {
      yes: { type: "boolean", short: "y", help: "take the defaults without asking" },
      project: { type: "boolean", help: "also create the project's memory bank" },
      profile: { type: "string", value: "NAME", help: "agents, agentkit, x-agent or scorel" },
      name: { type: "string", value: "TEXT", help: "the agent's name" },
      personality: { type: "string", value: "TEXT", help: "its character" },
      style: { type: "string", value: "TEXT", help: "its way of speaking" },
    },
    run: ["init", "run"],
  },
  {
    name: "chat",
    group: "Chat",
    summary: "talk to your agent, with any model or none; without a terminal, one message per line",
    options: {
      model: { type: "string", value: "M", help: "PROVIDER/NAME, or offline (default: config.yaml, else the environment)" },
      session: { type: "string", value: "ID", help: "continue this session" },
      shared: { type: "boolean", help: "a shared session: nothing private is loaded, recalled or written" },
    },
    notes:
      "At a terminal: /help lists the commands, !COMMAND runs one, Ctrl+C stops an answer or ends the session. Exit 0; " +
      "143 after SIGTERM, 129 after SIGHUP, each with the session ended properly.",
    run: ["chat", "run"],
  },
  {
    name: "heartbeat",
    group: "Chat",
    summary: "distil the last seven days into proposals for MEMORY.md, now; on and off: once a day when a chat ends",
    arguments: "[on|off|status]",
    options: {
      model: { type: "string", value: "M", help: "PROVIDER/NAME, or offline" },
      "dry-run": { type: "boolean", help: "show what would be proposed" },
    },
    notes: "Nothing happens in the background unless it is on or the daemon runs. Without a model, only explicit statements are found.",
    run: ["heartbeat", "run"],
  },
  {
    name: "backup",
    makes: true,
    example: "backup mind.tar.gz",
    group: "Set-up",
    summary: "write the whole mind, with its history, into one .tar.gz",
    arguments: "FILE",
    run: ["backup", "backup"],
  },
  {
    name: "restore",
    example: "restore mind.tar.gz",
    group: "Set-up",
    summary: "restore a backup: data, never keys or trust; checked first, nothing overwritten unless --over (which backs up what is there)",
    arguments: "FILE",
    options: { over: { type: "boolean", help: "replace what is there, after a backup of it" } },
    run: ["backup", "restore"],
  },
  {
    name: "move",
    example: "move --to files",
    group: "Set-up",
    summary: "move what several machines share to a database, or back to files; compared by hash, can be resumed",
    options: { to: { type: "string", value: "postgres://…|files", help: "where to" } },
    notes:
      "The config is switched last; nothing is removed from the database. Where a mind is there already, this machine " +
      "joins it. docs/many-machines.md has the address's options.",
    run: ["common", "move"],
  },
  {
    name: "sync",
    group: "Set-up",
    summary: "sync this machine with the others, by the database or a Git remote: sends local changes, fetches the others'",
    options: {
      with: {
        type: "string",
        value: "REMOTE|off",
        help: "from now on sync by this Git remote: git@host:me/mind.git, https://…, a bare repository's path",
      },
    },
    notes:
      "With a database every command syncs when it starts, and this one says what happened; with a Git remote only " +
      "this command and codicil serve sync. Exit 4 where there is a conflict to resolve, 1 where the remote cannot be " +
      "reached.",
    run: ["common", "sync"],
  },
  {
    name: "export bundle",
    makes: true,
    example: "export bundle ./mind",
    group: "Set-up",
    summary: "write the whole mind, with its history, into a folder of plain files; of any size",
    arguments: "DIR",
    run: ["transfer", "exportBundle"],
  },
  {
    name: "export okf",
    makes: true,
    example: "export okf ./mind",
    group: "Set-up",
    summary: "write the documents as a bundle of the Open Knowledge Format 0.2, one file for each section",
    arguments: "DIR",
    notes:
      "Each file says who wrote its newest line and when. Nothing but text: no history, sessions or rules. codicil " +
      "import okf DIR reads such a bundle.",
    run: ["transfer", "exportOkf"],
  },
  {
    name: "import",
    example: "import claude",
    group: "Set-up",
    summary: "import a bundle, AgentKit's documents, or another tool's memory, as proposals",
    arguments: "FROM [DIR]",
    many: true,
    options: { over: { type: "boolean", help: "codicil: replace what is there, after a backup of it" } },
    notes:
      "FROM is codicil (a bundle; checked first, nothing overwritten unless --over), agentkit (its documents are " +
      "copied where this mind has none of its own; ~/.agentkit is not changed), claude, codex, gemini, hermes or " +
      "openclaw; or basic-memory, chatgpt, claude-mem, letta, mem0 or okf (Open Knowledge Format), with the file or " +
      "folder that the program exported. For a tool, DIR is its folder or a folder of memory files; the default is the " +
      "tool's own folder. Its files are only read; every note becomes a proposal (codicil review) with the file that " +
      "it came from. Importing again proposes what is new.",
    run: ["transfer", "importFrom"],
  },
  {
    name: "merge-driver",
    group: "Set-up",
    summary: "Git's merge driver for documents and ledgers: by lines, without markers; conflicts go to staging",
    arguments: "BASE OURS THEIRS PATH",
    many: true,
    notes:
      "For a mind that is synced by Git instead of a database: git config merge.codicil.driver 'codicil merge-driver " +
      "%O %A %B %P', and *.md merge=codicil in .gitattributes.",
    run: ["common", "mergeDriver"],
  },
  {
    name: "doctor",
    group: "Set-up",
    summary:
      "check for problems: places, permissions, secrets, hidden text, duplicates, dead paths, contradictions, budgets; " +
      "ours and other tools'",
    options: {
      own: { type: "boolean", help: "only this mind's documents, not those of Claude Code, Codex, AgentKit, Hermes, OpenClaw, Gemini CLI" },
      fix: { type: "string", value: "ID", help: "repair this one finding; at a terminal doctor asks about each" },
      ci: {
        type: "boolean",
        help: "only secrets, hidden text and dead references in this project's instruction files; exit 1 where there is one",
      },
    },
    notes: "Exit 1 where there are errors, 0 otherwise. Nothing is changed without --fix or your answer; other tools' files never are.",
    run: ["doctor", "run"],
  },
  {
    name: "overview",
    group: "Set-up",
    summary: "where you stand: mind, connected hosts, rules, what is pending, next steps (also: codicil alone, at a terminal)",
    run: ["overview", "run"],
  },
  {
    name: "completion",
    example: "completion bash",
    group: "Set-up",
    summary: "completion for your shell: bash, zsh or fish",
    arguments: "SHELL",
    notes:
      'In ~/.bashrc: eval "$(codicil completion bash)"; in ~/.zshrc the same with zsh; codicil completion fish > ' +
      "~/.config/fish/completions/codicil.fish.",
    run: ["completion", "run"],
  },
];
