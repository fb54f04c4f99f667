// Where nobody looks, config.yaml says what asking comes to.

import type { Mind } from "../../mind/open.ts";
import { type Approver, trusting, unattended } from "../ports/approver.ts";

/** `unattended: allow` lets pass what would be asked about, never what is denied. */
export function absentPerson(mind: Mind): Approver {
  return mind.config.unattended === "allow" ? trusting : unattended;
}
