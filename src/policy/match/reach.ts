// How far a rule's rewrite may reach, by whose file it is in. Policy of the gate, not of the reader: every reading of a
// line ends here.
//
//   family   between known tools that stand in for each other: any file may
//   free     to anything, by the person's own AGENTS.md; runs only where the host's own permission then decides
//   refused  to anything else, by a file of a repository: held, and the file's alternative is quoted

import { isBelow, type World } from "../../analysis/index.ts";
import { FAMILIES, type Family, MANAGERS, MILDER } from "./families.ts";
import { patternsOf } from "./patterns.ts";
import { quotedCommand, says } from "./quoting.ts";
import type { CommandPattern, Rule } from "./rule.ts";

export type Reach = "family" | "free" | "refused";

/** Whose files are the person's own. */
export type Owned = Pick<World, "minds" | "userHome">;

export function reachOf(rule: Rule, world: Owned): Reach {
  if (staysInFamily(rule)) return "family";
  // What a model wrote, or a lock file brought, is not the person's own word, whichever file its line is in.
  return isPersons(rule.file, world) && rule.item === undefined ? "free" : "refused";
}

/** The files of the mind itself; everything in a project came with it. */
function isPersons(file: string, { minds, userHome }: Owned): boolean {
  return [...minds, `${userHome}/.scorel`].some((folder) => isBelow(file, folder));
}

/** A rule as it acts: what may not be put in place is denied, and the other command named. */
export function asActing(rule: Rule, world: Owned): Rule {
  if (rule.effect !== "rewrite" || reachOf(rule, world) !== "refused") return rule;
  const denies = rule.reading.replace(/^replaces /, "denies ").replace(/ by (?=`)/, " and names ");
  return { ...rule, effect: "deny", reading: denies };
}

/** Why a rewrite by a repository's file is held, in its words. */
export function refusedRewrite(rule: Rule): string {
  const wanted = rule.replacement?.kind === "words" ? rule.replacement.words.join(" ") : rule.alternative;
  const instead = wanted === undefined ? "" : ` It names ${quotedCommand(wanted)} instead.`;
  const why = "Codicil does not put that in place by itself: a repository's file may only exchange known tools of one family.";
  return `${says(rule, rule.text)}${instead} ${why}`;
}

function staysInFamily({ matcher, replacement }: Rule): boolean {
  const patterns = patternsOf(matcher);
  if (replacement === undefined || patterns.length === 0) return false;
  switch (replacement.kind) {
    case "manager":
      return MANAGERS.some((names) => names.includes(replacement.to) && patterns.every(({ program }) => names.includes(program)));
    case "words":
      return (
        replacement.words.every(isPlain) && patterns.every((pattern) => spellings(pattern).some((from) => isSame(from, replacement.words)))
      );
    case "named":
      return true;
    default:
      return false;
  }
}

/** Nothing is put in that could name a file or carry a value. */
function isPlain(word: string): boolean {
  return word === "--" || /^-{0,2}[A-Za-z][\w.@-]*$/.test(word);
}

/** `git checkout` with one of its flags, each way the flag is spelled. */
function spellings({ program, words, flags }: CommandPattern): readonly (readonly string[])[] {
  const start: readonly (readonly string[])[] = [[program, ...words]];
  return flags.reduce((all, ways) => all.flatMap((each) => ways.map((way) => [...each, way])), start);
}

function isSame(from: readonly string[], to: readonly string[]): boolean {
  const [tool = ""] = from;
  const isRunBy = (runner: string) => to.join(" ") === `${runner} ${from.join(" ")}`;
  const runs = ({ runners = [], tools = [] }: Family) => tools.includes(tool) && runners.some(isRunBy);
  return exchanges(from, to) || FAMILIES.some(runs);
}

function exchanges(from: readonly string[], to: readonly string[]): boolean {
  const [before, after] = [from.join(" "), to.join(" ")];
  if (MILDER.some(([worse, better]) => worse === before && better === after)) return true;
  const isExchange = (old: string, now: string) => old !== now && tail(before, old) !== null && tail(before, old) === tail(after, now);
  return FAMILIES.some(({ same }) => same.some((old) => same.some((now) => isExchange(old, now))));
}

/** What follows the lead; null where it does not lead. */
function tail(text: string, lead: string): string | null {
  return text === lead ? "" : text.startsWith(`${lead} `) ? text.slice(lead.length) : null;
}
