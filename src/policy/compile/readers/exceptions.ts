// Exceptions that a clause names itself: "except `x`", "`cargo test --doc` is fine", "the one exception is `prod-logs`".

import { any, commandMatcher } from "../../match/patterns.ts";
import type { CommandPattern, Matcher } from "../../match/rule.ts";
import { permits } from "../phrases/force.ts";
import { globsOf } from "../phrases/targets.ts";
import type { Mention, Sentence } from "../text/sentence.ts";
import type { Unit } from "../text/unit.ts";

/** "`git pull` without `--rebase`": with it, it is fine. */
const LACKING = /\bwithout (?:the |an? |its |an explicit )?(?:flags? |options? )?(?=[\ue200-\ue2ff](?: ?[.,;:!)]|$| (?:is|are)\b))|不带 ?(?=[\ue200-\ue2ff])/;
const EXCEPT = /^only (?=[\ue000-\ue8ff][^.]{0,20}\b(?:is|are) (?:allowed|permitted|fine|ok|okay|exempt)\b)|\b(?:except(?:ions?)?(?: for| in| is| are)?|apart from|other than|aside from|with the exception of|excluding|save for|(?:is|are) the only (?:one|ones|host|machine|file|path|folder|command|branch)s?|while (?:allowing|permitting)|but not|exempt|outside(?: of)?(?= (?:the )?[\ue100-\ue1ff]))\b|除外|例外|除了|(?<![删清移解排废])除(?=[\ue000-\ue8ff ])|不在此列|不受此限/;

/** What of the clause is excused from a draft's matcher. */
export function readException(unit: Unit, matcher: Matcher, index: number): Matcher | undefined {
  const excused: Matcher[] = [];
  unit.sentences.forEach((sentence, at) => {
    for (const mention of excusedMentions(sentence, at === index)) {
      if (!EXCEPT.test(sentence.norm) && !LACKING.test(sentence.norm) && !sameSort(mention, matcher)) continue;
      const found = excuse(mention, matcher);
      if (found !== null) excused.push(found);
    }
  });
  return excused.length === 0 ? undefined : any(excused);
}

/** "`x` is fine" excuses commands from a rule on commands and paths from one on paths. */
function sameSort({ entity }: Mention, matcher: Matcher): boolean {
  const kinds = matcher.kind === "any" ? matcher.of.map((each) => each.kind) : [matcher.kind];
  if (entity.type === "command" || entity.type === "flag") return kinds.includes("command") || kinds.includes("git");
  return (entity.type === "path" || entity.type === "kind") && kinds.includes("path");
}

function excusedMentions(sentence: Sentence, own: boolean): readonly Mention[] {
  const except = EXCEPT.exec(sentence.norm) ?? (own ? LACKING.exec(sentence.norm) : null);
  if (except !== null) {
    const before = sentence.chinese && /除外|例外|不在此列/.test(except[0]);
    const after = sentence.mentions.filter((each) => each.at >= except.index);
    // "`x` is the only exception" names it first.
    if (!before) return after.length > 0 || own || !/^exceptions?\b|the only/.test(except[0]) ? after : sentence.mentions;
    const last = sentence.mentions.findLast((each) => each.at < except.index);
    return last === undefined ? [] : [last];
  }
  return !own && permits(sentence) ? sentence.mentions : [];
}

function excuse(mention: Mention, matcher: Matcher): Matcher | null {
  const { entity } = mention;
  if (matcher.kind === "any") {
    const parts = matcher.of.map((each) => excuse(mention, each)).filter((each) => each !== null);
    return parts.length === 0 ? null : any(parts);
  }
  if (matcher.kind === "command") {
    if (entity.type === "command" && entity.words.join(" ") === [matcher.pattern.program, ...matcher.pattern.words].join(" ") && matcher.pattern.flags.length === 0) return null;
    if (entity.type === "command") return entity.words[0] === matcher.pattern.program || matcher.pattern.program === "*" ? commandMatcher(entity.words, { open: entity.open }) : null;
    if (entity.type === "flag") return { kind: "command", pattern: { ...matcher.pattern, flags: [...matcher.pattern.flags, [entity.text]] } };
    if (entity.type === "path") return { kind: "command", pattern: { ...matcher.pattern, args: [], inside: [...globsOf(entity)] } satisfies CommandPattern };
    if (entity.type === "name" || entity.type === "quote") return { kind: "command", pattern: { ...matcher.pattern, args: [entity.text] } };
    return null;
  }
  if (matcher.kind === "path" && globsOf(entity).some((glob) => matcher.globs.includes(glob))) return null;
  if (matcher.kind === "path" && (entity.type === "path" || entity.type === "kind")) return { kind: "path", access: matcher.access, globs: globsOf(entity) };
  if (matcher.kind === "git") {
    if (matcher.paths !== undefined && (entity.type === "path" || entity.type === "kind")) return { kind: "git", actions: matcher.actions, paths: globsOf(entity) };
    if (entity.type === "name" || (entity.type === "path" && matcher.branches === undefined)) return { kind: "git", actions: matcher.actions, branches: [entity.text.endsWith("/") ? `${entity.text}*` : entity.text] };
    if (entity.type === "flag") return { kind: "git", actions: matcher.actions, flags: [[entity.text]] };
    if (entity.type === "command" && entity.words[0] === "git") return commandMatcher(entity.words);
  }
  return null;
}
