// Signs of the shell that a command must not have, products that are named without backticks, folders to leave alone. Only
// likely, so proposed.

import { wordSet } from "../../base/index.ts";
import { packageOf, programsOf } from "../kinds/libraries.ts";
import { importOf } from "../kinds/writtenText.ts";
import { constructWord, signOf } from "../kinds/shellSigns.ts";
import { any, commandMatcher } from "../match/patterns.ts";
import type { Matcher } from "../match/rule.ts";
import type { Target } from "../grammar/slots.ts";
import type { Token } from "../tokens/tokens.ts";
import { type Draft, isAny, notRead, onlyActs, pathsOf, type Sight, spansOf } from "./around.ts";

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

const BRINGS = wordSet("use add install import");
const DEPENDENCY = wordSet("dependency");

/** "No Jest; we use Vitest", "use Vitest, not Jest": neither is added. "Never use Docker": it is not run. */
export function products(sight: Sight): Draft[] {
  const { slots, tokens } = sight;
  const { main, rejected, means, without } = slots.parts;
  // "Mocha (not Jest)"
  const apart = sight.aside && tokens[0]?.sense?.cls !== "not";
  const turn = tokens.findIndex(({ sense }) => /^(?:never|not|instead)$/.test(sense?.cls ?? ""));
  const nouns = isNounOtherThan([...main.targets, ...rejected.targets, ...means.targets], DEPENDENCY);
  const told = turn !== -1 || (slots.led && slots.force === "never");
  // "Handlers never import Prisma", "never use it for secrets": some use of it.
  const some = (slots.force === "never" && !slots.led && tokens.slice(0, turn).some(saysMore)) || slots.condition.length > 0;
  if (isAny(!told, apart, some, isLimited(sight), nouns, without.targets.length > 0, !onlyActs(slots, BRINGS))) return [];
  const said = tokens.slice(turn + 1);
  return said.some(saysMore) ? [] : broughtBy(said);
}

/** "Redux/MobX": the one and the other. */
const namesIn = ({ text, span }: Token): readonly string[] => (span?.code === true ? [] : PAIR.test(text) ? text.split("/") : [text]);

const PAIR = /^[A-Z]\w+(?:\/[A-Z]\w+)+$/;

/** Something in backticks, or a word that names no product. */
const saysMore = (token: Token): boolean =>
  token.span !== null
    ? !namesIn(token).some((each) => packageOf(each) !== null || programsOf(each).length > 0)
    : token.kind === "unknown" && !namesIn(token).every((each) => packageOf(each) !== null || programsOf(each).length > 0);

function broughtBy(said: readonly Token[]): Draft[] {
  const names = said.flatMap(namesIn);
  const packages = [...new Set(names.flatMap((each) => packageOf(each) ?? []))];
  const programs = [...new Set(names.flatMap(programsOf))];
  if (packages.length + programs.length === 0) return [];
  const brought: Matcher[] = [
    { kind: "package", actions: ["add"], managers: [], packages },
    { kind: "content", pattern: packages.map(importOf).join("|"), when: "holds", globs: [] },
  ];
  const guess = packages.length === 0 ? "that it is about running them is a guess" : "that it is about adding them is a guess";
  const matcher = any([...(packages.length === 0 ? [] : brought), ...programs.map((each) => commandMatcher([each]))]);
  return [{ effect: "deny", matcher, ...shownAs(packages, programs), doubts: [guess] }];
}

function shownAs(packages: readonly string[], programs: readonly string[]): Pick<Draft, "reading"> {
  if (packages.length === 0) return {};
  const runs = programs.length === 0 ? "" : `, and every ${programs.map((each) => `\`${each}\``).join(" or ")}`;
  return { reading: `denies adding or importing ${packages.map((each) => `\`${each}\``).join(" or ")}${runs}` };
}

/** "Ignore the `.archive/` folder unless you are asked to use it". */
export function ignored(sight: Sight): Draft[] {
  const { slots, text } = sight;
  const { acts, targets } = slots.parts.main;
  const globs = pathsOf(targets);
  const told = acts.length === 1 && acts[0]?.verb === "skip" && /\b(?:ignore|skip)\b|忽略/i.test(text);
  const folders = globs.length > 0 && globs.length === targets.length && globs.every((each) => each.endsWith("/"));
  const orders = slots.force === "must" || slots.force === "only" || slots.imperative;
  if (isAny(!told, !folders, sight.aside, slots.weak, !orders, slots.left.length > 2)) return [];
  const asked = slots.consent !== null || slots.condition.length > 0;
  return [
    {
      effect: asked ? "ask" : "deny",
      matcher: { kind: "path", access: ["read", "list", "change", "create", "delete"], globs },
      doubts: ["what must be left alone about it is a guess"],
    },
  ];
}
