// resolve on a terminal: each conflict is shown and asked about, one after the other.

import type { Mind } from "../mind/open.ts";
import { type Conflict, resolve, type Take } from "../mind/review.ts";
import { receiptLine } from "./answer.ts";
import type { Call } from "./command.ts";
import { byCommand } from "./person.ts";

export async function askConflicts(call: Call, mind: Mind, conflicts: readonly Conflict[]): Promise<number> {
  const { isCancel, note, select } = await import("@clack/prompts");
  let exit = 0;
  for (const conflict of conflicts) {
    note(
      `${conflict.code}: ${conflict.message}\n\nentry (${conflict.operation}):\n${conflict.content ?? "(none)"}\n\ndocument:\n${conflict.present ?? "(none)"}`,
      `${conflict.document} ${conflict.heading}`,
    );
    const take = await select({
      message: "Which text do you want?",
      options: [
        { value: "document", label: "the document's text" },
        { value: "entry", label: "the entry's text" },
        { value: "both", label: "both, the entry's after the document's" },
        { value: "later", label: "decide later" },
      ],
    });
    if (isCancel(take) || take === "later") {
      exit = 2;
      continue;
    }
    for (const receipt of await resolve(mind, conflict.file, { take: take as Take, entry: conflict.id, person: byCommand() }))
      call.terminal.print(`${receiptLine(call, receipt)}\n`);
  }
  return exit;
}
