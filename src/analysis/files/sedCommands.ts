// The commands of a sed script that write a file or run a program: `w FILE`, `W FILE`, `e [COMMAND]`, behind any address.

/** Longer expressions in an address are not read; the script counts as unknown then. */
const LONGEST_ADDRESS = 1000;

export interface SedCommand {
  readonly letter: "w" | "W" | "e";
  readonly rest: string;
}

export function sedCommands(text: string): { readonly found: readonly SedCommand[]; readonly tooLong: boolean } {
  const found: SedCommand[] = [];
  let tooLong = false;
  for (let at = 0; at < text.length; at++) {
    if (at > 0 && !";{}\n".includes(text[at - 1] as string)) continue;
    const end = afterAddress(text, at);
    if (end === null) tooLong = true;
    else {
      const command = commandAt(text, end);
      if (command !== null) found.push(command);
    }
  }
  return { found, tooLong };
}

function commandAt(text: string, at: number): SedCommand | null {
  const letter = text[at];
  const line = text.slice(at + 1, lineEnd(text, at + 1));
  if (letter === "w" || letter === "W") {
    const rest = line.trim();
    return rest === "" || /^[;}]/.test(rest) ? null : { letter, rest };
  }
  if (letter !== "e") return null;
  if (/^\s*(?:[;}]|$)/.test(line)) return { letter, rest: "" };
  return /^\s/.test(line) ? { letter, rest: line.trim() } : null;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

/** Where the command is behind its address (`3`, `$`, `/a/`, `\\,a,`, `1~2`, `/a/,/b/`, `!`); null: too long to tell. */
function afterAddress(text: string, from: number): number | null {
  const first = oneAddress(text, skip(text, from));
  if (first === null) return null;
  let at = first;
  const comma = skip(text, at);
  if (text[comma] === ",") {
    const second = oneAddress(text, skip(text, comma + 1));
    if (second === null) return null;
    at = second;
  }
  at = skip(text, at);
  return text[at] === "!" ? skip(text, at + 1) : at;
}

function oneAddress(text: string, from: number): number | null {
  const number = /^[+~]?\d{1,20}(?:~\d{1,20})?|^\$/.exec(text.slice(from, from + 48));
  if (number !== null) return from + number[0].length;
  const custom = text[from] === "\\" && (text[from + 1] ?? "\n") !== "\n";
  if (text[from] !== "/" && !custom) return from;
  const mark = custom ? text[from + 1] : "/";
  for (let at = from + (custom ? 2 : 1); at < text.length && text[at] !== "\n"; at++) {
    if (at - from > LONGEST_ADDRESS) return null;
    if (text[at] === "\\") at++;
    else if (text[at] === mark) return at + 1 + (/^[IM]{0,2}/.exec(text.slice(at + 1, at + 3))?.[0].length ?? 0);
  }
  return from;
}

const LONGEST_GAP = 1000;

function skip(text: string, from: number): number {
  let at = from;
  while (at - from < LONGEST_GAP && /\s/.test(text[at] ?? "x")) at++;
  return at;
}
