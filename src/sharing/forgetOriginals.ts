// forget, in the originals of adopted sessions: every line that holds the text is written anew without it, under the
// hash that it then has. The session is marked: its host still has the text, and an import would bring it back.

import { anyCase, AppError, given } from "../base/index.ts";
import type { Originals } from "../store/index.ts";
import type { Mind } from "../mind/open.ts";
import { originalsOf, readAdoptions, recordLine } from "../activity/originals.ts";

export interface ForgottenOriginals {
  readonly originals: number;
  /** Files of other programs that hold the text still: only the person can take it out there. */
  readonly still: readonly string[];
}

const MARK = "[forgotten]";

export async function forgetInOriginals(mind: Mind, needle: string): Promise<ForgottenOriginals> {
  const originals = originalsOf(mind);
  const adoptions = await readAdoptions(mind);
  const spellings = spellingsOf(needle).map(anyCase);
  const still: string[] = [];
  let count = 0;
  for (const line of adoptions.values()) {
    const forgetHere = async () => {
      const names = [line.sha256, ...(line.earlier ?? [])];
      const fresh = new Map<string, string>();
      for (const name of names) fresh.set(name, await rewrite(originals, { host: line.host, name, owner: line.nativeId }, spellings));
      const changed = names.filter((name) => fresh.get(name) !== name);
      if (changed.length === 0) return;
      count += changed.length;
      still.push(line.source);
      // The new names are on record before the old files go: a crash leaves a file too many, never one too few.
      const nameOf = (name: string) => fresh.get(name) ?? name;
      const at = mind.deps.clock.now().toISOString();
      await recordLine(mind, {
        ...line,
        at,
        sha256: nameOf(line.sha256),
        ...given({ earlier: line.earlier?.map(nameOf) }),
        forgotten: true,
      });
      for (const name of changed) originals.remove(line.host, name);
    };
    const store = mind.deps.storeFor(mind.where.project);
    const lock = await store.lock(`vault ${line.host} ${line.nativeId}`, forgetHere, mind.deps.lock);
    if (lock.kind === "busy")
      throw new AppError("LOCKED", "another process is importing a transcript", { file: line.source, hint: "Run forget again to finish." });
  }
  return { originals: count, still };
}

/** The original's name afterwards: the same where the text is not in it. */
async function rewrite(
  originals: Originals,
  { host, name, owner }: { host: string; name: string; owner: string },
  spellings: readonly RegExp[],
): Promise<string> {
  if (!originals.has(host, name)) return name;
  let found = false;
  for await (const { text } of originals.lines(host, name))
    if (text !== null && spellings.some((each) => text.search(each) !== -1)) found = true;
  if (!found) return name;
  const clean = async function* (): AsyncIterable<Uint8Array> {
    for await (const { text, whole } of originals.lines(host, name)) {
      // A line that is no text cannot be searched; it goes, because it may hold the text in another spelling.
      const kept = text === null ? MARK : spellings.reduce((now, each) => now.replace(each, MARK), text);
      yield Buffer.from(whole ? `${kept}\n` : kept);
    }
  };
  return (await originals.keep(host, owner, clean())).sha256;
}

/** As it is in JSON, in JSON within JSON (tools' arguments), and with other characters than ASCII written as \\u. */
export function spellingsOf(needle: string): string[] {
  const once = (text: string) => JSON.stringify(text).slice(1, -1);
  const ascii = (text: string) => text.replace(/[^\x20-\x7e]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const slashed = (text: string) => text.replaceAll("/", "\\/");
  const plain = [needle, once(needle), ascii(once(needle)), slashed(once(needle))];
  const all = [...plain, ...plain.map(once), ...plain.map((each) => once(once(each)))];
  return [...new Set(all)].sort((a, b) => b.length - a.length);
}
