// Pull requests, types of commits, documents to read first, folders to leave alone. Only likely, so proposed.

import { wordSet } from "../../base/index.ts";
import type { Matcher } from "../match/rule.ts";
import { FILE_KINDS } from "../kinds/fileKinds.ts";
import { CODE_FILES, isCodeFolder, type PlaceOfWords, placeOfWords } from "../kinds/codePlaces.ts";
import { BRANCH_NAME } from "../tokens/spans.ts";
import { isNoun, type Slots, type Target } from "../grammar/slots.ts";
import type { Token } from "../tokens/sentenceTokens.ts";
import { type Draft, isAny, pathsOf, type Sight, spansOf } from "./around.ts";
import { shell } from "../explain/sampling.ts";
import { needsOf } from "./needs.ts";

const allOf = ({ slots: { parts } }: Sight): Target[] => Object.values(parts).flatMap(({ targets }) => targets);

const orders = ({ force, imperative }: Slots): boolean => force === "must" || force === "only" || imperative;

const isLimited = ({ slots, aside }: Sight): boolean => isAny(aside, slots.consent !== null, slots.weak, slots.force === "ask");

const waits = ({ condition }: Slots): boolean => condition.some(({ kind }) => kind === "when");

const EVERY_REQUEST = ["that it is about every pull request is a guess"];

const BASE = /^(?:target|targets|targeting|against|base|base branch|目标|目标分支|合并到)$/i;
/** Words between "base" and the branch. */
const NEAR = 4;

/** "PRs must target `develop`", "when creating PRs, don't set base to `main`". */
export function base(sight: Sight): Draft[] {
  const { slots, tokens, text } = sight;
  const at = tokens.findIndex((each) => BASE.test(each.text));
  const [name, another] = new Set(at === -1 ? [] : tokens.slice(at + 1, at + 1 + NEAR).flatMap(branchOf));
  const said = slots.condition.some((each) => /\bPRs?\b|pull request/i.test(each.text)) || /PR ?目标分支/.test(text);
  if (name === undefined || isAny(another !== undefined, isLimited(sight), !(said || isNoun(allOf(sight), "pr")))) return [];
  const to = (args: readonly string[]): Matcher => ({
    kind: "command",
    pattern: { program: "gh", words: ["pr", "create"], flags: [["--base", "-B"]], args, inside: [] },
  });
  if (slots.force === "never") return [{ effect: "deny", matcher: to([name]), doubts: EVERY_REQUEST }];
  // "PRs opened against `main` are closed"
  const tells =
    slots.force === null && (/^against$/i.test(tokens[at]?.text ?? "") || slots.parts.main.acts.some(({ form }) => form !== "base"));
  if (!orders(slots) && (slots.force !== null || tells)) return [];
  return [{ effect: "deny", matcher: to([]), exception: to([name]), doubts: EVERY_REQUEST }];
}

function branchOf({ text, span }: Token): string[] {
  const named = span?.code === true && span.type === "name" && /^[a-z][a-z\d/.-]+$/.test(text);
  return named || BRANCH_NAME.test(text) ? [text] : [];
}

const COMMIT: Matcher = { kind: "git", actions: ["commit"] };

/** "Never skip `make check`": not before a commit. */
export function skipped(sight: Sight): Draft[] {
  const { slots } = sight;
  const { acts, targets } = slots.parts.main;
  const spans = spansOf(targets);
  const named = spans.length > 0 && spans.length === targets.length && spans.every(({ type, code }) => type === "command" && code);
  const skips = acts.length === 1 && acts[0]?.verb === "skip";
  if (isAny(!skips, !named, isLimited(sight) && slots.consent === null, waits(slots), slots.left.length > 1)) return [];
  const wanted = needsOf({ acts: [{ verb: "run", form: "base" }], targets });
  if (wanted === null) return [];
  const doubts = ["that it is wanted before each commit is a guess", ...wanted.doubts];
  return [{ effect: "require-before", matcher: COMMIT, order: { of: "all", needs: wanted.needs }, doubts }];
}

const LIST_WORDS = wordSet("allowed valid commit type types are must be one of 允许的类型 提交类型 类型");

/** "**Types:** `feat`, `fix`, `docs`", "Type must be one of: …": the list is all that it says. */
function isWholeList({ slots, text, above }: Sight): boolean {
  if (!/commit|提交/i.test(above) || /\b(?:PRs?|pull requests?|titles?)\b/i.test(above)) return false;
  const said = text
    .toLowerCase()
    .replaceAll(/`[^`]*`|[*,.、，:：|]/g, " ")
    .trim();
  return slots.left.length === 0 && said.split(/\s+/).every((each) => LIST_WORDS.has(each));
}

/** "Types: `feat`, `fix`, `docs`": what messages of commits begin with. */
export function types(sight: Sight): Draft[] {
  const spans = spansOf(sight.slots.parts.main.targets).map(({ text }) => text.replace(/:$/, ""));
  const known = spans.includes("feat") && spans.includes("fix") && spans.length > 2 && spans.every((each) => /^[a-z]+$/.test(each));
  if (isAny(isLimited(sight), !known, !/\btypes?\b|类型|前缀/i.test(sight.text))) return [];
  const pattern = `^(?:(?:${spans.join("|")})(?:\\([^)]+\\))?!?:|merge |revert )`;
  return [
    {
      effect: "limit",
      matcher: { kind: "message", pattern, part: "subject", when: "lacks", anyCase: true },
      reading: `wants commit messages to begin with ${spans.map((each) => `\`${each}\``).join(", ")}`,
      stopped: shell('git commit -m "?"'),
      doubts: isWholeList(sight) ? [] : ["that there are no other types is a guess"],
    },
  ];
}

/** Acts that begin the work. */
const WORKS = wordSet("change write create start add implement use");

/** "When you work on the page, read `web/AGENTS.md` first": what is in its folder. */
const OF_FOLDER = /^(.+\/)(?:AGENTS|CLAUDE|GEMINI|README|CONTRIBUTING)\.md$/;

/** "First read the relevant notes under `notes/`": every change would wait for some file there. */
const holdsAllUp = ({ left, condition, parts: { before } }: Slots, globs: readonly string[]): boolean =>
  left.length > 3 || ((before.acts.length === 0 || condition.length > 0) && globs.some((each) => each.endsWith("/")));

/** "Read the guide in `docs/` before writing any code", "start every session by reading `STATUS.md`". */
export function readFirst(sight: Sight): Draft[] {
  const { slots } = sight;
  const { main, place } = slots.parts;
  const reads = main.acts.some(({ verb }) => verb === "read");
  // "Before changing tasks: read `x`": which changes, only its label says.
  const request = isNoun(slots.parts.before.targets, /^(?:pr|issue|message|releases)$/);
  const said = !request && slots.left.every((each) => sight.tokens.some(({ text }) => text === each));
  if (isAny(isLimited(sight), !reads, !said, !isFirst(sight), slots.left.length > 5)) return [];
  const globs = pathsOf([...main.targets, ...place.targets]);
  const below = globs.flatMap((each) => OF_FOLDER.exec(each)?.[1] ?? []);
  const places = below.length === 1 && waits(slots) ? { globs: below, guessed: [] } : beforeWhat(sight);
  if (places === null || globs.length === 0 || globs.some((each) => /[<{*]|YYYY|XX/.test(each) || isCodeFolder(each))) return [];
  if (places.globs.length === 0 && holdsAllUp(slots, globs)) return [];
  const guessed = places.guessed.join(", ");
  return [
    {
      effect: "require-before",
      matcher: {
        kind: "path",
        access: ["change", "create"],
        globs: places.globs.length > 0 ? places.globs : slots.code ? CODE_FILES : ["**"],
      },
      order: { of: "any", needs: globs.map((each) => ({ kind: "read", globs: [each], shown: each })) },
      doubts: [
        places.globs.length === 0 ? "it would wait before every change" : "which of it must be read is a guess",
        ...(guessed === "" ? [] : [`which files ${guessed} means is a guess`]),
      ],
    },
  ];
}

function isFirst({ slots, tokens }: Sight): boolean {
  const { acts, targets } = slots.parts.before;
  if (slots.first || (acts.length === 0 && isNoun(targets, "changes"))) return true;
  return (
    (acts.length > 0 && acts.every(({ verb }) => WORKS.has(verb))) || /先读|先阅读|先看|先查/.test(tokens.map(({ text }) => text).join(""))
  );
}

/** Which files wait; none: all of them. null: it says what nobody can see. */
function beforeWhat({ slots, tokens }: Sight): Pick<PlaceOfWords, "globs" | "guessed"> | null {
  const { before } = slots.parts;
  const when = slots.condition.filter(({ kind }) => kind === "when");
  const touched = [...pathsOf(before.targets), ...when.flatMap(({ paths }) => paths)];
  if (touched.length > 0) return { globs: touched, guessed: [] };
  const kinds = before.targets.flatMap((each) =>
    each.kind === "noun" ? (FILE_KINDS[each.noun === "tests" ? "testfiles" : each.noun]?.globs ?? []) : [],
  );
  const words = wordsBefore(tokens);
  // "Before C++ tests": which of them.
  if (when.length > 0 || (kinds.length > 0 && words.length > 0)) return null;
  // "Before DDL changes, read …": the files whose path has the word.
  const places = placeOfWords(words);
  // "Before editing a subtree" names no place; "before DDL changes" does.
  const told = isNoun(before.targets, "changes");
  const vague = places.guessed.some((each) => /trivial|significant|substantial|major|large|complex|architectur|breaking/i.test(each));
  if (kinds.length === 0 && (vague || places.guessed.length > (told ? 1 : 0))) return null;
  if (kinds.length > 0) return { globs: kinds, guessed: [] };
  return places.unknown.length > 0 && places.globs.length === 0 ? null : places;
}

/** "Before DDL changes", 新增模块前: the words that say before what. */
function wordsBefore(tokens: readonly Token[]): string[] {
  const at = tokens.findIndex(({ sense }) => sense?.cls === "before");
  if (at === -1) return [];
  const behind = tokens[at]?.sense?.val === "post";
  const part = behind ? tokens.slice(0, at) : tokens.slice(at + 1);
  const comma = behind ? -1 : part.findIndex(({ kind, text }) => kind === "mark" && /^[,，]$/.test(text));
  return part.slice(0, comma === -1 ? part.length : comma).flatMap(({ kind, text }) => (kind === "unknown" ? [text] : []));
}

/** "Ignore the `.archive/` folder unless you are asked to use it". */
export function ignored(sight: Sight): Draft[] {
  const { slots, text } = sight;
  const { acts, targets } = slots.parts.main;
  const globs = pathsOf(targets);
  const told = acts.length === 1 && acts[0]?.verb === "skip" && /\b(?:ignore|skip)\b|忽略/i.test(text);
  const folders = globs.length > 0 && globs.length === targets.length && globs.every((each) => each.endsWith("/"));
  if (isAny(!told, !folders, sight.aside, slots.weak, !orders(slots), slots.left.length > 2)) return [];
  const asked = slots.consent !== null || slots.condition.length > 0;
  return [
    {
      effect: asked ? "ask" : "deny",
      matcher: { kind: "path", access: ["read", "list", "change", "create", "delete"], globs },
      doubts: ["what must be left alone about it is a guess"],
    },
  ];
}
