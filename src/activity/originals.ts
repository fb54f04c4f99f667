// vault: transcripts of other programs become sessions of ours. The original is kept byte for byte under its hash, what
// can be mapped becomes events, and the host's own file is never written to. Reading the formats is the hosts room's
// matter: it hands over bytes and a translator.
//
//   V1 importing twice adds nothing; importing a transcript that grew adds what is new
//   V2 no line is lost: what has no event of ours is in the original, and the report counts it
//   V3 secrets are marked in the events; the original is verbatim, for its owner's eyes only, and `forget` reaches it
//   V4 nothing is deleted by itself, here or at the host's

import { AppError, objectIn, sha256 } from "../base/index.ts";
import type { AdoptionLine, SessionHeader } from "../schema/index.ts";
import { type Adopted, adoptedId, type AdoptedStep, adoptEvents } from "../session/index.ts";
import { type Kept, openOriginals, type Originals, stateLogPlace } from "../store/index.ts";
import { deviceOf } from "../mind/device.ts";
import type { Mind } from "../mind/open.ts";
import { addToStateLog, sessionDeps } from "../mind/session/sessionDeps.ts";

export type { AdoptedStep };

/** What a translator learns about the session as a whole, as it reads. */
export interface About {
  cwd?: string | undefined;
  createdAt?: number | undefined;
  hostVersion?: string | undefined;
  /** The session that it was made from or works for, in the host's words. */
  parent?: string | undefined;
}

/** "nothing": a known line that says nothing to us. "unknown": one that this Codicil does not know, in the tree or not. */
export type Taken = readonly AdoptedStep[] | "nothing" | "unknown" | { readonly unknown: readonly AdoptedStep[] };

/** One line of a transcript at a time, as a value, in; steps out. Pure, but for what it remembers. */
export interface Translator {
  readonly about: About;
  take(value: Readonly<Record<string, unknown>>, line: number): Taken;
  end(): readonly AdoptedStep[];
}

export interface Transcript {
  readonly host: string;
  readonly nativeId: string;
  /** For people: the file, or the database and the session in it. */
  readonly source: string;
  /** In bytes; absent where only reading it tells. */
  readonly size?: number;
  /** Milliseconds. */
  readonly modified: number;
  bytes(): AsyncIterable<Uint8Array>;
  translator(): Translator;
}

export interface Adoption {
  readonly session: string;
  readonly host: string;
  readonly source: string;
  /** new · grown: events were added · same: nothing new · left: a text was forgotten in it, it is not read again */
  readonly status: "new" | "grown" | "same" | "left";
  readonly added: number;
  readonly lines: number;
  readonly sha256: string;
  /** Types of lines that this Codicil does not know, and how often they came: kept in the original only. */
  readonly unknown: Readonly<Record<string, number>>;
  /** Lines that are not JSON, and events that could not be made; the first of them. */
  readonly broken: readonly { readonly line: number; readonly why: string }[];
  readonly brokenLines: number;
  /** The last line was not finished: its host may be writing it right now. */
  readonly unfinished: boolean;
  readonly secrets: number;
}

const LOG = "vault";
const SHOWN_BROKEN = 20;

export async function adopt(mind: Mind, transcript: Transcript): Promise<Adoption> {
  const { host, nativeId } = transcript;
  const store = mind.deps.storeFor(mind.where.project);
  // Most of a folder that is imported again did not change: that is seen without a lock, and so without a lock's file.
  const known = unchanged((await readAdoptions(mind)).get(adoptedId(host, nativeId)), transcript);
  if (known !== null) return known;
  const done = await store.lock(`vault ${host} ${nativeId}`, () => adoptLocked(mind, transcript), mind.deps.lock);
  if (done.kind === "busy")
    throw new AppError("LOCKED", "another process is importing this transcript", {
      file: transcript.source,
      hint: "Try again; nothing was changed.",
    });
  return done.value;
}

async function adoptLocked(mind: Mind, transcript: Transcript): Promise<Adoption> {
  const { host, nativeId, source } = transcript;
  const before = (await readAdoptions(mind)).get(adoptedId(host, nativeId));
  const known = unchanged(before, transcript);
  if (known !== null) return known;
  const nothing = nothingOf(transcript);
  const originals = originalsOf(mind);
  const kept = await originals.keep(
    host,
    nativeId,
    transcript.bytes(),
    before === undefined ? undefined : { sha256: before.sha256, size: before.size },
  );
  const { adopted, reading } = await translate(mind, transcript, originals, kept);
  if (before === undefined && isForeign(reading)) {
    if (!kept.known) originals.remove(host, kept.sha256);
    throw new AppError("BAD_INPUT", `no line of it is one of ${host}'s`, {
      file: source,
      line: reading.broken[0]?.line ?? 1,
      hint: "Nothing was imported. Is the file a transcript?",
    });
  }
  await record(mind, transcript, kept, { before, secrets: adopted.secrets + (before?.secrets ?? 0) });
  // Its bytes are the beginning of the new one: nothing is lost with it.
  if (before !== undefined && kept.extends && kept.sha256 !== before.sha256) originals.remove(host, before.sha256);
  const broken = [...reading.broken, ...adopted.refused];
  return {
    ...nothing,
    status: statusOf(adopted, before),
    added: adopted.added,
    lines: reading.lines,
    sha256: kept.sha256,
    unknown: reading.unknown,
    broken: broken.slice(0, SHOWN_BROKEN),
    brokenLines: reading.brokenLines + adopted.refused.length,
    unfinished: reading.unfinished,
    secrets: adopted.secrets,
  };
}

function statusOf({ created, added }: { readonly created: boolean; readonly added: number }, before: AdoptionLine | undefined) {
  if (!created && added > 0) return "grown";
  return created || before === undefined ? "new" : "same";
}

/** It has lines, and the host wrote none of them. */
const isForeign = ({ lines, usable }: Reading): boolean => lines > 0 && usable === 0;

function nothingOf({ host, nativeId, source }: Transcript) {
  return {
    session: adoptedId(host, nativeId),
    host,
    source,
    added: 0,
    lines: 0,
    unknown: {},
    broken: [],
    brokenLines: 0,
    unfinished: false,
    secrets: 0,
  };
}

/** null: it has to be read. */
function unchanged(before: AdoptionLine | undefined, transcript: Transcript): Adoption | null {
  if (before === undefined) return null;
  if (before.forgotten === true) return { ...nothingOf(transcript), status: "left", sha256: before.sha256 };
  return (transcript.size ?? before.size) === before.size && before.modified === transcript.modified
    ? { ...nothingOf(transcript), status: "same", sha256: before.sha256 }
    : null;
}

interface Reading {
  lines: number;
  usable: number;
  readonly unknown: Record<string, number>;
  readonly broken: { line: number; why: string }[];
  brokenLines: number;
  unfinished: boolean;
}

async function translate(
  mind: Mind,
  transcript: Transcript,
  originals: Originals,
  kept: Kept,
): Promise<{ adopted: Adopted; reading: Reading }> {
  const reading: Reading = { lines: 0, usable: 0, unknown: {}, broken: [], brokenLines: 0, unfinished: false };
  const translator = transcript.translator();
  const id = adoptedId(transcript.host, transcript.nativeId);
  const header = () => headerOf(mind, transcript, translator.about);
  const adopted = await adoptEvents(
    sessionDeps(mind),
    id,
    header,
    stepsOf(originals.lines(transcript.host, kept.sha256), translator, reading),
  );
  return { adopted, reading };
}

/** The copy is read, not the host's file: that may grow meanwhile, and both must tell the same. */
async function* stepsOf(lines: ReturnType<Originals["lines"]>, translator: Translator, reading: Reading): AsyncIterable<AdoptedStep> {
  const report = (line: number, why: string) => {
    reading.brokenLines++;
    if (reading.broken.length < SHOWN_BROKEN) reading.broken.push({ line, why });
  };
  for await (const { number, text, whole } of lines) {
    if (text !== null && text.trim() === "") continue;
    reading.lines++;
    const value = objectIn(text) ?? undefined;
    if (value === undefined) {
      if (!whole) reading.unfinished = true;
      else report(number, text === null ? "the line is not text" : "the line is not a JSON object");
      continue;
    }
    const taken = translator.take(value, number);
    if (taken === "unknown" || (typeof taken === "object" && "unknown" in taken)) {
      const type = typeof value["type"] === "string" ? value["type"] : "(no type)";
      reading.unknown[type] = (reading.unknown[type] ?? 0) + 1;
      if (taken !== "unknown") yield* taken.unknown;
      continue;
    }
    reading.usable++;
    if (taken !== "nothing") yield* taken;
  }
  yield* translator.end();
}

function headerOf(mind: Mind, { host, nativeId, source, modified }: Transcript, about: About): SessionHeader {
  const cwd = about.cwd ?? "";
  return {
    version: 1,
    sessionId: adoptedId(host, nativeId),
    deviceId: deviceOf(mind.where),
    createdAt: about.createdAt ?? Math.max(0, Math.floor(modified)),
    meta: {
      projectId: sha256(cwd).slice(0, 16),
      cwd,
      // What other programs wrote down is the person's own, and never for a shared session.
      sessionType: "main",
      host,
      nativeId,
      source,
      ...(about.hostVersion === undefined ? {} : { hostVersion: about.hostVersion }),
      ...(about.parent === undefined ? {} : { parent: about.parent }),
    },
  };
}

async function record(
  mind: Mind,
  transcript: Transcript,
  kept: Kept,
  facts: { readonly before: AdoptionLine | undefined; readonly secrets: number },
): Promise<void> {
  const { host, nativeId, source, size, modified } = transcript;
  const { before } = facts;
  const isReplaced = before !== undefined && before.sha256 !== kept.sha256;
  const earlier = [...(before?.earlier ?? []), ...(isReplaced && !kept.extends ? [before.sha256] : [])];
  await recordLine(mind, {
    v: 1,
    at: mind.deps.clock.now().toISOString(),
    host,
    nativeId,
    session: adoptedId(host, nativeId),
    source,
    size: kept.size,
    // A file that grew while it was read is read again next time.
    modified: size === undefined || size === kept.size ? modified : -1,
    sha256: kept.sha256,
    ...(earlier.length === 0 ? {} : { earlier }),
    ...(facts.secrets === 0 ? {} : { secrets: facts.secrets }),
  });
}

export async function recordLine(mind: Mind, line: AdoptionLine): Promise<void> {
  await addToStateLog(mind, LOG, line);
}

/** What was adopted, by our session's id; of each the newest line. */
export async function readAdoptions(mind: Mind): Promise<ReadonlyMap<string, AdoptionLine>> {
  const store = mind.deps.storeFor(mind.where.project);
  const stamp = store.stampOf?.(stateLogPlace(LOG)) ?? null;
  const before = read.get(mind);
  if (before !== undefined && stamp !== null && before.stamp === stamp) return before.adoptions;
  const { lines } = await store.readLog(stateLogPlace(LOG));
  const adoptions = new Map(lines.map((text) => JSON.parse(text) as AdoptionLine).map((line) => [line.session, line]));
  // The stamp of before the reading: what was added meanwhile is read next time.
  if (stamp !== null) read.set(mind, { stamp, adoptions });
  return adoptions;
}

/** What was read last, by the log's identity, size and time: a folder of thousands is imported with one reading. */
const read = new WeakMap<Mind, { readonly stamp: string; readonly adoptions: ReadonlyMap<string, AdoptionLine> }>();

/** A session's original as it is now. */
export async function originalOf(mind: Mind, session: string): Promise<{ host: string; file: string; sha256: string; same: boolean }> {
  const line = (await readAdoptions(mind)).get(session);
  if (line === undefined)
    throw new AppError("NOT_FOUND", `the vault knows nothing of session ${session}`, { hint: "Import it again; what is here stays." });
  const originals = originalsOf(mind);
  const { host, sha256 } = line;
  return { host, file: originals.file(host, sha256), sha256, same: (await originals.hash(host, sha256)) === sha256 };
}

export function originalsOf(mind: Mind): Originals {
  return openOriginals(mind.where.state);
}
