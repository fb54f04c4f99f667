// Everything a person reads at run time is plain English: help, messages, the page, README and docs. Phrases that readers
// stumbled over are listed once, with what to write instead, and looked for in each of these places.

import { globSync, readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { COMMANDS, helpFor, overview } from "../../src/cli/index.ts";

/** In messages, docs, comments: nowhere. */
const ANYWHERE: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(?:your|my|nobody's|(?:a |the )person's) word\b/i, "approval"],
  [/\bbrought home\b|\blast words\b/i, "saved"],
  [/\bto the byte\b/i, "exactly"],
  [/\bfor ever\b/i, "always, permanently"],
];

const BANNED: ReadonlyArray<readonly [RegExp, string]> = [
  ...ANYWHERE,
  [/\bwhat waits\b|\bnothing waits\b|\bthings? waits?\b|\bentr(?:y|ies) (?:that )?waits?\b|\bwaits? for (?:a person|you)\b|\bwaits? in staging\b/i, "pending, needs your approval"],
  [/\bwants? a terminal\b/i, "interactive terminal only"],
  [/\ba hand (?:changed|edit|did|wrote)|\bhand edits?\b|\bone hand\b/i, "you edited, edited outside Codicil"],
  [/\bheld lines?\b|\blines? held\b|\b(?:is|are) held\b|\brules? holds?\b|\bred lines (?:still )?hold\b/i, "enforced, quarantined"],
  [/\bstands? beside\b|\bas it stands\b|\b(?:stands?|stood) (?:there|here|exactly|in)\b|\bshall stand\b/i, "is, occurs"],
  [/\btak(?:en?|es|ing) back\b|\btakes? (?:it|this|that|them) back\b|\bchange back\b/i, "undo"],
  [/\bgo(?:es)? on (?:where|with|here|there|as)\b/i, "continue, can be resumed"],
  [/\bthe will of\b/i, "memory, identity and rules"],
  [/\b(?:daemon|server|host) is away\b/i, "lost connection"],
  [/\bin so many words\b|\bwithout a word\b|\bin its own words\b/i, "explicitly, silently"],
  [/\bdirective lines?\b|\blines? asks? for nothing\b/i, "instructions, no instruction"],
  [/(?<![\d.,])\b1 times\b/i, "once"],
  [/\bperson's act\b|\ba person decides\b/i, "needs your approval"],
  [/\bbrings? (?:it|them) home\b|\bhand's (?:edit|change)\b/i, "recovers, an edit outside Codicil"],
  [/\bthe word on\b|\bcannot hold it\b|\bholds? the line\b/i, "the decision on, enforce"],
  [/\b(?:deltas|proposals|entries) (?:that|which) wait\b/i, "pending"],
  [/\bwaits? for (?:the person|nobody)\b/i, "needs approval, needs no approval"],
  [/\bheld (?:by a test|back)\b|\b(?:is|are) not heard\b/i, "enforced, quarantined, ignored"],
  [/\bis told to you\b|\band that is said\b|\bnot on sale\b/i, "you are told, and says so, nothing opens"],
  [/\bnever the truth\b|\b(?:is|are) no matter\b/i, "only a cache, ignored"],
  [/\bbut for (?:its|what|those)\b/i, "except"],
  [/\bsay --\w/i, "run it again with"],
  [/\b(?:chat|it) beats\b|\bdid not stop\b(?! (?:the|a|it)\b)|\bis ended now\b/i, "runs, has not ended, was ended"],
  [/(?<!(?:there|where|which|and) )\b(?:is|are) no (?:(?:plain|regular|small) )?(?:file|text|path|port|project|host|object|change|document|event|message|script|remote|cursor|snapshot|UTF-8|opening)\b/i, "is not a file"],
  [/\bgate is (?:alive|dead)\b|\bno key opens\b|\b(?:has|have) run out\b(?! of)/i, "works, nobody can allow, expired"],
  [/\bstands? (?:only|nowhere)\b|\bpassed over\b|\bno way back\b|\binstructs agents\b/i, "is only, skipped, cannot be undone, gives agents instructions"],
  [/\b(?:answer|turn) is under way\b|\bis under way\. /i, "in progress"],
];

/** In guides, glossary and skills also; some messages and figures still have these. */
const IN_GUIDES: ReadonlyArray<readonly [RegExp, string]> = [
  ...BANNED,
  [/\banew\b|\bof before\b|\b(?:no person|nobody)'s\b/i, "again, earlier, belongs to no person"],
  [/\b(?:passed|read) over\b|\bends? to hold\b|\bno way back\b/i, "skipped, its limits, cannot be undone"],
  [/\bstands? (?:above|behind|around|nowhere|so|for)\b/i, "is"],
  [/\blies? (?:there|in|on|below|outside)\b/i, "is"],
  [/\bwhat (?:becomes|became) of\b|\b(?:is|are) spoken\b/i, "the state of, supported"],
];

/** In comments a lock is held and a query may be without a word. */
const IN_COMMENTS: ReadonlyArray<readonly [RegExp, string]> = [
  ...ANYWHERE,
  [/\ba hand\b(?!-)|\bhand edits?\b/i, "somebody, an edit outside Codicil"],
  [/\b(?:stands?|stood) (?:there|here|before|behind|at|on|in(?! for| the way))\b(?! it)/i, "is, was"],
];
const NAMES: ReadonlyArray<readonly [RegExp, string]> = [
  [/^desk$|Desk|^[lL]uggage$|ByHand$|^waitsFor|^whatWaits$/, "deps, exchange, outside, pending"],
];

/** SQL, and what the readers of people's text look for: the program does not say it. */
const LEXICON = /store\/(?:postgres|migrations)\/|lexicon|grammar\/|judging\/|directives|irregular|runtime\/memory\/words|recall\/reading|doctoring\/words|contradictions/;

interface Said {
  readonly place: string;
  /** Where in the file; its line is counted when it is needed. */
  readonly at?: { readonly source: string; readonly start: number };
  readonly text: string;
}

function found(said: readonly Said[], banned = BANNED): string[] {
  return said.flatMap(({ place, at, text }) =>
    banned.flatMap(([pattern, instead]) => {
      const hit = pattern.exec(text);
      return hit === null ? [] : [`${place}${at === undefined ? "" : `:${at.source.slice(0, at.start).split("\n").length}`}: "${hit[0]}" → ${instead}  | ${text.slice(Math.max(0, hit.index - 60), hit.index + 60).replace(/\s+/g, " ")}`];
    }),
  );
}

/** String literals, the fixed parts of templates, and text of JSX; never comments or names. */
function literals(file: string, source = readFileSync(file, "utf8")): Said[] {
  const said: Said[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (node === null || typeof node !== "object") return;
    const each = node as { type?: string; value?: unknown; start?: number };
    const text = each.type === "TemplateElement" ? (each.value as { cooked?: string }).cooked : each.type === "Literal" || each.type === "JSXText" ? each.value : undefined;
    if (typeof text === "string") said.push({ place: file, at: { source, start: each.start ?? 0 }, text });
    Object.values(node).forEach(walk);
  };
  walk(parseSync(file, source).program);
  return said;
}

/** Comments, and the names in the code. */
function remarks(file: string, source = readFileSync(file, "utf8")): { comments: Said[]; names: Said[] } {
  const { program, comments } = parseSync(file, source);
  const names = new Set<string>();
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (node === null || typeof node !== "object") return;
    const { type, name } = node as { type?: string; name?: unknown };
    if (type === "Identifier" && typeof name === "string") names.add(name);
    Object.values(node).forEach(walk);
  };
  walk(program);
  return { comments: comments.map(({ value }) => ({ place: file, text: value })), names: [...names].map((text) => ({ place: file, text })) };
}

const lines = (file: string): Said[] => readFileSync(file, "utf8").split("\n").map((text, at) => ({ place: `${file}:${at + 1}`, text }));

describe("plain English", () => {
  it("help says nothing that readers stumble over", () => {
    expect(found([{ place: "help", text: overview() }, ...COMMANDS.map((command) => ({ place: `help ${command.name}`, text: helpFor(command) }))])).toEqual([]);
  });

  it("messages of the program and of the page do not either", () => {
    const files = [...globSync("{src,words}/**/*.ts"), ...globSync("web/**/*.{ts,tsx}")].filter((file) => !LEXICON.test(file));
    expect(files.length).toBeGreaterThan(300);
    expect(found(files.flatMap((file) => literals(file)))).toEqual([]);
  });

  it("the Chinese page has one word for a thing", () => {
    // A token is one of text, not a key; a host is a program, not a machine; a line is enforced, not run.
    const words = globSync("{web/words,words/terminal}/*.ts").flatMap((file) => literals(file));
    expect(words.filter(({ text }) => /令牌|主机|已执行/.test(text))).toEqual([]);
    expect(words.filter(({ text }) => /词元|宿主|强制/.test(text)).length).toBeGreaterThan(20);
  });

  it("comments and names do not either", () => {
    const files = globSync("{src,words,web,test,scripts,bench}/**/*.{ts,tsx}").map((file) => remarks(file));
    expect(files.length).toBeGreaterThan(1000);
    expect(found(files.flatMap(({ comments }) => comments), IN_COMMENTS)).toEqual([]);
    expect(found(files.flatMap(({ names }) => names), NAMES)).toEqual([]);
  });

  it("negative control: a comment and a name of the list are found", () => {
    const { comments, names } = remarks("broken.ts", "/** What stands there by a hand. */\nexport const sessionDesk = 1;");
    expect([found(comments, IN_COMMENTS).length, found(names, NAMES).length]).toEqual([2, 1]);
  });

  it("README and docs do not either", () => {
    expect(found(["README.md", ...globSync("docs/*.md")].flatMap(lines))).toEqual([]);
  });

  it("guides, glossary and skills do not either, and are stricter", () => {
    const guides = globSync("docs/*.md").filter((file) => !/(?:benchmarks|first-sight|cli|errors)\.md$/.test(file));
    expect(found(["AGENTS.md", "ARCHITECTURE.md", "CONTEXT.md", ...guides, ...globSync("skills/**/*.md")].flatMap(lines), IN_GUIDES)).toEqual([]);
  });

  it("negative control: a riddle in a guide is found, a plain sentence with the same words is not", () => {
    const guide = ["The index is never the truth: it is made anew.", "The owner stands above the roles.", "It rebuilds the index. One process holds the lock.", "The truth is in the ledger."];
    expect(found(guide.map((text) => ({ place: "guide", text })), IN_GUIDES).map((each) => /"([^"]+)"/.exec(each)?.[1])).toEqual(["never the truth", "anew", "stands above"]);
  });

  it("negative control: a message with a listed phrase is found, a comment or a name is not", () => {
    const broken = 'say(`${n} things wait for your word`); // what waits\nconst whatWaits = "a held line";';
    expect(found(literals("broken.ts", broken)).map((each) => each.split(":").slice(0, 2).join(":"))).toEqual(["broken.ts:1", "broken.ts:1", "broken.ts:2"]);
  });
});
