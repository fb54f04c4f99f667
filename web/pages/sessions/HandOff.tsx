// Hand a session to another agent: which one, the text it gets, and the command that starts it.

import { hostFacts, HOSTS } from "../../../src/base/hosts.ts";
import { useState } from "preact/hooks";
import { useResource } from "../../live.ts";
import { Button } from "../../ui/controls.tsx";
import { useApp, useTexts } from "../../ui/context.ts";
import { Loaded } from "../../ui/notes.tsx";
import { Dialog } from "../../ui/overlays.tsx";
import { saveAs } from "../../ui/saveAs.ts";
import { visible } from "../../ui/visible.ts";
import { sessionsWords } from "../../words/sessions.ts";

export function HandOff({ id, close }: { readonly id: string; close(): void }) {
  const words = useTexts(sessionsWords);
  const { say } = useApp();
  const [to, setTo] = useState("claude");
  const made = useResource<{ readonly text: string; readonly start: string }>(`/api/sessions/${id}/handoff?to=${to}`);
  return (
    <Dialog
      title={words.handOff}
      close={close}
      acts={
        <>
          <Button disabled={made.value === undefined} onClick={() => made.value && saveAs("handoff.md", "text/markdown", made.value.text)}>
            {words.exportIt}
          </Button>
          <Button
            kind="primary"
            disabled={made.value === undefined}
            onClick={() =>
              void navigator.clipboard.writeText(made.value?.start ?? "").then(() => {
                say({ kind: "good", text: words.copied });
                close();
              })
            }
          >
            {words.copy}
          </Button>
        </>
      }
    >
      <label>
        {words.to}{" "}
        <select value={to} onChange={({ currentTarget }) => setTo(currentTarget.value)}>
          {HOSTS.map((host) => (
            <option key={host} value={host}>
              {hostFacts(host).name}
            </option>
          ))}
        </select>
      </label>
      <p class="second">{words.handText}</p>
      <Loaded from={made}>
        {({ text, start }) => (
          <>
            <pre class="call">{start}</pre>
            <pre class="prompt" tabIndex={0}>
              {visible(text)}
            </pre>
          </>
        )}
      </Loaded>
    </Dialog>
  );
}
