// An action phrase ("edit or delete `x`", "force pushes to `main`", 修改 `x`) to matchers. Verbs and names are grouped in
// the order of the text; each name takes the verbs before it, and must fit them.

import { branchWords, namedBranches } from "./branches.ts";
import { gitVerbList } from "./gitVerbs.ts";
import type { Matcher } from "../../match/rule.ts";
import { PRODUCER } from "../text/producer.ts";
import type { Mention, Sentence, VerbHit } from "../text/sentence.ts";
import { forAPurpose, inBrackets, modifies, objectOf, samePlace, standsAlone, toolNamed, turnedOut } from "./objects.ts";
import { type Aim, globsOf, isPlace, narrowed, targetFor, type TargetOptions } from "./targets.ts";
import { activityIn, GAP, noObject, verbsIn } from "./verbPhrases.ts";
import { gitActions, specialActions } from "./wholeActions.ts";

export interface Actions {
  readonly matchers: readonly Matcher[];
  /** Mentions that became targets. */
  readonly used: readonly Mention[];
  /** Verbs whose object is a pronoun or unsaid: the target stands elsewhere. */
  readonly dangling: readonly Aim[];
  /** Verbs that were understood at all. */
  readonly aims: readonly Aim[];
  /** An action with nothing named: "push", "add dependencies". Words that narrow it make it a matter of judgement. */
  readonly bare?: boolean;
}

export interface ActionOptions extends TargetOptions {
  /** `head`: the phrase begins here; `subject`: it ends here; `loose`: it stands somewhere in the range. */
  readonly place: "head" | "subject" | "loose";
  /** Off where a command in brackets explains a noun rather than a verb. */
  readonly brackets?: boolean;
  /** Something was named before: verbs without an object mean that. */
  readonly topical?: boolean;
}

export function readActions(sentence: Sentence, from: number, to: number, options: ActionOptions): Actions {
  const { norm } = sentence;
  const inRange = withFlags(sentence, withoutUmbrellas(sentence)).filter((each) => each.at >= from && each.at < to && !PRODUCER.test(norm.slice(Math.max(0, each.at - 40), each.at)));
  const listed = inRange.length === 0 && !sentence.chinese ? gitVerbList(norm.slice(from, to)) : [];
  if (listed.length > 0) return { matchers: listed, used: [], dangling: [], aims: [], bare: true };
  const verbs = verbsIn(sentence, from, to, inRange, options);
  const activity = activityIn(sentence, from, to, options);
  const matchers: Matcher[] = [];
  const used: Mention[] = [];
  const dangling: Aim[] = [];
  if (activity !== null && (activity.branches === true || activity.matcher.kind === "downloaded" || !inRange.some((each) => (each.entity.type === "command" && each.entity.code) || each.entity.type === "statement"))) {
    const branches = activity.branches === true ? branchesOf(sentence, from, to, inRange) : [];
    const { matcher } = activity;
    const names = activity.named === true ? inRange.filter((each) => each.entity.type === "name" || each.entity.type === "path").map((each) => each.entity.text.replace(/\*?$/, "*")) : [];
    if (names.length > 0 && matcher.kind === "any") return { matchers: matcher.of.map((each): Matcher => (each.kind === "command" ? { kind: "command", pattern: { ...each.pattern, args: names } } : each)), used: inRange, dangling, aims: [] };
    matchers.push(branches.length > 0 && matcher.kind === "git" ? { ...matcher, branches } : matcher);
    // "bump a version in `Cargo.toml`" is done by hand as well.
    if (matcher.kind === "package") matchers.push(...inRange.filter((each) => each.entity.type === "path" && each.entity.code && !each.entity.text.endsWith("/")).map((each): Matcher => ({ kind: "path", access: ["change"], globs: globsOf(each.entity) })));
    return { matchers, used: inRange, dangling, aims: [], bare: branches.length === 0 };
  }
  const direct = GAP.test(norm.slice(from, inRange[0]?.at ?? from)) && !/\b(?:in|from|at|of|by|for|with|on)\b/.test(norm.slice(from, inRange[0]?.at ?? from));
  const first = inRange[0];
  const nearChinese = sentence.chinese && first !== undefined && first.entity.type !== "path" && first.entity.type !== "name" && first.entity.type !== "kind" && /^(?:[^，。；：,;:]{0,10}|[^。；：]{0,20}(?:例如|比如|诸如|譬如|像|尤其是?|特别是|包括)\s?)$/.test(norm.slice(from, first.at));
  const mentions = verbs.length > 0 || options.place !== "head" || direct || nearChinese ? inRange : options.brackets === false ? [] : inBrackets(sentence, inRange);
  let bare = false;
  for (const group of groupsOf(verbs, mentions, { from, to, chinese: sentence.chinese })) {
    const aims = group.verbs.length > 0 ? group.verbs : null;
    const git = aims?.filter((aim) => aim.class === "push" || aim.class === "commit" || aim.class === "merge") ?? [];
    const rest = norm.slice(group.verbsEnd, group.end);
    const topical = options.topical === true && group.mentions.length === 0;
    if (git.length > 0 && !topical) {
      // In Chinese the branch may be the topic: 主干分支不接受推送.
      const branches = branchesOf(sentence, sentence.chinese ? 0 : group.start, group.end, group.mentions);
      const taken = gitActions(git, branches, group.mentions, rest);
      matchers.push(...taken);
      if (taken.length > 0) {
        used.push(...group.mentions);
        bare = bare || branches.length === 0;
        continue;
      }
    }
    const before = matchers.length;
    for (const mention of group.mentions) {
      if (used.includes(mention)) continue;
      // A list stands or falls with its first name.
      if (!sentence.chinese && mention !== group.mentions[0] && matchers.length === before && samePlace(mention, group.mentions[0] as Mention, norm)) continue;
      if (modifies(mention, sentence)) continue;
      if (sentence.chinese && mention.entity.type === "name" && group.mentions.some((each) => each.at > mention.at && each.entity.type === "command" && isPlace(norm, mention, each.at))) continue;
      // A command says more than the kind of file beside it.
      if (aims === null && mention.entity.type === "kind" && group.mentions.some((each) => each.entity.type === "command" && each.entity.sure)) continue;
      if (aims === null && !standsAlone(sentence, group, mention, options)) continue;
      for (const aim of aims ?? [defaultAim(mention, norm)]) {
        if (aims !== null && !objectOf(sentence, group, mention, aim)) continue;
        const plain = toolNamed(mention, sentence) ?? targetFor(aim, mention.entity, options);
        if (plain === null) continue;
        const { matcher, used: narrowing } = narrowed(plain, mention, sentence, mentions);
        if (options.place === "head" && narrowing.length === 0 && forAPurpose(mention, sentence, to)) continue;
        matchers.push(turnedOut(matcher, mention, sentence));
        used.push(mention, ...narrowing);
        if (mention.entity.type === "command") break;
      }
    }
    if (matchers.length > before || aims === null) continue;
    const special = specialActions(aims, group.mentions, rest);
    if (special.length > 0) {
      matchers.push(...special);
      used.push(...group.mentions);
    } else if (group.mentions.length === 0 && noObject(rest)) dangling.push(...aims);
  }
  return { matchers: unique(matchers), used, dangling, aims: verbs, bare };
}

const FLAG_OF = /^ ?(?:flags?|options?|switch(?:es)?)? ?(?:of|for|on|to|with|from) (?:the |any |a )*$/;
const WITH_FLAG = /^ (?:with|plus|using) (?:the |a )?(?:flags? |options? )?$/;
const WITH_FLAG_ZH = /^ ?(?:命令)?(?:后面?|时|里)?(?:加上?|带上?|附加|使用|用|传) ?(?:参数|选项|标志)? ?$/;

/** "the `--force` flag of `helm`", 给 `git push` 加 `--force`: one thing is meant, the command with its flag. */
function withFlags({ norm }: Sentence, mentions: readonly Mention[]): readonly Mention[] {
  if (mentions.length < 2 || !mentions.some((each) => each.entity.type === "flag")) return mentions;
  const merged: Mention[] = [];
  let flag: Mention | null = null;
  for (const [index, mention] of mentions.entries()) {
    const before = mentions[index - 1];
    const between = before === undefined ? "" : norm.slice(before.at + 1, mention.at);
    const last = merged.at(-1);
    if (mention.entity.type === "command" && before?.entity.type === "flag" && FLAG_OF.test(between)) {
      flag = before;
      merged.pop();
      merged.push(flagged(mention, flag));
    } else if (mention.entity.type === "command" && flag !== null && LISTED_WITH.test(between)) merged.push(flagged(mention, flag));
    else if (mention.entity.type === "flag" && last?.entity.type === "command" && last === before && (WITH_FLAG_ZH.test(between) || WITH_FLAG.test(between))) merged[merged.length - 1] = { ...flagged(last, mention), at: mention.at };
    else {
      flag = null;
      merged.push(mention);
    }
  }
  return merged;
}

const LISTED_WITH = /^[\s,/]*(?:and|or|nor)?[\s,/]*$/;

function flagged(command: Mention, flag: Mention): Mention {
  return { at: command.at, entity: { ...command.entity, text: `${command.entity.text} ${flag.entity.text}`, words: [...command.entity.words, flag.entity.text] } };
}

/** "`heroku` commands that change state, such as `heroku config:set`": the examples are meant, not the whole program. */
function withoutUmbrellas({ norm, mentions }: Sentence): readonly Mention[] {
  if (mentions.length < 2 || !/\b(?:such as|like|e\.g\.|for (?:example|instance)|namely|especially)|例如|比如|诸如|等/.test(norm)) return mentions;
  return mentions.filter(({ at, entity }) => !(entity.type === "command" && entity.words.length === 1 && /^ (?:sub)?commands?\b|^ ?(?:的)?(?:各种|一些|部分)?(?:子)?命令/.test(norm.slice(at + 1)) && mentions.some((other) => other.at > at && other.entity.words.length > 1 && other.entity.words[0] === entity.words[0])));
}

function branchesOf(sentence: Sentence, from: number, to: number, mentions: readonly Mention[]): string[] {
  return [...new Set([...namedBranches(sentence, mentions), ...branchWords(sentence.norm.slice(from, to))])];
}

export interface Group {
  readonly verbs: VerbHit[];
  readonly mentions: Mention[];
  readonly start: number;
  verbsEnd: number;
  end: number;
}

/** Names take the verbs before them; verbs in a row share what follows; in Chinese a name may stand before its verb. */
function groupsOf(verbs: readonly VerbHit[], mentions: readonly Mention[], { from, to, chinese }: { readonly from: number; readonly to: number; readonly chinese: boolean }): Group[] {
  const groups: Group[] = [];
  let group: Group = { verbs: [], mentions: [], start: from, verbsEnd: from, end: to };
  let next = 0;
  const takeMentions = (until: number) => {
    for (; next < mentions.length && (mentions[next] as Mention).at < until; next++) group.mentions.push(mentions[next] as Mention);
  };
  for (const verb of verbs) {
    takeMentions(verb.start);
    // In Chinese the place comes first: 在 `x` 里新增或修改.
    const placed = chinese && group.verbs.length > 0 && (group.mentions[0]?.at ?? to) < (group.verbs[0] as VerbHit).start;
    if (group.mentions.length > 0 && !placed && (group.verbs.length > 0 || !chinese)) {
      group.end = verb.start;
      groups.push(group);
      group = { verbs: [], mentions: [], start: verb.start, verbsEnd: verb.start, end: to };
    }
    group.verbs.push(verb);
    group.verbsEnd = verb.end;
  }
  takeMentions(to);
  groups.push(group);
  const last = groups.at(-1) as Group;
  const before = groups.at(-2);
  if (last.mentions.length === 0 && before !== undefined) last.mentions.push(...before.mentions);
  return groups;
}

function defaultAim(mention: Mention, norm: string): Aim {
  const { type } = mention.entity;
  // "New packages under `packages/`"
  if (type === "path" && /\bnew [a-z]+ (?:in|under|below|inside|within) $/.test(norm.slice(0, mention.at))) return { class: "create", word: "create" };
  return type === "path" || type === "kind" ? { class: "edit", word: "touch" } : { class: "run", word: mention.entity.code ? "use" : "run" };
}

function unique(matchers: readonly Matcher[]): readonly Matcher[] {
  if (matchers.length < 2) return matchers;
  const seen = new Set<string>();
  return matchers.filter((each) => {
    const key = JSON.stringify(each);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
