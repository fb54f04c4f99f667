// The gate's verdicts: of this machine, or of every machine that this login may see. A maintainer sees everybody's.
// The log grows with every call, for years; it is read from its end, and only as far as the question goes.

import { AppError, objectIn } from "../base/index.ts";
import { VERDICT_LOG } from "../gate/settling.ts";
import type { VerdictLine } from "../schema/index.ts";
import { decoded, linesFromEnd, linesNamed, linesSince, stateLogPlace } from "../store/index.ts";
import { deviceOf } from "../mind/device.ts";
import { hostName } from "../mind/machine.ts";
import type { Mind } from "../mind/open.ts";

/** A verdict of the log. */
export interface ListedVerdict extends VerdictLine {
  /** Where it was given; only of a list of every machine. */
  readonly machine?: string;
  readonly login?: string;
}

export interface VerdictListing {
  readonly limit: number;
  readonly everywhere?: boolean;
}

/** All of them, oldest first. Of a mind in use for years that is more than a program should hold: ask for less. */
export async function readVerdicts(mind: Mind): Promise<VerdictLine[]> {
  return verdictsSince(mind, "");
}

/** The last so many, newest first. */
export async function lastVerdicts(mind: Mind, limit: number): Promise<VerdictLine[]> {
  return verdictsBehind(mind, null, limit);
}

/** The same, up to the one with this id. */
export async function verdictsBehind(mind: Mind, id: string | null, limit: number): Promise<VerdictLine[]> {
  const found: VerdictLine[] = [];
  const told = id === null ? null : `"id":${JSON.stringify(id)}`;
  for await (const part of partsOf(mind)) {
    for (const line of part) {
      if (told !== null && line.includes(told)) return found;
      const verdict = readLine(line);
      if (verdict !== null) found.push(verdict);
      if (found.length >= limit) return found;
    }
  }
  return found;
}

/** From this moment on (ISO), oldest first. `holding`: those that hold one of these texts, and a few others; no more is read. */
export async function verdictsSince(mind: Mind, since: string, holding?: readonly string[]): Promise<VerdictLine[]> {
  const parts: string[][] = [];
  for await (const part of partsOf(mind, holding ?? [])) {
    const fresh = part.filter((line) => timeIn(line) >= since);
    parts.push(fresh.reverse());
    // Several processes write, each by its own look at the clock; a whole part without a fresh line is the past.
    if (part.length > 0 && fresh.length === 0) break;
  }
  return parts
    .reverse()
    .flat()
    .map(readLine)
    .filter((verdict) => verdict !== null);
}

/** Lines of about that time on, some at a time, for `factsIn`: a year has three hundred megabytes. */
export function verdictLinesSince(mind: Mind, since: string): AsyncGenerator<readonly string[]> {
  // A line that tells no time (empty, damaged) is no sign that what is behind it is old.
  const isFresh = (line: string) => (timeIn(line) || since) >= since;
  return linesSince(mind.deps.storeFor(mind.where.project), stateLogPlace(VERDICT_LOG), isFresh);
}

/** When a verdict was given: as cheap as a question can be that is asked of every line. The call is behind it. */
export function timeIn(line: string): string {
  return /"at":"([^"]{10,40})"/.exec(line)?.[1] ?? "";
}

/** The newest one with this id, or the end of one as lists write it (`v_` and some digits), or a hash that begins so. */
export async function findVerdict(mind: Mind, name: string): Promise<VerdictLine | undefined> {
  const [, end] = /^v_([0-9a-f]{3,12})$/.exec(name) ?? [];
  const isIt = ({ id, hash }: VerdictLine) => id === name || hash.startsWith(name) || (end !== undefined && id.endsWith(end));
  const text = end === undefined ? `"${name}` : `${end}"`;
  for await (const lines of linesNamed(mind.deps.storeFor(mind.where.project), VERDICT_LOG, text, { keysOf, fits: fitsOf(name) })) {
    const found = lines.map(readLine).find((verdict) => verdict !== null && isIt(verdict));
    if (found) return found;
  }
  return undefined;
}

/** The last call of this session that was not simply allowed. */
export async function lastStopped(mind: Mind, session: string): Promise<VerdictLine | undefined> {
  for await (const lines of partsOf(mind, session)) {
    const found = lines.map(readLine).find((each) => each !== null && each.session === session && each.verdict !== "allow");
    if (found) return found;
  }
  return undefined;
}

/** How a hash begins, how an id ends: so many digits, as a number. */
const DIGITS = 8;

function keysOf(line: string): readonly [number, number] | null {
  const { id = "", same = "" } = namesIn(line) ?? {};
  if (!/[0-9a-f]{8}$/.test(id) || !/^[0-9a-f]{8}/.test(same)) return null;
  return [parseInt(same.slice(0, DIGITS), 16), parseInt(id.slice(-DIGITS), 16)];
}

function fitsOf(name: string): (hash: number, id: number) => boolean {
  const [, end = ""] = /^v_(?:\d{14}_)?([0-9a-f]{3,12})$/.exec(name) ?? [];
  const digits = end === "" ? name.slice(0, DIGITS) : end.slice(-DIGITS);
  if (!/^[0-9a-f]+$/.test(digits)) return () => false;
  const wanted = parseInt(end === "" ? digits.padEnd(DIGITS, "0") : digits, 16);
  const [without, bits] = [4 * (DIGITS - digits.length), -1];
  return end === "" ? (hash) => ((hash ^ wanted) & (bits << without)) === 0 : (_, id) => ((id ^ wanted) & (bits >>> without)) === 0;
}

/** Newest first, in the order of their times; lines that say no verdict of interest need not be parsed. */
export async function* newestVerdicts(mind: Mind, isWanted: (line: string) => boolean = () => true): AsyncGenerator<VerdictLine> {
  for await (const part of partsOf(mind)) {
    const verdicts = part
      .filter(isWanted)
      .map(readLine)
      .filter((verdict) => verdict !== null);
    // Several processes write, each by its own look at the clock.
    yield* verdicts.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  }
}

function partsOf(mind: Mind, holding?: string | readonly string[]): AsyncGenerator<readonly string[]> {
  return linesFromEnd(mind.deps.storeFor(mind.where.project), stateLogPlace(VERDICT_LOG), holding);
}

/** Newest first. */
export async function listVerdicts(mind: Mind, { limit, everywhere }: VerdictListing): Promise<ListedVerdict[]> {
  const here = await lastVerdicts(mind, limit);
  if (everywhere !== true) return here;
  if (mind.common === null)
    throw new AppError("BAD_CONFIG", "this mind is in files on this machine alone: there are no other machines", {
      hint: "codicil policy log without --everywhere shows its verdicts.",
    });
  const own = deviceOf(mind.where);
  const sent = (await mind.common.sent.lastVerdicts(limit)).filter(({ device }) => device !== own);
  const theirs = sent.flatMap(({ login, machine, line }): ListedVerdict[] => {
    const verdict = readLine(line);
    return verdict === null ? [] : [{ ...verdict, machine, login }];
  });
  return [...here.map((line) => ({ ...line, machine: hostName() })), ...theirs]
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
    .slice(0, limit);
}

export interface VerdictFacts extends Pick<VerdictLine, "id" | "at" | "session" | "verdict"> {
  /** The same for the same call in the same place. */
  readonly same: string;
}

/** What a line of `verdictLinesSince` says, without its call; of a line that is not as we write them, all is read. null: it cannot be read. */
export function factsIn(line: string): VerdictFacts | null {
  const named = namesIn(line);
  if (named !== null) return named;
  const read = readLine(decoded(line));
  return read === null ? null : { ...read, same: JSON.stringify([read.cwd, read.call]) };
}

function namesIn(line: string): VerdictFacts | null {
  const [, id, at = "", session = ""] = HEAD.exec(line) ?? [];
  // Behind the call, which may have such a key too. Most have none, and forward is the faster way.
  const first = line.indexOf(HASH);
  const hash = (line.indexOf(HASH, first + 1) === -1 ? first : line.lastIndexOf(HASH)) + HASH.length;
  const verdict = hash + HASH_LENGTH + VERDICT.length;
  if (id === undefined || !line.startsWith(VERDICT, hash + HASH_LENGTH) || !line.endsWith("}")) return null;
  const said = line.slice(verdict, line.indexOf('"', verdict)) as VerdictLine["verdict"];
  return { id, at, session, same: line.slice(hash, hash + HASH_LENGTH), verdict: said };
}

const HASH = ',"hash":"';
const HASH_LENGTH = 64;
const VERDICT = '","verdict":"';
/** A name with other signs is read with its line. */
const HEAD = /^\{"v":1,"id":"([^"\\]+)","at":"([^"\\]+)","session":"([ !#-[\]-~]*)"/;

/** null: it cannot be read; doctor names it. */
export function readLine(line: string): VerdictLine | null {
  return objectIn<VerdictLine>(line) as VerdictLine | null;
}
