// A question that the person may answer where they sit or in the page, whichever comes first. It is in the mind's
// state, so the page that answers may belong to another process.

import { AppError } from "../../base/index.ts";
import { answerApproval, askApproval, awaitAnswer } from "../../calls/approvals.ts";
import { redactCall } from "../../mind/session/decide.ts";
import type { Mind } from "../../mind/open.ts";
import { personFrom } from "../../mind/person.ts";
import type { Approval, ApprovalRequest, Approver } from "../ports/approver.ts";

/** `here` gets a signal that ends when the page was faster; its answer counts no more then. */
export function alsoInThePage(mind: Mind, here: Approver): Approver {
  return {
    settlesLines: here.settlesLines === true,
    async ask(request) {
      const { hash, sessionId, cwd, rules, line } = request;
      // People see it in the page and in logs: without secrets.
      const { call, reason } = (await redactCall(mind, { call: request.call, reason: request.reason })) as Pick<
        ApprovalRequest,
        "call" | "reason"
      >;
      const asked = await askApproval(mind, {
        hash,
        session: sessionId,
        cwd,
        call,
        reason,
        rules,
        ...(line === undefined ? {} : { line }),
      });
      const over = new AbortController();
      const signal = AbortSignal.any([request.signal, over.signal]);
      try {
        const elsewhere = awaitAnswer(mind, asked, signal).then(({ decision, as }): Approval => ({
          decision,
          as,
          hash,
          reason: decision === "deny" ? "the person said no in the page" : "the person said yes in the page",
        }));
        const answered = here.ask({ ...request, signal }).then((approval) => settled(mind, asked.id, approval, elsewhere));
        return await Promise.race([answered, elsewhere]);
      } finally {
        over.abort();
      }
    },
  };
}

/** The answer given here is written down, so that the page asks no more. Where the page was faster, its word counts. */
async function settled(mind: Mind, id: string, approval: Approval, elsewhere: Promise<Approval>): Promise<Approval> {
  try {
    await answerApproval(mind, id, {
      decision: approval.decision,
      as: approval.as,
      hash: approval.hash,
      by: "terminal",
      person: personFrom("chat"),
    });
    return approval;
  } catch (error) {
    if (error instanceof AppError && error.code === "STALE") return elsewhere;
    throw error;
  }
}

/** Nobody sits here, but a page is open to somebody: they have this long. `settlesLines`: the person writes in the page itself. */
export function onlyInThePage(mind: Mind, patience: number, { settlesLines = false }: { readonly settlesLines?: boolean } = {}): Approver {
  const nobody: Approver = {
    settlesLines,
    ask: ({ hash, signal }: ApprovalRequest) =>
      new Promise((resolve) => {
        const give = () => resolve({ decision: "deny", hash, reason: "nobody answered in the page" });
        const timer = setTimeout(give, patience);
        signal.addEventListener("abort", () => {
          clearTimeout(timer);
          give();
        });
      }),
  };
  return alsoInThePage(mind, nobody);
}
