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

const NAME = "([a-z][a-z-]*(?: [a-z][a-z-]*)?)";
const HEAD = new RegExp(String.raw`^${NAME}(?: ([^=]+))? = (\w+)\.(\w+)((?:, \w+)*)$`);
const OPTION = /^ {2}(?:-(\w) )?--([\w-]+)(?: (\S+))? {2}(.+)$/;
const FLAGS = { many: "many", raw: "raw", makes: "makes", alone: "familyAlone" } as const;

/**
 * Rows as they are written in the files beside this one, each behind an empty line; `# Group` stands above those of a group:
 *
 *     name ARGUMENTS = file.function, flags (many, raw, makes, alone)
 *       summary
 *       $ example
 *       -s --option VALUE  help
 *       note: behind the table in the reference
 *           and what is indented further continues the line above
 */
export function rowsIn(text: string): Command[] {
  let group = "";
  return text
    .replaceAll(/\n {4,}/g, " ")
    .trim()
    .split(/\n{2,}/)
    .flatMap((block) => {
      if (!block.startsWith("# ")) return [rowOf(block.split("\n"), group)];
      group = block.slice(2);
      return [];
    });
}

function rowOf([head = "", ...lines]: readonly string[], group: string): Command {
  const row = headOf(head);
  row.group = group as Command["group"];
  const options = lines.flatMap(optionOf);
  if (options.length > 0) row.options = Object.fromEntries(options);
  for (const line of lines.filter((each) => !OPTION.test(each))) {
    const [, mark, text = ""] = /^ {2}(\$ |note: )?(.+)$/.exec(line) ?? malformed(line);
    const key = mark === "$ " ? "example" : mark === undefined ? "summary" : "notes";
    row[key] = row[key] === undefined ? text : malformed(line);
  }
  return row.summary === undefined ? malformed(head) : (row as Command);
}

function headOf(line: string): Partial<Writable<Command>> {
  const [, name, args, file = "", run = "", flags = ""] = HEAD.exec(line) ?? malformed(line);
  const set = flags.split(", ").slice(1);
  return {
    ...(name && { name }),
    ...(args && { arguments: args }),
    ...Object.fromEntries(set.map((flag) => [FLAGS[flag as keyof typeof FLAGS] ?? malformed(line), true])),
    run: [file, run],
  };
}

function optionOf(line: string): [string, Option][] {
  const [, short, name, value, help = ""] = OPTION.exec(line) ?? [];
  if (name === undefined) return [];
  return [[name, { type: value === undefined ? "boolean" : "string", help, ...(value && { value }), ...(short && { short }) }]];
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

function malformed(line: string): never {
  throw new Error(`src/cli/table: this line cannot be read: ${line}`);
}
