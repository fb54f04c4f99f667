// From slots to drafts: the forms that a rule can have. Each takes a sentence whose slots fit it and leaves the others.

import type { Draft } from "../compile/draft.ts";
import { CHECKS, FILE_KINDS } from "../lexicon/kinds.ts";
import { any, commandMatcher } from "../match/patterns.ts";
import type { Example, Matcher, Need } from "../match/rule.ts";
import { branchNames, canRun, type Meaning, meaningOf, PATH_ACTS } from "./acts.ts";
import { readMessage } from "./messages.ts";
import { onlyManager, replaced, wrapped } from "./replacing.ts";
import type { Act, Part, Slots, Target } from "../grammar/slots.ts";
import type { Span } from "../grammar/spans.ts";

export interface Around {
  /** Spans named by the sentences before: what "it" may mean. */
  readonly named: readonly Span[];
  /** The command that the next sentence says to use. */
  readonly better: Span | null;
  /** All commands of the clause: `uv run python` is the way to go where `python` alone is not. */
  readonly commands: readonly Span[];
}

/** More left-over words than this, and the sentence says something else. */
const MOST_LEFT = 9;

export function draftsOf(slots: Slots, around: Around): Draft[] {
  if (
    slots.force === "permit" ||
    slots.left.length > MOST_LEFT ||
    (slots.force === "never" && slots.condition.some((each) => each.kind === "manner"))
  )
    return [];
  if (slots.weak) return [];
  const doubts = doubtsOf(slots);
  const drafts =
    readMessage(slots) ??
    wantedFlag(slots) ??
    neverWithout(slots) ??
    limit(slots) ??
    replacement(slots) ??
    order(slots) ??
    held(slots, around) ??
    manager(slots) ??
    [];
  return drafts.map((draft) => ({
    ...draft,
    doubts: [...doubts, ...draft.doubts],
    ...(slots.session === null ? {} : { session: slots.session }),
  }));
}

function doubtsOf(slots: Slots): string[] {
  const doubts: string[] = [];
  if (slots.left.length > 0) doubts.push(`these words were not understood: ${slots.left.slice(0, 6).join(", ")}`);
  const [condition] = slots.condition;
  if (condition !== undefined) doubts.push(`a condition that no call shows: ${condition.text.slice(0, 60)}`);
  if (slots.marked) doubts.push("only a mark says that it is forbidden");
  if (slots.soft) doubts.push("it is said as advice");
  if (slots.parts.after.acts.length + slots.parts.after.targets.length > 0) doubts.push("it holds after something only");
  return doubts;
}

const spansOf = (targets: readonly Target[]): Span[] => targets.flatMap((each) => (each.kind === "span" ? [each.span] : []));

/** "At most one emoji per reply", "never use emoji", "no more than two `make sweep` per session", "only edit files in `docs/`". */
function limit(slots: Slots): Draft[] | null {
  const { acts, targets } = slots.parts.main;
  const places = targets.concat(slots.parts.place.targets);
  const [most] = slots.numbers;
  if (slots.force === "never" && slots.left.length === 0 && places.length === 1 && isEmoji(targets[0])) {
    return [{ effect: "limit", matcher: { kind: "reply", emojiOver: 0 }, doubts: [] }];
  }
  if (slots.most && most !== undefined) {
    if (targets.some(isEmoji)) return [{ effect: "limit", matcher: { kind: "reply", emojiOver: most }, doubts: [] }];
    const [command] = spansOf(targets);
    return command?.type === "command" && targets.length === 1
      ? [{ effect: "limit", matcher: commandMatcher(command.words), atMost: most, doubts: [] }]
      : [];
  }
  const globs = spansOf(places)
    .filter((span) => span.type === "path")
    .map((span) => span.text);
  if (
    slots.force !== "only" ||
    slots.consent !== null ||
    slots.left.length + slots.condition.length > 0 ||
    globs.length === 0 ||
    globs.length < places.length ||
    acts.length === 0 ||
    !slots.governs ||
    !acts.every((act) => WRITING.test(act.verb) && act.form === "base")
  )
    return null;
  return [
    {
      effect: "limit",
      matcher: { kind: "path", access: ["change", "create", "delete"], globs, outside: true },
      doubts: ["it would deny every other change"],
    },
  ];
}

const isEmoji = (target: Target | undefined): boolean => target?.kind === "noun" && target.noun === "emoji";

/** "Create PRs as drafts", "all commits must be signed off": the command is fine with a flag. */
function wantedFlag(slots: Slots): Draft[] | null {
  const { acts, targets } = slots.parts.main;
  if (slots.force === "never" || slots.force === "ask" || slots.weak || slots.left.length > 2 || slots.parts.before.acts.length > 0)
    return null;
  const nouns = targets.flatMap((each) => (each.kind === "noun" ? [each.noun] : []));
  const wanted = WANTED_FLAGS.find(([noun]) => nouns.includes(noun));
  if (wanted === undefined || !(slots.imperative || slots.force === "must") || !acts.every((act) => wanted[1].test(act.verb))) return null;
  const [, , command, flags] = wanted;
  const doubts = slots.force === "must" && !slots.soft ? [] : ["that it is always wanted is a guess"];
  return [
    { effect: "deny", matcher: commandMatcher(command), exception: any(flags.map((flag) => commandMatcher([...command, flag]))), doubts },
  ];
}

/** "Never run `x` without `--flag`", "always pass `--flag` to `x`": the command is fine with it. */
function neverWithout(slots: Slots): Draft[] | null {
  const { main, without } = slots.parts;
  const commands = spansOf(main.targets).filter(
    (span) => (span.type === "command" && !span.open) || (span.type === "name" && span.code && /^[a-z][\w-]*$/.test(span.text)),
  );
  const flagsOf = (targets: readonly Target[]): Span[] => spansOf(targets).filter((span) => span.type === "flag");
  const forbids = slots.force === "never" && without.acts.length === 0 && without.targets.length > 0;
  const wanted = forbids
    ? flagsOf(without.targets)
    : slots.force === "must" && main.acts.some(({ verb }) => verb === "add")
      ? flagsOf(main.targets)
      : [];
  const rest = forbids ? main.targets.length : main.targets.length - wanted.length;
  const [command] = commands;
  if (command === undefined || commands.length !== 1 || wanted.length !== 1 || rest !== 1 || (forbids && without.targets.length > 1))
    return null;
  const [flag] = (wanted[0] as Span).text.split(/[= ]/);
  const doubts = forbids && command.sure ? [] : ["that it is always wanted is a guess"];
  const words = command.type === "command" ? command.words : [command.text];
  return [{ effect: "deny", matcher: commandMatcher(words), exception: commandMatcher([...words, flag as string]), doubts }];
}

const WANTED_FLAGS: readonly (readonly [noun: string, acts: RegExp, command: readonly string[], flags: readonly string[]])[] = [
  ["draftpr", /^(?:create|open|use|run|add)$/, ["gh", "pr", "create"], ["--draft"]],
  ["signoff", /^(?:commit|use|run|add|create)$/, ["git", "commit"], ["--signoff"]],
];

const WRITING = /^(?:change|create|write|delete|add)$/;

/** "Use X instead of Y", "X, not Y". */
function replacement(slots: Slots): Draft[] | null {
  const worse = spansOf(slots.parts.rejected.targets);
  if (slots.parts.rejected.targets.length === 0) return null;
  // "If gofumpt is not available, use goimports" replaces nothing.
  if (slots.force === "never" || slots.force === "ask" || slots.left.length > 3 || slots.condition.some((each) => each.kind === "when"))
    return [];
  const [better] = spansOf(slots.parts.main.targets).concat(spansOf(slots.parts.means.targets)).slice(-1);
  if (better === undefined && slots.parts.main.acts.some((act) => act.verb === "stage")) return worse.flatMap((each) => denied(each) ?? []);
  if (
    better === undefined ||
    worse.length < slots.parts.rejected.targets.length ||
    (spansOf(slots.parts.means.targets).length === 0 &&
      !slots.parts.main.acts.every((act) => /^(?:use|run|add|install|start|test|build|lint|format|stage)$/.test(act.verb)))
  )
    return [];
  // "`headRef` reads via `x`, not `y`" tells.
  if (slots.force === null && slots.parts.main.acts.some((act) => act.form === "s")) return [];
  const tool = slots.parts.main.targets.some((each) => each.kind === "noun" && each.noun === "tool");
  const drafts = worse.map(
    (each) =>
      (tool ? namedInstead(each, better) : replaceDraft(each, better)) ?? (slots.barred || bothCode(each, better) ? denied(each) : null),
  );
  return drafts.some((each) => each === null) ? [] : (drafts as Draft[]);
}

/** "Use `logger.info` instead of `console.log`": a word of code for another. */
function bothCode(worse: Span, better: Span): boolean {
  return worse.code && better.code && worse.type === "name" && better.type === "name";
}

function replaceDraft(worse: Span, better: Span): Draft | null {
  const made = replaced(worse, better);
  return made === null ? null : { effect: "rewrite", ...made, doubts: [] };
}

/** A tool of the host takes a command's place: it is named, nothing is rewritten. */
function namedInstead(worse: Span, { text }: Span): Draft | null {
  const meaning = worse.sure ? denied(worse) : null;
  return meaning === null ? null : { ...meaning, replacement: { kind: "named", shown: text } };
}

function denied(span: Span): Draft | null {
  const meaning = meaningOf("use", { kind: "span", span }, []);
  return meaning === null ? null : { effect: "deny", ...meaning };
}

/** "Always use pnpm", "use pnpm as the package manager", "use `uv run pytest` to run tests". */
function manager(slots: Slots): Draft[] | null {
  const { acts, targets } = slots.parts.main;
  const spans = spansOf(targets);
  const [span] = spans;
  const forced = slots.force === "must" || slots.force === "only";
  const used = acts[0]?.verb === "use" && (forced || slots.imperative);
  if (!forced && slots.condition.length > 0) return null;
  if (span === undefined || spans.length !== 1 || slots.left.length > 2 || !acts.every((act) => act.verb === "use" || act.verb === "run"))
    return null;
  if (span.words.length > 1) {
    const made = used && slots.left.length === 0 ? wrapped(span) : null;
    return made === null ? null : [{ effect: "rewrite", ...made, doubts: ["that the bare command is not wanted is a guess"] }];
  }
  const made =
    targets.length === 1 && (used || (slots.force === "only" && acts.length === 0)) ? onlyManager(span.words[0] as string) : null;
  return made === null ? null : [{ effect: "rewrite", ...made, doubts: used && forced ? [] : ["that no other is wanted is a guess"] }];
}

/** What an order waits for: "before you commit", "before opening a PR". */
function gated(part: Part, branches: readonly string[], slotsLeft: number): Meaning | null {
  const found: Meaning[] = [];
  const commands = spansOf(part.targets).filter((span) => span.type === "command" && span.sure);
  const whole = commands.some((span) => span.words.length === 1);
  if (whole && !(part.acts.length === 1 && part.acts[0]?.verb === "run")) return null;
  if (whole) return { matcher: any(commands.map((span) => commandMatcher(span.words))), doubts: ["every use of it would wait"] };
  if (part.acts.length === 0 && commands.length > 0)
    return { matcher: any(commands.map((span) => commandMatcher(span.words))), doubts: [] };
  const pr = part.targets.some((each) => each.kind === "noun" && each.noun === "pr");
  if (pr && part.acts.length === 0 && slotsLeft > 0) return null;
  const acts: readonly Act[] =
    pr && part.acts.every((act) => /^(?:create|open|push|commit|merge|add|send|run|use|ready)$/.test(act.verb))
      ? [{ verb: part.acts.some((act) => act.verb === "ready") ? "ready" : "create", form: "base" }]
      : part.acts;
  for (const { verb: said } of acts) {
    // "Before you start": before the first change.
    const verb = said === "start" && part.targets.length === 0 ? "change" : said;
    if (slotsLeft > 0 && (verb === "change" || verb === "write") && !part.targets.some((each) => each.kind === "span")) return null;
    const meaning = pr
      ? meaningOf(verb, { kind: "noun", noun: "pr", text: "a pull request" }, [])
      : verb === "change" || verb === "write"
        ? anyChange(part)
        : meaningOf(verb, part.targets.find((each) => each.kind === "span") ?? null, branches);
    if (meaning !== null) found.push(meaning);
  }
  if (found.length === 0 || found.length < acts.length) return null;
  // 提交迁移变更前: before some commits.
  const some = !pr && part.targets.some((each) => each.kind === "noun" && each.noun in FILE_KINDS);
  const doubts = some ? ["it is about some of them only"] : [];
  return { matcher: any(found.map((each) => each.matcher)), doubts: [...found.flatMap((each) => each.doubts), ...doubts] };
}

function anyChange(part: Part): Meaning {
  const paths = spansOf(part.targets)
    .filter((span) => span.type === "path")
    .map((span) => span.text);
  return {
    matcher: { kind: "path", access: ["change", "create"], globs: paths.length > 0 ? paths : ["**"] },
    doubts: paths.length > 0 ? [] : ["it would wait before every change"],
  };
}

const CHECK_NOUNS: Readonly<Record<string, string>> = {
  tests: "test",
  linter: "lint",
  formatter: "format",
  types: "typecheck",
  buildout: "build",
};

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
  for (const target of part.targets) {
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
    else if (target.span.type === "command" && runs)
      needs.push({ kind: "ran", matcher: commandMatcher(essential(target.span.words)), shown: target.span.text });
    else if (target.span.type === "script" && runs)
      needs.push({
        kind: "ran",
        matcher: { kind: "command", pattern: { program: "*", words: [target.span.text], flags: [], args: [], inside: [] } },
        shown: target.span.text,
      });
    else if (target.span.type === "path" && /[<>{}*]|YYYY/.test(target.span.text)) return null;
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
  if (needs.length === 0) {
    for (const act of part.acts) {
      const check = CHECKS[act.verb];
      if (check !== undefined) {
        needs.push({ kind: "ran", matcher: check, shown: act.verb });
        doubts.push(`"${act.verb}" names no command`);
      }
    }
  }
  return needs.length === 0 ? null : { needs, doubts };
}

/** "Run X before Y", "never Y before X", "never Y without X". */
function order(slots: Slots): Draft[] | null {
  const { main, before, without } = slots.parts;
  const negative = slots.force === "never";
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
  const trigger = gated(negative ? main : (later as Part), slots.branches, slots.left.length);
  // "Format with `x` first, then commit."
  const { targets } = slots.parts.means;
  const way: Part = main.targets.length > 0 || targets.length === 0 ? main : { acts: [{ verb: "run", form: "base" }], targets };
  const wanted = needsOf(negative ? (later ?? without) : way);
  if (trigger === null || wanted === null) return [];
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
  const when = slots.condition.filter((each) => each.kind === "when");
  const paths = when.flatMap((each) => each.paths);
  if (when.length > 0 && paths.length === 0) return [];
  const doubts = [...trigger.doubts, ...wanted.doubts, ...(bare && slots.force === null ? ["no word says that it must be run"] : [])];
  const generic = wanted.doubts.some((each) => each.endsWith("names no command"));
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

/** Prohibitions and questions. */
function held(slots: Slots, around: Around): Draft[] | null {
  // "Commit and push without asking" permits.
  const asks =
    slots.force === "ask" ||
    (slots.consent === "lacking" && slots.force !== null && slots.force !== "must") ||
    (slots.force === "only" && slots.consent === "granted");
  if (slots.force !== "never" && !asks) return null;
  if (slots.force !== "never" && slots.force !== "ask" && slots.consent === null) return null;
  // 部署前需要确认: what comes after is what is asked about.
  const { main, before } = slots.parts;
  if (asks && main.acts.length + main.targets.length === 0) {
    main.acts.push(...before.acts);
    main.targets.push(...before.targets);
    slots.gated = true;
  }
  if (
    slots.gap > (main.acts.length > 0 ? 1 : 0) ||
    slots.reach > 3 ||
    (slots.parts.main.acts.length === 0 && slots.force === "never" && !slots.post && !slots.governs)
  )
    return [];
  const effect = asks || slots.auto ? "ask" : "deny";
  const meanings = meaningsOf(slots, around, effect === "ask");
  if (meanings === null || meanings.length === 0) return [];
  const unread = unreadOf(slots);
  const order = [
    ...(slots.subject ? ["it may be about what something else does"] : []),
    ...(slots.turned ? ["which act is forbidden is a guess"] : []),
  ];
  const exception = exceptionOf(slots);
  // New text is looked at after the call, which stops nobody; to stop it needs a person's word.
  const checks = meanings
    .filter((each) => each.matcher.kind === "text" && effect === "deny" && exception !== "unclear")
    .map(({ matcher }): Draft => ({
      effect: "check",
      matcher,
      doubts: plainly(slots) && isCode(matcher) ? [] : ["where it must not be written is a guess"],
    }));
  const drafts: Draft[] = meanings.map((each) => ({
    effect,
    matcher: each.matcher,
    ...(each.reading === undefined || effect !== "deny" ? {} : { reading: each.reading, stopped: SECRET_CALL }),
    ...(exception === null || exception === "unclear" ? {} : { exception }),
    doubts: [
      ...each.doubts,
      ...order,
      ...(unread.length > 0 ? [`what ${unread.join(", ")} has to do with it was not understood`] : []),
      ...(exception === "unclear" ? ["its exception was not understood"] : []),
      // "Never merge one branch into both"
      ...(slots.numbers.length > 0 ? ["what its number limits was not understood"] : []),
      ...(effect === "ask" && onlyReads(each.matcher) ? ["that reading it needs a question is a guess"] : []),
    ],
  }));
  const [only] = spansOf(slots.parts.main.targets);
  const wrapper = only?.words.length === 1 ? around.commands.find((each) => each.words.indexOf(only.words[0] as string) > 0) : undefined;
  if (wrapper !== undefined && effect === "deny" && drafts.length === 1) {
    const made = replaceDraft(only as Span, wrapper);
    if (made !== null) return [{ ...made, doubts: drafts[0]?.doubts ?? [] }];
  }
  if (
    around.better !== null &&
    effect === "deny" &&
    drafts.length === 1 &&
    drafts[0]?.matcher.kind !== "path" &&
    only !== undefined &&
    slots.parts.main.targets.length === 1 &&
    only.type === "command"
  ) {
    const made = replaceDraft(only, around.better);
    if (made !== null) return [{ ...made, doubts: drafts[0]?.doubts ?? [] }];
  }
  if (around.better !== null && effect === "deny") {
    const { words } = around.better;
    const way = commandMatcher(words);
    const wide = ({ matcher, exception }: Draft): boolean => matcher.kind === "package" && exception === undefined;
    return drafts.map((each) => ({ ...each, ...(wide(each) ? { exception: way } : {}), instead: words.join(" ") }));
  }
  return [...checks, ...drafts];
}

/** Things that a sentence names and that none of its acts can be done to: they limit it in a way that nobody read. */
function unreadOf({ parts: { main, means }, branches }: Slots): string[] {
  const verbs = main.acts.map((act) => act.verb);
  const isRead = (target: Target): boolean => verbs.some((verb) => meaningOf(verb, target, branches) !== null);
  const named = spansOf(main.targets).length > 0;
  const nouns = main.targets.filter((each) => each.kind === "noun" && !NO_LIMIT.test(each.noun) && verbs.length > 0 && !isRead(each));
  const ways = named ? means.targets.filter((each) => !(each.kind === "span" && each.span.type === "flag")) : [];
  return [...nouns, ...ways].map((each) => (each.kind === "span" ? each.span.text : each.text));
}

/** Words for what a sentence is about anyway. */
const NO_LIMIT = /^(?:project|changes|tool|newbranch|document)$/;

function onlyReads(matcher: Matcher): boolean {
  return matcher.kind === "path" && matcher.access.every((each) => each === "read");
}

/** "Never use `x()`": a rule about what is written has a force and an act of its own, and no place. */
function plainly({ led, parts: { main, place } }: Slots): boolean {
  return !led && main.acts.length > 0 && place.targets.length === 0 && main.acts.every(({ verb }) => /^(?:use|import)$/.test(verb));
}

/** `new Date()`, `process.env`, `@ts-ignore`; a single word (`draw_clear`, `WebFetch`) may as well name a tool or a setting. */
function isCode(matcher: Matcher): boolean {
  return matcher.kind !== "text" || matcher.tokens.every((each) => !/^\w+$/.test(each));
}

function exceptionOf(slots: Slots): Matcher | null | "unclear" {
  const { targets, acts } = slots.parts.except;
  if (targets.length + acts.length === 0) return null;
  const verbs = slots.parts.main.acts.map((act) => act.verb);
  const found = targets.flatMap((target) => verbs.flatMap((verb) => meaningOf(verb, target, []) ?? []));
  return found.length === 0 || found.length < targets.length || acts.length > 0 ? "unclear" : any(found.map((each) => each.matcher));
}

const SECRET_CALL: Example = { call: { tool: "write", path: "src/example.ts", content: 'const apiKey = "k3y-0123456789abcdef";' } };

const RUNNING = /^(?:run|use|start)$/;
/** Acts that are forbidden as such, whatever else the sentence says. */
const RARE: ReadonlySet<string> = new Set(["forcepush", "stash", "amend", "rebase", "hardreset", "deploy", "publish"]);
/** Acts that stand alone beside others with a target: "commit, push or open PRs". */
const ALONE: ReadonlySet<string> = new Set(["commit", "push", "forcepush", "merge", "rebase", "amend", "stash", "deploy", "publish"]);

/** Acts that take the same things as those of ALONE: "commit or push `x`", "edit or commit `x`". */
const SHARES: ReadonlySet<string> = new Set([...Object.keys(PATH_ACTS), "commit", "push", "stage", "merge"]);

function meaningsOf(slots: Slots, around: Around, asks: boolean): Meaning[] | null {
  const { main, means, place, outside } = slots.parts;
  const listed = asks ? [] : labelledPaths(slots);
  if (listed.length > 0) return listed;
  const acts: readonly Act[] =
    main.acts.length > 0
      ? main.acts
      : main.targets.length + means.targets.length > 0
        ? [{ verb: impliedVerb(main.targets, slots.post && slots.session === null), form: "base" }]
        : [];
  const flags = means.targets.concat(main.targets).filter((each) => each.kind === "span" && each.span.type === "flag");
  const branches = [...slots.branches, ...branchNames(main.targets)];
  const all = main.targets.filter(
    (each) => !(each.kind === "span" && (each.span.type === "flag" || each.span.type === "quote" || branches.includes(each.span.text))),
  );
  const meanings: Meaning[] = [];
  const vague =
    slots.left.length > 0 || slots.condition.length > 0 || main.targets.some((each) => each.kind === "span" && each.span.type === "quote");
  // Things that stand before the first act are meant to be used: "Forbidden: `sudo`, editing `x`".
  const bare =
    main.acts.length > 0 && slots.post
      ? all.filter((each) => each.kind === "span" && !main.acts.some((act) => act.group === each.group))
      : [];
  for (const target of bare)
    meanings.push(
      ...targetMeaning("use", target, { branches, around, vague, asks, crowded: true, marked: slots.marked, loose: slots.left.length > 0 }),
    );
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
    if (outside.targets.length > 0) found.push(...outsideMeaning(act, outside));
    else if (flags.length > 0) found.push(...flags.flatMap((flag) => meaningOf(act.verb, flag, []) ?? []));
    else if (rest.length === 0 && means.targets.length > 0)
      found.push(...means.targets.flatMap((target) => meaningOf("use", target, []) ?? []));
    else if (rest.length === 0 || (branches.length > 0 && rest.every((each) => each.kind === "noun"))) {
      // "`dist/` is made by the build, never edit": what was named before is meant.
      const named = around.named.filter((span) => span.type === "path");
      if (branches.length === 0 && named.length > 0 && !asks && !vague) {
        meanings.push(
          ...named
            .flatMap((span) => meaningOf(verb, { kind: "span", span }, []) ?? [])
            .map((each) => ({ ...each, doubts: [...each.doubts, "what it is done to is a guess"] })),
        );
        continue;
      }
      // "Never commit half-finished work" does not forbid commits.
      const alone =
        (vague || form === "ed") && branches.length === 0 && !(asks && slots.left.length < 6) && !RARE.has(act.verb)
          ? null
          : meaningOf(act.verb, null, branches);
      // "`release` is the last version — never merge directly": what was named before is meant, in some way.
      const told = !asks && branches.length === 0 && around.named.length > 0;
      if (alone !== null && ((asks && !vague) || !(verb in CHECKS))) found.push(told ? onNamed(act.verb, alone, around.named) : alone);
      if (alone === null && asks && verb === "delete" && !vague)
        found.push({
          matcher: { kind: "path", access: ["delete"], globs: ["**"] },
          doubts: slots.auto || slots.force === "only" ? ["what must not be deleted is a guess"] : [],
        });
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
        ...targetMeaning(act.verb, target, {
          branches,
          around,
          vague,
          asks,
          crowded: asks || slots.left.length > 3,
          marked: slots.marked,
          loose: slots.left.length > 0,
        }).map((each) => (used(target) ? { ...each, doubts: [...each.doubts, "what they are used for is not said"] } : each)),
      );
    const last = acts.findLast((each) => each.group === group)?.verb;
    if (found.length === 0 && ALONE.has(verb) && last !== verb && !vague)
      found.push(...[meaningOf(verb, null, branches)].filter((each) => each !== null));
    meanings.push(...found);
  }
  return meanings.flatMap((each) => placed(slots.old ? existing(each) : each, place) ?? []);
}

function onNamed(verb: string, alone: Meaning, named: readonly Span[]): Meaning {
  const branches = branchNames(named.map((span) => ({ kind: "span", span })));
  const meaning = branches.length > 0 ? (meaningOf(verb, null, branches) ?? alone) : alone;
  return { ...meaning, doubts: [...meaning.doubts, "what it is done to is a guess"] };
}

const MANY_USES: ReadonlySet<string> = new Set([
  "npm",
  "pnpm",
  "yarn",
  "bun",
  "pip",
  "uv",
  "cargo",
  "go",
  "git",
  "gh",
  "docker",
  "kubectl",
  "terraform",
  "make",
  "python",
  "node",
  "gradle",
  "mvn",
  "aws",
  "gcloud",
]);

interface TargetContext {
  readonly branches: readonly string[];
  readonly around: Around;
  readonly vague: boolean;
  readonly asks: boolean;
  readonly crowded: boolean;
  readonly marked: boolean;
  /** Words were not understood. */
  readonly loose: boolean;
}

/** "Ask first: changes in `infra/`"; everything else that is named without an act is used. */
function impliedVerb(targets: readonly Target[], post: boolean): string {
  if (post && onlyPaths(targets)) return "change";
  const changes = targets.some((each) => each.kind === "noun" && each.noun === "changes");
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
        each.kind === "noun" && /^(?:generated|vendored|buildout|migrations|snapshots|logs|document|testfiles|changes)$/.test(each.noun),
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
const ALWAYS_KEPT = /^(?:secrets|env|locks|generated|hooks)$/;
const KEPT =
  /^(?:secrets|env|locks|generated|hooks|pr|issue|dependency|tags|releases|newbranch|history|server|migrations|vendored|worktree)$/;

function targetMeaning(verb: string, target: Target, { branches, around, vague, asks, crowded, marked, loose }: TargetContext): Meaning[] {
  if (target.kind === "it") {
    const found = around.named.flatMap((span) => meaningOf(verb, { kind: "span", span }, branches) ?? []);
    return found.map((each) => ({ ...each, doubts: [...each.doubts, `what "${target.text}" means is a guess`] }));
  }
  if (target.kind === "noun" && vague && !asks && !RARE.has(verb) && !(loose ? ALWAYS_KEPT : KEPT).test(target.noun)) return [];
  if (target.kind === "noun" && marked) return [];
  const meaning = meaningOf(verb, target, branches);
  // A program's bare name beside words that were not understood: some use of it is meant, and nobody knows which.
  const unnamed =
    crowded &&
    target.kind === "span" &&
    target.span.type === "command" &&
    target.span.words.length === 1 &&
    MANY_USES.has(target.span.words[0] as string);
  return meaning === null || unnamed || (meaning.matcher.kind === "text" && crowded) ? [] : [meaning];
}

function outsideMeaning(act: Act, { targets }: Part): Meaning[] {
  const globs = spansOf(targets)
    .filter((span) => span.type === "path")
    .map((span) => span.text);
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
  if (paths.length === place.targets.length && meaning.matcher.kind === "command")
    return { ...meaning, matcher: { kind: "command", pattern: { ...meaning.matcher.pattern, inside: paths } } };
  // "Do not use `grep` in tests" is about code.
  if (meaning.matcher.kind === "command" && place.targets.some((each) => each.kind === "noun")) return null;
  return { ...meaning, doubts: [...meaning.doubts, "the place it holds in cannot be checked"] };
}
