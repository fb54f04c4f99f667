// Is a name what a verb is done to? This is where precision is won: "write raw SQL, go through `db/`" does nothing to `db/`.

import { MANAGERS } from "../../lexicon/programs.ts";
import type { Matcher } from "../../match/rule.ts";
import type { Mention, Sentence } from "../text/sentence.ts";
import type { ActionOptions, Group } from "./actions.ts";
import type { Aim } from "./targets.ts";
import { prepared } from "../text/scan.ts";

/** A command in brackets of its own explains the words before it: "mark it as ready (`gh pr ready`)". */
export function inBrackets({ norm }: Sentence, mentions: readonly Mention[]): readonly Mention[] {
  return mentions.filter(({ at, entity }) => {
    if (!(entity.type === "command" && entity.sure) && entity.type !== "statement" && entity.type !== "flag") return false;
    const open = Math.max(norm.lastIndexOf("(", at), norm.lastIndexOf("（", at));
    const close = norm.slice(at).search(/[)）]/);
    if (open === -1 || close === -1) return false;
    return /^[(（][\s\ue000-\ue8ff,/、&]*(?:(?:and|or|e\.g\.|i\.e\.|like|such as|via|with|和|或|如|等) ?[\s\ue000-\ue8ff,/、&]*)*[)）]$/.test(norm.slice(open, at + close + 1));
  });
}

/** Named without a verb: only what comes first counts, and a folder must not stand in the middle of a story. */
export function standsAlone({ norm }: Sentence, group: Group, mention: Mention, options: ActionOptions): boolean {
  const first = group.mentions[0] as Mention;
  if (mention !== first) return LISTED.test(norm.slice(first.at, mention.at));
  if (options.place !== "loose" || (mention.entity.type !== "path" && mention.entity.type !== "kind")) return true;
  return LABEL_GAP.test(norm.slice(group.start, mention.at));
}

const LABEL_GAP = /^[\s"'(:：,，—–-]*(?:(?:any|anything|everything|all|the|a|an|in|inside|under|below|within|of|to|for|files?|folders?|director(?:y|ies)|changes?|edits?|modifications?|schema|database|config(?:uration)?|dependency|work|on|new|every|each|and|or|对|在|任何|所有|凡是?) ?)*[\s"'(:：,，—–-]*$/;

const TO_OBJECT = /^[\s"'(:—–-]*(?:(?:to|in|into|inside|under|below|within|from|of|on|at|any|anything|all|every|everything|the|a|an|one|this|that|these|those|your|our|its|their|my|existing|generated|local|other|or|and|nor|files?|folders?|director(?:y|ies)|paths?|code|contents?|changes|edits|named|called|like|such|as|matching|ending|ends?|that|whose|it|them|either|both|direct|directly|manually|by|hand|ever|new|old|anywhere|stuff|things|something|data|values?|fixtures?|sources?|scripts?|commands?|using|via|through|with|entries|lines?|records?|raw|customer|golden|expected|reference|vendored|third-party|checked-in|committed|applied|frozen|public|private|shared|legacy|configuration|config|settings?|pages?|document|documents|template|templates|only|yourself|whole|entire|copy|copies|real|live|production|bare|plain|following|another|second|more|than|up|out|down|e\.g\.|for|example) ?[\s,"'(:]*)*$/;

const BROAD_EDITS = new Set(["edit", "modify", "change", "touch", "alter", "delete", "remove", "tweak", "adjust", "hand-edit", "overwrite", "rename", "move", "refactor", "rewrite", "bump", "update", "upgrade", "reformat", "rework"]);

const MEANS = /(?:\b(?:with|via|using|by|through|like|such as|including|for (?:example|instance)|especially|in particular|e\.g\.|i\.e\.|namely|say)\b(?: (?:the|a|a bare|running|calling|using))*|[(（:：]) ?$/;

/** Is the mention what the verb is done to? "write raw SQL, go through `db/`" does nothing to `db/`. */
export function objectOf(sentence: Sentence, group: Group, mention: Mention, aim: Aim): boolean {
  if (sentence.chinese) return chineseObject(sentence, mention, aim);
  const first = group.mentions[0] as Mention;
  const start = mention === first || mention.at < group.verbsEnd ? group.verbsEnd : first.at;
  const between = sentence.norm.slice(start, mention.at);
  const { type } = mention.entity;
  if (type === "command" || type === "statement" || type === "script") {
    if (!mention.entity.code && mention.entity.words.length === 1 && /\b(?:to|from|on|via) $/.test(between)) return false;
    const runs = aim.class === "run" || aim.class === "install" || aim.class === "publish" || aim.class === "deploy";
    if (runs && (prepared(TO_OBJECT).test(between.replace(/[\ue000-\ue8ff]/g, "")) || (mention !== first && LISTED.test(between)))) return true;
    const named = MEANS.test(between) && (!/[:：] ?$/.test(between) || /\b(?:commands?|following|these|those|such as|any of)\b/.test(between) || aim.class === "run");
    return (named && (aim.class !== "read" || inBrackets(sentence, [mention]).length > 0)) || (mention !== first && LISTED.test(between));
  }
  if (type === "flag") return prepared(TO_OBJECT).test(between.replace(/[\ue000-\ue8ff]/g, "")) || MEANS.test(between);
  if (mention !== first) return LISTED.test(between) || prepared(TO_OBJECT).test(between.replace(/[\ue000-\ue8ff]/g, ""));
  return prepared(TO_OBJECT).test(between) || ((aim.class === "commit" || aim.class === "push" || BROAD_EDITS.has(aim.word)) && !/[,;:—–]|\b(?:to|so|because|for)\b/.test(between) && /\b(?:in|under|below|inside|within|from|of|\() ?$|\($/.test(between));
}

/** A program's bare name beside another verb is part of a description: npm 产物. */
function chineseObject({ norm }: Sentence, { at, entity }: Mention, aim: Aim): boolean {
  if (entity.type !== "command" || aim.class === "run" || aim.class === "install" || aim.class === "publish" || aim.class === "deploy" || aim.class === "send") return true;
  return entity.code && (/[（(：:用过以如、或和] ?$/.test(norm.slice(0, at)) || entity.words.length > 1);
}

const LISTED = /^[\s\ue000-\ue8ff,/、&()]*(?:(?:and|or|nor|no|neither|never|not|the|in|any|files?|folders?|as|well|also|plus|with|和|与|或者?|及|以及|还有|跟) ?[\s\ue000-\ue8ff,/、&()]*)*$/;

export function samePlace(mention: Mention, first: Mention, norm: string): boolean {
  return first.entity.type === mention.entity.type && LISTED.test(norm.slice(first.at, mention.at));
}

/** "`pnpm test` aliases", "`ts-node` loaders": another thing that is only named after the command. */
export function modifies({ at, entity }: Mention, { norm }: Sentence): boolean {
  return entity.type === "command" && /^(?:[\s,/]*(?:(?:and|or) )?[\ue000-\ue0ff])* ?(?:alias(?:es)?|loaders?|imports?|plugins?|types?|apis?|configs?|dependenc(?:y|ies)|packages?|modules?|librar(?:y|ies)|submodules?|containers?|images?|hooks?)\b/.test(norm.slice(at + 1));
}

/** "do not use `sed` to edit files", "`find` from `/`": a whole program is not meant when words narrow its use. */
export function forAPurpose({ at, entity }: Mention, { norm, chinese }: Sentence, to: number): boolean {
  if (chinese || entity.type !== "command" || entity.words.length !== 1 || entity.words[0] as string in MANAGERS) return false;
  const rest = norm.slice(at + 1, to);
  return /^[\s,\ue000-\ue8ff]*(?:(?:and|or|nor|commands?|directly|calls?|the|like|similar|etc\.?) ?[\s,\ue000-\ue8ff]*)*(?:\([^)]*\) ?)?(?:to (?!anything)|for (?!any|this (?:repo|project)|everything|all)|from (?!the (?:system|path|shell|terminal|command line|host|global))|with |in (?!this|the repo|here|any)|on (?!this|these|any|our|the host|its own|their own|your own)|against |as |when|[a-z]*-?(?:loaders?|imports?|apis?|types?|plugins?|configs?|files?)\b)/.test(rest);
}

/** "the `send_email` tool": the host's tool, not a program. */
export function toolNamed({ at, entity }: Mention, { norm }: Sentence): Matcher | null {
  const named = /^mcp__\w+$/.test(entity.text) || (entity.type === "name" && (/^ (?:mcp )?tools?\b|^ ?工具/.test(norm.slice(at + 1)) || /(?:\btools?(?: named| called)?|工具) ?$/.test(norm.slice(0, at))));
  return named && /^[\w.:/-]+$/.test(entity.text) ? { kind: "tool", names: [entity.text] } : null;
}

/** "outside of `tmp/`", `tmp/` 以外: everything else is meant. */
export function turnedOut(matcher: Matcher, { at }: Mention, { norm }: Sentence): Matcher {
  if (matcher.kind !== "path") return matcher;
  const out = /\b(?:outside(?: of)?|other than|elsewhere than|beyond)(?: in| the)* ?$/.test(norm.slice(0, at)) || /^ ?(?:目录|文件夹)?(?:之外|以外)/.test(norm.slice(at + 1));
  return out ? { ...matcher, outside: true } : matcher;
}
