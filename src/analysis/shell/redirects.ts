// Redirections: what reaches standard input, and which files are written. Targets are expanded before the command runs,
// and written down after it, because only then is their new content known.

import type { Redirection } from "unbash";
import { absolute, isDevice, textOf } from "../run/disk.ts";
import { addHazard, type Run, touchPath } from "../run/record.ts";
import type { Shell } from "../run/state.ts";
import { type Field, HOLE, isDynamic, NOTHING, type Output, said, textAt } from "../run/values.ts";
import { type Expander, expandText, expandWord, joinParts } from "../expansion/expandWords.ts";

export interface Channels {
  readonly stdin: Output | null;
  readonly targets: readonly Target[];
  /** Standard output goes elsewhere, so nothing reaches a pipe or substitution. */
  readonly captured: boolean;
  /** Files that were opened for writing, by number. */
  readonly opened: readonly (readonly [number: string, target: Field])[];
}

interface Target {
  readonly word: Field;
  readonly access: "write" | "append";
  /** Standard output goes there. */
  readonly output: boolean;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/;
const SOCKET = /^\/dev\/(?:tcp|udp)\/([^/]*)(?:\/(.*)|$)/s;

/** While they are being opened. */
interface Opening {
  stdin: Output | null;
  captured: boolean;
  readonly targets: Target[];
  readonly opened: [string, Field][];
}

export function openChannels(
  run: Run,
  shell: Shell,
  redirects: readonly Redirection[],
  expander: Expander,
  stdin: Output | null,
): Channels {
  const opening: Opening = { stdin, targets: [], captured: false, opened: [] };
  for (const redirect of redirects) {
    if (redirect.type === "Redirect") openFile(run, shell, redirect, expander, opening);
    else opening.stdin = hereText(run, shell, redirect, expander) ?? opening.stdin;
  }
  return opening;
}

/** `<<< text` and `<< END`. */
function hereText(run: Run, shell: Shell, redirect: Redirection, expander: Expander): Output | null {
  if (redirect.type === "HereString") {
    if (redirect.target === undefined) return null;
    const value = expandText(run, shell, redirect.target, expander);
    return said(`${value.text}\n`, value.from);
  }
  if (redirect.type !== "HereDoc") throw new Error(`unknown redirection: ${(redirect as { type: string }).type}`);
  const { body } = redirect;
  const isPlain = redirect.delimiter?.quoted === true || body.parts === undefined;
  const value = isPlain ? said(body.text) : joinParts(run, shell, body.parts, expander, false);
  return said(redirect.operator === "<<-" ? value.text.replace(/^\t+/gm, "") : value.text, value.from);
}

function openFile(
  run: Run,
  shell: Shell,
  { target, operator, descriptor: given }: Extract<Redirection, { type: "Redirect" }>,
  expander: Expander,
  opening: Opening,
): void {
  if (target === undefined) return;
  const descriptor = given?.type === "FileDescriptor" ? given.value : null;
  const words: Field[] = [];
  expandWord(run, shell, target, expander, words);
  if (joinsChannel(shell, operator, textAt(words, 0), descriptor, opening)) return;
  for (const word of words) {
    if (operator === "<") {
      const read = readFrom(run, shell, word);
      if ((descriptor ?? 0) === 0) opening.stdin = read;
      continue;
    }
    const number = descriptor ?? 1;
    const output = number === 1 && operator !== "<>";
    if (output) opening.captured = true;
    opening.targets.push({ word, access: operator.endsWith(">>") ? "append" : "write", output });
    opening.opened.push([String(number), { ...word, text: pathOf(run, shell, word), start: -1, end: -1 }]);
  }
}

function pathOf(run: Run, shell: Shell, word: Field): string {
  return absolute(run.disk, shell.cwd, word.text)?.path ?? word.text;
}

/** `2>&1`, `>&-`, `<&3`: no file of its own. */
function joinsChannel(shell: Shell, operator: string, text: string, descriptor: number | null, opening: Opening): boolean {
  if (operator !== ">&" && operator !== "<&") return false;
  if (!/^\d+-?$|^-$/.test(text)) return operator === "<&" || text === HOLE;
  const output = operator === ">&" && (descriptor ?? 1) === 1;
  if (output && text !== "1") opening.captured = true;
  const target = operator === ">&" ? shell.open.get(text) : undefined;
  if (target !== undefined) opening.targets.push({ word: target, access: "append", output });
  return true;
}

function readFrom(run: Run, shell: Shell, word: Field): Output {
  if (noteSocket(run, word, false)) return { text: HOLE, from: ["net:socket"] };
  const path = touchPath(run, shell, "read", word, null);
  if (path === null) return { text: HOLE, from: [...word.from, "file:?"] };
  if (path === "/dev/null") return said("");
  const text = textOf(run.disk, path);
  return text === null ? { text: HOLE, from: [`file:${path}`] } : said(text, [`file:${path}`]);
}

/** bash opens a connection for `/dev/tcp/host/port`. */
function noteSocket(run: Run, word: Field, sends: boolean): boolean {
  const match = SOCKET.exec(word.text);
  if (match === null) return false;
  // A known port of this machine is no other machine; whether it is Codicil's own daemon is judged by the address.
  const local = LOOPBACK.test(match[1] ?? "") && /^\d{1,5}$/.test(match[2] ?? "");
  run.network.push({
    host: isDynamic(match[1] ?? "") ? null : (match[1] ?? null),
    url: local ? `http://127.0.0.1:${match[2] ?? ""}/` : null,
    sends,
    program: Math.max(0, run.programs.length - 1),
    raw: true,
  });
  if (!local) addHazard(run, "exfiltration", "it opens a bare connection to another machine");
  return true;
}

export function closeChannels(run: Run, shell: Shell, channels: Channels, output: Output, program: number | null): Output {
  for (const { word, access, output: takes } of channels.targets) {
    if (noteSocket(run, word, true)) continue;
    const content = takes && !isDynamic(output.text) ? output.text : undefined;
    const path = touchPath(run, shell, access, word, program, { content });
    if (takes && path !== null && !isDevice(path) && isEndless(run, program))
      addHazard(run, "destructive", "it writes until the disk is full", program);
    if (path !== null && !isDevice(path)) remember(run, path, access, takes ? output : said(""));
  }
  return channels.captured ? { text: "", from: NOTHING } : output;
}

const ENDLESS = /^\/dev\/(?:zero|u?random)$/;

/** A program that never stops printing by itself: `yes`, `cat /dev/zero`. */
function isEndless(run: Run, program: number | null): boolean {
  const { name, args, via } = (program === null ? undefined : run.programs[program]) ?? {};
  if (name === undefined || args === undefined || via?.includes("timeout") === true) return false;
  return name === "yes"
    ? !args.some(({ text }) => text === "--help" || text === "--version")
    : name === "cat" && args.some(({ text }) => ENDLESS.test(text));
}

function remember(run: Run, path: string, access: "write" | "append", output: Output): void {
  const before = access === "append" ? textOf(run.disk, path) : "";
  const known = before !== null && !isDynamic(output.text);
  run.disk.made.set(path, {
    kind: "file",
    content: known ? before + output.text : null,
    by: output.from.some((each) => each.startsWith("net:")) ? "download" : "write",
  });
}
