// Commands of Git that are written without `git`, and lists of them.

import { either } from "../../base/index.ts";
import type { Clause } from "./clauses.ts";

const GIT_VERBS = either`reset, clean, restore, stash, rebase, checkout, commit, push, cherry-pick`;
const GIT_WORDS = new RegExp(String.raw`\x60((?:${GIT_VERBS})(?: -[^\x60]{0,60})?)\x60`, "g");

/** `git add/commit/push` */
const GIT_LIST = /`git ([a-z-]{2,12}(?:\/[a-z-]{2,12}){1,6})`/g;

/** Under "Git": the commands in code are those of Git. */
function aboutGit({ heading, text }: Clause): boolean {
  return /^\W*git\b/i.test(heading.at(-1) ?? "") || /\bgit\b/i.test(text);
}

/** "`reset --hard`, `clean`" as the commands that they are. */
export function withGit(text: string, clause: Clause): string {
  if (!aboutGit(clause)) return text;
  return text.replace(GIT_WORDS, "`git $1`").replace(GIT_LIST, (_, list: string) =>
    list
      .split("/")
      .map((each) => `\`git ${each}\``)
      .join(", "),
  );
}
