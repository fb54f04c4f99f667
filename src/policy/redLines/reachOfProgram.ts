// One program of a call: does it talk to Codicil's daemon, run code that reaches for Codicil, say a person's decision to another
// agent, or take a folder that holds the keys as a whole?

import { AGENT_PROGRAMS, wordSet } from "../../base/index.ts";
import { absolute, isBelow, openDisk, type Program, realOf, type World } from "../../analysis/index.ts";
import type { Finding } from "./findings.ts";
import { keysBelow } from "../keyFiles/keysBelow.ts";
import { mindBelow, showsContent } from "./mindBelow.ts";
import { reachOfCode } from "./ownCode.ts";
import { dialsOwnDaemon, namesOwnDaemon, namesOwnProcess } from "./ownDaemon.ts";
import { isTokenFile } from "../keyFiles/secrets.ts";

export const PERSON = "Only a person does that, at a terminal or in the page.";

export function talksToDaemon(program: number | null): Finding {
  return { verdict: "ask", rule: "red:daemon", reason: `It talks to Codicil's own daemon. ${PERSON}`, program };
}

/** They run code that is among their words or comes on standard input. */
const RUNS_CODE = wordSet(
  "node deno bun tsx ts-node vite-node esno jiti qjs gjs d8 jsc python ipython perl ruby jruby php lua luajit tclsh Rscript julia groovy",
  "jshell elixir guile racket",
);
/** The same, or they type their words into a terminal; and the analysis reads no commands in them. */
const TYPES = wordSet(
  "expect osascript emacs vim kitty wezterm zellij xdotool ydotool wtype dotool qdbus gdb lldb tmux screen xterm gnome-terminal",
  "x-terminal-emulator alacritty konsole foot tilix terminator urxvt rxvt st xfce4-terminal mate-terminal lxterminal wt code cursor",
  "open just task npm pnpm yarn",
);
/** They take a folder of this machine as a whole: into a container, to another machine, into a repository. */
const TAKES_WHOLE = wordSet(
  "docker podman nerdctl kubectl bwrap mount rclone restic borg duplicity kopia scp sftp lftp unison aws gsutil gcloud az s3cmd",
  "mc ugrep ug git croc wormhole pax python php busybox serve http-server",
);
const READS_MEMORY = wordSet("gcore");
/** They are given the number of a process, and end it, stop it or look into it. */
const TAKES_PROCESS = wordSet(
  "kill gdb gdbserver lldb lldb-server strace ltrace bpftrace perf rr reptyr nsenter prlimit gcore dlv py-spy cdb taskkill criu crash",
);
const AGENTS = wordSet(...AGENT_PROGRAMS);
/** Words of these are read by nobody. */
const QUIET = wordSet("echo printf grep egrep fgrep rg sed git codicil agents test [ : true");

const LOADING_OPTION = /^(?:--import|--require|-r|--loader|--experimental-loader)(?:=|$)/;

export function ofProgram(program: Program, index: number, world: World): Finding[] {
  if (program.elsewhere === true) return [];
  const around: Around = { words: program.args.map(({ text }) => text), index, world };
  return [...ofApproval(program, around), ...ofProcess(program, around), ...ofFiles(program, around)];
}

const asked = (why: string, program: number): Finding => ({
  verdict: "ask",
  rule: "red:approval",
  reason: `It ${why}. ${PERSON}`,
  program,
});

/** It talks to the daemon, says to another agent what a person would say, or runs code that does what a person does. */
function ofApproval({ name, input, cwd, carrier }: Program, { words, index, world }: Around): Finding[] {
  const found: Finding[] = [];
  const mayTalk = !QUIET.has(name) && carrier !== true;
  if (mayTalk && (words.some((word) => namesOwnDaemon(word, world)) || dialsOwnDaemon(words, world))) found.push(talksToDaemon(index));
  if ((AGENTS.has(name) || TYPES.has(name)) && /\bmb[:：]write\b/.test(`${words.join(" ")} ${input ?? ""}`))
    found.push(asked("tells another agent that the person approved", index));
  if (RUNS_CODE.has(name) || TYPES.has(name)) {
    const code = [...words, ...loadedBy(words), input ?? ""].join("\n");
    const why = reachOfCode(code, { world, cwd, inline: true, unread: TYPES.has(name) });
    if (why !== null) found.push(asked(why, index));
  }
  return found;
}

/** It ends, traces or looks into a running program. */
function ofProcess({ name }: Program, { words, index, world }: Around): Finding[] {
  const found: Finding[] = [];
  if (TAKES_PROCESS.has(name) && namesOwnProcess(words.join(" "), world)) {
    const reason = "It ends or traces one of Codicil's own programs, by its number.";
    found.push({ verdict: "deny", rule: "red:daemon", reason, program: index });
  }
  if (READS_MEMORY.has(name)) found.push(asked("reads the memory of another program", index));
  return found;
}

/** It shows a file of keys, or takes a folder as a whole. */
function ofFiles(program: Program, around: Around): Finding[] {
  const { name, args, cwd } = program;
  const found: Finding[] = [];
  if (serves(program) && cwd !== null) found.push(...ofWhole(cwd, program, around));
  if (showsContent(name)) for (const word of around.words) found.push(...ofKey(word, program, around));
  // Of a word that is only known when it runs, what is left may look like a path: `${registry}/${image}`.
  if (TAKES_WHOLE.has(name)) for (const { text, dynamic } of args) if (!dynamic) found.push(...ofWhole(text, program, around));
  return found;
}

/** `node --import codicil`: what an option loads, as if the code said so. */
function loadedBy(words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    if (!LOADING_OPTION.test(word)) return [];
    return [`import "${word.includes("=") ? word.slice(word.indexOf("=") + 1) : (words[at + 1] ?? "")}"`];
  });
}

/** `python3 -m http.server` gives out the folder in which it runs. */
function serves({ name, args }: Program): boolean {
  if (name === "python") return args.some(({ text }) => text === "http.server");
  return name === "serve" || name === "http-server" || (name === "php" && args[0]?.text === "-S");
}

interface Around {
  readonly words: readonly string[];
  readonly index: number;
  readonly world: World;
}

function deniedKey(path: string, program: number): Finding {
  return { verdict: "deny", rule: "red:token", reason: `${path} contains Codicil's own keys; only their owner reads them.`, program };
}

/** A word of any program that leads to a key, whatever it does with it: `grep -f`, `split`, an editor. */
function ofKey(word: string, { cwd }: Program, { index, world }: Around): Finding[] {
  const name = word.slice(word.lastIndexOf("/") + 1);
  if (!/token|secret|\.sock$/i.test(name) || /\s/.test(word)) return [];
  const path = placeOfWord(word.replace(/^[\w-]*[=@]/, ""), cwd, world);
  return path !== null && isTokenFile(path, world) ? [deniedKey(path, index)] : [];
}

export function placeOfWord(word: string, cwd: string | null, world: World): string | null {
  const disk = openDisk(world);
  const place = absolute(disk, cwd, word.startsWith("~") ? world.userHome + word.slice(1) : word);
  return place === null || !place.exact ? null : realOf(disk, place.path, true);
}

const CONTAINERS = wordSet("docker podman nerdctl kubectl");

function ofWhole(word: string, program: Program, { index, world }: Around): Finding[] {
  // Words for a container are the container's own paths, but for those that bring a folder in: `-v ~/x:/x`.
  if (CONTAINERS.has(program.name) && !/[:=]/.test(word)) return [];
  for (const part of word.split(/[=:,@]/)) {
    const path = /[/~.]/.test(part) ? placeOfWord(part, program.cwd, world) : null;
    if (path === null) continue;
    if (isTokenFile(path, world)) return [deniedKey(path, index)];
    // `git -C ~ status` reads no file of the home folder.
    if (program.name === "git" && isBelow(world.userHome, path) && !word.startsWith("--work-tree=")) continue;
    const taken = takenWith(path, program.name, world);
    if (taken !== null) return [{ ...taken, program: index }];
  }
  return [];
}

/** What a program takes along with a file or folder; null: nothing of ours, and no keys. */
function takenWith(path: string, name: string, world: World): Omit<Finding, "program"> | null {
  const below = world.kind(path) === "dir" && !isBelow(path, world.project) ? mindBelow({ path, recursive: true }, world) : null;
  if (below !== null) {
    const reason = `Below ${path} lie Codicil's own files, its keys among them, and ${name} takes all of it.`;
    return { verdict: below === "keys" ? "deny" : "ask", rule: "red:token", reason };
  }
  const keys = name === "git" ? null : keysBelow({ path, recursive: true }, world);
  return keys === null
    ? null
    : { verdict: "ask", rule: "red:keys", reason: `${keys} contains keys or passwords, and ${name} takes all of it.` };
}
