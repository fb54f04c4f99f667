// A project without AGENTS.md gets one, with the person's first line.

import { useState } from "preact/hooks";
import { ask } from "../../api.ts";
import { happenedHere, useResource } from "../../live.ts";
import type { Settings } from "../../types.ts";
import { Button } from "../../ui/controls.tsx";
import { useApp, useTexts } from "../../ui/context.ts";
import { Dialog } from "../../ui/overlays.tsx";
import { rulesWords } from "../../words/rules.ts";
import { baseName } from "../inbox/gist.ts";

const PATH = `/api/documents/${encodeURIComponent("./AGENTS.md")}`;

export function NewFile() {
  const words = useTexts(rulesWords);
  const { attempt, say, words: all } = useApp();
  const project = useResource<Settings>("/api/settings", ["settings"]).value?.project ?? null;
  const [isOpen, setOpen] = useState(false);
  const [line, setLine] = useState(words.firstLineExample);
  // Without a project there is no place for it.
  if (project === null) return null;
  const name = baseName(project);
  const create = (said: string) =>
    void attempt(async () => {
      await ask("PUT", PATH, {
        body: { text: `# ${name}\n\n- ${said.trim()}\n` },
        // Nobody wrote one meanwhile.
        headers: { "If-None-Match": "*" },
      });
      setOpen(false);
      happenedHere("policy");
      say({ kind: "good", lead: words.created, text: `${name}/AGENTS.md` });
    });
  return (
    <>
      <Button small kind="primary" onClick={() => setOpen(true)}>
        {words.create}
      </Button>
      {isOpen ? (
        <Dialog
          title={words.createIn(name)}
          close={() => setOpen(false)}
          acts={
            <Button kind="primary" disabled={line.trim() === ""} onClick={() => create(line)}>
              {all.save}
            </Button>
          }
        >
          <p class="second">{words.createHint}</p>
          <label class="stack">
            {words.firstLine}
            <input
              type="text"
              data-first
              value={line}
              onInput={({ currentTarget }) => setLine(currentTarget.value)}
              // What was typed last may not be in the state yet.
              onKeyDown={({ key, currentTarget: { value } }) => key === "Enter" && value.trim() !== "" && create(value)}
            />
          </label>
        </Dialog>
      ) : null}
    </>
  );
}
