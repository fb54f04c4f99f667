// Tools of a Git server: `git_reset {mode: "hard", ref: "HEAD~3"}` is judged as `git reset --hard HEAD~3` is.

import { wholeAnyCase, wordSet } from "../../base/index.ts";
import { quoted } from "./commandLines.ts";
import { readToolName } from "./toolNames.ts";

/** Verbs whose tools are judged as the command; reading, committing and the like have nothing to lose. */
const VERBS = wordSet("reset clean checkout restore stash branch tag push rm worktree reflog gc switch rebase remote config");
/** A field that says which kind of the verb is meant. */
const KIND_KEY = /^(?:mode|operation|action|subcommand|type|sub_?command|op)$/i;
const OPERAND_KEY = wholeAnyCase`ref, target, commit, revision, name, branch, branch_?name, tag, tag_?name, remote, stash_?ref,
  start_?point, base_?branch, key, value, files?, paths?`;
/** Behind these the kind is a word; behind the others it is an option. */
const TAKES_WORD: ReadonlySet<string> = new Set(["stash", "worktree", "remote", "reflog", "config"]);

/** A command line out of the tool's name and input; null: it is no tool of Git's. */
export function gitCommand(tool: string, input: unknown): string | null {
  const { server, words } = readToolName(tool);
  const own = words[0] === "git" ? words.slice(1) : server.includes("git") ? words : [];
  const [verb = "", ...rest] = own;
  if (!VERBS.has(verb) || typeof input !== "object" || input === null) return null;
  const flags: string[] = [];
  const operands: string[] = [];
  for (const [key, value] of Object.entries(input)) {
    if (value === true) flags.push(`--${key.replaceAll("_", "-")}`);
    else if (typeof value === "string" && KIND_KEY.test(key)) flags.push(TAKES_WORD.has(verb) ? value : `--${value.replace(/^--?/, "")}`);
    else if (OPERAND_KEY.test(key)) operands.push(...[value].flat().filter((each) => typeof each === "string"));
  }
  const word = TAKES_WORD.has(verb) ? rest : rest.filter((each) => each === "delete" || each === "hard").map((each) => `--${each}`);
  return ["git", verb, ...word, ...flags, ...operands].map(quoted).join(" ");
}
