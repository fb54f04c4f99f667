// "Do not push, pull or rebase": a list of Git's own verbs, where some alone would be words of English.

import { ACTIVITIES } from "../../lexicon/activities.ts";
import { any, ran } from "../../match/patterns.ts";
import type { Matcher } from "../../match/rule.ts";

const activity = (name: string): Matcher => (ACTIVITIES.find((each) => each.name === name) as { matcher: Matcher }).matcher;

const VERBS: Readonly<Record<string, Matcher>> = {
  push: { kind: "git", actions: ["push"] },
  commit: { kind: "git", actions: ["commit"] },
  merge: any([{ kind: "git", actions: ["merge"] }, ran("gh pr merge"), ran("glab mr merge")]),
  "force-push": { kind: "git", actions: ["push"], force: true },
  amend: { kind: "git", actions: ["commit"], flags: [["--amend"]] },
  stage: { kind: "git", actions: ["add"] },
  pull: ran("git pull"),
  fetch: ran("git fetch"),
  rebase: ran("git rebase"),
  stash: ran("git stash"),
  tag: ran("git tag"),
  reset: ran("git reset"),
  revert: ran("git revert"),
  "cherry-pick": ran("git cherry-pick"),
  release: activity("publish"),
  publish: activity("publish"),
  deploy: activity("deploy"),
};

const WORD = `(?:${Object.keys(VERBS).join("|")})`;
const LIST = new RegExp(`^\\s*(?:ever |even |also |directly |yourself )*(${WORD}(?:(?:, ?(?:or |and |nor )?| or | and | nor |/)${WORD})+)(?: (?:anything|changes|code|commits|branches|yourself|on your own|automatically|by yourself|directly|at all))*[\\s.,;:!)]*$`);

export function gitVerbList(text: string): Matcher[] {
  const list = LIST.exec(text)?.[1];
  return list === undefined ? [] : (list.match(new RegExp(WORD, "g")) ?? []).map((word) => VERBS[word] as Matcher);
}
