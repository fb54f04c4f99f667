// Which places of a mind belong to one person alone, also where several have the mind in common: the documents below `me/`,
// and of these the ledger, what is pending, what is staged, and the approvals. Their names say so, so that no driver has to
// read what it may not show. Pure.

import type { Place } from "./port.ts";

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
