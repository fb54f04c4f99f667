// What "it" and "them" mean: names said before, or listed below.

import type { Matcher } from "../../match/rule.ts";
import { classify } from "../text/classify.ts";
import { PRODUCER } from "../text/producer.ts";
import type { Mention, Sentence } from "../text/sentence.ts";
import { antecedents, type Unit } from "../text/unit.ts";
import type { Actions } from "./actions.ts";
import { branchOf } from "./branches.ts";
import type { Force } from "./force.ts";
import { type Aim, ANYTHING, narrowed, targetFor, type TargetOptions } from "./targets.ts";

/** The target is said before ("it"), or below (a list, a code block). */
export function elsewhere(unit: Unit, index: number, found: Actions, { force, options }: { readonly force: Force; readonly options: TargetOptions }): Matcher[] {
  if (found.dangling.length === 0) return [];
  const here = unit.sentences[index] as Sentence;
  const own = aimedFirst(here, here.mentions.filter((each) => each.at < force.start && !PRODUCER.test(here.norm.slice(Math.max(0, each.at - 40), each.at))), found.dangling, options);
  if (own.length > 0) return own;
  // "Everywhere else, ask" means all but what was named.
  if (/\b(?:everywhere|anywhere|anything|everything|nothing|somewhere) else\b|\belsewhere\b|\b(?:other|remaining) (?:files?|folders?|director(?:y|ies)|packages?|paths?|parts?|modules?)\b/.test(here.norm)) return [];
  for (const { sentence, mentions } of antecedents(unit, index)) {
    const matchers = aimedFirst(sentence, mentions, found.dangling, options);
    if (matchers.length > 0) return matchers.length <= 4 ? matchers : [];
  }
  const below = unit.clause.code.slice(0, 10).map((line, at): Mention => ({ at, entity: classify(line.replace(/\s+#.*$/, ""), { code: true }) }));
  return aimed(below, found.dangling, options);
}

/** The first names of a sentence are what it is about; later ones count only where the first do not fit. */
function aimedFirst(sentence: Sentence, mentions: readonly Mention[], aims: readonly Aim[], options: TargetOptions): Matcher[] {
  let group: Mention[] = [];
  const groups: Mention[][] = [];
  for (const mention of mentions) {
    const last = group.at(-1);
    if (last !== undefined && !/^[\s,/、&()]*(?:(?:and|or|as|well|the|both|和|与|及) ?[\s,/、&()]*)*$/.test(sentence.norm.slice(last.at + 1, mention.at))) {
      groups.push(group);
      group = [];
    }
    group.push(mention);
  }
  groups.push(group);
  // "Generated code lives in `gen/`": the path says more than the kind.
  const named = groups.filter((each) => each.some(({ entity }) => entity.type === "path" && entity.code));
  for (const each of named.length > 0 && groups[0]?.every(({ entity }) => entity.type === "kind") ? named : groups) {
    const said = aims === ANYTHING ? saidBefore(sentence, each) : [];
    const matchers = aimed(each, said.length > 0 ? said : aims, options, sentence);
    if (matchers.length > 0) return matchers;
  }
  return [];
}

/** "Removing it means deleting files from `x`. Ask for that": the verb that stands right before the name is meant. */
function saidBefore({ norm, verbs }: Sentence, [first]: readonly Mention[]): readonly Aim[] {
  if (first === undefined || first.entity.type !== "path") return [];
  const last = verbs.findLast((verb) => verb.end <= first.at && verb.form !== "past" && /^(?: [a-z]+){0,3} ?$/.test(norm.slice(verb.end, first.at)));
  return last === undefined || !/^(?:edit|create|move|delete|read|commit)$/.test(last.class) ? [] : [last];
}

function aimed(mentions: readonly Mention[], aims: readonly Aim[], options: TargetOptions, sentence?: Sentence): Matcher[] {
  const matchers: Matcher[] = [];
  const tools = new Set(mentions.filter((each) => sentence !== undefined && /^ (?:mcp )?tool\b|^ ?工具/.test(sentence.norm.slice(each.at + 1))));
  for (const mention of mentions) {
    for (const aim of aims) {
      const branch = branchOf(mention);
      if (aim.class === "run" && mention.entity.type === "name" && tools.has(mention)) matchers.push({ kind: "tool", names: [mention.entity.text] });
      else if ((aim.class === "push" || aim.class === "merge" || (aim.class === "commit" && mention.entity.type === "name")) && branch !== null) matchers.push({ kind: "git", actions: [aim.class], branches: [branch] });
      else {
        const matcher = targetFor(aim.class === "run" && mention.entity.type !== "path" && mention.entity.words.length < 2 ? { ...aim, word: "use" } : aim, mention.entity, options);
        if (matcher !== null && (mention.entity.type !== "command" || aim.class === "run")) matchers.push(sentence === undefined ? matcher : narrowed(matcher, mention, sentence, sentence.mentions).matcher);
      }
    }
  }
  return matchers;
}
