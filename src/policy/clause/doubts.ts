// Why a reading is only proposed although every word of its sentence was understood: what is around the sentence, or a
// word that it lacks.

import { either } from "../../base/index.ts";
import { type Draft, SOFT, WRITTEN_WHERE } from "../forms/around.ts";
import { ADDED, PLACE_UNKNOWN, READ_ASKED, WRITTEN } from "../acts/meaning.ts";
import type { Matcher } from "../match/rule.ts";
import { MANAGERS } from "../match/programs.ts";
import { isCodeInGeneral, isSuppression } from "../kinds/writtenText.ts";
import { speaksOfRoot } from "../kinds/newFiles.ts";
import { isAboutFirst } from "./neighbours.ts";
import type { Clause } from "../grammar/clauses.ts";
import { deedOf } from "../kinds/deeds.ts";
import { leadsOf } from "../grammar/leads.ts";
import { namesPart, type Piece } from "../grammar/clausePieces.ts";
import { isNoun, type Slots, type Target } from "../grammar/slots.ts";
import type { Token } from "../tokens/sentenceTokens.ts";

export interface Surroundings {
  readonly clause: Clause;
  readonly pieces: readonly Piece[];
  /** Place of the piece that was read. */
  readonly at: number;
  /** Of the piece, with all that its context gives it. */
  readonly slots: Slots;
  /** Only a heading says what it is about. */
  readonly about: boolean;
  /** A lead between it and the one that gives its order was not understood. */
  readonly apart: boolean;
}

interface Doubt {
  readonly why: string;
  readonly holds: (around: Surroundings, draft: Draft) => boolean;
}

/** Paragraphs of more parts tell a story, and what they forbid holds inside of it. */
const MOST_PARTS = 7;

const REPLY_WORDS = either`\brepl(?:y|ies), answer, response, respuesta, resposta, réponse, antwort, 回复, 回答, 返信, 返答, 응답, 답변`;
const REPLIES = new RegExp(REPLY_WORDS, "i");

/** What is deleted without such a word may be something of the product. */
const FILES = /\b(?:files?|folders?|director\w+|archivos?|arquivos?|fichiers?|datei(?:en)?)\b/i;
const FILES_IN_OTHERS = /anything|文件|东西|[档檔]案|目[录錄]|ファイル|파일/;

export const namesReplies = (text: string): boolean => REPLIES.test(text);

export const namesFiles = (text: string): boolean => FILES.test(text) || FILES_IN_OTHERS.test(text);

const TASKS = "adding|creating|updating|upgrading|migrating|releasing|translating";
const ONE_TASK = new RegExp(`^\\W*(?:\\d+\\W+)?(?:${TASKS})\\b(?! (?:new )?(?:features?|code)\\b)`, "i");

const DESTRUCTIVE = deedOf("run", "destructive");
const VERSION = deedOf("change", "version");
const LANGUAGES = "go|golang|rust|python|typescript|javascript|java|kotlin|swift|c|c\\+\\+|c#|php|ruby|elixir|vue|react|sql|terraform|helm";
const PARTS = "front-?end|back-?end|web|mobile|ios|android|gui|ui|docs|documentation|website|cli";
/** "JavaScript/Vue.js", "Frontend (React)": where a project has several. */
const ONE_PART = new RegExp(`^\\W*(?:\\d+\\W+)?(?:${LANGUAGES}|${PARTS})(?![\\w-])`, "i");

/** "For a new tool: …" */
const ONE_CASE = /^\W*(?:for|when|if) (?:an?|any|new)\b[^:：]{1,40}[:：]/i;

const DOUBTS: readonly Doubt[] = [
  {
    why: "it is in brackets",
    holds: ({ pieces, at, slots }) =>
      at > 0 && pieces[at]?.sentence.aside === true && slots.parts.main.targets.every(isLoose) && !isAboutFirst(pieces, at),
  },
  {
    // The form of messages is their form; a number of characters may be another thing's.
    why: "only the heading says what it is about",
    holds: ({ about }, { matcher }) => about && !(matcher.kind === "message" && matcher.when === "lacks"),
  },
  {
    // "It is retired — no live caller": a comment or a cast that silences a checker has no such reading.
    why: "it may only tell how things are",
    holds: ({ pieces, at, slots }, { matcher }) =>
      slots.no &&
      // "No internet access", "no runtime dependencies"
      (matcher.kind === "network" ||
        (matcher.kind === "package" && slots.parts.main.acts.length === 0 && !slots.parts.main.targets.some(isNew)) ||
        (matcher.kind !== "text" &&
          pieces.slice(0, at).some((each) => each.slots.left.length > 0) &&
          !isListed(pieces, pieces[at] as Piece))),
  },
  {
    // "**Terraform**: run `make fmt` before you push.", "Packages installed: `make deps`"
    why: "it may be about what its label names only",
    holds: ({ clause, pieces, at }, { order }) =>
      order !== undefined && (namesTopic(pieces, at) || ONE_CASE.test(clause.text) || pieces.some(({ labels }) => labels.some(isState))),
  },
  {
    // Under "Before a commit": "Use the script that writes the message: `x`"; under "Do NOT run in …": "`a/` — never"; under
    // "Red lines" and "The right way:": "`x`"
    why: "what its list is about was not understood",
    holds: ({ apart, slots, clause }, { matcher, order }) =>
      apart && (order === undefined ? bareBelow(slots, clause, matcher.kind === "path") : slots.queued),
  },
  {
    // Under "Zero tolerance", "ESLint: zero warnings": what is forbidden is behind the colon.
    why: "what follows its colon was not understood",
    holds: ({ pieces, at, slots }) =>
      slots.led && /^[:：]$/.test(pieces[at]?.sentence.end ?? "") && (pieces[at + 1]?.slots.left.length ?? 0) > 0,
  },
  {
    // Under "Do not change": "`a` → `b`, one for each request" tells how they go together.
    why: "what its arrow means is a guess",
    holds: ({ pieces, at, slots }, { matcher }) =>
      // "`a` → must not import `b`"
      (matcher.kind === "text" && /^[→⇒]$/.test(pieces[at - 1]?.sentence.end ?? "")) ||
      (slots.led && /^[→⇒]$/.test(pieces[at]?.sentence.end ?? "") && pieces[at + 1]?.slots.parts.main.targets.some(isPath) === true),
  },
  {
    // "Workers only edit code. Never edit `x`."
    why: "the previous sentence may say who it applies to",
    holds: ({ pieces, at }) => pieces.slice(0, at).some(restrictsSomebody),
  },
  {
    // Under "Adding translations": the steps of that.
    why: "its heading names one task or one part only",
    holds: ({ clause: { heading } }, { order }) =>
      order !== undefined && (ONE_TASK.test(heading.at(-1) ?? "") || ONE_PART.test(heading.at(-1) ?? "")),
  },
  {
    // "For all that CI does, run the same recipe — never a raw `x`"
    why: "the words before the dash may limit it",
    holds: ({ pieces, at }, { matcher }) =>
      matcher.kind !== "message" && opensLimited(pieces.slice(0, at).findLast(({ sentence }) => !sentence.aside)),
  },
  {
    // "If it is a revert, add a note. Never use `[X]`."
    why: "the previous sentence may say when it applies",
    holds: ({ pieces, at }, { matcher }) =>
      matcher.kind === "text" && pieces[at - 1]?.slots.condition.some(({ kind }) => kind === "when") === true,
  },
  {
    // "Use `x` for manual tests, which sets all up. Don't run vitest directly."
    why: "what it is run for may be said before",
    holds: ({ pieces, at }, { effect, matcher }) =>
      effect === "deny" &&
      matcher.kind === "command" &&
      matcher.pattern.words.length + matcher.pattern.flags.length === 0 &&
      MANAGERS[matcher.pattern.program] === undefined &&
      pieces.slice(0, at).some(({ slots }) => slots.left.length > 0),
  },
  {
    // "Date fields need strings. Never use `Date.now()`."
    why: WRITTEN_WHERE,
    holds: ({ pieces, at }, { matcher }) =>
      matcher.kind === "text" &&
      !matcher.tokens.every(isSuppression) &&
      (goesOn(pieces, at) ||
        pieces.slice(0, at).some(({ slots: { left, imperative, condition } }) => (left.length > 0 && !imperative) || condition.length > 0)),
  },
  {
    // Under "Before committing": "Or use `make all`"
    why: "it is one way of several",
    holds: ({ clause: { text } }, { order }) => order !== undefined && /^\W*(?:or|alternatively)\b/i.test(text),
  },
  {
    // "`x` (if it exists)", "`x` (generated portion only)"
    why: "the text in brackets after it may limit it",
    holds: ({ pieces, at }) => pieces[at + 1]?.sentence.aside === true && pieces[at + 1]?.sentence.tokens.some(limits) === true,
  },
  {
    // "Update the changelog before merge | when: the change is visible"
    why: "what its bars part is a guess",
    holds: ({ pieces }) => pieces.some(({ sentence }) => sentence.end === "|"),
  },
  {
    // "Dangerous operations (`DROP`, `ALTER`) need approval": of Git is what the reader knows.
    why: "which commands are meant is a guess",
    holds: ({ clause: { text, heading } }, { matcher }) => matcher === DESTRUCTIVE && !/\bgit\b/i.test(`${heading.at(-1)} ${text}`),
  },
  {
    // "Do not hand-edit Cargo.toml versions": of what it depends on, most likely.
    why: "whose versions are meant is a guess",
    holds: ({ clause: { text } }, { matcher }) => matcher === VERSION && /(?:package|crate|\.\w+`?) versions\b/i.test(text),
  },
  {
    // 不要改 package.json 的 version
    why: "only a part of the file may be meant",
    holds: ({ pieces, at }, { matcher }) => matcher.kind === "path" && namesPartOfFile(pieces[at]?.tokens ?? []),
  },
  {
    // "Never commit `dist/` on feature branches"
    why: PLACE_UNKNOWN,
    holds: ({ slots }, { matcher }) =>
      matcher.kind === "git" && matcher.paths !== undefined && matcher.branches === undefined && namesBranch(slots),
  },
  {
    // "Don't rename anything in `src/`"
    why: "other changes than a move may be fine",
    holds: ({ pieces, at }, { effect, matcher }) =>
      effect === "deny" && matcher.kind === "path" && matcher.access.includes("change") && onlyMoves(pieces[at]?.tokens ?? []),
  },
  {
    // 测试放在 `tests/`，不要放在 `src/`
    why: "what must not be there is not said",
    holds: ({ pieces, at }, { matcher }) =>
      matcher.kind === "path" && matcher.access.join() === "create" && putsNothing(pieces[at]?.tokens ?? []),
  },
  { why: "it is part of a long paragraph", holds: ({ pieces }) => pieces.length > MOST_PARTS },
  {
    // 提交前，确认：and a list of what to look at.
    why: "what follows its colon may be what is looked at",
    holds: ({ clause, pieces, at, slots }) => slots.force === "ask" && slots.gated && at === pieces.length - 1 && endsOpen(clause),
  },
  { why: "what is deleted is not said", holds: ({ clause: { text } }, { matcher }) => deletesAnything(matcher) && !namesFiles(text) },
  {
    // "No emoji; use icons" may be about a page.
    why: "that it is about answers is a guess",
    holds: ({ clause, slots }, { matcher }) => matcher.kind === "reply" && slots.force === "never" && !namesReplies(clause.text),
  },
];

/** Only what is above it says what must not be done, above a heading that does not; or that it must not. */
function bareBelow({ led, post, parts: { main } }: Slots, { heading }: Clause, path: boolean): boolean {
  const far = led && leadsOf({ heading: heading.slice(-1), leads: [] }).leads.every(({ slots }) => slots.force === null);
  return main.acts.length === 0 && (far || (path && post));
}

export function withDoubts(draft: Draft, around: Surroundings): Draft {
  const found = DOUBTS.filter(({ holds }) => holds(around, draft)).map(({ why }) => why);
  return found.length === 0 ? draft : { ...draft, doubts: [...new Set([...draft.doubts, ...found])] };
}

/** Doubts that leave a rule about new text what it is. */
const OF_TEXT: ReadonlySet<string> = new Set([
  WRITTEN,
  WRITTEN_WHERE,
  PLACE_UNKNOWN,
  "which of them takes its place is a guess",
  "its exception was not understood",
]);
const NOT_UNDERSTOOD = "these words were not understood: ";

/** "`x()` calls in runtime code" */
function namesCode(doubt: string): boolean {
  const words = doubt.slice(NOT_UNDERSTOOD.length).toLowerCase().split(", ");
  return doubt.startsWith(NOT_UNDERSTOOD) && words.every((word, at) => isCodeInGeneral(word) || words[at + 1] === "code");
}

/** "Never use `x()` in table columns": what limits a word of code is known to a reader of the code alone. */
export function isLimitedText({ matcher, doubts }: Draft): boolean {
  // "Never add logic to `x`"; "do not add a report such as `xxx_REPORT.md`" is about the file.
  if (doubts.includes(ADDED) && doubts.length > 1) return !(matcher.kind === "path" && matcher.globs.some((each) => each.startsWith("*_")));
  // "Look at `x`, then ask the user for the missing key"
  if (doubts.includes(READ_ASKED) && doubts.some((each) => each.startsWith(NOT_UNDERSTOOD))) return true;
  if (matcher.kind === "content") return doubts.includes(WRITTEN) && doubts.includes(SOFT);
  if (matcher.kind !== "text" || matcher.tokens.every(isSuppression)) return false;
  return doubts.some((each) => !OF_TEXT.has(each) && !namesCode(each));
}

/** "Never use `x` inside of an action", "… without a type", "… with no arguments": what follows the code says when. */
function goesOn(pieces: readonly Piece[], at: number): boolean {
  const { tokens, sentence } = pieces[at] as Piece;
  const rest = tokens.slice(tokens.findLastIndex(({ span }) => span !== null) + 1);
  const joined = pieces[at + 1]?.sentence === sentence && rest.at(-1)?.kind !== "mark" && pieces[at + 1]?.tokens[0]?.sense?.cls === "never";
  return joined || rest.some(({ sense }) => /^(?:in|without|with|if|before|to)$/.test(sense?.cls ?? ""));
}

function restrictsSomebody({ slots: { force, ahead, parts } }: Piece): boolean {
  return force === "only" && ahead > 0 && parts.main.acts.length > 0;
}

function opensLimited(before: Piece | undefined): boolean {
  if (before === undefined || !/^[—–]$/.test(before.sentence.end)) return false;
  return /^(?:if|granted)$/.test(before.sentence.tokens[0]?.sense?.cls ?? "") && before.slots.condition.length > 0;
}

function endsOpen({ text }: Clause): boolean {
  return /[:：]$/.test(text.replaceAll("**", "").trimEnd());
}

export const createsAnything = (matcher: Matcher): boolean =>
  matcher.kind === "path" && matcher.globs.includes("**") && matcher.access.join() === "create";

/** "No new `.md` files in the root": those in folders are fine. */
export const isElsewhere = (matcher: Matcher, text: string): boolean =>
  matcher.kind === "path" && matcher.access.join() === "create" && !matcher.globs.some((each) => each.includes("/")) && speaksOfRoot(text);

export function deletesAnything(matcher: Matcher): boolean {
  return matcher.kind === "path" && matcher.globs.includes("**") && matcher.access.join() === "delete";
}

/** "State is off limits: no `x`, no `y`": the sentence says what was before its colon. */
function isListed(pieces: readonly Piece[], { sentence }: Piece): boolean {
  const first = pieces.findIndex((each) => each.sentence === sentence);
  return pieces[first]?.labels.length !== 0 || /^[:：]$/.test(pieces[first - 1]?.sentence.end ?? "");
}

/** What was before a colon at the beginning of a clause: a label that was not understood, or a name. */
function namesTopic([first]: readonly Piece[], at: number): boolean {
  if (first === undefined) return false;
  return first.labels.some(({ left }) => left.length > 0) || (at > 0 && namesPart(first) && first.slots.parts.main.acts.length === 0);
}

function limits({ sense }: Token): boolean {
  if (sense === null) return false;
  return /^(?:only|unless|except|not|weak)$/.test(sense.cls) || (/^(?:if|granted)$/.test(sense.cls) && sense.val === "when");
}

/** `package.json` 的 version; but `gen/` 里的文件. */
function namesPartOfFile(tokens: readonly Token[]): boolean {
  return tokens.some((each, at) => {
    if (each.span?.type !== "path" || each.span.text.endsWith("/")) return false;
    const [link = "", of = ""] = [tokens[at + 1]?.text, tokens[at + 2]?.text];
    return (
      /^的./.test(link) || (/^(?:的|[里中]面?的?)$/.test(link) && of !== "" && !/^(?:内容|文件|代码|任何|所有|全部|[,，。；、])/.test(of))
    );
  });
}

const namesBranch = ({ branches, parts: { main } }: Slots): boolean => branches.length > 0 || isNoun(main.targets, "newbranch");

const MOVES = /^(?:renam|mov(?:e|ing)\b)|^(?:重命名|改名|移动)$/i;

function onlyMoves(tokens: readonly Token[]): boolean {
  const acts = tokens.filter(({ sense }) => sense?.cls === "act");
  return acts.length > 0 && acts.every(({ text }) => MOVES.test(text));
}

const PUT = /^(?:存?放[在到入])$/;

/** Nothing is named before the word that puts it somewhere. */
function putsNothing(tokens: readonly Token[]): boolean {
  const put = tokens.findIndex(({ text }) => PUT.test(text));
  return put !== -1 && !tokens.slice(0, put).some(({ kind, sense }) => kind === "span" || sense?.cls === "noun");
}

/** "New dependencies" */
const isNew = (target: Target): boolean => target.kind !== "noun" || /\b(?:new|additional|extra|unapproved)\b/i.test(target.text);

const isState = ({ parts: { main } }: Slots): boolean => main.targets.length > 0 && main.acts.some(({ form }) => form === "ed");

const isPath = (target: Target): boolean => target.kind === "span" && target.span.type === "path";

/** Named by kind, or a word of code: in brackets it may belong to what the sentence around it says. */
function isLoose(target: Target): boolean {
  return target.kind !== "span" || target.span.type === "name";
}
