// An action phrase ("edit or delete `x`", "force pushes to `main`", 修改 `x`) to matchers. Verbs and names are grouped in
// the order of the text; each name takes the verbs before it, and must fit them.

import { ACTIVITIES, type Activity } from "../lexicon/activities.ts";
import type { VerbClass } from "../lexicon/verbs.ts";
import { any, ran } from "../match/patterns.ts";
import type { Matcher } from "../match/rule.ts";
import { branchWords, namedBranches } from "./branches.ts";
import { PRODUCER } from "./producer.ts";
import type { Mention, Sentence, VerbHit } from "./sentence.ts";
import { type Aim, narrowed, targetFor, type TargetOptions } from "./targets.ts";

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

const GAP = /^[\s,:：，"'(（—–-]*(?:(?:ever|let|directly|manually|yourself|just|simply|even|also|again|blindly|accidentally|automatically|to|try|attempt|go|and|hand|locally|then|be|under|any|circumstances?|by|in|case|at|time|please|a|an|the|all|of|bare|raw|plain|direct|manual|unapproved|ad-hoc|new|you|your|own|ai|silently|casually|直接|擅自|随意|手动|手工|私自|自行|再|去|轻易|任意|以任何方式|任何|对|把|将|往|向|给|从|在|用|单独|裸|进行|绝对|随便|强行|人工|主动|自己|自动|偷偷|未经确认|盲目|批量) ?)*[\s,:：，"'(（—–-]*$/;
/** Words that may stand behind a verb whose object is unsaid or a pronoun. */
const NO_OBJECT = /^[\s,]*(?:(?:it|them|these|those|this|that|one|either|any|of|anything|there|here|in|inside|such|files?|folders?|director(?:y|ies)|commands?|paths?|place|branch(?:es)?|by|hand|manually|directly|yourself|ever|again|at|all|to|into|on|from|the|content|contents|anyway|for|me|now|please|alone|locally|under|circumstances|or|and|without|because|as|so|since|unless|until|instead|either|both|other|同一|它们?|这些|这个|那些|该|此|其|其中|里面|下面|目录|文件|文件夹|命令|内容|的|任何|一切|东西|下|里|中|手动|直接|了|过|吧|到|进|仓库|版本库|库|git|之|上述|上面|以上|代码) ?)*[.,;:!?)。，；：！）、—–-]*/;
const FREE = /^[\s,]*(?:(?:directly|yourself|anything|changes?|any|code|commits?|work|branches|to|the|a|remote|origin|upstream|repo|repository|github|on|your|own|my|behalf|automatically|manually|ever|at|all|for|me|again|anywhere|from|here|this|by|hand|just|or|and|new|releases?|versions?|packages?|artifacts?|crates?|npm|pypi|registry|production|prod|live|staging|server|into|straight|either|local|locally|in|itself|something|代码|任何|改动|变更|到|远程|远端|仓库|自己|自行|直接|的|内容|生产|线上|环境|版本|包) ?)*[.,;:!?)。，；：！）、—–-]*$/;


export function readActions(sentence: Sentence, from: number, to: number, options: ActionOptions): Actions {
  const { norm } = sentence;
  const inRange = sentence.mentions.filter((each) => each.at >= from && each.at < to && !PRODUCER.test(norm.slice(Math.max(0, each.at - 40), each.at)));
  const verbs = verbsIn(sentence, from, to, inRange, options);
  const activity = activityIn(sentence, from, to, options);
  const matchers: Matcher[] = [];
  const used: Mention[] = [];
  const dangling: Aim[] = [];
  if (activity !== null && (activity.branches === true || !inRange.some((each) => each.entity.type === "command" || each.entity.type === "statement"))) {
    const branches = activity.branches === true ? branchesOf(sentence, from, to, inRange) : [];
    const { matcher } = activity;
    matchers.push(branches.length > 0 && matcher.kind === "git" ? { ...matcher, branches } : matcher);
    return { matchers, used: inRange, dangling, aims: [], bare: branches.length === 0 };
  }
  const direct = GAP.test(norm.slice(from, inRange[0]?.at ?? from)) && !/\b(?:in|from|at|of|by|for|with|on)\b/.test(norm.slice(from, inRange[0]?.at ?? from));
  const first = inRange[0];
  const nearChinese = sentence.chinese && first !== undefined && first.entity.type !== "path" && first.entity.type !== "name" && first.entity.type !== "kind" && /^[^，。；：,;:]{0,10}$/.test(norm.slice(from, first.at));
  const mentions = verbs.length > 0 || options.place !== "head" || direct || nearChinese ? inRange : options.brackets === false ? [] : inBrackets(sentence, inRange);
  let bare = false;
  for (const group of groupsOf(verbs, mentions, { from, to, chinese: sentence.chinese })) {
    const aims = group.verbs.length > 0 ? group.verbs : null;
    const git = aims?.filter((aim) => aim.class === "push" || aim.class === "commit" || aim.class === "merge") ?? [];
    const rest = norm.slice(group.verbsEnd, group.end);
    const topical = options.topical === true && group.mentions.length === 0;
    if (git.length > 0 && !topical) {
      const branches = branchesOf(sentence, group.start, group.end, group.mentions);
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
      if (aims === null && !standsAlone(sentence, group, mention, options)) continue;
      for (const aim of aims ?? [defaultAim(mention)]) {
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

/** A command in brackets of its own explains the words before it: "mark it as ready (`gh pr ready`)". */
function inBrackets({ norm }: Sentence, mentions: readonly Mention[]): readonly Mention[] {
  return mentions.filter(({ at, entity }) => {
    if (!(entity.type === "command" && entity.sure) && entity.type !== "statement" && entity.type !== "flag") return false;
    const open = Math.max(norm.lastIndexOf("(", at), norm.lastIndexOf("（", at));
    const close = norm.slice(at).search(/[)）]/);
    if (open === -1 || close === -1) return false;
    return /^[(（][\s\ue000-\ue8ff,/、&]*(?:(?:and|or|e\.g\.|i\.e\.|like|such as|via|with|和|或|如|等) ?[\s\ue000-\ue8ff,/、&]*)*[)）]$/.test(norm.slice(open, at + close + 1));
  });
}

/** Named without a verb: only what comes first counts, and a folder must not stand in the middle of a story. */
function standsAlone({ norm }: Sentence, group: Group, mention: Mention, options: ActionOptions): boolean {
  const first = group.mentions[0] as Mention;
  if (mention !== first) return LISTED.test(norm.slice(first.at, mention.at));
  if (options.place !== "loose" || (mention.entity.type !== "path" && mention.entity.type !== "kind")) return true;
  return LABEL_GAP.test(norm.slice(group.start, mention.at));
}

const LABEL_GAP = /^[\s"'(:：,，—–-]*(?:(?:any|anything|everything|all|the|a|an|in|inside|under|below|within|of|to|for|files?|folders?|director(?:y|ies)|changes?|edits?|modifications?|schema|database|config(?:uration)?|dependency|work|on|new|every|each|and|or|对|在|任何|所有|凡是?) ?)*[\s"'(:：,，—–-]*$/;
const TO_OBJECT = /^[\s"'(:—–-]*(?:(?:to|in|into|inside|under|below|within|from|of|on|at|any|anything|all|every|everything|the|a|an|one|this|that|these|those|your|our|its|their|my|existing|generated|local|other|or|and|nor|files?|folders?|director(?:y|ies)|paths?|code|contents?|changes|edits|named|called|like|such|as|matching|ending|ends?|that|whose|it|them|either|both|direct|directly|manually|by|hand|ever|new|old|anywhere|stuff|things|something|data|values?|fixtures?|sources?|scripts?|commands?|using|via|through|with|entries|lines?|records?|raw|customer|golden|expected|reference|vendored|third-party|checked-in|committed|applied|frozen|public|private|shared|legacy|configuration|config|settings?|pages?|document|documents|template|templates|only|yourself|whole|entire|copy|copies|real|live|production|bare|plain|following|another|second|more|than|up|out|down|e\.g\.|for|example) ?[\s,"'(:]*)*$/;
const BROAD_EDITS = new Set(["edit", "modify", "change", "touch", "alter", "delete", "remove", "tweak", "adjust", "hand-edit", "overwrite", "rename", "move", "refactor", "rewrite"]);
const MEANS = /(?:\b(?:with|via|using|by|through|like|e\.g\.|i\.e\.|namely|say)\b(?: (?:the|a|a bare|running|calling|using))*|[(（:：]) ?$/;

/** Is the mention what the verb is done to? "write raw SQL, go through `db/`" does nothing to `db/`. */
function objectOf(sentence: Sentence, group: Group, mention: Mention, aim: Aim): boolean {
  if (sentence.chinese) return chineseObject(sentence, mention, aim);
  const first = group.mentions[0] as Mention;
  const start = mention === first || mention.at < group.verbsEnd ? group.verbsEnd : first.at;
  const between = sentence.norm.slice(start, mention.at);
  const { type } = mention.entity;
  if (type === "command" || type === "statement" || type === "script") {
    const runs = aim.class === "run" || aim.class === "install" || aim.class === "publish" || aim.class === "deploy";
    if (runs && (TO_OBJECT.test(between.replace(/[\ue000-\ue8ff]/g, "")) || (mention !== first && LISTED.test(between)))) return true;
    return MEANS.test(between) || (mention !== first && LISTED.test(between));
  }
  if (type === "flag") return TO_OBJECT.test(between.replace(/[\ue000-\ue8ff]/g, "")) || MEANS.test(between);
  if (mention !== first) return LISTED.test(between) || TO_OBJECT.test(between.replace(/[\ue000-\ue8ff]/g, ""));
  return TO_OBJECT.test(between) || ((aim.class === "commit" || aim.class === "push" || BROAD_EDITS.has(aim.word)) && !/[,;:—–]|\b(?:to|so|because|for)\b/.test(between) && /\b(?:in|under|below|inside|within|from|of|\() ?$|\($/.test(between));
}

/** A program's bare name beside another verb is part of a description: npm 产物. */
function chineseObject({ norm }: Sentence, { at, entity }: Mention, aim: Aim): boolean {
  if (entity.type !== "command" || aim.class === "run" || aim.class === "install" || aim.class === "publish" || aim.class === "deploy" || aim.class === "send") return true;
  return entity.code && (/[（(：:用过以如、或和] ?$/.test(norm.slice(0, at)) || entity.words.length > 1);
}

const LISTED = /^[\s\ue000-\ue8ff,/、&()]*(?:(?:and|or|nor|no|neither|never|not|the|in|any|files?|folders?|as|well|also|plus|with) ?[\s\ue000-\ue8ff,/、&()]*)*$/;

function samePlace(mention: Mention, first: Mention, norm: string): boolean {
  return first.entity.type === mention.entity.type && LISTED.test(norm.slice(first.at, mention.at));
}

/** "`pnpm test` aliases", "`ts-node` loaders": another thing that is only named after the command. */
function modifies({ at, entity }: Mention, { norm }: Sentence): boolean {
  return entity.type === "command" && /^(?:[\s,/]*(?:(?:and|or) )?[\ue000-\ue0ff])* ?(?:alias(?:es)?|loaders?|imports?|plugins?|types?|apis?|configs?|dependenc(?:y|ies)|packages?|modules?|librar(?:y|ies)|submodules?|containers?|images?|hooks?)\b/.test(norm.slice(at + 1));
}

/** "do not use `sed` to edit files", "`find` from `/`": a whole program is not meant when words narrow its use. */
function forAPurpose({ at, entity }: Mention, { norm, chinese }: Sentence, to: number): boolean {
  if (chinese || entity.type !== "command" || entity.words.length !== 1) return false;
  const rest = norm.slice(at + 1, to);
  return /^[\s,\ue000-\ue8ff]*(?:(?:and|or|nor|commands?|directly|calls?|the|like|similar|etc\.?) ?[\s,\ue000-\ue8ff]*)*(?:\([^)]*\) ?)?(?:to (?!anything)|for (?!any|this (?:repo|project)|everything|all)|from |with |in (?!this|the repo|here|any)|on (?!this|these|any|our|the host|its own|their own|your own)|against |as |when|[a-z]*-?(?:loaders?|imports?|apis?|types?|plugins?|configs?|files?)\b)/.test(rest);
}

/** "the `send_email` tool": the host's tool, not a program. */
function toolNamed({ at, entity }: Mention, { norm }: Sentence): Matcher | null {
  const named = /^mcp__\w+$/.test(entity.text) || (entity.type === "name" && (/^ (?:mcp )?tools?\b|^ ?工具/.test(norm.slice(at + 1)) || /(?:\btools?(?: named| called)?|工具) ?$/.test(norm.slice(0, at))));
  return named && /^[\w.:/-]+$/.test(entity.text) ? { kind: "tool", names: [entity.text] } : null;
}

/** "outside of `tmp/`", `tmp/` 以外: everything else is meant. */
function turnedOut(matcher: Matcher, { at }: Mention, { norm }: Sentence): Matcher {
  if (matcher.kind !== "path") return matcher;
  const out = /\b(?:outside(?: of)?|other than|elsewhere than|beyond)(?: in| the)* ?$/.test(norm.slice(0, at)) || /^ ?(?:目录|文件夹)?(?:之外|以外)/.test(norm.slice(at + 1));
  return out ? { ...matcher, outside: true } : matcher;
}

function noObject(rest: string): boolean {
  const match = NO_OBJECT.exec(rest);
  if (match === null) return false;
  const left = rest.slice(match[0].length);
  return left === "" || /^(?:because|as|so|since|but|unless|without|until|instead|when|while|if|use|they|it|we|that|which)\b|^[，。；]/.test(left) || /[.,;:!?)。，；：！）—–]\s*$/.test(match[0]) || /(?:except|但|因为|否则|以免|除非)/.test(left.slice(0, 12));
}

interface Group {
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
    if (group.mentions.length > 0 && (group.verbs.length > 0 || !chinese)) {
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

/** Verbs that belong to the phrase: the first one, and those that are joined to it. */
function verbsIn(sentence: Sentence, from: number, to: number, mentions: readonly Mention[], options: ActionOptions): VerbHit[] {
  const hits = sentence.verbs.filter((hit) => hit.start >= from && hit.end <= to && fits(hit, options) && !/^ (?:commits?|guards?|conflicts?|messages?|history|hooks?|queues?|strateg(?:y|ies)|windows?)\b/.test(hit.class === "merge" || hit.class === "commit" || hit.class === "push" ? sentence.norm.slice(hit.end) : ""));
  const [first] = hits;
  if (first === undefined) return [];
  if (options.place === "head") {
    const mention = mentions[0]?.at ?? to;
    if (mention < first.start && GAP.test(sentence.norm.slice(from, mention)) && !sentence.chinese) return [];
    if (sentence.chinese) {
      const near = hits.find((hit) => GAP.test(sentence.norm.slice(from, Math.min(hit.start, mention))) || (mention - hit.end <= 8 && mention >= hit.end && !/[，。；]/.test(sentence.norm.slice(hit.end, mention)) && /^[^，。；：,;:]{0,12}$/.test(sentence.norm.slice(from, hit.start))));
      return near === undefined ? [] : hits.filter((hit) => hit.start >= near.start);
    }
    if (!GAP.test(sentence.norm.slice(from, first.start))) return [];
  }
  const kept: VerbHit[] = [];
  for (const hit of hits) {
    const before = sentence.norm.slice(from, hit.start);
    if (kept.length === 0 || sentence.chinese || /(?:\bor|\band|\bnor|,|\/|\bto) ?(?:even |also |otherwise |then |to |re-?|just |the )*$/.test(before)) kept.push(hit);
  }
  return kept;
}

function fits(hit: VerbHit, options: ActionOptions): boolean {
  if (options.place === "head") return hit.form === "base" || hit.form === "ing" || (hit.form === "third" && hit.word !== "use");
  return options.place === "subject" ? hit.form !== "past" : true;
}

function activityIn(sentence: Sentence, from: number, to: number, options: ActionOptions): Activity | null {
  const text = sentence.norm.slice(from, to);
  for (const activity of ACTIVITIES) {
    const match = activity.words.exec(text);
    if (match === null) continue;
    const before = text.slice(0, match.index);
    const after = text.slice(match.index + match[0].length);
    if (options.place === "head" ? GAP.test(before) : /^[\s,:]*(?:(?:any|all|every|each|a|an|the|adding|of|and|or|for|to|you|new|even|if|when|whenever|kind|sort|please|always|before|also|请|任何|所有|一切|凡是?|如需|需要|如果要?|要|想|若要?|对于?|都) ?)*$/.test(before)) {
      if (HEADED.test(after) || (options.place === "head" && !ACTIVITY_REST.test(after))) continue;
      return activity;
    }
  }
  return null;
}

/** What may follow an activity without narrowing it to cases that nobody can tell. */
const ACTIVITY_REST = /^(?:[\s.,;:!?)\ue000-\ue8ff，。；、）]|[-—–]|\(|（|(?:to|in|into|for|from|of|on|onto|with|at|by|and|or|nor|any|all|the|this|that|your|our|my|its|own|project|repo|repository|codebase|package|manifest|production|prod|live|staging|registry|npm|pypi|remote|origin|machine|host|system|main|master|develop|trunk|default|protected|shared|branch|branches|changes|commits?|code|history|whole|entire|local|data|files|hand|yourself|directly|manually|here|anywhere|ever|at|lightly|casually|again|automatically|e\.g|i\.e|like|agents?|you|a|an|new|other|people's|someone|else's|either|allowed|permitted|please|git|hooks?|server|environments?|clusters?|accounts?|database|databases|tables?|without exception|under circumstances|globally|g|to it|emails?|notifications|users?|代码|任何|到|远程|仓库|自己|直接|的|内容|生产|线上|环境|版本|包|分支|上|里|中|和|或|与|等|了|文件|目录|符号|操作)(?![a-z]))*$/;

/** The phrase goes on into another noun: "deployment scripts", "publish dates". */
const HEADED = /^ (?:scripts?|docs?|documentation|guides?|pages?|steps?|notes?|logs?|dates?|tests?|names?|folder|director(?:y|ies)|code|logic|handlers?|events?|keys?|process|history)\b/;

function branchesOf(sentence: Sentence, from: number, to: number, mentions: readonly Mention[]): string[] {
  return [...new Set([...namedBranches(sentence, mentions), ...branchWords(sentence.norm.slice(from, to))])];
}

function gitActions(aims: readonly Aim[], branches: readonly string[], mentions: readonly Mention[], rest: string): Matcher[] {
  const matchers: Matcher[] = [];
  const flag = mentions.some((each) => each.entity.type === "flag" || each.entity.type === "path" || each.entity.type === "kind");
  for (const aim of aims) {
    if (branches.length > 0) {
      if (FREE.test(rest.replace(/(?:\b(?:to|on|onto|into|against)\b|到|向|往|在|进|[\ue000-\ue8ff]).*$/, ""))) matchers.push(gitAction(aim.class, branches));
    }
    else if (!flag && mentions.length === 0 && FREE.test(rest)) matchers.push(gitAction(aim.class, []));
  }
  return matchers;
}

function gitAction(class_: VerbClass, branches: readonly string[]): Matcher {
  const on = branches.length > 0 ? { branches } : {};
  if (class_ === "merge") return any([{ kind: "git", actions: ["merge"], ...on }, ran("gh pr merge"), ran("glab mr merge")]);
  return { kind: "git", actions: [class_ === "push" ? "push" : "commit"], ...on };
}

const REMOTE = ["ssh", "scp", "sftp", "rsync", "mosh"];

function specialActions(aims: readonly Aim[], mentions: readonly Mention[], rest: string): Matcher[] {
  const matchers: Matcher[] = [];
  const names = mentions.filter((each) => each.entity.type === "name" || each.entity.type === "path" || each.entity.type === "quote").map((each) => each.entity.text);
  const documents = mentions.filter((each) => each.entity.type === "path" && /\.mdx?$/.test(each.entity.text)).map((each) => each.entity.text);
  for (const { class: class_ } of aims) {
    if (class_ === "connect" && names.length > 0) matchers.push(any(REMOTE.map((program): Matcher => ({ kind: "command", pattern: { program, words: [], flags: [], args: names, inside: [] } }))));
    if (class_ === "install" && names.length > 0) matchers.push({ kind: "package", actions: ["add", "install"], managers: [], packages: names });
    if (class_ === "load" && documents.length > 0) matchers.push(any([{ kind: "document", names: documents }, { kind: "path", access: ["read"], globs: documents }]));
    if ((class_ === "publish" || class_ === "deploy") && mentions.length === 0 && FREE.test(rest)) {
      const activity = ACTIVITIES.find((each) => each.name === class_);
      if (activity !== undefined) matchers.push(activity.matcher);
    }
  }
  return matchers;
}

export function defaultAim(mention: Mention): Aim {
  const { type } = mention.entity;
  return type === "path" || type === "kind" ? { class: "edit", word: "touch" } : { class: "run", word: mention.entity.code ? "use" : "run" };
}

function unique(matchers: readonly Matcher[]): Matcher[] {
  const seen = new Set<string>();
  return matchers.filter((each) => {
    const key = JSON.stringify(each);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
