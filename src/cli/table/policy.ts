// Commands about rules, the trash, and filters.

import { rowsIn } from "./row.ts";

export const POLICY = rowsIn(`
# Policy

policy report [FILE…] = policy.report, many, alone
  each line of AGENTS.md: enforced (and how), or advice (and why)
  note: Exit 1 where an instruction file cannot be read, since none of its rules is enforced then.

policy check [-- COMMAND…] = policy.check, many
  the verdict on one shell command (after --), or on JSON lines
  $ policy check -- git push --force
  --jsonl  stdin lines {"id","call",…} → {"id","verdict","reason","rules","call"?}
  --agents FILE  judge by this AGENTS.md
  note: One command: exit 2 where it is asked about or denied. A call is {"tool":"shell","command":…}, {"tool":"write","path":…} or
    {"tool":NAME,"input":{…}}. Every line of JSON gets a line; one that cannot be read gets {"id","error"}, and the exit code is 3 at the
    end.

policy test = policy.test
  rules that can never fire, your own cases, rules lost since a commit; exit 1 where something fails
  --cases FILE  your cases (default .agents/policy.cases.yaml, where it exists)
  --against REF  also: rules that this commit enforced and that are gone
  --fail-under N  also: fail where fewer than N percent of the instructions are enforced
  note: A case is \`- stop: COMMAND\`, \`- pass: COMMAND\`, or deny, ask or rewrite with a command or a call, with history and session. In
    a GitHub workflow failures are annotations of their lines.

policy confirm FILE:LINE = readings.confirm
  decide about a line: enforce it as it was read, ask each time, or treat it as advice; interactive terminal only
  $ policy confirm AGENTS.md:12
  --as HOW  enforce (default), ask or advice
  --rule ID  which reading, where the line has several
  note: The decision is kept by the line's text and its headings: when they change, you are asked again. codicil undo ID undoes it.

policy dismiss FILE:LINE = readings.dismiss
  the line does not mean what Codicil read: treat it as advice; interactive terminal only
  $ policy dismiss AGENTS.md:12
  --rule ID  which reading, where the line has several

policy read [FILE…] = policyRead.read, many
  let a language model read the lines that are not certain; its readings are proposed, never enforced by themselves
  --model MODEL  instead of the configured one
  --prompt  only print the request, as one JSON value, for any model
  --answers FILE  take the answers from a file: {"readings":[{"file","line","block","stop","pass"}]}
  note: Each reading is a policy item with at least 3 calls that it must stop and 5 that must pass; they are run, and a
    reading that gets one wrong is refused with the reason. Exit 1 where all are refused. codicil review shows the rest.

policy lock = readings.lock
  write what you confirmed about this project's files to .agents/policy.lock.yaml, for your team to review
  note: The lock file only tightens: it makes Codicil enforce readings that it would otherwise only propose.

policy log = policy.log
  the gate's verdicts, newest first
  --limit N  how many at most (default 50)
  --everywhere  of every machine of a common mind: your own login's, for a maintainer everybody's

policy explain ID = policy.explain
  one rule, or one verdict of the log
  $ policy explain AGENTS.md:12

policy backtest = policy.backtest
  what the current policy would have said about the calls of past sessions, yours and imported ones
  --since 30d  how far back (default 30d)
  --host H  only sessions of this host; codicil means Codicil's own
  --calls FILE  a list of calls instead: JSON lines {"call","cwd"?}

allow [HASH] = keys.allow
  let one exact call pass once; interactive terminal only; without HASH, the newest refused calls that may be allowed

unlock DURATION = keys.unlock
  let everything but red lines pass for a while (10m, 2h; 0 locks again); logged; interactive terminal only
  $ unlock 10m

hooks = hooks.list
  HOOK.md hooks, yours and this project's, and whether they run

hooks trust NAME = hooks.trust
  let a hook of this project or of a backup run, as it is now; interactive terminal only
  --hash H  only if it is still what \`codicil hooks\` showed
  --revoke  stop trusting it

# Trash

trash put [rm options] FILE… = trash.put, raw
  rm, but undoable: rm's options and messages, the files go to the trash
  $ trash put old.log

trash keep FILE… = trash.keep, raw
  keep a copy of files as they are now
  $ trash keep notes.md

trash list = trash.list, alone
  what is in the trash with sizes, oldest first

trash restore ID = trash.restore
  restore something to where it was
  --over  what is there now goes to the trash
  --to PATH  restore to another place

trash empty = trash.empty
  delete what is in the trash for good; interactive terminal only

# Filters

memory scan = content.scan
  stdin lines {"id","content","origin","target"} → {"id","verdict","why","text"?}: how memory would treat them
  --jsonl  read and write JSON lines

redact = content.redact
  reads text, prints it without its secrets
  --jsonl  lines {"id","text"} → {"id","text","found":[{"type"}]}

path check = pathCheck.run
  stdin lines {"id","kind":"delta-key"|"url","input"} → {"id","verdict","why"}
  --jsonl  read and write JSON lines
`);
