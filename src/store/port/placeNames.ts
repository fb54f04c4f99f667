// Which names a place may have, and the names that the store gives to its own files. Pure.

import { sep } from "node:path";
import { AppError, sha256 } from "../../base/index.ts";
import type { Place } from "./port.ts";

const TEMP = /^\.codicil-[0-9a-f]{8}[A-Za-z0-9_-]*\.tmp$/;

/** Control and direction characters: a terminal obeys them, and nobody sees them. */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

export function hasUnseen(path: string): boolean {
  return UNSEEN.test(path);
}

/** Refuses what is no path below a root, before a disk is asked at all. */
export function checkGrammar(place: Place): void {
  const parts = place.path.split("/");
  const isBad = parts.some((part) => part === "" || part === "." || part === ".." || part.includes("\0"));
  const shown = `${place.root}:${place.path}`;
  if (isBad || !place.path.isWellFormed() || (sep === "\\" && /[\\:]/.test(place.path)))
    throw badPath(shown, "it must be a plain path below its root, without `.`, `..` or empty parts");
  if (isTempName(parts.at(-1) ?? "")) throw badPath(shown, "names like `.codicil-….tmp` belong to the store");
}

export function badPath(file: string, why: string, hint = "Choose a path inside the mind's home or the project."): AppError {
  return new AppError("BAD_PATH", `${file} cannot be used: ${why}`, { file, hint });
}

/** True for a file of the store that is not finished yet; no list shows it and no place may name it. */
export function isTempName(name: string): boolean {
  return TEMP.test(name);
}

/**
 * The first eight digits of a temp file's name say whom it belongs to: a plain write of that file, or the commits of
 * that file to one log. So a sweep takes away only what its own lock covers, and never the evidence that another
 * log's recovery still needs.
 */
export function tempOwner(fileName: string, log: string | null): string {
  return sha256(log === null ? fileName : `${fileName}\0${log}`).slice(0, 8);
}

export function tempName(owner: string, hex: string, suffix: string): string {
  return `.codicil-${owner}${hex}${suffix}.tmp`;
}

export function belongsTo(name: string, owner: string): boolean {
  return isTempName(name) && name.startsWith(`.codicil-${owner}`);
}

/** One lock per name whatever its case or Unicode form: too wide on some disks, never too narrow on any. */
export function lockFileName(name: string): string {
  return `${sha256(name.normalize("NFC").toLowerCase())}.lock`;
}

/** `damaged/ledger-memory.jsonl-<mark>`: where a torn tail is kept aside, below state. */
export function asidePath(log: Place, mark: string): string {
  return `damaged/${log.path.replaceAll("/", "-").slice(-120)}-${mark}`;
}

// Which places of a mind belong to one person alone, also where several have the mind in common: the documents below `me/`,
// and of these the ledger, what is pending, what is staged, and the approvals. Their names say so, so that no driver has to
// read what it may not show. Pure.
/** The folder of the home with a person's own documents. */
export const OWN_FOLDER = "me";
/** How the names of a person's own files begin where they are in one folder with everybody's. */
export const OWN_PREFIX = `${OWN_FOLDER}--`;

const OWN = /^(?:me\/|last-word\/(?:staging\/)?me--|ledger\/me--|decisions\/me--)/i;

export function isOwn(place: Pick<Place, "root" | "path">): boolean {
  return place.root !== "project" && OWN.test(place.path);
}

/** Whether a folder may hold such places: nobody else's folder is asked about for them. */
export function mayHoldOwn(root: Place["root"], folder: string): boolean {
  return isOwn({ root, path: `${folder}/${OWN_PREFIX}` });
}
