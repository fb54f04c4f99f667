// What a line may have meant: commands, and for what is no command a sentence. Each with the acts and the things that it is for.

import { ACTS, type Act, THINGS, type Thing } from "./vocabulary.ts";

export interface Answer {
  /** A command with what is always said behind it, or a sentence. */
  readonly text: string;
  /** True: it is what the act means first where it is said of nothing, or the thing where nothing is said of it. */
  readonly acts: ReadonlyMap<Act, boolean>;
  readonly things: ReadonlyMap<Thing, boolean>;
}

/** `text = acts / things`, the likelier answers of an act and a thing first; ! marks what it is meant by first. */
export const ANSWERS: readonly Answer[] = answersIn(`
undo last = undo! remove / newest change
undo --session last = undo / session
trash restore = undo / trash document
undo = undo! / proposal document memory a_file change an_id
restore = undo import / backup
accept = accept! / proposal change an_id
policy dismiss = reject remove stop disconnect suspend permit / rule rules_file a_line
policy confirm = accept connect change stop / rule rules_file a_line
policy confirm = stop disconnect / asking
review = decide! list show accept! reject! check / proposal! conflict! asking! an_id
reject = reject! refuse remove stop / proposal an_id
trash list = list show / trash!
trash empty = empty! remove / trash
session list = list! show resume trace / session!
session list = trace / host
session show last = show list start / newest! session
session show = show trace start / session an_id
policy report = list show check add update refuse! trace stop / rule! rules_file enforcement!
policy report = / asking rules_file!
policy test = check / rule ci! rules_file
policy explain last = explain! show / verdict enforcement
policy explain = explain show / rule an_id verdict a_line!
log = trace! / change! document memory a_file
log = list show / change
policy log = trace! list show permit / verdict! rule enforcement
policy log = trace / host
policy backtest = check / verdict
policy lock = export sync / rule
policy read = check / model
unlock 0 = lock! stop / enforcement
unlock 0 = accept connect resume start / enforcement
unlock 10m = suspend! disconnect permit stop remove / enforcement asking a_time!
unlock 10m = suspend disconnect permit / rule
allow = permit! accept / verdict command! asking rule an_id host!
allow = undo / verdict
hooks trust = accept connect permit add / hook
hooks = list show / hook!
status = show list check / status!
overview = list show / host! status! mind! place! quickstart! mcp
memory add = add! remember! apply / memory document config
memory read daily = list show / day!
memory add --file daily = add remember / day
memory replace = change update / memory
memory read = show list start / memory!
memory remove = remove! / memory document
docs = list! show sync / document! memory mind place shim
docs = list show check / budget
docs = / cost place
show = show! start undo / document a_file
recall = search! / session document memory
recall --rebuild = rebuild! / memory
edit SOUL.md = change! / identity
show SOUL.md = show / identity!
edit MEMORY.md = change! remove / memory
edit = change! remove start update / document a_file line shim
edit ./AGENTS.md = change add / rule rules_file
backup = export! sync / backup! memory mind place document session machine
export okf = export / document memory
export bundle = export! / mind memory
export okf = sync / document memory
restore = undo / mind
import = import! / memory host
session import = import! / session host backup
session export = export / session
session handoff = export sync / session prompt
session branch = fork! change / session
session clone = fork! add / session
session hide = remove change / session
session verify = check / session
session start = add start / session
chat --session last = resume! start / session
chat = say! start / session model
forget = forget! remove empty / everywhere! session secret memory document line quarantine mind place
flush = stop / session
trash put = remove add / trash document a_file
log -n 1 = trace show / newest!
blame = trace explain / line! document memory a_file
blame = show / line
explain = explain! / change line a_line! memory
explain = show / a_line
explain = explain / document
apply = apply! accept add / change document
plan = add change / document
validate = check / document
resolve = accept show change / conflict
doctor = check! / problem! secret! host config memory mind place document status
policy check = check! start connect / command! rule enforcement
doctor --fix = empty! check / problem memory
audience = sync change / document
sync = add connect / machine
sync = sync! update! / machine! mind memory document
move = change add sync / machine
init = add start connect! / mind quickstart!
install = connect! add start update / host! hook skill mcp
uninstall = disconnect! remove stop / host mcp hook
mcp = start show / mcp!
skills = list show / skill!
shims = show change add / shim!
demo = try! start / quickstart!
serve = start! show / page! token! cost!
token = show list add update / token!
prompt = show list / prompt!
prompt diff = check / prompt
heartbeat on = connect start / summary
heartbeat off = disconnect stop / summary
heartbeat = distil! show add / summary!
help = / commands!
help --all = list show / commands! command
--version = show check / version!
completion = add connect start / completion!
quarantine = list show check / quarantine!
release = accept permit / quarantine line a_line
redact = remove / secret!
where = show / rules_file

A chat takes its model from --model PROVIDER/NAME or last-word/config.yaml, and the provider's key from the environment (OPENAI_API_KEY). = change show add connect list / model!
Codicil speaks the language of LANG (LANG=zh_CN.UTF-8 or en_US.UTF-8); the page has a button for it. = change show add connect start / language!
NO_COLOR=1 turns colours off; the page has a button for light and dark. = change show disconnect suspend start / colour!
Settings are in last-word/config.yaml of the mind's home (~/.config/agents); docs/formats.md lists the keys. = change show add update connect / config! model
Budgets are in last-word/config.yaml of the mind's home (~/.config/agents); codicil docs shows them with the sizes. = change add suspend remove / budget!
The key . turns the page's notifications on and off, and a browser can forbid them. = suspend disconnect stop connect change show / notice!
Rules are lines of AGENTS.md: write the line there. = add refuse! change / rule rules_file
codicil serve shows on its page what sessions cost. = show list / cost!
codicil serve prints a link that opens the page in a browser; Ctrl+C in its terminal stops it. = stop start disconnect / page
Ctrl+C stops codicil serve and codicil chat. = stop!
npm install -g codicil updates the program. = update! check / version! program
npm uninstall -g codicil removes the program; codicil uninstall HOST disconnects an agent. = disconnect remove / program
Add --home FOLDER to work on another mind. = change connect / mind!
`);

function answersIn(text: string): Answer[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const end = line.lastIndexOf(" = ");
      const [acts = "", things = ""] = line.slice(end + " = ".length).split("/");
      return { text: line.slice(0, end), acts: marksIn(acts, ACTS), things: marksIn(things, THINGS) };
    });
}

function marksIn<Name extends string>(text: string, known: Readonly<Record<Name, string>>): ReadonlyMap<Name, boolean> {
  const words = text.split(" ").filter((word) => word !== "");
  return new Map(
    words.map((word) => {
      const name = word.replace("!", "");
      if (!Object.hasOwn(known, name)) throw new Error(`src/cli/meant/answers.ts: nothing is called ${word} in ${text}`);
      return [name as Name, name !== word] as const;
    }),
  );
}
