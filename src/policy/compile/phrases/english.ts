// From a force to what it governs: the phrase behind "never", the subject before "is forbidden", the list around it.

import type { Matcher } from "../../match/rule.ts";
import { mentionsUpTo } from "../text/mentionLists.ts";
import { PRODUCER } from "../text/producer.ts";
import type { Mention, Sentence } from "../text/sentence.ts";
import { type Actions, readActions } from "./actions.ts";
import { trunksIn } from "./branches.ts";
import { type Force, scopeEnd } from "./force.ts";
import { type Aim, ANYTHING, flagMatcher, targetFor, type TargetOptions } from "./targets.ts";

export const NONE: Actions = { matchers: [], used: [], dangling: [], aims: [], bare: false };

export function englishActions(sentence: Sentence, force: Force, options: TargetOptions): Actions {
  const { norm } = sentence;
  if (force.kind === "ask") return askedActions(sentence, force, options);
  if (force.kind === "never" && /^so\b/.test(norm.slice(force.start))) {
    const acts = sentence.verbs.filter((verb) => verb.start < force.start && verb.form === "ing");
    const commands = sentence.mentions.some((each) => each.at < force.start && each.entity.type === "command" && each.entity.code);
    return { ...NONE, dangling: acts.length > 0 && !commands ? acts : ANYTHING, aims: acts };
  }
  if (force.kind === "never" && /^[.!\s]*$/.test(norm.slice(force.end))) return { ...NONE, dangling: ANYTHING };
  if (force.kind === "never") {
    const end = force.reach ?? scopeEnd(norm, force.end);
    const found = readActions(sentence, force.end, end, { ...options, place: "head" });
    // "nobody reads them" says how things are.
    if (/^(?:nobody|no one)$/.test(norm.slice(force.start, force.end)) && found.aims.length > 0 && found.aims.every((aim) => aim.class === "read")) return NONE;
    const means = found.matchers.length > 0 ? null : /\b(?:by|through|via)(?: [a-z]+ly)? (?=[a-z]+ing\b)/.exec(norm.slice(force.end, end));
    if (means !== null) return readActions(sentence, force.end + means.index + means[0].length, end, { ...options, place: "head" });
    if (found.matchers.length === 0 && found.dangling.length === 0 && /\b(?:with|using|via|through) (?:it|them|that|this|those|these)\b/.test(norm.slice(force.end, end))) return { ...found, dangling: [{ class: "run", word: "use" }] };
    const unverified = found.matchers.length > 0 ? undefined : sentence.mentions.find((each) => each.at >= force.end && each.at < end && each.entity.text === "--no-verify");
    return unverified === undefined ? found : { ...found, matchers: [flagMatcher(unverified.entity, { class: "run", word: "use" })], used: [unverified] };
  }
  if (force.kind === "hands-off") return handsOff(sentence, force, options);
  if (force.kind === "uncommitted") return uncommitted(sentence, force, options);
  if (force.kind === "theirs" && /^leave (?:it|that|this|them|those|these) to\b/.test(norm.slice(force.start))) return { ...NONE, dangling: ANYTHING };
  if (force.kind === "theirs") return readActions(sentence, force.end, scopeEnd(norm, force.end), { ...options, place: "head" });
  const subject = subjectStart(norm, force.start);
  if (force.kind === "passive") return passive(sentence, force, subject, options);
  if (force.kind === "frozen") return mentionsAs(sentence, subject, force.end, [{ class: "edit", word: "touch" }], options);
  const label = /^ ?(?:to )?(?:commands?|actions?|files?|paths?|tools?|flags?|operations?|agents?|you|everyone|us|ai)? ?[:：]/.exec(norm.slice(force.end));
  if (label !== null && sentence.mentions.some((each) => each.at > force.end)) return readActions(sentence, force.end + label[0].length, norm.length, { ...options, place: "loose" });
  const what = norm.slice(subject, force.start);
  const named = sentence.mentions.filter((each) => each.at >= subject && each.at < force.start);
  // "hand edits are lost and therefore not allowed": of what was named before.
  if (named.length === 0 && EDITS.test(what)) return { ...NONE, dangling: [{ class: "edit", word: "touch" }] };
  const trunks = /\bpush/.test(norm.slice(force.start)) ? trunksIn(sentence, subject, force.start) : [];
  if (trunks.length > 0) return { ...NONE, matchers: [{ kind: "git", actions: ["push"], branches: trunks }], used: named };
  if (/\bbranch(?:es)?\b/.test(what) && /\bpush/.test(norm.slice(force.start))) return pushedTo(named, /\b(?:start|begin|prefix)/.test(what));
  const found = readSubject(sentence, subject, force.start, options);
  if (found.matchers.length > 0 || found.dangling.length > 0) return found;
  return /^\s*(?:(?:doing|using|running|any of|all of|each of|both of|either of|and|but|so) )*(?:it|they|that|this|both|them|all|either|(?:this|that|these|those|the following|the commands below)(?: (?:one|targets?|scripts?|commands?|actions?|operations?|things?|tools?|files?|paths?))?)\s*(?:is|are)?\s*$|^\s*$/.test(norm.slice(subject, force.start)) ? { ...found, dangling: ANYTHING } : found;
}

const EDITS = /^\s*(?:(?:any|all|manual|hand|direct|local|such|further|these|and|so) )*(?:hand-)?(?:edits|changes|modifications|editing|tweaks|writes)\b/;

function pushedTo(named: readonly Mention[], prefixed: boolean): Actions {
  const branches = named.filter((each) => each.entity.code).map((each) => each.entity.text.replace(/\/?$/, (end) => (prefixed || end === "/" ? `${end}*` : end)));
  return branches.length === 0 ? NONE : { ...NONE, matchers: [{ kind: "git", actions: ["push"], branches }], used: named };
}

/** Names right before "does not belong in git", or between "keep" and "out of git". */
function uncommitted(sentence: Sentence, force: Force, options: TargetOptions): Actions {
  const aim: Aim = { class: "commit", word: "commit" };
  const within = mentionsAs(sentence, force.start, force.end, [aim], options);
  if (within.matchers.length > 0) return within;
  const before = mentionsAs(sentence, subjectStart(sentence.norm, force.start), force.start, [aim], options);
  // "The repository must not contain `x`."
  return before.matchers.length > 0 ? before : mentionsAs(sentence, force.end, scopeEnd(sentence.norm, force.end), [aim], options);
}

/** Names that stand together right before the predicate, or else everything of the subject. */
function readSubject(sentence: Sentence, from: number, to: number, options: TargetOptions): Actions {
  const whole = readActions(sentence, from, to, { ...options, place: "subject" });
  if (whole.bare === true) return whole;
  const near = nearList(sentence, to);
  const start = near.length > 0 ? Math.min(from, (near[0] as Mention).at) : from;
  const verbs = sentence.verbs.some((verb) => verb.start >= from && verb.end <= to && verb.form !== "past" && verb.word !== "access");
  if (near.length > 0 && !verbs) {
    const read = readActions(sentence, (near[0] as Mention).at, to, { ...options, place: "loose" });
    if (read.matchers.length > 0) return read;
  }
  return readActions(sentence, start, to, { ...options, place: "subject" });
}

/** What may stand between the parts of a subject, and behind it. */
const IN_SUBJECT = /^[\s,/&()]*(?:(?:and|or|nor|as|well|both|any|all|the|commands?|flags?|files?|folder|directory|options?|calls?|alone|itself|too|either|are|is|here|also|likewise) ?[\s,/&()]*)*$/;

function nearList(sentence: Sentence, to: number): Mention[] {
  return mentionsUpTo(sentence, to, (between) => IN_SUBJECT.test(between));
}

function subjectStart(norm: string, at: number): number {
  const before = norm.slice(0, at);
  const match = /^.*(?:[:;—–] ?|, (?:so|therefore|thus|hence|which means|and so) |\b(?:because|since) [^,]*, )/.exec(before);
  const start = match === null ? 0 : match[0].length;
  // "Stick to fast-forwards, `x` is unwanted": the reason comes first and names nothing.
  const reason = /^[^\ue000-\ue8ff]+, (?=[\ue000-\ue8ff])/.exec(before.slice(start));
  return start + (reason?.[0].length ?? 0);
}

/** "it", "that file": what was named before. */
const PRONOUN_SUBJECT = /^\s*(?:it|they|this|that) (?:is|are) [a-z-]+,? (?:and|so)(?: therefore| hence| thus)?\s*$|^\s*(?:it|they|these|those|this|that|both|(?:that|this|the|these|those|its|their) (?:files?|folders?|director(?:y|ies)|paths?|commands?|contents?|code))?\s*$/;

/** "must never be edited or deleted": the participles say what, the subject says which. */
function passive(sentence: Sentence, force: Force, subject: number, options: TargetOptions): Actions {
  const aims: Aim[] = [];
  let end = force.end;
  for (const verb of sentence.verbs) {
    if (verb.start < force.end) continue;
    if (aims.length > 0 && !/^[\s,/]*(?:(?:or|and|nor) )?(?:be |ever |even )*$/.test(sentence.norm.slice(end, verb.start))) break;
    if (aims.length === 0 && verb.start > force.end + 12) break;
    aims.push(verb);
    end = verb.end;
  }
  if (aims.length === 0) return NONE;
  const after = sentence.norm.slice(end, scopeEnd(sentence.norm, end));
  const trunks = aims.some((aim) => aim.class === "push") && /^ (?:directly |straight )?(?:to|on|onto)\b(?! (?!directly|by|without|from|ever|at)(?:the |our )?[\ue000-\ue8ffa-z])/.test(after) ? trunksIn(sentence, subject, force.start) : [];
  if (trunks.length > 0) return { ...NONE, matchers: [{ kind: "git", actions: ["push"], branches: trunks }], used: sentence.mentions.filter((each) => each.at < force.start), aims };
  // "nothing under `x` is committed" has its subject inside of the marker.
  const found = mentionsAs(sentence, subject, /^(?:none|nothing|neither)/.test(sentence.norm.slice(force.start)) ? force.end : force.start, aims, options);
  if (found.matchers.length > 0) return found;
  const destination = readActions(sentence, force.end, force.end + (end - force.end) + after.length, { ...options, place: "loose" });
  const headed = readActions(sentence, subject, force.start, { ...options, place: "subject" });
  const done = aims.every((aim) => aim.class !== "delete" && aim.class !== "read" && aim.class !== "move");
  if (done && headed.matchers.length > 0 && (headed.aims.length > 0 || headed.bare === true)) return headed;
  // "Nothing gets deleted from `x`."
  if (destination.used.length > 0 && destination.matchers.length > 0 && /^(?:nothing|none)\b/.test(sentence.norm.slice(force.start)) && aims.some((aim) => aim.class !== "run")) return destination;
  const inside = sentence.mentions.filter((each) => each.at >= force.start && each.at < force.end);
  // "Neither `main` nor `develop` may be pushed to."
  if (inside.length > 0 && aims.some((aim) => aim.class === "push")) return pushedTo(inside, false);
  const git = aims.some((aim) => aim.class === "push" || aim.class === "commit" || aim.class === "merge");
  const generic = /^[\s]*(?:(?:the|any|all|your|our|no|new|finished|unfinished) )*(?:code|changes?|work|commits?|nothing|anything|everything|features?|pushes|)\s*$/.test(sentence.norm.slice(subject, force.start));
  return git && generic && destination.matchers.length > 0 ? destination : { ...NONE, dangling: PRONOUN_SUBJECT.test(sentence.norm.slice(subject, force.start)) ? aims : [], aims };
}

export function mentionsAs(sentence: Sentence, from: number, to: number, aims: readonly Aim[], options: TargetOptions): Actions {
  const near = nearList(sentence, to);
  const inRange = sentence.mentions.filter((each) => each.at >= from && each.at < to);
  const commands = aims.some((aim) => aim.class === "run");
  const pool = near.length > 0 && (commands || near.length === inRange.length) ? near : inRange;
  const matchers: Matcher[] = [];
  const used: Mention[] = [];
  for (const mention of pool) {
    for (const aim of aims) {
      const matcher = targetFor(aim, mention.entity, options);
      if (matcher === null || (mention.entity.type === "command" && aim.class !== "run")) continue;
      matchers.push(matcher);
      used.push(mention);
    }
  }
  return { matchers, used, dangling: matchers.length === 0 && pool.length === 0 ? aims : [], aims };
}

function handsOff(sentence: Sentence, force: Force, options: TargetOptions): Actions {
  // "Keep out of the changelog:" opens a list of what is kept out.
  if (/[:：]$/.test(sentence.norm) && /^keep/.test(sentence.norm.slice(force.start))) return NONE;
  const end = scopeEnd(sentence.norm, force.end);
  const found = mentionsAs(sentence, force.end, end, [{ class: "edit", word: "touch" }], options);
  if (found.matchers.length > 0) return found;
  const commands = readActions(sentence, force.end, end, { ...options, place: "loose" });
  if (commands.matchers.length > 0) return commands;
  const trunks = /\b(?:push|branch|commit|pull requests?|prs?|merge)/.test(sentence.norm) ? trunksIn(sentence, force.end, end) : [];
  if (trunks.length > 0) return { ...NONE, matchers: [{ kind: "git", actions: ["push"], branches: trunks }], used: sentence.mentions };
  return { ...NONE, dangling: /^ ?(?:it|them|that|this|those|these|there)\b|^[\s,.!]*(?:please|thanks|thank you)?[\s,.!]*$/.test(sentence.norm.slice(force.end)) ? ANYTHING : [] };
}

/** "ask before X", "X needs approval", "before X, ask", "if X, ask": X is the phrase outside of the asking words. */
function askedActions(sentence: Sentence, force: Force, options: TargetOptions): Actions {
  const { norm } = sentence;
  const ranges: [number, number][] = [];
  const after = norm.slice(force.end);
  const introduced = /^[^.]*?\b(?:before|prior to|ahead of|if|when|whenever|to|for|about|in order to)\b ?(?:you |we |anyone )?/.exec(after);
  if (introduced !== null && introduced[0].length < 60) ranges.push([force.end + introduced[0].length, norm.length]);
  const label = /^[^.]{0,14}?[:：]/.exec(after);
  if (label !== null) ranges.push([force.end + label[0].length, norm.length]);
  const leading = /^(?:before|prior to|if|when|whenever|should|for|only|in case|any|every)\b(?: (?:you|we|a|the|change|task|your|have|need|needs|want|must|ever|to|really|think|it|is|plan|are|about|requires|involves|means)(?![a-z]))*/.exec(norm);
  if (leading !== null) ranges.push([leading[0].length, force.start]);
  ranges.push([0, force.start]);
  const inside = /^only\b(.*)\b(?:when|if|after|once|upon)\b/.exec(norm.slice(force.start, force.end));
  if (inside !== null) ranges.unshift([force.start + 4, force.start + 4 + (inside[1] as string).length]);
  for (const [from, to] of ranges) {
    if (to <= from) continue;
    const found = readActions(sentence, from, to, { ...options, place: "loose" });
    if (found.matchers.length > 0) return found;
    if (found.dangling.length > 0 && found.aims.length > 0 && (introduced !== null || /\b(?:it|them|there)\b/.test(norm.slice(from, to)))) return found;
  }
  if (sentence.mentions.length === 0 && norm.length < 60 && sentence.verbs.length === 0) return { ...NONE, dangling: ANYTHING };
  const rest = readActions(sentence, force.end, norm.length, { ...options, place: "loose" });
  if (rest.matchers.length > 0 && /^[^.]{0,12}[:：]/.test(after)) return rest;
  // A whole command in a sentence that asks is what is asked about, unless somebody is asked to run it.
  const commands = sentence.mentions.filter((each) => each.entity.type === "command" && each.entity.sure && each.entity.code && each.entity.words.length > 1 && !/\b(?:to (?:run|use|execute|try)|by running|using|with|see|via)(?: the)? $/.test(norm.slice(0, each.at)) && !PRODUCER.test(norm.slice(Math.max(0, each.at - 40), each.at)));
  return commands.length === 0 || commands.length > 3 ? NONE : { ...NONE, matchers: commands.map((each) => targetFor({ class: "run", word: "run" }, each.entity, options)).filter((each) => each !== null), used: commands };
}
