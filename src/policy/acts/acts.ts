// The verb × target table: what an act on a target means for a call. A pair that is not here means nothing, and the
// sentence is advice. Doubts say why a reading, though likely, is not certain.

import { byName, wordSet } from "../../base/index.ts";
import { ADDED, type Meaning, PATH_ACTS, PLACE_UNKNOWN, WRITTEN } from "./meaning.ts";
import { nounMeaning } from "./nouns.ts";
import { CHECKS } from "../kinds/checks.ts";
import { deedOf } from "../kinds/deeds.ts";
import { canRun, hasExtension, isEnding, isRemade, SYSTEM_FOLDERS } from "../kinds/fileKinds.ts";
import { CODE_FILES } from "../kinds/codePlaces.ts";
import { isLibrary } from "../kinds/libraries.ts";
import { CODE_WORDS, importOf, isSuppression, isToken } from "../kinds/writtenText.ts";
import { any, commandMatcher, flagSpellings, isKnownFlag } from "../match/patterns.ts";
import { MANAGERS } from "../match/programs.ts";
import type { Matcher } from "../match/rule.ts";
import type { Target } from "../grammar/slots.ts";
import { BRANCH_NAME, type Span } from "../tokens/spans.ts";

const GIT_ACTS: Readonly<Record<string, string>> = byName({
  commit: "commit",
  push: "push",
  go: "push",
  forcepush: "push",
  merge: "merge",
  rebase: "rebase",
  stage: "add",
  amend: "commit",
  reset: "reset",
  revert: "revert",
  stash: "stash",
  tag: "tag",
});
const STARTS: ReadonlySet<string> = new Set(["run", "start", "trigger"]);
const RUNS: ReadonlySet<string> = new Set([...STARTS, "use"]);
const quoted = (text: string): string => `\`${text}\``;

export function meaningOf(verb: string, target: Target | null, branches: readonly string[]): Meaning | null {
  if (target === null) return aloneMeaning(verb, branches);
  if (target.kind === "it") return null;
  // "Ensure no ESLint errors"
  if (target.kind === "noun" && target.noun === "suppression" && verb === "use" && /(?:errors|warnings)$/i.test(target.text)) return null;
  if (target.kind === "noun") return onlyOn(branches, nounMeaning(verb, target));
  return verb === "hardcode" ? literal(target.span) : spanMeaning(verb, target.span, branches);
}

function aloneMeaning(verb: string, branches: readonly string[]): Meaning | null {
  const matcher = deedOf(verb, "-");
  // "Never deploy to production"
  if (branches.length > 0 && (verb !== "deploy" || matcher === null)) return onBranches(verb, branches);
  if (branches.length > 0 && matcher !== null) return { matcher, doubts: [PLACE_UNKNOWN] };
  if (matcher !== null) return { matcher, doubts: verb === "publish" || verb === "release" ? ["what is published is not said"] : [] };
  const check = CHECKS[verb];
  return check === undefined ? null : { matcher: check, doubts: [`"${verb}" names no command`] };
}

function onBranches(verb: string, branches: readonly string[]): Meaning | null {
  if (verb === "merge")
    return {
      matcher: any([
        { kind: "git", actions: ["merge"], branches },
        { kind: "git", actions: ["push"], branches },
      ]),
      doubts: [],
    };
  if (verb === "switch") return { matcher: { kind: "git", actions: ["switch", "checkout"], branches }, doubts: [] };
  const action = verb === "change" || verb === "add" ? "commit" : GIT_ACTS[verb];
  if (action === undefined) return null;
  // What is committed on a branch, and what is pushed to it, both get there.
  const actions = action === "commit" && verb !== "amend" ? ["commit", "push"] : [action];
  const matcher: Matcher = {
    kind: "git",
    actions,
    branches,
    ...(verb === "forcepush" ? { force: true } : {}),
    ...(verb === "amend" ? { flags: [["--amend"]] } : {}),
  };
  return { matcher, doubts: verb === "change" || verb === "add" ? ["what is done on the branch is a guess"] : [] };
}

function spanMeaning(verb: string, span: Span, branches: readonly string[]): Meaning | null {
  switch (span.type) {
    case "command":
      return onlyOn(branches, commandMeaning(verb, span));
    case "script":
      // "Never use `hover:shadow`" is about code.
      return STARTS.has(verb)
        ? { matcher: { kind: "command", pattern: { program: "*", words: [span.text], flags: [], args: [], inside: [] } }, doubts: [] }
        : null;
    case "path":
      return pathMeaning(verb, span, branches);
    case "flag":
      return flagMeaning(verb, span);
    case "statement":
      return RUNS.has(verb) || verb === "delete" || verb === "drop" ? statementMeaning(span.text) : null;
    case "pipe":
      return RUNS.has(verb) || verb === "install" ? { matcher: { kind: "downloaded" }, doubts: [] } : null;
    case "name":
      return nameMeaning(verb, span, branches);
    case "address":
      return hostMeaning(verb, span.text);
    default:
      return null;
  }
}

/** "Never push to `release/2.x`": what is pushed to or merged and has no ending is a branch. */
function namesBranch(verb: string, name: string): boolean {
  return /^(?:push|forcepush|merge|rebase)$/.test(verb) && /^\w[\w.-]*(?:\/[\w*<>.-]+)+$/.test(name) && !/\.[a-z]\w*$/.test(name);
}

/** `rm` などの削除: the act says what the command does. */
function doesIt(verb: string, [program = "", sub = ""]: readonly string[]): boolean {
  if (verb === "delete") return /^(?:rm|rmdir|unlink|del)$/.test(program) || (program === "git" && sub === "rm");
  return program === "git" && sub !== "" && GIT_ACTS[verb] === sub;
}

function commandMeaning(verb: string, span: Span): Meaning | null {
  if (verb === "install" && span.words.length === 1) return installed(span);
  if (!RUNS.has(verb) && !doesIt(verb, span.words)) return null;
  const [program = "", ...rest] = span.words;
  // `bun <file>`: only some uses of a program that has many.
  if (span.open && rest.length === 0 && MANAGERS[program] !== undefined) return null;
  if (program === "git" && rest.length === 0) return null;
  const matcher = commandMatcher(span.words, { open: span.open });
  if (verb === "use" && isEither(span))
    return { matcher: any([matcher, { kind: "text", tokens: [span.text] }]), doubts: useDoubts(verb, span) };
  return { matcher: rest.length === 0 ? directly(matcher) : matcher, doubts: useDoubts(verb, span) };
}

/** "Never use `flex mx-auto`": as likely words of code as a command. */
function isEither({ sure, code, words: [, ...rest] }: Span): boolean {
  return !sure && code && rest.length > 0 && !rest.some((each) => each.startsWith("-"));
}

/** "Never use `set -e`" is about scripts. */
const OF_SCRIPTS = wordSet("set shopt trap source export alias declare local");

function useDoubts(verb: string, span: Span): string[] {
  const { sure, open, text } = span;
  if (!sure && !span.code && verb !== "use") return [`that ${quoted(text)} is a command is a guess`];
  const code = verb === "use" && (!sure || OF_SCRIPTS.has(span.words[0] ?? "")) ? [`${quoted(text)} may be code`] : [];
  // `cargo fmt -- <file>`
  return open && text.includes(" -- ") ? [...code, "which use of it is meant is a guess"] : code;
}

/** "Never install `x`": it may run where it is there. */
function installed({ text, code }: Span): Meaning {
  return {
    matcher: { kind: "package", actions: ["add", "install"], managers: [], packages: [text] },
    doubts: code ? [] : [`that ${quoted(text)} is a package is a guess`],
  };
}

/** "Never use `python`" is no word about `uv run python`. */
function directly(matcher: Matcher): Matcher {
  return matcher.kind === "command" ? { ...matcher, pattern: { ...matcher.pattern, direct: true } } : matcher;
}

/** "`git push --force` to main": only there. */
function onlyOn(branches: readonly string[], meaning: Meaning | null): Meaning | null {
  if (meaning === null || branches.length === 0) return meaning;
  const { matcher } = meaning;
  // "Never open PRs against `master`": a base that the command names.
  if (matcher.kind === "any" && matcher === deedOf("open", "pr"))
    return {
      ...meaning,
      matcher: { kind: "command", pattern: { program: "gh", words: ["pr", "create"], flags: [], args: branches, inside: [] } },
    };
  if (matcher.kind === "git") return matcher.branches === undefined ? { ...meaning, matcher: { ...matcher, branches } } : meaning;
  return { ...meaning, doubts: [...meaning.doubts, "the branch that it names cannot be checked"] };
}

function pathDoubts(verb: string, text: string): string[] {
  const doubts = /^(?:\*|\.\/?|\/)$/.test(text) ? ["it names everything"] : [];
  if (verb === "add") doubts.push(ADDED);
  // "Do not use `/v1`"
  if (/^\/[\w-]+$/.test(text) && !SYSTEM_FOLDERS.test(text)) doubts.push(`${quoted(text)} may be an address`);
  return doubts;
}

/** "Never run `deploy.sh`", "never use `scripts/old.py`" */
function scriptMeaning(verb: string, text: string, globs: readonly string[]): Meaning | null {
  const used = verb === "use" && /^(?:\.\/)?(?:scripts?|bin|tools?)\//.test(text);
  if (!canRun(text) || !(used || STARTS.has(verb))) return null;
  const matcher = any([{ kind: "path", access: ["execute"], globs }, commandMatcher([text])]);
  return { matcher, doubts: used && hasExtension(text) && !/\.(?:sh|bash)$/.test(text) ? ["how it is used is a guess"] : [] };
}

function pathMeaning(verb: string, { text }: Span, branches: readonly string[]): Meaning | null {
  if (namesBranch(verb, text)) return onBranches(verb, [...branches, text]);
  // "Never edit the README": whatever it ends with.
  const glob = /^(?:README|CHANGELOG|LICENSE)$/.test(text) ? `${text}*` : text.replace(/<[\w-]+>|x{3,}|X{3,}/g, "*");
  // "Never edit `.f90` files"
  const globs = isEnding(glob) ? [glob, `*${glob}`] : [glob];
  const doubts = pathDoubts(verb, text);
  if (verb === "commit" || verb === "stage" || verb === "push")
    return { matcher: { kind: "git", actions: ["add", "commit"], paths: globs }, doubts };
  if (verb === "load" && !/\.(?:mdx?|txt|rst|json|ya?ml)$|\/$|\*/.test(text)) return null;
  if (verb === "load")
    return {
      matcher: any([
        { kind: "document", names: globs },
        { kind: "path", access: ["read"], globs },
      ]),
      doubts,
    };
  const ran = scriptMeaning(verb, text, globs);
  if (ran !== null) return ran.doubts.length > 0 ? ran : { ...ran, doubts };
  const access = PATH_ACTS[verb];
  if (access === undefined) return null;
  // Whoever deletes `node_modules/` to install again edits nothing in it.
  const kept = verb === "change" && isRemade(text) ? access.filter((each) => each !== "delete") : access;
  return { matcher: { kind: "path", access: kept, globs }, doubts };
}

function flagMeaning(verb: string, { text }: Span): Meaning | null {
  const action = GIT_ACTS[verb];
  if (action !== undefined) return { matcher: { kind: "git", actions: [action], flags: flagSpellings("git", action, text) }, doubts: [] };
  if (text === "--no-verify" && (RUNS.has(verb) || verb === "skip")) return { matcher: deedOf("skip", "hooks") as Matcher, doubts: [] };
  // "Never skip `--report`" wants it.
  if (!RUNS.has(verb) && verb !== "add" && !(verb === "skip" && /^--(?:no|skip)-/.test(text))) return null;
  const matcher: Matcher = {
    kind: "command",
    pattern: { program: "*", words: [], flags: flagSpellings("*", "", text), args: [], inside: [] },
  };
  if (!isKnownFlag(text) && text.length < 5) return null;
  const telling = isKnownFlag(text) || /^--?\w+-[\w-]{4,}$/.test(text);
  return { matcher, doubts: telling ? [] : [`which program takes ${quoted(text)} is not said`] };
}

/** "Never hardcode `http://10.1.2.3:80`": an address, a path or a number as it is. */
function literal({ text, code, type }: Span): Meaning | null {
  const whole = type === "address" || /^(?:https?:\/\/|\/|~\/).{4,}|^\d{4,}$|^localhost\b/.test(text);
  if (!code || !whole || /[<>{}*…]|\.\.\./.test(text)) return null;
  return {
    matcher: { kind: "content", pattern: text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"), when: "holds", globs: CODE_FILES },
    doubts: [WRITTEN],
    reading: `denies ${quoted(text)} in new code`,
    stopped: { call: { tool: "write", path: "src/example.ts", content: `const x = "${text}";` } },
  };
}

function statementMeaning(text: string): Meaning {
  const pattern = `\\b${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+")}`;
  return { matcher: { kind: "statement", pattern }, doubts: text === "DELETE" ? ["`DELETE` may be a method of HTTP"] : [] };
}

/** "Never connect to 10.1.2.3": commands that name the host. */
function hostMeaning(verb: string, address: string): Meaning | null {
  const [, host = ""] = /^(?:https?:\/\/)?([\w.-]+)/.exec(address) ?? [];
  if (!/^(?:connect|use|deploy|push|run|change|read)$/.test(verb) || host === "" || (verb !== "connect" && address !== host)) return null;
  const pattern = `(?:^|[^\\w.-])${host.replaceAll(".", "\\.")}(?:[^\\w-]|$)`;
  return {
    matcher: { kind: "commandText", pattern, when: "holds" },
    doubts: [],
    reading: `denies commands that name \`${host}\``,
    stopped: { call: { tool: "shell", command: `ssh ${host}` } },
  };
}

const CLASS_NAME = /^(?:[A-Z][a-z0-9]+){2,}$/;

/** "Never call `console.log`" is about code. */
const isCalled = (text: string): boolean => /\)$|^\w+\.\w|::|[a-z][A-Z]/.test(text);

function nameMeaning(verb: string, span: Span, branches: readonly string[]): Meaning | null {
  const { text } = span;
  if (verb === "connect" && /\w\.\w/.test(text)) return hostMeaning(verb, text);
  if ((GIT_ACTS[verb] !== undefined || verb === "switch") && (BRANCH_NAME.test(text) || branches.length > 0))
    return onBranches(verb, [...branches, text]);
  // Git's own names for where a clone and a fork come from.
  if (verb === "push" && /^(?:upstream|origin)$/.test(text)) return { matcher: commandMatcher(["git", "push", text]), doubts: [] };
  return classMeaning(verb, span) ?? programMeaning(verb, span) ?? addedMeaning(verb, span) ?? writtenMeaning(verb, span);
}

/** "Never modify `BaseController`" */
function classMeaning(verb: string, { text, code }: Span): Meaning | null {
  if (!/^(?:change|delete|rewrite)$/.test(verb) || !code || !CLASS_NAME.test(text)) return null;
  const matcher: Matcher = { kind: "path", access: PATH_ACTS[verb] ?? [], globs: [`${text}.*`] };
  return { matcher, doubts: [`that ${quoted(text)} is in a file of its name is a guess`] };
}

function programMeaning(verb: string, { text, code }: Span): Meaning | null {
  if (verb !== "run" || isCalled(text) || !code || !/^[a-z][\w-]*$/.test(text)) return null;
  return { matcher: commandMatcher([text]), doubts: [`that ${quoted(text)} is a program is a guess`] };
}

function writtenMeaning(verb: string, { text, code }: Span): Meaning | null {
  const isWritten = /^(?:use|add|write)$/.test(verb) || (verb === "run" && isCalled(text));
  if (!isWritten || !code) return null;
  if (CODE_WORDS[text] !== undefined) return codeWord(text);
  if (!isToken(text)) return null;
  // `fetch(...)`
  return {
    matcher: { kind: "text", tokens: [text.replace(/\(\.\.\.\)$/, "(").replace(/\.\*$/, ".")] },
    doubts: isSuppression(text) ? [] : [WRITTEN],
  };
}

function addedMeaning(verb: string, span: Span): Meaning | null {
  if (!/^(?:use|add|install)$/.test(verb)) return null;
  const { text, code } = span;
  const scoped = code && /^@[a-z][\w-]*\/[\w.*-]+$/.test(text);
  if (isLibrary(text, code) || (scoped && verb !== "install" && !text.includes("*"))) return libraryMeaning(text);
  if (verb === "use") return null;
  return scoped || (verb === "install" && code && /^[a-z][\w./-]+$/.test(text)) ? installed(span) : null;
}

/** "Never use `any`" */
function codeWord(name: string): Meaning {
  const { pattern, globs, shown } = CODE_WORDS[name] as (typeof CODE_WORDS)[string];
  return {
    matcher: { kind: "content", pattern, when: "holds", globs },
    doubts: [WRITTEN],
    reading: `denies ${quoted(name)} in new code`,
    stopped: { call: { tool: "write", path: globs[0]?.replace("*", "example") ?? "", content: shown } },
  };
}

/** "Use `x`, not lodash": neither added nor imported. */
function libraryMeaning(name: string): Meaning {
  const matcher = any([
    { kind: "package", actions: ["add"], managers: [], packages: [name] },
    { kind: "content", pattern: importOf(name), when: "holds", globs: [] },
  ]);
  return {
    matcher,
    doubts: [WRITTEN],
    reading: `denies adding or importing ${quoted(name)}`,
    stopped: { call: { tool: "shell", command: `npm install ${name}` } },
  };
}

/** The branches that names stand for: "push to `main`" is one target. Beside a name, a pattern is one too: "`main` or `release/*`". */
export function branchNames(targets: readonly Target[], beside = false): string[] {
  const spans = targets.flatMap((each) => (each.kind === "span" && BRANCH_NAME.test(each.span.text) ? [each.span] : []));
  const named = beside || spans.some(({ type }) => type === "name");
  return spans.flatMap(({ type, text }) => (type === "name" || (named && type === "path") ? [text] : []));
}
