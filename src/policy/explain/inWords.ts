// A rule in plain words: "denies every `git commit`". What reports, refusals and questions say about how a line was read.

import { byName } from "../../base/index.ts";
import { blockInWords, patternInWords } from "./blockShown.ts";
import type { Access, CommandPattern, GitMatcher, Matcher, Need, PackageMatcher, PathMatcher, Rule } from "../match/rule.ts";
import { asTyped } from "./sampling.ts";
import { code, codes, list } from "./wording.ts";

type Said = Pick<Rule, "effect" | "matcher" | "exception" | "order" | "replacement" | "atMost" | "session" | "alternative">;

/** A rule in a sentence, for people. */
export function inWords(rule: Said): string {
  const what = matcherInWords(rule.matcher);
  const except = rule.exception === undefined ? "" : `, except ${matcherInWords(rule.exception)}`;
  const where = rule.session === undefined ? "" : ` in ${rule.session} sessions`;
  return `${effectInWords(rule, what)}${except}${where}`;
}

function effectInWords(rule: Said, what: string): string {
  if (rule.order !== undefined) return `denies ${what} until ${orderInWords(rule.order)}`;
  if (rule.atMost !== undefined)
    return rule.atMost === 0 ? `denies ${what}` : `allows ${what} at most ${rule.atMost === 1 ? "once" : `${rule.atMost} times`} a session`;
  switch (rule.effect) {
    case "ask":
      return `asks before ${what}`;
    case "rewrite":
      return `replaces ${what} by ${code(insteadOf(rule))}`;
    case "check":
      return `reports ${what} afterwards`;
    default:
      return `denies ${what}`;
  }
}

function insteadOf({ replacement, alternative }: Said): string {
  if (alternative !== undefined) return alternative;
  if (replacement?.kind === "words") return replacement.words.join(" ");
  if (replacement?.kind === "manager") return replacement.to;
  if (replacement?.kind === "flag") return `the same with ${replacement.flag}`;
  return replacement?.shown ?? "another command";
}

function orderInWords({ of, needs, changed }: NonNullable<Rule["order"]>): string {
  const words = list(needs.map(needInWords), of === "any" ? "or" : "and");
  return changed === undefined ? words : `${words}, once there were ${matcherInWords(changed)}`;
}

function needInWords(need: Need): string {
  switch (need.kind) {
    case "ran":
      return `${code(need.shown)} has run`;
    case "read":
      return `${code(need.shown)} was read`;
    case "changed":
      return `${code(need.shown)} was changed too`;
    case "readSame":
      return "the same file was read";
  }
}

const MESSAGE_PARTS = { subject: "subject", whole: "message" } as const;

/** What a condition matches, in words. */
export function matcherInWords(matcher: Matcher): string {
  switch (matcher.kind) {
    case "any":
      return list([...new Set(matcher.of.map(matcherInWords))], "and");
    case "command":
      return commandInWords(matcher.pattern);
    case "path":
      return pathInWords(matcher);
    case "git":
      return gitInWords(matcher);
    case "package":
      return packageInWords(matcher);
    case "message":
      return `every \`git commit\` whose ${MESSAGE_PARTS[matcher.part]} ${patternInWords(matcher)}`;
    case "statement":
      return `database statements that match ${code(plainly(matcher.pattern))}`;
    case "document":
      return `loading ${codes(matcher.names)}`;
    case "reply":
      return emojiInWords(matcher.emojiOver);
    case "tool":
      return `every call of the tool ${codes(matcher.names)}`;
    case "network":
      return `connections to ${matcher.outside === true ? "hosts other than " : ""}${codes(matcher.hosts)}`;
    case "downloaded":
      return "running what was just downloaded (`curl … | sh`)";
    case "text":
      return `${codes(matcher.tokens)} in new text`;
    default:
      return blockInWords(matcher, matcherInWords);
  }
}

function emojiInWords(most: number): string {
  return most === 0 ? "emoji in answers" : `more than ${most} emoji in an answer`;
}

function commandInWords({ program, words, flags, args, inside, elsewhere }: CommandPattern): string {
  const options = flags.map(([first = ""]) => first);
  const named = asTyped(program === "*" ? "" : program, words, options)
    .filter((each) => each !== "")
    .join(" ");
  const which = named === "" ? "every command" : `every ${code(named)}`;
  const given = args.length === 0 || args.includes("*") ? "" : ` with ${codes(args)}`;
  const where = inside.length === 0 ? "" : ` in ${codes(inside)}`;
  const away = elsewhere === undefined ? "" : ` anywhere but in ${codes(elsewhere.map((each) => (each === "" ? "the root" : each)))}`;
  return `${which}${given}${where}${away}`;
}

const ACTS: readonly (readonly [Access, string])[] = [
  ["change", "changes to"],
  ["create", "creating"],
  ["delete", "deleting"],
  ["read", "reading"],
  ["list", "listing"],
  ["execute", "running"],
];

/** `\bDROP\s+TABLE` as a person writes it; a pattern that says more stays as it is. */
function plainly(pattern: string): string {
  const words = pattern.replaceAll("\\b", "").replaceAll("\\s+", " ");
  return /^[\w ]+$/.test(words) ? words : pattern;
}

function pathInWords({ access, globs, outside, standing, header }: PathMatcher): string {
  const acts = ACTS.filter(([each]) => access.includes(each) && !(each === "list" && access.includes("read"))).map(([, words]) => words);
  // Whoever may not change a file may neither make nor delete it: one word says all three.
  const said = access.includes("change") ? acts.filter((each) => each !== "creating" && each !== "deleting") : acts;
  const everything = globs.join() === "**";
  const files = standing === "new" ? "new files " : standing === "old" ? "existing files " : "";
  const named = [
    ...(globs.length > 0 ? [everything ? files.trim() || "any file" : `${files}${codes(globs)}`] : []),
    ...(header === true ? ["files whose header says that they are generated"] : []),
  ];
  return `${list(said, "or")} ${outside === true ? `anything outside ${everything ? "the project" : codes(globs)}` : list(named, "and")}`;
}

function gitInWords({ actions, force, flags, branches, paths }: GitMatcher): string {
  const options = [...(force === true ? ["--force"] : []), ...(flags ?? []).map(([first = ""]) => first)];
  const commands = list(
    actions.map((action) => code(["git", action, ...options].join(" "))),
    "and",
  );
  const where = branches === undefined ? "" : branches.join() === "*" ? " to another branch" : ` on or to ${codes(branches)}`;
  return `every ${commands}${where}${paths === undefined ? "" : ` that takes in ${codes(paths)}`}`;
}

const PACKAGE_ACTS: Readonly<Record<string, string>> = byName({
  add: "adding",
  install: "installing",
  remove: "removing",
  update: "updating",
  publish: "publishing",
  exec: "running",
  run: "running scripts of",
});

function packageInWords({ actions, managers, global, packages }: PackageMatcher): string {
  const acts = list([...new Set(actions.map((each) => PACKAGE_ACTS[each] ?? each))], "or");
  const what = packages === undefined ? (global === true ? "global packages" : "packages") : codes(packages);
  return `${acts} ${what}${managers.length === 0 ? "" : ` with ${codes(managers)}`}`;
}
