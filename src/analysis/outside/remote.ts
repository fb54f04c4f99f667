// Commands that run on other machines: ssh and its like. They are looked at as far as they can be, never rewritten, and
// what changes something there is asked about.

import { byName, sameRow, whole, wordSet } from "../../base/index.ts";
import { has, type Parsed, readOptions, table, valueOf, valuesOf } from "../run/options.ts";
import { addHazard, addOpaque, below, type Command, isFolder, type Run, touch, type Tool } from "../run/record.ts";
import { openShell } from "../run/state.ts";
import { type Field, field, isDynamic, unknownOutput } from "../run/values.ts";
import { hostOfUrl } from "../run/addresses.ts";
import { runCarried } from "../carriers/wrappers.ts";

interface Elsewhere {
  readonly label: string;
  /** Does it matter what happens there? Not in a container that holds nothing of anybody's. */
  readonly matters: boolean;
}

/** Looks at words that run in another place. */
export function runElsewhere(command: Command, words: readonly Field[], { label, matters }: Elsewhere): void {
  const { run } = command;
  const before = { opaque: run.opaque.length, hazards: run.hazards.length, paths: run.paths.length };
  asElsewhere(run, label, () => {
    run.runWords(
      run,
      openShell(null),
      words.map((each) => ({ ...each, start: -1, end: -1 })),
      { via: [label], env: {}, span: null, stdin: command.how.stdin, external: true },
    );
  });
  if (matters) return;
  run.opaque.length = before.opaque;
  run.hazards.length = before.hazards;
  run.paths.length = before.paths;
}

function asElsewhere(run: Run, label: string, act: () => void): void {
  const { elsewhere, carried } = run;
  run.elsewhere = true;
  run.carried = [...carried, label];
  act();
  run.elsewhere = elsewhere;
  run.carried = carried;
}

function textElsewhere(command: Command, text: string, label: string): void {
  const { run, index } = command;
  if (isDynamic(text)) {
    addOpaque(run, "it runs something on another machine that is only known when it runs", index);
    return;
  }
  asElsewhere(run, label, () => {
    run.runText(run, openShell(null), text, { via: [], env: {}, span: null, stdin: null });
  });
}

const SSH = "4 6 A a B: b: C c: D: E: e: F: f G g I: i: J: K k L: l: M m: N n O: o: P: p: Q: q R: S: s T t V v W: w: X x Y y";
/** Programs that only look, on any machine. */
const LOOKS = wordSet(
  "ls ll cat head tail grep egrep rg find df du free uptime who whoami hostname uname ps top date id pwd echo printf stat file wc",
  "journalctl dmesg env printenv which test true cd sort uniq cut awk sed docker kubectl systemctl git nproc lscpu ss netstat ip last",
  "md5sum sha256sum less more : [ logread nslookup dig getent lsblk lsof vmstat iostat pgrep tree zcat zgrep",
);

/** They open no shell for `git@`: they greet and hang up. */
const FORGES = wordSet(
  "git@github.com git@ssh.github.com git@gitlab.com git@altssh.gitlab.com git@bitbucket.org git@codeberg.org git@git.sr.ht",
  "git@ssh.dev.azure.com",
);

const ssh: Tool = (command) => {
  const { run, index, how } = command;
  const parsed = readOptions(command.args, table(SSH), { stopAtOperand: true });
  if (has(parsed, "V", "Q", "G")) return undefined;
  const [host, ...words] = parsed.operands;
  if (host === undefined) return undefined;
  noteConnection(command, parsed);
  run.network.push({ host: hostOfUrl(host.text), url: null, sends: true, program: index });
  if (words.length > 0) runThere(command, words);
  else if (!FORGES.has(host.text) || how.stdin !== null) {
    if (how.stdin !== null) textElsewhere(command, how.stdin.text, "ssh");
    if (how.stdin !== null || !has(parsed, "N")) addHazard(run, "remote", "it opens a shell on another machine", index);
  }
  return unknownOutput("cmd:ssh");
};

const CHOSEN_COMMAND = "it runs a command of the caller's choice for the connection";

function noteConnection(command: Command, parsed: Parsed): void {
  const { run, index } = command;
  for (const option of valuesOf(parsed, "o")) {
    const [, setting = "", value = ""] = /^\s*(\w+)[\s=]+([\s\S]*)$/.exec(option.text) ?? [];
    const runs = /^(?:Proxy|Local|KnownHosts)Command$/i.test(setting);
    if (runs || /^(?:PermitLocalCommand|Match)$/i.test(setting)) addHazard(run, "tampering", CHOSEN_COMMAND, index);
    if (runs) runCarried(command, value, "ssh -o");
  }
  if (has(parsed, "R", "D", "L", "W", "w")) addHazard(run, "exfiltration", "it opens a way between this machine and another", index);
  for (const value of valuesOf(parsed, "E")) touch(command, "append", value);
  for (const { text } of valuesOf(parsed, "F"))
    if (text !== "/dev/null" && text !== "none") addHazard(run, "tampering", "its settings come from another file", index);
}

function runThere(command: Command, words: readonly Field[]): void {
  const { run, index, how } = command;
  const before = run.programs.length;
  const text = words.map((each) => each.text).join(" ");
  textElsewhere(command, text, "ssh");
  if (/(?:^|\s)(?:ba|z|da)?sh\s+-s/.test(text) && how.stdin !== null) textElsewhere(command, how.stdin.text, "ssh");
  if (how.stdin?.from.some((each) => /^(?:file|cmd|var):/.test(each)) === true)
    addHazard(run, "exfiltration", "it sends data to another machine", index);
  if (run.programs.slice(before).some((each) => !LOOKS.has(each.name)) || /[<>]/.test(text))
    addHazard(run, "remote", "it runs something on another machine", index);
}

const SCP = "1 2 3 4 6 A B C c: D: F: i: J: l: O o: P: p q R r S: s T v X:";
const REMOTE_PATH = /^(?:[^/:@]+@)?[^/:]+:|^(?:scp|sftp):\/\//;

const scp: Tool = (command) => {
  const { run, index } = command;
  const parsed = readOptions(command.args, table(SCP));
  for (const value of valuesOf(parsed, "S")) runCarried(command, value.text, "scp -S");
  for (const option of valuesOf(parsed, "o")) if (/Command/i.test(option.text)) addHazard(run, "tampering", CHOSEN_COMMAND, index);
  const target = parsed.operands.at(-1);
  const sources = parsed.operands.slice(0, -1);
  if (target === undefined) return undefined;
  if (REMOTE_PATH.test(target.text)) {
    addHazard(run, "exfiltration", "it copies files to another machine", index);
    run.network.push({ host: hostOfUrl(target.text.replace(/:.*$/s, "")), url: null, sends: true, program: index });
    for (const source of sources) touch(command, "read", source, { recursive: true });
    return undefined;
  }
  for (const source of sources)
    run.network.push({ host: hostOfUrl(source.text.replace(/:.*$/s, "")), url: null, sends: false, program: index });
  for (const source of sources) {
    const name = source.text
      .replace(/^[^:]*:/, "")
      .replace(/(?<!\/)\/+$/, "")
      .replace(/^.*\//s, "");
    const path = touch(command, "write", isFolder(command, target) && name !== "" ? below(target, name) : target, {
      recursive: has(parsed, "r"),
    });
    if (path !== null && !has(parsed, "r")) run.disk.made.set(path, { kind: "file", content: null, by: "download" });
  }
  return undefined;
};

/** Programs that run the words after their options on many machines, or carry data there. */
const everywhere =
  (why: string): Tool =>
  (command) => {
    if (command.args.length === 0) return undefined;
    addHazard(command.run, "remote", why, command.index);
    return unknownOutput(`cmd:${command.name}`);
  };

/** `kubectl exec pod -- command`, after its own table has been asked. */
export const kubectlExec: Tool = (command) => {
  const { args } = command;
  const verb = args.findIndex((each) => /^(?:exec|debug|attach|cp|run)$/.test(each.text));
  if (verb < 0) return undefined;
  if (args[verb]?.text === "cp") {
    const words = args.slice(verb + 1).filter((each) => !each.text.startsWith("-"));
    const to = words[1];
    if (to !== undefined && !/:/.test(to.text)) touch(command, "write", to, { recursive: true });
    else addHazard(command.run, "remote", "it copies files to another machine", command.index);
    return undefined;
  }
  const marker = args.findIndex((each) => each.text === "--");
  const words =
    marker >= 0
      ? args.slice(marker + 1)
      : args
          .slice(verb + 1)
          .filter((each) => !each.text.startsWith("-"))
          .slice(1);
  if (words.length === 0) addHazard(command.run, "remote", "it opens a shell on another machine", command.index);
  else runElsewhere(command, words, { label: "kubectl exec", matters: true });
  return undefined;
};

export const REMOTE: Readonly<Record<string, Tool>> = byName({
  ssh,
  ...sameRow("autossh slogin dbclient", ssh),
  scp,
  pscp: scp,
  sftp: everywhere("it exchanges files with another machine"),
  rsh: everywhere("it runs something on another machine"),
  ...sameRow("rlogin mosh", everywhere("it opens a shell on another machine")),
  telnet: everywhere("it talks to another machine"),
  ...sameRow("pssh parallel-ssh pdsh clush dsh cssh", everywhere("it runs something on other machines")),
  sshpass: (command) => {
    const parsed = readOptions(command.args, table("p: f: d: e P: v"), { stopAtOperand: true });
    addHazard(command.run, "exfiltration", "it hands a password over", command.index);
    return command.run.runWords(command.run, command.shell, parsed.operands, {
      ...command.how,
      via: [...command.how.via, "sshpass"],
      external: true,
    });
  },
  adb: (command) => {
    const at = command.args.findIndex((each) => /^(?:shell|exec-out)$/.test(each.text));
    if (at >= 0 && command.args.length > at + 1) runElsewhere(command, command.args.slice(at + 1), { label: "adb shell", matters: true });
    if (
      command.args.some((each) =>
        whole`uninstall, wipe, reboot, root, sideload, restore, push, install, remount, disable-verity`.test(each.text),
      )
    )
      addHazard(command.run, "remote", "it changes another device", command.index);
    return undefined;
  },
  "ssh-copy-id": everywhere("it puts a key on another machine"),
  "ssh-keygen": (command) => {
    const parsed = readOptions(
      command.args,
      table("t: b: f: N: C: q y l e i p P: R: F: H A D: I: s: n: O: V: z: Y: r: m: M: Z: a: w: B E: v"),
    );
    const file = valueOf(parsed, "f");
    if (has(parsed, "y") && file !== undefined) touch(command, "read", file);
    if (has(parsed, "y", "l", "F", "B", "e") || (has(parsed, "R") && file === undefined)) return undefined;
    if (file !== undefined) touch(command, "write", file);
    else touch(command, "write", field(`${command.run.world.userHome}/.ssh/id_new`));
    if (valueOf(parsed, "D") !== undefined || valueOf(parsed, "w") !== undefined)
      addHazard(command.run, "tampering", "it loads a library", command.index);
    return undefined;
  },
  "ssh-add": (command) =>
    command.args.every(({ text }) => /^-[lL]$/.test(text)) ? undefined : everywhere("it hands a key to the key agent")(command),
  sshfs: everywhere("it mounts another machine's files"),
});
