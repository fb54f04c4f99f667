// Dialogs of the shell: all keys, settings, one thing to remember.

import { useState } from "preact/hooks";
import { post } from "../api.ts";
import { useResource } from "../live.ts";
import type { Receipt, Settings } from "../types.ts";
import { Button, Keys, Segmented } from "../ui/controls.tsx";
import { useApp, useTexts } from "../ui/context.ts";
import { actsNow, LEVELS } from "../ui/keys.ts";
import { Dialog } from "../ui/overlays.tsx";
import { shellWords } from "../words/shell.ts";
import { THEMES, type Theme } from "./looks.ts";
import { go } from "./places.ts";

export function KeysDialog({ close }: { close(): void }) {
  const text = useTexts(shellWords);
  // As they were when the dialog opened: the dialog itself hears nothing but Esc.
  const [acts] = useState(actsNow);
  const seen = new Set<string>();
  const fresh = acts.filter(({ act }) => !seen.has(act.key) && seen.add(act.key));
  const parts = [
    [text.keysHere, fresh.filter(({ level }) => level > LEVELS.shell)],
    [text.keysEverywhere, fresh.filter(({ level }) => level === LEVELS.shell)],
  ] as const;
  return (
    <Dialog title={text.keys} close={close}>
      <div class="keys-table">
        {parts.map(([name, list]) =>
          list.length === 0 ? null : (
            <>
              <h3 key={name}>{name}</h3>
              {list.map(({ act }) => (
                <>
                  <Keys key={act.key} of={act.key} />
                  <span key={`${act.key}-name`}>{act.name}</span>
                </>
              ))}
            </>
          ),
        )}
      </div>
    </Dialog>
  );
}

export interface SettingsProps {
  readonly theme: Theme;
  readonly notes: boolean;
  setTheme(theme: Theme): void;
  turnNotes(): void;
  turnLanguage(): void;
  close(): void;
}

export function SettingsDialog({ theme, notes, setTheme, turnNotes, turnLanguage, close }: SettingsProps) {
  const text = useTexts(shellWords);
  const settings = useResource<Settings>("/api/settings", ["settings"]);
  return (
    <Dialog title={text.settings} close={close}>
      <div class="setting">
        <span class="second">{text.theme}</span>
        <Segmented label={text.theme} choices={THEMES.map((each) => [each, text.themes[each]])} chosen={theme} choose={setTheme} />
      </div>
      <div class="setting">
        <span class="second">{text.languageLabel}</span>
        <Button onClick={turnLanguage}>{text.language}</Button>
      </div>
      <label class="acts">
        <input type="checkbox" checked={notes} onChange={turnNotes} />
        {text.notify}
      </label>
      {settings.value === undefined ? null : (
        <p class="second">
          {text.mind} <code>{settings.value.home}</code>
          {settings.value.project === null ? null : (
            <>
              <br />
              {text.project} <code>{settings.value.project}</code>
            </>
          )}
        </p>
      )}
      <Button
        onClick={() => {
          close();
          go("home/setup");
        }}
      >
        {text.setUp}
      </Button>
    </Dialog>
  );
}

export function RememberDialog({ close, first = "" }: { close(): void; readonly first?: string }) {
  const { say, attempt, words } = useApp();
  const text = useTexts(shellWords);
  const [heading, setHeading] = useState(text.rememberDefault);
  const [fact, setFact] = useState(first);
  const save = (said: string) =>
    attempt(async () => {
      if (said.trim() === "" || heading.trim() === "") return;
      const receipt = await post<Receipt>("/api/remember", { section: heading, content: `- ${said.trim()}` });
      close();
      say({
        kind: "good",
        lead: text.remembered,
        text: `MEMORY.md, ${heading}`,
        undo:
          receipt.undo === undefined
            ? undefined
            : async () => (await post(`/api/undo/${receipt.undo}`, {}), say({ kind: "good", text: words.undone })),
      });
    });
  return (
    <Dialog
      title={text.rememberTitle}
      close={close}
      acts={
        <Button kind="primary" disabled={fact.trim() === "" || heading.trim() === ""} onClick={() => save(fact)}>
          {text.save}
        </Button>
      }
    >
      <p class="second">{text.rememberHint}</p>
      <label class="stack">
        {text.rememberHeading}
        <input value={heading} onInput={(event) => setHeading(event.currentTarget.value)} />
      </label>
      <label class="stack">
        {text.rememberText}
        <textarea
          rows={3}
          data-first
          value={fact}
          onInput={(event) => setFact(event.currentTarget.value)}
          // One fact is one line. What was typed last may not be in the state yet.
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            void save(event.currentTarget.value);
          }}
        />
      </label>
    </Dialog>
  );
}
