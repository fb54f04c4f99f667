// What people say in many ways, said in the one way that the readers know. A sentence goes through this table first, so
// that no reader has to know that "in no case may anyone" is "never", or that "checked in" is "committed".

export interface Idiom {
  /** At least one of these words stands in every text that the pattern finds. */
  readonly cues: string;
  readonly from: RegExp;
  readonly to: string | ((...groups: string[]) => string);
}

/** Whoever is spoken of when the agent is meant. */
const SOMEBODY = "(?:you|we|one|anyone|anybody|someone|somebody|everyone|(?:an?|any|the|no) (?:ai |coding |automated )?(?:agent|assistant|bot|model|contributor|developer|session)|(?:ai |coding )?agents|assistants|bots|contributors|developers|people)";
const AUX = "(?:may|must|should|can|could|shall|do|does|is|are|will|would|has|have|ought)";
const NO_WAY = "(?:under no circumstances?|on no account|in no (?:case|event|way|circumstances?)|at no (?:time|point|stage)|by no means|for no reason|never)";
const IT = "(?:it|them|that|those|these|this|so)";

export const IDIOMS: readonly Idiom[] = [
  // Words that only add weight.
  { cues: "reason reasons matter happens do tempting costs cost price circumstances circumstance way form means exception exceptions kindly whatsoever else", from: /(?:, | )(?:for (?:any|whatever|what(?:so)?ever) reasons?(?: whatsoever)?|whatever (?:you do|happens|the (?:reason|task)(?: says)?)|no matter (?:what|how [a-z]+)|at all costs?|at any (?:cost|price)|under any circumstances?|in any (?:case|way|form|event)|by any means|whatsoever)(?=,|[.;:!]|$| [a-z])(?:, (?=[a-z]))?/g, to: " " },
  { cues: "saying course obviously clearly", from: /^(?:it goes without saying(?: that)?|of course,?|obviously,?|clearly,?|needless to say,?) /, to: "" },
  { cues: "whatever however tempting kindly no", from: /^(?:whatever (?:you do|happens|the (?:reason|task)(?: says)?)|however tempting(?: it (?:is|may be|looks))?|no matter (?:what|how [a-z]+)(?: happens)?|kindly),? /, to: "" },
  // "Under no circumstances may anyone …", "At no point should `x` be …".
  { cues: "circumstances account case event way time point stage means reason never", from: new RegExp(`\\b${NO_WAY},? ${AUX} ${SOMEBODY}(?: (?:ever|even))? (?:(?:be allowed |allowed |have )?to )?`, "g"), to: "you must never " },
  { cues: "circumstances account case event time point stage means reason never", from: new RegExp(`\\b${NO_WAY},? (${AUX}) ((?:[a-z'-]+ ){0,4}?(?:[\ue000-\ue8ff](?:(?:, | and | or |, and |, or )(?:[a-z]+ )?[\ue000-\ue8ff])*|[a-z'-]+)) (be|to be|to|get)\\b`, "g"), to: "$2 $1 never $3" },
  { cues: "must may should can shall will to", from: /\b(must|may|should|can|shall|will|to) (?:under no circumstances|in no case|on no account|at no time|by no means|in no event)\b/g, to: "$1 not" },
  { cues: "neither", from: /\b(must|may|should|can|shall|is to|are to|is|are) (?:be )?neither (?:be )?([a-z-]+) nor(?: be)?\b/g, to: (_, verb = "", first = "") => `${verb} not ${/^(?:is|are)$/.test(verb) ? "" : "be "}${first} or` },
  { cues: "neither", from: /^((?:please )?)neither ([a-z-]+) nor\b/, to: "$1do not $2 or" },
  { cues: "isn't aren't", from: /\b(is|are)n't\b/g, to: "$1 not" },
  { cues: "nothing", from: /\b(read|write|edit|change|touch|modify|delete|run|push|commit|open|create) nothing\b/g, to: "do not $1 anything" },
  { cues: "add put include", from: /(?<=\b(?:git|repo|repository|version control|commits?)\b[^.;]{0,40})\b(never|do not|don't) (?:add|put|include) (it|them)\b/g, to: "$1 commit $2" },
  // Care, wishes and polite questions.
  { cues: "careful care sure ensure see mind watch remember try attention", from: /(?:^|(?<=[,;:—–] ?|\b(?:and|please|so|always) ))(?:please |always )*(?:be (?:very |extra )?careful|take (?:good |great )?care|be sure|make sure|ensure|see to it|mind|watch out|remember|pay attention|try(?: hard)?)(?: that)?(?: you)?(?: (?:to|and))? (?:not to|never to|never|not|don't|do not)\b/g, to: "do not" },
  { cues: "forget", from: /\b(?:don't|do not|never) forget to\b/g, to: "always" },
  { cues: "sure ensure see", from: /^(?:please |always )*(?:make sure|ensure|see to it)(?: that)? (?=(?:no|nobody|nothing|none)\b)/, to: "" },
  { cues: "rather prefer", from: /\b(?:i|we)(?:'d| would)? (?:much )?(?:rather|prefer(?: it)?(?: that| if)?)(?: that)? (?:you|nobody|no one|agents|they) (?:didn't|don't|did not|do not|never|not)(?: ever)?\b/g, to: "do not" },
  { cues: "want like wish", from: /\b(?:i|we|nobody|no one)(?:'d| would)? (?:really |absolutely )?(?:don't|do not|never)? ?(?:ever )?wants? to (?:see|find|have)(?: any| an?)? (?=[\ue000-\ue0ff])/g, to: "do not use " },
  { cues: "want like wish", from: /\b(?:i|we) (?:really |absolutely )?(?:don't|do not|never) (?:ever )?(?:want|like|wish|expect) (?:you|agents|anyone|anybody|an agent) to (?:ever )?/g, to: "do not " },
  { cues: "not", from: /\b(?:could|would|can|will) you (?:please |kindly )?not (?=[a-z])/g, to: "do not " },
  { cues: "mind", from: /\bwould you (?:please )?mind not (?=[a-z]+ing\b)/g, to: "avoid " },
  { cues: "without", from: /^((?:please |you (?:must|should|can|have to) )*)(?:do|get by|get along|live|make do|work|manage|cope) without (?=[\ue000-\ue0ff])/, to: "$1do not use " },
  // What one does not do to "it".
  { cues: "avoid refrain resist shun", from: new RegExp(`\\b(?:avoid|refrain from|resist|shun) (${IT})(?=[.,;!]|$)`, "g"), to: "do not use $1" },
  { cues: "frown frowns resist shun outlaw veto", from: /(?:^|(?<=\b(?:we|please|i) ))(?:frown(?:s)? (?:up)?on|resist|shun|outlaw|veto) (?=(?:any |the )?[\ue000-\ue0ff])/g, to: "avoid " },
  { cues: "make", from: /\b(don't|do not|never) make (?:any|them|those|such (?:changes|edits))(?=[.!,;]|$)/g, to: "$1 edit it" },
  { cues: "none", from: /\b(?:so|and|therefore|please),? make none\b/g, to: "so do not edit it" },
  { cues: "do", from: /\b(never|not|nobody should|don't|should|ever) do (that|this|it|so)\b/g, to: "$1 run $2" },
  // A condition that says when one is tempted, not when the rule holds.
  { cues: "fails fail failing breaks broken stuck red flaky hangs wrong slow complains blocked refuses", from: /^(?:even )?(?:if|when|whenever|should) [^,\ue000-\ue8ff]{1,50}\b(?:fails?|failing|breaks?|broken|stuck|red|flaky|hangs?|wrong|slow|complains?|blocked|refuses?)\b[^,\ue000-\ue8ff]{0,20}, (?=(?:please )?(?:do not|don't|never|avoid|you must not|you must never)\b[^.;]*[\ue000-\ue8ff])/, to: "" },
  { cues: "fall", from: /\bfall(?:ing)? back (?:on(?: ?to)?|to)(?: using)?\b/g, to: "use" },
  { cues: "stop", from: /^((?:always |please |then )*)stop before\b/, to: "$1ask before" },
  // Changes.
  { cues: "change", from: /\bnothing\b([^.;]{0,40}?)\b(may|must|should|can|shall) (?:ever )?change\b/g, to: "nothing$1$2 be changed" },
  { cues: "change", from: /\b(must|may|should|can) (never|not) change(?=[.,;!]|$)/g, to: "$1 $2 be changed" },
  { cues: "no", from: /\bno (?:(?:more|further|hand|manual|direct|human|in-place|ad-?hoc|casual|drive-by|unreviewed)[- ])*(?:edits|editing|modifications|tweaks|tweaking|writes|(?<= (?:manual|direct|hand|further|human|ad-?hoc|in-place)[- ])(?:changes|fixes|patches))\b(?! (?:needed|required|necessary|are|is|were|have|yet))/g, to: "never edit" },
  { cues: "make makes making", from: /\bmak(?:e|es|ing) (?:any |manual |direct |further |no )*(?:changes|edits|modifications|a change|an edit)(?= (?:to|in|under|inside|below|on)\b)/g, to: (whole) => (whole.startsWith("making") ? "editing" : "edit") },
  { cues: "yours", from: /\bnothing\b([^.;]{0,40}?) (?:is|are) yours to (?=[a-z]+)/g, to: (_, what = "") => `nothing${what} may be yours-to ` },
  { cues: "yours yours-to", from: /\bmay be yours-to (edit|change|modify|touch|alter|read|open|run)\b/g, to: (_, verb = "") => `may be ${PARTICIPLE[verb] ?? verb}` },
  { cues: "left avoided shunned", from: /\b(?:is|are) (?:best |better )?(?:to be )?(?:left alone|left untouched|avoided|shunned)(?=[.,;!]|$)/g, to: "must not be touched or used" },
  { cues: "isn't aren't isn aren", from: /\b(is|are)n't for (?=(?:edit|read|chang|modif|touch|runn|call|us|delet)ing\b)/g, to: "$1 not for " },
  { cues: "but yet", from: /^(?:you |agents )?(?:may|can) (?:read|look at|view|open|see|inspect|browse) ([^.;,]{0,30}?[\ue100-\ue1ff]),? (?:but|yet)(?: you| they)? (?:must |may |should |can |do )?(?:not|never|don't|do not|cannot) ([a-z]+)(?: to)?(?: it| them| there| anything there)?/, to: "do not $2 $1" },
  { cues: "reading looking viewing", from: /^(?:reading|looking at|viewing|browsing) ([^.;,]{0,30}?[\ue100-\ue1ff]) (?:is|are) (?:fine|ok|okay|allowed|permitted|welcome|free),? (?:but )?(?:writing|editing|changing|modifying|touching)(?: (?:to )?(?:it|them|there))? (?:is|are) (?:not|forbidden|off[- ]limits|prohibited)/, to: "$1 must not be edited" },
  { cues: "because", from: /^(?:even )?(?:if|when) [^,]{1,40}\b(?:fails?|breaks?) because of ([\ue100-\ue1ff]), (do not|don't|never) ([a-z]+) (?:it|them)\b/, to: "$2 $3 $1" },
  { cues: "else", from: /\b(?:is|are) ([a-z]+) by (?:the )?([a-z -]{2,24}?),? and (?:by )?(?:nobody|no one|nothing) else\b/g, to: "must only be $1 by the $2 alone" },
  { cues: "sessions session toolbox scripts workflow", from: /\bkeep ([\ue000-\ue0ff]) out of (?:your|all|any|the|agent) (?:[a-z]+ )?(?:sessions?|toolbox|scripts?|workflow)\b/g, to: "do not use $1" },
  { cues: "never", from: /^(?:the )?(?:one |only )?thing(?:s)?(?: that)? (?:you|agents|we) (?:must |may |should )?(?:never|not) (?:ever )?(?:do|run|use|touch)(?: here)? (?:is|are)(?: to)?(?: (?:run|use|call))?:? (?=[\ue000-\ue8ff])/, to: "never use " },
  { cues: "great nice good glad happy better", from: /^it (?:would|'d) be (?:great|nice|good|better|best) if (?:nobody|no one|you (?:never|didn't|did not))(?: ever)? (?=[a-z])/, to: "never " },
  { cues: "business", from: /^(?:no agent|nobody|no one|you|agents|an agent)(?: really| here)? (?:has|have)(?: any| no)? business (?:in|inside|with|at|near|around|under)\b/, to: "do not read or edit" },
  { cues: "else", from: /\b(?:nobody|no one|nothing) else (?=(?:ever )?(?:edits|changes|touches|modifies|runs|reads|opens|deletes|calls|uses|writes|pushes|commits|deploys|publishes)\b)/g, to: "nobody " },
  { cues: "again", from: /^never again[.!]?$/, to: "never." },
  { cues: "not", from: /, but not (?:with|by|using|through|via|by means of) (?=[\ue000-\ue0ff])/g, to: ", but do not use " },
  { cues: "clean cleaning", from: /\bclean(ing)? up (?=(?:the |anything in |files in )?[\ue100-\ue1ff])/g, to: (_, form = "") => (form === "" ? "delete " : "deleting ") },
  { cues: "deletions deleting removals removing", from: /\bno (?:more )?(?:deletions|deleting|removals|removing)\b/g, to: "never delete anything" },
  { cues: "deleting removing", from: /^(?:adding|writing|creating|appending)(?: (?:files|to|things|stuff|new|data))* ([^.;,]{0,30}?[\ue100-\ue1ff]) (?:is|are) (?:fine|ok|okay|allowed|permitted|welcome),? (?:but )?(?:deleting|removing)(?: (?:it|them|files|things|anything))? (?:is|are) (?:not|forbidden|off[- ]limits|prohibited)/, to: "$1 must not be deleted" },
  // Looking.
  { cues: "look looking peek glance", from: /\b(never|do not|don't|must not|may not|should not|avoid)((?: ever| even)?) (?:look|peek|glance)(?:ing)? (?:at|into|inside|in)\b/g, to: "$1$2 open" },
  { cues: "eyes", from: /\b(?:is|are) not (?:meant |intended )?for (?:your|anyone's|agents'?|an agent's) eyes\b/g, to: "must not be read" },
  { cues: "eyes", from: /\b(?:keep|take) your eyes off\b/g, to: "do not read" },
  { cues: "pretend", from: /\bpretend(?: that)? (.{1,40}?) (?:do not|don't|does not|doesn't) exist\b/g, to: "do not read or edit $1" },
  { cues: "business concern", from: /\b(?:is|are) (?:none of your (?:business|concern)|no business of yours)\b/g, to: "must not be read or used" },
  { cues: "reading", from: /\b(?:is|are) off[- ]limits,? (?:even |also |including |not only |not just |both )?(?:for )?(?:both )?reading(?: (?:and|or|as well as) (?:writing|editing))?/g, to: "must not be read or edited" },
  { cues: "access", from: /^(?:any |all |direct )*(read|write)?[- ]?access to (.{1,60}?) (?:is|are) (?:strictly )?(?:denied|forbidden|prohibited|banned|refused|not (?:allowed|permitted|granted))/, to: (_, kind = "", what = "") => `${what} must not be ${kind === "write" ? "edited" : "read or edited"}` },
  { cues: "access rights right permission permissions", from: /\b(?:gets?|has|have|are given|is given) no (write|read|edit)(?:ing)?[- ]?(?:access|rights?|permissions?)(?= (?:to|in|on|for)\b)/g, to: (_, kind = "") => `must not ${kind === "read" ? "read" : "edit"}` },
  // Git.
  { cues: "never not", from: /\b(push|commit|merge)(e?s|ing|ting|ed|ted)?( [^.;,]{1,40}),? (?:but |and )?(never|not)(?: directly| straight)? (to|on|into) (?=(?:the |our )?(?:[\ue300-\ue3ff]|main|master|develop|trunk|production|release)\b)/g, to: "$1$2$3, never $1 $5 " },
  { cues: "takes accepts receives only", from: /(?<=(?:[\ue300-\ue3ff]|\bmain|\bmaster|\bdevelop|\btrunk)(?: branch)? )(?:only (?:takes|accepts|receives|gets) (?:merges|pull requests|merge requests|prs|mrs|reviewed [a-z]+)|(?:takes|accepts|receives) (?:merges|pull requests|merge requests|prs|mrs) only|is (?:merged|updated|changed) (?:only )?(?:through|via|by) (?:pull requests|prs|merge requests)(?: only)?)(?: from pull requests)?\b/g, to: "must not be pushed to" },
  { cues: "check checked checking", from: /\bcheck(ed|ing)? ((?:[a-z]+ ){0,2}[\ue000-\ue8ff]) in(?=[.,;!)]|$| (?:to|ever|please|by)\b)/g, to: (_, form = "", what = "") => `${form === "ed" ? "committed" : form === "ing" ? "committing" : "commit"} ${what}` },
  { cues: "check checked checking", from: /\bcheck(ed|ing)? in(?=to\b| (?!with\b|on\b|again)|[.,;:!)]|$)/g, to: (_, form = "") => (form === "ed" ? "committed" : form === "ing" ? "committing" : "commit") },
  { cues: "let", from: /\b(never|do not|don't|must not|should not)((?: ever)?) let ([^.;]{0,40}?[\ue100-\ue1ff\ue700-\ue7ff](?: files?)?) (?:get|slip|sneak|creep|end up|land|wander|leak|find (?:its|their) way|be (?:put|added))(?: in| into| inside| to)+ (?:a |any |your |the |our )*(?:commits?|git|repo(?:sitory)?|version control|history|index)\b/g, to: "$1$2 commit $3" },
  { cues: "git repo repository control index commits commit", from: /(?<!\bno )\b(add(?:ed|ing)?|put(?:ting)?|stor(?:e|ed|ing)|plac(?:e|ed|ing)|keep(?:ing)?|kept)((?: (?:any|the|a|your|such|these|those|it|them|files?|like|and|or|[\ue000-\ue8ff],?))* )(?:to|into|in|under) (?:git|version control|source control|the (?:git )?(?:repo(?:sitory)?|index)(?=[.,;!)]|$| or| and))/g, to: (_, verb = "", between = "") => `${/(?:ed|kept)$|^put$/.test(verb) && between.trim() === "" ? "committed" : /ing$/.test(verb) ? "committing" : "commit"}${between.trimEnd()}` },
  { cues: "log logging logged logs", from: /\blog(?:ging|ged|s)? (?:in ?to|on ?to|in on)\b/g, to: "log-into" },
];

const PARTICIPLE: Readonly<Record<string, string>> = { edit: "edited", change: "changed", modify: "modified", touch: "touched", alter: "altered", read: "read", open: "opened", run: "run" };

const BY_WORD = byWord();
const WORD = /[a-z]+(?:[-'][a-z]+)*/g;

function byWord(): ReadonlyMap<string, readonly number[]> {
  const table = new Map<string, number[]>();
  IDIOMS.forEach(({ cues }, index) => {
    for (const word of cues.split(" ")) table.set(word, [...(table.get(word) ?? []), index]);
  });
  return table;
}

/** The text in plain words; most sentences have no idiom and come back as they are. */
export function inPlainWords(norm: string): string {
  let found: Set<number> | null = null;
  WORD.lastIndex = 0;
  for (let match = WORD.exec(norm); match !== null; match = WORD.exec(norm)) {
    const indices = BY_WORD.get(match[0]);
    if (indices === undefined) continue;
    found ??= new Set();
    for (const index of indices) found.add(index);
  }
  if (found === null) return norm;
  let text = norm;
  for (const index of [...found].toSorted((a, b) => a - b)) {
    const { from, to } = IDIOMS[index] as Idiom;
    text = typeof to === "string" ? text.replace(from, to) : text.replace(from, to as (...groups: unknown[]) => string);
  }
  return text;
}
