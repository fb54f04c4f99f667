// "Always allow": the exact change to the file that holds the rule, before it is made. It loosens a rule, so it is never the
// easy key, and it can be undone.

import { useState } from "preact/hooks";
import type { AlwaysAllow as Plan } from "../../../src/rules/alwaysAllow.ts";
import { post } from "../../api.ts";
import { useResource } from "../../live.ts";
import type { Approval } from "../../types.ts";
import { Button } from "../../ui/controls.tsx";
import { useApp, useTexts } from "../../ui/context.ts";
import { Diff } from "../../ui/Diff.tsx";
import { Dialog } from "../../ui/overlays.tsx";
import { inboxWords } from "../../words/inbox.ts";
import { baseName } from "./gist.ts";

/** Nothing where no exception can be written. */
export function AlwaysAllow({ each, done }: { readonly each: Approval; done?(): void }) {
  const text = useTexts(inboxWords);
  const { attempt, say, words } = useApp();
  const [isOpen, setOpen] = useState(false);
  const plan = useResource<Plan | null>(`/api/approvals/${each.id}/always`).value ?? null;
  if (plan === null) return null;
  const file = baseName(plan.path);
  const undo = async (id: string) => {
    await post(`/api/undo/${id}`, {});
    say({ kind: "good", text: words.undone });
  };
  const allow = () =>
    void attempt(async () => {
      const { undo: id } = await post<{ readonly undo?: string }>(`/api/approvals/${each.id}/always`, {
        after: plan.after,
        version: plan.version,
      });
      await post(`/api/approvals/${each.id}`, { decision: "allow", hash: each.hash });
      say({
        kind: "good",
        lead: text.alwaysAllowed,
        text: `${file}, ${text.line(plan.line)}`,
        undo: id === undefined ? undefined : () => undo(id),
      });
      setOpen(false);
      done?.();
    });
  return (
    <>
      <Button kind="ghost" onClick={() => setOpen(true)}>
        {text.alwaysAllow(baseName(each.cwd))} …
      </Button>
      {isOpen ? (
        <Dialog
          title={text.alwaysTitle}
          close={() => setOpen(false)}
          acts={
            <Button kind="danger" onClick={allow}>
              {text.alwaysAct(file)}
            </Button>
          }
        >
          <p class="second">{text.alwaysHint(file, plan.line)}</p>
          <Diff before={plan.before} after={plan.after} from={plan.line} title={file} />
        </Dialog>
      ) : null}
    </>
  );
}
