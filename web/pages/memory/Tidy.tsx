// Tidy: a document that is nearly full, without the lines that others repeat or replaced. Shown first; one undo brings it back.

import type { Tidied } from "../../../src/finding/tidy.ts";
import { ask, post } from "../../api.ts";
import { useResource } from "../../live.ts";
import { Button } from "../../ui/controls.tsx";
import { useApp, useTexts } from "../../ui/context.ts";
import { Loaded } from "../../ui/notes.tsx";
import { Dialog } from "../../ui/overlays.tsx";
import { visible } from "../../ui/visible.ts";
import { memoryWords } from "../../words/memory.ts";

export function TidyDialog({ path, close }: { readonly path: string; close(): void }) {
  const words = useTexts(memoryWords);
  const { attempt, say, words: all } = useApp();
  const plan = useResource<Tidied>(`${path}/tidy`);
  const undo = async (id: string) => {
    await post(`/api/undo/${id}`, {});
    say({ kind: "good", text: all.undone });
  };
  const tidy = ({ text, version, leaving }: Tidied) =>
    void attempt(async () => {
      const { value } = await ask<{ readonly undo?: string }>("PUT", path, { body: { text }, headers: { "If-Match": `"${version}"` } });
      const id = value.undo;
      say({ kind: "good", lead: words.tidied(leaving.length), text: "", undo: id === undefined ? undefined : () => undo(id) });
      close();
    });
  const found = plan.value;
  return (
    <Dialog
      title={words.tidyTitle}
      close={close}
      acts={
        found === undefined || found.leaving.length === 0 ? undefined : (
          <Button kind="primary" onClick={() => tidy(found)}>
            {words.tidyAct(found.leaving.length)}
          </Button>
        )
      }
    >
      <Loaded from={plan}>
        {({ leaving, chars, after }) =>
          leaving.length === 0 ? (
            <p>{words.tidyNothing}</p>
          ) : (
            <>
              <p class="second">{words.tidyHint(chars.toLocaleString("en"), after.toLocaleString("en"))}</p>
              <ol class="copies">
                {leaving.map(({ line, text, why }) => (
                  <li key={line}>
                    <s>{visible(text)}</s>
                    <div class="second">{words.tidyWhy[why]}</div>
                  </li>
                ))}
              </ol>
            </>
          )
        }
      </Loaded>
    </Dialog>
  );
}
