// A line in its author's own words: a policy block below it, and the line itself is advice from then on.

import { post } from "../../api.ts";
import { useResource } from "../../live.ts";
import { useApp, useTexts } from "../../ui/context.ts";
import { Loaded } from "../../ui/notes.tsx";
import { rulesWords } from "../../words/rules.ts";
import { WriteBar } from "../../ui/WriteBar.tsx";

export function OwnBlock({ id, done, cancel }: { readonly id: string; done(): void; cancel(): void }) {
  const words = useTexts(rulesWords);
  const { attempt, say, words: all } = useApp();
  const block = useResource<{ readonly file: string; readonly block: string }>(`/api/readings/${encodeURIComponent(id)}/block`);
  const undo = async (ids: readonly string[]) => {
    for (const each of ids.toReversed()) await post(`/api/undo/${each}`, {});
    say({ kind: "good", text: all.undone });
    done();
  };
  const write = (text: string, file: string) =>
    void attempt(async () => {
      const written = await post<{ readonly undo: readonly string[] }>(`/api/readings/${encodeURIComponent(id)}/block`, { block: text });
      say({ kind: "good", lead: words.blockWritten, text: file, undo: () => undo(written.undo) });
      done();
    });
  return (
    <Loaded from={block}>
      {(value) => {
        const file = value.file.split("/").at(-1) ?? value.file;
        return (
          <WriteBar
            about={`block ${id}`}
            label={words.blockHint(file)}
            first={value.block}
            name={words.writeBlock}
            send={(text) => write(text, file)}
            cancel={cancel}
            isCode
          />
        );
      }}
    </Loaded>
  );
}
