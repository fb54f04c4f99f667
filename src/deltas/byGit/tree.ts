// What a commit of the carrier holds, and what of it is taken: plain files at known places, of a size that a mind can read.
// A link, a submodule, a program, a name that leads elsewhere is named and left alone; other files (a README, say) are nobody's
// business here and stay as they are.
//
//   mind.json                   which format this is
//   documents/PATH.md           the home's documents
//   ledger/NAME.jsonl           their histories, as below the state
//   waiting/ENTRY.yaml          deltas that wait, one entry each
//   staging/NAME.yaml           what needs a person
//   decisions/proposals.jsonl   the word on proposals

import { AppError, unlessRefused } from "../../base/index.ts";
import { documentAt, type DocumentRef, resolveDocument, type Environment } from "../../knowledge/index.ts";
import { DOCUMENT_LIMIT, isCarried, LOG_LIMIT, type TreeEntry } from "../../store/index.ts";

export const FORMAT_PATH = "mind.json";
/** The format, and which mind it is. Earlier programs wrote no id, and take it as it is. */
export const formatOf = (mind: string): string => `{"codicil":"mind","v":1,"mind":${JSON.stringify(mind)}}\n`;
export const DECISIONS_PATH = "decisions/proposals.jsonl";

const DOCUMENTS = "documents/";
const WAITING = /^waiting\/(e_[A-Za-z0-9_-]{1,120})\.yaml$/;
const STAGING = /^staging\/([A-Za-z0-9][A-Za-z0-9._-]{0,120}\.yaml)$/;
const LEDGER_NAME = /^ledger\/([^/]{1,120}\.jsonl)$/;
const SMALL = 4 * 1024 * 1024;
const MOST_FILES = 50_000;

/** Names and Git's ids of their bytes. */
export interface Arrived {
  readonly documents: ReadonlyMap<string, string>;
  readonly ledgers: ReadonlyMap<string, string>;
  readonly waiting: ReadonlyMap<string, string>;
  readonly staging: ReadonlyMap<string, string>;
  readonly decisions: string | null;
  readonly format: string | null;
  readonly problems: readonly { readonly document: string; readonly error: AppError }[];
  /** Paths that may not be written to either: something else is there. */
  readonly taken: ReadonlySet<string>;
}

export const documentName = (path: string): string => `${DOCUMENTS}${path}`;
export const pendingName = (entry: string): string => `waiting/${entry}.yaml`;
export const stagingName = (name: string): string => `staging/${name}`;
export const mayWait = (entry: string): boolean => WAITING.test(pendingName(entry));

export function readTree(environment: Environment, entries: readonly TreeEntry[], shown: string): Arrived {
  if (entries.length > MOST_FILES)
    throw new AppError("TOO_LARGE", `${shown} holds ${entries.length} files`, {
      file: shown,
      hint: `A mind has fewer than ${MOST_FILES}; nothing was taken.`,
    });
  const arrived = {
    documents: new Map<string, string>(),
    ledgers: new Map<string, string>(),
    waiting: new Map<string, string>(),
    staging: new Map<string, string>(),
    decisions: null as string | null,
    format: null as string | null,
    problems: [] as { document: string; error: AppError }[],
    taken: new Set<string>(),
  };
  for (const entry of entries) {
    try {
      sortIn(environment, entry, arrived);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      arrived.problems.push({ document: entry.path.replace(/[\p{C}\ufffd]/gu, "?"), error });
      arrived.taken.add(entry.path);
    }
  }
  refuseTwins(environment, arrived);
  return arrived;
}

type Draft = { -readonly [Key in keyof Arrived]: Arrived[Key] extends ReadonlyMap<string, string> ? Map<string, string> : Arrived[Key] };

function sortIn(environment: Environment, entry: TreeEntry, arrived: Draft): void {
  const { path, oid } = entry;
  const named = NAMED.find(({ pattern }) => pattern.test(path));
  if (path.startsWith(DOCUMENTS)) {
    checkPlain(entry, DOCUMENT_LIMIT);
    const inHome = path.slice(DOCUMENTS.length);
    checkDocument(environment, inHome);
    arrived.documents.set(inHome, oid);
  } else if (named !== undefined) {
    checkPlain(entry, named.limit);
    arrived[named.part].set(named.pattern.exec(path)?.[1] ?? "", oid);
  } else if (path === DECISIONS_PATH) {
    checkPlain(entry, LOG_LIMIT);
    arrived.decisions = oid;
  } else if (path === FORMAT_PATH) {
    checkPlain(entry, SMALL);
    arrived.format = oid;
  } else if (/^(?:documents|ledger|waiting|staging|decisions)(?:\/|$)/.test(path)) {
    const hint = "It is not taken. Remove it from the remote if it is a mistake.";
    throw new AppError("BAD_PATH", "no file of a mind has this name", { file: path, hint });
  }
}

const NAMED = [
  { pattern: LEDGER_NAME, part: "ledgers", limit: LOG_LIMIT },
  { pattern: WAITING, part: "waiting", limit: SMALL },
  { pattern: STAGING, part: "staging", limit: SMALL },
] as const;

function checkPlain({ path, mode, size }: TreeEntry, limit: number): void {
  if (mode !== "100644" && mode !== "100755") {
    const why = mode === "120000" ? "it is a link" : mode === "160000" ? "it is another repository" : `it has the mode ${mode}`;
    throw new AppError("NOT_A_FILE", why, { file: path, hint: "Only plain files are taken; this one is left alone." });
  }
  if (size <= limit) return;
  const [has, most] = [size, limit].map((bytes) => `${Math.ceil(bytes / 1024 / 1024)} MiB`);
  throw new AppError("TOO_LARGE", `it has ${has}; the limit is ${most}`, { file: path, hint: "It is not taken." });
}

/** By the same rules as a key that somebody writes: no hidden folder, no device, no way out. */
function checkDocument(environment: Environment, path: string): void {
  const isRight = isCarried({ root: "home", path }) && !path.includes("\ufffd");
  const named = isRight ? resolveDocument({ ...environment, project: null, cwd: null }, `~/.config/agents/${path}`) : null;
  if (named?.root !== "home" || named.path !== path)
    throw new AppError("BAD_PATH", "no document of the home can have this name", { file: path, hint: "It is not taken." });
}

/** Names that differ only in case are one file on some disks: none of them is taken. */
function refuseTwins(environment: Environment, arrived: Draft): void {
  const byId = Map.groupBy([...arrived.documents.keys()], (path) => documentAt(environment, "home", path).id);
  const problems = [...arrived.problems];
  const taken = new Set(arrived.taken);
  const hint = "Rename one of them in the remote; neither is taken.";
  for (const paths of [...byId.values()].filter(({ length }) => length > 1)) {
    for (const path of paths) {
      arrived.documents.delete(path);
      taken.add(documentName(path));
      const error = new AppError("BAD_PATH", `${paths.join(" and ")} differ only in case`, { file: path, hint });
      problems.push({ document: path, error });
    }
  }
  arrived.problems = problems;
  arrived.taken = taken;
}

/** Whether an entry's key means a document that all machines have. */
export function isForHome(environment: Environment, { path }: { readonly path?: string | undefined }): DocumentRef | null {
  if (path === undefined) return null;
  const document = unlessRefused(() => resolveDocument({ ...environment, project: null, cwd: null }, path));
  return document?.root === "home" && isCarried(document) ? document : null;
}
