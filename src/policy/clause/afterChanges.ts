// "After changing code, always run `x`": what is committed was checked since it was changed. No call shows when work is done,
// so it is the commit that needs the check, and the reading is only likely.

import { byName, sameRow, wordSet } from "../../base/index.ts";
import { FILE_KINDS } from "../kinds/fileKinds.ts";
import { CODE_FILES, LANGUAGE_FILES, placeOfWords } from "../kinds/codePlaces.ts";
import type { Token } from "../tokens/sentenceTokens.ts";
import { type Draft, isAny, type Sight } from "../forms/around.ts";
import { needsOf } from "../forms/needs.ts";
import type { Need } from "../match/rule.ts";

const CHANGES = wordSet("change write create add delete");
/** Programs that look at one language alone. */
const CHECKED_BY: Readonly<Record<string, string>> = byName({
  ...sameRow("cargo rustfmt clippy", "rust"),
  ...sameRow("go gofmt golangci-lint", "golang"),
  ...sameRow("ruff black isort mypy pytest flake8", "python"),
  ...sameRow("dotnet", "c#"),
  ...sameRow("swiftlint swiftformat", "swift"),
});
const MOST_COMMANDS = 4;

export function afterChanges({ slots, tokens, aside }: Sight): Draft[] {
  const at = tokens.findIndex(isAfter);
  if (isAny(at === -1, at !== tokens.findLastIndex(isAfter), aside, slots.consent !== null, !(slots.force === "must" || slots.imperative)))
    return [];
  const part = partOf(tokens, at);
  const named = changedBy(part);
  const spans = tokens.flatMap(({ span }) => (span !== null && !part.some((each) => each.span === span) ? [span] : []));
  const commands = spans.filter(({ type, code, open, words }) => type === "command" && code && !open && words[0] !== "git");
  if (named === null || commands.length === 0 || commands.length > MOST_COMMANDS || commands.length < spans.length) return [];
  const wanted = needsOf({ acts: [{ verb: "run", form: "base" }], targets: commands.map((span) => ({ kind: "span", span })) });
  if (wanted === null) return [];
  const checked = new Set(commands.flatMap(({ words }) => LANGUAGE_FILES[CHECKED_BY[words[0] ?? ""] ?? ""] ?? []));
  const changed = named.length > 0 ? named : checked.size > 0 ? [...checked] : CODE_FILES;
  return [
    {
      effect: "require-before",
      matcher: { kind: "git", actions: ["commit"] },
      order: {
        of: slots.either ? "any" : "all",
        needs: wanted.needs,
        changed: { kind: "path", access: ["change", "create", "delete"], globs: changed },
      },
      doubts: ["that a commit waits for it is a guess", ...wanted.doubts],
    },
  ];
}

/** "After", 后, 후, … */
const isAfter = ({ sense, text }: Token): boolean =>
  sense?.val === "after" || (sense?.cls === "if" && sense.val === "post" && /[后後]$/.test(text));

/** What it is after: in front of 后, behind "after". */
function partOf(tokens: readonly Token[], at: number): readonly Token[] {
  if (/^[a-z]/i.test(tokens[at]?.text ?? "")) {
    const end = tokens.findIndex(
      ({ kind, text, sense }, next) => next > at && (/^[,，(]$/.test(kind === "mark" ? text : "") || sense?.cls === "must"),
    );
    return tokens.slice(at + 1, end === -1 ? undefined : end);
  }
  const begin = tokens.findLastIndex(({ kind }, before) => before < at && kind === "mark");
  return tokens.slice(begin + 1, at);
}

const OTHERS = /^(?:must|never|ask|consent|who)$/;

/** The files whose change it is about, none for code in general; null: it is after something else, or after what no path shows. */
function changedBy(part: readonly Token[]): readonly string[] | null {
  if (!part.some(({ sense }) => (sense?.cls === "act" && CHANGES.has(sense.val)) || sense?.val === "changes")) return null;
  if (
    part.some(
      ({ sense }) => OTHERS.test(sense?.cls ?? "") || (sense?.cls === "noun" && sense.val !== "changes" && !(sense.val in FILE_KINDS)),
    )
  )
    return null;
  const paths = part.flatMap(({ span }) => (span === null ? [] : span.type === "path" ? [span.text] : [null]));
  if (paths.includes(null)) return null;
  const kinds = part.flatMap(({ sense }) => (sense?.cls === "noun" ? (FILE_KINDS[sense.val]?.globs ?? []) : []));
  const { globs, guessed } = placeOfWords(part.flatMap(({ kind, text }) => (kind === "unknown" ? [text] : [])));
  return guessed.length > 0 ? null : [...new Set([...paths.filter((each) => each !== null), ...kinds, ...globs])];
}

/** "Run `x` on modified Go files before committing", "after editing Rust files, before committing": other commits need not wait. */
export function onChanged(draft: Draft, tokens: readonly Token[]): Draft {
  const { order } = draft;
  if (order === undefined || order.changed !== undefined) return draft;
  const done = tokens.findIndex(({ sense, text }) => sense?.cls === "act" && sense.val === "change" && /ed$/.test(text));
  const at = done === -1 ? tokens.findIndex(isAfter) : done - 1;
  const part = at < -1 || (at === -1 && done !== 0) ? [] : namedBehind(tokens, at);
  const named = changedBy(part) ?? [];
  // "gofmt on modified Go files"
  const globs = named.length > 0 || done === -1 ? named : order.needs.flatMap(filesOfNeed);
  if (globs.length === 0) return draft;
  const known = part.flatMap(({ kind, text }) => (kind === "unknown" ? [text] : []));
  const isRead = (doubt: string): boolean => doubt === `these words were not understood: ${known.join(", ")}` || doubt === AFTER_ELSE;
  return {
    ...draft,
    order: { ...order, changed: { kind: "path", access: ["change", "create", "delete"], globs: [...globs] } },
    doubts: [...draft.doubts.filter((each) => !isRead(each)), "which changes are meant is a guess"],
  };
}

/** The files of the one language that the program looks at. */
function filesOfNeed(need: Need): readonly string[] {
  const program = need.kind === "ran" && need.matcher.kind === "command" ? need.matcher.pattern.program : "";
  return LANGUAGE_FILES[CHECKED_BY[program] ?? ""] ?? [];
}

const AFTER_ELSE = "it applies only after something else";

/** Up to a comma, or to what says before what. */
function namedBehind(tokens: readonly Token[], at: number): readonly Token[] {
  const end = tokens.findIndex(({ kind, sense }, next) => next > at && (kind === "mark" || sense?.cls === "before"));
  return tokens.slice(at + 1, end === -1 ? undefined : end);
}
