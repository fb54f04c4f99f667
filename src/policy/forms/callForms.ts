// What a command must not have or must have: signs of the shell, flags; and products that are named without backticks.

import { wordSet } from "../../base/index.ts";
import { packageOf } from "../kinds/libraries.ts";
import { constructWord, signOf } from "../kinds/shellSigns.ts";
import { commandMatcher, flagSpellings } from "../match/patterns.ts";
import type { Matcher } from "../match/rule.ts";
import type { Target } from "../grammar/slots.ts";
import type { Span } from "../grammar/spans.ts";
import type { Token } from "../grammar/tokens.ts";
import { type Draft, isAny, onlyActs, type Sight, spansOf } from "./around.ts";

const isLimited = ({ slots }: Sight): boolean =>
  isAny(
    slots.consent !== null,
    slots.auto,
    slots.condition.some(({ kind }) => kind !== "tail"),
  );

const isNounOtherThan = (targets: readonly Target[], nouns: ReadonlySet<string>): boolean =>
  targets.some((each) => each.kind === "noun" && !nouns.has(each.noun));

const notRead = (words: readonly string[]): string[] =>
  words.length === 0 ? [] : [`these words were not understood: ${words.slice(0, 6).join(", ")}`];

/** Words beside a sign that say nothing more. */
const OF_SHELL = wordSet(
  "command commands shell bash chain combine join operator operators multiple character characters symbol symbols syntax 命令 连接 多个",
);
const BESIDE_SIGNS = wordSet("tool running");

/** "Do not chain commands with `&&`", "no pipes or redirection". */
export function shellSigns(sight: Sight): Draft[] {
  const { slots, tokens } = sight;
  if (slots.force !== "never" || sight.aside || isLimited(sight)) return [];
  const { main, means, place } = slots.parts;
  const spans = spansOf([...main.targets, ...means.targets, ...place.targets]);
  const signs = spans.flatMap((span) => (span.code ? (signOf(span.text) ?? []) : []));
  const said = tokens.flatMap(({ text, span }) => (span === null ? (constructWord(text) ?? []) : []));
  const unread = slots.left.filter((each) => constructWord(each) === null && !OF_SHELL.has(each.toLowerCase()));
  const names = [...new Set([...signs, ...said])];
  if (isAny(names.length === 0, signs.length < spans.length, unread.length > 2, isNounOtherThan(main.targets, BESIDE_SIGNS))) return [];
  return [{ effect: "deny", matcher: { kind: "construct", names }, doubts: ["which commands it is about is a guess", ...notRead(unread)] }];
}

const BUILDS = wordSet("run use build test lint format install commit push add start deploy publish");

const wordsOf = ({ type, words, text }: Span): readonly string[] => (type === "command" ? words : [text]);

/** "Never build with `--release`", "always use `--frozen-lockfile` with `pnpm install`". */
export function flags(sight: Sight): Draft[] {
  const { slots } = sight;
  const spans = spansOf([...slots.parts.main.targets, ...slots.parts.means.targets]);
  const wanted = spans.filter(({ type }) => type === "flag");
  const commands = spans.filter(({ type, open }) => type === "command" && !open);
  const others = spans.length > wanted.length + commands.length;
  if (isAny(wanted.length === 0, others, slots.left.length > 3, slots.weak, sight.aside, isLimited(sight), !onlyActs(slots, BUILDS)))
    return [];
  const doubts = ["which calls need it or must not have it is a guess", ...notRead(slots.left)];
  return slots.force === "never" ? forbidden(wanted, commands, doubts) : required(sight, wanted, commands, doubts);
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

function forbidden(wanted: readonly Span[], commands: readonly Span[], doubts: readonly string[]): Draft[] {
  const [command] = commands;
  // `-x` alone may be anything's.
  if (commands.length > 1 || (command === undefined && wanted.some(({ text }) => text.length < 5))) return [];
  const [program = "*", ...words] = command?.words ?? [];
  return wanted.map(({ text }) => {
    const pattern = { program, words, flags: flagSpellings(program, "", text), args: [], inside: [] };
    return { effect: "deny", matcher: { kind: "command", pattern } satisfies Matcher, doubts };
  });
}

const BRINGS = wordSet("use add install import write create");
const DEPENDENCY = wordSet("dependency");

/** "No Jest; we use Vitest", "use Vitest, not Jest": neither is added. */
export function products(sight: Sight): Draft[] {
  const { slots, tokens } = sight;
  const { main, rejected, means, without } = slots.parts;
  // "Mocha (not Jest)"
  const apart = sight.aside && tokens[0]?.sense?.cls !== "not";
  const turn = tokens.findIndex(({ sense }) => /^(?:never|not|instead)$/.test(sense?.cls ?? ""));
  const nouns = isNounOtherThan([...main.targets, ...rejected.targets, ...means.targets], DEPENDENCY);
  if (isAny(turn === -1, apart, isLimited(sight), nouns, without.targets.length > 0, !onlyActs(slots, BRINGS))) return [];
  const { named, others } = productsIn(tokens.slice(turn + 1));
  if (named.length === 0 || others.length > 1) return [];
  const packages = [...new Set(named)];
  return [
    {
      effect: "deny",
      matcher: { kind: "package", actions: ["add"], managers: [], packages },
      doubts: ["that it is about adding them is a guess", ...notRead(others)],
    },
  ];
}

function productsIn(tokens: readonly Token[]): { readonly named: readonly string[]; readonly others: readonly string[] } {
  const plain = tokens.filter(({ span }) => span?.code !== true);
  const named = plain.flatMap(({ text }) => packageOf(text) ?? []);
  const others = tokens.filter(({ text, kind, span }) => (kind === "unknown" || span !== null) && packageOf(text) === null);
  return { named, others: others.map(({ text }) => text) };
}

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
