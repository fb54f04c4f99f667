// Rules about the words of a commit: what a message must not hold, and the form it must have.

import { byName, either } from "../../base/index.ts";
import { type Draft, escaped, spansOf } from "./around.ts";
import type { Lead } from "../grammar/leads.ts";
import type { Piece } from "../grammar/clausePieces.ts";
import { isNoun, type Part, type Slots, type Target } from "../grammar/slots.ts";
import type { Span } from "../tokens/spans.ts";

/** Languages that a message shows by its script, by their nouns. */
const SCRIPTS: Readonly<Record<string, { readonly name: string; readonly script: string }>> = byName({
  chinese: { name: "Chinese", script: "\\p{Script=Han}" },
  japanese: { name: "Japanese", script: "[\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Han}]" },
  korean: { name: "Korean", script: "\\p{Script=Hangul}" },
});
const FIRST_PARTS = either`type, label, kind, prefix, category, tipo, typ, 类型, 類型, 種類, 타입, 유형`;
/** `<type>(<scope>): <subject>` and its like. */
const TEMPLATE = new RegExp(String.raw`^[<[{]?(?:${FIRST_PARTS})[>\]}]?(?:\([^)]*\)|\[[^\]]*\])?!?:`, "i");
const isTemplate = (text: string): boolean => TEMPLATE.test(text);
const ATTRIBUTION = "co-authored-by:|generated (?:with|by) \\[?(?:claude|cursor|codex|copilot|ai)|🤖 generated|assisted-by:";
const nameOf = (trailer: string): string => trailer.split(":")[0] as string;

const TRAILER = /^(?:co-authored-by|signed-off-by|generated[- ](?:with|by)|assisted-by)\b/i;
const ABOUT = /^(?:message|prtitle|attribution|conventional|branchname|newbranch)$/;
const speaksOf = (target: Target): boolean =>
  target.kind === "noun" ? ABOUT.test(target.noun) : target.kind === "span" && TRAILER.test(target.span.text);

/** A sentence that speaks of messages, titles or branches, with what it names. */
interface Said {
  readonly slots: Slots;
  readonly noun: HasNoun;
  readonly spans: readonly Span[];
  /** The first line of the end of a message that it names: `Co-authored-by`. */
  readonly trailer: Span | undefined;
  readonly forbids: boolean;
  readonly doubts: readonly string[];
}

/** null: the sentence is not about messages. */
export function readMessage(slots: Slots): Draft[] | null {
  const { main, before, place, means, rejected } = slots.parts;
  if (![main, place, means].some(({ targets }) => targets.some(speaksOf))) return null;
  const said = saidOf(slots);
  if (said.noun("prtitle") && !said.noun("message") && !commits(main)) return ofTitles(said);
  const ofTrailers = noAttribution(said) ?? wantsTrailer(said);
  if (ofTrailers !== null) return ofTrailers;
  if (before.acts.length + before.targets.length + rejected.targets.length > 0) return null;
  const found = ofBranches(said) ?? wantsConventional(said) ?? noConventional(said);
  return found !== null || !said.noun("message") ? found : ofMessages(said);
}

const ofMessages = (said: Said): Draft[] => noEmoji(said) ?? limits(said) ?? ofTemplate(said) ?? withKey(said) ?? noWords(said) ?? [];

function saidOf(slots: Slots): Said {
  const { main, place, means } = slots.parts;
  // "Never commit with a co-author"
  const all: readonly Target[] = [...main.targets, ...place.targets, ...means.targets.filter((each) => each.kind === "noun")];
  const noun = (name: string): boolean => all.some((each) => each.kind === "noun" && each.noun === name);
  const spans = spansOf(all);
  return {
    slots,
    noun,
    spans,
    trailer: spans.find((span) => TRAILER.test(span.text)),
    forbids: slots.force === "never",
    doubts: noun("prtitle") || noun("pr") ? ["it speaks of pull requests as well"] : [],
  };
}

function ofTitles({ noun, forbids, trailer }: Said): Draft[] | null {
  if (noun("conventional") && !forbids) return [title()];
  if (!noun("attribution") && trailer === undefined) return null;
  // "PRs carry no AI branding": the commits that they bring do not either.
  return forbids ? [inBodies(), attribution(trailer, ["it speaks of pull requests"])] : [];
}

function noAttribution({ slots, noun: said, forbids, trailer, doubts }: Said): Draft[] | null {
  if (!forbids || (!said("attribution") && trailer === undefined)) return null;
  // "… to commits or PRs" is about commits whatever else it is about.
  const own = said("message") || commits(slots.parts.main) ? [] : doubts;
  const all = slots.gap > 0 ? [...own, "the act was not understood"] : own;
  return [attribution(trailer, all)];
}

function attribution(trailer: Span | undefined, doubts: readonly string[]): Draft {
  const pattern = trailer === undefined || /^co-authored-by/i.test(trailer.text) ? ATTRIBUTION : escaped(nameOf(trailer.text));
  const bad = `${nameOf(trailer?.text ?? "Co-Authored-By").replace(/["$`]/g, "")}: x`;
  return holds(pattern, "whole", "denies commit messages with an attribution", doubts, bad);
}

const inBodies = (): Draft => ({
  effect: "deny",
  matcher: { kind: "pullRequest", part: "body", pattern: ATTRIBUTION, when: "holds" },
  reading: "denies pull requests with an attribution",
  stopped: { call: { tool: "shell", command: 'gh pr create --body "Generated with Claude"' } },
  doubts: ["that it is about every pull request is a guess"],
});

function wantsTrailer({ slots, trailer, doubts }: Said): Draft[] | null {
  const wants = slots.force === "must" || slots.imperative;
  if (!wants || trailer === undefined || !/:|-by$/i.test(trailer.text) || !onlyDo(slots, /^(?:add|use|commit|write)$/)) return null;
  const name = nameOf(trailer.text);
  const pattern = `${escaped(name)}:`;
  return [
    {
      ...lacks(pattern, `wants commit messages with \`${name}:\``, [...doubts, "that every commit needs it is a guess"]),
      matcher: { kind: "message", pattern, part: "whole", when: "lacks", anyCase: true },
    },
  ];
}

function ofBranches({ slots, noun, forbids, spans }: Said): Draft[] | null {
  const ways = [...spans, ...spansOf(slots.parts.means.targets)];
  const begins = noun("branchname") || forbidsPrefix(slots, ways) ? ways : [];
  if (begins.length === 0) return null;
  const prefixes = begins.flatMap(({ text }) => branchPrefix(text) ?? []);
  if (prefixes.length < begins.length) return [];
  const shown = begins.map((each) => `\`${each.text}\``).join(" or ");
  return [
    {
      effect: "deny",
      matcher: { kind: "branchName", pattern: `^(?:${prefixes.join("|")})`, when: forbids ? "holds" : "lacks" },
      reading: `${forbids ? "denies new branches that begin" : "wants new branches to begin"} with ${shown}`,
      stopped: { call: { tool: "shell", command: `git switch -c ${forbids ? prefixes[0] : ""}x` } },
      doubts: ["other branches may be fine"],
    },
  ];
}

function wantsConventional({ slots, noun, forbids, doubts }: Said): Draft[] | null {
  const { acts } = slots.parts.main;
  const named = noun("message") && acts.length === 0;
  const told = named || slots.force !== null || slots.imperative || acts.some(({ verb }) => verb === "follow" || verb === "use");
  if (!noun("conventional") || forbids || !told) return null;
  const which = noun("subject") && !noun("message") ? ["which title is meant is a guess"] : [];
  // "Release titles follow …"
  const other =
    noun("subject") || (!noun("message") && acts.length > 0 && (slots.ahead > 0 || !onlyDo(slots, /^(?:follow|use|commit|write)$/)));
  return [
    {
      ...lacks(`^(?:${CONVENTIONAL}|merge |revert |fixup! |squash! )`, "wants commit messages to be Conventional Commits", which),
      ...(other ? {} : { whole: true }),
    },
    ...lengthOf(slots, noun, doubts),
  ];
}

/** "Do not use conventional commit prefixes" */
function noConventional({ slots, noun, forbids, doubts }: Said): Draft[] | null {
  if (!forbids || !noun("conventional") || !onlyDo(slots, /^(?:use|add|write|follow)$/)) return null;
  const pattern = "^(?:feat|fix|chore|docs|refactor|test|perf|ci|build|style)(?:\\([^)]*\\))?!?:";
  return [holds(pattern, "subject", "denies prefixes of Conventional Commits", [...doubts, "which prefixes is a guess"], "feat: x")];
}

function noEmoji({ noun, forbids, doubts }: Said): Draft[] | null {
  if (!forbids || !noun("emoji")) return null;
  return [holds("\\p{Extended_Pictographic}", "whole", "denies commit messages with an emoji", doubts, "✨")];
}

function limits({ slots, noun, doubts }: Said): Draft[] | null {
  const found = [...languageOf(slots, noun, doubts), ...lengthOf(slots, noun, doubts)];
  return found.length > 0 ? found : null;
}

function ofTemplate({ slots, forbids, spans, doubts }: Said): Draft[] | null {
  // "Imperative subjects, preferably `type: summary`"
  const template = slots.soft ? undefined : spans.find((span) => TEMPLATE.test(span.text));
  if (forbids || template === undefined || slots.left.length >= 3) return null;
  // `[TYPE](scope): …`: the brackets may be its own.
  const pattern = `^\\[?[A-Za-z]+\\]?(?:\\([^)]+\\))?!?: ${/中文/.test(template.text) ? ".*\\p{Script=Han}" : "\\S"}`;
  return [lacks(pattern, `wants commit messages of the form \`${template.text}\``, doubts)];
}

const KEY = /^[A-Z]{2,10}-\d+/;

/** "Commit messages start with the ticket, e.g. `SHOP-12: …`" */
function withKey({ slots, forbids, spans, doubts }: Said): Draft[] | null {
  const shown = [...spans.map(({ text }) => text), ...slots.left].find((each) => KEY.test(each));
  const begins = slots.parts.main.acts.some(({ verb }) => verb === "prefix");
  const ticket = slots.left.some((each) => /^(?:key|ticket|number|id)$/i.test(each));
  if (forbids || !begins || (shown === undefined && !ticket)) return null;
  return [
    lacks("^\\W?[A-Z]{2,10}-\\d+", `wants commit messages to begin with a key such as \`${KEY.exec(shown ?? "")?.[0] ?? "ABC-12"}\``, [
      ...doubts,
      "where the key stands is a guess",
    ]),
  ];
}

function noWords({ forbids, spans, doubts }: Said): Draft[] | null {
  if (!forbids || spans.length === 0 || !spans.every((span) => span.type === "quote" || span.type === "name")) return null;
  const pattern = spans.map((span) => `(?:^|[^\\p{L}\\p{N}_])${escaped(span.text)}(?:$|[^\\p{L}\\p{N}_])`).join("|");
  // `@username`, `#123`: one of many
  const all = spans.some(({ text }) => /^[@#]/.test(text)) ? [...doubts, "what it stands for is a guess"] : doubts;
  return [holds(pattern, "whole", "denies words in commit messages", all, (spans[0]?.text ?? "").replace(/["$`\\]/g, ""))];
}

const onlyDo = ({ parts: { main } }: Slots, verbs: RegExp): boolean => main.acts.every(({ verb }) => verbs.test(verb));

type HasNoun = (name: string) => boolean;

function languageOf({ force, either }: Slots, noun: HasNoun, doubts: readonly string[]): Draft[] {
  // "English or Japanese"
  if (force === "never" || either) return [];
  const [, language] = Object.entries(SCRIPTS).find(([name]) => noun(name)) ?? [];
  if (language !== undefined) return [lacks(language.script, `wants commit messages in ${language.name}`, doubts)];
  const other = "[\\p{Script=Han}\\p{Script=Hangul}\\p{Script=Hiragana}\\p{Script=Katakana}]";
  return noun("english") ? [{ ...holds(other, "whole", "wants commit messages in English", [], "修"), whole: true }] : [];
}

function lengthOf({ numbers: [most = 0] }: Slots, noun: HasNoun, doubts: readonly string[]): Draft[] {
  if (!noun("chars") || most < 30 || most > 120) return [];
  const reading = `limits the first line of commit messages to ${most} characters`;
  return [holds(`^.{${most + 1},}`, "subject", reading, doubts, "x".repeat(most + 1))];
}

/** The specification lets a project have types of its own. */
const CONVENTIONAL = "[a-z]+(?:\\([^)]+\\))?!?: \\S";

/** "PR titles follow Conventional Commits" */
function title(): Draft {
  return {
    effect: "deny",
    matcher: { kind: "pullRequest", part: "title", pattern: `^${CONVENTIONAL}`, when: "lacks" },
    reading: "wants titles of pull requests to be Conventional Commits",
    stopped: { call: { tool: "shell", command: 'gh pr create --title "?"' } },
    doubts: ["that it is about every pull request is a guess"],
  };
}

const PREFIX = /^[\w-]+\/$/;

/** `feat/`, `feat/*`, `feat/<topic>`, `<type>/<topic>`: what a branch's name begins with; null where it is no such form. */
export function branchPrefix(text: string): string | null {
  const [first, rest] = text.split("/");
  if (first === undefined || rest === undefined || /[.\s]\w/.test(text)) return null;
  return /^[\w-]+$/.test(first) ? `${first}/` : /^[<{[][\w -]+[>}\]]$/.test(first) ? "[\\w.-]+/" : null;
}

/** "Never create a `wip/` branch", "a branch prefixed with `wip/`". */
function forbidsPrefix({ force, parts: { main, place } }: Slots, spans: readonly Span[]): boolean {
  const branch = isNoun(main.targets, "newbranch");
  const made = main.acts.every(({ verb }) => /^(?:create|use|open|prefix)$/.test(verb));
  return (
    force === "never" && branch && made && place.targets.length === 0 && spans.length > 0 && spans.every(({ text }) => PREFIX.test(text))
  );
}

function holds(pattern: string, part: "subject" | "whole", reading: string, doubts: readonly string[], bad: string): Draft {
  return {
    effect: "deny",
    matcher: { kind: "message", pattern, part, when: "holds" },
    reading,
    doubts,
    stopped: { call: { tool: "shell", command: `git commit -m "${bad}"` } },
  };
}

function lacks(pattern: string, reading: string, doubts: readonly string[]): Draft {
  return {
    effect: "limit",
    matcher: { kind: "message", pattern, part: "subject", when: "lacks" },
    reading,
    doubts,
    stopped: { call: { tool: "shell", command: 'git commit -m "?"' } },
  };
}

const commits = ({ acts }: Part): boolean => acts.some(({ verb }) => verb === "commit");

/** It speaks of a form or a language that messages have. */
function saysForm({ left, parts: { main } }: Slots, earlier: readonly Piece[]): boolean {
  if (isNoun(main.targets, /^(?:conventional|attribution)$/)) return true;
  // "Comments in Chinese": the words that were not understood say what it is about.
  const other = left.length > 0 || isNoun(main.targets, /^(?:comments|remarks|document)$/);
  if (!other && isNoun(main.targets, /^(?:english|chinese|japanese|korean)$/)) return true;
  if (main.targets.some((each) => each.kind === "span" && isTemplate(each.span.text))) return true;
  return (
    isNoun(main.targets, /^chars$/) &&
    isNoun([...main.targets, ...earlier.flatMap(({ slots }) => slots.parts.main.targets)], /^(?:subject|message)$/)
  );
}

/** Under "Commit messages" or "Pull requests": what speaks of form or language speaks of these. */
export function topicOf(slots: Slots, leads: readonly Lead[], earlier: readonly Piece[]): Target | null {
  const { main, place } = slots.parts;
  if (isNoun([...main.targets, ...place.targets], /^(?:message|prtitle|pr|branchname)$/) || !saysForm(slots, earlier)) return null;
  const isAbout = ({ slots: { parts } }: Pick<Lead, "slots">): boolean =>
    isNoun(parts.main.targets, /^(?:message|pr|prtitle)$/) || commits(parts.main);
  const nearest = (earlier.findLast(isAbout) ?? leads.findLast(isAbout))?.slots.parts.main;
  if (nearest === undefined) return null;
  // "Conventional Commits" names commits itself; without an act it needs a heading that speaks of them.
  const itself = isNoun(main.targets, /^(?:conventional|attribution)$/) && (slots.force !== null || main.acts.length > 0);
  if (isNoun(nearest.targets, /^message$/) || commits(nearest))
    return itself ? null : { kind: "noun", noun: "message", text: "commit messages" };
  return commits(main) ? null : { kind: "noun", noun: "prtitle", text: "pull requests" };
}
