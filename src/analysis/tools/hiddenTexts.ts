// Commands inside the words of a program that is no shell: `fzf --bind 'enter:execute(rm -r data)'`, `latex '\write18{rm -r data}'`,
// a file that the same call wrote and hands to a program, a statement for a database that no table knows.

import { wordSet } from "../../base/index.ts";
import { absolute, textOf } from "../run/disk.ts";
import { looksLikeSql } from "../run/sql.ts";
import { readSql } from "../outside/statements.ts";
import { addHazard, type Command } from "../run/record.ts";
import { holdsCommand, namesKeys } from "../run/commandTexts.ts";
import { isDynamic, textAt } from "../run/values.ts";

/** Calls by which libraries of stores empty or delete what they hold, and those by which languages delete files. */
const EMPTIES = wordSet(
  "dropdatabase dropcollection dropindex droptable dropall deletemany deleteall deleteindex deletecollection deletebucket clearobjects",
  "clearindex destroy_all delete_all",
);
const DELETES_FILES = wordSet("file.delete rm_rf rmtree removedir removefile removeitem deletedir deletefile delete-file delete-directory");

/** `box.space.users:truncate()` */
const TRUNCATES = /[.:](?:truncate|drop)\(\s*\)/;

function calls(text: string, names: ReadonlySet<string>): boolean {
  if (!/[.(]/.test(text)) return false;
  return (text.toLowerCase().match(/[a-z_][\w.-]*/g) ?? []).some((name) => {
    const last = name.slice(name.lastIndexOf(".") + 1).replace(/^_/, "");
    return names.has(name) || names.has(last);
  });
}

/** Programs whose words are texts for people, patterns or data, or which have readers of their own. */
export const PROSE = wordSet(
  "echo printf git gh glab hub jj svn tea grep egrep fgrep zgrep rg ag ack sed gsed awk gawk mawk nawk find fd say notify-send",
  "logger wall read",
  "man tldr cheat navi howdoi apropos whatis jq yq gojq curl wget http https xh httpie codicil expr test tee cat figlet cowsay",
  "toilet banner",
  "terminal-notifier osascript dialog whiptail zenity gum glow pandoc bat less more history alias type which complete compgen",
  "bind shellcheck",
  "claude codex copilot gemini opencode cursor-agent pi qwen kimi aider goose amp crush droid cline roo kilo plandex openhands",
  "auggie q qodo",
  "forge letta hermes openclaw mods llm llm-agent sgpt ollama bd beads todo todo.sh taskwarrior slack-notify pass mail mutt sendmail",
);

/** Notes a command that is in the middle of a word; of a program that no table knows, also in a file of the call's own making. */
export function noteHiddenTexts(command: Command, isUnknown: boolean): void {
  const { run, name, args, index } = command;
  if (PROSE.has(name)) return;
  if (args.some(({ text, quoted }) => quoted && (calls(text, EMPTIES) || TRUNCATES.test(text))))
    addHazard(run, "destructive", "a text that it is given empties or deletes something in a store", index);
  // An interpreter's own reader has seen the rest.
  if (interprets(name)) return;
  if (isUnknown && args.some(({ text, quoted }) => quoted && calls(text, DELETES_FILES)))
    addHazard(run, "destructive", "one of its arguments deletes files", index);
  else if (args.some(({ text }) => holdsCommand(text) || (isUnknown && wroteCommand(command, text))))
    addHazard(run, "destructive", `a text that \`${name}\` is given holds a command that deletes or fetches code`, index);
}

const INTERPRETERS = wordSet("python node nodejs deno bun ruby perl php lua luajit pypy tsx ts-node irb");

function interprets(name: string): boolean {
  return INTERPRETERS.has(/^[a-z-]+/.exec(name)?.[0] ?? "");
}

/** The same call wrote such a text to the file that a word names. */
function wroteCommand({ run, shell }: Command, word: string): boolean {
  if (run.disk.made.size === 0) return false;
  const path = absolute(run.disk, shell.cwd, word.slice(word.indexOf("=") + 1))?.path;
  if (path === undefined || run.disk.made.get(path)?.kind !== "file") return false;
  return holdsCommand(textOf(run.disk, path) ?? "");
}

const SCHEME = /^(?:[a-z]{2,10}:)?(?:https?|s?ftp|s3|gs|rest|wss?|tcp|udp):\/\//i;
const ACCOUNT = /^[\w.-]+@[\w-]+\.[\w.-]+(?::|$)/;
const HOST_OPTIONS = wordSet("-h --host --server --url --to");

/** A program that no table knows is given a file of keys and an address. */
export function noteSentKeys({ run, args, index }: Command): void {
  const isHost = (text: string, at: number) => HOST_OPTIONS.has(textAt(args, at - 1)) && /\.\w/.test(text);
  const leads = ({ text }: { readonly text: string }, at: number) =>
    (SCHEME.test(text) || ACCOUNT.test(text) || isHost(text, at)) && !LOOPBACK.test(text);
  if (args.some(({ text }) => namesKeys(text)) && args.some(leads))
    addHazard(run, "exfiltration", "it is given a file of keys and an address to send to", index);
}

const LOOPBACK = /(?:^|\/\/|@)(?:localhost|127\.|\[::1\])/;

/** Programs that read commands line by line: their names say so, or everybody knows. */
const CONSOLE = /(?:cli|shell|sql|client|console|repl)(?:\.sh)?$/i;
const CONSOLES = wordSet("hbase influx etcdctl nc ncat netcat arangosh tarantool rethinkdb rcon consul vault nomad");
/** First words of a line that end something there. */
const FED = wordSet(
  "drop delete del deleteall rmr truncate destroy purge flushall flushdb flush_all flush shutdown wipe erase remove disable",
  "dropdatabase zap",
);

/** What such a program is fed is judged by the first word of each line, and as statements. */
export function noteFed(command: Command): void {
  const { run, name, index, how, args } = command;
  const text = how.stdin?.text ?? "";
  if (text === "" || isDynamic(text) || PROSE.has(name) || !(CONSOLE.test(name) || CONSOLES.has(name))) return;
  // `kubectl apply -f -`: the input is a file like others.
  if (args.some((word, at) => word.text === "-" && args[at - 1]?.text.startsWith("-") === true)) return;
  const firsts = text.split(/[;\n]/).map((line) => /^\s*([a-z_]+)/i.exec(line)?.[1]?.toLowerCase() ?? "");
  if (firsts.some((word) => FED.has(word))) addHazard(run, "destructive", `what \`${name}\` is fed ends or deletes something`, index);
  else if (looksLikeSql(text)) readSql(command, text);
}
