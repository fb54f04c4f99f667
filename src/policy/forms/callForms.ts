// What a command must not have or must have: signs of the shell, flags; and products that are named without backticks.

import { wordSet } from "../../base/index.ts";
import { packageOf, programsOf } from "../kinds/libraries.ts";
import { importOf } from "../kinds/writtenText.ts";
import { constructWord, signOf } from "../kinds/shellSigns.ts";
import { any, commandMatcher } from "../match/patterns.ts";
import type { Matcher } from "../match/rule.ts";
import type { Target } from "../grammar/slots.ts";
import { type Span, spanOf } from "../tokens/spans.ts";
import type { Token } from "../tokens/sentenceTokens.ts";
import { type Draft, isAny, notRead, onlyActs, type Sight, spansOf } from "./around.ts";

const isLimited = ({ slots }: Sight): boolean =>
  isAny(
    slots.consent !== null,
    slots.auto,
    slots.condition.some(({ kind }) => kind !== "tail"),
  );

const isNounOtherThan = (targets: readonly Target[], nouns: ReadonlySet<string>): boolean =>
  targets.some((each) => each.kind === "noun" && !nouns.has(each.noun));

/** Words beside a sign that say nothing more. */
const OF_SHELL = wordSet(
  "command commands shell bash chain combine join operator operators multiple character characters symbol symbols syntax 命令 连接 多个",
);
const BESIDE_SIGNS = wordSet("tool running");

/** "Do not chain commands with `&&`", "no pipes or redirection". */
export function shellSigns(sight: Sight): Draft[] {
  const { slots, tokens } = sight;
  if (sight.aside || isLimited(sight)) return [];
  const { main, means, place } = slots.parts;
  const spans = spansOf([...main.targets, ...means.targets, ...place.targets]);
  const signs = spans.flatMap((span) => (span.code ? (signOf(span.text) ?? []) : []));
  const said = tokens.flatMap(({ text, span }) => (span === null ? (constructWord(text) ?? []) : []));
  const unread = slots.left.filter((each) => constructWord(each) === null && !OF_SHELL.has(each.toLowerCase()));
  const names = [...new Set([...signs, ...said])];
  if (isAny(names.length === 0, signs.length < spans.length, unread.length > 2, isNounOtherThan(main.targets, BESIDE_SIGNS))) return [];
  return [{ effect: "deny", matcher: { kind: "construct", names }, doubts: ["which commands it is about is a guess", ...notRead(unread)] }];
}

/** "`uv run --frozen <tool>`. Always pass `--frozen`": the command beside it. */
function commandsWith(flag: string | undefined, text: string): Span[] {
  const shown = [...text.matchAll(/`([^`\n]+)`/g)].map(([, inner = ""]) => inner);
  const found = shown.find((each) => flag !== undefined && each.split(" ").indexOf(flag) > 0);
  const span = found === undefined ? null : spanOf(found.slice(0, found.indexOf(` ${flag}`)), { code: true });
  return span?.type === "command" ? [span] : [];
}

const BUILDS = wordSet("run use build test lint format install commit push add start deploy publish");

const wordsOf = ({ type, words, text }: Span): readonly string[] => (type === "command" ? words : [text]);

/** "Always use `--frozen-lockfile` with `pnpm install`". */
export function flags(sight: Sight): Draft[] {
  const { slots } = sight;
  const spans = spansOf([...slots.parts.main.targets, ...slots.parts.means.targets]);
  const wanted = spans.filter(({ type }) => type === "flag");
  const own = spans.filter(({ type, open }) => type === "command" && !open);
  const commands = own.length > 0 || slots.force !== "must" ? own : commandsWith(wanted[0]?.text, sight.text);
  const others = spans.length > wanted.length + own.length;
  // "Use `x --once` or add `--y`"
  if (
    isAny(
      slots.either,
      wanted.length === 0,
      others,
      slots.left.length > 3,
      slots.weak,
      sight.aside,
      isLimited(sight),
      !onlyActs(slots, BUILDS),
    )
  )
    return [];
  const doubts = ["which calls need it or must not have it is a guess", ...notRead(slots.left)];
  return required(sight, wanted, commands, doubts);
}

function required({ slots }: Sight, wanted: readonly Span[], commands: readonly Span[], doubts: readonly string[]): Draft[] {
  const must = slots.force === "must" || slots.imperative;
  const [flag = ""] = (wanted[0]?.text ?? "").split(/[= ]/);
  if (isAny(!must, slots.soft, slots.parts.before.acts.length > 0, wanted.length !== 1)) return [];
  return commands.map((command) => ({
    effect: "deny",
    matcher: commandMatcher(wordsOf(command)),
    exception: commandMatcher([...wordsOf(command), flag]),
    doubts,
  }));
}

const BRINGS = wordSet("use add install import write create");
const DEPENDENCY = wordSet("dependency");

/** "No Jest; we use Vitest", "use Vitest, not Jest": neither is added. "Never use Docker": it is not run. */
export function products(sight: Sight): Draft[] {
  const { slots, tokens } = sight;
  const { main, rejected, means, without } = slots.parts;
  // "Mocha (not Jest)"
  const apart = sight.aside && tokens[0]?.sense?.cls !== "not";
  const turn = tokens.findIndex(({ sense }) => /^(?:never|not|instead)$/.test(sense?.cls ?? ""));
  const nouns = isNounOtherThan([...main.targets, ...rejected.targets, ...means.targets], DEPENDENCY);
  // "Do not allow every request through Puppeteer"
  const acts = main.acts.length > 0 || slots.force !== "never" || slots.gap < 2;
  if (
    isAny(
      turn === -1 && !(slots.led && slots.force === "never"),
      apart,
      isLimited(sight),
      nouns,
      without.targets.length > 0,
      !acts,
      !onlyActs(slots, BRINGS),
    )
  )
    return [];
  return broughtBy(tokens.slice(turn + 1), slots.force === "never" && main.acts.length > 0);
}

/** `direct`: it forbids the act itself, so a name that nobody listed may be a product too. */
function broughtBy(said: readonly Token[], direct: boolean): Draft[] {
  const { packages, programs, others } = productsIn(direct ? joinedNames(said) : said, direct ? isProduct : () => false);
  const most = said.some(({ text }) => isProduct(text)) ? 0 : 1;
  if (packages.length + programs.length === 0 || others.length > most) return [];
  const brought: Matcher[] = [
    { kind: "package", actions: ["add"], managers: [], packages },
    { kind: "content", pattern: packages.map(importOf).join("|"), when: "holds", globs: [] },
  ];
  const guess = packages.length === 0 ? "that it is about running them is a guess" : "that it is about adding them is a guess";
  const matcher = any([...(packages.length === 0 ? [] : brought), ...programs.map((each) => commandMatcher([each]))]);
  return [{ effect: "deny", matcher, ...shownAs(packages, programs), doubts: [guess, ...notRead(others)] }];
}

function shownAs(packages: readonly string[], programs: readonly string[]): Pick<Draft, "reading"> {
  if (packages.length === 0) return {};
  const runs = programs.length === 0 ? "" : `, and every ${programs.map((each) => `\`${each}\``).join(" or ")}`;
  return { reading: `denies adding or importing ${packages.map((each) => `\`${each}\``).join(" or ")}${runs}` };
}

interface Products {
  readonly packages: readonly string[];
  readonly programs: readonly string[];
  readonly others: readonly string[];
}

/** "Expo Router": both words are the name. */
function joinedNames(tokens: readonly Token[]): readonly Token[] {
  const [first, second, more] = tokens.filter(({ sense }) => sense?.cls !== "filler");
  const named = (token: Token | undefined): token is Token => token?.kind === "unknown" && /^[A-Z][a-z]+$/.test(token.text);
  if (!named(first) || !named(second) || more !== undefined) return tokens;
  return [{ ...first, text: `${first.text}-${second.text}` }];
}

function productsIn(tokens: readonly Token[], isNew: (text: string) => boolean): Products {
  // "Redux/MobX": the one and the other.
  const names = tokens.flatMap(({ text, span }) => (span?.code === true ? [] : PAIR.test(text) ? text.split("/") : [text]));
  const known = (text: string): boolean => packageOf(text) !== null || programsOf(text).length > 0 || isNew(text);
  return {
    packages: [...new Set(names.flatMap((each) => packageOf(each) ?? (isNew(each) ? [each.toLowerCase()] : [])))],
    programs: [...new Set(names.flatMap(programsOf))],
    others: tokens.flatMap(({ text, kind, span }) =>
      (kind === "unknown" || span !== null) && !(PAIR.test(text) ? text.split("/") : [text]).every(known) ? [text] : [],
    ),
  };
}

const PAIR = /^[A-Z]\w+(?:\/[A-Z]\w+)+$/;

/** "NativeWind", "PyTorch": no word of a language is spelled so. */
const isProduct = (text: string): boolean => /^[A-Z][a-z]+(?:-?[A-Z][a-z]+|[A-Z]{2,})$/.test(text) && !NO_PACKAGE.has(text);
const NO_PACKAGE = wordSet(
  "CommonJS TypeScript JavaScript GitHub GitLab BitBucket MacOS YouTube LinkedIn CamelCase PascalCase KebabCase PowerShell",
);

const STANDARD = /standard library|\bstdlib\b|标准库|標準ライブラリ|표준 라이브러리/i;
const ESPECIALLY = /biblioth[èe]que standard|biblioteca (?:est[áa]ndar|padrão)|standardbibliothek/i;

/** "Use only the standard library": no package is added. */
export function standardOnly(sight: Sight): Draft[] {
  const { slots, tokens, text } = sight;
  const only = slots.force === "only" || tokens.some(({ sense }) => sense?.cls === "only");
  const named = STANDARD.test(text) || ESPECIALLY.test(text);
  const others = spansOf(slots.parts.main.targets).length + slots.condition.length;
  if (isAny(!only, !named, others > 0, sight.aside, slots.weak, slots.left.length > 3)) return [];
  return [
    {
      effect: "deny",
      matcher: { kind: "package", actions: ["add"], managers: [] },
      doubts: ["that it is about adding packages is a guess", ...notRead(slots.left)],
    },
  ];
}
