// Who is asked. A terminal asks by itself; a question can also be laid before the person wherever they look (the page,
// another terminal), and where nobody looks, config.yaml says what asking comes to.

import { askApproval, awaitApproval } from "../../mind/approvals.ts";
import type { Mind } from "../../mind/open.ts";
import { redact } from "../../content/index.ts";
import { type Approver, trusting, unattended } from "../ports/approver.ts";

/** `unattended: allow` lets pass what would be asked about, never what is denied. */
export function absentPerson(mind: Mind): Approver {
  return mind.config.unattended === "allow" ? trusting : unattended;
}

/** The question waits for the person's word for half an hour; silence is no. */
export function askAnywhere(mind: Mind, sessionId: () => string): Approver {
  return {
    ask: async ({ call, hash, reason, rules, signal }) => {
      const known = await mind.desk.known();
      // People see it in the page and in logs: without secrets.
      const shown = JSON.parse(redact(JSON.stringify(call), known).text) as unknown;
      const asked = await askApproval(mind, { hash, session: sessionId(), cwd: mind.where.cwd, call: shown, reason: redact(reason, known).text, rules });
      return { decision: await awaitApproval(mind, asked, signal), hash };
    },
  };
}
