// Where each host keeps its transcripts on this machine, read only. This file and its neighbour database.ts are the
// ones of the room that look at a disk: another program's folders are no part of a mind's store.

import { closeSync, constants, createReadStream, fstatSync, lstatSync, openSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { AppError } from "../../base/index.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface FoundFile {
  readonly path: string;
  readonly size: number;
  /** Milliseconds. */
  readonly modified: number;
}

export interface Listing {
  readonly files: readonly FoundFile[];
  /** What fits by its name and is not taken: links, and what is no file. */
  readonly passed: readonly { readonly path: string; readonly why: string }[];
  /** Folders that may not be read. */
  readonly closed: readonly { readonly path: string; readonly why: string }[];
}

const DEEPEST = 8;

/** Regular files below a folder whose name fits; links are not followed, so that nothing outside is adopted. */
export function filesBelow(folder: string, fits: (path: string) => boolean): Listing {
  const files: FoundFile[] = [];
  const passed: { path: string; why: string }[] = [];
  const closed: { path: string; why: string }[] = [];
  const visit = (at: string, depth: number) => {
    for (const entry of entriesOf(at, closed)) {
      const path = join(at, entry.name);
      if (entry.isSymbolicLink()) {
        if (fits(path)) passed.push({ path, why: "it is a link; only files of the folder itself are adopted" });
      } else if (entry.isDirectory()) {
        if (depth < DEEPEST) visit(path, depth + 1);
      } else if (fits(path)) {
        const facts = entry.isFile() ? lstatSync(path, { throwIfNoEntry: false }) : undefined;
        if (facts === undefined) passed.push({ path, why: "it is not a regular file" });
        else files.push({ path, size: facts.size, modified: Math.floor(facts.mtimeMs) });
      }
    }
  };
  visit(folder, 0);
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), passed, closed };
}

function entriesOf(folder: string, closed: { path: string; why: string }[]) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    closed.push({ path: folder, why: (error as Error).message });
    return [];
  }
}

export function kindOf(path: string): "file" | "folder" | "link" | "other" | null {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (facts === undefined) return null;
  return facts.isFile() ? "file" : facts.isDirectory() ? "folder" : facts.isSymbolicLink() ? "link" : "other";
}

export function factsOf(path: string): FoundFile {
  const facts = lstatSync(path);
  return { path, size: facts.size, modified: Math.floor(facts.mtimeMs) };
}

/** The bytes of a regular file, in parts. It is opened so that neither a FIFO nor a link put there meanwhile is followed. */
export async function* bytesOf(path: string): AsyncIterable<Uint8Array> {
  const fd = openQuietly(path);
  if (!fstatSync(fd).isFile()) {
    closeSync(fd);
    throw new AppError("NOT_A_FILE", "it is not a regular file", { file: path, hint: "Nothing was adopted." });
  }
  for await (const chunk of createReadStream(path, { fd, autoClose: true, highWaterMark: 1024 * 1024 })) yield chunk as Buffer;
}

function openQuietly(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (cause) {
    throw new AppError("IO", `cannot read the transcript: ${(cause as Error).message}`, {
      file: path,
      cause,
      hint: "Make it readable for you, then import again. Nothing was changed.",
    });
  }
}

/** A small text beside the transcripts; undefined when it is absent. */
export function smallText(path: string): string | undefined {
  try {
    return lstatSync(path).size > 1024 * 1024 ? undefined : readFileSync(path, "utf8");
  } catch {
    // Absent or unreadable: what it would have told is only a convenience.
    return undefined;
  }
}

export function smallJson(path: string): unknown {
  try {
    return JSON.parse(smallText(path) ?? "null");
  } catch {
    // Another program's settings may be anything; without them its defaults are told.
    return null;
  }
}

export function realFolder(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (cause) {
    throw new AppError("NOT_FOUND", "there is no such folder", {
      file: path,
      cause,
      hint: "Give the folder that contains the transcripts, or leave it out for the host's own.",
    });
  }
}

export function homeOf(env: Environment): string {
  return given(env, "HOME") ?? homedir();
}

export function given(env: Environment, name: string): string | undefined {
  return env[name] === undefined || env[name] === "" ? undefined : env[name];
}
