// What people see of the matchers that only policy blocks can say: their words, and a call that each of them stops.

import { byName } from "../../base/index.ts";
import type { BlockMatcher, Example, Matcher } from "../match/rule.ts";
import { samplePath, shell, word } from "./sampling.ts";
import { code, codes, list } from "./wording.ts";

export function blockInWords(matcher: BlockMatcher, inWords: (matcher: Matcher) => string): string {
  switch (matcher.kind) {
    case "all":
      return matcher.of.map((each, at) => (at === 0 ? inWords(each) : alsoInWords(each, inWords))).join("");
    case "content":
      return contentInWords(matcher);
    case "fileName":
      return `new files${inFiles(matcher.globs)} whose name ${patternInWords(matcher)}`;
    case "branchName":
      return `new branches whose name ${patternInWords(matcher)}`;
    case "pullRequest":
      return `pull requests whose ${matcher.part} ${patternInWords(matcher)}`;
    case "construct":
      return `commands with a ${list(matcher.names, "or")}`;
    case "commandText":
      return `every command that ${patternInWords(matcher)}`;
    case "input":
      return `every call of ${matcher.names.length === 0 ? "a tool" : `the tool ${codes(matcher.names)}`} whose input ${patternInWords(matcher)}`;
    case "inside":
      return `work in ${codes(matcher.globs)}`;
  }
}

function contentInWords({ names, whole, globs, ...pattern }: Extract<BlockMatcher, { kind: "content" }>): string {
  if (names?.as === "import") return `importing ${codes(names.of)}${inFiles(globs)}`;
  if (names?.as === "token") return `${codes(names.of)} in new text${globs.length === 0 ? "" : ` of ${codes(globs)}`}`;
  return `${whole === true ? "whole " : ""}new text${inFiles(globs)} that ${patternInWords(pattern)}`;
}

/** `and: {branch: main}` beside a command: on which branch. */
function alsoInWords(matcher: Matcher, inWords: (matcher: Matcher) => string): string {
  return matcher.kind === "git" && matcher.branches !== undefined && matcher.actions.length > 2
    ? ` on or to ${codes(matcher.branches)}`
    : `, where there is also ${inWords(matcher)}`;
}

export function patternInWords({ pattern, when }: { readonly pattern: string; readonly when: "holds" | "lacks" }): string {
  return `${when === "holds" ? "matches" : "does not match"} ${code(pattern)}`;
}

function inFiles(globs: readonly string[]): string {
  return globs.length === 0 ? "" : ` in ${codes(globs)}`;
}

/** Of an expression the plain letters: where they do not match, the rule's author gives an example. */
function lettersOf(matcher: BlockMatcher): string {
  if (!("pattern" in matcher)) return "";
  return matcher.when === "lacks"
    ? "x"
    : (matcher.pattern.replace(/^\(\?[a-z-]+\)/, "").split("|")[0] ?? "").replace(/\\[bs][*+?]?|[\\^$()?*+[\]]/g, "");
}

export function blockExample(matcher: BlockMatcher, stoppedBy: (matcher: Matcher) => Example): Example {
  const plain = lettersOf(matcher);
  switch (matcher.kind) {
    case "all":
      return stoppedBy(matcher.of[0] as Matcher);
    case "content":
      return { call: { tool: "write", path: samplePath(firstOf(matcher.globs, "src/example.txt")), content: plain } };
    case "fileName":
      return { call: { tool: "write", path: `${folderOf(firstOf(matcher.globs, "src/"))}${plain}`, content: "" } };
    case "branchName":
      return shell(`git switch -c ${word(plain)}`);
    case "pullRequest":
      return shell(`gh pr create --${matcher.part} ${word(plain)}`);
    case "construct":
      return shell(CONSTRUCT_EXAMPLES[matcher.names[0] ?? ""] ?? "");
    case "commandText":
      return shell(`ls ${plain.trim()}`);
    case "input":
      return { call: { tool: firstOf(matcher.names, "tool"), input: { text: plain } } };
    case "inside":
      return { ...shell("ls"), cwd: folderOf(samplePath(firstOf(matcher.globs, ""))).slice(0, -1) };
  }
}

function firstOf(list: readonly string[], otherwise: string): string {
  return list[0] ?? otherwise;
}

function folderOf(glob: string): string {
  return glob.slice(0, glob.lastIndexOf("/") + 1).replaceAll("*", "");
}

const CONSTRUCT_EXAMPLES: Readonly<Record<string, string>> = byName({
  pipe: "ls | wc",
  redirect: "ls > out.txt",
  chain: "ls && ls",
  background: "make &",
  substitution: "echo $(ls)",
  variable: "echo $HOME",
  heredoc: "cat <<X\nX",
});
