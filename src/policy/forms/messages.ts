// Rules about the words of a commit: what a message must not hold, and the form it must have.

import { byName } from "../../base/index.ts";
import { type Draft, spansOf } from "./around.ts";
import type { Lead } from "../grammar/leads.ts";
import type { Piece } from "../grammar/pieces.ts";
import type { Part, Slots, Target } from "../grammar/slots.ts";
import type { Span } from "../grammar/spans.ts";

/** Languages that a message shows by its script, by their nouns. */
const SCRIPTS: Readonly<Record<string, { readonly name: string; readonly script: string }>> = byName({
  chinese: { name: "Chinese", script: "\\p{Script=Han}" },
  japanese: { name: "Japanese", script: "[\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Han}]" },
  korean: { name: "Korean", script: "\\p{Script=Hangul}" },
});
/** `<type>(<scope>): <subject>` and its like. */
const TEMPLATE = /^[<[{]?(?:type|label|kind|prefix|category|tipo|typ|类型|類型|種類|타입|유형)[>\]}]?(?:\([^)]*\)|\[[^\]]*\])?!?:/i;
/** `Issue #{number}: {what}`: words of its own around places to fill. */
const OWN_FORM = /^[A-Z[][\w #:/-]*[{<][\w -]+[}>]/;
const PLACE = /[{<][\w -]+[}>]/;
const isTemplate = (text: string): boolean => TEMPLATE.test(text);
const ATTRIBUTION = "co-authored-by:|generated (?:with|by) \\[?(?:claude|cursor|codex|copilot|ai)|🤖 generated|assisted-by:";
const nameOf = (trailer: string): string => trailer.split(":")[0] as string;
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

const TRAILER = /^(?:co-authored-by|signed-off-by|generated[- ](?:with|by)|assisted-by)\b/i;
const ABOUT = /^(?:message|prtitle|attribution|conventional|branchname|newbranch)$/;
const speaksOf = (target: Target): boolean =>
  target.kind === "noun" ? ABOUT.test(target.noun) : target.kind === "span" && TRAILER.test(target.span.text);

/** null: the sentence is not about messages. */
export function readMessage(slots: Slots): Draft[] | null {
  const { main, before, place, means } = slots.parts;
  if (![main, place, means].some(({ targets }) => targets.some(speaksOf))) return null;
  // "Never commit with a co-author"
  const all: readonly Target[] = [...main.targets, ...place.targets, ...means.targets.filter((each) => each.kind === "noun")];
  const noun = (name: string): boolean => all.some((each) => each.kind === "noun" && each.noun === name);
  const spans = all.flatMap((each) => (each.kind === "span" ? [each.span] : []));
  const commits = noun("message") || main.acts.some((act) => act.verb === "commit");
  const trailer = spans.find((span) => TRAILER.test(span.text));
  if (noun("prtitle") && !commits)
    return noun("conventional") && slots.force !== "never" ? [title()] : noun("attribution") || trailer !== undefined ? [] : null;
  const doubts = noun("prtitle") || noun("pr") ? ["it speaks of pull requests as well"] : [];
  if (slots.force === "never" && (noun("attribution") || trailer !== undefined)) {
    const pattern = trailer === undefined || /^co-authored-by/i.test(trailer.text) ? ATTRIBUTION : escaped(nameOf(trailer.text));
    return [
      holds(
        pattern,
        "whole",
        "denies commit messages with an attribution",
        slots.gap > 0 ? [...doubts, "the act was not understood"] : doubts,
        `${nameOf(trailer?.text ?? "Co-Authored-By").replace(/["$`]/g, "")}: x`,
      ),
    ];
  }
  if (
    (slots.force === "must" || slots.imperative) &&
    trailer !== undefined &&
    /:|-by$/i.test(trailer.text) &&
    main.acts.every(({ verb }) => /^(?:add|use|commit|write)$/.test(verb))
  ) {
    const name = nameOf(trailer.text);
    return [
      {
        ...lacks(`${escaped(name)}:`, `wants commit messages with \`${name}:\``, [...doubts, "that every commit needs it is a guess"]),
        matcher: { kind: "message", pattern: `${escaped(name)}:`, part: "whole", when: "lacks", anyCase: true },
      },
    ];
  }
  if (before.acts.length + before.targets.length > 0 || slots.parts.rejected.targets.length > 0) return null;
  const ways = [...spans, ...spansOf(slots.parts.means.targets)];
  const begins = noun("branchname") || forbidsPrefix(slots, ways) ? ways : [];
  if (begins.length > 0) {
    const prefixes = begins.flatMap(({ text }) => branchPrefix(text) ?? []);
    const when = slots.force === "never" ? "holds" : "lacks";
    const shown = begins.map((each) => `\`${each.text}\``).join(" or ");
    return prefixes.length < begins.length
      ? []
      : [
          {
            effect: "deny",
            matcher: { kind: "branchName", pattern: `^(?:${prefixes.join("|")})`, when },
            reading: `${when === "holds" ? "denies new branches that begin" : "wants new branches to begin"} with ${shown}`,
            stopped: { call: { tool: "shell", command: `git switch -c ${when === "holds" ? prefixes[0] : ""}x` } },
            doubts: ["other branches may be fine"],
          },
        ];
  }
  const named = noun("message") && main.acts.length === 0 && slots.force === null;
  if (
    noun("conventional") &&
    slots.force !== "never" &&
    (named || slots.force !== null || slots.imperative || main.acts.some((act) => act.verb === "follow" || act.verb === "use"))
  ) {
    return [
      lacks(`^(?:${CONVENTIONAL}|merge |revert |fixup! |squash! )`, "wants commit messages to be Conventional Commits", [
        ...doubts,
        ...(noun("subject") && !noun("message") ? ["which title is meant is a guess"] : []),
      ]),
      ...lengthOf(slots, noun, doubts),
    ];
  }
  // "Do not use conventional commit prefixes"
  if (slots.force === "never" && noun("conventional") && main.acts.every(({ verb }) => /^(?:use|add|write|follow)$/.test(verb)))
    return [
      holds(
        "^(?:feat|fix|chore|docs|refactor|test|perf|ci|build|style)(?:\\([^)]*\\))?!?:",
        "subject",
        "denies prefixes of Conventional Commits",
        [...doubts, "which prefixes is a guess"],
        "feat: x",
      ),
    ];
  if (!noun("message")) return null;
  if (slots.force === "never" && noun("emoji"))
    return [holds("\\p{Extended_Pictographic}", "whole", "denies commit messages with an emoji", doubts, "✨")];
  const limits = [...languageOf(slots, noun, doubts), ...lengthOf(slots, noun, doubts)];
  if (limits.length > 0) return limits;
  const [form] = spans;
  if (slots.force !== "never" && spans.length === 1 && form !== undefined && slots.left.length < 3 && OWN_FORM.test(form.text))
    return [
      lacks(`^${form.text.split(PLACE).map(escaped).join(".+")}`, `wants commit messages of the form \`${form.text}\``, [
        ...doubts,
        "what fills its places is a guess",
      ]),
    ];
  // "Imperative subjects, preferably `type: summary`"
  const template = slots.soft ? undefined : spans.find((span) => TEMPLATE.test(span.text));
  if (slots.force !== "never" && template !== undefined && slots.left.length < 3)
    return [
      lacks(
        // `[TYPE](scope): …`: the brackets may be its own.
        `^\\[?[A-Za-z]+\\]?(?:\\([^)]+\\))?!?: ${/中文/.test(template.text) ? ".*\\p{Script=Han}" : "\\S"}`,
        `wants commit messages of the form \`${template.text}\``,
        doubts,
      ),
    ];
  if (slots.force === "never" && spans.length > 0 && spans.every((span) => span.type === "quote" || span.type === "name"))
    return [
      holds(
        spans.map((span) => `(?:^|[^\\p{L}\\p{N}_])${escaped(span.text)}(?:$|[^\\p{L}\\p{N}_])`).join("|"),
        "whole",
        "denies words in commit messages",
        // `@username`, `#123`: one of many
        spans.some(({ text }) => /^[@#]/.test(text)) ? [...doubts, "what it stands for is a guess"] : doubts,
        (spans[0]?.text ?? "").replace(/["$`\\]/g, ""),
      ),
    ];
  return commits && noun("message") ? [] : null;
}

type HasNoun = (name: string) => boolean;

function languageOf({ force }: Slots, noun: HasNoun, doubts: readonly string[]): Draft[] {
  if (force === "never") return [];
  const [, language] = Object.entries(SCRIPTS).find(([name]) => noun(name)) ?? [];
  if (language !== undefined) return [lacks(language.script, `wants commit messages in ${language.name}`, doubts)];
  const other = "[\\p{Script=Han}\\p{Script=Hangul}\\p{Script=Hiragana}\\p{Script=Katakana}]";
  return noun("english") ? [holds(other, "whole", "wants commit messages in English", doubts, "修")] : [];
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
  const branch = main.targets.some((each) => each.kind === "noun" && each.noun === "newbranch");
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

const isNoun = (targets: readonly Target[], names: RegExp): boolean =>
  targets.some((each) => each.kind === "noun" && names.test(each.noun));
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
