// What a ban or a question is about: each act of the sentence with each of its things, by the table of acts.

import { wordSet } from "../../base/index.ts";
import { type Act, isNoun, type Part, type Slots, type Target } from "../grammar/slots.ts";
import type { Span } from "../tokens/spans.ts";
import { CHECKS } from "../kinds/checks.ts";
import { hasExtension } from "../kinds/fileKinds.ts";
import { PRODUCTION } from "../kinds/production.ts";
import type { Example, Matcher } from "../match/rule.ts";
import { branchNames, meaningOf } from "../acts/acts.ts";
import { type Meaning, PATH_ACTS } from "../acts/meaning.ts";
import { type Around, COMMITS, isIgnoreFile, MANY_USES, pathsOf, spansOf, WRITING } from "./around.ts";
import { PLACE_UNKNOWN } from "../acts/meaning.ts";

const RUNNING = /^(?:run|use|start)$/;
/** Acts that are forbidden as such, whatever else the sentence says. */
export const RARE: ReadonlySet<string> = new Set(["forcepush", "stash", "amend", "rebase", "hardreset", "deploy", "publish"]);
/** Acts that are alone beside others with a target: "commit, push or open PRs". */
export const ALONE: ReadonlySet<string> = wordSet("commit push forcepush merge rebase amend stash deploy publish release");

/** Acts that take the same things as those of ALONE: "commit or push `x`", "edit or commit `x`". */
const SHARES: ReadonlySet<string> = new Set([...Object.keys(PATH_ACTS), "commit", "push", "stage", "merge"]);

export function meaningsOf(slots: Slots, around: Around, asks: boolean): Meaning[] {
  const listed = asks ? [] : labelledPaths(slots);
  if (listed.length > 0) return listed;
  const scene = sceneOf(slots, around, asks);
  const found = scene.acts.flatMap((act) => ofAct(act, scene));
  // "Never run migrations against production": not every migration.
  const there = found.length > 1 && scene.acts.some(({ verb }) => RUNNING.test(verb)) && isNoun(slots.parts.main.targets, "production");
  return found.flatMap((each) => {
    const meaning = there && each.matcher !== PRODUCTION ? { ...each, doubts: [...each.doubts, PLACE_UNKNOWN] } : each;
    return placed(slots.old === false ? meaning : existing(meaning, slots.old), slots.parts.place) ?? [];
  });
}

/** A sentence with what all of its acts have in common. */
interface Scene extends TargetContext {
  readonly slots: Slots;
  readonly acts: readonly Act[];
  readonly flags: readonly Target[];
  /** Things without flags, quotes, branches, and words that only name their kind. */
  readonly things: readonly Target[];
  /** Each group of acts has things of its own. */
  readonly grouped: boolean;
}

function sceneOf(slots: Slots, around: Around, asks: boolean): Scene {
  const { left, condition, marked } = slots;
  const { main, means, except } = slots.parts;
  const branches = [...slots.branches, ...branchNames(main.targets, slots.branches.length > 0)];
  const names = main.targets.length + means.targets.length > 0 || (branches.length > 0 && left.length === 0);
  const implied: readonly Act[] = names ? [{ verb: impliedVerb(slots), form: "base" }] : [];
  return {
    slots,
    around,
    asks,
    branches,
    acts: main.acts.length > 0 ? main.acts : implied,
    flags: means.targets.concat(main.targets).filter((each) => each.kind === "span" && each.span.type === "flag"),
    things: main.targets.filter(
      (each) =>
        !namesNothing(each, main.targets, branches) &&
        !(isBranch(each) && except.targets.length > 0) &&
        !(main.targets.length > 1 && main.acts.every(({ verb }) => COMMITS.test(verb)) && isIgnoreFile(each)),
    ),
    grouped: new Set(main.acts.map((each) => each.group)).size > 1,
    vague: left.length > 0 || condition.length > 0 || spansOf(main.targets).some(({ type }) => type === "quote"),
    crowded: asks || left.length > 3,
    marked,
    loose: left.length > 0,
    conditional: condition.length > 0,
    coded: spansOf(main.targets).some((span) => span.code),
  };
}

const isBranch = (target: Target): boolean => target.kind === "noun" && target.noun === "newbranch";

function namesNothing(target: Target, all: readonly Target[], branches: readonly string[]): boolean {
  if (target.kind === "span") return /^(?:flag|quote)$/.test(target.span.type) || branches.includes(target.span.text);
  if (target.kind === "it") return spansOf(all).length > 0;
  // "Do not install the `x` package"
  return target.noun === "dependency" && all.some(isPackage);
}

function ofAct(said: Act, scene: Scene): Meaning[] {
  const { slots, branches, flags } = scene;
  const { place, outside } = slots.parts;
  const things = thingsOf(said, scene);
  const act = loads(said, slots, things) ? { ...said, verb: "load" } : said;
  const bare = isBare(things, scene);
  const named = bare ? pathsNamed(said.verb, scene) : null;
  if (named !== null) return named;
  const found = bare ? alone(act, scene) : byOtherParts(act, things, scene);
  const whole = actItself(act, things, scene) ?? toolMeaning(act.verb, things) ?? onProduction(act.verb, things, branches);
  if (whole !== null) return whole;
  const done = flags.length > 0 || outside.targets.length > 0 || (branches.length > 0 && found.length > 0);
  for (const target of done ? [] : kindsInPlace(things, place)) found.push(...withUse(act, target, scene), ...alsoRead(act, target));
  const itself = found.length === 0 ? byItself(said, scene) : null;
  return itself === null ? found : [...found, itself];
}

/** "Do not push, deploy or run migrations": the push alone. */
function byItself({ verb, group }: Act, { acts, branches, vague }: Scene): Meaning | null {
  const last = acts.findLast((each) => each.group === group)?.verb;
  return ALONE.has(verb) && last !== verb && !vague ? meaningOf(verb, null, branches) : null;
}

/** "Don't touch `.env`", "stay out of `~/Documents`": likely not to be read either. */
function alsoRead({ wide }: Act, target: Target): Meaning[] {
  if (wide !== true || target.kind !== "span" || target.span.type !== "path") return [];
  if (!SECRET.test(target.span.text) && !target.span.text.startsWith("~")) return [];
  const meaning = meaningOf("read", target, []);
  return meaning === null ? [] : [{ ...meaning, doubts: [...meaning.doubts, "whether it may be read is not said"] }];
}

/** What the act is done to. */
function thingsOf({ verb, form, group }: Act, { slots, acts, things, grouped }: Scene): readonly Target[] {
  const at = acts.findIndex((each) => each.verb === verb && each.group === group);
  const later = acts.slice(at + 1).filter((each) => each.group === group);
  // "Do not push, deploy or run migrations": what is pushed is not said.
  const apart = ALONE.has(verb) && later.some((each) => !SHARES.has(each.verb));
  const own = apart ? [] : grouped ? things.filter((each) => each.group === group) : things;
  if (own.length > 0 || slots.parts.main.targets.length > 0) return own;
  // "In `src/gen/` never edit": the place is what is meant.
  return verb in PATH_ACTS && (slots.left.length < 3 || form === "ed") ? slots.parts.place.targets : own;
}

/** What a session does not use, it does not load. */
const loads = ({ verb }: Act, { session }: Slots, things: readonly Target[]): boolean =>
  session !== null && /^(?:use|read|open)$/.test(verb) && spansOf(things).some(({ type }) => type === "path");

/** The act has nothing that it is done to, or only a branch. */
function isBare(things: readonly Target[], { slots: { parts }, flags, branches }: Scene): boolean {
  if (parts.outside.targets.length + flags.length > 0) return false;
  if (things.length === 0) return parts.means.targets.length === 0;
  return branches.length > 0 && things.every((each) => each.kind === "noun");
}

/** What is done outside of a place, with a flag, or by some means. */
function byOtherParts(act: Act, things: readonly Target[], { slots: { parts }, flags, coded }: Scene): Meaning[] {
  if (parts.outside.targets.length > 0) return outsideMeaning(act, parts.outside, coded);
  if (flags.length > 0) return flags.flatMap((flag) => meaningOf(act.verb, flag, []) ?? []);
  return things.length > 0 ? [] : parts.means.targets.flatMap((target) => meaningOf("use", target, []) ?? []);
}

const guessed = (meaning: Meaning): Meaning => ({ ...meaning, doubts: [...meaning.doubts, "what it is done to is a guess"] });

/** "`dist/` is made by the build, never edit": what was named before is meant; null where nothing was. */
function pathsNamed(verb: string, { slots, around, branches, asks, vague }: Scene): Meaning[] | null {
  const ignored = COMMITS.test(verb) && around.named.length > 1;
  const named = around.named.filter((span) => span.type === "path" && !(ignored && isIgnoreFile({ kind: "span", span })));
  if (named.length === 0 || branches.length > 0 || asks || vague || slots.subject) return null;
  return named.flatMap((span) => meaningOf(verb, { kind: "span", span }, []) ?? []).map((each) => (around.sure ? each : guessed(each)));
}

function alone(said: Act, scene: Scene): Meaning[] {
  const { slots, around, branches, asks, vague } = scene;
  const { verb } = said;
  if (slots.elsewhere && verb === "push") return [];
  const meaning = isOfSome(said, scene) ? null : meaningOf(verb, null, branches);
  if (meaning === null) return isOfFiles(said, scene) ? anyFile(verb, slots, asks) : [];
  if (verb in CHECKS && !(asks && !vague)) return [];
  // "`release` is the last version — never merge directly": what was named before is meant, in some way.
  const told = !asks && branches.length === 0 && around.named.length > 0;
  return [told ? onNamed(verb, meaning, around.named) : meaning];
}

/** "Never commit half-finished work" does not forbid commits. */
const isOfSome = ({ verb, form }: Act, { branches, asks, vague }: Scene): boolean =>
  (vague || form === "ed") && branches.length === 0 && !asks && !RARE.has(verb);

/** What is deleted or created can only be files. */
function isOfFiles({ verb, form }: Act, { slots: { numbers, led }, acts, asks, vague }: Scene): boolean {
  if (vague) return false;
  if (asks) return true;
  return acts.length === 1 && (verb === "delete" || (verb === "create" && form === "base")) && numbers.length === 0 && !led;
}

/** "Never force-push (`git push --force`)": the brackets show what the act is. */
function actItself({ verb }: Act, things: readonly Target[], { flags, branches }: Scene): Meaning[] | null {
  const shown = things.every((each) => each.aside && each.kind === "span" && each.span.type === "command");
  if (things.length === 0 || flags.length > 0 || !shown || RUNNING.test(verb)) return null;
  const itself = meaningOf(verb, null, branches);
  return itself === null ? null : [itself, ...things.flatMap((each) => meaningOf("run", each, branches) ?? [])];
}

function withUse({ verb }: Act, target: Target, scene: Scene): readonly Meaning[] {
  const found = targetMeaning(verb, target, scene);
  const told = scene.slots.parts.main.acts.length > 0 && verb === "use";
  if (!told || target.kind !== "noun" || target.noun !== "dependency") return found;
  // "Do not use other libraries" for something.
  return found.map((each) => ({ ...each, doubts: [...each.doubts, "what they are used for is not said"] }));
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
  return guessed(meaning);
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
  readonly conditional: boolean;
  /** Something is in backticks. */
  readonly coded: boolean;
}

/** "Ask first: changes in `infra/`"; everything else that is named without an act is used. */
function impliedVerb({ post, session, branches, parts: { main } }: Slots): string {
  const { targets } = main;
  if (post && session === null && onlyPaths(targets)) return "change";
  const changes = isNoun(targets, "changes");
  // "Never work on `main`", "never on main"
  if ((changes || targets.length === 0) && branches.length + branchNames(targets).length > 0) return "change";
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

const KINDS_IN_PLACE = wordSet("generated vendored buildout migrations snapshots logs document testfiles tests changes");

/** "Generated files in `src/gen/`" are what is in that folder. */
function kindsInPlace(targets: readonly Target[], place: Part): readonly Target[] {
  const kinds = targets.length > 0 && targets.every((each) => each.kind === "noun" && KINDS_IN_PLACE.has(each.noun));
  return kinds && place.targets.length > 0 && spansOf(place.targets).every((span) => span.type === "path") ? place.targets : targets;
}

/** "Never run `kubectl` against production": not every `kubectl`. */
function onProduction(verb: string, targets: readonly Target[], branches: readonly string[]): Meaning[] | null {
  if (!RUNNING.test(verb) || !isNoun(targets, "production")) return null;
  const spans = targets.filter((each) => each.kind === "span" && each.span.type === "command");
  const there = spans.length > 0 ? meaningOf(verb, { kind: "noun", noun: "production", text: "production" }, branches) : null;
  if (there === null) return null;
  return spans.flatMap((each) => {
    const meaning = meaningOf(verb, each, branches);
    const shown = each.kind === "span" ? each.span.text : "";
    const stopped: Example = { call: { tool: "shell", command: `${shown} --context prod` } };
    const matcher: Matcher = { kind: "all", of: [meaning?.matcher ?? there.matcher, there.matcher] };
    return [{ matcher, doubts: there.doubts, reading: `denies every \`${shown}\` that names \`prod\` or \`production\``, stopped }];
  });
}

/** "the `send_email` tool" */
function toolMeaning(verb: string, targets: readonly Target[]): Meaning[] | null {
  const names = spansOf(targets).map((span) => span.text);
  if (!/^(?:use|run)$/.test(verb) || names.length === 0 || !isNoun(targets, "tool")) return null;
  return spansOf(targets).every((span) => span.type === "name") ? [{ matcher: { kind: "tool", names }, doubts: [] }] : null;
}

/** Things that stay what they are beside words that were not understood, and beside a condition. */
const ALWAYS_KEPT = wordSet("secrets env locks generated hooks todo emoji dashes snapshots vendored buildout");
const KEPT = wordSet(
  "secrets env locks generated hooks todo emoji dashes pr issue dependency tags releases newbranch history server migrations vendored",
  "worktree",
);

const SECRET = /\.env|secret|credential|auth|token|key|password/i;

function targetMeaning(verb: string, target: Target, context: TargetContext): Meaning[] {
  if (target.kind === "it") return namedBefore(verb, target, context);
  if (isNotSaid(verb, target, context) || isInPassing(target, context)) return [];
  const meaning = meaningOf(verb, target, context.branches);
  if (meaning === null || isSomeUse(target, meaning, context) || isLimited(target, meaning, context)) return [];
  return isOtherRead(target, meaning, context) ? [] : [meaning];
}

/** "It": what the sentences before name. */
function namedBefore(verb: string, target: Exclude<Target, { kind: "span" }>, { around, branches }: TargetContext): Meaning[] {
  // "The others come from the translators; don't edit them": more than the one that was named.
  const [one, more] = around.named;
  const several = /^(?:them|they|these|those)$/i.test(target.text);
  if (several && one?.type === "path" && more === undefined && hasExtension(one.text) && !/\/$|\*/.test(one.text)) return [];
  const spans = around.named.map((span): Target => ({ kind: "span", span }));
  const found = (spans.length > 0 ? spans : around.kinds).flatMap((each) => meaningOf(verb, each, branches) ?? []);
  if (around.sure) return found;
  return found.map((each) => ({ ...each, doubts: [...each.doubts, `what "${target.text}" means is a guess`] }));
}

/** A kind of thing beside words that were not understood: some of them are meant, and nobody knows which. */
function isNotSaid(verb: string, target: Target, { vague, asks, loose, marked }: TargetContext): boolean {
  if (target.kind !== "noun") return false;
  if (vague && !asks && !RARE.has(verb) && !(loose ? ALWAYS_KEPT : KEPT).has(target.noun)) return true;
  // "Do not add links to third-party code, collections or unofficial resources"
  return marked;
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
  const globs = pathsOf(targets);
  // "Never add `case 'x':` outside `types/`": code, and no file.
  if (act.verb === "add" && coded) return [];
  // "Add nothing outside `design.md`": what it describes, not where it is.
  if (globs.some((each) => /\w\.\w+$/.test(each))) return [];
  // "Outside the repository and `/srv/data`": both are fine.
  const all = targets.some(isProject) ? { globs: [...globs, "**"], everywhere: true as const } : { globs };
  if (globs.length > 0 && WRITING.test(act.verb))
    return [{ matcher: { kind: "path", access: ["change", "create", "delete"], ...all, outside: true }, doubts: [] }];
  const meaning = targets.some(isProject)
    ? meaningOf(act.verb, { kind: "noun", noun: "outside", text: "outside of the project" }, [])
    : null;
  return meaning === null ? [] : [meaning];
}

const isProject = (target: Target): boolean => target.kind === "noun" && target.noun === "project";

function existing(meaning: Meaning, old: true | "done"): Meaning {
  const { matcher, doubts } = meaning;
  // "Never delete merged branches": no call shows which branches those are.
  if (matcher.kind !== "path") return old === true ? meaning : { ...meaning, doubts: [...doubts, WHICH] };
  return { ...meaning, matcher: { ...matcher, standing: "old" } };
}

const WHICH = "which ones are meant is a guess";

/** "Never run `npm` in `packages/`". */
function placed(meaning: Meaning, place: Part): Meaning | null {
  if (
    place.targets.length === 0 ||
    spansOf(place.targets).some((span) => meaning.matcher.kind === "path" && meaning.matcher.globs.includes(span.text))
  )
    return meaning;
  const paths = pathsOf(place.targets);
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
