// This machine's lasting name. People rename machines and networks do it for them; what was sent under a name must still be
// this machine's afterwards, so the name is kept from the first time that something is sent.

import { hostname } from "node:os";
import { objectIn, sha256 } from "../base/index.ts";
import { readNote, writeNote } from "../store/index.ts";
import type { Whereabouts } from "./whereabouts.ts";

/** Not part of a backup: a mind that is brought to another machine is another machine's. */
const NAME = "machine.json";

export function deviceOf(where: Whereabouts): string {
  return keptName(where) ?? `device_${sha256(`${hostname()} ${where.state}`).slice(0, 12)}`;
}

/** The same, from now on whatever the machine is called. */
export function keptDevice(where: Whereabouts): string {
  const device = deviceOf(where);
  if (keptName(where) === null) writeNote(where.state, NAME, `${JSON.stringify({ device })}\n`);
  return device;
}

/** null: none, or damaged by an edit from outside; the name is made again, from the same facts. */
function keptName(where: Whereabouts): string | null {
  const { device } = objectIn(readNote(where.state, NAME)) ?? {};
  return typeof device === "string" && /^device_[0-9a-f]{12}$/.test(device) ? device : null;
}
