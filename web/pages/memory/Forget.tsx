// Forget: every copy of a line, numbered, before it leaves for good. There is no undo, so it asks.

import { useState } from "preact/hooks";
import type { Copies } from "../../../src/sharing/forget.ts";
import { post } from "../../api.ts";
import { useResource } from "../../live.ts";
import { Button } from "../../ui/controls.tsx";
import { useApp, useTexts } from "../../ui/context.ts";
import { Loaded } from "../../ui/notes.tsx";
import { Dialog } from "../../ui/overlays.tsx";
import { visible } from "../../ui/visible.ts";
import { memoryWords } from "../../words/memory.ts";

/** What a line says, without the mark of a list. */
export const factIn = (line: string): string => line.replace(/^\s*(?:[-*+]|\d+[.)]|#+)\s+/, "").trim();

export function ForgetDialog(props: { readonly text: string; close(): void; done(): void }) {
  const { close, done } = props;
  // The line that it was opened for, also when the document changes meanwhile and another one takes its place.
  const [text] = useState(props.text);
  const words = useTexts(memoryWords);
  const { attempt, say } = useApp();
  const copies = useResource<Copies>(`/api/forget?text=${encodeURIComponent(text)}`);
  const forget = () =>
    void attempt(async () => {
      await post("/api/forget", { text });
      say({ kind: "good", lead: words.forgotten, text: "" });
      done();
    });
  return (
    <Dialog
      title={words.forgetTitle}
      close={close}
      acts={
        <Button kind="danger" disabled={copies.value === undefined} onClick={forget}>
          {words.forgetAct}
        </Button>
      }
    >
      <p class="second">{words.forgetHint}</p>
      <Loaded from={copies}>
        {({ lines, versions, logs, files }) => (
          <ol class="copies">
            {lines.map(({ document, line, text: said }) => (
              <li key={`${document}:${line}`}>
                <b>
                  {document}, {words.lineAt(line)}
                </b>
                <div class="second cut">{visible(said)}</div>
              </li>
            ))}
            {versions === 0 ? null : <li>{words.copiesVersions(versions)}</li>}
            {logs === 0 ? null : <li>{words.copiesLogs(logs)}</li>}
            {files === 0 ? null : <li>{words.copiesFiles(files)}</li>}
          </ol>
        )}
      </Loaded>
    </Dialog>
  );
}
