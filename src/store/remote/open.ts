// The driver for documents on other servers. A document's version is the SHA-256 of its bytes, as everywhere; on the wire
// the ETag under which these bytes were read stands for it. What single documents over HTTP cannot do (logs, locks, lists,
// a document together with its ledger) is refused.

import { AppError, sha256 } from "../../base/index.ts";
import { checkGrammar } from "../port/placeNames.ts";
import type { Place, Store, StoredFile, WriteOutcome, Writer } from "../port/port.ts";
import { registerWriter } from "../port/pen.ts";
import { deleteDocument, getDocument, MOST_BYTES, putDocument, remoteFault, type Says, type Way } from "./web.ts";
import { tooLarge } from "../port/limits.ts";

export interface RemoteOptions {
  /** The URL of a place; null: nothing of that root is on the server. */
  readonly address: (place: Place) => string | null;
  readonly way: Way;
}

export interface RemoteStore extends Store {
  /** The strong ETag under which that version was read here; throws REMOTE with the reason why it could not be written over. */
  tagOf(place: Place, version: string): string;
  /** What the server said of itself when the place was last read. */
  saysOf(place: Place): Says;
}

/** Versions of one document that are remembered with their tags. */
const MOST_TAGS = 64;

export function openRemoteDocuments({ address, way }: RemoteOptions): RemoteStore {
  const seen = new Map<string, Map<string, string>>();
  const leadsElsewhere = new Set<string>();
  const said = new Map<string, Says>();

  const urlOf = (place: Place): string => {
    checkGrammar(place);
    const url = address(place);
    if (url !== null) return url;
    throw new AppError("BAD_PATH", `${place.root}:${place.path} is not on another server`, {
      hint: "Only documents with a URL of their own are.",
    });
  };

  const hidingTheKey = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw error instanceof AppError ? withoutKey(error, way.key) : error;
    }
  };

  /** A tag stands for one version. A server whose tag stays while the text changes cannot be written to safely. */
  const remember = (url: string, etag: string, version: string): void => {
    const tags = seen.get(url) ?? new Map<string, string>();
    const known = tags.get(etag);
    if (known !== undefined && known !== version)
      throw remoteFault(url, "its ETag stayed the same while its text changed: the server does not keep versions apart", false);
    tags.delete(etag);
    tags.set(etag, version);
    for (const old of [...tags.keys()].slice(0, Math.max(0, tags.size - MOST_TAGS))) tags.delete(old);
    seen.set(url, tags);
  };

  const tagFor = (url: string, version: string): string | null =>
    [...(seen.get(url) ?? [])].findLast(([, each]) => each === version)?.[0] ?? null;

  const read = async (url: string): Promise<StoredFile | null> => {
    const found = await getDocument(url, way);
    if (found === null) return null;
    said.set(url, { mind: found.mind, knows: found.knows });
    const version = sha256(found.bytes);
    if (found.url !== way.judge.url(url)) leadsElsewhere.add(url);
    else if (found.etag !== null) remember(url, found.etag, version);
    return { bytes: found.bytes, version, modified: found.modified };
  };

  /** The tag to write over; or what is there instead of the version that the caller had read. */
  const tagToWriteOver = async (url: string, expect: string): Promise<{ readonly etag: string } | { readonly actual: string | null }> => {
    const known = tagFor(url, expect);
    if (known !== null) return { etag: known };
    const found = await read(url);
    if (found?.version !== expect) return { actual: found?.version ?? null };
    return { etag: needTag(url, expect) };
  };

  const needTag = (url: string, version: string): string => {
    const etag = tagFor(url, version);
    if (etag !== null) return etag;
    if (leadsElsewhere.has(url)) throw remoteFault(url, "it leads elsewhere, and a write is not led along", false);
    throw remoteFault(url, "it has no strong ETag, so that a write could overwrite what somebody else wrote meanwhile", false);
  };

  /** The server said no. What is there instead may still be hard to read. */
  const stale = async (url: string): Promise<WriteOutcome> => ({
    kind: "stale",
    actual: (await read(url).catch((cause: unknown) => Promise.reject(withData(cause, { untouched: true }))))?.version ?? null,
  });

  /** What the server says that it kept is looked at: some say so and keep the old text. */
  const confirm = async (url: string, version: string, before: string | null): Promise<WriteOutcome> => {
    const after = (await read(url).catch((cause: unknown) => Promise.reject(unconfirmed(url, cause))))?.version ?? null;
    if (after === before) throw remoteFault(url, "the server said that it kept the text, and shows the old one", false);
    return { kind: "written", version };
  };

  const store: RemoteStore = {
    describe: urlOf,
    canonical: async (place) => (urlOf(place), place),
    lockName: async (place) => urlOf(place),
    read: (place) => hidingTheKey(async () => read(urlOf(place))),
    tagOf: (place, version) => needTag(urlOf(place), version),
    saysOf: (place) => said.get(urlOf(place)) ?? { mind: null, knows: null },
    list: () => cannot("list documents"),
    readLog: () => cannot("keep logs"),
    readLogEnd: () => cannot("keep logs"),
    entriesIn: () => cannot("keep logs"),
    lock: () => cannot("lock a document"),
    async close() {
      seen.clear();
    },
  };

  const writer: Writer = {
    write: (place, bytes, expect) =>
      hidingTheKey(async () => {
        const url = urlOf(place);
        const version = sha256(bytes);
        if (bytes.length > MOST_BYTES) throw tooLarge(url, bytes.length, MOST_BYTES);
        const over = expect === null ? ("absent" as const) : await tagToWriteOver(url, expect);
        if (over !== "absent" && "actual" in over) return { kind: "stale", actual: over.actual };
        const sent = await putDocument(url, way, bytes, over);
        if (sent === "held") throw heldThere(url);
        if (sent === "changed") return stale(url);
        return version === expect ? { kind: "written", version } : confirm(url, version, expect);
      }),
    remove: (place, expect) =>
      hidingTheKey(async () => {
        const url = urlOf(place);
        const over = await tagToWriteOver(url, expect);
        if ("actual" in over) return over.actual === null ? { kind: "removed" } : { kind: "stale", actual: over.actual };
        const sent = await deleteDocument(url, way, over.etag);
        if (sent === "held") throw heldThere(url);
        if (sent === "written") return { kind: "removed" };
        const now = await stale(url);
        return now.kind === "stale" && now.actual === null ? { kind: "removed" } : now;
      }),
    append: () => cannot("keep logs"),
    commit: () => cannot("change a document together with its ledger"),
    recover: () => cannot("keep logs"),
    rewriteLog: () => cannot("keep logs"),
  };
  registerWriter(store, writer);
  return store;
}

function withData(error: unknown, data: Readonly<Record<string, unknown>>): unknown {
  if (!(error instanceof AppError)) return error;
  return new AppError(error.code, error.message, {
    file: error.file,
    line: error.line,
    hint: error.hint,
    cause: error.cause,
    data: { ...error.data, ...data },
  });
}

/** Most likely written: whoever asks again finds out. */
function unconfirmed(url: string, cause: unknown): unknown {
  if (!(cause instanceof AppError)) return cause;
  if (cause.data?.["retry"] === true) return withData(cause, { untouched: false });
  return new AppError("REMOTE", `whether the remote document was written cannot be seen: ${cause.message}`, {
    file: url,
    data: { retry: true },
    cause,
    hint: "The entry stays pending; the next apply tries again.",
  });
}

/** Not written and not refused: the other side keeps it until somebody there says yes. `data.held` tells it apart. */
function heldThere(url: string): AppError {
  return new AppError("NEEDS_PERSON", "the other server took the text, and a person there has to accept it", {
    file: url,
    data: { held: true },
    hint: "It is not sent again.",
  });
}

async function cannot(what: string): Promise<never> {
  throw new AppError("STORE_CANNOT", `a server of single documents cannot ${what}`, {
    hint: "Keep what needs this in files or in a database.",
  });
}

/** A server that was given the key may repeat it, for example in the address that it leads to. */
function withoutKey(error: AppError, key: string | null): AppError {
  if (key === null || !`${error.message} ${error.file ?? ""} ${error.hint ?? ""}`.includes(key)) return error;
  const hide = (text: string) => text.replaceAll(key, "[key]");
  // Without its cause, which holds the same words.
  return new AppError(error.code, hide(error.message), {
    file: error.file === undefined ? undefined : hide(error.file),
    hint: error.hint === undefined ? undefined : hide(error.hint),
    data: error.data,
  });
}
