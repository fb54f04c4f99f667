// Statements of SQL among the words of a program that nobody listed.

import { wordSet } from "../../base/index.ts";
import type { Command } from "../run/record.ts";
import { looksLikeSql } from "../run/sql.ts";
import { readSql } from "./databases.ts";
import { textAt } from "../run/values.ts";

/** What follows is said to people. */
const MESSAGE = wordSet("-m --message --msg --title --name --description --comment --body --note --notes --subject --text --reason");

/** A statement among the words of a program that no table knows. */
export function noteStatements(command: Command): void {
  const { args } = command;
  for (const [at, { text }] of args.entries())
    if (text.includes(" ") && looksLikeSql(text) && !MESSAGE.has(textAt(args, at - 1))) readSql(command, text);
}
