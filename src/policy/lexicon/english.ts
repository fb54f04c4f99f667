// English. A word is here only if a sentence made of such words alone means what its forms say.

import { byName, either } from "../../base/index.ts";
import type { Language, Sense } from "./language.ts";

const IRREGULAR: Readonly<Record<string, readonly [ing: string, ed: string]>> = byName({
  run: ["running", "run"],
  write: ["writing", "written"],
  read: ["reading", "read"],
  put: ["putting", "put"],
  send: ["sending", "sent"],
  make: ["making", "made"],
  reset: ["resetting", "reset"],
  overwrite: ["overwriting", "overwritten"],
  rewrite: ["rewriting", "rewritten"],
  undo: ["undoing", "undone"],
  "hand-edit": ["hand-editing", "hand-edited"],
  cut: ["cutting", "cut"],
  "re-run": ["re-running", "re-run"],
  begin: ["beginning", "begun"],
});
const DOUBLING = either`commit, stop, skip, drop, log, tag, ship, plan, submit, rerun, wrap, squat, squelch, put, rm, kickof`;
const DOUBLED = new RegExp(`(?:${DOUBLING})$`);

/** Words before a verb: "force push", "manually edit". */
const ADVERB = /^(?:force|hard|cherry|hand|auto|git|manually|directly) /;

/** `edit` → edit, edits, editing, edited; of several words the first verb changes. */
function inflect(phrase: string): readonly (readonly [string, Sense["form"]])[] {
  const adverb = ADVERB.exec(phrase)?.[0];
  if (adverb !== undefined) return inflect(phrase.slice(adverb.length)).map(([word, form]) => [adverb + word, form]);
  const [word = "", ...rest] = phrase.split(" ");
  const tail = rest.length === 0 ? "" : ` ${rest.join(" ")}`;
  const [ing, ed] = IRREGULAR[word] ?? formsOf(word);
  const plural = /(?:s|sh|ch|x|o)$/.test(word) ? `${word}es` : /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
  return [
    [word + tail, "base"],
    [ing + tail, "ing"],
    [ed + tail, "ed"],
    [plural + tail, "s"],
  ];
}

function formsOf(word: string): readonly [string, string] {
  if (/[^e]e$/.test(word)) return [`${word.slice(0, -1)}ing`, `${word}d`];
  if (/[^aeiou]y$/.test(word)) return [`${word}ing`, `${word.slice(0, -1)}ied`];
  const last = DOUBLED.test(word) ? word.charAt(word.length - 1) : "";
  return [`${word}${last}ing`, `${word}${last}ed`];
}

export const ENGLISH: Language = {
  name: "en",
  verbLast: false,
  inflect,
  words: {
    other:
      "[the] (tests|linters|linter|formatter) directly, keep pushing, (from|in|of|for|the) staging, staging (environment|server|database|cluster|env|area), the main (repo|repository|checkout|worktree|process|thread|app|agent), merge (commit|commits|conflict|conflicts), bump type, (main|shared|primary) checkout, (schema|api|format|protocol|data|config|python|node|language|major|minor|patch) (version|versions), production (code|build|builds|bundle|use|mode|ready|quality)",
    never: {
      pre: `none of (the following|these) [commands|files] (may|must|should|can) [ever] be, never [ever], do not [ever], don't [ever],
        dont, must not [ever], must never, mustn't, may not, may never, shall not, shall never, should never, can never, under no
        circumstances [may|must|should|can|shall|will], in no case, on no account, refrain from, (what|things) (not|never) to, no, never do, do not do, must not do, is
        never, are never, (do not|don't) (get|try|attempt) to, never attempt to, never try to, not to, has no permission to, nobody may, no
        one may, no agent may`,
      nobody: "nobody [ever], no one [ever], nothing [ever] [is|gets]",
      readonly: `(is|are|stays|stay|remains|remain|be|as) [strictly|absolutely|completely|considered] read only,
        [is|are|stays|stay|remains|remain|be|as] [strictly|absolutely|completely|considered] (read-only|immutable|frozen| untouchable), hands off, (don't|do not) go (there|near (it|them)|in there), stay out of, keep out of, stay away from, sacred, taboo, protected (files|paths|directories|folders), [make] no (change|changes|edits|modifications) (to|in|inside|under|within), leave (it|them|this|that|those|these) [exactly] [alone|be|as is|as it is], let (it|them) be, untouched, (remain|remains|stay|stays|left|be left) unchanged, as-is, exactly as (it is|they
        are)`,
      uncommitted:
        "out of (git|[the] (version control|source control|repo|repository|git history|commits)), (stay|stays|remain|remains|kept|keep) (ignored|gitignored|git-ignored|untracked|uncommitted|out of version control)",
      post: `(is|are|stays|remains|stay|remain) [strictly|absolutely|always] (forbidden|prohibited|banned|disallowed|not allowed|not
        permitted| off-limits|off limits), (is|are) (not|never) (used|wanted|welcome) (here|anywhere|in this (project|repo|repository|codebase)), [strictly|absolutely] (forbidden|prohibited|banned|not allowed|not
        permitted|disallowed|off-limits|off limits) [for (edits|changes|you|agents|claude|ai)], don'ts, prohibitions, [what] [you|agents|we] (must never|never|must not|should never)
        do, prohibited actions, forbidden actions, red line, red lines, hard no, zero tolerance`,
    },
    soft: "should not, shouldn't, avoid, cannot, can't, can not, try not to, better not, discouraged, anti-pattern, anti-patterns",
    weak: `does not, doesn't, did not, didn't, is not, isn't, are not, aren't, was not, won't, will not, would not, has not, have not,
      hasn't, haven't, not required, not needed, need not, (should|must|shall) not need [to], shouldn't need [to], (do not|don't|does
      not|doesn't|no) need [to], do not have to, don't have to, not necessary, not mandatory, not only, no longer, no less than, not just,
      not yet, (read-only|immutable|frozen) (package|access|mode|tool|tools|server|client|copy|replica|view|operations), no matter, (do not|don't) bother, whether or not, could not, couldn't, neither, none, do not ask, don't ask, ask
      yourself, ask [the user|the developer|user|them|me] (if|whether), without
      asking first if, not currently, (may|might) not (have|exist|work|need|know|contain|support), not supported, no such, do not worry, there is no, there are no, has no, have no, do not apply, no
      effect, no changes, no change, no manual, no separate, no additional, no special, no explicit`,
    must: `must [always], always, have to, has to, make sure [to|you|that you|that], be sure to, ensure [you|that you|that], remember to,
      need to, needs to, shall, required to, do not forget to, don't forget to, never forget to, mandatory, is mandatory, it is
      (mandatory|required) to, is required, are required`,
    should: "should [always], ought to, please always, is recommended, recommended, prefer, preferably, preferred",
    only: {
      "": "only, exclusively, solely",
      within:
        "work only, only work, only ever work, stay (in|inside|within), (confine|restrict|keep) (yourself|[all|your|any] (changes|edits|modifications|work)) (to|in|inside|within)",
    },
    permit: `may, can, feel free to, free to, it is fine to, it's fine to, ok to, okay to, do not hesitate to, don't hesitate to, optional,
      optionally, is allowed, are allowed, allowed, [is|are] encouraged, could, might, safe to, always ok, exception, exceptions, exempt, fine, ok, okay, is
      fine, are fine, no approval needed, without asking is fine, you are welcome to`,
    ask: `[explicit|prior|written|human|manual|owner] (approval|permission|consent|confirmation|sign-off) [is|are] (required|needed|necessary) [for|to], (talk|speak) (to|with) [me|us|the team|the user], (tell|warn|ping|message) me, discuss [it] with (me|us), run it (by|past) me,
      let me know, only i [may|can|should], ask, ask [me|the user|user|us] for, confirm, check with, check in with, stop and ask, pause and ask, double-check with, ask
      first, verify with, let (the user|users|me|humans|a human|the owner), leave to the user, left to the user, (by|only by) the user
      only, only the user [may|can|should|must], [the] (user|human|maintainer|owner|maintainers) (handles|does|makes|performs|manages|will
      handle|will do|will make), i (handle|do|make|will handle|will do|will make), i'll (handle|do|make), (is|are) (done|handled|made|performed|run|executed|triggered) by [the|a] (user|maintainer|maintainers|owner|human|humans|team) [only], only (humans|maintainers|a human) [may|can|should|must], [is|are] for (humans|maintainers|people|admins|the user|me) only, (humans|maintainers) only`,
    needs: "get, obtain,  require, requires, requiring, need, needs, wait for, pause for, needing, gated, await",
    consent: `approval, permission, consent, confirmation, sign-off, signoff, authorization, go-ahead, instruction, instructions, request,
      requests, requesting, asking, being asked, asked, told, requested, instructed, approved, permitted, agreed, asks, approves, confirms, says so,
      directed, say so, being told, agreement, demand, instructs, tells, specifies, approve, discussion, discussing, discuss, discussed, tell, tell
      you to, agrees, wants, (my|our|an|explicit|his|her) (ok|okay), say-so, green light, says, say, specified, noted, stated, permits, allows, validation, oversight`,
    without: "without [any]",
    unless: { unless: "unless, except when, except if, unless and until, if not", until: "until, till" },
    granted: { when: "when, if, upon", after: "after, only after", on: "on", with: "with" },
    who: `user, users, user's, me, us, owner, maintainer, maintainers, human, person, team, [the]
      (platform|infra|security|core|data|design) team, explicit, explicitly, prior, clear, specific, specifically, express, expressly,
      written, otherwise, has, have, being, for it, for this, to do so, so, do so, for that, to do it, developer, developers, operator, do,
      my, clearly, author, in chat, reviewer, lead, admin, engineer, engineers`,
    most: "at most, no more than, max, maximum, up to, under",
    number: { 1: "one, a single, once", 2: "two, twice", 3: "three" },
    old: `(that (have|has)|after (it|they) (have|has)|after (they've|it's)|once) (already|been|already been) (run|applied|merged|shipped|committed|deployed), already
      (run|applied|merged|deployed|committed), (already-run|already-applied|already-merged), existing, applied`,
    auto: "automatically, auto, on your own,  proactively, autonomously",
    before: "before [any|every|each|you|your], prior to, ahead of, pre",
    first: `first, beforehand, [at] [the] (start|beginning) of (each|every|a|the|any|your) (session|conversation|task), session start, on
      session start, on startup, (start|begin) (every|each|a) session by, start by, when starting a (session|task|conversation), read
      first, start here`,
    next: "then, and then, only then, and only then, afterwards",
    instead: { of: "instead of, rather than, in place of, in lieu of", over: "over" },
    not: "not, and not, but not",
    except: "except [for|in], other than, apart from, excluding, with the exception of, aside from",
    in: { in: "in, inside [of], within, below, anywhere in,  of,  from", outside: "outside [of]" },
    to: "to, into, onto, against, at",
    with: `via, using, through, by using, by, (is|are) [auto-|automatically
      ](generated|produced|managed|created|updated|maintained|handled) (by|from|with|via|through|using)`,
    and: "and, &, plus, as well as, nor,  along with",
    or: "or",
    such: {
      others: "(or|and) [any] other",
      "": `such as, like, including but not limited to, and similar [files|patterns|commands], or similar [files|patterns|commands], eg,
      for example, including, especially, for instance, etc, notably, in particular`,
    },
    if: {
      when: "whenever, anytime, any time (you|that), each time (you|that), while, during, where, as long as, in case, in which case, depending on, based on, assuming, provided, until after",
      why: "hence, therefore, thus, that is why, for that reason, for this reason, which is why, consequently",
      reason:
        "not even, even (if|when|though|for|on|to|in|during|temporarily), because, or else, otherwise it, otherwise they, as it is, as they are, since it, since they, since this",
      purpose: "to (ensure|verify|validate|confirm|catch|avoid|prevent|keep|check|check that|make sure)",
      tail: "for, since, so that, than, which, that, whose, who, but, though, although, due to, other, else, in order to, too, however",
      manner: `as, merely, between, concurrently, in parallel, per, again, together, simultaneously, separately, at once, alone, multiple, more
        than, in (one|a single|the same|a separate|separate|different|individual) (commit|commits|pr|prs|pull request|pull
        requests|step|change| command|go)`,
    },
    it: "it, its, them, they, this, these, those, there, ones, everything, things, the same, their, itself, above, below that",
    filler: {
      limiting: "bare, plain",
      described: `generated, auto-generated, translated, compiled, deprecated, legacy, raw, vendored, obsolete, individual, current, local`,
      thing: `cli, class, command, commands, content, contents, line, lines, trailer, trailers, footer, footers, flag, flags, option, statement, statements, query, queries, script, scripts, operation, operations, action, actions, checklist, type, rule, rules`,
      "": `answer, answers, message, reply, replies, response, responses, keep, treat, by itself, by themselves, on its own, on their own, and fix [any|all|the]
        (errors|issues|failures|warnings|problems|violations), ci (handles|does|runs) (it|this|that), at all costs, ready, ready for
        review, for review, for (package management|all package management|package installs|dependency management|everything|all
        commands|package operations), anything, something, in (this|the following) order, in the same session, every time, (want|wants|like|plan|intend) to, [are] about to, to (want|wish) to, as (separate|standalone|extra|individual) files, (on|to)
        (any|every|all) (branch|branches), of this (repo|repository|project), the, a, an, any, all, every, each, your, our, own, please,
        just, simply, immediately, [to] stdout, as the (last|final|first) step, (application|project|repo)'s, also, anywhere, deprecated, even, ever, either, both, you, agent, agents, ai, assistant, [ai|coding] (agents|assistants), this
        (agent|assistant|bot), strictly, absolutely, critical, important, note, warning, file, files, folder, folders,
        directory, directories, path, paths, the following, following, manually, by hand, directly, hand, yourself, at
        all, here, we, be, been, is, are, in (this|the|our) (repo|repository|project|codebase|monorepo|workspace), under any circumstances,
        at any time, will, instead, direct, manual, actual, real, such, of any (kind|sort|form), in any
        (form|way|case), on this (box|machine|host|server|laptop), (to|into|from) [the|your|our|any|a] (git|github|version control|source
        control|repo|repository|git history|vcs|codebase|remote|origin| remote repository|git repository), to (npm|pypi|crates.io|rubygems|maven central), in [the|your|our]
        (github|repo|repository|codebase|remote|git repository), (is|are|be|been) [auto-|automatically
        ](generated|autogenerated|gitignored|git-ignored|ignored), auto-generated, green,
        clean, succeed, succeeds, passed, passing, and passes, be green, is green, anything (into|to|below|within|inside|under|in), this (repo|repository|project|codebase) uses, straight, locally, (to install|for installing) (things|packages|dependencies|deps|stuff|anything), now, in-place, period, at minimum, no exceptions, when working with code [in (this|the) (repo|repository|project|codebase)], when
        (working|operating|contributing|modifying|making changes) [in|on|to|with|within] (this|the)
        (repo|repository|project|codebase|workspace), when (making|adding|writing) [code] (changes|code), for (all|every|any) [git] (commit|commits), in full, fully, entirely, it is critical,
        claude, codex, copilot, i, anything under, anything in, i'll do (it|that|this) [myself], i (do|will do) (it|that|this) [myself], myself, per session, per message, per reply, a reply, successfully, passes, pass, and verify, new`,
    },
    act: {
      hardcode: "hardcode, hard-code, embed",
      run: "run, pipe, execute, invoke, call, launch, trigger, rerun, re-run",
      use: "use, fall back to,   utilise, reach for",
      start: "start, restart, spin up, boot",
      change: `edit, modify, change, touch, alter, hand-edit, update, rename, move, reformat, write to, manually edit, manually
        modify, make [any|manual|direct|code|your] (changes|edits|modifications) [to|in], patch, write [any] code, start coding, perform
        [any] (actions|operations|changes), do anything, mess [around] with, fiddle with, tamper with, meddle with, screw with, mess up,
        play [around] with, (start|begin) [any|a|the|each|every|new] [new] [development|implementation]
        (work|task|tasks), implement, work on, start implementation, proceed`,
      overwrite: "overwrite",
      create: "create, recreate, re-create, make, submit, raise, cut, propose,  file an",
      write: "write",
      add: "add, re-add, contain, carry, introduce, include, put, insert, append, mention, attach, pull in",
      delete: "delete, remove, erase, wipe",
      drop: "drop, truncate",
      read: "read,  view, look (at|in|into|inside), peek (at|into|inside), inspect, access, review, consult, check",
      open: "open",
      print: "print, display, show, output, dump, echo, cat, quote, copy, expose, paste, log, leak",
      pull: "pull, git pull",
      load: "load, inject",
      ready: "mark, flag",
      commit: `in (git|version control|source control|git history), commit, (end up|land|appear) in (git|the repo|the repository|commits|a
        commit), check in, check [any|the|your] (file|files|code|anything|artifacts|binaries) (in|into),
        (make|create|do) [any|new|your|the] commits, (make|create) a commit, git commit, git commits, auto-commit, auto commit, commit [any|your|the|all]
        (changes|code|work), commit anything`,
      stage: "stage, git add",
      push: "push, git push, (make|do) [any|new|your|the] pushes,  push [any|your|the|all] (changes|code|work|commits), push anything",
      go: "go (straight|directly), land",
      forcepush: "force-push, force push",
      merge: "merge",
      rebase: "rebase",
      amend: "amend, amend commits",
      reset: "reset",
      hardreset: "hard reset",
      revert: "revert,  restore",
      stash: "stash, git stash",
      cherrypick: "cherry-pick",
      tag: "tag",
      switch: "switch, switch to, check out, checkout",
      discard: "discard,  undo, lose",
      install: "install",
      upgrade: "upgrade, bump",
      publish: "publish",
      deploy: "deploy",
      release: "release,  create releases",
      import: "import, import from, require from, depend [directly] on",
      skip: "skip, bypass, disable,  ignore, suppress, work around",
      connect: "connect to, log in to, log into, ssh into, ssh to, point at",
      send: "send, email",
      close: "close",
      comment: "comment on",
      post: "post",
      kill: "kill, terminate, stop",
      rewrite: "rewrite",
      regenerate: "regenerate, re-generate",
      follow: "follow, adhere to, conform to,   respect",
      prefix: "start with,  prefix with,   prefixed with",
      test: "test",
      lint: "lint",
      format: "format, auto-format",
      build: "build, compile, rebuild",
      typecheck: "typecheck, type-check, type check",
    },
    noun: {
      secrets: `[any|real|live|hardcoded|hard-coded|plaintext] (secret|secrets|credential|credentials|access key|access keys|api key|api
        keys|api-key|api-keys|private key|private keys| access token|access tokens|password|passwords|tokens|api token|api
        tokens|credential file|credential files| secret keys|secret files|keys|auth tokens)
        [(in|into) [the|our|your|this|any] (code|codebase|source|source code|repo|repository|source files|config files|config)]`,
      env: "(env|environment|dotenv) (file|files)",
      generated:
        "[auto-|auto |automatically ]generated (file|files|code|source|sources|output|outputs|artifact|artifacts|types|clients|bindings)",
      locks: "[dependency|package] (lockfile|lockfiles|lock file|lock files)",
      migrations: "[database|db|old] (migrations|migration files|migration file)",
      changelog: "changelog, change log, the changelog",
      ci: "ci (config|configuration|workflows|workflow files|files|pipeline|pipelines), github actions workflows, [github] workflows",
      buildout: "build (output|outputs|artifacts|artefacts|products)",
      binaries: "[large] (binaries|binary files)",
      logs: "log files, local logs, debug logs",
      manifests: "package manifests, dependency manifests",
      snapshots: "snapshots, snapshot files",
      vendored: "vendored (code|files|dependencies), third-party code",
      dependency: `[new|third-party|third party|external|extra|additional|npm|python|runtime|any|heavy|production] [runtime|npm|external|
        third-party] (dependency|dependencies|deps|packages|libraries|crates|package|library|node modules)`,
      system: "(system|global) [npm|pip|node|python] (packages|dependencies), packages globally, globally",
      newbranch: "[new|feature|git] (branch|branches)",
      draftpr: `draft (pr|prs|pull request|pull requests), (pr|prs|pull request|pull requests) (as drafts|as draft|as a draft|in draft
        mode|in draft)`,
      signoff: "signed off,   dco sign-off,  [a] signed-off-by [line|trailer]",
      pr: "(requesting|asking for|request|ask for) [a] review, (pr|prs|pull request|pull requests|merge request|merge requests|mr|mrs)",
      prtitle: "(pr|pull request) (title|titles|description|descriptions|body|bodies|comment|comments)",
      issue: "[github] (issue|issues|ticket|tickets)",
      tags: "[git|release|version] (tag|tags)",
      releases: "releases, a release",
      hooks: "[git|pre-commit|commit|pre-push|husky] (hook|hooks), pre-commit, pre-commit checks",
      history: "[git|commit|public|published|shared] history",
      changes: `[uncommitted|local|unstaged|existing|unrelated|user|user's|my|working tree] [uncommitted|local] (changes|edits|work|
        modifications)`,
      container: "[docker|running] (container|containers)",
      service: "(system|systemd|linux) (service|services), (nginx|apache|systemd)",
      server: "[dev|development|local|preview|web] (server|servers)",
      database: "[production|prod|live] (database|databases|db|tables|table|schema)",
      document: "[new|extra|additional] (markdown|documentation|doc|docs|md|readme|summary) (file|files), documentation, docs, new docs",
      version: "[the|a|any] [package|app|project|crate|plugin|package.json] (version|versions|version number|version numbers)",
      production: `[the|a|any] (production|prod) (environment|env|server|servers|system|systems|cluster|clusters|machine|machines|host|hosts
        |account|context|data|resources|infrastructure|infra|instance|instances), (against|on) (production|prod), production, prod`,
      project: "[the|this|your] (repo|repository|project|workspace|working directory|project root|project directory|project folder)",
      root: "root (privileges|access|user), as root",
      mail: "emails,  mail",
      running: "[running] processes",
      gitconfig: "git config",
      network: "[the] (network|internet), network (access|calls|requests), external (services|apis|requests)",
      comments: "(github|issue|review) (comment|comments)",
      branchname: "branch (name|names|prefix|prefixes|naming)",
      message: `[for] [all|your|any|every] [git] commit (format|style|convention|conventions|message format|message style|message
        convention), for [all|your|any] [git] commit (message|messages), commit and (pr|pull request) (title|titles|message|messages),
        [git] commit (message|messages|title|titles|subject|subjects|description|descriptions|msg|msgs|body|bodies|trailers), subject line`,
      attribution: `[ai|agent|agent/ai|claude|tool|any ai|llm|model]
        (attribution|attributions|co-author|co-authors|coauthors|co-authorship), [yourself|claude|ai|an ai|an ai tool|yourself or an ai
        tool|yourself or claude|an agent|agents] as [a|the] [commit] (co-author|coauthor|author), co-authored-by
        [trailer|trailers|line|lines|footer|footers|claude|tag|tags], generated with claude code, (claude or ai|ai or claude|ai
        assistance|ai tools|ai involvement|ai generation|any ai)`,
      conventional: `semantic (commits|commit messages), conventional (commit|commits)
        [format|style|specification|spec|convention|conventions|message|messages|standard|prefixes| guidelines]`,
      english: "english, in english",
      chinese: "chinese, in chinese",
      japanese: "in japanese",
      korean: "in korean",
      german: "in german",
      emoji: "emoji, emojis",
      dashes: "(em|en) (dash|dashes), (em-dash|em-dashes|en-dashes)",
      chars: "characters, chars",
      tests: "[the|all|unit|relevant|full] (tests|test suite|unit tests|test suites)",
      linter: "[the] (linter|lint|linting|linters|lint checks)",
      formatter: "[the] (formatter|formatting)",
      types: "type checks, type checking, the type checker, typechecking, typecheck",
      destructive: "(destructive|dangerous) [git|terminal|shell] (commands|operations|actions|command|ops)",
      worktree: "worktree, worktrees",
      testfiles: "[new] (test files|test file)",
      gitany: "git (commands|operations|actions|write operations)",
      subject: "subject, subjects, title, first line, summary, summaries, summary line",
      suppression: `inline (suppressions|suppression|disables|ignores), (eslint|lint|linter|biome|type|typescript|ruff|mypy) (disable|ignore|suppression) [comment|comments|directives],
        (eslint|lint|linter|biome|type|typescript|ruff|mypy|clippy) (warnings|errors|rules|lints|suppressions)`,
      remarks: "code comments, docstrings",
      throughpr: `(go|goes|be made|be submitted|land|be merged|happen|come in) (through|via|by) [a|the] [feature] [branch and [a]]
        (pr|prs|pull request|pull requests) [workflow|only]`,
      todo: "(todo|todos) [comment|comments]",
      dbfiles: "(database|sqlite|db) (file|files)",
      tool: "tool, tools, mcp tool",
      manager: "as [the|our|your|its|a] [primary|only|default|main|sole|single] package manager, package manager, package managers",
    },
    branch: {
      "main master": `(to|on|onto|into|against) [the] (default|protected|primary|base|production) (branch|branches), protected branches,
        (to|on|onto|into) [the] (main or master|main/master|main and master|master or main|master/main) [branch|branches]`,
      main: "(to|on|onto|into|against) [the] main [branch], [the] main branch, main directly, to origin/main, to origin main",
      master: "(to|on|onto|into|against) [the] master [branch], [the] master branch, to origin/master",
      develop: "(to|on|onto|into) [the] develop [branch], [the] develop branch",
      dev: "(to|on|onto|into) [the] dev [branch], [the] dev branch",
      "development develop dev": "(to|on|onto|into) [the] development [branch], [the] development branch",
      upstream: "(to|on) [the] upstream [remote|repository|repo]",
      trunk: "(to|on|onto|into) [the] trunk",
      staging: "(to|on|onto|into) [the] staging [branch]",
      production: "(to|on|onto|into) [the] (production|prod) [branch]",
      release: "(to|on|onto|into) [the] release branches",
    },
    session: {
      shared: `[in|for|during] [a|any|the] (shared|group|public|multi-user) (session|sessions|chat|chats|context|contexts|channel|channels|
        conversation|conversations)`,
      main: "[in|for|during] [a|the] (main|private|direct|personal|one-on-one) (session|sessions|chat|chats|conversation|conversations)",
    },
  },
};
