// A row of the table of commands, how it is written, and the options that commands of several families have.

import { HOSTS } from "../../base/index.ts";

export interface Option {
  readonly type: "string" | "boolean";
  readonly help: string;
  /** How the value is called in the usage line. */
  readonly value?: string;
  readonly short?: string;
}

export interface Command {
  /** One or two words: `plan`, `memory add`. */
  readonly name: string;
  readonly summary: string;
  /** Everything behind the name is passed on as it is: the words of another program. */
  readonly raw?: true;
  /** The name of its family alone runs it: `trash` lists. */
  readonly familyAlone?: true;
  /** How many positional arguments there may be; one unless said otherwise. */
  readonly many?: true;
  /** Positional arguments as they are in the usage line, e.g. `ID` or `[DOC]`. */
  readonly arguments?: string;
  /** The argument is the name of a file or folder that this makes; a verb is taken for a slip there. */
  readonly makes?: true;
  /** A line that works, behind `codicil`: for who does not know what an argument looks like. */
  readonly example?: string;
  readonly options?: Readonly<Record<string, Option>>;
  readonly group:
    | "Chat"
    | "Set-up"
    | "Documents and deltas"
    | "Review and history"
    | "Memory"
    | "Prompt and sessions"
    | "Recall"
    | "Policy"
    | "Trash"
    | "Filters"
    | "Hosts"
    | "Page";
  /** Is behind the table in the reference. */
  readonly notes?: string;
  /** The key in commandFiles.ts and the function in that file. */
  readonly run: readonly [module: string, name: string];
}

/** "claude, codex … or qwen" */
export const ANY_HOST = `${HOSTS.slice(0, -1).join(", ")} or ${HOSTS.at(-1)}`;
export const session = "--session ID  the session that this belongs to";
export const origin = "--origin WHO  user, agent, tool, web or file (default agent)";
export const reason = "--reason TEXT  why, kept in the ledger";
export const sessionType = "--session-type T  main (default) or shared, which loads nothing private";

const FLAGS = { many: "many", raw: "raw", makes: "makes", alone: "familyAlone" } as const;

/**
 * Rows as they are written in the files beside this one, each behind an empty line; `# Group` stands above those of a group:
 *
 *     name ARGUMENTS = file.function, flags (many, raw, makes, alone)
 *       summary
 *       $ example
 *       -s --option VALUE  help
 *       note: behind the table in the reference
 *         and four spaces continue the line above
 */
export function rowsIn(text: string): Command[] {
  let group = "";
  const rows: Command[] = [];
  for (const block of text.trim().replaceAll("\n    ", " ").split("\n\n")) {
    if (block.startsWith("# ")) group = block.slice(2);
    else rows.push(rowOf(block.split("\n"), group as Command["group"]));
  }
  return rows;
}

// Every start of the program reads all rows: signs are looked for, and no expressions tried.
function rowOf([head = "", ...lines]: readonly string[], group: Command["group"]): Command {
  const row: Partial<Writable<Command>> = { ...headOf(head), group };
  const options: Record<string, Option> = {};
  for (const line of lines) {
    if (!line.startsWith("  ")) malformed(line);
    const text = line.slice(2);
    if (text.startsWith("-")) addOption(options, text);
    else if (text.startsWith("$ ")) once(row, "example", text.slice(2));
    else if (text.startsWith("note: ")) once(row, "notes", text.slice("note: ".length));
    else once(row, "summary", text);
  }
  if (lines.some((line) => line.startsWith("  -"))) row.options = options;
  return row.summary === undefined ? malformed(head) : (row as Command);
}

function once(row: Partial<Writable<Command>>, key: "summary" | "example" | "notes", text: string): void {
  row[key] = row[key] === undefined ? text : malformed(text);
}

/** `name ARGUMENTS = file.function, flags`: a name is one or two words in small letters. */
function headOf(line: string): Partial<Command> {
  const [called = "", run = "", ...more] = line.split(" = ");
  const [place = "", ...flags] = run.split(", ");
  const [file = "", name = "", ...rest] = place.split(".");
  if (more.length > 0 || file === "" || name === "" || rest.length > 0) malformed(line);
  const words = called.split(" ");
  const end = words.slice(0, 2).findLastIndex((word, at) => isSmall(word) && isSmall(words[at - 1] ?? word)) + 1;
  const set = flags.map((flag) => [FLAGS[flag as keyof typeof FLAGS] ?? malformed(line), true]);
  const args = words.slice(end).join(" ");
  return {
    name: end === 0 ? malformed(line) : words.slice(0, end).join(" "),
    ...(args !== "" && { arguments: args }),
    ...Object.fromEntries(set),
    run: [file, name],
  };
}

const isSmall = (word: string): boolean => word !== "" && word[0] === word[0]?.toLowerCase() && word[0] !== word[0]?.toUpperCase();

/** `-s --option VALUE  help`. */
function addOption(options: Record<string, Option>, line: string): void {
  const end = line.indexOf("  ");
  const help = line.slice(end + 2);
  const words = line.slice(0, end).split(" ");
  const short = words[0]?.startsWith("--") === true ? undefined : words.shift()?.slice(1);
  const [name = "", value, ...rest] = words;
  if (end === -1 || !name.startsWith("--") || rest.length > 0) malformed(line);
  options[name.slice(2)] = {
    type: value === undefined ? "boolean" : "string",
    help,
    ...(value !== undefined && { value }),
    ...(short !== undefined && { short }),
  };
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

function malformed(line: string): never {
  throw new Error(`src/cli/table: this line cannot be read: ${line}`);
}
