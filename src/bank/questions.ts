// Open questions: what the bank does not say, and where to look instead (MB-10), so that nobody has to invent it. Pure.

import { readQueryWords, readWords } from "../recall/index.ts";
import { PACK_LIMITS, type PackQuestion, type PackSummary } from "../schema/index.ts";
import type { BankPage } from "./pages.ts";
import type { Route } from "./routes.ts";

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
  const held = gaps.pages.filter((page) => page.held > 0);
  const questions: PackQuestion[] = [
    ...held
      .map((page) => ({
        question: `${page.held} lines of ${page.path} need a person's approval and were not read. Do they matter here?`,
        look_in: ["codicil quarantine", "codicil trust"],
      }))
      .slice(0, 1),
    ...gaps.problems.map((problem) => ({ question: problem, look_in: ["codicil doctor"] })),
    ...uncovered(gaps),
    ...gaps.deadRoutes.map(({ line, path }) => ({
      question: `memory-bank/MEMORY.md:${line} leads to ${path}, which is not there. Where did it go?`,
      look_in: suggestions(path.split("/").at(-1)?.replace(/\.md$/, "") ?? "", gaps.files),
    })),
    ...(gaps.unread.length === 0
      ? []
      : [{ question: "There is more on this than was read. Is it needed?", look_in: gaps.unread.slice(0, MOST_PATHS) }]),
    ...(gaps.summary.goal === null
      ? [
          {
            question: "What is the project's goal? The bank does not state it.",
            look_in: gaps.files.filter((path) => /^readme\.\w+$/i.test(path)),
          },
        ]
      : []),
    ...(gaps.summary.focus === null
      ? [
          {
            question: "What is being worked on? The bank does not state it.",
            look_in: gaps.files.filter((path) => /^(?:changelog|todo|roadmap)\.\w+$/i.test(path)),
          },
        ]
      : []),
  ];
  return questions.slice(0, PACK_LIMITS.questions);
}

/** What is further behind is material, not the question. */
const LONGEST_QUESTION = 2000;

/** Words of the question that nothing that was found has. */
function uncovered({ question, found, files }: Gaps): PackQuestion[] {
  const known = new Set(found.flatMap((text) => readWords(text).terms));
  const words = [
    ...new Set(question.slice(0, LONGEST_QUESTION).match(/[\p{Script=Han}]+|[\p{L}\p{N}_][\p{L}\p{N}_./-]*[\p{L}\p{N}_]|\p{L}/gu) ?? []),
  ];
  const missing = words.filter((word) => {
    const terms = readQueryWords(word);
    return terms.length > 0 && !terms.some((term) => known.has(term));
  });
  if (missing.length === 0) return [];
  const named = missing
    .slice(0, 5)
    .map((word) => JSON.stringify(word))
    .join(", ");
  return [
    {
      question: `The bank says nothing about ${named}.`,
      look_in: [...new Set(missing.flatMap((word) => suggestions(word, files)))].slice(0, MOST_PATHS),
    },
  ];
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
