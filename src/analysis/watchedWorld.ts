// A world that writes down what it was asked and what it answered.

import { earlierCalls, isCommitted, wasCommitted, type World } from "./call/call.ts";
import { shortSha256 } from "../base/index.ts";

type Question =
  | "kind"
  | "realpath"
  | "list"
  | "isJunk"
  | "readText"
  | "isCommitted"
  | "wasCommitted"
  | "earlierCalls"
  | "branch"
  | "codicil";
type Answer = string | boolean | readonly string[] | null | undefined;

export interface Asked {
  readonly question: Question;
  /** Empty for what is no question about a path. */
  readonly path: string;
  readonly answer: Answer;
}

/** More than this is not worth keeping: asking all of it again would cost as much as the analysis. */
const MOST_QUESTIONS = 64;
const LONGEST_ANSWER = 4_096;

export class WatchedWorld implements World {
  readonly asked: Asked[] = [];
  readonly #world: World;
  readonly project: string;
  readonly cwd: string;
  readonly userHome: string;
  readonly temporary: readonly string[];
  readonly minds: readonly string[];
  readonly #answers = new Map<Question, Map<string, Answer>>();
  #pending = 0;
  #tooMuch = false;

  constructor(world: World) {
    this.#world = world;
    this.project = world.project;
    this.cwd = world.cwd;
    this.userHome = world.userHome;
    this.temporary = world.temporary;
    this.minds = world.minds;
  }

  /** Everything that was asked is written down with its answer; a question that threw has none. */
  get isWhole(): boolean {
    return this.#pending === 0 && !this.#tooMuch;
  }

  /** It does not change while the program runs. */
  get program(): string | undefined {
    return this.#world.program;
  }

  get branch(): string | null {
    return this.#asked("branch", "", () => this.#world.branch);
  }

  // Where a world has none this is undefined, whatever the type says: it is only ever compared.
  get codicil(): string {
    return this.#asked("codicil", "", () => this.#world.codicil) as string;
  }

  kind(path: string): ReturnType<World["kind"]> {
    return this.#asked("kind", path, () => this.#world.kind(path));
  }

  realpath(path: string): string {
    return this.#asked("realpath", path, () => this.#world.realpath(path));
  }

  list(folder: string): readonly string[] {
    return this.#asked("list", folder, () => this.#world.list(folder));
  }

  isJunk(path: string): boolean {
    return this.#asked("isJunk", path, () => this.#world.isJunk(path));
  }

  readText(path: string): string | null {
    return this.#asked("readText", path, () => this.#world.readText(path));
  }

  isCommitted(path: string): boolean {
    return this.#asked("isCommitted", path, () => isCommitted(this.#world, path));
  }

  wasCommitted(path: string): boolean {
    return this.#asked("wasCommitted", path, () => wasCommitted(this.#world, path));
  }

  earlierCalls(name: string): readonly string[] {
    return this.#asked("earlierCalls", name, () => earlierCalls(this.#world, name));
  }

  /** Nothing changes while one call is looked at: what was answered is not asked again. */
  #asked<T extends Answer>(question: Question, path: string, ask: () => T): T {
    let answers = this.#answers.get(question);
    if (answers === undefined) this.#answers.set(question, (answers = new Map()));
    const known = answers.get(path);
    if (known !== undefined || answers.has(path)) return known as T;
    this.#pending++;
    const answer = ask();
    this.#pending--;
    answers.set(path, answer);
    return this.#note(question, path, answer);
  }

  #note<T extends Answer>(question: Question, path: string, answer: T): T {
    if (this.asked.length >= MOST_QUESTIONS || (answer !== null && typeof answer === "object" && answer.length > MOST_QUESTIONS))
      this.#tooMuch = true;
    else this.asked.push({ question, path, answer: kept(answer) });
    return answer;
  }
}

/** A long text, such as a script's, is kept by its hash. */
export function kept(answer: Answer): Answer {
  return typeof answer === "string" && answer.length > LONGEST_ANSWER ? `sha256 ${shortSha256(answer)}` : answer;
}

export function same(a: Answer, b: Answer): boolean {
  if (a === b) return true;
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  return a.every((each, index) => each === b[index]);
}
