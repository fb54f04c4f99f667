// Help as text, from the table: for `--help` and for docs/cli.md.

import type { Command, Option } from "./command.ts";
import { COMMANDS, GLOBAL_OPTIONS } from "./table.ts";

export function usage(command: Command): string {
  const options = Object.entries(command.options ?? {}).map(([name, option]) => `[${spell(name, option)}]`);
  return ["codicil", command.name, command.arguments, ...options].filter((part) => part !== undefined).join(" ");
}

export function helpFor(command: Command): string {
  return `${usage(command)}\n\n${command.summary}\n${optionLines(command.options ?? {})}${command.notes === undefined ? "" : `\n${command.notes}\n`}`;
}

export function overview(): string {
  const groups = [...new Set(COMMANDS.map((command) => command.group))];
  const blocks = groups.map((group) => {
    const rows = COMMANDS.filter((command) => command.group === group).map((command) => `  ${[command.name, command.arguments].filter(Boolean).join(" ").padEnd(22)} ${command.summary}`);
    return `${group}\n${rows.join("\n")}`;
  });
  return `codicil COMMAND [options]\nStores your agents' memory, identity and rules as Markdown, and enforces the rules.\n\n${blocks.join("\n\n")}\n\nEverywhere\n${optionLines(GLOBAL_OPTIONS)}\ncodicil COMMAND --help says more. "last-word" may precede status, apply, resolve and validate.\n`;
}

/** docs/cli.md. */
export function cliReference(): string {
  const parts = COMMANDS.map((command) => `## ${command.name}\n\n\`\`\`\n${helpFor(command).trimEnd()}\n\`\`\`\n`);
  return `# Commands\n\nGenerated from \`--help\` by \`npm run golden\`.\n\n\`\`\`\n${overview().trimEnd()}\n\`\`\`\n\n${parts.join("\n")}`;
}

function optionLines(options: Readonly<Record<string, Option>>): string {
  const rows = Object.entries(options).map(([name, option]) => `  ${spell(name, option).padEnd(22)} ${option.help}`);
  return rows.length === 0 ? "" : `\n${rows.join("\n")}\n`;
}

function spell(name: string, option: Option): string {
  return `${option.short === undefined ? "" : `-${option.short}, `}--${name}${option.value === undefined ? "" : ` ${option.value}`}`;
}
