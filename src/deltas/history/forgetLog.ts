// forget, in logs: each is searched in parts, and a long one is written anew in parts too, so that its size does not matter.

import { anyCase, AppError, hashParts } from "../../base/index.ts";
import { inParts, type OpenBytes, type Place, type Store } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import { mentions, scrubDeep } from "./scrub.ts";

/** What a line that holds it has at least: the text as JSON spells it, or a spelling that JSON leaves to others. */
export function traceOf(needle: string): Trace {
  const spelled = JSON.stringify(needle).slice(1, -1);
  const words = anyCase(spelled);
  return { reach: 2 * spelled.length, isIn: (text) => text.search(words) !== -1 || /\\[u/]/.test(text) };
}

export interface Trace {
  /** So many characters at most. */
  readonly reach: number;
  isIn(text: string): boolean;
}

/** V8 frees larger strings late. */
const AT_ONCE = 32 * 1024;
/** A shorter log is read as a whole. */
const LONG = 1024 * 1024;
/** What the store itself wrote between the lines only `readLog` understands. */
const FRAME = /^\{"codicil":/m;

/** Most logs hold nothing of it, and need not be read as a whole. */
export function mayHold(store: Store, place: Place, trace: Trace): boolean {
  const opened = openHere(store, place);
  if (opened === null) return true;
  let rest = "";
  try {
    for (const part of textsOf(opened)) {
      if (trace.isIn(rest + part)) return true;
      rest = (rest + part).slice(-trace.reach);
    }
    return false;
  } finally {
    opened.close();
  }
}

/** A planned entry that held the text becomes a no-op: its id stays known, its words are gone. */
export async function forgetLog(store: Store, place: Place, needle: string, isTrial: boolean, tries = TRIES): Promise<number> {
  const trace = traceOf(needle);
  if (!mayHold(store, place, trace)) return 0;
  const here = openHere(store, place);
  try {
    const done = here === null || here.size < LONG ? null : await forgetInParts(store, place, here, { needle, trace, isTrial });
    if (done === "stale" && tries > 1) return await forgetLog(store, place, needle, isTrial, tries - 1);
    if (done === "stale")
      throw new AppError("STALE", "a log changed meanwhile", { file: store.describe(place), hint: "Run forget again." });
    if (done !== null) return done;
  } finally {
    here?.close();
  }
  const clean = scrubLines((await store.readLog(place)).lines, needle, trace);
  if (clean.changed > 0 && !isTrial) await writerOf(store).rewriteLog(place, clean.lines);
  return clean.changed;
}

function scrubLines(lines: readonly string[], needle: string, trace: Trace): { readonly lines: string[]; readonly changed: number } {
  let changed = 0;
  const clean = lines.map((line) => {
    const scrubbed = trace.isIn(line) ? forgetLine(line, needle) : null;
    if (scrubbed !== null) changed++;
    return scrubbed ?? line;
  });
  return { lines: clean, changed };
}

/** Somebody may write to it meanwhile. */
const TRIES = 3;

/** null: it is no log of whole lines and nothing else. */
async function forgetInParts(
  store: Store,
  place: Place,
  log: OpenBytes,
  { needle, trace, isTrial }: { readonly needle: string; readonly trace: Trace; readonly isTrial: boolean },
): Promise<number | "stale" | null> {
  const writer = writerOf(store);
  let [changed, size, isPlain] = [0, 0, writer.bring !== undefined];
  const parts = function* (): Generator<Uint8Array> {
    [changed, size] = [0, 0];
    for (const text of linesOf(log)) {
      isPlain &&= text.endsWith("\n") && !FRAME.test(text);
      if (!isPlain) return;
      const clean = scrubLines(text.slice(0, -1).split("\n"), needle, trace);
      const bytes = Buffer.from(`${clean.lines.join("\n")}\n`);
      changed += clean.changed;
      size += bytes.length;
      yield bytes;
    }
  };
  const sha256 = hashParts(parts());
  if (!isPlain) return null;
  if (changed === 0 || isTrial) return changed;
  const outcome = await writer.bring?.(place, { sha256, size, parts }, hashParts(inParts(log)), false);
  return outcome?.kind === "stale" ? "stale" : changed;
}

/** null: it is read as a whole. In a mind that machines have in common the file may be a copy. */
export function openHere(store: Store, place: Place): OpenBytes | null {
  return store.signers === undefined ? (store.openLog?.(place, true) ?? null) : null;
}

function* textsOf(log: OpenBytes): Generator<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  for (const part of inParts(log))
    for (let at = 0; at < part.length; at += AT_ONCE) yield decoder.decode(part.subarray(at, at + AT_ONCE), { stream: true });
}

/** Its whole lines, from first to last as often as it is asked for. */
export function wholeLinesOf(log: OpenBytes): Iterable<string> {
  return {
    *[Symbol.iterator]() {
      for (const text of linesOf(log)) yield* text.split("\n").slice(0, -1);
    },
  };
}

/** Some whole lines at a time; last what is behind the last line break. */
function* linesOf(log: OpenBytes): Generator<string> {
  let rest: string[] = [];
  for (const text of textsOf(log)) {
    const end = text.lastIndexOf("\n") + 1;
    rest.push(text.slice(0, end === 0 ? undefined : end));
    if (end === 0) continue;
    yield rest.join("");
    rest = [text.slice(end)];
  }
  if (rest.join("") !== "") yield rest.join("");
}

/** A line of a log without the text; null: it does not hold it. */
export function forgetLine(line: string, needle: string): string | null {
  const value = JSON.parse(line) as { entry?: Record<string, unknown> };
  if (!mentions(value, needle)) return null;
  const clean = scrubDeep(value, needle) as { entry?: object };
  const entry = clean.entry === undefined ? {} : { entry: { ...clean.entry, operation: "no-op", content: null, old: undefined } };
  return JSON.stringify({ ...clean, ...entry });
}
