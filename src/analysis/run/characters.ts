// What may be in a command at all, before it is parsed: no control characters, nothing invisible or that turns the
// text around, no spaces that only look like spaces, and no more than can be looked at.

const LONGEST_COMMAND = 64_000;
const MOST_OPERATORS = 2_000;
const DEEPEST_NESTING = 60;

const CONTROLS = String.raw`\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb`;
const DIRECTIONS = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;
/** With which the analysis marks what is only known when it runs. */
const OWN_MARKS = String.raw`\ue000-\ue00f`;
const TAGS = String.raw`\udb40[\udc00-\udc7f]`;
const FORBIDDEN = new RegExp(`[${CONTROLS}${DIRECTIONS}${OWN_MARKS}]|${TAGS}`);
const SPACES = String.raw`\u00a0\u1680\u180e\u2000-\u200d\u202f\u205f\u2060-\u2064\u3000\ufeff`;
const FILLERS = String.raw`\u115f\u1160\u3164\u00ad\u034f`;
const DASHES = String.raw`\u2212\u2010-\u2015\uff0d\ufe58\ufe63`;
/** Fine in quoted text (prose, emoji), never in a bare word. */
const ODD = new RegExp(`[${SPACES}${FILLERS}${DASHES}]`);

/** Almost every command: nothing in it that either of them looks for. */
const BEYOND_ASCII = /[^\u0009\u000a\u0020-\u007e]/;

/** Why a command cannot be looked at, by its characters and size alone; null: it can. */
export function refuseByLooks(command: string): string | null {
  if (command.length > LONGEST_COMMAND) return "it is longer than can be looked at";
  if (BEYOND_ASCII.test(command)) {
    if (FORBIDDEN.test(command)) return "it holds control characters or characters that cannot be seen";
    if (ODD.test(command) && ODD.test(outsideQuotes(command)))
      return "it holds characters outside quotes that look like others or cannot be seen";
  }
  if (command.length > 400 && countOperators(command) > MOST_OPERATORS) return "it has more commands than can be looked at";
  if (command.length > 120 && deepestNesting(command) > DEEPEST_NESTING) return "it is nested too deeply to be looked at";
  return null;
}

function countOperators(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // ; & | newline: a rough upper bound of the number of commands, counted twice for doubled operators.
    if (code === 59 || code === 38 || code === 124) count++;
  }
  return count / 1.5;
}

function deepestNesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 40 || code === 123) deepest = Math.max(deepest, ++depth);
    else if (code === 41 || code === 125) depth = Math.max(0, depth - 1);
  }
  return deepest;
}

/** The text without quoted stretches, heredoc bodies and comments: roughly, for looks only. */
function outsideQuotes(command: string): string {
  const text = withoutHeredocs(command);
  let out = "";
  for (let at = 0; at < text.length;) {
    if (text[at] === "#" && /^\s?$/.test(text[at - 1] ?? "")) {
      at = (text.indexOf("\n", at) + 1 || text.length + 1) - 1;
      continue;
    }
    const end = text[at] === "\\" ? Math.min(at + 2, text.length) : text[at] === "'" || text[at] === '"' ? quoteEnd(text, at) : at + 1;
    // A quote that is never closed is a character like others, and so is every one behind it.
    if (end === -1) return out + text.slice(at);
    const part = text.slice(at, end);
    if (end - at === 1 || part.startsWith("\\")) out += part;
    else if (part.startsWith('"') && /\$\(|`/.test(part)) for (const inner of substitutions(part)) out += outsideQuotes(inner);
    at = end;
  }
  return out;
}

/** What runs inside a double-quoted text: `$(…)` by its brackets, and what is between two backticks. */
function substitutions(quoted: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < quoted.length; at++) {
    if (quoted[at] === "\\") at++;
    else if (quoted[at] === "`" || quoted.startsWith("$(", at)) {
      const end = quoted[at] === "`" ? quoted.indexOf("`", at + 1) : bracketEnd(quoted, at + 1);
      const stop = end < 0 ? quoted.length : end;
      found.push(quoted.slice(at + 1, stop));
      at = stop;
    }
  }
  return found;
}

function bracketEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return at;
  }
  return -1;
}

function quoteEnd(text: string, from: number): number {
  if (text[from] === "'") return text.indexOf("'", from + 1) + 1 || -1;
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at + 1;
  }
  return -1;
}

/** Each `<<WORD` with the lines up to WORD becomes a space; one that never ends stays. */
function withoutHeredocs(command: string): string {
  const lines = command.split("\n");
  const last = new Map(lines.map((line, index) => [line.trimStart(), index]));
  const out: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const open = /<<-?\s*(?:'([A-Za-z_]\w*)'|"([A-Za-z_]\w*)"|([A-Za-z_]\w*))/.exec(line);
    const word = open?.[1] ?? open?.[2] ?? open?.[3] ?? "";
    if (open === null || (last.get(word) ?? -1) <= at) out.push(line);
    else {
      out.push(`${line.slice(0, open.index)} `);
      do at++;
      while ((lines[at] as string).trimStart() !== word);
    }
  }
  return out.join("\n");
}
