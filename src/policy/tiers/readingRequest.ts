// What a model is asked: the instruction files with numbered lines, which of them want a reading, the language to answer
// in, and the repository's own commands. The files may come from a clone: they are data, and a sentence in them that
// speaks to the model can at worst bring about a wrong proposal.

import type { CompiledFile } from "../compile/compileFile.ts";
import type { Tier } from "../match/rule.ts";
import { LANGUAGE } from "./readingLanguage.ts";

/** A file of a question, with its lines. */
export interface RequestedFile {
  /** As answers name it. */
  readonly file: string;
  /** Each line with its number. */
  readonly text: string;
  /** Lines that want a reading. */
  readonly read: readonly number[];
  /** How Codicil itself reads lines for certain: these are enforced already. */
  readonly certain: Readonly<Record<string, string>>;
  /** How Codicil guesses lines of `read`. */
  readonly guess: Readonly<Record<string, string>>;
}

/** What a model is asked about lines that no table reads. */
export interface ReadingRequest {
  readonly v: 1;
  readonly instructions: string;
  readonly files: readonly RequestedFile[];
  /** What the repository runs: no reading should stop one of these. */
  readonly commands: readonly string[];
  /** What did not fit. */
  readonly left: readonly string[];
}

/** An instruction file to ask about. */
export interface RequestSource {
  readonly name: string;
  readonly text: string;
  readonly compiled: CompiledFile;
}

const LONGEST_FILE = 60_000;
const LONGEST_ALL = 240_000;
const MOST_COMMANDS = 80;

/** The question to a model, from files and the commands that a repository runs. */
export function readingRequest(sources: readonly RequestSource[], commands: readonly string[]): ReadingRequest {
  const left: string[] = [];
  let room = LONGEST_ALL;
  const files = sources.flatMap(({ name, text, compiled }): RequestedFile[] => {
    const most = Math.min(LONGEST_FILE, room);
    const numbered = text.split(/\r?\n/).map((line, at) => `${at + 1}| ${line}`);
    let [size, count] = [0, 0];
    while (count < numbered.length && (size += (numbered[count] as string).length + 1) <= most) count++;
    room -= size;
    if (count < numbered.length) left.push(`${name} from line ${count + 1} on`);
    const byId = new Map(compiled.rules.map((rule) => [rule.id, rule]));
    const shown = compiled.clauses.filter(({ line, clause }) => line <= count && clause !== undefined);
    /** A line may have both: what the repository contradicts is not certain. */
    const readings = (tier: Tier) => {
      const said: Record<string, string> = {};
      for (const { line, rules } of shown)
        for (const id of rules) {
          const rule = byId.get(id);
          if (rule?.tier === tier) said[line] = said[line] === undefined ? rule.reading : `${said[line]}; ${rule.reading}`;
        }
      return said;
    };
    const open = shown.filter(({ rules }) => rules.length === 0 || rules.some((id) => byId.get(id)?.tier === "proposed"));
    const read = [...new Set(open.map(({ line }) => line))];
    return read.length === 0
      ? []
      : [{ file: name, text: numbered.slice(0, count).join("\n"), read, certain: readings("certain"), guess: readings("proposed") }];
  });
  return { v: 1, instructions: LANGUAGE, files, commands: commands.slice(0, MOST_COMMANDS), left };
}
