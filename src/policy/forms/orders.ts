// Orders: what must have been done before something else.

import { byName } from "../../base/index.ts";
import { type Draft, MANY_USES, spansOf } from "./around.ts";
import type { Act, Part, Slots, Target } from "../grammar/slots.ts";
import { CODE_FILES, isCodeFolder } from "../kinds/places.ts";
import { CHECKS } from "../kinds/checks.ts";
import { canRun, FILE_KINDS } from "../kinds/fileKinds.ts";
import { any, commandMatcher } from "../match/patterns.ts";
import type { Matcher, Need } from "../match/rule.ts";
import { type Meaning, meaningOf } from "./acts.ts";

/** What an order waits for: "before you commit", "before opening a PR". */
function gated(part: Part, slots: Slots): Meaning | null {
  const {
    branches,
    left: { length: slotsLeft },
  } = slots;
  const found: Meaning[] = [];
  const commands = spansOf(part.targets).filter((span) => span.type === "command" && span.sure);
  const whole = commands.some((span) => span.words.length === 1);
  if (whole && !(part.acts.length === 1 && part.acts[0]?.verb === "run")) return null;
  if (whole) return { matcher: any(commands.map((span) => commandMatcher(span.words))), doubts: ["every use of it would wait"] };
  if (part.acts.length === 0 && commands.length > 0)
    return { matcher: any(commands.map((span) => commandMatcher(span.words))), doubts: [] };
  // "Before submitting": a pull request, most likely.
  const plain = part.targets.every((each) => each.kind === "noun" && each.noun === "changes");
  const submits = slotsLeft === 0 && plain && part.acts.length > 0 && part.acts.every((act) => act.verb === "create");
  const pr = submits || part.targets.some((each) => each.kind === "noun" && each.noun === "pr");
  if (pr && part.acts.length === 0 && slotsLeft > 0) return null;
  const acts = pr ? requestActs(part.acts) : part.acts;
  for (const { verb: said } of acts) {
    // "Before you start": before the first change.
    const verb = said === "start" && part.targets.length === 0 ? "change" : said;
    if (slotsLeft > 0 && (verb === "change" || verb === "write") && !part.targets.some((each) => each.kind === "span")) return null;
    const meaning =
      pr && verb !== "commit"
        ? meaningOf(verb, { kind: "noun", noun: "pr", text: "a pull request" }, [])
        : verb === "change" || verb === "write"
          ? anyChange(part, slots.code)
          : onThing(verb, part, branches);
    if (meaning !== null) found.push(meaning);
  }
  if (found.length === 0 || found.length < acts.length) return null;
  // 提交迁移变更前: before some commits.
  const some = !pr && part.targets.some((each) => each.kind === "noun" && each.noun in FILE_KINDS);
  const doubts = [...(some ? ["it is about some of them only"] : []), ...(submits ? ["what is submitted is a guess"] : [])];
  return { matcher: any(found.map((each) => each.matcher)), doubts: [...found.flatMap((each) => each.doubts), ...doubts] };
}

/** "Before you commit and open a pull request": both; "before you push a pull request": it alone. */
function requestActs(acts: readonly Act[]): readonly Act[] {
  if (!acts.every(({ verb }) => /^(?:create|open|push|commit|merge|add|send|run|use|ready)$/.test(verb))) return acts;
  const opens = acts.some(({ verb }) => verb === "create" || verb === "open");
  const commits = opens ? acts.filter(({ verb }) => verb === "commit") : [];
  return [...commits, { verb: acts.some(({ verb }) => verb === "ready") ? "ready" : "create", form: "base" }];
}

/** "Before committing", "before creating a branch": the act alone, or with the thing that it names. */
function onThing(verb: string, { targets }: Part, branches: readonly string[]): Meaning | null {
  const alone = meaningOf(verb, targets.find((each) => each.kind === "span") ?? null, branches);
  const noun = targets.find((each) => each.kind === "noun");
  return alone ?? (noun === undefined ? null : meaningOf(verb, noun, branches));
}

/** "Before changing tests": the files of that kind. */
const kindGlobs = (targets: readonly Target[]): readonly string[] =>
  targets.flatMap((each) => (each.kind === "noun" ? (FILE_KINDS[each.noun === "tests" ? "testfiles" : each.noun]?.globs ?? []) : []));

function anyChange(part: Part, code: boolean): Meaning {
  const named = spansOf(part.targets)
    .filter((span) => span.type === "path")
    .map((span) => span.text);
  if (named.length > 0) return { matcher: { kind: "path", access: ["change", "create"], globs: named }, doubts: [] };
  const kinds = kindGlobs(part.targets);
  return {
    matcher: { kind: "path", access: ["change", "create"], globs: kinds.length > 0 ? kinds : code ? CODE_FILES : ["**"] },
    doubts: [kinds.length > 0 ? "which files are meant is a guess" : "it would wait before every change"],
  };
}

const NO_COMMAND = "names no command";

const CHECK_NOUNS: Readonly<Record<string, string>> = byName({
  tests: "test",
  linter: "lint",
  formatter: "format",
  types: "typecheck",
  buildout: "build",
  hooks: "hooks",
});

/** What a command is without the files and values of one run: any run of it meets the need. */
function essential([program = "", ...rest]: readonly string[]): string[] {
  const words = [program];
  const runsFile = /^(?:python\d?|node|bash|sh|ruby|php|deno|bun|tsx|npx|uv|poetry)$/.test(program);
  for (const word of rest) {
    if (
      /^--[a-z][\w-]*$/.test(word) ||
      /^[a-z][a-z0-9:_-]*$/.test(word) ||
      (runsFile && /^(?:\.\/)?[\w./-]+\.\w+$/.test(word)) ||
      word === "-m"
    )
      words.push(word);
    else if (!word.startsWith("-")) break;
  }
  return words;
}

function needsOf(part: Part): { readonly needs: readonly Need[]; readonly doubts: readonly string[] } | null {
  const needs: Need[] = [];
  const doubts: string[] = [];
  const reads = part.acts.some((act) => act.verb === "read" || act.verb === "open");
  const runs =
    part.acts.length === 0 || part.acts.some((act) => /^(?:run|use|read|format|lint|test|build|typecheck|follow)$/.test(act.verb));
  const change = part.acts.some((act) => act.verb === "change" || act.verb === "add");
  // "Tests must pass (`x`)": the brackets say which command.
  const named = part.targets.some((each) => each.aside && each.kind === "span" && each.span.type === "command");
  for (const target of part.targets.filter((each) => !(named && each.kind === "noun" && each.noun in CHECK_NOUNS))) {
    if (target.kind === "noun") {
      const check = CHECK_NOUNS[target.noun];
      if (check === undefined) return null;
      needs.push({ kind: "ran", matcher: CHECKS[check] as Matcher, shown: target.text });
      doubts.push(`"${target.text}" names no command`);
    } else if (target.kind === "it") return null;
    else if (
      target.span.type === "command" &&
      runs &&
      target.span.words.length === 1 &&
      MANY_USES.has(target.span.words[0] as string) &&
      target.span.words[0] !== "make"
    )
      return null;
    else if (target.span.type === "command" && runs) {
      const product = !target.span.sure && !target.span.code;
      const words = essential(target.span.words);
      // "Run Prettier": `yarn prettier` does.
      const matcher = product ? any([commandMatcher(words), commandMatcher(["*", ...words])]) : commandMatcher(words);
      if (product) doubts.push(`another command may run ${target.span.text}`);
      needs.push({ kind: "ran", matcher, shown: target.span.text });
    } else if (target.span.type === "script" && runs)
      needs.push({
        kind: "ran",
        matcher: { kind: "command", pattern: { program: "*", words: [target.span.text], flags: [], args: [], inside: [] } },
        shown: target.span.text,
      });
    else if (target.span.type === "path" && (/[<>{}*]|YYYY/.test(target.span.text) || isCodeFolder(target.span.text))) return null;
    else if (target.span.type === "path" && reads) needs.push({ kind: "read", globs: [target.span.text], shown: target.span.text });
    else if (target.span.type === "path" && change) needs.push({ kind: "changed", globs: [target.span.text], shown: target.span.text });
    else if (target.span.type === "path" && runs && part.acts.length > 0 && canRun(target.span.text))
      needs.push({
        kind: "ran",
        matcher: any([commandMatcher([target.span.text]), { kind: "path", access: ["execute"], globs: [target.span.text] }]),
        shown: target.span.text,
      });
    else return null;
  }
  // "Read a file before you change it."
  if (needs.length === 0 && part.targets.length === 0 && part.acts[0]?.verb === "read") needs.push({ kind: "readSame" });
  if (needs.length === 0) {
    for (const act of part.acts) {
      const check = CHECKS[act.verb];
      if (check !== undefined && act.form !== "ing") {
        needs.push({ kind: "ran", matcher: check, shown: act.verb });
        doubts.push(`"${act.verb}" names no command`);
      }
    }
  }
  return needs.length === 0 ? null : { needs, doubts };
}

/** A command that is not how a task ends; a merge is one of many kinds, whatever is said. */
function isStep(matcher: Matcher, must: boolean): boolean {
  if (matcher.kind === "any") return matcher.of.some((each) => isStep(each, must));
  if (matcher.kind !== "command") return false;
  const { program, words } = matcher.pattern;
  return program === "git" && words[0] === "merge" ? true : !must && !/^(?:git|gh|glab|hub)$/.test(program);
}

/** "Run X before Y", "never Y before X", "never Y without X". */
export function order(slots: Slots): Draft[] | null {
  const { main, before, without } = slots.parts;
  // "Do not skip `make lint` before pushing" orders it.
  const skips = slots.force === "never" && main.acts.length === 1 && main.acts[0]?.verb === "skip" && before.acts.length > 0;
  const negative = slots.force === "never" && !skips;
  const reads =
    main.acts.some(({ verb }) => verb === "read") &&
    main.acts.every(({ verb }) => /^(?:read|open|print|follow|load)$/.test(verb)) &&
    slots.first &&
    (slots.force === "must" || slots.imperative) &&
    before.acts.length === 0;
  const later: Part | null = reads
    ? { acts: [{ verb: "change", form: "base" }], targets: [] }
    : before.acts.length + before.targets.length > 0
      ? before
      : null;
  if (negative && without.acts.length + without.targets.length === 0 && later === null) return null;
  if (!negative && later === null) return null;
  if (slots.force === "ask") return null;
  // "The maker runs the tests": what somebody does.
  if (main.acts.length > 0 && main.acts.every(({ form }) => form === "s")) return [];
  const trigger = gated(negative ? main : (later as Part), slots);
  // "Format with `x` first, then commit."
  const { targets } = slots.parts.means;
  const own: Part = skips ? { acts: [], targets: main.targets } : main;
  // "Before `x`, install the libraries with `y`"
  const told = main.targets.every((each) => each.kind === "noun" && CHECK_NOUNS[each.noun] === undefined);
  const way: Part = !told || targets.length === 0 ? own : { acts: [{ verb: "run", form: "base" }], targets };
  const wanted = needsOf(negative ? (later ?? without) : way);
  if (trigger === null || wanted === null) return [];
  // "Before working on an issue, run `gh issue view <number>`"
  const open = spansOf(way.targets).some((span) => span.type === "command" && span.open);
  if (open && trigger.doubts.some((each) => each.startsWith("it would wait before every"))) return [];
  // "Run `x` before building": the steps of one task; "Start here: check the workspace" and a block of commands read nothing.
  if (trigger.doubts.some((each) => each.endsWith(NO_COMMAND)) || (reads && wanted.needs.some(({ kind }) => kind === "ran"))) return [];
  if (wanted.needs.some((need) => need.kind === "readSame") && (reads || slots.left.length > 0 || trigger.matcher.kind !== "path"))
    return [];
  // "Before pushing, do a review of `x`": with other words in front, the act that was found is not the one that is meant.
  const bare =
    main.acts.length === 0 &&
    before.acts.length > 0 &&
    slots.left.length === 0 &&
    main.targets.length > 0 &&
    main.targets.every((each) => each.kind === "span" && each.span.type === "command" && each.span.sure && each.span.words.length > 1);
  if (!negative && slots.force === null && !slots.imperative && !bare && (slots.ahead > 1 || main.acts.every((act) => act.form !== "base")))
    return [];
  // A rule for some changes only is one where the changed paths are named; otherwise it would stop too much.
  const when = slots.condition.filter((each) => each.kind === "when" || /^(?:that|which|whose|who)\b/i.test(each.text));
  const paths = when.flatMap((each) => each.paths);
  if (when.length > 0 && paths.length === 0) return [];
  // "Run `a`, then `b`": the steps of one task, more often than what every run of `b` waits for.
  const steps = !negative && isStep(trigger.matcher, slots.force === "must") ? ["it may be the steps of one task only"] : [];
  const doubts = [
    ...trigger.doubts,
    ...steps,
    ...wanted.doubts,
    ...(bare && slots.force === null ? ["no word says that it must be run"] : []),
  ];
  const generic = wanted.doubts.some((each) => each.endsWith(NO_COMMAND));
  if (generic && ((slots.force !== "must" && !slots.imperative) || slots.soft || trigger.doubts.length > 0)) return [];
  if (slots.either && wanted.needs.length > 1) doubts.push("one of several may be enough");
  return [
    {
      effect: "require-before",
      matcher: trigger.matcher,
      order: {
        of: slots.either && wanted.needs.length > 1 ? "any" : "all",
        needs: wanted.needs,
        ...(paths.length > 0 ? { changed: { kind: "path", access: ["change", "create", "delete"], globs: paths } as const } : {}),
      },
      doubts,
    },
  ];
}
