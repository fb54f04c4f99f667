// Help as text, from the table: for `--help` and for docs/cli.md.

import type { Command, Option } from "./table/row.ts";
import { COMMANDS, GLOBAL_OPTIONS, PURPOSE } from "./table/commandTable.ts";
import { ENGLISH, type Words } from "./terminal/translated.ts";

export function usage(command: Command): string {
  const options = Object.entries(command.options ?? {}).map(([name, option]) => `[${spell(name, option)}]`);
  return ["codicil", command.name, command.arguments, ...options].filter((part) => part !== undefined).join(" ");
}

export function helpFor(command: Command, words: Words = ENGLISH): string {
  return (
    `${usage(command)}\n\n${words.of(command.summary)}\n${optionLines(command.options ?? {}, words)}` +
    `${command.example === undefined ? "" : `\n${words`For example: codicil ${command.example}`}\n`}` +
    `${command.notes === undefined ? "" : `\n${words.of(command.notes)}\n`}`
  );
}

/** For people, first: what is used every day. */
const EVERY_DAY: ReadonlyArray<readonly [string, string]> = [
  ["install HOST", "connect Claude Code, Codex, Gemini CLI, Cursor, … to your memory and rules"],
  ["serve", "open the local web page: review, memory, rules, sessions"],
  ["chat", "talk to your agent, with any model or none"],
  ["review", "what your agents propose, and lines of AGENTS.md to confirm"],
  ["policy report", "which lines of AGENTS.md are enforced, and how"],
  ["recall QUERY", "search memory and sessions"],
  ["log, undo [ID]", "what changed, and how to undo it"],
  ["doctor", "check the set-up and fix problems"],
];

/** And what says more. */
const MORE: typeof EVERY_DAY = [
  ["", "where you stand, and the next steps"],
  ["help --all", "all commands"],
  ["COMMAND --help", "one command, or a group such as memory, session, policy"],
];

export function briefly({ of }: Words): string {
  const [rows = "", more = ""] = [EVERY_DAY, MORE].map((each) =>
    each.map(([words, summary]) => `  codicil ${words.padEnd(each === MORE ? 15 : 16)} ${of(summary)}\n`).join(""),
  );
  return `${of(PURPOSE)}\n\n${rows}\n${more}`;
}

/** Of a word that only begins commands: memory, session, policy. */
export function groupHelp(family: string, words: Words): string | undefined {
  if (COMMANDS.some(({ name }) => name === family)) return undefined;
  const members = COMMANDS.filter(({ name }) => name.startsWith(`${family} `));
  if (members.length === 0) return undefined;
  const alone = members.find(({ familyAlone }) => familyAlone);
  const first = alone === undefined ? "" : words`codicil ${family} alone is codicil ${alone.name}. `;
  const rows = members.map(rowIn(words)).join("\n");
  return `${words`codicil ${family} COMMAND [options]`}\n\n${rows}\n\n${first}${words`codicil ${family} COMMAND --help says more.`}\n`;
}

const rowIn =
  ({ of }: Words) =>
  ({ name, arguments: given, summary }: Command): string =>
    row([name, given].filter(Boolean).join(" "), of(summary));

/** How far what is said of a command or an option is from the left. */
const SAID_AT = 25;

/** What is too long for its column has a line of its own. */
function row(left: string, said: string): string {
  const space = SAID_AT - 2;
  return left.length < space ? `  ${left.padEnd(space)}${said}` : `  ${left}\n${" ".repeat(SAID_AT)}${said}`;
}

export function overview(words: Words = ENGLISH): string {
  const groups = [...new Set(COMMANDS.map((command) => command.group))];
  const blocks = groups.map((group) => {
    const rows = COMMANDS.filter((command) => command.group === group).map(rowIn(words));
    return `${words.of(group)}\n${rows.join("\n")}`;
  });
  return (
    `${words`codicil COMMAND [options]`}\n` +
    `${words`Stores your agents' memory, identity and rules as Markdown, and enforces the rules.`}\n\n` +
    `${blocks.join("\n\n")}\n\n${words`Everywhere`}\n${optionLines(GLOBAL_OPTIONS, words)}\n` +
    `${words`codicil COMMAND --help says more. "last-word" may precede status, apply, resolve and validate.`}\n`
  );
}

/** docs/cli.md. */
export function cliReference(): string {
  const parts = COMMANDS.map((command) => `## ${command.name}\n\n\`\`\`\n${helpFor(command).trimEnd()}\n\`\`\`\n`);
  return `# Commands\n\nGenerated from \`--help\` by \`npm run golden\`.\n\n\`\`\`\n${overview().trimEnd()}\n\`\`\`\n\n${parts.join("\n")}`;
}

function optionLines(options: Readonly<Record<string, Option>>, { of }: Words): string {
  const rows = Object.entries(options).map(([name, option]) => row(spell(name, option), of(option.help)));
  return rows.length === 0 ? "" : `\n${rows.join("\n")}\n`;
}

function spell(name: string, option: Option): string {
  return `${option.short === undefined ? "" : `-${option.short}, `}--${name}${option.value === undefined ? "" : ` ${option.value}`}`;
}
