// Open questions: what the bank does not say, and where to look instead (MB-10), so that nobody has to invent it. Pure.

import { readQueryWords, readWords } from "../recall/index.ts";
import { PACK_LIMITS, type PackQuestion, type PackSummary } from "../schema/index.ts";
import type { BankPage } from "./pages.ts";
import type { Route } from "./routes.ts";
import { mayRead } from "../knowledge/index.ts";
import type { DiskFacts } from "../store/index.ts";

export interface Gaps {
  readonly question: string;
  readonly pages: readonly BankPage[];
  readonly summary: PackSummary;
  /** Texts of everything that was quoted or found. */
  readonly found: readonly string[];
  /** Routes whose document is not there. */
  readonly deadRoutes: readonly Route[];
  /** Places that recall found and nobody read: beyond the limits. */
  readonly unread: readonly string[];
  /** Documents that could not be read, with the reason. */
  readonly problems: readonly string[];
  /** Every file of the project, for suggestions. */
  readonly files: readonly string[];
}

const MOST_PATHS = 3;

export function openQuestions(gaps: Gaps): PackQuestion[] {
  const questions: PackQuestion[] = [];
  const ask = (question: string, look_in: readonly string[]) => questions.push({ question, look_in: [...look_in] });
  const held = gaps.pages.find((page) => page.held > 0);
  if (held !== undefined)
    ask(`${held.held} lines of ${held.path} need a person's approval and were not read. Do they matter here?`, [
      "codicil quarantine",
      "codicil trust",
    ]);
  for (const problem of gaps.problems) ask(problem, ["codicil doctor"]);
  questions.push(...uncovered(gaps));
  for (const { line, path } of gaps.deadRoutes) {
    const name = path.split("/").at(-1)?.replace(/\.md$/, "") ?? "";
    ask(`memory-bank/MEMORY.md:${line} leads to ${path}, which is not there. Where did it go?`, suggestions(name, gaps.files));
  }
  if (gaps.unread.length > 0) ask("There is more on this than was read. Is it needed?", gaps.unread.slice(0, MOST_PATHS));
  const filesLike = (name: RegExp) => gaps.files.filter((path) => name.test(path));
  if (gaps.summary.goal === null) ask("What is the project's goal? The bank does not state it.", filesLike(/^readme\.\w+$/i));
  if (gaps.summary.focus === null)
    ask("What is being worked on? The bank does not state it.", filesLike(/^(?:changelog|todo|roadmap)\.\w+$/i));
  return questions.slice(0, PACK_LIMITS.questions);
}

/** What is further behind is material, not the question. */
const LONGEST_QUESTION = 2000;

/** Words of the question that nothing that was found has. */
function uncovered({ question, found, files }: Gaps): PackQuestion[] {
  const known = new Set(found.flatMap((text) => readWords(text).terms));
  const words = question.slice(0, LONGEST_QUESTION).match(/[\p{Script=Han}]+|[\p{L}\p{N}_][\p{L}\p{N}_./-]*[\p{L}\p{N}_]|\p{L}/gu);
  const missing = [...new Set(words ?? [])].filter((word) => {
    const terms = readQueryWords(word);
    return terms.length > 0 && !terms.some((term) => known.has(term));
  });
  if (missing.length === 0) return [];
  const named = missing.slice(0, 5).map((word) => JSON.stringify(word));
  const paths = new Set(missing.flatMap((word) => suggestions(word, files)));
  return [{ question: `The bank says nothing about ${named.join(", ")}.`, look_in: [...paths].slice(0, MOST_PATHS) }];
}

/** Files whose name has the word in it; the shortest path first. */
function suggestions(word: string, files: readonly string[]): string[] {
  const wanted = word.toLowerCase();
  if ([...wanted].length < 2) return [];
  return files
    .filter((path) => path.toLowerCase().includes(wanted))
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
    .slice(0, MOST_PATHS);
}

const MOST_LOOKED_AT = 3000;
const DEEPEST = 6;

/**
 * The names of a project's files: bounded, without output and hidden folders, nearest to the root first, so that a large project is known
 * by its upper floors.
 */
export function projectFiles(project: string, disk: DiskFacts): string[] {
  const found: string[] = [];
  let looked = 0;
  let folders = [""];
  for (let depth = 0; depth < DEEPEST && folders.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of folders) {
      for (const name of [...disk.list(folder === "" ? project : `${project}/${folder}`)].sort()) {
        if (++looked > MOST_LOOKED_AT) return found;
        const path = folder === "" ? name : `${folder}/${name}`;
        if (name.startsWith(".") || name === "node_modules" || path === "memory-bank") continue;
        const kind = disk.lstat(`${project}/${path}`);
        if (kind === "dir") next.push(path);
        else if (kind === "file" && mayRead(path)) found.push(path);
      }
    }
    folders = next;
  }
  return found;
}
