// What the tables say about a program beside what its own family knows of it: tokens that it prints, code that nobody has
// seen, databases and folders that it empties, things that it ends on a platform, statements among its words.

import { looksLikeSql } from "../run/sql.ts";
import { noteRules } from "../cloud/cloud.ts";
import { readSql } from "../outside/statements.ts";
import { FOREIGN_CODE } from "../cloud/foreignCode.ts";
import { notePlatform, PLATFORM_NAMES } from "../cloud/platforms.ts";
import { SCHEMA_RULES } from "../cloud/schemaRules.ts";
import { TOKEN_RULES } from "../cloud/tokenRules.ts";
import { EMPTIED, noteEmptied } from "../files/emptied.ts";
import type { Command } from "../run/record.ts";

const TABLES = [FOREIGN_CODE, SCHEMA_RULES, TOKEN_RULES];
const HOLDS_DATA: ReadonlySet<string> = new Set([...Object.keys(SCHEMA_RULES), ...PLATFORM_NAMES]);

export const BESIDE: ReadonlySet<string> = new Set([
  ...TABLES.flatMap((table) => Object.keys(table)),
  ...PLATFORM_NAMES,
  ...Object.keys(EMPTIED),
]);

export function noteBeside(command: Command): void {
  for (const table of TABLES) {
    const rules = table[command.name];
    if (rules !== undefined) noteRules(command, rules);
  }
  noteEmptied(command);
  notePlatform(command);
  if (!HOLDS_DATA.has(command.name)) return;
  for (const { text } of command.args) if (/\s/.test(text) && looksLikeSql(text)) readSql(command, text);
}
