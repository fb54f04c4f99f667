// The same for Chinese, where the topic may stand before the word that forbids it.

import type { Matcher } from "../../match/rule.ts";
import { PRODUCER } from "../text/producer.ts";
import type { Mention, Sentence } from "../text/sentence.ts";
import { specialActions } from "./wholeActions.ts";
import { type Actions, readActions } from "./actions.ts";
import { branchOf } from "./branches.ts";
import { mentionsAs, NONE } from "./english.ts";
import type { Force } from "./force.ts";
import { type Aim, ANYTHING, targetFor, type TargetOptions } from "./targets.ts";

export function chineseActions(sentence: Sentence, force: Force, options: TargetOptions): Actions {
  const { norm } = sentence;
  if (force.kind === "passive") return topic(sentence, force.start, [CANNOT_AIMS[norm.charAt(force.start)] ?? { class: "edit", word: "touch" }], options, NONE);
  if (force.kind === "uncommitted") return mentionsAs(sentence, 0, norm.length, [{ class: "commit", word: "commit" }], options);
  const pushed = force.kind === "theirs" ? sentence.verbs.filter((verb) => verb.class === "push" || verb.class === "merge") : [];
  const branches = pushed.length === 0 ? [] : sentence.mentions.map(branchOf).filter((each) => each !== null);
  if (branches.length > 0) return { ...NONE, matchers: pushed.map((verb): Matcher => ({ kind: "git", actions: [verb.class], branches })), used: sentence.mentions, aims: pushed };
  if (force.kind === "theirs") return mentionsAs(sentence, 0, norm.length, /只|仅/.test(norm) && sentence.mentions.some((each) => each.entity.type === "path") ? [{ class: "edit", word: "touch" }] : [{ class: "run", word: "use" }], options);
  if (force.kind === "frozen") {
    const found = mentionsAs(sentence, 0, force.start, [{ class: "edit", word: "touch" }], options);
    if (found.matchers.length > 0) return found;
    if (/红线|雷区|高压线|禁区|不归你管|与你无关|不在|不是你|远离|绕开|避开/.test(norm)) {
      const commands = mentionsAs(sentence, 0, norm.length, [{ class: "run", word: "use" }], options);
      if (commands.matchers.length > 0) return commands;
    }
    return mentionsAs(sentence, force.end, norm.length, [{ class: "edit", word: "touch" }], options);
  }
  if (force.kind === "ask") {
    for (const [from, to] of [[0, force.start], [force.end, norm.length]] as const) {
      const found = readActions(sentence, from, to, { ...options, place: "loose" });
      if (found.matchers.length > 0) return found;
    }
    return NONE;
  }
  const end = chineseScopeEnd(norm, force.end);
  const forward = readActions(sentence, force.end, end, { ...options, place: "head", topical: sentence.mentions.some((each) => each.at < force.start) });
  if (forward.matchers.length > 0) return forward;
  const verbs = sentence.verbs.filter((verb) => verb.start >= force.end && verb.start < end);
  if (verbs.length === 0 && /^\s?(?:它们?|这个|这些|此|该命令|的|了)?[\s！!。.]*$/.test(norm.slice(force.end, end))) return topic(sentence, force.start, ANYTHING, options, NONE);
  const [first] = verbs;
  if (first === undefined || first.start > force.end + 8) return forward.aims.length === 0 && first === undefined ? NONE : forward;
  // 话题句: the topic stands before the marker.
  if (forward.dangling.length > 0) return topic(sentence, force.start, verbs, options, forward);
  return forward;
}

const CANNOT_AIMS: Readonly<Record<string, Aim>> = { 删: { class: "delete", word: "delete" }, 跑: { class: "run", word: "run" }, 用: { class: "run", word: "use" }, 执: { class: "run", word: "run" }, 运: { class: "run", word: "run" }, 读: { class: "read", word: "read" }, 看: { class: "read", word: "read" }, 推: { class: "push", word: "push" }, 提: { class: "commit", word: "commit" } };

function topic(sentence: Sentence, to: number, verbs: readonly Aim[], options: TargetOptions, forward: Actions): Actions {
  const before = nearest(sentence, to);
  const matchers: Matcher[] = [];
  for (const mention of before) {
    for (const aim of verbs) {
      const branch = branchOf(mention);
      const onBranch = aim.class === "push" || aim.class === "commit" || aim.class === "merge";
      if (onBranch && branch !== null && /分支/.test(sentence.norm)) matchers.push({ kind: "git", actions: [aim.class === "commit" ? "commit" : aim.class], branches: [branch] });
      else {
        const matcher = mention.entity.type === "command" && aim.class !== "run" && !mention.entity.code ? null : targetFor(aim, mention.entity, options);
        if (matcher !== null) matchers.push(matcher);
      }
    }
  }
  if (matchers.length === 0) matchers.push(...specialActions(verbs.filter((aim) => aim.class === "connect"), before, ""));
  return matchers.length > 0 ? { matchers, used: before, dangling: [], aims: verbs } : { ...forward, dangling: before.length === 0 ? verbs : forward.dangling, aims: verbs };
}

/** The names of the topic: those that stand together nearest to the marker; a comma before them ends another thought. */
function nearest({ norm, mentions }: Sentence, to: number): Mention[] {
  const before = mentions.filter((each) => each.at < to && !PRODUCER.test(norm.slice(Math.max(0, each.at - 40), each.at)));
  const start = before.findLastIndex((each, at) => at > 0 && /，/.test(norm.slice((before[at - 1] as Mention).at + 1, each.at)) && !/^[\s，、]*(?:以及|还有|和|与|及)[\s，、]*$/.test(norm.slice((before[at - 1] as Mention).at + 1, each.at)));
  return start === -1 ? before : before.slice(start);
}

function chineseScopeEnd(norm: string, from: number): number {
  const match = /[。；]|，(?!\s*(?:也|或|例如|比如|诸如|譬如|像|尤其是?|特别是|以及|包括|和|、|[\ue000-\ue8ff]))|(?:除非|以免|否则|因为|而是)/.exec(norm.slice(from));
  return match === null ? norm.length : from + match.index;
}
