// What a ban or a question is about: each act of the sentence with each of its things, by the table of acts.

import type { Act, Part, Slots, Target } from "../grammar/slots.ts";
import type { Span } from "../grammar/spans.ts";
import { CHECKS } from "../kinds/checks.ts";
import { branchNames, type Meaning, meaningOf, PATH_ACTS } from "./acts.ts";
import { type Around, MANY_USES, PLACE_UNKNOWN, spansOf, WRITING } from "./around.ts";

const RUNNING = /^(?:run|use|start)$/;
/** Acts that are forbidden as such, whatever else the sentence says. */
export const RARE: ReadonlySet<string> = new Set(["forcepush", "stash", "amend", "rebase", "hardreset", "deploy", "publish"]);
/** Acts that are alone beside others with a target: "commit, push or open PRs". */
const ALONE: ReadonlySet<string> = new Set([
  "commit",
  "push",
  "forcepush",
  "merge",
  "rebase",
  "amend",
  "stash",
  "deploy",
  "publish",
  "release",
]);

/** Acts that take the same things as those of ALONE: "commit or push `x`", "edit or commit `x`". */
const SHARES: ReadonlySet<string> = new Set([...Object.keys(PATH_ACTS), "commit", "push", "stage", "merge"]);

export function meaningsOf(slots: Slots, around: Around, asks: boolean): Meaning[] {
  const { main, means, place, outside } = slots.parts;
  const listed = asks ? [] : labelledPaths(slots);
  if (listed.length > 0) return listed;
  const acts: readonly Act[] =
    main.acts.length > 0 ? main.acts : main.targets.length + means.targets.length > 0 ? [{ verb: impliedVerb(slots), form: "base" }] : [];
  const flags = means.targets.concat(main.targets).filter((each) => each.kind === "span" && each.span.type === "flag");
  const branches = [...slots.branches, ...branchNames(main.targets)];
  const spans = spansOf(main.targets).length > 0;
  const all = main.targets.filter(
    (each) =>
      !(each.kind === "it" && spans) &&
      // "Do not install the `x` package"
      !(each.kind === "noun" && each.noun === "dependency" && main.targets.some(isPackage)) &&
      // "Do not run tools directly with `npx x`"
      !(each.kind === "noun" && each.noun === "tool" && !spans && spansOf(means.targets).length > 0) &&
      !(each.kind === "span" && (each.span.type === "flag" || each.span.type === "quote" || branches.includes(each.span.text))),
  );
  // "Do not add `memo()` there"
  const there = main.targets.some((each) => each.kind === "it" && /^there$/i.test(each.text));
  const meanings: Meaning[] = [];
  const vague =
    slots.left.length > 0 || slots.condition.length > 0 || main.targets.some((each) => each.kind === "span" && each.span.type === "quote");
  const context: TargetContext = {
    branches,
    around,
    vague,
    asks,
    crowded: asks || slots.left.length > 3,
    marked: slots.marked,
    loose: slots.left.length > 0,
    some: isSome(slots),
    conditional: slots.condition.length > 0,
    coded: spansOf(main.targets).some((span) => span.code),
  };
  const grouped = main.acts.length > 0 && new Set(main.acts.map((each) => each.group)).size > 1;
  for (const { verb, form, group } of acts) {
    const later = acts
      .slice(acts.findIndex((each) => each.verb === verb && each.group === group) + 1)
      .filter((each) => each.group === group);
    // "Do not push, deploy or run migrations": what is pushed is not said.
    const apart = ALONE.has(verb) && later.some((each) => !SHARES.has(each.verb));
    const own = apart ? [] : grouped ? all.filter((each) => each.group === group) : all;
    // "In `src/gen/` never edit": the place is what is meant.
    const elsewhere = own.length === 0 && main.targets.length === 0 && verb in PATH_ACTS && (slots.left.length === 0 || form === "ed");
    const rest = elsewhere ? place.targets : own;
    // What a session does not use, it does not load.
    const act: Act = {
      verb:
        slots.session !== null && /^(?:use|read|open)$/.test(verb) && rest.some((each) => each.kind === "span" && each.span.type === "path")
          ? "load"
          : verb,
      form,
    };
    const found: Meaning[] = [];
    if (outside.targets.length > 0) found.push(...outsideMeaning(act, outside, context.coded));
    else if (flags.length > 0) found.push(...flags.flatMap((flag) => meaningOf(act.verb, flag, []) ?? []));
    else if (rest.length === 0 && means.targets.length > 0)
      found.push(...means.targets.flatMap((target) => meaningOf("use", target, []) ?? []));
    else if (rest.length === 0 || (branches.length > 0 && rest.every((each) => each.kind === "noun"))) {
      // "`dist/` is made by the build, never edit": what was named before is meant.
      const named = around.named.filter((span) => span.type === "path");
      if (branches.length === 0 && named.length > 0 && !asks && !vague && !slots.subject) {
        meanings.push(
          ...named
            .flatMap((span) => meaningOf(verb, { kind: "span", span }, []) ?? [])
            .map((each) => ({ ...each, doubts: [...each.doubts, "what it is done to is a guess"] })),
        );
        continue;
      }
      // "Never commit half-finished work" does not forbid commits.
      const alone =
        (slots.elsewhere && act.verb === "push") ||
        ((vague || form === "ed") && branches.length === 0 && !(asks && slots.left.length < 6) && !RARE.has(act.verb))
          ? null
          : meaningOf(act.verb, null, branches);
      // "`release` is the last version — never merge directly": what was named before is meant, in some way.
      const told = !asks && branches.length === 0 && around.named.length > 0;
      if (alone !== null && ((asks && !vague) || !(verb in CHECKS))) found.push(told ? onNamed(act.verb, alone, around.named) : alone);
      if (alone === null && !vague && (asks || (act.verb === "delete" && acts.length === 1 && slots.numbers.length === 0 && !slots.led)))
        found.push(...anyFile(act.verb, slots, asks));
    }
    // "Never force-push (`git push --force`)": the brackets show what the act is.
    const shown =
      rest.length > 0 && flags.length === 0 && rest.every((each) => each.aside && each.kind === "span" && each.span.type === "command");
    const itself = shown && !RUNNING.test(act.verb) ? meaningOf(act.verb, null, branches) : null;
    if (itself !== null) {
      meanings.push(itself, ...rest.flatMap((each) => meaningOf("run", each, branches) ?? []));
      continue;
    }
    const tool = toolMeaning(act.verb, rest);
    if (tool !== null) {
      meanings.push(tool);
      continue;
    }
    const done = flags.length > 0 || outside.targets.length > 0 || (branches.length > 0 && found.length > 0);
    // "Do not use other libraries" for something.
    const used = (target: Target): boolean =>
      main.acts.length > 0 && act.verb === "use" && target.kind === "noun" && target.noun === "dependency";
    for (const target of done ? [] : kindsInPlace(rest, place))
      found.push(
        ...targetMeaning(act.verb, target, context).map((each) =>
          used(target) ? { ...each, doubts: [...each.doubts, "what they are used for is not said"] } : each,
        ),
      );
    const last = acts.findLast((each) => each.group === group)?.verb;
    if (found.length === 0 && ALONE.has(verb) && last !== verb && !vague)
      found.push(...[meaningOf(verb, null, branches)].filter((each) => each !== null));
    meanings.push(...found);
  }
  return meanings
    .flatMap((each) => (there && each.matcher.kind === "text" ? [] : [each]))
    .flatMap((each) => placed(slots.old ? existing(each) : each, place) ?? []);
}

const isPackage = (target: Target): boolean =>
  target.kind === "span" &&
  (target.span.code || target.span.type === "name") &&
  target.span.type !== "path" &&
  /^@?[a-z][\w./*-]*$/.test(target.span.text);

/** "Ask before deleting", "ask before creating new files": whatever it is done to. */
function anyFile(verb: string, { auto, force, parts: { main } }: Slots, asks: boolean): Meaning[] {
  if (verb === "delete") {
    const doubts = auto || force === "only" || !asks ? ["what must not be deleted is a guess"] : [];
    return [{ matcher: { kind: "path", access: ["delete"], globs: ["**"] }, doubts }];
  }
  if (verb !== "create" || main.acts.length > 1) return [];
  return [{ matcher: { kind: "path", access: ["create"], globs: ["**"], standing: "new" }, doubts: ["which files is not said"] }];
}

function onNamed(verb: string, alone: Meaning, named: readonly Span[]): Meaning {
  const branches = branchNames(named.map((span) => ({ kind: "span", span })));
  const meaning = branches.length > 0 ? (meaningOf(verb, null, branches) ?? alone) : alone;
  return { ...meaning, doubts: [...meaning.doubts, "what it is done to is a guess"] };
}

interface TargetContext {
  readonly branches: readonly string[];
  readonly around: Around;
  readonly vague: boolean;
  readonly asks: boolean;
  readonly crowded: boolean;
  readonly marked: boolean;
  /** Words were not understood. */
  readonly loose: boolean;
  /** A word says that some of them are meant, and no call shows which. */
  readonly some: boolean;
  readonly conditional: boolean;
  /** Something is in backticks. */
  readonly coded: boolean;
}

/** "No unrelated lockfiles" */
const isSome = ({ left }: Slots): boolean => left.some((each) => /^(?:unrelated|unneeded|unwanted|irrelevant)$|^无关/i.test(each));

/** "Ask first: changes in `infra/`"; everything else that is named without an act is used. */
function impliedVerb({ post, session, branches, parts: { main } }: Slots): string {
  const { targets } = main;
  if (post && session === null && onlyPaths(targets)) return "change";
  const changes = targets.some((each) => each.kind === "noun" && each.noun === "changes");
  // "Never work on `main`"
  if (changes && branches.length + branchNames(targets).length > 0) return "change";
  return changes && targets.every((each) => each.kind === "noun" || (each.kind === "span" && each.span.type === "path")) ? "change" : "use";
}

function onlyPaths(targets: readonly Target[]): boolean {
  return targets.length > 0 && targets.every((each) => each.kind === "span" && each.span.type === "path");
}

/** "Never: `/tmp/`": that it must not be changed is a guess. */
function labelledPaths({ labelled, post, parts: { main, means } }: Slots): Meaning[] {
  if (
    !labelled ||
    post ||
    main.acts.length + means.targets.length > 0 ||
    main.targets.some((each) => each.kind !== "span" || each.span.type === "command")
  )
    return [];
  const found = main.targets.filter((each) => onlyPaths([each])).flatMap((each) => meaningOf("change", each, []) ?? []);
  return found.map((each) => ({ ...each, doubts: [...each.doubts, "what is forbidden about it is a guess"] }));
}

/** "Generated files in `src/gen/`" are what is in that folder. */
function kindsInPlace(targets: readonly Target[], place: Part): readonly Target[] {
  const kinds =
    targets.length > 0 &&
    targets.every(
      (each) =>
        each.kind === "noun" &&
        /^(?:generated|vendored|buildout|migrations|snapshots|logs|document|testfiles|tests|changes)$/.test(each.noun),
    );
  return kinds && place.targets.length > 0 && spansOf(place.targets).every((span) => span.type === "path") ? place.targets : targets;
}

/** "the `send_email` tool" */
function toolMeaning(verb: string, targets: readonly Target[]): Meaning | null {
  const names = spansOf(targets).map((span) => span.text);
  if (!/^(?:use|run)$/.test(verb) || names.length === 0 || !targets.some((each) => each.kind === "noun" && each.noun === "tool"))
    return null;
  return spansOf(targets).every((span) => span.type === "name") ? { matcher: { kind: "tool", names }, doubts: [] } : null;
}

/** Things that stay what they are beside words that were not understood, and beside a condition. */
const ALWAYS_KEPT = new Set("secrets env locks generated hooks todo emoji dashes snapshots vendored buildout".split(" "));
const KEPT = new Set(
  "secrets env locks generated hooks todo emoji dashes pr issue dependency tags releases newbranch history server migrations vendored worktree".split(
    " ",
  ),
);

/** "`a.md` is generated. Never edit the Markdown file.": one that was named. */
const pointsBack = (target: Target): target is Extract<Target, { kind: "noun" }> =>
  target.kind === "noun" && target.noun === "document" && /\b(?:file|document)$/i.test(target.text);

const SECRET = /\.env|secret|credential|auth|token|key|password/i;

function targetMeaning(verb: string, target: Target, context: TargetContext): Meaning[] {
  if (target.kind === "it" || (pointsBack(target) && context.around.paths.length > 0)) return namedBefore(verb, target, context);
  if (isNotSaid(verb, target, context) || isInPassing(target, context)) return [];
  const meaning = meaningOf(verb, target, context.branches);
  if (meaning === null || isSomeUse(target, meaning, context) || isLimited(target, meaning, context)) return [];
  return isOtherRead(target, meaning, context) ? [] : [meaning];
}

/** "It", "the Markdown file": what the sentences before name. */
function namedBefore(verb: string, target: Exclude<Target, { kind: "span" }>, { around, branches }: TargetContext): Meaning[] {
  // "The others come from the translators; don't edit them": more than the one that was named.
  const [one, more] = around.named;
  const several = target.kind === "it" && /^(?:them|they|these|those)$/i.test(target.text);
  if (several && one?.type === "path" && more === undefined && !/\/$|\*/.test(one.text)) return [];
  const spans = (target.kind === "it" ? around.named : around.paths).map((span): Target => ({ kind: "span", span }));
  const found = (spans.length > 0 ? spans : around.kinds).flatMap((each) => meaningOf(verb, each, branches) ?? []);
  return found.map((each) => ({ ...each, doubts: [...each.doubts, `what "${target.text}" means is a guess`] }));
}

/** A kind of thing beside words that were not understood: some of them are meant, and nobody knows which. */
function isNotSaid(verb: string, target: Target, { vague, asks, loose, marked, some, crowded }: TargetContext): boolean {
  if (target.kind !== "noun") return false;
  if (vague && !asks && !RARE.has(verb) && !(loose ? ALWAYS_KEPT : KEPT).has(target.noun)) return true;
  // "Do not add links to third-party code, collections or unofficial resources"
  return marked || some || (target.noun === "vendored" && crowded && !asks);
}

/** "the old GORM v1 pattern `x`": a library that is named in passing. */
const isInPassing = (target: Target, { loose, coded }: TargetContext): boolean =>
  loose && coded && target.kind === "span" && !target.span.code && target.span.type === "name";

/** "Never run integration tests", and a program's bare name beside words that were not understood: some use of it is meant. */
function isSomeUse(target: Target, { doubts }: Meaning, { crowded, loose, conditional }: TargetContext): boolean {
  if ((loose || conditional) && doubts.some((each) => /is a program is a guess$|^which commands/.test(each))) return true;
  if (!crowded || target.kind !== "span" || target.span.type !== "command") return false;
  const [program = "", ...rest] = target.span.words;
  return rest.length === 0 && MANY_USES.has(program);
}

/** "No `any` unless it is needed" leaves it to the writer. */
function isLimited(target: Target, { matcher }: Meaning, { conditional, crowded }: TargetContext): boolean {
  return (target.kind === "span" && matcher.kind === "content" && conditional) || (matcher.kind === "text" && crowded);
}

/** "Never copy patterns from `x/`" is no word about reading it. */
function isOtherRead(target: Target, { matcher }: Meaning, { loose, asks }: TargetContext): boolean {
  const reads = matcher.kind === "path" && matcher.access.join() === "read";
  return reads && loose && !asks && target.kind === "span" && !SECRET.test(target.span.text);
}

function outsideMeaning(act: Act, { targets }: Part, coded: boolean): Meaning[] {
  const globs = spansOf(targets)
    .filter((span) => span.type === "path")
    .map((span) => span.text);
  // "Never add `case 'x':` outside `types/`": code, and no file.
  if (act.verb === "add" && coded) return [];
  // "Add nothing outside `design.md`": what it describes, not where it is.
  if (globs.some((each) => /\w\.\w+$/.test(each))) return [];
  if (globs.length > 0 && WRITING.test(act.verb))
    return [{ matcher: { kind: "path", access: ["change", "create", "delete"], globs, outside: true }, doubts: [] }];
  const meaning = targets.some((each) => each.kind === "noun" && each.noun === "project")
    ? meaningOf(act.verb, { kind: "noun", noun: "outside", text: "outside of the project" }, [])
    : null;
  return meaning === null ? [] : [meaning];
}

function existing(meaning: Meaning): Meaning {
  return meaning.matcher.kind === "path" ? { ...meaning, matcher: { ...meaning.matcher, standing: "old" } } : meaning;
}

/** "Never run `npm` in `packages/`". */
function placed(meaning: Meaning, place: Part): Meaning | null {
  if (
    place.targets.length === 0 ||
    spansOf(place.targets).some((span) => meaning.matcher.kind === "path" && meaning.matcher.globs.includes(span.text))
  )
    return meaning;
  const paths = spansOf(place.targets)
    .filter((span) => span.type === "path")
    .map((span) => span.text);
  // "Never use `x()` in `src/sim/`": read as what is written there.
  if (paths.length === place.targets.length && meaning.matcher.kind === "text") return null;
  if (paths.length === place.targets.length && meaning.matcher.kind === "command")
    return { ...meaning, matcher: { kind: "command", pattern: { ...meaning.matcher.pattern, inside: paths } } };
  // "Do not use `grep` in tests" is about code.
  const runs =
    meaning.matcher.kind === "command" || (meaning.matcher.kind === "any" && meaning.matcher.of.every((each) => each.kind === "command"));
  if (runs && place.targets.some((each) => each.kind === "noun")) return null;
  return { ...meaning, doubts: [...meaning.doubts, PLACE_UNKNOWN] };
}
