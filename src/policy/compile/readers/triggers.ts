// The moments an order rule can wait for: a commit, a push, a pull request, a release, a change of a path, a command.

import { branchWords, namedBranches } from "../phrases/branches.ts";
import { ACTIVITIES } from "../../lexicon/activities.ts";
import { any, commandMatcher, ran } from "../../match/patterns.ts";
import type { Matcher } from "../../match/rule.ts";
import { globsOf } from "../phrases/targets.ts";
import { ANY, type Mention, type Sentence } from "../text/sentence.ts";

const NAMED_EARLY = new RegExp(`^[^${ANY}]{0,40}[${ANY}]`);

export interface Trigger {
  readonly matcher: Matcher;
  readonly shown: string;
  readonly used: readonly Mention[];
}

const activity = (name: string): Matcher => (ACTIVITIES.find((each) => each.name === name) as { matcher: Matcher }).matcher;
export const COMMIT: Matcher = { kind: "git", actions: ["commit"] };
const PUSH: Matcher = { kind: "git", actions: ["push"] };
const OPEN_REQUEST = activity("open pull requests");

const REQUEST = /\b(?:pull[- ]requests?|prs?|merge[- ]requests?|mrs?)\b|\b(?:hand(?:s|ed|ing)?(?: (?:it|the|your|this|work|things|change|changes|task|branch|over)){0,3} (?:over|off|in|back)|request(?:ing)? (?:a )?review|asking for (?:a )?review|review is requested)\b|合并请求|拉取请求|提测|提审|(?<![a-z])(?:pr|mr)(?![a-z])/;
const WORDS: readonly (readonly [RegExp, Matcher, string])[] = [
  [/\bmerg(?:e|es|ing|ed)\b|合并|合入/, any([{ kind: "git", actions: ["merge"] }, ran("gh pr merge"), ran("glab mr merge")]), "merge"],
  [/\bpush(?:es|ed|ing)?\b|推送|推到|推代码|(?<![a-z])push(?![a-z])|推上|^\s?推\s?[。！]?$/, PUSH, "push"],
  [/\bcommit(?:s|ted|ting)?\b|\bcheck(?:ing|ed)? in\b|提交|(?<![a-z])commit(?![a-z])|入库/, COMMIT, "commit"],
  [/\bdeploy(?:s|ed|ing|ment)?\b|部署|上线/, activity("deploy"), "deploy"],
  [/\b(?:publish(?:es|ed|ing)?|releas(?:e|es|ed|ing))\b|发布|发版/, activity("publish"), "publish"],
  [/\btag(?:s|ged|ging)?\b|打标签|打\s?tag/, activity("tag"), "tag"],
];
const ANY_WORK = /^[\s:,]*(?:you |any |your |doing |making |starting |beginning |writing |first |the |a |new |start |begin |do |make |write |on |with |to |anything|all |every |touching |changing |editing |edit |change )*(?:work(?:ing)?(?: on (?:anything|a task|the code))?|anything(?: else)?|coding|(?:any )?code|changes?|start(?:ing)?|begin(?:ning)?|task|edits?|editing|else|implement(?:ing|ation)?(?: anything)?)(?: (?:in this repo(?:sitory)?|here|work|at all))?[\s.,:;!]*$|^[\s]*(?:开始|动手|开工|着手|任何|写代码|改代码|改动?任何|修改任何|做任何)[^，。]{0,8}$/;
const CHANGE_VERBS = new Set(["edit", "create", "move", "delete"]);

/** The moment that a range of the sentence names; null where it names none that can be seen. */
export function triggerIn(sentence: Sentence, from: number, to: number): Trigger | null {
  const text = sentence.norm.slice(from, to);
  const mentions = sentence.mentions.filter((each) => each.at >= from && each.at < to);
  const command = mentions.find((each) => each.entity.type === "command");
  const verbs = sentence.verbs.filter((verb) => verb.start >= from && verb.end <= to);
  const paths = mentions.filter((each) => each.entity.type === "path" || each.entity.type === "kind");
  const changes = verbs.some((verb) => CHANGE_VERBS.has(verb.class)) || /\b(?:work(?:ing)? (?:on|in|with)|edits? to|changes? to|anything in|into|stay (?:out|away)|keep (?:out|off|away)|hands off|leave)\b|动/.test(text);
  const globs = paths.flatMap((each) => globsOf(each.entity));
  if (globs.length > 0 && changes && !/\b(?:commit(?:s|ted|ting)?|push(?:es|ed|ing)?)\b/.test(text)) {
    return { matcher: { kind: "path", access: ["change", "create", "delete"], globs }, shown: `changing ${paths.map((each) => `\`${each.entity.text}\``).join(", ")}`, used: paths };
  }
  if (command !== undefined && NAMED_EARLY.test(text)) {
    return { matcher: commandMatcher(command.entity.words, { open: command.entity.open }), shown: `\`${command.entity.text}\``, used: [command] };
  }
  if (REQUEST.test(text) && !/\bmerg(?:e|es|ing|ed)\b|合入/.test(text.replace(/\bmerge[- ]requests?\b/g, ""))) return { matcher: OPEN_REQUEST, shown: "opening a pull request", used: [] };
  if (/\b(?:tell|say|claim|report|announc|assum|conclud)(?:s|ing|e|ed)?\b/.test(text)) return null;
  const parts = WORDS.filter(([words]) => words.test(text));
  if (parts.length > 0) {
    const attached = mentions.filter((each) => /\b(?:to|on|onto|into)(?: the| our)? ?$|到|向|往/.test(text.slice(0, each.at - from).slice(-14)));
    const branches = [...namedBranches(sentence, attached), ...branchWords(text)];
    const matcher = any(parts.map(([, each]) => (each.kind === "git" && branches.length > 0 ? { ...each, branches } : each)));
    return { matcher, shown: parts.map(([, , name]) => name).join(" or "), used: mentions };
  }
  if (ANY_WORK.test(text)) return { matcher: any([{ kind: "path", access: ["change", "create", "delete"], globs: ["**"] }, COMMIT]), shown: "any change", used: [] };
  return null;
}
